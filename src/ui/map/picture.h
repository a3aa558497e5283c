/* picture.h - which worm is on a place of a wire, and what a cell of a path shows of it: asked by all
 * that draw flits where they are, and by the mouse. */
#ifndef WS_PICTURE_H
#define WS_PICTURE_H

#include "observe/frame.h"

/* A place of a wire. */
typedef struct ws_slot {
    uint32_t packet; /* WS_NIL: none */
    uint32_t number; /* of its flit there, the head being 0 */
    uint8_t head;
    uint8_t tail;
    uint8_t within; /* how far in the cell that shows it, in places */
} ws_slot;

/* What a worm does in a place, by how much that tells. */
typedef enum ws_worm_here {
    WS_HERE_NONE,
    WS_HERE_CLAIMS, /* it holds the channel, and no flit has passed */
    WS_HERE_MOVES,
    WS_HERE_HALTS, /* it moves elsewhere, and waits here */
    WS_HERE_WAITS,
    WS_HERE_RING /* of a deadlock */
} ws_worm_here;

/* Of the worm that holds a virtual channel. It moves here if a flit of it is on the wire, so within
 * the cycles that this takes. */
ws_worm_here ws_worm_state_at(const ws_frame *frame, const ws_frame_vc *vc);

/* The places of a wire from the sender on, of one channel: behind its head a worm covers all, up to
 * its tail. `slot` has room for the link's delay. */
void ws_slots_read(const ws_frame *frame, const ws_frame_vc *vc, ws_slot *slot);

/* What of so many places cell number `cell` of `cells` shows: of several the most telling; of one
 * that takes several cells, a head or tail in the middle of them. */
ws_slot ws_slot_shown(const ws_slot *slot, uint32_t places, uint32_t cells, uint32_t cell);

/* The place with a flit that is nearest to the receiver, of those that a cell of a lane shows;
 * WS_NIL: it shows none. */
uint32_t ws_slot_nearest(const ws_frame *frame, const ws_frame_link *link, uint32_t cells,
                         uint32_t cell);

#endif
