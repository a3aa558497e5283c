/* frames.c - the picture of machines with ports, set-aside queues and pools: every flit that is under way is seen once, in a buffer
 * or on a wire; no buffer holds more than it can; every worm moves or is blocked; and no deadlock is claimed, since these machines have
 * none. */
#include "observe/frame.h"

#include "fixture.h"

enum { PICTURES = 250 };

static ws_def machine(const char *name, int64_t queueing) {
    ws_def d = fixture_machine(name);
    if (queueing >= 0) d.queueing = queueing;
    else d.topology = WS_TOPOLOGY_FEDX, d.size[0] = 4, d.size[1] = 4;
    d.load = 900000, d.traffic = WS_TRAFFIC_HOTSPOT, d.hotspot_host = 5, d.hotspot_share = 250000;
    return d;
}

static uint64_t flits_seen(const ws_frame *f) {
    uint64_t seen = 0;
    for (uint32_t l = 0; l < f->links; l++) seen += f->link[l].flits + f->link[l].buffered;
    for (uint32_t i = 0; i < f->switches * f->pool; i++) seen += f->queue[f->buffer[i].queue].flits;
    for (uint32_t q = 0; q < f->queues && f->pool == 0; q++) /* of output ports */
        if (f->queue[q].link == WS_NIL && f->queue[q].node < f->switches) seen += f->queue[q].flits;
    return seen;
}

static bool is_overfull(const ws_frame *f) {
    for (uint32_t l = 0; l < f->links; l++)
        if (f->link[l].buffered > f->link[l].capacity) return true;
    for (uint32_t p = 0; p < f->ports; p++)
        if (f->port[p].packets > f->port[p].room) return true;
    return false;
}

/* The lines of a port that are in use hold what is not in its cold queue. */
static bool lines_agree(const ws_frame *f) {
    uint32_t valid = 0, blocked = 0;
    for (uint32_t p = 0; p < f->ports && f->cam_lines > 0; p++) {
        uint32_t packets = f->port[p].cold_packets, used = 0;
        for (uint32_t i = 0; i < f->cam_lines; i++) {
            const ws_cam_line *saq = &f->cam[p * f->cam_lines + i];
            if (!saq->valid && saq->packets > 0) return false;
            packets += saq->packets, used += saq->valid, blocked += saq->blocked;
        }
        if (packets != f->port[p].packets || used != f->port[p].used) return false;
        valid += used;
    }
    return valid == f->saq_census.active && blocked == f->saq_census.blocked;
}

static void pictures(const char *name, const ws_def *d) {
    ws_net *n = fixture_net(d, NULL);
    ws_observer *observer = ws_observer_new(n);
    ws_frame *f = ws_frame_new(n);
    uint32_t lost = 0, overfull = 0, odd = 0, claimed = 0, lines = 0, blocked = 0;
    for (uint32_t i = 0; i < PICTURES; i++) {
        fixture_run(n, 11 + i % 17, NULL, NULL);
        ws_frame_update(f, n, NULL, observer);
        lost += flits_seen(f) != n->total[WS_TOTAL_FLITS_INJECTED] - n->total[WS_TOTAL_FLITS_DELIVERED];
        overfull += is_overfull(f);
        odd += f->moving + f->stopped != f->worms;
        claimed += f->deadlock;
        lines += !lines_agree(f);
        blocked += f->stopped;
    }
    ok(lost == 0, "%s: every flit once, in %d pictures (%u wrong)", name, PICTURES, lost);
    ok(overfull == 0, "%s: no buffer is overfull (%u)", name, overfull);
    ok(odd == 0 && blocked > 0, "%s: every worm moves or is blocked (%u)", name, odd);
    ok(claimed == 0, "%s: no deadlock is claimed (%u)", name, claimed);
    ok(lines == 0, "%s: the lines of ports agree with their queues (%u)", name, lines);
    ws_frame_free(f);
    ws_observer_free(observer);
    ws_net_free(n);
}

/* Sixteen hosts of the multistage network flood host 32: there is one tree of congestion, its root is the link to that host, and it
 * has victims. */
static void hot_tree(void) {
    enum { HOT = 32, END = 27000 };
    ws_error error = {0};
    ws_session *session = ws_session_open("recn/hotspot-64", NULL, &error);
    if (!ok(session != NULL, "opens recn/hotspot-64 %s", error.text)) return;
    const ws_net *n = ws_session_net(session);
    ws_frame *f = ws_frame_new(n);
    ws_session_observe(session);
    ws_session_run(session, END);
    ws_frame_update(f, n, NULL, ws_session_observer(session));
    ok(f->trees == 1, "a hot spot of set-aside queues is one tree (%zu)", f->trees);
    ok(f->trees > 0 && f->link[f->tree[0].root].to == f->switches + HOT, "its root is the link to host %d", HOT);
    ok(f->trees > 0 && f->tree[0].members >= 16 && f->tree[0].victims > 0, "it has branches and victims");
    ws_frame_free(f);
    ws_session_close(session);
}

/* Four hosts of Fed-X are flooded, 9, 27, 45 and 54, while backpressure keeps most packets for them out: the first tree is one of theirs. */
static void fedx_tree(void) {
    enum { END = 25400 };
    ws_error error = {0};
    ws_session *session = ws_session_open("fedx/wk1-5-hotspot", NULL, &error);
    if (!ok(session != NULL, "opens fedx/wk1-5-hotspot %s", error.text)) return;
    const ws_net *n = ws_session_net(session);
    ws_frame *f = ws_frame_new(n);
    ws_session_observe(session);
    ws_session_run(session, END);
    ws_frame_update(f, n, NULL, ws_session_observer(session));
    uint32_t host = f->trees > 0 ? f->link[f->tree[0].root].to - f->switches : 0;
    ok(host == 9 || host == 27 || host == 45 || host == 54, "the first tree in a fabric is that of a hot spot (%u)", host);
    ok(f->trees > 0 && f->tree[0].depth >= 2 && f->tree[0].members > f->tree[0].waiting, "and reaches other switches");
    ws_frame_free(f);
    ws_session_close(session);
}

int main(void) {
    hot_tree();
    fedx_tree();
    static const struct {
        const char *name, *machine;
        int64_t queueing;
    } all[] = {{"1q", "recn", WS_QUEUEING_1Q},         {"voqsw", "recn", WS_QUEUEING_VOQSW},
               {"voqnet", "recn", WS_QUEUEING_VOQNET}, {"recn-iq", "recn", WS_QUEUEING_RECN_IQ},
               {"recn", "recn", WS_QUEUEING_RECN},     {"oq", "recn", WS_QUEUEING_OQ},
               {"fedx", "fedx", -1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ws_def d = machine(all[i].machine, all[i].queueing);
        pictures(all[i].name, &d);
        d.link_delay = 6, d.seed = 2;
        if (all[i].queueing < 0) d.nack_delay = 24, d.backpressure = WS_BACKPRESSURE_DESTINATION;
        pictures(all[i].name, &d);
    }
    return done();
}
