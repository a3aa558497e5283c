/* quantities.c - see quantities.h. */
#include "observe/quantities.h"

#include <math.h>
#include <string.h>

#include "core/base.h"

static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

/* ---- worms ---- */

static double of_worms(const ws_frame *frame) {
    return frame->worms;
}
static double of_blocked(const ws_frame *frame) {
    return percent(frame->stopped, frame->worms);
}
static double of_deadlock(const ws_frame *frame) {
    return frame->by_order[WS_FRAME_ORDERS - 1];
}

static double of_victims(const ws_frame *frame) {
    return frame->victims;
}

static double of_order(const ws_frame *frame) {
    uint16_t most = 0;
    for (EACH(i, frame->worms)) {
        uint16_t order = frame->worm[i].order;
        if (order < WS_ORDER_DEADLOCK && order > most)
            most = order;
    }
    return most;
}

/* The longest wait comes first. */
static double of_wait(const ws_frame *frame) {
    if (frame->blocked_worms == 0)
        return 0;
    const ws_frame_worm *worm = &frame->worm[frame->blocked[0]];
    if (worm->since >= frame->cycle)
        return 0;
    return (double)(frame->cycle - worm->since);
}

/* ---- links and buffers ---- */

static double of_held(const ws_frame *frame) {
    uint32_t held = 0;
    for (EACH(l, frame->links))
        held += frame->link[l].state == WS_LINK_BLOCKED;
    return percent(held, frame->links);
}

static double of_buffers(const ws_frame *frame) {
    double buffered = 0;
    double capacity = 0;
    for (EACH(l, frame->links)) {
        buffered += frame->link[l].buffered;
        capacity += frame->link[l].capacity;
    }
    return percent(buffered, capacity);
}

static double of_stopped(const ws_frame *frame) {
    uint32_t stopped = 0;
    for (EACH(l, frame->links))
        stopped += frame->link[l].stop_sent;
    return stopped;
}

/* ---- messages ---- */

static double of_backlog(const ws_frame *frame) {
    double waiting = 0;
    for (EACH(h, frame->hosts))
        waiting += frame->host[h].waiting_all;
    return waiting;
}

static double of_delivered(const ws_frame *frame) {
    return (double)frame->total_delivered;
}
static double of_refused(const ws_frame *frame) {
    return (double)frame->total_refused;
}
static double of_kills(const ws_frame *frame) {
    return (double)frame->kills;
}
static double of_resets(const ws_frame *frame) {
    return (double)frame->resets;
}
static double of_offered(const ws_frame *frame) {
    return frame->offered;
}
static double of_accepted(const ws_frame *frame) {
    return frame->accepted;
}

static const ws_summary *latency_of(const ws_frame *frame) {
    const ws_class_report *all = &frame->class_report[0];
    const ws_summary *latency = &all->latency[WS_LATENCY_MESSAGE];
    return frame->classes && latency->count ? latency : NULL;
}
static double of_latency(const ws_frame *frame) {
    const ws_summary *latency = latency_of(frame);
    return latency ? latency->mean : NAN;
}
static double of_ci(const ws_frame *frame) {
    const ws_summary *latency = latency_of(frame);
    return latency && latency->independent ? 100 * latency->ci95 / latency->mean : NAN;
}
static double of_p99(const ws_frame *frame) {
    const ws_summary *latency = latency_of(frame);
    return latency ? latency->p99 : NAN;
}
static double of_recent(const ws_frame *frame) {
    if (frame->points == 0)
        return NAN;
    return frame->point[frame->points - 1].latency[WS_LATENCY_MESSAGE];
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
    for (EACH(i, WS_QUANTITY_COUNT))
        if (strcmp(ws_quantities[i].name, name) == 0)
            return &ws_quantities[i];
    return NULL;
}
