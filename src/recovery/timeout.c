/* timeout.c - how long a blocked head waits before its worm is given up: one function per
 * WS_TIMEOUT_POLICY_*.
 *
 * Source: Hu and Kleinrock, "A Dynamic Timeout Scheme for Wormhole Routing Networks", equations 1
 * to 4. L = flits of the worm, tau = link delay, N_l = L / tau (links it covers), D = links behind
 * its head (1 at the first switch), T_l = estimated occupancy of the output, N_w = worms at the
 * output (parameter waiting-count: the paper's counter includes the one in service and the
 * newcomer).
 *   cost of a reset   C_T = a (L D - N_l L / 4) if D > N_l / 2, else a tau D^2
 *   (link-cycles wasted; a = timeout-cost)
 *   cost of waiting   C_W = T_l N_w min(D, N_l)
 *   fixed  wait `timeout`     itow  do not wait if C_T < C_W, else as fixed     cep  wait C_T /
 *          min(D, N_l)
 * A policy is asked at the end of the cycle in which a head asked for an output and did not get
 * it. itow decides only then; the rest holds at any time, so that changed values act at once on
 * the heads that wait already. In integers: both costs are kept times tau, min(D, N_l) as min(D
 * tau, L). */
#include "recovery.h"

typedef struct worm {
    u64 length, tau, behind; /* L, tau, D */
} worm;

static worm worm_of(const ws_net *n, u32 k) {
    return (worm){n->packet.length[k], (u64)n->def->link_delay, n->packet.hops[k] + 1u};
}

/* min(D, N_l) x tau: the flits that the links behind the head can hold. */
static u64 spread(worm w) {
    return w.behind * w.tau < w.length ? w.behind * w.tau : w.length;
}

/* C_T x tau / a, times 4. */
static u64 reset_cost4(worm w) {
    if (2 * w.behind * w.tau > w.length)
        return 4 * w.tau * w.length * w.behind - w.length * w.length;
    return 4 * w.tau * w.tau * w.behind * w.behind;
}

/* N_w = worms that hold a lane of link l + heads that ask for it. */
static u64 held_count(const ws_net *n, u32 l) {
    u64 count = 0;
    for (u32 v = n->wire.vc0[l]; v < n->wire.vc0[l + 1]; v++)
        count += n->vc[v].holder != NIL;
    return count;
}

static u64 request_count(const ws_net *n, u32 l) {
    u64 count = 0;
    for (u32 w = 0; w < n->wire.words[n->wire.link_from[l]]; w++)
        count += bit_count(n->requests[n->wire.request0[l] + w]);
    return count;
}

/* Has the head in front of queue q just asked? */
static bool has_asked(const ws_net *n, u32 q) {
    return n->timer.asked[q] == n->cycle[0] && n->queue[q].state == QUEUE_WAITING;
}

/* Must it wait for link l? If a lane is free by now and nobody else asks, it will go. */
static bool must_wait(const ws_net *n, u32 q, u32 l) {
    return request_count(n, l) > 1 || vcs_free_for(n, q, l) == 0;
}

static u64 wait_none(const ws_net *n, u32 q, u32 k) {
    (void)n, (void)q, (void)k;
    return WAIT_FOR_EVER;
}

static u64 wait_fixed(const ws_net *n, u32 q, u32 k) {
    (void)q, (void)k;
    return (u64)n->def->timeout;
}

/* C_T and C_W, both times 4 tau 10^6 2^16. */
static wide reset_cost(const ws_net *n, worm w) {
    return wide_left(wide_mul(reset_cost4(w), (u64)n->def->timeout_cost), 16);
}

static wide wait_cost(const ws_net *n, worm w, u32 l) {
    u64 worms =
        held_count(n, l) + request_count(n, l) - (n->def->waiting_count == WS_WAITING_COUNT_OTHERS);
    return wide_scale(wide_scale(wide_mul(n->timer.occupancy[l], worms), spread(w)),
                      4 * WS_MILLION);
}

/* A head that may take one of several links waits for the one that promises most. */
static wide least_wait_cost(const ws_net *n, u32 q, worm w) {
    u32 stride = n->size.options_per_queue;
    wide least = wide_of(0);
    for (u32 c = 0; c < stride && n->option_link[(size_t)q * stride + c] != NIL; c++) {
        u32 l = n->option_link[(size_t)q * stride + c];
        if (!must_wait(n, q, l))
            return wide_of(0);
        wide cost = wait_cost(n, w, l);
        if (c == 0 || wide_less(cost, least))
            least = cost;
    }
    return least;
}

static u64 wait_itow(const ws_net *n, u32 q, u32 k) {
    worm w = worm_of(n, k);
    bool kill = has_asked(n, q) && wide_less(reset_cost(n, w), least_wait_cost(n, q, w));
    return kill ? 0 : (u64)n->def->timeout;
}

/* The first cycle in which it has waited for C_T / min(D, N_l). */
static u64 wait_cep(const ws_net *n, u32 q, u32 k) {
    (void)q;
    worm w = worm_of(n, k);
    u64 unit = 4 * WS_MILLION * spread(w);
    wide cost = wide_mul(reset_cost4(w), (u64)n->def->timeout_cost);
    return wide_low(wide_div(wide_add(cost, unit - 1), wide_of(unit)));
}

const timeout_policy timeout_policies[WS_TIMEOUT_POLICY_COUNT] = {
    [WS_TIMEOUT_POLICY_NONE] = wait_none,
    [WS_TIMEOUT_POLICY_FIXED] = wait_fixed,
    [WS_TIMEOUT_POLICY_ITOW] = wait_itow,
    [WS_TIMEOUT_POLICY_CEP] = wait_cep,
};

ws_costs ws_net_costs(const ws_net *n, uint32_t q, uint32_t k) {
    worm w = worm_of(n, k);
    wide unit = wide_left(wide_of(4 * w.tau * WS_MILLION / 1000), 16);
    bool asks = n->queue[q].front == k && n->queue[q].state == QUEUE_WAITING;
    u64 wait = asks ? wide_low(wide_div(least_wait_cost(n, q, w), unit)) : 0;
    return (ws_costs){.reset = wide_low(wide_div(reset_cost(n, w), unit)), .wait = wait};
}
