/* recn.h - what the tests of the RECN papers share: the machine, its hot spot, and what is measured of cold flows. Header only. */
#ifndef RECN_H
#define RECN_H

#include "fixture.h"

FIXTURE ws_def recn_def(int64_t hosts, int64_t queueing, int64_t saqs) {
    ws_def d = fixture_machine("recn");
    d.size[0] = hosts, d.queueing = queueing, d.saqs = saqs;
    return d;
}

/* The efficiency of the switches: what is delivered of a full link when every host always has something to send. */
FIXTURE double recn_saturation(int64_t hosts, int64_t queueing, int64_t saqs, u64 *out_of_order) {
    ws_def d = recn_def(hosts, queueing, saqs);
    d.arrivals = WS_ARRIVALS_SATURATED;
    ws_net *n = fixture_net(&d, NULL);
    fixture_run(n, hosts > 64 ? 9000 : 20000, NULL, NULL);
    double efficiency = fixture_accepted(n, fixture_cycles(hosts > 64 ? 5000 : 30000));
    *out_of_order += n->total[WS_TOTAL_OUT_OF_ORDER];
    ws_net_free(n);
    return efficiency;
}

/* A hot spot: every fourth host sends all it can to one host in the middle for a while. The others send `background` to each other, and to
 * the hosts of the first group when these are not hot, but never to the hot spot. */
typedef struct recn_storm {
    bool hot[1024];
    u64 cold_packets, cold_cycles; /* of packets of the others: delivered, and the time from their creation */
} recn_storm;

FIXTURE void recn_eye(const ws_event *e, void *context) {
    recn_storm *s = context;
    if (e->kind != WS_EVENT_PACKET_DELIVERED || s->hot[e->source]) return;
    s->cold_packets++, s->cold_cycles += e->cycle - e->created;
}

FIXTURE ws_net *recn_storm_new(recn_storm *s, int64_t hosts, int64_t queueing, int64_t saqs, int64_t background) {
    ws_def d = recn_def(hosts, queueing, saqs);
    d.traffic = WS_TRAFFIC_HOT_SENDERS, d.hot_spots = 1, d.hot_share = 0, d.load = background, d.message_capacity = 1024 * hosts;
    memset(s, 0, sizeof *s);
    for (int64_t h = 3; h < hosts; h += 4) s->hot[h] = true;
    return fixture_net(&d, NULL);
}

FIXTURE void recn_storm_set(ws_net *n, const recn_storm *s, bool on) {
    ws_host_def def = WS_HOST_DEF_DEFAULT;
    if (on) def.dest = n->size.hosts / 2, def.load = WS_MILLION, def.traffic_class = 0;
    for (u32 h = 0; h < n->size.hosts; h++)
        if (s->hot[h]) ws_net_change_host(n, h, &def, NULL);
}

/* Set-aside queues in use in the port with the most, and in all. */
FIXTURE u32 recn_most(const ws_net *n, u32 *all) {
    u32 most = 0, sum = 0;
    for (u32 port = 0; port < n->size.saq_ports; port++) {
        u32 count = bit_count(n->saq.valid[port]);
        sum += count;
        if (count > most) most = count;
    }
    if (all) *all = sum;
    return most;
}

#endif
