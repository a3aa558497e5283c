/* compare.c - where two sessions part.
 *
 * The core is deterministic, so two states that are equal stay equal until a line acts in one of
 * the sessions. It is enough to look at the cycles in which lines act, and the first difference
 * found is the first there is. */
#include "session/language/params.h"
#include "session/language/text.h"
#include "session/session_state.h"

#include <inttypes.h>
#include <stdarg.h>

static void __attribute__((format(printf, 3, 4)))
differ(ws_difference *difference, const char *column, const char *format, ...) {
    va_list args;
    difference->differs = true;
    snprintf(difference->column, sizeof difference->column, "%s", column);
    va_start(args, format);
    vsnprintf(difference->what, sizeof difference->what, format, args);
    va_end(args);
}

/* ------------------------------------------------------------------------------- networks ---- */

/* The first parameter that has two values, or the seed. */
static bool params_differ(const ws_def *one, const ws_def *other, ws_difference *difference) {
    for (size_t i = 0; i < ws_param_count; i++) {
        char one_text[160];
        char other_text[160];
        ws_param_print(&ws_params[i], one, one_text, sizeof one_text);
        ws_param_print(&ws_params[i], other, other_text, sizeof other_text);
        if (text_is(one_text, other_text))
            continue;
        differ(difference, "def", "column def: %s is %s and %s", ws_params[i].name, one_text,
               other_text);
        return true;
    }
    if (one->seed == other->seed)
        return false;
    differ(difference, "def", "column def: the seed is %" PRId64 " and %" PRId64, one->seed,
           other->seed);
    return true;
}

/* Are the columns of the same shape? */
static bool shapes_differ(const ws_net *one, const ws_net *other, ws_difference *difference) {
    size_t count;
    size_t count_b;
    const ws_column *one_columns = ws_net_columns(one, &count);
    const ws_column *other_columns = ws_net_columns(other, &count_b);
    for (size_t i = 0; i < count && i < count_b; i++) {
        if (one_columns[i].count == other_columns[i].count &&
            one_columns[i].size == other_columns[i].size)
            continue;
        if (!params_differ(ws_net_def(one), ws_net_def(other), difference))
            differ(difference, one_columns[i].key,
                   "column %s: %zu and %zu elements; these are different networks",
                   one_columns[i].key, one_columns[i].count, other_columns[i].count);
        return true;
    }
    return false;
}

/* -------------------------------------------------------------------------------- columns ---- */

/* An integer of 1, 2, 4 or 8 bytes, in the byte order of the machine. */
static uint64_t number_at(const unsigned char *bytes, size_t size) {
    uint16_t half;
    uint32_t word;
    uint64_t number;
    switch (size) {
    case sizeof half: memcpy(&half, bytes, sizeof half); return half;
    case sizeof word: memcpy(&word, bytes, sizeof word); return word;
    case sizeof number: memcpy(&number, bytes, sizeof number); return number;
    default: return *bytes;
    }
}

/* The first element, and of it the first field, that differs. */
static void column_differ(const ws_column *c, const unsigned char *one, const unsigned char *other,
                          ws_difference *difference) {
    size_t i = 0;
    size_t field = 0;
    size_t offset = 0;
    size_t size = c->size;
    while (memcmp(one + i * c->size, other + i * c->size, c->size) == 0)
        i++;
    one += i * c->size, other += i * c->size;
    if (c->fields) {
        while (field + 1 < c->field_count &&
               memcmp(one + c->fields[field].offset, other + c->fields[field].offset,
                      c->fields[field].size) == 0)
            field++;
        offset = c->fields[field].offset, size = c->fields[field].size;
    }
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", c->key, c->fields ? "." : "",
             c->fields ? c->fields[field].key : "");
    if (size > sizeof(uint64_t))
        differ(difference, name, "column %s, element %zu", name, i);
    else
        differ(difference, name, "column %s, element %zu: %" PRIu64 " and %" PRIu64, name, i,
               number_at(one + offset, size), number_at(other + offset, size));
}

static void states_compare(const ws_net *one, const ws_net *other, ws_difference *difference) {
    size_t count;
    const ws_column *columns = ws_net_columns(one, &count);
    for (size_t i = 0; i < count; i++) {
        const ws_column *c = &columns[i];
        const unsigned char *one_state = ws_net_state(one);
        const unsigned char *other_state = ws_net_state(other);
        if (memcmp(one_state + c->offset, other_state + c->offset, c->size * c->count) == 0)
            continue;
        if (difference->column_count++)
            continue;
        bool told =
            text_is(c->key, "def") && params_differ(ws_net_def(one), ws_net_def(other), difference);
        if (!told)
            column_differ(c, one_state + c->offset, other_state + c->offset, difference);
    }
}

/* -------------------------------------------------------------------------------- courses ---- */

/* The next cycle in which a line acts, or the last that we have. */
static uint64_t next_line(ws_session *s) {
    const ws_journal *typed = &session_branch(s)->typed;
    uint64_t next = session_branch(s)->reached;
    if (s->next_timed < s->script.timed_count && s->script.timed[s->next_timed].cycle < next)
        next = s->script.timed[s->next_timed].cycle;
    if (s->next_typed < typed->count && typed->entries[s->next_typed].cycle < next)
        next = typed->entries[s->next_typed].cycle;
    return next;
}

/* Goes on to a cycle; false if it ended before. */
static bool go_on(ws_session *s, uint64_t cycle) {
    uint64_t now = session_now(s);
    if (now < cycle)
        ws_session_run(s, cycle - now);
    return session_now(s) == cycle;
}

void ws_session_compare(ws_session *one, ws_session *other, ws_difference *difference) {
    *difference = (ws_difference){.cycle = ws_net_cycle(one->net)};
    uint64_t last = session_branch(one)->reached;
    uint64_t last_b = session_branch(other)->reached;
    if (last_b < last)
        last = last_b;
    for (;;) {
        if (shapes_differ(one->net, other->net, difference))
            return; /* at the beginning, or after a rebuild */
        states_compare(one->net, other->net, difference);
        if (difference->differs || difference->cycle >= last)
            return;
        uint64_t next = next_line(one);
        uint64_t next_b = next_line(other);
        next = next < next_b ? next : next_b;
        if (next <= difference->cycle)
            next = difference->cycle + 1; /* a line that could not act */
        difference->cycle = next < last ? next : last;
        if (go_on(one, difference->cycle) + go_on(other, difference->cycle) == 2)
            continue;
        difference->cycle = ws_net_cycle(one->net) < ws_net_cycle(other->net)
                                ? ws_net_cycle(one->net)
                                : ws_net_cycle(other->net);
        differ(difference, "", "one of them ends here");
        return;
    }
}

static ws_session *branch_open(ws_session *s, size_t branch, ws_error *error) {
    size_t length;
    char *text = ws_session_save_text(s, branch, &length);
    ws_session *copy =
        ws_session_open_text(s->name, text, length, NULL, &(ws_options){.any_model = true}, error);
    free(text);
    return copy;
}

bool ws_session_diff(ws_session *s, size_t branch_a, size_t branch_b, ws_difference *difference,
                     ws_error *error) {
    ws_session *one = branch_open(s, branch_a, error);
    ws_session *other = one ? branch_open(s, branch_b, error) : NULL;
    if (other)
        ws_session_compare(one, other, difference);
    ws_session_close(other);
    ws_session_close(one);
    return other != NULL;
}
