/* render.c - `wormscope render`: the screen at one cycle, as text. */
#include "cli/export.h"
#include "cli/subcommands.h"
#include "ui/stage.h"
#include "ui/text.h"

enum { FLAG_AT = WS_LOOK_FLAG_END, FLAG_SIZE, FLAG_ANSI, FLAG_WORM, FLAG_TREES, FLAG_FORCE };
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"at", 'a', "CYCLE", "the cycle; that of the end if it is not given"},
    {"size", 0, "COLSxROWS", "size of the screen; 100x30 if it is not given"},
    {"ansi", 'A', NULL, "with the colours of the theme, as escape sequences"},
    {"worm", 'b', NULL, "look at the worm that has been blocked longest"},
    {"trees", 'G', NULL, "look at the congestion trees"},
    WS_EXPORT_FORCE,
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    ws_look look;
    uint64_t at;
    int width, height;
    bool has_at, ansi, worm, trees;
} wishes;

static void flag_take(wishes *w, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_AT: w->has_at = ws_args_number(args, 0, INT64_MAX, &w->at); break;
    case FLAG_SIZE: ws_args_size(args, &w->width, &w->height); break;
    case FLAG_ANSI: w->ansi = true; break;
    case FLAG_WORM: w->worm = true; break;
    case FLAG_TREES: w->trees = true; break;
    case FLAG_FORCE: w->scenario.options.any_model = true; break;
    default: break;
    }
}

static int session_render(const wishes *w, ws_args *args, ws_session *session) {
    uint64_t at = w->at;
    if (!ws_export_end(args, session, w->has_at, "at", &at)) return WS_EXIT_USAGE;
    ws_stage *stage = ws_stage_new(session, w->look.glyphs, w->width, w->height);
    if (w->ansi)
        ws_stage_colour(stage, &w->look.theme, WS_DEPTH_DIRECT);
    bool there = ws_stage_run(stage, at);
    if (w->trees)
        stage->view.overlay.layer = WS_LAYER_TREES;
    if (there && w->worm) {
        ws_stage_draw(stage); /* who is blocked is known then */
        ws_stage_select_blocked(stage);
    }
    if (there && w->ansi) ws_ansi_write(stdout, ws_stage_draw(stage), &w->look.theme, WS_DEPTH_DIRECT);
    else if (there) ws_text_write(stdout, ws_stage_draw(stage));
    ws_stage_free(stage);
    return ws_export_done(args, session, at);
}

static int run_render(const ws_subcommand *command, int argc, char **argv) {
    wishes w = {.look = {.theme = ws_theme_default(), .glyphs = ws_glyphs_find("braille")}, .width = 100, .height = 30};
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_take(&w.scenario, &args, flag) && !ws_look_take(&w.look, &args, flag)) flag_take(&w, &args, flag);
    int code;
    ws_session *session = ws_export_open(&args, &w.scenario.options, &code);
    if (session) code = session_render(&w, &args, session);
    ws_session_close(session);
    ws_scenario_args_free(&w.scenario);
    return code;
}

const ws_subcommand ws_subcommand_render = {.name = "render",
                                            .operands = "FILE [OPTION]...",
                                            .doc = "Print the screen of a scenario or recording at one cycle, as text",
                                            .flags = flags,
                                            .run = run_render};
