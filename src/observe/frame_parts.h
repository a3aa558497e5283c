/* frame_parts.h - what the files of the frame share: frame.c (life, update, questions),
 * frame_worms.c (queues and worms), frame_links.c (links and hosts), frame_channels.c (virtual
 * channels, what lies in queues, which flit is which), frame_inside.c (ways through one switch). */
#ifndef WS_FRAME_PARTS_H
#define WS_FRAME_PARTS_H

#include "observe/frame.h"
#include "switch/switch.h"

struct ws_frame_scratch {
    uint32_t *deadlock_queue; /* room for the queues of the knots */
    bool placed;              /* queues have places in congestion trees */
    /* by link: it was read with its flits and channels at the latest update of a part; and these
     * links, in the order of their numbers */
    uint8_t *detailed;
    uint32_t *detail;
    uint32_t details;
    uint8_t *linked; /* by node: the links from and to it are to be read so */
    uint8_t *known;  /* by node: its queues have been read, at the latest update of a part */
    bool whole;      /* the latest update read all of them */
    bool use;        /* that of a part knew the use of all links */
    /* of filling, by link: flits at its end, and how many there can be; by switch: links that end
     * there */
    u32 *buffered;
    u32 *room;
    u32 *ends;
};

/* Does a queue of this order wait for one that moves, or for ever? */
static inline bool order_blocked(u16 order) {
    return order >= 1 && order != WS_ORDER_NONE;
}

/* The order of a worm whose head stands in a queue of this wait, in front or behind. */
static inline u16 frame_order_of(const ws_wait *wait, bool behind) {
    u16 order = wait->order;
    if (order == WS_ORDER_DEADLOCK)
        return order;
    /* the queue moves: a worm that waits there has order 1 at least */
    if (order == 0)
        order = 1;
    return behind ? order + 1u : order;
}

/* A head of this order waits at a switch. */
static inline void frame_add_head(ws_frame *frame, u32 node, u16 order) {
    u16 *lowest = &frame->heads_order[node];
    frame->heads_blocked[node]++;
    if (*lowest == 0 || order < *lowest)
        *lowest = order;
}

/* The place of that order in by_order. */
static inline u32 frame_order_place(u16 order) {
    if (order == WS_ORDER_DEADLOCK)
        return WS_FRAME_ORDERS - 1;
    return order < 4 ? order - 1u : 3;
}

/* The worm of packet k; NULL if none has been found yet. */
static inline ws_frame_worm *worm_of(const ws_frame *frame, u32 k) {
    u32 place = frame->worm_of[k];
    return place == NIL ? NULL : &frame->worm[place];
}

/* The worm of packet k; NULL if k is no packet. */
static inline ws_frame_worm *worm_known(const ws_frame *frame, u32 k) {
    return k < frame->packets ? worm_of(frame, k) : NULL;
}

/* ---- frame_part.c ---- */

/* Can a part of the network be read by itself? */
bool frame_can_part(const ws_net *n);
/* Reads queues, links and worms as far as the frame wants them, and counts all. */
void frame_read_part(ws_frame *frame, const ws_net *n, const ws_observer *observer);
/* Forgets the worms of the update before. */
void frame_forget_worms(ws_frame *frame);

/* ---- frame_worms.c ---- */

/* The worm of packet k, added if it was not known yet. */
ws_frame_worm *worm_touch(ws_frame *frame, const ws_net *n, u32 k);
/* Packets lie anywhere in their table: fetches what will be read of those at the fronts of queues
 * some places after q, first the packets, then their messages. */
void frame_fetch(const ws_frame *frame, const ws_net *n, u32 q);
/* Reads the front packet of queue q, and how it waits. */
void frame_read_front(ws_frame *frame, const ws_net *n, u32 q, const ws_wait *wait);
/* Reads a worm of the list whose head stands in queue q, in front or behind. */
void frame_read_head(ws_frame *frame, const ws_net *n, u32 q, ws_frame_worm *worm);
/* The link that the head in front of queue q requests. */
uint32_t frame_request_of(const ws_net *n, u32 q);
/* Reads for whom a blocked worm waits; `waits` is by queue. */
void frame_read_wait(ws_frame_worm *worm, const ws_net *n, const ws_wait *waits);
/* Sorts blocked[], the longest wait first. */
void frame_sort_blocked(ws_frame *frame);
/* Queue q and the worms that stand in it. */
void frame_read_queue(ws_frame *frame, const ws_net *n, u32 q, const ws_wait *wait);
/* When all worms are known: reads for whom they wait, and counts each kind. */
void frame_count_worms(ws_frame *frame, const ws_net *n, const ws_wait *waits);
/* After that: reads the worms of the deadlock. */
void frame_read_deadlock(ws_frame *frame, const ws_waits *waits);
/* Reads the congestion trees, and marks the listed worms that are victims. */
void frame_read_trees(ws_frame *frame, const ws_trees *trees);

/* ---- frame_channels.c ---- */

/* Sets the fixed parts of virtual channels, and makes room for the contents of queues. */
void frame_wire_channels(ws_frame *frame, const ws_net *n);
/* Reads the contents of queue q; to be called for queue 0 first, then for the others in order. */
void frame_read_stretches(ws_frame *frame, const ws_net *n, u32 q);
/* The virtual channels of link l, whose wire has been read, and the numbers of its flits. */
void frame_read_channels(ws_frame *frame, const ws_net *n, u32 l);

/* ---- frame_inside.c ---- */

/* When worms, queues and channels are known: by which link worms leave the switch `inside`. */
void frame_read_inside(ws_frame *frame, const ws_net *n);

/* ---- frame_links.c ---- */

/* Sets the fixed parts of links and queues. */
void frame_wire_links(ws_frame *frame, const ws_net *n);
void frame_wire_queues(ws_frame *frame, const ws_net *n);
void frame_wire_filling(ws_frame *frame);
/* Buffers: clear the links before queues are read, then add each queue to its link. */
void frame_clear_links(ws_frame *frame);
void frame_clear_link(ws_frame_link *link);
void frame_add_queue(ws_frame *frame, u32 q);
/* After all queues: reads link l, its flits, its holder, and the worms that it carries. */
void frame_read_link(ws_frame *frame, const ws_net *n, u32 l);
void frame_read_host(ws_frame *frame, const ws_net *n, u32 h);
/* How full the buffers of all switches are, from the network alone. */
void frame_read_filling(ws_frame *frame, const ws_net *n);

#endif
