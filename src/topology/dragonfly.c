/* dragonfly.c - groups of fully connected switches, fully connected to each other.
 *
 * Source: Kim, Dally, Scott and Abts 2008. A group has a switches; each has h links to other groups,
 * so that a * h + 1 groups can be connected with one cable between any two. Switch i of group g is
 * switch g * a + i. Its ports: hosts, then the other switches of the group in order, then its
 * links to other groups. Which switch of a group has the link to which other group the paper leaves
 * open; here they are taken in order: link m of a group (of switch m / h) leads to the m-th of
 * the other groups. */
#include "topology.h"

#include <stdio.h>

enum { GROUP_SWITCHES_MOST = 32, GLOBAL_LINKS_MOST = 32 };

ws_dragonfly dragonfly_of(const ws_def *def) {
    ws_dragonfly fly = {
        .switches = (u32)def->size[0],
        .globals = (u32)def->size[1],
        .hosts = (u32)def->hosts_per_switch,
    };
    fly.groups = fly.switches * fly.globals + 1;
    return fly;
}

/* Place of the other in an order that leaves the one out. */
static u32 rank_among_others(u32 one, u32 other) {
    return other > one ? other - 1 : other;
}

u32 dragonfly_local_port(const ws_dragonfly *fly, u32 from, u32 to) {
    return fly->hosts + rank_among_others(from, to);
}

u32 dragonfly_gateway(const ws_dragonfly *fly, u32 from, u32 to) {
    return rank_among_others(from, to) / fly->globals;
}

u32 dragonfly_global_port(const ws_dragonfly *fly, u32 from, u32 to) {
    return fly->hosts + fly->switches - 1 + rank_among_others(from, to) % fly->globals;
}

static bool dragonfly_check(const ws_def *def, ws_error *error) {
    ws_dragonfly fly = dragonfly_of(def);
    u32 switches = fly.switches * fly.groups;
    u32 ports = fly.hosts + fly.switches - 1 + fly.globals;
    if (switches > SWITCHES_MOST)
        return fail(error,
                    "a dragonfly of %u groups of %u switches is not possible; up to %d "
                    "switches are",
                    fly.groups, fly.switches, SWITCHES_MOST);
    if (ports > WS_PORTS_MAX)
        return fail(error, "a switch of this dragonfly needs %u ports; a switch has at most %d",
                    ports, WS_PORTS_MAX);
    return true;
}

static u32 root_at_least(u32 number) {
    u32 root = 1;
    while (root * root < number)
        root++;
    return root;
}

/* Groups are drawn as blocks, row by row. */
static void switch_place(ws_node *node, const ws_dragonfly *fly, u32 s) {
    u32 blocks = root_at_least(fly->groups);
    u32 side = root_at_least(fly->switches);
    u32 rows = (fly->switches + side - 1) / side;
    u32 group = s / fly->switches;
    u32 at = s % fly->switches;
    node->x = (i32)(group % blocks * side + at % side);
    node->y = (i32)(group / blocks * rows + at / side);
    snprintf(node->name, sizeof node->name, "S%u.%u", group, at);
}

static void group_wire(ws_graph *graph, const ws_dragonfly *fly, u32 group) {
    u32 first = group * fly->switches;
    for (u32 i = 0; i < fly->switches; i++)
        for (u32 j = i + 1; j < fly->switches; j++)
            graph_cable(graph, (i32)(first + i), (i32)dragonfly_local_port(fly, i, j),
                        (i32)(first + j), (i32)dragonfly_local_port(fly, j, i));
}

/* The cable between two groups. */
static void groups_wire(ws_graph *graph, const ws_dragonfly *fly, u32 from, u32 to) {
    u32 a = from * fly->switches + dragonfly_gateway(fly, from, to);
    u32 b = to * fly->switches + dragonfly_gateway(fly, to, from);
    graph_cable(graph, (i32)a, (i32)dragonfly_global_port(fly, from, to), (i32)b,
                (i32)dragonfly_global_port(fly, to, from));
}

static bool dragonfly_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    ws_dragonfly fly = dragonfly_of(def);
    u32 switches = fly.switches * fly.groups;
    u32 hosts = switches * fly.hosts;
    u32 local = fly.groups * fly.switches * (fly.switches - 1) / 2;
    u32 global = fly.groups * (fly.groups - 1) / 2;
    if (!graph_make(graph, (i32)switches, (i32)hosts, (i32)(hosts + local + global), error))
        return false;
    for (u32 s = 0; s < switches; s++) {
        switch_place(&graph->node[s], &fly, s);
        for (u32 port = 0; port < fly.hosts; port++)
            graph_host(graph, (i32)(s * fly.hosts + port), (i32)s, (i32)port);
    }
    for (u32 group = 0; group < fly.groups; group++) {
        group_wire(graph, &fly, group);
        for (u32 other = group + 1; other < fly.groups; other++)
            groups_wire(graph, &fly, group, other);
    }
    return true;
}

const ws_topology topology_dragonfly = {
    .argument = {{"switches of a group", "A", 1, GROUP_SWITCHES_MOST},
                 {"global links of a switch", "H", 1, GLOBAL_LINKS_MOST}},
    .least = 2,
    .most = 2,
    .check = dragonfly_check,
    .build = dragonfly_build,
};
