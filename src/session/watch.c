/* watch.c - see watch.h. A watch has a frame of its own, so that it disturbs no other, and reads
 * the observer of the session. */
#include "session/watch.h"

#include "session/language/text.h"

#include <string.h>

struct ws_watch {
    ws_break breaks[WS_BREAKS_MAX];
    size_t count;
    unsigned numbers; /* given so far */
    bool remarks;
    bool remarked;
    bool has_stopped;
    ws_stop stops[WS_STOPS_MAX];
    size_t stop_count;
    uint64_t networks; /* of the session, when the frame was made */
    ws_frame *frame;
    uint64_t seen; /* the cycle and branch in which the latest run ended */
    size_t seen_branch;
};

/* ----------------------------------------------------------------------------- conditions ---- */

const ws_compare ws_compares[] = {
    {">=", "at least"},
    {"<=", "at most"},
    {"!=", "is another value"},
    {">", "more than"},
    {"<", "less than"},
    {"=", "just this value"},
    {"rises", "more than at the look before"},
    {"falls", "less than at the look before"},
};
const size_t ws_compare_count = sizeof ws_compares / sizeof *ws_compares;

/* Cuts the last word off. False if the text ends with another word. */
static bool word_cut(const char *text, size_t *length, const char *word) {
    size_t size = strlen(word);
    if (*length <= size)
        return false;
    const char *last = text + *length - size;
    if (memcmp(last, word, size) != 0)
        return false;
    if (!strchr(" \t)", last[-1]))
        return false;
    *length -= size;
    return true;
}

static size_t length_of(const char *text) {
    size_t length = strlen(text);
    while (length && strchr(" \t", text[length - 1]))
        length--;
    return length;
}

static bool condition_parse(ws_break *breakpoint, const char *text, ws_error *error) {
    static const char *const words[] = {"", "rises", "falls"};
    size_t length = length_of(text);
    if (strspn(text, " \t") >= length)
        return fail_with(error, "the quantity is missing; write break waiting>20%%");
    for (int mode = WS_BREAK_RISES; mode <= WS_BREAK_FALLS; mode++)
        if (word_cut(text, &length, words[mode]))
            breakpoint->mode = (ws_break_mode)mode;
    const ws_place place = {NULL, 1, 1};
    ws_expr *expr = &breakpoint->expr;
    if (!ws_expr_parse(expr, place, text, length, error))
        return false;
    bool compares = ws_expr_is_condition(expr);
    if (breakpoint->mode != WS_BREAK_HOLDS && compares)
        return fail_with(error, "%s is written after a figure, e.g. kills rises",
                         words[breakpoint->mode]);
    if (!compares && breakpoint->mode == WS_BREAK_HOLDS)
        breakpoint->mode = WS_BREAK_RISES;
    breakpoint->quantity = ws_expr_quantity(expr);
    text_out out = text_begin(breakpoint->text, sizeof breakpoint->text);
    text_add(&out, "%s", expr->text);
    if (!compares)
        text_add(&out, " %s", words[breakpoint->mode]);
    return true;
}

static bool has_room(const ws_watch *w, ws_error *error) {
    return w->count < WS_BREAKS_MAX ||
           fail_with(error, "there are 16 breakpoints already; unbreak one of them");
}

static void break_add(ws_watch *w, ws_break *breakpoint) {
    breakpoint->cycles = ws_expr_cycles(&breakpoint->expr, breakpoint->cycle, WS_BREAK_CYCLES);
    breakpoint->number = ++w->numbers;
    breakpoint->unit = "";
    w->breaks[w->count++] = *breakpoint;
}

bool ws_watch_add(ws_watch *w, const char *condition, unsigned *number, ws_error *error) {
    ws_break breakpoint = {0};
    if (!has_room(w, error) || !condition_parse(&breakpoint, condition, error))
        return false;
    break_add(w, &breakpoint);
    if (number)
        *number = breakpoint.number;
    return true;
}

bool ws_watch_until(ws_watch *w, const char *condition, uint64_t hold, ws_error *error) {
    ws_break breakpoint = {0};
    size_t length = length_of(condition);
    ws_place place = {NULL, 1, 1};
    ws_expr *expr = &breakpoint.expr;
    if (!has_room(w, error))
        return false;
    if (!ws_expr_parse(expr, place, condition, length, error))
        return false;
    breakpoint.mode = WS_BREAK_UNTIL;
    breakpoint.hold = hold;
    breakpoint.quantity = ws_expr_quantity(expr);
    snprintf(breakpoint.text, sizeof breakpoint.text, "%s", expr->text);
    break_add(w, &breakpoint);
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
        if (w->breaks[i].expr.measured)
            return true;
    return false;
}

static void conditions_check(ws_watch *w, ws_session *s) {
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

static void stop_add(ws_watch *w, const ws_break *breakpoint, const ws_session *s) {
    const char *unit = breakpoint->unit;
    const char *blank = *unit ? " " : "";
    if (w->stop_count == WS_STOPS_MAX) {
        size_t kept = --w->stop_count;
        memmove(w->stops, w->stops + 1, kept * sizeof *w->stops);
    }
    ws_stop *stop = &w->stops[w->stop_count++];
    *stop = (ws_stop){.cycle = w->frame->cycle};
    stop->branch = branch_of(s);
    stop->number = breakpoint->number;
    snprintf(stop->text, sizeof stop->text, "breakpoint %u: %s, it is %.6g%s%s", breakpoint->number,
             breakpoint->text, breakpoint->before, blank, unit);
    w->has_stopped = true;
}

/* Evaluates a breakpoint. True if it stops the run, compared with the evaluation before. */
static bool see(ws_break *breakpoint, const ws_scene *scene) {
    const ws_break past = *breakpoint;
    double now = ws_expr_figure(&breakpoint->expr, scene, &breakpoint->unit);
    bool compares = breakpoint->mode == WS_BREAK_HOLDS || breakpoint->mode == WS_BREAK_UNTIL;
    breakpoint->held = compares && ws_expr_holds(&breakpoint->expr, scene);
    breakpoint->before = now;
    breakpoint->known = true;
    if (breakpoint->held && !(past.known && past.held))
        breakpoint->since = scene->frame->cycle;
    switch (breakpoint->mode) {
    case WS_BREAK_HOLDS: return past.known && !past.held && breakpoint->held;
    case WS_BREAK_RISES: return past.known && now > past.before;
    case WS_BREAK_FALLS: return past.known && now < past.before;
    case WS_BREAK_UNTIL: break;
    }
    uint64_t held = scene->frame->cycle - breakpoint->since;
    return breakpoint->held && held >= breakpoint->hold;
}

static ws_scene scene_of(const ws_watch *w, ws_session *s) {
    return (ws_scene){ws_session_net(s), w->frame, ws_session_metrics(s)};
}

/* Is the session where the latest run ended? */
static bool is_where_seen(const ws_watch *w, ws_session *s) {
    uint64_t now = ws_net_cycle(ws_session_net(s));
    bool same_network = w->networks == ws_session_networks(s);
    return same_network && now == w->seen && branch_of(s) == w->seen_branch;
}

/* Evaluates the breakpoints where the run begins. Evaluations from another place do not count. */
static void begin(ws_watch *w, ws_session *s) {
    bool stays = is_where_seen(w, s);
    bool known = true;
    for (size_t i = 0; i < w->count; i++) {
        w->breaks[i].known &= stays;
        known &= w->breaks[i].known;
    }
    if (known)
        return;
    conditions_check(w, s);
    const ws_scene scene = scene_of(w, s);
    for (size_t i = 0; i < w->count; i++) {
        ws_break *breakpoint = &w->breaks[i];
        bool stops = !breakpoint->known && see(breakpoint, &scene);
        if (stops && !w->has_stopped)
            stop_add(w, breakpoint, s);
    }
}

static bool is_of_deadlock(const ws_break *breakpoint) {
    return ws_expr_uses(&breakpoint->expr, &ws_quantities[WS_QUANTITY_DEADLOCK]);
}

static bool watches_deadlock(const ws_watch *w) {
    for (size_t i = 0; i < w->count; i++)
        if (is_of_deadlock(&w->breaks[i]))
            return true;
    return false;
}

/* At how many cycles from one to the next a breakpoint is evaluated. One of an interval is seen
 * only when the run has grown by an eighth or so: whoever stops at the first narrow one that chance
 * brings, and checks often, stops with intervals that do not hold the mean. */
static uint64_t grid_of(const ws_break *breakpoint, uint64_t now) {
    enum { CHECKS = 8 }; /* while the run doubles, at least */
    uint64_t grid = WS_WATCH_CYCLES;
    if (!ws_expr_uses(&breakpoint->expr, &ws_quantities[WS_QUANTITY_CI]))
        return grid;
    while (now / grid >= 2 * CHECKS)
        grid *= 2;
    return grid;
}

static bool is_on_grid(const ws_break *breakpoint, uint64_t now) {
    return now % grid_of(breakpoint, now) == 0;
}

/* Why breakpoints are evaluated at a cycle. */
typedef struct occasion {
    bool closing; /* a deadlock closes */
    uint64_t cycle;
} occasion;

static bool names_cycle(const ws_break *breakpoint, uint64_t cycle) {
    for (size_t i = 0; i < breakpoint->cycles; i++)
        if (breakpoint->cycle[i] == cycle)
            return true;
    return false;
}

static bool concerns(const occasion *now, const ws_break *breakpoint) {
    if (is_on_grid(breakpoint, now->cycle) || names_cycle(breakpoint, now->cycle))
        return true;
    return now->closing && is_of_deadlock(breakpoint);
}

/* Evaluates every breakpoint that the occasion concerns, so that the next evaluation can compare;
 * reports the first that stops the run. */
static void breaks_check(ws_watch *w, ws_session *s, const occasion *now) {
    conditions_check(w, s);
    const ws_scene scene = scene_of(w, s);
    for (size_t i = 0; i < w->count; i++) {
        ws_break *other = &w->breaks[i];
        if (!concerns(now, other))
            continue;
        if (see(other, &scene) && !w->has_stopped)
            stop_add(w, other, s);
    }
}

bool ws_watch_check(ws_watch *w, ws_session *s, ws_error *error) {
    if (w->count == 0)
        return true;
    conditions_check(w, s);
    const ws_scene scene = scene_of(w, s);
    for (size_t i = 0; i < w->count; i++)
        if (!ws_expr_check(&w->breaks[i].expr, &scene, error))
            return false;
    return true;
}

/* -------------------------------------------------------------------------------- running ---- */

static uint64_t least(uint64_t one, uint64_t other) {
    return one < other ? one : other;
}

/* Returns the next cycle that a condition names; UINT64_MAX if there is none. */
static uint64_t named_after(const ws_break *breakpoint, uint64_t now) {
    uint64_t next = UINT64_MAX;
    const uint64_t *cycle = breakpoint->cycle;
    for (size_t i = 0; i < breakpoint->cycles; i++, cycle++)
        if (*cycle > now)
            next = least(next, *cycle);
    return next;
}

static uint64_t named_ahead(const ws_watch *w, uint64_t now) {
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < w->count; i++) {
        uint64_t named = named_after(&w->breaks[i], now);
        next = least(next, named);
    }
    return next;
}

static bool any_is_on_grid(const ws_watch *w, uint64_t now) {
    for (size_t i = 0; i < w->count; i++)
        if (is_on_grid(&w->breaks[i], now))
            return true;
    return false;
}

/* Returns the next cycle at which breakpoints are evaluated or a remark stands. */
static uint64_t next_check(const ws_watch *w, const ws_session *s, uint64_t now) {
    uint64_t next = named_ahead(w, now);
    for (size_t i = 0; i < w->count; i++) {
        uint64_t grid = grid_of(&w->breaks[i], now);
        next = least(next, now - now % grid + grid);
    }
    if (w->remarks)
        next = least(next, ws_session_remark_ahead(s));
    return next;
}

uint64_t ws_watch_run(ws_watch *w, ws_session *s, uint64_t cycles) {
    uint64_t first = ws_net_cycle(ws_session_net(s));
    uint64_t until = cycles > UINT64_MAX - first ? UINT64_MAX : first + cycles;
    uint64_t now = first;
    w->has_stopped = w->remarked = false;
    if (w->count)
        begin(w, s);
    while (now < until && !w->has_stopped && !w->remarked) {
        uint64_t named = named_ahead(w, now);
        uint64_t stop = least(until, next_check(w, s, now));
        uint64_t closing = UINT64_MAX;
        if (watches_deadlock(w))
            closing = ws_session_deadlock_ahead(s, &stop);
        stop = least(stop, closing);
        bool is_remark = w->remarks && stop == ws_session_remark_ahead(s);
        if (ws_session_run(s, stop - now) < stop - now)
            break;
        now = stop;
        w->remarked = is_remark;
        const occasion here = {.closing = now == closing, .cycle = now};
        bool is_due = here.closing || any_is_on_grid(w, now);
        if (w->count && (is_due || now == named))
            breaks_check(w, s, &here);
    }
    now = ws_net_cycle(ws_session_net(s));
    w->seen = now;
    w->seen_branch = branch_of(s);
    return now - first;
}

const ws_stop *ws_watch_stopped(const ws_watch *w) {
    if (!w->has_stopped)
        return NULL;
    return &w->stops[w->stop_count - 1];
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
