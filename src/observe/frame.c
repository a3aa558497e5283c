/* frame.c - copies the picture of a network out of its columns.
 *
 * The order of work: queues (who is in front, who stands behind), then wires (which flit is where),
 * then links, hosts, worms. A worm is found where it lies: in a queue's ring of packets, or on a
 * wire. Its head is in the one queue whose front has not begun to stream, or where it stands behind
 * the front; else it is on a wire or has arrived.
 *
 * Invariant: a frame keeps nothing from one update to the next. What has a memory is in the
 * observer and in the metrics. */
#include "observe/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/verbs.h"
#include "wormscope/memory.h"

struct ws_frame_scratch {
    uint32_t *knot_queue; /* room for the queues of the knots */
};

static void *array_new(size_t count, size_t size) {
    void *array = ws_alloc(count, size);
    return array;
}

static void graph_copy(ws_graph *to, const ws_graph *from) {
    size_t nodes = (size_t)from->switches + (size_t)from->hosts;
    size_t edges = (size_t)from->edges;
    *to = *from;
    to->node = array_new(nodes, sizeof *to->node);
    to->edge = array_new(edges, sizeof *to->edge);
    memcpy(to->node, from->node, nodes * sizeof *to->node);
    memcpy(to->edge, from->edge, edges * sizeof *to->edge);
}

/* ---- what is fixed ---- */

static void links_wire(ws_frame *f, const ws_net *n) {
    u32 flits = 0;
    for (u32 l = 0; l < f->links; l++) {
        f->link[l] = (ws_frame_link){.from = n->wire.link_from[l],
                                     .to = n->wire.link_to[l],
                                     .edge = n->wire.link_edge[l],
                                     .medium = n->wire.medium ? n->wire.medium[l] : NIL,
                                     .port = NIL,
                                     .flit0 = flits,
                                     .delay = n->wire.flight[l],
                                     .lanes = vcs_of(n, l),
                                     .wraps = n->wire.link_wraps[l]};
        flits += n->wire.flight[l];
    }
    f->flit = array_new(flits, sizeof *f->flit);
}

static void queues_wire(ws_frame *f, const ws_net *n) {
    for (u32 q = 0; q < f->queues; q++) {
        u32 lane = n->wire.queue_lane[q];
        u32 link = lane == NIL ? NIL : n->wire.vc_link[lane];
        f->queue[q] = (ws_frame_queue){
            .node = n->wire.queue_node[q], .link = link, .capacity = n->wire.queue_room[q]};
        if (link == NIL)
            continue;
        /* shared by its queues */
        if (n->ports)
            f->link[link].capacity = n->wire.vc_credits[lane] * n->packet_room;
        else
            f->link[link].capacity += f->queue[q].capacity;
    }
}

/* The queues of a port share its memory. */
static void ports_wire(ws_frame *f, const ws_net *n) {
    f->ports = ws_ports_count(n);
    f->cam_lines = ws_port_lines(n);
    f->port = array_new(f->ports, sizeof *f->port);
    f->cam = array_new((size_t)f->ports * f->cam_lines, sizeof *f->cam);
    for (u32 p = 0; p < f->ports; p++) {
        ws_port_read(n, p, &f->port[p]);
        if (!f->port[p].output)
            f->link[f->port[p].link].port = p;
    }
}

static void ports_read(ws_frame *f, const ws_net *n) {
    for (u32 p = 0; p < f->ports; p++) {
        ws_port_read(n, p, &f->port[p]);
        if (f->cam_lines > 0)
            ws_port_cam(n, p, f->cam + (size_t)p * f->cam_lines);
    }
}

ws_frame *ws_frame_new(const ws_net *n) {
    ws_frame *f = array_new(1, sizeof *f);
    f->switches = n->size.switches;
    f->hosts = n->size.hosts;
    f->links = n->size.links;
    f->queues = n->size.queues;
    f->packets = n->size.packets;
    graph_copy(&f->graph, &n->graph);
    f->link = array_new(f->links, sizeof *f->link);
    f->queue = array_new(f->queues, sizeof *f->queue);
    f->host = array_new(f->hosts, sizeof *f->host);
    f->worm = array_new(f->packets, sizeof *f->worm);
    f->worm_of = array_new(f->packets, sizeof *f->worm_of);
    f->blocked = array_new(f->packets, sizeof *f->blocked);
    f->pool = ws_pool_size(n);
    f->buffer = array_new((size_t)f->switches * f->pool, sizeof *f->buffer);
    f->heads_blocked = array_new(f->switches, sizeof *f->heads_blocked);
    f->knot = array_new(f->packets, sizeof *f->knot);
    f->has_saqs = n->size.saqs > 0;
    f->saq = array_new(n->size.saqs, sizeof *f->saq);
    f->scratch = array_new(1, sizeof *f->scratch);
    f->scratch->knot_queue = array_new(f->queues, sizeof *f->scratch->knot_queue);
    f->class_of = ws_classes_of(ws_net_def(n), &f->class_count);
    links_wire(f, n);
    queues_wire(f, n);
    ports_wire(f, n);
    return f;
}

void ws_frame_free(ws_frame *f) {
    if (!f)
        return;
    free(f->graph.node);
    free(f->graph.edge);
    free(f->link);
    free(f->flit);
    free(f->queue);
    free(f->host);
    free(f->worm);
    free(f->worm_of);
    free(f->blocked);
    free(f->buffer);
    free(f->port);
    free(f->cam);
    free(f->heads_blocked);
    free(f->knot);
    free(f->point);
    free(f->saq);
    free(f->scratch->knot_queue);
    free(f->scratch);
    free(f);
}

/* ---- worms ---- */

/* Stable for a worm's life, and unlike that of the worm which had the packet's row before. */
static u8 worm_colour(const ws_net *n, u32 k) {
    return (u8)mix64((u64)k << 40 ^ n->packet.entered[k]);
}

static ws_frame_worm *worm_touch(ws_frame *f, const ws_net *n, u32 k) {
    if (f->worm_of[k] != NIL)
        return &f->worm[f->worm_of[k]];
    u32 m = n->packet.message[k];
    assert(m != NIL);
    ws_frame_worm *w = &f->worm[f->worms];
    *w = (ws_frame_worm){.packet = k,
                         .message = m,
                         .source = n->message.source[m],
                         .dest = n->packet.dest[k],
                         .length = n->packet.length[k],
                         .head_queue = NIL,
                         .waits_for = NIL,
                         .entered = n->packet.entered[k],
                         .since = UINT64_MAX,
                         .traffic_class = n->packet.class[k],
                         .killed = (n->packet.flags[k] & PACKET_KILLED) != 0,
                         .retries = n->message.retries[m],
                         .colour = worm_colour(n, k)};
    f->worm_of[k] = f->worms++;
    return w;
}

static bool order_blocked(u16 order) {
    return order >= 1 && order != WS_ORDER_NONE;
}

/* The timer of queue q runs for worm w, if there is one. */
static void worm_read_timer(ws_frame_worm *w, const ws_net *n, u32 q) {
    w->kill_at = n->timer.deadline[q];
    if (w->kill_at == 0)
        return;
    ws_costs costs = ws_net_costs(n, q, w->packet);
    w->timed_since = n->timer.asked[q];
    w->reset_cost = (double)costs.reset / 1000;
    w->wait_cost = (double)costs.wait / 1000;
}

/* Those which stand behind the front packet of a queue. */
static void queue_read_followers(ws_frame *f, const ws_net *n, u32 q) {
    bool stuck = ws_wait_stands(&f->queue[q].wait);
    for (u32 i = 1; i < n->queue[q].packets; i++) {
        u32 k = n->ring[n->wire.ring0[q] + ((n->queue[q].ring_head + i) & n->wire.ring_mask[q])];
        ws_frame_worm *w = worm_touch(f, n, k);
        w->head_queue = q;
        w->behind = 1;
        if (i == 1 && !f->queue[q].head_here)
            worm_read_timer(w, n, q);
        w->blocked = stuck;
    }
}

static void queue_read(ws_frame *f, const ws_net *n, u32 q, const ws_wait *wait) {
    ws_frame_queue *fq = &f->queue[q];
    bool streaming = n->queue[q].state == QUEUE_STREAMING;
    fq->front = n->queue[q].front;
    fq->level = n->queue[q].flits;
    fq->since = n->since[q];
    fq->told_stop = n->queue[q].stop_sent;
    fq->wait = *wait;
    fq->head_here = fq->front != NIL && !streaming;
    /* a packet whose head has not left its host is not in the network yet */
    if (fq->front == NIL || (is_source(n, q) && !streaming))
        return;
    ws_frame_worm *w = worm_touch(f, n, fq->front);
    if (is_source(n, q))
        return;
    if (fq->head_here) {
        w->head_queue = q;
        w->blocked = ws_wait_stands(wait);
        if (w->blocked)
            w->since = n->since[q];
        worm_read_timer(w, n, q);
    }
    queue_read_followers(f, n, q);
}

/* The next packet in the chain of waits that starts at a queue and is not `self`; WS_NIL if the
 * chain ends before. */
static u32 queue_waits_for(const ws_frame *f, u32 q, u32 self) {
    for (u32 steps = 0; steps <= f->queues && q != NIL; steps++) {
        if (f->queue[q].front != NIL && f->queue[q].front != self)
            return f->queue[q].front;
        if (!order_blocked(f->queue[q].wait.order))
            return NIL;
        q = f->queue[q].wait.blocker;
    }
    return NIL;
}

static void worm_read_wait(ws_frame *f, ws_frame_worm *w) {
    if (!w->blocked)
        return;
    const ws_frame_queue *fq = &f->queue[w->head_queue];
    /* another first: what it waited for moves */
    w->order = fq->wait.order > 0 ? fq->wait.order : 1;
    if (w->behind && w->order != WS_ORDER_DEADLOCK)
        w->order++;
    w->reason = fq->wait.reason;
    w->waits_for = queue_waits_for(f, w->behind ? w->head_queue : fq->wait.blocker, w->packet);
}

static int blocked_compare(const ws_frame_worm *a, const ws_frame_worm *b) {
    if (a->since != b->since)
        return a->since < b->since ? -1 : 1;
    return a->packet < b->packet ? -1 : a->packet > b->packet;
}

/* Heap sort: no allocation, and qsort has no argument to carry the frame. */
static void blocked_sift(ws_frame *f, u32 i, u32 count) {
    for (u32 child; (child = 2 * i + 1) < count; i = child) {
        u32 *b = f->blocked;
        if (child + 1 < count && blocked_compare(&f->worm[b[child]], &f->worm[b[child + 1]]) < 0)
            child++;
        if (blocked_compare(&f->worm[b[i]], &f->worm[b[child]]) >= 0)
            return;
        u32 swap = b[i];
        b[i] = b[child];
        b[child] = swap;
    }
}

static void blocked_sort(ws_frame *f) {
    u32 count = f->blocked_worms;
    for (u32 i = count / 2; i-- > 0;)
        blocked_sift(f, i, count);
    while (count > 1) {
        u32 last = f->blocked[--count];
        f->blocked[count] = f->blocked[0];
        f->blocked[0] = last;
        blocked_sift(f, 0, count);
    }
}

static void worms_count(ws_frame *f) {
    f->moving = f->stopped = f->blocked_worms = 0;
    memset(f->by_order, 0, sizeof f->by_order);
    memset(f->heads_blocked, 0, f->switches * sizeof *f->heads_blocked);
    for (u32 i = 0; i < f->worms; i++) {
        ws_frame_worm *w = &f->worm[i];
        worm_read_wait(f, w);
        if (!w->blocked) {
            f->moving++;
            continue;
        }
        f->stopped++;
        u32 place = w->order == WS_ORDER_DEADLOCK ? WS_FRAME_ORDERS - 1
                    : w->order < 4                ? w->order - 1u
                                                  : 3;
        f->by_order[place]++;
        if (w->behind)
            continue;
        f->blocked[f->blocked_worms++] = i;
        f->heads_blocked[f->queue[w->head_queue].node]++;
    }
    blocked_sort(f);
}

/* ---- deadlock ---- */

static void knot_add(ws_frame *f, ws_frame_worm *w) {
    if (w->in_knot)
        return;
    w->in_knot = 1;
    f->knot[f->knot_worms++] = w->packet;
}

static ws_frame_worm *worm_ahead(ws_frame *f, const ws_frame_worm *w) {
    return w->waits_for == NIL || f->worm_of[w->waits_for] == NIL
               ? NULL
               : &f->worm[f->worm_of[w->waits_for]];
}

/* Who goes on long enough from worm to worm inside a knot, which has no way out, goes round in a
 * ring. */
static void knot_read_ring(ws_frame *f, ws_frame_worm *w) {
    for (u32 i = 0; w && i < f->worms; i++)
        w = worm_ahead(f, w);
    for (; w && !w->in_knot; w = worm_ahead(f, w))
        knot_add(f, w);
    f->knot_ring = w ? f->knot_worms : 0;
}

static void knots_read(ws_frame *f, const ws_waits *waits) {
    f->knot_worms = f->knot_ring = 0;
    if (!f->deadlock)
        return;
    u32 count = ws_waits_knot(waits, f->scratch->knot_queue, f->queues);
    for (u32 i = 0; i < count; i++) {
        u32 front = f->queue[f->scratch->knot_queue[i]].front;
        if (front == NIL || f->worm_of[front] == NIL)
            continue;
        if (f->knot_worms == 0)
            knot_read_ring(f, &f->worm[f->worm_of[front]]);
        knot_add(f, &f->worm[f->worm_of[front]]);
    }
}

/* ---- congestion trees ---- */

static void trees_read(ws_frame *f, const ws_trees *trees) {
    size_t victims;
    const ws_tree *tree = ws_trees_of(trees, &f->trees);
    memcpy(f->tree, tree, f->trees * sizeof *tree);
    const ws_tree_merge *merge = ws_trees_merges(trees, &f->merges);
    memcpy(f->merge, merge, f->merges * sizeof *merge);
    const ws_tree_queue *place = ws_trees_queues(trees);
    for (u32 q = 0; q < f->queues; q++)
        f->queue[q].place = place[q];
    const ws_tree_victim *victim = ws_trees_victims(trees, &victims);
    f->victims = (u32)victims;
    for (size_t i = 0; i < victims; i++)
        f->worm[f->worm_of[victim[i].packet]].victim =
            victim[i].cold ? WS_VICTIM_COLD : WS_VICTIM_STRICT;
}

/* ---- links, hosts ---- */

/* A flit that left in the last cycle arrives `delay` cycles later, so slot now + i is i + 1
 * cycles before its arrival. Flits of a packet that has been refused are drawn, but do not
 * count: their packet is whole again behind them. */
static void link_read_wire(ws_frame *f, const ws_net *n, u32 l) {
    ws_frame_link *link = &f->link[l];
    u32 mask = n->size.flight_slots - 1;
    link->flits = 0;
    /* up to the next head */
    bool refused =
        n->flow == WS_FLOW_NACK && !is_sink(n, l) && n->vc[n->wire.vc0[l]].receiver == NIL;
    for (u32 i = 0; i < link->delay; i++) {
        u32 slot = (u32)(*n->cycle + i) & mask;
        ws_frame_flit *flit = &f->flit[link->flit0 + link->delay - 1 - i];
        *flit = (ws_frame_flit){.packet = NIL};
        if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l))
            continue;
        u32 word = n->flight[(size_t)slot * n->size.links + l];
        *flit = (ws_frame_flit){.packet = word >> FLIT_PACKET_SHIFT,
                                .head = (word & FLIT_HEAD) != 0,
                                .tail = (word & FLIT_TAIL) != 0,
                                .lane = (u8)(word & FLIT_VC)};
        refused &= !flit->head;
        if (refused)
            continue;
        link->flits += flits_of(word);
        bool debris =
            /* of a worm that is no more */
            n->packet.message[flit->packet] == NIL ||
            (n->packet.flags[flit->packet] & PACKET_RETURNED);
        if (!debris)
            worm_touch(f, n, flit->packet);
    }
}

static void link_read_lanes(ws_frame *f, const ws_net *n, u32 l) {
    ws_frame_link *link = &f->link[l];
    bool blocked = false;
    link->output = 0;
    for (u32 v = n->wire.vc0[l]; n->layout.output_room > 0 && v < n->wire.vc0[l + 1]; v++) {
        link->output += n->output_buffer.vc[v].flits; /* may be all that is left of a worm here */
        if (n->output_buffer.vc[v].flits > 0)
            worm_touch(f, n, n->output_buffer.vc[v].packet);
    }
    link->holder = NIL;
    link->held = 0;
    link->occupancy = (double)n->timer.occupancy[l] / 65536;
    for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++) {
        u32 q = n->vc[v].holder;
        if (q == NIL)
            continue;
        link->held++;
        bool stopped = order_blocked(f->queue[q].wait.order);
        if (link->holder == NIL || (stopped && !blocked))
            link->holder = f->queue[q].front;
        blocked |= stopped;
        u32 k = f->queue[q].front;
        if (k != NIL && f->worm_of[k] != NIL)
            f->worm[f->worm_of[k]].links_held++;
    }
    link->state = blocked                     ? WS_LINK_BLOCKED
                  : link->held || link->flits ? WS_LINK_MOVING
                                              : WS_LINK_IDLE;
}

static void links_clear_buffers(ws_frame *f) {
    for (u32 l = 0; l < f->links; l++) {
        f->link[l].level = 0;
        f->link[l].told_stop = 0;
        f->link[l].front_queue = NIL;
    }
}

/* NONE orders below all. */
static u32 order_rank(u16 order) {
    return order == WS_ORDER_NONE ? 0 : order + 1u;
}

static void link_read_buffer(ws_frame *f, u32 q) {
    const ws_frame_queue *fq = &f->queue[q];
    if (fq->link == NIL)
        return;
    ws_frame_link *link = &f->link[fq->link];
    link->level += fq->level;
    link->told_stop |= fq->told_stop;
    if (fq->front == NIL)
        return;
    u32 best = link->front_queue;
    if (best == NIL || order_rank(f->queue[best].wait.order) < order_rank(fq->wait.order))
        link->front_queue = q;
}

/* The first messages of source queue q, behind those of the queues before it. */
static void host_read_queue(ws_frame_host *host, const ws_net *n, u32 q) {
    bool sending = n->queue[q].front != NIL;
    u32 m = n->source.first[q - n->wire.source_queue0];
    for (; m != NIL && host->queued < WS_FRAME_QUEUED; m = n->message.next[m], sending = false)
        host->queue[host->queued++] = (ws_frame_message){
            .message = m,
            .dest = n->message.dest[m],
            .packets = n->workload->packets(n, m),
            .priority = n->def->alpha > 0 ? (double)n->workload->priority(n, m) / WS_MILLION : NAN,
            .traffic_class = n->message.class[m],
            .sending = sending,
        };
}

static void host_read(ws_frame *f, const ws_net *n, u32 h) {
    ws_frame_host *host = &f->host[h];
    *host = (ws_frame_host){
        .sending = NIL, .inject_link = n->wire.inject_link[h], .eject_link = n->wire.eject_link[h]};
    for (u32 i = 0; i < n->wire.source_queues; i++) {
        u32 q = n->wire.queue0[n->size.switches + h] + i;
        u32 count = n->source.count[q - n->wire.source_queue0];
        host->waiting[i < WS_CLASSES_MAX ? i : WS_CLASSES_MAX - 1] += count;
        host->waiting_all += count;
        host_read_queue(host, n, q);
        if (n->queue[q].front != NIL && n->queue[q].state == QUEUE_STREAMING)
            host->sending = n->queue[q].front;
    }
}

static void saqs_read(ws_frame *f, const ws_net *n) {
    f->saqs = 0;
    for (u32 l = 0; f->has_saqs && l < f->links; l++)
        f->saqs += ws_saqs_of(n, l, f->saq + f->saqs, n->size.saqs - f->saqs);
    f->saq_census = ws_saqs_count(n);
    f->saqs_born = n->total[WS_TOTAL_SAQS_ALLOCATED];
    f->saqs_failed = n->total[WS_TOTAL_SAQS_FAILED];
    f->saqs_premature = n->total[WS_TOTAL_SAQS_PREMATURE];
}

/* ---- measured ---- */

static void series_copy(ws_frame *f, const ws_metrics *metrics) {
    size_t count = 0;
    const ws_point *points = ws_metrics_series(metrics, &count, &f->window);
    if (count > f->points_room) {
        f->points_room = 2 * count;
        f->point = realloc(f->point, f->points_room * sizeof *f->point);
        if (!f->point)
            ws_no_memory(0);
    }
    if (count)
        memcpy(f->point, points, count * sizeof *points);
    f->points = count;
}

static void metrics_copy(ws_frame *f, const ws_net *n, const ws_metrics *metrics) {
    f->offered = ws_metrics_offered(metrics, n);
    f->accepted = ws_metrics_accepted(metrics, n);
    f->mean_hops = ws_metrics_mean_hops(metrics, n);
    f->timeouts = ws_metrics_timeouts(metrics, n);
    f->classes = ws_metrics_classes(metrics);
    if (f->classes > WS_CLASSES_MAX + 1)
        f->classes = WS_CLASSES_MAX + 1;
    for (size_t i = 0; i < f->classes; i++)
        f->class_report[i] = ws_metrics_class(metrics, n, i);
    f->saq_log = *ws_metrics_saqs(metrics);
    series_copy(f, metrics);
}

/* ---- update ---- */

void ws_frame_update(ws_frame *f, const ws_net *n, const ws_metrics *metrics,
                     ws_observer *observer) {
    size_t queues = 0;
    ws_observer_see(observer, n);
    const ws_waits *waits = ws_observer_waits(observer);
    const ws_wait *wait = ws_waits_of(waits, &queues);
    assert(queues == f->queues);
    f->cycle = *n->cycle;
    f->def = *ws_net_def(n);
    f->stop = n->flow == WS_FLOW_STOP_GO ? n->stop : 0;
    f->go = n->flow == WS_FLOW_STOP_GO ? n->go_mark_in_force : 0;
    f->deadlock = ws_waits_deadlock(waits);
    f->total_created = n->total[WS_TOTAL_MESSAGES_CREATED];
    f->total_delivered = n->total[WS_TOTAL_MESSAGES_DELIVERED];
    f->total_refused = n->total[WS_TOTAL_MESSAGES_REFUSED];
    f->kills = n->total[WS_TOTAL_KILLS];
    f->resets = n->total[WS_TOTAL_RESETS];
    f->worms = 0;
    for (u32 k = 0; k < f->packets; k++)
        f->worm_of[k] = NIL;
    links_clear_buffers(f);
    for (u32 q = 0; q < f->queues; q++) {
        queue_read(f, n, q, &wait[q]);
        link_read_buffer(f, q);
    }
    for (u32 l = 0; l < f->links; l++) {
        link_read_wire(f, n, l);
        link_read_lanes(f, n, l);
        f->link[l].utilisation = ws_observer_use(observer, l);
    }
    for (u32 h = 0; h < f->hosts; h++)
        host_read(f, n, h);
    for (u32 x = 0; f->pool > 0 && x < f->switches; x++)
        ws_pool_read(n, x, f->buffer + (size_t)x * f->pool);
    if (f->pool > 0)
        f->pool_report = ws_pools_report(n);
    for (u32 l = 0; n->wire.medium && l < f->links; l++)
        f->link[l].turns = n->pool.link_turns[l];
    ports_read(f, n);
    worms_count(f);
    knots_read(f, waits);
    trees_read(f, ws_observer_trees(observer));
    saqs_read(f, n);
    if (metrics)
        metrics_copy(f, n, metrics);
}

uint32_t ws_frame_behind_ring(const ws_frame *f) {
    uint32_t dead = f->by_order[WS_FRAME_ORDERS - 1];
    return dead > f->knot_worms ? dead - f->knot_worms : 0;
}

const ws_tree *ws_frame_tree_of(const ws_frame *f, uint32_t root) {
    for (size_t i = 0; i < f->trees; i++)
        if (f->tree[i].root == root)
            return &f->tree[i];
    return NULL;
}

const ws_frame_worm *ws_frame_worm_of(const ws_frame *f, uint32_t packet) {
    if (packet >= f->packets || f->worm_of[packet] == NIL)
        return NULL;
    return &f->worm[f->worm_of[packet]];
}

size_t ws_frame_chain(const ws_frame *f, uint32_t packet, uint32_t *packets, uint8_t *reasons,
                      size_t room) {
    size_t count = 0;
    while (count < room) {
        const ws_frame_worm *w = ws_frame_worm_of(f, packet);
        if (!w)
            return count;
        bool seen = false;
        for (size_t i = 0; i < count; i++)
            seen |= packets[i] == packet;
        packets[count] = packet;
        if (reasons)
            reasons[count] = w->reason;
        count++;
        if (seen || w->waits_for == NIL)
            return count;
        packet = w->waits_for;
    }
    return count;
}
