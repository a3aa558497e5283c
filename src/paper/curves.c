/* curves.c - see curves.h. A point lies where the axis has its value; what lies between two points
 * is on the line between them. */
#include "paper/curves.h"

#include "session/language/suggest.h"
#include "session/language/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------- points ---- */

ws_points ws_points_new(const ws_figure *figure, bool quick) {
    ws_points points = {.figure = figure};
    points.values = ws_axis_values(&figure->axis, quick);
    points.seeds = ws_figure_effort_of(figure, quick)->seeds;
    size_t count = figure->curves * points.values->count;
    count *= figure->measures;
    count *= points.seeds;
    points.number = ws_alloc(count, sizeof *points.number);
    for (size_t i = 0; i < count; i++)
        points.number[i] = NAN;
    return points;
}

void ws_points_free(ws_points *points) {
    free(points->number);
    *points = (ws_points){0};
}

double *ws_points_at(const ws_points *points, size_t curve, size_t at, size_t measure,
                     size_t seed) {
    size_t place = curve * points->values->count + at;
    place = place * points->figure->measures + measure;
    return &points->number[place * points->seeds + seed];
}

ws_estimate ws_points_mean(const ws_points *points, size_t curve, size_t at, size_t measure) {
    const double *first = ws_points_at(points, curve, at, measure, 0);
    return ws_replicas_mean(first, points->seeds);
}

/* ---------------------------------------------------------------------------------- lines ---- */

/* One measure of one curve, between two values of the axis. */
typedef struct stretch {
    double x[WS_FIGURE_VALUES];
    double value[WS_FIGURE_VALUES];
    size_t count;
} stretch;

static double number_at(const ws_curves_asked *asked, size_t curve, size_t at, size_t measure) {
    if (asked->seed == WS_ALL_SEEDS)
        return ws_points_mean(asked->points, curve, at, measure).value;
    const double *number = ws_points_at(asked->points, curve, at, measure, asked->seed);
    return *number;
}

static stretch stretch_of(const ws_curves_asked *asked, size_t curve, size_t measure,
                          ws_band range) {
    const ws_figure_values *values = asked->points->values;
    stretch line = {0};
    for (size_t i = 0; i < values->count; i++) {
        double x = values->at[i].x;
        if (x < range.low || x > range.high)
            continue;
        size_t next = line.count++;
        line.x[next] = x;
        line.value[next] = number_at(asked, curve, i, measure);
    }
    return line;
}

static size_t least_of(const stretch *line) {
    size_t best = 0;
    for (size_t i = 1; i < line->count; i++)
        if (line->value[i] < line->value[best])
            best = i;
    return best;
}

static size_t most_of(const stretch *line) {
    size_t best = 0;
    for (size_t i = 1; i < line->count; i++)
        if (line->value[i] > line->value[best])
            best = i;
    return best;
}

/* Where a parabola through a point and its neighbours, over the logarithm of x, has its vertex; the
 * point itself at an end, or where x is not above 0. */
static double vertex(const stretch *line, size_t best) {
    const double *x = line->x + best;
    const double *value = line->value + best;
    bool inside = best > 0 && best + 1 < line->count;
    if (!inside || x[-1] <= 0)
        return *x;
    double left = log(x[-1] / *x);
    double right = log(x[1] / *x);
    double before = (value[-1] - *value) / left;
    double behind = (value[1] - *value) / right;
    double bend = (behind - before) / (right - left);
    double slope = before - bend * left;
    if (bend == 0)
        return *x;
    double place = -slope / (2 * bend);
    place = fmin(place, right);
    place = fmax(place, left);
    return *x * exp(place);
}

/* ------------------------------------------------------------------------------ functions ---- */

/* Of one stretch, or of two with the same values of the axis. */
typedef double curve_function(const stretch *line);

static double function_least(const stretch *line) {
    size_t best = least_of(line);
    return line->value[best];
}

static double function_most(const stretch *line) {
    size_t best = most_of(line);
    return line->value[best];
}

static double function_argmin(const stretch *line) {
    size_t best = least_of(line);
    return line->x[best];
}

static double function_argmax(const stretch *line) {
    size_t best = most_of(line);
    return line->x[best];
}

static double function_peak(const stretch *line) {
    return vertex(line, most_of(line));
}

static double function_dip(const stretch *line) {
    return vertex(line, least_of(line));
}

static double function_mean(const stretch *line) {
    double sum = 0;
    for (size_t i = 0; i < line->count; i++)
        sum += line->value[i];
    return sum / (double)line->count;
}

/* Steps from one value to the next that go up. */
static size_t steps_up(const stretch *line) {
    size_t up = 0;
    const double *value = line->value;
    for (size_t i = 1; i < line->count; i++)
        up += value[i] > value[i - 1];
    return up;
}

static size_t steps_down(const stretch *line) {
    size_t down = 0;
    const double *value = line->value;
    for (size_t i = 1; i < line->count; i++)
        down += value[i] < value[i - 1];
    return down;
}

static double function_rises(const stretch *line) {
    size_t steps = line->count - 1;
    return steps > 0 && steps_up(line) == steps;
}

static double function_falls(const stretch *line) {
    size_t steps = line->count - 1;
    return steps > 0 && steps_down(line) == steps;
}

static double function_above(const stretch *line) {
    const stretch *other = line + 1;
    size_t above = 0;
    for (size_t i = 0; i < line->count; i++)
        above += line->value[i] > other->value[i];
    return above == line->count;
}

/* The logarithm of the ratio, by which curves of any size cross; the difference where one is not
 * above 0. */
static double gap_at(const stretch *line, size_t i) {
    double one = line[0].value[i];
    double other = line[1].value[i];
    if (one > 0 && other > 0)
        return log(one / other);
    return one - other;
}

static size_t crossings(const stretch *line, double *first) {
    size_t count = 0;
    *first = NAN;
    for (size_t i = 1; i < line->count; i++) {
        double before = gap_at(line, i - 1);
        double after = gap_at(line, i);
        if ((before < 0) == (after < 0))
            continue;
        count++;
        if (count > 1)
            continue;
        const double *x = line->x + i;
        double share = before / (before - after);
        double width = x[0] - x[-1];
        *first = x[-1] + share * width;
    }
    return count;
}

static double function_crossing(const stretch *line) {
    double first;
    crossings(line, &first);
    return first;
}

static double function_crossings(const stretch *line) {
    double first;
    return (double)crossings(line, &first);
}

static double function_ratio(const stretch *line) {
    const stretch *other = line + 1;
    double most = NAN;
    for (size_t i = 0; i < line->count; i++) {
        double here = line->value[i] / other->value[i];
        most = fmax(most, here);
    }
    return most;
}

typedef struct function_row {
    ws_curve_function what;
    curve_function *of;
} function_row;
#define FUNCTION(name, arguments, doc)                                                             \
    { {#name, arguments, doc}, function_##name }
static const function_row functions[] = {
#include "paper/curve_functions.def"
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };
#undef FUNCTION

#define FUNCTION(name, arguments, doc)                                                             \
    { #name, arguments, doc }
const ws_curve_function ws_curve_functions[] = {
#include "paper/curve_functions.def"
};
const size_t ws_curve_function_count = FUNCTIONS;
#undef FUNCTION

static const function_row *function_find(const char *name) {
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (text_is(functions[i].what.name, name))
            return &functions[i];
    return NULL;
}

/* ------------------------------------------------------------------------------ the names ---- */

/* How many curves a function takes. */
static size_t curves_of(const function_row *row) {
    return strspn(row->what.arguments, "C");
}

static bool fail_curve(const ws_figure *figure, const char *name, ws_place place, ws_error *error) {
    const char *names[WS_FIGURE_CURVES + FUNCTIONS];
    size_t count = 0;
    for (size_t i = 0; i < figure->curves; i++)
        names[count++] = figure->curve[i].name;
    for (size_t i = 0; i < FUNCTIONS; i++)
        names[count++] = functions[i].what.name;
    ws_fail_at(error, place, "unknown curve or function \"%.64s\"", name);
    ws_suggest_append(error, name, WS_NAMES(names, count));
    return false;
}

static bool has_curve(const ws_figure *figure, const char *name) {
    size_t found = ws_figure_curve_find(figure, name);
    return found < figure->curves;
}

static bool knows_function(const ws_curves_asked *asked, const function_row *row,
                           const ws_expr_call *call, ws_place place, ws_error *error) {
    double number;
    size_t curves = curves_of(row);
    size_t most = strlen(row->what.arguments);
    bool fits = call->arguments >= curves && call->arguments <= most;
    bool ranged = call->arguments == curves || call->arguments == most;
    if (!fits || !ranged)
        return ws_fail_at(error, place, "%s takes %zu of the curves, and a range or none",
                          call->name, curves);
    for (size_t i = 0; i < curves; i++) {
        const char *name = call->argument[i];
        if (!has_curve(asked->figure, name))
            return fail_curve(asked->figure, name, place, error);
    }
    for (size_t i = curves; i < call->arguments; i++)
        if (!ws_real_is(call->argument[i], &number))
            return ws_fail_at(error, place, "invalid number \"%.40s\"", call->argument[i]);
    return true;
}

/* The place of a value on the axis; their number if it is none. */
static size_t value_find(const ws_figure_values *values, double x) {
    double most = 1e-9 * fabs(x);
    for (size_t i = 0; i < values->count; i++) {
        double gap = fabs(values->at[i].x - x);
        if (gap <= most)
            return i;
    }
    return values->count;
}

static bool knows_point(const ws_curves_asked *asked, const ws_expr_call *call, ws_place place,
                        ws_error *error) {
    double x;
    const ws_figure_axis *axis = &asked->figure->axis;
    bool good = call->arguments == 1;
    if (!good || !ws_real_is(call->argument[0], &x))
        return ws_fail_at(error, place, "expected %.40s(X) with a value of the axis", call->name);
    size_t found = ws_figure_curve_find(asked->figure, call->name);
    const ws_figure_curve *curve = &asked->figure->curve[found];
    bool has = value_find(&axis->all, x) < axis->all.count;
    has &= ws_curve_has(curve, x);
    if (!has)
        return ws_fail_at(error, place, "the axis has no value %.40s", call->argument[0]);
    const ws_figure_values *values = ws_axis_values(axis, asked->quick);
    if (value_find(values, x) == values->count)
        return ws_fail_at(error, place,
                          "the short form has no point at %.40s; expected it behind `quick ... "
                          "at`, or `full` in the claim",
                          call->argument[0]);
    return true;
}

static bool claim_knows(const void *context, const ws_expr_call *call, ws_place place,
                        ws_error *error) {
    const ws_curves_asked *asked = context;
    const ws_figure *figure = asked->figure;
    const function_row *row = function_find(call->name);
    size_t measure = ws_figure_measure_find(figure, call->field);
    if (*call->field && measure == figure->measures)
        return ws_fail_at(error, place, "unknown measure \"%.64s\"", call->field);
    if (row)
        return knows_function(asked, row, call, place, error);
    if (ws_figure_curve_find(figure, call->name) == figure->curves)
        return fail_curve(figure, call->name, place, error);
    return knows_point(asked, call, place, error);
}

/* The part of the axis that is asked for and that all the curves have. */
static ws_band range_of(const ws_curves_asked *asked, const ws_expr_call *call, size_t curves) {
    ws_band range = {-INFINITY, INFINITY};
    if (call->arguments > curves) {
        ws_real_is(call->argument[curves], &range.low);
        ws_real_is(call->argument[curves + 1], &range.high);
    }
    for (size_t i = 0; i < curves; i++) {
        size_t at = ws_figure_curve_find(asked->figure, call->argument[i]);
        const ws_figure_curve *curve = &asked->figure->curve[at];
        range.low = fmax(range.low, curve->within.low);
        range.high = fmin(range.high, curve->within.high);
    }
    return range;
}

static bool is_whole(const stretch *line) {
    for (size_t i = 0; i < line->count; i++)
        if (isnan(line->value[i]))
            return false;
    return line->count > 0;
}

/* The measure that is named, or that which the curve shows. */
static size_t measure_of(const ws_figure *figure, const ws_expr_call *call, size_t curve) {
    if (*call->field)
        return ws_figure_measure_find(figure, call->field);
    return figure->curve[curve].measure;
}

static double function_value(const ws_curves_asked *asked, const function_row *row,
                             const ws_expr_call *call) {
    stretch line[2];
    size_t curves = curves_of(row);
    ws_band range = range_of(asked, call, curves);
    for (size_t i = 0; i < curves; i++) {
        size_t curve = ws_figure_curve_find(asked->figure, call->argument[i]);
        size_t measure = measure_of(asked->figure, call, curve);
        line[i] = stretch_of(asked, curve, measure, range);
        if (!is_whole(&line[i]))
            return NAN;
    }
    return row->of(line);
}

static double point_value(const ws_curves_asked *asked, const ws_expr_call *call) {
    double x;
    const ws_figure_values *values = asked->points->values;
    size_t curve = ws_figure_curve_find(asked->figure, call->name);
    ws_real_is(call->argument[0], &x);
    size_t at = value_find(values, x);
    if (at == values->count)
        return NAN;
    size_t measure = measure_of(asked->figure, call, curve);
    return number_at(asked, curve, at, measure);
}

static double claim_value(const void *context, const ws_expr_call *call) {
    const ws_curves_asked *asked = context;
    const function_row *row = function_find(call->name);
    if (row)
        return function_value(asked, row, call);
    return point_value(asked, call);
}

ws_expr_scope ws_curves_scope(const ws_curves_asked *asked) {
    ws_expr_scope scope = {0};
    scope.context = asked;
    scope.knows = claim_knows;
    scope.value = claim_value;
    return scope;
}

/* ------------------------------------------------------------------------------- formulas ---- */

static bool formula_knows(const void *context, const ws_expr_call *call, ws_place place,
                          ws_error *error) {
    (void)context;
    bool bare = call->arguments == 0;
    bare &= !*call->field;
    if (bare && text_is(call->name, "x"))
        return true;
    return ws_fail_at(error, place, "a formula knows x alone, not \"%.64s\"", call->name);
}

static double formula_value(const void *context, const ws_expr_call *call) {
    (void)call;
    const double *x = context;
    return *x;
}

ws_expr_scope ws_formula_scope(const double *x) {
    ws_expr_scope scope = {0};
    scope.context = x;
    scope.knows = formula_knows;
    scope.value = formula_value;
    return scope;
}
