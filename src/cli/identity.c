/* identity.c - see report.h. */
#include "cli/report.h"

#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

#include "cli/print.h"
#include "session/language/text.h"
#include "session/recording/line_checksum.h"
#include "session/text_stream.h"

void ws_digest_text(uint64_t digest, char text[WS_DIGEST_SIZE]) {
    snprintf(text, WS_DIGEST_SIZE, "%016" PRIx64, digest);
}

/* ---- digests ---- */

/* A line of a file in a recording: a bar, the line, its checksum. */
static bool is_of_file(const char *line, size_t length) {
    return line[0] == '|' && length >= WS_LINE_CHECKSUM_SIZE;
}

static bool is_comment(const char *line) {
    const char *word = line + 1 + strspn(line + 1, " \t");
    return *word == '#';
}

uint64_t ws_scenario_digest(ws_session *session) {
    size_t length;
    char *text = ws_session_save_text(session, 0, &length);
    const char *end = text + length;
    XXH64_state_t *hash = ws_must(XXH64_createState());
    XXH64_reset(hash, 0);
    for (const char *line = text, *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            break;
        size_t size = (size_t)(stop - line);
        if (is_of_file(line, size) && !is_comment(line))
            XXH64_update(hash, line, size - WS_LINE_CHECKSUM_SIZE);
    }
    uint64_t digest = XXH64_digest(hash);
    XXH64_freeState(hash);
    free(text);
    return digest;
}

static void graph_write(const ws_graph *graph, FILE *out) {
    int32_t nodes = graph->switches + graph->hosts;
    fprintf(out, "%" PRId32 " %" PRId32 "\n", graph->switches, graph->hosts);
    for (int32_t x = 0; x < nodes; x++)
        fprintf(out, "%s\n", graph->node[x].name);
    for (int32_t i = 0; i < graph->edges; i++) {
        const ws_edge *edge = &graph->edge[i];
        fprintf(out, "%" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, edge->a, edge->a_port, edge->b,
                edge->b_port);
        fprintf(out, " %" PRId32 " %" PRId32 "\n", edge->delay, edge->one_way);
    }
}

uint64_t ws_topology_digest(const ws_session *session) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = ws_text_stream(&text, &length);
    graph_write(ws_session_first_graph(session), out);
    fclose(out);
    uint64_t digest = XXH64(text, length, 0);
    free(text);
    return digest;
}

/* ---- parameters ---- */

void ws_parameter_text(const ws_session *session, const ws_param *param, char *text, size_t room) {
    const char *file = ws_session_network_file(session);
    bool is_quoted = file && strpbrk(file, " \t#");
    const char *quote = is_quoted ? "\"" : "";
    ws_param_print(param, ws_session_first(session), text, room);
    if (file && param->type == WS_PARAM_TOPOLOGY)
        snprintf(text, room, "file %s%s%s", quote, file, quote);
}

/* The parameters in force at cycle 0 that differ from their defaults, by name, as texts that
 * --set accepts. Owned by the caller. */
static json_t *parameters_json(const ws_session *session) {
    char value[WS_VALUE_SIZE];
    json_t *parameters = json_object();
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        ws_param_print_saved(param, ws_session_first(session), value, sizeof value);
        if (!*value)
            continue;
        ws_parameter_text(session, param, value, sizeof value);
        json_object_set_new(parameters, param->name, json_string(value));
    }
    return parameters;
}

static void digest_add(json_t *object, const char *key, uint64_t digest) {
    char text[WS_DIGEST_SIZE];
    ws_digest_text(digest, text);
    json_object_set_new(object, key, json_string(text));
}

void ws_identity_add(json_t *object, ws_session *session) {
    json_object_set_new(object, "version", json_string(WS_VERSION));
    json_object_set_new(object, "model", json_integer(WS_MODEL));
    json_object_set_new(object, "scenario", ws_json_text(ws_session_name(session)));
    digest_add(object, "scenario_digest", ws_scenario_digest(session));
    digest_add(object, "topology_digest", ws_topology_digest(session));
    json_object_set_new(object, "parameters", parameters_json(session));
}
