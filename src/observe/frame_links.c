/* frame_links.c - links, the buffers at their far ends, and hosts of a frame. */
#include <math.h>
#include <string.h>

#include "observe/frame_parts.h"
#include "wormscope/memory.h"

/* ---- fixed parts ---- */

static u32 link_wire(ws_frame_link *link, const ws_wiring *wire, u32 l) {
    link->from = wire->link_from[l];
    link->to = wire->link_to[l];
    link->edge = wire->link_edge[l];
    link->medium = wire->medium ? wire->medium[l] : NIL;
    link->port = NIL;
    link->front_queue = NIL;
    link->delay = wire->flight[l];
    link->wraps = wire->link_wraps[l];
    link->cut = wire->link_cut[l];
    return link->delay;
}

static bool joins_switches(const ws_frame *frame, u32 l) {
    const ws_frame_link *link = &frame->link[l];
    u32 switches = frame->switches;
    return link->from < switches && link->to < switches;
}

/* Links between switches of at most `most` cycles; all links if no link connects switches. */
static u32 links_within(const ws_frame *frame, const u32 *cycles, u32 most) {
    u32 count = 0;
    for (EACH(l, frame->links)) {
        if (!joins_switches(frame, l))
            continue;
        if (cycles[l] <= most)
            count++;
    }
    return count;
}

/* The median of the cycles of links between switches; with a single switch, the cycles of its first
 * link. */
static u32 median_of(const ws_frame *frame, const u32 *cycles) {
    u32 all = links_within(frame, cycles, UINT32_MAX);
    u32 median = cycles[0];
    if (all == 0)
        return median;
    for (median = 0; 2 * links_within(frame, cycles, median) < all;)
        median++;
    return median;
}

void frame_wire_links(ws_frame *frame, const ws_net *n) {
    u32 flits = 0;
    for (EACH(l, frame->links)) {
        ws_frame_link *link = &frame->link[l];
        link->flit0 = flits;
        link->channels = vcs_of(n, l);
        link->vc0 = first_vc(n, l);
        flits += link_wire(link, &n->wire, l);
        frame->cut_links += link->cut;
    }
    frame->flit = ws_alloc(flits, sizeof *frame->flit);
    frame->hop = median_of(frame, n->wire.flight);
    frame->wire = median_of(frame, n->wire.link_delay);
}

/* Queue q is filled by virtual channel v of a link. */
static void queue_wire(ws_frame *frame, const ws_net *n, u32 q, u32 v) {
    ws_frame_queue *queue = &frame->queue[q];
    queue->link = link_of(n, v);
    ws_frame_link *link = &frame->link[queue->link];
    if (n->ports) /* the queues of a port share its memory */
        link->capacity = n->wire.vc_credits[v] * n->packet_room;
    else
        link->capacity += queue->capacity;
}

void frame_wire_queues(ws_frame *frame, const ws_net *n) {
    size_t nodes = n->size.nodes;
    memcpy(frame->queue0, n->wire.queue0, (nodes + 1) * sizeof *frame->queue0);
    for (EACH(q, frame->queues)) {
        ws_frame_queue *queue = &frame->queue[q];
        u32 v = n->wire.queue_vc[q];
        queue->node = n->wire.queue_node[q];
        queue->link = NIL;
        queue->capacity = n->wire.queue_room[q];
        if (v != NIL)
            queue_wire(frame, n, q, v);
    }
}

/* What filling is read by. */
void frame_wire_filling(ws_frame *frame) {
    struct ws_frame_scratch *scratch = frame->scratch;
    for (EACH(l, frame->links)) {
        const ws_frame_link *link = &frame->link[l];
        u32 to = link->to;
        scratch->room[l] = link->capacity;
        if (to < frame->switches)
            scratch->ends[to]++;
    }
}

/* ---- buffers ---- */

void frame_clear_link(ws_frame_link *link) {
    link->buffered = 0;
    link->stop_sent = 0;
    link->front_queue = NIL;
}

void frame_clear_links(ws_frame *frame) {
    for (EACH(l, frame->links))
        frame_clear_link(&frame->link[l]);
}

/* NONE orders below all. */
static u32 order_rank(const ws_frame *frame, u32 q) {
    u16 order = frame->queue[q].wait.order;
    return order == WS_ORDER_NONE ? 0 : order + 1u;
}

void frame_add_queue(ws_frame *frame, u32 q) {
    const ws_frame_queue *queue = &frame->queue[q];
    if (queue->link == NIL)
        return;
    ws_frame_link *link = &frame->link[queue->link];
    link->buffered += queue->flits;
    link->stop_sent |= queue->stop_sent;
    if (queue->front == NIL)
        return;
    u32 best = link->front_queue;
    if (best == NIL || order_rank(frame, best) < order_rank(frame, q))
        link->front_queue = q;
}

/* ---- wires ---- */

/* The word in slot `slot` of the wheel of link l; false if there is none. */
static bool flit_get(const ws_net *n, u32 slot, u32 l, u32 *flit) {
    const u64 *bits = n->flight_bits + (size_t)slot * n->size.link_words;
    if (!bit_get(bits, l))
        return false;
    *flit = n->flight[(size_t)slot * n->size.links + l];
    return true;
}

static void flit_draw(ws_frame_flit *drawn, u32 flit) {
    drawn->packet = flit >> FLIT_PACKET_SHIFT;
    drawn->flits = (u8)flits_of(flit);
    drawn->head = (flit & FLIT_HEAD) != 0;
    drawn->tail = (flit & FLIT_TAIL) != 0;
    drawn->channel = (u8)(flit & FLIT_VC);
}

/* Is packet k torn down, so that its flits are dropped? */
static bool is_dropped(const ws_net *n, u32 k) {
    if (n->packet.message[k] == NIL)
        return true;
    return n->packet.flags[k] & PACKET_RETURNED;
}

/* The switch at its end refuses the packet that comes off link l, up to the next head. */
static bool is_refusing(const ws_net *n, u32 l) {
    if (n->flow != WS_FLOW_NACK || is_sink(n, l))
        return false;
    return n->vc[first_vc(n, l)].receiver == NIL;
}

/* A flit that left in the last cycle arrives `delay` cycles later, so slot now + i is i + 1
 * cycles before its arrival. Flits of a packet that has been refused are drawn, but do not
 * count: their packet is whole again behind them. */
static void wire_read(ws_frame *frame, const ws_net *n, u32 l) {
    ws_frame_link *link = &frame->link[l];
    ws_frame_flit *last = &frame->flit[link->flit0 + link->delay - 1];
    bool refused = is_refusing(n, l);
    link->flits = 0;
    for (EACH(i, link->delay)) {
        u32 slot = wheel_slot(n->cycle[0] + i, n->size.flight_slots);
        ws_frame_flit *drawn = last - i;
        *drawn = (ws_frame_flit){.packet = NIL};
        u32 flit;
        if (!flit_get(n, slot, l, &flit))
            continue;
        flit_draw(drawn, flit);
        refused &= !drawn->head;
        if (refused)
            continue;
        link->flits += flits_of(flit);
        if (!is_dropped(n, drawn->packet))
            worm_touch(frame, n, drawn->packet);
    }
}

/* ---- virtual channels ---- */

/* Flits in output buffers may be all that is left of a worm at its switch. */
static void outputs_read(ws_frame *frame, const ws_net *n, u32 l) {
    ws_frame_link *link = &frame->link[l];
    link->output = 0;
    if (n->layout.output_room == 0)
        return;
    for (VCS_EACH(v, n, l)) {
        const ws_output_state *output = &n->output_buffer.vc[v];
        link->output += output->flits;
        if (output->flits > 0)
            worm_touch(frame, n, output->packet);
    }
}

static void worm_hold(ws_frame *frame, u32 k) {
    ws_frame_worm *worm = k == NIL ? NULL : worm_of(frame, k);
    if (worm)
        worm->links_held++;
}

/* The worm that holds link l; of several, the first that is blocked. Is any of them blocked? */
static bool holders_read(ws_frame *frame, const ws_net *n, u32 l) {
    ws_frame_link *link = &frame->link[l];
    bool blocked = false;
    link->holder = NIL;
    link->held = 0;
    for (VCS_EACH(v, n, l)) {
        u32 q = n->vc[v].holder;
        if (q == NIL)
            continue;
        const ws_frame_queue *queue = &frame->queue[q];
        bool stopped = order_blocked(queue->wait.order);
        if (link->holder == NIL || (stopped && !blocked))
            link->holder = queue->front;
        blocked |= stopped;
        link->held++;
        worm_hold(frame, queue->front);
    }
    return blocked;
}

void frame_read_link(ws_frame *frame, const ws_net *n, u32 l) {
    ws_frame_link *link = &frame->link[l];
    wire_read(frame, n, l);
    outputs_read(frame, n, l);
    bool blocked = holders_read(frame, n, l);
    link->occupancy = (double)n->timer.occupancy[l] / 65536;
    link->state = WS_LINK_IDLE;
    if (link->held || link->flits)
        link->state = WS_LINK_MOVING;
    if (blocked)
        link->state = WS_LINK_BLOCKED;
    if (n->wire.medium)
        link->turns = n->pool.link_turns[l];
}

/* ---- hosts ---- */

static double message_priority(const ws_net *n, u32 m) {
    if (n->def->alpha == 0)
        return NAN;
    return (double)n->discipline->priority(n, m) / WS_MILLION;
}

static void message_read(ws_frame_message *to, const ws_net *n, u32 m) {
    to->message = m;
    to->dest = n->message.dest[m];
    to->packets = n->workload->packets(n, m);
    to->priority = message_priority(n, m);
    to->traffic_class = n->message.class[m];
    to->sending = false;
}

/* The first messages of source queue s, behind those of the queues before it. */
static void messages_read(ws_frame_host *host, const ws_net *n, u32 s) {
    u32 first = n->source.first[s];
    u32 q = queue_of_source(n, s);
    for (u32 m = first; m != NIL; m = n->message.next[m]) {
        if (host->queued == WS_FRAME_QUEUED)
            return;
        ws_frame_message *to = &host->queue[host->queued++];
        message_read(to, n, m);
        to->sending = m == first && n->queue[q].front != NIL;
    }
}

/* Source queue number i of the host. */
static void source_read(ws_frame_host *host, const ws_net *n, u32 q, u32 i) {
    const ws_queue_state *queue = &n->queue[q];
    u32 s = source_of_queue(n, q);
    u32 count = n->source.count[s];
    if (i < WS_CLASSES_MAX)
        host->waiting[i] += count;
    host->waiting_all += count;
    if (queue->front != NIL && queue->state == QUEUE_STREAMING)
        host->sending = queue->front;
}

/* The messages that wait at a host. */
static void host_list(ws_frame_host *host, const ws_net *n, u32 first) {
    ws_frame_message *rows = host->queue;
    memset(rows, 0, WS_FRAME_QUEUED * sizeof *rows);
    for (EACH(i, n->wire.source_queues))
        messages_read(host, n, source_of_queue(n, first + i));
}

void frame_read_host(ws_frame *frame, const ws_net *n, u32 h) {
    ws_frame_host *host = &frame->host[h];
    u32 first = first_queue(n, n->size.switches + h);
    u32 only = frame->wants.messages_of;
    bool listed = only == NIL || only == h;
    memset(host->waiting, 0, sizeof host->waiting);
    host->waiting_all = 0;
    host->queued = 0;
    host->sending = NIL;
    host->inject_link = n->wire.inject_link[h];
    host->eject_link = n->wire.eject_link[h];
    for (EACH(i, n->wire.source_queues))
        source_read(host, n, first + i, i);
    if (listed)
        host_list(host, n, first);
}

/* ---- how full switches are ---- */

/* Flits at the ends of links, of all queues that a link fills. */
static void buffers_count(u32 *buffered, const ws_net *n) {
    size_t links = n->size.links;
    memset(buffered, 0, links * sizeof *buffered);
    for (EACH(q, n->wire.source_queue0)) {
        u32 flits = n->queue[q].flits;
        u32 v = n->wire.queue_vc[q];
        if (flits == 0 || v == NIL)
            continue;
        u32 l = link_of(n, v);
        buffered[l] += flits;
    }
}

void frame_read_filling(ws_frame *frame, const ws_net *n) {
    u32 *buffered = frame->scratch->buffered;
    const u32 *ends = frame->scratch->ends;
    const u32 *room = frame->scratch->room;
    buffers_count(buffered, n);
    double *filling = frame->filling;
    for (EACH(x, frame->switches))
        filling[x] = 0;
    for (EACH(l, frame->links)) {
        u32 to = n->wire.link_to[l];
        double flits = buffered[l];
        if (flits > 0 && to < frame->switches)
            filling[to] += flits / room[l];
    }
    for (EACH(x, frame->switches))
        filling[x] /= ends[x];
}
