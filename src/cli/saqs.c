/* saqs.c - `wormscope saqs`: every birth and death of a set-aside queue of a run, with its port,
 * its way to the congested output, and why. One row each, as comma-separated values. */
#include <inttypes.h>

#include "cli/cli.h"
#include "cli/subcommands.h"
#include "observe/metrics.h"
#include "observe/saqs.h"

enum { FLAG_FORCE = WS_SCENARIO_FLAG_COUNT };
static const ws_flag flags[] = {WS_SCENARIO_FLAGS, WS_EXPORT_FORCE, {0}};

static const char *link_name(const ws_net *net, uint32_t link, char *text, size_t room) {
    uint32_t from;
    uint32_t to;
    const ws_graph *graph = ws_net_graph(net);
    ws_link_ends(net, link, &from, &to);
    snprintf(text, room, "%s>%s", graph->node[from].name, graph->node[to].name);
    return text;
}

static void event_put(const ws_net *net, const ws_saq_event *event) {
    char path[32];
    char port[2 * WS_NAME_MAX + 2];
    char root[2 * WS_NAME_MAX + 2];
    ws_saq_path(event->path, event->hops, path, sizeof path);
    printf("%" PRIu64 ",%s,%s,%s,%s,%s,%" PRIu64 "\n", event->cycle,
           event->freed ? "freed" : "allocated", link_name(net, event->link, port, sizeof port),
           path, link_name(net, event->root, root, sizeof root), ws_saq_causes[event->cause],
           event->cycle - event->born);
}

/* One cycle at a time, so that the log of the latest events holds all of them. */
static int session_read(ws_args *args, ws_session *session) {
    uint64_t end;
    uint64_t told = 0;
    if (!ws_export_end(args, session, false, "cycles", &end))
        return WS_EXIT_USAGE;
    puts("cycle,what,port,path,root,cause,age");
    while (ws_net_cycle(ws_session_net(session)) < end && ws_session_run(session, 1) > 0 &&
           !ferror(stdout)) {
        const ws_saq_log *log = ws_metrics_saqs(ws_session_metrics(session));
        if (log->count < told)
            told = 0; /* rebuilt */
        if (log->count - told > WS_SAQ_LOG)
            told = log->count - WS_SAQ_LOG;
        for (; told < log->count; told++)
            event_put(ws_session_net(session), &log->event[told % WS_SAQ_LOG]);
    }
    return ferror(stdout) ? WS_EXIT_IO : ws_export_done(args, session, end);
}

static int run_saqs(const ws_subcommand *command, int argc, char **argv) {
    ws_scenario_args scenario = {0};
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_parse(&scenario, &args, flag) && flag == FLAG_FORCE)
            scenario.options.any_model = true;
    int code;
    ws_session *session = ws_export_open(&args, &scenario.options, &code);
    if (session)
        code = session_read(&args, session);
    ws_session_close(session);
    ws_scenario_args_free(&scenario);
    return code;
}

const ws_subcommand ws_subcommand_saqs = {.name = "saqs",
                                          .operands = "FILE [OPTION]...",
                                          .flags = flags,
                                          .doc =
                                              "Print when set-aside queues are allocated and "
                                              "freed, where, for which congested output, and why",
                                          .run = run_saqs};
