/* usage.c - see usage.h.
 *
 * A sample is three bits of a link: `ready`, it has sent a flit in the cycle
 * that has just run, or has flits and no credit for them; `requested`, that, or a
 * head is about to get it; `refused`, it has flits and no credit on any virtual
 * channel, and the queue ahead has flits and is not moving freely. Credit that
 * is merely under way from a queue which moves freely is no refusal: there the
 * loop of credits is all that limits the link. One that has flits and credit,
 * and yet has not sent, is kept back by a crossbar input which its worm shares
 * with others: it is not busy.
 *
 * A queue ahead that takes turns further downstream moves at each look, and yet
 * gives its credits back at half the rate. That shows in the count of flits:
 * the link has sent less than a quarter short of what its ready samples promise
 * (a quarter is more than the error of 16 samples). */
#include "observe/usage.h"
#include "core/settled.h"
#include "switch/switch.h"

#include <stdlib.h>
#include <string.h>

#include "wormscope/memory.h"

#define WINDOW            WS_USAGE_SAMPLES
#define RATE_CYCLES_LEAST 64 /* a shorter window says nothing about rates */
/* so many looks tell whether a link is full, or half as many if they make
 * FULL_CYCLES */
#define FULL_SAMPLES 4
#define FULL_CYCLES  1024

typedef struct link_samples {
    u64 flits;        /* since cycle 0, at the latest look */
    u32 sent[WINDOW]; /* from look to look, by look modulo WINDOW */
    /* the latest look in bit 0 */
    u8 requested;
    u8 ready;
    u8 refused;
    u8 rate; /* flits a cycle that it can carry; fixed */
    u8 spare[4];
} link_samples;

struct ws_usage {
    u64 sampled; /* times, since the beginning */
    u64 cycle;
    u64 cycles[WINDOW]; /* from look to look */
    u64 in_window;      /* looks so far in the open window */
    u32 window;         /* looks, once there are so many */
    u32 links;
    link_samples *link;
};

/* ---- life ---- */

void ws_usage_begin(ws_usage *usage, const ws_net *n) {
    usage->sampled = 0;
    usage->in_window = 0;
    usage->cycle = n->cycle[0];
    memset(usage->cycles, 0, sizeof usage->cycles);
    for (EACH(l, usage->links)) {
        link_samples *link = &usage->link[l];
        *link = (link_samples){0};
        link->flits = n->link_flits[l];
        link->rate = n->wire.link_fast[l].rate;
    }
}

/* Looks that make a window. */
static u32 window_of(u32 step) {
    u32 samples = WS_USAGE_CYCLES / step;
    if (samples > WS_USAGE_SAMPLES)
        return WS_USAGE_SAMPLES;
    return samples < WS_USAGE_LEAST ? WS_USAGE_LEAST : samples;
}

ws_usage *ws_usage_new(const ws_net *n, uint32_t step) {
    ws_usage *usage = ws_alloc(1, sizeof *usage);
    usage->links = n->size.links;
    usage->window = window_of(step);
    usage->link = ws_alloc(usage->links + 1, sizeof *usage->link);
    ws_usage_begin(usage, n);
    return usage;
}

void ws_usage_free(ws_usage *usage) {
    if (!usage)
        return;
    free(usage->link);
    free(usage);
}

void ws_usage_pack(ws_usage *usage, ws_pack *pack) {
    WS_PACK(pack, usage->sampled);
    WS_PACK(pack, usage->cycle);
    WS_PACK(pack, usage->cycles);
    WS_PACK(pack, usage->in_window);
    ws_pack_part(pack, usage->link, usage->links * sizeof *usage->link);
}

/* ---- a sample ---- */

typedef struct sight {
    bool ready;
    bool requested;
    bool sends;
    bool refused;
} sight;

/* Is the queue at the far end of virtual channel v full of what does not move
 * freely? */
static bool far_end_refuses(const ws_net *n, const ws_wait *wait, u32 v) {
    u32 far = n->vc[v].receiver;
    if (far == NIL)
        return false;
    bool free = wait[far].order == 0 && wait[far].reason == WS_WAIT_NOT;
    return !free && settled_flits(n, far) > 0;
}

/* Has virtual channel v flits to send, in an output buffer or in the queue that
 * holds it? */
static bool has_flits(const ws_net *n, u32 v) {
    u32 l = link_of(n, v);
    if (n->wire.link_fast[l].buffered)
        return n->output_buffer.vc[v].flits > 0;
    u32 q = n->vc[v].holder;
    if (q == NIL)
        return false;
    return n->queue[q].state >= QUEUE_STARTING && settled_front(n, q) > 0;
}

static bool is_starting(const ws_net *n, u32 v) {
    u32 q = n->vc[v].holder;
    return q != NIL && n->queue[q].state < QUEUE_STREAMING;
}

static void vc_see(const ws_net *n, const ws_wait *wait, u32 v, sight *seen) {
    seen->requested |= is_starting(n, v);
    if (!has_flits(n, v))
        return;
    bool without = settled_credit(n, v) <= 0;
    bool refused = without && far_end_refuses(n, wait, v);
    seen->ready |= without;
    seen->requested |= without;
    seen->refused |= refused;
    seen->sends |= !refused;
}

/* Flits that pass a switch without delay are never seen in its queue, but that they left. */
static sight link_see(const ws_net *n, const ws_wait *wait, u32 l) {
    sight seen = {0};
    seen.ready = settled_sent(n, l);
    seen.requested = seen.ready;
    if (seen.ready)
        return seen;
    const link_fast *link = fast_link(n, l);
    u32 v = link->vc0;
    u32 end = v + link->vcs;
    for (; v < end; v++)
        vc_see(n, wait, v, &seen);
    seen.refused &= !seen.sends;
    return seen;
}

static bool is_held(const ws_net *n, u32 l) {
    for (VCS_EACH(v, n, l))
        if (n->vc[v].holder != NIL)
            return true;
    return false;
}

/* Does the cable of link l carry a packet in the other direction? */
static bool is_other_way(const ws_net *n, u32 l) {
    u32 medium = n->wire.medium ? n->wire.medium[l] : NIL;
    return medium != NIL && is_held(n, medium);
}

/* A head waits: is about to get a virtual channel of an idle link, or will when
 * the cable no longer carries the other way; or finds no room on idle virtual
 * channels, since its whole packet must fit: that refuses the link, if nothing
 * else goes there. */
static void head_see(ws_usage *usage, const ws_net *n, u32 q, ws_wait_reason reason) {
    bool refused = reason == WS_WAIT_ROOM || reason == WS_WAIT_STOP;
    bool is_next = reason == WS_WAIT_GRANT || reason == WS_WAIT_TURN;
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        link_samples *link = &usage->link[l];
        if (is_other_way(n, l) || (is_next && !is_held(n, l)))
            link->requested |= 1;
        bool is_ready = link->ready & 1;
        if (!refused || is_ready)
            continue;
        link->requested |= 1;
        link->ready |= 1;
        link->refused |= 1;
    }
}

/* ---- looks ---- */

static void link_sample(link_samples *link, sight seen, u32 place, u64 flits) {
    link->requested = (u8)(link->requested << 1 | seen.requested);
    link->ready = (u8)(link->ready << 1 | seen.ready);
    link->refused = (u8)(link->refused << 1 | seen.refused);
    link->sent[place] = (u32)(flits - link->flits);
    link->flits = flits;
}

void ws_usage_sample(ws_usage *usage, const ws_net *n, const ws_waits *waits) {
    const ws_wait *wait = ws_waits_of(waits, NULL);
    u32 place = usage->sampled % WINDOW;
    for (EACH(l, usage->links)) {
        sight seen = link_see(n, wait, l);
        u64 flits = settled_link_flits(n, l);
        link_sample(&usage->link[l], seen, place, flits);
    }
    for (EACH(q, n->size.queues))
        if (n->queue[q].state == QUEUE_WAITING)
            head_see(usage, n, q, wait[q].reason);
    usage->cycles[place] = n->cycle[0] - usage->cycle;
    usage->cycle = n->cycle[0];
    usage->sampled++;
    if (usage->in_window < usage->window)
        usage->in_window++;
}

/* ---- asking ---- */

/* The place of the look that lies so many back: 1 is the latest. */
static u32 place_back(const ws_usage *usage, u64 samples) {
    return (u32)((usage->sampled - samples) % WINDOW);
}

/* Sums over the latest intervals: their cycles, and the flits that link l sent in them. */
static u64 cycles_of(const ws_usage *usage, u64 samples) {
    u64 sum = 0;
    for (u64 i = 1; i <= samples; i++)
        sum += usage->cycles[place_back(usage, i)];
    return sum;
}

static u64 sent_in(const ws_usage *usage, u32 l, u64 samples) {
    const link_samples *link = &usage->link[l];
    u64 sum = 0;
    for (u64 i = 1; i <= samples; i++)
        sum += link->sent[place_back(usage, i)];
    return sum;
}

/* The number of looks of the window in which one of these bits was set. */
static u32 count(const ws_usage *usage, u8 bits) {
    u32 window = (1u << usage->in_window) - 1;
    return bit_count(bits & window);
}

/* The number of latest looks that tell whether a link is full. */
static u64 samples_needed(const ws_usage *usage) {
    u64 samples = 0;
    u64 cycles = 0;
    while (samples < usage->in_window && samples < FULL_SAMPLES) {
        if (samples >= FULL_SAMPLES / 2 && cycles >= FULL_CYCLES)
            return samples;
        samples++;
        cycles += usage->cycles[place_back(usage, samples)];
    }
    return samples;
}

/* Does link l carry at least `permille` of what it can? Counted flits need fewer looks than
 * samples. */
static bool is_full(const ws_usage *usage, u32 l, u32 permille) {
    u64 samples = samples_needed(usage);
    u64 cycles = cycles_of(usage, samples);
    if (cycles < RATE_CYCLES_LEAST)
        return false;
    u64 most = cycles * usage->link[l].rate;
    return sent_in(usage, l, samples) * 1000 >= permille * most;
}

bool ws_usage_busy(const ws_usage *usage, u32 l, u32 permille) {
    if (usage->in_window == 0)
        return false;
    u32 requested = count(usage, usage->link[l].requested);
    return requested * 1000u >= permille * usage->in_window || is_full(usage, l, permille);
}

bool ws_usage_slowed(const ws_usage *usage, u32 l, u32 permille) {
    const link_samples *link = &usage->link[l];
    u64 in_window = usage->in_window;
    if (count(usage, link->refused) * 1000u > permille * in_window)
        return true;
    u64 cycles = cycles_of(usage, in_window);
    if (cycles < RATE_CYCLES_LEAST || in_window < usage->window)
        return false;
    u64 sent = sent_in(usage, l, in_window);
    u64 ready = count(usage, link->ready);
    return 4 * sent * in_window < 3 * ready * cycles;
}
