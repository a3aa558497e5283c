/* saqs.h - ports and their set-aside queues, as they are: what a port costs, how many SAQs are
 * in use, and each CAM line. Read-only. */
#ifndef WS_SAQS_H
#define WS_SAQS_H

#include "wormscope/wormscope.h"

/* What the inputs of the switches cost; all 0 in a network without ports (queueing fifo, voq,
 * pool). */
typedef struct ws_port_cost {
    uint32_t ports;             /* in the whole network */
    uint32_t queues_per_port;   /* of the port with the most */
    uint32_t queues_per_switch; /* of the switch with the most */
    uint32_t memory_flits;      /* of a port */
    uint32_t control_bits;      /* of a port: its CAM lines */
} ws_port_cost;
ws_port_cost ws_port_cost_of(const ws_net *net);

/* Set-aside queues in use now. */
typedef struct ws_saq_census {
    /* in all ports, and in the port with the most */
    uint32_t active;
    uint32_t most;
    uint32_t outputs; /* of these, in ports that feed a link */
    uint32_t blocked; /* of these, told Xoff from downstream */
    uint64_t packets; /* that stand in them */
} ws_saq_census;
ws_saq_census ws_saqs_count(const ws_net *net);

/* One CAM line. */
typedef struct ws_saq {
    /* its queue; the link that fills its port, or that an output port feeds */
    uint32_t queue;
    uint32_t link;
    uint32_t root; /* link: the congested output */
    /* output ports on the way to it, 3 bits each, the nearest lowest */
    uint32_t path;
    uint32_t hops;
    uint32_t packets;
    uint32_t flits;
    uint64_t born;
    uint8_t cause; /* WS_SAQ_* */
    uint8_t blocked;
    uint8_t xoff_sent;
    uint8_t pending;
    uint8_t idle;
    uint8_t output; /* 1: in an output port */
} ws_saq;

/* The set-aside queues in use of the port at the end of link l, then of the output port that feeds
 * it, if there are such ports: writes up to `room` and returns how many there are. */
uint32_t ws_saqs_of(const ws_net *net, uint32_t link, ws_saq *saqs, uint32_t room);

/* A birth or a death. */
typedef struct ws_saq_event {
    uint64_t cycle;
    uint64_t born;
    /* the link that fills its port; the congested one */
    uint32_t link;
    uint32_t root;
    uint32_t path;
    uint32_t hops;
    /* WS_SAQ_*; 1 = a death */
    uint32_t cause;
    uint32_t freed;
} ws_saq_event;

/* The latest of them. */
#define WS_SAQ_LOG 128
typedef struct ws_saq_log {
    uint64_t count; /* since the network was built; number i is at event[i % WS_SAQ_LOG] */
    ws_saq_event event[WS_SAQ_LOG];
    uint64_t freed;  /* deaths, all of them */
    uint64_t lives;  /* their ages, in cycles */
    uint64_t latest; /* the cycle of the latest */
} ws_saq_log;
/* Adds an event of the network to the log, if a set-aside queue was allocated or freed. */
void ws_saq_log_add(ws_saq_log *log, const ws_net *net, const ws_event *event);

/* The nodes at the ends of a link. */
void ws_link_ends(const ws_net *net, uint32_t link, uint32_t *from, uint32_t *to);

/* "514": the output ports of a path, the nearest first. */
void ws_saq_path(uint32_t path, uint32_t hops, char *text, size_t room);
extern const char *const ws_saq_causes[];

#endif
