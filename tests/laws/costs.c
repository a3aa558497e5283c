/* costs.c - the equations of the timeout policies, in floating point, against what the network decides in
 * integers: for every head that waits on a busy torus, cycle by cycle.
 *
 * Source: Hu and Kleinrock, "A Dynamic Timeout Scheme for Wormhole Routing Networks", equations 1 to 4.
 * L flits of the worm, tau cycles of a link, N_l = L / tau, D links behind the head, T_l the estimated
 * occupancy of the output, N_w worms at the output, a the cost factor:
 *   C_T = a (L D - N_l L / 4) if D > N_l / 2, else a tau D^2
 *   C_W = T_l N_w min(D, N_l)
 * cep kills after C_T / min(D, N_l) cycles, itow at once where C_T < C_W, else after the fixed time. */
#include <math.h>

#include "fixture.h"

typedef struct trial {
    int64_t tau;
    int64_t cost; /* millionths */
    int64_t counting;
    int64_t routing;
} trial;

static ws_net *torus(const trial *t, int64_t policy, int64_t load) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_TORUS;
    d.size[0] = 5;
    d.size[1] = 5;
    d.link_delay = t->tau;
    d.host_link_delay = 0;
    d.routing = t->routing;
    d.load = load;
    d.arrivals = WS_ARRIVALS_POISSON;
    d.timeout_policy = policy;
    d.timeout = 90;
    d.timeout_cost = t->cost;
    d.waiting_count = t->counting;
    return fixture_net(&d, NULL);
}

/* ---- the equations ---- */

static double reset_cost(const trial *t, double length, double behind) {
    double tau = (double)t->tau;
    double covers = length / tau;
    double factor = (double)t->cost / WS_MILLION;
    if (behind > covers / 2)
        return factor * (length * behind - covers * length / 4);
    return factor * tau * behind * behind;
}

static double spread_of(const trial *t, double length, double behind) {
    return fmin(behind, length / (double)t->tau);
}

/* N_w of link l: who holds a channel of it, who requests it; the newcomer itself only if it is
 * counted. */
static double worms_at(const ws_net *n, const trial *t, u32 l) {
    double worms = t->counting == WS_WAITING_COUNT_OTHERS ? -1 : 0;
    for (VCS_EACH(v, n, l))
        worms += holder_of(n, v) != NIL;
    for (QUEUES_EACH(q, n, node_from(n, l))) {
        if (!is_waiting_head(n, q))
            continue;
        bool requests = false;
        for (OPTIONS_EACH(c, n, q))
            requests |= n->option_link[c] == l;
        worms += requests;
    }
    return worms;
}

/* The least C_W among the links that the head of queue q requests. */
static double wait_cost(const ws_net *n, const trial *t, u32 q, double spread) {
    double least = INFINITY;
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        double occupancy = (double)n->timer.occupancy[l] / 65536;
        double cost = occupancy * worms_at(n, t, l) * spread;
        least = fmin(least, cost);
    }
    return least;
}

typedef struct tally {
    u64 heads;
    u64 reset_wrong;
    u64 wait_wrong;
    u64 deadlines;
    u64 early;
    u64 late;
} tally;

static double length_of(const ws_net *n, u32 k) { return (double)n->packet.length[k]; }
static double behind_of(const ws_net *n, u32 k) { return (double)n->packet.hops[k] + 1; }

/* Does a virtual channel that the head of queue q could take stand idle? It will go: no cost. */
static bool will_go(const ws_net *n, u32 q) {
    for (OPTIONS_EACH(c, n, q)) {
        u32 l = n->option_link[c];
        u32 asking = 0;
        for (QUEUES_EACH(p, n, node_from(n, l)))
            for (OPTIONS_EACH(o, n, p))
                asking += is_waiting_head(n, p) && n->option_link[o] == l;
        if (asking <= 1 && vcs_free_for(n, q, l) != 0)
            return true;
    }
    return false;
}

static void head_look(const ws_net *n, const trial *t, u32 q, tally *sum) {
    u32 k = n->queue[q].front;
    double length = length_of(n, k);
    double behind = behind_of(n, k);
    double spread = spread_of(t, length, behind);
    double reset = reset_cost(t, length, behind);
    double wait = will_go(n, q) ? 0 : wait_cost(n, t, q, spread);
    ws_costs costs = ws_net_costs(n, q, k);
    sum->heads++;
    sum->reset_wrong += fabs((double)costs.reset / 1000 - reset) > 0.0011 + 1e-9 * reset;
    sum->wait_wrong += fabs((double)costs.wait / 1000 - wait) > 0.0011 + 1e-6 * wait;
    if (n->def->timeout_policy != WS_TIMEOUT_POLICY_CEP)
        return;
    /* the first cycle in which it has waited for so long */
    u64 waits = (u64)ceil(reset / spread - 1e-9);
    u64 due = n->timer.waiting_since[q] + waits;
    u64 told = n->timer.deadline[q];
    sum->deadlines++;
    sum->early += told < due;
    sum->late += told > due && told > n->cycle[0];
}

static void heads_cost(const trial *t, int64_t policy, const char *what) {
    tally sum = {0};
    ws_net *n = torus(t, policy, 300000);
    for (u64 cycle = 0; cycle < fixture_cycles(6000); cycle++) {
        fixture_run(n, 1, NULL, NULL);
        for (u32 q = 0; q < n->wire.source_queue0; q++)
            if (is_waiting_head(n, q) && n->timer.deadline[q] > 0)
                head_look(n, t, q, &sum);
    }
    ok(sum.heads > 500 && sum.reset_wrong == 0, "%s: C_T of %llu of %llu heads is not by the equation", what,
       (unsigned long long)sum.reset_wrong, (unsigned long long)sum.heads);
    ok(sum.wait_wrong == 0, "%s: C_W of %llu is not", what, (unsigned long long)sum.wait_wrong);
    if (policy == WS_TIMEOUT_POLICY_CEP)
        ok(sum.deadlines > 1000 && sum.early + sum.late == 0, "%s: of %llu deadlines %llu are early, %llu late",
           what, (unsigned long long)sum.deadlines, (unsigned long long)sum.early,
           (unsigned long long)sum.late);
    ws_net_free(n);
}

/* ---- itow: who is killed at once ---- */

typedef struct killed {
    u64 count;
} killed;

static void kill_note(const ws_event *event, void *context) {
    killed *of = context;
    of->count += event->kind == WS_EVENT_PACKET_KILLED;
}

/* A head that has begun to wait in this cycle and is still here: its reset costs as much as its waiting,
 * or more. Cycles with a kill are passed over, since the costs are those before it. */
static void itow(const trial *t, const char *what) {
    u64 stayed = 0;
    u64 wrong = 0;
    u64 kills = 0;
    ws_net *n = torus(t, WS_TIMEOUT_POLICY_ITOW, 20000); /* most cycles are without a kill */
    for (u64 cycle = 0; cycle < fixture_cycles(100000); cycle++) {
        killed in_cycle = {0};
        fixture_run(n, 1, kill_note, &in_cycle);
        kills += in_cycle.count;
        for (u32 q = 0; in_cycle.count == 0 && q < n->wire.source_queue0; q++) {
            if (!is_waiting_head(n, q) || n->timer.waiting_since[q] != cycle || n->timer.deadline[q] == 0)
                continue;
            u32 k = n->queue[q].front;
            double length = length_of(n, k);
            double behind = behind_of(n, k);
            double reset = reset_cost(t, length, behind);
            double wait = wait_cost(n, t, q, spread_of(t, length, behind));
            stayed++;
            wrong += !will_go(n, q) && reset < wait * (1 - 1e-9);
            wrong += n->timer.deadline[q] != cycle + 90;
        }
    }
    ok(kills > 50 && stayed > 30 && wrong == 0,
       "%s: itow kills %llu; of %llu heads that stay, %llu should have been killed", what,
       (unsigned long long)kills, (unsigned long long)stayed, (unsigned long long)wrong);
    ws_net_free(n);
}

int main(void) {
    static const trial trials[] = {
        {1, WS_MILLION, WS_WAITING_COUNT_LITERAL, WS_ROUTING_DOR_NO_DATELINE},
        {3, 2 * WS_MILLION, WS_WAITING_COUNT_OTHERS, WS_ROUTING_DOR_NO_DATELINE},
        {7, 500000, WS_WAITING_COUNT_LITERAL, WS_ROUTING_MINIMAL_ADAPTIVE},
    };
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        char what[32];
        snprintf(what, sizeof what, "tau %d", (int)trials[i].tau);
        heads_cost(&trials[i], WS_TIMEOUT_POLICY_CEP, what);
        heads_cost(&trials[i], WS_TIMEOUT_POLICY_ITOW, what);
        /* resets so dear that some heads wait */
        trial dear = trials[i];
        dear.cost *= 8;
        itow(&dear, what);
    }
    return done();
}
