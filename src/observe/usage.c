/* usage.c - see usage.h.
 *
 * A sample tells three things of a link: `ready`, it has sent a flit in the cycle
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
#include "core/segment.h"
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

/* counts that are kept, at most */
#define MARKS (WS_USAGE_LONG / WS_USAGE_APART)

typedef enum link_set { REQUESTED, READY, REFUSED, LINK_SETS } link_set;

/* What is known from one look: sets of links, and what each link has sent since the look before. */
typedef struct usage_sample {
    u64 cycles; /* since the look before */
    u64 *set[LINK_SETS];
    u32 *sent;
} usage_sample;

/* What each link had sent since cycle 0, at an earlier look. */
typedef struct usage_mark {
    u64 cycle;
    u64 *flits;
} usage_mark;

struct ws_usage {
    u64 sampled; /* times, since the beginning */
    u64 cycle;
    u64 in_window; /* looks so far in the open window */
    u32 window;    /* looks, once there are so many */
    u32 links;
    u32 words;                   /* of a set of links */
    u8 *rate;                    /* by link: flits a cycle that it can carry; fixed */
    u64 *stalls;                 /* set of links that may_stall; fixed */
    u64 *flits;                  /* by link: since cycle 0, at the latest look */
    usage_sample sample[WINDOW]; /* by look modulo WINDOW */
    u64 apart;                   /* cycles from mark to mark; fixed */
    u32 kept;                    /* marks that are kept; fixed */
    u64 marked;                  /* times, since the beginning */
    usage_mark mark[MARKS];      /* by time modulo `kept` */
};

/* ---- life ---- */

static void sample_clear(usage_sample *sample, u32 words) {
    for (EACH(i, LINK_SETS))
        memset(sample->set[i], 0, words * sizeof(u64));
}

void ws_usage_begin(ws_usage *usage, const ws_net *n) {
    usage->sampled = 0;
    usage->marked = 0;
    usage->in_window = 0;
    usage->cycle = n->cycle[0];
    for (EACH(i, WINDOW)) {
        usage_sample *sample = &usage->sample[i];
        sample->cycles = 0;
        sample_clear(sample, usage->words);
        memset(sample->sent, 0, usage->links * sizeof(u32));
    }
    for (EACH(l, usage->links))
        usage->flits[l] = n->link_flits[l];
}

/* Looks that make a window. */
static u32 window_of(u32 step) {
    u32 samples = WS_USAGE_CYCLES / step;
    if (samples > WS_USAGE_SAMPLES)
        return WS_USAGE_SAMPLES;
    return samples < WS_USAGE_LEAST ? WS_USAGE_LEAST : samples;
}

/* Marks that are kept, so many cycles apart. */
static u32 marks_of(u64 apart) {
    u32 marks = (u32)(WS_USAGE_LONG / apart);
    return marks > 0 ? marks : 1;
}

/* May link l, while a worm holds it that has flits here and is not refused, send less than it can?
 * For want of credit that is under way; or since there is a gap behind each worm: until its packet
 * has been accepted, or until the next one may start. */
static bool may_stall(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    u32 loop = link->flight + n->wire.signal_delay[l] + 2;
    if (n->flow == WS_FLOW_NACK || n->start_delay > 0)
        return true;
    if (n->flow == WS_FLOW_STOP_GO || link->sink)
        return false;
    u32 needed = loop * link->credits_per_flit * link->rate;
    return n->wire.vc_credits[link->vc0] < needed;
}

ws_usage *ws_usage_new(const ws_net *n, uint32_t step) {
    ws_usage *usage = ws_alloc(1, sizeof *usage);
    usage->links = n->size.links;
    usage->words = bits_words(usage->links);
    usage->window = window_of(step);
    usage->rate = ws_alloc(usage->links + 1, sizeof(u8));
    usage->flits = ws_alloc(usage->links + 1, sizeof(u64));
    usage->stalls = ws_alloc(usage->words + 1, sizeof(u64));
    for (EACH(l, usage->links))
        if (may_stall(n, l))
            bit_set(usage->stalls, l);
    usage->apart = step > WS_USAGE_APART ? step : WS_USAGE_APART;
    usage->kept = marks_of(usage->apart);
    for (EACH(i, usage->kept))
        usage->mark[i].flits = ws_alloc(usage->links + 1, sizeof(u64));
    for (EACH(i, WINDOW)) {
        usage_sample *sample = &usage->sample[i];
        for (EACH(set, LINK_SETS))
            sample->set[set] = ws_alloc(usage->words + 1, sizeof(u64));
        sample->sent = ws_alloc(usage->links + 1, sizeof(u32));
    }
    for (EACH(l, usage->links))
        usage->rate[l] = n->wire.link_fast[l].rate;
    ws_usage_begin(usage, n);
    return usage;
}

void ws_usage_free(ws_usage *usage) {
    if (!usage)
        return;
    for (EACH(i, WINDOW)) {
        for (EACH(set, LINK_SETS))
            free(usage->sample[i].set[set]);
        free(usage->sample[i].sent);
    }
    for (EACH(i, usage->kept))
        free(usage->mark[i].flits);
    free(usage->stalls);
    free(usage->rate);
    free(usage->flits);
    free(usage);
}

static void sample_pack(usage_sample *sample, const ws_usage *usage, ws_pack *pack) {
    size_t set = usage->words * sizeof(u64);
    size_t sent = usage->links * sizeof(u32);
    WS_PACK(pack, sample->cycles);
    for (EACH(i, LINK_SETS))
        ws_pack_part(pack, sample->set[i], set);
    ws_pack_part(pack, sample->sent, sent);
}

void ws_usage_pack(ws_usage *usage, ws_pack *pack) {
    WS_PACK(pack, usage->sampled);
    WS_PACK(pack, usage->cycle);
    WS_PACK(pack, usage->in_window);
    ws_pack_part(pack, usage->flits, usage->links * sizeof(u64));
    for (EACH(i, WINDOW))
        sample_pack(&usage->sample[i], usage, pack);
    WS_PACK(pack, usage->marked);
    for (EACH(i, usage->kept)) {
        WS_PACK(pack, usage->mark[i].cycle);
        ws_pack_part(pack, usage->mark[i].flits, usage->links * sizeof(u64));
    }
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
static bool has_flits(const ws_net *n, u32 v, bool buffered) {
    if (buffered)
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

static void vc_see(const ws_net *n, const ws_wait *wait, u32 v, bool buffered, sight *seen) {
    if (n->vc[v].holder == NIL && !buffered)
        return;
    seen->requested |= is_starting(n, v);
    if (!has_flits(n, v, buffered))
        return;
    bool without = settled_credit(n, v) <= 0;
    bool refused = without && far_end_refuses(n, wait, v);
    seen->ready |= without;
    seen->requested |= without;
    seen->refused |= refused;
    seen->sends |= !refused;
}

/* Flits that pass a switch without delay are never seen in its queue, but that they left. `sent`:
 * flits since the look before. */
static sight link_see(const ws_net *n, const ws_wait *wait, u32 l, u64 sent) {
    sight seen = {0};
    seen.ready = sent > 0 && settled_sent(n, l);
    seen.requested = seen.ready;
    if (seen.ready)
        return seen;
    const link_fast *link = fast_link(n, l);
    u32 v = link->vc0;
    u32 end = v + link->vcs;
    for (; v < end; v++)
        vc_see(n, wait, v, link->buffered, &seen);
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
static void head_see(usage_sample *sample, const ws_net *n, u32 q, ws_wait_reason reason) {
    bool refused = reason == WS_WAIT_ROOM || reason == WS_WAIT_STOP;
    bool is_next = reason == WS_WAIT_GRANT || reason == WS_WAIT_TURN;
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        if (is_other_way(n, l) || (is_next && !is_held(n, l)))
            bit_set(sample->set[REQUESTED], l);
        if (!refused || bit_get(sample->set[READY], l))
            continue;
        bit_set(sample->set[REQUESTED], l);
        bit_set(sample->set[READY], l);
        bit_set(sample->set[REFUSED], l);
    }
}

static void heads_see(usage_sample *sample, const ws_net *n, const ws_waits *waits) {
    const ws_wait *wait = ws_waits_of(waits, NULL);
    u32 count;
    const u32 *active = ws_waits_active(waits, &count);
    for (EACH(i, count)) {
        u32 q = active[i];
        if (n->queue[q].state == QUEUE_WAITING)
            head_see(sample, n, q, wait[q].reason);
    }
}

/* ---- looks ---- */

/* The mark that was set so many times ago: 1 is the latest. */
static usage_mark *mark_back(ws_usage *usage, u64 times) {
    return &usage->mark[(usage->marked - times) % usage->kept];
}

/* Keeps the counts of the look before, unless those of one that is near it are kept. */
static void mark_set(ws_usage *usage) {
    usage_mark *mark = mark_back(usage, 1);
    u64 cycles = usage->cycle - mark->cycle;
    if (usage->marked > 0 && cycles < usage->apart)
        return;
    usage->marked++;
    mark = mark_back(usage, 1);
    mark->cycle = usage->cycle;
    memcpy(mark->flits, usage->flits, usage->links * sizeof(u64));
}

/* What is ready is requested, and what is refused is ready. */
static void sight_note(usage_sample *sample, u32 l, sight seen) {
    if (!seen.requested)
        return;
    bit_set(sample->set[REQUESTED], l);
    if (seen.ready)
        bit_set(sample->set[READY], l);
    if (seen.refused)
        bit_set(sample->set[REFUSED], l);
}

void ws_usage_sample(ws_usage *usage, const ws_net *n, const ws_waits *waits) {
    const ws_wait *wait = ws_waits_of(waits, NULL);
    usage_sample *sample = &usage->sample[usage->sampled % WINDOW];
    mark_set(usage);
    sample_clear(sample, usage->words);
    for (EACH(l, usage->links)) {
        u64 flits = settled_link_flits(n, l);
        u64 sent = flits - usage->flits[l];
        sample->sent[l] = (u32)sent;
        usage->flits[l] = flits;
        sight_note(sample, l, link_see(n, wait, l, sent));
    }
    heads_see(sample, n, waits);
    sample->cycles = n->cycle[0] - usage->cycle;
    usage->cycle = n->cycle[0];
    usage->sampled++;
    if (usage->in_window < usage->window)
        usage->in_window++;
}

/* ---- asking ---- */

const uint64_t *ws_usage_flits(const ws_usage *usage) {
    return usage->flits;
}

/* The look that lies so many back: 1 is the latest. */
static const usage_sample *sample_back(const ws_usage *usage, u64 samples) {
    return &usage->sample[(usage->sampled - samples) % WINDOW];
}

/* Sums over the latest intervals: their cycles, and the flits that link l sent in them. */
static u64 cycles_of(const ws_usage *usage, u64 samples) {
    u64 sum = 0;
    for (u64 i = 1; i <= samples; i++)
        sum += sample_back(usage, i)->cycles;
    return sum;
}

static u64 sent_in(const ws_usage *usage, u32 l, u64 samples) {
    u64 sum = 0;
    for (u64 i = 1; i <= samples; i++)
        sum += sample_back(usage, i)->sent[l];
    return sum;
}

/* The number of looks of the window at which link l was in this set. */
static u32 count(const ws_usage *usage, link_set set, u32 l) {
    u32 samples = 0;
    for (u64 i = 1; i <= usage->in_window; i++) {
        const usage_sample *sample = sample_back(usage, i);
        samples += bit_get(sample->set[set], l);
    }
    return samples;
}

/* The number of latest looks that tell whether a link is full. */
static u64 samples_needed(const ws_usage *usage) {
    u64 samples = 0;
    u64 cycles = 0;
    while (samples < usage->in_window) {
        if (samples >= FULL_SAMPLES && cycles >= RATE_CYCLES_LEAST)
            return samples;
        if (samples >= FULL_SAMPLES / 2 && cycles >= FULL_CYCLES)
            return samples;
        samples++;
        cycles += sample_back(usage, samples)->cycles;
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
    u64 most = cycles * usage->rate[l];
    return sent_in(usage, l, samples) * 1000 >= permille * most;
}

bool ws_usage_busy(const ws_usage *usage, u32 l, u32 permille) {
    if (usage->in_window == 0)
        return false;
    if (is_full(usage, l, permille))
        return true;
    if (!bit_get(usage->stalls, l))
        return false;
    u32 requested = count(usage, REQUESTED, l);
    return requested * 1000u >= permille * usage->in_window;
}

/* Has link l sent so much of what it can since this mark? */
static bool is_full_since(const ws_usage *usage, u32 l, u32 permille, const usage_mark *mark) {
    u64 cycles = usage->cycle - mark->cycle;
    u64 most = cycles * usage->rate[l];
    u64 sent = usage->flits[l] - mark->flits[l];
    return sent * 1000 >= permille * most;
}

bool ws_usage_full(const ws_usage *usage, u32 l, u32 permille) {
    if (usage->marked < usage->kept)
        return false;
    u64 oldest = usage->marked % usage->kept;
    return is_full_since(usage, l, permille, &usage->mark[oldest]);
}

bool ws_usage_full_since(const ws_usage *usage, u32 l, u32 permille, u64 since) {
    if (bit_get(usage->stalls, l))
        return true;
    u64 first = usage->marked < usage->kept ? 0 : usage->marked - usage->kept;
    for (u64 i = first; i < usage->marked; i++) {
        const usage_mark *mark = &usage->mark[i % usage->kept];
        if (mark->cycle >= since)
            return is_full_since(usage, l, permille, mark);
    }
    return true;
}

bool ws_usage_slowed(const ws_usage *usage, u32 l, u32 permille) {
    u64 in_window = usage->in_window;
    if (count(usage, REFUSED, l) * 1000u > permille * in_window)
        return true;
    u64 cycles = cycles_of(usage, in_window);
    if (cycles < RATE_CYCLES_LEAST || in_window < usage->window)
        return false;
    u64 sent = sent_in(usage, l, in_window);
    u64 ready = count(usage, READY, l);
    return 4 * sent * in_window < 3 * ready * cycles;
}
