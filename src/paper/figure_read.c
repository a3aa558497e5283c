/* figure_read.c - a figure from its lines: a row of a table each, and a function where it is more
 * than one text. */
#include "paper/curves.h"
#include "session/language/params.h"
#include "session/language/suggest.h"
#include "session/language/text.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------- names and expressions ---- */

/* A name that expressions can have. */
static bool small_name_read(ws_fields *in, const char **name, const char *expected) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    const char *word = text_now(in);
    bool good = *word >= 'a' && *word <= 'z' && word[strspn(word, letters)] == '\0';
    return good ? ws_name_read(in, name, expected) : ws_refuse_now(in, expected);
}

/* Refuses a name, with the nearest of the parameters. */
static bool refuse_parameter(const ws_fields *in, const char *name) {
    ws_refuse(&in->line, in->word, "unknown parameter \"%.64s\"", name);
    ws_suggest_append(in->line.error, name, WS_ROW_NAMES(ws_params, ws_param_count));
    return false;
}

/* Paths of a row are not known before there is a row. */
static bool any_path(const void *context, const ws_expr_call *call, ws_place place,
                     ws_error *error) {
    (void)context;
    if (call->arguments == 0)
        return true;
    return ws_fail_at(error, place, "\"%.64s\" takes no brackets; expected a path of a row",
                      call->name);
}

static bool row_expr_read(ws_fields *in, ws_expr **expr) {
    const ws_expr_scope scope = {.knows = any_path};
    return ws_expr_read(in, NULL, &scope, expr);
}

static bool settings_read(ws_fields *in, ws_figure_sets *sets) {
    while (more(in) && strchr(text_now(in), '=')) {
        char name[64];
        const char *word = text_now(in);
        size_t length = strcspn(word, "=");
        if (sets->count == WS_FIGURE_SETS)
            return ws_refuse_now(in, "at most 12 settings");
        if (length >= sizeof name)
            return ws_refuse_now(in, "NAME=VALUE");
        memcpy(name, word, length);
        name[length] = '\0';
        if (!ws_param_find(name))
            return refuse_parameter(in, name);
        sets->set[sets->count++] = ws_keep(in, word);
        in->word++;
    }
    return true;
}

static bool set_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    return more(in) ? settings_read(in, &figure->sets) : ws_refuse_now(in, "NAME=VALUE");
}

/* --------------------------------------------------------------------------------- values ---- */

static bool value_add(ws_fields *in, ws_figure_values *values, const char *text, double x) {
    if (values->count == WS_FIGURE_VALUES)
        return ws_refuse_now(in, "at most 64 values");
    values->at[values->count++] = (ws_figure_value){ws_keep(in, text), x};
    return true;
}

/* LOW:HIGH:STEP, both ends included. */
static bool range_read(ws_fields *in, ws_figure_values *values) {
    const char *text = text_now(in);
    int64_t low, high, step;
    bool good = ws_millionths_read(&text, &low) && ws_millionths_read(&text, &high) &&
                ws_millionths_read(&text, &step);
    if (!good || step <= 0 || high < low)
        return ws_refuse_now(in, "LOW:HIGH:STEP, such as 0.1:0.3:0.05");
    for (int64_t value = low; value <= high; value += step) {
        char text_of[40];
        double number = (double)value / WS_MILLION;
        snprintf(text_of, sizeof text_of, "%.10g", number);
        if (!value_add(in, values, text_of, number))
            return false;
    }
    return true;
}

/* A number, or X=TEXT. */
static bool single_read(ws_fields *in, ws_figure_values *values) {
    double x;
    const char *word = text_now(in);
    const char *equals = strchr(word, '=');
    const char *end = ws_real_parse(word, &x);
    if (end == word || *end != (equals ? '=' : '\0'))
        return ws_refuse_now(in, "a number, LOW:HIGH:STEP, or \"X=VALUE\"");
    return value_add(in, values, equals ? equals + 1 : word, x);
}

static bool values_read(ws_fields *in, ws_figure_values *values) {
    *values = (ws_figure_values){0};
    if (!more(in))
        return ws_refuse_now(in, "values");
    for (; more(in); in->word++) {
        bool is_range = strchr(text_now(in), ':') && !quoted_now(in);
        if (!(is_range ? range_read(in, values) : single_read(in, values)))
            return false;
    }
    return true;
}

static bool axis_read(ws_fields *in, ws_figure_axis *axis) {
    const char *word = text_now(in);
    bool known = ws_param_find(word) || text_is(word, "scenario") || text_is(word, "histogram");
    if (axis->parameter)
        return ws_refuse(&in->line, 0, "there is one already");
    if (!known)
        return refuse_parameter(in, word);
    return ws_name_read(in, &axis->parameter, "a parameter") &&
           ws_quoted_read(in, &axis->label, "what stands at the axis, in quotes") &&
           values_read(in, &axis->all);
}

static bool axis_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    return axis_read(in, &figure->axis);
}

/* --------------------------------------------------------------------------------- curves ---- */

/* Curves and functions of curves share their names. */
static bool curve_name_is_used(const ws_figure *figure, const char *name) {
    bool used = ws_figure_curve_find(figure, name) < figure->curves;
    for (size_t i = 0; i < ws_curve_function_count; i++)
        used |= text_is(ws_curve_functions[i].name, name);
    return used;
}

static ws_figure_curve *curve_add(ws_fields *in) {
    ws_figure *figure = in->whole;
    if (figure->curves == WS_FIGURE_CURVES) {
        ws_refuse_now(in, "at most 16 curves");
        return NULL;
    }
    ws_figure_curve *curve = &figure->curve[figure->curves];
    *curve = (ws_figure_curve){.place = in->line.place, .within = {NAN, NAN}};
    if (!small_name_read(in, &curve->name, "the name of the curve: small letters and digits"))
        return NULL;
    if (curve_name_is_used(figure, curve->name)) {
        ws_refuse(&in->line, 1, "there is a curve or function \"%.64s\" already", curve->name);
        return NULL;
    }
    if (!ws_quoted_read(in, &curve->label, "what it is called, in quotes"))
        return NULL;
    figure->curves++;
    return curve;
}

/* The name of a measure above, as its place. */
static bool measure_read(ws_fields *in, size_t *measure) {
    const ws_figure *figure = in->whole;
    *measure = ws_figure_measure_find(figure, text_now(in));
    if (*measure == figure->measures)
        return ws_refuse_now(in, "the name of a measure above");
    in->word++;
    return true;
}

static bool band_read(ws_fields *in, ws_band *band) {
    if (!ws_real_read(in, &band->low))
        return false;
    if (!consumed(in, "to"))
        return ws_refuse_now(in, "to");
    if (!ws_real_read(in, &band->high))
        return false;
    return band->high >= band->low || ws_refuse(&in->line, 1, "the band ends before it begins");
}

static bool shows_read(ws_fields *in, void *curve) {
    return measure_read(in, &((ws_figure_curve *)curve)->measure);
}

static bool within_read(ws_fields *in, void *curve) {
    return band_read(in, &((ws_figure_curve *)curve)->within);
}

static bool curve_line(ws_fields *in) {
    static const ws_line_field fields[] = {
        WS_FIELD(ws_figure_curve, "of", NAME, 1, scenario, .what = "the name of a scenario"),
        WS_FIELD(ws_figure_curve, "shows", NONE, 1, measure, .done = shows_read),
        WS_FIELD(ws_figure_curve, "within", NONE, 1, within, .done = within_read),
    };
    static const ws_form form =
        WS_FORM(fields, .what = "of SCENARIO, shows MEASURE or within LOW to HIGH");
    ws_figure_curve *curve = curve_add(in);
    return curve && settings_read(in, &curve->sets) && ws_fields_read(in, &form, 1, curve);
}

static bool formula_line(ws_fields *in) {
    const double nowhere = NAN;
    const ws_expr_scope scope = ws_formula_scope(&nowhere);
    ws_figure_curve *curve = curve_add(in);
    return curve && ws_expr_read(in, NULL, &scope, &curve->formula);
}

static bool measure_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    if (figure->measures == WS_FIGURE_MEASURES)
        return ws_refuse_now(in, "at most 8 measures");
    ws_figure_measure *measure = &figure->measure[figure->measures];
    *measure = (ws_figure_measure){0};
    if (!small_name_read(in, &measure->name, "the name of the measure: small letters and digits"))
        return false;
    if (ws_figure_measure_find(figure, measure->name) < figure->measures)
        return ws_refuse(&in->line, 1, "there is a measure \"%.64s\" already", measure->name);
    if (!ws_quoted_read(in, &measure->label, "what stands at the axis, in quotes"))
        return false;
    figure->measures++;
    return row_expr_read(in, &measure->expr);
}

/* over PARAMETER "LABEL" VALUES, and over where CONDITION or over until MEASURE NUMBER */
static bool over_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    if (consumed(in, "where"))
        return row_expr_read(in, &figure->keep);
    if (!consumed(in, "until"))
        return axis_read(in, &figure->over);
    if (!measure_read(in, &figure->limited))
        return false;
    figure->limited++;
    return ws_real_read(in, &figure->limit);
}

static bool along_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    bool good = measure_read(in, &figure->along);
    figure->along += good;
    return good;
}

static bool log_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    do {
        bool of_x = consumed(in, "x");
        bool of_y = !of_x && consumed(in, "y");
        if (!of_x && !of_y)
            return ws_refuse_now(in, "x or y");
        figure->log_x |= of_x;
        figure->log_y |= of_y;
    } while (more(in));
    return true;
}

static bool replicate_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    if (!ws_param_find(text_now(in)))
        return refuse_parameter(in, text_now(in));
    return ws_name_read(in, &figure->replicate, "a parameter");
}

/* --------------------------------------------------------------------------------- effort ---- */

static bool whole_read(ws_fields *in, const char **text) {
    int64_t number;
    const ws_range range = {"a number of cycles", 0, 1000000000000};
    if (!now_is(in, "auto") && !ws_word_number(&in->line, in->word, &range, &number))
        return false;
    *text = ws_keep(in, text_now(in));
    in->word++;
    return true;
}

static bool effort_read(ws_fields *in, ws_figure_effort *effort) {
    static const ws_range range = {"a number of seeds", 1, 64};
    while (more(in) && !now_is(in, "at") && !now_is(in, "over")) {
        int64_t number;
        bool warmup = now_is(in, "warmup");
        if (consumed(in, "seeds")) {
            if (!ws_word_number(&in->line, in->word++, &range, &number))
                return false;
            effort->seeds = (size_t)number;
        } else if (!warmup && !now_is(in, "cycles")) {
            return ws_refuse_now(in, "cycles N, warmup N or seeds N");
        } else {
            in->word++;
            if (!whole_read(in, warmup ? &effort->warmup : &effort->cycles))
                return false;
        }
    }
    return true;
}

static bool effort_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    return effort_read(in, &figure->full);
}

static bool is_among(const ws_figure_values *values, double x) {
    for (size_t i = 0; i < values->count; i++)
        if (values->at[i].x == x)
            return true;
    return false;
}

/* The short form takes some of the values of the long one. */
static bool quick_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    bool over = consumed(in, "over");
    ws_figure_axis *axis = over ? &figure->over : &figure->axis;
    if (!over && !effort_read(in, &figure->quick))
        return false;
    if (!over && !consumed(in, "at"))
        return true;
    size_t first = in->word;
    if (!values_read(in, &axis->quick))
        return false;
    for (size_t i = 0; i < axis->quick.count; i++) {
        const ws_figure_value *value = &axis->quick.at[i];
        if (!is_among(&axis->all, value->x))
            return ws_refuse(&in->line, first, "the axis has no value %.40s", value->text);
    }
    return true;
}

/* --------------------------------------------------------------------------------- claims ---- */

/* One of some words, as its place among them. */
static bool place_read(ws_fields *in, const char *const *names, size_t count, const char *kind,
                       size_t *place) {
    for (*place = 0; *place < count; ++*place)
        if (consumed(in, names[*place]))
            return true;
    return ws_refuse_name(&in->line, in->word, kind, WS_NAMES(names, count));
}

static bool claim_line(ws_fields *in) {
    size_t kind;
    ws_figure *figure = in->whole;
    if (figure->claims == WS_FIGURE_CLAIMS)
        return ws_refuse_now(in, "at most 40 claims");
    ws_claim *claim = &figure->claim[figure->claims];
    *claim = (ws_claim){.place = in->line.place, .band = {NAN, NAN}, .near = {NAN, NAN}};
    if (!ws_name_read(in, &claim->name, "the name of the claim"))
        return false;
    for (size_t i = 0; i < figure->claims; i++)
        if (text_is(figure->claim[i].name, claim->name))
            return ws_refuse(&in->line, 1, "there is a claim \"%.64s\" already", claim->name);
    if (!place_read(in, ws_claim_kinds, WS_CLAIM_KINDS, "kind of claim", &kind))
        return false;
    claim->kind = (ws_claim_kind)kind;
    figure->claims++;
    return ws_quoted_read(in, &claim->sentence, "what the paper says, in quotes");
}

static ws_claim *claim_now(const ws_fields *in) {
    ws_figure *figure = in->whole;
    return &figure->claim[figure->claims - 1];
}

/* An expression over the curves; points that the short form lacks are an error but for claims
 * that it does not ask. */
static bool claim_expr_read(ws_fields *in, ws_expr **expr) {
    const ws_curves_asked asked = {.figure = in->whole, .quick = !claim_now(in)->only_full};
    const ws_expr_scope scope = ws_curves_scope(&asked);
    return ws_expr_read(in, NULL, &scope, expr);
}

static bool value_line(ws_fields *in) {
    return claim_expr_read(in, &claim_now(in)->value);
}

static bool band_line(ws_fields *in) {
    ws_claim *claim = claim_now(in);
    return band_read(in, word_is(&in->line, 0, "band") ? &claim->band : &claim->near);
}

static bool condition_line(ws_fields *in) {
    ws_claim *claim = claim_now(in);
    bool holds = word_is(&in->line, 0, "holds");
    ws_conditions *conditions = holds ? &claim->holds : &claim->partly;
    if (conditions->count == WS_CLAIM_LINES)
        return ws_refuse(&in->line, 0, "a claim has at most 8 such lines");
    return claim_expr_read(in, &conditions->expr[conditions->count++]);
}

static bool expect_line(ws_fields *in) {
    size_t verdict;
    ws_claim *claim = claim_now(in);
    if (!place_read(in, ws_paper_verdicts, WS_PAPER_VERDICTS, "verdict", &verdict))
        return false;
    claim->expected = (ws_paper_verdict)verdict;
    if (claim->expected == WS_HOLDS)
        return true;
    if (!consumed(in, "because"))
        return ws_refuse_now(in, "because \"REASON\"");
    return ws_quoted_read(in, &claim->because, "the reason in quotes");
}

static bool full_line(ws_fields *in) {
    ws_claim *claim = claim_now(in);
    if (claim->value || claim->holds.count + claim->partly.count > 0)
        return ws_refuse(&in->line, 0, "full stands before the expressions of its claim");
    return claim->only_full = true;
}

/* ------------------------------------------------------------------------------------ all ---- */

#define FIGURE_LINE(word)                                                                          \
    { .name = #word, .read = word##_line }
#define CLAIM_LINE(word)                                                                           \
    { .name = #word, .read = word##_line, .of_claim = true }
/* The lines of a figure, and those of the claim above. Without a function a line is one text. */
static const struct row {
    const char *name;
    bool (*read)(ws_fields *in);
    bool of_claim, quoted;
    size_t at; /* where the text goes */
    const char *what;
} rows[] = {
    /* clang-format off */
    {"figure", NULL, false, true, offsetof(ws_figure, title), "the title in quotes"},
    {"place", NULL, false, true, offsetof(ws_figure, where), "the place in the paper in quotes"},
    {"note", NULL, false, true, offsetof(ws_figure, note), "a text in quotes"},
    {"scenario", NULL, false, false, offsetof(ws_figure, scenario), "the name of a scenario"},
    FIGURE_LINE(set),
    FIGURE_LINE(axis),
    FIGURE_LINE(over),
    FIGURE_LINE(curve),
    FIGURE_LINE(formula),
    FIGURE_LINE(measure),
    FIGURE_LINE(along),
    FIGURE_LINE(log),
    FIGURE_LINE(replicate),
    FIGURE_LINE(effort),
    FIGURE_LINE(quick),
    FIGURE_LINE(claim),
    CLAIM_LINE(value),
    {"paper", NULL, true, false, offsetof(ws_claim, paper), "the paper's number"},
    CLAIM_LINE(band),
    {.name = "near", .read = band_line, .of_claim = true},
    {.name = "holds", .read = condition_line, .of_claim = true},
    {.name = "partly", .read = condition_line, .of_claim = true},
    {"from", NULL, true, true, offsetof(ws_claim, from), "the place in the paper in quotes"},
    CLAIM_LINE(expect),
    CLAIM_LINE(full),
    /* clang-format on */
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool figure_line(ws_fields *in) {
    ws_figure *figure = in->whole;
    size_t i = 0;
    while (i < ROWS && !word_is(&in->line, 0, rows[i].name))
        i++;
    if (i == ROWS)
        return ws_refuse_name(&in->line, 0, "line", WS_ROW_NAMES(rows, ROWS));
    const struct row *found = &rows[i];
    if (found->of_claim && figure->claims == 0)
        return ws_refuse(&in->line, 0, "%s stands before the first claim", found->name);
    if (found->read)
        return found->read(in) && ws_fields_end(in);
    void *at = (found->of_claim ? (char *)claim_now(in) : (char *)figure) + found->at;
    bool good =
        found->quoted ? ws_quoted_read(in, at, found->what) : ws_name_read(in, at, found->what);
    return good && ws_fields_end(in);
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
    ws_fields in = {.whole = figure, .kept = &figure->kept};
    bool good = ws_fields_lines(&in, source, figure_line, error);
    ws_figure_effort *quick = &figure->quick;
    ws_figure_seeds(figure, 1);
    if (!quick->cycles)
        quick->cycles = figure->full.cycles;
    if (!quick->warmup)
        quick->warmup = figure->full.warmup;
    if (good && figure_check(figure, error))
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
