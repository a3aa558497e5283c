/* page.c - the program with a screen in a page: what the script calls (page_*), and its platform.
 *
 * The script keeps no state of the network and makes no sentence: it hands over keys, paints cells
 * and shows lists. Texts that come back are good until the next call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/escape.h"
#include "export/html.h"
#include "export/paint.h"
#include "export/shapes.h"
#include "session/text_stream.h"
#include "tui/commands.h"
#include "tui/state.h"
#include "tui/user_keys.h"
#include "wormscope/memory.h"

/* A function that the script calls. */
#define EXPORT(type, name, ...)                                                                    \
    __attribute__((export_name(#name))) type name(__VA_ARGS__);                                    \
    type name(__VA_ARGS__)

enum { INPUTS = 256, KEYFRAMES = 32 << 20 };

/* All of the program; there is one in a module. */
static struct {
    ws_tui tui;
    int columns, rows;
    bool painted; /* since the script has taken the cells */
    ws_input input[INPUTS];
    unsigned read, written;
    ws_error error;
    char *text; /* that was given back last */
    uint32_t *cells;
} page;

/* ---- the platform ---- */

static void picture_note(ws_tui *t) {
    (void)t;
    page.painted = true;
}
static ws_colour_depth depth_direct(void) {
    return WS_DEPTH_DIRECT;
}
static void cells_size(int *width, int *height) {
    *width = page.columns;
    *height = page.rows;
}
static ws_input input_next(ws_tui *t) {
    (void)t;
    if (page.read == page.written)
        return (ws_input){.kind = WS_INPUT_NONE};
    return page.input[page.read++ % INPUTS];
}
/* Leaves what is open for the start screen: a page is closed by whoever has opened it. */
static void to_start(ws_tui *t) {
    t->loop.quitting = false;
    ws_tui_record_stop(t);
    ws_tui_start_show(t);
    ws_tui_touch(t);
}

static const ws_platform page_platform = {
    .show = picture_note,
    .forget = picture_note,
    .colours = picture_note,
    .depth = depth_direct,
    .size = cells_size,
    .read = input_next,
    .quit = to_start,
};

/* What does not fit is dropped: nobody types that fast. */
static void input_queue(ws_input input) {
    if (page.written - page.read < INPUTS)
        page.input[page.written++ % INPUTS] = input;
    ws_tui_input(&page.tui);
}

/* ---- what the script calls ---- */

/* Room for a text that the script hands over; it gives it back with page_free. */
EXPORT(void *, page_room, size_t bytes) {
    return ws_alloc(bytes + 1, 1);
}
EXPORT(void, page_free, void *room) {
    free(room);
}

/* Opens a scenario, recording or lesson, "": the start screen. False: page_error says why. */
EXPORT(bool, page_begin, const char *name, int columns, int rows, bool paused) {
    ws_tui *t = &page.tui;
    ws_fault fault;
    bool good = true;
    page.columns = columns;
    page.rows = rows;
    ws_tui_begin(t, &page_platform, &(ws_options){.keyframe_bytes = KEYFRAMES});
    ws_tui_seen(t, ws_glyphs_find("braille"), WS_DEPTH_DIRECT);
    t->theme.now = ws_theme_default();
    t->run.paused = paused;
    if (!ws_user_keys_read(&t->keys, &page.error))
        ws_tui_say(t, true, "%s", page.error.text);
    if (!*name)
        ws_tui_start_show(t);
    else if (ws_tui_is_lesson(name))
        good = ws_tui_lesson_open(t, name, 0, false, &page.error);
    else
        good = ws_tui_open(t, name, &fault, &page.error);
    ws_tui_size_renew(t);
    return good;
}

EXPORT(const char *, page_error, void) {
    return page.error.text;
}

EXPORT(void, page_size, int columns, int rows) {
    page.columns = columns;
    page.rows = rows;
    ws_tui_size_renew(&page.tui);
}

EXPORT(void, page_key, uint32_t code, bool pasted) {
    input_queue((ws_input){.kind = pasted ? WS_INPUT_PASTE : WS_INPUT_KEY, .code = code});
}

EXPORT(void, page_mouse, int button, int x, int row, bool press) {
    input_queue(
        (ws_input){.kind = WS_INPUT_MOUSE, .button = button, .x = x, .row = row, .press = press});
}

EXPORT(void, page_line, const char *line) {
    ws_tui_command(&page.tui, line);
    ws_tui_touch(&page.tui);
}

/* Does what is due; returns milliseconds until something is due again, -1: not until something
 * comes. */
EXPORT(double, page_tick, void) {
    ws_tasks *tasks = &page.tui.loop.tasks;
    ws_tasks_run(tasks, ws_now_ns());
    uint64_t next = ws_tasks_next(tasks), now = ws_now_ns();
    if (next == UINT64_MAX)
        return -1;
    return next > now ? (double)(next - now) / 1e6 : 0;
}

/* Four numbers a cell, row by row: sign, ink, ground, and bits: bold, underlined. NULL: nothing has
 * been drawn since the last time. */
EXPORT(const uint32_t *, page_cells, void) {
    const ws_canvas *canvas = &page.tui.display.canvas;
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    if (!page.painted)
        return NULL;
    page.painted = false;
    page.cells = ws_resize(page.cells, count, 4 * sizeof *page.cells);
    for (size_t i = 0; i < count; i++) {
        ws_paint paint = ws_paint_of(&canvas->cell[i], &page.tui.theme.now);
        uint32_t *cell = &page.cells[4 * i];
        cell[0] = paint.glyph;
        cell[1] = paint.fg;
        cell[2] = paint.bg;
        cell[3] = (uint32_t)(paint.bold | paint.underline << 1);
    }
    return page.cells;
}

/* Draws at once, whatever is due. */
EXPORT(void, page_draw, void) {
    ws_tui_draw_now(&page.tui);
}

static const char *text_done(FILE *memory, char **text) {
    fclose(memory);
    free(page.text);
    page.text = *text;
    return page.text;
}

/* The outline of a sign as path data, in a cell of 16 by 32; "": it is left to a font. */
EXPORT(const char *, page_shape, uint32_t sign) {
    char *text;
    size_t length;
    FILE *memory = ws_text_stream(&text, &length);
    (void)ws_shape_write(memory, sign, 0, 0);
    return text_done(memory, &text);
}
/* How much of the ground its shape lets through, per cent. */
EXPORT(int, page_veil, uint32_t sign) {
    return ws_shape_veil(sign);
}

static void button_write(FILE *out, const ws_keycap *cap, const char *label) {
    fprintf(out, "{\"key\":%u,\"name\":", (unsigned)cap->key);
    ws_script_string(out, cap->name + strspn(cap->name, " "));
    fputs(",\"does\":", out);
    ws_script_string(out, label);
    putc('}', out);
}

static ws_keycaps caps_now(const ws_tui *t) {
    enum { ALL = 1000 };
    ws_keycaps caps = {.count = 0};
    if (t->session && !t->start.shown)
        return ws_keybar_caps(&t->view, ALL);
    ws_keycaps_add(&caps, WS_KEY_UP, "up", "");
    ws_keycaps_add(&caps, WS_KEY_DOWN, "down", "");
    ws_keycaps_add(&caps, WS_KEY_ENTER, "enter", "opens");
    ws_keycaps_add(&caps, WS_KEY_ESCAPE, "esc", "back");
    return caps;
}

/* What keys do now, as JSON: [{"key": CODE, "name": "w", "does": "worm"}, ...]; 0: no single key. */
EXPORT(const char *, page_buttons, void) {
    char *text;
    size_t length;
    FILE *memory = ws_text_stream(&text, &length);
    const ws_keycaps caps = caps_now(&page.tui);
    putc('[', memory);
    for (size_t i = 0; i < caps.count; i++) {
        fputs(i ? "," : "", memory);
        button_write(memory, &caps.cap[i], caps.cap[i].label);
    }
    putc(']', memory);
    return text_done(memory, &text);
}

static void words_write(FILE *out, const char *name, const char *words) {
    fprintf(out, ",\"%s\":", name);
    ws_script_string(out, words);
}

/* A row of the settings: a number has bounds, a choice has names, all else is text. */
static void setting_row(FILE *out, const ws_param *param, const ws_def *def) {
    char value[256];
    double unit = param->type == WS_PARAM_SHARE ? WS_MILLION : 1;
    bool is_number = param->type == WS_PARAM_INT || param->type == WS_PARAM_SHARE;
    ws_param_print(param, def, value, sizeof value);
    fputs("{\"name\":", out);
    ws_script_string(out, param->name);
    words_write(out, "unit", param->unit);
    words_write(out, "doc", param->doc);
    words_write(out, "value", value);
    if (is_number)
        fprintf(out, ",\"min\":%.9g,\"max\":%.9g,\"step\":%.9g", (double)param->min / unit,
                (double)param->max / unit, (double)param->step / unit);
    fputs(",\"choices\":[", out);
    for (size_t i = 0; param->type == WS_PARAM_ENUM && i < param->name_count; i++) {
        fputs(i ? "," : "", out);
        ws_script_string(out, param->names[i]);
    }
    fputs("]}", out);
}

/* The parameters that this network reads and that may change while it runs, as JSON, in the order of
 * their table. */
EXPORT(const char *, page_settings, void) {
    char *text;
    size_t length;
    bool first = true;
    FILE *memory = ws_text_stream(&text, &length);
    const ws_def *def = page.tui.session ? ws_net_def(ws_session_net(page.tui.session)) : NULL;
    putc('[', memory);
    for (size_t i = 0; def && i < ws_param_count; i++) {
        if (!ws_params[i].live || !ws_param_read_by(&ws_params[i], def))
            continue;
        fputs(first ? "" : ",\n", memory);
        setting_row(memory, &ws_params[i], def);
        first = false;
    }
    putc(']', memory);
    return text_done(memory, &text);
}

/* What is around the picture has the colours of its theme: properties of a style. */
EXPORT(const char *, page_colours, void) {
    char *text;
    size_t length;
    FILE *memory = ws_text_stream(&text, &length);
    ws_html_colours(memory, &page.tui.theme.now);
    return text_done(memory, &text);
}

/* The picture in words. */
EXPORT(const char *, page_summary, void) {
    static char text[256];
    if (page.tui.start.shown || !page.tui.session)
        return "Choose a scenario or a lesson: arrow keys, then Enter.";
    ws_view_summary(&page.tui.view, text, sizeof text);
    return text;
}

/* Where it is, for tests and for whoever cannot see: the message, the cycle, the digest. */
EXPORT(const char *, page_message, void) {
    return page.tui.message;
}
/* WS_MOMENT_*; -1: no lesson. */
EXPORT(int, page_moment, void) {
    return page.tui.lesson.play ? (int)ws_tui_lesson_moment(&page.tui) : -1;
}
EXPORT(double, page_cycle, void) {
    return page.tui.session ? (double)ws_tui_cycle(&page.tui) : -1;
}
EXPORT(const char *, page_digest, void) {
    char *text;
    size_t length;
    FILE *memory = ws_text_stream(&text, &length);
    uint64_t digest = page.tui.session ? ws_session_digest(page.tui.session) : 0;
    fprintf(memory, "%016llx", (unsigned long long)digest);
    return text_done(memory, &text);
}
