/* expr.h - expressions over a network: what is asked of it, in one grammar for breakpoints,
 * figures, lessons and `--until`.
 *
 *   order >= 2 and not deadlock            100 * host(H3).received > 30
 *   waiting > 20%                          buffer * vcs <= 16
 *   chain(longest).root                    worms(from = H2 and waiting)
 *
 * A name is a quantity (quantities.h), a parameter of the network, `cycle`, or a subject with what
 * it is asked for: rows of the tables in expr_rows.h. `and or not`, comparisons (> >= < <= = !=),
 * + - * /, functions, and brackets. A value is a number - a truth is 1 or 0, NAN is what there is
 * not - or a set of things: worms, nodes, links. In worms(...) stands what must hold of each worm.
 *
 * An expression holds no pointer into a network; names of hosts and links are looked up when it is
 * evaluated, and ws_expr_check says beforehand which of them there are not. */
#ifndef WS_EXPR_H
#define WS_EXPR_H

#include "observe/frame.h"
#include "observe/quantities.h"
#include "session/language/line.h"
#include "session/language/params.h"

#define WS_EXPR_NODES  96
#define WS_EXPR_TEXT   512
#define WS_EXPR_ARGS   6
#define WS_TARGETS_MAX 64

typedef enum ws_target_kind { WS_TARGET_WORM, WS_TARGET_NODE, WS_TARGET_LINK } ws_target_kind;

/* A worm by its packet, a node or a link by its number. */
typedef struct ws_target {
    ws_target_kind kind;
    uint32_t id;
} ws_target;

typedef struct ws_targets {
    ws_target at[WS_TARGETS_MAX];
    size_t count;
    size_t more; /* more things, for which there was no room */
} ws_targets;

/* The network that is asked. The frame must be the frame of the net now; metrics may be NULL
 * (measured figures are then NAN). */
typedef struct ws_scene {
    const ws_net *net;
    const ws_frame *frame;
    const ws_metrics *metrics;
} ws_scene;

/* A name that a scope knows, as it stands: NAME(ARGUMENT, ...).FIELD.FIELD */
#define WS_EXPR_CALL_ARGS (WS_EXPR_ARGS - 2)
typedef struct ws_expr_call {
    const char *name;
    const char *field; /* "high.head_latency.mean"; "" for none */
    const char *argument[WS_EXPR_CALL_ARGS];
    size_t arguments;
} ws_expr_call;

/* Names that the caller knows: those in a row of results, or the curves of a figure. An expression
 * with a scope knows these names, numbers, functions and operators, but no network. */
typedef struct ws_expr_scope {
    const void *context;
    /* Does the name exist? False with an error at the place. For the parser. */
    bool (*knows)(const void *context, const ws_expr_call *call, ws_place place, ws_error *error);
    /* Returns the value of the name; NAN if there is none. For evaluation. */
    double (*value)(const void *context, const ws_expr_call *call);
} ws_expr_scope;

struct ws_expr_row;

typedef struct ws_expr_node {
    uint8_t op;
    int16_t left;                    /* first operand, by place; -1: none */
    int16_t right;                   /* second operand, by place; -1: none */
    double number;                   /* of a number */
    const void *row;                 /* of a quantity, parameter, field or function */
    uint16_t argument[WS_EXPR_ARGS]; /* of a field: where its names stand in `names` */
    uint16_t arguments;
    unsigned column;
} ws_expr_node;

typedef struct ws_expr {
    ws_expr_node node[WS_EXPR_NODES];
    int16_t count;
    int16_t root;
    bool measured;            /* it needs a frame with metrics */
    bool targets;             /* its value is a set of things */
    ws_place place;           /* of its first character */
    char text[WS_EXPR_TEXT];  /* as a user would type it, without needless blanks */
    char names[WS_EXPR_TEXT]; /* terminated, one behind the other */
    uint16_t names_used;
} ws_expr;

/* Reads a whole text as an expression. False with an error at its place, such as "l.lesson:7:22:
 * there is no quantity ...". */
bool ws_expr_parse(ws_expr *expr, ws_place place, const char *text, size_t length, ws_error *error);
/* Reads a whole text as an expression with the names of a scope. */
bool ws_expr_parse_in(ws_expr *expr, const ws_expr_scope *scope, ws_place place, const char *text,
                      size_t length, ws_error *error);
/* Reads a figure with a name that readers see: "share_of_H2:EXPR", whose `_` stand for blanks, or
 * an expression alone, which is its own name. False with an error. */
bool ws_figure_parse(ws_expr *expr, char *name, size_t room, const char *text, size_t length,
                     ws_error *error);
/* Do the hosts, links and classes that the expression names exist? False with an error at the
 * place. */
bool ws_expr_check(const ws_expr *expr, const ws_scene *scene, ws_error *error);

/* Returns the number that the expression has now; of a set, the number of things in it. */
double ws_expr_number(const ws_expr *expr, const ws_scene *scene);
/* Returns the number of an expression that was read with a scope; this scope may have another
 * context. */
double ws_expr_number_in(const ws_expr *expr, const ws_expr_scope *scope);
/* Writes the numbers that a condition compares: "472 < 598, 0.2 > 0.1"; "" if it compares nothing.
 * Returns text. */
const char *ws_expr_evidence_in(const ws_expr *expr, const ws_expr_scope *scope, char *text,
                                size_t room);
/* Writes them of a network, in words: "16.2, where at least 50 is asked"; "" if it compares
 * nothing. Returns text. */
const char *ws_expr_evidence(const ws_expr *expr, const ws_scene *scene, char *text, size_t room);
/* Is the value a number other than 0, or a set that is not empty? */
bool ws_expr_holds(const ws_expr *expr, const ws_scene *scene);
/* Returns the set that the expression has now; empty if its value is a number. */
void ws_expr_targets(const ws_expr *expr, const ws_scene *scene, ws_targets *targets);

/* Do both ask the same of the same host, link or class, or for the same quantity? */
bool ws_expr_shares(const ws_expr *one, const ws_expr *other);
/* Does the expression use the quantity? */
bool ws_expr_uses(const ws_expr *expr, const ws_quantity *quantity);
/* Lists the cycles at which the value of an expression that compares `cycle` with a number may
 * change: of cycle=3500, 3500 and 3501. Writes at most `room`, and returns their number. */
size_t ws_expr_cycles(const ws_expr *expr, uint64_t *cycles, size_t room);
/* Is the expression a condition, made of comparisons? Else it is a figure. */
bool ws_expr_is_condition(const ws_expr *expr);
/* Returns the figure that a condition compares first, or the whole expression's; sets its unit, ""
 * if it has none. */
double ws_expr_figure(const ws_expr *expr, const ws_scene *scene, const char **unit);
/* From now on the name of the parameter means it, and no quantity of the same name. */
void ws_expr_means_param(ws_expr *expr, const ws_param *param);
/* Returns the quantity that this figure is; NULL if the figure is no quantity. */
const ws_quantity *ws_expr_quantity(const ws_expr *expr);

#endif
