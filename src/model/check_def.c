/* check_def.c - is a definition possible? Contradictions between parameters and with the graph, each said in words. The ranges of
 * single parameters are the business of whoever parses them, but what would break an invariant is checked again here. */
#include "model.h"

static bool check_flow(const ws_def *d, ws_error *error) {
    if (d->flow_control == WS_FLOW_STOP_GO && d->grant_room == WS_GRANT_ROOM_PACKET)
        return fail(error, "grant-room packet needs credits, and flow-control is stop-go; try `set flow-control credit`");
    if (d->grant_room == WS_GRANT_ROOM_PACKET && d->length != WS_LENGTH_FIXED && d->segment_rule != WS_SEGMENT_RULE_FIXED)
        return fail(error, "grant-room packet needs packets of bounded length; try `set length fixed N` or `set segment-rule fixed`");
    return true;
}

static bool check_traffic(const ws_def *d, const ws_graph *g, ws_error *error) {
    bool grid = d->traffic == WS_TRAFFIC_TRANSPOSE || d->traffic == WS_TRAFFIC_BIT_COMPLEMENT || d->traffic == WS_TRAFFIC_TORNADO ||
                d->traffic == WS_TRAFFIC_NEIGHBOUR;
    if (g->hosts < 1) return fail(error, "the network has no hosts; try `set hosts-per-switch 1`");
    if (g->hosts < 2 && d->traffic != WS_TRAFFIC_UNIFORM_SELF && !grid)
        return fail(error, "a network of one host has nobody to send to; give it two, or `set traffic uniform-self`");
    if (grid && g->cols == 0) return fail(error, "this traffic needs rows and columns (line, ring, mesh or torus); try `set traffic uniform`");
    if (d->traffic == WS_TRAFFIC_TRANSPOSE && g->rows != g->cols)
        return fail(error, "traffic transpose needs as many rows as columns, not %d x %d", g->rows, g->cols);
    if (d->traffic == WS_TRAFFIC_HOTSPOT && d->hotspot_host >= g->hosts)
        return fail(error, "hotspot-host %lld does not exist; the hosts are 0 to %d", (long long)d->hotspot_host, g->hosts - 1);
    return true;
}

static bool check_load(const ws_def *d, ws_error *error) {
    if (d->length_mean < 1) return fail(error, "length must be at least 1 flit");
    if (d->length == WS_LENGTH_MIXTURE && d->mixture_count < 1) return fail(error, "length mixture needs at least one LO-HI:WEIGHT");
    if (d->queueing == WS_QUEUEING_VOQ && d->topology != WS_TOPOLOGY_SWITCH)
        return fail(error, "queueing voq is for one switch; try `set topology switch`");
    if (d->queueing == WS_QUEUEING_VOQ && d->class_rule != WS_CLASS_RULE_NONE)
        return fail(error, "queueing voq has one class of traffic; try `set classes none`");
    return true;
}

bool def_check(const ws_def *d, const ws_graph *g, ws_error *error) {
    if (d->vcs < 1 || d->vcs > WS_LANES_MAX || d->buffer < 1 || d->link_delay < 1)
        return fail(error, "vcs, buffer and link-delay must be at least 1 (vcs at most %d)", WS_LANES_MAX);
    if (d->occupancy_weight < 1 || d->timeout < 0 || d->timeout_cost < 0)
        return fail(error, "occupancy-weight must be at least 1, timeout and timeout-cost at least 0");
    return check_flow(d, error) && check_traffic(d, g, error) && check_load(d, error);
}
