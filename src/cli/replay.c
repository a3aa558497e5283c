/* replay.c - `wormscope replay`: what a recording holds, and whether it still holds. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "session/language/tell.h"

/* ---- playing ---- */

ws_session *ws_playing_open(const ws_subcommand *command, const char *file,
                            const ws_options *options, ws_recorded *recorded, ws_exit *code) {
    ws_error error;
    ws_fault fault = WS_FAULT_IO;
    ws_session *session = NULL;
    /* a name of a scenario will not do */
    bool there = strcmp(file, "-") == 0 || access(file, F_OK) == 0;
    if (there)
        session = ws_session_open_why(file, options, &fault, &error);
    else
        snprintf(error.text, sizeof error.text, "%.300s: %s", file, strerror(errno));
    if (session && !ws_session_recorded(session, recorded)) {
        ws_session_close(session);
        session = NULL;
        fault = WS_FAULT_DAMAGED;
        snprintf(error.text, sizeof error.text, "%.300s: line 1, byte 0: this is not a recording",
                 file);
    }
    *code = ws_exit_of(fault);
    if (!session)
        ws_tell(stderr, "wormscope %s: %s%s", command->name, error.text,
                ws_any_size_cure(&options->bound));
    else if (recorded->cut)
        ws_tell(stderr, "wormscope %s: %s: %s; played as far as it goes", command->name, file,
                recorded->cut);
    return session;
}

/* ---- replay ---- */

#define REPLAY_SCHEMA "wormscope-replay-1"
#define LONG_CYCLES   1000000000 /* of a run that takes minutes and more */

enum { FLAG_VERIFY, FLAG_COLUMNS, FLAG_FORCE, FLAG_ANY_SIZE, FLAG_JSON };
static const ws_flag flags[] = {
    {"verify", 'v', NULL, "play it without a screen and compare every digest"},
    {"columns", 'C', NULL, "like --verify; also name the columns of the state that differ first"},
    {"force", 'f', NULL, "play a recording of another model, too"},
    WS_ANY_SIZE_FLAG,
    {"json", 0, NULL, "print one JSON object on one line"},
    {0},
};

typedef struct wishes {
    bool verify, columns, force, json;
    bool any_size;
} wishes;

typedef struct outcome {
    const char *file;
    ws_session *session;
    ws_recorded recorded;
    bool too_large;          /* it was not opened, for its size */
    bool verified, diverged; /* both false: not asked, or there was no check */
    ws_error why;
    ws_divergence divergence;
} outcome;

/* ---- for people ---- */

static void print_branch(ws_session *session, size_t i) {
    ws_branch_info branch = ws_session_branch(session, i);
    printf("branch     %s%s to cycle %" PRIu64 ", %zu lines", branch.name,
           branch.present ? " (the present one)" : "", branch.reached, branch.lines);
    if (i)
        printf(", left %s at cycle %" PRIu64, ws_session_branch(session, branch.parent).name,
               branch.forked);
    printf("\n");
}

static void print_content(const outcome *o) {
    const ws_recorded *recorded = &o->recorded;
    ws_tell(stdout, "recording  %s", o->file);
    ws_tell(stdout, "scenario   %s", ws_session_name(o->session));
    ws_tell(stdout, "made by    wormscope %s, model %" PRId64, recorded->program, recorded->model);
    printf("content    %zu typed lines, %zu checks, %zu branches, to cycle %" PRIu64 "\n",
           recorded->lines, recorded->checks, recorded->branches, recorded->end);
    for (size_t i = 0; i < ws_session_branch_count(o->session); i++)
        print_branch(o->session, i);
    const ws_timeline *t = ws_session_timeline(o->session);
    for (size_t i = 0; i < t->mark_count; i++)
        ws_tell(stdout, "%-10s @%" PRIu64 " %s", t->marks[i].typed ? "typed" : "scenario",
                t->marks[i].cycle, t->marks[i].text);
}

static void print_columns(const ws_divergence *found) {
    if (!*found->columns) {
        printf("columns    the recording does not tell of them\n");
        return;
    }
    ws_tell(stdout, "columns    first %.*s; in all %s", (int)strcspn(found->columns, ","),
            found->columns, found->columns);
}

static void print_outcome(const outcome *o, bool columns) {
    const ws_recorded *recorded = &o->recorded;
    if (!o->verified && !o->diverged)
        ws_tell(stdout,
                "%s: played to cycle %" PRIu64 "; nothing was checked: the recording has no checks",
                o->file, recorded->end);
    else if (o->verified)
        ws_tell(stdout,
                "%s: verified to cycle %" PRIu64 ": %zu checks, %zu typed lines, %zu branches",
                o->file, recorded->end, recorded->checks, recorded->lines, recorded->branches);
    else
        ws_tell(stderr, "%s: %s", o->file, o->why.text);
    if (columns && o->divergence.expected != o->divergence.found)
        print_columns(&o->divergence);
}

/* ---- JSON ---- */

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *branches_json(const outcome *o) {
    json_t *list = json_array();
    for (size_t i = 0; i < ws_session_branch_count(o->session); i++) {
        ws_branch_info branch = ws_session_branch(o->session, i);
        json_t *parent =
            i ? json_string(ws_session_branch(o->session, branch.parent).name) : json_null();
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o, s:o, s:o}", "name", branch.name, "parent",
                                        parent, "forked", integer(branch.forked), "reached",
                                        integer(branch.reached), "lines", integer(branch.lines)));
    }
    return list;
}

static json_t *lines_json(const outcome *o) {
    json_t *list = json_array();
    const ws_timeline *t = ws_session_timeline(o->session);
    for (size_t i = 0; i < t->mark_count; i++)
        json_array_append_new(list,
                              json_pack("{s:o, s:s, s:b}", "cycle", integer(t->marks[i].cycle),
                                        "line", t->marks[i].text, "typed", t->marks[i].typed));
    return list;
}

static json_t *columns_json(const char *names) {
    json_t *list = json_array();
    for (size_t size; *names; names += size + strspn(names + size, ", ")) {
        size = strcspn(names, ",");
        json_array_append_new(list, json_stringn(names, size));
    }
    return list;
}

static json_t *divergence_json(const outcome *o) {
    const ws_divergence *found = &o->divergence;
    if (!o->diverged)
        return json_null();
    if (found->expected == found->found)
        return json_pack("{s:s}", "why", o->why.text);
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "why", o->why.text, "branch", found->branch,
                     "cycle", integer(found->cycle), "after", integer(found->after), "columns",
                     columns_json(found->columns));
}

static void print_json(const outcome *o, bool verify) {
    const ws_recorded *recorded = &o->recorded;
    json_t *object =
        json_pack("{s:s, s:o, s:o, s:I, s:s, s:o, s:o, s:o, s:b}", "schema", REPLAY_SCHEMA, "file",
                  ws_json_text(o->file), "scenario", ws_json_text(ws_session_name(o->session)),
                  "model", (json_int_t)recorded->model, "program", recorded->program, "cycles",
                  integer(recorded->end), "typed", integer(recorded->lines), "checks",
                  integer(recorded->checks), "complete", recorded->cut == NULL);
    json_object_set_new(object, "branches", branches_json(o));
    json_object_set_new(object, "lines", lines_json(o));
    json_object_set_new(object, "verified", verify ? json_boolean(o->verified) : json_null());
    json_object_set_new(object, "diverged", divergence_json(o));
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
}

/* ---- the command ---- */

static void verify(outcome *o) {
    if (o->recorded.end > LONG_CYCLES)
        ws_tell(stderr,
                "wormscope replay: %s goes to cycle %" PRIu64
                "; to play it takes long, and ^C ends it",
                o->file, o->recorded.end);
    o->diverged = !ws_session_verify(o->session, &o->why);
    o->verified = !o->diverged && o->recorded.checks > 0;
    ws_session_diverged(o->session, &o->divergence);
}

static int replay(const ws_subcommand *command, const char *file, const wishes *w) {
    outcome o = {.file = file};
    const ws_options options = {.keyframe_bytes = w->verify ? WS_KEYFRAME_BYTES : 0,
                                .any_model = w->force,
                                .bound = ws_bound_asked(w->any_size, &o.too_large)};
    ws_exit code;
    o.session = ws_playing_open(command, file, &options, &o.recorded, &code);
    if (!o.session)
        return code;
    if (w->verify)
        verify(&o);
    if (w->json)
        print_json(&o, w->verify);
    else if (w->verify)
        print_outcome(&o, w->columns);
    else
        print_content(&o);
    ws_session_close(o.session);
    return w->verify && !o.verified ? WS_EXIT_FAILED : WS_EXIT_OK;
}

static int run_replay(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    wishes w = {0};
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        w.verify |= flag == FLAG_VERIFY || flag == FLAG_COLUMNS;
        w.columns |= flag == FLAG_COLUMNS;
        w.force |= flag == FLAG_FORCE;
        w.json |= flag == FLAG_JSON;
        w.any_size |= flag == FLAG_ANY_SIZE;
    }
    if (!ws_args_one_operand(&args, "recording"))
        return args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    return replay(command, args.operands[0], &w);
}

const ws_subcommand ws_subcommand_replay = {
    .name = "replay",
    .operands = "RECORDING [OPTION]...",
    .doc = "Tell what a recording holds, or play it and compare",
    .flags = flags,
    .run = run_replay};
