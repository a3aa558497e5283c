/* cast.c - `wormscope cast`: a stretch of a scenario or recording as an asciicast, at its own pace,
 * with a marker at each chapter: note, question, change. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/subcommands.h"
#include "export/reel.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"
#include "session/memory.h"
#include "session/text_stream.h"
#include "ui/emit.h"

/* ---- asciicast ---- */

/* Writes asciicast files, version 2: what a terminal is sent, with times, one JSON value a line.
 * The first picture is written whole, of each later one what has changed. Lines are written
 * whole: when the disk is full, what does not fit is cut off again, and what is there still
 * plays. */

typedef struct asciicast {
    FILE *out;
    ws_emitter *emitter;
    int height; /* rows */
    bool begun; /* a picture has been written */
    long good;  /* bytes known to be written, up to the end of a line; -1 of what is no file */
    /* errno of the first line that could not be written; nothing is written after it */
    int error;
} asciicast;

#define TIME_STYLE (JSON_COMPACT | JSON_REAL_PRECISION(10))

/* One line, or nothing of it. Takes the value over. */
static void line_write(asciicast *c, json_t *value) {
    char *text = ws_must(json_dumps(ws_must(value), TIME_STYLE));
    json_decref(value);
    if (!c->error)
        ws_tell_json(c->out, text);
    bool written = !c->error && putc('\n', c->out) != EOF && fflush(c->out) == 0 && !ferror(c->out);
    free(text);
    if (!written && !c->error) {
        c->error = errno;
        /* no file: nothing to be kept whole */
        if (c->good >= 0 && ftruncate(fileno(c->out), c->good) != 0)
            c->good = -1;
    }
    if (written && c->good >= 0)
        c->good = ftell(c->out);
}

static void event_write(asciicast *c, double seconds, const char *kind, const char *data) {
    line_write(c, json_pack("[f, s, s]", seconds, kind, data));
}

/* Players draw around the screen what the theme has as ground. The sixteen colours are those of
 * xterm: the screen uses none. */
static json_t *theme_json(const ws_theme *theme) {
    static const char palette[] = "#000000:#cd0000:#00cd00:#cdcd00:#0000ee:#cd00cd:#00cdcd:#e5e5e5:"
                                  "#7f7f7f:#ff0000:#00ff00:#ffff00:#5c5cff:#ff00ff:#00ffff:#ffffff";
    const ws_style *text = &theme->style[WS_ROLE_TEXT];
    char fg[8];
    char bg[8];
    if (text->fg == WS_COLOUR_NONE || text->bg == WS_COLOUR_NONE)
        return NULL;
    snprintf(fg, sizeof fg, "#%06x", text->fg & 0xffffff);
    snprintf(bg, sizeof bg, "#%06x", text->bg & 0xffffff);
    return json_pack("{s:s, s:s, s:s}", "fg", fg, "bg", bg, "palette", palette);
}

/* Writes the head. `seconds` is how long it will last; out is used until
 * asciicast_end. */
static asciicast asciicast_begin(FILE *out, const ws_theme *theme, int width, int height,
                                 double seconds, const char *name) {
    char *title = ws_clean(ws_copy_text(name, strlen(name))); /* players print it */
    asciicast cast = {.out = out, .height = height, .good = ftell(out)};
    cast.emitter = ws_emitter_new((ws_emit_traits){.depth = WS_DEPTH_DIRECT});
    ws_emitter_theme(cast.emitter, theme);
    json_t *head = json_pack("{s:i, s:i, s:i, s:f, s:s, s:{s:s, s:s}}", "version", 2, "width",
                             width, "height", height, "duration", seconds, "title", title, "env",
                             "TERM", "xterm-256color", "COLORTERM", "truecolor");
    free(title);
    json_t *colours = theme_json(theme);
    if (colours)
        json_object_set_new(head, "theme", colours);
    line_write(&cast, head);
    return cast;
}

/* A picture of the size given, and a marker: at a time not before that of the last. */
static void asciicast_picture(asciicast *c, double seconds, const ws_canvas *canvas) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = ws_text_stream(&text, &length);
    if (!c->begun)
        fputs("\033[?25l\033[0m\033[2J", memory);
    c->begun = true;
    ws_emitter_draw(c->emitter, canvas, memory);
    fclose(memory);
    if (length)
        event_write(c, seconds, "o", text);
    free(text);
}

static void asciicast_marker(asciicast *c, double seconds, const char *label) {
    char *text = ws_clean(ws_copy_text(label, strlen(label)));
    event_write(c, seconds, "m", text);
    free(text);
}

/* Leaves the terminal with its cursor, in the last row. The errno of what could not be written,
 * 0 if all could. Does not close the file. */
static int asciicast_end(asciicast *c, double seconds) {
    char text[48];
    snprintf(text, sizeof text, "\033[0m\033[%d;1H\033[?25h", c->height);
    event_write(c, seconds, "o", text);
    ws_emitter_free(c->emitter);
    return c->error;
}

/* ---- cast ---- */

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
    asciicast cast;
    ws_reel reel;
    double faster;  /* than the reel, so many times */
    double seconds; /* of the latest picture */
    int error;      /* errno, 0 if all is written */
} film;

/* Markers follow the picture that shows what they mark: who jumps to one sees it. */
static bool picture_see(void *context, const ws_canvas *picture, double seconds, size_t chapter) {
    film *f = context;
    f->seconds = seconds / f->faster;
    asciicast_picture(&f->cast, f->seconds, picture);
    for (; chapter < f->reel.chapters; chapter++)
        if (f->reel.chapter[chapter].cycle >= f->w->from)
            asciicast_marker(&f->cast, f->seconds, f->reel.chapter[chapter].text);
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
    f->cast = asciicast_begin(f->file.out, &w->look.theme, w->width, w->height, seconds / f->faster,
                              ws_session_title(session));
    ws_reel_play(&f->reel, f->stage, &plan, &viewer);
    ws_reel_free(&f->reel);
    f->error = asciicast_end(&f->cast, f->seconds);
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
