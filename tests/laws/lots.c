/* lots.c - what hosts draw has the distribution that is asked for: lengths, destinations, gaps and
 * classes of messages, and the coins of packets. Each is counted at its source, whatever the network
 * then does with it, and compared with its probabilities by chi-square, or with its closed form.
 *
 * Sources: definitions; an exponential length is geometric on 1, 2, ..., of exactly its mean. */
#include <math.h>

#include "fixture.h"

enum { VALUES_MOST = 4096 };

/* Standard deviations by which chi-square with so many degrees of freedom is beyond its mean
 * (Wilson and Hilferty 1931). */
static double excess(double chi_square, double freedom) {
    double v = 2 / (9 * freedom);
    return (cbrt(chi_square / freedom) - (1 - v)) / sqrt(v);
}

/* Counts by value, and the probability of each. */
typedef struct sample {
    u64 count[VALUES_MOST];
    double share[VALUES_MOST];
    u64 drawn;
} sample;

/* Values that are expected fewer than ten times count as one. */
static void agrees(const sample *of, const char *what) {
    double chi_square = 0;
    double rest = 0;
    double rest_expected = 0;
    double classes = 0;
    u64 impossible = 0;
    for (u32 value = 0; value < VALUES_MOST; value++) {
        double expected = of->share[value] * (double)of->drawn;
        double count = (double)of->count[value];
        if (of->share[value] <= 0)
            impossible += of->count[value];
        if (expected < 10) {
            rest += count;
            rest_expected += expected;
            continue;
        }
        chi_square += (count - expected) * (count - expected) / expected;
        classes++;
    }
    if (rest_expected >= 10) {
        chi_square += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
        classes++;
    }
    ok(impossible == 0, "%s: %llu of %llu are impossible", what, (unsigned long long)impossible,
       (unsigned long long)of->drawn);
    double beyond = classes > 1 ? excess(chi_square, classes - 1) : 0;
    ok(beyond < 4.5, "%s: chi-square of %.0f values is %.1f standard deviations beyond its mean", what,
       classes, beyond);
}

/* ---- the messages of a run ---- */

typedef u32 value_of(const ws_event *event, const ws_net *n);

typedef struct survey {
    const ws_net *n;
    sample *of;
    value_of *value;
} survey;

static bool is_message(const ws_event *event) {
    return event->kind == WS_EVENT_MESSAGE_CREATED || event->kind == WS_EVENT_MESSAGE_REFUSED;
}

static void look(const ws_event *event, void *context) {
    survey *s = context;
    if (!is_message(event))
        return;
    u32 value = s->value(event, s->n);
    s->of->count[value < VALUES_MOST ? value : VALUES_MOST - 1]++;
    s->of->drawn++;
}

/* Counts the values of the messages of `cycles` cycles. */
static void draw(ws_net *n, sample *of, value_of *value, u64 cycles) {
    survey s = {n, of, value};
    memset(of, 0, sizeof *of);
    fixture_run(n, amount(cycles / 4, cycles, 10 * cycles), look, &s);
}

static ws_def light(int64_t topology, int64_t rows, int64_t cols) {
    ws_def d = fixture_cube(topology, rows, cols);
    d.arrivals = WS_ARRIVALS_BERNOULLI;
    d.load = 900000;
    d.length = WS_LENGTH_FIXED;
    d.length_mean = 1;
    d.length_unit = 1;
    return d;
}

/* ---- lengths ---- */

static u32 length_of(const ws_event *event, const ws_net *n) {
    return event->length / (u32)n->def->length_unit;
}

static void exponential(int64_t mean, int64_t unit) {
    static sample of;
    ws_def d = light(WS_TOPOLOGY_MESH, 4, 4);
    d.length = WS_LENGTH_EXPONENTIAL;
    d.length_mean = mean;
    d.length_unit = unit;
    ws_net *n = fixture_net(&d, NULL);
    draw(n, &of, length_of, (u64)(40000 * mean * unit));
    double stays = 1 - 1.0 / (double)mean;
    double share = 1 - stays;
    for (u32 length = 1; length < VALUES_MOST; length++) {
        of.share[length] = share;
        share *= stays;
    }
    char what[64];
    snprintf(what, sizeof what, "exponential lengths of mean %d x %d", (int)mean, (int)unit);
    agrees(&of, what);
    ws_net_free(n);
}

static void mixture(void) {
    static const int64_t range[][3] = {{1, 4, 5}, {20, 20, 2}, {30, 40, 1}};
    static sample of;
    ws_def d = light(WS_TOPOLOGY_MESH, 4, 4);
    d.length = WS_LENGTH_MIXTURE;
    d.mixture_count = 3;
    for (int i = 0; i < 3; i++) {
        d.mixture_lo[i] = range[i][0];
        d.mixture_hi[i] = range[i][1];
        d.mixture_weight[i] = range[i][2];
    }
    ws_net *n = fixture_net(&d, NULL);
    draw(n, &of, length_of, 200000);
    for (int i = 0; i < 3; i++) {
        double values = (double)(range[i][1] - range[i][0] + 1);
        for (int64_t length = range[i][0]; length <= range[i][1]; length++)
            of.share[length] = (double)range[i][2] / 8 / values;
    }
    agrees(&of, "a mixture of three ranges");
    ws_net_free(n);
}

/* ---- destinations ---- */

static u32 pair_of(const ws_event *event, const ws_net *n) {
    return event->source * n->size.hosts + event->dest;
}

/* The host for which host h sends by a permutation of the 4 x 6 grid of switches, each with two
 * hosts; by coordinates. */
enum { ROWS = 4, COLS = 6, PER_SWITCH = 2, HOSTS = ROWS * COLS * PER_SWITCH };

static u32 permuted(int64_t traffic, u32 h, u32 rows, u32 cols) {
    u32 place = h % PER_SWITCH;
    u32 col = h / PER_SWITCH % cols;
    u32 row = h / PER_SWITCH / cols;
    u32 to_row = row;
    u32 to_col = col;
    switch (traffic) {
    case WS_TRAFFIC_TRANSPOSE:
        to_row = col;
        to_col = row;
        break;
    case WS_TRAFFIC_BIT_COMPLEMENT:
        to_row = rows - 1 - row;
        to_col = cols - 1 - col;
        break;
    case WS_TRAFFIC_TORNADO: to_col = (col + (cols + 1) / 2 - 1) % cols; break;
    default:
        to_row = (row + 1) % rows;
        to_col = (col + 1) % cols;
    }
    return (to_row * cols + to_col) * PER_SWITCH + place;
}

static void permutation(int64_t traffic, u32 rows, u32 cols, const char *name) {
    static sample of;
    ws_def d = light(WS_TOPOLOGY_TORUS, rows, cols);
    d.hosts_per_switch = PER_SWITCH;
    d.traffic = traffic;
    ws_net *n = fixture_net(&d, NULL);
    u32 hosts = n->size.hosts;
    draw(n, &of, pair_of, 2000);
    for (u32 h = 0; h < hosts; h++)
        of.share[h * hosts + permuted(traffic, h, rows, cols)] = 1.0 / hosts;
    agrees(&of, name);
    ws_net_free(n);
}

/* Shares by destination for host h, of uniform traffic with a hot spot; `self`: itself too. */
static void uniform(int64_t traffic, double hot, u32 hot_host, const char *name) {
    static sample of;
    ws_def d = light(WS_TOPOLOGY_TORUS, ROWS, COLS);
    d.hosts_per_switch = PER_SWITCH;
    d.traffic = traffic;
    d.hotspot_host = hot_host;
    d.hotspot_share = (int64_t)(hot * WS_MILLION);
    bool self = traffic == WS_TRAFFIC_UNIFORM_SELF;
    ws_net *n = fixture_net(&d, NULL);
    draw(n, &of, pair_of, 20000);
    for (u32 h = 0; h < HOSTS; h++) {
        double aside = h == hot_host ? 0 : hot;
        double others = self ? HOSTS : HOSTS - 1;
        for (u32 to = 0; to < HOSTS; to++) {
            double *share = &of.share[h * HOSTS + to];
            if (to != h || self)
                *share = (1 - aside) / others / HOSTS;
            if (to == hot_host)
                *share += aside / HOSTS;
        }
    }
    agrees(&of, name);
    ws_net_free(n);
}

/* ---- gaps ---- */

enum { FEW_HOSTS = 16 };

typedef struct gaps {
    sample *of;
    u64 last[FEW_HOSTS]; /* + 1; 0: none yet */
} gaps;

static void gap_count(const ws_event *event, void *context) {
    gaps *g = context;
    if (!is_message(event))
        return;
    u64 *last = &g->last[event->source];
    u64 gap = event->created + 1 - *last;
    if (*last > 0) {
        g->of->count[gap < VALUES_MOST ? gap : VALUES_MOST - 1]++;
        g->of->drawn++;
    }
    *last = event->created + 1;
}

/* Gaps of all hosts, in cycles, with a message in `mean` cycles. */
static void gaps_draw(int64_t arrivals, int64_t mean, sample *of) {
    ws_def d = light(WS_TOPOLOGY_MESH, 4, 4);
    gaps g = {.of = of};
    d.arrivals = arrivals;
    d.load = WS_MILLION / mean;
    memset(of, 0, sizeof *of);
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, amount(60000, 400000, 4000000), gap_count, &g);
    ws_net_free(n);
}

static void geometric(int64_t mean) {
    static sample of;
    gaps_draw(WS_ARRIVALS_BERNOULLI, mean, &of);
    double share = 1.0 / (double)mean;
    for (u32 gap = 1; gap < VALUES_MOST; gap++) {
        of.share[gap] = share;
        share *= 1 - 1.0 / (double)mean;
    }
    agrees(&of, "Bernoulli: gaps are geometric");
}

/* Of two arrivals of a Poisson process the cycles differ by g with probability (1 - s)^2 / r *
 * s^(g-1), s = exp(-r), and by 0 with 1 - (1 - s) / r; r = arrivals a cycle. */
static void poisson(int64_t mean) {
    static sample of;
    double rate = 1.0 / (double)mean;
    double stays = exp(-rate);
    gaps_draw(WS_ARRIVALS_POISSON, mean, &of);
    of.share[0] = 1 - (1 - stays) / rate;
    double share = (1 - stays) * (1 - stays) / rate;
    for (u32 gap = 1; gap < VALUES_MOST; gap++) {
        of.share[gap] = share;
        share *= stays;
    }
    agrees(&of, "Poisson: gaps are exponential, looked at in whole cycles");
}

static void constant(void) {
    static sample of;
    gaps_draw(WS_ARRIVALS_CONSTANT, 8, &of);
    of.share[8] = 1;
    agrees(&of, "constant: all gaps are equal");
}

/* ---- classes ---- */

static u32 class_of(const ws_event *event, const ws_net *n) {
    (void)n;
    return event->traffic_class;
}

static void priorities(void) {
    static sample of;
    ws_def d = light(WS_TOPOLOGY_MESH, 4, 4);
    d.class_rule = WS_CLASS_RULE_PRIORITY;
    d.high_share = 200000;
    ws_net *n = fixture_net(&d, NULL);
    draw(n, &of, class_of, 20000);
    of.share[0] = 0.2;
    of.share[1] = 0.8;
    agrees(&of, "a fifth of the messages is of high priority");
    ws_net_free(n);
}

static u32 class_by_length(const ws_event *event, const ws_net *n) {
    (void)n;
    return 2 * event->length + event->traffic_class;
}

static void lengths_as_classes(void) {
    static sample of;
    ws_def d = light(WS_TOPOLOGY_MESH, 4, 4);
    d.class_rule = WS_CLASS_RULE_LENGTH;
    d.long_length = 3;
    d.length = WS_LENGTH_MIXTURE;
    d.mixture_count = 1;
    d.mixture_lo[0] = 1;
    d.mixture_hi[0] = 4;
    d.mixture_weight[0] = 1;
    ws_net *n = fixture_net(&d, NULL);
    draw(n, &of, class_by_length, 20000);
    for (u32 length = 1; length <= 4; length++)
        of.share[2 * length + (length >= 3)] = 0.25;
    agrees(&of, "a message of just the long length is long");
    ws_net_free(n);
}

/* ---- coins of packets ---- */

static void coins_count(const ws_event *event, void *context) {
    survey *s = context;
    if (event->kind != WS_EVENT_PACKET_INJECTED)
        return;
    u32 flags = s->n->packet.flags[event->id];
    u32 coins = 2 * !!(flags & PACKET_TIE_X) + !!(flags & PACKET_TIE_Y);
    s->of->count[coins]++;
    s->of->drawn++;
}

static void coins(void) {
    static sample of;
    ws_def d = light(WS_TOPOLOGY_TORUS, 4, 4);
    d.load = 100000;
    ws_net *n = fixture_net(&d, NULL);
    survey s = {n, &of, NULL};
    memset(&of, 0, sizeof of);
    /* one by one: the row of a packet is another's when it has arrived */
    for (u64 cycle = 0; cycle < fixture_cycles(20000); cycle++)
        fixture_run(n, 1, coins_count, &s);
    for (u32 i = 0; i < 4; i++)
        of.share[i] = 0.25;
    agrees(&of, "the two coins of a packet are fair, and know nothing of each other");
    ws_net_free(n);
}

int main(void) {
    exponential(1, 1);
    exponential(4, 1);
    exponential(25, 2);
    mixture();
    uniform(WS_TRAFFIC_UNIFORM, 0, 0, "uniform traffic");
    uniform(WS_TRAFFIC_UNIFORM_SELF, 0, 0, "uniform traffic, the sender as any other");
    uniform(WS_TRAFFIC_HOTSPOT, 0.3, 7, "a hot spot for three tenths");
    permutation(WS_TRAFFIC_TRANSPOSE, 5, 5, "transpose");
    permutation(WS_TRAFFIC_BIT_COMPLEMENT, ROWS, COLS, "bit complement");
    permutation(WS_TRAFFIC_TORNADO, ROWS, COLS, "tornado, six in a row");
    permutation(WS_TRAFFIC_TORNADO, 3, 5, "tornado, five in a row");
    permutation(WS_TRAFFIC_NEIGHBOUR, ROWS, COLS, "neighbour");
    geometric(3);
    geometric(40);
    poisson(3);
    poisson(40);
    constant();
    priorities();
    lengths_as_classes();
    coins();
    return done();
}
