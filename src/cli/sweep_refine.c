/* sweep_refine.c - see sweep_refine.h. */
#include "cli/sweep_refine.h"

#include <math.h>
#include <stdlib.h>

#include "session/language/params.h"
#include "session/language/text.h"
#include "session/memory.h"

enum { LEAST = 3, NUMBER_ROOM = 32 };

typedef struct knot {
    double x;
    double figure;
} knot;

/* Points of one curve that have a figure, by x. */
typedef struct curve {
    knot *at; /* owned */
    size_t count;
} curve;

typedef struct stretch {
    double error; /* 0: none */
    double low;
    double high;
} stretch;

static double value_of(const ws_sweep_plan *plan, size_t point) {
    return strtod(ws_sweep_plan_value(plan, point, 0), NULL);
}

/* The mean over the replicas of the point. */
static double figure_of(const ws_sweep_plan *plan, const double *figure, size_t point) {
    double sum = 0;
    for (size_t i = 0; i < plan->replicas; i++)
        sum += figure[point + i];
    return sum / (double)plan->replicas;
}

static int by_x(const void *one, const void *other) {
    const knot *mine = one;
    const knot *theirs = other;
    return (mine->x > theirs->x) - (mine->x < theirs->x);
}

/* Points with the same values on the other axes: `first`, and every `stride` from there. */
static curve curve_of(const ws_sweep_plan *plan, const double *figure, size_t first,
                      size_t stride) {
    curve of = {.at = ws_alloc(plan->axis[0].count, sizeof *of.at)};
    for (size_t i = 0; i < plan->axis[0].count; i++) {
        size_t point = first + i * stride;
        double mean = figure_of(plan, figure, point);
        if (!isnan(mean))
            of.at[of.count++] = (knot){value_of(plan, point), mean};
    }
    qsort(of.at, of.count, sizeof *of.at, by_x);
    return of;
}

/* x and figure as shares of their ranges. */
static void curve_scale(const curve *of, knot *scaled) {
    double low = INFINITY;
    double high = -INFINITY;
    for (size_t i = 0; i < of->count; i++) {
        low = fmin(low, of->at[i].figure);
        high = fmax(high, of->at[i].figure);
    }
    double begin = of->at[0].x;
    double width = of->at[of->count - 1].x - begin;
    double range = high > low ? high - low : 1;
    for (size_t i = 0; i < of->count; i++) {
        scaled[i].x = (of->at[i].x - begin) / width;
        scaled[i].figure = (of->at[i].figure - low) / range;
    }
}

static double slope(const knot *from) {
    return (from[1].figure - from[0].figure) / (from[1].x - from[0].x);
}

/* How much the slope changes at a point; at the ends of the curve it does not. */
static double turn_at(const knot *all, size_t count, size_t i) {
    if (i == 0 || i + 1 == count)
        return 0;
    return fabs(slope(&all[i]) - slope(&all[i - 1]));
}

/* So many values of the parameter are in 1. */
static double unit_of(const ws_param *param) {
    return param->type == WS_PARAM_SHARE ? WS_MILLION : 1;
}

/* Can a value stand between the two? */
static bool has_middle(const ws_param *param, double low, double high) {
    return (high - low) * unit_of(param) >= 1.5;
}

static void worst_find(const curve *of, const ws_param *param, stretch *worst) {
    knot *scaled = ws_alloc(of->count, sizeof *scaled);
    curve_scale(of, scaled);
    for (size_t i = 0; i + 1 < of->count; i++) {
        double turns = turn_at(scaled, of->count, i) + turn_at(scaled, of->count, i + 1);
        double error = turns * (scaled[i + 1].x - scaled[i].x);
        bool fits = has_middle(param, of->at[i].x, of->at[i + 1].x);
        if (fits && error > worst->error)
            *worst = (stretch){error, of->at[i].x, of->at[i + 1].x};
    }
    free(scaled);
}

bool ws_sweep_refine(ws_sweep_plan *plan, const double *figure) {
    char text[NUMBER_ROOM];
    stretch worst = {0};
    const ws_param *param = ws_param_find(plan->axis[0].name);
    size_t stride = ws_sweep_plan_points(plan) / plan->axis[0].count;
    for (size_t first = 0; first < stride; first += plan->replicas) {
        curve of = curve_of(plan, figure, first, stride);
        if (of.count >= LEAST)
            worst_find(&of, param, &worst);
        free(of.at);
    }
    if (worst.error <= 0)
        return false;
    double middle = (worst.low + worst.high) / 2;
    double unit = unit_of(param);
    snprintf(text, sizeof text, "%.10g", floor(middle * unit + 1e-3) / unit);
    ws_sweep_plan_add(plan, text);
    return true;
}

bool ws_sweep_can_refine(const ws_sweep_plan *plan, ws_error *error) {
    const ws_axis *axis = &plan->axis[0];
    ws_param_type type = ws_param_find(axis->name)->type;
    if (type != WS_PARAM_INT && type != WS_PARAM_SHARE)
        return fail_with(error, "--refine: the first parameter that varies must be a number");
    return axis->count >= LEAST || fail_with(error, "--refine: give three values to begin with");
}
