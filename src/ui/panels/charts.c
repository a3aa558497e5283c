/* charts.c - latency and throughput over time. The newest point is at the right; where a line of the command language changed
 * something there is a mark at the foot. Where no braille is to be had, the first curve is drawn as bars, the others as points.
 *
 * A window holds few messages or none, so a point is the mean of the latest SMOOTH windows. The scale is made for most of what is
 * shown: a burst that stands far above the rest ends at the upper edge, instead of pressing the rest to the floor. Where there are colours, one curve
 * is filled with its interval: area.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "observe/statistics/interval.h"
#include "session/history/history.h"
#include "ui/canvas.h"
#include "ui/focus.h"
#include "ui/glyphs.h"
#include "ui/ink.h"
#include "ui/panel.h"
#include "ui/panels/area.h"
#include "wormscope/memory.h"

/* ---- strip ---- */

/* Curves and bars in cells: braille dots (2 x 4 a cell) or blocks (1 x 8). */

typedef struct chart_strip {
    ws_pen pen;
    const ws_glyphs *glyphs;
    int w, h;   /* cells */
    double top; /* value at the upper edge; the lower is 0 */
} chart_strip;

/* Points that fit side by side. */
static inline int ws_strip_columns(const chart_strip *plot) { return plot->glyphs->braille ? 2 * plot->w : plot->w; }

/* Bits of the dots of a braille cell, by row and column. */
static const unsigned char dot_bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static void dot_put(const chart_strip *p, int x, int y, ws_role role) {
    int cx = p->pen.x + x / 2, cy = p->pen.y + y / 4;
    if (x < 0 || y < 0 || x >= 2 * p->w || y >= 4 * p->h) return;
    ws_rect clip = p->pen.clip;
    if (cx < clip.x || cy < clip.y || cx >= clip.x + clip.w || cy >= clip.y + clip.h) return;
    uint32_t old = ws_canvas_at(p->pen.canvas, cx, cy)->glyph;
    uint32_t bits = old >= 0x2800 && old < 0x2900 ? old - 0x2800 : 0;
    ws_pen_glyph(&p->pen, x / 2, y / 4, 0x2800 + (bits | dot_bit[y % 4][x % 2]), role, 0);
}

/* The row of a value, counted from above, in steps of which `steps` make the height. */
static int step_of(const chart_strip *p, double value, int steps) {
    double part = p->top > 0 ? value / p->top : 0;
    return ws_clamp(steps - 1 - (int)lround(part * (steps - 1)), 0, ws_max(steps - 1, 0));
}

/* A point of a curve in column i; NAN draws nothing. `before` (NAN if none) is the point on its left, to which it is joined. */
static void strip_point(const chart_strip *p, int i, double before, double value, ws_role role) {
    if (isnan(value)) return;
    if (!p->glyphs->braille) {
        ws_pen_glyph(&p->pen, i, step_of(p, value, p->h), p->glyphs->code[WS_GLYPH_CURVE], role, 0);
        return;
    }
    int y = step_of(p, value, 4 * p->h), from = isnan(before) ? y : step_of(p, before, 4 * p->h);
    int step = from < y ? 1 : -1;
    if (from != y) from += step;
    for (;; from += step) {
        dot_put(p, i, from, role);
        if (from == y) return;
    }
}

/* A filled bar in cell column i (blocks and ASCII only). */
static void strip_bar(const chart_strip *p, int i, double value, ws_role role) {
    if (isnan(value) || p->top <= 0) return;
    int eighths = (int)lround(value / p->top * 8 * p->h);
    for (int row = p->h - 1; row >= 0 && eighths > 0; row--, eighths -= 8)
        ws_pen_glyph(&p->pen, i, row, p->glyphs->level[ws_min(eighths, 8)], role, 0);
}

/* The next larger of 1, 1.5, 2, 3, 5, 7 times a power of ten. */
static double strip_round_up(double value) {
    static const double step[] = {1, 1.5, 2, 3, 5, 7, 10};
    if (!(value > 0)) return 1;
    double power = pow(10, floor(log10(value)));
    for (unsigned i = 0; i < sizeof step / sizeof *step; i++)
        if (step[i] * power >= value) return step[i] * power;
    return 10 * power;
}

/* ---- charts ---- */

#define CURVES_MAX (WS_CLASSES_MAX + 1)
#define SMOOTH     8
#define MOST       0.9 /* share of the points that the scale is made for */
#define BURST      2   /* how far above them is a burst */

typedef double (*curve_value)(const ws_point *point, size_t curve);

typedef struct chart {
    const char *title, *unit;
    size_t curves;
    const char *name[CURVES_MAX];
    ws_role role[CURVES_MAX];
    curve_value value;
    const ws_frame *of[CURVES_MAX]; /* whose curve it is; NULL: of the view's frame */
    size_t filled;                  /* which curve is filled where there are colours */
    bool bands;                     /* none is: all have bands instead */
} chart;

static double class_value(const ws_point *point, ws_latency_kind kind, size_t curve) {
    return point->class_latency[kind][curve];
}
static double message_value(const ws_point *point, size_t curve) {
    return class_value(point, WS_LATENCY_MESSAGE, curve);
}
static double network_value(const ws_point *point, size_t curve) {
    return class_value(point, WS_LATENCY_NETWORK, curve);
}
static double head_value(const ws_point *point, size_t curve) {
    return class_value(point, WS_LATENCY_HEAD, curve);
}
static double packet_value(const ws_point *point, size_t curve) {
    return class_value(point, WS_LATENCY_PACKET, curve);
}
static double throughput_value(const ws_point *p, size_t curve) { return curve == 0 ? p->offered : p->accepted; }

/* The points shown: `group` of them share a column, which shows their mean. */
typedef struct span {
    size_t first, count, group;
    int column; /* of the first group */
} span;

/* The whole history; or, after a change, enough of it that the change stands at a third of the width and one sees what it did. */
static size_t first_shown(const ws_view *v) {
    const ws_frame *f = v->frame;
    size_t line = v->session.journal_count;
    while (line > 0 && ws_mark_of(v->session.journal[line - 1].text) != WS_MARK_CHANGE)
        line--;
    uint64_t change = line ? v->session.journal[line - 1].cycle : 0;
    if (change == 0 || change >= f->cycle) change = 0;
    uint64_t before = (f->cycle - change) / 2, begin = change > before ? change - before : 0;
    size_t first = 0;
    while (first < f->points && f->point[first].cycle < begin) first++;
    return first;
}

static span span_of(const ws_view *v, int columns) {
    size_t fit = columns > 0 ? (size_t)columns : 1, points = v->frame->points, first = first_shown(v);
    if (points - first < fit) first = points > fit ? points - fit : 0; /* no wider than one column a point */
    span s = {.first = first, .count = points - first, .group = 1};
    while ((s.count + s.group - 1) / s.group + 1 > fit && s.count > fit) s.group++;
    s.first -= s.first % s.group; /* the same points share a column from one picture to the next */
    s.count = points - s.first;
    s.column = (int)(fit - (s.count + s.group - 1) / s.group);
    return s;
}

static int columns_of(const span *s) { return (int)((s->count + s->group - 1) / s->group); }

/* The point of another frame whose window holds that of number i. */
static size_t point_at(const ws_frame *f, const ws_frame *other, size_t i) {
    size_t low = 0;
    size_t high = other->points;
    if (i < high && other->point[i].cycle == f->point[i].cycle) return i;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (other->point[middle].cycle < f->point[i].cycle) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The mean of the latest windows up to number i, NAN if nothing was measured in them. */
static double smooth_value(const ws_frame *f, const chart *c, size_t i, size_t curve) {
    double sum = 0, count = 0;
    if (c->of[curve] && c->of[curve] != f) {
        i = point_at(f, c->of[curve], i);
        f = c->of[curve];
        if (i >= f->points) return NAN;
    }
    for (size_t j = i + 1 > SMOOTH ? i + 1 - SMOOTH : 0; j <= i; j++) {
        double value = c->value(&f->point[j], curve);
        if (!isnan(value)) sum += value, count++;
    }
    return count > 0 ? sum / count : NAN;
}

/* The mean of the curve over the points of a column, NAN if there is none. */
static double column_value(const ws_frame *f, const chart *c, const span *s, size_t column, size_t curve) {
    double sum = 0, count = 0;
    size_t begin = s->first + column * s->group, end = begin + s->group;
    for (size_t i = begin; i < end && i < s->first + s->count; i++) {
        double value = smooth_value(f, c, i, curve);
        if (!isnan(value)) sum += value, count++;
    }
    return count > 0 ? sum / count : NAN;
}

static int value_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double chart_top(const ws_frame *f, const chart *c, const span *s) {
    size_t count = 0;
    double *values = malloc(((size_t)columns_of(s) * c->curves + 1) * sizeof *values);
    if (!values) ws_no_memory(0);
    for (int i = 0; i < columns_of(s); i++) {
        for (size_t k = 0; k < c->curves; k++) {
            double value = column_value(f, c, s, (size_t)i, k);
            if (!isnan(value)) values[count++] = value;
        }
    }
    qsort(values, count, sizeof *values, value_compare);
    double most = count ? values[(size_t)(MOST * (double)(count - 1))] : 0, top = count ? values[count - 1] : 0;
    free(values);
    return strip_round_up(most > 0 && top > BURST * most ? 1.25 * most : top);
}

static void curve_draw(const ws_frame *f, const chart *c, const chart_strip *plot, const span *s, size_t k) {
    double before = NAN;
    for (int i = 0; i < columns_of(s); i++) {
        double value = column_value(f, c, s, (size_t)i, k);
        if (k == 0 && !plot->glyphs->braille) strip_bar(plot, s->column + i, value, c->role[k]);
        else strip_point(plot, s->column + i, before, value, c->role[k]);
        if (!isnan(value)) before = value;
    }
}

/* ---- where there are colours ---- */

/* Sums over windows. */
typedef struct moments {
    double count;
    double sum;
    double squares;
} moments;

static void moments_add(moments *of, double value) {
    if (isnan(value)) return;
    of->count++;
    of->sum += value;
    of->squares += value * value;
}

/* The half-width of a 95 % interval of the mean, as if windows were independent; NAN for fewer than
 * three. */
static double half_width(const moments *of) {
    if (of->count < 3) return NAN;
    double mean = of->sum / of->count;
    double variance = (of->squares - of->sum * mean) / (of->count - 1);
    double error = sqrt(fmax(variance, 0) / of->count);
    return error * ws_student_95(of->count - 1);
}

/* The windows that the value of a column is the mean of. */
static moments column_moments(const ws_frame *frame, const chart *c, const span *s, size_t column,
                              size_t curve) {
    moments all = {0};
    size_t begin = s->first + column * s->group, end = begin + s->group;
    begin = begin + 1 > SMOOTH ? begin + 1 - SMOOTH : 0;
    for (size_t i = begin; i < end && i < s->first + s->count; i++) {
        const ws_frame *of = c->of[curve] ? c->of[curve] : frame;
        size_t point = of == frame ? i : point_at(frame, of, i);
        if (point < of->points) moments_add(&all, c->value(&of->point[point], curve));
    }
    return all;
}

/* The curve over the dots of a cell. */
static ws_area_value cell_value(const ws_view *v, const chart *c, const span *s, int cell,
                                size_t curve) {
    const ws_frame *frame = v->frame;
    moments value = {0};
    double half = NAN;
    ws_area_value area = {.low = NAN, .mean = NAN, .high = NAN};
    for (int i = 2 * cell - s->column; i < 2 * cell - s->column + 2; i++) {
        if (i < 0 || i >= columns_of(s)) continue;
        moments windows = column_moments(frame, c, s, (size_t)i, curve);
        size_t point = s->first + (size_t)i * s->group;
        moments_add(&value, column_value(frame, c, s, (size_t)i, curve));
        half = half_width(&windows);
        area.warming = frame->point[point].cycle < v->session.warmup;
    }
    if (value.count == 0) return area;
    area.mean = value.sum / value.count;
    area.low = area.mean - half;
    area.high = area.mean + half;
    return area;
}

static void area_draw(const ws_view *v, const chart *c, const chart_strip *plot, const span *s) {
    ws_area area;
    ws_area_begin(&area, v, plot->w, plot->h);
    area.top = plot->top;
    for (size_t k = 0; k < c->curves; k++) {
        ws_role fill = c->curves == 1 ? WS_ROLE_GRAPH0 : c->role[k];
        for (int cell = 0; cell < plot->w && (c->bands || k == c->filled); cell++) {
            ws_area_value value = cell_value(v, c, s, cell, k);
            if (c->bands) ws_area_band(&area, cell, &value, c->role[k]);
            else ws_area_fill(&area, cell, &value, fill);
        }
    }
    for (size_t k = 0; k < c->curves; k++) {
        double before = NAN;
        for (int i = 0; i < columns_of(s) && (c->bands || k != c->filled); i++) {
            double value = column_value(v->frame, c, s, (size_t)i, k);
            ws_area_point(&area, s->column + i, before, value, c->role[k]);
            if (!isnan(value)) before = value;
        }
    }
    ws_area_end(&area, &plot->pen);
}

/* A mark for every change after the start: at the point in whose window it fell. */
static void marks_draw(const ws_view *v, const ws_pen *pen, const chart_strip *plot, const span *s, int y) {
    const ws_frame *f = v->frame;
    int dots = ws_strip_columns(plot) / ws_max(plot->w, 1);
    size_t point = s->first, end = s->first + s->count;
    for (size_t i = 0; i < v->session.journal_count; i++) {
        uint64_t cycle = v->session.journal[i].cycle;
        if (ws_mark_of(v->session.journal[i].text) != WS_MARK_CHANGE)
            continue;
        if (cycle == 0 || (s->first > 0 && cycle < f->point[s->first - 1].cycle)) continue;
        while (point < end && f->point[point].cycle < cycle) point++;
        int column = s->column + (int)((point - s->first) / s->group);
        int x = ws_clamp(column / ws_max(dots, 1), 0, plot->w - 1);
        ws_pen_glyph(pen, x, y, v->glyphs->code[WS_GLYPH_CHANGE], WS_ROLE_MARK, 0);
    }
}

static void legend_draw(const ws_view *v, const ws_pen *pen, const chart *c, double top) {
    int names = 0, w = pen->clip.w;
    for (size_t k = 0; k < c->curves; k++) names += ws_text_columns(c->name[k]) + 2;
    int title = ws_text_columns(c->title), x = 0;
    bool titled = 3 + title + names + 6 <= w; /* where it is narrow, the curves name themselves */
    ws_title_draw(v, pen, 0, titled ? c->title : "");
    if (titled) x = 3 + title;
    else if (title + names + snprintf(NULL, 0, " %g", top) <= w) x = ws_pen_print(pen, 0, 0, WS_ROLE_TITLE, "%s ", c->title);
    char scale[48];
    int room = w - snprintf(scale, sizeof scale, " %g", top); /* names that do not fit are left out, and a sign says so */
    size_t named = 0;
    for (; named < c->curves && x + 1 + ws_text_columns(c->name[named]) <= room; named++) {
        ws_pen_glyph(pen, x, 0, v->glyphs->code[WS_GLYPH_BULLET], c->role[named], 0);
        x += 2 + ws_pen_print(pen, x + 1, 0, c->role[named], "%s ", c->name[named]) - 1;
    }
    if (named < c->curves && x < room) ws_pen_glyph(pen, x, 0, v->glyphs->code[WS_GLYPH_MORE], WS_ROLE_FAINT, 0);
    bool unit_fits = x + 2 + snprintf(scale, sizeof scale, " %g %s", top, c->unit) <= w;
    if (!unit_fits) snprintf(scale, sizeof scale, " %g", top);
    ws_pen_print_right(pen, w, 0, WS_ROLE_FAINT, "%s", scale);
}

static bool is_read(const ws_view *v) {
    bool held = ws_view_holds(v, WS_PANEL_LATENCY) || ws_view_holds(v, WS_PANEL_THROUGHPUT);
    return v->focus.cursor > 0 && (held || ws_view_holds(v, WS_PANEL_CURVES));
}

/* The values at the cursor, at the foot: "cycle 1 234  high 145  low 980". */
static void values_draw(const ws_view *v, const ws_pen *pen, const chart *c, const span *s, size_t column, int row) {
    char text[32];
    const ws_frame *frame = v->frame;
    size_t last = s->first + s->count - 1;
    size_t point = s->first + column * s->group + s->group - 1;
    uint64_t cycle = frame->point[point < last ? point : last].cycle;
    int at = ws_pen_print(pen, 0, row, WS_ROLE_SELECTED, " cycle %s ", ws_count_text(cycle, text, sizeof text));
    for (size_t k = 0; k < c->curves; k++) {
        double value = column_value(frame, c, s, column, k);
        at += 1 + ws_pen_print(pen, at + 1, row, c->role[k], "%s %s ", c->name[k], ws_figure_text(value, text, sizeof text));
    }
}

/* Where the arrows of a held chart have moved the cursor. */
static void cursor_draw(const ws_view *v, const ws_pen *pen, const chart *c, const chart_strip *plot, const span *s) {
    if (!is_read(v) || s->count == 0) return;
    int at = ws_max(plot->w - v->focus.cursor, 0);
    int dots = ws_strip_columns(plot) / ws_max(plot->w, 1);
    int column = ws_clamp((at + 1) * dots - 1 - s->column, 0, columns_of(s) - 1);
    for (int row = 0; row < plot->h; row++) {
        ws_cell *cell = ws_pen_cell(&plot->pen, at, row);
        if (!cell)
            continue;
        cell->glyph = v->glyphs->code[WS_GLYPH_LINE_V];
        cell->role = WS_ROLE_MARK;
        cell->fg = WS_COLOUR_NONE;
    }
    values_draw(v, pen, c, s, (size_t)column, plot->h + 1);
}

static void chart_draw(const ws_view *v, const ws_pen *pen, const chart *c) {
    int w = pen->clip.w, h = pen->clip.h - 2;
    if (w < 8 || h < 1) return;
    chart_strip plot = {.pen = ws_pen_sub(pen, (ws_rect){0, 1, w, h}), .glyphs = v->glyphs, .w = w, .h = h};
    span s = span_of(v, ws_strip_columns(&plot));
    plot.top = chart_top(v->frame, c, &s);
    legend_draw(v, pen, c, plot.top);
    bool filled = ws_ink_rich(v) && v->glyphs->braille;
    if (filled) area_draw(v, c, &plot, &s);
    for (size_t k = 0; k < c->curves && !filled; k++) curve_draw(v->frame, c, &plot, &s, k);
    ws_pen_fill(pen, (ws_rect){0, h + 1, w, 1}, v->glyphs->code[WS_GLYPH_IDLE_H], WS_ROLE_RULE);
    marks_draw(v, pen, &plot, &s, h + 1);
    cursor_draw(v, pen, c, &plot, &s);
    if (v->frame->points == 0) ws_pen_text(pen, 1, 1, WS_ROLE_FAINT, "nothing delivered yet");
}

static double saqs_value(const ws_point *p, size_t curve) { return curve == 0 ? p->saqs : p->saqs_blocked; }

static void saqs_draw(const ws_view *v, const ws_pen *pen) {
    static const chart c = {.title = "set-aside queues",
                            .unit = "queues",
                            .curves = 2,
                            .name = {"in use", "blocked"},
                            .role = {WS_ROLE_SERIES1, WS_ROLE_SERIES2},
                            .value = saqs_value};
    chart_draw(v, pen, &c);
}

void ws_latency_draw(const ws_view *v, const ws_pen *pen) {
    if (ws_ports_rows(v)) { /* instead, while they are what is looked at */
        saqs_draw(v, pen);
        return;
    }
    static const char *const titles[] = {"latency", "network latency", "head latency",
                                         "packet latency"};
    static const curve_value values[] = {message_value, network_value, head_value,
                                         packet_value};
    chart c = {.title = titles[v->measure], .unit = "cycles", .curves = v->frame->class_count};
    c.value = values[v->measure];
    for (size_t k = 0; k < c.curves; k++) {
        c.name[k] = v->frame->class_of[k].name;
        c.role[k] = (ws_role)(WS_ROLE_SERIES1 + k % WS_CLASSES_MAX);
    }
    chart_draw(v, pen, &c);
}

static double mean_value(const ws_point *p, size_t curve) {
    (void)curve;
    return p->latency[WS_LATENCY_MESSAGE];
}

/* A/B: the mean latency of both, over one another. */
void ws_curves_draw(const ws_view *v, const ws_pen *pen) {
    const chart c = {.title = "latency",
                     .unit = "cycles",
                     .curves = 2,
                     .name = {"A", "B"},
                     .role = {WS_ROLE_SERIES1, WS_ROLE_SERIES2},
                     .of = {v->other->frame, v->frame},
                     .bands = true,
                     .value = mean_value};
    chart_draw(v, pen, &c);
}

void ws_throughput_draw(const ws_view *v, const ws_pen *pen) {
    static const chart c = {.title = "throughput",
                            .unit = "flits/host/cycle",
                            .curves = 2,
                            .name = {"offered", "accepted"},
                            .role = {WS_ROLE_SERIES0, WS_ROLE_SERIES1},
                            .filled = 1,
                            .value = throughput_value};
    chart_draw(v, pen, &c);
}
