/* timeout.c - how long a blocked head waits before its worm is given up: one function per WS_TIMEOUT_POLICY_*.
 *
 * Source: Hu and Kleinrock, "A Dynamic Timeout Scheme for Wormhole Routing Networks", equations 1 to 4. L = flits of the worm, tau =
 * link delay, N_l = L / tau (links it covers), D = links behind its head (1 at the first switch), T_l = estimated occupancy of the
 * output, N_w = worms at the output (parameter waiting-count: the paper's counter includes the one in service and the newcomer).
 *   cost of a reset   C_T = a (L D - N_l L / 4) if D > N_l / 2, else a tau D^2        (link-cycles wasted; a = timeout-cost)
 *   cost of waiting   C_W = T_l N_w min(D, N_l)
 *   fixed  wait `timeout`     itow  do not wait if C_T < C_W, else as fixed     cep  wait C_T / min(D, N_l)
 * In integers: both costs are kept times tau, min(D, N_l) as min(D tau, L). */
#include "model.h"

typedef struct worm {
    u64 length, tau, behind; /* L, tau, D */
} worm;

static worm worm_of(const ws_net *n, u32 q) {
    u32 k = n->queue[q].front;
    return (worm){n->pk_length[k], (u64)n->def->link_delay, n->pk_hops[k] + 1u};
}

/* min(D, N_l) x tau: the flits that the links behind the head can hold. */
static u64 spread(worm w) { return w.behind * w.tau < w.length ? w.behind * w.tau : w.length; }

/* C_T x tau / a, times 4. */
static u64 reset_cost4(worm w) {
    if (2 * w.behind * w.tau > w.length) return 4 * w.tau * w.length * w.behind - w.length * w.length;
    return 4 * w.tau * w.tau * w.behind * w.behind;
}

/* N_w at link l, for a newcomer that has already asked. */
static u64 waiting_at(const ws_net *n, u32 l) {
    u64 count = 0;
    for (u32 v = n->wire.lane0[l]; v < n->wire.lane0[l + 1]; v++) count += n->vlane[v].holder != NIL;
    for (u32 w = 0; w < n->wire.words[n->wire.link_from[l]]; w++) count += bit_count(n->want[n->wire.want0[l] + w]);
    return count - (n->def->waiting_count == WS_WAITING_COUNT_OTHERS);
}

static bool is_busy(const ws_net *n, u32 l) { return waiting_at(n, l) + (n->def->waiting_count == WS_WAITING_COUNT_OTHERS) > 1; }

static u64 wait_none(const ws_net *n, u32 q, u32 l) {
    (void)n, (void)q, (void)l;
    return WAIT_FOR_EVER;
}

static u64 wait_fixed(const ws_net *n, u32 q, u32 l) {
    (void)q, (void)l;
    return (u64)n->def->timeout;
}

static u64 wait_itow(const ws_net *n, u32 q, u32 l) {
    worm w = worm_of(n, q);
    u128 reset = (u128)reset_cost4(w) * (u64)n->def->timeout_cost << 16;             /* x 4 x 10^6 x 2^16 */
    u128 wait = (u128)n->occupancy[l] * waiting_at(n, l) * spread(w) * 4 * WS_MILLION;
    return is_busy(n, l) && reset < wait ? 0 : (u64)n->def->timeout;
}

static u64 wait_cep(const ws_net *n, u32 q, u32 l) {
    (void)l;
    worm w = worm_of(n, q);
    return (u64)((u128)reset_cost4(w) * (u64)n->def->timeout_cost / ((u128)4 * WS_MILLION * spread(w)));
}

const ws_recovery ws_recoveries[WS_TIMEOUT_POLICY_COUNT] = {
    [WS_TIMEOUT_POLICY_NONE] = wait_none,
    [WS_TIMEOUT_POLICY_FIXED] = wait_fixed,
    [WS_TIMEOUT_POLICY_ITOW] = wait_itow,
    [WS_TIMEOUT_POLICY_CEP] = wait_cep,
};
