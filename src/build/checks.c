/* checks.c - is a definition possible? Contradictions between parameters and with the graph, each
 * said in words; those of one switch model are in its own file. The ranges of single parameters
 * are the business of whoever parses them, but what would break an invariant is checked again
 * here. */
#include "build.h"

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

/* ---- what asks for more than one parameter ---- */

/* Who needs room for whole packets needs credits, too. */
static bool has_credits(const ws_check *check) {
    const ws_def *def = check->def;
    bool whole = packets_per_buffer(def) > 0 || def->grant_room == WS_GRANT_ROOM_FIT;
    return !whole || def->flow_control != WS_FLOW_STOP_GO;
}

static bool is_bounded(const ws_check *check) {
    if (packets_per_buffer(check->def) == 0 || longest_packet(check->def) > 0)
        return true;
    return fail_with(check->error, "whole packets in buffers need packets of bounded length") ||
           ws_remedy(check->error, "length", "fixed N") ||
           ws_remedy_note(check->error, "segment-rule", "fixed") ||
           fail_advise(check->error, " or `set segment-rule fixed`");
}

static bool packets_fit(const ws_check *check) {
    i64 packets = packets_per_buffer(check->def);
    i64 longest = longest_packet(check->def);
    long long buffer = check->def->buffer;
    const char *what = packets > 1 ? "two packets" : "a packet";
    if (longest * packets <= buffer)
        return true;
    return fail_with(
        check->error,
        "a buffer of %lld flits has no room for %s of %lld flits; buffer or length must change",
        buffer, what, (long long)longest);
}

static bool has_no_tiers(const ws_check *check) {
    return !check->routing->tiers;
}
static bool needs_grid(const ws_check *check) {
    switch (check->def->traffic) {
    case WS_TRAFFIC_TRANSPOSE:
    case WS_TRAFFIC_BIT_COMPLEMENT:
    case WS_TRAFFIC_TORNADO:
    case WS_TRAFFIC_NEIGHBOUR: return true;
    default: return false;
    }
}

static bool has_hosts(const ws_check *check) {
    return check->graph->hosts > 0;
}

static bool has_destination(const ws_check *check) {
    bool to_others = !needs_grid(check) && check->def->traffic != WS_TRAFFIC_UNIFORM_SELF;
    if (check->graph->hosts > 1 || !to_others)
        return true;
    return fail_with(check->error, "a network of one host has no destination; give it two hosts, "
                                   "or `set traffic uniform-self`") ||
           ws_remedy_note(check->error, "traffic", "uniform-self");
}

static bool has_grid(const ws_check *check) {
    return !needs_grid(check) || check->graph->dimensions > 0;
}

static bool can_transpose(const ws_check *check) {
    const ws_graph *graph = check->graph;
    if (graph->dimensions > 2)
        return fail_with(
                   check->error,
                   "traffic transpose is for rows and columns, not for a cube of %d dimensions",
                   graph->dimensions) ||
               ws_remedy(check->error, "traffic", "bit-complement");
    if (graph->rows == graph->cols)
        return true;
    return fail_with(check->error, "traffic transpose needs as many rows as columns, not %d x %d",
                     graph->rows, graph->cols);
}

static bool hot_spot_exists(const ws_check *check) {
    const ws_def *def = check->def;
    i32 hosts = check->graph->hosts;
    if (def->hotspot_host < hosts)
        return true;
    return fail_with(check->error, "hotspot-host %lld does not exist; the hosts are 0 to %d",
                     (long long)def->hotspot_host, hosts - 1);
}

/* Every independent host needs another one that is no hot spot. */
static bool hosts_are_left(const ws_check *check) {
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
    {.holds = has_credits,
     .words = "grant-room packet, fit and bubble, and switching other than wormhole, need credits",
     .remedy = {{"flow-control", "credit"}}},
    {.holds = is_bounded, .words = ""},
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
    {.holds = has_hosts,
     .words = "the network has no hosts",
     .remedy = {{"hosts-per-switch", "1"}}},
    {.holds = has_destination, .words = ""},
    {.holds = has_grid,
     .words = "this traffic needs rows and columns (line, ring, mesh or torus)",
     .remedy = {{"traffic", "uniform"}}},
    {IF_IS(traffic, WS_TRAFFIC_TRANSPOSE), .holds = can_transpose, .words = ""},
    {IF_IS(traffic, WS_TRAFFIC_GROUP_SHIFT), IS(topology, WS_TOPOLOGY_DRAGONFLY),
     .words = "traffic group-shift needs the groups of a dragonfly",
     .remedy = {{"topology", "dragonfly 4 2"}}},
    {IF_IS(traffic, WS_TRAFFIC_HOTSPOT), .holds = hot_spot_exists, .words = ""},
    {IF_IS(traffic, WS_TRAFFIC_HOT_SENDERS), .holds = hosts_are_left, .words = ""},
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
