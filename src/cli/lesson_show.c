/* lesson_show.c - see lesson_show.h. What is seen is tried on a screen without a terminal; the lines
 * for which that screen has no view are rows of a table. */
#include "cli/lesson_show.h"

#include <stdlib.h>
#include <string.h>

#include "session/language/text.h"
#include "tui/pace.h"
#include "ui/stage_show.h"
#include "ui/theme.h"

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

struct ws_lesson_screen {
    char *lines[256];
    size_t count;
};

ws_lesson_screen *ws_lesson_screen_new(void) {
    return ws_alloc(1, sizeof(ws_lesson_screen));
}

void ws_lesson_screen_free(ws_lesson_screen *screen) {
    for (size_t i = 0; i < screen->count; i++)
        free(screen->lines[i]);
    free(screen);
}

void ws_lesson_screen_show(void *context, const char *line) {
    ws_lesson_screen *screen = context;
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

static ws_stage *question_stage(const ws_lesson_screen *screen, ws_session *session, int width,
                                int height) {
    ws_error ignored;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("ascii"), width, height);
    for (size_t i = 0; i < screen->count; i++)
        (void)ws_stage_show(stage, screen->lines[i], &ignored);
    stage->view.lesson =
        (ws_view_lesson){.shown = true, .step = "", .words = "", .reply = "", .entry = ""};
    return stage;
}

bool ws_lesson_screen_names(void *context, ws_session *session, const char *name, int width,
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
bool ws_lesson_screen_worm(void *context, ws_session *session, uint32_t packet, int width,
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
