/* area.c - filled curves: which half cells are full, pale or empty for a value and its interval, in which colours; bands that lie over one another;
 * and on a whole screen: the filled curve stands as high as what the cursor reads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/focus.h"
#include "ui/ink.h"
#include "ui/panels/area.h"
#include "ui/stage.h"

enum { WIDTH = 8, HEIGHT = 6, HALVES = 2 * HEIGHT };

static ws_theme theme;
static ws_view view;
static ws_area area;
static ws_canvas canvas;

static void begin(void) {
    theme = ws_theme_default();
    view = (ws_view){.theme = &theme, .depth = WS_DEPTH_DIRECT, .glyphs = ws_glyphs_find("braille")};
    ws_area_begin(&area, &view, WIDTH, HEIGHT);
    area.top = HALVES;
}

/* The colour of half a cell on the canvas, counted from the foot: the two colours of a cell are those of its halves. */
static uint32_t half_at(int column, int height) {
    int row = HALVES - 1 - height;
    const ws_cell *cell = ws_canvas_at(&canvas, column, row / 2);
    if (cell->glyph == ' ') return cell->bg;
    bool upper = row % 2 == 0;
    return upper == (cell->glyph == 0x2580) ? cell->fg : cell->bg;
}

static void finish(void) {
    ws_canvas_resize(&canvas, WIDTH, HEIGHT);
    ws_canvas_clear(&canvas);
    ws_pen pen = ws_pen_of(&canvas);
    ws_area_end(&area, &pen);
}

static int painted(int column) {
    uint32_t paper = theme.style[WS_ROLE_TEXT].bg;
    int count = 0;
    for (int height = 0; height < HALVES; height++) {
        uint32_t colour = half_at(column, height);
        count += colour != paper && colour != WS_COLOUR_NONE;
    }
    return count;
}

static void test_fill(void) {
    uint32_t ground;
    begin();
    ground = ws_ink_ground(&view, WS_ROLE_TEXT);
    ws_area_fill(&area, 0, &(ws_area_value){.low = 4, .mean = 6, .high = 9}, WS_ROLE_GRAPH0);
    ws_area_fill(&area, 1, &(ws_area_value){.low = NAN, .mean = 5, .high = NAN}, WS_ROLE_GRAPH0);
    ws_area_fill(&area, 2, &(ws_area_value){.low = NAN, .mean = NAN, .high = NAN}, WS_ROLE_GRAPH0);
    ws_area_fill(&area, 3, &(ws_area_value){.low = -5, .mean = 6, .high = 99}, WS_ROLE_GRAPH0);
    ws_area_fill(&area, 4, &(ws_area_value){.low = 4, .mean = 6, .high = 9, .warming = true}, WS_ROLE_GRAPH0);
    ws_area_fill(&area, 5, &(ws_area_value){.low = 6, .mean = 6, .high = 6}, WS_ROLE_SERIES1);
    finish();
    ok(painted(0) == 9 && painted(1) == 5 && painted(2) == 0 && painted(3) == HALVES && painted(4) == 9 && painted(5) == 6,
       "columns are as high as the upper end of the interval, or the mean: %d %d %d %d %d %d", painted(0), painted(1), painted(2), painted(3), painted(4),
       painted(5));
    uint32_t low = theme.style[WS_ROLE_GRAPH0 + 1].fg, middle = theme.style[WS_ROLE_GRAPH0 + 2].fg, high = theme.style[WS_ROLE_GRAPH0 + 4].fg;
    ok(half_at(0, 0) == theme.style[WS_ROLE_GRAPH0].fg && half_at(0, 3) == low, "up to the lower end in the colour of the height");
    ok(half_at(0, 4) == ws_ink_mix(middle, ground, 30), "paler up to the mean");
    ok(half_at(0, 8) == ws_ink_mix(high, ground, 66), "pale up to the upper end");
    ok(half_at(4, 0) == ws_ink_mix(theme.style[WS_ROLE_GRAPH0].fg, ground, 62), "in the warm-up all of it is paler");
    ok(half_at(5, 0) == ws_ink_mix(theme.style[WS_ROLE_SERIES1].fg, ground, 55) && half_at(5, 5) != half_at(5, 0),
       "other curves have shades of their own colour");
}

static void test_band(void) {
    begin();
    uint32_t ground = ws_ink_ground(&view, WS_ROLE_TEXT);
    ws_area_band(&area, 0, &(ws_area_value){.low = 2, .mean = 4, .high = 6}, WS_ROLE_SERIES1);
    ws_area_band(&area, 0, &(ws_area_value){.low = 4, .mean = 6, .high = 8}, WS_ROLE_SERIES2);
    finish();
    uint32_t one = ws_ink_mix(theme.style[WS_ROLE_SERIES1].fg, ground, 74), other = ws_ink_mix(theme.style[WS_ROLE_SERIES2].fg, ground, 74);
    ok(painted(0) == 6 && half_at(0, 2) == one && half_at(0, 7) == other, "bands from the lower to the upper end of their intervals");
    ok(half_at(0, 5) == ws_ink_mix(other, one, 50), "where both lie, the mean of both");
}

/* The height of the filled curve in a column of the panel, in half cells that are not paper. */
static int height_in(const ws_stage *stage, ws_rect rect, int column) {
    uint32_t paper = ws_ink_ground(&stage->view, WS_ROLE_TEXT);
    int count = 0;
    for (int y = rect.y + 1; y < rect.y + rect.h - 1; y++) {
        const ws_cell *cell = ws_canvas_at(&stage->canvas, rect.x + column, y);
        bool both = cell->glyph == ' ' && cell->bg != WS_COLOUR_NONE && cell->bg != paper;
        bool half = cell->glyph == 0x2580 || cell->glyph == 0x2584;
        bool two = half && cell->fg != paper && cell->bg != paper;
        count += both || two ? 2 : half;
    }
    return count;
}

static void test_screen(void) {
    ws_error error;
    ws_session *session = ws_session_open("cube/torus-8x8", NULL, &error);
    if (!ok(session != NULL, "a torus opens")) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 120, 60);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, 30000);
    ws_stage_draw(stage);
    ws_panel_layout layout = ws_layout_make(&stage->view, 120, 60);
    ws_rect rect = layout.rect[WS_PANEL_LATENCY];
    int high = 0, low = 99;
    for (int column = rect.w - 6; column < rect.w - 1; column++) {
        int height = height_in(stage, rect, column);
        high = height > high ? height : high, low = height < low ? height : low;
    }
    double latency = stage->frame->point[stage->frame->points - 1].latency[WS_LATENCY_MESSAGE];
    ok(low > 2 && high <= 2 * (rect.h - 2) && latency > 0, "the latency is filled, %d to %d half cells high", low, high);
    stage->view.focus.held = WS_PANEL_LATENCY + 1;
    stage->view.focus.cursor = 3;
    const ws_canvas *drawn = ws_stage_draw(stage);
    const ws_cell *cell = ws_canvas_at(drawn, rect.x + rect.w - 3, rect.y + 2);
    ok(cell->role == WS_ROLE_MARK && cell->glyph == stage->view.glyphs->code[WS_GLYPH_LINE_V], "the cursor stands over the filled curve");
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    test_fill();
    test_band();
    test_screen();
    return done();
}
