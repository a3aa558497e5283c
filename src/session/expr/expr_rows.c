/* expr_rows.c - see expr_rows.h. */
#include "session/expr/expr_rows.h"

#include "observe/confidence.h"
#include "session/language/text.h"

#include <math.h>

#define CHAIN_MAX 64

static bool is_same(const ws_target *one, const ws_target *other) {
    return one->kind == other->kind && one->id == other->id;
}

void ws_targets_add(ws_targets *targets, ws_target_kind kind, uint32_t id) {
    const ws_target target = {kind, id};
    const ws_target *end = targets->at + targets->count;
    for (const ws_target *at = targets->at; at < end; at++)
        if (is_same(at, &target))
            return;
    if (id == WS_NIL)
        return;
    if (targets->count < WS_TARGETS_MAX)
        targets->at[targets->count++] = target;
    else
        targets->more++;
}

static void add_worm(ws_targets *targets, uint32_t packet) {
    ws_targets_add(targets, WS_TARGET_WORM, packet);
}

static void add_link(ws_targets *targets, uint32_t link) {
    ws_targets_add(targets, WS_TARGET_LINK, link);
}

/* ---------------------------------------------------------------------------------- names ---- */

static uint32_t node_find(const ws_frame *frame, uint32_t first, uint32_t end, const char *name) {
    for (uint32_t i = first; i < end; i++)
        if (text_is(frame->graph.node[i].name, name))
            return i;
    return WS_NIL;
}

static uint32_t class_find(const ws_frame *frame, const char *name) {
    for (uint32_t i = 0; i < frame->class_count; i++)
        if (text_is(frame->class_of[i].name, name))
            return i;
    return WS_NIL;
}

static uint32_t count_find(const char *name) {
    size_t length = strlen(name);
    size_t digits = strspn(name, "0123456789");
    if (digits == 0 || digits < length || digits > 6)
        return WS_NIL;
    return (uint32_t)strtoul(name, NULL, 10);
}

static const char *usage_of(char sort) {
    switch (sort) {
    case WS_EXPR_HOST: return "HOST";
    case WS_EXPR_SWITCH: return "SWITCH";
    case WS_EXPR_NODE: return "NODE";
    case WS_EXPR_CLASS: return "CLASS";
    case WS_EXPR_COUNT: return "N";
    case WS_EXPR_FLOW: return "flow";
    default: return "longest";
    }
}

const char *ws_expr_usage(const char *arguments, char *text, size_t room) {
    text_out out = text_begin(text, room);
    const char *before = "(";
    for (const char *sort = arguments; *sort; sort++) {
        text_add(&out, "%s%s", before, usage_of(*sort));
        before = ",";
    }
    if (out.used)
        text_add(&out, ")");
    return text;
}

uint32_t ws_expr_name_find(const ws_scene *scene, char sort, const char *name) {
    const ws_frame *frame = scene->frame;
    uint32_t nodes = frame->switches + frame->hosts;
    switch (sort) {
    case WS_EXPR_HOST: return node_find(frame, frame->switches, nodes, name);
    case WS_EXPR_SWITCH: return node_find(frame, 0, frame->switches, name);
    case WS_EXPR_NODE: return node_find(frame, 0, nodes, name);
    case WS_EXPR_CLASS: return class_find(frame, name);
    case WS_EXPR_COUNT: return count_find(name);
    case WS_EXPR_FLOW: return text_is(name, "flow") ? 0 : WS_NIL;
    default: return text_is(name, "longest") ? 0 : WS_NIL;
    }
}

/* ---------------------------------------------------------------------------------- hosts ---- */

static uint32_t host_of(const ws_asked *asked) {
    return asked->id[0] - asked->scene->frame->switches;
}

static ws_host_report host_report(const ws_asked *asked) {
    const ws_scene *scene = asked->scene;
    if (scene->metrics)
        return ws_metrics_host(scene->metrics, scene->net, host_of(asked));
    ws_host_report none = {0};
    none.offered = NAN;
    none.injected = NAN;
    none.received = NAN;
    none.head.mean = NAN;
    none.message.mean = NAN;
    return none;
}
static void targets_node(const ws_asked *asked, ws_targets *targets) {
    ws_targets_add(targets, WS_TARGET_NODE, asked->id[0]);
}

/* -------------------------------------------------------------------------------- classes ---- */

static ws_class_report class_report(const ws_asked *asked) {
    const ws_scene *scene = asked->scene;
    const ws_class *wanted = &scene->frame->class_of[asked->id[0]];
    size_t count = 0;
    if (scene->metrics)
        count = ws_metrics_classes(scene->metrics);
    for (size_t i = 0; i < count; i++) {
        ws_class_report report = ws_honest_class(scene->metrics, scene->net, i);
        if (text_is(report.name, wanted->name))
            return report;
    }
    ws_class_report none = {0};
    none.accepted = NAN;
    none.offered = NAN;
    for (uint32_t i = 0; i < WS_LATENCY_COUNT; i++)
        none.latency[i].mean = NAN;
    return none;
}
static double class_latency_mean(const ws_asked *asked, ws_latency_kind kind) {
    return class_report(asked).latency[kind].mean;
}
#define class_latency(asked, kind) class_latency_mean(asked, WS_LATENCY_##kind)

/* ---------------------------------------------------------------------- switches and links ---- */

uint32_t ws_expr_link(const ws_asked *asked) {
    const ws_frame *frame = asked->scene->frame;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        bool leaves = link->from == asked->id[0];
        if (leaves && link->to == asked->id[1])
            return l;
    }
    return WS_NIL;
}
static const ws_frame_link *link_at(const ws_asked *asked) {
    static const ws_frame_link none = {.holder = WS_NIL, .utilisation = NAN};
    uint32_t link = ws_expr_link(asked);
    if (link == WS_NIL)
        return &none;
    return &asked->scene->frame->link[link];
}
static void targets_links(const ws_asked *asked, ws_targets *targets) {
    const ws_frame *frame = asked->scene->frame;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        bool inside = link->from < frame->switches && link->to < frame->switches;
        if (inside && link->flits > 0)
            add_link(targets, l);
    }
}

static void targets_link(const ws_asked *asked, ws_targets *targets) {
    add_link(targets, ws_expr_link(asked));
}
static void targets_link_holder(const ws_asked *asked, ws_targets *targets) {
    add_worm(targets, link_at(asked)->holder);
}
static double link_saqs(const ws_asked *asked) {
    const ws_frame *frame = asked->scene->frame;
    uint32_t link = ws_expr_link(asked);
    double count = 0;
    for (uint32_t i = 0; i < frame->saqs; i++) {
        const ws_saq *saq = &frame->saq[i];
        count += saq->link == link && !saq->output;
    }
    return count;
}

/* -------------------------------------------------------------------------- trees and SAQs ---- */

static const ws_tree *tree_at(const ws_asked *asked) {
    static const ws_tree none = {.root = WS_NIL};
    const ws_frame *frame = asked->scene->frame;
    uint32_t number = asked->id[0];
    if (number < 1 || number > frame->trees)
        return &none;
    return &frame->tree[number - 1];
}
static void targets_tree_root(const ws_asked *asked, ws_targets *targets) {
    add_link(targets, tree_at(asked)->root);
}
/* ------------------------------------------------------------------------ stems of trees ---- */

/* The host to which most waiting packets of a tree go; WS_NIL: none waits. */
static uint32_t tree_host(const ws_frame *frame, const ws_tree *tree) {
    uint32_t *going = ws_alloc(frame->hosts, sizeof *going);
    uint32_t most = WS_NIL;
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        uint32_t queue = worm->head_queue;
        bool waits = queue != WS_NIL && worm->blocked;
        if (!waits || frame->queue[queue].place.root != tree->root)
            continue;
        going[worm->dest]++;
        uint32_t count = going[worm->dest];
        if (most == WS_NIL || count > going[most])
            most = worm->dest;
    }
    free(going);
    return most == WS_NIL ? WS_NIL : frame->switches + most;
}

/* Of each node how many links it is from there; WS_NIL: no way leads to it. */
static void distances_find(const ws_frame *frame, uint32_t from, uint32_t *far) {
    uint32_t nodes = frame->switches + frame->hosts;
    bool found = true;
    for (uint32_t x = 0; x < nodes; x++)
        far[x] = WS_NIL;
    far[from] = 0;
    for (uint32_t step = 0; found; step++) {
        found = false;
        for (uint32_t l = 0; l < frame->links; l++) {
            const ws_frame_link *link = &frame->link[l];
            bool is_here = far[link->from] == step;
            bool is_new = far[link->to] == WS_NIL;
            if (!is_here || !is_new || link->cut)
                continue;
            far[link->to] = step + 1;
            found = true;
        }
    }
}

/* The one link by which all shortest ways come to a node; WS_NIL: there are two. */
static uint32_t only_link_to(const ws_frame *frame, const uint32_t *far, uint32_t node) {
    uint32_t only = WS_NIL;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        bool is_near = far[link->from] + 1 == far[node];
        if (link->to != node || !is_near || link->cut)
            continue;
        if (only != WS_NIL)
            return WS_NIL;
        only = l;
    }
    return only;
}

/* The root, and back from the host the links that no shortest way from the root avoids. */
static void targets_tree_stem(const ws_asked *asked, ws_targets *targets) {
    const ws_frame *frame = asked->scene->frame;
    const ws_tree *tree = tree_at(asked);
    add_link(targets, tree->root);
    uint32_t node = tree->root == WS_NIL ? WS_NIL : tree_host(frame, tree);
    if (node == WS_NIL)
        return;
    uint32_t root_end = frame->link[tree->root].to;
    uint32_t *far = ws_alloc(frame->switches + frame->hosts, sizeof *far);
    distances_find(frame, root_end, far);
    while (node != root_end && far[node] != WS_NIL) {
        uint32_t link = only_link_to(frame, far, node);
        if (link == WS_NIL)
            break;
        add_link(targets, link);
        node = frame->link[link].from;
    }
    free(far);
}

/* --------------------------------------------------------------------------- worms, chains ---- */

static void targets_deadlock_worms(const ws_asked *asked, ws_targets *targets) {
    const ws_frame *frame = asked->scene->frame;
    for (uint32_t i = 0; i < frame->deadlock_worms; i++)
        add_worm(targets, frame->deadlock_packet[i]);
}

/* Followed from each to the one it waits for, does one come back? None may have another way out. */
static bool is_in_loop(const ws_frame *frame, const ws_frame_worm *worm) {
    const ws_frame_worm *at = worm->order == WS_ORDER_DEADLOCK ? worm : NULL;
    for (uint32_t i = 0; at && i < frame->worms; i++) {
        at = at->waits_for == WS_NIL ? NULL : ws_frame_worm_of(frame, at->waits_for);
        if (at == worm)
            return true;
    }
    return false;
}

static void targets_loop(const ws_asked *asked, ws_targets *targets) {
    const ws_frame *frame = asked->scene->frame;
    for (uint32_t i = 0; i < frame->worms; i++)
        if (is_in_loop(frame, &frame->worm[i]))
            add_worm(targets, frame->worm[i].packet);
}

/* Adds every worm from one host to another. */
static void targets_worm(const ws_asked *asked, ws_targets *targets) {
    const ws_frame *frame = asked->scene->frame;
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        uint32_t from = frame->switches + worm->source;
        uint32_t to = frame->switches + worm->dest;
        if (from == asked->id[0] && to == asked->id[1])
            add_worm(targets, worm->packet);
    }
}

/* The longest chains of waiting worms, found in one pass over all waiting heads. */
typedef struct chains {
    size_t longest;
    ws_targets worms;
    ws_targets roots;
    ws_targets ends;
} chains;

static void chain_copy(chains *all, const uint32_t *packet, size_t length) {
    if (length < all->longest)
        return;
    if (length > all->longest)
        *all = (chains){.longest = length};
    for (size_t i = 0; i < length; i++)
        add_worm(&all->worms, packet[i]);
    add_worm(&all->ends, packet[0]);
    add_worm(&all->roots, packet[length - 1]);
}

static chains chains_find(const ws_asked *asked) {
    const ws_frame *frame = asked->scene->frame;
    uint32_t packet[CHAIN_MAX];
    chains all = {.longest = 2};
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        if (!worm->blocked || worm->order == WS_ORDER_DEADLOCK)
            continue;
        size_t length = ws_frame_chain(frame, worm->packet, packet, NULL, CHAIN_MAX);
        chain_copy(&all, packet, length);
    }
    if (all.worms.count == 0)
        all.longest = 0;
    return all;
}

static void targets_chain(const ws_asked *asked, ws_targets *targets) {
    *targets = chains_find(asked).worms;
}
static void targets_chain_root(const ws_asked *asked, ws_targets *targets) {
    *targets = chains_find(asked).roots;
}
static void targets_chain_end(const ws_asked *asked, ws_targets *targets) {
    *targets = chains_find(asked).ends;
}

/* ----------------------------------------------------------------------------------- rows ---- */

#define COUNTED(subject, names, field, unit, id, value, doc)                                       \
    static double of_##id(const ws_asked *query) {                                                 \
        return (double)(value);                                                                    \
    }
#define MEASURED COUNTED
#define TARGETS(subject, names, field, function, doc)
#include "observe/quantities.def"

const ws_expr_row ws_expr_rows[] = {
#define COUNTED(subject, names, field, unit, id, value, doc)                                       \
    {subject, names, field, unit, doc, false, of_##id, NULL},
#define MEASURED(subject, names, field, unit, id, value, doc)                                      \
    {subject, names, field, unit, doc, true, of_##id, NULL},
#define TARGETS(subject, names, field, function, doc)                                              \
    {subject, names, field, "", doc, false, NULL, targets_##function},
#include "observe/quantities.def"
};
const size_t ws_expr_row_count = sizeof ws_expr_rows / sizeof *ws_expr_rows;

/* -------------------------------------------------------------------------- a single worm ---- */

static double head_waited(const ws_frame *frame, const ws_frame_worm *worm) {
    bool waits = worm->blocked && worm->since < frame->cycle;
    return waits ? (double)(frame->cycle - worm->since) : 0;
}
/* The switch at which its head stands; NAN: it stands at none. */
static double head_node(const ws_frame *frame, const ws_frame_worm *worm) {
    return worm->head_queue == WS_NIL ? NAN : frame->queue[worm->head_queue].node;
}

#define WORM(id, name, sort, value, line)                                                          \
    double ws_worm_##id(const ws_frame *frame, const ws_frame_worm *worm) {                        \
        return (void)frame, value;                                                                 \
    }
#define UNFILTERED WORM
#include "session/expr/worm_rows.def"

const ws_worm_row ws_worm_rows[] = {
#define WORM(id, name, sort, value, line) {name, line, WS_WORM_##sort, ws_worm_##id},
#define UNFILTERED                        WORM
#include "session/expr/worm_rows.def"
};
const size_t ws_worm_row_count = sizeof ws_worm_rows / sizeof *ws_worm_rows;

/* ------------------------------------------------------------------------------ functions ---- */

static double function_absolute(double one, double other) {
    return (void)other, fabs(one);
}
static double function_round(double one, double other) {
    return (void)other, round(one);
}
static double function_ceil(double one, double other) {
    return (void)other, ceil(one);
}
static double function_floor(double one, double other) {
    return (void)other, floor(one);
}
static double function_percent(double one, double other) {
    return other > 0 ? 100 * one / other : NAN;
}

const ws_expr_function ws_expr_functions[] = {
    {"min", "the smaller of two", 2, fmin},
    {"max", "the larger of two", 2, fmax},
    {"abs", "without its sign", 1, function_absolute},
    {"round", "to the nearest whole number", 1, function_round},
    {"ceil", "the next whole number, or itself", 1, function_ceil},
    {"floor", "the whole number before, or itself", 1, function_floor},
    {"percent", "the first, in per cent of the second", 2, function_percent},
};
const size_t ws_expr_function_count = sizeof ws_expr_functions / sizeof *ws_expr_functions;

/* --------------------------------------------------------------------------------- scopes ---- */

ws_expr_call ws_expr_call_of(const ws_expr *expr, const ws_expr_node *node) {
    ws_expr_call call = {0};
    const char *names = expr->names;
    call.name = names + node->argument[0];
    call.field = names + node->argument[1];
    call.arguments = node->arguments - 2u;
    for (size_t i = 0; i < call.arguments; i++) {
        uint16_t at = node->argument[i + 2];
        call.argument[i] = names + at;
    }
    return call;
}
