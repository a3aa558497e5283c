/* trees.h - congestion trees: what the queues that wait for one another grow from, and whom they
 * hold up without need. Read-only.
 *
 * Every chain of waits (waits.h) ends at a queue that moves. Where the link by which that one sends
 * is itself slowed by what is downstream (of a port, also where that is loaded or half full, and
 * the link not busy), the chain goes on through the queue at the far end of the
 * link (of a port, the one that fills most of it); where it is a set-aside queue, through the next
 * one on the way to its congested link. Of a queue that waits for its turn at its port it goes on
 * in the same way, and not through the one whose turn it is, if its own link is busy or slowed. So
 * it ends at a link that nothing ahead slows down: the ROOT of all queues whose chains end there.
 *
 * What the links have done lately, and which roots have passed since when, is taken at looks on the
 * grid of an observer (observer.h); where every queue stands follows from that and from the network
 * as it is now.
 *
 *   congested  a root is a congestion root if it is a link or sink that (1) is busy: it has sent
 *              at least 95 % of what it can, in the latest 1024 cycles or in the latest window; (2)
 *              is waited for by two queues or more, or by one that is full; also, since nobody may
 *              be requesting a busy link at a look, if 1024 cycles tell that it is busy and a worm
 *              that has it stands in a loaded queue, and where inputs are ports, if a queue of its
 *              tree is loaded or at least half full; (3) is refused in less than 5 % of the window,
 *              or is busy by 1024 cycles.
 *              A congestion root remains one as long as it has sent 90 % since, or in the latest
 *              1024 cycles; and up to 25 %. It is listed at once where 1024 cycles tell, else when
 *              it has passed at all looks of two steps of the grid (at least 64 cycles; one step if
 *              two are more than 512 cycles). It is not listed at once when it is no longer busy;
 *              else when it has failed at all looks of four (two, if four are more than 2048
 *              cycles), or has failed for as long as it takes to be listed and nothing is left of
 *              its tree. A link that may be held and yet send less than it can, for want of credit
 *              under way or between two worms, is busy where a worm held it at so many looks.
 *   loaded     a queue that presses on its sender: STOP or Xoff sent, or more packets than the mark
 *              for Xon; or no credit left (of its own room, where it is a queue for one
 *              destination), or less than the packet needs that waits for it
 *   member     a queue of the tree: a worm waits in it, in front or behind another; or it is loaded
 *   depth      the order of blocking (waits.h), counted on through slowed links; 0 = served by
 *              the root itself
 *   victim     a packet behind the front one of a queue that waits, to whom a virtual channel of
 *              those it could take is idle, with room; cold: its path does not pass the root
 *              either, so it has nothing to do with the congestion
 *   contributor  a packet in the network whose remaining path passes the root (where its routing
 *                leaves that open: may pass)
 *
 * Queues from which nothing that moves is reached have no root: they are deadlocked. Linear in
 * queues, links and packets (the first seven packets behind the front are looked at, and
 * WS_TREES_MAX trees listed at most). */
#ifndef WS_TREES_H
#define WS_TREES_H

#include "observe/pack.h"
#include "observe/waits.h"

#define WS_TREES_MAX    32
#define WS_TREE_HOSTS   4 /* hosts named for a tree */
#define WS_MERGES_MAX   8
#define WS_VICTIMS_DEEP 7 /* packets behind the front one that are looked at */

/* A queue's place. */
typedef struct ws_tree_queue {
    uint32_t root; /* link, WS_NIL: at rest, or deadlocked */
    /* queue for which it waits, or that slows it; WS_NIL if it sends on the root itself */
    uint32_t parent;
    uint16_t depth;
    uint8_t loaded;
    uint8_t member;
    uint8_t at_root; /* waits right at the root */
    uint8_t leaf;    /* a member behind which no other member stands */
} ws_tree_queue;

typedef struct ws_tree {
    uint32_t root; /* link; the identity of a tree */
    uint32_t members;
    uint32_t leaves;
    /* queues that wait right at the root */
    uint32_t waiting;
    uint32_t flits; /* in the queues that are members */
    /* packets; the cold ones are victims, too */
    uint32_t victims;
    uint32_t cold;
    uint32_t contributors; /* packets */
    uint16_t depth;        /* the largest of its members */
    /* different sources of the contributors */
    uint16_t hosts;
    /* cycle of the first look at which it passed */
    uint64_t since;
    /* the sources of most contributors, most first; WS_NIL */
    uint32_t host[WS_TREE_HOSTS];
    uint32_t host_packets[WS_TREE_HOSTS];
} ws_tree;

typedef struct ws_tree_victim {
    uint32_t packet;
    uint32_t queue;
    bool cold;
} ws_tree_victim;

/* A tree that has become a branch of another: its root is now slowed by the other's. */
typedef struct ws_tree_merge {
    /* roots */
    uint32_t from;
    uint32_t into;
    uint64_t cycle;
} ws_tree_merge;

typedef struct ws_trees ws_trees;
/* Allocates for this build; reusable every frame. Looks will be `step` cycles apart. */
ws_trees *ws_trees_new(const ws_net *net, uint32_t step);
void ws_trees_free(ws_trees *trees);

/* What is kept between looks: what the links have done lately, and which roots have passed the
 * tests since when. */
void ws_trees_begin(ws_trees *trees, const ws_net *net); /* forgets all of it */
/* A look at the network as it is now, later than the one before; `waits` must have been read now.
 * They are followed, and queues get their places, only where a link may be a root. */
void ws_trees_sample(ws_trees *trees, const ws_net *net, ws_waits *waits);
/* The oracle: from now on each look finds the places of all queues where a link may be a root, also
 * where links can be judged without. All must be told the same (tests/laws/asked/twins.h). */
void ws_trees_place_all(ws_trees *trees);
/* Flits that each link had sent since cycle 0 at the latest look. */
const uint64_t *ws_trees_flits(const ws_trees *trees);
void ws_trees_pack(ws_trees *trees, ws_pack *pack); /* measures, saves or restores it */

/* The trees of the latest look as they stand now; `waits` must be of now, too. Nothing is kept
 * of it: all that follows tells of now. `packets`: with victims, contributors and the hosts
 * these come from, for which the paths of all packets are followed: that takes longer than all
 * the rest. */
void ws_trees_update(ws_trees *trees, const ws_net *net, const ws_waits *waits, bool packets);

/* An update of the list alone: without leaves, and without places of queues where no root is
 * congested. */
void ws_trees_list(ws_trees *trees, const ws_net *net, const ws_waits *waits);

/* The congested ones, those of most victims first, then of most members, then by root. */
const ws_tree *ws_trees_of(const ws_trees *trees, size_t *count);
/* by queue of the core */
const ws_tree_queue *ws_trees_queues(const ws_trees *trees);
/* of all waiting queues, by queue */
const ws_tree_victim *ws_trees_victims(const ws_trees *trees, size_t *count);
/* the latest, newest first */
const ws_tree_merge *ws_trees_merges(const ws_trees *trees, size_t *count);
/* Place in ws_trees_of of the tree with this root, WS_NIL if it is not listed. */
uint32_t ws_trees_find(const ws_trees *trees, uint32_t root);

#endif
