/* protocol.h - the lines that a class exchanges: `wormscope-class 1`.
 *
 * UTF-8 lines of at most WS_CLASS_LINE bytes with their end. The table WS_CLASS_LINES holds them
 * all; reading and writing follow its patterns.
 *
 *   who       line                              meaning
 *   student   JOIN 1 TOKEN "NAME"               first of all; TOKEN is - where none is needed
 *   student   FROM N SEAL                       has the first N lines of the journal, the last of
 *                                               which has this checksum
 *   host      HELLO 1 model N room "NAME"       come in
 *   host      DENY WHY                          and hangs up
 *   host      FROM N                            journal lines follow from N + 1 on: as asked, or 0
 *   host      J N LINE                          line N of the recording, with its checksum
 *   host      P N BRANCH CYCLE SPEED RUNNING    where the lecture is; all N lines lie before it
 *   host      D CYCLE DIGEST                    of the P just before
 *   host      PING T                            T is the host's own time
 *   student   PONG T N CYCLE                    has N lines and stands at CYCLE
 *   student   DIFFERS CYCLE                     its digest there was another
 *   host      SEATED HOST                       the student is this host; - for none any more
 *   student   SEAT LINE                         a line about its host: host SELF load X
 *   host      WAIT WHY                          the line waits
 *   host      NO WHY                            the line is refused
 *   host      SAY TEXT                          words of the lecture, - for none
 *   host      Q ID KIND COUNT TEXT              a question is open; COUNT answers to choose follow
 *   host      O ID TEXT                         one of them
 *   host      R ID COUNT TEXT                   no more answers; what is true; COUNT bars follow
 *   host      B ID ANSWERS RIGHT LABEL          so many answered so, and so many of them are right
 *   host      END ID                            the question is taken away
 *   student   A ID VALUE                        its answer
 *   host      GOT ID VALUE                      that is the student's answer now, for good
 *   host      SHOW ID                           may the lecturer show your branch?
 *   student   MINE ID TEXT                      a line of it: see class/mine.h
 *   host      BYE WHY                           the lecture is over
 *
 * No line carries a state. */
#ifndef WS_CLASS_PROTOCOL_H
#define WS_CLASS_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wormscope/wormscope.h"

#define WS_CLASS_VERSION 1
#define WS_CLASS_LINE    4096 /* bytes, with the end of the line */
#define WS_CLASS_NAME    64   /* bytes of a name, with its zero byte */
#define WS_CLASS_WORD    80   /* of a token, a branch, a host */

/* LINE(ID, from the host, pattern): %v version, %m model, %n number, %c cycle, %d digest,
 * %k checksum,
 * %f speed, %r whether it runs, %w a word, %q a name in quotes, %t the rest of the line */
/* clang-format off */
#define WS_CLASS_LINES(LINE)                          \
    LINE(HELLO,   true,  "HELLO %v model %m room %q") \
    LINE(DENY,    true,  "DENY %t")                   \
    LINE(START,   true,  "FROM %n")                   \
    LINE(JOURNAL, true,  "J %n %t")                   \
    LINE(PULSE,   true,  "P %n %w %c %f %r")          \
    LINE(DIGEST,  true,  "D %c %d")                   \
    LINE(PING,    true,  "PING %n")                   \
    LINE(SEATED,  true,  "SEATED %w")                 \
    LINE(WAIT,    true,  "WAIT %t")                   \
    LINE(NO,      true,  "NO %t")                     \
    LINE(SAY,     true,  "SAY %t")                    \
    LINE(QUESTION, true, "Q %n %w %v %t")             \
    LINE(CHOICE,  true,  "O %n %t")                   \
    LINE(REVEAL,  true,  "R %n %v %t")                \
    LINE(BAR,     true,  "B %n %v %c %t")             \
    LINE(END,     true,  "END %n")                    \
    LINE(GOT,     true,  "GOT %n %t")                 \
    LINE(SHOW,    true,  "SHOW %n")                   \
    LINE(BYE,     true,  "BYE %t")                    \
    LINE(JOIN,    false, "JOIN %v %w %q")             \
    LINE(FROM,    false, "FROM %n %k")                \
    LINE(PONG,    false, "PONG %n %v %c")             \
    LINE(DIFFERS, false, "DIFFERS %c")                \
    LINE(SEAT,    false, "SEAT %t")                   \
    LINE(ANSWER,  false, "A %n %t")                   \
    LINE(MINE,    false, "MINE %n %t")
/* clang-format on */

#define WS_CLASS_ENUM(id, host, pattern) WS_CLASS_##id,
typedef enum ws_class_kind { WS_CLASS_LINES(WS_CLASS_ENUM) WS_CLASS_KINDS } ws_class_kind;
#undef WS_CLASS_ENUM

typedef struct ws_class_line {
    ws_class_kind kind;
    uint64_t version; /* of PONG: how many lines it has; else a count */
    uint64_t number, cycle, digest, model;
    uint32_t checksum;
    double speed; /* cycles a second, INFINITY: as fast as possible */
    bool running;
    char word[WS_CLASS_WORD];
    char name[WS_CLASS_NAME]; /* cleaned of what a terminal obeys */
    const char *text;         /* within the line that was read; not terminated */
    size_t length;
} ws_class_line;

/* Reads a line, without its end, as the host (`host`) or a student has sent it. False with an error
 * in words if it is none. */
bool ws_class_read(ws_class_line *line, bool host, const char *text, size_t length,
                   ws_error *error);
/* Writes a line with its end into a text of WS_CLASS_LINE bytes, and a zero byte behind it where
 * there is room. Returns its bytes; 0 if it would be longer. */
size_t ws_class_write(const ws_class_line *line, char *text);

/* Makes a name fit to be shown: what a terminal obeys is gone, and so are quotes and blanks at the
 * ends; at most WS_CLASS_NAME - 1 bytes; "?" if nothing is left. */
void ws_class_name(char name[WS_CLASS_NAME], const char *text, size_t length);

/* How many bytes of a cleaned text fit with its zero byte; no character is cut in two. */
size_t ws_class_fitting(const char *text, size_t room);

/* Lines from bytes: what has come of a line so far. */
typedef struct ws_class_input {
    char text[WS_CLASS_LINE];
    size_t length;
    bool whole;
} ws_class_input;

/* Takes bytes up to the end of a line; returns how many it took. Then `text` is a line, if it is
 * `whole`, of `length` bytes without its end, until the next call. False in *good: the line is too
 * long. */
size_t ws_class_consume(ws_class_input *input, const char *bytes, size_t length, bool *good);

#endif
