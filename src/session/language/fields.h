/* fields.h - lines read word by word: what is at hand, what is refused there, and whole lines by a
 * table of fields, which also writes them. */
#ifndef WS_LINE_FIELDS_H
#define WS_LINE_FIELDS_H

#include "session/expr/expr.h"
#include "session/history/history.h"

/* Texts and expressions that were read; they live as long as what they belong to. */
typedef struct ws_kept {
    ws_texts texts;
    ws_expr **expr;
    size_t exprs;
} ws_kept;
void ws_kept_free(ws_kept *kept);

/* A line that is read, and the number of the word at hand. */
typedef struct ws_fields {
    void *whole; /* what the file becomes */
    ws_kept *kept;
    size_t word;
    ws_line line;
} ws_fields;

/* Some lines or names, and where each stands in the file. */
#define WS_LINES_MOST 8
typedef struct ws_field_lines {
    const char *line[WS_LINES_MOST];
    ws_place place[WS_LINES_MOST];
    size_t count;
} ws_field_lines;

#define WS_CYCLES_MOST 10000000 /* a minute of a large network: nobody waits longer */

typedef enum ws_field_type {
    WS_FIELD_NONE,   /* `done` reads it */
    WS_FIELD_NAME,   /* const char *: a word without quotes */
    WS_FIELD_WORD,   /* the same: one of `words` */
    WS_FIELD_QUOTED, /* const char *: a text in quotes */
    WS_FIELD_FLAG,   /* bool: its key is there */
    WS_FIELD_INT,    /* int, at most `most` */
    WS_FIELD_CYCLES, /* uint64_t */
    WS_FIELD_AHEAD,  /* the same: +CYCLES */
    WS_FIELD_POWER,  /* uint64_t: a power of two, at most `most` */
    WS_FIELD_SHARE,  /* double: 15% */
    WS_FIELD_EXPR,   /* ws_expr *: up to the next key */
    WS_FIELD_LIST,   /* ws_field_lines: names up to the next key */
    WS_FIELD_LINES,  /* ws_field_lines: to the end, with `;` between them */
    WS_FIELD_SCRIPT  /* the same in quotes: they may hold keys */
} ws_field_type;

/* A field of a line. Those without a key stand first, in the order of the table; those with keys
 * follow in any order. */
typedef struct ws_line_field {
    const char *key;
    ws_field_type type;
    uint32_t kinds; /* of lines that have it, a bit each */
    size_t at;      /* where its value goes in the object */
    const char *what;
    const char *words; /* with blanks between them */
    int most;
    uint8_t open; /* its place in a line that is written; 0: it is kept back */
    bool may;     /* without a key: it may be missing */
    bool always;  /* a number that is written if it is 0, too */
    bool (*done)(ws_fields *in, void *object); /* what else must hold; or NULL */
} ws_line_field;

typedef struct ws_form {
    const ws_line_field *field;
    size_t count;
    const char *kind; /* as a key that is unknown is called, or */
    const char *what; /* what is expected in its place */
} ws_form;

/* Rows of tables: WS_FIELD(struct, key, TYPE, kinds, member, .what = ...), and a form of them. */
#define WS_FIELD(object, word, TYPE, of, member, ...)                                              \
    {                                                                                              \
        .key = word, .type = WS_FIELD_##TYPE, .kinds = of, .at = offsetof(object, member),         \
        __VA_ARGS__                                                                                \
    }
#define WS_FORM(rows, ...)                                                                         \
    { .field = rows, .count = sizeof rows / sizeof *rows, __VA_ARGS__ }

/* Reads the fields that a line of the kind (one bit) has, from the word at hand to its end. False
 * with an error in that of the line. */
bool ws_fields_read(ws_fields *in, const ws_form *form, uint32_t kind, void *object);
/* Writes those that are open, in their order, each behind a blank. */
void ws_fields_write(FILE *out, const ws_form *form, uint32_t kind, const void *object);
/* Writes a text in quotes, as a line takes it. */
void ws_quoted(FILE *out, const char *text);
char *ws_quoted_text(const char *text); /* owned by the caller */

/* Reads all lines with words of a source by a function, which begins at the second word. */
bool ws_fields_lines(ws_fields *in, const ws_source *source, bool (*read)(ws_fields *in),
                     ws_error *error);

/* ---- the word at hand ---- */

static inline bool more(const ws_fields *in) {
    return in->word < in->line.count;
}

static inline const char *text_now(const ws_fields *in) {
    return word_at(&in->line, in->word);
}

static inline bool quoted_now(const ws_fields *in) {
    return more(in) && in->line.word[in->word].quoted;
}

/* Is the word at hand this keyword, without quotes? */
static inline bool now_is(const ws_fields *in, const char *text) {
    return word_is(&in->line, in->word, text) && !quoted_now(in);
}

/* Consumes the word at hand if it is this keyword; true if it was. */
static inline bool consumed(ws_fields *in, const char *text) {
    bool is_there = now_is(in, text);
    in->word += is_there;
    return is_there;
}

/* Refuses the word at hand, or the end of the line. */
bool ws_refuse_now(const ws_fields *in, const char *expected);
/* True at the end of the line; refuses a word that is too much. */
bool ws_fields_end(const ws_fields *in);

/* ---- single values: each is taken, or refused ---- */

const char *ws_keep(ws_fields *in, const char *text);
bool ws_quoted_read(ws_fields *in, const char **text, const char *expected);
bool ws_name_read(ws_fields *in, const char **name, const char *expected);
bool ws_int_read(ws_fields *in, int most, int *number);
/* The number with which a text begins. Both return where it ends: the text where there is none. */
const char *ws_real_parse(const char *text, double *number);
const char *ws_whole_parse(const char *text, int base, uint64_t *number);
/* Is the whole text a number? */
bool ws_real_is(const char *text, double *number);
bool ws_real_read(ws_fields *in, double *number);
/* An expression up to a key of the form, or to the end. With a scope it is read in that. */
bool ws_expr_read(ws_fields *in, const ws_form *stops, const ws_expr_scope *scope, ws_expr **expr);
bool ws_lines_read(ws_fields *in, ws_field_lines *lines);
/* Keeps the word at hand as a line. */
bool ws_word_keep(ws_fields *in, ws_field_lines *lines);
/* The number of text in front of a colon, or of the end; goes on behind it. */
bool ws_millionths_read(const char **text, int64_t *value);

#endif
