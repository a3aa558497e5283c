/* topology.h - graphs that have names: a row (`ws_topology` in wormscope.h,
 * topology_ID for the ID of WS_TOPOLOGIES) and a file each. */
#ifndef WS_TOPOLOGY_H
#define WS_TOPOLOGY_H

#include "core/verbs.h"

/* Ports of a mesh or torus switch, counted after its hosts. */
enum { WS_DIR_XP, WS_DIR_XN, WS_DIR_YP, WS_DIR_YN };

/* At most so many switches, but in a grid; switches along a side of one. */
enum { SWITCHES_MOST = 4096, GRID_SWITCHES_MOST = 16384, SIDE_MOST = 128 };

#define TOPOLOGY_ROW(id, name, doc) extern const ws_topology topology_##id;
WS_TOPOLOGIES(TOPOLOGY_ROW)
#undef TOPOLOGY_ROW

/* Gives an empty graph room for its switches, its hosts and so many cables; false without memory.
 * ws_graph_free frees it. */
bool graph_make(ws_graph *graph, i32 switches, i32 hosts, i32 cables, ws_error *error);
/* Where a cable is plugged in. */
typedef struct cable_end {
    i32 node;
    i32 port;
} cable_end;

/* Adds a cable between two nodes, both ways, and returns it; it stays where it is. */
ws_edge *graph_cable(ws_graph *graph, cable_end from, cable_end to);
/* Names host h, puts it beside the switch into which it is plugged, and plugs it in. */
void graph_host(ws_graph *graph, i32 h, cable_end at);
/* The same of the hosts of switch s, which has so many, at its first ports: host s * hosts + i at
 * port i. */
void graph_switch_hosts(ws_graph *graph, i32 s, i32 hosts);

/* Walks 0 .. count - 1 as graphs count: for (EACH_I32(s, graph->switches)). */
/* clang-format off */
#define EACH_I32(i, count) \
    i32 i = 0; \
    i < (count); \
    i++
/* clang-format on */

/* Rows and columns of switches, planes of them, and so on, closed to rings or not. */
typedef struct ws_grid {
    i32 rows;
    i32 cols;
    i32 dimensions;
    i32 side[WS_DIMENSIONS_MAX]; /* columns, rows, planes, ... */
    i32 ports;                   /* of a switch, for other switches */
    bool wrap_x;                 /* rows are rings */
    bool wrap_y;                 /* columns, and all higher dimensions, are */
    bool one_way;
} ws_grid;

/* The grid of a definition of line, mesh, torus, ring, ring1, switch or fedx. */
ws_grid grid_of(const ws_def *def);
/* Are between 1 and 16384 switches in the grid, with enough ports for their hosts? */
bool grid_check(const ws_def *def, ws_error *error);
/* The graph of the grid, with room for one more cable for each switch. */
bool grid_build(const ws_def *def, ws_graph *graph, ws_error *error);

/* Stages of a bidirectional multistage network of N hosts: log4 N; 0 if N is no power of four. */
u32 bmin_stages(u32 hosts);

/* A dragonfly: `groups` groups of so many switches, each with so many hosts and global links. */
typedef struct ws_dragonfly {
    u32 groups;
    u32 switches;
    u32 hosts;
    u32 globals;
} ws_dragonfly;

ws_dragonfly dragonfly_of(const ws_def *def);
/* The port of a switch for another one of its group, both by their places there. */
u32 dragonfly_local_port(const ws_dragonfly *fly, u32 from, u32 to);
/* The switch of a group that has the link to another group, and its port for it. */
u32 dragonfly_gateway(const ws_dragonfly *fly, u32 from, u32 to);
u32 dragonfly_global_port(const ws_dragonfly *fly, u32 from, u32 to);
/* The first port of a switch for other groups, behind those of hosts and of its own group. */
u32 dragonfly_first_global(const ws_dragonfly *fly);

#endif
