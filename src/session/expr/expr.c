/* expr.c - the value of an expression. See expr.h. */
#include "session/expr/expr.h"

#include "observe/quantities.h"
#include "session/expr/expr_rows.h"
#include "session/language/params.h"
#include "session/language/text.h"

#include <math.h>
#include <string.h>

/* A node of an expression, the scene or scope that gives its values, and the worm at hand. */
typedef struct asking {
    const ws_expr *expr;
    const ws_expr_node *node;
    const ws_scene *scene;
    const ws_frame_worm *worm;
    const ws_expr_scope *scope;
} asking;

static double value_of(const asking *a);

/* Returns the asking with another node of the expression. */
static asking asking_at(const asking *a, int place) {
    asking part = *a;
    part.node = &a->expr->node[place];
    return part;
}

/* Asks a network for the value of the whole expression. */
static asking asking_of(const ws_expr *expr, const ws_scene *scene) {
    asking a = {.expr = expr};
    a.node = &expr->node[expr->root];
    a.scene = scene;
    return a;
}

/* Asks a scope for the value of the whole expression. */
static asking asking_in(const ws_expr *expr, const ws_expr_scope *scope) {
    asking a = asking_of(expr, NULL);
    a.scope = scope;
    return a;
}

static double left_value(const asking *a) {
    const asking left = asking_at(a, a->node->left);
    return value_of(&left);
}

static double right_value(const asking *a) {
    const asking right = asking_at(a, a->node->right);
    return value_of(&right);
}

static bool is_true(double value) {
    return !isnan(value) && value != 0;
}

static const ws_expr_row *row_of(const ws_expr_node *node) {
    return node->row;
}

static const ws_worm_row *worm_row_of(const ws_expr_node *node) {
    return node->row;
}

static const ws_quantity *quantity_of(const ws_expr_node *node) {
    return node->row;
}

/* Returns the name in the brackets that stands at a place. */
static const char *name_of(const asking *a, int argument) {
    return a->expr->names + a->node->argument[argument];
}

/* Finds the numbers of the hosts, links or classes that the node names. False if one does not
 * exist. */
static bool names_find(const asking *a, ws_asked *asked) {
    const char *sorts = row_of(a->node)->arguments;
    *asked = (ws_asked){.scene = a->scene};
    for (uint16_t i = 0; i < a->node->arguments; i++) {
        const char *name = name_of(a, i);
        asked->id[i] = ws_expr_name_find(a->scene, sorts[i], name);
        if (asked->id[i] == WS_NIL)
            return false;
    }
    return true;
}

static void worms_find(const asking *a, ws_targets *targets) {
    const ws_frame *frame = a->scene->frame;
    asking inner = *a;
    for (uint32_t i = 0; i < frame->worms; i++) {
        inner.worm = &frame->worm[i];
        if (is_true(left_value(&inner)))
            ws_targets_add(targets, WS_TARGET_WORM, inner.worm->packet);
    }
}

static void targets_of(const asking *a, ws_targets *targets) {
    ws_asked asked;
    targets->count = targets->more = 0;
    if (a->node->op == EXPR_WORMS)
        worms_find(a, targets);
    if (a->node->op != EXPR_ROW)
        return;
    const ws_expr_row *row = row_of(a->node);
    if (row->targets && names_find(a, &asked))
        row->targets(&asked, targets);
}

static double row_value(const asking *a) {
    const ws_expr_row *row = row_of(a->node);
    ws_asked asked;
    ws_targets targets;
    if (a->node->op == EXPR_WORMS || !row->number) {
        targets_of(a, &targets);
        return (double)(targets.count + targets.more);
    }
    return names_find(a, &asked) ? row->number(&asked) : NAN;
}

static double param_value(const asking *a, const ws_param *param) {
    const ws_def *def = &a->scene->frame->def;
    int64_t value;
    memcpy(&value, (const char *)def + param->offset, sizeof value);
    bool is_share = param->type == WS_PARAM_SHARE;
    return is_share ? (double)value / WS_MILLION : (double)value;
}

/* Is the worm's end or class the one that is named? */
static double named_value(const asking *a) {
    const ws_worm_row *row = worm_row_of(a->node);
    const char *name = name_of(a, 0);
    const ws_frame *frame = a->scene->frame;
    bool is_class = row->sort == WS_WORM_CLASS;
    char sort = is_class ? WS_EXPR_CLASS : WS_EXPR_NODE;
    uint32_t id = ws_expr_name_find(a->scene, sort, name);
    if (id == WS_NIL || !a->worm)
        return NAN;
    if (is_class)
        return ws_class_has(&frame->class_of[id], a->worm->traffic_class);
    return row->of(frame, a->worm) == id;
}

static double compare(int op, double one, double other) {
    if (isnan(one) || isnan(other))
        return 0;
    switch (op) {
    case EXPR_MORE: return one > other;
    case EXPR_AT_LEAST: return one >= other;
    case EXPR_LESS: return one < other;
    case EXPR_AT_MOST: return one <= other;
    case EXPR_EQUAL: return one == other;
    default: return one != other;
    }
}

static double binary(const asking *a) {
    int op = a->node->op;
    double one = left_value(a);
    if (op == EXPR_AND && !is_true(one))
        return 0;
    if (op == EXPR_OR && is_true(one))
        return 1;
    double other = right_value(a);
    switch (op) {
    case EXPR_AND:
    case EXPR_OR: return is_true(other);
    case EXPR_ADD: return one + other;
    case EXPR_SUBTRACT: return one - other;
    case EXPR_MULTIPLY: return one * other;
    case EXPR_DIVIDE: return other != 0 ? one / other : NAN;
    default: return compare(op, one, other);
    }
}

static double function_value(const asking *a) {
    const ws_expr_function *function = a->node->row;
    double one = left_value(a);
    double other = 0;
    if (function->operands > 1)
        other = right_value(a);
    if (isnan(one) || isnan(other))
        return NAN;
    return function->of(one, other);
}

static double worm_value(const asking *a) {
    const ws_worm_row *row = worm_row_of(a->node);
    return a->worm ? row->of(a->scene->frame, a->worm) : NAN;
}

static double call_value(const asking *a) {
    const ws_expr_scope *scope = a->scope;
    ws_expr_call call = ws_expr_call_of(a->expr, a->node);
    if (!scope)
        return NAN;
    return scope->value(scope->context, &call);
}

static double value_of(const asking *a) {
    switch (a->node->op) {
    case EXPR_NUMBER: return a->node->number;
    case EXPR_QUANTITY: return quantity_of(a->node)->of(a->scene->frame);
    case EXPR_PARAM: return param_value(a, a->node->row);
    case EXPR_ROW: return row_value(a);
    case EXPR_WORM: return worm_value(a);
    case EXPR_NAMED: return named_value(a);
    case EXPR_WORMS: return row_value(a);
    case EXPR_FUNCTION: return function_value(a);
    case EXPR_CALL: return call_value(a);
    case EXPR_NEGATIVE: return -left_value(a);
    case EXPR_NOT: return !is_true(left_value(a));
    default: return binary(a);
    }
}

double ws_expr_number(const ws_expr *expr, const ws_scene *scene) {
    const asking a = asking_of(expr, scene);
    return value_of(&a);
}

double ws_expr_number_in(const ws_expr *expr, const ws_expr_scope *scope) {
    const asking a = asking_in(expr, scope);
    return value_of(&a);
}

/* clang-format off */
static const struct {
    const char *sign, *words;
} compare_rows[] = {
    [EXPR_MORE]     = {">", "more than"},
    [EXPR_AT_LEAST] = {">=", "at least"},
    [EXPR_LESS]     = {"<", "less than"},
    [EXPR_AT_MOST]  = {"<=", "at most"},
    [EXPR_EQUAL]    = {"=", "exactly"},
    [EXPR_OTHER]    = {"!=", "anything but"},
};
/* clang-format on */

/* Writes what a comparison compares. */
typedef void compared_add(const asking *a, text_out *out);

static void symbols_add(const asking *a, text_out *out) {
    const char *between = out->used > 0 ? ", " : "";
    const char *sign = compare_rows[a->node->op].sign;
    double one = left_value(a);
    double other = right_value(a);
    text_add(out, "%s", between);
    text_add_number(out, one);
    text_add(out, " %s ", sign);
    text_add_number(out, other);
}

static void words_add(const asking *a, text_out *out) {
    const char *between = out->used > 0 ? "; " : "";
    const char *words = compare_rows[a->node->op].words;
    double one = left_value(a);
    double other = right_value(a);
    text_add(out, "%s", between);
    text_add_number(out, one);
    text_add(out, ", where %s ", words);
    text_add_number(out, other);
    text_add(out, " is asked");
}

static void evidence_add(const asking *a, compared_add *add, text_out *out) {
    int op = a->node->op;
    if (op < EXPR_NOT)
        return;
    if (op >= EXPR_MORE) {
        add(a, out);
        return;
    }
    const asking left = asking_at(a, a->node->left);
    evidence_add(&left, add, out);
    if (op == EXPR_NOT)
        return;
    const asking right = asking_at(a, a->node->right);
    evidence_add(&right, add, out);
}

const char *ws_expr_evidence_in(const ws_expr *expr, const ws_expr_scope *scope, char *text,
                                size_t room) {
    const asking a = asking_in(expr, scope);
    text_out out = text_begin(text, room);
    evidence_add(&a, symbols_add, &out);
    return text;
}

const char *ws_expr_evidence(const ws_expr *expr, const ws_scene *scene, char *text, size_t room) {
    const asking a = asking_of(expr, scene);
    text_out out = text_begin(text, room);
    evidence_add(&a, words_add, &out);
    return text;
}

bool ws_expr_holds(const ws_expr *expr, const ws_scene *scene) {
    return is_true(ws_expr_number(expr, scene));
}

void ws_expr_targets(const ws_expr *expr, const ws_scene *scene, ws_targets *targets) {
    const asking a = asking_of(expr, scene);
    targets_of(&a, targets);
}

/* -------------------------------------------------------------------------------- checking ---- */

static const char *sort_name(char sort) {
    switch (sort) {
    case WS_EXPR_HOST: return "host";
    case WS_EXPR_SWITCH: return "switch";
    case WS_EXPR_NODE: return "switch or host";
    case WS_EXPR_CLASS: return "class";
    case WS_EXPR_COUNT: return "whole number";
    case WS_EXPR_FLOW: return "set of links (there is `flow`)";
    default: return "chain (there is `longest`)";
    }
}

/* Where the node stands in the text. */
static ws_place place_of(const asking *a) {
    ws_place place = a->expr->place;
    place.column = a->node->column;
    return place;
}

static bool name_check(const asking *a, int argument, char sort, ws_error *error) {
    const char *name = name_of(a, argument);
    if (ws_expr_name_find(a->scene, sort, name) != WS_NIL)
        return true;
    return ws_fail_at(error, place_of(a), "unknown %s \"%.64s\"", sort_name(sort), name);
}

static bool node_check(const asking *a, ws_error *error) {
    const ws_expr_node *node = a->node;
    if (node->op == EXPR_NAMED) {
        bool is_class = worm_row_of(node)->sort == WS_WORM_CLASS;
        char sort = is_class ? WS_EXPR_CLASS : WS_EXPR_NODE;
        return name_check(a, 0, sort, error);
    }
    if (node->op != EXPR_ROW)
        return true;
    const char *sorts = row_of(node)->arguments;
    for (int i = 0; i < node->arguments; i++)
        if (!name_check(a, i, sorts[i], error))
            return false;
    return true;
}

/* Checks that a link exists between two nodes that exist. */
static bool link_check(const asking *a, ws_error *error) {
    ws_asked asked;
    if (a->node->op != EXPR_ROW)
        return true;
    if (strcmp(row_of(a->node)->subject, "link") != 0)
        return true;
    names_find(a, &asked);
    if (ws_expr_link(&asked) != WS_NIL)
        return true;
    const char *from = name_of(a, 0);
    const char *to = name_of(a, 1);
    return ws_fail_at(error, place_of(a), "no link goes from %.40s to %.40s", from, to);
}

bool ws_expr_check(const ws_expr *expr, const ws_scene *scene, ws_error *error) {
    const asking whole = asking_of(expr, scene);
    for (int i = 0; i < expr->count; i++) {
        const asking a = asking_at(&whole, i);
        if (!node_check(&a, error) || !link_check(&a, error))
            return false;
    }
    return true;
}

/* -------------------------------------------------------------------------------- figures ---- */

static bool names_are_same(const ws_expr *one, const ws_expr_node *of, const ws_expr *other,
                           const ws_expr_node *to) {
    bool same = of->arguments == to->arguments;
    for (uint16_t i = 0; same && i < of->arguments; i++)
        same = text_is(one->names + of->argument[i], other->names + to->argument[i]);
    return same;
}

bool ws_expr_shares(const ws_expr *one, const ws_expr *other) {
    for (int16_t i = 0; i < one->count; i++) {
        const ws_expr_node *of = &one->node[i];
        bool asks = of->op == EXPR_ROW || of->op == EXPR_QUANTITY;
        for (int16_t k = 0; asks && k < other->count; k++) {
            const ws_expr_node *to = &other->node[k];
            bool same = to->op == of->op;
            same &= to->row == of->row;
            if (same && names_are_same(one, of, other, to))
                return true;
        }
    }
    return false;
}

bool ws_expr_uses(const ws_expr *expr, const ws_quantity *quantity) {
    const ws_expr_node *end = expr->node + expr->count;
    const ws_expr_node *node = expr->node;
    while (node < end && node->row != quantity)
        node++;
    return node < end;
}

static bool is_condition(const ws_expr_node *node) {
    return node->op >= EXPR_NOT;
}

static bool is_cycle(const ws_expr_node *node) {
    const ws_expr_row *row = node->row;
    return node->op == EXPR_ROW && strcmp(row->subject, "cycle") == 0;
}

/* Returns the number that `cycle` is compared with; NaN if `cycle` is not compared. */
static double cycle_compared(const ws_expr *expr, const ws_expr_node *node) {
    if (node->op < EXPR_MORE)
        return NAN;
    const ws_expr_node *left = &expr->node[node->left];
    const ws_expr_node *right = &expr->node[node->right];
    if (is_cycle(left) && right->op == EXPR_NUMBER)
        return right->number;
    if (is_cycle(right) && left->op == EXPR_NUMBER)
        return left->number;
    return NAN;
}

size_t ws_expr_cycles(const ws_expr *expr, uint64_t *cycles, size_t room) {
    size_t count = 0;
    for (int i = 0; i < expr->count; i++) {
        double number = cycle_compared(expr, &expr->node[i]);
        bool can_be = number >= 0 && number < 1e15;
        if (!can_be || count + 2 > room)
            continue;
        uint64_t cycle = (uint64_t)ceil(number);
        cycles[count++] = cycle;
        cycles[count++] = cycle + 1;
    }
    return count;
}

bool ws_expr_is_condition(const ws_expr *expr) {
    return is_condition(&expr->node[expr->root]);
}

/* Goes down the left side, to the figure that is compared. */
static int figure_place(const ws_expr *expr) {
    int place = expr->root;
    while (is_condition(&expr->node[place]))
        place = expr->node[place].left;
    return place;
}

double ws_expr_figure(const ws_expr *expr, const ws_scene *scene, const char **unit) {
    const asking whole = asking_of(expr, scene);
    const asking a = asking_at(&whole, figure_place(expr));
    *unit = "";
    if (a.node->op == EXPR_QUANTITY)
        *unit = quantity_of(a.node)->unit;
    if (a.node->op == EXPR_ROW)
        *unit = row_of(a.node)->unit;
    return value_of(&a);
}

void ws_expr_means_param(ws_expr *expr, const ws_param *param) {
    for (int16_t i = 0; i < expr->count; i++) {
        ws_expr_node *node = &expr->node[i];
        bool is_quantity = node->op == EXPR_QUANTITY;
        const ws_expr_row *row = node->op == EXPR_ROW ? node->row : NULL;
        bool is_row = row && !*row->field && text_is(row->subject, param->name);
        if (!is_row && !(is_quantity && text_is(quantity_of(node)->name, param->name)))
            continue;
        node->op = EXPR_PARAM;
        node->row = param;
    }
}

const ws_quantity *ws_expr_quantity(const ws_expr *expr) {
    const ws_expr_node *node = &expr->node[figure_place(expr)];
    return node->op == EXPR_QUANTITY ? node->row : NULL;
}

/* Returns the length of the label before a colon; 0: there is no label. */
static size_t label_length(const char *text, size_t length) {
    const char *colon = memchr(text, ':', length);
    if (!colon)
        return 0;
    return (size_t)(colon - text);
}

/* Replaces underlines by blanks. */
static void blanks_restore(char *name) {
    for (; *name; name++)
        if (*name == '_')
            *name = ' ';
}

bool ws_figure_parse(ws_expr *expr, char *name, size_t room, const char *text, size_t length,
                     ws_error *error) {
    const ws_place place = {NULL, 1, 1};
    size_t label = label_length(text, length);
    size_t begin = label ? label + 1 : 0;
    if (!ws_expr_parse(expr, place, text + begin, length - begin, error))
        return false;
    if (label)
        snprintf(name, room, "%.*s", (int)label, text);
    else
        snprintf(name, room, "%s", expr->text);
    blanks_restore(name);
    return true;
}
