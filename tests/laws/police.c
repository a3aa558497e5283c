/* police.c - the token bucket of a host: what it lets through is exactly what it was promised; its trace by hand; other classes are not
 * held; a change of the rate acts at once; and on random machines the laws hold while it changes. */
#include "fixture.h"

/* When packets began, and how long they were. */
typedef struct admitted {
    u64 at[4096];
    u32 flits[4096];
    u32 count;
    u64 low; /* flits of the low class */
} admitted;

static void note_packet(const ws_event *e, void *context) {
    admitted *a = context;
    if (e->kind != WS_EVENT_PACKET_INJECTED) return;
    if (e->traffic_class > 0) a->low += e->length;
    if (e->traffic_class > 0 || a->count == 4096) return;
    a->at[a->count] = e->entered, a->flits[a->count++] = e->length;
}

static const ws_host_def hosts[] = {{.dest = 1, .traffic_class = -1, .load = -1}, {.dest = -1, .traffic_class = -1, .load = 0}};

static ws_def one_host(int64_t rate, int64_t burst, int64_t length) {
    ws_def d = fixture_lan(WS_TOPOLOGY_SWITCH, 0, 0);
    d.hosts_per_switch = 2, d.arrivals = WS_ARRIVALS_SATURATED, d.length = WS_LENGTH_FIXED, d.length_mean = length;
    d.class_rule = WS_CLASS_RULE_NONE, d.segment_rule = WS_SEGMENT_RULE_NONE;
    d.police_rate = rate, d.police_burst = burst;
    return d;
}

static void equal(u64 got, u64 expected, const char *what) {
    ok(got == expected, "%s: %llu, expected %llu", what, (unsigned long long)got, (unsigned long long)expected);
}

/* Packets of 4, a bucket of 10 that fills by 1/4 a cycle. At 0 it has 10: the first goes, 6 are left. The link takes 4 cycles, and the
 * next head asks in cycle 4 (as without a bucket), when there are 7: it goes, 3 are left. At 8 there are 4: it goes, 0 are left. From then on
 * one goes whenever 4 tokens have come: every 16 cycles. */
static void by_hand(void) {
    static const u64 expected[] = {0, 4, 8, 24, 40, 56, 72};
    ws_def d = one_host(250000, 10, 4);
    ws_net *n = fixture_net(&d, hosts);
    admitted a = {0};
    fixture_run(n, 80, note_packet, &a);
    for (u32 i = 0; i < 7; i++) equal(a.at[i] - a.at[0], expected[i], "by hand: the packet begins");
    equal(a.count, 7, "by hand: packets in 80 cycles");
    ws_net_free(n);
}

/* Between any two packets no more has begun than burst + rate x cycles; and a host that always has something to send loses nothing of it
 * but what a packet lacks. */
static void exact(int64_t rate, int64_t burst, int64_t length, int64_t overhead) {
    ws_def d = one_host(rate, burst, length);
    d.overhead = overhead;
    ws_net *n = fixture_net(&d, hosts);
    admitted a = {0};
    enum { CYCLES = 60000 };
    fixture_run(n, CYCLES, note_packet, &a);
    u64 sum = 0, over = 0, packet = (u64)(length + overhead), need = packet > (u64)burst ? packet : (u64)burst;
    for (u32 i = 0; i < a.count; i++) {
        u64 flits = 0;
        for (u32 j = i; j < a.count; j++) {
            flits += a.flits[j];
            over += flits * WS_MILLION > need * WS_MILLION + (a.at[j] - a.at[i]) * (u64)rate;
        }
        sum += a.flits[i];
    }
    u64 promised = (u64)burst + CYCLES * (u64)rate / WS_MILLION;
    ok(over == 0 && sum <= promised + packet && sum + 2 * packet + 2 >= promised,
       "rate %.3f, burst %d, packets of %d: %llu flits of %llu promised, %llu stretches with more", (double)rate / WS_MILLION, (int)burst,
       (int)packet, (unsigned long long)sum, (unsigned long long)promised, (unsigned long long)over);
    ws_net_free(n);
}

/* The bucket is for the highest priority alone: the others take what it leaves of the link. */
static void by_class(void) {
    ws_def d = one_host(100000, 100, 50);
    d.class_rule = WS_CLASS_RULE_PRIORITY, d.high_share = 900000;
    d.arrivals = WS_ARRIVALS_POISSON, d.load = 600000;
    ws_net *n = fixture_net(&d, hosts);
    admitted a = {0};
    fixture_run(n, 200000, note_packet, &a);
    u64 high = 0;
    for (u32 i = 0; i < a.count; i++) high += a.flits[i];
    near_to((double)high / 200000, 0.1, 0.002, "nine tenths of a load of 0.6 are high: of that a tenth of the link gets through");
    near_to((double)a.low / 200000, 0.06, 0.006, "and all of the low class");
    ws_net_free(n);
}

/* A host kept waiting for long goes on in the cycle after the rate has risen, as if it had been so from then on. */
static void live(void) {
    ws_def d = one_host(1, 4, 4);
    ws_net *n = fixture_net(&d, hosts);
    admitted a = {0};
    ws_error error;
    fixture_run(n, 1000, note_packet, &a);
    equal(a.count, 1, "one flit in a million cycles: packets in the first 1,000");
    d.police_rate = 500000;
    ok(ws_net_change(n, &d, &error), "the rate rises to a half %s", error.text);
    fixture_run(n, 100, note_packet, &a);
    equal(a.at[1], 1008, "4 tokens are there 8 cycles later");
    equal(a.at[2] - a.at[1], 8, "and 8 cycles after that");
    d.police_rate = 0;
    ok(ws_net_change(n, &d, &error), "the bucket is taken away %s", error.text);
    u32 before = a.count;
    fixture_run(n, 400, note_packet, &a);
    ok(a.count - before >= 98, "it sends without a pause: %u packets of 4 in 400 cycles", a.count - before);
    ok(n->police.lack[0] == 0 && n->police.since[0] == 0, "nothing of it is left in the state");
    ws_net_free(n);
}

int main(void) {
    by_hand();
    exact(250000, 10, 4, 0);
    exact(100000, 1000, 33, 0);
    exact(333333, 200, 80, 10);
    exact(50000, 20, 100, 0); /* longer than the bucket: it must be full */
    exact(777777, 500, 13, 3);
    by_class();
    live();
    return done();
}
