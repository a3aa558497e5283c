/* saved.c - a branch that is saved as a scenario runs to the same digest: all shipped scenarios, with settings changed, a message sent, a
 * cable cut and repaired, and the network built anew, each where the scenario lets it. The short form leaves out those of more than 200
 * hosts. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/library/scenarios.h"
#include "session/session.h"
#include "tap.h"

#define CYCLES amount(60, 600, 600) /* between lines */

static ws_error error;
static int cuts; /* that were taken */
static char folder[] = "/tmp/saved-XXXXXX";

/* What is typed; a line that a network refuses is passed over, and the others must be enough. */
static const char *const lines[] = {"set load *4/5",        "set length fixed 20", "send %s %s 20",  "set arbiter ++",
                                    "rebuild buffer=++",    "cut %s %s",           "set segment 50", "repair %s %s",
                                    "rebuild router-delay=++", "note \"a \\\"note\\\"\""};

static const ws_graph *graph_of(ws_session *s) { return ws_net_graph(ws_session_net(s)); }

/* The line with names of the network put in: two hosts, or the switches at the ends of a cable. */
static void line_make(ws_session *s, const char *form, char *line, size_t room) {
    const ws_graph *graph = graph_of(s);
    const char *one = graph->node[graph->switches].name, *other = graph->node[graph->switches + 1].name;
    if (strncmp(form, "send", 4) != 0)
        for (int32_t i = graph->edges; i-- > 0;)
            if (graph->edge[i].a < graph->switches && graph->edge[i].b < graph->switches) {
                one = graph->node[graph->edge[i].a].name;
                other = graph->node[graph->edge[i].b].name;
            }
    snprintf(line, room, form, one, other);
}

static int type_all(ws_session *s) {
    int taken = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[160];
        ws_session_run(s, CYCLES);
        line_make(s, lines[i], line, sizeof line);
        bool good = ws_session_apply(s, line, &error);
        taken += good;
        cuts += good && strncmp(line, "cut", 3) == 0;
    }
    ws_session_run(s, CYCLES);
    return taken;
}

static void test(const char *name) {
    char path[256], network[256];
    const ws_options options = {0};
    ws_session *s = ws_session_open(name, &options, &error);
    if (!ok(s != NULL, "%s opens", name)) return;
    if (!is_whole() && graph_of(s)->hosts > 200) {
        ws_session_close(s);
        return;
    }
    int taken = type_all(s);
    uint64_t cycle = ws_net_cycle(ws_session_net(s)), digest = ws_session_digest(s);
    snprintf(path, sizeof path, "%s/saved.ws", folder);
    snprintf(network, sizeof network, "%s/saved.net", folder);
    ok(taken >= 5 && ws_session_save_scenario(s, 0, path, NULL, &error), "%s: %d lines are typed and saved", name, taken);
    ok(!ws_session_save_scenario(s, 0, path, NULL, &error), "%s: and no file is overwritten", name);
    ws_session *saved = ws_session_open(path, &options, &error);
    if (ok(saved != NULL, "%s: the file opens %s", name, saved ? "" : error.text)) {
        ws_session_run(saved, cycle);
        ok(ws_net_cycle(ws_session_net(saved)) == cycle && ws_session_digest(saved) == digest, "%s: at cycle %" PRIu64 " the digest is the same",
           name, cycle);
        ws_session_close(saved);
    }
    ws_session_close(s);
    unlink(path);
    unlink(network);
}

int main(void) {
    ws_scenario_row *rows;
    if (!mkdtemp(folder)) return 1;
    size_t count = ws_scenarios_list(&rows, NULL);
    for (size_t i = 0; i < count; i++) test(rows[i].name);
    ws_scenarios_free(rows, count);
    ok(cuts >= 10, "in %d of them a cable was cut", cuts);
    rmdir(folder);
    return done();
}
