/* rebuild.c - another network under a running session: `rebuild NAME=VALUE ...` changes what the
 * build fixes.
 *
 * The clock goes on. The new network is empty, and its random streams begin again from the seed;
 * messages that were on their way are dropped, and counted (WS_TOTAL_*_DROPPED); measurement begins
 * anew. What `host` lines have said stays where the hosts are the same.
 *
 * A session remembers what each of its networks was built from, since a keyframe is a state of
 * one of them: going back over a rebuild builds the old network again, and restores the frame
 * into it. */
#include "session/session_state.h"

#include <inttypes.h>

#include "session/language/text.h"

static bool same_hosts(const ws_graph *one, const ws_graph *other) {
    if (one->hosts != other->hosts)
        return false;
    const ws_node *mine = one->node + one->switches;
    const ws_node *theirs = other->node + other->switches;
    for (int32_t h = 0; h < one->hosts; h++)
        if (!text_is(mine[h].name, theirs[h].name))
            return false;
    return true;
}

ws_host_def *ws_ordinary_hosts(const ws_graph *graph) {
    static const ws_host_def ordinary = WS_HOST_DEF_DEFAULT;
    ws_host_def *hosts = ws_alloc((size_t)graph->hosts, sizeof *hosts);
    for (int32_t h = 0; h < graph->hosts; h++)
        hosts[h] = ordinary;
    return hosts;
}

bool ws_draft_regraph(ws_draft *draft, const ws_graph *file, ws_graph *own, ws_error *error) {
    const ws_def *def = &draft->def;
    bool from_file = def->topology == WS_TOPOLOGY_FILE;
    if (!from_file && !ws_graph_build(def, own, error))
        return false;
    const ws_graph *graph = from_file ? file : own;
    if (!same_hosts(draft->graph, graph)) {
        free(draft->hosts);
        draft->hosts = ws_ordinary_hosts(graph);
    }
    draft->graph = graph;
    return true;
}

/* -------------------------------------------------------------- what networks were built from */

/* The definition and graph from which a network is to be built. */
typedef struct plan {
    const ws_def *def;
    const ws_graph *graph; /* `own`, or the graph of the scenario */
    ws_graph own;
} plan;

/* Remembers a build of the plan and returns its number. The build takes over the plan's own graph
 * if it uses that graph. */
static size_t build_add(ws_session *s, plan *p) {
    size_t number = s->build_count;
    ws_build *build = ws_alloc(1, sizeof *build);
    build->def = *p->def;
    build->graph = p->graph;
    if (p->graph == &p->own) {
        build->own = p->own;
        build->graph = &build->own;
        p->own = (ws_graph){0};
    }
    WS_GROW(s->builds, number);
    s->builds[number] = build;
    s->build_count++;
    return number;
}

/* Are the same cables cut in two graphs of one definition? */
static bool same_cuts(const ws_graph *one, const ws_graph *other) {
    const ws_edge *mine = one->edge;
    const ws_edge *theirs = other->edge;
    for (int32_t i = 0; i < one->edges; i++)
        if (mine[i].cut != theirs[i].cut)
            return false;
    return true;
}

/* Is it a build of this plan? The graph follows from the definition, except for the cables that
 * are cut. */
static bool is_build_of(const ws_build *build, const plan *p) {
    if (memcmp(&build->def, p->def, sizeof build->def) != 0)
        return false;
    return same_cuts(build->graph, p->graph);
}

/* Returns the number of the build of this plan; build_count if there is none yet. */
static size_t build_find(const ws_session *s, const plan *p) {
    for (size_t i = 0; i < s->build_count; i++)
        if (is_build_of(s->builds[i], p))
            return i;
    return s->build_count;
}

/* Returns the number of the build of this plan, and remembers a new build. Frees the plan. */
static size_t build_of(ws_session *s, plan *p) {
    size_t number = build_find(s, p);
    if (number == s->build_count)
        build_add(s, p);
    ws_graph_free(&p->own);
    return number;
}

void session_builds_begin(ws_session *s) {
    plan first = {.def = ws_net_def(s->net)};
    first.graph = &s->script.graph;
    s->build = build_add(s, &first);
}

void session_builds_free(ws_session *s) {
    for (size_t i = 0; i < s->build_count; i++) {
        ws_build *build = s->builds[i];
        ws_graph_free(&build->own);
        free(build);
    }
    free(s->builds);
}

/* ---------------------------------------------------------------- from one network to another */

/* Replaces the present network by `net`, of build number `build`. The metrics must be those of
 * `net`. */
static void net_put(ws_session *s, ws_net *net, size_t build) {
    bool observed = s->observer != NULL;
    const ws_build *from = s->builds[build];
    ws_observer_free(s->observer);
    ws_net_free(s->net);
    s->net = net;
    s->observer = observed ? ws_observer_new(net) : NULL;
    s->build = build;
    s->script.draft.graph = from->graph;
    s->networks++;
}

/* Replaces the present network by `net`; measurement begins anew at cycle `measure_from`. */
static void net_put_anew(ws_session *s, ws_net *net, size_t build, uint64_t measure_from) {
    ws_metrics_free(s->metrics);
    s->metrics = ws_metrics_new(net, measure_from);
    net_put(s, net, build);
}

static void hosts_resize(ws_host_def **hosts, const ws_graph *graph) {
    size_t count = (size_t)graph->hosts + 1;
    *hosts = ws_must(realloc(*hosts, count * sizeof **hosts));
}

void ws_session_bound(ws_session *s, ws_bound bound) {
    s->bound = bound;
}

static bool is_within(int64_t number, int64_t most) {
    return most == 0 || number <= most;
}

static bool is_bounded(const ws_bound *most) {
    if (most->exceeded)
        *most->exceeded = true;
    return false;
}

bool session_bound_holds(const ws_session *s, const ws_def *def, const ws_graph *graph,
                         ws_error *error) {
    const ws_bound *most = &s->bound;
    int64_t nodes = (int64_t)graph->switches + graph->hosts;
    int64_t links = 2 * ((int64_t)graph->edges + graph->hosts);
    int64_t flits = links * def->vcs * def->buffer;
    if (!is_within(nodes, most->nodes)) {
        fail_with(error,
                  "a network of %" PRId64 " switches and hosts; at most %" PRId64
                  " are allowed here",
                  nodes, most->nodes);
        return is_bounded(most);
    }
    if (is_within(flits, most->flits))
        return true;
    fail_with(error, "buffers for %" PRId64 " flits; at most %" PRId64 " are allowed here", flits,
              most->flits);
    return is_bounded(most);
}

/* Builds the network of the draft `next`, with its hosts, graph and plan. NULL with an error. */
static ws_net *next_build(ws_session *s, plan *p, ws_error *error) {
    ws_draft *next = &s->next;
    *p = (plan){.def = &next->def};
    if (!ws_draft_regraph(next, &s->script.graph, &p->own, error))
        return NULL;
    p->graph = next->graph;
    if (!session_bound_holds(s, p->def, p->graph, error))
        return NULL;
    return ws_net_rebuild(s->net, p->def, p->graph, next->hosts, error);
}

bool session_can_rebuild(ws_session *s, ws_error *error) {
    plan p;
    ws_net *net = next_build(s, &p, error);
    ws_net_free(net);
    ws_graph_free(&p.own);
    hosts_resize(&s->next.hosts, s->script.draft.graph);
    return net != NULL;
}

bool session_draft_run(ws_session *s, const ws_line *line) {
    const ws_command *command = ws_command_find(line, true);
    if (!command)
        return false;
    ws_draft *next = &s->next;
    const ws_draft *now = &s->script.draft;
    size_t count = (size_t)now->graph->hosts;
    ws_host_def *hosts = next->hosts;
    *next = *now;
    next->hosts = hosts;
    if (count)
        memcpy(hosts, now->hosts, count * sizeof *hosts);
    return ws_command_run(command, line, true, next);
}

bool session_draft_differs(const ws_session *s, ws_error *error) {
    const ws_graph *graph = ws_net_graph(s->net);
    for (int32_t i = 0; i < graph->edges; i++)
        if (graph->edge[i].cut)
            return true;
    if (memcmp(&s->next.def, &s->script.draft.def, sizeof s->next.def) != 0)
        return true;
    return fail_with(error,
                     "the network is like this already: nothing is changed, and nothing is lost");
}

/* Makes the draft `next` the draft in force. */
static void draft_adopt(ws_session *s) {
    ws_draft *now = &s->script.draft;
    size_t hosts = (size_t)now->graph->hosts;
    now->def = *ws_net_def(s->net);
    hosts_resize(&now->hosts, now->graph);
    memcpy(now->hosts, s->next.hosts, hosts * sizeof *now->hosts);
}

bool session_rebuild(ws_session *s, ws_error *error) {
    plan p;
    const ws_draft *now = &s->script.draft;
    ws_net *net = next_build(s, &p, error);
    if (!net) {
        ws_graph_free(&p.own);
        hosts_resize(&s->next.hosts, now->graph);
        return false;
    }
    size_t build = build_of(s, &p);
    uint64_t cycle = ws_net_cycle(net);
    uint64_t measure_from = now->warmup > cycle ? now->warmup : cycle;
    net_put_anew(s, net, build, measure_from);
    draft_adopt(s);
    return true;
}

/* ------------------------------------------------------------------------ cut and repaired ---- */

/* Does the cable lie between the two switches? */
static bool is_cable_of(const ws_edge *edge, const ws_cabling *cabling) {
    if (edge->a == cabling->one)
        return edge->b == cabling->other;
    return edge->a == cabling->other && edge->b == cabling->one;
}

/* Marks the cables between the two switches as cut or not. Returns the number of cables, and sets
 * `changed` to the number whose mark changes. */
static int32_t cables_mark(ws_graph *graph, const ws_cabling *cabling, int32_t *changed) {
    int32_t count = 0;
    *changed = 0;
    for (int32_t i = 0; i < graph->edges; i++) {
        ws_edge *edge = &graph->edge[i];
        if (!is_cable_of(edge, cabling))
            continue;
        count++;
        *changed += edge->cut != cabling->cut;
        edge->cut = cabling->cut;
    }
    return count;
}

static void graph_copy(ws_graph *to, const ws_graph *from) {
    size_t nodes = (size_t)(from->switches + from->hosts);
    size_t node_bytes = nodes * sizeof *to->node;
    size_t edge_bytes = (size_t)from->edges * sizeof *to->edge;
    *to = *from;
    to->node = ws_alloc(node_bytes + 1, 1);
    to->edge = ws_alloc(edge_bytes + 1, 1);
    memcpy(to->node, from->node, node_bytes);
    memcpy(to->edge, from->edge, edge_bytes);
}

bool ws_draft_recable(ws_draft *draft, ws_graph *own, ws_error *error) {
    const ws_cabling *cabling = &draft->cabling;
    const ws_node *node = draft->graph->node;
    const char *from = node[cabling->one].name;
    const char *to = node[cabling->other].name;
    int32_t changed;
    graph_copy(own, draft->graph);
    int32_t cables = cables_mark(own, cabling, &changed);
    if (changed > 0) {
        draft->graph = own;
        return true;
    }
    ws_graph_free(own);
    if (cables == 0)
        return fail_with(error, "no cable joins %s and %s; name two neighbours", from, to);
    const char *state = cabling->cut ? "cut already" : "not cut";
    return fail_with(error, "the cable between %s and %s is %s", from, to, state);
}

bool session_can_cut(ws_session *s, const ws_cabling *cabling, ws_error *error) {
    ws_graph own = {0};
    ws_graph with_cut = {0};
    ws_net *net = NULL;
    ws_draft *next = &s->next;
    bool good = ws_draft_regraph(next, &s->script.graph, &own, error);
    next->cabling = *cabling;
    if (good && ws_draft_recable(next, &with_cut, error))
        net = ws_net_build(&next->def, next->graph, next->hosts, error);
    ws_net_free(net);
    ws_graph_free(&with_cut);
    ws_graph_free(&own);
    hosts_resize(&next->hosts, s->script.draft.graph);
    return net != NULL;
}

bool session_recable(ws_session *s, ws_error *error) {
    plan p = {.def = &s->builds[s->build]->def};
    p.graph = &p.own;
    if (!ws_draft_recable(&s->next, &p.own, error))
        return false;
    ws_net *net = ws_net_recable(s->net, p.def, p.graph, error);
    if (!net) {
        ws_graph_free(&p.own);
        return false;
    }
    size_t build = build_of(s, &p);
    /* the measurement continues */
    ws_metrics_recable(s->metrics, s->net, net);
    net_put(s, net, build);
    return true;
}

size_t session_build_adopt(ws_session *s, const ws_session *of, size_t build) {
    const ws_build *from = of->builds[build];
    plan p = {.def = &from->def};
    p.graph = &p.own;
    graph_copy(&p.own, from->graph);
    return build_of(s, &p);
}

void session_build_restore(ws_session *s, size_t build) {
    ws_error error = {0};
    const ws_build *from = s->builds[build];
    if (build == s->build)
        return;
    /* the same network has been built before */
    ws_net *net = ws_must(ws_net_build(&from->def, from->graph, NULL, &error));
    net_put_anew(s, net, build, 0);
    hosts_resize(&s->script.draft.hosts, from->graph);
    hosts_resize(&s->next.hosts, from->graph);
}

uint64_t ws_session_networks(const ws_session *s) {
    return s->networks;
}

/* The first build of the same definition: others of it differ in the cables that are cut. */
size_t ws_session_wiring(const ws_session *s) {
    const ws_def *def = &s->builds[s->build]->def;
    for (size_t i = 0; i < s->build; i++) {
        const ws_build *build = s->builds[i];
        if (memcmp(&build->def, def, sizeof *def) == 0)
            return i;
    }
    return s->build;
}
