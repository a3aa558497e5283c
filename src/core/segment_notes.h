/* segment_notes.h - what is known of segments under way: see segment.h. No part of the state: there
 * are none between two steps. */
#ifndef WS_SEGMENT_NOTES_H
#define WS_SEGMENT_NOTES_H

#include "base.h"

/* Words of a packet that go on a wire one a cycle, each with as many flits as the link carries in
 * one; a segment of none is void. */
typedef struct ws_segment {
    /* lower half of the cycle of the first word: enough, since a call of ws_net_step spans fewer
     * cycles */
    u32 from;
    u32 packet;
    /* its virtual channel */
    u32 vc;
    u16 words;
    /* 1: the last flit of the last word is the packet's tail */
    u16 tail;
} ws_segment;

/* Flits or credits that are counted and come one a cycle: cycles, as above. */
typedef struct ws_cycle_range {
    u32 from;
    u32 end;
} ws_cycle_range;

/* The segments of a link: the last one that left; the one before it, as long as words of it may be
 * missing on the wire. */
typedef struct ws_link_segments {
    ws_segment sent;
    ws_segment before;
} ws_link_segments;

/* What is promised at the two ends of a virtual channel. */
typedef struct ws_vc_segments {
    /* words of a packet at its far end; credits for its sender */
    ws_cycle_range arriving;
    ws_cycle_range credited;
    u32 packet;
    /* cycle in which the last word arrives, and the last signal comes back, that was not counted
     * ahead */
    u32 word_due;
    u32 signal_due;
    /* half a cache line in all */
    u32 spare;
} ws_vc_segments;

typedef struct ws_segments {
    /* this machine can have segments; those of this cycle, of this call of ws_net_step, and of all
     * calls have so many flits at most */
    bool possible;
    /* all its links are plain */
    bool plain;
    /* it is asked of idle virtual channels how much credit they have, or when */
    bool measured;
    /* worms that are torn down go flit by flit alone; there are some in this cycle */
    bool tears;
    bool tearing;
    /* some segment may have to be expanded */
    bool any;
    u32 longest;
    u32 call;
    u32 limit;
    /* the first cycle of those, up to now, in which flits went in segments */
    u32 since;
    /* the cycle in which nothing was promised last */
    u64 begin;
    /* up to this cycle all goes flit by flit, since many worms are torn down */
    u64 rest_end;
    /* what comes before this cycle has come: the next one, after the arrive phase */
    u64 come;
    /* slot by link, slot by virtual channel: what the word, or signal, there promises besides */
    u8 *words_more;
    u8 *credits_more;
    ws_link_segments *link;
    ws_vc_segments *vc;
    /* set of the idle virtual channels that get promised credits one by one; how many these are */
    u64 *paid;
    u32 payments;
    /* set of the links that are sending a segment; wheel of the cycles in which these links are
     * free again */
    u64 *busy;
    u64 *ends;
} ws_segments;

#endif
