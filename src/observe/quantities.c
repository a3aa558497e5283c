/* quantities.c - see quantities.h. */
#include "observe/quantities.h"

#include <math.h>
#include <string.h>

static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

/* ---- worms ---- */

static double of_worms(const ws_frame *f) {
    return f->worms;
}
static double of_blocked(const ws_frame *f) {
    return percent(f->stopped, f->worms);
}
static double of_deadlock(const ws_frame *f) {
    return f->by_order[WS_FRAME_ORDERS - 1];
}

static double of_victims(const ws_frame *f) {
    return f->victims;
}

static double of_order(const ws_frame *f) {
    uint16_t most = 0;
    for (uint32_t i = 0; i < f->worms; i++)
        if (f->worm[i].order != WS_ORDER_DEADLOCK && f->worm[i].order != WS_ORDER_NONE &&
            f->worm[i].order > most)
            most = f->worm[i].order;
    return most;
}

/* The longest wait comes first. */
static double of_wait(const ws_frame *f) {
    if (f->blocked_worms == 0)
        return 0;
    const ws_frame_worm *w = &f->worm[f->blocked[0]];
    return w->since < f->cycle ? (double)(f->cycle - w->since) : 0;
}

/* ---- links and buffers ---- */

static double of_held(const ws_frame *f) {
    uint32_t held = 0;
    for (uint32_t l = 0; l < f->links; l++)
        held += f->link[l].state == WS_LINK_BLOCKED;
    return percent(held, f->links);
}

static double of_buffers(const ws_frame *f) {
    double level = 0;
    double capacity = 0;
    for (uint32_t l = 0; l < f->links; l++)
        level += f->link[l].level, capacity += f->link[l].capacity;
    return percent(level, capacity);
}

static double of_stopped(const ws_frame *f) {
    uint32_t stopped = 0;
    for (uint32_t l = 0; l < f->links; l++)
        stopped += f->link[l].told_stop;
    return stopped;
}

/* ---- messages ---- */

static double of_backlog(const ws_frame *f) {
    double waiting = 0;
    for (uint32_t h = 0; h < f->hosts; h++)
        waiting += f->host[h].waiting_all;
    return waiting;
}

static double of_delivered(const ws_frame *f) {
    return (double)f->total_delivered;
}
static double of_refused(const ws_frame *f) {
    return (double)f->total_refused;
}
static double of_kills(const ws_frame *f) {
    return (double)f->kills;
}
static double of_resets(const ws_frame *f) {
    return (double)f->resets;
}
static double of_offered(const ws_frame *f) {
    return f->offered;
}
static double of_accepted(const ws_frame *f) {
    return f->accepted;
}

static const ws_summary *latency_of(const ws_frame *f) {
    const ws_summary *s = &f->class_report[0].latency[WS_LATENCY_MESSAGE];
    return f->classes && s->count ? s : NULL;
}
static double of_latency(const ws_frame *f) {
    return latency_of(f) ? latency_of(f)->mean : NAN;
}
static double of_p99(const ws_frame *f) {
    return latency_of(f) ? latency_of(f)->p99 : NAN;
}
static double of_recent(const ws_frame *f) {
    return f->points ? f->point[f->points - 1].latency : NAN;
}

/* ---- table ---- */

enum { COUNTED, MEASURED };
const ws_quantity ws_quantities[WS_QUANTITY_COUNT] = {
#define ROW(id, function, kind, word, words, line)                                                 \
    [WS_QUANTITY_##id] = {word, words, line, kind == MEASURED, of_##function},
    WS_QUANTITIES(ROW)
#undef ROW
};

const ws_quantity *ws_quantity_find(const char *name) {
    if (strcmp(name, "blocked") == 0)
        return &ws_quantities[WS_QUANTITY_BLOCKED];
    for (size_t i = 0; i < WS_QUANTITY_COUNT; i++)
        if (strcmp(ws_quantities[i].name, name) == 0)
            return &ws_quantities[i];
    return NULL;
}
