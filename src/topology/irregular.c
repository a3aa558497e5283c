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
    i32 switches, degree;
    /* the switch of each free port; a pairing is a permutation of them, taken two by two */
    i32 *stub;
    i32 stubs;
    i32 *near;  /* switch * degree: neighbours */
    i32 *count; /* neighbours so far */
    i32 *fifo;
} random_net;

static i32 neighbour(const random_net *net, i32 s, i32 i) {
    return net->near[s * net->degree + i];
}

static bool are_near(const random_net *net, i32 s, i32 other) {
    for (i32 i = 0; i < net->count[s]; i++)
        if (neighbour(net, s, i) == other)
            return true;
    return false;
}

static void neighbour_add(random_net *net, i32 s, i32 other) {
    net->near[s * net->degree + net->count[s]] = other;
    net->count[s]++;
}

/* Draws the stub that takes place i, from those at i and behind. */
static void stub_draw(random_net *net, i32 i, u64 *rng) {
    i32 drawn = i + (i32)rng_below(rng, (u32)(net->stubs - i));
    i32 keep = net->stub[i];
    net->stub[i] = net->stub[drawn];
    net->stub[drawn] = keep;
}

static void counts_clear(random_net *net) {
    for (i32 s = 0; s < net->switches; s++)
        net->count[s] = 0;
}

/* One random pairing; false at the first cable that a simple graph cannot have. */
static bool stubs_pair(random_net *net, u64 *rng) {
    counts_clear(net);
    for (i32 i = 0; i < net->stubs; i += 2) {
        stub_draw(net, i, rng);
        stub_draw(net, i + 1, rng);
        i32 from = net->stub[i];
        i32 to = net->stub[i + 1];
        if (from == to || are_near(net, from, to))
            return false;
        neighbour_add(net, from, to);
        neighbour_add(net, to, from);
    }
    return true;
}

/* Puts s at the end of the switches reached so far, if it is new; returns how many they are. */
static i32 reach(random_net *net, i32 reached, i32 s) {
    for (i32 i = 0; i < reached; i++)
        if (net->fifo[i] == s)
            return reached;
    net->fifo[reached] = s;
    return reached + 1;
}

static bool is_connected(random_net *net) {
    i32 reached = reach(net, 0, 0);
    for (i32 i = 0; i < reached; i++) {
        i32 s = net->fifo[i];
        for (i32 j = 0; j < net->count[s]; j++)
            reached = reach(net, reached, neighbour(net, s, j));
    }
    return reached == net->switches;
}

static bool net_draw(random_net *net, u64 *rng) {
    net->stubs = 0;
    for (i32 s = 0; s < net->switches; s++)
        for (i32 i = 0; i < net->degree; i++)
            net->stub[net->stubs++] = s;
    net->stubs &= ~1;
    for (i32 i = 0; i < TRIES_MOST; i++)
        if (stubs_pair(net, rng) && is_connected(net))
            return true;
    return false;
}

/* ---- places ---- */

static i32 distance(const ws_node *from, const ws_node *to) {
    return abs(from->x - to->x) + abs(from->y - to->y);
}

/* Length of all cables of a switch. */
static i32 cable_length(const random_net *net, const ws_node *node, i32 s) {
    i32 sum = 0;
    for (i32 i = 0; i < net->count[s]; i++)
        sum += distance(&node[s], &node[neighbour(net, s, i)]);
    return sum;
}

static void places_swap(ws_node *one, ws_node *other) {
    ws_node keep = *one;
    one->x = other->x;
    one->y = other->y;
    other->x = keep.x;
    other->y = keep.y;
}

/* Lets two random switches change places, unless that makes their cables longer. */
static void swap_try(const random_net *net, ws_node *node, u64 *rng) {
    i32 one = (i32)rng_below(rng, (u32)net->switches);
    i32 other = (i32)rng_below(rng, (u32)net->switches);
    i32 before = cable_length(net, node, one) + cable_length(net, node, other);
    places_swap(&node[one], &node[other]);
    if (cable_length(net, node, one) + cable_length(net, node, other) > before)
        places_swap(&node[one], &node[other]);
}

static void places_choose(const random_net *net, ws_node *node, u64 *rng) {
    i32 cols = 1;
    while (cols * cols < net->switches)
        cols++;
    for (i32 s = 0; s < net->switches; s++) {
        node[s].x = s % cols;
        node[s].y = s / cols;
    }
    i32 swaps = SWAPS_PER_SWITCH * net->switches;
    for (i32 i = 0; i < swaps && i < SWAPS_MOST; i++)
        swap_try(net, node, rng);
}

/* ---- the graph ---- */

/* Cables of a switch to others: as many as irregular-degree says, or as there are others. */
static i32 degree_of(const ws_def *def) {
    i64 others = def->size[0] - 1;
    return (i32)(def->irregular_degree < others ? def->irregular_degree : others);
}

static bool irregular_check(const ws_def *def, ws_error *error) {
    i32 switches = (i32)def->size[0];
    i32 hosts = (i32)def->hosts_per_switch;
    if (switches < 1 || switches > SWITCHES_MOST)
        return fail(error, "irregular needs between 1 and %d switches, not %d", SWITCHES_MOST,
                    switches);
    if (hosts + degree_of(def) > WS_PORTS_MAX)
        return fail(error,
                    "%d hosts and %d links need more than the %d ports that a switch can have",
                    hosts, degree_of(def), WS_PORTS_MAX);
    return true;
}

static void graph_fill(ws_graph *graph, random_net *net, i32 hosts) {
    for (i32 s = 0; s < net->switches; s++) {
        snprintf(graph->node[s].name, WS_NAME_MAX, "S%d", s);
        for (i32 port = 0; port < hosts; port++)
            graph_host(graph, s * hosts + port, s, port);
    }
    counts_clear(net);
    for (i32 i = 0; i < net->stubs; i += 2) {
        i32 from = net->stub[i];
        i32 to = net->stub[i + 1];
        i32 from_port = hosts + net->count[from]++;
        i32 to_port = hosts + net->count[to]++;
        graph_cable(graph, from, from_port, to, to_port);
    }
}

/* Draws the network in `room` for 2 * ends + 2 * switches numbers. */
static bool irregular_draw(const ws_def *def, ws_graph *graph, i32 *room) {
    i32 degree = degree_of(def);
    i32 ends = graph->switches * degree;
    u64 rng = mix64((u64)def->topology_seed);
    random_net net = {.switches = graph->switches, .degree = degree};
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
    if (!graph_make(graph, switches, hosts, hosts + ends / 2, error))
        return false;
    i32 *room = calloc((size_t)(2 * ends + 2 * switches), sizeof *room);
    bool drawn = room && irregular_draw(def, graph, room);
    if (!room)
        fail(error, "out of memory for %d switches", switches);
    else if (!drawn)
        fail(error,
             "no connected network of %d switches with %d links each was found; try another "
             "irregular-degree",
             switches, degree_of(def));
    if (!drawn)
        ws_graph_free(graph);
    free(room);
    return drawn;
}

const ws_topology topology_irregular = {
    .argument = {{"switches", "N", 1, SWITCHES_MOST}},
    .least = 1,
    .most = 1,
    .check = irregular_check,
    .build = irregular_build,
};
