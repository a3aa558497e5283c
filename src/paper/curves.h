/* curves.h - the points of a figure that was run, and what expressions can ask of its curves. */
#ifndef WS_CURVES_H
#define WS_CURVES_H

#include "observe/statistics/interval.h"
#include "paper/figure.h"

/* What was measured: by curve, value of the axis, measure and seed; NAN where there is nothing. */
typedef struct ws_points {
    const ws_figure *figure;
    const ws_figure_values *values;
    size_t seeds;
    double *number; /* owned */
} ws_points;

/* All NAN. */
ws_points ws_points_new(const ws_figure *figure, bool quick);
void ws_points_free(ws_points *points);
double *ws_points_at(const ws_points *points, size_t curve, size_t at, size_t measure, size_t seed);
/* Mean over the seeds, with the interval. */
ws_estimate ws_points_mean(const ws_points *points, size_t curve, size_t at, size_t measure);

/* Points of one seed, or their means. */
#define WS_ALL_SEEDS SIZE_MAX
typedef struct ws_curves_asked {
    const ws_figure *figure;
    const ws_points *points; /* NULL while the figure is read */
    size_t seed;
    bool quick; /* while it is read: which values there must be */
} ws_curves_asked;

/* The names that claims know: curves at a place, functions of curves (curve_functions.def).
 * What was asked must live as long as the scope. */
ws_expr_scope ws_curves_scope(const ws_curves_asked *asked);
/* The one name that formulas know: x. */
ws_expr_scope ws_formula_scope(const double *x);

/* A function of a curve, for the manual. */
typedef struct ws_curve_function {
    const char *name;
    const char *arguments; /* a letter for each: C a curve, N a number that may be left out */
    const char *doc;
} ws_curve_function;
extern const ws_curve_function ws_curve_functions[];
extern const size_t ws_curve_function_count;

#endif
