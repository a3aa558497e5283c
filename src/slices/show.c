/* show.c - the columns that change at flit rate, into slices and out of them. See slices.h.
 *
 * While slices run, the counters of flits in the columns hold what packets whose tails have left
 * (of hosts: arrived) add to them; what is under way is added when they are shown, and taken away
 * when the slices go on. */
#include "slices.h"

#include <string.h>

/* ---- counters of flits ---- */

/* Adds `times` the flits of packets under way to counters. */
typedef struct flit_counts {
    u64 *total;
    u64 *link_flits; /* NULL: not asked */
    u64 *by_class;
    u64 times; /* 1, or 2^64 - 1 */
} flit_counts;

/* Flits that queue q of switch s has sent of its front packet. */
static u32 sent_by_queue(const ws_net *n, u32 q, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 at = plane_at(sl, queue_number(sl, q, s));
    return n->packet.length[front_of(n, q)] -
           number_get(slice_set(sl, SLICE_TO_GO) + at, sl->field, sl->go_bits, s);
}

/* Flits that are on their way to host s by channel vc: they are not delivered yet. Those whose tail
 * is under way belong to it, the others to the packet that holds the channel. */
static void sink_count(const ws_net *n, u32 vc, u32 s, const flit_counts *counts) {
    const struct ws_slices *sl = n->slices;
    u32 number = sl->host_port * sl->vcs + vc;
    u32 v = slice_vc(sl, number, s);
    u32 l = link_of(n, v);
    u32 q = holder_of(n, v);
    u32 k = q == NIL ? NIL : front_of(n, q);
    if (q != NIL)
        counts->by_class[n->packet.class[k]] += counts->times * sent_by_queue(n, q, s);
    for (u32 ahead = sl->port[sl->host_port].flight; ahead-- > 0;) {
        u32 slot = wheel_slot(now(n) + ahead, sl->flight_slots);
        if (!bit_get(sl->sinking[slot] + vc * sl->words, s))
            continue;
        bool tail = bit_get(sl->sinking_tails[slot], s);
        if (tail) {
            k = *wire_word(n, now(n) + ahead, l) >> FLIT_PACKET_SHIFT;
            counts->by_class[n->packet.class[k]] += counts->times * n->packet.length[k];
        }
        counts->by_class[n->packet.class[k]] -= counts->times;
    }
}

static void under_way_count(const ws_net *n, const flit_counts *counts) {
    const struct ws_slices *sl = n->slices;
    for (EACH(number, sl->numbers))
        for (EACH(w, sl->words)) {
            u64 held = ~slice_set(sl, SLICE_IDLE)[plane_at(sl, number) + w];
            for (BITS_EACH(i, held)) {
                u32 v = slice_vc(sl, number, w * 64 + i);
                u64 sent = counts->times * sent_by_queue(n, holder_of(n, v), w * 64 + i);
                counts->link_flits[link_of(n, v)] += sent;
                counts->total[WS_TOTAL_FLIT_HOPS] += sent;
            }
        }
    for (EACH(vc, sl->vcs))
        for (PLANE_EACH(s, sl, sl->host_holds[vc])) {
            u32 l = n->wire.inject_link[s];
            u32 q = first_queue(n, node_from(n, l));
            u32 to_go = number_get(sl->host_to_go, sl->words, sl->go_bits, s);
            u64 sent = counts->times * (n->packet.length[front_of(n, q)] - to_go);
            counts->link_flits[l] += sent;
            counts->total[WS_TOTAL_FLITS_INJECTED] += sent;
        }
}

static void sinks_count(const ws_net *n, const flit_counts *counts) {
    const struct ws_slices *sl = n->slices;
    for (EACH(vc, sl->vcs))
        for (EACH(w, sl->words)) {
            u64 busy = ~slice_set(sl, SLICE_IDLE)[plane_at(sl, sl->host_port * sl->vcs + vc) + w];
            for (EACH(slot, sl->flight_slots))
                busy |= sl->sinking[slot][vc * sl->words + w];
            for (BITS_EACH(i, busy))
                sink_count(n, vc, w * 64 + i, counts);
        }
}

static void counts_move(ws_net *n, u64 times) {
    u64 delivered[WS_CLASSES_MAX] = {0};
    flit_counts counts = {n->total, n->link_flits, delivered, times};
    under_way_count(n, &counts);
    sinks_count(n, &counts);
    for (EACH(c, n->size.classes)) {
        n->class_flits[c] += delivered[c];
        n->total[WS_TOTAL_FLITS_DELIVERED] += delivered[c];
    }
}

void slices_delivered(const ws_net *n, u64 by_class[WS_CLASSES_MAX]) {
    flit_counts counts = {.by_class = by_class, .times = 1};
    sinks_count(n, &counts);
}

void slices_resume(ws_net *n) {
    counts_move(n, UINT64_MAX);
}

/* ---- out of the slices ---- */

/* What an empty queue last had is in its columns. */
static void queue_show(ws_net *n, u32 number, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 q = slice_queue(sl, number, s);
    u32 at = plane_at(sl, number);
    if (q == NIL)
        return;
    ws_queue_state *queue = &n->queue[q];
    queue->flits = 0;
    if (queue->packets == 0)
        return;
    queue->front_here = number_get(slice_set(sl, SLICE_HERE) + at, sl->field, sl->count_bits, s);
    queue->front_to_go = number_get(slice_set(sl, SLICE_TO_GO) + at, sl->field, sl->go_bits, s);
    if (queue->packets > 1)
        queue->tail_here =
            number_get(slice_set(sl, SLICE_TAIL_HERE) + at, sl->field, sl->count_bits, s);
    queue->flits = queue->front_here + (queue->packets > 1 ? queue->tail_here : 0);
    for (u32 i = 1; i + 1 < queue->packets; i++)
        queue->flits += n->packet.length[packet_at(n, q, i)];
}

static void credit_show(ws_net *n, u32 number, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 v = slice_vc(sl, number, s);
    const u64 *slice = slice_set(sl, SLICE_CREDIT) + plane_at(sl, number);
    if (v != NIL && number_port(sl, number) != sl->host_port)
        n->vc[v].credit = (i32)number_get(slice, sl->field, sl->count_bits, s);
}

/* Of a channel that is held: the words between head and tail on its wire, and whether its holder
 * may send. */
static void channel_show(ws_net *n, u32 number, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 v = slice_vc(sl, number, s);
    u32 l = link_of(n, v);
    u32 port = number_port(sl, number);
    u32 q = holder_of(n, v);
    words_write(n, l, number_vc(sl, number), port * sl->words, s, front_of(n, q));
    bool open = port == sl->host_port || n->vc[v].credit > 0;
    if (sl->vcs == 1 && bit_get(slice_set(sl, SLICE_CHANNEL_SENDS) + plane_at(sl, number), s))
        bit_set(n->ready_links, l);
    if (sl->vcs > 1 && open && has_flits_to_send(n, q))
        ready_set(n, q, l);
}

static void host_show(ws_net *n, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 l = n->wire.inject_link[s];
    ws_queue_state *queue = &n->queue[first_queue(n, node_from(n, l))];
    for (EACH(vc, sl->vcs)) {
        u32 v = first_vc(n, l) + vc;
        u32 at = plane_at(sl, sl->host_port * sl->vcs + vc);
        u32 credit = number_get(slice_set(sl, SLICE_CREDIT) + at, sl->field, sl->count_bits, s);
        n->vc[v].credit = (i32)credit;
        if (!bit_get(sl->host_holds[vc], s))
            continue;
        queue->front_to_go = number_get(sl->host_to_go, sl->words, sl->go_bits, s);
        queue->front_here = queue->front_to_go;
        words_write(n, l, vc, sl->line, s, queue->front);
        if (sl->vcs == 1 && bit_get(sl->host_sent[vc], s))
            bit_set(n->ready_links, l);
        if (sl->vcs > 1 && credit > 0)
            ready_set(n, queue_of_source(n, s), l);
    }
}

/* What comes off the wires of a slot, and which signals: sets by link and by virtual channel. */
static void arriving_show(ws_net *n, u64 due, u32 number, u32 s) {
    const struct ws_slices *sl = n->slices;
    u32 slot = wheel_slot(due, sl->flight_slots);
    u32 q = slice_queue(sl, number, s);
    if (bit_get(sl->arriving[slot] + plane_at(sl, number), s))
        bit_set(flight_set(n, due), link_of(n, feeding_vc(n, q)));
}

static void wires_show(ws_net *n) {
    const struct ws_slices *sl = n->slices;
    memset(n->flight_bits, 0, n->size.flight_bits * sizeof *n->flight_bits);
    memset(n->signal_bits, 0, n->size.signal_bits * sizeof *n->signal_bits);
    for (EACH(ahead, sl->flight_slots)) {
        u64 due = now(n) + ahead;
        u32 slot = wheel_slot(due, sl->flight_slots);
        for (EACH(number, sl->numbers)) {
            const u64 *plane = sl->arriving[slot] + plane_at(sl, number);
            for (PLANE_EACH(s, sl, plane))
                arriving_show(n, due, number, s);
        }
        for (EACH(vc, sl->vcs)) {
            const u64 *plane = sl->sinking[slot] + vc * sl->words;
            for (PLANE_EACH(s, sl, plane))
                bit_set(flight_set(n, due), n->wire.eject_link[s]);
        }
    }
    for (EACH(late, sl->signal_slots)) {
        u64 due = now(n) + late;
        u32 slot = wheel_slot(due, sl->signal_slots);
        for (EACH(number, sl->numbers)) {
            const u64 *plane = sl->credits[slot] + plane_at(sl, number);
            bool host = number_port(sl, number) == sl->host_port;
            for (PLANE_EACH(s, sl, plane)) {
                u32 v = host ? first_vc(n, n->wire.inject_link[s]) + number_vc(sl, number)
                             : slice_vc(sl, number, s);
                bit_set(signal_set(n, due), v);
            }
        }
    }
}

/* Pointers of outputs and crossbar inputs into their columns (`out`), or back. */
static void turns_move(ws_net *n, bool out) {
    struct ws_slices *sl = n->slices;
    for (EACH(s, sl->switches))
        for (u32 port = 0; sl->vcs > 1 && port < sl->ports; port++) {
            slice_switch *at = &sl->at[s];
            if (at->output[port] == SLICE_NONE)
                continue;
            u16 *columns[2] = {&n->link_turn[at->link0 + at->output[port]],
                               &n->crossbar_turn[port_of(n, slice_queue(sl, port * sl->vcs, s))]};
            for (EACH(in, 2)) {
                if (out)
                    turn_write(sl, in, port, s), *columns[in] = at->turn[in][port];
                else
                    at->turn[in][port] = (u8)*columns[in];
            }
            if (!out)
                turn_order(sl, false, port, s), turn_order(sl, true, port, s);
        }
}

void slices_show(ws_net *n) {
    const struct ws_slices *sl = n->slices;
    memset(n->ready_links, 0, n->size.link_words * sizeof *n->ready_links);
    memset(n->ready, 0, n->size.requests * sizeof *n->ready);
    memset(n->ready_outputs, 0, n->size.nodes * sizeof *n->ready_outputs);
    memset(n->ready_nodes, 0, n->size.node_words * sizeof *n->ready_nodes);
    for (EACH(s, sl->switches))
        for (EACH(number, sl->numbers)) {
            queue_show(n, number, s);
            credit_show(n, number, s);
        }
    for (EACH(number, sl->numbers))
        for (EACH(w, sl->words)) {
            u64 held = ~slice_set(sl, SLICE_IDLE)[plane_at(sl, number) + w];
            for (BITS_EACH(i, held))
                channel_show(n, number, w * 64 + i);
        }
    for (EACH(s, sl->switches))
        host_show(n, s);
    turns_move(n, true);
    wires_show(n);
    counts_move(n, 1);
}

/* ---- into the slices ---- */

static void queue_enter(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 q = slice_queue(sl, number, s);
    u32 at = plane_at(sl, number);
    if (q == NIL || n->queue[q].packets == 0)
        return;
    const ws_queue_state *queue = &n->queue[q];
    go_bits_grow(sl, queue->front_to_go);
    number_put(slice_set(sl, SLICE_HERE) + at, sl->field, sl->count_bits, s, queue->front_here);
    number_put(slice_set(sl, SLICE_TAIL_HERE) + at, sl->field, sl->count_bits, s, queue->tail_here);
    number_put(slice_set(sl, SLICE_TO_GO) + at, sl->field, sl->go_bits, s, queue->front_to_go);
    if (queue->packets > 1)
        bit_set(slice_set(sl, SLICE_SEVERAL) + at, s);
    if (queue->state >= QUEUE_STARTING)
        bit_set(slice_set(sl, SLICE_STARTED) + at, s);
    if (queue->state == QUEUE_STARTING)
        bit_set(slice_set(sl, SLICE_AT_HEAD) + at, s);
    if (queue->vc != NIL)
        pair_hold(sl, number, vc_number(n, sl, queue->vc), s);
}

static void channel_enter(ws_net *n, u32 number, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 v = slice_vc(sl, number, s);
    u32 at = plane_at(sl, number);
    if (v == NIL)
        return;
    if (number_port(sl, number) == sl->host_port)
        v = first_vc(n, n->wire.inject_link[s]) + number_vc(sl, number);
    number_put(slice_set(sl, SLICE_CREDIT) + at, sl->field, sl->count_bits, s,
               (u32)n->vc[v].credit);
}

static void host_enter(ws_net *n, u32 s) {
    struct ws_slices *sl = n->slices;
    u32 l = n->wire.inject_link[s];
    const ws_queue_state *queue = &n->queue[first_queue(n, node_from(n, l))];
    if (queue->vc == NIL)
        return;
    go_bits_grow(sl, queue->front_to_go);
    number_put(sl->host_to_go, sl->words, sl->go_bits, s, queue->front_to_go);
    bit_set(sl->host_holds[vc_of_link(n, queue->vc)], s);
    if (queue->state == QUEUE_STARTING)
        bit_set(sl->host_at_head, s);
}

/* A word on a wire is due. */
static void word_enter(ws_net *n, u64 due, u32 l) {
    const struct ws_slices *sl = n->slices;
    u32 word = *wire_word(n, due, l);
    u32 slot = wheel_slot(due, sl->flight_slots);
    u32 q = own_queue(n, first_vc(n, l) + (word & FLIT_VC));
    if (q == NIL) {
        u32 s = node_from(n, l);
        bit_set(sl->sinking[slot] + (word & FLIT_VC) * sl->words, s);
        if (word & FLIT_HEAD)
            bit_set(sl->sinking_heads[slot], s);
        if (word & FLIT_TAIL)
            bit_set(sl->sinking_tails[slot], s);
        return;
    }
    u32 at = plane_at(sl, queue_number(sl, q, node_of(n, q)));
    bit_set(sl->arriving[slot] + at, node_of(n, q));
    if (word & FLIT_HEAD)
        bit_set(sl->arriving_heads[slot] + at, node_of(n, q));
}

static void signal_enter(ws_net *n, u64 due, u32 v) {
    const struct ws_slices *sl = n->slices;
    u32 slot = wheel_slot(due, sl->signal_slots);
    u32 l = link_of(n, v);
    u32 x = node_from(n, l);
    u32 number = vc_number(n, sl, v);
    if (is_injection(n, l)) {
        number = sl->host_port * sl->vcs + vc_of_link(n, v);
        x = host_of_node(n, x);
    }
    bit_set(sl->credits[slot] + plane_at(sl, number), x);
}

static void wires_enter(ws_net *n) {
    const struct ws_slices *sl = n->slices;
    for (EACH(ahead, sl->flight_slots)) {
        u64 due = now(n) + ahead;
        const u64 *set = flight_set(n, due);
        for (EACH(w, n->size.link_words)) {
            u64 word = set[w];
            for (BITS_EACH(i, word))
                word_enter(n, due, w * 64 + i);
        }
    }
    for (EACH(late, sl->signal_slots)) {
        u64 due = now(n) + late;
        const u64 *set = signal_set(n, due);
        for (EACH(w, n->size.vc_words)) {
            u64 word = set[w];
            for (BITS_EACH(i, word))
                signal_enter(n, due, w * 64 + i);
        }
    }
}

/* Are flits of worms that were killed still discarded, or timers of heads still set? */
static bool has_kills_left(const ws_net *n) {
    for (EACH(v, n->size.vcs))
        if (n->vc[v].receiver != own_queue(n, v))
            return true;
    for (EACH(q, n->size.queues))
        if (n->timer.deadline[q] > 0)
            return true;
    return !bits_none(n->timer.bits, n->size.deadline_bits);
}

bool slices_enter(ws_net *n) {
    struct ws_slices *sl = n->slices;
    if (has_kills_left(n))
        return false;
    slices_clear(sl);
    for (EACH(s, sl->switches)) {
        for (EACH(number, sl->numbers)) {
            queue_enter(n, number, s);
            channel_enter(n, number, s);
        }
        host_enter(n, s);
    }
    memset(slice_line(sl, false, SLICE_TURN_KNOWN), 0xff, sl->line * sizeof(u64));
    memset(slice_line(sl, true, SLICE_TURN_KNOWN), 0xff, sl->line * sizeof(u64));
    turns_move(n, false);
    wires_enter(n);
    counts_move(n, UINT64_MAX);
    return true;
}
