/* reader.h - a lesson while it is read: the line at hand, the word at hand, and what can be read
 * from there. lesson_read.c reads the file, read_items.c what stands in a step, read_rows.c all
 * other lines. */
#ifndef WS_LESSON_READER_H
#define WS_LESSON_READER_H

#include "lesson/lesson.h"

typedef struct reader {
    ws_lesson *lesson;
    ws_line line;
    size_t word; /* the number of the word at hand */
    ws_error *error;
} reader;

/* A part of the line, as it stands in the file; not terminated. */
typedef struct part {
    const char *text;
    size_t length;
} part;

/* Words that end an expression or a list. */
typedef const char *const stop_words;

/* The step at hand; NULL before the first. */
static inline ws_step *latest_step(const ws_lesson *lesson) {
    if (lesson->steps == 0)
        return NULL;
    return &lesson->step[lesson->steps - 1];
}

/* ---- the word at hand ---- */

static inline bool more(const reader *r) {
    return r->word < r->line.count;
}

static inline const ws_word *word_now(const reader *r) {
    return &r->line.word[r->word];
}

static inline const char *text_now(const reader *r) {
    return word_at(&r->line, r->word);
}

/* Is the word at hand a text in quotes? */
bool quoted_now(const reader *r);
/* Is the word at hand this keyword, without quotes? */
bool now_is(const reader *r, const char *text);
/* Consumes the word at hand if it is this keyword; true if it was. */
bool consumed(reader *r, const char *text);
/* Refuses the word at hand, or the end of the line. Returns false. */
bool fail_word(const reader *r, const char *expected);
/* Refuses the word at hand because the line should end before it. Returns false. */
bool fail_too_much(const reader *r);

/* ---- reading: each takes what it reads, or refuses it and returns false ---- */

bool quoted_read(reader *r, const char **text, const char *expected);
bool name_read(reader *r, const char **name, const char *expected);
bool number_read(reader *r, int64_t most, int64_t *number);
/* A small number; `most` is at most INT_MAX. */
bool int_read(reader *r, int64_t most, int *number);
bool cycles_read(reader *r, uint64_t *cycles);
/* +CYCLES: so many from now on. */
bool cycles_ahead_read(reader *r, uint64_t *cycles);
/* An expression up to a stop word, or to the end. The lesson owns it. */
bool expr_read(reader *r, stop_words *stops, ws_expr **expr);
/* Lines with `;` between them, to the end of the line. */
bool lines_read(reader *r, ws_item_lines *lines);
/* The same in quotes: they may hold words that mean something here. */
bool quoted_lines_read(reader *r, ws_item_lines *lines);
/* Names up to a stop word, at least one. */
bool list_read(reader *r, stop_words *stops, ws_item_lines *list);
/* Takes the word at hand as a line. */
bool word_keep(reader *r, ws_item_lines *lines);
bool line_keep(reader *r, ws_item_lines *lines, part line);

/* ---- the other files ---- */

/* Names of keywords, for a refusal. */
typedef struct keyword_names {
    const char *name[WS_WORDS_MAX];
    size_t count;
} keyword_names;

/* read_items.c: reads a line of a step. Sets `known` to whether its first word is a keyword of
 * one. */
bool item_line_read(reader *r, bool *known);
void item_names_add(keyword_names *names);
/* One more answer of a CHOOSE. */
bool choice_read(reader *r, ws_item *item);

/* read_rows.c: the same of a line that stands by itself. */
bool row_line_read(reader *r, bool *known);
void row_names_add(keyword_names *names);

#endif
