/* lesson.c - `wormscope lesson check`: are the lessons right? */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/subcommands.h"
#include "lesson/check.h"
#include "lesson/examine.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "tui/pace.h"
#include "ui/stage.h"
#include "ui/theme.h"

/* ---- lesson show ---- */

/* Can a screen show what a lesson wants to be shown? */

/* Refuses `show` lines with names that there are not, and words that no screen understands. */
ws_lesson_show ws_lesson_show_check;

/* What a lesson has shown so far, for pictures of its question (examine.h). */
typedef struct lesson_screen lesson_screen;

static bool pace_check(const char *argument, ws_error *error) {
    double speed;
    if (text_is(argument, "own") || ws_pace_parse(argument, &speed))
        return true;
    return fail_with(error, "invalid pace `%.40s`: expected cycles per second, max or own",
                     argument);
}

static bool light_check(const char *argument, ws_error *error) {
    ws_theme theme;
    return ws_theme_open(&theme, argument, error);
}

static bool spacetime_check(const char *argument, ws_error *error) {
    static const char *const words[] = {"", "on", "off", "next", "path", "chain", "ring"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(argument, words[i]))
            return true;
    return fail_with(error, "`%.40s` is wrong here; expected on, off, path, chain or ring",
                     argument);
}

static const struct {
    const char *name;
    bool (*check)(const char *argument, ws_error *error);
} rows[] = {{"pace", pace_check}, {"light", light_check}, {"spacetime", spacetime_check}};

static bool words_check(const char *line, ws_error *error) {
    size_t length = strcspn(line, " ");
    const char *argument = line + length;
    argument += strspn(argument, " ");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *name = rows[i].name;
        if (strlen(name) == length && strncmp(name, line, length) == 0)
            return rows[i].check(argument, error);
    }
    return true;
}

/* A figure may name a host that there is not. */
static bool figures_check(const ws_stage *stage, ws_error *error) {
    const ws_figures *figures = &stage->figures;
    ws_session *session = stage->session;
    const ws_scene scene = {ws_session_net(session), stage->frame, ws_session_metrics(session)};
    for (size_t i = 0; i < figures->count; i++)
        if (!ws_expr_check(&figures->expr[i], &scene, error))
            return false;
    return true;
}

bool ws_lesson_show_check(ws_session *session, const char *line, ws_error *error) {
    const ws_glyphs *glyphs = ws_glyphs_find("ascii");
    ws_stage *stage = ws_stage_new(session, glyphs, 80, 24);
    bool good = words_check(line, error) && ws_stage_show(stage, line, error);
    good = good && figures_check(stage, error);
    ws_stage_free(stage);
    return good;
}

/* ---- pictures of a question ---- */

struct lesson_screen {
    char *lines[256];
    size_t count;
};

static lesson_screen *lesson_screen_new(void) {
    return ws_alloc(1, sizeof(lesson_screen));
}

static void lesson_screen_free(lesson_screen *screen) {
    for (size_t i = 0; i < screen->count; i++)
        free(screen->lines[i]);
    free(screen);
}

static void lesson_screen_show(void *context, const char *line) {
    lesson_screen *screen = context;
    if (screen->count < sizeof screen->lines / sizeof *screen->lines)
        screen->lines[screen->count++] = text_copy(line);
}

/* Is the name in a row of the canvas? */
static bool row_names(const ws_canvas *canvas, int row, const char *name) {
    size_t length = strlen(name);
    int last = canvas->width - (int)length;
    for (int i = 0; i <= last; i++) {
        const ws_cell *cell = &canvas->cell[row * canvas->width + i];
        size_t same = 0;
        while (same < length && cell[same].glyph == (unsigned char)name[same])
            same++;
        if (same == length)
            return true;
    }
    return false;
}

static ws_stage *question_stage(const lesson_screen *screen, ws_session *session, int width,
                                int height) {
    ws_error ignored;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("ascii"), width, height);
    for (size_t i = 0; i < screen->count; i++)
        (void)ws_stage_show(stage, screen->lines[i], &ignored);
    stage->view.lesson =
        (ws_view_lesson){.shown = true, .step = "", .words = "", .reply = "", .entry = ""};
    return stage;
}

static bool lesson_screen_names(void *context, ws_session *session, const char *name, int width,
                                int height) {
    ws_stage *stage = question_stage(context, session, width, height);
    const ws_canvas *canvas = ws_stage_draw(stage);
    bool found = false;
    for (int i = 0; !found && i < canvas->height; i++)
        found = row_names(canvas, i, name);
    ws_stage_free(stage);
    return found;
}

/* A worm that is selected is drawn otherwise: what differs is where it is. */
static bool lesson_screen_worm(void *context, ws_session *session, uint32_t packet, int width,
                               int height) {
    ws_stage *stage = question_stage(context, session, width, height);
    const ws_canvas *canvas = ws_stage_draw_map(stage);
    size_t cells = (size_t)canvas->width * (size_t)canvas->height;
    ws_cell *before = ws_alloc(cells, sizeof *before);
    memcpy(before, canvas->cell, cells * sizeof *before);
    ws_view_look(&stage->view, ws_thing_of_worm(ws_frame_worm_of(stage->frame, packet)));
    canvas = ws_stage_draw_map(stage);
    bool found = false;
    for (size_t i = 0; !found && i < cells; i++)
        found = memcmp(&before[i], &canvas->cell[i], sizeof *before) != 0;
    free(before);
    ws_stage_free(stage);
    return found;
}

/* ---- lesson ---- */

enum { FLAG_DRAWS, FLAG_READER, FLAG_ALL, FLAG_REPORT };
static const ws_flag flags[] = {
    {"draws", 'n', "N", "play each lesson for N draws (default 20; as a reader 1)"},
    {"reader", 0, NULL, "try all that the words of a question admit"},
    {"all", 0, NULL, "as a reader: every number of a law"},
    {"report", 0, NULL, "as a reader: print question, key, and what is admitted"},
    {0},
};

static double cpu_seconds(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    double user = (double)use.ru_utime.tv_sec + 1e-6 * (double)use.ru_utime.tv_usec;
    return user + (double)use.ru_stime.tv_sec + 1e-6 * (double)use.ru_stime.tv_usec;
}

static size_t questions_of(const ws_lesson *lesson) {
    size_t count = 0;
    for (size_t s = 0; s < lesson->steps; s++)
        for (size_t i = 0; i < lesson->step[s].items; i++)
            count += ws_item_is_question(&lesson->step[s].item[i]);
    return count;
}

/* Where all draws have the same network, only the order of the answers would differ. */
static uint64_t draws_of(const ws_lesson *lesson, uint64_t draws) {
    bool is_same = lesson->seed && lesson->draws == 0;
    return is_same ? 1 : draws;
}

static bool draws_check(const ws_lesson *lesson, uint64_t draws) {
    ws_error error;
    if (!ws_lesson_fits(lesson, &error)) {
        ws_tell(stderr, "%s", error.text);
        return false;
    }
    for (uint64_t draw = 0; draw < draws; draw++) {
        ws_lesson_show *show = draw == 0 ? ws_lesson_show_check : NULL;
        if (ws_lesson_check(lesson, draw, show, &error))
            continue;
        ws_tell(stderr, "%s (draw %" PRIu64 ")", error.text, draw);
        return false;
    }
    return true;
}

/* ---- as a reader ---- */

typedef struct reading {
    bool reads, all, reports;
} reading;

static void line_tell(void *context, const char *line) {
    (void)context;
    ws_tell(stdout, "%s", line);
}

static bool reader_check(const ws_lesson *lesson, const reading *how, uint64_t draws,
                         size_t *untested) {
    ws_error error;
    lesson_screen *screen = lesson_screen_new();
    const ws_examiner examiner = {.context = screen,
                                  .show = lesson_screen_show,
                                  .names = lesson_screen_names,
                                  .shows = lesson_screen_worm,
                                  .untested = untested,
                                  .tell = how->reports ? line_tell : NULL,
                                  .all = how->all};
    bool good = true;
    for (uint64_t draw = 0; good && draw < draws; draw++) {
        *untested = 0;
        good = ws_lesson_examine(lesson, draw, &examiner, &error);
        if (!good)
            ws_tell(stderr, "%s (draw %" PRIu64 ")", error.text, draw);
    }
    lesson_screen_free(screen);
    return good;
}

static bool file_check(const char *path, const reading *how, uint64_t draws) {
    ws_error error;
    double begin = cpu_seconds();
    ws_lesson *lesson = ws_lesson_read(path, &error);
    if (!lesson) {
        ws_tell(stderr, "%s", error.text);
        return false;
    }
    draws = draws_of(lesson, draws);
    size_t untested = 0;
    bool good =
        how->reads ? reader_check(lesson, how, draws, &untested) : draws_check(lesson, draws);
    char left[64] = "";
    if (how->reads && good)
        snprintf(left, sizeof left, " (%zu not tested by a reader)", untested);
    ws_tell(stdout,
            "%s: %s, %zu questions%s, %d marks, %d minutes, %" PRIu64 " draws, %.1f CPU seconds",
            lesson->name, good ? "right" : "wrong", questions_of(lesson), left, lesson->marks,
            lesson->minutes, draws, cpu_seconds() - begin);
    fflush(stdout); /* whoever waits for the next knows of this one */
    ws_lesson_free(lesson);
    return good;
}

static bool all_check(const reading *how, uint64_t draws) {
    char **paths;
    size_t count = ws_lessons_list(&paths);
    bool good = count > 0;
    for (size_t i = 0; i < count; i++) {
        good &= file_check(paths[i], how, draws);
        free(paths[i]);
    }
    free(paths);
    return good;
}

static bool named_check(const char *name, const reading *how, uint64_t draws) {
    ws_error error;
    char *path = ws_lesson_find(name, &error);
    if (!path)
        ws_tell(stderr, "wormscope lesson: %s", error.text);
    bool good = path && file_check(path, how, draws);
    free(path);
    return good;
}

static int run_lesson(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    uint64_t draws = 0;
    reading how = {0};
    bool good = true;
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        how.reads |= flag == FLAG_READER;
        how.all |= flag == FLAG_ALL;
        how.reports |= flag == FLAG_REPORT;
        if (flag == FLAG_DRAWS)
            ws_args_number(&args, 1, 1000000, &draws);
    }
    if (draws == 0)
        draws = how.reads ? 1 : 20;
    bool checks = args.operand_count > 0 && strcmp(args.operands[0], "check") == 0;
    if (!args.failed && !args.helped && !checks)
        ws_args_wrong(&args, "a subcommand is required; usage: wormscope lesson check [FILE]...");
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (args.operand_count == 1)
        good = all_check(&how, draws);
    for (int i = 1; i < (int)args.operand_count; i++)
        good &= named_check(args.operands[i], &how, draws);
    return good ? WS_EXIT_OK : WS_EXIT_FAILED;
}

const ws_subcommand ws_subcommand_lesson = {
    .name = "lesson",
    .operands = "check [FILE]... [-n N] [--reader]",
    .doc = "Check that lessons are right: every solution, every wrong answer, every text",
    .flags = flags,
    .run = run_lesson};
