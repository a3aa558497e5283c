/* A worm stays a worm: on every channel of every link the flits of one packet follow each other, head first, tail last, none
 * missing, and no other packet's between them. A link carries one flit a cycle, a crossbar input gives one. Messages from one
 * host to another arrive in the order in which they were created wherever there is one channel and one path. All seen from outside,
 * by what is put on the wires in each cycle. */
#include "fixture.h"

typedef struct watch {
    ws_net *n;
    u32 *packet; /* by channel: the packet whose worm is on it, NIL between worms */
    u32 *left;   /* by channel: its flits still to come */
    u64 *last;   /* by source, destination and class: creation of the message that arrived last */
    u64 flits, worms, broken, disorder, counted;
} watch;

/* The flit put on link l in the cycle just run. */
static bool put_on(const ws_net *n, u32 l, u32 *flit) {
    u32 slot = (u32)(n->cycle[0] - 1 + n->wire.flight[l]) & (n->size.flight_slots - 1);
    *flit = n->flight[(size_t)slot * n->size.links + l];
    return bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l);
}

static void see_flit(watch *w, u32 l, u32 flit) {
    u32 v = w->n->wire.vc0[l] + (flit & FLIT_VC), k = flit >> FLIT_PACKET_SHIFT;
    w->flits++;
    if (flit & FLIT_HEAD) {
        w->broken += w->packet[v] != NIL;
        w->packet[v] = k, w->left[v] = w->n->packet.length[k];
        w->worms++;
    }
    w->broken += w->packet[v] != k || w->left[v] == 0;
    w->left[v]--;
    w->broken += (w->left[v] == 0) != ((flit & FLIT_TAIL) != 0);
    if (flit & FLIT_TAIL) w->packet[v] = NIL;
}

static void see_cycle(watch *w) {
    const ws_net *n = w->n;
    u64 sent = 0, counted = n->total[WS_TOTAL_FLIT_HOPS] + n->total[WS_TOTAL_FLITS_INJECTED];
    for (u32 l = 0; l < n->size.links; l++) {
        u32 flit;
        if (!put_on(n, l, &flit)) continue;
        see_flit(w, l, flit);
        sent++;
    }
    w->broken += counted - w->counted != sent; /* the network's own counters agree: no link has taken two */
    w->counted = counted;
}

static void see_order(const ws_event *e, void *context) {
    watch *w = context;
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED) return;
    u64 *last = &w->last[((size_t)e->source * w->n->size.hosts + e->dest) * WS_CLASSES_MAX + e->traffic_class];
    w->disorder += e->created < *last;
    *last = e->created;
}

/* By link into a switch: the flits in its buffers, and those that will have come off the wire when the next cycle has run. */
static void levels(const ws_net *n, u64 *by_link, bool with_arrivals) {
    u32 slot = (u32)n->cycle[0] & (n->size.flight_slots - 1);
    for (u32 l = 0; l < n->size.links; l++) {
        by_link[l] = 0;
        for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1] && !is_sink(n, l); v++)
            by_link[l] += n->queue[n->wire.vc_queue[v]].flits;
        if (with_arrivals && !is_sink(n, l)) by_link[l] += bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l);
    }
}

static void worms(const char *name, ws_def d, int64_t load, bool ordered) {
    d.load = load;
    watch w = {.n = fixture_net(&d, NULL)};
    const ws_net *n = w.n;
    w.packet = malloc(n->size.vcs * sizeof *w.packet), w.left = calloc(n->size.vcs, sizeof *w.left);
    w.last = calloc((size_t)n->size.hosts * n->size.hosts * WS_CLASSES_MAX, sizeof *w.last);
    u64 *before = calloc(n->size.links, sizeof *before), *after = calloc(n->size.links, sizeof *after);
    memset(w.packet, 0xff, n->size.vcs * sizeof *w.packet);
    bool single = true;
    for (u64 t = 0, cycles = fixture_cycles(8000); t < cycles; t++) {
        levels(n, before, true);
        fixture_run(w.n, 1, see_order, &w);
        levels(n, after, false);
        for (u32 l = 0; l < n->size.links; l++) single &= before[l] - after[l] <= 1;
        see_cycle(&w);
    }
    ok(w.broken == 0 && single && w.worms > 100, "%s: %llu worms of %llu flits over links, whole and apart", name,
       (unsigned long long)w.worms, (unsigned long long)w.flits);
    if (ordered) ok(w.disorder == 0, "%s: messages of the same two hosts and class arrive in order", name);
    free(w.packet), free(w.left), free(w.last), free(before), free(after);
    ws_net_free(w.n);
}

int main(void) {
    ws_def lan = fixture_lan(WS_TOPOLOGY_TORUS, 3, 3), cube = fixture_cube(WS_TOPOLOGY_MESH, 5, 5);
    lan.length_mean = 200;
    worms("wormhole LAN 3x3", lan, 100000, true);
    worms("wormhole LAN 3x3, overloaded", lan, 1000000, true);
    lan.flow_control = WS_FLOW_CREDIT, lan.buffer = 10;
    worms("wormhole LAN 3x3 with 10 credits", lan, 600000, true);
    worms("cube mesh 5x5", cube, 100000, true);
    worms("cube mesh 5x5, overloaded", cube, 1000000, true);
    cube.vcs = 4, cube.length_mean = 12;
    worms("cube mesh 5x5, four channels", cube, 1000000, false);
    cube.router_delay = 0, cube.topology = WS_TOPOLOGY_TORUS;
    worms("cube torus 5x5, four channels, one stage", cube, 1000000, false);
    ws_def slots = fixture_slots(6);
    slots.length_mean = 4, slots.queueing = WS_QUEUEING_VOQ;
    worms("one switch, one queue per output, packets of 4", slots, 1000000, true);
    return done();
}
