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

typedef struct mesh {
    i32 switches, degree;
    /* the switch of each free port; a pairing is a permutation of them, taken two by two */
    i32 *stub;
    i32 stubs;
    i32 *near;  /* switch * degree: neighbours */
    i32 *count; /* neighbours so far */
    i32 *fifo;
} mesh;

static bool are_near(const mesh *m, i32 a, i32 b) {
    for (i32 i = 0; i < m->count[a]; i++)
        if (m->near[a * m->degree + i] == b)
            return true;
    return false;
}

static void join(mesh *m, i32 a, i32 b) {
    m->near[a * m->degree + m->count[a]++] = b;
    m->near[b * m->degree + m->count[b]++] = a;
}

/* One random pairing; false at the first cable that a simple graph cannot have. */
static bool pair_stubs(mesh *m, u64 *rng) {
    for (i32 s = 0; s < m->switches; s++)
        m->count[s] = 0;
    for (i32 i = 0; i < m->stubs; i += 2) {
        for (i32 j = i; j < i + 2; j++) {
            i32 other = j + (i32)rng_below(rng, (u32)(m->stubs - j));
            i32 keep = m->stub[j];
            m->stub[j] = m->stub[other], m->stub[other] = keep;
        }
        i32 a = m->stub[i];
        i32 b = m->stub[i + 1];
        if (a == b || are_near(m, a, b))
            return false;
        join(m, a, b);
    }
    return true;
}

static bool is_connected(mesh *m) {
    i32 head = 0;
    i32 tail = 0;
    m->fifo[tail++] = 0;
    for (; head < tail; head++)
        for (i32 i = 0; i < m->count[m->fifo[head]]; i++) {
            i32 next = m->near[m->fifo[head] * m->degree + i];
            bool seen = false;
            for (i32 j = 0; j < tail && !seen; j++)
                seen = m->fifo[j] == next;
            if (!seen)
                m->fifo[tail++] = next;
        }
    return tail == m->switches;
}

static bool mesh_draw(mesh *m, u64 *rng) {
    m->stubs = 0;
    for (i32 s = 0; s < m->switches; s++)
        for (i32 i = 0; i < m->degree; i++)
            m->stub[m->stubs++] = s;
    m->stubs &= ~1;
    for (i32 i = 0; i < TRIES_MOST; i++)
        if (pair_stubs(m, rng) && is_connected(m))
            return true;
    return false;
}

/* ---- places ---- */

static i32 span(const ws_node *a, const ws_node *b) {
    return abs(a->x - b->x) + abs(a->y - b->y);
}

static i32 wire_of(const mesh *m, const ws_node *node, i32 s) {
    i32 sum = 0;
    for (i32 i = 0; i < m->count[s]; i++)
        sum += span(&node[s], &node[m->near[s * m->degree + i]]);
    return sum;
}

static void places_swap(ws_node *a, ws_node *b) {
    ws_node keep = *a;
    a->x = b->x, a->y = b->y;
    b->x = keep.x, b->y = keep.y;
}

static void places_choose(const mesh *m, ws_node *node, u64 *rng) {
    i32 cols = 1;
    i32 swaps =
        SWAPS_PER_SWITCH * m->switches < SWAPS_MOST ? SWAPS_PER_SWITCH * m->switches : SWAPS_MOST;
    while (cols * cols < m->switches)
        cols++;
    for (i32 s = 0; s < m->switches; s++)
        node[s].x = s % cols, node[s].y = s / cols;
    for (i32 i = 0; i < swaps; i++) {
        i32 a = (i32)rng_below(rng, (u32)m->switches);
        i32 b = (i32)rng_below(rng, (u32)m->switches);
        i32 before = wire_of(m, node, a) + wire_of(m, node, b);
        places_swap(&node[a], &node[b]);
        if (wire_of(m, node, a) + wire_of(m, node, b) > before)
            places_swap(&node[a], &node[b]);
    }
}

/* ---- the graph ---- */

static void graph_fill(ws_graph *g, const mesh *m, i32 hosts) {
    for (i32 s = 0; s < m->switches; s++) {
        snprintf(g->node[s].name, WS_NAME_MAX, "S%d", s);
        for (i32 j = 0; j < hosts; j++) {
            i32 h = s * hosts + j;
            g->node[m->switches + h] = (ws_node){.x = g->node[s].x, .y = g->node[s].y};
            snprintf(g->node[m->switches + h].name, WS_NAME_MAX, "H%d", h);
            g->edge[g->edges++] = (ws_edge){.a = s, .a_port = j, .b = m->switches + h};
        }
    }
    for (i32 s = 0; s < m->switches; s++)
        m->count[s] = 0;
    for (i32 i = 0; i < m->stubs; i += 2) {
        i32 a = m->stub[i];
        i32 b = m->stub[i + 1];
        g->edge[g->edges++] = (ws_edge){
            .a = a, .b = b, .a_port = hosts + m->count[a]++, .b_port = hosts + m->count[b]++};
    }
}

bool irregular_build(const ws_def *def, ws_graph *g, ws_error *error) {
    i32 switches = (i32)def->size[0];
    i32 hosts = (i32)def->hosts_per_switch;
    i32 degree = (i32)def->irregular_degree;
    if (switches < 1 || switches > 4096)
        return fail(error, "irregular needs between 1 and 4096 switches, not %d", switches);
    if (degree > switches - 1)
        degree = switches - 1;
    if (hosts + degree > WS_PORTS_MAX)
        return fail(error,
                    "%d hosts and %d links need more than the %d ports that a switch can have",
                    hosts, degree, WS_PORTS_MAX);
    i32 ends = switches * degree;
    *g = (ws_graph){.switches = switches, .hosts = switches * hosts};
    g->node = calloc((size_t)(switches + g->hosts), sizeof *g->node);
    g->edge = calloc((size_t)(g->hosts + ends / 2) + 1, sizeof *g->edge);
    i32 *room = calloc((size_t)(2 * ends + 2 * switches), sizeof *room);
    mesh m = {.switches = switches,
              .degree = degree,
              .stub = room,
              .near = room + ends,
              .count = room + 2 * ends,
              .fifo = room + 2 * ends + switches};
    u64 rng = mix64((u64)def->topology_seed);
    bool drawn = g->node && g->edge && room && mesh_draw(&m, &rng);
    if (drawn) {
        places_choose(&m, g->node, &rng);
        graph_fill(g, &m, hosts);
    } else {
        bool memory = g->node && g->edge && room;
        ws_graph_free(g);
        if (!memory)
            fail(error, "out of memory for %d switches", switches);
        else
            fail(error,
                 "no connected network of %d switches with %d links each was found; try another "
                 "irregular-degree",
                 switches, degree);
    }
    free(room);
    return drawn;
}
