/* Timeouts work with every switching that has blocked heads: each combination of flow control, room asked for, switching, channels,
 * multiplexing, routing unit and output buffers, on several networks and routings, is built, saturated, kills worms under the
 * laws of conservation, and drains with every message delivered once. What is no machine without timeouts is none with them; all
 * others are, but for one kind: no timer runs for a head in an output buffer, so one that may be stuck there is refused.
 * The short form takes one of 41 combinations, the whole one of seven, the long one all. */
#include "fixture.h"
#include "observe/waits.h"

enum { CYCLES = 600, LOOK = 7, DRAIN_MOST = 200000, LENGTH = 10 };

typedef struct place {
    const char *name;
    int64_t topology, routing;
} place;
static const place places[] = {
    {"torus, minimal-random", WS_TOPOLOGY_TORUS, WS_ROUTING_MINIMAL_RANDOM},
    {"torus, minimal-adaptive", WS_TOPOLOGY_TORUS, WS_ROUTING_MINIMAL_ADAPTIVE},
    {"torus, duato-escape", WS_TOPOLOGY_TORUS, WS_ROUTING_DUATO_ESCAPE},
    {"one-way ring, dor-no-dateline", WS_TOPOLOGY_RING1, WS_ROUTING_DOR_NO_DATELINE},
    {"irregular, updown", WS_TOPOLOGY_IRREGULAR, WS_ROUTING_UPDOWN},
    {"irregular, bfa-2vc", WS_TOPOLOGY_IRREGULAR, WS_ROUTING_BFA_2VC},
};

typedef struct axis {
    const char *name;
    u32 values;
} axis;
enum { FLOW, ROOM, SWITCHING, VCS, MULTIPLEXING, UNIT, OUTPUT_BUFFER, AXES };
static const axis axes[AXES] = {
    [FLOW] = {"flow", WS_FLOW_COUNT},
    [ROOM] = {"room", WS_GRANT_ROOM_COUNT},
    [SWITCHING] = {"switching", WS_SWITCHING_COUNT},
    [VCS] = {"channels", 3},
    [MULTIPLEXING] = {"multiplexing", WS_MULTIPLEXING_COUNT},
    [UNIT] = {"unit", WS_ROUTER_UNIT_COUNT},
    [OUTPUT_BUFFER] = {"output-buffer", 2},
};

/* Combination number `code` of the axes. */
static ws_def combination(const place *p, u32 code) {
    u32 at[AXES];
    for (u32 a = 0; a < AXES; a++) at[a] = code % axes[a].values, code /= axes[a].values;
    ws_def d = fixture_machine("timeouts");
    bool grid = p->topology == WS_TOPOLOGY_TORUS;
    d.topology = p->topology, d.routing = p->routing, d.route_choice = WS_ROUTE_CHOICE_RANDOM;
    d.size[0] = grid ? 3 : 5, d.size[1] = grid ? 3 : 1, d.irregular_degree = 3;
    d.hosts_per_switch = 2, d.traffic = WS_TRAFFIC_UNIFORM;
    d.length = WS_LENGTH_FIXED, d.length_mean = LENGTH, d.link_delay = 2;
    d.flow_control = at[FLOW], d.grant_room = at[ROOM], d.switching = at[SWITCHING], d.vcs = 1 + at[VCS];
    d.buffer = at[FLOW] == WS_FLOW_STOP_GO ? 60 : 2 * LENGTH, d.multiplexing = at[MULTIPLEXING];
    d.router_unit = at[UNIT], d.router_delay = at[UNIT] ? 2 : 0, d.vc_delay = at[UNIT];
    d.output_buffer = at[OUTPUT_BUFFER] ? 3 : 0;
    if (at[OUTPUT_BUFFER]) d.crossbar = WS_CROSSBAR_FULL, d.crossbar_delay = 1;
    d.timeout_policy = 1 + code % (WS_TIMEOUT_POLICY_COUNT - 1), d.timeout = 12, d.timeout_cost = WS_MILLION;
    return d;
}

static void describe(const place *p, u32 code, const char *what) {
    char text[200];
    int used = 0;
    for (u32 a = 0; a < AXES; code /= axes[a++].values)
        used += snprintf(text + used, sizeof text - (size_t)used, " %s %u", axes[a].name, code % axes[a].values);
    note("%s:%s: %s", p->name, text, what);
}

typedef struct survey {
    u64 machines, none, refused, killing, kills, delivered, broken;
} survey;

static void count_delivered(const ws_event *e, void *context) {
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED) ++*(u64 *)context;
}

/* From now on new messages come no more (the closed loop keeps two at each host), and every one has to arrive. */
static bool arrives(ws_net *n, ws_error *error) {
    u64 created = n->total[WS_TOTAL_MESSAGES_CREATED], delivered = n->total[WS_TOTAL_MESSAGES_DELIVERED];
    ws_def d = *n->def;
    d.load = 0;
    for (u32 i = 0; delivered < created && i < DRAIN_MOST / 500; i++) {
        /* where nothing is left to chance, worms of equal patience could go on killing each other in step */
        d.timeout_policy = i % 2 ? WS_TIMEOUT_POLICY_ITOW : WS_TIMEOUT_POLICY_FIXED;
        d.timeout = 60 + 37 * (i % 11), d.timeout_cost = (1 + i % 7) * WS_MILLION;
        if (!ws_net_change(n, &d, error)) return false;
        fixture_run(n, 500, count_delivered, &delivered);
    }
    fixture_run(n, 500, NULL, NULL);
    if (delivered == created && n->packet.free_count[0] == n->size.packets && n->control.reserved[0] == 0) return true;
    snprintf(error->text, sizeof error->text, "it does not drain: %llu of %llu messages", (unsigned long long)delivered,
             (unsigned long long)created);
    return false;
}

static bool holds(ws_net *n, ws_waits *waits, ws_error *error) {
    while (n->cycle[0] < CYCLES) {
        fixture_run(n, LOOK, NULL, NULL);
        if (!ws_net_check(n, error)) return false;
        ws_waits_update(waits, n);
        if (!ws_waits_deadlock(waits)) continue;
        snprintf(error->text, sizeof error->text, "a deadlock that no timer ends, at cycle %llu", (unsigned long long)n->cycle[0]);
        return false;
    }
    return arrives(n, error) && ws_net_check(n, error);
}

static ws_net *build(const ws_def *d, ws_error *error) {
    ws_graph graph;
    if (!ws_graph_build(d, &graph, error)) return NULL;
    ws_net *n = ws_net_build(d, &graph, NULL, error);
    ws_graph_free(&graph);
    return n;
}

static void try(const place *p, u32 code, survey *s) {
    ws_error error = {0};
    ws_def d = combination(p, code), without = d;
    without.timeout_policy = WS_TIMEOUT_POLICY_NONE;
    d.arrivals = without.arrivals = WS_ARRIVALS_POISSON, d.load = without.load = WS_MILLION;
    ws_net *plain = build(&without, &error), *n = build(&d, &error);
    bool stuck =
        d.output_buffer &&
        (d.flow_control == WS_FLOW_STOP_GO ||
         (d.grant_room == WS_GRANT_ROOM_NONE && d.switching == WS_SWITCHING_WORMHOLE && d.flow_control != WS_FLOW_PACKET_CREDIT));
    s->machines += n != NULL, s->none += !plain, s->refused += plain && !n;
    if ((n != NULL) != (plain != NULL && !stuck)) {
        describe(p, code, n ? "should have been refused" : error.text);
        s->broken++;
    }
    ws_net_free(plain);
    if (!n) return;
    ws_waits *waits = ws_waits_new(n);
    if (!holds(n, waits, &error)) describe(p, code, error.text), s->broken++;
    s->kills += n->total[WS_TOTAL_KILLS], s->killing += n->total[WS_TOTAL_KILLS] > 0;
    s->delivered += n->total[WS_TOTAL_MESSAGES_DELIVERED];
    ws_waits_free(waits);
    ws_net_free(n);
}

int main(void) {
    u32 codes = 1, stride = (u32)amount(41, 7, 1); /* no axis has a multiple of it as values */
    for (u32 a = 0; a < AXES; a++) codes *= axes[a].values;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        survey s = {0};
        for (u32 code = 0; code < codes; code += stride) try(&places[i], code, &s);
        ok(s.broken == 0 && s.killing == s.machines && s.machines > 150 / stride,
           "%s: %llu combinations, %llu of them with kills (%llu; %llu messages delivered), %llu with heads in output buffers "
           "refused, %llu no machines; %llu broken",
           places[i].name, (unsigned long long)s.machines, (unsigned long long)s.killing, (unsigned long long)s.kills,
           (unsigned long long)s.delivered, (unsigned long long)s.refused, (unsigned long long)s.none,
           (unsigned long long)s.broken);
    }
    return done();
}
