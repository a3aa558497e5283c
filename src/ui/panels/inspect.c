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
#define LINKS_SHOWN 12

static const ws_frame_worm *worm_of(const ws_view *v) {
    const ws_frame_worm *w = ws_frame_worm_of(v->frame, v->selection.worm);
    return w && ws_worm_selected(v, w) ? w : NULL;
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
    } else if (on != WS_NIL) snprintf(text, room, "on %s", ws_link_name(v, on, link, sizeof link));
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

/* For how long stands in the first row. */
static void state_print(const ws_frame_worm *w, char *text, size_t room) {
    const char *words = ws_worm_state_words(ws_worm_state_of(w));
    if (w->killed) snprintf(text, room, "killed, a reset runs back");
    else if (ws_worm_state_of(w) == WS_WORM_MOVES) snprintf(text, room, "%s", words);
    else if (w->order == WS_ORDER_DEADLOCK) snprintf(text, room, "%s, %s", words, w->in_deadlock ? "in the ring" : "behind the ring");
    else snprintf(text, room, "%s, order %u", words, w->order);
}

/* In link-cycles, as they are now: C_T, and C_W if it waits for an output. */
static void costs_print(const ws_frame_worm *w, char *text, size_t room) {
    int used = snprintf(text, room, "reset %.0f", w->reset_cost);
    if (w->wait_cost > 0) snprintf(text + used, room - (size_t)used, ", wait %.0f", w->wait_cost);
}

static void links_print(const ws_view *v, const ws_frame_worm *w, char *text, size_t room) {
    char link[64];
    size_t used = (size_t)snprintf(text, room, "%" PRIu32, w->links_held), shown = 0;
    for (uint32_t l = 0; l < v->frame->links && shown < LINKS_SHOWN; l++) {
        if (v->frame->link[l].holder != w->packet) continue;
        int n = snprintf(text + used, room - used, "%s%s", shown++ ? " " : ": ", ws_link_name(v, l, link, sizeof link));
        if (n < 0 || (size_t)n >= room - used) return;
        used += (size_t)n;
    }
}

static ws_thing link_thing(uint32_t link) { return (ws_thing){link == WS_NIL ? WS_THING_NONE : WS_THING_LINK, link, 0}; }

/* What stands below the worm, above its chain. */
static void fields_add(ws_filling *fill, const ws_frame_worm *w) {
    const ws_view *v = fill->view;
    const ws_frame *f = v->frame;
    char text[256], count[32];
    bool timed = w->blocked && !w->killed && w->kill_at > 0;
    ws_thing head = link_thing(w->head_queue == WS_NIL ? head_link(f, w->packet) : WS_NIL);
    if (w->head_queue != WS_NIL) head = (ws_thing){WS_THING_QUEUE, w->head_queue, 0};
    WS_DETAIL(fill, "length", WS_ROLE_TEXT, WS_NOTHING, "%" PRIu32 " flits  %s", w->length,
             ws_class_text(f, w->traffic_class, text, sizeof text));
    int used = snprintf(text, sizeof text, "%" PRIu32, w->message);
    if (w->retries)
        used += snprintf(text + used, sizeof text - (size_t)used, w->retries == 1 ? ", killed once" : ", killed %u times",
                         w->retries);
    snprintf(text + used, sizeof text - (size_t)used, ", packet %" PRIu32, w->packet);
    WS_DETAIL(fill, "message", WS_ROLE_TEXT, WS_NOTHING, "%s", text);
    WS_DETAIL(fill, "entered", WS_ROLE_TEXT, WS_NOTHING, "at %s", ws_count_text(w->entered, count, sizeof count));
    head_print(v, w, text, sizeof text);
    WS_DETAIL(fill, "head", WS_ROLE_TEXT, head, "%s", text);
    state_print(w, text, sizeof text);
    WS_DETAIL(fill, "state",
             w->order == WS_ORDER_DEADLOCK ? WS_ROLE_DEADLOCK
             : w->blocked                  ? WS_ROLE_BLOCKED
                                           : WS_ROLE_MOVING,
             WS_NOTHING, "%s", text);
    if (timed) /* how long it has waited and may wait; and what the policy weighs */
        WS_DETAIL(fill, "timeout", WS_ROLE_TEXT, WS_NOTHING, "%" PRIu64 " of %" PRIu64, f->cycle - w->timed_since,
                 w->kill_at - w->timed_since);
    costs_print(w, text, sizeof text);
    if (timed && f->def.timeout_policy != WS_TIMEOUT_POLICY_FIXED)
        WS_DETAIL(fill, "costs", WS_ROLE_TEXT, WS_NOTHING, "%s", text);
    if (is_cut(f) && detour_print(v, w, text, sizeof text))
        WS_DETAIL(fill, "detour", WS_ROLE_MARK, WS_NOTHING, "%s", text);
    uint32_t l = 0;
    while (l < f->links && f->link[l].holder != w->packet) l++;
    links_print(v, w, text, sizeof text);
    WS_DETAIL(fill, "holds", WS_ROLE_TEXT, link_thing(l < f->links ? l : WS_NIL), "%s", text);
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

/* Its rows: itself, its fields, then the chain. */
ws_thing ws_worm_refers(const ws_view *v, int row) {
    uint32_t packets[WS_CHAIN_MAX];
    ws_detail field[WS_DETAILS_MAX];
    ws_filling fill = {.view = v, .field = field};
    const ws_frame_worm *w = worm_of(v);
    if (!w) return WS_NOTHING;
    if (row == 0) return (ws_thing){WS_THING_NODE, v->frame->switches + w->source, 0};
    fields_add(&fill, w);
    if ((size_t)row <= fill.count) return field[row - 1].refers;
    size_t count = ws_frame_chain(v->frame, w->packet, packets, NULL, WS_CHAIN_MAX), i = (size_t)row - fill.count;
    return ws_thing_of_worm(i < count ? ws_frame_worm_of(v->frame, packets[i]) : NULL);
}

/* A value that does not fit ends with a sign. */
void ws_inspect_draw(const ws_view *v, const ws_pen *pen) {
    ws_detail field[WS_DETAILS_MAX];
    ws_filling fill = {.view = v, .field = field};
    const ws_frame_worm *w = worm_of(v);
    if (!w) return;
    int y = 0;
    ws_worm_line(v, pen, 0, y++, w);
    fields_add(&fill, w);
    for (size_t i = 0; i < fill.count; i++, y++) {
        ws_pen_text(pen, 1, y, WS_ROLE_FAINT, field[i].name);
        if (FIELD_X + ws_pen_text(pen, FIELD_X, y, field[i].role, field[i].value) > pen->clip.w)
            ws_pen_glyph(pen, pen->clip.w - 1, y, v->glyphs->code[WS_GLYPH_MORE], WS_ROLE_FAINT, 0);
    }
    y = ws_chain_draw(v, pen, y, w->packet);
    root_draw(v, pen, y, w);
}

int ws_inspect_rows(const ws_view *v) {
    enum { TITLE_SELF_ROOT = 3 };
    uint32_t packets[WS_CHAIN_MAX];
    ws_detail field[WS_DETAILS_MAX];
    ws_filling fill = {.view = v, .field = field};
    const ws_frame_worm *w = worm_of(v);
    if (!w) return 0;
    fields_add(&fill, w);
    return TITLE_SELF_ROOT + (int)fill.count + (int)ws_frame_chain(v->frame, w->packet, packets, NULL, WS_CHAIN_MAX) - 1;
}
