/* twins.h - flits in segments (core/segment.h) are the same as flit by flit: the same events in the same order, and whenever a step ends the
 * same state, column by column. Half of the steps stop on the way without expanding anything, to count what hosts have got (ws_net_run) and
 * to look: what is read of flits and credits in the midst of segments (settled_*), who waits for whom, and what an observer remembers,
 * is that of the network which has none, and of an observer that finds the places of all queues at each look. */
#include "core/segment.h"
#include "observe/observer.h"

static struct {
    ws_observer *observer[2];
    ws_waits *waits[2];
    u64 hash; /* events of the slow one, and looks at it, since the step began */
    u64 window;
} twins;

static void twins_begin(subject *s) {
    ws_net *const nets[2] = {s->fast, s->slow};
    for (int i = 0; i < 2; i++)
        twins.observer[i] = ws_observer_new(nets[i]), twins.waits[i] = ws_waits_new(nets[i]);
    ws_observer_place_all(twins.observer[1]);
}

static void twins_end(void) {
    for (int i = 0; i < 2; i++)
        ws_observer_free(twins.observer[i]), ws_waits_free(twins.waits[i]);
}

static u64 numbers_hash(u64 hash, const u64 *numbers, size_t count) {
    for (size_t w = 0; w < count; w++)
        hash = mix64(hash ^ numbers[w]) + w;
    return hash;
}

static u64 events_hash(const ws_net *n, u64 hash) {
    for (size_t i = 0; i < n->event_count; i++) {
        const ws_event *e = &n->events[i];
        u64 numbers[] = {e->cycle, e->created, e->entered, e->head, e->id, e->source, e->dest, e->length, e->hops, e->kind};
        hash = numbers_hash(hash, numbers, sizeof numbers / sizeof *numbers);
    }
    return hash;
}

static u64 bytes_hash(u64 hash, const void *bytes, size_t size) {
    static u64 numbers[1 << 16];
    assert(size < sizeof numbers);
    numbers[size / 8] = 0;
    memcpy(numbers, bytes, size);
    return numbers_hash(hash, numbers, size / 8 + 1);
}

/* What is read of flits and credits. */
static u64 counters_hash(const ws_net *n, u64 hash) {
    for (EACH(q, n->size.queues)) {
        u64 flits = is_source(n, q) ? 0 : settled_flits(n, q);
        hash = numbers_hash(hash, (u64[]){settled_front(n, q), flits}, 2);
    }
    for (EACH(v, n->size.vcs))
        hash = numbers_hash(hash, (u64[]){(u64)settled_credit(n, v), settled_on_wire(n, v)}, 2);
    for (EACH(l, n->size.links))
        hash = numbers_hash(hash, (u64[]){settled_link_flits(n, l), settled_sent(n, l)}, 2);
    return hash;
}

static u64 look_hash(ws_net *n, int which, u64 hash) {
    static unsigned char bytes[1 << 19];
    ws_pack pack = {.mode = WS_PACK_SAVE, .bytes = bytes};
    u64 worms[2], delivered[WS_CLASSES_MAX];
    size_t queues;
    ws_observer *observer = twins.observer[which];
    ws_net_delivered(n, delivered);
    ws_net_show(n);
    ws_observer_sample(observer, n);
    ws_observer_pack(observer, &pack);
    ws_observer_worms(observer, &worms[0], &worms[1]);
    ws_waits_update(twins.waits[which], n);
    const ws_wait *wait = ws_waits_of(twins.waits[which], &queues);
    hash = numbers_hash(counters_hash(n, hash), delivered, WS_CLASSES_MAX);
    hash = bytes_hash(numbers_hash(hash, worms, 2), bytes, pack.size);
    return bytes_hash(hash, wait, queues * sizeof *wait);
}

/* A step begins, in windows of up to 50 cycles, or in none. */
static void twins_step(subject *s) {
    twins.window = chance(&s->rng, 50) ? 0 : 1 + below(&s->rng, 40);
    if (chance(&s->rng, 80) && twins.window)
        twins.window += 10;
    twins.hash = 0;
    ws_observer_begin(twins.observer[0], s->fast);
    ws_observer_begin(twins.observer[1], s->slow);
}

/* The slow one has gone a cycle further; its events have not been read. */
static bool twins_cycle(subject *s) {
    twins.hash = events_hash(s->slow, twins.hash);
    if (twins.window && s->slow->cycle[0] % twins.window == 0)
        twins.hash = look_hash(s->slow, 1, twins.hash);
    return true;
}

/* The column in which two states differ; NULL if they are the same. */
static const char *difference(const ws_net *one, const ws_net *other) {
    static ws_sum a[1024], b[1024];
    static char text[128];
    if (memcmp(ws_net_state(one), ws_net_state(other), ws_net_state_size(one)) == 0)
        return NULL;
    ws_net_sums(one, a);
    ws_net_sums(other, b);
    for (size_t i = 0; i < ws_net_sum_count(one); i++) {
        if (a[i].hash == b[i].hash)
            continue;
        snprintf(text, sizeof text, "%s %s", a[i].column, a[i].field ? a[i].field : "");
        return text;
    }
    return "what is in no column";
}

static bool twins_same(const subject *s, const char *after) {
    ws_error error = {0};
    const char *where = difference(s->fast, s->slow);
    return MUST(!where, "after %s flit by flit it is another: %s", after, where) &&
           MUST(ws_net_check(s->fast, &error), "after %s, in segments: %s", after, error.text);
}

/* The fast one comes to where the slow one is. */
static bool twins_settled(subject *s) {
    ws_net *n = s->fast;
    u64 hash = 0, left, window = twins.window;
    while ((left = s->slow->cycle[0] - n->cycle[0]) > 0) {
        u64 rest = window ? window - n->cycle[0] % window : left;
        if (window)
            ws_net_run(n, rest < left ? rest : left);
        else
            ws_net_step(n, left);
        if (window && n->cycle[0] % window == 0)
            hash = look_hash(n, 0, events_hash(n, hash));
        else
            hash = events_hash(n, hash);
        ws_net_events_clear(n);
    }
    ws_net_settle(n);
    return MUST(hash == twins.hash, "in segments events or looks are others") && twins_same(s, "a step");
}

/* Both go on from a state of the fast one, some cycles later. */
static bool twins_rewind(subject *s) {
    void *state = malloc(ws_net_saved_size(s->fast));
    bool good = state != NULL;
    if (state) {
        ws_net_save(s->fast, state);
        u64 cycles = 1 + below(&s->rng, 100);
        fixture_run(s->fast, cycles, NULL, NULL);
        fixture_run(s->slow, cycles, NULL, NULL);
        good = twins_same(s, "a step");
        ws_net_restore(s->fast, state);
        ws_net_restore(s->slow, state);
        good = good && twins_same(s, "a rewind");
        good = good && MUST(fixture_bytes_beyond(s->fast) == 0, "after a rewind a row that was never in use is not zero");
    }
    free(state);
    return good;
}
