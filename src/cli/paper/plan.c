/* plan.c - see paper.h. */
#include "cli/paper/paper.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "cli/report.h"
#include "cli/row_list.h"
#include "session/language/text.h"

#define ROW_FORM 1 /* moves when the rows of runs get another form */

/* ---- sizes ---- */

static const ws_figure_values *values_of(const ws_paper_plan *plan) {
    return ws_axis_values(&plan->figure->axis, plan->wish.quick);
}

static const ws_figure_values *over_of(const ws_paper_plan *plan) {
    return ws_axis_values(&plan->figure->over, plan->wish.quick);
}

static size_t overs_of(const ws_paper_plan *plan) {
    return plan->figure->over.parameter ? over_of(plan)->count : 1;
}

static size_t seeds_of(const ws_paper_plan *plan) {
    return ws_figure_effort_of(plan->figure, plan->wish.quick)->seeds;
}

/* Which run of a curve. */
typedef struct place {
    size_t curve;
    size_t at;
    size_t over;
    size_t seed;
} place;

static size_t *job_place(const ws_paper_plan *plan, const place *p) {
    size_t at = p->curve * values_of(plan)->count + p->at;
    at = at * overs_of(plan) + p->over;
    return &plan->place[at * seeds_of(plan) + p->seed];
}

/* ---- fingerprint ---- */

/* What a scenario says, so that a changed one is run again. */
static bool scenario_digest(const char *name, uint64_t *digest, ws_error *error) {
    ws_options options = {0};
    ws_session *session = ws_session_open(name, &options, error);
    if (!session)
        return false;
    *digest = ws_scenario_digest(session);
    ws_session_close(session);
    return true;
}

static void hash_text(XXH64_state_t *hash, const char *text) {
    const char *known = text ? text : "-";
    XXH64_update(hash, known, strlen(known) + 1);
}

static void key_make(ws_paper_job *job, uint64_t scenario) {
    XXH64_state_t *hash = ws_must(XXH64_createState());
    const uint64_t numbers[] = {ROW_FORM,  WS_MODEL,   scenario,
                                job->seed, job->hosts, job->histograms};
    XXH64_reset(hash, 0);
    XXH64_update(hash, numbers, sizeof numbers);
    hash_text(hash, WS_VERSION);
    hash_text(hash, job->scenario);
    hash_text(hash, job->effort->cycles);
    hash_text(hash, job->effort->warmup);
    for (size_t i = 0; i < job->sets; i++)
        hash_text(hash, job->set[i]);
    ws_digest_text(XXH64_digest(hash), job->key);
    XXH64_freeState(hash);
}

/* ---- jobs ---- */

static void set_add(ws_paper_job *job, const char *setting) {
    if (job->sets < WS_RUN_SETS)
        job->set[job->sets++] = setting;
}

static void sets_add(ws_paper_job *job, const ws_figure_sets *sets) {
    for (size_t i = 0; i < sets->count; i++)
        set_add(job, sets->set[i]);
}

/* A value of an axis: a setting, or a scenario. */
static void value_set(ws_paper_plan *plan, ws_paper_job *job, const ws_figure_axis *axis,
                      const ws_figure_value *value) {
    char text[400];
    if (ws_axis_is_histogram(axis))
        return;
    if (text_is(axis->parameter, "scenario")) {
        job->scenario = value->text;
        return;
    }
    snprintf(text, sizeof text, "%s=%s", axis->parameter, value->text);
    set_add(job, ws_texts_add(&plan->texts, text, strlen(text)));
}

/* The number of the seed in a parameter as well, such as that of a random network. */
static void seed_set(ws_paper_plan *plan, ws_paper_job *job) {
    char text[120];
    snprintf(text, sizeof text, "%s=%" PRIu64, plan->figure->replicate, job->seed);
    set_add(job, ws_texts_add(&plan->texts, text, strlen(text)));
}

/* Does a figure ask for such a path? */
static bool asks_for(const ws_figure *figure, const char *part) {
    for (size_t i = 0; i < figure->measures; i++)
        if (strstr(figure->measure[i].expr->text, part))
            return true;
    return figure->keep && strstr(figure->keep->text, part);
}

static ws_paper_job job_of(ws_paper_plan *plan, const place *p) {
    const ws_figure *figure = plan->figure;
    const ws_figure_curve *curve = &figure->curve[p->curve];
    ws_paper_job job = {.scenario = curve->scenario ? curve->scenario : figure->scenario};
    job.effort = ws_figure_effort_of(figure, plan->wish.quick);
    job.seed = plan->wish.seed + p->seed;
    job.hosts = asks_for(figure, WS_FACT_HOSTS);
    job.histograms = ws_axis_is_histogram(&figure->axis);
    sets_add(&job, &figure->sets);
    if (!ws_curve_is_level(figure, curve))
        value_set(plan, &job, &figure->axis, &values_of(plan)->at[p->at]);
    if (figure->over.parameter)
        value_set(plan, &job, &figure->over, &over_of(plan)->at[p->over]);
    sets_add(&job, &curve->sets);
    if (figure->replicate)
        seed_set(plan, &job);
    for (size_t i = 0; i < plan->wish.sets; i++)
        set_add(&job, plan->wish.set[i]);
    return job;
}

/* The latest scenario that was opened, since most jobs share one. */
typedef struct known {
    const char *scenario;
    uint64_t digest;
} known;

static bool job_add(ws_paper_plan *plan, const place *p, known *last, ws_error *error) {
    ws_paper_job job = job_of(plan, p);
    if (!last->scenario || !text_is(last->scenario, job.scenario)) {
        last->scenario = job.scenario;
        if (!scenario_digest(job.scenario, &last->digest, error))
            return false;
    }
    key_make(&job, last->digest);
    size_t found = 0;
    while (found < plan->jobs && !text_is(plan->job[found].key, job.key))
        found++;
    *job_place(plan, p) = found;
    if (found < plan->jobs)
        return true;
    WS_GROW(plan->job, plan->jobs);
    plan->job[plan->jobs++] = job;
    return true;
}

static bool curve_plan(ws_paper_plan *plan, size_t curve, known *last, ws_error *error) {
    place p = {.curve = curve};
    const ws_figure_values *values = values_of(plan);
    for (p.at = 0; p.at < values->count; p.at++) {
        if (!ws_curve_has(&plan->figure->curve[curve], values->at[p.at].x))
            continue;
        for (p.over = 0; p.over < overs_of(plan); p.over++)
            for (p.seed = 0; p.seed < seeds_of(plan); p.seed++)
                if (!job_add(plan, &p, last, error))
                    return false;
    }
    return true;
}

bool ws_paper_plan_make(ws_paper_plan *plan, const ws_figure *figure, const ws_paper_wish *wish,
                        ws_error *error) {
    known last = {0};
    *plan = (ws_paper_plan){.figure = figure, .wish = *wish};
    size_t places = figure->curves * values_of(plan)->count * overs_of(plan) * seeds_of(plan);
    plan->place = ws_alloc(places, sizeof *plan->place);
    for (size_t i = 0; i < figure->curves; i++) {
        if (figure->curve[i].formula)
            continue;
        if (!curve_plan(plan, i, &last, error))
            return false;
    }
    return true;
}

void ws_paper_plan_free(ws_paper_plan *plan) {
    free(plan->job);
    free(plan->place);
    ws_texts_free(&plan->texts);
    *plan = (ws_paper_plan){0};
}

/* ---- points ---- */

/* A row, and the part of a distribution that is asked for. */
typedef struct looked {
    const json_t *row;
    const json_t *next; /* what is between the two rows, by a share of the way; or NULL */
    double share;
    double from;
    double width;
} looked;

/* How much of a bucket is in the part. */
static double covered(const json_t *bucket, const looked *at) {
    double from = json_number_value(json_array_get(bucket, 0));
    double width = json_number_value(json_array_get(bucket, 1));
    double low = fmax(from, at->from);
    double high = fmin(from + width, at->from + at->width);
    return fmax(0, high - low) / width;
}

/* Probability density, for each cycle. */
static double density(const json_t *histogram, const looked *at) {
    size_t i;
    const json_t *bucket;
    double all = 0;
    double inside = 0;
    json_array_foreach(histogram, i, bucket) {
        double count = json_number_value(json_array_get(bucket, 2));
        all += count;
        inside += count * covered(bucket, at);
    }
    return inside / all / at->width;
}

/* What a measure calls a member of a row: NAME.FIELD.FIELD. */
static double row_number(const void *context, const ws_expr_call *call) {
    char path[200];
    const looked *at = context;
    const char *point = *call->field ? "." : "";
    snprintf(path, sizeof path, "%s%s%s", call->name, point, call->field);
    const json_t *found = ws_row_find(at->row, path);
    if (json_is_array(found))
        return density(found, at);
    return ws_row_number(found);
}

static double measured(const ws_expr *expr, const looked *at) {
    const ws_expr_scope scope = {.context = at, .value = row_number};
    double value = ws_expr_number_in(expr, &scope);
    if (!at->next)
        return value;
    const looked behind = {.row = at->next, .from = at->from, .width = at->width};
    return value + at->share * (measured(expr, &behind) - value);
}

double ws_paper_measured(const ws_figure_measure *measure, const json_t *row) {
    const looked at = {.row = row};
    return measured(measure->expr, &at);
}

/* From one value of the axis to the next; the last part is as wide as the one before it. */
static looked looked_of(const ws_paper_plan *plan, size_t at) {
    const ws_figure_values *values = values_of(plan);
    looked part = {.from = values->at[at].x};
    size_t first = at + 1 < values->count ? at : at - 1;
    if (values->count > 1)
        part.width = values->at[first + 1].x - values->at[first].x;
    return part;
}

/* Does the row count? */
static bool is_kept(const ws_figure *figure, const looked *at) {
    if (!at->row || !figure->keep)
        return at->row != NULL;
    double value = measured(figure->keep, at);
    return !isnan(value) && value != 0;
}

static const json_t *row_at(const ws_paper_plan *plan, const ws_paper_rows *rows, const place *p) {
    const ws_paper_job *job = &plan->job[*job_place(plan, p)];
    return ws_paper_rows_find(rows, job->key);
}

/* What has a limit; NAN without a row. */
static double limited(const ws_figure *figure, const looked *at) {
    const ws_expr *expr = figure->measure[figure->limited - 1].expr;
    return at->row ? measured(expr, at) : NAN;
}

/* Where a measure first comes to its limit along the other parameter; the last run if it never
 * does, and none if it begins beyond. */
static looked limit_at(const ws_paper_plan *plan, const ws_paper_rows *rows, place p) {
    const ws_figure *figure = plan->figure;
    looked before = looked_of(plan, p.at);
    double reached = NAN;
    for (p.over = 0; p.over < overs_of(plan); p.over++) {
        looked here = looked_of(plan, p.at);
        here.row = row_at(plan, rows, &p);
        double value = limited(figure, &here);
        if (value > figure->limit) {
            before.next = here.row;
            before.share = (figure->limit - reached) / (value - reached);
            return before;
        }
        before = here;
        reached = value;
    }
    return before;
}

/* Of the runs of a point that count, the one with the greatest of what the curve shows. */
static looked best_at(const ws_paper_plan *plan, const ws_paper_rows *rows, place p) {
    const ws_figure *figure = plan->figure;
    const ws_expr *shown = figure->measure[figure->curve[p.curve].measure].expr;
    looked best = looked_of(plan, p.at);
    looked next = best;
    double most = -INFINITY;
    for (p.over = 0; p.over < overs_of(plan); p.over++) {
        next.row = row_at(plan, rows, &p);
        if (!is_kept(figure, &next))
            continue;
        double value = measured(shown, &next);
        if (best.row && !(value > most))
            continue;
        best = next;
        most = value;
    }
    return best;
}

static void formula_fill(const ws_points *points, size_t curve) {
    const ws_figure *figure = points->figure;
    for (size_t i = 0; i < points->values->count; i++) {
        const ws_expr_scope scope = ws_formula_scope(&points->values->at[i].x);
        double value = ws_expr_number_in(figure->curve[curve].formula, &scope);
        for (size_t s = 0; s < points->seeds; s++)
            for (size_t m = 0; m < figure->measures; m++)
                *ws_points_at(points, curve, i, m, s) = value;
    }
}

static void point_fill(const ws_points *points, const place *p, const looked *at) {
    const ws_figure *figure = points->figure;
    for (size_t m = 0; m < figure->measures; m++) {
        double *number = ws_points_at(points, p->curve, p->at, m, p->seed);
        *number = measured(figure->measure[m].expr, at);
    }
}

static void curve_fill(const ws_paper_plan *plan, const ws_paper_rows *rows,
                       const ws_points *points, size_t curve) {
    place p = {.curve = curve};
    for (p.at = 0; p.at < points->values->count; p.at++) {
        if (!ws_curve_has(&plan->figure->curve[curve], points->values->at[p.at].x))
            continue;
        for (p.seed = 0; p.seed < points->seeds; p.seed++) {
            looked at = {0};
            if (plan->figure->limited > 0)
                at = limit_at(plan, rows, p);
            else
                at = best_at(plan, rows, p);
            if (at.row)
                point_fill(points, &p, &at);
        }
    }
}

ws_points ws_paper_plan_points(const ws_paper_plan *plan, const ws_paper_rows *rows) {
    ws_points points = ws_points_new(plan->figure, plan->wish.quick);
    for (size_t i = 0; i < plan->figure->curves; i++) {
        if (plan->figure->curve[i].formula)
            formula_fill(&points, i);
        else
            curve_fill(plan, rows, &points, i);
    }
    return points;
}

/* ---- asked ---- */

/* Do the runs of a point go on behind this one? With a limit only when it has a row, and that is
 * below it. */
static bool goes_on(const ws_paper_plan *plan, const ws_paper_rows *rows, const place *p) {
    const ws_figure *figure = plan->figure;
    looked here = looked_of(plan, p->at);
    if (figure->limited == 0)
        return true;
    here.row = row_at(plan, rows, p);
    if (!here.row)
        return false;
    return !(limited(figure, &here) > figure->limit);
}

static void point_ask(const ws_paper_plan *plan, const ws_paper_rows *rows, place p, bool *asked) {
    bool on = true;
    for (p.over = 0; p.over < overs_of(plan) && on; p.over++) {
        asked[*job_place(plan, &p)] = true;
        on = goes_on(plan, rows, &p);
    }
}

static void curve_ask(const ws_paper_plan *plan, const ws_paper_rows *rows, size_t curve,
                      bool *asked) {
    place p = {.curve = curve};
    const ws_figure_values *values = values_of(plan);
    for (p.at = 0; p.at < values->count; p.at++) {
        if (!ws_curve_has(&plan->figure->curve[curve], values->at[p.at].x))
            continue;
        for (p.seed = 0; p.seed < seeds_of(plan); p.seed++)
            point_ask(plan, rows, p, asked);
    }
}

bool *ws_paper_plan_missing(const ws_paper_plan *plan, const ws_paper_rows *rows) {
    bool *missing = ws_alloc(plan->jobs, sizeof *missing);
    for (size_t i = 0; i < plan->figure->curves; i++)
        if (!plan->figure->curve[i].formula)
            curve_ask(plan, rows, i, missing);
    for (size_t i = 0; i < plan->jobs; i++)
        if (ws_paper_rows_find(rows, plan->job[i].key))
            missing[i] = false;
    return missing;
}
