/* area.c - see area.h. */
#include "ui/panels/area.h"

#include <math.h>

#include "ui/ink.h"
#include "ui/panel.h"

enum {
    STEPS = 6,    /* colours of a graph */
    SHADE = 55,   /* percent of the ground in the lowest shade of a curve of its own colour, */
    FLAT = 30,    /* and where colours are too few for shades */
    DOUBT = 30,   /* between the lower end of the interval and the mean */
    ABOVE = 66,   /* between the mean and the upper end */
    WARMING = 62, /* in the warm-up */
    BAND = 74
};

static const uint16_t fill_rank = WS_RANK(1, 0);
static const uint16_t line_rank = WS_RANK(2, 0);

void ws_area_begin(ws_area *area, const ws_view *view, int width, int height) {
    *area = (ws_area){.view = view};
    ws_raster_begin(&area->raster, width, height);
}

void ws_area_end(ws_area *area, const ws_pen *pen) {
    const ws_view *view = area->view;
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    ws_raster_flush(&area->raster, pen, view->glyphs, WS_ROLE_TEXT, paper);
    ws_raster_free(&area->raster);
}

/* How many of so many steps from the foot a value takes. */
static int steps_of(const ws_area *area, double value, int steps) {
    if (isnan(value) || area->top <= 0)
        return 0;
    int count = (int)lround(value / area->top * steps);
    return ws_clamp(count, 0, steps);
}

static int halves_of(const ws_area *area) {
    return 2 * area->raster.height;
}

/* The colour of a height, counted in half cells from the foot. */
static uint32_t colour_at(const ws_area *area, int height, ws_role role) {
    int halves = halves_of(area);
    uint32_t ground = ws_ink_ground(area->view, WS_ROLE_TEXT);
    if (role == WS_ROLE_GRAPH0) {
        int step = height * STEPS / ws_max(halves, 1);
        return ws_ink_role(area->view, (ws_role)(WS_ROLE_GRAPH0 + step));
    }
    int percent = FLAT;
    if (area->view->depth >= WS_DEPTH_DIRECT)
        percent = SHADE - SHADE * height / ws_max(halves, 1);
    uint32_t colour = ws_ink_role(area->view, role);
    return ws_ink_mix(colour, ground, percent);
}

/* Paler than it is. With 256 colours, few of them dark and none of them dim, it is a grey as light
 * as that: the nearest with a hue would be stronger than what counts. */
static uint32_t paler(const ws_area *area, uint32_t colour, int percent) {
    colour = ws_ink_mix(colour, ws_ink_ground(area->view, WS_ROLE_TEXT), percent);
    if (area->view->depth != WS_DEPTH_256)
        return colour;
    uint32_t red = colour >> 16 & 255;
    uint32_t green = colour >> 8 & 255;
    uint32_t grey = (30 * red + 59 * green + 11 * (colour & 255)) / 100;
    return grey << 16 | grey << 8 | grey;
}

static void half_put(ws_area *area, int column, int height, uint32_t colour) {
    int row = halves_of(area) - 1 - height;
    ws_raster_half_row(&area->raster, column, row, colour, fill_rank);
}

void ws_area_fill(ws_area *area, int column, const ws_area_value *value, ws_role role) {
    int halves = halves_of(area);
    uint32_t ground = ws_ink_ground(area->view, WS_ROLE_TEXT);
    int mean = steps_of(area, value->mean, halves);
    int low = isnan(value->low) ? mean : steps_of(area, value->low, halves);
    int high = isnan(value->high) ? mean : steps_of(area, value->high, halves);
    for (int height = 0; height < high; height++) {
        uint32_t colour = colour_at(area, height, role);
        if (height >= mean)
            colour = paler(area, colour, ABOVE);
        else if (height >= low)
            colour = ws_ink_mix(colour, ground, DOUBT);
        if (value->warming)
            colour = paler(area, colour, WARMING);
        half_put(area, column, height, colour);
    }
}

/* What has been painted at half a cell; WS_COLOUR_NONE: nothing. */
static uint32_t painted_at(const ws_area *area, int column, int height) {
    const ws_raster *raster = &area->raster;
    int row = halves_of(area) - 1 - height;
    const ws_raster_cell *cell = &raster->cell[row / 2 * raster->width + column];
    int quarter = 2 * (row % 2);
    return cell->rank[quarter] ? cell->pixel[quarter] : WS_COLOUR_NONE;
}

void ws_area_band(ws_area *area, int column, const ws_area_value *value, ws_role role) {
    int halves = halves_of(area);
    uint32_t band = paler(area, ws_ink_role(area->view, role), BAND);
    if (isnan(value->low) || isnan(value->high))
        return;
    int low = steps_of(area, value->low, halves);
    int high = ws_max(steps_of(area, value->high, halves), low + 1);
    for (int height = low; height < ws_min(high, halves); height++) {
        uint32_t before = painted_at(area, column, height);
        uint32_t colour = before == WS_COLOUR_NONE ? band : ws_ink_mix(band, before, 50);
        half_put(area, column, height, colour);
    }
}

/* The row of dots of a value, from above. */
static int dot_row(const ws_area *area, double value) {
    int rows = 4 * area->raster.height;
    int height = steps_of(area, value, rows - 1);
    return rows - 1 - height;
}

void ws_area_point(ws_area *area, int i, double before, double value, ws_role role) {
    uint32_t colour = ws_ink_role(area->view, role);
    if (isnan(value))
        return;
    int row = dot_row(area, value);
    int from = isnan(before) ? row : dot_row(area, before);
    int step = from < row ? 1 : -1;
    for (; from != row; from += step)
        ws_raster_dot(&area->raster, i, from, colour, line_rank);
    ws_raster_dot(&area->raster, i, row, colour, line_rank);
}
