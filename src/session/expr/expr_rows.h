/* expr_rows.h - what expressions can name besides quantities and parameters: subjects with their
 * fields, fields of a worm, functions. Only for the files of this folder, the manual and
 * completion. */
#ifndef WS_EXPR_ROWS_H
#define WS_EXPR_ROWS_H

#include "session/expr/expr.h"

/* The names in the brackets of a subject: a letter for each. */
#define WS_EXPR_HOST   'H'
#define WS_EXPR_SWITCH 'S'
#define WS_EXPR_NODE   'N'
#define WS_EXPR_CLASS  'C'
#define WS_EXPR_COUNT  '#'
#define WS_EXPR_WHICH  'W' /* longest */
#define WS_EXPR_FLOW   'F' /* flow */

/* A question about a subject, with the numbers of the things that were named. */
typedef struct ws_asked {
    const ws_scene *scene;
    uint32_t id[WS_EXPR_ARGS];
} ws_asked;

typedef struct ws_expr_row {
    const char *subject;   /* "host" */
    const char *arguments; /* "H" */
    const char *field;     /* "received"; "" where the subject stands alone */
    const char *unit;
    const char *doc;
    bool measured;
    double (*number)(const ws_asked *asked); /* or */
    void (*targets)(const ws_asked *asked, ws_targets *targets);
} ws_expr_row;
extern const ws_expr_row ws_expr_rows[];
extern const size_t ws_expr_row_count;

/* What can be asked of a worm inside worms(...), and by filters; those that are compared with a
 * name come last. */
typedef enum ws_worm_sort {
    WS_WORM_STATE,
    WS_WORM_NUMBER,
    WS_WORM_CLASS,
    WS_WORM_HOST,
    WS_WORM_SWITCH
} ws_worm_sort;
typedef struct ws_worm_row {
    const char *name;
    const char *doc;
    ws_worm_sort sort;
    double (*of)(const ws_frame *frame, const ws_frame_worm *worm); /* of an end: the node */
} ws_worm_row;
#define WORM(id, name, sort, value, doc)                                                           \
    double ws_worm_##id(const ws_frame *frame, const ws_frame_worm *worm);
#define UNFILTERED WORM
#include "session/expr/worm_rows.def"
extern const ws_worm_row ws_worm_rows[];
extern const size_t ws_worm_row_count;

typedef struct ws_expr_function {
    const char *name;
    const char *doc;
    int operands;
    double (*of)(double one, double other);
} ws_expr_function;
extern const ws_expr_function ws_expr_functions[];
extern const size_t ws_expr_function_count;

/* "(HOST)" for "H", "(NODE,NODE)" for "NN"; "" for none. Returns text. */
const char *ws_expr_usage(const char *arguments, char *text, size_t room);
/* Returns the number of the thing that a name in brackets means; WS_NIL if there is none. */
uint32_t ws_expr_name_find(const ws_scene *scene, char sort, const char *name);
/* Returns the name of a scope that a node holds. */
ws_expr_call ws_expr_call_of(const ws_expr *expr, const ws_expr_node *node);
/* Returns the link from the first named node to the second; WS_NIL: none. */
uint32_t ws_expr_link(const ws_asked *asked);
/* Adds a thing to a set unless it is in it. A full set only counts it. */
void ws_targets_add(ws_targets *targets, ws_target_kind kind, uint32_t id);

/* ---- expr ops ---- */

/* The operations of the nodes of an expression, for its parser and its evaluation. */

enum {
    EXPR_NUMBER,
    EXPR_QUANTITY,
    EXPR_PARAM,
    EXPR_ROW,   /* ws_expr_row */
    EXPR_WORM,  /* ws_worm_row: of the worm at hand */
    EXPR_WORMS, /* those for which `left` holds */
    EXPR_NAMED, /* of a worm: is its end or class (`row`) that which is named? */
    EXPR_FUNCTION,
    EXPR_CALL, /* of a scope: its arguments are name, field, and what stands in brackets */
    EXPR_NEGATIVE,
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    /* conditions from here on */
    EXPR_NOT,
    EXPR_AND,
    EXPR_OR,
    EXPR_MORE,
    EXPR_AT_LEAST,
    EXPR_LESS,
    EXPR_AT_MOST,
    EXPR_EQUAL,
    EXPR_OTHER
};

#endif
