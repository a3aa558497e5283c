/* figures.h - what is measured of a run, worked out again from all that happened in it.
 *
 * Keeps every event, sorts, and sums in long double; knows nothing of src/observe. A network of its own goes straight through
 * the run, and what a session says at any cycle, however it came there, must be what is found here among the events before it. A figure
 * that does not exist is NAN. */
#ifndef REFERENCE_FIGURES_H
#define REFERENCE_FIGURES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "fixture.h"

typedef enum fig_kind { FIG_MESSAGE, FIG_NETWORK, FIG_HEAD, FIG_PACKET, FIG_RETRIES } fig_kind;
FIXTURE const u32 FIG_NO_HOST = UINT32_MAX, FIG_ALL = UINT32_MAX; /* no host in particular; all classes */
enum { FIG_WINDOW = 64, FIG_POINTS = 512 };

/* The network's own counters at a cycle, of flits that have come: no event tells of these one by one. */
typedef struct fig_mark {
    u64 cycle, delivered, overhead;
    u64 by_class[WS_CLASSES_MAX]; /* overhead taken off when its packet is here */
    u64 class_flits[WS_CLASSES_MAX];
    u64 *injected, *ejected; /* by host */
} fig_mark;

typedef struct fig_run {
    ws_event *event; /* all, in order */
    size_t events, room;
    fig_mark *mark; /* by cycle */
    size_t marks;
    u32 hosts;
} fig_run;

/* What is measured: what begins in [since, until) and is seen from cycle `from` on and before `now`. */
typedef struct fig_span {
    u64 from, since, until, now;
    bool ended;
} fig_span;

/* ---- keeping ---- */

FIXTURE void fig_mark_add(fig_run *r, ws_net *n) {
    u64 now = ws_net_cycle(n);
    if (r->marks && r->mark[r->marks - 1].cycle == now) return;
    r->mark = realloc(r->mark, (r->marks + 1) * sizeof *r->mark);
    fig_mark *m = &r->mark[r->marks++];
    *m = (fig_mark){.cycle = now, .delivered = n->total[WS_TOTAL_FLITS_DELIVERED], .overhead = n->total[WS_TOTAL_OVERHEAD_DELIVERED]};
    ws_net_delivered(n, m->by_class);
    memcpy(m->class_flits, n->class_flits, n->size.classes * sizeof *n->class_flits);
    r->hosts = n->size.hosts;
    m->injected = malloc(r->hosts * sizeof(u64)), m->ejected = malloc(r->hosts * sizeof(u64));
    for (u32 h = 0; h < r->hosts; h++) {
        m->injected[h] = n->link_flits[n->wire.inject_link[h]];
        m->ejected[h] = n->link_flits[n->wire.eject_link[h]];
    }
}

FIXTURE void fig_read(fig_run *r, ws_net *n) {
    size_t count;
    const ws_event *event = ws_net_events(n, &count);
    while (r->events + count > r->room) r->event = realloc(r->event, (r->room = r->room ? 2 * r->room : 4096) * sizeof *r->event);
    memcpy(r->event + r->events, event, count * sizeof *event);
    r->events += count;
    ws_net_events_clear(n);
}

/* Goes on to a cycle; counters are kept on the grid of windows and there. */
FIXTURE void fig_run_to(fig_run *r, ws_net *n, u64 cycle) {
    fig_mark_add(r, n);
    while (ws_net_cycle(n) < cycle) {
        u64 stop = (ws_net_cycle(n) / FIG_WINDOW + 1) * FIG_WINDOW;
        if (stop > cycle) stop = cycle;
        while (ws_net_cycle(n) < stop) {
            ws_net_step(n, stop - ws_net_cycle(n));
            fig_read(r, n);
        }
        fig_mark_add(r, n);
    }
}

FIXTURE void fig_free(fig_run *r) {
    for (size_t i = 0; i < r->marks; i++) free(r->mark[i].injected), free(r->mark[i].ejected);
    free(r->mark), free(r->event);
}

FIXTURE const fig_mark *fig_mark_at(const fig_run *r, u64 cycle) {
    for (size_t i = 0; i < r->marks; i++)
        if (r->mark[i].cycle == cycle) return &r->mark[i];
    fprintf(stderr, "no counters of cycle %llu\n", (unsigned long long)cycle);
    exit(2);
}

/* ---- samples ---- */

/* The begin of what an event ends, and how long it took; false: the event says nothing of this kind. */
FIXTURE bool fig_latency(const ws_event *e, fig_kind kind, u64 *begin, u64 *cycles) {
    if (e->kind != (kind == FIG_PACKET ? WS_EVENT_PACKET_DELIVERED : WS_EVENT_MESSAGE_DELIVERED)) return false;
    *begin = kind == FIG_MESSAGE || kind == FIG_RETRIES ? e->created : e->entered;
    *cycles = kind == FIG_RETRIES ? e->retries : (kind == FIG_HEAD ? e->head : e->cycle) - *begin;
    return true;
}

typedef struct fig_samples {
    u64 *in_order, *sorted;
    size_t count;
} fig_samples;

static int fig_by_size(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return (x > y) - (x < y);
}

FIXTURE fig_samples fig_samples_of(const fig_run *r, fig_span span, fig_kind kind, u32 classes, u32 host) {
    fig_samples s = {malloc((r->events + 1) * sizeof(u64)), malloc((r->events + 1) * sizeof(u64)), 0};
    for (size_t i = 0; i < r->events; i++) {
        const ws_event *e = &r->event[i];
        u64 begin, cycles;
        if (e->cycle < span.from || e->cycle >= span.now || !fig_latency(e, kind, &begin, &cycles)) continue;
        if (begin < span.since || begin >= span.until) continue;
        if (!(classes >> e->traffic_class & 1) || (host != FIG_NO_HOST && e->source != host)) continue;
        s.in_order[s.count++] = cycles;
    }
    memcpy(s.sorted, s.in_order, s.count * sizeof(u64));
    qsort(s.sorted, s.count, sizeof(u64), fig_by_size);
    return s;
}

FIXTURE void fig_samples_free(fig_samples *s) { free(s->in_order), free(s->sorted); }

FIXTURE double fig_mean(const fig_samples *s) {
    long double sum = 0;
    for (size_t i = 0; i < s->count; i++) sum += s->sorted[i];
    return s->count ? (double)(sum / s->count) : (double)NAN;
}

FIXTURE double fig_sd(const fig_samples *s) {
    long double mean = 0, squares = 0;
    for (size_t i = 0; i < s->count; i++) mean += s->sorted[i];
    if (s->count < 2) return (double)NAN;
    mean /= s->count;
    for (size_t i = 0; i < s->count; i++) squares += (s->sorted[i] - mean) * (s->sorted[i] - mean);
    return (double)sqrtl(squares / (s->count - 1));
}

/* The sample of rank ceil(percent / 100 * n), counted from 1. */
FIXTURE double fig_percentile(const fig_samples *s, u64 percent) {
    u64 rank = (percent * s->count + 99) / 100;
    return s->count ? (double)s->sorted[rank ? rank - 1 : 0] : (double)NAN;
}

FIXTURE double fig_most(const fig_samples *s) { return fig_percentile(s, 100); }

/* The means of full batches of equal size, the least of 8, 16, 32 ... samples of which there are fewer than `room`. */
FIXTURE size_t fig_batches(const fig_samples *s, size_t room, double *mean) {
    size_t size = 8;
    while (s->count / size >= room) size *= 2;
    for (size_t b = 0; b < s->count / size; b++) {
        long double sum = 0;
        for (size_t i = 0; i < size; i++) sum += s->in_order[b * size + i];
        mean[b] = (double)(sum / size);
    }
    return s->count / size;
}

/* ---- counts ---- */

/* Events of a kind whose cycle is in [from, to): how many, or of how many flits, of a set of classes and of a host. */
FIXTURE u64 fig_count(const fig_run *r, ws_event_kind kind, u64 from, u64 to, bool flits, u32 classes, u32 host) {
    u64 sum = 0;
    for (size_t i = 0; i < r->events; i++) {
        const ws_event *e = &r->event[i];
        if (e->kind != kind || e->cycle < from || e->cycle >= to || !(classes >> e->traffic_class & 1)) continue;
        if (host == FIG_NO_HOST || e->source == host) sum += flits ? e->length : 1;
    }
    return sum;
}

/* Messages that began in the span, less those that came or were lost. A line has sent what was sent at the end of the span: it is known by
 * then, unless another span begins there. */
FIXTURE u64 fig_unfinished(const fig_run *r, fig_span span) {
    u64 count = 0;
    for (size_t i = 0; i < r->events; i++) {
        const ws_event *e = &r->event[i];
        bool begins = e->kind == WS_EVENT_MESSAGE_CREATED || e->kind == WS_EVENT_MESSAGE_SENT;
        bool ends = e->kind == WS_EVENT_MESSAGE_DELIVERED || e->kind == WS_EVENT_MESSAGE_LOST;
        u64 begin = begins ? e->cycle : e->created;
        bool known = e->cycle < span.now || (e->cycle == span.now && e->kind == WS_EVENT_MESSAGE_SENT && !span.ended);
        if (e->cycle < span.from || !known || begin < span.since || begin >= span.until) continue;
        count += begins;
        count -= ends;
    }
    return count;
}

FIXTURE u64 fig_end(fig_span span) { return span.until < span.now ? span.until : span.now; }

/* Flits per cycle and `hosts` hosts since the base; NAN if no cycle has passed. */
FIXTURE double fig_rate(fig_span span, double flits, double hosts) {
    u64 end = fig_end(span);
    return end > span.since ? flits / (double)(end - span.since) / hosts : (double)NAN;
}

FIXTURE double fig_offered(const fig_run *r, fig_span span, u32 classes, u32 host) {
    u64 end = fig_end(span);
    if (end <= span.since) return (double)NAN;
    u64 flits = fig_count(r, WS_EVENT_MESSAGE_CREATED, span.since, end, true, classes, host) +
                fig_count(r, WS_EVENT_MESSAGE_REFUSED, span.since, end, true, classes, host);
    return fig_rate(span, (double)flits, host == FIG_NO_HOST ? r->hosts : 1);
}

FIXTURE double fig_accepted(const fig_run *r, fig_span span, u32 classes) {
    if (fig_end(span) <= span.since) return (double)NAN;
    const fig_mark *a = fig_mark_at(r, span.since), *b = fig_mark_at(r, fig_end(span));
    double flits = 0;
    u64 came = b->delivered - a->delivered, over = b->overhead - a->overhead;
    if (classes == FIG_ALL) return fig_rate(span, came > over ? (double)(came - over) : 0, r->hosts);
    for (u32 c = 0; c < WS_CLASSES_MAX; c++)
        if (classes >> c & 1 && b->class_flits[c] > a->class_flits[c]) flits += (double)(b->class_flits[c] - a->class_flits[c]);
    return fig_rate(span, flits, r->hosts);
}

/* ---- the series: at most 511 equal windows from cycle 0 on ---- */

FIXTURE u64 fig_window(u64 now) {
    u64 window = FIG_WINDOW;
    while (now / window >= FIG_POINTS) window *= 2;
    return window;
}

/* Flits that came in [from, to): as windows of their time saw them, in none of which they shrink. What is counted before its overhead is
 * known is made up for by what comes next; a class begins anew in each. */
FIXTURE double fig_came(const fig_run *r, u64 from, u64 to, u32 classes) {
    u64 most = 0, sum = 0;
    for (u64 end = FIG_WINDOW, begin = 0; end <= to; begin = end, end += fig_window(end)) {
        const fig_mark *a = fig_mark_at(r, begin), *b = fig_mark_at(r, end);
        u64 all = 0;
        for (u32 c = 0; c < WS_CLASSES_MAX; c++) {
            all += b->by_class[c];
            if (begin >= from && classes >> c & 1 && classes != FIG_ALL && b->by_class[c] > a->by_class[c])
                sum += b->by_class[c] - a->by_class[c];
        }
        if (classes == FIG_ALL && begin >= from && all > most) sum += all - most;
        if (all > most) most = all;
    }
    return (double)sum;
}

#endif
