/* truth.c - what is seen depends on the cycle, and on nothing else: the whole frame, with its trees and since when they stand, the use of
 * links, rates and charts, is the same however one comes to a cycle. For random cycles of every scenario that comes with the program:
 *
 *   steps     run up to shortly before, then cycle by cycle, looked at each time
 *   watched   in pieces of any length, with a breakpoint that never holds
 *   back      past it, and step by step back
 *   seek      there from elsewhere, by keyframes, back and forth
 *   shadow    the same branch in a shadow that follows
 *   render    as `wormscope render` does
 *
 * are held against a run straight there; in the short form by one of the six ways a scenario, in turn. TRUTH=NAME tries
 * only the scenarios whose names contain it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base.h"
#include "fixture.h"
#include "session/library/scenarios.h"
#include "session/history/history.h"
#include "session/watch.h"
#include "ui/stage.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { STEPS, WATCHED, BACK, SEEK, SHADOW, RENDER, WAYS, ALL_WAYS };
enum { WORK = 3000000, CYCLES_MOST = 24000, BEYOND = 40 };

/* ---- a frame in numbers, part by part ---- */

enum { TOTALS, LINKS, FLITS, CHANNELS, SPANS, QUEUES, HOSTS, WORMS, LISTS, TREES, PLACES, USE, SAQS, PORTS, MEASURED, SERIES, PARTS };
static const char *const part_names[PARTS] = {"totals", "links", "flits", "channels", "spans", "queues", "hosts", "worms", "lists",
                                              "trees",  "places", "use",   "saqs",   "ports", "measured", "series"};

typedef struct print {
    uint64_t part[PARTS];
} print;

static XXH3_state_t *hash;
static void put(const void *value, size_t size) { XXH3_64bits_update(hash, value, size); }
#define PUT(value) put(&(value), sizeof(value))

static void totals_put(const ws_frame *f) {
    PUT(f->cycle), PUT(f->stop), PUT(f->go), PUT(f->worms), PUT(f->blocked_worms), PUT(f->moving), PUT(f->stopped);
    PUT(f->deadlock), PUT(f->deadlock_worms), PUT(f->deadlock_ring), PUT(f->victims), PUT(f->total_created), PUT(f->total_delivered);
    PUT(f->total_refused), PUT(f->kills), PUT(f->resets), PUT(f->saqs_born), PUT(f->saqs_failed), PUT(f->saqs_premature);
    put(f->by_order, sizeof f->by_order), put(&f->def, sizeof f->def);
}

static void links_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->links; i++) {
        const ws_frame_link *l = &f->link[i];
        PUT(l->turns), PUT(l->flits), PUT(l->holder), PUT(l->held), PUT(l->front_queue), PUT(l->output), PUT(l->buffered);
        PUT(l->state), PUT(l->stop_sent), PUT(l->occupancy);
    }
}

static void flits_put(const ws_frame *f) {
    const ws_frame_link *last = &f->link[f->links - 1];
    for (uint32_t i = 0; i < last->flit0 + last->delay; i++)
        PUT(f->flit[i].packet), PUT(f->flit[i].head), PUT(f->flit[i].tail), PUT(f->flit[i].channel), PUT(f->flit[i].number);
}

static void channels_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->vcs; i++) {
        const ws_frame_vc *v = &f->vc[i];
        PUT(v->queue), PUT(v->packet), PUT(v->sender), PUT(v->sent), PUT(v->output), PUT(v->waits);
    }
}

static void spans_put(const ws_frame *f) {
    PUT(f->stretches);
    for (uint32_t i = 0; i < f->queues; i++) PUT(f->queue[i].first_stretch), PUT(f->queue[i].stretches);
    for (uint32_t i = 0; i < f->stretches; i++) PUT(f->stretch[i].packet), PUT(f->stretch[i].first), PUT(f->stretch[i].flits);
}

static void queues_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->queues; i++) {
        const ws_frame_queue *q = &f->queue[i];
        PUT(q->front), PUT(q->request), PUT(q->flits), PUT(q->since), PUT(q->head_here), PUT(q->stop_sent), PUT(q->wait.order),
            PUT(q->wait.reason);
        PUT(q->wait.in_deadlock), PUT(q->wait.blocker), PUT(q->wait.root);
    }
}

static void hosts_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->hosts; i++) {
        const ws_frame_host *h = &f->host[i];
        put(h->waiting, sizeof h->waiting), PUT(h->waiting_all), PUT(h->queued), PUT(h->sending);
        for (uint32_t m = 0; m < h->queued; m++)
            PUT(h->queue[m].message), PUT(h->queue[m].dest), PUT(h->queue[m].packets), PUT(h->queue[m].priority);
    }
}

static void worms_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->worms; i++) {
        const ws_frame_worm *w = &f->worm[i];
        PUT(w->packet), PUT(w->message), PUT(w->source), PUT(w->dest), PUT(w->length), PUT(w->head_queue), PUT(w->waits_for);
        PUT(w->links_held), PUT(w->entered), PUT(w->since), PUT(w->kill_at), PUT(w->timed_since), PUT(w->reset_cost);
        PUT(w->wait_cost), PUT(w->order), PUT(w->reason), PUT(w->blocked), PUT(w->behind), PUT(w->traffic_class), PUT(w->killed);
        PUT(w->retries), PUT(w->in_deadlock), PUT(w->created), PUT(w->victim);
    }
}

static void lists_put(const ws_frame *f) {
    put(f->blocked, f->blocked_worms * sizeof *f->blocked);
    put(f->heads_blocked, f->switches * sizeof *f->heads_blocked);
    put(f->deadlock_packet, f->deadlock_worms * sizeof *f->deadlock_packet);
}

static void trees_put(const ws_frame *f) {
    PUT(f->trees), PUT(f->merges);
    for (size_t i = 0; i < f->trees; i++) {
        const ws_tree *t = &f->tree[i];
        PUT(t->root), PUT(t->members), PUT(t->leaves), PUT(t->waiting), PUT(t->flits), PUT(t->victims), PUT(t->cold);
        PUT(t->contributors), PUT(t->depth), PUT(t->hosts), PUT(t->since);
        put(t->host, sizeof t->host), put(t->host_packets, sizeof t->host_packets);
    }
    for (size_t i = 0; i < f->merges; i++) PUT(f->merge[i].from), PUT(f->merge[i].into), PUT(f->merge[i].cycle);
}

static void places_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->queues; i++) {
        const ws_tree_queue *p = &f->queue[i].place;
        PUT(p->root), PUT(p->parent), PUT(p->depth), PUT(p->loaded), PUT(p->member), PUT(p->at_root), PUT(p->leaf);
    }
}

static void use_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->links; i++) PUT(f->link[i].utilisation);
}

static void saqs_put(const ws_frame *f) {
    PUT(f->saqs), PUT(f->saq_log.count);
    PUT(f->saq_census.active), PUT(f->saq_census.most), PUT(f->saq_census.blocked), PUT(f->saq_census.packets);
    for (uint32_t i = 0; i < f->saqs; i++)
        PUT(f->saq[i].queue), PUT(f->saq[i].root), PUT(f->saq[i].path), PUT(f->saq[i].packets), PUT(f->saq[i].born);
}

static void ports_put(const ws_frame *f) {
    for (uint32_t i = 0; i < f->ports; i++) PUT(f->port[i].packets), PUT(f->port[i].requested), PUT(f->port[i].requesting);
    for (uint32_t i = 0; i < f->ports * f->cam_lines; i++)
        PUT(f->cam[i].path), PUT(f->cam[i].packets), PUT(f->cam[i].valid), PUT(f->cam[i].blocked), PUT(f->cam[i].xoff_sent);
    for (uint32_t i = 0; i < f->switches * f->pool; i++)
        PUT(f->buffer[i].packet), PUT(f->buffer[i].to_go), PUT(f->buffer[i].leaving);
}

static void summary_put(const ws_summary *s) {
    PUT(s->mean), PUT(s->ci95), PUT(s->sd), PUT(s->p50), PUT(s->p95), PUT(s->p99), PUT(s->max), PUT(s->count);
}

static void measured_put(const ws_frame *f) {
    PUT(f->offered), PUT(f->accepted), PUT(f->mean_hops), PUT(f->classes);
    PUT(f->timeouts.kills), PUT(f->timeouts.waste_wait), PUT(f->timeouts.waste_kill), PUT(f->timeouts.occupancy);
    for (size_t c = 0; c < f->classes; c++) {
        PUT(f->class_report[c].accepted), PUT(f->class_report[c].offered);
        for (int k = 0; k < WS_LATENCY_COUNT; k++) summary_put(&f->class_report[c].latency[k]);
    }
}

static void series_put(const ws_frame *f) {
    PUT(f->points), PUT(f->window);
    for (size_t i = 0; i < f->points; i++) {
        const ws_point *p = &f->point[i];
        PUT(p->cycle), PUT(p->accepted), PUT(p->offered), PUT(p->blocked), PUT(p->saqs), PUT(p->saqs_blocked);
        put(p->class_flits, sizeof p->class_flits), put(p->latency, sizeof p->latency), put(p->class_latency, sizeof p->class_latency);
    }
}

static print print_of(const ws_frame *f) {
    static void (*const parts[PARTS])(const ws_frame *) = {totals_put, links_put, flits_put, channels_put, spans_put, queues_put, hosts_put,
                                                           worms_put,  lists_put, trees_put,    places_put, use_put,
                                                           saqs_put,   ports_put, measured_put, series_put};
    print p;
    for (int i = 0; i < PARTS; i++) {
        XXH3_64bits_reset(hash);
        parts[i](f);
        p.part[i] = XXH3_64bits_digest(hash);
    }
    return p;
}

/* ---- sessions ---- */

typedef struct sight {
    uint64_t networks;
    ws_frame *frame;
} sight;

static uint64_t rng, tries, trees_seen;
static uint64_t below(uint64_t n) { return n ? rng_next(&rng) % n : 0; }
static uint64_t cycle_of(ws_session *s) { return ws_net_cycle(ws_session_net(s)); }
static void run_to(ws_session *s, uint64_t cycle) {
    if (cycle > cycle_of(s)) ws_session_run(s, cycle - cycle_of(s));
}

static ws_session *opened(const char *name, size_t keyframe_bytes) {
    ws_error error = {0};
    const ws_options options = {.keyframe_bytes = keyframe_bytes, .keyframe_ns = 2000000};
    ws_session *s = ws_session_open(name, &options, &error);
    if (!s) fixture_stop(name, &error);
    ws_session_observe(s);
    return s;
}

static print look(ws_session *s, sight *at) {
    if (!at->frame || at->networks != ws_session_networks(s)) {
        ws_frame_free(at->frame);
        at->frame = ws_frame_new(ws_session_net(s));
        at->networks = ws_session_networks(s);
    }
    ws_frame_update(at->frame, ws_session_net(s), ws_session_metrics(s), ws_session_observer(s));
    return print_of(at->frame);
}

static print look_once(ws_session *s) {
    sight at = {0};
    print p = look(s, &at);
    ws_frame_free(at.frame);
    return p;
}

static bool agrees(const char *name, const char *way, uint64_t cycle, const print *expected, const print *found) {
    bool good = true;
    tries++;
    for (int i = 0; i < PARTS; i++) {
        if (expected->part[i] == found->part[i]) continue;
        note("%s, cycle %" PRIu64 ", %s: the %s differ", name, cycle, way, part_names[i]);
        good = false;
    }
    return good;
}

static print straight(const char *name, uint64_t cycle) {
    ws_session *s = opened(name, 0);
    sight at = {0};
    run_to(s, cycle);
    print p = look(s, &at);
    trees_seen += at.frame->trees > 0;
    ws_frame_free(at.frame);
    ws_session_close(s);
    return p;
}

static print by_steps(const char *name, uint64_t cycle) {
    ws_session *s = opened(name, 0);
    sight at = {0};
    run_to(s, cycle - below(cycle < 2 * BEYOND ? cycle : 2 * BEYOND));
    look(s, &at);
    while (cycle_of(s) < cycle) ws_session_run(s, 1), look(s, &at);
    print p = look(s, &at);
    ws_frame_free(at.frame);
    ws_session_close(s);
    return p;
}

static print rendered(const char *name, uint64_t cycle) {
    ws_error error = {0};
    ws_session *s = ws_session_open(name, NULL, &error);
    if (!s) fixture_stop(name, &error);
    ws_stage *stage = ws_stage_new(s, ws_glyphs_find("braille"), 80, 24);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
    ws_frame_wants *wants = &stage->frame->wants; /* whatever the picture had no need of */
    *wants = (ws_frame_wants){.tree_packets = true, .messages_of = WS_NIL, .far = WS_FAR_USE, .worm = WS_NIL, .inside = WS_NIL,
                             .near = wants->near};
    ws_frame_update(stage->frame, ws_session_net(s), ws_session_metrics(s), ws_session_observer(s));
    print p = print_of(stage->frame);
    ws_stage_free(stage);
    ws_session_close(s);
    return p;
}

static void watched_to(ws_session *s, uint64_t cycle) {
    ws_error error = {0};
    ws_watch *watch = ws_watch_new();
    if (!ws_watch_add(watch, "order>60000", NULL, &error)) fixture_stop("a breakpoint", &error);
    while (cycle_of(s) < cycle && !ws_session_ended(s)) {
        uint64_t piece = 1 + below(cycle / 4 + 1), left = cycle - cycle_of(s);
        ws_watch_run(watch, s, piece < left ? piece : left);
    }
    ws_watch_free(watch);
}

static int way = ALL_WAYS;
static bool goes(int by) { return way == ALL_WAYS || way == by; }

/* Goes to all cycles in any order, often. */
static bool journeys(const char *name, const uint64_t *cycle, const print *expected, int count) {
    ws_error error = {0};
    bool good = true;
    ws_session *s = opened(name, 4 << 20);
    print p;
    if (goes(WATCHED)) {
        watched_to(s, cycle[0] / 2);
        run_to(s, cycle[0]);
        p = look_once(s), good = agrees(name, "watched", cycle[0], &expected[0], &p) && good;
    }
    for (int i = 0; i < count && goes(BACK); i++) {
        run_to(s, cycle[i] + 1 + below(BEYOND));
        while (cycle_of(s) > cycle[i]) ws_session_step_back(s, &error);
        p = look_once(s), good = agrees(name, "back", cycle[i], &expected[i], &p) && good;
    }
    for (int i = 0; i < 2 * count && goes(SEEK); i++) {
        int k = (int)below((uint64_t)count);
        ws_session_seek(s, below(cycle[k] + 1), &error);
        ws_session_seek(s, cycle[k], &error);
        p = look_once(s), good = agrees(name, "seek", cycle[k], &expected[k], &p) && good;
    }
    ws_shadow *shadow = !goes(SHADOW) ? NULL : ws_shadow_new(s, 0, 1 << 20, &error);
    if (goes(SHADOW) && !shadow) fixture_stop("a shadow", &error);
    while (shadow && !ws_shadow_follow(shadow, cycle[0], 1 + below(cycle[0]))) continue;
    if (shadow) p = look_once(ws_shadow_session(shadow)), good = agrees(name, "shadow", cycle[0], &expected[0], &p) && good;
    ws_shadow_free(shadow);
    ws_session_close(s);
    return good;
}

enum { PLACES_MOST = 16 };

static void scenario(const char *name, const uint64_t *cycle, int count) {
    print expected[PLACES_MOST], p;
    for (int i = 0; i < count; i++) expected[i] = straight(name, cycle[i]);
    bool good = true;
    if (goes(STEPS)) p = by_steps(name, cycle[0]), good = agrees(name, "steps", cycle[0], &expected[0], &p) && good;
    if (goes(RENDER)) p = rendered(name, cycle[0]), good = agrees(name, "render", cycle[0], &expected[0], &p) && good;
    if (way != STEPS && way != RENDER) good = journeys(name, cycle, expected, count) && good;
    ok(good, "%s: cycle %" PRIu64 " and others are the same from wherever one comes", name, cycle[0]);
}

/* So far that a run takes about as long in every scenario. */
static uint64_t reach_of(const char *name) {
    ws_session *s = opened(name, 0);
    const ws_net *n = ws_session_net(s);
    uint64_t reach = amount(WORK / 20, WORK, 10 * WORK) / (n->size.queues + n->size.links), end = ws_session_end(s);
    ws_session_close(s);
    if (reach > CYCLES_MOST) reach = CYCLES_MOST;
    return reach + 2 * BEYOND < end ? reach : end - 2 * BEYOND;
}

static void shipped_scenarios(void) {
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    const char *only = getenv("TRUTH");
    int places = (int)amount(2, 2, 8);
    ok(count >= 30, "%zu scenarios", count);
    for (size_t i = 0; i < count; i++) {
        uint64_t cycle[PLACES_MOST], reach;
        if (only && !strstr(rows[i].name, only)) continue;
        rng = mix64(700 + i);
        reach = reach_of(rows[i].name);
        for (int k = 0; k < places; k++) cycle[k] = 1 + below(reach);
        way = is_whole() ? ALL_WAYS : (int)(i % WAYS);
        scenario(rows[i].name, cycle, places);
    }
    ws_scenarios_free(rows, count);
}

/* ---- what is typed, and another network, on the way ---- */

static void typed(void) {
    static const char *const lines[] = {"set load 0.3", "rebuild topology=mesh 6 6", "set traffic uniform",
                                        "rebuild topology=mesh 8 8"};
    enum { LINES = sizeof lines / sizeof *lines, APART = 517 };
    ws_error error = {0};
    uint64_t cycle[LINES];
    print expected[LINES], p;
    ws_session *s = opened("teach/congestion-tree", 1 << 22), *other = opened("teach/congestion-tree", 0);
    run_to(s, 2600);
    for (int i = 0; i < LINES; i++) {
        run_to(s, 3001 + (uint64_t)i * APART);
        if (!ws_session_apply(s, lines[i], &error)) fixture_stop(lines[i], &error);
        run_to(other, 3001 + (uint64_t)i * APART);
        if (!ws_session_apply(other, lines[i], &error)) fixture_stop(lines[i], &error);
        cycle[i] = 3001 + (uint64_t)i * APART + APART / 2 + below(APART / 2);
        run_to(other, cycle[i]);
        expected[i] = look_once(other);
    }
    run_to(s, 6000);
    bool good = true;
    for (int i = 0; i < 6 * LINES; i++) {
        int k = (int)below(LINES);
        ws_session_seek(s, cycle[k], &error);
        p = look_once(s), good = agrees("typed lines", "seek", cycle[k], &expected[k], &p) && good;
    }
    ok(good, "typed lines and rebuilds: the same from wherever one comes");
    ws_session_close(s);
    ws_session_close(other);
}

/* ---- trees that stand ---- */

/* The frame at this cycle after a seek past it and back. */
static ws_frame *sought(const char *name, uint64_t cycle) {
    ws_error error = {0};
    ws_session *s = opened(name, 16 << 20);
    sight at = {0};
    run_to(s, cycle + 500);
    ws_session_seek(s, cycle, &error);
    look(s, &at);
    ws_session_close(s);
    return at.frame;
}

static void one_tree(const char *name, uint64_t cycle, const char *from, const char *to, uint32_t members, uint32_t depth) {
    ws_frame *f = sought(name, cycle);
    const ws_tree *t = f->tree;
    if (ok(f->trees == 1, "%s at %" PRIu64 ": one tree (%zu)", name, cycle, f->trees)) {
        const ws_frame_link *root = &f->link[t->root];
        ok(strcmp(f->graph.node[root->from].name, from) == 0 && strcmp(f->graph.node[root->to].name, to) == 0,
           "its root is the link from %s to %s", f->graph.node[root->from].name, f->graph.node[root->to].name);
        ok(t->members >= members && t->depth >= depth, "it is %u deep, with %u queues", t->depth, t->members);
    }
    ws_frame_free(f);
}

/* In steady congestion a tree stands: from where it is listed on it is so at every look, with the same `since`. */
static void steady(const char *name, uint64_t from, uint64_t to, uint32_t members) {
    ws_session *s = opened(name, 0);
    sight at = {0};
    uint64_t step = ws_observer_step(ws_session_observer(s)), looks = 0, same = 0, grown = 0;
    run_to(s, from);
    look(s, &at);
    uint32_t root = at.frame->trees ? at.frame->tree[0].root : WS_NIL;
    uint64_t since = at.frame->trees ? at.frame->tree[0].since : 0;
    for (; cycle_of(s) < to; looks++) {
        run_to(s, cycle_of(s) - cycle_of(s) % step + step);
        look(s, &at);
        const ws_tree *t = ws_frame_tree_of(at.frame, root);
        same += t && t->since == since;
        grown += t && t->members >= members;
    }
    ok(looks > 10 && same == looks, "%s: the tree stands at all of %" PRIu64 " looks (%" PRIu64 ")", name, looks, same);
    ok(grown * 10 >= looks * 9, "%s: with %u queues and more at %" PRIu64 " of them", name, members, grown);
    ws_frame_free(at.frame);
    ws_session_close(s);
}

int main(void) {
    hash = XXH3_createState();
    shipped_scenarios();
    if (!getenv("TRUTH")) {
        typed();
        one_tree("teach/congestion-tree", 3500, "S27", "H27", 30, 8);
        if (is_whole()) one_tree("recn/hotspot-64", 23000, "S0.8", "H32", 30, 4);
        steady("teach/congestion-tree", 3000, 6000, 10);
        if (!is_whole()) return done();
        steady("recn/hotspot-64", 21000, 28000, 30);
        steady("recn/original-64", 9000, 14000, 30);
        ok(trees_seen > 0, "%" PRIu64 " of the frames show trees, in %" PRIu64 " comparisons", trees_seen, tries);
    }
    XXH3_freeState(hash);
    return done();
}
