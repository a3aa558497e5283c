/* pools.h - packet buffers of the switches: the packets in them, the refusals by reason, and how
 * often the cables turned. Read-only. */
#ifndef WS_POOLS_H
#define WS_POOLS_H

#include "wormscope/wormscope.h"

/* One buffer of a pool. */
typedef struct ws_buffer {
    uint32_t packet; /* WS_NIL: it is free */
    uint32_t queue;
    /* links between here and the packet's last switch; 0 = at its destination, else in transit */
    uint16_t to_go;
    uint8_t leaving; /* the next switch has taken it, or it goes to its host */
} ws_buffer;

enum { WS_REFUSALS = 5 };
extern const char *const ws_refusal_names[WS_REFUSALS]; /* in the order of WS_TOTAL_REFUSED_* */

/* Counts are since cycle 0; buffers are as they are now. */
typedef struct ws_pool_report {
    uint64_t refused[WS_REFUSALS];
    uint64_t refusals;
    uint64_t turns;
    double per_packet; /* refusals for one packet delivered, NAN without any */
    uint32_t buffers;  /* in all pools */
    /* in use, by class */
    uint32_t transit;
    uint32_t dest;
    uint32_t fullest; /* most in use in one switch */
} ws_pool_report;

uint32_t ws_pool_size(const ws_net *net); /* buffers of a switch, 0 in a network without pools */
/* Writes ws_pool_size buffers of switch `node`. */
void ws_pool_read(const ws_net *net, uint32_t node, ws_buffer *buffer);
ws_pool_report ws_pools_report(const ws_net *net);

#endif
