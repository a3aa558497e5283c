/* offers.h - what packets may request: for each virtual channel, all the sets of virtual channels
 * that some packet in front of its queue chooses from.
 *
 * A set of virtual channels is closed if each holds a packet that may request none outside the set:
 * were all of them full of such packets, none could go on. Where packets wait whole, each in one
 * queue, nothing else can deadlock (Verbeek and Schmaltz 2011): in a deadlock the packets in front
 * of the full queues want only queues that are full for ever. */
#ifndef WS_OFFERS_H
#define WS_OFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one kind of packet may request, and an example of such a packet. */
typedef struct ws_offer {
    /* virtual channel at whose end it waits */
    uint32_t held;
    /* hosts */
    uint32_t source;
    uint32_t dest;
    /* what it may request: vc[first] .. vc[first + count - 1] */
    size_t first;
    uint32_t count;
    /* the next of the same virtual channel held, + 1; 0: none */
    uint32_t next;
} ws_offer;

typedef struct ws_offers {
    ws_offer *row;
    uint32_t count;
    uint32_t room;
    uint32_t *vc;
    size_t members;
    size_t members_room;
    /* by virtual channel held: row + 1 */
    uint32_t *first;
    uint32_t vcs;
} ws_offers;

void ws_offers_begin(ws_offers *offers, uint32_t vcs);
/* Adds a choice of `what->count` virtual channels, unless it is known. */
void ws_offers_add(ws_offers *offers, const ws_offer *what, const uint32_t *vc);
void ws_offers_free(ws_offers *offers);

/* Finds the largest closed set. Writes 1 for each of its virtual channels to `closed`, 0 for the
 * others, and returns how many it has. */
uint32_t ws_offers_close(const ws_offers *offers, uint8_t *closed);
/* May the packet of a choice request nothing outside this set? */
bool ws_offer_is_stuck(const ws_offers *offers, const ws_offer *row, const uint8_t *closed);

#endif
