/* usage.c - see usage.h.
 *
 * A sample is three bits of a link: `ready`, it has sent a flit in the cycle that has just run, or
 * has flits and no credit for them; `wanted`, that, or a head is about to get it; `refused`, it has
 * flits and no credit on any lane, and the queue ahead has flits and is not moving freely. Credit
 * that is merely under way from a queue which moves freely is no refusal: there the loop of credits
 * is all that limits the link. One that has flits and credit, and yet has not sent, is kept back by
 * a crossbar input which its worm shares with others: it is not busy.
 *
 * A queue ahead that takes turns further downstream moves at each look, and yet gives its
 * credits back at half the rate. That shows in the count of flits: the link has sent less than a
 * quarter short of what its ready samples promise (a quarter is more than the error of 16
 * samples). */
#include "observe/usage.h"

#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "wormscope/memory.h"

#define WINDOW            WS_USAGE_LOOKS
#define RATE_CYCLES_LEAST 64 /* a shorter window says nothing about rates */
/* so many looks tell whether a link is full, or half as many if they make FULL_CYCLES */
#define FULL_LOOKS  4
#define FULL_CYCLES 1024

typedef struct samples {
    u64 flits;                 /* since cycle 0, at the latest look */
    u32 sent[WINDOW];          /* from look to look, by look modulo WINDOW */
    u8 wanted, ready, refused; /* the latest look in bit 0 */
    u8 rate;                   /* flits a cycle that it can carry; fixed */
    u8 spare[4];
} samples;

struct ws_usage {
    u64 looks, cycle;
    u64 cycles[WINDOW]; /* from look to look */
    u64 span;           /* looks in the window so far */
    u32 window;         /* looks, once there are so many */
    u32 links;
    samples *link;
};

void ws_usage_begin(ws_usage *u, const ws_net *n) {
    u->looks = u->span = 0;
    u->cycle = n->cycle[0];
    memset(u->cycles, 0, sizeof u->cycles);
    for (u32 l = 0; l < u->links; l++)
        u->link[l] = (samples){.flits = n->link_flits[l], .rate = n->wire.link_fast[l].rate};
}

ws_usage *ws_usage_new(const ws_net *n, uint32_t step) {
    ws_usage *u = calloc(1, sizeof *u);
    if (!u)
        ws_no_memory(0);
    u->links = n->size.links;
    u->window = WS_USAGE_CYCLES / step;
    if (u->window > WS_USAGE_LOOKS)
        u->window = WS_USAGE_LOOKS;
    if (u->window < WS_USAGE_LEAST)
        u->window = WS_USAGE_LEAST;
    u->link = calloc(u->links + 1, sizeof *u->link);
    if (!u->link)
        ws_no_memory(0);
    ws_usage_begin(u, n);
    return u;
}

void ws_usage_free(ws_usage *u) {
    if (!u)
        return;
    free(u->link);
    free(u);
}

void ws_usage_pack(ws_usage *u, ws_pack *pack) {
    ws_pack_part(pack, &u->looks, sizeof u->looks);
    ws_pack_part(pack, &u->cycle, sizeof u->cycle);
    ws_pack_part(pack, u->cycles, sizeof u->cycles);
    ws_pack_part(pack, &u->span, sizeof u->span);
    ws_pack_part(pack, u->link, u->links * sizeof *u->link);
}

/* ---- a sample ---- */

typedef struct sight {
    bool ready, wanted, sends, refused;
} sight;

/* Is the queue at the far end of lane v full of what does not move freely? */
static bool far_end_refuses(const ws_net *n, const ws_wait *wait, u32 v) {
    u32 far = n->vc[v].receiver;
    if (far == NIL || n->queue[far].flits == 0)
        return false;
    return wait[far].order != 0 || wait[far].reason != WS_WAIT_NOT;
}

static void lane_see(const ws_net *n, const ws_wait *wait, u32 v, sight *seen) {
    u32 q = n->vc[v].holder;
    bool buffered = n->wire.link_fast[n->wire.vc_link[v]].buffered;
    bool starting = q != NIL && n->queue[q].state < QUEUE_STREAMING;
    bool flits =
        buffered ? n->output_buffer.vc[v].flits > 0
                 : q != NIL && n->queue[q].state >= QUEUE_STARTING && n->queue[q].front_here > 0;
    bool without = flits && n->vc[v].credit <= 0, refused = without && far_end_refuses(n, wait, v);
    seen->ready |= without;
    seen->wanted |= without || starting;
    seen->refused |= refused;
    seen->sends |= flits && !refused;
}

/* Did a flit leave in the cycle that has just run? Flits that pass a switch without delay are
 * never seen in its queue. */
static bool has_sent(const ws_net *n, u32 l) {
    u32 slot = (u32)(n->cycle[0] - 1 + n->wire.flight[l]) & (n->size.flight_slots - 1);
    return n->cycle[0] > 0 && bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l);
}

static sight link_see(const ws_net *n, const ws_wait *wait, u32 l) {
    const link_fast *link = &n->wire.link_fast[l];
    sight seen = {0};
    bool sent = has_sent(n, l);
    for (u32 v = link->vc0; v < link->vc0 + link->vcs; v++)
        lane_see(n, wait, v, &seen);
    seen.ready |= sent;
    seen.wanted |= sent;
    seen.refused &= !seen.sends && !sent;
    return seen;
}

static bool is_held(const ws_net *n, u32 l) {
    for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++)
        if (n->vc[v].holder != NIL)
            return true;
    return false;
}

/* A head waits: is about to get a lane of an idle link, or will when the cable no longer carries
 * the other way; or finds no room on idle lanes, since its whole packet must fit: that refuses
 * the link, if nothing else goes there. */
static void head_see(ws_usage *u, const ws_net *n, u32 q, ws_wait_reason reason) {
    u32 stride = n->size.options_per_queue;
    bool refused = reason == WS_WAIT_ROOM || reason == WS_WAIT_STOP;
    for (u32 c = 0; c < stride && n->option_link[(size_t)q * stride + c] != NIL; c++) {
        u32 l = n->option_link[(size_t)q * stride + c];
        samples *s = &u->link[l];
        bool other_way =
            n->wire.medium && n->wire.medium[l] != NIL && is_held(n, n->wire.medium[l]);
        bool next = reason == WS_WAIT_GRANT || reason == WS_WAIT_TURN;
        if ((next && !is_held(n, l)) || other_way)
            s->wanted |= 1;
        if (refused && !(s->ready & 1))
            s->wanted |= 1, s->ready |= 1, s->refused |= 1;
    }
}

/* ---- looks ---- */

void ws_usage_look(ws_usage *u, const ws_net *n, const ws_waits *waits) {
    const ws_wait *wait = ws_waits_of(waits, NULL);
    u32 place = u->looks % WINDOW;
    for (u32 l = 0; l < u->links; l++) {
        samples *s = &u->link[l];
        sight seen = link_see(n, wait, l);
        s->wanted = (u8)(s->wanted << 1 | seen.wanted);
        s->ready = (u8)(s->ready << 1 | seen.ready);
        s->refused = (u8)(s->refused << 1 | seen.refused);
        s->sent[place] = (u32)(n->link_flits[l] - s->flits);
        s->flits = n->link_flits[l];
    }
    for (u32 q = 0; q < n->size.queues; q++)
        if (n->queue[q].state == QUEUE_WAITING)
            head_see(u, n, q, wait[q].reason);
    u->cycles[place] = n->cycle[0] - u->cycle;
    u->cycle = n->cycle[0];
    u->looks++;
    if (u->span < u->window)
        u->span++;
}

/* ---- asking ---- */

/* Of the latest `looks` intervals: cycles, and what was sent in them. */
static u64 cycles_of(const ws_usage *u, u64 looks) {
    u64 sum = 0;
    for (u64 i = 1; i <= looks; i++)
        sum += u->cycles[(u->looks - i) % WINDOW];
    return sum;
}

static u64 sent_in(const ws_usage *u, u32 l, u64 looks) {
    u64 sum = 0;
    for (u64 i = 1; i <= looks; i++)
        sum += u->link[l].sent[(u->looks - i) % WINDOW];
    return sum;
}

/* Of the window. */
static u32 count(const ws_usage *u, u8 bits) {
    return bit_count(bits & ((1u << u->span) - 1));
}

/* It carries so much of what it can. What is counted needs fewer looks than what is sampled. */
static bool is_full(const ws_usage *u, u32 l, u32 permille) {
    u64 looks = 0;
    u64 cycles = 0;
    u64 sent = 0;
    while (looks < u->span && looks < FULL_LOOKS &&
           (looks < FULL_LOOKS / 2 || cycles < FULL_CYCLES)) {
        looks++;
        cycles += u->cycles[(u->looks - looks) % WINDOW];
        sent += u->link[l].sent[(u->looks - looks) % WINDOW];
    }
    return cycles >= RATE_CYCLES_LEAST && sent * 1000 >= permille * cycles * u->link[l].rate;
}

bool ws_usage_busy(const ws_usage *u, u32 l, u32 permille) {
    if (u->span == 0)
        return false;
    return count(u, u->link[l].wanted) * 1000u >= permille * u->span || is_full(u, l, permille);
}

bool ws_usage_slowed(const ws_usage *u, u32 l, u32 permille) {
    const samples *s = &u->link[l];
    if (count(u, s->refused) * 1000u > permille * u->span)
        return true;
    u64 cycles = cycles_of(u, u->span);
    if (cycles < RATE_CYCLES_LEAST || u->span < u->window)
        return false;
    return 4 * sent_in(u, l, u->span) * u->span < 3 * (u64)count(u, s->ready) * cycles;
}
