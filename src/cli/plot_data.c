/* plot_data.c - see plot_data.h. */
#include "cli/plot_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "observe/statistics/replicas.h"
#include "session/language/text.h"

static const char latency[] = "classes.all.message_latency.mean";

/* One row's contribution: a point before replicas are averaged. */
typedef struct sample {
    char *curve; /* owned */
    double x;
    double figure;
    double half; /* half-width of its own interval */
} sample;

typedef struct samples {
    sample *sample;
    size_t count;
} samples;

/* --------------------------------------------------------------------------------- choosing ---- */

static bool is_number(const json_t *value) {
    return !isnan(ws_row_number(value));
}

/* The first parameter that varies, is a number in all rows, and has two values. */
static const char *x_choose(const ws_row_list *rows) {
    const char *name;
    json_t *value;
    json_t *vary = json_object_get(rows->row[0].value, "vary");
    json_object_foreach(vary, name, value) {
        bool numbers = true;
        bool differs = false;
        for (size_t i = 0; i < rows->count; i++) {
            const json_t *mine = ws_row_find(rows->row[i].value, name);
            numbers &= is_number(mine);
            differs |= ws_row_number(mine) != ws_row_number(value);
        }
        if (numbers && differs)
            return name;
    }
    return NULL;
}

static void part_add(text_out *out, const char *name, const json_t *value) {
    char *text = NULL;
    if (json_is_string(value))
        text = text_copy(json_string_value(value));
    else
        text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6)) : NULL;
    text_add(out, "%s%s=%s", out->used > 0 ? " " : "", name, text ? text : "-");
    free(text);
}

/* Which curve a row belongs to: by the name that was asked for, or by all that varies but x. */
static char *curve_of(const json_t *row, const char *x, const char *by) {
    char text[400];
    const char *name;
    json_t *value;
    text_out out = text_begin(text, sizeof text);
    if (by) {
        part_add(&out, by, ws_row_find(row, by));
        return text_copy(text);
    }
    json_object_foreach(json_object_get(row, "vary"), name, value) {
        if (!text_is(name, x))
            part_add(&out, name, value);
    }
    return text_copy(text);
}

/* ci95 of "....mean" stands beside it; that of "accepted" is "accepted_ci95". */
static double own_half(const json_t *row, const char *figure) {
    char path[200];
    const char *dot = strrchr(figure, '.');
    if (dot && text_is(dot, ".mean"))
        snprintf(path, sizeof path, "%.*s.ci95", (int)(dot - figure), figure);
    else
        snprintf(path, sizeof path, "%.180s_ci95", figure);
    return ws_row_number(ws_row_find(row, path));
}

static samples samples_copy(const ws_row_list *rows, const char *x, const char *figure,
                            const char *by) {
    samples all = {.sample = ws_alloc(rows->count, sizeof *all.sample)};
    for (size_t i = 0; i < rows->count; i++) {
        const json_t *row = rows->row[i].value;
        double at = ws_row_number(ws_row_find(row, x));
        double value = ws_row_number(ws_row_find(row, figure));
        if (isnan(at) || isnan(value))
            continue;
        sample *next = &all.sample[all.count++];
        *next = (sample){.x = at, .figure = value, .half = own_half(row, figure)};
        next->curve = curve_of(row, x, by);
    }
    return all;
}

/* --------------------------------------------------------------------------------- averaging ---- */

static ws_curve *curve_find(ws_plot *plot, const char *name) {
    for (size_t i = 0; i < plot->curves; i++)
        if (text_is(plot->curve[i].name, name))
            return &plot->curve[i];
    WS_GROW(plot->curve, plot->curves);
    ws_curve *curve = &plot->curve[plot->curves++];
    *curve = (ws_curve){.name = text_copy(name)};
    return curve;
}

static bool has_point(const ws_curve *curve, double x) {
    for (size_t i = 0; i < curve->count; i++)
        if (curve->point[i].x == x)
            return true;
    return false;
}

/* All samples of a curve at the x of one of them. */
static ws_plot_point point_of(const samples *all, const sample *one) {
    double *value = ws_alloc(all->count, sizeof *value);
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const sample *other = &all->sample[i];
        if (other->x == one->x && text_is(other->curve, one->curve))
            value[count++] = other->figure;
    }
    ws_estimate mean = ws_replicas_mean(value, count);
    free(value);
    if (count == 1) {
        mean.low = one->figure - one->half;
        mean.high = one->figure + one->half;
    }
    return (ws_plot_point){.x = one->x, .figure = mean.value, .low = mean.low, .high = mean.high};
}

static int point_order(const void *one, const void *other) {
    const ws_plot_point *mine = one;
    const ws_plot_point *theirs = other;
    return (mine->x > theirs->x) - (mine->x < theirs->x);
}

static void curves_make(ws_plot *plot, const samples *all) {
    for (size_t i = 0; i < all->count; i++) {
        const sample *one = &all->sample[i];
        ws_curve *curve = curve_find(plot, one->curve);
        if (has_point(curve, one->x))
            continue;
        WS_GROW(curve->point, curve->count);
        curve->point[curve->count++] = point_of(all, one);
    }
    for (size_t i = 0; i < plot->curves; i++)
        qsort(plot->curve[i].point, plot->curve[i].count, sizeof(ws_plot_point), point_order);
}

/* ------------------------------------------------------------------------------------ ranges ---- */

static void range_widen(ws_plot *plot, const ws_plot_point *point) {
    plot->x_low = fmin(plot->x_low, point->x);
    plot->x_high = fmax(plot->x_high, point->x);
    plot->y_low = fmin(plot->y_low, point->figure);
    plot->y_high = fmax(plot->y_high, point->figure);
}

void ws_plot_ranges(ws_plot *plot) {
    plot->x_low = INFINITY;
    plot->x_high = -INFINITY;
    plot->y_low = plot->log_y ? INFINITY : 0;
    plot->y_high = -INFINITY;
    for (size_t i = 0; i < plot->curves; i++)
        for (size_t k = 0; k < plot->curve[i].count; k++)
            range_widen(plot, &plot->curve[i].point[k]);
    if (plot->x_high <= plot->x_low)
        plot->x_high = plot->x_low + 1;
    if (plot->log_y)
        plot->y_low = floor(plot->y_low * 2) / 2;
    if (plot->y_high <= plot->y_low)
        plot->y_high = plot->y_low + 1;
}

double ws_plot_step(double low, double high, int marks) {
    double rough = (high - low) / marks;
    double unit = pow(10, floor(log10(rough)));
    static const double steps[] = {1, 2, 5};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i] * unit >= rough * 0.999)
            return steps[i] * unit;
    return 10 * unit;
}

void ws_plot_number(double value, double step, bool is_log, char *text, size_t room) {
    if (is_log) {
        double unit = pow(10, floor(value + 1e-9) - 1);
        snprintf(text, room, "%.10g", round(pow(10, value) / unit) * unit);
        return;
    }
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    double clean = fabs(value) < step * 1e-6 ? 0 : value;
    snprintf(text, room, "%.*f", decimals, clean);
}

/* -------------------------------------------------------------------------------------- plot ---- */

static void title_copy(ws_plot *plot, const ws_row_list *rows) {
    const json_t *first = json_object_get(rows->row[0].value, "scenario");
    bool same = json_is_string(first);
    for (size_t i = 1; i < rows->count && same; i++)
        same = json_equal(first, json_object_get(rows->row[i].value, "scenario"));
    plot->title = text_copy(same ? json_string_value(first) : "");
}

bool ws_plot_make(ws_plot *plot, const ws_row_list *rows, const ws_plot_wish *wish,
                  ws_error *error) {
    if (rows->count == 0)
        return fail_with(error, "there are no rows");
    const char *x = wish->x ? wish->x : x_choose(rows);
    const char *figure = wish->figure ? wish->figure : latency;
    if (!x)
        return fail_with(error, "nothing that varies is a number; name what lies along x with -x");
    plot->x_name = text_copy(x);
    plot->y_name = text_copy(figure);
    title_copy(plot, rows);
    samples all = samples_copy(rows, x, figure, wish->by);
    curves_make(plot, &all);
    for (size_t i = 0; i < all.count; i++)
        free(all.sample[i].curve);
    free(all.sample);
    if (plot->curves == 0)
        return fail_with(error, "no row has both `%.150s` and `%.150s` as numbers", x, figure);
    ws_plot_ranges(plot);
    return true;
}

void ws_plot_free(ws_plot *plot) {
    for (size_t i = 0; i < plot->curves; i++) {
        free(plot->curve[i].name);
        free(plot->curve[i].point);
    }
    free(plot->curve);
    free(plot->x_name);
    free(plot->y_name);
    free(plot->title);
    *plot = (ws_plot){0};
}
