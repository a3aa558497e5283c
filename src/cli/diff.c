/* diff.c - `wormscope diff`: where two recordings part. */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "session/language/tell.h"

#define DIFF_SCHEMA "wormscope-diff-1"

enum { FLAG_BRANCH_A, FLAG_BRANCH_B, FLAG_FORCE, FLAG_ANY_SIZE, FLAG_JSON };
static const ws_flag flags[] = {
    {"branch-a", 'a', "NAME",
     "branch of the first recording (default: the last one that was open)"},
    {"branch-b", 'b', "NAME", "branch of the second recording"},
    {"force", 'f', NULL, "compare recordings of other models, too"},
    WS_ANY_SIZE_FLAG,
    {"json", 0, NULL, "print one JSON object on one line"},
    {0},
};

typedef struct side {
    const char *file, *branch;
    ws_session *session;
    bool force; /* of any model */
    bool any_size;
    bool too_large; /* it was not opened, for its size */
} side;

static int said(int code, const char *file, const char *what) {
    ws_tell(stderr, "wormscope diff: %s: %s", file, what);
    return code;
}

/* Puts the session at cycle 0 of the branch that was asked for. */
static int branch_choose(const side *s) {
    ws_error error;
    if (!s->branch)
        return WS_EXIT_OK;
    for (size_t i = 0; i < ws_session_branch_count(s->session); i++)
        if (strcmp(ws_session_branch(s->session, i).name, s->branch) == 0)
            return ws_session_branch_switch(s->session, i, 0, &error)
                       ? WS_EXIT_OK
                       : said(WS_EXIT_FAILED, s->file, error.text);
    return said(WS_EXIT_USAGE, s->file, "there is no such branch; `wormscope replay` lists them");
}

static int side_open(side *s) {
    const ws_options options = {.any_model = s->force,
                                .keyframe_bytes = s->branch ? WS_KEYFRAME_BYTES : 0,
                                .bound = ws_bound_asked(s->any_size, &s->too_large)};
    ws_recorded recorded;
    ws_exit code;
    s->session = ws_playing_open(&ws_subcommand_diff, s->file, &options, &recorded, &code);
    return s->session ? branch_choose(s) : (int)code;
}

static void print_difference(const ws_difference *found, bool as_json) {
    if (!as_json) {
        char more[48] = "";
        if (found->column_count > 1)
            snprintf(more, sizeof more, " (and %zu more columns)", found->column_count - 1);
        if (found->differs)
            ws_tell(stdout, "they differ from cycle %" PRIu64 " on: %s%s", found->cycle,
                    found->what, more);
        if (found->traffic_differs)
            ws_tell(stdout, "their traffic differs from cycle %" PRIu64 " on",
                    found->traffic_cycle);
        if (!found->differs)
            ws_tell(stdout, "they are the same to cycle %" PRIu64 "%s", found->cycle, more);
        return;
    }
    json_t *object = json_pack(
        "{s:s, s:b, s:I, s:s, s:s, s:I, s:b}", "schema", DIFF_SCHEMA, "differs", found->differs,
        "cycle", (json_int_t)found->cycle, "column", found->column, "what", found->what, "columns",
        (json_int_t)found->column_count, "traffic_differs", found->traffic_differs);
    if (found->traffic_differs)
        json_object_set_new(object, "traffic_cycle",
                            json_integer((json_int_t)found->traffic_cycle));
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
}

/* Comparing says nothing of a recording that does not replay. */
static bool side_holds(const side *s) {
    ws_divergence found;
    if (!ws_session_diverged(s->session, &found))
        return true;
    ws_tell(stderr,
            "wormscope diff: %s: it differs from its own recording before cycle %" PRIu64
            "; see wormscope replay --verify",
            s->file, found.cycle);
    return false;
}

static int diff(side *a, side *b, bool as_json) {
    ws_difference difference;
    int code = side_open(a);
    if (code == WS_EXIT_OK)
        code = side_open(b);
    if (code == WS_EXIT_OK) {
        ws_session_compare(a->session, b->session, &difference);
        print_difference(&difference, as_json);
        bool holds = side_holds(a);
        holds &= side_holds(b);
        code = difference.differs || !holds ? WS_EXIT_FAILED : WS_EXIT_OK;
    }
    ws_session_close(a->session);
    ws_session_close(b->session);
    return code;
}

static int run_diff(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    side a = {0};
    side b = {0};
    bool as_json = false;
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        if (flag == FLAG_BRANCH_A)
            a.branch = args.value;
        if (flag == FLAG_BRANCH_B)
            b.branch = args.value;
        a.force |= flag == FLAG_FORCE;
        a.any_size |= flag == FLAG_ANY_SIZE;
        as_json |= flag == FLAG_JSON;
    }
    if (!args.failed && !args.helped && args.operand_count != 2)
        ws_args_wrong(&args, "two recordings are required; usage: wormscope %s %s", command->name,
                      command->operands);
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    a.file = args.operands[0];
    b.file = args.operands[1];
    b.force = a.force;
    b.any_size = a.any_size;
    return diff(&a, &b, as_json);
}

const ws_subcommand ws_subcommand_diff = {
    .name = "diff",
    .operands = "RECORDING RECORDING [OPTION]...",
    .doc = "Name the first cycle and column at which two recordings differ",
    .flags = flags,
    .run = run_diff};
