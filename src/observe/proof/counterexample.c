/* counterexample.c - see counterexample.h.
 *
 * What is tried, in this order: one worm for each virtual channel of each link of the ring, from
 * the nearest hosts, so long that it still holds the link when its head waits for the next, and so
 * timed that all take their links in the same cycle; more of them, also shorter ones, at random
 * times; messages of the pairs whose packets may be stuck in the closed set of the proof; and at
 * last messages of all hosts to random others. Then messages are left out as long
 * as the rest still deadlocks. */
#include "observe/proof/counterexample.h"

#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "observe/waits.h"
#include "wormscope/memory.h"

enum {
    FEEDERS = 64,
    SHOTS_MOST = 8192,
    MESSAGES = 20000, /* rows of the table of messages */
    FLITS_MOST = 100000,
    TRIES = 36,
    SHRINKS = 400,
    SETTLE = 20000 /* cycles for which packets that do not wait for ever may be under way */
};

typedef struct trial {
    const ws_def *def;
    const ws_graph *graph;
    const ws_proof *proof;
    ws_net *net;
    /* lengths of a message: a worm that stretches over all links, a worm that a few buffers hold, a
     * worm that fits into a buffer; and which of them is tried */
    u32 lengths[3];
    u32 flits;
    /* cycles from switch to switch */
    u32 hop;
    /* by step of the cycle: who can take part, and how many they are */
    ws_feeder (*feeder)[FEEDERS];
    u32 *feeders;
    u32 most_links;
    ws_shot *shot;
    u32 count;
    u64 rng;
    ws_counterexample *best;
} trial;

ws_def ws_def_silent(const ws_def *def) {
    ws_def silent = *def;
    silent.load = 0;
    silent.hot_traffic = 0;
    silent.traffic = WS_TRAFFIC_UNIFORM;
    silent.message_capacity = MESSAGES;
    return silent;
}

/* ---- the ring that the detector has found ---- */

/* The virtual channel for which queue q waits, which another queue of its switch holds, or which
 * leads to a queue without room; NIL if it is for none. */
static u32 requested_by(const ws_net *n, const ws_wait *wait, u32 q) {
    u32 blocker = wait[q].blocker;
    u32 own = n->queue[q].vc;
    if (own != NIL)
        return own;
    if (blocker == NIL)
        return NIL;
    const u32 *node = n->wire.queue_node;
    bool here = node[blocker] == node[q];
    return here ? n->queue[blocker].vc : n->wire.queue_vc[blocker];
}

/* The dependency of the packet in front of queue q, from what it holds to what it requests. */
static ws_dependency standing(const ws_net *n, u32 q, u32 requested) {
    u32 k = n->queue[q].front;
    u32 m = n->packet.message[k];
    return (ws_dependency){
        .held = n->wire.queue_vc[q],
        .requested = requested,
        .source = n->message.source[m],
        .dest = n->packet.dest[k],
        .links = n->packet.hops[k],
    };
}

/* Is queue q in a knot, with a packet in front that came over a link? */
static bool stands_in_deadlock(const ws_net *n, const ws_wait *wait, u32 q) {
    if (q == NIL || !wait[q].in_deadlock)
        return false;
    return n->queue[q].front != NIL && n->wire.queue_vc[q] != NIL;
}

/* Follows the packets of a deadlock from queue q until a packet is met again. Writes the ring to
 * `row` and returns its length; 0 if it cannot be followed. */
static u32 ring_follow(const ws_net *n, const ws_wait *wait, u32 q, ws_dependency *row) {
    u32 *place = ws_alloc(n->size.queues, sizeof *place);
    u32 length = 0;
    while (stands_in_deadlock(n, wait, q) && place[q] == 0) {
        u32 requested = requested_by(n, wait, q);
        if (requested == NIL || length == n->size.vcs)
            break;
        row[length] = standing(n, q, requested);
        length++;
        place[q] = length;
        q = n->vc[requested].receiver;
    }
    u32 first = q == NIL ? 0 : place[q];
    free(place);
    if (first == 0)
        return 0;
    u32 ring = length - (first - 1);
    memmove(row, row + (first - 1), ring * sizeof *row);
    return ring;
}

static u32 link_held(const ws_net *n, const ws_dependency *row) {
    return n->wire.vc_link[row->held];
}

/* Is there a queue in the knots at the end of this link? */
static u32 deadlock_queue_at(const ws_net *n, const ws_wait *wait, u32 l) {
    for (EACH(q, n->wire.source_queue0)) {
        u32 v = n->wire.queue_vc[q];
        if (v == NIL || n->wire.vc_link[v] != l)
            continue;
        if (stands_in_deadlock(n, wait, q))
            return q;
    }
    return NIL;
}

/* Is the ring that has closed the cycle of the proof? */
static bool is_of_proof(const trial *t, const ws_wait *wait) {
    const ws_proof *proof = t->proof;
    for (EACH(i, proof->length)) {
        u32 l = link_held(t->net, &proof->cycle[i]);
        if (deadlock_queue_at(t->net, wait, l) == NIL)
            return false;
    }
    return true;
}

/* The ring of the knots, in `row`: from the cycle of the proof, if that is among them. */
static u32 ring_name(const trial *t, const ws_waits *waits, ws_dependency *row) {
    size_t queues;
    const ws_wait *wait = ws_waits_of(waits, &queues);
    const ws_net *n = t->net;
    u32 length = 0;
    if (t->proof->length > 0) {
        u32 l = link_held(n, &t->proof->cycle[0]);
        length = ring_follow(n, wait, deadlock_queue_at(n, wait, l), row);
    }
    for (u32 q = 0; q < n->wire.source_queue0 && length == 0; q++)
        length = ring_follow(n, wait, q, row);
    return length;
}

/* ---- one trial ---- */

static ws_counterexample *example_make(const trial *t, const ws_waits *waits) {
    size_t queues;
    const ws_wait *wait = ws_waits_of(waits, &queues);
    ws_counterexample *found = ws_alloc(1, sizeof *found);
    found->ring = ws_alloc(t->net->size.vcs + 1, sizeof *found->ring);
    found->length = ring_name(t, waits, found->ring);
    found->same = is_of_proof(t, wait);
    found->cycle = ws_net_cycle(t->net);
    found->count = t->count;
    found->shot = ws_alloc(t->count, sizeof *found->shot);
    memcpy(found->shot, t->shot, t->count * sizeof *t->shot);
    return found;
}

static void run_to(ws_net *n, u64 cycle) {
    while (ws_net_cycle(n) < cycle) {
        u64 cycles = cycle - ws_net_cycle(n);
        ws_net_step(n, cycles);
        ws_net_events_clear(n);
    }
}

/* Sends all messages of the trial; false if one cannot be sent. */
static bool shots_fire(const trial *t) {
    for (EACH(i, t->count)) {
        const ws_shot *shot = &t->shot[i];
        run_to(t->net, shot->cycle);
        ws_net_events_clear(t->net);
        if (!ws_net_send(t->net, shot->from, shot->to, shot->flits, NULL))
            return false;
    }
    return true;
}

/* Keeps the new find if it is better than the find before. */
static void keep(trial *t, ws_counterexample *found) {
    bool better = !t->best || (found->same && !t->best->same);
    if (found->length == 0 || !better) {
        ws_counterexample_free(found);
        return;
    }
    ws_counterexample_free(t->best);
    t->best = found;
}

/* Runs until all that moves has arrived, and asks the detector. */
static void settle(trial *t) {
    u64 flits = ws_net_total(t->net, WS_TOTAL_FLITS_SENT);
    u64 cycles = SETTLE + 8 * flits;
    run_to(t->net, ws_net_cycle(t->net) + cycles);
    if (ws_net_total(t->net, WS_TOTAL_FLITS_DELIVERED) == flits)
        return;
    ws_waits *waits = ws_waits_new(t->net);
    ws_waits_update(waits, t->net);
    if (ws_waits_deadlock(waits))
        keep(t, example_make(t, waits));
    ws_waits_free(waits);
}

static int by_cycle(const void *one, const void *other) {
    const ws_shot *first = one;
    const ws_shot *second = other;
    if (first->cycle != second->cycle)
        return first->cycle < second->cycle ? -1 : 1;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    return 0;
}

static bool is_done(const trial *t) {
    return t->best && t->best->same;
}

static void try_shots(trial *t) {
    qsort(t->shot, t->count, sizeof *t->shot, by_cycle);
    t->net = ws_must(ws_net_build(t->def, t->graph, NULL, NULL));
    if (shots_fire(t))
        settle(t);
    ws_net_free(t->net);
    t->net = NULL;
}

/* ---- trials ---- */

static void shot_add(trial *t, u64 cycle, u32 from, u32 to) {
    if (t->count == SHOTS_MOST || from == to)
        return;
    t->shot[t->count] = (ws_shot){cycle, from, to, t->flits};
    t->count++;
}

/* For each step of the cycle its nearest feeders send, at most `most` of them: farther ones
 * earlier, and each up to `spread` cycles later. */
static void ring_shoot(trial *t, u32 most, u32 messages, u32 spread) {
    const ws_proof *proof = t->proof;
    t->count = 0;
    for (EACH(i, proof->length)) {
        u32 count = t->feeders[i] < most ? t->feeders[i] : most;
        for (EACH(c, count)) {
            const ws_feeder *feeder = &t->feeder[i][c];
            u64 cycle = (t->most_links - feeder->links) * (u64)t->hop;
            if (spread > 0)
                cycle += rng_below(&t->rng, spread);
            for (EACH(j, messages))
                shot_add(t, cycle, feeder->source, proof->cycle[i].dest);
        }
    }
    if (t->count > 0)
        try_shots(t);
}

static void hosts_shoot(trial *t, u32 messages, u32 spread) {
    u32 hosts = (u32)t->graph->hosts;
    t->count = 0;
    for (EACH(h, hosts)) {
        for (EACH(j, messages)) {
            u64 cycle = rng_below(&t->rng, spread);
            shot_add(t, cycle, h, rng_below(&t->rng, hosts));
        }
    }
    try_shots(t);
}

static void try_ring(trial *t) {
    u32 vcs = (u32)t->def->vcs;
    t->flits = t->lengths[0];
    for (u32 most = 1; most <= 2 * vcs && !is_done(t); most *= 2)
        ring_shoot(t, most, 1, 0);
    for (u32 i = 0; i < TRIES && !is_done(t); i++) {
        u32 most = vcs + i;
        t->flits = t->lengths[i % 3];
        ring_shoot(t, most, 2 + i / 3, 4 * t->hop + t->flits / 4);
    }
}

/* Each pair of hosts of the closed set sends so many messages, at random times. */
static void pairs_shoot(trial *t, u32 messages, u32 spread) {
    const ws_proof *proof = t->proof;
    t->count = 0;
    for (EACH(i, proof->pairs)) {
        const ws_pair *pair = &proof->pair[i];
        for (EACH(j, messages)) {
            u64 cycle = rng_below(&t->rng, spread);
            shot_add(t, cycle, pair->source, pair->dest);
        }
    }
    if (t->count > 0)
        try_shots(t);
}

static void try_pairs(trial *t) {
    for (u32 i = 0; i < TRIES && !t->best; i++) {
        u32 messages = 1 + i / 2;
        t->flits = t->lengths[i % 3];
        pairs_shoot(t, messages, 1 + messages * t->flits / (1 + i % 4));
    }
}

/* Any deadlock will do. */
static void try_hosts(trial *t) {
    for (u32 i = 0; i < TRIES && !t->best; i++) {
        u32 messages = 4 + i * i / 2;
        t->flits = t->lengths[i % 3];
        hosts_shoot(t, messages, 1 + messages * t->flits);
    }
}

/* ---- messages that can be left out ---- */

/* Does it still deadlock, in the same ring if it was that of the proof, without `size` of the
 * messages from `first` on? If so they are left out. */
static bool leave_out(trial *t, u32 first, u32 size) {
    ws_counterexample *whole = t->best;
    t->count = 0;
    for (EACH(i, whole->count)) {
        bool out = i >= first && i - first < size;
        if (out)
            continue;
        t->shot[t->count] = whole->shot[i];
        t->count++;
    }
    t->best = NULL;
    try_shots(t);
    bool good = t->best && t->best->same >= whole->same;
    if (!good) {
        ws_counterexample_free(t->best);
        t->best = whole;
        return false;
    }
    ws_counterexample_free(whole);
    return true;
}

static void shrink(trial *t) {
    u32 tries = 0;
    for (u32 size = t->best->count / 2; size > 0; size /= 2) {
        u32 first = 0;
        while (first < t->best->count && tries < SHRINKS) {
            tries++;
            if (!leave_out(t, first, size))
                first += size;
        }
    }
}

/* ---- the beginning ---- */

/* How long messages may be. */
static u32 longest_message(const ws_net *n) {
    u32 buffer = (u32)n->def->buffer;
    u32 longest = FLITS_MOST;
    if (n->packet_room > 0)
        longest = n->packet_room;
    else if (n->grant_room == WS_GRANT_ROOM_PACKET)
        longest = buffer;
    else if (n->grant_room == WS_GRANT_ROOM_BUBBLE)
        longest = buffer / 2;
    return longest;
}

static void lengths_choose(trial *t, const ws_net *n) {
    const ws_def *def = t->def;
    u32 buffer = (u32)(def->buffer + def->output_buffer);
    u32 wires = n->wire.longest_flight + n->wire.longest_signal;
    u32 longest = longest_message(n);
    u32 reach = t->most_links + 2;
    t->hop = n->wire.longest_flight + (u32)def->router_delay;
    t->lengths[0] = 2 * (buffer + wires) * reach;
    t->lengths[1] = 2 * buffer + wires;
    t->lengths[2] = buffer;
    for (EACH(i, 3))
        if (t->lengths[i] > longest)
            t->lengths[i] = longest;
}

static void feeders_look_up(trial *t) {
    const ws_proof *proof = t->proof;
    ws_net *net = ws_must(ws_net_build(t->def, t->graph, NULL, NULL));
    for (EACH(i, proof->length)) {
        u32 count = ws_feeders_find(net, &proof->cycle[i], t->feeder[i], FEEDERS);
        t->feeders[i] = count;
        u32 links = proof->cycle[i].links;
        if (count > 0)
            links = t->feeder[i][count - 1].links;
        if (links > t->most_links)
            t->most_links = links;
    }
    lengths_choose(t, net);
    ws_net_free(net);
}

ws_counterexample *ws_counterexample_find(const ws_def *def, const ws_graph *graph,
                                          const ws_proof *proof) {
    trial t = {.def = def, .graph = graph, .proof = proof, .rng = mix64(1)};
    t.feeder = ws_alloc(proof->length, sizeof *t.feeder);
    t.feeders = ws_alloc(proof->length, sizeof *t.feeders);
    t.shot = ws_alloc(SHOTS_MOST, sizeof *t.shot);
    feeders_look_up(&t);
    try_ring(&t);
    try_pairs(&t);
    try_hosts(&t);
    if (t.best)
        shrink(&t);
    free(t.feeder);
    free(t.feeders);
    free(t.shot);
    return t.best;
}

bool ws_counterexample_stands(const ws_counterexample *found, const ws_net *n) {
    size_t queues;
    bool stands = true;
    ws_waits *waits = ws_waits_new(n);
    ws_waits_update(waits, n);
    const ws_wait *wait = ws_waits_of(waits, &queues);
    for (EACH(i, found->length)) {
        u32 v = found->ring[i].held;
        u32 q = n->vc[v].receiver;
        stands = stands && stands_in_deadlock(n, wait, q);
    }
    ws_waits_free(waits);
    return stands;
}

void ws_counterexample_free(ws_counterexample *found) {
    if (!found)
        return;
    free(found->shot);
    free(found->ring);
    free(found);
}
