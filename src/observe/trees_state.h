/* trees_state.h - what trees.c (members, tests, the list), trees_roots.c (places of queues) and
 * trees_packets.c (victims, contributors) share. */
#ifndef WS_TREES_STATE_H
#define WS_TREES_STATE_H

#include "core/route_preview.h"
#include "observe/trees.h"
#include "observe/usage.h"

/* What is known of a link as a root. */
typedef struct root_record {
    u32 members;
    u32 at_root;
    u32 flits;
    u32 leaves;
    u32 sharers;
    u32 pressing; /* members that are loaded, or half full */
    u32 victims;
    u32 cold;
    u16 depth;
    bool full; /* a queue that waits for it is loaded */
    u32 place; /* in the list, NIL */
} root_record;

/* What is kept of it from look to look. */
typedef struct root_memory {
    /* the first look of those in a row at which it has passed, up to where it was listed */
    u64 since;
    /* the first look of those in a row at which it has passed and is not listed, or failed and
     * is; 0: there is none */
    u64 changed;
    u64 listed; /* 1: it is */
} root_memory;

/* Is a link that is busy and not slowed congested? */
typedef enum tree_outcome {
    TREE_UNKNOWN, /* the places of all queues show it */
    TREE_FAILS,
    TREE_PASSES
} tree_outcome;

struct ws_trees {
    u32 queues;
    u32 links;
    u32 hosts;
    u64 cycle;
    ws_usage *usage;
    const ws_net *net;   /* of the latest look or update */
    const ws_wait *wait; /* its waits */
    const u32 *active;   /* the queues that are not at rest */
    u32 actives;
    ws_tree_queue *queue;
    u32 *placed; /* queues that have a place */
    u32 places;
    u32 *terminal; /* by queue: the link by which a queue at the end of a chain will send */
    /* by queue: of the search for roots; later: another member stands behind it */
    u8 *mark;
    u32 *path;         /* room for queues */
    root_record *root; /* by link */
    root_memory *memory;
    u64 *noted; /* set of links that are listed, or have begun to pass */
    /* links that may be congested, whatever their trees; no longer listed since this look */
    u32 *suspect;
    u8 *outcome; /* by suspect: tree_outcome */
    u32 suspects;
    bool placed_now; /* the places of all queues are those of the latest look */
    bool place_all;  /* they are to be known at each look */
    u32 *gone;
    u32 gones;
    u32 *listed; /* links */
    u32 listed_count;
    bool fed; /* a virtual channel leads to each queue of a switch, and to no other */
    /* cycles of passing after which a root is listed, of failing after which it is not */
    u32 enter;
    u32 leave;
    ws_tree *tree; /* room for all links; WS_TREES_MAX are shown */
    u32 trees;
    ws_tree_victim *victim;
    u32 victims;
    u32 victims_room;
    ws_tree_merge merge[WS_MERGES_MAX];
    u32 merges;
    u32 *host_packets; /* of the trees shown, by tree and host */
    /* places of the trees whose roots lead from switch to switch */
    u32 inner[WS_TREES_MAX];
    u32 inners;
    u64 *open; /* set of nodes with a virtual channel that is idle and has credit */
};

/* Root, parent and depth of every queue, and with `loads` whether it is loaded (else only whether
 * a head that waits for room finds it so): `net` and `wait` must be of now. */
void trees_place_queues(ws_trees *t, bool loads);
/* Heads that request link l. */
u32 trees_requests(const ws_net *n, u32 l);
/* The same of the queues of listed trees alone, others having none; false where a ring must be cut:
 * then nothing is known. `waits` have been followed. Only in networks whose queues have a virtual
 * channel each that feeds them. */
bool trees_place_listed(ws_trees *t, const ws_waits *waits);
/* Forgets the places of all queues. */
void trees_forget_queues(ws_trees *t);
/* The virtual channel by which the front of queue q goes on, or will as far as can be foreseen;
 * NIL if nothing is here. */
u32 trees_vc_ahead(const ws_net *n, u32 q);
/* Does queue q slow the link of virtual channel v down, at the far end of which it stands? */
bool trees_slows(const ws_trees *t, u32 q, u32 v);
/* The queue through which the chain that ends at q goes on: the set-aside queue ahead of it;
 * else that at the far end of v, the virtual channel ahead, if it slows its link down. */
u32 trees_chain_on(const ws_trees *t, u32 q, u32 v);
/* Marks queue q as loaded if a head that waits for room finds none there. */
void trees_press(ws_trees *t, u32 q);
/* Is link l full, and stands the worm that has it in a queue of a switch that presses? */
bool trees_has_loaded_holder(const ws_trees *t, u32 l);
/* Does queue q press on its sender? */
bool trees_presses(const ws_net *n, u32 q);
/* Has the sender of queue q credit for no more than half of its room? Not known with STOP and GO:
 * false. */
bool trees_is_half_full(const ws_net *n, u32 q);
/* The outcome of the tests for a suspect; `net` and `wait` must be of now, at least as read. */
tree_outcome trees_outcome(const ws_trees *t, u32 l);
/* Is there anything in the queues ahead of link l? */
bool trees_goes_on(const ws_trees *t, u32 l);
/* The root of the tree to which the queue ahead of link l belongs now; NIL if there is none. */
u32 trees_root_ahead(const ws_trees *t, u32 l);
/* Permille of what a link can send that make it busy: of a root that is listed, or not. */
enum { BUSY_ENTER = 950, BUSY_STAY = 900 };
u32 trees_busy_limit(const ws_trees *t, u32 l);
/* Is link l slowed by what is downstream, by the limits for a root that is listed or not? */
bool trees_is_slowed(const ws_trees *t, u32 l);
/* Finds the victims, and counts them at their roots. */
void trees_find_victims(ws_trees *t);
/* Fills in the contributors of the trees in the list. */
void trees_count_contributors(ws_trees *t);

#endif
