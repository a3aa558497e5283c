/* multistage.c - bidirectional multistage networks: N = 4^n hosts below n stages of N / 4 switches
 * with four ports down and four up.
 *
 * Source: the RECN papers (networks of 64 and 256 hosts: 3 x 16 and 4 x 64 switches). Switch s
 * of stage i is switch i * N/4 + s of the graph; ports 0 to 3 lead down, 4 to 7 up; the up ports
 * of the last stage are not there. Host h is at port h mod 4 of switch h / 4 of stage 0. Up-line
 * 4 s + p of a stage is down-line sigma of the next one, the perfect shuffle (its base-4 digits
 * rotated to the left): sigma(l) = 4 l mod N + 4 l / N. Every switch of stage i reaches 4^(i+1)
 * hosts downwards, each by one way. */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>

enum { ARITY = 4, HOSTS_MOST = 1024, COLUMN_WIDTH = 1 };

u32 bmin_stages(u32 hosts) {
    u32 stages = 0;
    for (; hosts >= ARITY && hosts % ARITY == 0; hosts /= ARITY)
        stages++;
    return hosts == 1 ? stages : 0;
}

static void cable(ws_graph *g, i32 a, i32 a_port, i32 b, i32 b_port) {
    g->edge[g->edges++] = (ws_edge){.a = a, .b = b, .a_port = a_port, .b_port = b_port};
}

/* The cables that lead up from switch s of a stage. */
static void wire_up(ws_graph *g, i32 stage, i32 s, i32 lines) {
    i32 row = lines / ARITY;
    for (i32 port = 0; port < ARITY; port++) {
        i32 line = ARITY * s + port;
        i32 sigma = ARITY * line % lines + ARITY * line / lines;
        cable(g, stage * row + s, ARITY + port, (stage + 1) * row + sigma / ARITY, sigma % ARITY);
    }
}

bool bmin_build(const ws_def *def, ws_graph *g, ws_error *error) {
    i64 hosts = def->size[0];
    u32 stages = hosts > 1 && hosts <= HOSTS_MOST ? bmin_stages((u32)hosts) : 0;
    if (stages == 0)
        return fail(error, "topology bmin %lld is not possible; 4, 16, 64, 256 and 1024 hosts are",
                    (long long)hosts);
    i32 lines = (i32)hosts;
    i32 row = lines / ARITY;
    i32 switches = (i32)stages * row;
    *g = (ws_graph){.switches = switches, .hosts = lines};
    g->node = calloc((size_t)(switches + lines), sizeof *g->node);
    g->edge = calloc((size_t)lines * stages, sizeof *g->edge);
    if (!g->node || !g->edge)
        return ws_graph_free(g), fail(error, "out of memory for %d switches", switches);
    for (i32 i = 0; i < switches; i++) {
        g->node[i] = (ws_node){.x = i / row * COLUMN_WIDTH, .y = i % row};
        snprintf(g->node[i].name, WS_NAME_MAX, "S%d.%d", i / row, i % row);
    }
    for (i32 h = 0; h < lines; h++) {
        g->node[switches + h] = (ws_node){.x = 0, .y = h / ARITY};
        snprintf(g->node[switches + h].name, WS_NAME_MAX, "H%d", h);
        cable(g, h / ARITY, h % ARITY, switches + h, 0);
    }
    for (i32 i = 0; i + row < switches; i++)
        wire_up(g, i / row, i % row, lines);
    return true;
}
