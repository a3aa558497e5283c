/* machines.c - see machines.h: the table of laws, and who asks them. */
#include "machines.h"

#include "observe/saqs.h"
#include "session/session.h"

#include "subject.h"

#include "twins.h"

#include "chains.h"
#include "channels.h"
#include "frames.h"
#include "parts.h"
#include "worms.h"

typedef struct law {
    const char *name;
    bool (*suits)(const subject *s); /* NULL: every machine; one that it does not suit any more is not asked again */
    void (*begin)(subject *s);       /* of each network of the machine */
    void (*end)(void);
    bool (*cycle)(subject *s);   /* behind each cycle of the slow one; its events have not been read */
    bool (*look)(subject *s);    /* now and then, in some cycles on end: s->frame is of this cycle */
    bool (*settled)(subject *s); /* both are in the same cycle */
} law;

/* ---- short laws ---- */

/* All flits, credits, packets, messages, timers and control messages (ws_net_check); of large networks not in every cycle. */
static bool conserved(subject *s) {
    ws_error error = {0};
    u64 every = 1 + ws_net_state_size(s->slow) / 16384;
    return s->slow->cycle[0] % every != 0 || MUST(ws_net_check(s->slow, &error), "%s", error.text);
}

static bool is_timed(const subject *s) {
    return s->slow->def->queueing == WS_QUEUEING_FIFO && s->slow->def->timeout_policy != WS_TIMEOUT_POLICY_NONE;
}
static bool timers_settled(subject *s) {
    ws_waits *waits = ws_waits_new(s->slow);
    ws_waits_update(waits, s->slow);
    bool dead = s->slow->def->timeout_patience > 0 && ws_waits_deadlock(waits);
    ws_waits_free(waits);
    return MUST(!dead, "a deadlock that no timer ends");
}

static const law laws[] = {
    {.name = "conservation", .cycle = conserved},
    {.name = "segments", .begin = twins_begin, .end = twins_end, .cycle = twins_cycle, .settled = twins_settled},
    {.name = "worms", .suits = in_worms, .begin = worms_begin, .end = worms_end, .cycle = worms_cycle},
    {.name = "once", .suits = is_uncut, .begin = once_begin, .end = once_end, .cycle = once_cycle},
    {.name = "order", .suits = in_order, .begin = order_begin, .end = order_end, .cycle = order_cycle},
    {.name = "timers", .suits = is_timed, .settled = timers_settled},
    {.name = "frames", .look = frames_look},
    {.name = "saqs", .suits = has_saqs, .look = saqs_look},
    {.name = "channels", .begin = channels_begin, .end = channels_end, .look = channels_look},
    {.name = "parts", .begin = parts_begin, .end = parts_end, .look = parts_look},
    {.name = "chains", .suits = in_chains, .look = chains_look},
};
enum { LAWS = sizeof laws / sizeof *laws };

/* ---- asking ---- */

static struct {
    bool active[LAWS];
    u64 machines[LAWS], asked[LAWS];
    u64 broken, impossible, cycles, hops, delivered, kills, saqs, refusals, cuts, lost, disordered, rewinds, unfinished, stuck, drained;
} sum;
static const char *only; /* this law */

static void laws_begin(subject *s) {
    subject_watch(s);
    for (EACH(i, LAWS)) {
        sum.active[i] = sum.active[i] && (!laws[i].suits || laws[i].suits(s));
        if (sum.active[i] && laws[i].begin)
            laws[i].begin(s);
    }
}
static void laws_end(subject *s) {
    for (EACH(i, LAWS))
        if (sum.active[i] && laws[i].end)
            laws[i].end();
    subject_unwatch(s);
}
/* The machine has changed. */
static void laws_suit(const subject *s) {
    for (EACH(i, LAWS)) {
        if (!sum.active[i] || !laws[i].suits || laws[i].suits(s))
            continue;
        if (laws[i].end)
            laws[i].end();
        sum.active[i] = false;
    }
}

#define ASK(function, s)                                                                                                                   \
    for (EACH(i, LAWS)) {                                                                                                                  \
        if (!sum.active[i] || !laws[i].function)                                                                                           \
            continue;                                                                                                                      \
        sum.asked[i]++;                                                                                                                    \
        if (!laws[i].function(s)) {                                                                                                        \
            note("law %s", laws[i].name);                                                                                                  \
            return false;                                                                                                                  \
        }                                                                                                                                  \
    }

/* So many cycles on; `looks`: the frame is looked at in each of them, else in the last. */
static bool stride(subject *s, u64 cycles, bool looks) {
    ws_net *n = s->slow;
    twins_step(s);
    for (u64 end = n->cycle[0] + cycles; n->cycle[0] < end;) {
        ws_net_step(n, 1);
        ASK(cycle, s)
        ws_net_events_clear(n);
        if (ws_observer_due(s->observer) <= n->cycle[0])
            ws_observer_sample(s->observer, n);
        if (!looks && n->cycle[0] < end)
            continue;
        ws_frame_update(s->frame, n, NULL, s->observer);
        ASK(look, s)
    }
    ASK(settled, s)
    return true;
}

/* Is this law asked? That of segments is in any case: it brings the fast one to where the slow one is. */
static bool is_asked(const char *name) {
    return !only || text_is(only, name) || text_is(name, "segments");
}

/* Everything changes that may. With other cables they are other networks. */
static bool subject_changes(subject *s) {
    u64 cuts = s->cuts;
    bool good = subject_disturb(s);
    if (s->cuts != cuts)
        laws_end(s), laws_begin(s);
    else
        laws_suit(s);
    for (EACH(i, LAWS)) /* messages by hand begin between two cycles */
        good = good && (!sum.active[i] || laws[i].cycle != once_cycle || once_cycle(s));
    ws_net_events_clear(s->fast), ws_net_events_clear(s->slow);
    return good && twins_same(s, "a change");
}

static bool part_holds(subject *s, u64 cycles) {
    enum { STRIDES = 5, LOOKS = 6 };
    bool good = true;
    for (int i = 0; good && i < STRIDES; i++) {
        bool looks = i == 0;
        u64 most = chance(&s->rng, 30) ? 4 : 2 * cycles / STRIDES;
        good = stride(s, looks ? LOOKS : 1 + below(&s->rng, most), looks);
    }
    if (good && chance(&s->rng, 50))
        good = twins_rewind(s), sum.rewinds++;
    return good && subject_changes(s);
}

/* ---- the end ---- */

static void silence(ws_net *n) {
    ws_host_def host = WS_HOST_DEF_DEFAULT;
    ws_def d = *ws_net_def(n);
    d.load = 0, d.police_rate = 0;
    if (d.timeout_policy != WS_TIMEOUT_POLICY_NONE)
        d.timeout_policy = WS_TIMEOUT_POLICY_FIXED, d.timeout = 150, d.timeout_patience = 16;
    ws_net_change(n, &d, NULL);
    for (u32 h = 0; h < n->size.hosts; h++)
        ws_net_change_host(n, h, &host, NULL);
}

static void both_run(subject *s, u64 cycles) {
    fixture_run(s->fast, cycles, NULL, NULL);
    fixture_run(s->slow, cycles, NULL, NULL);
}

/* What is left when all is delivered: nothing, a while later. */
static bool is_empty(subject *s) {
    const ws_net *n = s->fast;
    const u64 *total = n->total;
    for (int i = 0; i < 40 && (n->control.reserved[0] || total[WS_TOTAL_SAQS_ALLOCATED] != total[WS_TOTAL_SAQS_FREED]); i++)
        both_run(s, 500 + n->wire.longest_signal + (u64)n->def->saq_idle);
    u64 created = total[WS_TOTAL_FLITS_CREATED] + total[WS_TOTAL_FLITS_SENT] + total[WS_TOTAL_FLITS_OVERHEAD];
    sum.drained++;
    return MUST(s->cuts || created == total[WS_TOTAL_FLITS_DELIVERED], "%llu flits of %llu are delivered",
                (unsigned long long)total[WS_TOTAL_FLITS_DELIVERED], (unsigned long long)created) &&
           MUST(s->cuts || total[WS_TOTAL_KILLS] == total[WS_TOTAL_RESETS], "a kill without a reset") &&
           MUST(s->cuts || total[WS_TOTAL_SAQS_ALLOCATED] == total[WS_TOTAL_SAQS_FREED], "a set-aside queue stays, though all is empty") &&
           MUST(n->control.reserved[0] == 0, "a notice is left");
}

static bool has_deadlock(const ws_net *n) {
    ws_waits *waits = ws_waits_new(n);
    ws_waits_update(waits, n);
    bool found = ws_waits_deadlock(waits);
    ws_waits_free(waits);
    return found;
}

/* Nobody sends any more: what is there arrives, unless a deadlock is named where there can be one. */
static bool drains(subject *s) {
    enum { ROUND = 4000, STILL = 30000, KILLS_MOST = 5000 };
    const ws_net *n = s->fast;
    silence(s->fast), silence(s->slow);
    u64 until = n->cycle[0] + amount(60000, 1000000, 1000000);
    u64 known = 0, since = n->cycle[0], kills = 0, hops = n->total[WS_TOTAL_FLIT_HOPS];
    while (!is_quiet(n)) {
        both_run(s, ROUND);
        if (known != n->total[WS_TOTAL_FLITS_DELIVERED])
            known = n->total[WS_TOTAL_FLITS_DELIVERED], since = n->cycle[0], kills = n->total[WS_TOTAL_KILLS];
        bool goes_round = n->total[WS_TOTAL_KILLS] - kills > KILLS_MOST;
        if (goes_round || n->cycle[0] - since > STILL + 10 * (u64)n->wire.longest_signal)
            break;
        if (n->total[WS_TOTAL_FLIT_HOPS] - hops > 300000 || n->cycle[0] > until) {
            sum.unfinished++;
            return twins_same(s, "a drain");
        }
    }
    if (!twins_same(s, "a drain"))
        return false;
    if (is_quiet(n))
        return is_empty(s) && twins_same(s, "the end");
    sum.stuck++;
    if (n->total[WS_TOTAL_KILLS] > kills) /* without chance anywhere worms can kill each other in step, for ever */
        return true;
    if (n->def->load > 0 || n->def->queueing == WS_QUEUEING_POOL)
        return MUST(s->may_stick || n->def->load > 0, "something does not arrive");
    return MUST(s->may_stick && has_deadlock(n), "something does not arrive, and is in no deadlock that can be");
}

static bool machine_holds(u64 seed, bool (*is_wanted)(const ws_net *n)) {
    enum { PARTS = 4, WORK = 400 << 20, CYCLES_MOST = 300 };
    static const u64 late = (1ull << 31) - 300; /* segments know 32 bits of a cycle, and compare cycles by their difference */
    subject s;
    subject_draw(&s, seed, is_wanted, &sum.impossible);
    if (seed % 5 == 0)
        s.fast->cycle[0] = s.slow->cycle[0] = late;
    u64 begun = s.slow->cycle[0], cycles = WORK / PARTS / ws_net_state_size(s.slow);
    if (cycles > CYCLES_MOST)
        cycles = CYCLES_MOST;
    if (seed % amount(16, 8, 8) == 3) /* long enough for congestion trees */
        cycles *= 8;
    for (EACH(i, LAWS))
        sum.active[i] = is_asked(laws[i].name);
    *broken_words = '\0';
    laws_begin(&s);
    for (EACH(i, LAWS))
        sum.machines[i] += sum.active[i];
    bool good = true;
    for (int i = 0; good && i < PARTS; i++)
        good = part_holds(&s, 10 + cycles);
    sum.cycles += s.slow->cycle[0] - begun, sum.hops += s.slow->total[WS_TOTAL_FLIT_HOPS];
    laws_end(&s);
    good = good && drains(&s);
    const u64 *total = s.slow->total;
    sum.delivered += total[WS_TOTAL_MESSAGES_DELIVERED], sum.kills += total[WS_TOTAL_KILLS], sum.cuts += s.cuts;
    sum.saqs += total[WS_TOTAL_SAQS_ALLOCATED], sum.lost += total[WS_TOTAL_PACKETS_LOST];
    sum.disordered += total[WS_TOTAL_OUT_OF_ORDER];
    for (u32 t = WS_TOTAL_REFUSED_FULL; t <= WS_TOTAL_REFUSED_LIMIT; t++)
        sum.refusals += total[t];
    if (!good) {
        sum.broken++;
        note("MACHINE=%llu, cycle %llu: %s", (unsigned long long)seed, (unsigned long long)s.slow->cycle[0], broken_words);
    }
    if (!good || getenv("MACHINE"))
        for (char *line = strtok(s.text, "\n"); line; line = strtok(NULL, "\n"))
            note("%s", line);
    subject_end(&s);
    return good;
}

int machines_ask(const char *what, bool (*is_wanted)(const ws_net *n), u64 little, u64 usual) {
    const char *one = getenv("MACHINE");
    u64 first = one ? strtoull(one, NULL, 10) : 1, last = one ? first : amount(little, usual, 20 * usual);
    only = getenv("LAW");
    corners_begin();
    machines_begin();
    for (u64 seed = first; seed <= last; seed++) {
        bool good = machine_holds(seed, is_wanted);
        if (!good && getenv("TAP_STOP"))
            break;
    }
    ok(sum.broken == 0,
       "%llu %s: %llu cycles, %llu flit hops, %llu messages, %llu kills, %llu set-aside queues, %llu refusals, %llu changes of cables, "
       "%llu packets lost by them, %llu out of order, %llu rewinds, %llu drained, %llu not to the end, %llu in deadlocks: %llu break a law",
       (unsigned long long)(last - first + 1), what, (unsigned long long)sum.cycles, (unsigned long long)sum.hops,
       (unsigned long long)sum.delivered, (unsigned long long)sum.kills, (unsigned long long)sum.saqs, (unsigned long long)sum.refusals,
       (unsigned long long)sum.cuts, (unsigned long long)sum.lost, (unsigned long long)sum.disordered, (unsigned long long)sum.rewinds, (unsigned long long)sum.drained,
       (unsigned long long)sum.unfinished, (unsigned long long)sum.stuck, (unsigned long long)sum.broken);
    for (EACH(i, LAWS))
        if (sum.machines[i])
            note("%s: of %llu machines, %llu times", laws[i].name, (unsigned long long)sum.machines[i], (unsigned long long)sum.asked[i]);
    return done();
}
