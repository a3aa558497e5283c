/* render.c - `wormscope render`: the screen at one cycle, as text or as a picture. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/subcommands.h"
#include "export/formats.h"
#include "session/language/stage_lines.h"
#include "session/library/whole_file.h"
#include "ui/stage.h"
#include "ui/text.h"
#include "wormscope/memory.h"

enum {
    FLAG_AT = WS_LOOK_FLAG_END,
    FLAG_SIZE,
    FLAG_ANSI,
    FLAG_OUT,
    FLAG_WORM,
    FLAG_TREES,
    FLAG_SHOW,
    FLAG_NO_KEYS,
    FLAG_FORCE
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"at", 'a', "CYCLE", "the cycle (default: the last)"},
    {"size", 0, "COLSxROWS", "size of the screen (default 100x30)"},
    {"ansi", 'A', NULL, "with the colours of the theme, as escape sequences"},
    {"output", 'o', "FILE", "write to FILE: .svg and .html in colours, .txt"},
    {"worm", 'b', NULL, "select the worm that has waited longest"},
    {"trees", 'G', NULL, "show the congestion trees"},
    {"show", 0, "LINE",
     "show a stage line, such as `lens use`, `look S3`, `zoom switch`; may be repeated"},
    {"no-keys", 0, NULL, "without the keys, for where nobody can press them"},
    WS_EXPORT_FORCE,
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    ws_look look;
    uint64_t at;
    int width, height;
    bool has_at, ansi, worm, trees, keyless;
    const char **shows; /* owned */
    size_t show_count;
    const char *path;
    const ws_format *format; /* of the path; NULL: text on standard output */
} wishes;

static void path_parse(wishes *w, ws_args *args) {
    w->path = args->value;
    w->format = ws_format_find(w->path);
    if (!w->format)
        ws_args_wrong(args, "-o `%s`: expected a name that ends in " WS_FORMAT_SUFFIXES, w->path);
}

/* Other stage lines than those of the view (pace, ask) show nothing in one picture. */
static bool is_stage_line(const char *line) {
    return ws_stage_line_find(line, strcspn(line, " ")) != NULL;
}

static void flag_parse(wishes *w, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_AT: w->has_at = ws_args_number(args, 0, INT64_MAX, &w->at); break;
    case FLAG_SIZE: ws_args_size(args, &w->width, &w->height); break;
    case FLAG_ANSI: w->ansi = true; break;
    case FLAG_OUT: path_parse(w, args); break;
    case FLAG_WORM: w->worm = true; break;
    case FLAG_TREES: w->trees = true; break;
    case FLAG_SHOW:
        if (!is_stage_line(args->value))
            ws_args_wrong(args, "--show `%s`: expected a stage line, such as `lens use`",
                          args->value);
        WS_GROW(w->shows, w->show_count);
        w->shows[w->show_count++] = args->value;
        break;
    case FLAG_NO_KEYS: w->keyless = true; break;
    case FLAG_FORCE: w->scenario.options.any_model = true; break;
    default: break;
    }
}

/* Under what a picture is called: "teach/ring-deadlock, cycle 160". */
static bool file_write(const wishes *w, ws_args *args, const ws_canvas *canvas,
                       ws_session *session) {
    char title[512];
    uint64_t now = ws_net_cycle(ws_session_net(session));
    snprintf(title, sizeof title, "%s, cycle %" PRIu64, ws_session_name(session), now);
    ws_whole_file file;
    bool written = ws_whole_open(&file, w->path);
    if (written) {
        w->format->write(file.out, canvas, &w->look.theme, title);
        written = ws_whole_close(&file);
    }
    return written || ws_args_wrong(args, "%s: %s", w->path, strerror(errno));
}

static bool picture_write(const wishes *w, ws_args *args, ws_stage *stage) {
    const ws_canvas *canvas = ws_stage_draw(stage);
    if (w->format)
        return file_write(w, args, canvas, stage->session);
    if (w->ansi)
        ws_ansi_write(stdout, canvas, &w->look.theme, WS_DEPTH_DIRECT);
    else
        ws_text_write(stdout, canvas);
    return true;
}

/* What the session says of the screen on its way, then what the command line does. */
static bool lines_show(const wishes *w, ws_args *args, ws_stage *stage) {
    ws_error error;
    for (size_t i = 0; i < w->show_count; i++)
        if (!ws_stage_show(stage, w->shows[i], &error))
            return ws_args_wrong(args, "%s", error.text);
    return true;
}

static int session_render(const wishes *w, ws_args *args, ws_session *session) {
    uint64_t at = w->at;
    bool coloured = w->ansi || (w->format && w->format->coloured);
    bool written = true;
    if (!ws_export_end(args, session, w->has_at, "at", &at))
        return WS_EXIT_USAGE;
    ws_stage *stage = ws_stage_new(session, w->look.glyphs, w->width, w->height);
    if (coloured)
        ws_stage_colour(stage, &w->look.theme, WS_DEPTH_DIRECT);
    stage->view.keyless = w->keyless;
    bool there = ws_stage_play(stage, at);
    if (w->trees)
        stage->view.overlay.layer = WS_LAYER_TREES;
    if (there && w->worm) {
        ws_stage_draw(stage); /* who is blocked is known then */
        ws_stage_select_blocked(stage);
    }
    if (there && !lines_show(w, args, stage)) {
        ws_stage_free(stage);
        return WS_EXIT_USAGE;
    }
    if (there)
        written = picture_write(w, args, stage);
    ws_stage_free(stage);
    return written ? ws_export_done(args, session, at) : WS_EXIT_IO;
}

static int run_render(const ws_subcommand *command, int argc, char **argv) {
    wishes w = {.look = {.theme = ws_theme_default(), .glyphs = ws_glyphs_find("braille")},
                .width = 100,
                .height = 30};
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_parse(&w.scenario, &args, flag) &&
            !ws_look_parse(&w.look, &args, flag))
            flag_parse(&w, &args, flag);
    int code;
    w.scenario.options.phases = true;
    ws_session *session = ws_export_open(&args, &w.scenario.options, &code);
    if (session)
        code = session_render(&w, &args, session);
    ws_session_close(session);
    ws_scenario_args_free(&w.scenario);
    free(w.shows);
    return code;
}

const ws_subcommand ws_subcommand_render = {
    .name = "render",
    .operands = "FILE [OPTION]...",
    .doc = "Print the screen of a scenario or recording at one cycle, as text or as a picture",
    .flags = flags,
    .run = run_render};
