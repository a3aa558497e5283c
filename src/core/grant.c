/* grant.c - who gets an idle output lane: the rare half of arbitration, once per packet and hop.
 *
 * Separable, one iteration (iSLIP; McKeown 1999): every idle lane of the output picks one of the heads that may take it and have
 * room on it; a head picked by several lanes accepts one; pointers move only when a grant is accepted. With one lane a link the
 * second half is trivial. An output is visited only after link_alert: as long as nothing that its heads wait for changes, the
 * same attempt would fail again. */
#include "kernel.h"

/* Does the packet in front of queue q enter a ring if it takes link l? */
static bool enters_ring(const ws_net *n, u32 q, u32 l) {
    for (u32 c = 0; c < n->size.cand_per_queue; c++)
        if (n->cand_link[(size_t)q * n->size.cand_per_queue + c] == l)
            return (n->cand_rule[(size_t)q * n->size.cand_per_queue + c] & CAND_ENTERS) != 0;
    return false;
}

/* Flits of the packet that would go: one of a source is not cut yet. */
static i32 length_ahead(const ws_net *n, u32 q) {
    return (i32)(is_source(n, q) ? n->workload->cut(n, n->source_first[q - n->wire.source_queue0])
                                 : n->pk_length[n->queue[q].front]);
}

/* A packet longer than the buffer goes when that is empty: with grant-room fit, or cut before the rule came into force. */
static i32 at_most_room(const ws_net *n, u32 v, i32 flits) {
    i32 room = (i32)n->wire.queue_room[n->wire.lane_queue[v]];
    return flits < room ? flits : room;
}

i32 lane_room_needed(const ws_net *n, u32 q, u32 v) {
    if (n->grant_room == WS_GRANT_ROOM_NONE) return is_source(n, q); /* a host has no use for a lane that cannot send */
    if (n->grant_room == WS_GRANT_ROOM_FLIT || n->wire.lane_take[v] == 0)
        return 1; /* with STOP/GO, and to a host, 1 is all there is */
    i32 packets = n->grant_room == WS_GRANT_ROOM_BUBBLE && enters_ring(n, q, n->wire.lane_link[v]) ? 2 : 1;
    if (n->flow == WS_FLOW_PACKET_CREDIT) return packets < (i32)n->wire.lane_slots[v] ? packets : (i32)n->wire.lane_slots[v];
    return at_most_room(n, v, packets * length_ahead(n, q));
}

bool lane_has_room(const ws_net *n, u32 q, u32 v) { return n->vlane[v].credit >= lane_room_needed(n, q, v); }

bool lane_suits_any(ws_net *n, u32 l, u32 v) {
    u32 x = n->wire.link_from[l];
    i32 least = UINT16_MAX, credit = n->vlane[v].credit;
    if (credit < n->vlane[v].need) return false;
    for (u32 w = 0; w < n->wire.words[x]; w++) {
        u64 word = n->want[n->wire.want0[l] + w];
        for (BITS_EACH(i, word)) {
            i32 need = lane_room_needed(n, n->wire.queue0[x] + w * 64 + i, v);
            if (need < least) least = need;
        }
    }
    n->vlane[v].need = (u16)least;
    return credit >= least;
}

bool lane_is_idle(const ws_net *n, u32 q, u32 v) {
    u32 l = n->wire.lane_link[v];
    const hot_link *link = &n->wire.hot_link[l];
    if (n->vlane[v].holder != NIL || (link->buffered && n->output[v].left > 0) || !input_is_free(n, q)) return false;
    if (n->def->multiplexing != WS_MULTIPLEXING_PACKET || !has_unit(n, link->from)) return true;
    for (u32 w = link->lane0; w < link->lane0 + link->lanes; w++) /* the whole link */
        if (n->vlane[w].holder != NIL || (link->buffered && n->output[w].left > 0)) return false;
    const ws_wiring *wire = &n->wire;
    for (u32 p = q; p > wire->queue0[link->from] && wire->queue_xin[p - 1] == wire->queue_xin[q];) /* and the crossbar input */
        if (n->queue[--p].lane != NIL) return false;
    for (u32 p = q + 1; p < wire->queue0[link->from + 1] && wire->queue_xin[p] == wire->queue_xin[q]; p++)
        if (n->queue[p].lane != NIL) return false;
    return true;
}

u64 lanes_free_for(const ws_net *n, u32 q, u32 l) {
    u32 stride = n->size.cand_per_queue;
    const u32 *link = n->cand_link + (size_t)q * stride;
    u64 mask = 0, free = 0;
    for (u32 c = 0; c < stride && link[c] != NIL; c++)
        if (link[c] == l) mask |= n->cand_lanes[(size_t)q * stride + c];
    for (BITS_EACH(i, mask)) {
        u32 v = n->wire.lane0[l] + i;
        if (lane_is_idle(n, q, v) && lane_has_room(n, q, v)) free |= 1ull << i;
    }
    return free;
}

/* ---- arbiters: one row per WS_ARBITER_* ---- */

typedef struct contest {
    u32 l, words, queue0, turn;
    const u64 *set;
} contest;

static u32 pick_round_robin(ws_net *n, const contest *c) {
    (void)n;
    return bits_next_wrap(c->set, c->words, c->turn);
}

static u32 pick_fcfs(ws_net *n, const contest *c) {
    u32 best = NIL;
    for (u32 w = 0; w < c->words; w++) {
        u64 word = c->set[w];
        for (BITS_EACH(i, word)) {
            u32 input = w * 64 + i;
            if (best == NIL || n->since[c->queue0 + input] < n->since[c->queue0 + best]) best = input;
        }
    }
    return best;
}

static u32 pick_random(ws_net *n, const contest *c) {
    u32 members = 0;
    for (u32 w = 0; w < c->words; w++) members += bit_count(c->set[w]);
    if (members <= 1) return bits_next_wrap(c->set, c->words, 0);
    u32 nth = rng_below(n->xbar_rng + n->wire.link_from[c->l], members);
    for (u32 w = 0;; w++) {
        u64 word = c->set[w];
        u32 here = bit_count(word);
        if (nth >= here) {
            nth -= here;
            continue;
        }
        while (nth--) word &= word - 1;
        return w * 64 + bit_first(word);
    }
}

/* Leaves only the members of the highest class (the lowest class number) in `set`. */
static void keep_highest_class(const ws_net *n, const contest *c, u64 *set) {
    u8 best = UINT8_MAX;
    for (u32 w = 0; w < c->words; w++) {
        u64 word = set[w];
        for (BITS_EACH(i, word)) {
            u8 class_here = n->pk_class[n->queue[c->queue0 + w * 64 + i].front];
            if (class_here < best) best = class_here;
        }
    }
    for (u32 w = 0; w < c->words; w++) {
        u64 word = set[w];
        for (BITS_EACH(i, word))
            if (n->pk_class[n->queue[c->queue0 + w * 64 + i].front] != best) bit_clear(set + w, i);
    }
}

typedef u32 (*pick_function)(ws_net *n, const contest *c);
static const pick_function picks[WS_ARBITER_COUNT] = {
    [WS_ARBITER_ROUND_ROBIN] = pick_round_robin,
    [WS_ARBITER_FCFS] = pick_fcfs,
    [WS_ARBITER_RANDOM] = pick_random,
    [WS_ARBITER_PRIORITY] = pick_round_robin, /* after keep_highest_class */
};

u32 arbiter_pick(ws_net *n, u32 l, const u64 *set, u32 turn) {
    u32 x = n->wire.link_from[l], words = n->wire.words[x];
    contest c = {.l = l, .words = words, .queue0 = n->wire.queue0[x], .turn = turn, .set = set};
    if (x >= n->size.switches) { /* a host: its first source queue first (classes), or in turn (one queue per output) */
        if (!n->by_dest) c.turn = 0;
        return pick_round_robin(n, &c);
    }
    if (!n->def->switch_priority && n->def->arbiter == WS_ARBITER_ROUND_ROBIN && words == 1) return bit_next_wrap(set[0], turn);
    u64 kept[words];
    if (n->def->switch_priority || n->def->arbiter == WS_ARBITER_PRIORITY) {
        for (u32 w = 0; w < words; w++) kept[w] = set[w];
        keep_highest_class(n, &c, kept);
        c.set = kept;
    }
    return picks[n->def->arbiter](n, &c);
}

/* ---- the attempt ---- */

typedef struct offer {
    u32 v, q;
} offer;

/* The heads that wait for link l and could take lane v now. False if there are none. */
static bool lane_requesters(const ws_net *n, u32 l, u32 v, u64 *set) {
    u32 x = n->wire.link_from[l], words = n->wire.words[x], stride = n->size.cand_per_queue;
    u64 lane = 1ull << (v - n->wire.lane0[l]);
    bool any = false;
    for (u32 w = 0; w < words; w++) {
        u64 word = n->want[n->wire.want0[l] + w];
        set[w] = 0;
        for (BITS_EACH(i, word)) {
            u32 q = n->wire.queue0[x] + w * 64 + i;
            u64 lanes = 0;
            for (size_t c = (size_t)q * stride, end = c + stride; c < end && n->cand_link[c] != NIL; c++)
                if (n->cand_link[c] == l) lanes |= n->cand_lanes[c];
            if ((lanes & lane) && input_is_free(n, q) && lane_has_room(n, q, v)) set[w] |= 1ull << i;
        }
        any |= set[w] != 0;
    }
    return any;
}

/* Every idle lane of link l makes an offer to one head. Returns the number of offers. */
static u32 link_offer(ws_net *n, u32 l, offer *offers) {
    u32 count = 0;
    u64 set[n->wire.words[n->wire.link_from[l]]];
    for (u32 v = n->wire.lane0[l]; v < n->wire.lane0[l + 1]; v++) {
        if (n->vlane[v].holder != NIL || !lane_requesters(n, l, v, set)) continue;
        u32 input = arbiter_pick(n, l, set, n->vlane[v].turn);
        offers[count++] = (offer){v, n->wire.queue0[n->wire.link_from[l]] + input};
    }
    return count;
}

/* Can only one of two offers be accepted: made to the same head, or to two that share a crossbar input packet by packet? */
static bool offers_clash(const ws_net *n, offer a, offer b) {
    return a.q == b.q || (n->by_packet && !is_source(n, a.q) && n->wire.queue_xin[a.q] == n->wire.queue_xin[b.q]);
}

/* How far an offer is from the pointer of who accepts: by output for a crossbar input, by lane for a head. */
static u32 offer_rank(const ws_net *n, offer o) {
    if (!n->by_packet || is_source(n, o.q)) return (lane_of_link(n, o.v) + WS_LANES_MAX - n->accept_turn[o.q]) % WS_LANES_MAX;
    u32 out = n->wire.hot_link[n->wire.lane_link[o.v]].out;
    return (out + WS_PORTS_MAX - n->xin_turn[n->wire.queue_xin[o.q]]) % WS_PORTS_MAX;
}

/* Of the offers that clash with offers[at], the one that is accepted: the first at or after the pointer. */
static u32 offer_accept(const ws_net *n, const offer *offers, u32 count, u32 at) {
    u32 best = at, best_rank = UINT32_MAX;
    for (u32 i = at; i < count; i++) {
        if (!offers_clash(n, offers[at], offers[i])) continue;
        u32 rank = offer_rank(n, offers[i]);
        if (rank < best_rank) best = i, best_rank = rank;
    }
    return best;
}

/* After an attempt: could another one next cycle, with nothing else changed, still grant something? */
static bool link_unsettled(const ws_net *n, u32 l) {
    u64 set[n->wire.words[n->wire.link_from[l]]];
    for (u32 v = n->wire.lane0[l]; v < n->wire.lane0[l + 1]; v++)
        if (n->vlane[v].holder == NIL && lane_requesters(n, l, v, set)) return true;
    return false;
}

/* The common case: one lane a link, one candidate a head, any head may take it. Every offer is accepted. */
static void grant_plain(ws_net *n, u32 x) {
    u64 outs = n->grant_out[x];
    n->grant_out[x] = 0;
    bit_clear(n->grant_x, x);
    for (BITS_EACH(o, outs)) {
        const hot_link *link = &n->wire.hot_link[n->wire.link0[x] + o];
        ws_lane_state *lane = &n->vlane[link->lane0];
        const u64 *want = n->want + link->want0;
        if (lane->holder != NIL || bits_none(want, link->words)) continue;
        u32 input = arbiter_pick(n, n->wire.link0[x] + o, want, lane->turn), inputs = n->wire.queue0[x + 1] - n->wire.queue0[x];
        lane->turn = (u16)(input + 1 == inputs ? 0 : input + 1);
        lane_grant(n, n->wire.queue0[x] + input, link->lane0);
    }
}

void grant_crossbar(ws_net *n, u32 x) {
    if (n->queueing->cross && x < n->size.switches) n->queueing->cross(n, x);
    if (n->queueing->grant) {
        n->queueing->grant(n, x);
        return;
    }
    if (has_unit(n, x)) {
        unit_attempt(n, x);
        return;
    }
    if (n->ports && x < n->size.switches) {
        grant_ports(n, x);
        return;
    }
    if (n->plain_grant && x < n->size.switches) {
        grant_plain(n, x);
        return;
    }
    u32 l0 = n->wire.link0[x], count = 0;
    u64 outs = n->grant_out[x], tried = outs;
    offer offers[n->wire.lane0[n->wire.link0[x + 1]] - n->wire.lane0[l0]];
    for (BITS_EACH(o, outs)) count += link_offer(n, l0 + o, offers + count);
    n->grant_out[x] = 0;
    bit_clear(n->grant_x, x);
    for (u32 i = 0; i < count; i++) {
        if (n->queue[offers[i].q].state != QUEUE_WAITING || !input_is_free(n, offers[i].q)) continue; /* another was accepted */
        u32 accepted = offer_accept(n, offers, count, i), q = offers[accepted].q, v = offers[accepted].v;
        n->vlane[v].turn = (u16)((input_of(n, q) + 1) % (n->wire.queue0[x + 1] - n->wire.queue0[x]));
        if (n->size.lanes > n->size.links) n->accept_turn[q] = (u16)((lane_of_link(n, v) + 1) % WS_LANES_MAX);
        lane_grant(n, q, v);
    }
    for (BITS_EACH(p, tried))
        if (link_unsettled(n, l0 + p)) link_alert(n, l0 + p);
}
