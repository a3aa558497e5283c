/* figure_read.c - a figure from its lines. Each keyword is a row of figure_rows.def. */
#include "paper/curves.h"
#include "session/language/params.h"
#include "session/language/suggest.h"
#include "session/language/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    ws_figure *figure;
    ws_line line;
    size_t word; /* the one at hand */
    ws_error *error;
} reader;

/* ---------------------------------------------------------------------------------- words ---- */

static bool more(const reader *r) {
    return r->word < r->line.count;
}

static bool quoted_now(const reader *r) {
    const ws_word *word = &r->line.word[r->word];
    return more(r) && word->quoted;
}

static const char *word_now(const reader *r) {
    return word_at(&r->line, r->word);
}

static bool now_is(const reader *r, const char *text) {
    if (!more(r) || quoted_now(r))
        return false;
    return text_is(word_now(r), text);
}

static bool fail(const reader *r, const char *expected) {
    if (more(r))
        return ws_refuse(&r->line, r->word, "\"%.64s\" is wrong here; expected %s", word_now(r),
                         expected);
    return ws_refuse(&r->line, r->word, "something is missing; expected %s", expected);
}

static const char *keep(reader *r, const char *text) {
    ws_texts *texts = &r->figure->texts;
    return ws_texts_add(texts, text, strlen(text));
}

static bool text_read(reader *r, const char **text, const char *expected) {
    if (!quoted_now(r))
        return fail(r, expected);
    *text = keep(r, word_now(r));
    r->word++;
    return true;
}

static bool word_read(reader *r, const char **text, const char *expected) {
    if (!more(r) || quoted_now(r))
        return fail(r, expected);
    *text = keep(r, word_now(r));
    r->word++;
    return true;
}

/* A name that expressions can have. */
static bool name_read(reader *r, const char **name, const char *expected) {
    const char *word = word_now(r);
    bool good = *word >= 'a' && *word <= 'z';
    for (const char *at = word; *at && good; at++)
        good = strchr("abcdefghijklmnopqrstuvwxyz0123456789_", *at) != NULL;
    if (!good || quoted_now(r))
        return fail(r, expected);
    return word_read(r, name, expected);
}

static bool real_read(reader *r, double *number) {
    char *end;
    const char *word = word_now(r);
    *number = strtod(word, &end);
    bool good = end > word && *end == '\0';
    good &= isfinite(*number) != 0;
    if (!good || quoted_now(r))
        return fail(r, "a number");
    r->word++;
    return true;
}

/* ---------------------------------------------------------------------------- expressions ---- */

/* Paths of a row are not known before there is a row. */
static bool any_path(const void *context, const ws_expr_call *call, ws_place place,
                     ws_error *error) {
    (void)context;
    if (call->arguments == 0)
        return true;
    return ws_fail_at(error, place, "\"%.64s\" takes no brackets; expected a path of a row",
                      call->name);
}

/* An expression that goes with the figure. */
static ws_expr *expr_new(ws_figure *figure) {
    size_t count = figure->expr_count;
    WS_GROW(figure->exprs, count);
    ws_expr *expr = ws_alloc(1, sizeof *expr);
    figure->exprs[count] = expr;
    figure->expr_count++;
    return expr;
}

/* The rest of the line. */
static bool expr_read(reader *r, const ws_expr_scope *scope, ws_expr **expr) {
    ws_figure *figure = r->figure;
    ws_place place = r->line.place;
    size_t length;
    if (!more(r))
        return fail(r, "an expression");
    const ws_line *line = &r->line;
    const char *text = ws_line_raw(line, r->word, line->count, &length);
    const ws_word *first = &line->word[r->word];
    place.column = first->column;
    *expr = expr_new(figure);
    r->word = line->count;
    return ws_expr_parse_in(*expr, scope, place, text, length, r->error);
}

static bool row_expr_read(reader *r, ws_expr **expr) {
    const ws_expr_scope scope = {.knows = any_path};
    return expr_read(r, &scope, expr);
}

/* ----------------------------------------------------------------------------- the figure ---- */

static bool figure_line(reader *r) {
    return text_read(r, &r->figure->title, "the title in quotes");
}

static bool place_line(reader *r) {
    return text_read(r, &r->figure->where, "the place in the paper in quotes");
}

static bool note_line(reader *r) {
    return text_read(r, &r->figure->note, "a text in quotes");
}

static bool scenario_line(reader *r) {
    return word_read(r, &r->figure->scenario, "the name of a scenario");
}

/* Refuses a name, with the nearest of the parameters. */
static bool fail_parameter(const reader *r, const char *name) {
    ws_refuse(&r->line, r->word, "unknown parameter \"%.64s\"", name);
    ws_suggest_append(r->error, name, WS_ROW_NAMES(ws_params, ws_param_count));
    return false;
}

static bool setting_check(reader *r) {
    char name[64];
    const char *word = word_now(r);
    size_t length = strcspn(word, "=");
    if (length >= sizeof name)
        return fail(r, "NAME=VALUE");
    memcpy(name, word, length);
    name[length] = '\0';
    if (ws_param_find(name))
        return true;
    return fail_parameter(r, name);
}

static bool settings_read(reader *r, ws_figure_sets *sets) {
    while (more(r) && strchr(word_now(r), '=')) {
        if (sets->count == WS_FIGURE_SETS)
            return fail(r, "at most 12 settings");
        if (!setting_check(r))
            return false;
        const char *setting = keep(r, word_now(r));
        sets->set[sets->count] = setting;
        sets->count++;
        r->word++;
    }
    return true;
}

static bool set_line(reader *r) {
    if (!more(r))
        return fail(r, "NAME=VALUE");
    return settings_read(r, &r->figure->sets);
}

/* --------------------------------------------------------------------------------- values ---- */

static bool value_add(reader *r, ws_figure_values *values, const char *text, double x) {
    if (values->count == WS_FIGURE_VALUES)
        return fail(r, "at most 64 values");
    ws_figure_value *value = &values->at[values->count];
    value->text = keep(r, text);
    value->x = x;
    values->count++;
    return true;
}

static bool millionths_read(const char **text, int64_t *value) {
    char number[32];
    size_t length = strcspn(*text, ":");
    if (length >= sizeof number)
        return false;
    memcpy(number, *text, length);
    number[length] = '\0';
    *text += length + ((*text)[length] == ':');
    return ws_decimal_parse(number, INT64_MAX / WS_MILLION, value);
}

/* LOW:HIGH:STEP, both ends included. */
static bool range_read(reader *r, ws_figure_values *values) {
    const char *text = word_now(r);
    int64_t low, high, step;
    bool good = millionths_read(&text, &low);
    good = good && millionths_read(&text, &high);
    good = good && millionths_read(&text, &step);
    if (!good || step <= 0 || high < low)
        return fail(r, "LOW:HIGH:STEP, such as 0.1:0.3:0.05");
    for (int64_t value = low; value <= high; value += step) {
        char text_of[40];
        double number = (double)value / WS_MILLION;
        snprintf(text_of, sizeof text_of, "%.10g", number);
        if (!value_add(r, values, text_of, number))
            return false;
    }
    return true;
}

/* A number, or X=TEXT. */
static bool single_read(reader *r, ws_figure_values *values) {
    const char *word = word_now(r);
    const char *equals = strchr(word, '=');
    char *end;
    double x = strtod(word, &end);
    if (end == word || *end != (equals ? '=' : '\0'))
        return fail(r, "a number, LOW:HIGH:STEP, or \"X=VALUE\"");
    const char *value = equals ? equals + 1 : word;
    return value_add(r, values, value, x);
}

static bool values_read(reader *r, ws_figure_values *values) {
    *values = (ws_figure_values){0};
    if (!more(r))
        return fail(r, "values");
    while (more(r)) {
        bool is_range = strchr(word_now(r), ':') != NULL;
        is_range &= !quoted_now(r);
        if (is_range && !range_read(r, values))
            return false;
        if (!is_range && !single_read(r, values))
            return false;
        r->word++;
    }
    return true;
}

static bool axis_read(reader *r, ws_figure_axis *axis) {
    const char *word = word_now(r);
    bool known = ws_param_find(word) != NULL;
    known |= text_is(word, "scenario");
    known |= text_is(word, "histogram");
    if (axis->parameter)
        return ws_refuse(&r->line, 0, "there is one already");
    if (!known)
        return fail_parameter(r, word);
    return word_read(r, &axis->parameter, "a parameter") &&
           text_read(r, &axis->label, "what stands at the axis, in quotes") &&
           values_read(r, &axis->all);
}

static bool axis_line(reader *r) {
    return axis_read(r, &r->figure->axis);
}

/* --------------------------------------------------------------------------------- curves ---- */

/* Curves and functions of curves share their names. */
static bool is_used(const ws_figure *figure, const char *name) {
    bool used = ws_figure_curve_find(figure, name) < figure->curves;
    for (size_t i = 0; i < ws_curve_function_count; i++)
        used |= text_is(ws_curve_functions[i].name, name);
    return used;
}

static ws_figure_curve *curve_add(reader *r) {
    ws_figure *figure = r->figure;
    if (figure->curves == WS_FIGURE_CURVES) {
        fail(r, "at most 16 curves");
        return NULL;
    }
    ws_figure_curve *curve = &figure->curve[figure->curves];
    *curve = (ws_figure_curve){.place = r->line.place};
    curve->within = (ws_band){NAN, NAN};
    if (!name_read(r, &curve->name, "the name of the curve: small letters and digits"))
        return NULL;
    if (is_used(figure, curve->name)) {
        ws_refuse(&r->line, 1, "there is a curve or function \"%.64s\" already", curve->name);
        return NULL;
    }
    if (!text_read(r, &curve->label, "what it is called, in quotes"))
        return NULL;
    figure->curves++;
    return curve;
}

/* The name of a measure above, as its place. */
static bool measure_read(reader *r, size_t *measure) {
    const ws_figure *figure = r->figure;
    *measure = ws_figure_measure_find(figure, word_now(r));
    if (*measure == figure->measures)
        return fail(r, "the name of a measure above");
    r->word++;
    return true;
}

static bool band_read(reader *r, ws_band *band) {
    if (!real_read(r, &band->low))
        return false;
    if (!now_is(r, "to"))
        return fail(r, "to");
    r->word++;
    if (!real_read(r, &band->high))
        return false;
    if (band->high >= band->low)
        return true;
    return ws_refuse(&r->line, 1, "the band ends before it begins");
}

static bool of_read(reader *r, ws_figure_curve *curve) {
    return word_read(r, &curve->scenario, "the name of a scenario");
}

static bool shows_read(reader *r, ws_figure_curve *curve) {
    return measure_read(r, &curve->measure);
}

static bool within_read(reader *r, ws_figure_curve *curve) {
    return band_read(r, &curve->within);
}

typedef struct clause {
    const char *name;
    bool (*read)(reader *r, ws_figure_curve *curve);
} clause;
static const clause curve_clauses[] = {
    {"of", of_read},
    {"shows", shows_read},
    {"within", within_read},
};
enum { CLAUSES = sizeof curve_clauses / sizeof *curve_clauses };

static bool clause_read(reader *r, ws_figure_curve *curve) {
    for (size_t i = 0; i < CLAUSES; i++) {
        const clause *found = &curve_clauses[i];
        if (!now_is(r, found->name))
            continue;
        r->word++;
        return found->read(r, curve);
    }
    return fail(r, "of SCENARIO, shows MEASURE or within LOW to HIGH");
}

static bool curve_line(reader *r) {
    ws_figure_curve *curve = curve_add(r);
    if (!curve || !settings_read(r, &curve->sets))
        return false;
    while (more(r))
        if (!clause_read(r, curve))
            return false;
    return true;
}

static bool formula_line(reader *r) {
    const double nowhere = NAN;
    const ws_expr_scope scope = ws_formula_scope(&nowhere);
    ws_figure_curve *curve = curve_add(r);
    return curve && expr_read(r, &scope, &curve->formula);
}

static bool measure_line(reader *r) {
    ws_figure *figure = r->figure;
    if (figure->measures == WS_FIGURE_MEASURES)
        return fail(r, "at most 8 measures");
    ws_figure_measure *measure = &figure->measure[figure->measures];
    *measure = (ws_figure_measure){0};
    if (!name_read(r, &measure->name, "the name of the measure: small letters and digits"))
        return false;
    if (ws_figure_measure_find(figure, measure->name) < figure->measures)
        return ws_refuse(&r->line, 1, "there is a measure \"%.64s\" already", measure->name);
    if (!text_read(r, &measure->label, "what stands at the axis, in quotes"))
        return false;
    figure->measures++;
    return row_expr_read(r, &measure->expr);
}

/* over until MEASURE NUMBER */
static bool until_read(reader *r) {
    ws_figure *figure = r->figure;
    if (!measure_read(r, &figure->limited))
        return false;
    figure->limited++;
    return real_read(r, &figure->limit);
}

/* over PARAMETER "LABEL" VALUES, and over where CONDITION or over until MEASURE NUMBER */
static bool over_line(reader *r) {
    bool where = now_is(r, "where");
    bool until = now_is(r, "until");
    if (!where && !until)
        return axis_read(r, &r->figure->over);
    r->word++;
    if (until)
        return until_read(r);
    return row_expr_read(r, &r->figure->keep);
}

static bool along_line(reader *r) {
    if (!measure_read(r, &r->figure->along))
        return false;
    r->figure->along++;
    return true;
}

static bool log_line(reader *r) {
    ws_figure *figure = r->figure;
    if (!more(r))
        return fail(r, "x or y");
    while (more(r)) {
        bool of_x = now_is(r, "x");
        bool of_y = now_is(r, "y");
        if (!of_x && !of_y)
            return fail(r, "x or y");
        figure->log_x |= of_x;
        figure->log_y |= of_y;
        r->word++;
    }
    return true;
}

static bool replicate_line(reader *r) {
    if (!ws_param_find(word_now(r)))
        return fail_parameter(r, word_now(r));
    return word_read(r, &r->figure->replicate, "a parameter");
}

/* --------------------------------------------------------------------------------- effort ---- */

static bool whole_read(reader *r, const char **text) {
    int64_t number;
    const ws_range range = {"a number of cycles", 0, 1000000000000};
    const char *word = word_now(r);
    bool good = now_is(r, "auto");
    if (!good)
        good = ws_word_number(&r->line, r->word, &range, &number);
    if (!good)
        return false;
    *text = keep(r, word);
    r->word++;
    return true;
}

static bool seeds_read(reader *r, size_t *seeds) {
    int64_t number;
    const ws_range range = {"a number of seeds", 1, 64};
    if (!ws_word_number(&r->line, r->word, &range, &number))
        return false;
    *seeds = (size_t)number;
    r->word++;
    return true;
}

/* One clause; what it is called is behind us. */
static bool effort_clause(reader *r, const char *name, ws_figure_effort *effort) {
    if (text_is(name, "cycles"))
        return whole_read(r, &effort->cycles);
    if (text_is(name, "warmup"))
        return whole_read(r, &effort->warmup);
    return seeds_read(r, &effort->seeds);
}

static bool effort_read(reader *r, ws_figure_effort *effort) {
    static const char *const clauses[] = {"cycles", "warmup", "seeds"};
    while (more(r) && !now_is(r, "at") && !now_is(r, "over")) {
        size_t i = 0;
        while (i < 3 && !now_is(r, clauses[i]))
            i++;
        if (i == 3)
            return fail(r, "cycles N, warmup N or seeds N");
        r->word++;
        if (!effort_clause(r, clauses[i], effort))
            return false;
    }
    return true;
}

static bool effort_line(reader *r) {
    return effort_read(r, &r->figure->full);
}

static bool is_among(const ws_figure_values *values, double x) {
    for (size_t i = 0; i < values->count; i++)
        if (values->at[i].x == x)
            return true;
    return false;
}

/* The short form takes some of the values of the long one. */
static bool quick_values(reader *r, ws_figure_axis *axis) {
    r->word++;
    size_t first = r->word;
    if (!values_read(r, &axis->quick))
        return false;
    for (size_t i = 0; i < axis->quick.count; i++) {
        const ws_figure_value *value = &axis->quick.at[i];
        if (is_among(&axis->all, value->x))
            continue;
        return ws_refuse(&r->line, first, "the axis has no value %.40s", value->text);
    }
    return true;
}

static bool quick_line(reader *r) {
    ws_figure *figure = r->figure;
    if (now_is(r, "over"))
        return quick_values(r, &figure->over);
    if (!effort_read(r, &figure->quick))
        return false;
    if (!now_is(r, "at"))
        return true;
    return quick_values(r, &figure->axis);
}

/* --------------------------------------------------------------------------------- claims ---- */

/* One of some words, as its place among them. */
static bool choice_read(reader *r, const char *const *names, size_t count, const char *kind,
                        size_t *choice) {
    for (size_t i = 0; i < count; i++) {
        if (!now_is(r, names[i]))
            continue;
        *choice = i;
        r->word++;
        return true;
    }
    return ws_refuse_name(&r->line, r->word, kind, WS_NAMES(names, count));
}

static bool claim_line(reader *r) {
    size_t kind;
    ws_figure *figure = r->figure;
    if (figure->claims == WS_FIGURE_CLAIMS)
        return fail(r, "at most 40 claims");
    ws_claim *claim = &figure->claim[figure->claims];
    *claim = (ws_claim){.place = r->line.place};
    claim->band = (ws_band){NAN, NAN};
    claim->near = claim->band;
    if (!word_read(r, &claim->name, "the name of the claim"))
        return false;
    for (size_t i = 0; i < figure->claims; i++)
        if (text_is(figure->claim[i].name, claim->name))
            return ws_refuse(&r->line, 1, "there is a claim \"%.64s\" already", claim->name);
    if (!choice_read(r, ws_claim_kinds, WS_CLAIM_KINDS, "kind of claim", &kind))
        return false;
    claim->kind = (ws_claim_kind)kind;
    figure->claims++;
    return text_read(r, &claim->sentence, "what the paper says, in quotes");
}

static ws_claim *claim_now(reader *r) {
    ws_figure *figure = r->figure;
    size_t last = figure->claims - 1;
    return &figure->claim[last];
}

/* An expression over the curves; points that the short form lacks are an error but for claims
 * that it does not ask. */
static bool claim_expr(reader *r, ws_expr **expr) {
    const ws_claim *claim = claim_now(r);
    ws_curves_asked asked = {0};
    asked.figure = r->figure;
    asked.quick = !claim->only_full;
    const ws_expr_scope scope = ws_curves_scope(&asked);
    return expr_read(r, &scope, expr);
}

static bool value_line(reader *r) {
    return claim_expr(r, &claim_now(r)->value);
}

static bool paper_line(reader *r) {
    return word_read(r, &claim_now(r)->paper, "the paper's number");
}

static bool band_line(reader *r) {
    return band_read(r, &claim_now(r)->band);
}

static bool near_line(reader *r) {
    return band_read(r, &claim_now(r)->near);
}

static bool condition_read(reader *r, ws_conditions *conditions) {
    if (conditions->count == WS_CLAIM_LINES)
        return ws_refuse(&r->line, 0, "a claim has at most 8 such lines");
    ws_expr **expr = &conditions->expr[conditions->count++];
    return claim_expr(r, expr);
}

static bool holds_line(reader *r) {
    return condition_read(r, &claim_now(r)->holds);
}

static bool partly_line(reader *r) {
    return condition_read(r, &claim_now(r)->partly);
}

static bool from_line(reader *r) {
    return text_read(r, &claim_now(r)->from, "the place in the paper in quotes");
}

static bool expect_line(reader *r) {
    size_t verdict;
    ws_claim *claim = claim_now(r);
    if (!choice_read(r, ws_paper_verdicts, WS_PAPER_VERDICTS, "verdict", &verdict))
        return false;
    claim->expected = (ws_paper_verdict)verdict;
    if (claim->expected == WS_HOLDS)
        return true;
    if (!now_is(r, "because"))
        return fail(r, "because \"REASON\"");
    r->word++;
    return text_read(r, &claim->because, "the reason in quotes");
}

static bool full_line(reader *r) {
    ws_claim *claim = claim_now(r);
    size_t before = claim->holds.count;
    before += claim->partly.count;
    if (claim->value || before > 0)
        return ws_refuse(&r->line, 0, "full stands before the expressions of its claim");
    claim->only_full = true;
    return true;
}

/* ------------------------------------------------------------------------------------ all ---- */

typedef struct row {
    const char *name;
    bool (*read)(reader *r);
    bool of_claim;
} row;
static const row rows[] = {
#define FIGURE_ROW(word) {#word, word##_line, false},
#define CLAIM_ROW(word)  {#word, word##_line, true},
#include "paper/figure_rows.def"
#undef FIGURE_ROW
#undef CLAIM_ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

static const row *row_find(const reader *r) {
    for (size_t i = 0; i < ROWS; i++)
        if (word_is(&r->line, 0, rows[i].name))
            return &rows[i];
    return NULL;
}

static bool fail_row(const reader *r) {
    return ws_refuse_name(&r->line, 0, "line", WS_ROW_NAMES(rows, ROWS));
}

static bool line_read(reader *r) {
    const row *found = row_find(r);
    bool before = r->figure->claims == 0;
    if (!found)
        return fail_row(r);
    if (found->of_claim && before)
        return ws_refuse(&r->line, 0, "%s stands before the first claim", found->name);
    r->word = 1;
    if (!found->read(r))
        return false;
    if (!more(r))
        return true;
    const char *word = word_now(r);
    return ws_refuse(&r->line, r->word, "\"%.64s\" is too much here", word);
}

static bool claim_check(const ws_claim *claim, ws_error *error) {
    bool is_value = claim->kind == WS_CLAIM_VALUE;
    if (!claim->from)
        return ws_fail_at(error, claim->place, "the claim needs from \"PLACE IN THE PAPER\"");
    if (!is_value)
        return claim->holds.count > 0 ||
               ws_fail_at(error, claim->place, "the claim needs holds CONDITION");
    bool whole = claim->value && claim->paper;
    whole &= !isnan(claim->band.low);
    return whole || ws_fail_at(error, claim->place,
                               "a value needs value EXPRESSION, paper NUMBER and band LOW to HIGH");
}

/* What a figure must have. */
static bool figure_check(const ws_figure *figure, ws_error *error) {
    const ws_place place = {figure->source, 1, 1};
    const struct {
        bool there;
        const char *what;
    } needs[] = {
        {figure->title, "figure \"TITLE\""},
        {figure->where, "place \"PLACE\""},
        {figure->scenario, "scenario NAME"},
        {figure->axis.parameter, "axis PARAMETER \"LABEL\" VALUE..."},
        {figure->curves > 0, "curve NAME \"LABEL\" [NAME=VALUE]..."},
        {figure->measures > 0, "measure NAME \"LABEL\" EXPRESSION"},
        {figure->claims > 0, "claim NAME KIND \"SENTENCE\""},
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (!needs[i].there)
            return ws_fail_at(error, place, "something is missing; expected %s", needs[i].what);
    for (size_t i = 0; i < figure->claims; i++)
        if (!claim_check(&figure->claim[i], error))
            return false;
    return true;
}

static void effort_settle(ws_figure *figure) {
    ws_figure_effort *quick = &figure->quick;
    if (figure->full.seeds == 0)
        figure->full.seeds = 1;
    if (quick->seeds == 0)
        quick->seeds = 1;
    if (!quick->cycles)
        quick->cycles = figure->full.cycles;
    if (!quick->warmup)
        quick->warmup = figure->full.warmup;
}

static bool figure_lines(ws_figure *figure, ws_error *error) {
    ws_reader lines = {.source = figure->source};
    reader *r = ws_alloc(1, sizeof *r);
    const char *text;
    size_t length;
    bool good = true;
    r->figure = figure;
    r->error = error;
    while (good && ws_reader_next(&lines, &text, &length)) {
        const ws_place place = {figure->source, lines.line, 1};
        good = ws_line_split(&r->line, place, text, length, error);
        if (good && r->line.count)
            good = line_read(r);
    }
    free(r);
    effort_settle(figure);
    return good && figure_check(figure, error);
}

/* "kwan/8" of ".../kwan/8.fig" */
static char *name_of(const char *path) {
    const char *end = path + strlen(path);
    const char *begin = end;
    size_t slashes = 0;
    while (begin > path && slashes < 2)
        slashes += *--begin == '/';
    begin += slashes == 2;
    const char *dot = strrchr(begin, '.');
    if (dot && !strchr(dot, '/'))
        end = dot;
    return ws_copy_text(begin, (size_t)(end - begin));
}

static ws_figure *figure_of(ws_source *source, ws_error *error) {
    if (!source)
        return NULL;
    ws_figure *figure = ws_alloc(1, sizeof *figure);
    figure->source = source;
    figure->name = name_of(source->name);
    if (figure_lines(figure, error))
        return figure;
    ws_figure_free(figure);
    return NULL;
}

ws_figure *ws_figure_read(const char *path, ws_error *error) {
    return figure_of(ws_source_read(path, false, error), error);
}

ws_figure *ws_figure_read_text(const char *name, const char *text, size_t length, ws_error *error) {
    return figure_of(ws_source_text(name, NULL, text, length, error), error);
}
