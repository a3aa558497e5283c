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
 * A policy is asked at the end of the cycle in which a head requested an output and did not
 * get it. itow decides only then; the rest holds at any time, so that changed values act at once on
 * the heads that wait already. In integers: both costs are kept times tau, min(D, N_l) as min(D
 * tau, L). */
#include "recovery.h"

/* The terms of a worm in the equations. */
typedef struct worm {
    u64 length; /* L: flits */
    u64 tau;    /* cycles of a link */
    u64 behind; /* D: links behind its head */
} worm;

static worm worm_of(const ws_net *n, u32 k) {
    const ws_packet_columns *packet = &n->packet;
    worm w;
    w.length = packet->length[k];
    w.tau = (u64)n->def->link_delay;
    w.behind = packet->hops[k] + 1u;
    return w;
}

/* min(D, N_l) x tau: the flits that the links behind the head can hold. */
static u64 spread(worm w) {
    u64 room = w.behind * w.tau;
    if (room < w.length)
        return room;
    return w.length;
}

/* C_T x tau / a, times 4. */
static u64 reset_cost4(worm w) {
    u64 room = w.behind * w.tau;
    u64 length = w.length;
    u64 square = length * length;
    if (2 * room > length)
        return 4 * room * length - square;
    return 4 * room * room;
}

/* N_w = worms that hold a virtual channel of link l + heads that request one. */
static u64 held_count(const ws_net *n, u32 l) {
    u64 count = 0;
    for (VCS_EACH(v, n, l))
        count += holder_of(n, v) != NIL;
    return count;
}

static u64 request_count(const ws_net *n, u32 l) {
    const link_fast *link = fast_link(n, l);
    const u64 *requests = requests_of(n, l);
    u64 count = 0;
    for (EACH(w, link->words))
        count += bit_count(requests[w]);
    return count;
}

/* Has the head in front of queue q just requested its output? */
static bool has_requested(const ws_net *n, u32 q) {
    u64 since = n->timer.waiting_since[q];
    if (!is_waiting_head(n, q))
        return false;
    return since == now(n);
}

/* Must it wait for link l? If a virtual channel is free by now and no other head requests one,
 * it will go. */
static bool must_wait(const ws_net *n, u32 q, u32 l) {
    if (request_count(n, l) > 1)
        return true;
    return vcs_free_for(n, q, l) == 0;
}

static u64 wait_none(const ws_net *n, u32 q, u32 k) {
    (void)n;
    (void)q;
    (void)k;
    return WAIT_FOR_EVER;
}

static u64 wait_fixed(const ws_net *n, u32 q, u32 k) {
    (void)q;
    (void)k;
    return (u64)n->def->timeout;
}

/* C_T and C_W, both times 4 tau 10^6 2^16. */
static wide reset_cost(const ws_net *n, worm w) {
    u64 weight = (u64)n->def->timeout_cost;
    u64 reset = reset_cost4(w);
    wide cost = wide_mul(reset, weight);
    return wide_left(cost, 16);
}

static wide wait_cost(const ws_net *n, worm w, u32 l) {
    u64 occupancy = n->timer.occupancy[l];
    u64 worms = held_count(n, l);
    worms += request_count(n, l);
    if (n->def->waiting_count == WS_WAITING_COUNT_OTHERS)
        worms--;
    wide cost = wide_mul(occupancy, worms);
    cost = wide_scale(cost, spread(w));
    return wide_scale(cost, 4 * WS_MILLION);
}

/* A head that may take one of several links waits for the one that promises most. */
static wide least_wait_cost(const ws_net *n, u32 q, worm w) {
    wide none = wide_of(0);
    wide least = none;
    bool first = true;
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        if (!must_wait(n, q, l))
            return none;
        wide cost = wait_cost(n, w, l);
        if (first || wide_less(cost, least))
            least = cost;
        first = false;
    }
    return least;
}

static u64 wait_itow(const ws_net *n, u32 q, u32 k) {
    u64 timeout = (u64)n->def->timeout;
    if (!has_requested(n, q))
        return timeout;
    worm w = worm_of(n, k);
    wide wait = least_wait_cost(n, q, w);
    wide reset = reset_cost(n, w);
    if (wide_less(reset, wait))
        return 0;
    return timeout;
}

/* The first cycle in which it has waited for C_T / min(D, N_l). */
static u64 wait_cep(const ws_net *n, u32 q, u32 k) {
    (void)q;
    worm w = worm_of(n, k);
    u64 weight = (u64)n->def->timeout_cost;
    u64 unit = 4 * WS_MILLION * spread(w);
    u64 reset = reset_cost4(w);
    wide cost = wide_mul(reset, weight);
    wide rounded_up = wide_add(cost, unit - 1);
    wide cycles = wide_div(rounded_up, wide_of(unit));
    return wide_low(cycles);
}

const timeout_policy timeout_policies[WS_TIMEOUT_POLICY_COUNT] = {
    [WS_TIMEOUT_POLICY_NONE] = wait_none,
    [WS_TIMEOUT_POLICY_FIXED] = wait_fixed,
    [WS_TIMEOUT_POLICY_ITOW] = wait_itow,
    [WS_TIMEOUT_POLICY_CEP] = wait_cep,
};

/* A cost in thousandths of link-cycles. */
static u64 cost_in_thousandths(worm w, wide cost) {
    u64 unit = 4 * w.tau * WS_MILLION / 1000;
    wide scaled = wide_left(wide_of(unit), 16);
    wide thousandths = wide_div(cost, scaled);
    return wide_low(thousandths);
}

ws_costs ws_net_costs(const ws_net *n, uint32_t q, uint32_t k) {
    assert(q < n->size.queues);
    assert(k < n->size.packets);
    worm w = worm_of(n, k);
    wide reset = reset_cost(n, w);
    wide wait = wide_of(0);
    bool front = front_of(n, q) == k;
    if (front && is_waiting_head(n, q))
        wait = least_wait_cost(n, q, w);
    ws_costs costs;
    costs.reset = cost_in_thousandths(w, reset);
    costs.wait = cost_in_thousandths(w, wait);
    return costs;
}

/* ---- how long the virtual channels of a link are held (equation 1) ---- */

/* O = ((k - 1) O + x) / k */
void occupancy_sample(ws_net *n, u32 l, u64 cycles) {
    u64 weight = (u64)n->def->occupancy_weight;
    u64 *occupancy = &n->timer.occupancy[l];
    u64 sample = cycles << 16;
    assert(l < n->size.links);
    u64 sum = *occupancy * (weight - 1);
    sum += sample;
    *occupancy = sum / weight;
}
