/* saqs.c - see saqs.h. */
#include "observe/saqs.h"

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

void ws_port_saqs(const ws_net *n, uint32_t port, ws_saq *saq) {
    for (u32 i = 0; i < n->wire.saqs; i++) {
        u32 a = port * n->wire.saqs + i, q = queue_of(n, a);
        const ws_saq_state *line = &n->saq[a];
        saq[i] = (ws_saq){.queue = q,
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

/* Keeps the list sorted, the latest first, and at most `room` long. */
static u32 event_put(ws_saq_event *event, u32 count, u32 room, ws_saq_event e) {
    u32 place = count;
    while (place > 0 && event[place - 1].cycle < e.cycle) place--;
    if (place == room) return count;
    if (count < room) count++;
    for (u32 i = count - 1; i > place; i--) event[i] = event[i - 1];
    event[place] = e;
    return count;
}

uint32_t ws_saqs_log(const ws_saq *saq, uint32_t lines, ws_saq_event *event, uint32_t room) {
    u32 count = 0;
    for (u32 a = 0; a < lines; a++) {
        if (saq[a].turns == 0) continue; /* never used */
        if (!saq[a].valid) count = event_put(event, count, room, (ws_saq_event){saq[a].died, a, 1});
        count = event_put(event, count, room, (ws_saq_event){saq[a].born, a, 0});
    }
    return count;
}

ws_saq_report ws_saqs_report(const ws_net *n) {
    ws_saq_report r = {.allocated = n->total[WS_TOTAL_SAQS_ALLOCATED],
                       .freed = n->total[WS_TOTAL_SAQS_FREED],
                       .failed = n->total[WS_TOTAL_SAQS_FAILED],
                       .premature = n->total[WS_TOTAL_SAQS_PREMATURE],
                       .xoffs = n->total[WS_TOTAL_XOFFS],
                       .xons = n->total[WS_TOTAL_XONS]};
    for (u32 port = 0; port < n->size.saq_ports; port++) {
        u32 valid = bit_count(n->saq_valid[port]);
        r.valid += valid;
        if (valid > r.most) r.most = valid;
    }
    for (u32 a = 0; a < n->size.saqs; a++) {
        if (!is_valid(n, a)) continue;
        r.blocked += n->saq[a].blocked;
        r.stored += n->queue[queue_of(n, a)].spans;
    }
    return r;
}

bool ws_saq_told(const ws_net *n, uint32_t q) {
    u32 a = saq_at(n, q);
    return a != NIL && n->saq[a].told;
}

uint32_t ws_saq_told_by(const ws_net *n, uint32_t q) {
    u32 a = saq_at(n, q);
    if (a == NIL || !n->saq[a].blocked) return NIL;
    const ws_saq_state *saq = &n->saq[a];
    u32 l = n->wire.port_link[n->wire.queue_xbar[q] * WS_PORTS_MAX + (saq->path & TURN_MASK)];
    u32 port = port_of(n, n->wire.lane_queue[n->wire.lane0[l]]);
    for (u32 far = port * n->wire.saqs; far < (port + 1) * n->wire.saqs; far++)
        if (is_valid(n, far) && n->saq[far].told && n->saq[far].turns + 1 == saq->turns &&
            n->saq[far].path == saq->path >> TURN_BITS)
            return queue_of(n, far);
    return NIL;
}
