/* cast.c - `wormscope cast`: a stretch of a scenario or recording as an asciicast, at its own pace,
 * with a marker at each chapter: note, question, change. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/asciicast.h"
#include "cli/export.h"
#include "cli/subcommands.h"
#include "export/reel.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"

#define DEFAULT_FPS     10
#define DEFAULT_SECONDS 60

enum {
    FLAG_OUT = WS_LOOK_FLAG_END,
    FLAG_SIZE,
    FLAG_FPS,
    FLAG_SPEED,
    FLAG_SECONDS,
    FLAG_FROM,
    FLAG_TO,
    FLAG_FORCE
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"output", 'o', "FILE", "write to FILE (default: standard output)"},
    {"size", 0, "COLSxROWS", "size of the screen (default 100x30)"},
    {"fps", 'f', "N", "pictures per second, 1 to 60 (default 10)"},
    {"speed", 'p', "N", "cycles per second (default: its own pace, as on the screen)"},
    {"seconds", 0, "N", "without --speed: last no longer than this, but play faster (default 60)"},
    {"from", 'F', "CYCLE", "start at this cycle (default 0)"},
    {"to", 'T', "CYCLE", "stop at this cycle (default: the end)"},
    WS_EXPORT_FORCE,
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    ws_look look;
    const char *path;
    uint64_t fps, from, to;
    double speed;  /* 0: the session's own pace */
    uint64_t most; /* seconds: its own pace is made faster until it lasts no longer */
    int width, height;
    bool has_to;
} wishes;

static void flag_parse(wishes *w, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_OUT: w->path = args->value; break;
    case FLAG_SIZE: ws_args_size(args, &w->width, &w->height); break;
    case FLAG_FPS: ws_args_number(args, 1, 60, &w->fps); break;
    case FLAG_SPEED: ws_args_positive(args, &w->speed); break;
    case FLAG_SECONDS: ws_args_number(args, 1, 86400, &w->most); break;
    case FLAG_FROM: ws_args_number(args, 0, INT64_MAX, &w->from); break;
    case FLAG_TO: w->has_to = ws_args_number(args, 0, INT64_MAX, &w->to); break;
    case FLAG_FORCE: w->scenario.options.any_model = true; break;
    default: break;
    }
}

/* A cast being made. */
typedef struct film {
    const wishes *w;
    ws_whole_file file; /* .path NULL: standard output */
    ws_stage *stage;
    ws_asciicast cast;
    ws_reel reel;
    double faster;  /* than the reel, so many times */
    double seconds; /* of the latest picture */
    int error;      /* errno, 0 if all is written */
} film;

/* Markers follow the picture that shows what they mark: who jumps to one sees it. */
static bool picture_see(void *context, const ws_canvas *picture, double seconds, size_t chapter) {
    film *f = context;
    f->seconds = seconds / f->faster;
    ws_asciicast_picture(&f->cast, f->seconds, picture);
    for (; chapter < f->reel.chapters; chapter++)
        if (f->reel.chapter[chapter].cycle >= f->w->from)
            ws_asciicast_marker(&f->cast, f->seconds, f->reel.chapter[chapter].text);
    return !f->cast.error;
}

/* Who does not say how fast wants to see it, and not for hours. */
static double faster_of(const wishes *w, double seconds) {
    if (w->speed > 0 || seconds <= (double)w->most)
        return 1;
    double faster = seconds / (double)w->most;
    ws_tell(
        stderr,
        "wormscope cast: at its own pace it would last %.0f seconds: it is played %.3g times as "
        "fast (--seconds N, --speed N)",
        seconds, faster);
    return faster;
}

/* From the first line to the last. */
static void film_make(film *f, const ws_session *session) {
    const wishes *w = f->w;
    ws_reel_plan plan = {.first = w->from, .last = w->to, .speed = w->speed, .runs = true};
    const ws_reel_viewer viewer = {picture_see, f};
    double seconds = ws_reel_seconds(f->stage, &plan);
    f->faster = faster_of(w, seconds);
    plan.step = f->faster / (double)w->fps;
    f->cast = ws_asciicast_begin(f->file.out, &w->look.theme, w->width, w->height,
                                 seconds / f->faster, ws_session_title(session));
    ws_reel_play(&f->reel, f->stage, &plan, &viewer);
    ws_reel_free(&f->reel);
    f->error = ws_asciicast_end(&f->cast, f->seconds);
    /* what only closing finds out */
    if (f->file.path && !ws_whole_close(&f->file) && !f->error)
        f->error = errno;
}

static int file_lost(ws_args *args, const wishes *w, int why) {
    ws_args_wrong(args, "%s: %s", w->path, strerror(why));
    return WS_EXIT_IO;
}

static int session_film(wishes *w, ws_args *args, ws_session *session) {
    if (!ws_export_end(args, session, w->has_to, "to", &w->to))
        return WS_EXIT_USAGE;
    if (w->from > w->to) {
        ws_args_wrong(args, "--from %" PRIu64 " lies behind --to %" PRIu64, w->from, w->to);
        return WS_EXIT_USAGE;
    }
    film f = {.w = w, .file.out = stdout};
    bool is_standard = text_is(w->path, "-");
    if (!is_standard && !ws_whole_open(&f.file, w->path))
        return file_lost(args, w, errno);
    f.stage = ws_stage_new(session, w->look.glyphs, w->width, w->height);
    ws_stage_colour(f.stage, &w->look.theme, WS_DEPTH_DIRECT);
    film_make(&f, session);
    ws_stage_free(f.stage);
    return f.error ? file_lost(args, w, f.error) : ws_export_done(args, session, w->to);
}

static int run_cast(const ws_subcommand *command, int argc, char **argv) {
    wishes w = {.look = {.theme = ws_theme_default(), .glyphs = ws_glyphs_find("braille")},
                .path = "-",
                .fps = DEFAULT_FPS,
                .most = DEFAULT_SECONDS,
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
        code = session_film(&w, &args, session);
    ws_session_close(session);
    ws_scenario_args_free(&w.scenario);
    return code;
}

const ws_subcommand ws_subcommand_cast = {
    .name = "cast",
    .operands = "FILE [-o OUT.cast] [OPTION]...",
    .doc = "Film the screen of a scenario or recording, for asciinema and its players",
    .flags = flags,
    .run = run_cast};
