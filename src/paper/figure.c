/* figure.c - see figure.h: what is asked of a figure that was read. */
#include "paper/figure.h"

#include "session/language/text.h"

#include <stdlib.h>
#include <string.h>

const char *const ws_claim_kinds[WS_CLAIM_KINDS] = {"value", "order", "shape"};
const char *const ws_paper_verdicts[WS_PAPER_VERDICTS] = {"holds", "partly", "differs"};

size_t ws_figure_curve_find(const ws_figure *figure, const char *name) {
    for (size_t i = 0; i < figure->curves; i++) {
        const ws_figure_curve *curve = &figure->curve[i];
        if (text_is(curve->name, name))
            return i;
    }
    return figure->curves;
}

size_t ws_figure_measure_find(const ws_figure *figure, const char *name) {
    for (size_t i = 0; i < figure->measures; i++) {
        const ws_figure_measure *measure = &figure->measure[i];
        if (text_is(measure->name, name))
            return i;
    }
    return figure->measures;
}

void ws_figure_free(ws_figure *figure) {
    if (!figure)
        return;
    free(figure->name);
    ws_kept_free(&figure->kept);
    ws_source_free(figure->source);
    free(figure);
}

const ws_figure_values *ws_axis_values(const ws_figure_axis *axis, bool quick) {
    if (quick && axis->quick.count > 0)
        return &axis->quick;
    return &axis->all;
}

static void seeds_raise(ws_figure_effort *effort, size_t least) {
    if (effort->seeds < least)
        effort->seeds = least;
}

void ws_figure_seeds(ws_figure *figure, size_t least) {
    seeds_raise(&figure->full, least);
    seeds_raise(&figure->quick, least);
}

const ws_figure_effort *ws_figure_effort_of(const ws_figure *figure, bool quick) {
    return quick ? &figure->quick : &figure->full;
}

bool ws_setting_is_of(const char *setting, const char *parameter) {
    size_t length = strlen(parameter);
    bool begins = strncmp(setting, parameter, length) == 0;
    return begins && setting[length] == '=';
}

bool ws_curve_has(const ws_figure_curve *curve, double x) {
    ws_band within = curve->within;
    bool outside = x < within.low;
    outside |= x > within.high;
    return !outside;
}

bool ws_axis_is_histogram(const ws_figure_axis *axis) {
    return text_is(axis->parameter, "histogram");
}

bool ws_curve_is_level(const ws_figure *figure, const ws_figure_curve *curve) {
    const char *parameter = figure->axis.parameter;
    const ws_figure_sets *sets = &curve->sets;
    for (size_t i = 0; i < sets->count; i++)
        if (ws_setting_is_of(sets->set[i], parameter))
            return true;
    return false;
}
