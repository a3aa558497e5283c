/* figure.c - see figure.h: what is asked of a figure that was read. */
#include "paper/figure.h"

#include "session/language/text.h"

#include <stdlib.h>
#include <string.h>

const char *const ws_claim_kinds[WS_CLAIM_KINDS] = {"value", "order", "shape"};
const char *const ws_paper_verdicts[WS_PAPER_VERDICTS] = {"holds", "partly", "differs"};

size_t ws_figure_curve_find(const ws_figure *figure, const char *name) {
    size_t i = 0;
    while (i < figure->curves && !text_is(figure->curve[i].name, name))
        i++;
    return i;
}

size_t ws_figure_measure_find(const ws_figure *figure, const char *name) {
    size_t i = 0;
    while (i < figure->measures && !text_is(figure->measure[i].name, name))
        i++;
    return i;
}

void ws_figure_free(ws_figure *figure) {
    if (!figure)
        return;
    for (size_t i = 0; i < figure->expr_count; i++)
        free(figure->exprs[i]);
    free(figure->exprs);
    free(figure->name);
    ws_texts_free(&figure->texts);
    ws_source_free(figure->source);
    free(figure);
}

const ws_figure_values *ws_axis_values(const ws_figure_axis *axis, bool quick) {
    return quick && axis->quick.count > 0 ? &axis->quick : &axis->all;
}

const ws_figure_effort *ws_figure_effort_of(const ws_figure *figure, bool quick) {
    return quick ? &figure->quick : &figure->full;
}

bool ws_setting_is_of(const char *setting, const char *parameter) {
    size_t length = strlen(parameter);
    return strncmp(setting, parameter, length) == 0 && setting[length] == '=';
}

bool ws_curve_has(const ws_figure_curve *curve, double x) {
    return !(x < curve->within.low) && !(x > curve->within.high);
}

bool ws_axis_is_histogram(const ws_figure_axis *axis) {
    return text_is(axis->parameter, "histogram");
}

bool ws_curve_is_level(const ws_figure *figure, const ws_figure_curve *curve) {
    for (size_t i = 0; i < curve->sets.count; i++)
        if (ws_setting_is_of(curve->sets.set[i], figure->axis.parameter))
            return true;
    return false;
}
