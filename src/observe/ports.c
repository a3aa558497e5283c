/* ports.c - see ports.h. */
#include "observe/ports.h"

#include "core/verbs.h"

static bool is_valid(const ws_net *n, u32 a) {
    return bit_get(&n->saq.valid[a / n->layout.saqs], a % n->layout.saqs);
}
static u32 queue_of(const ws_net *n, u32 a) {
    return n->wire.port_queue0[a / n->layout.saqs + 1] - n->layout.saqs + a % n->layout.saqs;
}

/* The set-aside queue that queue q is, NIL if it is none. */
static u32 saq_at(const ws_net *n, u32 q) {
    if (n->size.saqs == 0 || is_source(n, q))
        return NIL;
    u32 port = port_of(n, q);
    u32 first = n->wire.port_queue0[port + 1] - n->layout.saqs;
    return q < first ? NIL : port * n->layout.saqs + q - first;
}

uint32_t ws_ports_count(const ws_net *n) {
    return n->ports ? n->size.ports : 0;
}

uint32_t ws_port_lines(const ws_net *n) {
    return n->size.saqs > 0 ? n->layout.saqs : 0;
}

void ws_port_read(const ws_net *n, uint32_t port, ws_port *to) {
    u32 first = n->wire.port_queue0[port];
    u32 end = n->wire.port_queue0[port + 1];
    u32 x = n->wire.queue_node[first];
    u32 v = n->wire.queue_lane[first];
    u32 cold_end = n->size.saqs == 0 ? first + 1 : end - n->layout.saqs;
    bool output = v == NIL;
    if (output)
        v = n->wire.vc0[n->wire.port_out[port]];
    *to = (ws_port){.link = n->wire.vc_link[v],
                    .node = x,
                    .cold = first,
                    .output = output,
                    .room = output ? n->wire.out_slots : n->wire.vc_credits[v]};
    for (u32 q = first; q < cold_end; q++)
        to->cold_packets += n->queue[q].packets;
    for (u32 q = first; q < end; q++)
        to->packets += n->queue[q].packets;
    to->wanted = WS_NIL;
    if (n->size.saqs == 0)
        return;
    to->used = bit_count(n->saq.valid[port]);
    u32 outputs = n->size.cold_outputs / n->size.saq_ports;
    for (u32 o = 0; o < outputs; o++) {
        if (n->saq.cold_count[port * outputs + o] <= to->wanting)
            continue;
        to->wanting = n->saq.cold_count[port * outputs + o];
        to->wanted = n->wire.port_link[to->node * WS_PORTS_MAX + o];
    }
}

void ws_port_cam(const ws_net *n, uint32_t port, ws_cam_line *to) {
    for (u32 i = 0; i < n->layout.saqs; i++) {
        u32 a = port * n->layout.saqs + i;
        u32 q = queue_of(n, a);
        const ws_saq_state *line = &n->saq.line[a];
        to[i] = (ws_cam_line){.queue = q,
                              .path = line->path,
                              .root = line->root,
                              .packets = n->queue[q].packets,
                              .pending = line->pending,
                              .born = line->born,
                              .died = line->died,
                              .turns = line->hops,
                              .cause = line->cause,
                              .valid = is_valid(n, a),
                              .blocked = line->blocked && is_valid(n, a),
                              .told = line->xoff_sent,
                              .used = line->used};
    }
}

bool ws_port_holds_back(const ws_net *n, uint32_t q) {
    u32 a = saq_at(n, q);
    return a != NIL && is_valid(n, a) &&
           (n->saq.line[a].xoff_sent || n->queue[q].packets > n->def->saq_xon);
}

uint32_t ws_port_ahead(const ws_net *n, uint32_t q) {
    u32 a = saq_at(n, q);
    return a != NIL && is_valid(n, a) ? n->model->ahead(n, q) : NIL;
}
