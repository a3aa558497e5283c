/* export_page.c - `wormscope export`: a recording as one page that plays it. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/subcommands.h"
#include "export/player.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"

enum {
    FLAG_OUT = WS_LOOK_FLAG_END,
    FLAG_SIZE,
    FLAG_PICTURES,
    FLAG_FROM,
    FLAG_TO,
    FLAG_BRANCH,
    FLAG_FORCE,
    FLAG_ANY_SIZE,
    FLAG_LIVE
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"output", 'o', "FILE.html", "the page (required)"},
    {"size", 0, "COLSxROWS", "size of the screen (default 100x30)"},
    {"pictures", 'n', "N", "approximate number of pictures, 2 to 5000 (default 300)"},
    {"from", 'F', "CYCLE", "start at this cycle (default 0)"},
    {"to", 'T', "CYCLE", "stop at this cycle (default: the end)"},
    {"branch", 'b', "NAME", "play this branch (default: the last one that was open)"},
    WS_EXPORT_FORCE,
    WS_ANY_SIZE_FLAG,
    {"live", 0, NULL, "the program itself, which runs the network; FILE may be left out"},
    {0},
};

enum { LARGE = 2000000 }; /* bytes that are too many for a mail to a class */

typedef struct wishes {
    ws_scenario_args scenario;
    ws_look look;
    const char *path;
    const char *branch; /* NULL: the one that was open last */
    uint64_t pictures, from, to;
    int width, height;
    bool has_to;
    bool any_size;
    bool too_large; /* it was not opened, for its size */
    bool live;
} wishes;

/* The page of --live runs the network itself: nothing is chosen beforehand. */
static void live_check(const wishes *w, ws_args *args) {
    const char *flag = w->branch ? "branch" : w->has_to ? "to" : w->from ? "from" : NULL;
    if (w->live && !args->failed && flag)
        ws_args_wrong(args, "--live takes no --%s: the page runs the network itself", flag);
}

static void flag_take(wishes *w, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_OUT: w->path = args->value; break;
    case FLAG_SIZE: ws_args_size(args, &w->width, &w->height); break;
    case FLAG_PICTURES: ws_args_number(args, 2, 5000, &w->pictures); break;
    case FLAG_FROM: ws_args_number(args, 0, INT64_MAX, &w->from); break;
    case FLAG_TO: w->has_to = ws_args_number(args, 0, INT64_MAX, &w->to); break;
    case FLAG_BRANCH: w->branch = args->value; break;
    case FLAG_FORCE: w->scenario.options.any_model = true; break;
    case FLAG_ANY_SIZE: w->any_size = true; break;
    case FLAG_LIVE: w->live = true; break;
    default: break;
    }
}

/* Where the pictures come from: "kwan/two-hosts, made by wormscope 0.1.0, model 1". */
static void source_text(ws_session *session, char *text, size_t room) {
    const char *name = ws_session_name(session);
    snprintf(text, room, "%s, made by wormscope %s, model %d", name, WS_VERSION, WS_MODEL);
}

static bool page_write(const wishes *w, ws_args *args, ws_session *session, const ws_reel *reel) {
    char source[512];
    source_text(session, source, sizeof source);
    const ws_player player = {reel, &w->look.theme, ws_session_title(session), source};
    ws_whole_file file;
    if (!ws_whole_open(&file, w->path))
        return ws_args_wrong(args, "%s: %s", w->path, strerror(errno));
    ws_player_write(&player, file.out);
    long bytes = ftell(file.out);
    if (bytes > LARGE)
        ws_tell(stderr, "wormscope export: %s has %ld bytes; --pictures or --size make it smaller",
                w->path, bytes);
    return ws_whole_close(&file) || ws_args_wrong(args, "%s: %s", w->path, strerror(errno));
}

static bool fail_branch(ws_args *args, const ws_session *session, const char *name) {
    char names[400] = "";
    size_t count = ws_session_branch_count(session);
    text_out out = text_begin(names, sizeof names);
    for (size_t i = 0; i < count; i++)
        text_add(&out, "%s%s", i ? ", " : "", ws_session_branch(session, i).name);
    return ws_args_wrong(args, "unknown branch `%s`; the branches are %s", name, names);
}

/* To the begin of the branch that is asked for; it is played to where it has been. */
static bool branch_choose(wishes *w, ws_args *args, ws_session *session) {
    ws_error error;
    size_t count = ws_session_branch_count(session);
    size_t branch = 0;
    while (branch < count && !text_is(ws_session_branch(session, branch).name, w->branch))
        branch++;
    if (branch == count)
        return fail_branch(args, session, w->branch);
    if (!ws_session_branch_switch(session, branch, 0, &error))
        return ws_args_wrong(args, "%s", error.text);
    uint64_t reached = ws_session_branch(session, branch).reached;
    if (w->has_to && w->to > reached)
        return ws_args_wrong(args, "cycle %" PRIu64 " lies behind the end: %s ends at %" PRIu64,
                             w->to, w->branch, reached);
    if (!w->has_to)
        w->to = reached;
    w->has_to = true;
    return true;
}

/* The end of what is played. */
static bool end_find(wishes *w, ws_args *args, ws_session *session) {
    if (w->branch)
        return branch_choose(w, args, session);
    return ws_export_end(args, session, w->has_to, "to", &w->to);
}

static int session_export(wishes *w, ws_args *args, ws_session *session) {
    ws_reel reel;
    if (!end_find(w, args, session))
        return WS_EXIT_USAGE;
    if (w->from > w->to) {
        ws_args_wrong(args, "--from %" PRIu64 " lies behind --to %" PRIu64, w->from, w->to);
        return WS_EXIT_USAGE;
    }
    ws_stage *stage = ws_stage_new(session, w->look.glyphs, w->width, w->height);
    ws_stage_colour(stage, &w->look.theme, WS_DEPTH_DIRECT);
    stage->view.keyless = true;
    bool there = ws_reel_film(&reel, stage, w->from, w->to, w->pictures);
    int code = ws_export_done(args, session, w->to);
    if (there && code == WS_EXIT_OK && !page_write(w, args, session, &reel))
        code = WS_EXIT_IO;
    ws_reel_free(&reel);
    ws_stage_free(stage);
    return code;
}

static int run_export(const ws_subcommand *command, int argc, char **argv) {
    wishes w = {.pictures = 300, .width = 100, .height = 30};
    w.look.theme = ws_theme_default();
    w.look.glyphs = ws_glyphs_find("braille");
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        if (ws_scenario_args_parse(&w.scenario, &args, flag))
            continue;
        if (!ws_look_parse(&w.look, &args, flag))
            flag_take(&w, &args, flag);
    }
    if (!args.failed && !args.helped && !w.path)
        ws_args_wrong(&args, "-o FILE.html is required");
    else if (w.path && !text_ends(w.path, ".html"))
        ws_args_wrong(&args, "-o `%s`: expected a name that ends in .html", w.path);
    live_check(&w, &args);
    int code = WS_EXIT_USAGE;
    ws_session *session = NULL;
    if (w.branch)
        w.scenario.options.keyframe_bytes = WS_KEYFRAME_BYTES;
    w.scenario.options.phases = true;
    w.scenario.options.bound = ws_bound_asked(w.any_size, &w.too_large);
    /* without a session: the start screen, or a lesson, which the page opens itself */
    bool whole = w.live && (args.operand_count == 0 || text_ends(args.operands[0], ".lesson"));
    if (!args.failed && !whole)
        session = ws_export_open(&args, &w.scenario.options, &code);
    if (w.live && !args.failed && (session || whole))
        code = ws_export_live(&args, session, &w.look.theme, w.path);
    else if (session)
        code = session_export(&w, &args, session);
    ws_session_close(session);
    ws_scenario_args_free(&w.scenario);
    return code;
}

const ws_subcommand ws_subcommand_export = {
    .name = "export",
    .operands = "FILE -o PAGE.html [OPTION]...",
    .doc = "Make one page that plays a recording or scenario in a browser, without a network",
    .flags = flags,
    .run = run_export};
