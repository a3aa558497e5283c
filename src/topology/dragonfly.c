/* dragonfly.c - groups of fully connected switches, fully connected to each other.
 *
 * Source: Kim, Dally, Scott and Abts 2008. A group has a switches; each has h links to other
 * groups, so that a * h + 1 groups can be connected with one cable between any two. Switch i of
 * group g is
 * switch g * a + i. Its ports: hosts, then the other switches of the group in order, then its
 * links to other groups. Which switch of a group has the link to which other group the paper leaves
 * open; here they are taken in order: link m of a group (of switch m / h) leads to the m-th of
 * the other groups. */
#include "topology.h"

#include <stdio.h>

enum { GROUP_SWITCHES_MOST = 32, GLOBAL_LINKS_MOST = 32 };

ws_dragonfly dragonfly_of(const ws_def *def) {
    const i64 *size = def->size;
    ws_dragonfly fly;
    fly.switches = (u32)size[0];
    fly.globals = (u32)size[1];
    fly.hosts = (u32)def->hosts_per_switch;
    u32 links = fly.switches * fly.globals;
    fly.groups = links + 1;
    return fly;
}

/* The place of `other` in the order of all but `one`. */
static u32 rank_among_others(u32 one, u32 other) {
    return other > one ? other - 1 : other;
}

u32 dragonfly_local_port(const ws_dragonfly *fly, u32 from, u32 to) {
    return fly->hosts + rank_among_others(from, to);
}

u32 dragonfly_gateway(const ws_dragonfly *fly, u32 from, u32 to) {
    u32 link = rank_among_others(from, to);
    return link / fly->globals;
}

u32 dragonfly_first_global(const ws_dragonfly *fly) {
    u32 others = fly->switches - 1;
    return fly->hosts + others;
}

u32 dragonfly_global_port(const ws_dragonfly *fly, u32 from, u32 to) {
    u32 link = rank_among_others(from, to);
    return dragonfly_first_global(fly) + link % fly->globals;
}

static bool dragonfly_check(const ws_def *def, ws_error *error) {
    ws_dragonfly fly = dragonfly_of(def);
    u32 switches = fly.switches * fly.groups;
    u32 ports = dragonfly_first_global(&fly) + fly.globals;
    if (switches > SWITCHES_MOST)
        return fail_with(error,
                         "a dragonfly of %u groups of %u switches is not possible; up to %d "
                         "switches are",
                         fly.groups, fly.switches, SWITCHES_MOST);
    if (ports > WS_PORTS_MAX)
        return fail_with(error, "a switch of this topology needs %u ports; a switch has at most %d",
                         ports, WS_PORTS_MAX);
    return true;
}

static u32 root_at_least(u32 number) {
    u32 root = 1;
    while (root * root < number)
        root++;
    return root;
}

/* Groups are drawn as blocks, row by row, and so are the switches of a group. */
static void switch_place(ws_node *node, const ws_dragonfly *fly, u32 s) {
    u32 group = s / fly->switches;
    u32 at = s % fly->switches;
    u32 blocks = root_at_least(fly->groups);
    u32 cols = root_at_least(fly->switches);
    u32 rows = (fly->switches + cols - 1) / cols;
    u32 block_col = group % blocks;
    u32 block_row = group / blocks;
    u32 col = block_col * cols + at % cols;
    u32 row = block_row * rows + at / cols;
    node->x = (i32)col;
    node->y = (i32)row;
    snprintf(node->name, sizeof node->name, "S%u.%u", group, at);
}

/* ---- cables ---- */

static cable_end end_at(u32 s, u32 port) {
    cable_end end;
    end.node = (i32)s;
    end.port = (i32)port;
    return end;
}

/* The end at switch `from` of a group of the cable to switch `to` of it. */
static cable_end local_end(const ws_dragonfly *fly, u32 group, u32 from, u32 to) {
    u32 first = group * fly->switches;
    u32 port = dragonfly_local_port(fly, from, to);
    return end_at(first + from, port);
}

/* The end at group `from` of the cable to group `to`. */
static cable_end global_end(const ws_dragonfly *fly, u32 from, u32 to) {
    u32 first = from * fly->switches;
    u32 gateway = dragonfly_gateway(fly, from, to);
    u32 port = dragonfly_global_port(fly, from, to);
    return end_at(first + gateway, port);
}

/* The cables within a group. */
static void group_wire(ws_graph *graph, const ws_dragonfly *fly, u32 group) {
    u32 switches = fly->switches;
    for (EACH(i, switches)) {
        for (u32 j = i + 1; j < switches; j++) {
            cable_end from = local_end(fly, group, i, j);
            cable_end to = local_end(fly, group, j, i);
            graph_cable(graph, from, to);
        }
    }
}

/* The cables from a group to those behind it. */
static void groups_wire(ws_graph *graph, const ws_dragonfly *fly, u32 group) {
    u32 other = group + 1;
    for (; other < fly->groups; other++) {
        cable_end from = global_end(fly, group, other);
        cable_end to = global_end(fly, other, group);
        graph_cable(graph, from, to);
    }
}

/* Cables that connect each two of `number` things. */
static u32 pairs_of(u32 number) {
    u32 ordered = number * (number - 1);
    return ordered / 2;
}

static bool dragonfly_build(const ws_def *def, ws_graph *graph, ws_error *error) {
    ws_dragonfly fly = dragonfly_of(def);
    u32 switches = fly.switches * fly.groups;
    u32 hosts = switches * fly.hosts;
    u32 local = fly.groups * pairs_of(fly.switches);
    u32 global = pairs_of(fly.groups);
    u32 cables = hosts + local + global;
    if (!graph_make(graph, (i32)switches, (i32)hosts, (i32)cables, error))
        return false;
    for (EACH(s, switches)) {
        switch_place(&graph->node[s], &fly, s);
        graph_switch_hosts(graph, (i32)s, (i32)fly.hosts);
    }
    for (EACH(group, fly.groups)) {
        group_wire(graph, &fly, group);
        groups_wire(graph, &fly, group);
    }
    return true;
}

const ws_topology topology_DRAGONFLY = {
    .argument =
        {
            {"switches of a group", "A", 1, GROUP_SWITCHES_MOST},
            {"global links of a switch", "H", 1, GLOBAL_LINKS_MOST},
        },
    .least = 2,
    .most = 2,
    .check = dragonfly_check,
    .build = dragonfly_build,
};
