/* ports.c - see saqs.h. */
#include "observe/saqs.h"

#include "core/verbs.h"

/* ---- CAM lines: line number i of a port ---- */

static u32 first_line(const ws_net *n, u32 port) {
    return port * n->layout.saqs;
}

/* The set-aside queue of line 0; those of the others follow. */
static u32 first_saq(const ws_net *n, u32 port) {
    return n->wire.port_queue0[port + 1] - n->layout.saqs;
}

static bool is_valid(const ws_net *n, u32 port, u32 i) {
    return bit_get(&n->saq.valid[port], i);
}

/* The line of queue q, if that is a set-aside queue in use; else NULL. */
static const ws_saq_state *line_of(const ws_net *n, u32 q) {
    if (n->size.saqs == 0 || is_source(n, q))
        return NULL;
    u32 port = port_of(n, q);
    u32 first = first_saq(n, port);
    if (q < first || !is_valid(n, port, q - first))
        return NULL;
    u32 line = first_line(n, port) + q - first;
    return &n->saq.line[line];
}

/* ---- ports ---- */

uint32_t ws_ports_count(const ws_net *n) {
    return n->ports ? n->size.ports : 0;
}

uint32_t ws_port_lines(const ws_net *n) {
    return n->size.saqs > 0 ? n->layout.saqs : 0;
}

/* The virtual channel that the port feeds or that feeds it, and the room of its
 * memory. */
static u32 port_vc(const ws_net *n, u32 port, ws_port *to) {
    u32 v = n->wire.queue_vc[to->cold];
    to->output = v == NIL;
    if (to->output) {
        to->room = n->wire.out_slots;
        return first_vc(n, n->wire.port_out[port]);
    }
    to->room = n->wire.vc_credits[v];
    return v;
}

static u32 packets_in(const ws_net *n, u32 first, u32 end) {
    u32 packets = 0;
    for (u32 q = first; q < end; q++)
        packets += n->queue[q].packets;
    return packets;
}

/* The output that most packets of the port's cold queue request. */
static void requested_read(const ws_net *n, u32 port, ws_port *to) {
    u32 outputs = n->size.cold_outputs / n->size.saq_ports;
    const u32 *output_link = n->wire.port_link + to->node * WS_PORTS_MAX;
    for (EACH(i, outputs)) {
        u32 count = n->saq.cold_count[port * outputs + i];
        if (count <= to->requesting)
            continue;
        to->requesting = count;
        to->requested = output_link[i];
    }
}

void ws_port_read(const ws_net *n, uint32_t port, ws_port *to) {
    bool has_lines = n->size.saqs > 0;
    u32 first = n->wire.port_queue0[port];
    u32 end = n->wire.port_queue0[port + 1];
    u32 cold_end = has_lines ? first_saq(n, port) : first + 1;
    *to = (ws_port){.requested = NIL};
    to->cold = first;
    to->node = n->wire.queue_node[first];
    to->link = n->wire.vc_link[port_vc(n, port, to)];
    to->cold_packets = packets_in(n, first, cold_end);
    to->packets = packets_in(n, first, end);
    if (!has_lines)
        return;
    to->used = bit_count(n->saq.valid[port]);
    requested_read(n, port, to);
}

/* ---- set-aside queues ---- */

static void line_read(const ws_saq_state *line, bool valid, ws_cam_line *to) {
    to->path = line->path;
    to->root = line->root;
    to->pending = line->pending;
    to->born = line->born;
    to->died = line->died;
    to->hops = line->hops;
    to->cause = line->cause;
    to->valid = valid;
    to->blocked = line->blocked && valid;
    to->xoff_sent = line->xoff_sent;
    to->used = line->used;
}

void ws_port_cam(const ws_net *n, uint32_t port, ws_cam_line *to) {
    const ws_saq_state *line = n->saq.line + first_line(n, port);
    for (EACH(i, n->layout.saqs)) {
        u32 q = first_saq(n, port) + i;
        to[i] = (ws_cam_line){.queue = q};
        to[i].packets = n->queue[q].packets;
        line_read(&line[i], is_valid(n, port, i), &to[i]);
    }
}

bool ws_port_holds_back(const ws_net *n, uint32_t q) {
    const ws_saq_state *line = line_of(n, q);
    if (!line)
        return false;
    return line->xoff_sent || n->queue[q].packets > n->def->saq_xon;
}

uint32_t ws_port_ahead(const ws_net *n, uint32_t q) {
    return line_of(n, q) ? n->model->ahead(n, q) : NIL;
}
