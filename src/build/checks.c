/* checks.c - is a definition possible? Contradictions between parameters and with the graph, each
 * said in words; those of one switch model are in its own file. The ranges of single parameters
 * are the business of whoever parses them, but what would break an invariant is checked again
 * here. */
#include "build.h"

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

/* ---- what asks for more than one parameter ---- */

/* Is there room, and are there credits, where the rules ask for whole packets? */
static bool packets_fit(const ws_check *check) {
    const ws_def *def = check->def;
    ws_error *error = check->error;
    i64 packets = packets_per_buffer(def);
    i64 longest = longest_packet(def);
    if (packets == 0 && def->grant_room != WS_GRANT_ROOM_FIT)
        return true;
    if (def->flow_control == WS_FLOW_STOP_GO)
        return fail_with(error, "grant-room packet, fit and bubble, and switching other than "
                                "wormhole, need credits") ||
               ws_remedy(error, "flow-control", "credit");
    if (packets == 0)
        return true;
    if (longest == 0)
        return fail_with(error, "whole packets in buffers need packets of bounded length") ||
               ws_remedy(error, "length", "fixed N") ||
               ws_remedy_note(error, "segment-rule", "fixed") ||
               fail_advise(error, " or `set segment-rule fixed`");
    const char *what = packets > 1 ? "two packets" : "a packet";
    if (longest * packets <= def->buffer)
        return true;
    return fail_with(
        error,
        "a buffer of %lld flits has no room for %s of %lld flits; buffer or length must change",
        (long long)def->buffer, what, (long long)longest);
}

static bool has_no_tiers(const ws_check *check) {
    return !check->routing->tiers;
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

/* Are there hosts to send to, and does the graph have what the destinations go by? */
static bool traffic_is_possible(const ws_check *check) {
    const ws_def *def = check->def;
    const ws_graph *graph = check->graph;
    ws_error *error = check->error;
    bool grid = needs_grid(def);
    bool to_others = !grid && def->traffic != WS_TRAFFIC_UNIFORM_SELF;
    bool transposes = def->traffic == WS_TRAFFIC_TRANSPOSE;
    if (graph->hosts < 1)
        return fail_with(error, "the network has no hosts") ||
               ws_remedy(error, "hosts-per-switch", "1");
    if (graph->hosts < 2 && to_others)
        return fail_with(error, "a network of one host has no destination; give it two hosts, or "
                                "`set traffic uniform-self`") ||
               ws_remedy_note(error, "traffic", "uniform-self");
    if (grid && graph->dimensions == 0)
        return fail_with(error,
                         "this traffic needs rows and columns (line, ring, mesh or torus)") ||
               ws_remedy(error, "traffic", "uniform");
    if (transposes && graph->dimensions > 2)
        return fail_with(error,
                         "traffic transpose is for rows and columns, not for a cube of %d "
                         "dimensions",
                         graph->dimensions) ||
               ws_remedy(error, "traffic", "bit-complement");
    if (transposes && graph->rows != graph->cols)
        return fail_with(error, "traffic transpose needs as many rows as columns, not %d x %d",
                         graph->rows, graph->cols);
    if (def->traffic != WS_TRAFFIC_HOTSPOT || def->hotspot_host < graph->hosts)
        return true;
    return fail_with(error, "hotspot-host %lld does not exist; the hosts are 0 to %d",
                     (long long)def->hotspot_host, graph->hosts - 1);
}

/* Every independent host needs another one that is no hot spot. */
static bool hosts_remain(const ws_check *check) {
    const ws_def *def = check->def;
    i32 hosts = check->graph->hosts;
    u32 senders = hot_senders(def, check->graph);
    if (def->hot_spots >= 1 && def->hot_spots + senders + 2 <= hosts)
        return true;
    return fail_with(check->error,
                     "of %d hosts, %lld are hot spots and %u send to them: two at least must be "
                     "left; fewer hot-spots, or a smaller hot-share",
                     hosts, (long long)def->hot_spots, senders);
}

/* Where buffers hold whole packets, is there room for a payload beside the overhead? */
static bool payload_fits(const ws_check *check) {
    const ws_def *def = check->def;
    if (def->overhead < def->buffer)
        return true;
    return fail_with(check->error, "an overhead of %lld flits leaves no room in a buffer of %lld",
                     (long long)def->overhead, (long long)def->buffer);
}

static bool shares_are_one(const ws_check *check) {
    const ws_def *def = check->def;
    i64 shares = def->high_share + def->second_share;
    if (def->priorities > 3)
        shares += def->third_share;
    return def->priorities == 2 || shares <= WS_MILLION;
}

static bool hosts_can_police(const ws_check *check) {
    const ws_switch *model = check->model;
    return !model->host && !model->by_dest;
}

/* ---- the rules ---- */

/* Before those of the switch model. */
static const ws_rule machine_rules[] = {
    {WITHIN(vcs, 1, WS_VCS_MAX)},
    {AT_LEAST(buffer, 1)},
    {AT_LEAST(link_delay, 1),
     .words = "vcs, buffer and link-delay must be at least 1 (vcs at most " TEXT(WS_VCS_MAX) ")"},
    {AT_LEAST(occupancy_weight, 1)},
    {AT_LEAST(timeout, 0)},
    {AT_LEAST(timeout_cost, 0)},
    {AT_LEAST(timeout_patience, 0), .words = "occupancy-weight must be at least 1; timeout, "
                                             "timeout-cost and timeout-patience at least 0"},
    {WITHIN(output_buffer, 0, 4096), .words = "output-buffer must be between 0 and 4096"},
    {.holds = packets_fit, .words = ""},
    {IF_IS(router_unit, WS_ROUTER_UNIT_OUTPUTS), .holds = has_no_tiers,
     .words = "this routing tries some virtual channels first and needs the routing unit",
     .remedy = {{"router-unit", "header"}}},
    {IF_IS(router_unit, WS_ROUTER_UNIT_OUTPUTS), NOT(multiplexing, WS_MULTIPLEXING_PACKET),
     .words = "multiplexing packet needs the routing unit", .remedy = {{"router-unit", "header"}}},
    {IF_IS(router_unit, WS_ROUTER_UNIT_HEADER), IS(queueing, WS_QUEUEING_FIFO),
     .words = "router-unit header needs router-delay 1 or more, and queueing fifo"},
    {IF_IS(router_unit, WS_ROUTER_UNIT_OUTPUTS), IS(output_buffer, 0),
     .words = "output-buffer needs crossbar full, crossbar-delay 1 and router-unit header"},
    {IF_IS(flow_control, WS_FLOW_NACK), IS(queueing, WS_QUEUEING_POOL),
     .words = "queueing pool and flow-control nack go together: set both, or neither"},
    RULES_END,
};

/* Behind them. */
static const ws_rule traffic_rules[] = {
    {.holds = traffic_is_possible, .words = ""},
    {IF_IS(traffic, WS_TRAFFIC_GROUP_SHIFT), IS(topology, WS_TOPOLOGY_DRAGONFLY),
     .words = "traffic group-shift needs the groups of a dragonfly",
     .remedy = {{"topology", "dragonfly 4 2"}}},
    {IF_IS(traffic, WS_TRAFFIC_HOT_SENDERS), .holds = hosts_remain, .words = ""},
    {AT_LEAST(overhead, 0), .words = "overhead must be at least 0"},
    {IF(flow_control, WS_FLOW_PACKET_CREDIT, WS_FLOW_NACK), .holds = payload_fits, .words = ""},
    {WITHIN(priorities, 2, WS_CLASSES_MAX),
     .words = "priorities must be between 2 and " TEXT(WS_CLASSES_MAX)},
    {IF_IS(class_rule, WS_CLASS_RULE_PRIORITY), .holds = shares_are_one,
     .words = "high-share, second-share and third-share are more than 1 together"},
    {AT_LEAST(police_rate, 0)},
    {IF_SET(police_rate), AT_LEAST(police_burst, 1),
     .words = "police-rate must be at least 0, police-burst at least 1"},
    {IF_SET(police_rate), .holds = hosts_can_police,
     .words = "police-rate needs one source queue for each class at the hosts; not with queueing "
              "pool, voq or voqnet"},
    {AT_LEAST(length_mean, 1)},
    {AT_LEAST(length_unit, 1), .words = "length and length-unit must be at least 1"},
    {IF_IS(length, WS_LENGTH_MIXTURE), AT_LEAST(mixture_count, 1),
     .words = "length mixture needs at least one LO-HI:WEIGHT"},
    RULES_END,
};

bool def_check(const ws_def *def, const ws_graph *graph, ws_error *error) {
    const ws_check check = {
        .def = def,
        .graph = graph,
        .routing = ws_routings[def->routing],
        .model = switch_of(def, (u32)graph->hosts),
        .error = error,
    };
    bool good = rules_hold(machine_rules, &check);
    for (const ws_rule *const *rules = check.model->rules; good && *rules; rules++)
        good = rules_hold(*rules, &check);
    return good && rules_hold(traffic_rules, &check);
}

/* ---- with the wiring: asked at the build and at every live change ---- */

/* The marks must stop a sender in time: after STOP is decided, flight + signal - 1 more flits
 * can arrive. */
static bool marks_check(const ws_net *n, const ws_def *def, ws_error *error) {
    if (def->flow_control != WS_FLOW_STOP_GO)
        return true;
    i64 stop;
    i64 go;
    ws_def_marks(def, n->wire.longest_signal, &stop, &go);
    if (go >= stop)
        return fail_with(error, "go-mark %lld must be below stop-mark %lld", (long long)go,
                         (long long)stop);
    i64 flight = n->wire.longest_flight;
    i64 coming = flight + n->wire.longest_signal - 1;
    if (stop + coming <= def->buffer)
        return true;
    if (def->buffer <= coming)
        return fail_with(
            error,
            "stop-mark %lld with buffer %lld could overflow: %lld flits still arrive after "
            "STOP; the buffer must be at least %lld",
            (long long)stop, (long long)def->buffer, (long long)coming, (long long)(stop + coming));
    return fail_with(
        error,
        "stop-mark %lld with buffer %lld could overflow: %lld flits still arrive after "
        "STOP; the mark may be at most "
        "%lld, or the buffer at least %lld",
        (long long)stop, (long long)def->buffer, (long long)coming,
        (long long)(def->buffer - coming), (long long)(stop + coming));
}

bool net_check(const ws_net *n, const ws_def *def, ws_error *error) {
    const ws_switch *model = n->model;
    if (!marks_check(n, def, error))
        return false;
    return !model->check_wiring || model->check_wiring(n, def, error);
}
