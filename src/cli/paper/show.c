/* show.c - see paper.h. */
#include "cli/paper/paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "session/language/tell.h"
#include "session/language/text.h"

/* Of two seeds the interval is so wide that it says nothing. */
enum { NUMBER_ROOM = 32, VALUE_ROOM = 120, INTERVAL_SEEDS = 3 };

ws_paper_shown ws_paper_judge(const ws_points *points, bool quick) {
    ws_paper_shown shown = {.figure = points->figure, .points = points, .quick = quick};
    for (size_t i = 0; i < points->figure->claims; i++)
        if (ws_paper_asks(&shown, i))
            shown.result[i] = ws_claim_judge(&points->figure->claim[i], points);
    return shown;
}

bool ws_paper_asks(const ws_paper_shown *shown, size_t claim) {
    return !shown->quick || !shown->figure->claim[claim].only_full;
}

void ws_paper_count(const ws_paper_shown *shown, size_t count[WS_PAPER_VERDICTS]) {
    for (size_t i = 0; i < WS_PAPER_VERDICTS; i++)
        count[i] = 0;
    for (size_t i = 0; i < shown->figure->claims; i++)
        if (ws_paper_asks(shown, i))
            count[shown->result[i].verdict]++;
}

/* ---- plot ---- */

static double place_along(const ws_points *points, size_t curve, size_t at) {
    const ws_figure *figure = points->figure;
    bool measured = figure->along > 0 && !figure->curve[curve].formula;
    if (measured)
        return ws_points_mean(points, curve, at, figure->along - 1).value;
    return points->values->at[at].x;
}

/* What cannot be drawn so is left out. */
static void logarithms_take(const ws_figure *figure, ws_plot_point *point) {
    if (figure->log_x)
        point->x = log10(point->x);
    if (!figure->log_y)
        return;
    point->figure = log10(point->figure);
    point->low = log10(point->low);
    point->high = log10(point->high);
}

static void point_add(const ws_points *points, size_t curve, size_t at, ws_curve *to) {
    double x = place_along(points, curve, at);
    size_t measure = points->figure->curve[curve].measure;
    ws_estimate mean = ws_points_mean(points, curve, at, measure);
    if (mean.count < INTERVAL_SEEDS)
        mean.low = mean.high = NAN;
    ws_plot_point point = {.x = x, .figure = mean.value, .low = mean.low, .high = mean.high};
    logarithms_take(points->figure, &point);
    if (!isfinite(point.x) || !isfinite(point.figure))
        return;
    WS_GROW(to->point, to->count);
    to->point[to->count++] = point;
}

ws_plot ws_paper_plot(const ws_points *points) {
    const ws_figure *figure = points->figure;
    ws_plot plot = {.title = text_copy(figure->name)};
    const char *along = figure->axis.label;
    if (figure->along > 0)
        along = figure->measure[figure->along - 1].label;
    plot.x_name = text_copy(along);
    plot.y_name = text_copy(figure->measure[0].label);
    plot.log_x = figure->log_x;
    plot.log_y = figure->log_y;
    plot.curve = ws_alloc(figure->curves, sizeof *plot.curve);
    for (size_t c = 0; c < figure->curves; c++) {
        if (!*figure->curve[c].label)
            continue;
        ws_curve *curve = &plot.curve[plot.curves++];
        curve->name = text_copy(figure->curve[c].label);
        for (size_t i = 0; i < points->values->count; i++)
            point_add(points, c, i, curve);
    }
    ws_plot_ranges(&plot);
    return plot;
}

/* ---- text ---- */

const char *ws_paper_value_text(const ws_claim_result *result, char *text, size_t room) {
    text_out out = text_begin(text, room);
    if (isnan(result->value))
        return text;
    text_add_number(&out, result->value);
    if (!(result->high > result->low))
        return text;
    text_add(&out, " (");
    text_add_number(&out, result->low);
    text_add(&out, " to ");
    text_add_number(&out, result->high);
    text_add(&out, " by seed)");
    return text;
}

/* What stands behind the sentence: the paper's number and ours, or what was compared. */
static void figures_text(const ws_claim *claim, const ws_claim_result *result, char *text,
                         size_t room) {
    char value[VALUE_ROOM];
    text_out out = text_begin(text, room);
    ws_paper_value_text(result, value, sizeof value);
    if (claim->paper)
        text_add(&out, "paper %s, here %s", claim->paper, *value ? value : "-");
    else if (*value)
        text_add(&out, "here %s", value);
    if (*result->evidence)
        text_add(&out, "%s%s", out.used > 0 ? "; " : "", result->evidence);
}

static void claim_print(const ws_claim *claim, const ws_claim_result *result, FILE *out) {
    char figures[400];
    figures_text(claim, result, figures, sizeof figures);
    ws_tell(out, "  %-8s%s (%s)", ws_paper_verdicts[result->verdict], claim->sentence, claim->from);
    if (*figures)
        ws_tell(out, "          %s", figures);
    if (claim->because && result->verdict != WS_HOLDS)
        ws_tell(out, "          %s", claim->because);
}

void ws_paper_claims_print(const ws_paper_shown *shown, FILE *out) {
    for (size_t i = 0; i < shown->figure->claims; i++)
        if (ws_paper_asks(shown, i))
            claim_print(&shown->figure->claim[i], &shown->result[i], out);
}

/* ---- JSON ---- */

static json_t *number_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *pair_json(double low, double high) {
    if (!isfinite(low) || !isfinite(high))
        return json_null();
    return json_pack("[f, f]", low, high);
}

static json_t *text_or_null(const char *text) {
    return text ? ws_json_text(text) : json_null();
}

/* A number where it is one. */
static json_t *paper_json(const char *paper) {
    char *end;
    double number = paper ? strtod(paper, &end) : NAN;
    if (!paper || *end)
        return text_or_null(paper);
    return json_real(number);
}

static json_t *claim_json(const ws_paper_shown *shown, size_t i) {
    const ws_claim *claim = &shown->figure->claim[i];
    const ws_claim_result none = {.value = NAN, .low = NAN, .high = NAN};
    const ws_claim_result *result = shown->error ? &none : &shown->result[i];
    const char *verdict = shown->error ? NULL : ws_paper_verdicts[result->verdict];
    char *number = text_copy(shown->figure->name);
    char *slash = strchr(number, '/');
    if (slash)
        *slash = '\0';
    json_t *o = json_object();
    json_object_set_new(o, "paper", ws_json_text(number));
    json_object_set_new(o, "figure", ws_json_text(slash ? slash + 1 : number));
    json_object_set_new(o, "claim", ws_json_text(claim->name));
    json_object_set_new(o, "kind", ws_json_text(ws_claim_kinds[claim->kind]));
    json_object_set_new(o, "sentence", ws_json_text(claim->sentence));
    json_object_set_new(o, "from", ws_json_text(claim->from));
    json_object_set_new(o, "paper_value", paper_json(claim->paper));
    json_object_set_new(o, "value", number_or_null(result->value));
    json_object_set_new(o, "by_seed", pair_json(result->low, result->high));
    json_object_set_new(o, "band", pair_json(claim->band.low, claim->band.high));
    json_object_set_new(o, "near", pair_json(claim->near.low, claim->near.high));
    json_object_set_new(o, "evidence", ws_json_text(result->evidence));
    json_object_set_new(o, "verdict", text_or_null(verdict));
    if (shown->error)
        json_object_set_new(o, "error", ws_json_text(shown->error));
    json_object_set_new(o, "expected", ws_json_text(ws_paper_verdicts[claim->expected]));
    json_object_set_new(o, "because", text_or_null(claim->because));
    if (shown->reading)
        json_object_set_new(o, "reading", ws_json_text(shown->reading));
    json_object_set_new(o, "seeds", json_integer((json_int_t)shown->points->seeds));
    json_object_set_new(o, "quick", json_boolean(shown->quick));
    free(number);
    return o;
}

void ws_paper_claims_json(const ws_paper_shown *shown, FILE *out) {
    for (size_t i = 0; i < shown->figure->claims; i++) {
        if (!ws_paper_asks(shown, i))
            continue;
        json_t *o = claim_json(shown, i);
        ws_json_dump(o, out);
        putc('\n', out);
        json_decref(o);
    }
}

/* ---- TAP ---- */

size_t ws_paper_claims_tap(const ws_paper_shown *shown, size_t number, FILE *out) {
    for (size_t i = 0; i < shown->figure->claims; i++) {
        char figures[400];
        const ws_claim *claim = &shown->figure->claim[i];
        const ws_claim_result *result = &shown->result[i];
        if (!ws_paper_asks(shown, i))
            continue;
        bool worse = ws_claim_is_worse(claim, result);
        figures_text(claim, result, figures, sizeof figures);
        ws_tell(out, "%s %zu - %s %s %s: %s: %s", worse ? "not ok" : "ok", ++number,
                shown->figure->name, claim->name, ws_paper_verdicts[result->verdict],
                claim->sentence, figures);
        if (worse)
            ws_tell(out, "# expected: %s", ws_paper_verdicts[claim->expected]);
        if (result->verdict < claim->expected)
            ws_tell(out, "# better than expected: %s", ws_paper_verdicts[claim->expected]);
    }
    return number;
}

/* ---- CSV ---- */

static void number_write(double value, FILE *out) {
    char text[NUMBER_ROOM] = "";
    if (isfinite(value))
        snprintf(text, sizeof text, "%.10g", value);
    fprintf(out, ",%s", text);
}

static void csv_head(const ws_figure *figure, FILE *out) {
    fprintf(out, "curve,label,x");
    for (size_t m = 0; m < figure->measures; m++) {
        const char *name = figure->measure[m].name;
        fprintf(out, ",%s,%s_low,%s_high", name, name, name);
    }
    fprintf(out, ",seeds\n");
}

void ws_paper_csv(const ws_points *points, FILE *out) {
    const ws_figure *figure = points->figure;
    csv_head(figure, out);
    for (size_t c = 0; c < figure->curves; c++) {
        for (size_t i = 0; i < points->values->count; i++) {
            ws_csv_text(figure->curve[c].name, out);
            putc(',', out);
            ws_csv_text(figure->curve[c].label, out);
            number_write(points->values->at[i].x, out);
            for (size_t m = 0; m < figure->measures; m++) {
                ws_estimate mean = ws_points_mean(points, c, i, m);
                number_write(mean.value, out);
                number_write(mean.low, out);
                number_write(mean.high, out);
            }
            fprintf(out, ",%zu\n", points->seeds);
        }
    }
}
