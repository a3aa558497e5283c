/* distributions.c - see report.h. */
#include "cli/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "observe/confidence.h"
#include "observe/histogram.h"
#include "wormscope/memory.h"

/* A bucket that is not empty: goes on where `to` points. */
typedef void bucket_put(void *to, const ws_bucket *bucket);

/* What is read: one histogram of one class. */
typedef struct reading {
    const ws_metrics *metrics;
    size_t class;
    ws_latency_kind kind;
} reading;

void ws_distributions_free(ws_distributions *before) {
    free(before->counts);
    *before = (ws_distributions){0};
}

static const ws_histogram *histogram_of(const reading *of) {
    return ws_metrics_histogram(of->metrics, of->class, of->kind);
}

static size_t buckets_most(const ws_metrics *metrics) {
    size_t most = 0;
    for (size_t c = 0; c < ws_metrics_classes(metrics); c++) {
        for (size_t k = 0; k < WS_LATENCY_COUNT; k++) {
            reading of = {metrics, c, (ws_latency_kind)k};
            size_t buckets = ws_histogram_buckets(histogram_of(&of));
            most = buckets > most ? buckets : most;
        }
    }
    return most;
}

/* Room for as many buckets as there are now; counts keep their places. */
static void room_make(ws_distributions *before, const ws_metrics *metrics) {
    size_t classes = ws_metrics_classes(metrics);
    size_t room = buckets_most(metrics);
    if (before->classes == classes && before->room >= room)
        return;
    uint64_t *counts = ws_alloc(classes * WS_LATENCY_COUNT * room + 1, sizeof *counts);
    size_t kept = before->classes == classes ? classes * WS_LATENCY_COUNT : 0;
    for (size_t i = 0; i < kept; i++)
        memcpy(counts + i * room, before->counts + i * before->room, before->room * sizeof *counts);
    free(before->counts);
    *before = (ws_distributions){.counts = counts, .room = room, .classes = classes};
}

/* After a rebuild measurement has begun anew: then all is new. */
static uint64_t growth(uint64_t now, uint64_t before) {
    return now >= before ? now - before : now;
}

static void histogram_read(ws_distributions *before, const reading *of, bucket_put *put, void *to) {
    const ws_histogram *histogram = histogram_of(of);
    size_t place = of->class * WS_LATENCY_COUNT + of->kind;
    uint64_t *counts = before->counts + place * before->room;
    for (uint32_t i = 0; i < ws_histogram_buckets(histogram); i++) {
        ws_bucket bucket = ws_histogram_bucket(histogram, i);
        uint64_t now = bucket.count;
        bucket.count = growth(now, counts[i]);
        counts[i] = now;
        if (bucket.count > 0)
            put(to, &bucket);
    }
}

/* ---- rows ---- */

typedef struct row {
    FILE *out;
    const char *prefix;
    const char *class;
    const char *kind;
} row;

static void row_put(void *to, const ws_bucket *bucket) {
    const row *of = to;
    fprintf(of->out, "%s%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", of->prefix, of->class,
            of->kind, bucket->low, bucket->width, bucket->count);
}

void ws_distributions_csv(ws_distributions *before, ws_session *session, const char *prefix,
                          FILE *out) {
    const ws_metrics *metrics = ws_session_metrics(session);
    room_make(before, metrics);
    for (size_t c = 0; c < ws_metrics_classes(metrics); c++) {
        ws_class_report class = ws_honest_class(metrics, ws_session_net(session), c);
        for (size_t k = 0; k < WS_LATENCY_COUNT; k++) {
            reading of = {metrics, c, (ws_latency_kind)k};
            row to = {out, prefix, class.name, ws_latency_names[k]};
            histogram_read(before, &of, row_put, &to);
        }
    }
}

/* ---- JSON ---- */

static void triple_put(void *to, const ws_bucket *bucket) {
    json_t *list = to;
    json_t *triple = json_array();
    json_array_append_new(triple, json_integer((json_int_t)bucket->low));
    json_array_append_new(triple, json_integer((json_int_t)bucket->width));
    json_array_append_new(triple, json_integer((json_int_t)bucket->count));
    json_array_append_new(list, triple);
}

json_t *ws_distributions_json(ws_distributions *before, ws_session *session) {
    const ws_metrics *metrics = ws_session_metrics(session);
    json_t *classes = json_object();
    room_make(before, metrics);
    for (size_t c = 0; c < ws_metrics_classes(metrics); c++) {
        ws_class_report class = ws_honest_class(metrics, ws_session_net(session), c);
        json_t *kinds = json_object();
        for (size_t k = 0; k < WS_LATENCY_COUNT; k++) {
            reading of = {metrics, c, (ws_latency_kind)k};
            json_t *list = json_array();
            histogram_read(before, &of, triple_put, list);
            json_object_set_new(kinds, ws_latency_names[k], list);
        }
        json_object_set_new(classes, class.name, kinds);
    }
    return classes;
}
