/* plot_paint.c - see plot.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/plot.h"
#include "ui/raster.h"

enum {
    GUTTER = 10,
    X_MARK_CELLS = 14,
    LEGEND_MAX = 12,
    NAME_MAX = 16,
    MARKS_MAX = 5,
    LETTERS_MAX = 40
};

/* Where the curves are: an area of cells, and the raster over it. */
typedef struct sheet {
    const ws_plot *plot;
    const ws_plot_colours *colours;
    ws_raster raster;
    ws_pen pen;  /* of all */
    ws_pen area; /* of the curves */
    int width;   /* of the area */
    int height;
    double y_top; /* of the axis: the highest mark */
} sheet;

static uint32_t colour_of(const sheet *s, size_t curve) {
    return s->colours->colour[curve % s->colours->count];
}

/* -------------------------------------------------------------------------------- places ---- */

static int dot_x(const sheet *s, double x) {
    const ws_plot *plot = s->plot;
    double share = (x - plot->x_low) / (plot->x_high - plot->x_low);
    return (int)lround(share * (2 * s->width - 1));
}

static int dot_y(const sheet *s, double figure) {
    double share = (figure - s->plot->y_low) / (s->y_top - s->plot->y_low);
    int last = 4 * s->height - 1;
    return last - (int)lround(share * last);
}

/* -------------------------------------------------------------------------------- curves ---- */

static uint16_t rank_of(size_t curve) {
    return WS_RANK(1, 1 + curve % 200);
}

static void interval_draw(sheet *s, const ws_plot_point *point, size_t curve) {
    int x = dot_x(s, point->x);
    if (!isfinite(point->low) || !isfinite(point->high))
        return;
    int top = dot_y(s, fmin(point->high, s->y_top));
    int bottom = dot_y(s, fmax(point->low, s->plot->y_low));
    ws_raster_line(&s->raster, x, top, x, bottom, colour_of(s, curve), rank_of(curve));
}

static void curve_draw(sheet *s, size_t index) {
    const ws_curve *curve = &s->plot->curve[index];
    for (size_t i = 0; i < curve->count; i++) {
        const ws_plot_point *to = &curve->point[i];
        const ws_plot_point *from = &curve->point[i > 0 ? i - 1 : 0];
        interval_draw(s, to, index);
        ws_raster_line(&s->raster, dot_x(s, from->x), dot_y(s, from->figure), dot_x(s, to->x),
                       dot_y(s, to->figure), colour_of(s, index), rank_of(index));
    }
}

/* The letter of a curve, at each of its points where several are drawn; at some of many. */
static uint32_t letter_of(size_t curve) {
    return (uint32_t)("abcdefghijklmnopqrstuvwxyz"[curve % 26]);
}

static void letters_draw(sheet *s) {
    const ws_plot *plot = s->plot;
    for (size_t c = 0; c < plot->curves && plot->curves > 1; c++) {
        size_t apart = 1 + plot->curve[c].count / LETTERS_MAX;
        for (size_t i = 0; i < plot->curve[c].count; i += apart) {
            const ws_plot_point *point = &plot->curve[c].point[i];
            ws_pen_ink(&s->area, dot_x(s, point->x) / 2, dot_y(s, point->figure) / 4, letter_of(c),
                       WS_ROLE_STRONG, colour_of(s, c), WS_COLOUR_NONE);
        }
    }
}

/* ---------------------------------------------------------------------------------- axes ---- */

static void y_axis_draw(sheet *s) {
    const ws_plot *plot = s->plot;
    char text[32];
    const ws_plot_ticks ticks =
        ws_plot_ticks_of(plot->y_low, s->y_top, plot->log_y, ws_max(2, s->height / 3));
    for (size_t i = 0; i < ticks.count; i++) {
        int row = 1 + dot_y(s, ticks.at[i]) / 4;
        ws_plot_number(ticks.at[i], ticks.step, plot->log_y, text, sizeof text);
        ws_pen_print_right(&s->pen, GUTTER - 1, row, WS_ROLE_TEXT, "%s", text);
    }
    for (int row = 0; row < s->height; row++)
        ws_pen_text(&s->pen, GUTTER - 1, 1 + row, WS_ROLE_FAINT, "│");
    ws_pen_text(&s->pen, 0, 0, WS_ROLE_TITLE, plot->y_name);
    ws_pen_print_right(&s->pen, GUTTER + s->width, 0, WS_ROLE_FAINT, "%s", plot->title);
}

/* A long name of the x axis has a row of its own below the numbers. */
static int name_rows(const ws_plot *plot) {
    return strlen(plot->x_name) > NAME_MAX;
}

static void x_axis_draw(sheet *s) {
    const ws_plot *plot = s->plot;
    char text[32];
    int row = 1 + s->height;
    const ws_plot_ticks ticks = ws_plot_ticks_of(plot->x_low, plot->x_high, plot->log_x,
                                                 ws_max(2, s->width / X_MARK_CELLS));
    for (int i = 0; i < s->width; i++)
        ws_pen_text(&s->pen, GUTTER + i, row, WS_ROLE_FAINT, "─");
    ws_pen_text(&s->pen, GUTTER - 1, row, WS_ROLE_FAINT, "└");
    for (size_t i = 0; i < ticks.count; i++) {
        int column = GUTTER + dot_x(s, ticks.at[i]) / 2;
        ws_plot_number(ticks.at[i], ticks.step, plot->log_x, text, sizeof text);
        int begin = column - (int)strlen(text) / 2;
        int most = GUTTER + s->width - (int)strlen(text);
        ws_pen_text(&s->pen, column, row, WS_ROLE_FAINT, "┼");
        ws_pen_text(&s->pen, ws_min(begin, most), row + 1, WS_ROLE_TEXT, text);
    }
    ws_pen_text(&s->pen, 0, row + 1 + name_rows(plot), WS_ROLE_TITLE, plot->x_name);
}

static void legend_draw(sheet *s) {
    const ws_plot *plot = s->plot;
    int row = s->height + 3 + name_rows(plot);
    for (size_t c = 0; c < plot->curves && c < LEGEND_MAX && plot->curves > 1; c++) {
        ws_pen_ink(&s->pen, GUTTER, row, letter_of(c), WS_ROLE_STRONG, colour_of(s, c),
                   WS_COLOUR_NONE);
        ws_pen_text(&s->pen, GUTTER + 2, row++, WS_ROLE_TEXT, plot->curve[c].name);
    }
}

/* ---------------------------------------------------------------------------------- marks ---- */

static int legend_rows(const ws_plot *plot) {
    if (plot->curves < 2)
        return 0;
    return plot->curves < LEGEND_MAX ? (int)plot->curves : LEGEND_MAX;
}

/* Rows of words below the legend: the last says how many marks have none. */
static int mark_rows(const ws_plot *plot) {
    return plot->marks > MARKS_MAX ? MARKS_MAX + 1 : (int)plot->marks;
}

/* Lines behind the curves. */
static void marks_draw(sheet *s) {
    const ws_plot *plot = s->plot;
    for (size_t i = 0; i < plot->marks; i++) {
        double x = plot->mark[i].x;
        if (x < plot->x_low || x > plot->x_high)
            continue;
        for (int row = 0; row < s->height; row++)
            ws_pen_text(&s->area, dot_x(s, x) / 2, row, WS_ROLE_FAINT, "┊");
    }
}

static void mark_words_draw(sheet *s) {
    const ws_plot *plot = s->plot;
    char words[300];
    int first = s->height + 3 + name_rows(plot) + legend_rows(plot);
    for (int i = 0; i < mark_rows(plot); i++) {
        if (i < MARKS_MAX)
            ws_plot_mark_text(plot, (size_t)i, words, sizeof words);
        else
            snprintf(words, sizeof words, "and %zu more", plot->marks - MARKS_MAX);
        ws_pen_text(&s->pen, GUTTER, first + i, WS_ROLE_FAINT, words);
    }
}

/* ------------------------------------------------------------------------------------ now ---- */

/* At the edge where it lies beyond. */
static void now_draw(const sheet *s, const ws_glyphs *glyphs) {
    const ws_plot *plot = s->plot;
    if (!plot->has_now)
        return;
    double x = fmin(fmax(plot->now_x, plot->x_low), plot->x_high);
    double y = fmin(fmax(plot->now_y, plot->y_low), s->y_top);
    ws_pen_glyph(&s->area, dot_x(s, x) / 2, dot_y(s, y) / 4, glyphs->code[WS_GLYPH_PLACE],
                 WS_ROLE_PLACE, 0);
}

/* ---------------------------------------------------------------------------------- sheet ---- */

int ws_plot_word_rows(const ws_plot *plot) {
    return 3 + legend_rows(plot) + name_rows(plot) + mark_rows(plot);
}

static void sheet_begin(sheet *s, const ws_pen *pen) {
    const ws_plot *plot = s->plot;
    s->pen = *pen;
    s->width = ws_max(pen->clip.w - GUTTER - 1, 10);
    s->height = ws_max(pen->clip.h - ws_plot_word_rows(plot), 4);
    s->y_top = ws_plot_top(plot, ws_max(2, s->height / 3));
    s->area = ws_pen_sub(&s->pen, (ws_rect){GUTTER, 1, s->width, s->height});
    ws_raster_begin(&s->raster, s->width, s->height);
}

void ws_plot_paint(const ws_plot *plot, const ws_glyphs *glyphs, const ws_plot_colours *colours,
                   const ws_pen *pen) {
    sheet s = {.plot = plot, .colours = colours};
    sheet_begin(&s, pen);
    y_axis_draw(&s);
    x_axis_draw(&s);
    marks_draw(&s);
    for (size_t i = 0; i < plot->curves; i++)
        curve_draw(&s, i);
    ws_raster_flush(&s.raster, &s.area, glyphs, WS_ROLE_TEXT, WS_COLOUR_NONE);
    letters_draw(&s);
    now_draw(&s, glyphs);
    legend_draw(&s);
    mark_words_draw(&s);
    ws_raster_free(&s.raster);
}
