/* plot_svg.c - see plot.h. */
#include <math.h>
#include <stdlib.h>

#include "cli/plot.h"
#include "export/drawing.h"
#include "wormscope/memory.h"

enum { WIDTH = 720, HEIGHT = 440, LEFT = 70, RIGHT = 20, TOP = 40, BOTTOM = 60, LINE = 18 };
enum { MARKS_X = 8, MARKS_Y = 6, TICK = 5, CAP = 3 };
enum { NAME_LEFT = 44, LETTER = 7 };
enum { DOTS_MAX = 60 };                   /* points of a curve that are seen one by one */
enum { MARKS_MAX = 12, MARK_APART = 16 }; /* marks that have their words below; their numbers */

typedef struct sheet {
    const ws_plot *plot;
    ws_drawing drawing;
    double y_top;
    ws_spot names; /* the upper left corner of the names of the curves */
} sheet;

static double place_x(const sheet *s, double x) {
    const ws_plot *plot = s->plot;
    double share = (x - plot->x_low) / (plot->x_high - plot->x_low);
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double place_y(const sheet *s, double figure) {
    double low = s->plot->y_low;
    double share = (figure - low) / (s->y_top - low);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

static ws_spot place_of(const sheet *s, const ws_plot_point *point) {
    return (ws_spot){place_x(s, point->x), place_y(s, point->figure)};
}

static void line(const sheet *s, unsigned pencil, ws_spot from, ws_spot to) {
    ws_drawing_line(&s->drawing, pencil, from, to);
}

static void text(const sheet *s, ws_spot at, const char *anchor, const char *words) {
    ws_drawing_text(&s->drawing, at, anchor, words);
}

/* ---- axes ---- */

static void grid_write(const sheet *s) {
    const ws_plot *plot = s->plot;
    char number[32];
    const ws_plot_ticks ticks = ws_plot_ticks_of(plot->y_low, s->y_top, plot->log_y, MARKS_Y);
    for (size_t i = 0; i < ticks.count; i++) {
        double row = place_y(s, ticks.at[i]);
        ws_plot_number(ticks.at[i], ticks.step, plot->log_y, number, sizeof number);
        line(s, WS_PENCIL_GRID, (ws_spot){LEFT, row}, (ws_spot){WIDTH - RIGHT, row});
        text(s, (ws_spot){LEFT - 6, row + 4}, "end", number);
    }
}

static void ticks_write(const sheet *s) {
    const ws_plot *plot = s->plot;
    char number[32];
    double floor_y = HEIGHT - BOTTOM;
    const ws_plot_ticks ticks = ws_plot_ticks_of(plot->x_low, plot->x_high, plot->log_x, MARKS_X);
    for (size_t i = 0; i < ticks.count; i++) {
        double x = place_x(s, ticks.at[i]);
        ws_plot_number(ticks.at[i], ticks.step, plot->log_x, number, sizeof number);
        line(s, WS_PENCIL_INK, (ws_spot){x, floor_y}, (ws_spot){x, floor_y + TICK});
        text(s, (ws_spot){x, floor_y + LINE + 2}, "middle", number);
    }
}

static void axes_write(const sheet *s) {
    const ws_plot *plot = s->plot;
    double right = WIDTH - RIGHT;
    const ws_spot corner = {LEFT, HEIGHT - BOTTOM};
    grid_write(s);
    ticks_write(s);
    line(s, WS_PENCIL_INK, corner, (ws_spot){right, corner.top});
    line(s, WS_PENCIL_INK, (ws_spot){LEFT, TOP}, corner);
    text(s, (ws_spot){(LEFT + right) / 2, HEIGHT - BOTTOM / 3}, "middle", plot->x_name);
    text(s, (ws_spot){LEFT, TOP - 20}, "start", plot->y_name);
    text(s, (ws_spot){right, TOP - 20}, "end", plot->title);
}

/* ---- marks ---- */

/* Rows of words below the axes: the last says how many marks have none. */
static size_t mark_rows(const ws_plot *plot) {
    return plot->marks > MARKS_MAX ? MARKS_MAX + 1 : plot->marks;
}

static void mark_rows_write(const sheet *s) {
    const ws_plot *plot = s->plot;
    char words[300];
    for (size_t i = 0; i < mark_rows(plot); i++) {
        const ws_spot at = {LEFT, HEIGHT + LINE * (double)i};
        if (i < MARKS_MAX)
            ws_plot_mark_text(plot, i, words, sizeof words);
        else
            snprintf(words, sizeof words, "and %zu more", plot->marks - MARKS_MAX);
        text(s, at, "start", words);
    }
    if (*plot->note)
        text(s, (ws_spot){LEFT, HEIGHT + LINE * (double)mark_rows(plot)}, "start", plot->note);
}

/* A line at each, with its number on top where there is room. */
static void marks_write(const sheet *s) {
    const ws_plot *plot = s->plot;
    char number[24];
    double last = -MARK_APART;
    for (size_t i = 0; i < plot->marks; i++) {
        double x = place_x(s, plot->mark[i].x);
        bool outside = plot->mark[i].x < plot->x_low || plot->mark[i].x > plot->x_high;
        if (outside)
            continue;
        line(s, WS_PENCIL_GRID, (ws_spot){x, TOP}, (ws_spot){x, HEIGHT - BOTTOM});
        if (x < last + MARK_APART)
            continue;
        snprintf(number, sizeof number, "%zu", i + 1);
        text(s, (ws_spot){x, TOP - 4}, "middle", number);
        last = x;
    }
    mark_rows_write(s);
}

/* ---- curves ---- */

static void cap_write(const sheet *s, unsigned pencil, ws_spot at) {
    line(s, pencil, (ws_spot){at.left - CAP, at.top}, (ws_spot){at.left + CAP, at.top});
}

static bool has_interval(const ws_plot_point *point) {
    return isfinite(point->low) && isfinite(point->high);
}

static ws_spot interval_top(const sheet *s, const ws_plot_point *point) {
    return (ws_spot){place_x(s, point->x), place_y(s, fmin(point->high, s->y_top))};
}

static ws_spot interval_bottom(const sheet *s, const ws_plot_point *point) {
    return (ws_spot){place_x(s, point->x), place_y(s, fmax(point->low, s->plot->y_low))};
}

/* One that goes on beyond the sheet has no cap there. */
static void interval_write(const sheet *s, const ws_plot_point *point, unsigned pencil) {
    if (!has_interval(point))
        return;
    const ws_spot top = interval_top(s, point);
    const ws_spot bottom = interval_bottom(s, point);
    line(s, pencil, top, bottom);
    if (point->high <= s->y_top)
        cap_write(s, pencil, top);
    if (point->low >= s->plot->y_low)
        cap_write(s, pencil, bottom);
}

static void name_write(const sheet *s, size_t index, unsigned pencil) {
    double row = s->names.top + 12 + LINE * (double)index;
    double left = s->names.left;
    const ws_spot from = {left + 12, row - 4};
    const ws_spot to = {left + 32, row - 4};
    line(s, pencil, from, to);
    text(s, (ws_spot){left + 38, row}, "start", s->plot->curve[index].name);
}

/* ---- where the names stand ---- */

/* About as wide as the longest name. */
static double names_width(const ws_plot *plot) {
    size_t most = 0;
    for (size_t i = 0; i < plot->curves; i++) {
        size_t length = strlen(plot->curve[i].name);
        if (length > most)
            most = length;
    }
    return NAME_LEFT + LETTER * (double)most;
}

static double names_height(const ws_plot *plot) {
    return LINE * (double)(plot->curves + 1);
}

static bool is_within(double value, double low, double size) {
    return value >= low && value <= low + size;
}

/* Does a line cross a box? Looked at in steps that are smaller than a letter. */
static bool is_crossed(ws_spot from, ws_spot to, ws_spot corner, ws_spot size) {
    enum { STEPS = 128 };
    for (int i = 0; i <= STEPS; i++) {
        double left = from.left + (to.left - from.left) * i / STEPS;
        double top = from.top + (to.top - from.top) * i / STEPS;
        bool inside = is_within(left, corner.left, size.left);
        if (inside && is_within(top, corner.top, size.top))
            return true;
    }
    return false;
}

static bool is_free_of(const sheet *s, const ws_curve *curve, ws_spot corner, ws_spot size) {
    for (size_t i = 0; i < curve->count; i++) {
        const ws_plot_point *point = &curve->point[i];
        ws_spot to = place_of(s, point);
        ws_spot from = i > 0 ? place_of(s, point - 1) : to;
        if (is_crossed(from, to, corner, size))
            return false;
        if (has_interval(point) &&
            is_crossed(interval_bottom(s, point), interval_top(s, point), corner, size))
            return false;
    }
    return true;
}

static bool is_free(const sheet *s, ws_spot corner, ws_spot size) {
    for (size_t i = 0; i < s->plot->curves; i++)
        if (!is_free_of(s, &s->plot->curve[i], corner, size))
            return false;
    return true;
}

/* The first corner of the sheet that no curve and no interval crosses; where there is none, beside the sheet. */
static ws_spot names_place(const sheet *s) {
    const ws_spot size = {names_width(s->plot), names_height(s->plot)};
    const double right = WIDTH - RIGHT - size.left;
    const double low = HEIGHT - BOTTOM - size.top;
    const ws_spot corner[] = {{LEFT, TOP}, {right, TOP}, {right, low}, {LEFT, low}};
    for (size_t i = 0; i < 4; i++)
        if (s->plot->curves < 2 || is_free(s, corner[i], size))
            return corner[i];
    return (ws_spot){WIDTH, TOP};
}

static void curve_write(const sheet *s, size_t index) {
    const ws_curve *curve = &s->plot->curve[index];
    const ws_drawing *drawing = &s->drawing;
    unsigned pencil = WS_PENCIL_CURVE + (unsigned)index;
    ws_spot *places = ws_alloc(curve->count, sizeof *places);
    for (size_t i = 0; i < curve->count; i++)
        places[i] = place_of(s, &curve->point[i]);
    ws_drawing_curve(drawing, pencil, places, curve->count);
    for (size_t i = 0; i < curve->count; i++) {
        interval_write(s, &curve->point[i], pencil);
        if (curve->count <= DOTS_MAX)
            ws_drawing_dot(drawing, pencil, places[i]);
    }
    free(places);
    if (s->plot->curves > 1)
        name_write(s, index, pencil);
}

/* "accepted over load" */
static void title_text(const ws_plot *plot, char *title, size_t room) {
    snprintf(title, room, "%.200s over %.200s", plot->y_name, plot->x_name);
}

void ws_plot_svg(const ws_plot *plot, const ws_theme *theme, FILE *out) {
    char title[512];
    sheet s = {.plot = plot};
    s.y_top = ws_plot_top(plot, MARKS_Y);
    s.names = names_place(&s);
    bool beside = s.names.left >= WIDTH;
    int width = beside ? WIDTH + (int)names_width(plot) : WIDTH;
    int rows = (int)mark_rows(plot) + (*plot->note != '\0');
    s.drawing = (ws_drawing){out, theme, width, HEIGHT + LINE * rows};
    title_text(plot, title, sizeof title);
    ws_drawing_begin(&s.drawing, title);
    axes_write(&s);
    marks_write(&s);
    for (size_t i = 0; i < plot->curves; i++)
        curve_write(&s, i);
    ws_drawing_end(&s.drawing);
}
