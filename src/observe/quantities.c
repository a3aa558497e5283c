/* quantities.c - see quantities.h. */
#include "observe/quantities.h"

#include <math.h>
#include <string.h>

#include "core/base.h"

static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

/* ---- worms ---- */

static double highest_order(const ws_frame *frame) {
    uint16_t most = 0;
    for (EACH(i, frame->worms)) {
        uint16_t order = frame->worm[i].order;
        if (order < WS_ORDER_DEADLOCK && order > most)
            most = order;
    }
    return most;
}

/* The longest wait comes first. */
static double longest_wait(const ws_frame *frame) {
    if (frame->blocked_worms == 0)
        return 0;
    const ws_frame_worm *worm = &frame->worm[frame->blocked[0]];
    if (worm->since >= frame->cycle)
        return 0;
    return (double)(frame->cycle - worm->since);
}

/* ---- links and buffers ---- */

static double links_held(const ws_frame *frame) {
    uint32_t held = 0;
    for (EACH(l, frame->links))
        held += frame->link[l].state == WS_LINK_BLOCKED;
    return percent(held, frame->links);
}

static double buffers_filled(const ws_frame *frame) {
    double buffered = 0;
    double capacity = 0;
    for (EACH(l, frame->links)) {
        buffered += frame->link[l].buffered;
        capacity += frame->link[l].capacity;
    }
    return percent(buffered, capacity);
}

static double links_stopped(const ws_frame *frame) {
    uint32_t stopped = 0;
    for (EACH(l, frame->links))
        stopped += frame->link[l].stop_sent;
    return stopped;
}

/* ---- messages ---- */

static double messages_waiting(const ws_frame *frame) {
    double waiting = 0;
    for (EACH(h, frame->hosts))
        waiting += frame->host[h].waiting_all;
    return waiting;
}

static ws_summary latency_of(const ws_frame *frame) {
    const ws_summary *latency = &frame->class_report[0].latency[WS_LATENCY_MESSAGE];
    if (frame->classes && latency->count)
        return *latency;
    return (ws_summary){.mean = NAN, .p99 = NAN};
}
static double latency_precision(const ws_frame *frame) {
    ws_summary latency = latency_of(frame);
    return latency.independent ? 100 * latency.ci95 / latency.mean : NAN;
}
static double latency_recent(const ws_frame *frame) {
    if (frame->points == 0)
        return NAN;
    return frame->point[frame->points - 1].latency[WS_LATENCY_MESSAGE];
}

/* ---- numbers of a frame ---- */

#define QUANTITY(id, kind, name, unit, value, doc)                                                 \
    static double of_##id(const ws_frame *frame) {                                                 \
        return (double)(value);                                                                    \
    }
#include "observe/quantities.def"

enum { COUNTED, MEASURED };
const ws_quantity ws_quantities[WS_QUANTITY_COUNT] = {
#define QUANTITY(id, kind, name, unit, value, doc)                                                 \
    [WS_QUANTITY_##id] = {name, unit, doc, kind == MEASURED, of_##id},
#include "observe/quantities.def"
};

const ws_quantity *ws_quantity_find(const char *name) {
    if (strcmp(name, "blocked") == 0)
        return &ws_quantities[WS_QUANTITY_BLOCKED];
    for (EACH(i, WS_QUANTITY_COUNT))
        if (strcmp(ws_quantities[i].name, name) == 0)
            return &ws_quantities[i];
    return NULL;
}

/* ---- figures of a run ---- */

const ws_fact ws_facts[] = {
#define TIME                               WS_FACT_TIME
#define PARTS                              WS_FACT_PARTS
#define FACT(subject, path, column, value) {WS_FACTS_OF_##subject, path, column},
#include "observe/quantities.def"
};
const size_t ws_fact_count = sizeof ws_facts / sizeof *ws_facts;

bool ws_fact_is_time(const char *path) {
    for (EACH(i, ws_fact_count))
        if (ws_facts[i].column == WS_FACT_TIME && strcmp(ws_facts[i].path, path) == 0)
            return true;
    return false;
}

const ws_fact *ws_fact_column(ws_facts_of subject, uint8_t column) {
    for (EACH(i, ws_fact_count))
        if (ws_facts[i].subject == subject && ws_facts[i].column == column)
            return &ws_facts[i];
    return NULL;
}

const char *const ws_facts_said[] = {
#define SAY(line) line,
#include "observe/quantities.def"
};
const size_t ws_facts_said_count = sizeof ws_facts_said / sizeof *ws_facts_said;

enum { BRIEF, WHOLE };
const ws_table_column ws_table_columns[] = {
#define COLUMN(table, heading, path, width, form)                                                  \
    {WS_TABLE_##table, heading, path, width, form == WHOLE},
#include "observe/quantities.def"
};
const size_t ws_table_column_count = sizeof ws_table_columns / sizeof *ws_table_columns;
