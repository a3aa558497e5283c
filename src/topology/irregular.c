/* irregular.c - random irregular networks: every switch has hosts-per-switch hosts and cables to
 * irregular-degree others.
 *
 * A random regular graph by the pairing model: the free ports of all switches are paired at random;
 * a pairing with a cable from a switch to itself, with two cables between the same switches, or one
 * that leaves the network in pieces is thrown away whole, so that all simple connected graphs are
 * equally likely. If switches x degree is odd, the last switch has one cable less; no switch can
 * have more neighbours than there are others. The draws come from topology-seed alone: the network
 * is the same on every machine and for every other parameter.
 *
 * The places on the drawing grid are chosen so that cables are short: two switches change places
 * whenever that helps. */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIES_MOST = 1000000, SWAPS_PER_SWITCH = 400, SWAPS_MOST = 200000 };

typedef struct random_net {
    i32 switches;
    i32 degree;
    /* the switch of each free port; a pairing is a permutation of them, taken two by two */
    i32 *stub;
    i32 stubs;
    i32 *near;  /* switch * degree: neighbours */
    i32 *count; /* neighbours so far */
    i32 *fifo;
} random_net;

static i32 *neighbours_of(const random_net *net, i32 s) {
    return net->near + s * net->degree;
}

static bool are_near(const random_net *net, i32 s, i32 other) {
    const i32 *near = neighbours_of(net, s);
    for (EACH_I32(i, net->count[s]))
        if (near[i] == other)
            return true;
    return false;
}

static void neighbour_add(random_net *net, i32 s, i32 other) {
    i32 *near = neighbours_of(net, s);
    i32 *count = &net->count[s];
    near[*count] = other;
    (*count)++;
}

/* Draws the stub that takes place i, from those at i and behind. */
static void stub_draw(random_net *net, i32 i, u64 *rng) {
    i32 *stub = net->stub + i;
    i32 behind = net->stubs - i;
    u32 drawn = rng_below(rng, (u32)behind);
    i32 keep = stub[0];
    stub[0] = stub[drawn];
    stub[drawn] = keep;
}

static void counts_clear(random_net *net) {
    for (EACH_I32(s, net->switches))
        net->count[s] = 0;
}

/* One random pairing; false at the first cable that a simple graph cannot have. */
static bool stubs_pair(random_net *net, u64 *rng) {
    counts_clear(net);
    for (i32 i = 0; i < net->stubs; i += 2) {
        stub_draw(net, i, rng);
        stub_draw(net, i + 1, rng);
        const i32 *pair = net->stub + i;
        i32 from = pair[0];
        i32 to = pair[1];
        if (from == to || are_near(net, from, to))
            return false;
        neighbour_add(net, from, to);
        neighbour_add(net, to, from);
    }
    return true;
}

/* Puts s at the end of the switches reached so far, if it is new; returns how many they are. */
static i32 reach(random_net *net, i32 reached, i32 s) {
    for (EACH_I32(i, reached))
        if (net->fifo[i] == s)
            return reached;
    net->fifo[reached] = s;
    return reached + 1;
}

static bool is_connected(random_net *net) {
    i32 reached = reach(net, 0, 0);
    for (i32 i = 0; i < reached; i++) {
        i32 s = net->fifo[i];
        const i32 *near = neighbours_of(net, s);
        for (EACH_I32(j, net->count[s]))
            reached = reach(net, reached, near[j]);
    }
    return reached == net->switches;
}

/* `degree` stubs of each switch; an odd one is left over. */
static void stubs_fill(random_net *net) {
    i32 stubs = net->switches * net->degree;
    for (EACH_I32(i, stubs))
        net->stub[i] = i / net->degree;
    net->stubs = stubs & ~1;
}

static bool net_draw(random_net *net, u64 *rng) {
    stubs_fill(net);
    for (EACH_I32(tries, TRIES_MOST))
        if (stubs_pair(net, rng) && is_connected(net))
            return true;
    return false;
}

/* ---- places ---- */

static i32 distance(const ws_node *from, const ws_node *to) {
    i32 across = abs(from->x - to->x);
    i32 down = abs(from->y - to->y);
    return across + down;
}

/* Length of all cables of a switch. */
static i32 cable_length(const random_net *net, const ws_node *node, i32 s) {
    const ws_node *own = &node[s];
    const i32 *near = neighbours_of(net, s);
    i32 sum = 0;
    for (EACH_I32(i, net->count[s]))
        sum += distance(own, &node[near[i]]);
    return sum;
}

static void places_swap(ws_node *one, ws_node *other) {
    ws_node keep = *one;
    one->x = other->x;
    one->y = other->y;
    other->x = keep.x;
    other->y = keep.y;
}

/* Length of all cables of two switches. */
static i32 both_length(const random_net *net, const ws_node *node, i32 one, i32 other) {
    i32 length = cable_length(net, node, one);
    return length + cable_length(net, node, other);
}

/* Lets two random switches change places, unless that makes their cables longer. */
static void swap_try(const random_net *net, ws_node *node, u64 *rng) {
    u32 switches = (u32)net->switches;
    i32 one = (i32)rng_below(rng, switches);
    i32 other = (i32)rng_below(rng, switches);
    i32 before = both_length(net, node, one, other);
    places_swap(&node[one], &node[other]);
    i32 after = both_length(net, node, one, other);
    if (after > before)
        places_swap(&node[one], &node[other]);
}

static void places_choose(const random_net *net, ws_node *node, u64 *rng) {
    i32 swaps = SWAPS_PER_SWITCH * net->switches;
    i32 cols = 1;
    if (swaps > SWAPS_MOST)
        swaps = SWAPS_MOST;
    while (cols * cols < net->switches)
        cols++;
    for (EACH_I32(s, net->switches)) {
        node[s].x = s % cols;
        node[s].y = s / cols;
    }
    for (EACH_I32(i, swaps))
        swap_try(net, node, rng);
}

/* ---- the graph ---- */

/* Cables of a switch to others: as many as irregular-degree says, or as there are others. */
static i32 degree_of(const ws_def *def) {
    i64 others = def->size[0] - 1;
    i64 degree = def->irregular_degree;
    if (degree > others)
        degree = others;
    return (i32)degree;
}

static bool irregular_check(const ws_def *def, ws_error *error) {
    i32 switches = (i32)def->size[0];
    i32 hosts = (i32)def->hosts_per_switch;
    i32 degree = degree_of(def);
    if (switches < 1 || switches > SWITCHES_MOST)
        return fail_with(error, "irregular needs between 1 and %d switches, not %d", SWITCHES_MOST,
                         switches);
    if (hosts + degree > WS_PORTS_MAX)
        return fail_with(
            error,
            "hosts-per-switch %d and %d links need more than the %d ports that a switch can have",
            hosts, degree, WS_PORTS_MAX);
    return true;
}

/* The first free port of a switch, behind those of its hosts and of the cables so far. */
static cable_end next_end(random_net *net, i32 s, i32 hosts) {
    cable_end end;
    end.node = s;
    end.port = hosts + net->count[s];
    net->count[s]++;
    return end;
}

static void graph_fill(ws_graph *graph, random_net *net, i32 hosts) {
    for (EACH_I32(s, net->switches)) {
        char *name = graph->node[s].name;
        snprintf(name, WS_NAME_MAX, "S%d", s);
        graph_switch_hosts(graph, s, hosts);
    }
    counts_clear(net);
    for (i32 i = 0; i < net->stubs; i += 2) {
        const i32 *pair = net->stub + i;
        cable_end from = next_end(net, pair[0], hosts);
        cable_end to = next_end(net, pair[1], hosts);
        graph_cable(graph, from, to);
    }
}

/* Draws the network in `room` for 2 * ends + 2 * switches numbers. */
static bool irregular_draw(const ws_def *def, ws_graph *graph, i32 *room) {
    i32 degree = degree_of(def);
    i32 ends = graph->switches * degree;
    u64 seed = (u64)def->topology_seed;
    u64 rng = mix64(seed);
    random_net net;
    net.switches = graph->switches;
    net.degree = degree;
    net.stub = room;
    net.near = net.stub + ends;
    net.count = net.near + ends;
    net.fifo = net.count + graph->switches;
    if (!net_draw(&net, &rng))
        return false;
    places_choose(&net, graph->node, &rng);
    graph_fill(graph, &net, (i32)def->hosts_per_switch);
    return true;
}

static bool irregular_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    i32 switches = (i32)def->size[0];
    i32 hosts = switches * (i32)def->hosts_per_switch;
    i32 ends = switches * degree_of(def);
    i32 cables = hosts + ends / 2;
    if (!graph_make(graph, switches, hosts, cables, error))
        return false;
    size_t numbers = (size_t)(2 * ends + 2 * switches);
    i32 *room = calloc(numbers, sizeof *room);
    bool drawn = room && irregular_draw(def, graph, room);
    if (!room)
        fail_with(error, "out of memory for %d switches", switches);
    else if (!drawn)
        fail_with(error,
                  "no connected network of %d switches with %d links each was found; try another "
                  "irregular-degree",
                  switches, degree_of(def));
    if (!drawn)
        ws_graph_free(graph);
    free(room);
    return drawn;
}

const ws_topology topology_IRREGULAR = {
    .argument =
        {
            {"switches", "N", 1, SWITCHES_MOST},
        },
    .least = 1,
    .most = 1,
    .check = irregular_check,
    .build = irregular_build,
};
