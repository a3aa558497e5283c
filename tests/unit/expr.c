/* expr.c - expressions: what is read, what is refused and where; their values on networks worked out by hand. */
#include "session/expr/expr.h"

#include <math.h>

#include "fixture.h"
#include "paper/curves.h"
#include "tap.h"

/* Four worms in a ring, each waits for the next: nothing moves from cycle 6 on. */
static const char ring[] = "machine cube\nset topology ring1 4\nset routing dor-no-dateline\nset vcs 1\nset buffer 4\n"
                           "set length fixed 16\nset arrivals saturated\nhost H0 send-to H2\nhost H1 send-to H3\n"
                           "host H2 send-to H0\nhost H3 send-to H1\n@400 end\n";
/* H1 and H2 to HD, equal worms: half each. */
static const char pair[] = "machine wormhole-lan\nset topology file scenarios/networks/two-hosts.net\nset arrivals saturated\n"
                           "set length fixed 1000\nset segment 0\nhost H1 class high send-to HD\nhost H2 class low send-to HD\n"
                           "host HD silent\nwarmup 5000\n@25000 end\n";

typedef struct looking {
    ws_session *session;
    ws_frame *frame;
    ws_scene scene;
} looking;

static bool look_begin(looking *l, const char *text, uint64_t cycles) {
    ws_error error = {0};
    l->session = ws_session_open_text("t.ws", text, strlen(text), ".", NULL, &error);
    if (!ok(l->session != NULL, "opens %s", error.text)) return false;
    ws_session_observe(l->session);
    ws_session_run(l->session, cycles);
    const ws_net *net = ws_session_net(l->session);
    l->frame = ws_frame_new(net);
    ws_frame_update(l->frame, net, ws_session_metrics(l->session), ws_session_observer(l->session));
    l->scene = (ws_scene){net, l->frame, ws_session_metrics(l->session)};
    return true;
}

static void look_end(looking *l) {
    ws_frame_free(l->frame);
    ws_session_close(l->session);
}

static bool parse(ws_expr *e, const char *text) {
    ws_error error;
    bool good = ws_expr_parse(e, (ws_place){NULL, 1, 1}, text, strlen(text), &error);
    if (!good) note("%s: %s", text, error.text);
    return good;
}

static void is_number(const looking *l, const char *text, double low, double high) {
    ws_expr e;
    double value = parse(&e, text) ? ws_expr_number(&e, &l->scene) : NAN;
    ok(value >= low && value <= high, "%s is %g", text, value);
}

static void refused(const char *text, const char *why) {
    ws_expr e;
    ws_error error = {0};
    ws_source source = {.name = "x"};
    bool good = ws_expr_parse(&e, (ws_place){&source, 7, 20}, text, strlen(text), &error);
    ok(!good && strcmp(error.text, why) == 0, "`%s`: %s", text, error.text);
}

static void test_refusals(void) {
    refused("order>", "x:7:26: a value is missing behind >; write a number");
    refused("(order>1", "x:7:28: `)` is missing here");
    refused("order>1)", "x:7:27: \")\" is too much here");
    refused("order > 1 or", "x:7:32: a value is missing here");
    refused("wiating>20%", "x:7:20: unknown quantity \"wiating\"; did you mean \"waiting\"?");
    refused("1+host(H3).acepted", "x:7:31: host has no \"acepted\"; did you mean \"accepted\"?");
    refused("host().accepted", "x:7:25: a name is missing in the brackets");
    refused("class(high)", "x:7:31: class needs a field, such as .accepted");
    refused("order>3%", "x:7:27: order is not a share; leave out the %");
    refused("routing=dro", "x:7:28: invalid value \"dro\" of this parameter");
    refused("worms(from>H3)", "x:7:30: from is compared by = or != with a name");
    refused("1 $ 2", "x:7:22: invalid expression: \"$ 2\" has no meaning here");
    refused("((((((((((((((((((((((((1))))))))))))))))))))))))", "x:7:44: the brackets are too deep");
}

static void test_ring(void) {
    looking l;
    ws_targets things;
    ws_expr e;
    if (!look_begin(&l, ring, 200)) return;
    is_number(&l, "1 + 2 * 3 - 8 / 4", 5, 5);
    is_number(&l, "-(1 - 3) >= 2 and not 0", 1, 1);
    is_number(&l, "0 or 1 and 0", 0, 0);
    is_number(&l, "max(3, min(1, 2)) + abs(-1) + round(0.6) + percent(1, 4)", 30, 30);
    is_number(&l, "waiting >= 100% and worms = 4", 1, 1);
    is_number(&l, "buffer * vcs", 4, 4);
    is_number(&l, "routing = dor-no-dateline and cycle = 200", 1, 1);
    is_number(&l, "knot", 4, 4);
    is_number(&l, "worms(ring and from = H0 and to = H2)", 1, 1);
    is_number(&l, "worms(from != H0 and links > 0)", 3, 3);
    is_number(&l, "worm(H1, H3)", 1, 1);
    is_number(&l, "chain(longest).length + order", 0, 0);
    is_number(&l, "link(S0,S1).held", 1, 1);
    is_number(&l, "1 / 0 > 0", 0, 0);
    ok(parse(&e, "link(S0,S1).holder") && e.targets, "the holder of a link is a thing");
    ws_expr_targets(&e, &l.scene, &things);
    ok(things.count == 1 && things.at[0].kind == WS_TARGET_WORM, "one worm");
    const ws_frame_worm *worm = ws_frame_worm_of(l.frame, things.at[0].id);
    ok(worm && worm->source == 0 && worm->dest == 2, "that of H0");
    ws_error error;
    ok(parse(&e, "link(S0,S2).use > 1") && !ws_expr_check(&e, &l.scene, &error), "a link that there is not: %s", error.text);
    look_end(&l);
}

static void test_pair(void) {
    looking l;
    if (!look_begin(&l, pair, 25000)) return;
    is_number(&l, "host(H1).accepted", 0.499, 0.501);
    is_number(&l, "host(H2).accepted * 100", 49.9, 50.1);
    is_number(&l, "host(HD).received", 0.999, 1.001);
    is_number(&l, "percent(host(H2).accepted, host(HD).received)", 49.9, 50.1);
    is_number(&l, "class(high).head-latency > 900", 1, 1);
    const ws_scene measured = l.scene;
    l.scene.metrics = NULL;
    static const char *const fields[] = {"offered", "accepted", "latency", "head-latency", "network-latency", "packet-latency"};
    bool known = false;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char text[64];
        ws_expr e;
        snprintf(text, sizeof text, "class(high).%s", fields[i]);
        known |= !parse(&e, text) || !isnan(ws_expr_number(&e, &l.scene));
    }
    ok(!known, "where nothing is measured a class has no figures");
    l.scene = measured;
    look_end(&l);
}

/* A worm in front of two links waits for both: who can go round a ring by the other link is not in it, though the first links close one. */
static void test_loop(void) {
    looking l;
    ws_expr loop;
    size_t most = 0, free_worms = 0;
    static const char text[] = "machine timeouts\nset topology torus 7 7\nset length fixed 50\nset timeout-policy none\nseed 30\n";
    if (!parse(&loop, "loop") || !look_begin(&l, text, 50)) return;
    for (int i = 0; i < 200; i++) {
        ws_targets things;
        ws_session_run(l.session, 1);
        ws_frame_update(l.frame, l.scene.net, l.scene.metrics, ws_session_observer(l.session));
        ws_expr_targets(&loop, &l.scene, &things);
        if (things.count > most) most = things.count;
        for (size_t at = 0; at < things.count; at++) free_worms += ws_frame_worm_of(l.frame, things.at[at].id)->order != WS_ORDER_DEADLOCK;
    }
    ok(most >= 2 && free_worms == 0, "a ring of %zu at most; in it %zu that can go another way", most, free_worms);
    look_end(&l);
}

/* A set has room for few things; its number counts all. */
static void test_many(void) {
    looking l;
    ws_expr e;
    ws_targets things;
    if (!look_begin(&l, "machine cube\nset topology mesh 8 8\nset load 0.9\n@3000 end\n", 2000)) return;
    uint32_t all = l.frame->worms;
    is_number(&l, "worms(links >= 0)", all, all);
    parse(&e, "worms(links >= 0)");
    ws_expr_targets(&e, &l.scene, &things);
    ok(all > 2 * WS_TARGETS_MAX && things.count == WS_TARGETS_MAX && things.count + things.more == all, "%u worms, %zu of them in the set",
       all, things.count);
    look_end(&l);
}

/* What claims ask of whole curves, of five that are read off by eye: x at 1, 2, 4, 8. */
static const struct {
    const char *name;
    double value[4];
} drawn[] = {{"up", {1, 2, 3, 4}},
             {"down", {8, 4, 2, 1}},
             {"hill", {1, 5, 5, 1}},
             {"low", {0, -1, 2, 3}},
             {"wave", {2, 1, 4, 3}}};

static const struct {
    const char *text;
    double is; /* NAN: there is no such number */
} asked_of_curves[] = {
    {"least(down)", 1},
    {"most(up)", 4},
    {"argmin(down)", 8},
    {"argmax(down)", 1},
    {"mean(up)", 2.5},
    {"mean(up, 2, 4)", 2.5},
    {"mean(up, 4, 8)", 3.5},
    {"peak(hill)", 2.8284271},
    {"peak(up)", 8},
    {"dip(low)", 1.6817928},
    {"rises(up)", 1},
    {"rises(wave)", 0},
    {"falls(down)", 1},
    {"falls(wave)", 0},
    {"rises(up, 2, 2)", 0},
    {"rises(hill)", 0},
    {"falls(hill)", 0},
    {"above(up, low)", 1},
    {"above(low, up)", 0},
    {"above(up, up)", 0},
    {"above(up, wave)", 0},
    {"above(hill, up)", 0},
    {"above(hill, up, 2, 4)", 1},
    {"ratio(up, down)", 4},
    {"ratio(down, up)", 8},
    {"ratio(hill, wave)", 5},
    {"ratio(up, wave, 1, 1)", 0.5},
    {"crossings(up, down)", 1},
    {"crossings(up, wave)", 3},
    {"crossings(down, low)", 1},
    {"crossing(up, low)", NAN},
    {"crossing(up, down)", 3.2618595},
    {"crossing(up, wave)", 1.5},
    {"up(4)", 3},
    {"up(4) > down(4)", 1},
};

static void test_curves(void) {
    ws_figure figure = {
        .curves = 5, .measures = 1, .measure[0].name = "y", .full.seeds = 2, .quick.seeds = 2};
    for (size_t i = 0; i < 4; i++)
        figure.axis.all.at[figure.axis.all.count++] = (ws_figure_value){"", (double)(1 << i)};
    for (size_t i = 0; i < 5; i++)
        figure.curve[i] = (ws_figure_curve){.name = drawn[i].name, .within = {NAN, NAN}};
    ws_points points = ws_points_new(&figure, false);
    /* two seeds, the mean of which is the value */
    for (size_t i = 0; i < 40; i++)
        *ws_points_at(&points, i / 8, i / 2 % 4, 0, i % 2) =
            drawn[i / 8].value[i / 2 % 4] + (i % 2 ? 0.25 : -0.25);
    const ws_curves_asked asked = {.figure = &figure, .points = &points, .seed = WS_ALL_SEEDS};
    const ws_expr_scope scope = ws_curves_scope(&asked);
    for (size_t i = 0; i < sizeof asked_of_curves / sizeof *asked_of_curves; i++) {
        const char *text = asked_of_curves[i].text;
        double is = asked_of_curves[i].is, value = INFINITY;
        ws_expr e;
        ws_error error = {0};
        if (ws_expr_parse_in(&e, &scope, (ws_place){NULL, 1, 1}, text, strlen(text), &error))
            value = ws_expr_number_in(&e, &scope);
        ok(isnan(is) ? isnan(value) : fabs(value - is) < 1e-4, "%s is %g%s", text, value,
           error.text);
    }
    ws_points_free(&points);
}

int main(void) {
    test_refusals();
    test_ring();
    test_pair();
    test_loop();
    test_many();
    test_curves();
    return done();
}
