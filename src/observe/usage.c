/* usage.c - see usage.h.
 *
 * A sample is three bits of a link: `ready`, it has sent a flit in the cycle that has just run, or has flits and no credit for them;
 * `wanted`, that, or a head is about to get it; `refused`, it has flits and no credit on any lane, and the queue ahead has flits and is
 * not moving freely. Credit that is merely under way from a queue which moves freely is no refusal: there the loop of credits is all that
 * limits the link. One that has flits and credit, and yet has not sent, is kept back by a crossbar input which its worm shares with
 * others: it is not busy.
 *
 * A queue ahead that takes turns further downstream moves at each look, and yet gives its credits back at half the rate. That shows
 * in the count of flits: the link has sent less than a quarter short of what its ready samples promise (a quarter is more than the
 * error of 16 samples). */
#include "observe/usage.h"

#include <stdlib.h>

#include "core/net.h"

#define HALF_WINDOW       16 /* looks */
#define RATE_CYCLES_LEAST 64 /* a shorter window says nothing about rates */
#define LEAP              4  /* times the mean distance of the looks */
#define LEAP_LOOKS        4  /* as soon as there are so many */

typedef struct samples {
    u32 wanted, ready, refused; /* the latest look in bit 0 */
    u64 flits[2], flits_now;    /* sent up to the last checkpoint, up to the one before, and by now */
} samples;

struct ws_usage {
    u32 links;
    u64 looks, cycle;
    u64 checkpoint[2]; /* cycles */
    u32 span, fresh;   /* looks since checkpoint[1], and since checkpoint[0] */
    bool is_new;
    samples *link;
    u64 cycles; /* since checkpoint[1] */
};

ws_usage *ws_usage_new(const ws_net *n) {
    ws_usage *u = calloc(1, sizeof *u);
    if (!u) abort();
    u->links = n->size.links;
    u->link = calloc(u->links + 1, sizeof *u->link);
    if (!u->link) abort();
    return u;
}

void ws_usage_free(ws_usage *u) {
    if (!u) return;
    free(u->link);
    free(u);
}

/* ---- a sample ---- */

typedef struct sight {
    bool ready, wanted, sends, refused;
} sight;

/* Is the queue at the far end of lane v full of what does not move freely? */
static bool far_end_refuses(const ws_net *n, const ws_wait *wait, u32 v) {
    u32 far = n->vlane[v].rx;
    if (far == NIL || n->queue[far].level == 0) return false;
    return wait[far].order != 0 || wait[far].reason != WS_WAIT_NOT;
}

static void lane_see(const ws_net *n, const ws_wait *wait, u32 v, sight *seen) {
    u32 q = n->vlane[v].holder;
    bool buffered = n->wire.hot_link[n->wire.lane_link[v]].buffered;
    bool starting = q != NIL && n->queue[q].state < QUEUE_STREAMING;
    bool flits = buffered ? n->output[v].level > 0 : q != NIL && n->queue[q].state >= QUEUE_STARTING && n->queue[q].avail > 0;
    bool without = flits && n->vlane[v].credit <= 0, refused = without && far_end_refuses(n, wait, v);
    seen->ready |= without;
    seen->wanted |= without || starting;
    seen->refused |= refused;
    seen->sends |= flits && !refused;
}

/* Did a flit leave in the cycle that has just run? Flits that pass a switch without delay are never seen in its queue. */
static bool has_sent(const ws_net *n, u32 l) {
    u32 slot = (u32)(n->now[0] - 1 + n->wire.flight[l]) & (n->size.flight_slots - 1);
    return n->now[0] > 0 && bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l);
}

static sight link_see(const ws_net *n, const ws_wait *wait, u32 l) {
    const hot_link *link = &n->wire.hot_link[l];
    sight seen = {0};
    bool sent = has_sent(n, l);
    for (u32 v = link->lane0; v < link->lane0 + link->lanes; v++) lane_see(n, wait, v, &seen);
    seen.ready |= sent;
    seen.wanted |= sent;
    seen.refused &= !seen.sends && !sent;
    return seen;
}

static bool is_held(const ws_net *n, u32 l) {
    for (u32 v = n->wire.lane0[l]; v < n->wire.lane0[l + 1]; v++)
        if (n->vlane[v].holder != NIL) return true;
    return false;
}

/* A head waits: is about to get a lane of an idle link, or will when the cable no longer carries the other way; or finds no room on idle lanes, since its whole packet must fit: that refuses the
 * link, if nothing else goes there. */
static void head_see(ws_usage *u, const ws_net *n, u32 q, ws_wait_reason reason) {
    u32 stride = n->size.cand_per_queue;
    bool refused = reason == WS_WAIT_ROOM || reason == WS_WAIT_STOP;
    for (u32 c = 0; c < stride && n->cand_link[(size_t)q * stride + c] != NIL; c++) {
        u32 l = n->cand_link[(size_t)q * stride + c];
        samples *s = &u->link[l];
        bool other_way = n->wire.medium && n->wire.medium[l] != NIL && is_held(n, n->wire.medium[l]);
        bool next = reason == WS_WAIT_GRANT || reason == WS_WAIT_TURN;
        if ((next && !is_held(n, l)) || other_way) s->wanted |= 1;
        if (refused && !(s->ready & 1)) s->wanted |= 1, s->ready |= 1, s->refused |= 1;
    }
}

/* ---- looks ---- */

static bool has_leapt(const ws_usage *u, const ws_net *n) {
    return u->span >= LEAP_LOOKS && (n->now[0] - u->cycle) * (u->span - 1) > LEAP * (u->cycle - u->checkpoint[1]);
}

static void window_begin(ws_usage *u, const ws_net *n) {
    u->span = u->fresh = 0;
    u->checkpoint[0] = u->checkpoint[1] = n->now[0];
    for (u32 l = 0; l < u->links; l++) u->link[l] = (samples){.flits = {n->link_flits[l], n->link_flits[l]}};
}

static void checkpoint(ws_usage *u, const ws_net *n) {
    u->checkpoint[1] = u->checkpoint[0];
    u->checkpoint[0] = n->now[0];
    u->span = HALF_WINDOW;
    u->fresh = 0;
    for (u32 l = 0; l < u->links; l++) {
        u->link[l].flits[1] = u->link[l].flits[0];
        u->link[l].flits[0] = n->link_flits[l];
    }
}

void ws_usage_update(ws_usage *u, const ws_net *n, const ws_waits *waits) {
    const ws_wait *wait = ws_waits_of(waits, NULL);
    u->is_new = u->looks == 0 || n->now[0] != u->cycle;
    if (n->now[0] < u->cycle) u->looks = 0;
    if (u->looks == 0 || has_leapt(u, n)) window_begin(u, n);
    u->cycle = n->now[0];
    for (u32 l = 0; l < u->links; l++) {
        samples *s = &u->link[l];
        sight seen = link_see(n, wait, l);
        if (u->is_new) s->wanted <<= 1, s->ready <<= 1, s->refused <<= 1;
        s->wanted = (s->wanted & ~1u) | seen.wanted;
        s->ready = (s->ready & ~1u) | seen.ready;
        s->refused = (s->refused & ~1u) | seen.refused;
        s->flits_now = n->link_flits[l];
    }
    for (u32 q = 0; q < n->size.queues; q++)
        if (n->queue[q].state == QUEUE_WAITING) head_see(u, n, q, wait[q].reason);
    if (!u->is_new) return;
    u->span++;
    u->looks++;
    if (++u->fresh == HALF_WINDOW) checkpoint(u, n);
    u->cycles = n->now[0] - u->checkpoint[1];
}

uint64_t ws_usage_looks(const ws_usage *u, bool *is_new) {
    *is_new = u->is_new;
    return u->looks;
}

static u32 count(const ws_usage *u, u32 bits) { return bit_count(bits & (u32)((1ull << u->span) - 1)); }

bool ws_usage_busy(const ws_usage *u, u32 l, u32 permille) { return count(u, u->link[l].wanted) * 1000u >= permille * u->span; }

bool ws_usage_slowed(const ws_usage *u, u32 l, u32 permille) {
    const samples *s = &u->link[l];
    if (count(u, s->refused) * 1000u > permille * u->span) return true;
    if (u->cycles < RATE_CYCLES_LEAST || u->span < HALF_WINDOW) return false;
    u64 sent = s->flits_now - s->flits[1];
    return 4 * sent * u->span < 3 * (u64)count(u, s->ready) * u->cycles;
}
