/* motion.c - what moves is seen to move: in every cycle in which a flit moves the map is another one, in colours and without; what was
 * seen at a cycle is seen there again after a step on and back. While a run goes on nothing flickers: its shades change as often as the
 * eye can follow. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/march.h"
#include "ui/panel.h"
#include "ui/stage.h"

enum { CYCLES = 1500, BEGIN = 10 };

static ws_session *s;
static ws_stage *stage;
static ws_theme theme;

static void opened(const char *glyphs, bool coloured, int width, int height) {
    static const char *const sets[] = {"load=0.3"};
    ws_error error = {0};
    const ws_options options = {.sets = sets, .set_count = 1, .keyframe_bytes = 16 << 20};
    s = ws_session_open("kwan/torus-3x3", &options, &error);
    if (!s) printf("Bail out! %s\n", error.text), exit(1);
    stage = ws_stage_new(s, ws_glyphs_find(glyphs), width, height);
    if (!ws_theme_open(&theme, coloured ? "dark" : "mono", &error)) printf("Bail out! %s\n", error.text), exit(1);
    stage->view.theme = &theme;
    stage->view.depth = coloured ? WS_DEPTH_256 : WS_DEPTH_MONO;
    ws_stage_run(stage, BEGIN);
}

static void closed(void) {
    ws_stage_free(stage);
    ws_session_close(s);
}

/* The cells of the map, drawn anew. */
static void map_copy(ws_cell *cells, size_t *count) {
    ws_stage_draw(stage);
    ws_rect r = ws_layout_make(&stage->view, stage->canvas.width, stage->canvas.height).rect[WS_PANEL_MAP];
    *count = 0;
    for (int y = r.y; y < r.y + r.h; y++)
        for (int x = r.x; x < r.x + r.w; x++) cells[(*count)++] = *ws_canvas_at(&stage->canvas, x, y);
}

/* Flits that have left a queue, or arrived, since cycle 0. */
static uint64_t moved(void) {
    const ws_net *n = ws_session_net(s);
    return ws_net_total(n, WS_TOTAL_FLIT_HOPS) + ws_net_total(n, WS_TOTAL_FLITS_INJECTED) + ws_net_total(n, WS_TOTAL_FLITS_DELIVERED);
}

static bool is_same(const ws_cell *a, const ws_cell *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i].glyph != b[i].glyph || a[i].role != b[i].role || a[i].attr != b[i].attr || a[i].fg != b[i].fg || a[i].bg != b[i].bg)
            return false;
    return true;
}

static void size(const char *glyphs, bool coloured, int width, int height) {
    size_t room = (size_t)(width * height), count, other;
    ws_cell *before = calloc(room, sizeof *before), *after = calloc(room, sizeof *after);
    ws_error error = {0};
    int still = 0, moves = 0, changed_back = 0;
    opened(glyphs, coloured, width, height);
    map_copy(before, &count);
    for (int i = 0; i < CYCLES; i++) {
        uint64_t so_far = moved();
        ws_session_run(s, 1);
        bool moves_now = moved() != so_far;
        map_copy(after, &other);
        moves += moves_now;
        still += moves_now && count == other && is_same(before, after, count);
        if (i % 50 == 0) {
            ws_session_step_back(s, &error);
            map_copy(after, &other);
            changed_back += count != other || !is_same(before, after, count);
            ws_session_run(s, 1);
            map_copy(after, &other);
        }
        memcpy(before, after, other * sizeof *before), count = other;
    }
    ok(still == 0 && moves > CYCLES / 2, "%dx%d, %s, %s: every cycle in which a flit moves changes the map (%d of %d do not)", width, height,
       glyphs, coloured ? "colours" : "none", still, moves);
    ok(changed_back == 0, "%dx%d: a step back brings back the picture (%d differ)", width, height, changed_back);
    closed();
    free(before);
    free(after);
}

/* Of the cells of the map that change: how often in a cycle of a run at a speed. */
static double changes_a_cycle(double speed) {
    enum { WIDTH = 120, HEIGHT = 40, ROOM = WIDTH * HEIGHT, TIME = 240 };
    static ws_cell before[ROOM], after[ROOM];
    static int changes[ROOM];
    size_t count;
    int cells = 0, all = 0;
    memset(changes, 0, sizeof changes);
    opened("braille", true, WIDTH, HEIGHT);
    stage->view.session.running = true;
    stage->view.session.speed = speed;
    map_copy(before, &count);
    for (int i = 0; i < TIME; i++) {
        ws_session_run(s, 1);
        map_copy(after, &count);
        for (size_t k = 0; k < count; k++) changes[k] += !is_same(&before[k], &after[k], 1);
        memcpy(before, after, count * sizeof *before);
    }
    for (size_t k = 0; k < count; k++) cells += changes[k] > 0, all += changes[k];
    closed();
    return cells ? (double)all / cells / TIME : 0;
}

static void test_flicker(void) {
    double slow = changes_a_cycle(WS_MARCH_MOST), fast = changes_a_cycle(30);
    ok(30 * fast > 1 && 30 * fast < WS_MARCH_MOST, "at 30 cycles a second a cell that changes does so %.1f times a second", 30 * fast);
    ok(slow > 2 * fast, "at %d, which the eye follows, %.1f times", WS_MARCH_MOST, WS_MARCH_MOST * slow);
}

int main(void) {
    static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {160, 50}, {200, 60}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (takes(5)) size("braille", true, sizes[i][0], sizes[i][1]);
    size("ascii", false, 80, 24);
    if (is_whole()) size("ascii", false, 120, 40);
    size("block", true, 120, 40);
    test_flicker();
    return done();
}
