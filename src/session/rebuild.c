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

#include <assert.h>

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

/* A build with this definition and graph. Becomes the owner of the graph `own` if the build has
 * that graph. */
static ws_build *build_new(const ws_def *def, const ws_graph *graph, ws_graph *own) {
    ws_build *build = ws_alloc(1, sizeof *build);
    build->def = *def;
    build->graph = graph;
    if (graph != own)
        return build;
    build->own = *own;
    build->graph = &build->own;
    *own = (ws_graph){0};
    return build;
}

/* Remembers a build, and returns its number. */
static size_t build_add(ws_session *s, ws_build *build) {
    size_t number = s->build_count;
    WS_GROW(s->builds, number);
    s->builds[number] = build;
    s->build_count++;
    return number;
}

/* Are the same cables cut, in two graphs of one definition? */
static bool same_cuts(const ws_graph *one, const ws_graph *other) {
    for (int32_t i = 0; i < one->edges; i++)
        if (one->edge[i].cut != other->edge[i].cut)
            return false;
    return true;
}

/* Is it the build of this definition and graph? The graph follows from the definition, except for
 * the cables that are cut. */
static bool is_build(const ws_build *build, const ws_def *def, const ws_graph *graph) {
    bool same = memcmp(&build->def, def, sizeof *def) == 0;
    return same && same_cuts(build->graph, graph);
}

/* The number of the build of this definition and graph; build_count if there is none yet. */
static size_t build_find(const ws_session *s, const ws_def *def, const ws_graph *graph) {
    size_t number = 0;
    while (number < s->build_count && !is_build(s->builds[number], def, graph))
        number++;
    return number;
}

/* The same; remembers the build if it is new. */
static size_t build_of(ws_session *s, const ws_def *def, const ws_graph *graph, ws_graph *own) {
    size_t number = build_find(s, def, graph);
    if (number < s->build_count)
        return number;
    ws_build *build = build_new(def, graph, own);
    return build_add(s, build);
}

void session_builds_begin(ws_session *s) {
    const ws_def *def = ws_net_def(s->net);
    ws_build *build = build_new(def, &s->script.graph, NULL);
    s->build = build_add(s, build);
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

/* `net`, of build number `build`, takes the place of the present one; the metrics are those of
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

/* The same; measurement begins anew, from a cycle on. */
static void net_put_anew(ws_session *s, ws_net *net, size_t build, uint64_t measure_from) {
    ws_metrics_free(s->metrics);
    s->metrics = ws_metrics_new(net, measure_from);
    net_put(s, net, build);
}

static void hosts_resize(ws_host_def **hosts, const ws_graph *graph) {
    size_t count = (size_t)graph->hosts + 1;
    *hosts = ws_must(realloc(*hosts, count * sizeof **hosts));
}

/* The network of the draft, whose hosts and graph are made here; NULL with an error. */
static ws_net *draft_build(ws_session *s, ws_draft *draft, ws_graph *own, ws_error *error) {
    if (!ws_draft_regraph(draft, &s->script.graph, own, error))
        return NULL;
    return ws_net_rebuild(s->net, &draft->def, draft->graph, draft->hosts, error);
}

/* The draft `next` is in force. */
static void draft_take(ws_session *s) {
    ws_draft *now = &s->script.draft;
    size_t hosts = (size_t)now->graph->hosts;
    now->def = *ws_net_def(s->net);
    hosts_resize(&now->hosts, now->graph);
    memcpy(now->hosts, s->next.hosts, hosts * sizeof *now->hosts);
}

bool session_rebuild(ws_session *s, ws_error *error) {
    ws_graph own = {0};
    const ws_draft *now = &s->script.draft;
    ws_draft *next = &s->next;
    ws_net *net = draft_build(s, next, &own, error);
    if (!net) {
        ws_graph_free(&own);
        hosts_resize(&next->hosts, now->graph);
        return false;
    }
    size_t build = build_of(s, &next->def, next->graph, &own);
    ws_graph_free(&own);
    uint64_t cycle = ws_net_cycle(net);
    uint64_t measure_from = now->warmup > cycle ? now->warmup : cycle;
    net_put_anew(s, net, build, measure_from);
    draft_take(s);
    return true;
}

/* ------------------------------------------------------------------------ cut and repaired ---- */

/* Does the cable lie between the two switches? */
static bool is_cable_of(const ws_edge *edge, const ws_cabling *cabling) {
    if (edge->a == cabling->one)
        return edge->b == cabling->other;
    return edge->a == cabling->other && edge->b == cabling->one;
}

/* Marks the cables between the two switches as cut or not. Returns how many there are, and sets
 * `changed` to how many of them were marked otherwise. */
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
    size_t edges = (size_t)from->edges;
    *to = *from;
    to->node = ws_alloc(nodes + 1, sizeof *to->node);
    to->edge = ws_alloc(edges + 1, sizeof *to->edge);
    memcpy(to->node, from->node, nodes * sizeof *to->node);
    memcpy(to->edge, from->edge, edges * sizeof *to->edge);
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
        return fail_with(error, "there is no cable between %s and %s; name two neighbours", from,
                         to);
    const char *state = cabling->cut ? "cut already" : "not cut";
    return fail_with(error, "the cable between %s and %s is %s", from, to, state);
}

bool session_recable(ws_session *s, ws_error *error) {
    ws_graph own = {0};
    const ws_def *built = &s->builds[s->build]->def;
    if (!ws_draft_recable(&s->next, &own, error))
        return false;
    ws_net *net = ws_net_recable(s->net, built, &own, error);
    if (!net) {
        ws_graph_free(&own);
        return false;
    }
    size_t build = build_of(s, built, &own, &own);
    ws_graph_free(&own);
    /* what was measured goes on */
    ws_metrics_recable(s->metrics, s->net, net);
    net_put(s, net, build);
    return true;
}

size_t session_build_adopt(ws_session *s, const ws_session *of, size_t build) {
    const ws_build *from = of->builds[build];
    size_t number = build_find(s, &from->def, from->graph);
    if (number < s->build_count)
        return number;
    ws_graph own = {0};
    graph_copy(&own, from->graph);
    ws_build *adopted = build_new(&from->def, &own, &own);
    return build_add(s, adopted);
}

void session_build_restore(ws_session *s, size_t build) {
    ws_error error = {""};
    const ws_build *from = s->builds[build];
    if (build == s->build)
        return;
    /* it could be built before */
    ws_net *net = ws_must(ws_net_build(&from->def, from->graph, NULL, &error));
    net_put_anew(s, net, build, 0);
    hosts_resize(&s->script.draft.hosts, from->graph);
    hosts_resize(&s->next.hosts, from->graph);
}

uint64_t ws_session_networks(const ws_session *s) {
    return s->networks;
}
