/* compare.c - where two sessions part.
 *
 * The core is deterministic, so two states that are equal stay equal until a line acts in one of
 * the sessions. It is enough to look at the cycles in which lines act, and the first difference
 * found is the first there is. */
#include "session/history/history.h"
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

/* Two networks, and their first difference as far as it is known. */
typedef struct comparison {
    const ws_net *one;
    const ws_net *other;
    ws_difference *difference;
} comparison;

/* Reports the first parameter whose values differ, or the seed. False if none differs. */
static bool params_differ(const comparison *c) {
    const ws_def *one = ws_net_def(c->one);
    const ws_def *other = ws_net_def(c->other);
    char mine[160];
    char theirs[160];
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        ws_param_print(param, one, mine, sizeof mine);
        ws_param_print(param, other, theirs, sizeof theirs);
        if (text_is(mine, theirs))
            continue;
        differ(c->difference, "def", "column def: %s is %s and %s", param->name, mine, theirs);
        return true;
    }
    if (one->seed == other->seed)
        return false;
    differ(c->difference, "def", "column def: the seed is %" PRId64 " and %" PRId64, one->seed,
           other->seed);
    return true;
}

/* Are the columns of different shapes? */
static bool shapes_differ(const comparison *c) {
    size_t count;
    size_t other_count;
    const ws_column *mine = ws_net_columns(c->one, &count);
    const ws_column *theirs = ws_net_columns(c->other, &other_count);
    const ws_column *end = mine + session_sooner(count, other_count);
    for (; mine < end; mine++, theirs++) {
        if (mine->count == theirs->count && mine->size == theirs->size)
            continue;
        if (!params_differ(c))
            differ(c->difference, mine->key,
                   "column %s: %zu and %zu elements; these are different networks", mine->key,
                   mine->count, theirs->count);
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

/* One column, element or field in both networks. */
typedef struct pair {
    const unsigned char *one;
    const unsigned char *other;
} pair;

static pair pair_at(pair bytes, size_t offset) {
    return (pair){bytes.one + offset, bytes.other + offset};
}

static bool is_equal(pair bytes, size_t size) {
    return memcmp(bytes.one, bytes.other, size) == 0;
}

/* The first field of an element that differs. */
static const ws_field *field_differing(const ws_column *column, pair element) {
    const ws_field *field = column->fields;
    const ws_field *last = field + column->field_count - 1;
    while (field < last && is_equal(pair_at(element, field->offset), field->size))
        field++;
    return field;
}

/* Reports the first element that differs, and its first field that differs. */
static void column_differ(const ws_column *column, pair bytes, ws_difference *difference) {
    char name[64];
    size_t size = column->size;
    size_t i = 0;
    for (; is_equal(bytes, size); i++)
        bytes = pair_at(bytes, size);
    snprintf(name, sizeof name, "%s", column->key);
    if (column->fields) {
        const ws_field *field = field_differing(column, bytes);
        bytes = pair_at(bytes, field->offset);
        size = field->size;
        snprintf(name, sizeof name, "%s.%s", column->key, field->key);
    }
    if (size > sizeof(uint64_t))
        differ(difference, name, "column %s, element %zu", name, i);
    else
        differ(difference, name, "column %s, element %zu: %" PRIu64 " and %" PRIu64, name, i,
               number_at(bytes.one, size), number_at(bytes.other, size));
}

static void states_compare(const comparison *c) {
    const pair state = {ws_net_state(c->one), ws_net_state(c->other)};
    size_t count;
    const ws_column *column = ws_net_columns(c->one, &count);
    const ws_column *end = column + count;
    for (; column < end; column++) {
        pair bytes = pair_at(state, column->offset);
        if (is_equal(bytes, column->size * column->count))
            continue;
        if (c->difference->column_count++)
            continue;
        bool is_def = text_is(column->key, "def");
        if (!is_def || !params_differ(c))
            column_differ(column, bytes, c->difference);
    }
}

/* -------------------------------------------------------------------------------- courses ---- */

/* Returns the next cycle in which a line acts, or the last cycle known of the branch. */
static uint64_t next_line(ws_session *s) {
    const ws_timed *timed = session_next_timed(s);
    const ws_journal_entry *typed = session_next_typed(s);
    uint64_t next = session_branch(s)->reached;
    if (timed)
        next = session_sooner(next, timed->cycle);
    if (typed)
        next = session_sooner(next, typed->cycle);
    return next;
}

/* Runs to a cycle. False if the session ended before. */
static bool go_on(ws_session *s, uint64_t cycle) {
    uint64_t now = session_now(s);
    if (now < cycle)
        ws_session_run(s, cycle - now);
    return session_now(s) == cycle;
}

/* Runs both until their states differ, or one of them ends. */
static void states_part(ws_session *one, ws_session *other, uint64_t last,
                        ws_difference *difference) {
    for (;;) {
        const comparison now = {one->net, other->net, difference};
        if (shapes_differ(&now))
            return; /* at the beginning, or after a rebuild */
        states_compare(&now);
        if (difference->differs || difference->cycle >= last)
            return;
        uint64_t next = session_sooner(next_line(one), next_line(other));
        if (next <= difference->cycle)
            next = difference->cycle + 1; /* a line that could not act */
        next = session_sooner(next, last);
        difference->cycle = next;
        bool one_goes = go_on(one, next);
        bool other_goes = go_on(other, next);
        if (one_goes && other_goes)
            continue;
        difference->cycle = session_sooner(session_now(one), session_now(other));
        differ(difference, "", "one of them ends here");
        return;
    }
}

void ws_session_compare(ws_session *one, ws_session *other, ws_difference *difference) {
    *difference = (ws_difference){.cycle = ws_net_cycle(one->net)};
    uint64_t one_last = session_branch(one)->reached;
    uint64_t other_last = session_branch(other)->reached;
    uint64_t last = session_sooner(one_last, other_last);
    states_part(one, other, last, difference);
    bool together = session_now(one) == session_now(other);
    if (!difference->differs || !together)
        return;
    difference->traffic_differs = ws_sessions_part(one, other, last);
    difference->traffic_cycle = session_now(one);
}

static ws_session *branch_open(ws_session *s, size_t branch, ws_error *error) {
    const ws_options options = {.any_model = true};
    size_t length;
    char *text = ws_session_save_text(s, branch, &length);
    ws_session *copy = ws_session_open_text(s->name, text, length, NULL, &options, error);
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
