/* plot.c - see plot.h: where the axes end, the numbers at them, and what a plot owns. */
#include "ui/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void range_widen(ws_plot *plot, const ws_plot_point *point) {
    plot->x_low = fmin(plot->x_low, point->x);
    plot->x_high = fmax(plot->x_high, point->x);
    plot->y_low = fmin(plot->y_low, point->figure);
    plot->y_high = fmax(plot->y_high, point->figure);
}

/* A single value stands in the middle. */
static void x_open(ws_plot *plot) {
    double half = plot->log_x || plot->x_low == 0 ? 0.5 : fabs(plot->x_low) / 2;
    plot->x_low -= half;
    plot->x_high += half;
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
        x_open(plot);
    if (plot->log_y)
        plot->y_low = floor(plot->y_low * 2) / 2;
    if (plot->y_high <= plot->y_low)
        plot->y_high = plot->y_low + 1;
}

/* The step between two marks of an axis of about `marks` of them: 1, 2 or 5 times a power of 10. */
static double step_of(double low, double high, int marks) {
    double rough = (high - low) / marks;
    double unit = pow(10, floor(log10(rough)));
    static const double steps[] = {1, 2, 5};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i] * unit >= rough * 0.999)
            return steps[i] * unit;
    return 10 * unit;
}

static void tick_add(ws_plot_ticks *ticks, double at) {
    if (ticks->count < WS_PLOT_TICKS)
        ticks->at[ticks->count++] = at;
}

/* Digits that have a tick in each decade: the fewer the more decades there are. */
static const char *digits_of(double decades, int marks) {
    static const char *const digits[] = {"123456789", "12357", "125", "13"};
    for (size_t i = 0; i < sizeof digits / sizeof *digits; i++)
        if (decades * (double)strlen(digits[i]) <= marks)
            return digits[i];
    return "1";
}

static void logarithms_add(ws_plot_ticks *ticks, double low, double high, int marks) {
    const char *digits = digits_of(high - low, marks);
    double apart = digits[1] ? 1 : fmax(1, ceil((high - low) / marks));
    for (double decade = floor(low); decade <= high; decade += apart)
        for (const char *digit = digits; *digit; digit++) {
            double at = decade + log10(*digit - '0');
            if (at >= low - 1e-9 && at <= high + 1e-9)
                tick_add(ticks, at);
        }
}

ws_plot_ticks ws_plot_ticks_of(double low, double high, bool is_log, int marks) {
    ws_plot_ticks ticks = {.step = step_of(low, high, marks)};
    double first = ceil(low / ticks.step - 1e-9);
    if (is_log)
        logarithms_add(&ticks, low, high, marks);
    for (double at = first; !is_log && at * ticks.step <= high + ticks.step / 1000; at++)
        tick_add(&ticks, at * ticks.step);
    return ticks;
}

double ws_plot_top(const ws_plot *plot, int marks) {
    double step = step_of(plot->y_low, plot->y_high, marks);
    if (plot->log_y)
        return ceil(plot->y_high * 2) / 2;
    return ceil(plot->y_high / step - 1e-9) * step;
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

void ws_plot_mark_text(const ws_plot *plot, size_t mark, char *text, size_t room) {
    const ws_plot_mark *said = &plot->mark[mark];
    snprintf(text, room, "%zu  @%.0f %s", mark + 1, said->x, said->words);
}

void ws_plot_free(ws_plot *plot) {
    for (size_t i = 0; i < plot->curves; i++) {
        free(plot->curve[i].name);
        free(plot->curve[i].point);
    }
    for (size_t i = 0; i < plot->marks; i++)
        free(plot->mark[i].words);
    free(plot->curve);
    free(plot->mark);
    free(plot->x_name);
    free(plot->y_name);
    free(plot->title);
    *plot = (ws_plot){0};
}
