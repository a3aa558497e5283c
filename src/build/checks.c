/* checks.c - is a definition possible? Contradictions between parameters and with the graph, each
 * said in words; those of one switch model are in its own file. The ranges of single parameters
 * are the business of whoever parses them, but what would break an invariant is checked again
 * here. */
#include "build.h"

static bool check_ranges(const ws_def *def, ws_error *error) {
    if (def->vcs < 1 || def->vcs > WS_VCS_MAX || def->buffer < 1 || def->link_delay < 1)
        return fail_with(error, "vcs, buffer and link-delay must be at least 1 (vcs at most %d)",
                         WS_VCS_MAX);
    bool negative = def->timeout < 0 || def->timeout_cost < 0 || def->timeout_patience < 0;
    if (def->occupancy_weight < 1 || negative)
        return fail_with(error, "occupancy-weight must be at least 1; timeout, timeout-cost and "
                                "timeout-patience at least 0");
    if (def->output_buffer < 0 || def->output_buffer > 4096)
        return fail_with(error, "output-buffer must be between 0 and 4096");
    return true;
}

static bool check_flow(const ws_def *def, ws_error *error) {
    i64 packets = packets_per_buffer(def);
    if (packets == 0 && def->grant_room != WS_GRANT_ROOM_FIT)
        return true;
    if (def->flow_control == WS_FLOW_STOP_GO)
        return fail_with(error, "grant-room packet, fit and bubble, and switching other than "
                                "wormhole, need credits") ||
               ws_remedy(error, "flow-control", "credit");
    if (packets == 0)
        return true;
    i64 longest = longest_packet(def);
    if (longest == 0)
        return fail_with(error, "whole packets in buffers need packets of bounded length") ||
               ws_remedy(error, "length", "fixed N") ||
               ws_remedy_note(error, "segment-rule", "fixed") ||
               fail_advise(error, " or `set segment-rule fixed`");
    const char *what = packets > 1 ? "two packets" : "a packet";
    if (longest * packets > def->buffer)
        return fail_with(
            error,
            "a buffer of %lld flits has no room for %s of %lld flits; buffer or length must change",
            (long long)def->buffer, what, (long long)longest);
    return true;
}

/* Parameters of one kind of switch alone: the routing unit, buffers at the outputs, refusals. */
static bool check_router(const ws_def *def, const ws_routing *routing, ws_error *error) {
    bool unit = def->router_unit == WS_ROUTER_UNIT_HEADER;
    if (routing->tiers && !unit)
        return fail_with(
                   error,
                   "this routing tries some virtual channels first and needs the routing unit") ||
               ws_remedy(error, "router-unit", "header");
    if (def->multiplexing == WS_MULTIPLEXING_PACKET && !unit)
        return fail_with(error, "multiplexing packet needs the routing unit") ||
               ws_remedy(error, "router-unit", "header");
    if (unit && def->queueing != WS_QUEUEING_FIFO)
        return fail_with(error,
                         "router-unit header needs router-delay 1 or more, and queueing fifo");
    if (def->output_buffer > 0 && !unit)
        return fail_with(
            error, "output-buffer needs crossbar full, crossbar-delay 1 and router-unit header");
    if (def->flow_control == WS_FLOW_NACK && def->queueing != WS_QUEUEING_POOL)
        return fail_with(error,
                         "queueing pool and flow-control nack go together: set both, or neither");
    return true;
}

static bool needs_grid(const ws_def *def) {
    switch (def->traffic) {
    case WS_TRAFFIC_TRANSPOSE:
    case WS_TRAFFIC_BIT_COMPLEMENT:
    case WS_TRAFFIC_TORNADO:
    case WS_TRAFFIC_NEIGHBOUR: return true;
    default: return false;
    }
}

static bool check_traffic(const ws_def *def, const ws_graph *graph, ws_error *error) {
    bool grid = needs_grid(def);
    bool to_others = !grid && def->traffic != WS_TRAFFIC_UNIFORM_SELF;
    if (graph->hosts < 1)
        return fail_with(error, "the network has no hosts") ||
               ws_remedy(error, "hosts-per-switch", "1");
    if (graph->hosts < 2 && to_others)
        return fail_with(error,
                         "a network of one host has no destination; give it two hosts, or `set "
                         "traffic uniform-self`") ||
               ws_remedy_note(error, "traffic", "uniform-self");
    if (grid && graph->dimensions == 0)
        return fail_with(error,
                         "this traffic needs rows and columns (line, ring, mesh or torus)") ||
               ws_remedy(error, "traffic", "uniform");
    if (def->traffic == WS_TRAFFIC_TRANSPOSE && graph->dimensions > 2)
        return fail_with(
                   error,
                   "traffic transpose is for rows and columns, not for a cube of %d dimensions",
                   graph->dimensions) ||
               ws_remedy(error, "traffic", "bit-complement");
    if (def->traffic == WS_TRAFFIC_TRANSPOSE && graph->rows != graph->cols)
        return fail_with(error, "traffic transpose needs as many rows as columns, not %d x %d",
                         graph->rows, graph->cols);
    if (def->traffic == WS_TRAFFIC_GROUP_SHIFT && def->topology != WS_TOPOLOGY_DRAGONFLY)
        return fail_with(error, "traffic group-shift needs the groups of a dragonfly") ||
               ws_remedy(error, "topology", "dragonfly 4 2");
    if (def->traffic == WS_TRAFFIC_HOTSPOT && def->hotspot_host >= graph->hosts)
        return fail_with(error, "hotspot-host %lld does not exist; the hosts are 0 to %d",
                         (long long)def->hotspot_host, graph->hosts - 1);
    return true;
}

/* Every independent host needs another one that is no hot spot. */
static bool check_hot(const ws_def *def, const ws_graph *graph, ws_error *error) {
    if (def->traffic != WS_TRAFFIC_HOT_SENDERS)
        return true;
    u32 senders = hot_senders(def, graph);
    if (def->hot_spots >= 1 && def->hot_spots + senders + 2 <= graph->hosts)
        return true;
    return fail_with(error,
                     "of %d hosts, %lld are hot spots and %u send to them: two at least must be "
                     "left; fewer hot-spots, or a "
                     "smaller hot-share",
                     graph->hosts, (long long)def->hot_spots, senders);
}

/* Where buffers hold whole packets, is there room for a payload beside the overhead? */
static bool check_overhead(const ws_def *def, ws_error *error) {
    bool whole = def->flow_control == WS_FLOW_NACK;
    whole |= def->flow_control == WS_FLOW_PACKET_CREDIT;
    if (def->overhead < 0)
        return fail_with(error, "overhead must be at least 0");
    if (!whole || def->overhead < def->buffer)
        return true;
    return fail_with(error, "an overhead of %lld flits leaves no room in a buffer of %lld",
                     (long long)def->overhead, (long long)def->buffer);
}

static bool check_police(const ws_def *def, const ws_graph *graph, ws_error *error) {
    const ws_switch *model = switch_of(def, (u32)graph->hosts);
    if (def->police_rate == 0)
        return true;
    if (def->police_rate < 0 || def->police_burst < 1)
        return fail_with(error, "police-rate must be at least 0, police-burst at least 1");
    if (!model->host && !model->by_dest)
        return true;
    return fail_with(error,
                     "police-rate needs one source queue for each class at the hosts; not with "
                     "queueing pool, voq or voqnet");
}

static bool check_priorities(const ws_def *def, ws_error *error) {
    i64 classes = def->priorities;
    i64 shares = def->high_share + def->second_share;
    if (classes < 2 || classes > WS_CLASSES_MAX)
        return fail_with(error, "priorities must be between 2 and %d", WS_CLASSES_MAX);
    if (classes > 3)
        shares += def->third_share;
    if (def->class_rule != WS_CLASS_RULE_PRIORITY || classes == 2 || shares <= WS_MILLION)
        return true;
    return fail_with(error, "high-share, second-share and third-share are more than 1 together");
}

static bool check_lengths(const ws_def *def, ws_error *error) {
    if (def->length_mean < 1 || def->length_unit < 1)
        return fail_with(error, "length and length-unit must be at least 1");
    if (def->length == WS_LENGTH_MIXTURE && def->mixture_count < 1)
        return fail_with(error, "length mixture needs at least one LO-HI:WEIGHT");
    return true;
}

static bool check_model(const ws_def *def, const ws_graph *graph, ws_error *error) {
    const ws_switch *model = switch_of(def, (u32)graph->hosts);
    const ws_check check = {
        .def = def,
        .routing = ws_routings[def->routing],
        .error = error,
    };
    return !model->check || model->check(&check);
}

bool def_check(const ws_def *def, const ws_graph *graph, ws_error *error) {
    const ws_routing *routing = ws_routings[def->routing];
    if (!check_ranges(def, error))
        return false;
    if (!check_flow(def, error))
        return false;
    if (!check_router(def, routing, error))
        return false;
    if (!check_model(def, graph, error))
        return false;
    if (!check_traffic(def, graph, error))
        return false;
    if (!check_hot(def, graph, error))
        return false;
    if (!check_overhead(def, error))
        return false;
    if (!check_priorities(def, error))
        return false;
    if (!check_police(def, graph, error))
        return false;
    return check_lengths(def, error);
}
