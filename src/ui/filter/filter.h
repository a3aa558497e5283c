/* filter.h - which worms are of interest: a few conditions, all of which must hold. The others are dimmed on every panel.
 *
 * A filter is words with blanks between them. A word is
 *   a state            blocked
 *   a condition        order>2  class=high  to=H5,H6  length>=100     with > >= < <= = !=; of several values one must hold
 *   the same in words  host H3  packet 123
 *   a part of a name   H1       of the source, the destination, or the switch where the head stands
 * and `!` before any of them turns it round. Fields are rows of session/expr/worm_rows.def. Pure: text and a frame in, an answer
 * out. */
#ifndef WS_FILTER_H
#define WS_FILTER_H

#include "observe/frame.h"
#include "session/expr/expr_rows.h"
#include "session/language/complete.h"

#define WS_FILTER_TERMS  8
#define WS_FILTER_VALUES 8 /* of one condition */
#define WS_FILTER_TEXT   128

typedef struct ws_filter_field ws_filter_field;

typedef struct ws_filter_term {
    const ws_filter_field *field; /* NULL: a part of a name */
    uint8_t compare;
    bool negated;
    size_t count;
    uint64_t value[WS_FILTER_VALUES]; /* numbers, classes of the frame, or nodes */
    char part[WS_NAME_MAX];
} ws_filter_term;

typedef struct ws_filter {
    size_t count; /* 0: everything is of interest */
    ws_filter_term term[WS_FILTER_TERMS];
    char text[WS_FILTER_TEXT]; /* as it was typed */
} ws_filter;

/* Reads a text; names and classes are those of the frame's network. False with an error, and nothing changed, if it is no filter.
 * An empty text is one that takes everything. */
bool ws_filter_parse(ws_filter *filter, const ws_frame *frame, const char *text, ws_error *error);
bool ws_filter_match(const ws_filter *filter, const ws_frame *frame, const ws_frame_worm *worm);

/* Offers what may stand where the text ends. */
void ws_filter_complete(ws_completions *completions, const ws_frame *frame);

/* The fields, for the help: NULL behind the last. */
const char *ws_filter_field_name(size_t index);
const char *ws_filter_field_doc(size_t index);

/* ---- filter table ---- */

struct ws_filter_field {
    const char *name, *doc;
    ws_worm_sort sort;
    double (*of)(const ws_frame *f, const ws_frame_worm *w); /* as in ws_worm_row; or, in its place: */
    bool (*touches)(const ws_frame *f, const ws_frame_worm *w, uint32_t node); /* has it to do with a node? */
};

extern const ws_filter_field ws_filter_fields[];
extern const size_t ws_filter_field_count;

/* The longer of two that begin alike stands first. */
enum { FILTER_AT_LEAST, FILTER_AT_MOST, FILTER_OTHER, FILTER_MORE, FILTER_LESS, FILTER_SAME, FILTER_COMPARES };
#define FILTER_SIGNS "<>=!"

/* The nodes that a field may name: from *first to before *end. */
static inline void filter_nodes(const ws_filter_field *field, const ws_frame *f, uint32_t *first, uint32_t *end) {
    bool is_switch = field->sort == WS_WORM_SWITCH;
    *first = is_switch ? 0 : f->switches;
    *end = is_switch ? f->switches : f->switches + f->hosts;
}

bool filter_has_part(const char *name, const char *part);

#endif
