/* value.c - see value.h. Each type of parameter has a reader; changes of the present value are read
 * apart. */
#include "session/language/value.h"
#include "session/language/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE_UNIT = WS_MILLION / 1000, FACTOR_MAX = 1000000 };

static int64_t *field(const ws_param *param, ws_def *def) {
    return (int64_t *)(void *)((char *)def + param->offset);
}

/* Returns the text of the next word. */
static const char *next_word(const ws_reading *reading) {
    return word_at(reading->line, reading->word);
}

static bool read_number(ws_reading *reading, const ws_range *range, int64_t *value) {
    return ws_word_number(reading->line, reading->word++, range, value);
}

static bool read_name(ws_reading *reading, const char *kind, int64_t *value) {
    const ws_param *p = reading->param;
    size_t count = p->name_count;
    for (size_t i = 0; i < count; i++) {
        if (!word_is(reading->line, reading->word, p->names[i]))
            continue;
        *value = (int64_t)i;
        reading->word++;
        return true;
    }
    return ws_refuse_name(reading->line, reading->word, kind, WS_NAMES(p->names, count));
}

static bool read_share(ws_reading *reading, int64_t *value) {
    const ws_param *p = reading->param;
    return ws_word_decimal(reading->line, reading->word++, p->name, p->max, value);
}

/* ------------------------------------------------------------------------ compound values ---- */

/* Lists the names of the arguments: "rows, columns". */
static void arguments_print(const ws_topology *topology, char *text, size_t room) {
    text_out out = text_begin(text, room);
    const char *before = "";
    for (int i = 0; i < topology->most; i++) {
        text_add(&out, "%s%s", before, topology->argument[i].name);
        before = ", ";
    }
}

/* Reports "torus takes 2 numbers (rows, columns), got 3" at the first surplus word, or behind the
 * last word. */
static bool fail_count(const ws_reading *reading, const char *name, const ws_topology *topology,
                       int got) {
    char names[128] = "";
    char count[32];
    int least = topology->least;
    int most = topology->most;
    size_t place = reading->word + (size_t)(got > most ? most : got);
    if (most == 0)
        return ws_refuse(reading->line, place, "%s takes no number, got %d", name, got);
    arguments_print(topology, names, sizeof names);
    const char *plural = most > 1 ? "s" : "";
    if (least < most)
        snprintf(count, sizeof count, "%d to %d", least, most);
    else
        snprintf(count, sizeof count, "%d", most);
    return ws_refuse(reading->line, place, "%s takes %s number%s (%s), got %d", name, count, plural,
                     names, got);
}

static bool read_sizes(ws_reading *reading, int64_t kind, int64_t size[WS_ARGUMENTS_MAX]) {
    const ws_topology *topology = ws_topologies[kind];
    int got = (int)(reading->line->count - reading->word);
    if (got < topology->least || got > topology->most)
        return fail_count(reading, reading->param->names[kind], topology, got);
    for (int i = 0; i < got; i++) {
        const ws_topology_argument *argument = &topology->argument[i];
        char what[64];
        ws_range range = {what, argument->min, argument->max};
        snprintf(what, sizeof what, "number of %s", argument->name);
        if (!read_number(reading, &range, &size[i]))
            return false;
    }
    return true;
}

static bool read_network_file(ws_reading *reading) {
    if (reading->word >= reading->line->count)
        return ws_refuse(reading->line, reading->word,
                         "the path of a network file is missing; write file PATH");
    reading->path = next_word(reading);
    reading->word++;
    return true;
}

static bool read_topology(ws_reading *reading) {
    int64_t kind = 0;
    int64_t size[WS_ARGUMENTS_MAX] = {0};
    if (!read_name(reading, "topology", &kind))
        return false;
    bool good =
        kind == WS_TOPOLOGY_FILE ? read_network_file(reading) : read_sizes(reading, kind, size);
    if (!good)
        return false;
    reading->def.topology = kind;
    memcpy(reading->def.size, size, sizeof size);
    return true;
}

/* Some lengths of a mixture, and their weight. */
typedef struct mixture_part {
    int64_t lo;
    int64_t hi;
    int64_t weight;
} mixture_part;

/* Reads at most nine digits, behind the letter `before` unless that is 0. Sets *text behind
 * them. */
static bool digits_parse(const char **text, char before, int64_t *number) {
    const char *at = *text;
    if (before && *at++ != before)
        return false;
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || digits > 9)
        return false;
    *number = strtoll(at, NULL, 10);
    *text = at + digits;
    return true;
}

/* Reads LO-HI:WEIGHT or N:WEIGHT, lengths up to max. */
static bool part_parse(const char *text, int64_t max, mixture_part *part) {
    if (!digits_parse(&text, 0, &part->lo))
        return false;
    part->hi = part->lo;
    if (*text == '-' && !digits_parse(&text, '-', &part->hi))
        return false;
    if (!digits_parse(&text, ':', &part->weight) || *text != '\0')
        return false;
    bool good_weight = part->weight >= 1 && part->weight <= WS_MILLION;
    return good_weight && part->lo >= 1 && part->hi >= part->lo && part->hi <= max;
}

static bool read_mixture(ws_reading *reading) {
    ws_def *def = &reading->def;
    int64_t max = reading->param->max;
    mixture_part parts[WS_MIXTURE_MAX] = {{0}};
    int64_t count = 0;
    for (; reading->word < reading->line->count && count < WS_MIXTURE_MAX; reading->word++)
        if (!part_parse(next_word(reading), max, &parts[count++]))
            return ws_refuse(
                reading->line, reading->word,
                "invalid part of a mixture \"%.64s\": expected LO-HI:WEIGHT or N:WEIGHT, "
                "lengths from 1 to %" PRId64,
                next_word(reading), max);
    if (count == 0)
        return ws_refuse(reading->line, reading->word,
                         "the parts of the mixture are missing; write LO-HI:WEIGHT ...");
    def->mixture_count = count;
    for (int i = 0; i < WS_MIXTURE_MAX; i++) {
        const mixture_part *part = &parts[i];
        def->mixture_lo[i] = part->lo;
        def->mixture_hi[i] = part->hi;
        def->mixture_weight[i] = part->weight;
    }
    return true;
}

static bool read_length(ws_reading *reading) {
    ws_def *def = &reading->def;
    const ws_range means = {"number of flits", reading->param->min, reading->param->max};
    if (!read_name(reading, "kind of length", &def->length))
        return false;
    if (def->length == WS_LENGTH_MIXTURE)
        return read_mixture(reading);
    return read_number(reading, &means, &def->length_mean);
}

static bool read_plain(ws_reading *reading) {
    const ws_param *p = reading->param;
    const ws_range range = {p->name, p->min, p->max};
    int64_t *value = field(p, &reading->def);
    switch (p->type) {
    case WS_PARAM_TOPOLOGY: return read_topology(reading);
    case WS_PARAM_LENGTH: return read_length(reading);
    case WS_PARAM_ENUM: return read_name(reading, p->name, value);
    case WS_PARAM_SHARE: return read_share(reading, value);
    case WS_PARAM_INT: return read_number(reading, &range, value);
    }
    return false;
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
    int64_t amount; /* added, in steps or stored units; or a factor amount / divisor */
    int64_t divisor;
} change;

/* Reads a part of a factor: at most seven digits, and at most FACTOR_MAX. */
static bool factor_part(const char **text, int64_t *number) {
    size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 7)
        return false;
    *number = strtoll(*text, NULL, 10);
    *text += digits;
    return *number <= FACTOR_MAX;
}

/* Reads N or N/M. */
static bool factor_parse(const char *text, change *c) {
    if (!factor_part(&text, &c->amount))
        return false;
    if (*text == '\0')
        return true;
    return *text++ == '/' && factor_part(&text, &c->divisor) && c->divisor > 0 && *text == '\0';
}

/* Reads the number behind + or -, in stored units. */
static bool amount_parse(const char *text, const ws_param *p, int64_t *amount) {
    if (p->type == WS_PARAM_SHARE)
        return ws_decimal_parse(text, p->max, amount);
    int64_t most = (int64_t)FACTOR_MAX * WS_MILLION;
    if (!ws_decimal_parse(text, most, amount) || *amount % WS_MILLION)
        return false;
    *amount /= WS_MILLION;
    return true;
}

/* Refuses what begins as a change and is none. */
static bool fail_change(const ws_reading *reading, const char *text) {
    const ws_param *p = reading->param;
    int64_t most = p->type == WS_PARAM_SHARE ? p->max / WS_MILLION : FACTOR_MAX;
    return ws_refuse(reading->line, reading->word,
                     "invalid change \"%.64s\" of %s: expected +N, -N (N up to %" PRId64
                     "), *N, *N/M, ++ or --",
                     text, p->name, most);
}

static change change_parse(const char *text, const ws_param *p) {
    change c = {CHANGE_NONE, 0, 1};
    int sign = *text == '-' ? -1 : 1;
    if (text_is(text, "++") || text_is(text, "--")) {
        c.kind = CHANGE_STEP;
        c.amount = sign;
    } else if (*text == '*') {
        c.kind = factor_parse(text + 1, &c) ? CHANGE_MULTIPLY : CHANGE_WRONG;
    } else if (*text == '+' || *text == '-') {
        c.kind = amount_parse(text + 1, p, &c.amount) ? CHANGE_ADD : CHANGE_WRONG;
        c.amount *= sign;
    }
    return c;
}

/* Returns the value with which a change begins where 0 stands for a rule ("by rule",
 * "unsegmented"); WS_NIL for other parameters. */
static int64_t meaning_of_zero(const ws_reading *reading) {
    const ws_def *def = &reading->def;
    int64_t stop;
    int64_t go;
    ws_def_marks(def, reading->delay, &stop, &go);
    switch (reading->param->offset) {
    case offsetof(ws_def, stop_mark): return stop;
    case offsetof(ws_def, go_mark): return go;
    case offsetof(ws_def, segment): return def->length_mean * def->length_unit;
    default: return WS_NIL;
    }
}

static int64_t clamp(int64_t value, int64_t min, int64_t max) {
    if (value < min)
        return min;
    return value > max ? max : value;
}

static int64_t multiplied(int64_t value, const change *c, int64_t unit) {
    int64_t amount = c->amount;
    int64_t divisor = c->divisor;
    int64_t product = (value * amount + divisor / 2) / divisor;
    if (product != value || amount == divisor)
        return product;
    return amount > divisor ? value + unit : value - unit;
}

static int64_t number_changed(int64_t value, const ws_param *p, const change *c) {
    int64_t unit = p->type == WS_PARAM_SHARE ? SHARE_UNIT : 1;
    if (c->kind == CHANGE_MULTIPLY)
        return multiplied(value, c, unit);
    int64_t step = c->kind == CHANGE_STEP ? p->step : 1;
    return value + c->amount * step;
}

/* Can the value be changed in this way? Else it can only be written anew. */
static bool can_change(const ws_reading *reading, const change *c) {
    switch (reading->param->type) {
    case WS_PARAM_TOPOLOGY: return false;
    case WS_PARAM_LENGTH: return reading->def.length != WS_LENGTH_MIXTURE;
    case WS_PARAM_ENUM: return c->kind == CHANGE_STEP;
    default: return true;
    }
}

static bool change_apply(ws_reading *reading, const change *c) {
    const ws_param *p = reading->param;
    if (!can_change(reading, c))
        return ws_refuse(reading->line, reading->word,
                         "%s cannot be changed by \"%.64s\"; write a value", p->name,
                         next_word(reading));
    int64_t *value = field(p, &reading->def);
    if (p->type == WS_PARAM_LENGTH)
        value = &reading->def.length_mean;
    int64_t zero = meaning_of_zero(reading);
    int64_t least = zero == WS_NIL ? p->min : 1;
    if (*value == 0 && zero != WS_NIL)
        *value = zero;
    if (p->type == WS_PARAM_ENUM) {
        int64_t count = (int64_t)p->name_count;
        *value = (*value + c->amount + count) % count;
    } else {
        *value = clamp(number_changed(*value, p, c), least, p->max);
    }
    reading->word++;
    return true;
}

bool ws_value_is_change(const char *word, const ws_param *param) {
    return change_parse(word, param).kind != CHANGE_NONE;
}

/* timeout-cost stands for the factors of both policies; a change of it moves that of the policy in
 * force, and both where they are the same or no policy reads one. */
static void costs_follow(ws_reading *reading, bool moves) {
    ws_def *def = &reading->def;
    bool apart = moves && def->itow_cost != def->cep_cost;
    bool is_both = reading->param->offset == offsetof(ws_def, timeout_cost);
    if (is_both && !(apart && def->timeout_policy == WS_TIMEOUT_POLICY_CEP))
        def->itow_cost = def->timeout_cost;
    if (is_both && !(apart && def->timeout_policy == WS_TIMEOUT_POLICY_ITOW))
        def->cep_cost = def->timeout_cost;
    ws_def_settle(def);
}

bool ws_value_read(ws_reading *reading) {
    const ws_line *line = reading->line;
    const char *first = next_word(reading);
    change c = change_parse(first, reading->param);
    if (c.kind == CHANGE_WRONG)
        return fail_change(reading, first);
    bool good = c.kind == CHANGE_NONE ? read_plain(reading) : change_apply(reading, &c);
    if (good)
        costs_follow(reading, c.kind != CHANGE_NONE);
    if (!good || reading->word >= line->count)
        return good;
    return ws_refuse(line, reading->word, "\"%.64s\" is too much; %s has its value already",
                     next_word(reading), reading->param->name);
}
