/* prove.c - see prove.h. */
#include "session/prove.h"

#include "session/language/text.h"
#include "session/session_state.h"

#include <inttypes.h>

enum { TEXT_ROOM = 1 << 20, AFTERWARDS = 1000 /* cycles for which the deadlock is seen */ };

static const char *host_called(const ws_graph *graph, uint32_t h) {
    return graph->node[(uint32_t)graph->switches + h].name;
}

const ws_dependency *ws_prove_ring(const ws_prove *prove, uint32_t *length) {
    const ws_counterexample *found = prove->found;
    const ws_proof *proof = prove->proof;
    *length = found ? found->length : proof->length;
    return found ? found->ring : proof->cycle;
}

/* ------------------------------------------------------------------------- the scenario ---- */

/* Writes the network file with an absolute path, which holds wherever the scenario will lie. */
static void write_network(text_out *out, const char *network) {
    char *path = realpath(network, NULL);
    text_add(out, "set topology file \"%s\"\n", path ? path : network);
    free(path);
}

/* Writes the parameters that differ from their defaults. */
static void write_values(text_out *out, const ws_session *s, const ws_def *def) {
    char value[200];
    bool from_file = def->topology == WS_TOPOLOGY_FILE;
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        ws_param_print_saved(param, def, value, sizeof value);
        if (from_file && param->type == WS_PARAM_TOPOLOGY)
            write_network(out, s->script.draft.network);
        else if (*value)
            text_add(out, "set %s %s\n", param->name, value);
    }
}

static void write_ring(text_out *out, const ws_prove *prove, const ws_net *net) {
    const ws_graph *graph = ws_net_graph(net);
    uint32_t length;
    char held[64];
    char wanted[64];
    const ws_dependency *row = ws_prove_ring(prove, &length);
    const ws_dependency *end = row + length;
    for (; row < end; row++) {
        ws_channel_name(net, row->held, held, sizeof held);
        ws_channel_name(net, row->requested, wanted, sizeof wanted);
        const char *source = host_called(graph, row->source);
        const char *dest = host_called(graph, row->dest);
        text_add(out, "# %s requests %s: a packet from %s to %s\n", held, wanted, source, dest);
    }
}

/* Are the cables between the switches of edge i cut, and is it the first of them? */
static bool is_first_cut(const ws_graph *graph, int32_t i) {
    const ws_edge *edge = &graph->edge[i];
    for (int32_t before = 0; before < i; before++) {
        const ws_edge *other = &graph->edge[before];
        bool there = other->a == edge->a && other->b == edge->b;
        bool back = other->a == edge->b && other->b == edge->a;
        if (there || back)
            return false;
    }
    return edge->cut;
}

static void write_cuts(text_out *out, const ws_graph *graph) {
    for (int32_t i = 0; i < graph->edges; i++) {
        const ws_edge *edge = &graph->edge[i];
        const char *one = graph->node[edge->a].name;
        const char *other = graph->node[edge->b].name;
        if (is_first_cut(graph, i))
            text_add(out, "@0 cut %s %s\n", one, other);
    }
}

/* Writes the scenario without its end, which is not known yet. */
static char *scenario_write(ws_session *s, const ws_prove *prove, const ws_def *def) {
    char *text = ws_alloc(TEXT_ROOM, 1);
    text_out out = text_begin(text, TEXT_ROOM);
    const ws_counterexample *found = prove->found;
    const ws_graph *graph = ws_net_graph(s->net);
    uint32_t count = found->count;
    uint32_t length = found->length;
    text_add(&out, "# What you see: %u messages that close a ring of %u channels.\n", count,
             length);
    write_ring(&out, prove, s->net);
    text_add(&out, "title \"A deadlock of %u channels, by %u messages\"\n", length, count);
    write_values(&out, s, def);
    text_add(&out, "seed %" PRId64 "\n", def->seed);
    write_cuts(&out, graph);
    for (uint32_t i = 0; i < count; i++) {
        const ws_shot *shot = &found->shot[i];
        const char *from = host_called(graph, shot->from);
        const char *to = host_called(graph, shot->to);
        text_add(&out, "@%" PRIu64 " send %s %s %u\n", shot->cycle, from, to, shot->flits);
    }
    return text;
}

/* Runs the scenario. False if the ring does not close in it. */
static bool scenario_verify(ws_prove *prove) {
    ws_error error;
    const char *text = prove->text;
    const ws_counterexample *found = prove->found;
    ws_session *s = ws_session_open_text("prove", text, strlen(text), NULL, NULL, &error);
    if (!s)
        return false;
    ws_session_run(s, found->cycle);
    ws_deadlock deadlock = ws_session_deadlock(s);
    bool good = deadlock.now && ws_counterexample_stands(found, s->net);
    prove->closed = deadlock.cycle;
    ws_session_close(s);
    return good;
}

static void end_write(ws_prove *prove) {
    text_out out = {prove->text, TEXT_ROOM, strlen(prove->text)};
    uint64_t end = prove->closed + AFTERWARDS;
    text_add(&out, "@%" PRIu64 " end\n", end);
}

static void text_drop(ws_prove *prove) {
    free(prove->text);
    prove->text = NULL;
}

static void scenario_make(ws_session *s, ws_prove *prove, const ws_def *def) {
    bool from_file = def->topology == WS_TOPOLOGY_FILE;
    if (from_file && !s->script.draft.network)
        return;
    prove->text = scenario_write(s, prove, def);
    if (scenario_verify(prove)) {
        end_write(prove);
        return;
    }
    /* a deadlock that could not be shown is not claimed */
    text_drop(prove);
    ws_counterexample_free(prove->found);
    prove->found = NULL;
}

/* -------------------------------------------------------------------------- the verdict ---- */

static void counterexample_look_up(ws_session *s, ws_prove *prove) {
    ws_def silent = ws_def_silent(ws_net_def(s->net));
    const ws_graph *graph = ws_net_graph(s->net);
    prove->found = ws_counterexample_find(&silent, graph, prove->proof);
    if (!prove->found)
        return;
    prove->closed = prove->found->cycle;
    scenario_make(s, prove, &silent);
    if (prove->found)
        prove->verdict = WS_VERDICT_DEADLOCK;
}

ws_prove *ws_session_prove(ws_session *s) {
    ws_error error;
    ws_prove *prove = ws_alloc(1, sizeof *prove);
    /* the same network has been built before */
    const ws_def *def = ws_net_def(s->net);
    const ws_graph *graph = ws_net_graph(s->net);
    ws_net *scratch = ws_must(ws_net_build(def, graph, NULL, &error));
    prove->proof = ws_proof_make(scratch);
    ws_net_free(scratch);
    prove->verdict = WS_VERDICT_UNDECIDED;
    if (ws_proof_is_free(prove->proof))
        prove->verdict = WS_VERDICT_FREE;
    else if (prove->proof->argument != WS_ARGUMENT_NO_RULE)
        counterexample_look_up(s, prove);
    return prove;
}

void ws_prove_free(ws_prove *prove) {
    if (!prove)
        return;
    ws_proof_free(prove->proof);
    ws_counterexample_free(prove->found);
    free(prove->text);
    free(prove);
}

void ws_prove_tell(const ws_prove *prove, const ws_net *net, char *text, size_t room) {
    const ws_proof *proof = prove->proof;
    const char *words = ws_argument_words[proof->argument];
    text_out out = text_begin(text, room);
    uint32_t length;
    const ws_dependency *ring = ws_prove_ring(prove, &length);
    char channel[64];
    if (prove->verdict == WS_VERDICT_FREE) {
        text_add(&out, "free of deadlock: %s", words);
        return;
    }
    if (prove->verdict == WS_VERDICT_UNDECIDED) {
        bool tried = proof->argument != WS_ARGUMENT_NO_RULE;
        text_add(&out, "undecided: %s%s", words,
                 tried ? "; no messages were found that close it" : "");
        return;
    }
    text_add(&out, "can deadlock: %u channels wait for each other in a ring:", length);
    for (uint32_t i = 0; i < length; i++) {
        ws_channel_name(net, ring[i].held, channel, sizeof channel);
        text_add(&out, "%s %s", i ? "," : "", channel);
    }
}
