/* saqs.h - ports of switches and their set-aside queues (RECN): what is in them, for which congested output, who may not send.
 * Read-only. */
#ifndef WS_SAQS_H
#define WS_SAQS_H

#include "wormscope/wormscope.h"

#define WS_SAQS_MAX 64 /* set-aside queues of a port */

/* A port: the queues at the end of a link, which share its memory. Packets are those whose head is here. */
typedef struct ws_port {
    uint32_t link, node;    /* that feeds it; the switch it belongs to */
    uint32_t cold;          /* its first queue, with RECN the cold one */
    uint32_t cold_packets;  /* in that */
    uint32_t wanted, wanting; /* the output link that most of those want (WS_NIL: none does), and how many; only with CAM lines */
    uint32_t packets, room; /* in all its queues; that its memory holds */
    uint32_t used;          /* set-aside queues in use */
} ws_port;

/* A CAM line. What it was used for last remains when it is free. */
typedef struct ws_saq {
    uint32_t queue;
    uint32_t path;    /* output ports of the switches on the way to the congested link, 3 bits each, the nearest lowest */
    uint32_t root;    /* that link */
    uint32_t packets; /* in it */
    uint32_t
        pending; /* packets of its flows in set-aside queues of shorter paths: until they have moved on, it is not ready to be
                            entered but from there */
    uint64_t born, died; /* cycles in which it was last allocated, and freed; born 0: never used */
    uint8_t turns;       /* length of the path */
    uint8_t cause;       /* WS_SAQ_* */
    uint8_t valid;       /* in use */
    uint8_t blocked;     /* downstream has said Xoff: it may not send */
    uint8_t told;        /* it has said Xoff to the switch upstream, and not Xon since */
    uint8_t used;        /* a packet has been in it */
} ws_saq;

/* A birth or death of a set-aside queue. */
typedef struct ws_saq_event {
    uint64_t cycle;
    uint32_t line; /* place in the table of CAM lines */
    uint8_t died;  /* else it was born */
} ws_saq_event;

/* Since cycle 0, and now. */
typedef struct ws_saq_report {
    uint64_t allocated, freed, failed, premature, xoffs, xons;
    uint32_t valid, blocked, most; /* in use; of them blocked; most at one port */
    uint32_t stored;               /* packets in them */
} ws_saq_report;

uint32_t ws_ports_count(const ws_net *net); /* of all switches; 0 where inputs are no ports */
uint32_t ws_port_lines(const ws_net *net);  /* CAM lines of a port, 0 without set-aside queues */
void ws_port_read(const ws_net *net, uint32_t port, ws_port *to);
/* Writes the ws_port_lines lines of a port. */
void ws_port_saqs(const ws_net *net, uint32_t port, ws_saq *saq);
/* The latest births and deaths that the lines know of, the latest first: of a line, its last birth, and its death after that. Writes up to
 * `room`, returns how many. */
uint32_t ws_saqs_log(const ws_saq *saq, uint32_t lines, ws_saq_event *event, uint32_t room);
ws_saq_report ws_saqs_report(const ws_net *net);

/* Has queue q, if it is a set-aside one, told the switch upstream Xoff? */
bool ws_saq_told(const ws_net *net, uint32_t q);
/* The queue downstream whose Xoff keeps set-aside queue q from sending, WS_NIL if it is not blocked or Xon is under way. */
uint32_t ws_saq_told_by(const ws_net *net, uint32_t q);

#endif
