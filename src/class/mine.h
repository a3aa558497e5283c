/* mine.h - a branch of a student's own, as lines: where it left the lecture, what was typed there,
 * and where the student stands. The lecturer asks for it, the student agrees, and it is replayed on
 * a branch of the lecturer's session. Said in lines of MINE:
 *
 *   from BRANCH CYCLE    where it left the lecture
 *   @CYCLE LINE          what was typed, by cycle
 *   at CYCLE             where the student stands; the last line
 *   no                   nothing is shown; the only line
 *
 * Lines are those of a list: nothing that builds a network or names a file. */
#ifndef WS_CLASS_MINE_H
#define WS_CLASS_MINE_H

#include "class/protocol.h"
#include "session/follow.h"

#define WS_MINE_LINES  24     /* fewer than a student may say in a second */
#define WS_MINE_TEXT   120    /* bytes of one, with the zero byte */
#define WS_MINE_CYCLES 200000 /* from where it left the lecture on */
#define WS_MINE_NS     5000000000ull

typedef struct ws_mine_line {
    uint64_t cycle;
    char text[WS_MINE_TEXT];
} ws_mine_line;

typedef struct ws_mine {
    char branch[WS_CLASS_WORD]; /* "": it has not been said yet */
    uint64_t from, at;
    ws_mine_line line[WS_MINE_LINES];
    size_t count;
    bool whole, refused; /* all is said; it is not shown */
} ws_mine;

/* What there is to show. False with an error if it cannot be shown. */
bool ws_mine_of(ws_mine *mine, const ws_follow *follow, ws_error *error);
/* The line of that number, from 0 on; false behind the last. */
bool ws_mine_say(const ws_mine *mine, size_t number, char text[WS_CLASS_WORD + WS_MINE_TEXT]);
/* Takes a line. False with an error if it cannot stand here. */
bool ws_mine_hear(ws_mine *mine, const char *text, size_t length, ws_error *error);
/* Replays it on a branch of its own, "shown-N", and stays there. False with an error, and the
 * session is where it was; a branch that was begun stays behind. */
bool ws_mine_replay(const ws_mine *mine, ws_session *session, ws_error *error);

#endif
