/* frames.c - congestion trees in the picture of shipped scenarios whose hot spots are known. */
#include "observe/frame.h"

#include "fixture.h"

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

/* A packet that may go anywhere comes back to a switch while its tail is on the wire that it takes a second time: behind the last flit is
 * the first. */
static void second_time(void) {
    enum { LENGTH = 40, CYCLES = 3000 };
    ws_def d = fixture_machine("now-vct");
    d.topology = WS_TOPOLOGY_RING, d.size[0] = 9, d.link_delay = 16, d.length_mean = LENGTH, d.buffer = 2 * LENGTH, d.load = WS_MILLION;
    ws_net *n = fixture_net(&d, NULL);
    ws_observer *o = ws_observer_new(n);
    ws_frame *f = ws_frame_new(n);
    uint32_t wrong = 0, twice = 0;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        fixture_run(n, 1, NULL, NULL);
        ws_frame_update(f, n, NULL, o);
        for (uint32_t l = 0; l < f->links; l++)
            for (uint32_t i = 0; i < f->link[l].delay; i++) {
                const ws_frame_flit *flit = &f->flit[f->link[l].flit0 + i], *behind = flit - 1;
                if (flit->packet == WS_NIL) continue;
                wrong += flit->head != (flit->number == 0) || flit->tail != (flit->number + flit->flits == LENGTH);
                twice += i > 0 && flit->tail && behind->packet == flit->packet;
            }
    }
    ok(wrong == 0 && twice > 0, "a packet that comes a second time is numbered twice: %u times a head behind its tail, %u flits wrong", twice, wrong);
    ws_frame_free(f), ws_observer_free(o);
    ws_net_free(n);
}

int main(void) {
    hot_tree();
    fedx_tree();
    second_time();
    return done();
}
