/* line.h - text cut into lines and lines cut into words, with the place of each: what all our text
 * formats have in common.
 *
 * Words are separated by blanks; "..." is one word, with \" \\ \n \t inside; # outside quotes
 * begins a comment where a word could begin. UTF-8, with or without a byte-order mark; lines end
 * with LF or CR LF. A NUL, another control character, bytes that are no UTF-8, an open quote and
 * a line or file that is too long are errors. Columns count characters from 1. */
#ifndef WS_LINE_H
#define WS_LINE_H

#include "session/language/suggest.h"
#include "wormscope/wormscope.h"

#include <stdio.h>
#include <string.h>

#define WS_LINE_MAX   1024      /* bytes of a line */
#define WS_WORDS_MAX  40        /* words of a line */
#define WS_SOURCE_MAX (1 << 20) /* bytes of a file */

/* A text in memory and where it comes from; all strings owned by the source. */
typedef struct ws_source {
    char *name;      /* as messages call it */
    char *directory; /* files it names are relative to this one; "" = the current directory */
    char *text;
    size_t length;
} ws_source;

/* A place in a text, with which errors begin. No source: a line that the user typed, whose errors
 * begin with no place. Line 0: the source is one line, and its name says enough. */
typedef struct ws_place {
    const ws_source *source;
    unsigned line;
    unsigned column;
} ws_place;

typedef struct ws_word {
    const char *text;
    unsigned column;
    bool quoted;
} ws_word;

/* A line cut into words. The words lie in `store`: do not copy the struct. */
typedef struct ws_line {
    ws_error *error; /* the error of ws_line_split: errors of the line are written there */
    ws_place place;  /* of the first character */
    ws_word word[WS_WORDS_MAX];
    size_t count;
    unsigned end; /* column behind the last word */
    /* the line as given, without comment and surrounding blanks; not terminated */
    const char *text;
    size_t length;
    char store[WS_LINE_MAX + WS_WORDS_MAX];
} ws_line;

/* Walks the lines of a text. */
typedef struct ws_reader {
    const ws_source *source;
    size_t at;
    unsigned line;
} ws_reader;

/* Reads the next line, without its end, as text in the source. False at the end of the text. */
bool ws_reader_next(ws_reader *reader, const char **text, size_t *length);

/* Cuts text into words; a line may be empty (count 0). `place` is that of its first character. */
bool ws_line_split(ws_line *line, ws_place place, const char *text, size_t length, ws_error *error);

/* Cuts a line that somebody has typed, and that has no source. */
static inline bool ws_line_typed(ws_line *line, const char *text, ws_error *error) {
    const ws_place place = {NULL, 1, 1};
    return ws_line_split(line, place, text, strlen(text), error);
}

/* Returns the text of a word; "" if the line has no word of that number. */
static inline const char *word_at(const ws_line *line, size_t word) {
    return word < line->count ? line->word[word].text : "";
}

static inline bool word_is(const ws_line *line, size_t word, const char *text) {
    return word < line->count && strcmp(line->word[word].text, text) == 0;
}

/* Returns the words from `first` up to `end` as they were given, with their quotes and the blanks
 * between them, in the text of the line. */
const char *ws_line_raw(const ws_line *line, size_t first, size_t end, size_t *length);

/* Returns the place of a word, or of the end of the line if there is no word of that number. */
ws_place ws_word_place(const ws_line *line, size_t word);

/* All three write "file:line:col: ..." and return false: at a place; at a word (or behind the last
 * word if there is none of that number); and for a word that is none of the names, with the nearest
 * name. */
bool ws_fail_at(ws_error *error, ws_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool ws_fail(ws_error *error, const ws_line *line, size_t word, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool ws_fail_name(ws_error *error, const ws_line *line, size_t word, const char *kind,
                  ws_names names);
/* Both write to the error of the line, and return false: at a word; and for a word that is none of
 * the names. */
bool ws_refuse(const ws_line *line, size_t word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool ws_refuse_name(const ws_line *line, size_t word, const char *kind, ws_names names);
/* Puts a place before an error that has none yet. Returns false. */
bool ws_fail_place(ws_error *error, ws_place place);

/* The name of a number in errors ("a number of cycles"), and its range. */
typedef struct ws_range {
    const char *what;
    int64_t min;
    int64_t max;
} ws_range;

/* Reads a whole number in decimal digits; an error names its range. */
bool ws_word_number(const ws_line *line, size_t word, const ws_range *range, int64_t *value);

/* Reads a number from 0 to max millionths with at most six decimals, in millionths. `what` is its
 * name in errors. */
bool ws_word_decimal(const ws_line *line, size_t word, const char *what, int64_t max,
                     int64_t *millionths);

/* Parses an unsigned decimal with at most six places, as millionths. False for other texts, and for
 * more than `max` millionths. */
bool ws_decimal_parse(const char *text, int64_t max, int64_t *millionths);

/* Reads a whole file. "-" is standard input; a path that is no file is refused in words, and never
 * waited for. With `any_pipe` a pipe that is open already is read (/dev/fd/N, /dev/stdin). NULL
 * with an error without place. */
ws_source *ws_source_read(const char *path, bool any_pipe, ws_error *error);
/* Reads a whole file as ws_source_read does, with another bound than WS_SOURCE_MAX. */
ws_source *ws_source_read_up_to(const char *path, bool any_pipe, size_t most, ws_error *error);
/* Opens a file for reading; refuses the same paths as ws_source_read. NULL with an error. */
FILE *ws_file_open(const char *path, ws_error *error);
/* Makes a source from a copy of a text. `directory` may be NULL. */
ws_source *ws_source_text(const char *name, const char *directory, const char *text, size_t length,
                          ws_error *error);
/* Copies a source; NULL with an error if it is longer than WS_SOURCE_MAX. */
ws_source *ws_source_copy(const ws_source *source, ws_error *error);
void ws_source_free(ws_source *source);

#endif
