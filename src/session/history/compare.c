/* compare.c - where two sessions part.
 *
 * The core is deterministic, so two states that are equal stay equal until a line acts in one of
 * the sessions. It is enough to look at the cycles in which lines act, and the first difference
 * found is the first there is. */
#include "session/language/params.h"
#include "session/memory.h"
#include "session/session_state.h"

#include <inttypes.h>
#include <stdarg.h>

static void __attribute__((format(printf, 3, 4)))
differ(ws_difference *d, const char *column, const char *format, ...) {
    va_list args;
    d->differs = true;
    snprintf(d->column, sizeof d->column, "%s", column);
    va_start(args, format);
    vsnprintf(d->what, sizeof d->what, format, args);
    va_end(args);
}

/* ------------------------------------------------------------------------------- networks ---- */

/* The first parameter that has two values, or the seed. */
static bool params_differ(const ws_def *a, const ws_def *b, ws_difference *d) {
    for (size_t i = 0; i < ws_param_count; i++) {
        char x[160];
        char y[160];
        ws_param_print(&ws_params[i], a, x, sizeof x);
        ws_param_print(&ws_params[i], b, y, sizeof y);
        if (strcmp(x, y) == 0)
            continue;
        differ(d, "def", "column def: %s is %s and %s", ws_params[i].name, x, y);
        return true;
    }
    if (a->seed == b->seed)
        return false;
    differ(d, "def", "column def: the seed is %" PRId64 " and %" PRId64, a->seed, b->seed);
    return true;
}

/* Are the columns of the same shape? */
static bool shapes_differ(const ws_net *a, const ws_net *b, ws_difference *d) {
    size_t count;
    size_t count_b;
    const ws_column *x = ws_net_columns(a, &count);
    const ws_column *y = ws_net_columns(b, &count_b);
    for (size_t i = 0; i < count && i < count_b; i++) {
        if (x[i].count == y[i].count && x[i].size == y[i].size)
            continue;
        if (!params_differ(ws_net_def(a), ws_net_def(b), d))
            differ(d, x[i].key, "column %s: %zu and %zu elements; these are different networks",
                   x[i].key, x[i].count, y[i].count);
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
static void column_differ(const ws_column *c, const unsigned char *a, const unsigned char *b,
                          ws_difference *d) {
    size_t i = 0;
    size_t field = 0;
    size_t offset = 0;
    size_t size = c->size;
    while (memcmp(a + i * c->size, b + i * c->size, c->size) == 0)
        i++;
    a += i * c->size, b += i * c->size;
    if (c->fields) {
        while (field + 1 < c->field_count &&
               memcmp(a + c->fields[field].offset, b + c->fields[field].offset,
                      c->fields[field].size) == 0)
            field++;
        offset = c->fields[field].offset, size = c->fields[field].size;
    }
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", c->key, c->fields ? "." : "",
             c->fields ? c->fields[field].key : "");
    if (size > sizeof(uint64_t))
        differ(d, name, "column %s, element %zu", name, i);
    else
        differ(d, name, "column %s, element %zu: %" PRIu64 " and %" PRIu64, name, i,
               number_at(a + offset, size), number_at(b + offset, size));
}

static void states_compare(const ws_net *a, const ws_net *b, ws_difference *d) {
    size_t count;
    const ws_column *columns = ws_net_columns(a, &count);
    for (size_t i = 0; i < count; i++) {
        const ws_column *c = &columns[i];
        const unsigned char *x = ws_net_state(a);
        const unsigned char *y = ws_net_state(b);
        if (memcmp(x + c->offset, y + c->offset, c->size * c->count) == 0)
            continue;
        if (d->column_count++)
            continue;
        bool told = strcmp(c->key, "def") == 0 && params_differ(ws_net_def(a), ws_net_def(b), d);
        if (!told)
            column_differ(c, x + c->offset, y + c->offset, d);
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
    uint64_t now = ws_net_cycle(s->net);
    if (now < cycle)
        ws_session_run(s, cycle - now);
    return ws_net_cycle(s->net) == cycle;
}

void ws_session_compare(ws_session *a, ws_session *b, ws_difference *d) {
    *d = (ws_difference){.cycle = ws_net_cycle(a->net)};
    uint64_t last = session_branch(a)->reached;
    uint64_t last_b = session_branch(b)->reached;
    if (last_b < last)
        last = last_b;
    for (;;) {
        if (shapes_differ(a->net, b->net, d))
            return; /* at the beginning, or after a rebuild */
        states_compare(a->net, b->net, d);
        if (d->differs || d->cycle >= last)
            return;
        uint64_t next = next_line(a);
        uint64_t next_b = next_line(b);
        next = next < next_b ? next : next_b;
        if (next <= d->cycle)
            next = d->cycle + 1; /* a line that could not act */
        d->cycle = next < last ? next : last;
        if (go_on(a, d->cycle) + go_on(b, d->cycle) == 2)
            continue;
        d->cycle = ws_net_cycle(a->net) < ws_net_cycle(b->net) ? ws_net_cycle(a->net)
                                                               : ws_net_cycle(b->net);
        differ(d, "", "one of them ends here");
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
    ws_session *a = branch_open(s, branch_a, error);
    ws_session *b = a ? branch_open(s, branch_b, error) : NULL;
    if (b)
        ws_session_compare(a, b, difference);
    ws_session_close(b);
    ws_session_close(a);
    return b != NULL;
}
