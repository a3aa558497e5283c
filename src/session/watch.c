/* watch.c - see watch.h. It looks through a frame of its own, so that nobody else's is
 * disturbed, and through the observer of the session. */
#include "session/watch.h"

#include "session/language/line.h"
#include "session/language/suggest.h"
#include "session/language/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define VALUE_MAX (1000000000000 * WS_MILLION)

struct ws_watch {
    ws_break breaks[WS_BREAKS_MAX];
    size_t count;
    unsigned numbers; /* given so far */
    bool remarks, remarked;
    bool has_stopped;
    ws_stop stops[WS_STOPS_MAX];
    size_t stop_count;
    uint64_t networks; /* of the session, when the frame was made */
    ws_frame *frame;
    uint64_t seen; /* the cycle and branch in which the latest run ended */
    size_t seen_branch;
};

/* ----------------------------------------------------------------------------- conditions ---- */

static bool is_more(double now, double before, double value) {
    return (void)before, now > value;
}
static bool is_at_least(double now, double before, double value) {
    return (void)before, now >= value;
}
static bool is_less(double now, double before, double value) {
    return (void)before, now < value;
}
static bool is_at_most(double now, double before, double value) {
    return (void)before, now <= value;
}
static bool is_equal(double now, double before, double value) {
    return (void)before, now == value;
}
static bool is_other(double now, double before, double value) {
    return (void)before, !isnan(now) && now != value;
}
static bool rises(double now, double before, double value) {
    return (void)value, now > before;
}
static bool falls(double now, double before, double value) {
    return (void)value, now < before;
}

/* The longer of two that begin alike stands first. */
const ws_compare ws_compares[] = {
    {">=", "at least", true, is_at_least},
    {"<=", "at most", true, is_at_most},
    {"!=", "is another value", true, is_other},
    {">", "more than", true, is_more},
    {"<", "less than", true, is_less},
    {"=", "just this value", true, is_equal},
    {"rises", "more than at the look before", false, rises},
    {"falls", "less than at the look before", false, falls},
};
const size_t ws_compare_count = sizeof ws_compares / sizeof *ws_compares;
enum { RISES = 6 };

static bool fail(ws_error *error, const char *before, const char *word, const char *after) {
    return fail_with(error, "%s%.64s%s", before, word, after);
}

static bool fail_quantity(const char *name, ws_error *error) {
    if (*name)
        fail(error, "there is no quantity \"", name, "\"");
    else
        fail(error, "the quantity is missing; write break waiting>20%", "", "");
    ws_suggest_append(error->text, sizeof error->text, name, &ws_quantities[0].name,
                      WS_QUANTITY_COUNT, sizeof *ws_quantities);
    return false;
}

static const ws_compare *compare_find(const char *text) {
    for (size_t i = 0; i < ws_compare_count; i++) {
        const ws_compare *compare = &ws_compares[i];
        if (strncmp(text, compare->name, strlen(compare->name)) == 0)
            return compare;
    }
    return NULL;
}

/* A number with at most six decimals; a percent sign behind it where the quantity is a share. */
static bool value_parse(ws_break *breakpoint, const char *text, ws_error *error) {
    char digits[WS_BREAK_TEXT];
    int64_t millionths;
    size_t length = strlen(text);
    bool percent = length && text[length - 1] == '%';
    snprintf(digits, sizeof digits, "%.*s", (int)(length - percent), text);
    if (percent && !text_is(breakpoint->quantity->unit, "%"))
        return fail(error, breakpoint->quantity->name, " is no share; leave out the %", "");
    if (!*text)
        return fail(error, "a value is missing behind ", breakpoint->compare->name,
                    "; write a number");
    if (!ws_decimal_parse(digits, VALUE_MAX, &millionths))
        return fail(error, "\"", text, "\" is no value; write a number with at most 6 decimals");
    breakpoint->value = (double)millionths / WS_MILLION;
    return true;
}

static void text_make(ws_break *breakpoint) {
    const ws_quantity *quantity = breakpoint->quantity;
    const ws_compare *compare = breakpoint->compare;
    text_out out = text_begin(breakpoint->text, sizeof breakpoint->text);
    if (!compare->takes_value) {
        text_add(&out, "%s %s", quantity->name, compare->name);
        return;
    }
    const char *percent = *quantity->unit == '%' ? "%" : "";
    text_add(&out, "%s%s%.12g%s", quantity->name, compare->name, breakpoint->value, percent);
}

/* `kills rises` without its blank: the comparison that is a word at the end of the name, which is
 * cut off; that of the first such word if there is none. */
static const ws_compare *word_cut(char *name) {
    const ws_compare *found = &ws_compares[RISES];
    for (size_t i = RISES; i < ws_compare_count; i++) {
        const ws_compare *compare = &ws_compares[i];
        size_t length = strlen(name);
        size_t word = strlen(compare->name);
        if (length <= word || !text_is(name + length - word, compare->name))
            continue;
        name[length - word] = '\0';
        found = compare;
    }
    return found;
}

/* `text` is the condition without blanks. */
static bool condition_parse(ws_break *breakpoint, const char *text, ws_error *error) {
    char name[WS_BREAK_TEXT];
    size_t length = strcspn(text, "<>=!");
    const char *behind = text + length;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const ws_compare *compare = *behind ? compare_find(behind) : word_cut(name);
    breakpoint->compare = compare;
    breakpoint->quantity = ws_quantity_find(name);
    if (!breakpoint->quantity)
        return fail_quantity(name, error);
    if (!compare)
        return fail(error, "\"", behind, "\" compares nothing; write one of > >= < <= = !=");
    if (*behind && !value_parse(breakpoint, behind + strlen(compare->name), error))
        return false;
    text_make(breakpoint);
    return true;
}

bool ws_watch_add(ws_watch *w, const char *condition, unsigned *number, ws_error *error) {
    char text[WS_BREAK_TEXT];
    size_t used = 0;
    ws_break breakpoint = {0};
    if (w->count == WS_BREAKS_MAX)
        return fail(error, "there are 16 breakpoints already; unbreak one of them", "", "");
    for (const char *c = condition; *c; c++) {
        if (*c == ' ' || *c == '\t')
            continue;
        if (used + 1 == sizeof text)
            return fail(error, "this is too long for a condition; write such as waiting>20%", "",
                        "");
        text[used++] = *c;
    }
    text[used] = '\0';
    if (!condition_parse(&breakpoint, text, error))
        return false;
    breakpoint.number = ++w->numbers;
    w->breaks[w->count++] = breakpoint;
    if (number)
        *number = breakpoint.number;
    return true;
}

bool ws_watch_remove(ws_watch *w, unsigned number) {
    for (size_t i = 0; i < w->count; i++) {
        ws_break *found = &w->breaks[i];
        if (found->number != number)
            continue;
        size_t behind = --w->count - i;
        memmove(found, found + 1, behind * sizeof *found);
        return true;
    }
    return false;
}

void ws_watch_clear(ws_watch *w) {
    w->count = 0;
}

const ws_break *ws_watch_breaks(const ws_watch *w, size_t *count) {
    *count = w->count;
    return w->breaks;
}

/* -------------------------------------------------------------------------------- looking ---- */

static void frame_free(ws_watch *w) {
    if (w->frame)
        ws_frame_free(w->frame);
    w->frame = NULL;
}

static bool needs_metrics(const ws_watch *w) {
    for (size_t i = 0; i < w->count; i++)
        if (w->breaks[i].quantity->measured)
            return true;
    return false;
}

static void look(ws_watch *w, ws_session *s) {
    const ws_net *net = ws_session_net(s);
    ws_session_observe(s);
    if (!w->frame || w->networks != ws_session_networks(s)) {
        frame_free(w);
        w->networks = ws_session_networks(s);
        w->frame = ws_frame_new(net);
    }
    const ws_metrics *metrics = needs_metrics(w) ? ws_session_metrics(s) : NULL;
    ws_frame_update(w->frame, net, metrics, ws_session_observer(s));
}

static size_t branch_of(const ws_session *s) {
    size_t i = 0;
    while (!ws_session_branch(s, i).present)
        i++;
    return i;
}

static void stop_add(ws_watch *w, const ws_break *breakpoint, const ws_session *s, double now) {
    if (w->stop_count == WS_STOPS_MAX)
        memmove(w->stops, w->stops + 1, --w->stop_count * sizeof *w->stops);
    ws_stop *stop = &w->stops[w->stop_count++];
    stop->cycle = w->frame->cycle;
    stop->branch = branch_of(s);
    stop->number = breakpoint->number;
    const char *unit = breakpoint->quantity->unit;
    const char *blank = *unit ? " " : "";
    snprintf(stop->text, sizeof stop->text, "breakpoint %u: %s, it is %.6g%s%s", stop->number,
             breakpoint->text, now, blank, unit);
    w->has_stopped = true;
}

static double see(ws_break *breakpoint, const ws_frame *frame) {
    const ws_compare *compare = breakpoint->compare;
    double now = breakpoint->quantity->of(frame);
    breakpoint->held = compare->takes_value && compare->holds(now, now, breakpoint->value);
    breakpoint->before = now;
    breakpoint->known = true;
    return now;
}

/* Is the session where the latest run ended? */
static bool is_where_seen(const ws_watch *w, ws_session *s) {
    uint64_t now = ws_net_cycle(ws_session_net(s));
    bool same_network = w->networks == ws_session_networks(s);
    return same_network && now == w->seen && branch_of(s) == w->seen_branch;
}

/* What was seen elsewhere says nothing about here. */
static void begin(ws_watch *w, ws_session *s) {
    bool stays = is_where_seen(w, s);
    bool known = true;
    const ws_break *end = w->breaks + w->count;
    for (ws_break *breakpoint = w->breaks; breakpoint < end; breakpoint++) {
        breakpoint->known &= stays;
        known &= breakpoint->known;
    }
    if (known)
        return;
    look(w, s);
    for (ws_break *breakpoint = w->breaks; breakpoint < end; breakpoint++)
        if (!breakpoint->known)
            see(breakpoint, w->frame);
}

static bool is_of_deadlock(const ws_break *breakpoint) {
    return breakpoint->quantity == &ws_quantities[WS_QUANTITY_DEADLOCK];
}

static bool watches_deadlock(const ws_watch *w) {
    for (size_t i = 0; i < w->count; i++)
        if (is_of_deadlock(&w->breaks[i]))
            return true;
    return false;
}

/* All of them are looked at, that the next look may compare; the first that stops is the one
 * that is told. In the cycle in which a deadlock closes only those of deadlocks are. */
static void breaks_look(ws_watch *w, ws_session *s, bool closing) {
    look(w, s);
    for (size_t i = 0; i < w->count; i++) {
        ws_break *other = &w->breaks[i];
        ws_break past = *other;
        if (closing && !is_of_deadlock(other))
            continue;
        double now = see(other, w->frame);
        if (past.held || w->has_stopped)
            continue;
        if (other->compare->holds(now, past.before, other->value))
            stop_add(w, other, s, now);
    }
}

/* -------------------------------------------------------------------------------- running ---- */

static uint64_t least(uint64_t one, uint64_t other) {
    return one < other ? one : other;
}

/* The next cycle at which there is something to look at. */
static uint64_t next_look(const ws_watch *w, const ws_session *s, uint64_t now, uint64_t until) {
    if (w->count)
        until = least(until, now - now % WS_WATCH_CYCLES + WS_WATCH_CYCLES);
    return w->remarks ? least(until, ws_session_remark_ahead(s)) : until;
}

uint64_t ws_watch_run(ws_watch *w, ws_session *s, uint64_t cycles) {
    uint64_t first = ws_net_cycle(ws_session_net(s));
    uint64_t until = cycles > UINT64_MAX - first ? UINT64_MAX : first + cycles;
    uint64_t now = first;
    w->has_stopped = w->remarked = false;
    if (w->count)
        begin(w, s);
    while (now < until && !w->has_stopped && !w->remarked) {
        uint64_t stop = next_look(w, s, now, until);
        uint64_t closing = watches_deadlock(w) ? ws_session_deadlock_ahead(s, &stop) : UINT64_MAX;
        stop = least(stop, closing);
        bool is_remark = w->remarks && stop == ws_session_remark_ahead(s);
        if (ws_session_run(s, stop - now) < stop - now)
            break;
        now = stop;
        w->remarked = is_remark;
        bool on_grid = now % WS_WATCH_CYCLES == 0;
        if (w->count && (on_grid || now == closing))
            breaks_look(w, s, !on_grid);
    }
    now = ws_net_cycle(ws_session_net(s));
    w->seen = now;
    w->seen_branch = branch_of(s);
    return now - first;
}

const ws_stop *ws_watch_stopped(const ws_watch *w) {
    return w->has_stopped ? &w->stops[w->stop_count - 1] : NULL;
}

void ws_watch_remarks(ws_watch *w, bool on) {
    w->remarks = on;
}

bool ws_watch_remarked(const ws_watch *w) {
    return w->remarked;
}

const ws_stop *ws_watch_stops(const ws_watch *w, size_t *count) {
    *count = w->stop_count;
    return w->stops;
}

ws_watch *ws_watch_new(void) {
    return ws_alloc(1, sizeof(ws_watch));
}

void ws_watch_free(ws_watch *w) {
    if (!w)
        return;
    frame_free(w);
    free(w);
}
