/* ports.h - one port of a switch at a time: its memory, its cold queue, and the lines of its CAM
 * (RECN), free ones too. Read-only. */
#ifndef WS_PORTS_H
#define WS_PORTS_H

#include "wormscope/wormscope.h"

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
#endif
