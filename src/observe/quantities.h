/* quantities.h - figures of a network that have a name: what a breakpoint can stop at, and what two branches are compared by.
 *
 * QUANTITY(ID, function, "name", "unit", "what it is"). Each is a function of a frame in quantities.c: a double, NAN if there is none (no
 * message has been delivered). Shares are in percent. Those that start "since the warm-up" are as in metrics.h. */
#ifndef WS_QUANTITIES_H
#define WS_QUANTITIES_H

#include "observe/frame.h"

#define WS_QUANTITIES(QUANTITY)                                                                                                  \
    QUANTITY(WORMS, worms, "worms", "worms", "worms in the network")                                                             \
    QUANTITY(BLOCKED, blocked, "blocked", "%", "share of the worms whose head cannot go on")                                     \
    QUANTITY(ORDER, order, "order", "", "highest order of blocking, deadlocks left aside")                                       \
    QUANTITY(WAIT, wait, "wait", "cycles", "how long the head has waited that has waited longest")                               \
    QUANTITY(DEADLOCK, deadlock, "deadlock", "worms", "worms in a proved deadlock or behind one")                                \
    QUANTITY(HELD, held, "held", "%", "share of the links held by blocked worms")                                                \
    QUANTITY(BUFFERS, buffers, "buffers", "%", "filling of all buffers of the switches")                                         \
    QUANTITY(STOPPED, stopped, "stopped", "links", "links whose far end has told the sender to stop")                            \
    QUANTITY(BACKLOG, backlog, "backlog", "messages", "messages that wait at the hosts or are being sent")                       \
    QUANTITY(DELIVERED, delivered, "delivered", "messages", "messages delivered since cycle 0")                                  \
    QUANTITY(REFUSED, refused, "refused", "messages", "messages for which there was no room, since cycle 0")                     \
    QUANTITY(KILLS, kills, "kills", "packets", "packets killed by timeouts since cycle 0")                                       \
    QUANTITY(RESETS, resets, "resets", "packets", "killed packets that are back at their hosts, since cycle 0")                  \
    QUANTITY(OFFERED, offered, "offered", "flits/host/cycle", "what the hosts have offered since the warm-up")                   \
    QUANTITY(ACCEPTED, accepted, "accepted", "flits/host/cycle", "what has been delivered since the warm-up")                    \
    QUANTITY(LATENCY, latency, "latency", "cycles", "mean message latency since the warm-up")                                    \
    QUANTITY(P99, p99, "p99", "cycles", "99th percentile of the message latency since the warm-up")                              \
    QUANTITY(RECENT, recent, "recent-latency", "cycles", "mean message latency in the latest full window of the series")

#define WS_QUANTITY_ENUM(id, function, name, unit, doc) WS_QUANTITY_##id,
typedef enum ws_quantity_id { WS_QUANTITIES(WS_QUANTITY_ENUM) WS_QUANTITY_COUNT } ws_quantity_id;
#undef WS_QUANTITY_ENUM

typedef struct ws_quantity {
    const char *name, *unit, *doc;
    double (*of)(const ws_frame *frame);
} ws_quantity;

extern const ws_quantity ws_quantities[WS_QUANTITY_COUNT];
/* NULL if there is none of that name. */
const ws_quantity *ws_quantity_find(const char *name);

#endif
