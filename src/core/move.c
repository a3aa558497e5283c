/* move.c - which flits cross a switch in this cycle: with one lane a link and private crossbar inputs there is nothing to decide;
 * otherwise one iteration of iSLIP between outputs and crossbar inputs. Runs at flit rate. */
#include "kernel.h"

/* How many flits of queue q go on a link that carries several a cycle; all but one are noted in the word. */
static u32 stream_more(ws_net *n, const ws_queue_state *queue, const hot_link *link, u32 l, u32 *flit) {
    u32 count = queue->avail < link->rate ? queue->avail : link->rate;
    *flit |= (count - 1) << FLIT_MORE_SHIFT;
    n->link_flits[l] += count - 1;
    return count;
}

/* The verb stream: one flit (or as many as the link carries in a cycle) leaves queue q on lane v of link l. Returns how many. */
__attribute__((always_inline)) static inline u32 queue_stream(ws_net *n, u32 q, u32 v, u32 l) {
    const hot_link *link = &n->wire.hot_link[l];
    ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front, flit = k << FLIT_PACKET_SHIFT | (v - link->lane0);
    if (queue->state == QUEUE_STARTING) {
        assert(queue->lane == v && n->vlane[v].holder == q);
        flit |= FLIT_HEAD;
        queue->state = QUEUE_STREAMING;
        if (link->source) packet_enter(n, k);
        else head_leave(n, q, k);
    }
    u32 count = link->rate > 1 ? stream_more(n, queue, link, l, &flit) : 1;
    if (!link->source) {
        slot_free(n, q, queue);
        queue->level -= count - 1;
    }
    u32 left = queue->left -= count, avail = queue->avail -= count;
    i32 credit = n->vlane[v].credit -= link->take;
    assert(avail < NIL - WS_PORTS_MAX && credit >= 0);
    wire_put(n, link, l, left == 0 ? flit | FLIT_TAIL : flit);
    if (left == 0) n->vlane[v].credit -= link->take_tail;
    if (left == 0) lane_release(n, q, v, l);
    else if (link->lanes > 1 && (avail == 0 || credit == 0)) go_clear(n, q, l);
    return count;
}

/* Nothing to decide: the holder of the one lane sends. The bit of a link is left set after a flit, since in a stream the next one is
 * about to come, and dropped when none has. */
void move_plain(ws_net *n) {
    u32 words = n->size.link_words, switch_links = n->wire.link0[n->size.switches];
    u64 hops = 0, injected = 0;
    for (u32 w = 0; w < words; w++) {
        u64 word = n->move_plain[w];
        for (BITS_EACH(i, word)) {
            u32 l = w * 64 + i, v = n->wire.hot_link[l].lane0, q = n->vlane[v].holder;
            if (n->queue[q].avail == 0 || n->vlane[v].credit <= 0) {
                bit_clear(n->move_plain, l);
                continue;
            }
            u32 count = queue_stream(n, q, v, l);
            if (l < switch_links) hops += count;
            else injected += count;
        }
    }
    n->total[WS_TOTAL_FLIT_HOPS] += hops;
    n->total[WS_TOTAL_FLITS_INJECTED] += injected;
}

/* No two inputs compete for the crossbar, but several lanes for a link: they take turns. */
static void move_private(ws_net *n, u32 x) {
    u64 outs = n->move_out[x], sent = 0;
    u32 l0 = n->wire.link0[x], q0 = n->wire.queue0[x];
    for (BITS_EACH(o, outs)) {
        u32 l = l0 + o, input = bits_next_wrap(n->go + n->wire.want0[l], n->wire.words[x], n->link_turn[l]), q = q0 + input;
        u32 next = q + 1 == n->wire.queue0[x + 1] ? 0 : input + 1; /* a block: the same comes first again */
        n->link_turn[l] = (u16)(n->def->multiplexing == WS_MULTIPLEXING_BLOCK ? input : next);
        queue_stream(n, q, n->queue[q].lane, l);
        sent++;
    }
    n->total[x < n->size.switches ? WS_TOTAL_FLIT_HOPS : WS_TOTAL_FLITS_INJECTED] += sent;
}

/* In the one-stage router a head competes together with the flits of worms under way: add those that could take a lane now. */
static void add_heads(const ws_net *n, u32 l, u64 *set, u32 words) {
    u32 x = n->wire.link_from[l];
    for (u32 w = 0; w < words; w++) {
        u64 word = n->want[n->wire.want0[l] + w];
        for (BITS_EACH(i, word)) {
            u32 q = n->wire.queue0[x] + w * 64 + i;
            u64 free = lanes_free_for(n, q, l);
            for (BITS_EACH(j, free)) {
                if (n->vlane[n->wire.lane0[l] + j].credit <= 0) continue;
                bit_set(set, w * 64 + i);
                break;
            }
        }
    }
}

/* The input that output link l picks in this cycle among heads and worms under way, or at random; NIL if none can send. */
static u32 output_contest(ws_net *n, u32 x, u32 l) {
    u32 words = n->wire.words[x];
    u64 set[words];
    for (u32 w = 0; w < words; w++) set[w] = n->go[n->wire.want0[l] + w];
    if (lanes_of(n, l) == 1) { /* such a link keeps no set: it has one holder */
        u32 holder = n->vlane[n->wire.lane0[l]].holder;
        if (holder != NIL && n->queue[holder].avail > 0 && n->vlane[n->wire.lane0[l]].credit > 0 &&
            n->queue[holder].state >= QUEUE_STARTING)
            bit_set(set, input_of(n, holder));
    }
    if (n->one_stage) add_heads(n, l, set, words);
    if (bits_none(set, words)) return NIL;
    if (n->def->arbiter == WS_ARBITER_RANDOM) return arbiter_pick(n, l, set, n->link_turn[l]);
    return bits_next_wrap(set, words, n->link_turn[l]);
}

static inline u32 output_pick(ws_net *n, u32 x, u32 l) {
    const hot_link *link = &n->wire.hot_link[l];
    if (n->one_stage || link->words > 1 || n->def->arbiter == WS_ARBITER_RANDOM) return output_contest(n, x, l);
    if (link->lanes == 1) {
        u32 q = n->vlane[link->lane0].holder;
        return n->queue[q].avail > 0 && n->vlane[link->lane0].credit > 0 ? input_of(n, q) : NIL;
    }
    return bit_next_wrap(n->go[link->want0], n->link_turn[l]);
}

/* A head that wins the crossbar of a one-stage router takes the first free lane at or after its pointer. */
static void take_lane(ws_net *n, u32 q, u32 l) {
    u64 lanes = lanes_free_for(n, q, l), usable = 0;
    for (BITS_EACH(i, lanes))
        if (n->vlane[n->wire.lane0[l] + i].credit > 0) usable |= 1ull << i;
    u32 lane = bit_next_wrap(usable, n->accept_turn[q]);
    n->accept_turn[q] = (u16)((lane + 1) % WS_LANES_MAX);
    lane_grant(n, q, n->wire.lane0[l] + lane);
}

/* Of the outputs that picked crossbar input `xin`, the one it accepts. */
static u32 input_accept(ws_net *n, u32 x, u32 xin, u64 outs) {
    if ((outs & (outs - 1)) == 0) return bit_first(outs);
    if (n->def->arbiter != WS_ARBITER_RANDOM) return bit_next_wrap(outs, n->xin_turn[xin]);
    u32 nth = rng_below(n->xbar_rng + x, bit_count(outs));
    while (nth--) outs &= outs - 1;
    return bit_first(outs);
}

static void move_shared(ws_net *n, u32 x) {
    u32 l0 = n->wire.link0[x], q0 = n->wire.queue0[x], xin0 = n->wire.queue_xin[q0];
    u32 inputs = n->wire.queue0[x + 1] - q0, outputs = n->wire.link0[x + 1] - l0;
    u32 picked[WS_PORTS_MAX];
    u64 offers[WS_PORTS_MAX], xins = 0, outs = n->move_out[x];
    for (BITS_EACH(o, outs)) {
        u32 input = output_pick(n, x, l0 + o);
        if (input == NIL) {
            n->move_out[x] &= ~(1ull << o); /* until link_alert or a flit */
            continue;
        }
        picked[o] = q0 + input;
        u32 xin = n->wire.queue_xin[q0 + input] - xin0;
        offers[xin] = (xins >> xin & 1 ? offers[xin] : 0) | 1ull << o;
        xins |= 1ull << xin;
    }
    n->total[WS_TOTAL_FLIT_HOPS] += bit_count(xins);
    for (BITS_EACH(i, xins)) {
        u32 o = input_accept(n, x, xin0 + i, offers[i]), q = picked[o], l = l0 + o;
        n->link_turn[l] = (u16)(n->def->multiplexing == WS_MULTIPLEXING_BLOCK ? q - q0 : q - q0 + 1 == inputs ? 0 : q - q0 + 1);
        n->xin_turn[xin0 + i] = (u16)(o + 1 == outputs ? 0 : o + 1);
        if (n->queue[q].state == QUEUE_WAITING) take_lane(n, q, l);
        queue_stream(n, q, n->queue[q].lane, l);
    }
}

void move_crossbar(ws_net *n, u32 x) {
    if (n->output_room > 0 && x < n->size.switches) move_buffered(n, x);
    else if (n->wire.shared[x]) move_shared(n, x);
    else move_private(n, x);
}
