/* frame.c - copies the picture of a network out of its columns.
 *
 * The order of work: queues (who is in front, who stands behind), then wires (which flit is where),
 * then links with their virtual channels, hosts, worms.
 *
 * Invariant: a frame keeps nothing from one update to the next. What has a memory is in the
 * observer and in the metrics. */
#include "observe/frame.h"

#include <stdlib.h>
#include <string.h>

#include "observe/frame_parts.h"
#include "wormscope/memory.h"

/* ---- life ---- */

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

/* The queues of a port share its memory. */
static void ports_wire(ws_frame *frame, const ws_net *n) {
    frame->ports = ws_ports_count(n);
    frame->cam_lines = ws_port_lines(n);
    size_t lines = (size_t)frame->ports * frame->cam_lines;
    frame->port = array_new(frame->ports, sizeof *frame->port);
    frame->cam = array_new(lines, sizeof *frame->cam);
    for (EACH(i, frame->ports)) {
        ws_port *port = &frame->port[i];
        ws_port_read(n, i, port);
        if (!port->output)
            frame->link[port->link].port = i;
    }
}

static void sizes_copy(ws_frame *frame, const ws_net *n) {
    frame->switches = n->size.switches;
    frame->hosts = n->size.hosts;
    frame->links = n->size.links;
    frame->queues = n->size.queues;
    frame->packets = n->size.packets;
    frame->pool = ws_pool_size(n);
    frame->has_saqs = n->size.saqs > 0;
    frame->cuts = n->routing->around;
}

static struct ws_frame_scratch *scratch_new(const ws_net *n) {
    struct ws_frame_scratch *scratch;
    size_t nodes = n->size.nodes;
    size_t links = n->size.links;
    size_t queues = n->size.queues;
    scratch = array_new(1, sizeof *scratch);
    scratch->whole = true; /* nothing is known to be forgotten yet */
    scratch->linked = array_new(nodes, sizeof(uint8_t));
    scratch->known = array_new(nodes, sizeof(uint8_t));
    scratch->detailed = array_new(links, sizeof(uint8_t));
    scratch->detail = array_new(links, sizeof(u32));
    scratch->deadlock_queue = array_new(queues, sizeof(u32));
    scratch->buffered = array_new(links, sizeof(u32));
    scratch->room = array_new(links, sizeof(u32));
    scratch->ends = array_new(nodes, sizeof(u32));
    return scratch;
}

static void hosts_new(ws_frame *frame, const ws_net *n) {
    size_t hosts = frame->hosts;
    size_t messages = hosts * WS_FRAME_QUEUED;
    frame->host = array_new(hosts, sizeof *frame->host);
    frame->message = array_new(messages, sizeof *frame->message);
    frame->host_switch = array_new(hosts, sizeof(u32));
    ws_frame_message *first = frame->message;
    for (EACH(h, frame->hosts)) {
        ws_frame_host *host = &frame->host[h];
        host->queue = first;
        first += WS_FRAME_QUEUED;
        frame->host_switch[h] = n->wire.host_switch[h];
    }
}

ws_frame *ws_frame_new(const ws_net *n) {
    ws_frame *frame = array_new(1, sizeof *frame);
    frame->def = *ws_net_def(n);
    sizes_copy(frame, n);
    graph_copy(&frame->graph, &n->graph);
    frame->link = array_new(frame->links, sizeof *frame->link);
    frame->queue = array_new(frame->queues, sizeof *frame->queue);
    size_t nodes = n->size.nodes;
    frame->queue0 = array_new(nodes + 1, sizeof *frame->queue0);
    hosts_new(frame, n);
    frame->worm = array_new(frame->packets, sizeof *frame->worm);
    frame->worm_of = array_new(frame->packets, sizeof *frame->worm_of);
    frame->blocked = array_new(frame->packets, sizeof *frame->blocked);
    frame->deadlock_packet = array_new(frame->packets, sizeof *frame->deadlock_packet);
    size_t buffers = (size_t)frame->switches * frame->pool;
    frame->buffer = array_new(buffers, sizeof *frame->buffer);
    frame->heads_blocked = array_new(frame->switches, sizeof *frame->heads_blocked);
    frame->heads_order = array_new(frame->switches, sizeof *frame->heads_order);
    frame->filling = array_new(frame->switches, sizeof *frame->filling);
    frame->saq = array_new(n->size.saqs, sizeof *frame->saq);
    if (frame->has_saqs)
        frame->saq0 = array_new((size_t)frame->links + 1, sizeof *frame->saq0);
    frame->scratch = scratch_new(n);
    frame->wants = (ws_frame_wants){.tree_packets = true, .messages_of = NIL};
    frame->wants.worm = NIL;
    frame->wants.inside = NIL;
    frame->wants.far = WS_FAR_USE;
    frame->wants.near = array_new(nodes, sizeof *frame->wants.near);
    size_t packets = frame->packets;
    memset(frame->worm_of, 0xff, packets * sizeof *frame->worm_of);
    frame->class_of = ws_classes_of(ws_net_def(n), &frame->class_count);
    frame_wire_links(frame, n);
    frame_wire_queues(frame, n);
    frame_wire_channels(frame, n);
    frame_wire_filling(frame);
    ports_wire(frame, n);
    return frame;
}

void ws_frame_free(ws_frame *frame) {
    if (!frame)
        return;
    free(frame->graph.node);
    free(frame->graph.edge);
    free(frame->link);
    free(frame->flit);
    free(frame->vc);
    free(frame->stretch);
    free(frame->queue);
    free(frame->queue0);
    free(frame->host);
    free(frame->message);
    free(frame->host_switch);
    free(frame->worm);
    free(frame->worm_of);
    free(frame->blocked);
    free(frame->buffer);
    free(frame->port);
    free(frame->cam);
    free(frame->heads_blocked);
    free(frame->heads_order);
    free(frame->filling);
    free(frame->deadlock_packet);
    free(frame->point);
    free(frame->saq);
    free(frame->saq0);
    free(frame->scratch->deadlock_queue);
    free(frame->scratch->detailed);
    free(frame->scratch->detail);
    free(frame->scratch->linked);
    free(frame->scratch->known);
    free(frame->scratch->buffered);
    free(frame->scratch->room);
    free(frame->scratch->ends);
    free(frame->wants.near);
    free(frame->scratch);
    free(frame);
}

/* ---- mechanisms that not every network has ---- */

static void ports_read(ws_frame *frame, const ws_net *n) {
    u32 lines = frame->cam_lines;
    for (EACH(i, frame->ports)) {
        ws_port_read(n, i, &frame->port[i]);
        if (lines > 0)
            ws_port_cam(n, i, frame->cam + (size_t)i * lines);
    }
}

static void pools_read(ws_frame *frame, const ws_net *n) {
    if (frame->pool == 0)
        return;
    for (EACH(x, frame->switches))
        ws_pool_read(n, x, frame->buffer + (size_t)x * frame->pool);
    frame->pool_report = ws_pools_report(n);
}

static void saqs_list(ws_frame *frame, const ws_net *n) {
    for (EACH(l, frame->links)) {
        u32 room = n->size.saqs - frame->saqs;
        ws_saq *free_part = frame->saq + frame->saqs;
        frame->saq0[l] = frame->saqs;
        frame->saqs += ws_saqs_of(n, l, free_part, room);
    }
    frame->saq0[frame->links] = frame->saqs;
}

static void saqs_read(ws_frame *frame, const ws_net *n) {
    frame->saqs = 0;
    if (frame->has_saqs)
        saqs_list(frame, n);
    frame->saq_census = ws_saqs_count(n);
    frame->saqs_born = n->total[WS_TOTAL_SAQS_ALLOCATED];
    frame->saqs_failed = n->total[WS_TOTAL_SAQS_FAILED];
    frame->xoffs = n->total[WS_TOTAL_XOFFS];
    frame->xons = n->total[WS_TOTAL_XONS];
    frame->saqs_premature = n->total[WS_TOTAL_SAQS_PREMATURE];
}

/* ---- measurements ---- */

static void points_reserve(ws_frame *frame, size_t count) {
    if (count <= frame->points_room)
        return;
    frame->points_room = 2 * count;
    frame->point = realloc(frame->point, frame->points_room * sizeof *frame->point);
    if (!frame->point)
        ws_no_memory(0);
}

static void series_copy(ws_frame *frame, const ws_metrics *metrics) {
    size_t count = 0;
    const ws_point *points = ws_metrics_series(metrics, &count, &frame->window);
    points_reserve(frame, count);
    if (count)
        memcpy(frame->point, points, count * sizeof *points);
    frame->points = count;
}

static void metrics_copy(ws_frame *frame, const ws_net *n, const ws_metrics *metrics) {
    frame->saturation = ws_saturation_of(metrics, n);
    frame->offered = ws_metrics_offered(metrics, n);
    frame->accepted = ws_metrics_accepted(metrics, n);
    frame->mean_hops = ws_metrics_mean_hops(metrics, n);
    frame->timeouts = ws_metrics_kills(metrics, n);
    frame->classes = ws_metrics_classes(metrics);
    if (frame->classes > WS_CLASSES_MAX + 1)
        frame->classes = WS_CLASSES_MAX + 1;
    for (EACH(i, frame->classes))
        frame->class_report[i] = ws_honest_class(metrics, n, i);
    frame->saq_log = *ws_metrics_saqs(metrics);
    series_copy(frame, metrics);
}

/* ---- update ---- */

static void totals_copy(ws_frame *frame, const ws_net *n) {
    bool has_marks = n->flow == WS_FLOW_STOP_GO;
    frame->cycle = n->cycle[0];
    frame->def = *ws_net_def(n);
    frame->stop = has_marks ? n->stop : 0;
    frame->go = has_marks ? n->go_mark_in_force : 0;
    frame->total_created = n->total[WS_TOTAL_MESSAGES_CREATED];
    frame->total_delivered = n->total[WS_TOTAL_MESSAGES_DELIVERED];
    frame->total_refused = n->total[WS_TOTAL_MESSAGES_REFUSED];
    frame->kills = n->total[WS_TOTAL_KILLS];
    frame->resets = n->total[WS_TOTAL_RESETS];
}

static void queues_read(ws_frame *frame, const ws_net *n, const ws_waits *waits) {
    size_t queues = 0;
    const ws_wait *wait = ws_waits_of(waits, &queues);
    assert(queues == frame->queues);
    frame_clear_links(frame);
    for (EACH(q, frame->queues)) {
        frame_fetch(frame, n, q);
        frame_read_queue(frame, n, q, &wait[q]);
        frame_read_stretches(frame, n, q);
        frame_add_queue(frame, q);
    }
}

static void links_read(ws_frame *frame, const ws_net *n, const ws_observer *observer) {
    for (EACH(l, frame->links)) {
        frame_read_link(frame, n, l);
        frame_read_channels(frame, n, l);
        frame->link[l].utilisation = ws_observer_use(observer, l);
    }
}

static void whole_read(ws_frame *frame, const ws_net *n, const ws_observer *observer) {
    const ws_waits *waits = ws_observer_waits(observer);
    queues_read(frame, n, waits);
    links_read(frame, n, observer);
    frame_count_worms(frame, n, ws_waits_of(waits, NULL));
    frame->scratch->whole = true;
}

/* A frame of a part needs no places in trees that are not congested. */
static ws_see see_of(const ws_frame *frame) {
    if (frame->wants.tree_packets)
        return WS_SEE_PACKETS;
    return frame->part ? WS_SEE_TREES : WS_SEE_PLACES;
}

void ws_frame_update(ws_frame *frame, const ws_net *n, const ws_metrics *metrics,
                     ws_observer *observer) {
    frame->part = frame->wants.part && frame_can_part(n);
    ws_observer_see(observer, n, see_of(frame));
    const ws_waits *waits = ws_observer_waits(observer);
    frame->deadlock = ws_waits_deadlock(waits);
    totals_copy(frame, n);
    frame_forget_worms(frame);
    if (frame->part)
        frame_read_part(frame, n, observer);
    else
        whole_read(frame, n, observer);
    bool filling = frame->wants.far != WS_FAR_NOTHING;
    if (filling || !frame->part)
        frame_read_filling(frame, n);
    for (EACH(h, frame->hosts))
        frame_read_host(frame, n, h);
    frame_read_inside(frame, n);
    pools_read(frame, n);
    ports_read(frame, n);
    frame_read_deadlock(frame, waits);
    frame_read_trees(frame, ws_observer_trees(observer));
    saqs_read(frame, n);
    if (metrics)
        metrics_copy(frame, n, metrics);
}

/* ---- questions ---- */

uint32_t ws_frame_behind_ring(const ws_frame *frame) {
    uint32_t dead = frame->by_order[WS_FRAME_ORDERS - 1];
    return dead > frame->deadlock_worms ? dead - frame->deadlock_worms : 0;
}

const ws_tree *ws_frame_tree_of(const ws_frame *frame, uint32_t root) {
    for (EACH(i, frame->trees))
        if (frame->tree[i].root == root)
            return &frame->tree[i];
    return NULL;
}

const ws_frame_worm *ws_frame_worm_of(const ws_frame *frame, uint32_t packet) {
    return packet < frame->packets ? worm_of(frame, packet) : NULL;
}

static bool is_among(const uint32_t *packets, size_t count, uint32_t packet) {
    for (EACH(i, count))
        if (packets[i] == packet)
            return true;
    return false;
}

size_t ws_frame_chain(const ws_frame *frame, uint32_t packet, uint32_t *packets, uint8_t *reasons,
                      size_t room) {
    size_t count = 0;
    while (count < room) {
        const ws_frame_worm *worm = ws_frame_worm_of(frame, packet);
        if (!worm)
            return count;
        bool seen = is_among(packets, count, packet);
        packets[count] = packet;
        if (reasons)
            reasons[count] = worm->reason;
        count++;
        if (seen || worm->waits_for == NIL)
            return count;
        packet = worm->waits_for;
    }
    return count;
}

/* A worm that waits for ever is one that waits. */
static void worm_veil(ws_frame_worm *worm) {
    if (worm->order == WS_ORDER_DEADLOCK)
        worm->order = 1;
    worm->in_deadlock = 0;
    worm->victim = WS_VICTIM_NOT;
}

void ws_frame_veil(ws_frame *frame) {
    for (uint32_t i = 0; i < frame->worms; i++)
        worm_veil(&frame->worm[i]);
    for (uint32_t q = 0; q < frame->queues; q++) {
        ws_frame_queue *queue = &frame->queue[q];
        queue->place = (ws_tree_queue){.root = WS_NIL, .parent = WS_NIL};
        if (queue->wait.order == WS_ORDER_DEADLOCK)
            queue->wait.order = 1;
        queue->wait.in_deadlock = 0;
    }
    frame->deadlock = false;
    frame->deadlock_worms = 0;
    frame->deadlock_ring = 0;
    frame->trees = 0;
    frame->merges = 0;
    frame->victims = 0;
}
