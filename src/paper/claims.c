/* claims.c - see claims.h. The means over the seeds decide. */
#include "paper/claims.h"

#include "session/language/text.h"

#include <math.h>
#include <string.h>

static ws_curves_asked asked_of(const ws_points *points, size_t seed) {
    ws_curves_asked asked = {0};
    asked.figure = points->figure;
    asked.points = points;
    asked.seed = seed;
    return asked;
}

static bool all_hold(const ws_conditions *conditions, const ws_expr_scope *scope) {
    for (size_t i = 0; i < conditions->count; i++) {
        double value = ws_expr_number_in(conditions->expr[i], scope);
        if (isnan(value) || value == 0)
            return false;
    }
    return conditions->count > 0;
}

static bool is_within(ws_band band, double value) {
    return value >= band.low && value <= band.high;
}

static ws_paper_verdict verdict_of(bool holds, bool partly) {
    if (holds)
        return WS_HOLDS;
    return partly ? WS_PARTLY : WS_DIFFERS;
}

static void evidence_collect(ws_claim_result *result, const ws_conditions *conditions,
                             const ws_expr_scope *scope) {
    text_out out = text_begin(result->evidence, sizeof result->evidence);
    for (size_t i = 0; i < conditions->count; i++) {
        char text[120];
        ws_expr_evidence_in(conditions->expr[i], scope, text, sizeof text);
        const char *comma = out.used > 0 ? ", " : "";
        if (*text)
            text_add(&out, "%s%s", comma, text);
    }
}

static double number_of(const ws_expr *expr, const ws_points *points, size_t seed) {
    const ws_curves_asked asked = asked_of(points, seed);
    const ws_expr_scope scope = ws_curves_scope(&asked);
    return ws_expr_number_in(expr, &scope);
}

/* The number of all seeds together, and what single ones say. */
static void value_measure(ws_claim_result *result, const ws_expr *expr, const ws_points *points) {
    result->value = result->low = result->high = NAN;
    if (!expr)
        return;
    result->value = number_of(expr, points, WS_ALL_SEEDS);
    for (size_t s = 0; s < points->seeds; s++) {
        double one = number_of(expr, points, s);
        result->low = fmin(result->low, one);
        result->high = fmax(result->high, one);
    }
}

ws_claim_result ws_claim_judge(const ws_claim *claim, const ws_points *points) {
    ws_claim_result result = {0};
    const ws_curves_asked all = asked_of(points, WS_ALL_SEEDS);
    const ws_expr_scope scope = ws_curves_scope(&all);
    bool holds = all_hold(&claim->holds, &scope);
    bool partly = all_hold(&claim->partly, &scope);
    value_measure(&result, claim->value, points);
    if (claim->kind == WS_CLAIM_VALUE) {
        bool also = holds || claim->holds.count == 0;
        holds = also && is_within(claim->band, result.value);
        partly = also && is_within(claim->near, result.value);
    }
    const ws_conditions *shown = &claim->holds;
    if (partly && !holds)
        shown = &claim->partly;
    if (shown->count == 0)
        shown = &claim->holds;
    evidence_collect(&result, shown, &scope);
    result.verdict = verdict_of(holds, partly);
    return result;
}

bool ws_claim_is_worse(const ws_claim *claim, const ws_claim_result *result) {
    return result->verdict > claim->expected;
}
