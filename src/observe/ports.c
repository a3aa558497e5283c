/* ports.c - see ports.h. */
#include "observe/ports.h"

#include "core/kernel.h"

static bool is_valid(const ws_net *n, u32 a) { return bit_get(&n->saq_valid[a / n->wire.saqs], a % n->wire.saqs); }
static u32 queue_of(const ws_net *n, u32 a) { return n->wire.xin_queue0[a / n->wire.saqs] + 1 + a % n->wire.saqs; }

/* The set-aside queue that queue q is, NIL if it is none. */
static u32 saq_at(const ws_net *n, u32 q) {
    if (n->size.saqs == 0 || is_source(n, q)) return NIL;
    u32 port = port_of(n, q), place = q - n->wire.xin_queue0[port];
    return place == 0 ? NIL : port * n->wire.saqs + place - 1;
}

uint32_t ws_ports_count(const ws_net *n) { return n->ports ? n->size.ports : 0; }

uint32_t ws_port_lines(const ws_net *n) { return n->size.saqs > 0 ? n->wire.saqs : 0; }

void ws_port_read(const ws_net *n, uint32_t port, ws_port *to) {
    u32 first = n->wire.xin_queue0[port], v = n->wire.queue_lane[first];
    *to = (ws_port){.link = n->wire.lane_link[v],
                    .node = n->wire.queue_xbar[first],
                    .cold = first,
                    .cold_packets = n->queue[first].spans,
                    .room = n->wire.lane_slots[v]};
    for (u32 q = first; q < n->wire.xin_queue0[port + 1]; q++) to->packets += n->queue[q].spans;
    to->wanted = WS_NIL;
    if (n->size.saqs == 0) return;
    to->used = bit_count(n->saq_valid[port]);
    u32 outputs = n->size.cold_outputs / n->size.saq_ports;
    for (u32 o = 0; o < outputs; o++) {
        if (n->cold_count[port * outputs + o] <= to->wanting) continue;
        to->wanting = n->cold_count[port * outputs + o];
        to->wanted = n->wire.port_link[to->node * WS_PORTS_MAX + o];
    }
}

void ws_port_cam(const ws_net *n, uint32_t port, ws_cam_line *to) {
    for (u32 i = 0; i < n->wire.saqs; i++) {
        u32 a = port * n->wire.saqs + i, q = queue_of(n, a);
        const ws_saq_state *line = &n->saq[a];
        to[i] = (ws_cam_line){.queue = q,
                              .path = line->path,
                              .root = line->root,
                              .packets = n->queue[q].spans,
                              .pending = line->pending,
                              .born = line->born,
                              .died = line->died,
                              .turns = line->turns,
                              .cause = line->cause,
                              .valid = is_valid(n, a),
                              .blocked = line->blocked && is_valid(n, a),
                              .told = line->told,
                              .used = line->used};
    }
}

bool ws_port_holds_back(const ws_net *n, uint32_t q) {
    u32 a = saq_at(n, q);
    return a != NIL && is_valid(n, a) && (n->saq[a].told || n->queue[q].spans > n->def->saq_xon);
}
