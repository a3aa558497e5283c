/* inspect.c - the selected worm: every field of it, and its chain of waits down to the root. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "observe/frame.h"
#include "ui/panel.h"
#include "ui/worm_state.h"
#include "wormscope/memory.h"

/* ---- hops ---- */

/* How far it is from one node to another, on the network that is seen, and on that without cuts.
 * */

/* Is any cable cut? */
static bool is_cut(const ws_frame *frame) {
    for (uint32_t i = 0; i < frame->links; i++)
        if (frame->link[i].cut)
            return true;
    return false;
}

/* The switch of a host; a switch is its own. */
static uint32_t switch_of(const ws_frame *frame, uint32_t node) {
    if (node < frame->switches)
        return node;
    for (uint32_t i = 0; i < frame->links; i++)
        if (frame->link[i].from == node)
            return frame->link[i].to;
    return WS_NIL;
}

/* Gives all switches next to those `hops` away their distance + 1. Returns how many are new. */
static uint32_t widen(const ws_frame *frame, uint32_t *distance, uint32_t hops, bool intact) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->links; i++) {
        const ws_frame_link *link = &frame->link[i];
        bool between = link->from < frame->switches && link->to < frame->switches;
        if (!between || (link->cut && !intact))
            continue;
        if (distance[link->from] != hops + 1 || distance[link->to] > 0)
            continue;
        distance[link->to] = hops + 2;
        count++;
    }
    return count;
}

/* Links between switches on a shortest path from a node, a switch or host, to another; `intact`: as
 * if no cable were cut. WS_NIL: there is no path. */
static uint32_t hops_between(const ws_frame *frame, uint32_t from, uint32_t to, bool intact) {
    uint32_t first = switch_of(frame, from);
    uint32_t last = switch_of(frame, to);
    if (first == WS_NIL || last == WS_NIL)
        return WS_NIL;
    uint32_t *distance = ws_alloc(frame->switches, sizeof *distance); /* + 1; 0: not reached */
    uint32_t hops = 0;
    distance[first] = 1;
    while (distance[last] == 0 && widen(frame, distance, hops, intact) > 0)
        hops++;
    uint32_t found = distance[last] > 0 ? distance[last] - 1 : WS_NIL;
    free(distance);
    return found;
}

/* ---- inspect ---- */

#define FIELD_X     9 /* where values stand */
#define FIELDS      9 /* rows without timeout, costs and chain */
#define LINKS_SHOWN 12

static const ws_frame_worm *worm_of(const ws_view *v) {
    const ws_frame_worm *w = ws_frame_worm_of(v->frame, v->selection.worm);
    return w && ws_worm_selected(v, w) ? w : NULL;
}

static const char *arrow_of(const ws_view *v) { return v->glyphs->ascii ? ">" : "→"; }

static const char *link_name(const ws_view *v, uint32_t link, char *text, size_t room) {
    const ws_frame_link *l = &v->frame->link[link];
    snprintf(text, room, "%s%s%s", ws_node_name(v->frame, l->from), arrow_of(v), ws_node_name(v->frame, l->to));
    return text;
}

/* The link on which its head is under way, WS_NIL if it is not. */
static uint32_t head_link(const ws_frame *f, uint32_t packet) {
    for (uint32_t l = 0; l < f->links; l++)
        for (uint32_t i = 0; i < f->link[l].delay && f->link[l].flits; i++) {
            const ws_frame_flit *flit = &f->flit[f->link[l].flit0 + i];
            if (flit->packet == packet && flit->head) return l;
        }
    return WS_NIL;
}

static void head_print(const ws_view *v, const ws_frame_worm *w, char *text, size_t room) {
    char link[64];
    const ws_frame *f = v->frame;
    uint32_t on = w->head_queue == WS_NIL ? head_link(f, w->packet) : WS_NIL;
    if (w->head_queue != WS_NIL) {
        const ws_frame_queue *q = &f->queue[w->head_queue];
        if (q->node >= f->switches) snprintf(text, room, "at its host");
        else if (q->link == WS_NIL)
            snprintf(text, room, "in the pool of %s", ws_node_name(f, q->node));
        else snprintf(text, room, "in %s, from %s", ws_node_name(f, q->node), ws_node_name(f, f->link[q->link].from));
    } else if (on != WS_NIL) snprintf(text, room, "on %s", link_name(v, on, link, sizeof link));
    else snprintf(text, room, "head delivered, tail arriving");
}

/* The switch to which its head has come, or will have come by the link that it is on. */
static uint32_t head_switch(const ws_view *v, const ws_frame_worm *w) {
    const ws_frame *frame = v->frame;
    uint32_t on = w->head_queue == WS_NIL ? head_link(frame, w->packet) : WS_NIL;
    if (w->head_queue != WS_NIL) return frame->queue[w->head_queue].node;
    return on == WS_NIL ? frame->switches + w->dest : frame->link[on].to;
}

/* Is it a detour: has it, after a cut, farther to go than before? Says how far. */
static bool detour_print(const ws_view *v, const ws_frame_worm *w, char *text, size_t room) {
    const ws_frame *frame = v->frame;
    uint32_t before = hops_between(frame, frame->switches + w->source, frame->switches + w->dest, true);
    uint32_t to_go = hops_between(frame, head_switch(v, w), frame->switches + w->dest, false);
    bool left = head_switch(v, w) == frame->switches + w->dest; /* the link to its host counts among its hops */
    uint32_t hops = w->hops - left + to_go;
    if (before == WS_NIL || to_go == WS_NIL || hops <= before) return false;
    snprintf(text, room, "%" PRIu32 " hops, %" PRIu32 " before the cut", hops, before);
    return true;
}

static bool is_detour(const ws_view *v, const ws_frame_worm *w) {
    char text[64];
    return is_cut(v->frame) && detour_print(v, w, text, sizeof text);
}

/* For how long stands in the first row. */
static void state_print(const ws_frame_worm *w, char *text, size_t room) {
    const char *words = ws_worm_state_words(ws_worm_state_of(w));
    if (w->killed) snprintf(text, room, "killed, a reset runs back");
    else if (ws_worm_state_of(w) == WS_WORM_MOVES) snprintf(text, room, "%s", words);
    else if (w->order == WS_ORDER_DEADLOCK) snprintf(text, room, "%s, %s", words, w->in_deadlock ? "in the ring" : "behind the ring");
    else snprintf(text, room, "%s, order %u", words, w->order);
}

static bool is_timed(const ws_frame_worm *w) { return w->blocked && !w->killed && w->kill_at > 0; }
static bool is_weighed(const ws_frame *f, const ws_frame_worm *w) {
    return is_timed(w) && f->def.timeout_policy != WS_TIMEOUT_POLICY_FIXED;
}

/* A value that does not fit ends with a sign. */
static void field_draw(const ws_view *v, const ws_pen *pen, int *y, const char *name, const char *value, ws_role role) {
    int w = pen->clip.w;
    ws_pen_text(pen, 1, *y, WS_ROLE_FAINT, name);
    if (FIELD_X + ws_pen_text(pen, FIELD_X, *y, role, value) > w)
        ws_pen_glyph(pen, w - 1, *y, v->glyphs->code[WS_GLYPH_MORE], WS_ROLE_FAINT, 0);
    ++*y;
}

/* In link-cycles, as they are now: C_T, and C_W if it waits for an output. */
static void costs_print(const ws_frame_worm *w, char *text, size_t room) {
    int used = snprintf(text, room, "reset %.0f", w->reset_cost);
    if (w->wait_cost > 0) snprintf(text + used, room - (size_t)used, ", wait %.0f", w->wait_cost);
}

/* How long it has waited and may wait; and what the policy weighs. */
static void timeout_draw(const ws_view *v, const ws_pen *pen, int *y, const ws_frame_worm *w) {
    char text[64];
    const ws_frame *f = v->frame;
    if (!is_timed(w)) return;
    snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64, f->cycle - w->timed_since, w->kill_at - w->timed_since);
    field_draw(v, pen, y, "timeout", text, WS_ROLE_TEXT);
    if (!is_weighed(f, w)) return;
    costs_print(w, text, sizeof text);
    field_draw(v, pen, y, "costs", text, WS_ROLE_TEXT);
}

static void links_print(const ws_view *v, const ws_frame_worm *w, char *text, size_t room) {
    char link[64];
    size_t used = (size_t)snprintf(text, room, "%" PRIu32, w->links_held), shown = 0;
    for (uint32_t l = 0; l < v->frame->links && shown < LINKS_SHOWN; l++) {
        if (v->frame->link[l].holder != w->packet) continue;
        int n = snprintf(text + used, room - used, "%s%s", shown++ ? " " : ": ", link_name(v, l, link, sizeof link));
        if (n < 0 || (size_t)n >= room - used) return;
        used += (size_t)n;
    }
}

static void fields_draw(const ws_view *v, const ws_pen *pen, int *y, const ws_frame_worm *w) {
    char text[256], count[32];
    const ws_frame *f = v->frame;
    char classes[48];
    snprintf(text, sizeof text, "%" PRIu32 " flits  %s", w->length, ws_class_text(f, w->traffic_class, classes, sizeof classes));
    field_draw(v, pen, y, "length", text, WS_ROLE_TEXT);
    int used = snprintf(text, sizeof text, "%" PRIu32, w->message);
    if (w->retries)
        used += snprintf(text + used, sizeof text - (size_t)used, w->retries == 1 ? ", killed once" : ", killed %u times",
                         w->retries);
    snprintf(text + used, sizeof text - (size_t)used, ", packet %" PRIu32, w->packet);
    field_draw(v, pen, y, "message", text, WS_ROLE_TEXT);
    snprintf(text, sizeof text, "at %s", ws_count_text(w->entered, count, sizeof count));
    field_draw(v, pen, y, "entered", text, WS_ROLE_TEXT);
    head_print(v, w, text, sizeof text);
    field_draw(v, pen, y, "head", text, WS_ROLE_TEXT);
    state_print(w, text, sizeof text);
    field_draw(v, pen, y, "state", text,
               w->order == WS_ORDER_DEADLOCK ? WS_ROLE_DEADLOCK
               : w->blocked                  ? WS_ROLE_BLOCKED
                                             : WS_ROLE_MOVING);
    timeout_draw(v, pen, y, w);
    if (is_cut(f) && detour_print(v, w, text, sizeof text)) field_draw(v, pen, y, "detour", text, WS_ROLE_MARK);
    links_print(v, w, text, sizeof text);
    field_draw(v, pen, y, "holds", text, WS_ROLE_TEXT);
}

/* How the chain ends, in words. */
static void root_draw(const ws_view *v, const ws_pen *pen, int y, const ws_frame_worm *w) {
    if (!w->blocked) return;
    uint32_t packets[WS_CHAIN_MAX];
    size_t count = ws_frame_chain(v->frame, w->packet, packets, NULL, WS_CHAIN_MAX);
    const ws_frame_worm *last = ws_frame_worm_of(v->frame, packets[count - 1]);
    bool again = false;
    for (size_t i = 0; i + 1 < count; i++) again |= packets[i] == packets[count - 1];
    if (again) ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "and so round in a ring");
    else if (count == WS_CHAIN_MAX) ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "and so on");
    else if (last && !last->blocked)
        ws_pen_text(pen, 1, y, WS_ROLE_FAINT, count > 1 ? "which moves: the root" : "it goes on without help");
}

/* The rows as they are drawn: itself, length, message, entered, head, state, those that not every worm has, holds, then the chain. */
enum { ROW_SELF, ROW_HEAD = 4, ROW_STATE };

static int row_of_holds(const ws_view *v, const ws_frame_worm *w) {
    return ROW_STATE + 1 + is_timed(w) + is_weighed(v->frame, w) + is_detour(v, w);
}

static ws_thing link_thing(uint32_t link) { return (ws_thing){link == WS_NIL ? WS_THING_NONE : WS_THING_LINK, link, 0}; }

ws_thing ws_worm_refers(const ws_view *v, int row) {
    uint32_t packets[WS_CHAIN_MAX], l = 0;
    const ws_frame *f = v->frame;
    const ws_frame_worm *w = worm_of(v);
    if (!w) return (ws_thing){.kind = WS_THING_NONE};
    if (row == ROW_SELF) return (ws_thing){WS_THING_NODE, f->switches + w->source, 0};
    if (row == ROW_HEAD && w->head_queue != WS_NIL) return (ws_thing){WS_THING_QUEUE, w->head_queue, 0};
    if (row == ROW_HEAD) return link_thing(head_link(f, w->packet));
    int holds = row_of_holds(v, w);
    if (row == holds) {
        while (l < f->links && f->link[l].holder != w->packet) l++;
        return link_thing(l < f->links ? l : WS_NIL);
    }
    size_t count = ws_frame_chain(f, w->packet, packets, NULL, WS_CHAIN_MAX), i = (size_t)(row - holds);
    return ws_thing_of_worm(row > holds && i < count ? ws_frame_worm_of(f, packets[i]) : NULL);
}

void ws_inspect_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame_worm *w = worm_of(v);
    if (!w) return;
    int y = 0;
    ws_worm_line(v, pen, 0, y++, w);
    fields_draw(v, pen, &y, w);
    y = ws_chain_draw(v, pen, y, w->packet);
    root_draw(v, pen, y, w);
}

int ws_inspect_rows(const ws_view *v) {
    uint32_t packets[WS_CHAIN_MAX];
    const ws_frame_worm *w = worm_of(v);
    return w ? FIELDS + is_timed(w) + is_weighed(v->frame, w) + is_detour(v, w) +
                   (int)ws_frame_chain(v->frame, w->packet, packets, NULL, WS_CHAIN_MAX) - 1
             : 0;
}
