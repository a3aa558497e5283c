/* saqs.c - see saqs.h. */
#include "observe/saqs.h"

#include "switch/switch.h"

/* valid, blocked, ready, and 31 bits each of turnpool and mask (RECN papers) */
enum { CAM_LINE_BITS = 65 };

const char *const ws_saq_causes[] = {
    [WS_SAQ_DETECTED] = "detected", [WS_SAQ_NOTIFIED] = "notified"};

/* ---- what ports cost ---- */

static void raise_to(uint32_t *most, uint32_t value) {
    if (value > *most)
        *most = value;
}

/* Queues of a port, with the SAQs that parameters allow; the build has made
 * room for more. */
static u32 queues_in_use(const ws_net *n, u32 port) {
    const u32 *queue0 = &n->wire.port_queue0[port];
    u32 queues = queue0[1] - queue0[0];
    if (n->layout.saqs == 0)
        return queues;
    return queues - n->layout.saqs + (u32)n->def->saqs;
}

/* The port at the end of link l. Returns its queues. */
static u32 input_cost(ws_port_cost *cost, const ws_net *n, u32 l) {
    u32 v = first_vc(n, l);
    u32 port = port_of(n, n->wire.vc_queue[v]);
    u32 queues = queues_in_use(n, port);
    raise_to(&cost->queues_per_port, queues);
    raise_to(&cost->memory_flits, n->wire.vc_credits[v] * n->packet_room);
    return queues;
}

/* Queues of the ports that feed the outputs of switch x, if there are such ports. */
static u32 output_queues(const ws_net *n, u32 x) {
    const u32 *link_port = n->wire.link_port;
    u32 queues = 0;
    if (!link_port)
        return 0;
    for (LINKS_EACH(l, n, x))
        queues += queues_in_use(n, link_port[l]);
    return queues;
}

static void switch_cost(ws_port_cost *cost, const ws_net *n, u32 x) {
    const ws_wiring *wire = &n->wire;
    u32 queues = 0;
    for (u32 i = wire->in0[x]; i < wire->in0[x + 1]; i++)
        queues += input_cost(cost, n, wire->in_link[i]);
    queues += output_queues(n, x);
    raise_to(&cost->queues_per_switch, queues);
}

ws_port_cost ws_port_cost_of(const ws_net *n) {
    ws_port_cost cost = {.ports = n->size.ports};
    if (!n->ports)
        return cost;
    for (EACH(x, n->size.switches))
        switch_cost(&cost, n, x);
    if (n->layout.saqs > 0)
        cost.control_bits = CAM_LINE_BITS * (u32)n->def->saqs;
    return cost;
}

/* ---- those in use ---- */

static const ws_saq_state *first_line(const ws_net *n, u32 port) {
    return n->saq.line + port * n->layout.saqs;
}

static u32 first_saq(const ws_net *n, u32 port) {
    return n->wire.port_queue0[port + 1] - n->layout.saqs;
}

static bool is_output(const ws_net *n, u32 port) {
    const u32 *links = n->wire.port_out;
    return links && links[port] != NIL;
}

static void port_count(ws_saq_census *census, const ws_net *n, u32 port) {
    const ws_saq_state *line = first_line(n, port);
    const ws_queue_state *queue = &n->queue[first_saq(n, port)];
    u64 valid = n->saq.valid[port];
    u32 active = bit_count(valid);
    census->active += active;
    if (is_output(n, port))
        census->outputs += active;
    raise_to(&census->most, active);
    for (BITS_EACH(i, valid)) {
        census->blocked += line[i].blocked;
        census->packets += queue[i].packets;
    }
}

ws_saq_census ws_saqs_count(const ws_net *n) {
    ws_saq_census census = {0};
    for (EACH(port, n->size.saq_ports))
        port_count(&census, n, port);
    return census;
}

static void saq_read(ws_saq *to, const ws_saq_state *line) {
    to->root = line->root;
    to->path = line->path;
    to->hops = line->hops;
    to->born = line->born;
    to->cause = line->cause;
    to->blocked = line->blocked;
    to->xoff_sent = line->xoff_sent;
    to->pending = line->pending > 0;
    to->idle = line->idle_from > 0;
}

/* The link that fills a port, or that it feeds. */
static u32 port_link(const ws_net *n, u32 port) {
    u32 first = n->wire.port_queue0[port];
    if (is_output(n, port))
        return n->wire.port_out[port];
    u32 v = feeding_vc(n, first);
    return link_of(n, v);
}

/* The set-aside queues of a port that are in use: up to `room`; returns how many there are. */
static u32 port_list(const ws_net *n, u32 port, ws_saq *saqs, u32 room) {
    const ws_saq_state *line = first_line(n, port);
    u32 count = 0;
    u64 valid = n->saq.valid[port];
    for (BITS_EACH(i, valid)) {
        if (count++ >= room)
            continue;
        u32 q = first_saq(n, port) + i;
        ws_saq *to = &saqs[count - 1];
        to->queue = q;
        to->link = port_link(n, port);
        to->packets = n->queue[q].packets;
        to->flits = n->queue[q].flits;
        to->output = is_output(n, port);
        saq_read(to, &line[i]);
    }
    return count;
}

/* The port at the end of link l; NIL at a host. */
static u32 input_port(const ws_net *n, u32 l) {
    if (is_sink(n, l))
        return NIL;
    u32 cold = n->wire.vc_queue[first_vc(n, l)];
    return port_of(n, cold);
}

/* The port that feeds link l; NIL without output ports. */
static u32 output_port(const ws_net *n, u32 l) {
    const u32 *link_port = n->wire.link_port;
    if (!link_port)
        return NIL;
    return link_port[l];
}

uint32_t ws_saqs_of(const ws_net *n, uint32_t l, ws_saq *saqs, uint32_t room) {
    u32 count = 0;
    if (n->size.saq_ports == 0)
        return 0;
    u32 input = input_port(n, l);
    u32 output = output_port(n, l);
    if (input != NIL)
        count += port_list(n, input, saqs, room);
    u32 listed = room;
    if (count < room)
        listed = count;
    u32 spare = room - listed;
    ws_saq *rest = saqs + listed;
    if (output != NIL)
        count += port_list(n, output, rest, spare);
    return count;
}

void ws_saq_path(uint32_t path, uint32_t hops, char *text, size_t room) {
    u32 i = 0;
    for (; i < hops && i + 1 < room; i++)
        text[i] = (char)('0' + (path >> (HOP_BITS * i) & HOP_MASK));
    if (room > 0)
        text[i] = '\0';
}

void ws_saq_log_add(ws_saq_log *log, const ws_net *n, const ws_event *event) {
    bool freed = event->kind == WS_EVENT_SAQ_FREED;
    if (!freed && event->kind != WS_EVENT_SAQ_ALLOCATED)
        return;
    ws_saq_event *to = &log->event[log->count % WS_SAQ_LOG];
    to->cycle = event->cycle;
    to->born = event->created;
    to->link = n->wire.vc_link[event->source];
    to->root = event->dest;
    to->path = event->length;
    to->hops = event->hops;
    to->cause = event->traffic_class;
    to->freed = freed;
    log->count++;
    if (!freed)
        return;
    log->freed++;
    log->lives += event->cycle - event->created;
    log->latest = event->cycle;
}

void ws_link_ends(const ws_net *n, uint32_t l, uint32_t *from, uint32_t *to) {
    *from = n->wire.link_from[l];
    *to = n->wire.link_to[l];
}
