/* cast.c - `wormscope cast`: a stretch of a scenario or recording as an asciicast, with a marker
 * at each note and change. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/asciicast.h"
#include "cli/export.h"
#include "cli/subcommands.h"
#include "session/history/marks.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"
#include "ui/stage_show.h"

#define DEFAULT_FPS   10
#define DEFAULT_SPEED 500.0
#define LABEL_MAX     256

enum {
    FLAG_OUT = WS_LOOK_FLAG_END,
    FLAG_SIZE,
    FLAG_FPS,
    FLAG_SPEED,
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
    {"speed", 'p', "N", "cycles per second (default 500)"},
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
    double speed;
    int width, height;
    bool has_to;
} wishes;

static void flag_parse(wishes *w, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_OUT: w->path = args->value; break;
    case FLAG_SIZE: ws_args_size(args, &w->width, &w->height); break;
    case FLAG_FPS: ws_args_number(args, 1, 60, &w->fps); break;
    case FLAG_SPEED: ws_args_positive(args, &w->speed); break;
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
    size_t marked;  /* journal entries that have been looked at */
    double seconds; /* of the latest picture */
    int error;      /* errno, 0 if all is written */
} film;

/* The number of the last picture, counted from 0. */
static uint64_t film_last(const film *f) {
    return (uint64_t)ceil((double)(f->w->to - f->w->from) / f->w->speed * (double)f->w->fps - 1e-6);
}
static double film_seconds(const film *f, uint64_t i) {
    return (double)i / (double)f->w->fps;
}

/* The cycle that picture number i shows. */
static uint64_t film_cycle(const film *f, uint64_t i) {
    if (i >= film_last(f))
        return f->w->to;
    return f->w->from + (uint64_t)floor((double)i * f->w->speed / (double)f->w->fps + 1e-6);
}

/* Markers follow the picture that shows what they mark: who jumps to one sees it. */
static void film_mark(film *f) {
    const ws_view *v = &f->stage->view;
    for (; f->marked < v->session.journal_count; f->marked++) {
        char label[LABEL_MAX];
        const ws_journal_entry *entry = &v->session.journal[f->marked];
        if (entry->cycle < f->w->from || ws_mark_of(entry->text) == WS_MARK_NONE)
            continue;
        ws_asciicast_marker(&f->cast, f->seconds, ws_mark_label(entry->text, label, sizeof label));
    }
}

/* All pictures, the last one standing still; fewer if the session does not get so far. */
static void film_shoot(film *f) {
    uint64_t last = film_last(f);
    for (uint64_t i = 0; i <= last && !f->cast.error; i++) {
        if (!ws_stage_play(f->stage, film_cycle(f, i)))
            return;
        f->seconds = film_seconds(f, i);
        f->stage->view.session.running = i < last;
        ws_asciicast_picture(&f->cast, f->seconds, ws_stage_draw(f->stage));
        film_mark(f);
    }
}

/* From the first line to the last. */
static void film_make(film *f, const ws_session *session) {
    const wishes *w = f->w;
    f->cast = ws_asciicast_begin(f->file.out, &w->look.theme, w->width, w->height,
                                 film_seconds(f, film_last(f)), ws_session_title(session));
    film_shoot(f);
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
    f.stage->view.session.speed = w->speed;
    film_make(&f, session);
    ws_stage_free(f.stage);
    return f.error ? file_lost(args, w, f.error) : ws_export_done(args, session, w->to);
}

static int run_cast(const ws_subcommand *command, int argc, char **argv) {
    wishes w = {.look = {.theme = ws_theme_default(), .glyphs = ws_glyphs_find("braille")},
                .path = "-",
                .fps = DEFAULT_FPS,
                .speed = DEFAULT_SPEED,
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
