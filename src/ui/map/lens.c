/* lens.c - see lens.h. */
#include "ui/map/lens.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/ink.h"
#include "ui/map/picture.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

static ws_lens_value value_of(ws_seen seen, uint32_t step) {
    return (ws_lens_value){(uint16_t)seen, (uint16_t)(step < UINT16_MAX ? step : UINT16_MAX)};
}

static ws_lens_value level_of(double part) {
    uint32_t thousandths = part > 0 ? (uint32_t)(part * 1000 + 0.5) : 0;
    uint32_t step = (uint32_t)ws_calm_role(thousandths, 1000) - WS_ROLE_CALM0;
    return value_of(WS_SEEN_LEVEL, step);
}

/* The more telling of two; of two that say the same the one of the lower step. */
static void value_add(ws_lens_value *value, ws_lens_value other) {
    bool more = other.seen > value->seen;
    bool lower = other.seen == value->seen && other.step < value->step;
    if (more || lower)
        *value = other;
}

/* --------------------------------------------------------------------------------- worms ---- */

static ws_lens_value worm_value(const ws_view *view, const ws_frame_worm *worm) {
    if (!ws_worm_lit(view, worm))
        return value_of(WS_SEEN_DIM, 0);
    if (worm->in_deadlock)
        return value_of(WS_SEEN_RING, 0);
    if (worm->blocked)
        return value_of(WS_SEEN_WAITS, worm->order);
    return value_of(WS_SEEN_MOVES, 0);
}

ws_lens_value ws_lens_flit(const ws_view *view, const ws_frame_flit *flit) {
    const ws_frame_worm *worm = ws_frame_worm_of(view->frame, flit->packet);
    return worm ? worm_value(view, worm) : value_of(WS_SEEN_FREE, 0);
}

static bool is_pool_full(const ws_frame *frame, uint32_t sw) {
    const ws_buffer *buffer = frame->buffer + (size_t)sw * frame->pool;
    for (uint32_t i = 0; i < frame->pool; i++)
        if (buffer[i].packet == WS_NIL)
            return false;
    return frame->pool > 0;
}

bool ws_lens_is_full(const ws_frame *frame, uint32_t l) {
    const ws_frame_link *link = &frame->link[l];
    if (link->to >= frame->switches)
        return false;
    if (frame->pool > 0)
        return is_pool_full(frame, link->to);
    if (frame->has_saqs) /* its queues share one memory */
        return ws_lens_is_nearly_full(link->buffered, link->capacity);
    for (uint32_t q = frame->queue0[link->to]; q < frame->queue0[link->to + 1]; q++)
        if (frame->queue[q].link == l && ws_lens_queue_is_full(&frame->queue[q]))
            return true;
    return false;
}

uint32_t ws_lens_full_count(const ws_frame *frame) {
    uint32_t count = 0;
    for (uint32_t sw = 0; frame->pool > 0 && sw < frame->switches; sw++)
        count += is_pool_full(frame, sw);
    for (uint32_t l = 0; frame->has_saqs && l < frame->links; l++)
        count += ws_lens_is_full(frame, l);
    if (frame->pool > 0 || frame->has_saqs || frame->switches >= WS_PART_LEAST)
        return count;
    for (uint32_t q = 0; q < frame->queues; q++) {
        const ws_frame_queue *queue = &frame->queue[q];
        bool input = queue->node < frame->switches && queue->link != WS_NIL;
        count += input && ws_lens_queue_is_full(queue);
    }
    return count;
}

/* What a virtual channel says: of a worm that moves elsewhere only its own link counts. If it halts
 * here it waits; if none of its flits has passed, it only has the channel. */
static ws_lens_value lens_channel(const ws_view *view, const ws_frame_vc *vc) {
    const ws_frame_worm *worm = ws_frame_worm_of(view->frame, vc->packet);
    if (!worm)
        return value_of(WS_SEEN_FREE, 0);
    if (!ws_worm_lit(view, worm))
        return value_of(WS_SEEN_DIM, 0);
    switch (ws_worm_state_at(view->frame, vc)) {
    case WS_HERE_CLAIMS: return value_of(WS_SEEN_FREE, 0);
    case WS_HERE_HALTS: return value_of(WS_SEEN_WAITS, 1);
    default: return worm_value(view, worm);
    }
}

/* Whoever holds one of its channels, or lies on its wire. */
static ws_lens_value link_worms(const ws_view *view, uint32_t l) {
    const ws_frame *frame = view->frame;
    const ws_frame_link *link = &frame->link[l];
    ws_lens_value value = value_of(WS_SEEN_FREE, 0);
    for (uint32_t v = link->vc0; link->held > 0 && v < link->vc0 + link->channels; v++)
        value_add(&value, lens_channel(view, &frame->vc[v]));
    for (uint32_t i = 0; link->flits > 0 && i < link->delay; i++)
        value_add(&value, ws_lens_flit(view, &frame->flit[link->flit0 + i]));
    return value;
}

bool ws_lens_moves(const ws_lens *lens, uint32_t l) {
    bool known = ws_view_shows(lens->view, WS_SHOWS_WORMS);
    ws_lens_value value = known ? lens->link[l] : link_worms(lens->view, l);
    return value.seen == WS_SEEN_MOVES;
}

/* A head that waits. Of a part of the network not every worm is known. */
static void head_add(ws_lens *lens, const ws_frame_queue *queue) {
    const ws_frame_worm *worm = ws_frame_worm_of(lens->view->frame, queue->front);
    uint32_t order = queue->wait.order > 0 ? queue->wait.order : 1;
    ws_lens_value value = value_of(WS_SEEN_WAITS, order);
    if (worm)
        value = worm_value(lens->view, worm);
    if (value.seen >= WS_SEEN_WAITS)
        value_add(&lens->node[queue->node], value);
}

static void heads_add(ws_lens *lens, uint32_t sw) {
    const ws_frame *frame = lens->view->frame;
    for (uint32_t q = frame->queue0[sw]; q < frame->queue0[sw + 1]; q++) {
        const ws_frame_queue *queue = &frame->queue[q];
        if (queue->head_here && ws_wait_stands(&queue->wait))
            head_add(lens, queue);
    }
}

/* Where all worms are lit, only the lowest order of a switch's heads is seen. */
static void orders_add(ws_lens *lens) {
    const ws_frame *frame = lens->view->frame;
    for (uint32_t sw = 0; sw < frame->switches; sw++)
        if (frame->heads_order[sw] > 0)
            value_add(&lens->node[sw], value_of(WS_SEEN_WAITS, frame->heads_order[sw]));
    for (uint32_t i = 0; i < frame->deadlock_worms; i++) {
        const ws_frame_worm *worm = ws_frame_worm_of(frame, frame->deadlock_packet[i]);
        if (!worm->blocked || worm->behind)
            continue;
        uint32_t node = frame->queue[worm->head_queue].node;
        if (node < frame->switches)
            value_add(&lens->node[node], value_of(WS_SEEN_RING, 0));
    }
}

/* Switches that are seen and at which heads wait, and those that a tree's root leaves. */
static void nodes_worms(ws_lens *lens) {
    const ws_frame *frame = lens->view->frame;
    if (!lens->seen && !lens->view->selection.light.is_on)
        orders_add(lens);
    else
        for (uint32_t sw = 0; sw < frame->switches; sw++)
            if (!lens->seen || lens->seen[sw])
                heads_add(lens, sw);
    uint32_t main = ws_tree_main(frame);
    for (size_t i = 0; i < frame->trees; i++) {
        uint32_t root = frame->tree[i].root;
        uint32_t node = frame->link[root].from;
        if (node < frame->switches)
            value_add(&lens->node[node], value_of(WS_SEEN_ROOT, root != main));
    }
}

/* ------------------------------------------------------------------------ trees and queues ---- */

/* The link on which a queue of a tree is seen: that which fills it; of a packet in a pool, which no
 * link fills, that for which it waits. */
static uint32_t link_in_tree(const ws_frame *frame, const ws_frame_queue *queue) {
    bool pooled = frame->pool > 0 && queue->node < frame->switches;
    return pooled ? queue->request : queue->link;
}

static void queue_tree(ws_lens *lens, const ws_frame_queue *queue, uint32_t chosen) {
    const ws_frame *frame = lens->view->frame;
    const ws_tree_queue *place = &queue->place;
    uint32_t link = link_in_tree(frame, queue);
    if (!place->member || link == WS_NIL || !ws_frame_tree_of(frame, place->root))
        return;
    ws_lens_value value = value_of(WS_SEEN_MEMBER, place->depth);
    if (place->root != chosen)
        value = value_of(WS_SEEN_DIM, 0);
    if (queue->node < frame->switches)
        value_add(&lens->node[queue->node], value);
    if (lens->link)
        value_add(&lens->link[link], value);
}

static void trees_look(ws_lens *lens) {
    const ws_frame *frame = lens->view->frame;
    uint32_t chosen = ws_tree_chosen(lens->view);
    for (uint32_t q = 0; q < frame->queues; q++)
        queue_tree(lens, &frame->queue[q], chosen);
    if (chosen == WS_NIL)
        return;
    ws_lens_value root = value_of(WS_SEEN_ROOT, 0);
    if (frame->link[chosen].from < frame->switches)
        value_add(&lens->node[frame->link[chosen].from], root);
    if (lens->link)
        value_add(&lens->link[chosen], root);
}

static void ports_look(ws_lens *lens) {
    const ws_frame *frame = lens->view->frame;
    for (uint32_t p = 0; p < frame->ports; p++) {
        const ws_port *port = &frame->port[p];
        if (port->used == 0)
            continue;
        if (port->node < frame->switches) {
            ws_lens_value *node = &lens->node[port->node];
            *node =
                value_of(WS_SEEN_SAQS, (node->seen == WS_SEEN_SAQS ? node->step : 0) + port->used);
        }
        if (lens->link)
            lens->link[port->link] = value_of(WS_SEEN_SAQS, port->used);
    }
}

/* --------------------------------------------------------------------------------- levels ---- */

static double use_part(const ws_view *view, uint32_t l) {
    return ws_view_use(view, &view->frame->link[l]);
}

static double filling_part(const ws_view *view, uint32_t l) {
    const ws_frame_link *link = &view->frame->link[l];
    return link->capacity ? (double)link->buffered / link->capacity : 0;
}

static double filling_node(const ws_view *view, uint32_t sw) {
    return view->frame->filling[sw];
}

/* ----------------------------------------------------------------------------------- rows ---- */

static const char *ports_absent(const ws_frame *frame) {
    return frame->cam_lines ? NULL
                            : "this machine sets no queues aside; those with `queueing recn-iq` or "
                              "`recn` do";
}

#define FILLING                                                                                    \
    {                                                                                              \
        "buffers", "filling of buffers", "filling|buffers: empty to full", WS_SHOWS_LEVELS,        \
            WS_FAR_FILLING, .part = filling_part, .node = filling_node                             \
    }
const ws_lens_row ws_lenses[] = {
    [WS_LAYER_WORMS] = {"worms", "which worms move, which wait, and in which order",
                        "ahead|worms ahead", WS_SHOWS_WORMS, .link = link_worms,
                        .look = nodes_worms},
    [WS_LAYER_TREES] = {"trees", "congestion trees, by depth", "from root", WS_SHOWS_TREE,
                        .look = trees_look},
    [WS_LAYER_PORTS] = {"ports", "set-aside queues", NULL, WS_SHOWS_PORTS, .absent = ports_absent,
                        .look = ports_look},
    [WS_LAYER_USE] = {"use", "use of links in the latest window", "use|use: none to all",
                      WS_SHOWS_LEVELS, WS_FAR_USE, .part = use_part},
    FILLING,
};
const ws_lens_row ws_lens_filling = FILLING;
const unsigned ws_lens_count = sizeof ws_lenses / sizeof *ws_lenses;

const char *ws_lens_names(char *text, size_t room) {
    size_t used = 0;
    for (unsigned i = 0; i < ws_lens_count && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s",
                                 i == 0 ? "" : i + 1 < ws_lens_count ? ", " : " or ",
                                 ws_lenses[i].name);
    return text;
}

bool ws_lens_find(const char *name, unsigned *lens, ws_error *error) {
    char names[256];
    for (unsigned i = 0; i < ws_lens_count; i++)
        if (strcmp(ws_lenses[i].name, name) == 0) {
            *lens = i;
            return true;
        }
    return fail_with(error, "unknown lens `%s`; write %s", name, ws_lens_names(names, sizeof names));
}

/* ---------------------------------------------------------------------------------- whole ---- */

/* Links to and from hosts are seen at their switch. */
static void links_look(ws_lens *lens) {
    const ws_frame *frame = lens->view->frame;
    const ws_lens_row *row = ws_lens_of(lens->view);
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        ws_lens_value value = value_of(WS_SEEN_FREE, 0);
        if (!ws_lens_shows(lens, l))
            continue;
        lens->shown[lens->shown_links++] = l;
        if (row->link)
            value = row->link(lens->view, l);
        if (row->part)
            value = level_of(row->part(lens->view, l));
        value_add(&lens->link[l], value);
        if (link->from >= frame->switches && link->to < frame->switches)
            value_add(&lens->in[link->to], value);
        if (link->to >= frame->switches && link->from < frame->switches)
            value_add(&lens->out[link->from], value);
    }
}

/* Of each switch its level: the mean of the links that leave it, or what `node` says; where that
 * comes last, the most telling thing stays. */
static void levels_look(ws_lens *lens, const ws_lens_row *row) {
    const ws_frame *frame = lens->view->frame;
    double *sum = ws_alloc(frame->switches, sizeof *sum);
    uint32_t *count = ws_alloc(frame->switches, sizeof *count);
    for (uint32_t l = 0; !row->node && l < frame->links; l++) {
        uint32_t from = frame->link[l].from;
        if (from >= frame->switches)
            continue;
        sum[from] += row->part(lens->view, l);
        count[from]++;
    }
    for (uint32_t sw = 0; sw < frame->switches; sw++) {
        double part = count[sw] ? sum[sw] / count[sw] : NAN;
        if (row->node)
            part = row->node(lens->view, sw);
        if (lens->node[sw].seen <= WS_SEEN_LEVEL && !isnan(part))
            value_add(&lens->node[sw], level_of(part));
    }
    free(sum);
    free(count);
}

ws_lens ws_lens_begin(const ws_view *view, bool links) {
    const ws_frame *frame = view->frame;
    const ws_lens_row *row = ws_lens_of(view);
    ws_lens lens = {.view = view};
    lens.node = ws_alloc(frame->switches, sizeof *lens.node);
    lens.in = ws_alloc(frame->switches, sizeof *lens.in);
    lens.out = ws_alloc(frame->switches, sizeof *lens.out);
    if (links) {
        ws_map_window window = ws_map_window_of(view);
        lens.seen = ws_map_window_nodes(&window);
        lens.link = ws_alloc(frame->links, sizeof *lens.link);
        lens.shown = ws_alloc(frame->links, sizeof *lens.shown);
    }
    if (row->look)
        row->look(&lens);
    if (links)
        links_look(&lens);
    if (row->part)
        levels_look(&lens, row);
    else if (!links)
        levels_look(&lens, &ws_lens_filling);
    return lens;
}

void ws_lens_end(ws_lens *lens) {
    free(lens->node);
    free(lens->in);
    free(lens->out);
    free(lens->link);
    free(lens->shown);
    free(lens->seen);
    *lens = (ws_lens){0};
}
