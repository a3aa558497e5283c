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

/* ---- ports ---- */

/* One port of a switch at a time: its memory, its cold queue, and the lines of its CAM (RECN),
 * free ones too. Read-only. */

/* A port: the queues at the end of a link, which share its memory. Packets are those whose head
 * is here. */
typedef struct ws_port {
    /* that feeds it, or that it feeds; the switch it belongs to */
    uint32_t link;
    uint32_t node;
    bool output;           /* it feeds it (queueing recn) */
    uint32_t cold;         /* its first queue, with RECN the cold one */
    uint32_t cold_packets; /* in that */
    /* the output link that most of those request (WS_NIL: none does), and how many; only with CAM
     * lines */
    uint32_t requested;
    uint32_t requesting;
    /* in all its queues; that its memory holds */
    uint32_t packets;
    uint32_t room;
    uint32_t used; /* set-aside queues in use */
} ws_port;

/* A CAM line. What it was used for last remains when it is free. */
typedef struct ws_cam_line {
    uint32_t queue;
    /* output ports of the switches on the way to the congested link, 3 bits each, the nearest
     * lowest */
    uint32_t path;
    uint32_t root;    /* that link */
    uint32_t packets; /* in it */
    /* packets of its flows in set-aside queues of shorter paths: it is not ready to be entered
     * but from there */
    uint32_t pending;
    /* cycles in which it was last allocated, and freed; born 0: never used */
    uint64_t born;
    uint64_t died;
    uint8_t hops;      /* length of the path */
    uint8_t cause;     /* WS_SAQ_* */
    uint8_t valid;     /* in use */
    uint8_t blocked;   /* downstream has said Xoff: it may not send */
    uint8_t xoff_sent; /* it has sent Xoff to the switch upstream, and not Xon since */
    uint8_t used;      /* a packet has been in it */
} ws_cam_line;

uint32_t ws_ports_count(const ws_net *net); /* of all switches; 0 where inputs are no ports */
uint32_t ws_port_lines(const ws_net *net);  /* CAM lines of a port, 0 without set-aside queues */
void ws_port_read(const ws_net *net, uint32_t port, ws_port *to);
/* Writes the ws_port_lines lines of a port. */
void ws_port_cam(const ws_net *net, uint32_t port, ws_cam_line *line);
/* Does set-aside queue q hold its flows back: has it sent Xoff, or more packets than the mark for
 * Xon? Between the two marks it alternates. */
bool ws_port_holds_back(const ws_net *net, uint32_t q);
/* The set-aside queue downstream of queue q, if that is one in use: the next on the way to its
 * congested link; WS_NIL if there is none. */
uint32_t ws_port_ahead(const ws_net *net, uint32_t q);

/* ---- pools ---- */

/* Packet buffers of the switches: the packets in them, the refusals by reason, and how often the
 * cables turned. Read-only. */

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
