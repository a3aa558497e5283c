/* kernel.c - the step: notices - signals - timers - arrive - inject - grant - move - deadlines. With move.c the only code that runs at flit rate. */
#include "kernel.h"

/* The sender of lane v may send again, or has more room: wake who waits for that. */
void lane_wake(ws_net *n, u32 v) {
    u32 l = n->wire.lane_link[v], q = n->vlane[v].holder;
    const hot_link *link = &n->wire.hot_link[l];
    if (link->buffered && n->output[v].level > 0) output_go_set(n, link, l, v);
    if (q == NIL) {
        if (n->grant_room >= WS_GRANT_ROOM_PACKET ? lane_suits_any(n, l, v) : want_any(n, l)) link_alert(n, l);
    } else if (link->buffered) {
        return; /* who holds it waits for the output buffer, not for credit */
    } else if (n->queue[q].state >= QUEUE_STARTING && n->queue[q].avail > 0) {
        go_set(n, q, l);
    }
}

/* A credit, or the other one of STOP and GO, reaches the sender of lane v. */
static inline void signal_take(ws_net *n, u32 v) {
    ws_lane_state *lane = &n->vlane[v];
    if (n->flow != WS_FLOW_STOP_GO) {
        if (lane->credit++ == 0 || (lane->holder == NIL && n->grant_room >= WS_GRANT_ROOM_PACKET)) lane_wake(n, v);
    } else if ((lane->credit ^= 1)) {
        lane_wake(n, v);
    } else if (n->wire.hot_link[n->wire.lane_link[v]].buffered) {
        output_go_clear(n, &n->wire.hot_link[n->wire.lane_link[v]], n->wire.lane_link[v], v);
    } else if (lane->holder != NIL) {
        go_clear(n, lane->holder, n->wire.lane_link[v]);
    }
}

static void run_signals(ws_net *n) {
    u32 slot = (u32)n->now[0] & (n->size.signal_slots - 1), words = n->size.lane_words;
    u64 *bits = n->signal_bits + (size_t)slot * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        if (!word) continue;
        bits[w] = 0;
        for (BITS_EACH(i, word)) signal_take(n, w * 64 + i);
    }
}

static void queue_start(ws_net *n, u32 q) {
    n->queue[q].state = QUEUE_STARTING;
    queue_ready(n, q);
}

static void run_timers(ws_net *n) {
    u32 slot = (u32)n->now[0] & (n->size.timer_slots - 1), words = n->size.queue_words;
    u64 *bits = n->timer_bits + (size_t)slot * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        if (!word) continue;
        bits[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 q = w * 64 + i;
            if (n->queue[q].state == QUEUE_ROUTING) queue_request(n, q);
            else queue_start(n, q);
        }
    }
}

/* The packet in front of queue q enters the router's pipeline, in `wait` cycles. */
static void pipeline_begin(ws_net *n, u32 q, u32 wait) {
    wait += n->request_delay;
    n->queue[q].storing = 0;
    if (wait == 0) queue_request(n, q);
    else timer_set(n, q, n->now[0] + wait);
}

/* Store-and-forward: is all of the packet in front here, or (of one cut under another rule) as much as there is room for? */
static bool is_stored(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    return queue->avail == queue->left || queue->level == n->wire.queue_room[q];
}

/* The packet in front of queue q begins its way through the router; `wait` cycles until its pipeline starts. */
static void front_begin(ws_net *n, u32 q, u32 wait) {
    u32 k = n->ring[n->wire.ring0[q] + n->queue[q].ring_head];
    n->queue[q].front = k;
    n->queue[q].left = n->pk_length[k];
    n->queue[q].avail = n->queue[q].spans == 1 ? n->queue[q].got : n->pk_length[k];
    n->queue[q].state = QUEUE_ROUTING;
    n->queue[q].storing = n->store && !is_stored(n, q);
    if (!n->queue[q].storing) pipeline_begin(n, q, wait);
}

void store_release(ws_net *n, u32 q) {
    if (n->queue[q].storing) pipeline_begin(n, q, 1);
}

static void head_accept(ws_net *n, u32 q, u32 k) {
    u32 place = (n->queue[q].ring_head + n->queue[q].spans) & n->wire.ring_mask[q];
    n->ring[n->wire.ring0[q] + place] = k;
    n->queue[q].got = 0;
    if (++n->queue[q].spans == 1) front_begin(n, q, 0);
    else if (n->queue[q].spans == 2 && n->queue[q].state == QUEUE_STREAMING) head_foremost(n, q);
}

/* A flit comes off the wire into its queue. */
static inline void flit_accept(ws_net *n, const hot_link *link, u32 flit) {
    u32 v = link->lane0 + (flit & FLIT_LANE), q = n->vlane[v].rx;
    if (flit & FLIT_HEAD) {
        q = n->vlane[v].rx = n->wire.lane_queue[v];
        head_accept(n, q, flit >> FLIT_PACKET_SHIFT);
    } else if (q == NIL) {
        flit_discard(n, v, flit);
        return;
    }
    ws_queue_state *queue = &n->queue[q];
    queue->level++;
    assert(queue->level <= n->wire.queue_room[q]);
    if (queue->spans > 1) queue->got++;
    else if (queue->avail++ == 0 && queue->state >= QUEUE_STARTING) queue_ready(n, q);
    else if (queue->storing && is_stored(n, q)) pipeline_begin(n, q, 0);
    if (n->flow == WS_FLOW_STOP_GO && queue->level >= n->stop && !queue->told) {
        queue->told = 1;
        signal_send(n, q);
    }
}

static ws_event *packet_event(ws_net *n, u32 k, ws_event_kind kind) {
    ws_event *e = event_add(n, kind);
    u32 m = n->pk_message[k];
    e->created = n->ms_created[m];
    e->entered = n->pk_entered[k];
    e->head = n->pk_head[k];
    e->id = k;
    e->source = n->ms_source[m];
    e->dest = n->ms_dest[m];
    e->length = n->pk_length[k];
    e->hops = n->pk_hops[k];
    e->traffic_class = n->pk_class[k];
    return e;
}

static void message_deliver(ws_net *n, u32 m, const ws_event *packet) {
    u16 hops = packet->hops; /* read before the event buffer is appended to */
    ws_event *e = event_add(n, WS_EVENT_MESSAGE_DELIVERED);
    e->created = n->ms_created[m];
    e->entered = n->ms_entered[m];
    e->head = n->ms_head[m];
    e->id = m;
    e->source = n->ms_source[m];
    e->dest = n->ms_dest[m];
    e->length = n->ms_length[m];
    e->hops = hops;
    e->traffic_class = n->ms_class[m];
    n->total[WS_TOTAL_MESSAGES_DELIVERED]++;
    n->ms_source[m] = NIL;
    n->message_free[n->message_top[0]++] = m;
}

static void packet_deliver(ws_net *n, u32 k) {
    u32 m = n->pk_message[k];
    n->total[WS_TOTAL_PACKETS_DELIVERED]++;
    n->total[WS_TOTAL_HOPS_DELIVERED] += n->pk_hops[k];
    n->total[WS_TOTAL_WASTE_WAIT] += n->pk_held[k] - (u64)n->pk_length[k] * (n->pk_hops[k] + 1u);
    if (n->pk_flags[k] & PACKET_LAST) n->ms_head[m] = n->pk_head[k];
    const ws_event *event = packet_event(n, k, WS_EVENT_PACKET_DELIVERED);
    n->pk_message[k] = NIL;
    n->packet_free[n->packet_top[0]++] = k;
    if (--n->ms_open[m] == 0 && n->ms_left[m] == 0) message_deliver(n, m, event);
}

/* A flit arrives at the host it was sent to. */
static inline void flit_deliver(ws_net *n, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    n->class_flits[n->pk_class[k]]++;
    n->total[WS_TOTAL_FLITS_DELIVERED]++;
    if (flit & FLIT_HEAD) n->pk_head[k] = n->now[0];
    if (flit & FLIT_TAIL) packet_deliver(n, k);
}

static void run_arrive(ws_net *n) {
    u32 slot = (u32)n->now[0] & (n->size.flight_slots - 1), words = n->size.link_words;
    u64 *bits = n->flight_bits + (size_t)slot * words;
    const u32 *flight = n->flight + (size_t)slot * n->size.links;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        if (!word) continue;
        bits[w] = 0;
        for (BITS_EACH(i, word)) {
            const hot_link *link = &n->wire.hot_link[w * 64 + i];
            if (link->sink) flit_deliver(n, flight[w * 64 + i]);
            else flit_accept(n, link, flight[w * 64 + i]);
        }
    }
}

static void run_inject(ws_net *n) {
    u32 slot = (u32)n->now[0] & (n->size.arrival_slots - 1), words = n->size.host_words;
    const u64 *bits = n->arrival_bits + (size_t)slot * words;
    for (u32 w = 0; w < words; w++) {
        u64 word = bits[w];
        for (BITS_EACH(i, word)) {
            u32 h = w * 64 + i;
            if (n->arrival[h] >> 16 <= n->now[0]) n->workload->arrive(n, h); /* else it is due in a later lap */
        }
    }
}

static void run_grant(ws_net *n) {
    for (u32 w = 0; w < n->size.xbar_words; w++) {
        u64 word = n->grant_x[w];
        for (BITS_EACH(i, word)) grant_crossbar(n, w * 64 + i);
    }
}

/* Is a queue of crossbar x about to send into an output buffer? */
static bool crossing_any(const ws_net *n, u32 x) {
    return n->output_room > 0 && x < n->size.switches && !bits_none(n->cross + n->wire.set0[x], n->wire.words[x]);
}

static void run_move(ws_net *n) {
    for (u32 w = 0; w < n->size.xbar_words; w++) {
        u64 word = n->move_x[w];
        for (BITS_EACH(i, word)) {
            move_crossbar(n, w * 64 + i);
            if (n->move_out[w * 64 + i] == 0 && !crossing_any(n, w * 64 + i)) bit_clear(n->move_x, w * 64 + i);
        }
    }
}

/* ---- verbs ---- */

void link_alert(ws_net *n, u32 l) {
    u32 x = n->wire.link_from[l];
    if (has_unit(n, x)) {
        unit_wake(n, x);
        return;
    }
    u64 out = 1ull << (l - n->wire.link0[x]);
    if (n->one_stage && x < n->size.switches) {
        n->move_out[x] |= out;
        bit_set(n->move_x, x);
    } else {
        n->grant_out[x] |= out;
        bit_set(n->grant_x, x);
    }
}

void queue_request(ws_net *n, u32 q) {
    ws_cand cand[WS_CANDS_MAX];
    u32 count = 1, stride = n->size.cand_per_queue;
    if (is_source(n, q)) {
        u32 h = n->wire.queue_xbar[q] - n->size.switches;
        cand[0] = (ws_cand){n->wire.inject_link[h], n->wire.source_lanes[input_of(n, q)], 0};
    } else {
        count = n->routing->route(n, q, n->queue[q].front, cand);
    }
    assert(count >= 1 && count <= stride && stride <= WS_CANDS_MAX);
    n->queue[q].state = QUEUE_WAITING;
    n->since[q] = n->now[0];
    if (has_unit(n, n->wire.queue_xbar[q])) unit_ask(n, n->wire.queue_xbar[q], input_of(n, q));
    for (u32 c = 0; c < stride; c++) {
        size_t at = (size_t)q * stride + c;
        n->cand_link[at] = c < count ? cand[c].link : NIL;
        n->cand_lanes[at] = c < count ? cand[c].lanes : 0;
        n->cand_rule[at] = c < count ? cand[c].rule : 0;
        if (c >= count) continue;
        assert(cand[c].lanes != 0);
        want_set(n, q, cand[c].link);
        if (n->grant_room >= WS_GRANT_ROOM_PACKET) needs_forget(n, cand[c].link);
        link_alert(n, cand[c].link);
    }
    if (!is_source(n, q)) head_foremost(n, q);
}

/* The next packet of the first message of source queue q comes into being. */
static void packet_cut(ws_net *n, u32 q) {
    u32 m = n->source_first[q - n->wire.source_queue0], h = n->ms_source[m];
    assert(n->packet_top[0] > 0);
    u32 k = n->packet_free[--n->packet_top[0]], length = n->workload->cut(n, m);
    assert(length >= 1 && length <= n->ms_left[m]);
    n->ms_left[m] -= length;
    n->ms_open[m]++;
    n->pk_message[k] = m;
    n->pk_length[k] = length;
    n->pk_dest[k] = n->ms_dest[m];
    n->pk_class[k] = n->ms_class[m];
    n->pk_hops[k] = 0;
    n->pk_head[k] = 0;
    n->pk_entered[k] = 0;
    n->pk_lost[k] = 0;
    n->pk_held[k] = 0;
    n->pk_delay[k] = n->wire.link_delay[n->wire.inject_link[h]];
    n->pk_flags[k] = (u32)(rng_next(n->inject_rng + h) >> 62) | (n->ms_left[m] == 0 ? PACKET_LAST : 0);
    n->total[WS_TOTAL_PACKETS_CREATED]++;
    n->queue[q].front = k;
    n->queue[q].avail = n->queue[q].left = length;
}

void request_end(ws_net *n, u32 q) {
    u32 stride = n->size.cand_per_queue, x = n->wire.queue_xbar[q];
    for (u32 c = 0; c < stride && n->cand_link[(size_t)q * stride + c] != NIL; c++)
        want_clear(n, q, n->cand_link[(size_t)q * stride + c]);
    if (has_unit(n, x)) unit_forget(n, x, input_of(n, q));
}

void lane_grant(ws_net *n, u32 q, u32 v) {
    assert(n->queue[q].state == QUEUE_WAITING && n->vlane[v].holder == NIL);
    request_end(n, q);
    n->vlane[v].holder = q;
    n->queue[q].lane = v;
    if (is_source(n, q)) {
        packet_cut(n, q);
    } else {
        u32 k = n->queue[q].front;
        if (n->routing->take) n->routing->take(n, k, v);
        n->since[q] = n->now[0];
        head_foremost(n, q);
        n->pk_delay[k] += n->wire.link_delay[n->wire.lane_link[v]];
        if (n->start_delay > 0) {
            n->queue[q].state = QUEUE_GRANTED;
            timer_set(n, q, n->now[0] + n->start_delay);
            return;
        }
    }
    n->since[q] = n->now[0];
    queue_start(n, q);
}

/* The first flit of packet k leaves its host. */
void packet_enter(ws_net *n, u32 k) {
    u32 m = n->pk_message[k];
    n->pk_entered[k] = n->now[0];
    n->total[WS_TOTAL_PACKETS_INJECTED]++;
    if (n->ms_entered[m] == UINT64_MAX) {
        n->ms_entered[m] = n->now[0];
        n->total[WS_TOTAL_MESSAGES_INJECTED]++;
    }
    packet_event(n, k, WS_EVENT_PACKET_INJECTED);
}

void source_restart(ws_net *n, u32 q) {
    bool more = n->source_first[q - n->wire.source_queue0] != NIL;
    n->queue[q].front = NIL;
    n->queue[q].state = more ? QUEUE_ROUTING : QUEUE_EMPTY;
    if (more) timer_set(n, q, n->now[0] + 1);
}

/* The number of waiting messages is about to change: brings its sum over time up to now. */
static void backlog_account(ws_net *n) {
    n->total[WS_TOTAL_BACKLOG] += n->backlog[0] * (n->now[0] - n->backlog_since[0]);
    n->backlog_since[0] = n->now[0];
}

void source_append(ws_net *n, u32 s, u32 m) {
    backlog_account(n);
    n->backlog[0]++;
    n->ms_next[m] = NIL;
    if (n->source_count[s]++ == 0) n->source_first[s] = m;
    else n->ms_next[n->source_last[s]] = m;
    n->source_last[s] = m;
}

void source_remove(ws_net *n, u32 s) {
    backlog_account(n);
    n->backlog[0]--;
    n->source_first[s] = n->ms_next[n->source_first[s]];
    if (--n->source_count[s] == 0) n->source_last[s] = NIL;
}

/* The tail of a packet has left source queue q. */
static void source_next(ws_net *n, u32 q) {
    u32 s = q - n->wire.source_queue0, m = n->source_first[s], h = n->wire.queue_xbar[q] - n->size.switches;
    n->queue[q].state = QUEUE_ROUTING; /* a message that joins now does not ask for itself */
    if (n->ms_left[m] == 0) {
        source_remove(n, s);
        n->workload->refill(n, h, s);
    }
    source_restart(n, q);
}

void queue_next(ws_net *n, u32 q) {
    n->deadline[q] = 0;
    n->queue[q].ring_head = (u16)((n->queue[q].ring_head + 1) & n->wire.ring_mask[q]);
    if (--n->queue[q].spans > 0) {
        front_begin(n, q, 1);
    } else {
        n->queue[q].state = QUEUE_EMPTY;
        n->queue[q].front = NIL;
    }
}

/* Moves the estimate of how long the outputs of link l are held: O = ((k - 1) O + x) / k (Hu and Kleinrock, equation 1). */
static void occupancy_sample(ws_net *n, u32 l, u64 cycles) {
    u64 k = (u64)n->def->occupancy_weight;
    n->occupancy[l] = ((k - 1) * n->occupancy[l] + (cycles << 16)) / k;
}

void lane_free(ws_net *n, u32 q, u32 v, u32 l, u64 from) {
    const hot_link *link = &n->wire.hot_link[l];
    n->vlane[v].holder = NIL;
    n->queue[q].lane = NIL;
    if (link->buffered) bit_clear(n->cross + n->wire.set0[link->from], input_of(n, q));
    else go_clear(n, q, l);
    n->pk_held[n->queue[q].front] += from - n->since[q];
    occupancy_sample(n, l, from - n->since[q]);
    if (n->def->multiplexing == WS_MULTIPLEXING_PACKET && has_unit(n, link->from))
        unit_wake(n, link->from); /* its crossbar input is free as well */
    else if (want_any(n, l) && !link->buffered) /* with an output buffer, the lane is free when that is empty */ link_alert(n, l);
}

/* The tail has left queue q: its lane is free from the next cycle, the next packet comes to the front. */
void lane_release(ws_net *n, u32 q, u32 v, u32 l) {
    lane_free(n, q, v, l, n->now[0] + 1);
    if (is_source(n, q)) source_next(n, q);
    else queue_next(n, q);
}

bool message_create(ws_net *n, u32 h, u32 s, u32 dest, u32 length, u32 traffic_class, u64 created) {
    n->class_created[traffic_class] += length;
    bool room = n->source_count[s] < n->message_top[0]; /* dynamic threshold: an overloaded queue leaves room for the others */
    ws_event *e = event_add(n, room ? WS_EVENT_MESSAGE_CREATED : WS_EVENT_MESSAGE_REFUSED);
    *e = (ws_event){.cycle = e->cycle,
                    .kind = e->kind,
                    .created = created,
                    .source = h,
                    .dest = dest,
                    .length = length,
                    .traffic_class = (u8)traffic_class,
                    .id = NIL};
    n->total[room ? WS_TOTAL_MESSAGES_CREATED : WS_TOTAL_MESSAGES_REFUSED]++;
    n->total[room ? WS_TOTAL_FLITS_CREATED : WS_TOTAL_FLITS_REFUSED] += length;
    if (!room) return false;
    u32 m = e->id = n->message_free[--n->message_top[0]], q = n->wire.source_queue0 + s;
    n->ms_source[m] = h;
    n->ms_dest[m] = dest;
    n->ms_length[m] = n->ms_left[m] = length;
    n->ms_open[m] = 0;
    n->ms_retries[m] = 0;
    n->ms_class[m] = (u8)traffic_class;
    n->ms_created[m] = created;
    n->ms_entered[m] = UINT64_MAX;
    n->ms_head[m] = 0;
    source_append(n, s, m);
    if (n->queue[q].state == QUEUE_EMPTY) queue_request(n, q);
    return true;
}

/* ---- the step ---- */

static u64 wheel_next(const u64 *bits, u32 slots, u32 words, u64 now, u64 limit) {
    for (u64 t = now; t < limit && t < now + slots; t++)
        if (!bits_none(bits + (size_t)((u32)t & (slots - 1)) * words, words)) return t;
    return limit < now + slots ? limit : now + slots;
}

static u64 notice_next(const ws_net *n, u64 limit) {
    for (u64 t = n->now[0]; t < limit && t < n->now[0] + n->size.notice_slots; t++)
        if (n->notice_first[t & (n->size.notice_slots - 1)]) return t;
    return limit < n->now[0] + n->size.notice_slots ? limit : n->now[0] + n->size.notice_slots;
}

/* The next cycle, at most `limit`, in which anything can happen. */
static u64 next_due(const ws_net *n, u64 limit) {
    const ws_sizes *z = &n->size;
    if (!bits_none(n->move_x, z->xbar_words) || !bits_none(n->grant_x, z->xbar_words)) return n->now[0];
    limit = wheel_next(n->flight_bits, z->flight_slots, z->link_words, n->now[0], limit);
    limit = wheel_next(n->signal_bits, z->signal_slots, z->lane_words, n->now[0], limit);
    limit = wheel_next(n->timer_bits, z->timer_slots, z->queue_words, n->now[0], limit);
    limit = wheel_next(n->deadline_bits, z->deadline_slots, z->queue_words, n->now[0], limit);
    limit = notice_next(n, limit);
    return wheel_next(n->arrival_bits, z->arrival_slots, z->host_words, n->now[0], limit);
}

static void step_one(ws_net *n) {
    run_notices(n);
    run_signals(n);
    run_timers(n);
    run_arrive(n);
    run_inject(n);
    run_grant(n);
    run_move(n);
    run_deadlines(n);
    n->now[0]++;
}

uint64_t ws_net_step(ws_net *n, uint64_t cycles) {
    u64 begin = n->now[0], end = begin + cycles;
    while (n->now[0] < end && n->event_count + n->event_step <= n->event_room) {
        n->now[0] = next_due(n, end);
        if (n->now[0] < end) step_one(n);
    }
    return n->now[0] - begin;
}
