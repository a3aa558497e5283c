/* cast.c - an exported cast: every line is JSON of the right shape, times never go back, notes and changes have their markers,
 * and a terminal (libvterm) that is sent the cast shows, picture by picture, what is on the stage at that cycle, colours
 * included. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vterm.h>

#include "cli/subcommands.h"
#include "feed.h"
#include "tap.h"
#include "ui/stage.h"

enum { WIDTH = 90, HEIGHT = 28, FROM = 4600, TO = 5900, FPS = 5, SPEED = 500 };

/* What a marker must say; both act at cycle 5000. */
static const char *const labels[] = {"Nothing moves: the worms wait for one another in a ring. Now timeouts are switched on.",
                                     "set timeout-policy fixed"};

static ws_session *session_new(void) {
    ws_error error;
    ws_options options = {.phases = true};
    return ws_session_open("timeouts/deadlock", &options, &error);
}

/* ---- a terminal ---- */

typedef struct terminal {
    VTerm *vt;
    VTermScreen *screen;
    int cursor_visible;
} terminal;

static int on_property(VTermProp property, VTermValue *value, void *user) {
    if (property == VTERM_PROP_CURSORVISIBLE) ((terminal *)user)->cursor_visible = value->boolean;
    return 1;
}

static void terminal_open(terminal *t) {
    static const VTermScreenCallbacks callbacks = {.settermprop = on_property};
    t->vt = vterm_new(HEIGHT, WIDTH);
    vterm_set_utf8(t->vt, 1);
    t->screen = vterm_obtain_screen(t->vt);
    vterm_screen_set_callbacks(t->screen, &callbacks, t);
    vterm_screen_reset(t->screen, 1);
}

static bool colour_is(terminal *t, VTermColor colour, uint32_t rgb) {
    vterm_screen_convert_color_to_rgb(t->screen, &colour);
    return colour.rgb.red == (rgb >> 16 & 255) && colour.rgb.green == (rgb >> 8 & 255) && colour.rgb.blue == (rgb & 255);
}

static bool cell_is(terminal *t, int x, int y, const ws_cell *cell, const ws_theme *theme) {
    VTermScreenCell shown;
    const ws_style *style = &theme->style[cell->role];
    unsigned attr = style->attr | cell->attr;
    uint32_t fg = cell->fg == WS_COLOUR_NONE ? style->fg : cell->fg;
    uint32_t bg = cell->bg == WS_COLOUR_NONE ? style->bg : cell->bg;
    vterm_screen_get_cell(t->screen, (VTermPos){.row = y, .col = x}, &shown);
    uint32_t glyph = shown.chars[0] ? shown.chars[0] : ' ';
    if (glyph != cell->glyph || !colour_is(t, shown.bg, bg)) return false;
    if (glyph == ' ') return true;
    return colour_is(t, shown.fg, fg) && shown.attrs.bold == !!(attr & WS_BOLD) &&
           shown.attrs.reverse == !!(attr & WS_REVERSE) && shown.attrs.underline == !!(attr & WS_UNDERLINE);
}

static int cells_wrong(terminal *t, const ws_canvas *canvas, const ws_theme *theme) {
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) wrong += !cell_is(t, x, y, ws_canvas_at(canvas, x, y), theme);
    return wrong;
}

/* ---- the cast ---- */

static int run(const ws_subcommand *command, char **argv) {
    int argc = 0;
    while (argv[argc]) argc++;
    return command->run(command, argc, argv);
}

static json_t *cast_read(const char *path) {
    FILE *in = fopen(path, "r");
    json_t *lines = json_array();
    char *line = NULL;
    size_t room = 0, bad = 0;
    for (ssize_t length; (length = getline(&line, &room, in)) > 0;) {
        json_t *value = json_loadb(line, (size_t)length, JSON_DECODE_ANY, NULL);
        if (value && line[length - 1] == '\n') json_array_append_new(lines, value);
        else bad++;
    }
    ok(bad == 0, "every one of %zu lines is JSON", json_array_size(lines));
    free(line);
    fclose(in);
    return lines;
}

static void head_test(const json_t *head) {
    ok(json_integer_value(json_object_get(head, "version")) == 2, "version 2");
    ok(json_integer_value(json_object_get(head, "width")) == WIDTH &&
           json_integer_value(json_object_get(head, "height")) == HEIGHT,
       "the size is in the head");
    ok(json_is_string(json_object_get(head, "title")) && json_is_string(json_object_get(json_object_get(head, "env"), "TERM")),
       "so are title and terminal");
    ok(json_number_value(json_object_get(head, "duration")) == (double)(TO - FROM) / SPEED, "and how long it is");
}

static void events_test(const json_t *lines) {
    double last = 0;
    size_t markers = 0, pictures = 0, wrong = 0, size = 0, first = 0;
    for (size_t i = 1; i < json_array_size(lines); i++) {
        const json_t *event = json_array_get(lines, i);
        double time = json_number_value(json_array_get(event, 0));
        const char *kind = json_string_value(json_array_get(event, 1)), *data = json_string_value(json_array_get(event, 2));
        if (!kind || !data || json_array_size(event) != 3 || time < last) wrong++;
        last = time;
        if (kind && data && strcmp(kind, "m") == 0) {
            bool right = markers < 2 && strcmp(data, labels[markers]) == 0 && time == (5000.0 - FROM) / SPEED;
            ok(right, "at %g s the marker \"%s\"", time, data);
            markers++;
        } else if (data) {
            size_t length = strlen(data);
            if (pictures++ == 0) first = length;
            else if (length > size) size = length;
        }
    }
    ok(wrong == 0, "every event has a time, not before the last, a kind and data");
    ok(markers == 2, "two markers");
    ok(last == (double)(TO - FROM) / SPEED, "the last event is at the end");
    ok(size < first, "a picture says what has changed: %zu bytes at most, and %zu the first", size, first);
}

/* Sends the terminal the events up to and at a time; returns the first one after it. */
static size_t play(terminal *t, const json_t *lines, size_t i, double until) {
    for (; i < json_array_size(lines); i++) {
        const json_t *event = json_array_get(lines, i);
        if (json_number_value(json_array_get(event, 0)) > until + 1e-9) break;
        if (strcmp(json_string_value(json_array_get(event, 1)), "o") != 0) continue;
        json_t *data = json_array_get(event, 2);
        feed(t->vt, json_string_value(data), json_string_length(data));
    }
    vterm_screen_flush_damage(t->screen);
    return i;
}

static void pictures_test(const json_t *lines, const ws_theme *theme) {
    terminal t = {0};
    terminal_open(&t);
    ws_session *session = session_new();
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), WIDTH, HEIGHT);
    ws_stage_colour(stage, theme, WS_DEPTH_DIRECT);
    stage->view.session.speed = SPEED;
    size_t next = 1;
    int pictures = 0, wrong = 0;
    for (uint64_t cycle = FROM; cycle <= TO; cycle += SPEED / FPS, pictures++) {
        ws_stage_run(stage, cycle);
        stage->view.session.running = cycle < TO;
        next = play(&t, lines, next, (double)(cycle - FROM) / SPEED);
        wrong += cells_wrong(&t, ws_stage_draw(stage), theme);
        if (cycle == FROM) ok(!t.cursor_visible, "the cursor is hidden while it plays");
    }
    ok(wrong == 0 && pictures == 14, "the terminal shows all %d pictures as they are on the stage", pictures);
    ok(t.cursor_visible && next == json_array_size(lines), "and has its cursor again at the end");
    ws_stage_free(stage);
    ws_session_close(session);

    session = session_new(); /* the last picture stands still: straight to it is the same */
    stage = ws_stage_new(session, ws_glyphs_find("braille"), WIDTH, HEIGHT);
    ws_stage_colour(stage, theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, TO);
    ok(cells_wrong(&t, ws_stage_draw(stage), theme) == 0, "the last is what is rendered at that cycle");
    ws_stage_free(stage);
    ws_session_close(session);
    vterm_free(t.vt);
}

/* The coloured text of a screen, row by row, is the screen. */
static void ansi_test(const ws_theme *theme) {
    char path[] = "/tmp/wormscope-ansi-XXXXXX";
    int file = mkstemp(path), before = dup(STDOUT_FILENO);
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    int code = run(&ws_subcommand_render,
                   (char *[]){"render", "timeouts/deadlock", "--at", "5000", "--size", "90x28", "--ansi", "--theme", "light", NULL});
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    ok(code == WS_EXIT_OK, "render --ansi");
    terminal t = {0};
    terminal_open(&t);
    FILE *in = fopen(path, "r");
    for (int c, row = 0; (c = getc(in)) != EOF;) {
        char byte = (char)c;
        if (c != '\n') vterm_input_write(t.vt, &byte, 1);
        else if (++row < HEIGHT) vterm_input_write(t.vt, "\r\n", 2);
    }
    fclose(in);
    ws_session *session = session_new();
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), WIDTH, HEIGHT);
    ws_stage_colour(stage, theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, 5000);
    ok(cells_wrong(&t, ws_stage_draw(stage), theme) == 0, "its colours are those of the theme");
    ws_stage_free(stage);
    ws_session_close(session);
    vterm_free(t.vt);
    close(file);
    close(before);
    unlink(path);
}

int main(void) {
    char path[] = "/tmp/wormscope-cast-XXXXXX";
    int file = mkstemp(path);
    ws_theme theme;
    ws_error error;
    int code = run(&ws_subcommand_cast, (char *[]){"cast", "timeouts/deadlock", "-o", path, "--size", "90x28", "--from", "4600",
                                                   "--to", "5900", "--fps", "5", "--speed", "500", "--theme", "light", NULL});
    ok(file >= 0 && code == WS_EXIT_OK, "a cast is written");
    ok(ws_theme_open(&theme, "light", &error), "the theme");
    json_t *lines = cast_read(path);
    head_test(json_array_get(lines, 0));
    events_test(lines);
    pictures_test(lines, &theme);
    ansi_test(&theme);
    json_decref(lines);
    close(file);
    unlink(path);
    return done();
}
