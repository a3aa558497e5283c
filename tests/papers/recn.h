/* recn.h - the machine of the RECN papers and its hot spot. Header only. */
#ifndef RECN_H
#define RECN_H

#include "fixture.h"

FIXTURE ws_def recn_def(int64_t hosts, int64_t queueing, int64_t saqs) {
    ws_def d = fixture_machine("recn");
    d.size[0] = hosts, d.queueing = queueing, d.saqs = saqs;
    return d;
}

/* A hot spot: every fourth host sends all it can to one host in the middle for a while. The others send `background` to each other, and to
 * the hosts of the first group when these are not hot, but never to the hot spot. */
typedef struct recn_storm {
    bool hot[1024];
} recn_storm;

FIXTURE ws_net *recn_storm_new(recn_storm *s, int64_t hosts, int64_t queueing, int64_t saqs, int64_t background,
                              int64_t order) {
    ws_def d = recn_def(hosts, queueing, saqs);
    d.saq_order = order;
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

#endif
