/* The costs by which timeouts are decided, exactly as in Hu and Kleinrock, equations 2 to 4: L = 50 flits, links of 10 cycles, so
 * N_l = 5. A factor of 24 makes every threshold a whole number of cycles; the cost of waiting is found at the point where itow
 * changes its mind. */
#include "fixture.h"
#include "build/build.h"

enum { LENGTH = 50, TAU = 10, LINKS = 5, HOPS = 8, FACTOR = 24 };

/* C_T times 24, D = 1 .. 8, of 10, 40, 87.5, 137.5, 187.5, 237.5, 287.5, 337.5; and what cep makes of it. */
static const u64 reset_cost[HOPS] = {240, 960, 2100, 3300, 4500, 5700, 6900, 8100};
static const u64 cep_wait[HOPS] = {240, 480, 700, 825, 900, 1140, 1380, 1620};

typedef struct desk {
    ws_net *n;
    u32 q, k, l; /* a head in front of queue q asks for link l; another worm holds it */
    u32 rivals;
} desk;

/* One switch with six hosts; what a head sees is written by hand. */
static desk desk_new(void) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_SWITCH, d.hosts_per_switch = 6, d.traffic = WS_TRAFFIC_UNIFORM;
    d.arrivals = WS_ARRIVALS_POISSON, d.load = 0, d.link_delay = TAU, d.timeout = 12345;
    desk t = {.n = fixture_net(&d, NULL)};
    t.l = t.n->wire.link0[0];
    t.n->cycle[0] = t.n->timer.waiting_since[t.q] = 1000;
    t.n->queue[t.q].state = QUEUE_WAITING, t.n->queue[t.q].front = t.k;
    t.n->option_link[t.q] = t.l, t.n->option_vcs[t.q] = 1;
    bit_set(t.n->requests + t.n->wire.request0[t.l], t.q);
    t.n->vc[t.n->wire.vc0[t.l]].holder = t.q + 1;
    return t;
}

static u64 wait_of(const desk *t, int64_t policy, u32 length, u32 behind, int64_t factor) {
    t->n->def->timeout_cost = factor;
    t->n->packet.length[t->k] = length, t->n->packet.hops[t->k] = (u16)(behind - 1);
    return timeout_policies[policy](t->n, t->q, t->k);
}

/* cep at `factor` (millionths). */
static u64 cep(const desk *t, u32 length, u32 behind, int64_t factor) {
    return wait_of(t, WS_TIMEOUT_POLICY_CEP, length, behind, factor);
}

static bool itow_kills(const desk *t, u32 behind, int64_t factor) {
    return wait_of(t, WS_TIMEOUT_POLICY_ITOW, LENGTH, behind, factor) == 0;
}

static void reset_costs(const desk *t) {
    for (u32 behind = 1; behind <= HOPS; behind++) {
        u64 wait = cep(t, LENGTH, behind, FACTOR * WS_MILLION), links = behind < LINKS ? behind : LINKS;
        ok(wait == cep_wait[behind - 1] && wait * links == reset_cost[behind - 1], "D = %u: C_T = %g, cep waits %g", behind,
           (double)(wait * links) / FACTOR, (double)wait / FACTOR);
    }
    static const u64 whole[HOPS] = {10, 20, 30, 35,
                                    38, 48, 58, 68}; /* the first cycle by which 10, 20, 29.2, 34.4, ... have gone */
    u32 right = 0;
    for (u32 behind = 1; behind <= HOPS; behind++) right += cep(t, LENGTH, behind, WS_MILLION) == whole[behind - 1];
    ok(right == HOPS, "with factor 1 it kills in the first cycle in which the threshold has been waited");
}

/* Beyond half of N_l the formula changes its form, not its value. */
static void continuity(const desk *t) {
    u32 bad = 0;
    for (u32 length = 2; length <= 400; length += 2) {
        u32 behind = length / (2 * TAU); /* D = N_l / 2 where L is a multiple of 2 tau */
        if (behind == 0 || length % (2 * TAU) != 0) continue;
        u64 square = (u64)TAU * behind * behind, line = (u64)length * behind - (u64)length * length / (4 * TAU);
        bad += square != line || cep(t, length, behind, WS_MILLION) * behind != square;
    }
    ok(bad == 0, "the two forms of C_T meet at D = N_l / 2");
}

/* C_W = T_l N_w min(D, N_l): itow kills as long as a C_T < C_W, and not when both are equal. */
static void waiting_costs(const desk *t) {
    u32 right = 0, asked = 0;
    for (u32 behind = 1; behind <= HOPS; behind++)
        for (u32 rivals = 0; rivals <= 3; rivals++)
            for (u32 count = 0; count < WS_WAITING_COUNT_COUNT; count++) {
                u64 held = 24, worms = 2 + rivals - (count == WS_WAITING_COUNT_OTHERS), links = behind < LINKS ? behind : LINKS;
                for (u32 i = 1; i <= 3; i++) { /* heads at other inputs */
                    u64 *want = t->n->requests + t->n->wire.request0[t->l];
                    bit_clear(want, t->q + 1 + i);
                    if (i <= rivals) bit_set(want, t->q + 1 + i);
                }
                t->n->def->waiting_count = count;
                t->n->timer.occupancy[t->l] = held << 16;
                u64 wait = held * worms * links * FACTOR,
                    reset = reset_cost[behind - 1]; /* both times 24; equal at this factor: */
                u64 over = wait * WS_MILLION / reset, exact = wait * WS_MILLION % reset == 0;
                right +=
                    itow_kills(t, behind, (int64_t)(exact ? over - 1 : over)) && !itow_kills(t, behind, (int64_t)(over + !exact));
                asked++;
            }
    ok(right == asked, "C_W = T N_w min(D, N_l): itow changes its mind at the right factor in %u of %u cases", right, asked);
}

/* What is told of the costs: thousandths of link-cycles, whatever the policy; itow kills exactly where the reset is below the wait. */
static void told(desk *t) {
    ws_net *n = t->n;
    u32 right = 0, agree = 0, asked = 0;
    for (u32 behind = 1; behind <= HOPS; behind++)
        for (u64 held = 1; held <= 60; held++) {
            n->timer.occupancy[t->l] = held << 16, n->def->waiting_count = WS_WAITING_COUNT_LITERAL;
            bool kills = itow_kills(t, behind, FACTOR * WS_MILLION);
            ws_costs costs = ws_net_costs(n, t->q, t->k);
            u64 links = behind < LINKS ? behind : LINKS;
            right += costs.reset == 1000 * reset_cost[behind - 1] && costs.wait == 1000 * held * 5 * links; /* 3 rivals */
            agree += kills == (costs.reset < costs.wait), asked++;
        }
    ok(right == asked && agree == asked, "both costs as told: %u of %u exact, %u as itow decides", right, asked, agree);
    n->queue[t->q].state = QUEUE_STARTING;
    ok(ws_net_costs(n, t->q, t->k).wait == 0, "a head that has its output does not wait for one");
    n->queue[t->q].state = QUEUE_WAITING;
}

static void decisions(desk *t) {
    ws_net *n = t->n;
    n->timer.occupancy[t->l] = 10000ull << 16;
    ok(itow_kills(t, 3, WS_MILLION), "a head that asks in vain at a costly output is not made to wait");
    n->vc[n->wire.vc0[t->l]].holder = NIL;
    for (u32 i = 1; i <= 3; i++) bit_clear(n->requests + n->wire.request0[t->l], t->q + 1 + i);
    ok(!itow_kills(t, 3, WS_MILLION), "there is nothing to decide where the output is free by now and nobody else asks");
    n->vc[n->wire.vc0[t->l]].holder = t->q + 1;
    n->timer.waiting_since[t->q] = 999;
    ok(wait_of(t, WS_TIMEOUT_POLICY_ITOW, LENGTH, 3, WS_MILLION) == 12345, "who waits already is only subject to the timeout");
    n->timer.waiting_since[t->q] = 1000;
    ok(wait_of(t, WS_TIMEOUT_POLICY_FIXED, LENGTH, 3, WS_MILLION) == 12345, "fixed: the timeout");
    ok(wait_of(t, WS_TIMEOUT_POLICY_NONE, LENGTH, 3, WS_MILLION) == WAIT_FOR_EVER, "none: for ever");
}

/* Ski rental: when cep kills, waiting has cost what the reset costs, so whatever happens it pays at most twice the least possible
 * (and the rest of a cycle). `links` = min(D, N_l) times tau. */
static void ski_rental(const desk *t) {
    u32 bad = 0, cases = 0;
    for (u32 length = 1; length <= 300; length += 7)
        for (u32 behind = 1; behind <= 14; behind++)
            for (int64_t factor = 250000; factor <= 6 * WS_MILLION; factor += 450000) {
                double links = behind * TAU < length ? behind : (double)length / TAU, nl = (double)length / TAU;
                double reset = (double)factor / WS_MILLION *
                               (behind > nl / 2 ? length * (double)behind - nl * length / 4 : (double)TAU * behind * behind);
                double limit = (double)cep(t, length, behind, factor);
                bad += limit * links < reset * (1 - 1e-9) || limit * links > reset + links;
                for (double need = 1; need < 4 * limit; need *= 1.5) {
                    double paid = need < limit ? need * links : limit * links + reset,
                           best = need * links < reset ? need * links : reset;
                    bad += paid > 2 * best + links;
                }
                cases++;
            }
    ok(bad == 0, "ski rental: at most twice the least cost, in %u cases", cases);
}

int main(void) {
    desk t = desk_new();
    reset_costs(&t);
    continuity(&t);
    waiting_costs(&t);
    told(&t);
    decisions(&t);
    ski_rental(&t);
    ws_net_free(t.n);
    return done();
}
