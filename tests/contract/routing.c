/* What every row of the table of routing algorithms promises, on many shapes, proven by walking its route function through all
 * its choices of links and virtual channels; nothing is simulated.
 *
 *   reach       from every host to every host all ways end at that host, after at most route_length links
 *   minimal     where the row says so, each step brings the packet one link nearer, by an independent search
 *   legal       up/down: no step up after one down
 *   acyclic     where the row says deadlock_free, virtual channels can be put in an order that every worm follows (Dally and Seitz 1987)
 *   escape      where the row names an escape layer, every head that is not on its first link has a virtual channel of it among its
 *               candidates, and its channels can be put in an order: by direct dependencies, and if claimed by those through others, too
 *   foresees    who looks ahead (core/route_preview.c) is told all that the routing may offer, and the link that it will take where that is
 *               fixed; asking draws no lot and changes no header
 *
 * The short form takes one of 13 machines.
 *
 * So that the last but one can fail, it must do so for the rows that may deadlock, on shapes where they do. */
#include "observe/proof/proof.h"
#include "core/verbs.h"
#include "core/route_preview.h"
#include "build/build.h"

#include "fixture.h"

enum { STATES_MOST = 8192, DRAWS = 32, LOTS = 16, STEPS_MOST = 64 };

static const char *const routing_names[WS_ROUTING_COUNT] = {
#define ROUTING_NAME(id, name, doc) name,
    WS_ROUTINGS(ROUTING_NAME)
#undef ROUTING_NAME
};

/* A packet in front of a queue: all that a route may depend on, and how far it has come. */
typedef struct state {
    u32 q, flags, links;
} state;

typedef struct walk {
    ws_net *n;
    u16 *dist;   /* switch by switch, by a search of its own */
    state states[STATES_MOST];
    u32 state_count;
    u64 arrivals, steps;
    u64 lost, longer, detours, illegal, blind;
} walk;

/* ---- an independent search ---- */

static void search(walk *w) {
    u32 switches = w->n->size.switches;
    bool shorter = true;
    for (u32 i = 0; i < switches * switches; i++) w->dist[i] = i / switches == i % switches ? 0 : 10000;
    while (shorter) {
        shorter = false;
        for (int32_t e = 0; e < 2 * w->n->graph.edges; e++) {
            const ws_edge *edge = &w->n->graph.edge[e / 2];
            if (edge->b >= (int32_t)switches || (e % 2 && edge->one_way)) continue;
            u32 from = (u32)(e % 2 ? edge->b : edge->a), to = (u32)(e % 2 ? edge->a : edge->b);
            for (u32 t = 0; t < switches; t++) {
                if (w->dist[from * switches + t] <= w->dist[to * switches + t] + 1) continue;
                w->dist[from * switches + t] = (u16)(w->dist[to * switches + t] + 1);
                shorter = true;
            }
        }
    }
}

static bool is_up(const walk *w, u32 l) {
    u32 from = w->n->wire.link_from[l], to = w->n->wire.link_to[l], root = (u32)w->n->def->root, switches = w->n->size.switches;
    u16 a = w->dist[root * switches + from], b = w->dist[root * switches + to];
    return b < a || (b == a && to < from);
}

/* ---- the walk ---- */

static void state_add(walk *w, state s) {
    for (u32 i = 0; i < w->state_count; i++)
        if (w->states[i].q == s.q && w->states[i].flags == s.flags &&
            (w->states[i].links == s.links || w->n->routing->wanders))
            return;
    if (w->state_count == STATES_MOST || s.links > STEPS_MOST) {
        w->lost++;
        return;
    }
    w->states[w->state_count++] = s;
}

/* The header after the step by which it came from switch `here` to `next`, as looking ahead imagines it, leads where the real one does. */
static bool foresees_after(const ws_net *n, u32 k, u32 here, u32 next, u32 flags) {
    u32 real = n->packet.flags[k], link = packet_next(n, here, k, &flags);
    return link == NIL || packet_next(n, next, k, &flags) == packet_next(n, next, k, &real);
}

/* What the routing has offered was foreseen. */
static bool foresees(ws_net *n, u32 q, u32 k, const ws_route_option *option, u32 count) {
    ws_route_option all[WS_ROUTE_OPTIONS_MAX];
    u32 x = n->wire.queue_node[q], flags = n->packet.flags[k], moved = flags, found = 0;
    u64 rng = n->node_rng[x];
    u32 offers = packet_offers(n, q, k, all), next = packet_next(n, x, k, &moved);
    for (u32 c = 0; c < count; c++)
        for (u32 i = 0; i < offers; i++)
            if (all[i].link == option[c].link && all[i].vcs == option[c].vcs && all[i].rule == option[c].rule) {
                found++;
                break;
            }
    bool fixed = next == NIL || (count == 1 && offers == 1 && option[0].link == next);
    return found == count && fixed && n->node_rng[x] == rng && n->packet.flags[k] == flags;
}

/* The packet of state s takes virtual channel v to the host or switch at its end. */
static void take_vc(walk *w, state s, u32 k, u32 v, u32 from_host) {
    ws_net *n = w->n;
    u32 l = n->wire.vc_link[v], here = n->wire.queue_node[s.q], t = n->wire.host_switch[n->packet.dest[k]],
        switches = n->size.switches;
    u32 most = route_length(n, n->wire.host_switch[from_host], t);
    w->steps++;
    if (is_sink(n, l)) {
        w->arrivals++;
        if (n->wire.link_to[l] - switches != n->packet.dest[k]) w->lost++;
        if (s.links > most && !n->routing->wanders) w->longer++;
        return;
    }
    u32 next = n->wire.link_to[l];
    if (w->dist[next * switches + t] + 1 != w->dist[here * switches + t]) w->detours++;
    if ((n->routing == &route_UPDOWN || n->routing == &route_UD_2Q || n->routing == &route_BUD_2VC) && (s.flags & PACKET_DOWN) && is_up(w, l)) w->illegal++;
    n->packet.flags[k] = s.flags;
    if (n->routing->granted) n->routing->granted(n, k, v);
    w->blind += !foresees_after(n, k, here, next, s.flags);
    bool wanders = n->routing->wanders;
    if (s.links + 1 <= most || wanders)
        state_add(w, (state){n->wire.vc_queue[v], n->packet.flags[k], wanders ? 1 : s.links + 1});
    else w->longer++;
}

/* All steps from state s; a routing that draws is asked often. */
static void step_all(walk *w, state s, u32 k, u32 from_host) {
    ws_net *n = w->n;
    u32 x = n->wire.queue_node[s.q], draws = n->routing == &route_UPDOWN || n->routing == &route_MINIMAL_RANDOM ? DRAWS : 1;
    for (u32 draw = 0; draw < draws; draw++) {
        ws_route_option option[WS_ROUTE_OPTIONS_MAX];
        n->node_rng[x] = mix64(draw * 977 + 1);
        n->packet.flags[k] = s.flags;
        u32 count = n->routing->route(n, s.q, k, option);
        if (count == 0 || count > n->routing->options) w->lost++;
        w->blind += !foresees(n, s.q, k, option, count);
        for (u32 c = 0; c < count; c++) {
            u64 vcs = option[c].vcs;
            if (n->wire.link_from[option[c].link] != x || vcs == 0 || vcs & ~all_vcs(n, option[c].link)) {
                w->lost++;
                continue;
            }
            for (BITS_EACH(i, vcs)) take_vc(w, s, k, n->wire.vc0[option[c].link] + i, from_host);
        }
    }
}

static void walk_pair(walk *w, u32 from, u32 to) {
    ws_net *n = w->n;
    u32 k = 0, l = n->wire.inject_link[from];
    u64 before = w->arrivals;
    n->packet.dest[k] = to;
    u32 draws = n->routing->lots ? 4 * LOTS : 4;
    for (u32 draw = 0; draw < draws; draw++) {
        u32 flags = draw % 4 | (draw / 4 * ((PACKET_LOT_MASK + 1) / LOTS)) << PACKET_LOT_SHIFT;
        w->state_count = 0;
        for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++) state_add(w, (state){n->wire.vc_queue[v], flags, 0});
        for (u32 i = 0; i < w->state_count; i++) step_all(w, w->states[i], k, from);
    }
    if (w->arrivals == before) w->lost++;
}

/* ---- the verdict; the order of virtual channels is that of the library, which walks by itself ---- */

typedef struct verdict {
    bool fits, keeps, ordered; /* the routing can be had there; keeps its promises; virtual channels have an order */
} verdict;

static verdict examine(const ws_def *d, const ws_graph *g, const char *name) {
    static walk w;
    ws_error error;
    ws_net *n = ws_net_build(d, g, NULL, &error);
    if (!n) return (verdict){false, true, true};
    w.n = n;
    w.arrivals = w.steps = w.lost = w.longer = w.detours = w.illegal = w.blind = 0;
    w.dist = calloc((size_t)n->size.switches * n->size.switches, sizeof *w.dist);
    search(&w);
    for (u32 from = 0; from < n->size.hosts; from++)
        for (u32 to = 0; to < n->size.hosts; to++) walk_pair(&w, from, to);
    ws_dependencies *found = ws_dependencies_find(n);
    bool escapes = !found->trapped && !ws_dependencies_cyclic(&found->escape, found->vcs);
    verdict v = {true, !w.lost && !w.longer && !w.illegal && !w.blind && escapes && !(n->routing->minimal && w.detours),
                 !ws_dependencies_cyclic(&found->all, found->vcs)};
    if (!v.keeps || (n->routing->deadlock_free && !v.ordered))
        note("%s on %s, %d virtual channels, dateline %d, root %d: %llu lost, %llu too long, %llu detours, %llu illegal, %llu trapped, "
             "%llu unforeseen, escape layer %s, %s",
             routing_names[d->routing], name, (int)d->vcs, (int)d->dateline, (int)d->root, (unsigned long long)w.lost,
             (unsigned long long)w.longer, (unsigned long long)w.detours, (unsigned long long)w.illegal,
             (unsigned long long)found->trapped, (unsigned long long)w.blind, escapes ? "sound" : "unsound",
             v.ordered ? "acyclic" : "cyclic");
    ws_dependencies_free(found);
    free(w.dist);
    ws_net_free(n);
    return v;
}

/* ---- shapes ---- */

typedef struct tally {
    u32 machines, broken, cyclic;
} tally;

static void tally_add(tally *t, const ws_def *d, const ws_graph *g, const char *name) {
    verdict v = examine(d, g, name);
    t->machines += v.fits, t->broken += !v.keeps, t->cyclic += !v.ordered;
}

static ws_def shape_def(int64_t topology, int64_t rows, int64_t cols) {
    ws_def d = fixture_cube(topology, rows, cols);
    d.load = 0, d.hosts_per_switch = 1, d.buffer = 2, d.message_capacity = 16;
    d.router_unit = WS_ROUTER_UNIT_HEADER;
    if (topology == WS_TOPOLOGY_SWITCH) d.hosts_per_switch = 5;
    return d;
}

/* All numbers of virtual channels, both datelines, two roots, both choices of routes. */
static void on_def(tally *t, ws_def d, const char *name) {
    ws_graph g;
    ws_error error;
    if (!ws_graph_build(&d, &g, &error)) fixture_stop(name, &error);
    for (d.vcs = 1; d.vcs <= 4; d.vcs++)
        for (int variant = 0; variant < 2; variant++) {
            d.dateline = variant ? WS_DATELINE_FIXED : WS_DATELINE_CROSS;
            d.route_choice = variant ? WS_ROUTE_CHOICE_RANDOM : WS_ROUTE_CHOICE_FIXED;
            d.root = d.routing != WS_ROUTING_DOR && variant ? g.switches - 1 : 0;
            if (takes(13)) tally_add(t, &d, &g, name);
        }
    ws_graph_free(&g);
}

/* One routing on cubes of three dimensions and more; a ring of four or more, on which worms can wait for each other, in each dimension. */
static void on_cubes(tally *t, int64_t routing) {
    static const struct {
        const char *name;
        int64_t topology, size[WS_DIMENSIONS_MAX];
    } cubes[] = {{"torus 3x3x3", WS_TOPOLOGY_TORUS, {3, 3, 3}},
                 {"torus 2x4x3", WS_TOPOLOGY_TORUS, {2, 4, 3}},
                 {"torus 1x1x4", WS_TOPOLOGY_TORUS, {1, 1, 4}},
                 {"torus 1x1x1x4", WS_TOPOLOGY_TORUS, {1, 1, 1, 4}},
                 {"torus 1x1x1x1x4", WS_TOPOLOGY_TORUS, {1, 1, 1, 1, 4}},
                 {"torus 1x1x1x1x1x4", WS_TOPOLOGY_TORUS, {1, 1, 1, 1, 1, 4}},
                 {"mesh 3x2x3", WS_TOPOLOGY_MESH, {3, 2, 3}},
                 {"hypercube of 16", WS_TOPOLOGY_TORUS, {2, 2, 2, 2}}};
    for (size_t i = 0; i < sizeof cubes / sizeof *cubes; i++) {
        ws_def d = shape_def(cubes[i].topology, 1, 1);
        memcpy(d.size, cubes[i].size, sizeof d.size);
        d.routing = routing;
        on_def(t, d, cubes[i].name);
    }
}

/* One routing on one named shape. */
static void on_shape(tally *t, int64_t routing, int64_t topology, int64_t rows, int64_t cols, const char *name) {
    ws_def d = shape_def(topology, rows, cols);
    d.routing = routing;
    on_def(t, d, name);
}

/* A random tree of switches with a few more cables, some of them double; a host on each. */
static ws_graph irregular(u64 *rng) {
    int32_t switches = 4 + (int32_t)rng_below(rng, 9), more = (int32_t)rng_below(rng, 12);
    ws_graph g = fixture_graph(switches, switches, 2 * switches + more);
    for (int32_t s = 0; s < switches; s++) fixture_cable(&g, s, fixture_host(&g, s), 0);
    for (int32_t s = 1; s < switches; s++) fixture_cable(&g, s, (int32_t)rng_below(rng, (u32)s), 0);
    for (int32_t i = 0; i < more; i++) {
        int32_t a = (int32_t)rng_below(rng, (u32)switches), b = (int32_t)rng_below(rng, (u32)switches);
        if (a != b) fixture_cable(&g, a, b, 0);
    }
    return g;
}

static void on_irregular(tally *t, int64_t routing) {
    u64 rng = 20;
    for (int i = 0, graphs = (int)amount(20, 60, 60); i < graphs; i++) {
        ws_graph g = irregular(&rng);
        ws_def d = shape_def(WS_TOPOLOGY_FILE, 0, 0);
        d.traffic = WS_TRAFFIC_UNIFORM_SELF, d.routing = routing, d.vcs = 1 + i % 2;
        d.root = rng_below(&rng, (u32)g.switches), d.route_choice = i % 2 ? WS_ROUTE_CHOICE_RANDOM : WS_ROUTE_CHOICE_FIXED;
        tally_add(t, &d, &g, "an irregular graph");
        ws_graph_free(&g);
    }
}

/* Networks of workstations as they come, of all sizes and degrees, each with several numbers of virtual channels and roots. */
static void on_workstations(tally *t, int64_t routing) {
    u64 rng = 6;
    for (int i = 0, graphs = (int)amount(20, 60, 60); i < graphs; i++) {
        ws_def d = shape_def(WS_TOPOLOGY_IRREGULAR, 2 + i % 15, 0);
        ws_graph g;
        ws_error error;
        d.traffic = WS_TRAFFIC_UNIFORM_SELF, d.routing = routing, d.vcs = 1 + i % 4;
        d.irregular_degree = 2 + rng_below(&rng, 3), d.topology_seed = i;
        if (!ws_graph_build(&d, &g, &error)) fixture_stop("irregular", &error);
        d.root = rng_below(&rng, (u32)g.switches), d.route_choice = i % 2 ? WS_ROUTE_CHOICE_RANDOM : WS_ROUTE_CHOICE_FIXED;
        tally_add(t, &d, &g, "an irregular network");
        ws_graph_free(&g);
    }
}

static void contract(int64_t routing) {
    static const struct {
        const char *name;
        int64_t topology, rows, cols;
    } shapes[] = {
        {"line 5", WS_TOPOLOGY_LINE, 5, 0},     {"mesh 3x3", WS_TOPOLOGY_MESH, 3, 3},   {"mesh 2x5", WS_TOPOLOGY_MESH, 2, 5},
        {"torus 3x3", WS_TOPOLOGY_TORUS, 3, 3}, {"torus 4x4", WS_TOPOLOGY_TORUS, 4, 4}, {"torus 5x5", WS_TOPOLOGY_TORUS, 5, 5},
        {"torus 2x6", WS_TOPOLOGY_TORUS, 2, 6}, {"torus 1x4", WS_TOPOLOGY_TORUS, 1, 4}, {"ring 6", WS_TOPOLOGY_RING, 6, 0},
        {"ring 7", WS_TOPOLOGY_RING, 7, 0},     {"ring1 5", WS_TOPOLOGY_RING1, 5, 0},   {"one switch", WS_TOPOLOGY_SWITCH, 0, 0},
        {"bmin 4", WS_TOPOLOGY_BMIN, 4, 0},     {"bmin 16", WS_TOPOLOGY_BMIN, 16, 0},
        {"dragonfly 2 1", WS_TOPOLOGY_DRAGONFLY, 2, 1}, {"dragonfly 3 1", WS_TOPOLOGY_DRAGONFLY, 3, 1},
        {"dragonfly 2 2", WS_TOPOLOGY_DRAGONFLY, 2, 2},
        {"fedx 3x3", WS_TOPOLOGY_FEDX, 3, 3},   {"fedx 4x5", WS_TOPOLOGY_FEDX, 4, 5},
        {"fedx 2x8", WS_TOPOLOGY_FEDX, 2, 8},   {"fedx 5x2", WS_TOPOLOGY_FEDX, 5, 2},
    };
    const ws_routing *row = ws_routings[routing];
    tally t = {0};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        on_shape(&t, routing, shapes[i].topology, shapes[i].rows, shapes[i].cols, shapes[i].name);
    on_cubes(&t, routing);
    on_irregular(&t, routing);
    on_workstations(&t, routing);
    ok(t.machines > 0 && t.broken == 0, "%s: reaches everywhere%s%s, on %u machines", routing_names[routing],
       row->minimal ? ", by shortest ways" : "",
       row->escape == ESCAPE_WORM ? ", and can always escape"
       : row->escape              ? ", and can always escape if packets fit whole"
                                  : "",
       t.machines);
    if (row->deadlock_free)
        ok(t.cyclic == 0, "%s: without cycles of virtual channels on all %u machines", routing_names[routing], t.machines);
    else
        ok(t.cyclic > 0, "%s: claims nothing about deadlock, and %u of %u machines have cycles of virtual channels", routing_names[routing],
           t.cyclic, t.machines);
}

/* The examination finds the cycles that are known to be there. */
static void finds_cycles(int64_t routing, int64_t topology, int64_t rows, int64_t cols, const char *name) {
    ws_def d = shape_def(topology, rows, cols);
    ws_graph g;
    ws_error error;
    d.routing = routing;
    if (!ws_graph_build(&d, &g, &error)) fixture_stop(name, &error);
    for (d.vcs = 1; d.vcs <= 2; d.vcs++) {
        verdict v = examine(&d, &g, name);
        ok(v.fits && !v.ordered, "%s on %s, %d virtual channels: a cycle is found", routing_names[routing], name, (int)d.vcs);
    }
    ws_graph_free(&g);
}

/* On a one-way ring the paths that wrap close the ring among themselves: this dateline must be refused there. */
static void refuses_ring1(void) {
    ws_def d = shape_def(WS_TOPOLOGY_RING1, 5, 0);
    ws_graph g;
    ws_error error = {0};
    d.dateline = WS_DATELINE_FIXED;
    ws_net *n = ws_graph_build(&d, &g, &error) ? ws_net_build(&d, &g, NULL, &error) : NULL;
    ok(!n && strstr(error.text, "dateline"), "dor on a one-way ring with dateline fixed is refused: %s", error.text);
    ws_net_free(n);
    ws_graph_free(&g);
}

int main(void) {
    for (int64_t routing = 0; routing < WS_ROUTING_COUNT; routing++) contract(routing);
    finds_cycles(WS_ROUTING_DOR_NO_DATELINE, WS_TOPOLOGY_TORUS, 4, 4, "torus 4x4");
    finds_cycles(WS_ROUTING_DOR_NO_DATELINE, WS_TOPOLOGY_TORUS, 5, 5, "torus 5x5");
    finds_cycles(WS_ROUTING_DOR_NO_DATELINE, WS_TOPOLOGY_RING1, 4, 0, "ring1 4");
    finds_cycles(WS_ROUTING_MINIMAL_RANDOM, WS_TOPOLOGY_MESH, 3, 3, "mesh 3x3");
    finds_cycles(WS_ROUTING_MINIMAL_RANDOM, WS_TOPOLOGY_TORUS, 4, 4, "torus 4x4");
    refuses_ring1();
    return done();
}
