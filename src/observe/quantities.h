/* quantities.h - figures of a network that have a name: what a breakpoint can stop at, and what two
 * branches are compared by.
 *
 * QUANTITY(ID, function, COUNTED or MEASURED, "name", "unit", "what it is"). Each is a function
 * of a frame in quantities.c: a double, NAN if there is none (no message has been delivered).
 * Shares are in percent. MEASURED ones need a frame with metrics, which costs more to make. What
 * has been offered, accepted and how long it took counts from the warm-up on, as in metrics.h. */
#ifndef WS_QUANTITIES_H
#define WS_QUANTITIES_H

#include "observe/frame.h"

#define WS_QUANTITIES(QUANTITY)                                                                    \
    QUANTITY(WORMS, worms, COUNTED, "worms", "worms", "worms in the network")                      \
    QUANTITY(BLOCKED, blocked, COUNTED, "waiting", "%",                                            \
             "share of the worms whose head cannot go on")                                         \
    QUANTITY(ORDER, order, COUNTED, "order", "",                                                   \
             "highest order of blocking, deadlocks left aside")                                    \
    QUANTITY(WAIT, wait, COUNTED, "wait", "cycles",                                                \
             "how long the head has waited that has waited longest")                               \
    QUANTITY(DEADLOCK, deadlock, COUNTED, "deadlock", "worms",                                     \
             "worms in the ring of a proved deadlock, and behind it")                              \
    QUANTITY(HELD, held, COUNTED, "held", "%", "share of the links held by waiting worms")         \
    QUANTITY(VICTIMS, victims, COUNTED, "victims", "worms",                                        \
             "worms held up behind one whose way they do not share")                               \
    QUANTITY(BUFFERS, buffers, COUNTED, "buffers", "%", "filling of all buffers of the switches")  \
    QUANTITY(STOPPED, stopped, COUNTED, "stopped", "links",                                        \
             "links whose far end has told the sender to stop")                                    \
    QUANTITY(BACKLOG, backlog, COUNTED, "backlog", "messages",                                     \
             "messages that wait at the hosts or are being sent")                                  \
    QUANTITY(DELIVERED, delivered, COUNTED, "delivered", "messages",                               \
             "messages delivered since cycle 0")                                                   \
    QUANTITY(REFUSED, refused, COUNTED, "refused", "messages",                                     \
             "messages for which there was no room, since cycle 0")                                \
    QUANTITY(KILLS, kills, COUNTED, "kills", "packets",                                            \
             "packets killed by timeouts since cycle 0")                                           \
    QUANTITY(RESETS, resets, COUNTED, "resets", "packets",                                         \
             "killed packets that are back at their hosts, since cycle 0")                         \
    QUANTITY(OFFERED, offered, MEASURED, "offered", "flits/host/cycle",                            \
             "what the hosts have offered since the warm-up")                                      \
    QUANTITY(ACCEPTED, accepted, MEASURED, "accepted", "flits/host/cycle",                         \
             "what has been delivered since the warm-up")                                          \
    QUANTITY(LATENCY, latency, MEASURED, "latency", "cycles",                                      \
             "mean message latency since the warm-up")                                             \
    QUANTITY(CI, ci, MEASURED, "ci", "%",                                                          \
             "half-width of the 95 % interval of latency, of its mean; none of too short a run")   \
    QUANTITY(P99, p99, MEASURED, "p99", "cycles",                                                  \
             "99th percentile of the message latency since the warm-up")                           \
    QUANTITY(RECENT, recent, MEASURED, "recent-latency", "cycles",                                 \
             "mean message latency in the latest full window of the series")

#define WS_QUANTITY_ENUM(id, function, kind, name, unit, doc) WS_QUANTITY_##id,
typedef enum ws_quantity_id { WS_QUANTITIES(WS_QUANTITY_ENUM) WS_QUANTITY_COUNT } ws_quantity_id;
#undef WS_QUANTITY_ENUM

typedef struct ws_quantity {
    const char *name;
    const char *unit;
    const char *doc;
    bool measured;
    double (*of)(const ws_frame *frame);
} ws_quantity;

extern const ws_quantity ws_quantities[WS_QUANTITY_COUNT];
/* The quantity of a name, or NULL; `blocked` is an older name of `waiting`. */
const ws_quantity *ws_quantity_find(const char *name);

#endif
