/* broken.c - a law of a switch model that is broken is told, by its words: of every model a network under load is sound, and is not when one
 * number of its own columns is another. So no list of laws is left out of its row, and none is asked of nothing. */
#include "fixture.h"

enum { CYCLES = 400 };

static void port_busy(ws_net *n) { n->port.busy[0] ^= 1; }
static void port_requests(ws_net *n) { n->port.requests[first_link(n, 0)] ^= 1ull << 40; }
static void port_inhibited(ws_net *n) {
    for (u32 q = 0; q < n->wire.source_queue0; q++)
        if (packets_in(n, q) == 0) {
            bit_set(n->port.inhibited, q);
            return;
        }
}
static void room_of_dest(ws_net *n) {
    u32 l = 0;
    while (is_sink(n, l)) l++;
    n->port.dest_credit[(size_t)l * n->size.hosts]++;
}
static void cold_count(ws_net *n) { n->saq.cold_count[0]++; }
static void saq_pending(ws_net *n) { n->saq.line[n->size.saqs - 1].pending++; }
static void output_room(ws_net *n) {
    u32 port = n->wire.link_port[first_link(n, 0)];
    n->cross.room[port]++;
}
static void unit_waiting(ws_net *n) { n->header_unit.waiting[0]++; }
static void unit_requests(ws_net *n) {
    u64 *requests = n->header_unit.requests + n->wire.set0[0];
    requests[0] ^= 1;
    n->header_unit.waiting[0] = (u16)bit_count(requests[0]);
}
static u32 buffered_vc(const ws_net *n) {
    u32 v = 0;
    while (!fast_link(n, link_of(n, v))->buffered) v++;
    return v;
}
static void buffer_to_go(ws_net *n) { n->output_buffer.vc[buffered_vc(n)].to_go++; }
static void buffer_ready(ws_net *n) { n->output_buffer.ready[link_of(n, buffered_vc(n))] ^= 1; }
static void crossing_ready(ws_net *n) { n->output_buffer.ready_inputs[0] ^= 1; }
static void pool_smaller(ws_net *n) {
    while (n->queue[n->wire.pool0[0]].packets == 0) {
        ws_net_step(n, 1);
        ws_net_events_clear(n);
    }
    n->def->pool = 0;
}
static void output_inhibited(ws_net *n) {
    u32 port = n->wire.link_port[first_link(n, 0)];
    bit_set(n->port.inhibited, first_queue_of(n, port));
}

static const struct {
    const char *machine;
    int64_t queueing;
    void (*change)(ws_net *n);
    const char *words;
} rows[] = {
    {"recn", WS_QUEUEING_1Q, port_busy, "busy"},
    {"recn", WS_QUEUEING_1Q, port_requests, "the ports that wait for a link are not those that it knows"},
    {"recn", WS_QUEUEING_VOQSW, port_inhibited, "a queue is inhibited without a head"},
    {"recn", WS_QUEUEING_VOQNET, port_busy, "busy"},
    {"recn", WS_QUEUEING_VOQNET, room_of_dest, "the room for a destination at the end of a link is miscounted"},
    {"recn", WS_QUEUEING_RECN_IQ, port_busy, "busy"},
    {"recn", WS_QUEUEING_RECN_IQ, cold_count, "a cold queue has miscounted its packets"},
    {"recn", WS_QUEUEING_RECN_IQ, saq_pending, "a set-aside queue"},
    {"recn", WS_QUEUEING_RECN, port_busy, "busy"},
    {"recn", WS_QUEUEING_RECN, saq_pending, "a set-aside queue"},
    {"recn", WS_QUEUEING_RECN, output_room, "an output port has miscounted its packets"},
    {"now-vct", -1, unit_waiting, "a header unit has miscounted the heads that wait"},
    {"now-vct", -1, unit_requests, "the header unit does not know the state of a head"},
    {"now-wormhole", -1, buffer_to_go, "an output buffer has miscounted the flits to go"},
    {"now-wormhole", -1, buffer_ready, "an output buffer does not know whether it may send"},
    {"now-wormhole", -1, crossing_ready, "a queue does not know whether it can cross"},
    {"fedx", -1, pool_smaller, "a switch uses more packet buffers than it has"},
    {"slotted-switch", WS_QUEUEING_VOQ, port_busy, "a switch does not know which of its inputs are taken"},
    {"output-queued", WS_QUEUEING_OQ, output_inhibited, "the queue of an output is inhibited"},
};

static ws_def def_of(const char *machine, int64_t queueing) {
    bool slots = strcmp(machine, "slotted-switch") == 0;
    bool ideal = queueing == WS_QUEUEING_OQ;
    ws_def d = slots ? fixture_slots(8) : fixture_machine(ideal ? "recn" : machine);
    if (queueing >= 0) d.queueing = queueing;
    if (queueing == WS_QUEUEING_RECN || ideal) d.router_delay = d.vc_delay = 0;
    if (ideal) d.routing = WS_ROUTING_UPDOWN, d.route_choice = WS_ROUTE_CHOICE_FIXED;
    if (slots) d.crossbar = WS_CROSSBAR_MULTIPLEXED;
    if (!slots) d.load = 600000;
    return d;
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ws_def d = def_of(rows[i].machine, rows[i].queueing);
        ws_net *n = fixture_net(&d, NULL);
        ws_error error = {0};
        for (int c = 0; c < CYCLES; c++) {
            ws_net_step(n, 1);
            ws_net_events_clear(n);
        }
        bool sound = ws_net_check(n, &error);
        if (!sound) note("%s", error.text);
        rows[i].change(n);
        bool told = !ws_net_check(n, &error) && strstr(error.text, rows[i].words);
        if (!told) note("said: %s", error.text);
        ok(sound && told, "%s%s: %s", rows[i].machine, n->model == &switch_OQ ? " (oq)" : "", rows[i].words);
        ws_net_free(n);
    }
    return done();
}
