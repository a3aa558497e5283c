/* observer.c - see observer.h. */
#include "observe/observer.h"

#include <assert.h>
#include <stdlib.h>

#include "core/network.h"
#include "observe/usage.h"
#include "wormscope/memory.h"

/* Flits that a link has sent. */
typedef struct use {
    u64 flits; /* since cycle 0, when the open window began */
    u32 sent;  /* in the latest full one */
    u32 most;  /* a cycle; fixed */
} use;

struct ws_observer {
    u32 step;
    u32 window;
    u32 links;
    ws_waits *waits;
    ws_trees *trees;
    u64 cycle;        /* of the latest look, or of the begin */
    u64 window_begin; /* of the open window of use */
    u64 use_cycles;   /* of the latest full one, or 1 */
    u64 worms;
    u64 blocked;
    use *link;
};

/* Nanoseconds, roughly: of a look for each queue and link; of a cycle for each link, in a
 * network that is so full that little of it moves (half of it where links take no credits), and
 * for each set-aside queue. With up/down routing a full network jams at its root, so that its
 * work grows no more with its size. */
enum { SAMPLE_NS = 25, LINK_NS = 4, SAQ_NS = 3, ROOT_LINKS = 512, STEP_LEAST = 16, SHARE = 10 };

/* The least cost of a cycle of the network. */
static u64 cycle_ns(const ws_net *n) {
    bool is_plain = n->flow == WS_FLOW_STOP_GO || n->flow == WS_FLOW_NACK;
    u64 links = n->size.links;
    if (n->def->routing == WS_ROUTING_UPDOWN && links > ROOT_LINKS)
        links = ROOT_LINKS;
    u64 moving = LINK_NS * links;
    if (is_plain)
        moving /= 2;
    return moving + SAQ_NS * n->size.saqs;
}

static u32 step_of(const ws_net *n) {
    u64 sample = SAMPLE_NS * (u64)(n->size.queues + n->size.links);
    u64 cycle = cycle_ns(n);
    u32 step = STEP_LEAST;
    while (sample * SHARE > cycle * step) {
        if (step == WS_USAGE_LONG)
            break;
        step *= 2;
    }
    return step;
}

ws_observer *ws_observer_new(const ws_net *n) {
    ws_observer *o = ws_alloc(1, sizeof *o);
    o->step = step_of(n);
    o->window = o->step > WS_OBSERVER_USE ? o->step : WS_OBSERVER_USE;
    o->links = n->size.links;
    o->waits = ws_waits_new(n);
    o->trees = ws_trees_new(n, o->step);
    o->link = ws_alloc(o->links + 1, sizeof *o->link);
    ws_observer_begin(o, n);
    return o;
}

void ws_observer_free(ws_observer *o) {
    if (!o)
        return;
    ws_waits_free(o->waits);
    ws_trees_free(o->trees);
    free(o->link);
    free(o);
}

void ws_observer_place_all(ws_observer *o) {
    ws_trees_place_all(o->trees);
}

void ws_observer_begin(ws_observer *o, const ws_net *n) {
    ws_trees_begin(o->trees, n);
    o->cycle = n->cycle[0];
    o->window_begin = o->cycle;
    o->worms = 0;
    o->blocked = 0;
    o->use_cycles = 1;
    for (EACH(l, o->links))
        o->link[l] = (use){
            .flits = n->link_flits[l],
            .most = n->wire.link_fast[l].rate,
        };
}

uint64_t ws_observer_step(const ws_observer *o) {
    return o->step;
}
uint64_t ws_observer_due(const ws_observer *o) {
    return o->cycle - o->cycle % o->step + o->step;
}

/* Worms in the network: packets injected, and neither delivered nor lost nor back at their
 * hosts. */
static u64 worms_in(const ws_net *n) {
    u64 gone = n->total[WS_TOTAL_PACKETS_DELIVERED];
    gone += n->total[WS_TOTAL_PACKETS_LOST];
    gone += n->total[WS_TOTAL_RESETS];
    return n->total[WS_TOTAL_PACKETS_INJECTED] - gone;
}

/* Counts blocked worms as a frame does: blocked heads in front of a queue, and all heads behind
 * them. */
static void worms_count(ws_observer *o, const ws_net *n) {
    u32 count;
    const u32 *active = ws_waits_active(o->waits, &count);
    u64 blocked = 0;
    for (EACH(i, count)) {
        u32 q = active[i];
        if (q >= n->wire.source_queue0)
            break;
        if (!ws_waits_stands(o->waits, n, q))
            continue;
        const ws_queue_state *queue = &n->queue[q];
        blocked += queue->packets;
        if (queue->state == QUEUE_STREAMING)
            blocked--;
    }
    o->worms = worms_in(n);
    o->blocked = blocked < o->worms ? blocked : o->worms;
}

/* Closes a window of use. The first window is shorter if the network begins in the midst of a
 * window. */
static void window_close(ws_observer *o, const ws_net *n) {
    const u64 *flits = ws_trees_flits(o->trees);
    for (EACH(l, o->links)) {
        use *link = &o->link[l];
        link->sent = (u32)(flits[l] - link->flits);
        link->flits = flits[l];
    }
    o->use_cycles = n->cycle[0] - o->window_begin;
    o->window_begin = n->cycle[0];
}

void ws_observer_sample(ws_observer *o, const ws_net *n) {
    if (n->cycle[0] <= o->cycle)
        return;
    o->cycle = n->cycle[0];
    ws_waits_read(o->waits, n);
    ws_trees_sample(o->trees, n, o->waits);
    worms_count(o, n);
    if (o->cycle % o->window == 0)
        window_close(o, n);
}

void ws_observer_pack(ws_observer *o, ws_pack *pack) {
    WS_PACK(pack, o->cycle);
    WS_PACK(pack, o->window_begin);
    WS_PACK(pack, o->use_cycles);
    WS_PACK(pack, o->worms);
    WS_PACK(pack, o->blocked);
    ws_pack_part(pack, o->link, o->links * sizeof *o->link);
    ws_trees_pack(o->trees, pack);
}

void ws_observer_worms(const ws_observer *o, uint64_t *worms, uint64_t *blocked) {
    *worms = o->worms;
    *blocked = o->blocked;
}

uint64_t ws_link_flits(const ws_net *n, uint32_t link) {
    return n->link_flits[link];
}

double ws_observer_use(const ws_observer *o, uint32_t link) {
    const use *latest = &o->link[link];
    return (double)latest->sent / (double)o->use_cycles / latest->most;
}

void ws_observer_see(ws_observer *o, const ws_net *n, ws_see what) {
    assert(is_settled(n));
    ws_waits_update(o->waits, n);
    if (what == WS_SEE_TREES)
        ws_trees_list(o->trees, n, o->waits);
    else
        ws_trees_update(o->trees, n, o->waits, what == WS_SEE_PACKETS);
}

const ws_waits *ws_observer_waits(const ws_observer *o) {
    return o->waits;
}
const ws_trees *ws_observer_trees(const ws_observer *o) {
    return o->trees;
}
