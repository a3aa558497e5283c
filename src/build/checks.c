/* checks.c - is a definition possible? Contradictions between parameters and with the graph,
 * each said in words. The ranges of single parameters are the business of whoever parses them,
 * but what would break an invariant is checked again here. */
#include "build.h"

/* How many packets a buffer must be able to hold. */
static i64 whole_packets(const ws_def *d) {
    if (d->grant_room == WS_GRANT_ROOM_BUBBLE)
        return 2;
    return d->grant_room == WS_GRANT_ROOM_PACKET || d->switching != WS_SWITCHING_WORMHOLE ||
           d->flow_control == WS_FLOW_PACKET_CREDIT || d->flow_control == WS_FLOW_NACK;
}

static bool check_flow(const ws_def *d, ws_error *error) {
    i64 packets = whole_packets(d);
    i64 longest;
    if (packets == 0 && d->grant_room != WS_GRANT_ROOM_FIT)
        return true;
    if (d->flow_control == WS_FLOW_STOP_GO)
        return fail(error, "grant-room packet, fit and bubble, and switching other than wormhole, "
                           "need credits; try `set flow-control credit`");
    if (packets == 0)
        return true;
    if ((longest = longest_packet(d)) == 0)
        return fail(error, "whole packets in buffers need packets of bounded length; try `set "
                           "length fixed N` or `set segment-rule fixed`");
    if (longest * packets > d->buffer)
        return fail(
            error,
            "a buffer of %lld flits has no room for %s of %lld flits; buffer or length must change",
            (long long)d->buffer, packets > 1 ? "two packets" : "a packet", (long long)longest);
    return true;
}

static bool check_router(const ws_def *d, ws_error *error) {
    bool unit = d->router_unit == WS_ROUTER_UNIT_HEADER;
    if (ws_routings[d->routing]->tiers && !unit)
        return fail(error, "this routing tries some lanes before others and needs the routing "
                           "unit; try `set router-unit header`");
    if (d->multiplexing == WS_MULTIPLEXING_PACKET && !unit)
        return fail(error,
                    "multiplexing packet needs the routing unit; try `set router-unit header`");
    if (unit && (d->router_delay < 1 || d->queueing != WS_QUEUEING_FIFO))
        return fail(error, "router-unit header needs router-delay 1 or more, and queueing fifo");
    if (d->output_buffer == 0)
        return true;
    if (d->crossbar != WS_CROSSBAR_FULL || d->crossbar_delay != 1 || !unit)
        return fail(error,
                    "output-buffer needs crossbar full, crossbar-delay 1 and router-unit header");
    bool asked = d->grant_room != WS_GRANT_ROOM_NONE || whole_packets(d) > 0;
    bool sure = d->flow_control != WS_FLOW_STOP_GO && asked; /* that a head will leave the buffer */
    if (d->timeout_policy != WS_TIMEOUT_POLICY_NONE && !sure)
        return fail(error, "no timer runs for a head in an output buffer, so it must have room "
                           "ahead; try `set grant-room flit` "
                           "and `set flow-control credit`");
    return true;
}

static bool check_pool(const ws_def *d, ws_error *error) {
    bool pool = d->queueing == WS_QUEUEING_POOL;
    if (pool != (d->flow_control == WS_FLOW_NACK))
        return fail(error, "queueing pool and flow-control nack go together: set both, or neither");
    if (!pool)
        return true;
    if (d->vcs != 1 || d->router_unit != WS_ROUTER_UNIT_OUTPUTS || d->output_buffer > 0)
        return fail(error, "queueing pool needs vcs 1, router-unit outputs and output-buffer 0");
    if (d->router_delay < 1)
        return fail(
            error,
            "queueing pool needs router-delay 1 or more: a header is not received in no time");
    if (d->lane_delay > 0 || d->crossbar_delay > 0 || d->input_delay > 0)
        return fail(error, "with queueing pool a header is received and routed within "
                           "router-delay; lane-delay, crossbar-delay and "
                           "input-delay must be 0");
    if (d->switching == WS_SWITCHING_STORE_AND_FORWARD || d->grant_room != WS_GRANT_ROOM_NONE)
        return fail(error, "queueing pool is cut-through by itself; switching store-and-forward "
                           "and grant-room have no place there");
    if (d->timeout_policy != WS_TIMEOUT_POLICY_NONE)
        return fail(
            error,
            "with queueing pool packets are refused, not killed; try `set timeout-policy none`");
    if (d->inject_window < 1)
        return fail(error, "inject-window must be 1 or more");
    if (d->pool < 2 || d->pool > 64 || d->pe_rate < 1 || d->pe_rate > 4)
        return fail(error, "pool must be between 2 and 64 packets, pe-rate between 1 and 4");
    return true;
}

/* The ideal switch: a packet goes into the queue of its output at once, so its way must be known. */
static bool check_output_queued(const ws_def *d, ws_error *error) {
    const ws_routing *routing = ws_routings[d->routing];
    bool draws = routing->all && d->route_choice != WS_ROUTE_CHOICE_FIXED;
    if (d->flow_control != WS_FLOW_PACKET_CREDIT || d->vcs != 1 || d->output_buffer != 0)
        return fail(error, "queueing oq needs vcs 1, no output-buffer, and whole packets; try `set "
                           "flow-control packet-credit`");
    if (d->router_unit == WS_ROUTER_UNIT_HEADER || d->switch_priority)
        return fail(error, "queueing oq needs router-unit outputs and no switch-priority: packets "
                           "leave an output in the order in which they came");
    if (d->router_delay > 0 || d->lane_delay > 0)
        return fail(error, "queueing oq needs router-delay 0 and lane-delay 0: a packet would go "
                           "through the router twice");
    if (d->timeout_policy != WS_TIMEOUT_POLICY_NONE || d->grant_room == WS_GRANT_ROOM_BUBBLE)
        return fail(error, "queueing oq has no timeouts and no bubble");
    if (!routing->next || draws)
        return fail(error, "queueing oq needs a routing with one way; try `set routing updown` and "
                           "`set route-choice fixed`");
    return true;
}

/* Ports: a memory for whole packets, one lane a link, ways that are fixed. */
static bool check_ports(const ws_def *d, ws_error *error) {
    if (!switch_of(d, 1)->ports)
        return true;
    if (d->queueing == WS_QUEUEING_OQ)
        return check_output_queued(d, error);
    if (d->flow_control != WS_FLOW_PACKET_CREDIT || d->vcs != 1 || d->output_buffer != 0)
        return fail(error, "queueing 1q, voqsw, voqnet, recn-iq and recn need flow-control "
                           "packet-credit, vcs 1 and no output-buffer");
    if (d->router_unit == WS_ROUTER_UNIT_HEADER || d->arbiter != WS_ARBITER_ROUND_ROBIN ||
        d->switch_priority)
        return fail(error, "queueing 1q, voqsw, voqnet, recn-iq and recn need arbiter round-robin, "
                           "router-unit outputs and no switch-priority");
    if (d->timeout_policy != WS_TIMEOUT_POLICY_NONE || d->grant_room == WS_GRANT_ROOM_BUBBLE ||
        ws_routings[d->routing]->options != 1)
        return fail(error, "queueing 1q, voqsw, voqnet, recn-iq and recn need a routing with one "
                           "way, no timeouts and no bubble");
    bool fixed = d->routing == WS_ROUTING_SOURCE;
    if ((d->queueing == WS_QUEUEING_RECN_IQ || d->queueing == WS_QUEUEING_RECN) && !fixed)
        return fail(error, "queueing recn-iq and recn need fixed ways; try `set routing source`");
    if (d->queueing != WS_QUEUEING_1Q && !fixed)
        return fail(error, "queueing voqsw and voqnet choose a queue by the way of a packet; try "
                           "`set routing source`");
    if (d->queueing == WS_QUEUEING_RECN && (d->router_delay > 0 || d->lane_delay > 0))
        return fail(error, "queueing recn needs router-delay 0 and lane-delay 0: a packet would go "
                           "through the router twice");
    if (d->queueing == WS_QUEUEING_VOQNET && d->class_rule == WS_CLASS_RULE_PRIORITY)
        return fail(error, "queueing voqnet has a queue for each destination at the hosts, not for "
                           "each class; try `set classes none`");
    if (d->saqs < 0 || d->saqs > 64 || d->saq_detect < 1 || d->notification_delay < 1 ||
        d->saq_idle < 1 || d->voqnet_room < 1)
        return fail(error, "saqs must be between 0 and 64; saq-detect, saq-idle, "
                           "notification-delay and voqnet-room at least 1");
    if (d->saq_xon < 0 || d->saq_xon >= d->saq_xoff)
        return fail(error, "saq-xon %lld must be below saq-xoff %lld", (long long)d->saq_xon,
                    (long long)d->saq_xoff);
    return true;
}

static bool check_traffic(const ws_def *d, const ws_graph *g, ws_error *error) {
    bool grid = d->traffic == WS_TRAFFIC_TRANSPOSE || d->traffic == WS_TRAFFIC_BIT_COMPLEMENT ||
                d->traffic == WS_TRAFFIC_TORNADO || d->traffic == WS_TRAFFIC_NEIGHBOUR;
    if (g->hosts < 1)
        return fail(error, "the network has no hosts; try `set hosts-per-switch 1`");
    if (g->hosts < 2 && d->traffic != WS_TRAFFIC_UNIFORM_SELF && !grid)
        return fail(error, "a network of one host has nobody to send to; give it two, or `set "
                           "traffic uniform-self`");
    if (grid && g->cols == 0)
        return fail(error, "this traffic needs rows and columns (line, ring, mesh or torus); try "
                           "`set traffic uniform`");
    if (d->traffic == WS_TRAFFIC_TRANSPOSE && g->rows != g->cols)
        return fail(error, "traffic transpose needs as many rows as columns, not %d x %d", g->rows,
                    g->cols);
    if (d->traffic == WS_TRAFFIC_HOTSPOT && d->hotspot_host >= g->hosts)
        return fail(error, "hotspot-host %lld does not exist; the hosts are 0 to %d",
                    (long long)d->hotspot_host, g->hosts - 1);
    return true;
}

/* Every independent host needs another one that is no hot spot. */
static bool check_hot(const ws_def *d, const ws_graph *g, ws_error *error) {
    if (d->traffic != WS_TRAFFIC_HOT_SENDERS)
        return true;
    if (d->hot_spots < 1 || d->hot_spots + hot_senders(d, g) + 2 > g->hosts)
        return fail(error,
                    "of %d hosts, %lld are hot spots and %u send to them: two at least must be "
                    "left; fewer hot-spots, or a "
                    "smaller hot-share",
                    g->hosts, (long long)d->hot_spots, hot_senders(d, g));
    if (d->queueing == WS_QUEUEING_VOQ)
        return fail(error, "queueing voq has no traffic hot-senders; try `set traffic hotspot`");
    return true;
}

static bool check_load(const ws_def *d, ws_error *error) {
    if (d->length_mean < 1 || d->length_unit < 1)
        return fail(error, "length and length-unit must be at least 1");
    if (d->length == WS_LENGTH_MIXTURE && d->mixture_count < 1)
        return fail(error, "length mixture needs at least one LO-HI:WEIGHT");
    if (d->queueing == WS_QUEUEING_VOQ && d->topology != WS_TOPOLOGY_SWITCH)
        return fail(error, "queueing voq is for one switch; try `set topology switch`");
    if (d->queueing == WS_QUEUEING_VOQ && d->class_rule != WS_CLASS_RULE_NONE)
        return fail(error, "queueing voq has one class of traffic; try `set classes none`");
    return true;
}

bool def_check(const ws_def *d, const ws_graph *g, ws_error *error) {
    if (d->vcs < 1 || d->vcs > WS_VCS_MAX || d->buffer < 1 || d->link_delay < 1)
        return fail(error, "vcs, buffer and link-delay must be at least 1 (vcs at most %d)",
                    WS_VCS_MAX);
    if (d->occupancy_weight < 1 || d->timeout < 0 || d->timeout_cost < 0 || d->timeout_patience < 0)
        return fail(error, "occupancy-weight must be at least 1; timeout, timeout-cost and "
                           "timeout-patience at least 0");
    if (d->output_buffer < 0 || d->output_buffer > 4096)
        return fail(error, "output-buffer must be between 0 and 4096");
    return check_flow(d, error) && check_router(d, error) && check_pool(d, error) &&
           check_ports(d, error) && check_traffic(d, g, error) && check_hot(d, g, error) &&
           check_load(d, error);
}
