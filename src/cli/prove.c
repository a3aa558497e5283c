/* prove.c - `wormscope prove`: can a scenario deadlock? Proved from the routing function before
 * anything runs; else a ring that can close, and the messages that close it. */
#include <inttypes.h>

#include "cli/cli.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "session/language/tell.h"
#include "session/prove.h"

enum { FLAG_JSON = WS_SCENARIO_FLAG_COUNT, FLAG_OUTPUT, FLAG_FORCE };
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    {"json", 0, NULL, "print one JSON object on one line"},
    {"output", 'o', "FILE.ws", "write a scenario that runs into the deadlock"},
    WS_EXPORT_FORCE,
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    bool json;
    const char *output;
} wishes;

static const char *const verdict_names[] = {
    [WS_VERDICT_FREE] = "free",
    [WS_VERDICT_DEADLOCK] = "deadlock",
    [WS_VERDICT_UNDECIDED] = "undecided",
};
static const ws_exit verdict_codes[] = {
    [WS_VERDICT_FREE] = WS_EXIT_OK,
    [WS_VERDICT_DEADLOCK] = WS_EXIT_DEADLOCK,
    [WS_VERDICT_UNDECIDED] = WS_EXIT_FAILED,
};
static const char *const argument_names[WS_ARGUMENT_COUNT] = {
    [WS_ARGUMENT_ACYCLIC] = "acyclic", [WS_ARGUMENT_ESCAPE] = "escape",
    [WS_ARGUMENT_BUBBLE] = "bubble",   [WS_ARGUMENT_OUTLET] = "outlet",
    [WS_ARGUMENT_POOLS] = "pools",     [WS_ARGUMENT_KILLS] = "kills",
    [WS_ARGUMENT_CYCLE] = "cycle",     [WS_ARGUMENT_PATIENCE] = "patience",
    [WS_ARGUMENT_BEHIND] = "behind",   [WS_ARGUMENT_NO_RULE] = "no-rule",
};

static const char *host_called(const ws_net *net, uint32_t host) {
    const ws_graph *graph = ws_net_graph(net);
    return graph->node[(uint32_t)graph->switches + host].name;
}

/* ---- print ---- */

static void print_row(const ws_net *net, const ws_dependency *row) {
    char held[64];
    char wanted[64];
    ws_channel_name(net, row->held, held, sizeof held);
    ws_channel_name(net, row->requested, wanted, sizeof wanted);
    printf("  %-20s wants %-20s a packet from %s to %s\n", held, wanted,
           host_called(net, row->source), host_called(net, row->dest));
}

static void print_prove(const ws_prove *prove, const ws_net *net) {
    char line[4096];
    uint32_t length;
    const ws_dependency *ring = ws_prove_ring(prove, &length);
    ws_prove_tell(prove, net, line, sizeof line);
    printf("%s\n", line);
    for (uint32_t i = 0; i < length; i++)
        print_row(net, &ring[i]);
    if (prove->found)
        printf("%" PRIu32 " messages close it in cycle %" PRIu64 "\n", prove->found->count,
               prove->closed);
    printf("%" PRIu32 " channels, %" PRIu32 " dependencies\n", prove->proof->vcs,
           prove->proof->dependencies);
}

static json_t *channel_json(const ws_net *net, uint32_t vc) {
    char name[64];
    ws_channel_name(net, vc, name, sizeof name);
    return json_string(name);
}

static json_t *ring_json(const ws_prove *prove, const ws_net *net) {
    uint32_t length;
    const ws_dependency *ring = ws_prove_ring(prove, &length);
    json_t *rows = json_array();
    for (uint32_t i = 0; i < length; i++) {
        const ws_dependency *row = &ring[i];
        json_t *object = json_object();
        json_object_set_new(object, "held", channel_json(net, row->held));
        json_object_set_new(object, "wanted", channel_json(net, row->requested));
        json_object_set_new(object, "source", json_string(host_called(net, row->source)));
        json_object_set_new(object, "dest", json_string(host_called(net, row->dest)));
        json_array_append_new(rows, object);
    }
    return rows;
}

static json_t *messages_json(const ws_prove *prove, const ws_net *net) {
    const ws_counterexample *found = prove->found;
    json_t *rows = json_array();
    for (uint32_t i = 0; found && i < found->count; i++) {
        const ws_shot *shot = &found->shot[i];
        json_t *object = json_object();
        json_object_set_new(object, "cycle", json_integer((json_int_t)shot->cycle));
        json_object_set_new(object, "source", json_string(host_called(net, shot->from)));
        json_object_set_new(object, "dest", json_string(host_called(net, shot->to)));
        json_object_set_new(object, "flits", json_integer(shot->flits));
        json_array_append_new(rows, object);
    }
    return rows;
}

static int print_json(const ws_prove *prove, ws_session *session) {
    const ws_net *net = ws_session_net(session);
    const ws_proof *proof = prove->proof;
    json_t *closed = json_null();
    json_t *object = json_object();
    if (prove->found)
        closed = json_integer((json_int_t)prove->closed);
    json_object_set_new(object, "schema", json_integer(1));
    json_object_set_new(object, "scenario", ws_json_text(ws_session_name(session)));
    json_object_set_new(object, "verdict", json_string(verdict_names[prove->verdict]));
    json_object_set_new(object, "argument", json_string(argument_names[proof->argument]));
    json_object_set_new(object, "words", json_string(ws_argument_words[proof->argument]));
    json_object_set_new(object, "channels", json_integer(proof->vcs));
    json_object_set_new(object, "dependencies", json_integer(proof->dependencies));
    json_object_set_new(object, "ring", ring_json(prove, net));
    json_object_set_new(object, "messages", messages_json(prove, net));
    json_object_set_new(object, "closes", closed);
    int lost = ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
    return lost;
}

/* ---- the scenario ---- */

static bool write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "wx");
    if (!out) {
        ws_tell(stderr, "wormscope prove: %.300s cannot be written; name a file that is not there",
                path);
        return false;
    }
    bool good = fputs(text, out) >= 0;
    good = fclose(out) == 0 && good;
    if (!good) {
        ws_tell(stderr, "wormscope prove: %.300s could not be written to the end", path);
        remove(path);
    }
    return good;
}

/* Writes the scenario if it was asked for; false, and said, if a file fails. */
static bool output(const wishes *wish, const ws_prove *prove) {
    if (!wish->output)
        return true;
    if (prove->text)
        return write_file(wish->output, prove->text);
    const char *why = "the network cannot deadlock";
    if (prove->found)
        why = "the network file of the recording is not there";
    else if (prove->verdict == WS_VERDICT_UNDECIDED)
        why = "undecided, so there is no example of a deadlock to write";
    ws_tell(stderr, "wormscope prove: %.300s is not written; %s", wish->output, why);
    return true;
}

static int prove_session(const wishes *wish, ws_session *session) {
    ws_prove *prove = ws_session_prove(session);
    int code = (int)verdict_codes[prove->verdict];
    bool lost = false;
    if (wish->json)
        lost = print_json(prove, session);
    else
        print_prove(prove, ws_session_net(session));
    if (!output(wish, prove) || lost)
        code = WS_EXIT_IO;
    ws_prove_free(prove);
    return code;
}

static void take(wishes *wish, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_JSON: wish->json = true; break;
    case FLAG_OUTPUT: wish->output = args->value; break;
    case FLAG_FORCE: wish->scenario.options.any_model = true; break;
    default: ws_scenario_args_parse(&wish->scenario, args, flag);
    }
}

static int run(const ws_subcommand *command, int argc, char **argv) {
    wishes wish = {0};
    ws_args args = ws_args_begin(command, argc, argv);
    int code = WS_EXIT_USAGE;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        take(&wish, &args, flag);
    if (args.helped)
        code = WS_EXIT_OK;
    else if (!args.failed) {
        ws_session *session = ws_export_open(&args, &wish.scenario.options, &code);
        if (session)
            code = prove_session(&wish, session);
        ws_session_close(session);
    }
    ws_scenario_args_free(&wish.scenario);
    return code;
}

const ws_subcommand ws_subcommand_prove = {
    .name = "prove",
    .operands = "SCENARIO [OPTION]...",
    .doc = "Prove that the network cannot deadlock, or name a ring of channels that can, with the "
           "messages that close it: exit 0 proved, 4 it can deadlock, 1 undecided",
    .flags = flags,
    .run = run,
};
