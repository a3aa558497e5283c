/* value.c - see value.h. One reader per type of parameter; changes of the present value apart
 * from them. */
#include "session/language/value.h"
#include "session/language/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE_UNIT = WS_MILLION / 1000, FACTOR_MAX = 1000000 };

/* What is being read. */
typedef struct reading {
    const ws_param *param;
    const ws_line *line;
    size_t word; /* the next one */
    int64_t delay;
    ws_def *def;
    const char **path;
    ws_error *error;
} reading;

static int64_t *field(const ws_param *param, ws_def *def) {
    return (int64_t *)(void *)((char *)def + param->offset);
}

static bool read_number(reading *r, const char *what, int64_t min, int64_t max, int64_t *value) {
    return ws_word_number(r->line, r->word, what, min, max, value, r->error) && (r->word++, true);
}

static bool read_name(reading *r, const char *kind, int64_t *value) {
    const ws_param *p = r->param;
    for (size_t i = 0; i < p->name_count && r->word < r->line->count; i++) {
        if (!text_is(p->names[i], r->line->word[r->word].text))
            continue;
        *value = (int64_t)i;
        r->word++;
        return true;
    }
    return ws_fail_name(r->error, r->line, r->word, kind, p->names, p->name_count,
                        sizeof *p->names);
}

static bool read_share(reading *r, int64_t *value) {
    return ws_word_decimal(r->line, r->word, r->param->name, r->param->max, value, r->error) &&
           (r->word++, true);
}

/* ------------------------------------------------------------------------ compound values ---- */

/* "torus takes 2 numbers (rows, columns), got 3": at the first word too many, or behind the last
 * one. */
static bool fail_count(reading *r, const char *name, const ws_topology *topology, size_t got) {
    char names[128] = "";
    char count[32];
    size_t used = 0;
    size_t most = (size_t)topology->most;
    size_t place = r->word + (got > most ? most : got);
    if (most == 0)
        return ws_fail(r->error, r->line, place, "%s takes no number, got %zu", name, got);
    for (size_t i = 0; i < most && used < sizeof names; i++) {
        const char *before = i > 0 ? ", " : "";
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", before,
                                 topology->argument[i].name);
    }
    if (topology->least < topology->most)
        snprintf(count, sizeof count, "%d to %d", topology->least, topology->most);
    else
        snprintf(count, sizeof count, "%d", topology->most);
    return ws_fail(r->error, r->line, place, "%s takes %s number%s (%s), got %zu", name, count,
                   most > 1 ? "s" : "", names, got);
}

static bool read_sizes(reading *r, int64_t kind, int64_t size[WS_ARGUMENTS_MAX]) {
    const ws_topology *topology = ws_topologies[kind];
    size_t got = r->line->count - r->word;
    char what[64];
    if (got < (size_t)topology->least || got > (size_t)topology->most)
        return fail_count(r, r->param->names[kind], topology, got);
    for (size_t i = 0; i < got; i++) {
        const ws_topology_argument *argument = &topology->argument[i];
        snprintf(what, sizeof what, "number of %s", argument->name);
        if (!read_number(r, what, argument->min, argument->max, &size[i]))
            return false;
    }
    return true;
}

static bool read_network_file(reading *r) {
    if (r->word >= r->line->count)
        return ws_fail(r->error, r->line, r->word,
                       "the path of a network file is missing; write file PATH");
    *r->path = r->line->word[r->word++].text;
    return true;
}

static bool read_topology(reading *r) {
    int64_t kind;
    int64_t size[WS_ARGUMENTS_MAX] = {0};
    if (!read_name(r, "topology", &kind))
        return false;
    bool good = kind == WS_TOPOLOGY_FILE ? read_network_file(r) : read_sizes(r, kind, size);
    if (!good)
        return false;
    r->def->topology = kind;
    memcpy(r->def->size, size, sizeof size);
    return true;
}

/* LO-HI:WEIGHT or N:WEIGHT. */
static bool range_parse(const char *text, int64_t max, int64_t *lo, int64_t *hi, int64_t *weight) {
    char *end;
    int64_t *const part[] = {lo, hi, weight};
    static const char before[] = {0, '-', ':'};
    for (int i = 0; i < 3; i++) {
        if (i == 1 && *text != '-') { /* a single length */
            *hi = *lo;
            continue;
        }
        if (before[i] && *text++ != before[i])
            return false;
        if (*text < '0' || *text > '9' || strspn(text, "0123456789") > 9)
            return false;
        *part[i] = strtoll(text, &end, 10);
        text = end;
    }
    return *text == '\0' && *lo >= 1 && *hi >= *lo && *hi <= max && *weight >= 1 &&
           *weight <= WS_MILLION;
}

static bool read_mixture(reading *r, ws_def *def) {
    int64_t *n = &def->mixture_count;
    for (*n = 0; r->word < r->line->count && *n < WS_MIXTURE_MAX; r->word++, ++*n)
        if (!range_parse(r->line->word[r->word].text, r->param->max, &def->mixture_lo[*n],
                         &def->mixture_hi[*n], &def->mixture_weight[*n]))
            return ws_fail(r->error, r->line, r->word,
                           "\"%.64s\" is no part of a mixture; write LO-HI:WEIGHT or N:WEIGHT, "
                           "lengths from 1 to %" PRId64,
                           r->line->word[r->word].text, r->param->max);
    if (*n == 0)
        return ws_fail(r->error, r->line, r->word,
                       "the parts of the mixture are missing; write LO-HI:WEIGHT ...");
    for (int64_t i = *n; i < WS_MIXTURE_MAX; i++)
        def->mixture_lo[i] = def->mixture_hi[i] = def->mixture_weight[i] = 0;
    return true;
}

static bool read_length(reading *r) {
    ws_def def = *r->def;
    if (!read_name(r, "kind of length", &def.length))
        return false;
    bool good = def.length == WS_LENGTH_MIXTURE ? read_mixture(r, &def)
                                                : read_number(r, "number of flits", r->param->min,
                                                              r->param->max, &def.length_mean);
    if (good)
        *r->def = def;
    return good;
}

static bool read_plain(reading *r) {
    const ws_param *p = r->param;
    int64_t value = 0;
    switch (p->type) {
    case WS_PARAM_TOPOLOGY: return read_topology(r);
    case WS_PARAM_LENGTH: return read_length(r);
    case WS_PARAM_ENUM:
        if (!read_name(r, p->name, &value))
            return false;
        break;
    case WS_PARAM_SHARE:
        if (!read_share(r, &value))
            return false;
        break;
    case WS_PARAM_INT:
        if (!read_number(r, p->name, p->min, p->max, &value))
            return false;
        break;
    }
    *field(p, r->def) = value;
    return true;
}

/* ----------------------------------------------------------- changes of the present value ---- */

typedef enum change_kind {
    CHANGE_NONE,
    CHANGE_STEP,
    CHANGE_ADD,
    CHANGE_MULTIPLY,
    CHANGE_WRONG
} change_kind;

typedef struct change {
    change_kind kind;
    int64_t amount, divisor; /* added (steps, or stored units), or amount / divisor */
} change;

static bool factor_parse(const char *text, change *c) {
    char *end;
    if (strspn(text, "0123456789") > 7 || *text < '0' || *text > '9')
        return false;
    c->amount = strtoll(text, &end, 10);
    c->divisor = 1;
    if (*end == '/') {
        text = end + 1;
        if (strspn(text, "0123456789") > 7 || *text < '0' || *text > '9')
            return false;
        c->divisor = strtoll(text, &end, 10);
    }
    return *end == '\0' && c->divisor > 0 && c->amount <= FACTOR_MAX && c->divisor <= FACTOR_MAX;
}

static change change_parse(const char *text, const ws_param *p) {
    change c = {CHANGE_NONE, 0, 1};
    char first = *text;
    if (text_is(text, "++") || text_is(text, "--")) {
        c.kind = CHANGE_STEP, c.amount = first == '+' ? 1 : -1;
    } else if (first == '*') {
        c.kind = factor_parse(text + 1, &c) ? CHANGE_MULTIPLY : CHANGE_WRONG;
    } else if (first == '+' || first == '-') {
        bool whole = p->type != WS_PARAM_SHARE;
        bool good = ws_decimal_parse(text + 1, whole ? (int64_t)FACTOR_MAX * WS_MILLION : p->max,
                                     &c.amount);
        if (whole && c.amount % WS_MILLION)
            good = false;
        if (whole)
            c.amount /= WS_MILLION;
        if (first == '-')
            c.amount = -c.amount;
        c.kind = good ? CHANGE_ADD : CHANGE_WRONG;
    }
    return c;
}

/* Where 0 is no number but a word ("by rule", "unsegmented"): what a change of it begins with;
 * WS_NIL of other parameters. */
static int64_t meaning_of_zero(const reading *r) {
    int64_t stop;
    int64_t go;
    ws_def_marks(r->def, r->delay, &stop, &go);
    if (r->param->offset == offsetof(ws_def, stop_mark))
        return stop;
    if (r->param->offset == offsetof(ws_def, go_mark))
        return go;
    if (r->param->offset == offsetof(ws_def, segment))
        return r->def->length_mean * r->def->length_unit;
    return WS_NIL;
}

static int64_t clamp(int64_t value, int64_t min, int64_t max) {
    if (value < min)
        return min;
    return value > max ? max : value;
}

static int64_t multiplied(int64_t value, const change *c, int64_t unit) {
    int64_t product = (value * c->amount + c->divisor / 2) / c->divisor;
    if (product != value || c->amount == c->divisor)
        return product;
    return c->amount > c->divisor ? value + unit : value - unit;
}

static int64_t number_changed(int64_t value, const ws_param *p, const change *c) {
    if (c->kind == CHANGE_MULTIPLY)
        return multiplied(value, c, p->type == WS_PARAM_SHARE ? SHARE_UNIT : 1);
    int64_t step = c->kind == CHANGE_STEP ? p->step : 1;
    return value + c->amount * step;
}

static bool change_apply(reading *r, const change *c) {
    const ws_param *p = r->param;
    if (p->type == WS_PARAM_TOPOLOGY ||
        (p->type == WS_PARAM_LENGTH && r->def->length == WS_LENGTH_MIXTURE) ||
        (p->type == WS_PARAM_ENUM && c->kind != CHANGE_STEP))
        return ws_fail(r->error, r->line, r->word,
                       "%s cannot be changed by \"%.64s\"; write a value", p->name,
                       r->line->word[r->word].text);
    int64_t *value = p->type == WS_PARAM_LENGTH ? &r->def->length_mean : field(p, r->def);
    int64_t zero = meaning_of_zero(r);
    if (*value == 0 && zero != WS_NIL)
        *value = zero;
    if (p->type == WS_PARAM_ENUM) {
        int64_t count = (int64_t)p->name_count;
        *value = (*value + c->amount + count) % count;
    } else {
        int64_t least = zero == WS_NIL ? p->min : 1;
        *value = clamp(number_changed(*value, p, c), least, p->max);
    }
    r->word++;
    return true;
}

bool ws_value_is_change(const char *word, const ws_param *param) {
    return change_parse(word, param).kind != CHANGE_NONE;
}

bool ws_value_read(const ws_param *param, const ws_line *line, size_t first, int64_t delay,
                   ws_def *def, const char **path, ws_error *error) {
    ws_def draft = *def;
    const char *draft_path = *path;
    reading r = {param, line, first, delay, &draft, &draft_path, error};
    change c = first < line->count ? change_parse(line->word[first].text, param)
                                   : (change){CHANGE_NONE, 0, 1};
    if (c.kind == CHANGE_WRONG)
        return ws_fail(error, line, first,
                       "\"%.64s\" is no change of a value; write +N, -N, *N, *N/M, ++ or --",
                       line->word[first].text);
    if (!(c.kind == CHANGE_NONE ? read_plain(&r) : change_apply(&r, &c)))
        return false;
    if (r.word < line->count)
        return ws_fail(error, line, r.word, "\"%.64s\" is too much; %s has its value already",
                       line->word[r.word].text, param->name);
    *def = draft;
    *path = draft_path;
    return true;
}
