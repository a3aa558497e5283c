/* spacetime_rows.h - the links of a space-time diagram that is not of one worm alone: of a chain of
 * worms that wait for one another, or of a ring. */
#ifndef WS_SPACETIME_ROWS_H
#define WS_SPACETIME_ROWS_H

#include "observe/frame.h"
#include "observe/spacetime.h"

typedef struct ws_spacetime_rows {
    ws_spacetime_kind kind;
    /* whose colours are whole: each waits for the next */
    uint32_t packets;
    uint32_t packet[WS_SPACETIME_MEMBERS];
    uint32_t links;
    uint32_t link[WS_SPACETIME_ROWS];
    /* the packets: a number may be another packet's later */
    ws_spacetime_worm member[WS_SPACETIME_MEMBERS];
} ws_spacetime_rows;

/* Of a chain: the links that a packet holds, from its tail to its head, then those of the packet
 * for which it waits, and so on to the root. Of a ring: those of the ring of a proved deadlock;
 * else of the ring of switches on which the packet lies, each of which has two neighbours. False:
 * there is none; then nothing is said of *rows. */
bool ws_spacetime_rows_of(const ws_frame *frame, uint32_t packet, ws_spacetime_kind kind,
                          ws_spacetime_rows *rows);
/* The same packet, and it has entered in both or in neither. */
bool ws_spacetime_worm_same(const ws_spacetime_worm *one, const ws_spacetime_worm *other);
bool ws_spacetime_rows_same(const ws_spacetime_rows *one, const ws_spacetime_rows *other);
/* Gives a diagram that has been begun these rows, in a network of the same links. */
void ws_spacetime_record(ws_spacetime *diagram, const ws_net *net, const ws_spacetime_rows *rows);

#endif
