/* dependencies.h - the channel dependency graph of a network (Dally and Seitz 1987): which virtual
 * channels a packet may want while it holds another, found by walking the routing function from all
 * hosts to all hosts, through all its choices. Nothing is simulated.
 *
 * Virtual channels are those between switches, and from hosts; one to a host never waits, so what
 * ends there is left out. Of the hosts of a switch one stands for all as a destination, but where
 * routes are those of single hosts. A routing that has `lots` must divide them into at most as many
 * equal parts as there are switches. */
#ifndef WS_DEPENDENCIES_H
#define WS_DEPENDENCIES_H

#include "observe/proof/offers.h"
#include "wormscope/wormscope.h"

/* A dependency: a packet that holds one virtual channel may request another; and an example of such
 * a packet. */
typedef struct ws_dependency {
    uint32_t held;
    uint32_t requested;
    /* hosts */
    uint32_t source;
    uint32_t dest;
    /* links between switches behind it, `held` included */
    uint32_t links;
    /* it may request virtual channels of this one link only */
    bool forced;
    /* it enters a ring (grant-room bubble) */
    bool enters;
} ws_dependency;

/* Dependencies, sorted: those that begin at virtual channel v are row[first[v]] .. row[first[v + 1]
 * - 1]. */
typedef struct ws_dependency_list {
    ws_dependency *row;
    uint32_t *first;
    uint32_t count;
} ws_dependency_list;

typedef struct ws_dependencies {
    uint32_t vcs;
    ws_dependency_list all;
    /* of the escape layer, as its row promises it: from the last one taken to the next; empty
     * where the routing has none */
    ws_dependency_list escape;
    /* heads, not on their first link, that may not take a virtual channel of the escape layer */
    uint64_t trapped;
    /* heads that may go to a switch which is no nearer to the destination */
    uint64_t detours;
    /* what packets that have not come to their last switch choose from */
    ws_offers offers;
} ws_dependencies;

/* Walks through `net`, whose state it spoils: a network that is not stepped afterwards. Free with
 * ws_dependencies_free. */
ws_dependencies *ws_dependencies_find(ws_net *net);
void ws_dependencies_free(ws_dependencies *found);

/* A channel by its name: "S0→S1", with the number of the virtual channel if there are several. */
void ws_channel_name(const ws_net *net, uint32_t vc, char *text, size_t room);

/* A host whose packets to the destination of a dependency come to hold a virtual channel of its
 * first link, and then request only its second. */
typedef struct ws_feeder {
    uint32_t source;
    /* links between switches on the way there */
    uint32_t links;
} ws_feeder;

/* The feeders of a dependency, the nearest first: writes at most `room`, and returns how many.
 * Spoils the state of `net`. */
uint32_t ws_feeders_find(ws_net *net, const ws_dependency *what, ws_feeder *feeder, uint32_t room);

#endif
