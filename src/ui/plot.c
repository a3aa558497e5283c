/* plot.c - see plot.h: where the axes end, the numbers at them, and what a plot owns. */
#include "ui/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
