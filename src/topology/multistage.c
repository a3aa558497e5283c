/* multistage.c - bidirectional multistage networks: N = 4^n hosts below n stages of N / 4 switches
 * with four ports down and four up.
 *
 * Source: the RECN papers (networks of 64 and 256 hosts: 3 x 16 and 4 x 64 switches). Switch s
 * of stage i is switch i * N/4 + s of the graph; ports 0 to 3 lead down, 4 to 7 up; the up ports
 * of the last stage are not there. Host h is at port h mod 4 of switch h / 4 of stage 0. Up-line
 * 4 s + p of a stage is down-line sigma of the next one, the perfect shuffle (its base-4 digits
 * rotated to the left): sigma(l) = 4 l mod N + 4 l / N. Every switch of stage i reaches 4^(i+1)
 * hosts downwards, each by one path. */
#include "topology.h"

#include <stdio.h>

enum { ARITY = 4, HOSTS_MOST = 4096 };

u32 bmin_stages(u32 hosts) {
    u32 stages = 0;
    while (hosts >= ARITY && hosts % ARITY == 0) {
        hosts /= ARITY;
        stages++;
    }
    return hosts == 1 ? stages : 0;
}

static bool bmin_check(const ws_def *def, ws_error *error) {
    i64 hosts = def->size[0];
    bool fits = hosts > 0 && hosts <= HOSTS_MOST;
    if (fits && bmin_stages((u32)hosts) > 0)
        return true;
    return fail_with(error,
                     "topology bmin %lld is not possible; 4, 16, 64, 256, 1024 and 4096 hosts are",
                     (long long)hosts);
}

/* sigma: the base-4 digits of a line's number rotated to the left. */
static i32 perfect_shuffle(i32 line, i32 lines) {
    i32 shifted = ARITY * line;
    i32 carried = shifted / lines;
    return shifted % lines + carried;
}

/* The cables that lead up from a switch of a stage. */
static void wire_up(ws_graph *graph, i32 s) {
    i32 lines = graph->hosts;
    i32 row = lines / ARITY;
    i32 stage = s / row;
    i32 at = s % row;
    i32 first_above = (stage + 1) * row;
    for (EACH_I32(port, ARITY)) {
        i32 line = at * ARITY + port;
        i32 sigma = perfect_shuffle(line, lines);
        cable_end from;
        from.node = s;
        from.port = ARITY + port;
        cable_end to;
        to.node = first_above + sigma / ARITY;
        to.port = sigma % ARITY;
        graph_cable(graph, from, to);
    }
}

/* Stages are drawn as columns. */
static void switch_place(ws_node *node, i32 stage, i32 at) {
    node->x = stage;
    node->y = at;
    snprintf(node->name, sizeof node->name, "S%d.%d", stage, at);
}

static void host_plug(ws_graph *graph, i32 h) {
    cable_end at;
    at.node = h / ARITY;
    at.port = h % ARITY;
    graph_host(graph, h, at);
}

static bool bmin_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    i32 hosts = (i32)def->size[0];
    i32 stages = (i32)bmin_stages((u32)hosts);
    i32 row = hosts / ARITY;
    i32 switches = stages * row;
    i32 cables = stages * hosts;
    if (!graph_make(graph, switches, hosts, cables, error))
        return false;
    for (EACH_I32(s, switches))
        switch_place(&graph->node[s], s / row, s % row);
    for (EACH_I32(h, hosts))
        host_plug(graph, h);
    i32 below_the_last = switches - row;
    for (EACH_I32(from, below_the_last))
        wire_up(graph, from);
    return true;
}

const ws_topology topology_BMIN = {
    .argument =
        {
            {"hosts", "N", 1, HOSTS_MOST},
        },
    .least = 1,
    .most = 1,
    .check = bmin_check,
    .build = bmin_build,
};
