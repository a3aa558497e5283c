/* What is told of packet buffers: the report, the cells of the frame, and the reasons of those who wait, against the columns themselves. */
#include "observe/saqs.h"
#include "fixture.h"
#include "observe/frame.h"

static ws_net *busy(void) {
    ws_def d = fixture_machine("fedx");
    d.topology = WS_TOPOLOGY_FEDX, d.size[0] = d.size[1] = 6;
    d.load = WS_MILLION, d.buffer_limit_dest = 2, d.buffer_limit_transit = 6;
    return fixture_net(&d, NULL);
}

/* By looking at every queue of a switch that no link feeds. */
static u32 used_by_hand(const ws_net *n, u32 x, bool dest) {
    u32 count = 0;
    for (u32 q = n->wire.queue0[x]; q < n->wire.queue0[x + 1]; q++)
        if (n->wire.queue_vc[q] == NIL && n->queue[q].front != NIL)
            count += (n->wire.host_switch[n->packet.dest[n->queue[q].front]] == x) == dest;
    return count;
}

static void report_agrees(const ws_net *n) {
    ws_pool_report r = ws_pools_report(n);
    u32 dest = 0, transit = 0, fullest = 0;
    u64 refusals = 0;
    for (u32 x = 0; x < n->size.switches; x++) {
        u32 here = used_by_hand(n, x, true), on = used_by_hand(n, x, false);
        dest += here, transit += on, fullest = here + on > fullest ? here + on : fullest;
    }
    for (u32 i = 0; i < WS_REFUSALS; i++) refusals += r.refused[i];
    ok(r.dest == dest && r.transit == transit && r.fullest == fullest && r.buffers == 360 && dest > 0 && transit > 0,
       "buffers in use: %u at their destination, %u in transit, at most %u in a switch", r.dest, r.transit, r.fullest);
    ok(refusals == r.refusals && r.refused[REFUSED_MESSAGE - REFUSED_FULL] > 0 && r.refused[REFUSED_LIMIT - REFUSED_FULL] > 0 &&
           r.turns > 0,
       "%llu refusals, of them %llu for messages and %llu by limits; %llu turns", (unsigned long long)r.refusals,
       (unsigned long long)r.refused[REFUSED_MESSAGE - REFUSED_FULL], (unsigned long long)r.refused[REFUSED_LIMIT - REFUSED_FULL],
       (unsigned long long)r.turns);
    u64 turns = 0;
    for (u32 l = 0; l < n->size.links; l++) turns += n->pool.link_turns[l];
    ok(turns == r.turns, "the turns of all cables add up");
}

/* A refusal is a reason to wait exactly when no switch it could go to would take the packet now. */
static void reasons_agree(const ws_net *n, const ws_frame *f) {
    u32 wrong = 0, refused = 0, stride = n->size.options_per_queue;
    for (u32 i = 0; i < f->switches * f->pool; i++) {
        const ws_buffer *b = &f->buffer[i];
        if (b->packet == WS_NIL || b->to_go == 0 || b->leaving) continue;
        u32 open = 0;
        for (u32 c = 0; c < stride && n->option_link[(size_t)b->queue * stride + c] != NIL; c++) {
            u32 next = n->wire.link_to[n->option_link[(size_t)b->queue * stride + c]];
            open += pool_answer(n, next, n->packet.message[b->packet], false).result == ACCEPTED;
        }
        u8 reason = f->queue[b->queue].wait.reason;
        wrong += open == 0 && (reason < WS_WAIT_POOL || reason > WS_WAIT_LIMIT) && reason != WS_WAIT_VC;
        wrong += open > 0 && reason >= WS_WAIT_POOL && reason <= WS_WAIT_LIMIT && f->queue[b->queue].wait.order == 0;
        refused += open == 0;
    }
    ok(wrong == 0 && refused > 0, "%u packets whom nobody would take wait for that reason; %u reasons are wrong", refused, wrong);
}

static void frame_agrees(const ws_net *n) {
    ws_frame *f = ws_frame_new(n);
    ws_observer *observer = ws_observer_new(n);
    ws_frame_update(f, n, NULL, observer);
    u32 wrong = 0;
    for (u32 i = 0; i < f->switches * f->pool; i++)
        wrong += (f->buffer[i].packet != WS_NIL) != (n->queue[f->buffer[i].queue].front != NIL);
    ok(f->pool == 10 && wrong == 0, "the frame has the ten buffers of each switch as they are");
    reasons_agree(n, f);
    ws_observer_free(observer);
    ws_frame_free(f);
}

int main(void) {
    ws_net *n = busy();
    for (u32 i = 0; i < 3; i++) {
        fixture_run(n, 5000 + 77 * i, NULL, NULL);
        report_agrees(n);
        frame_agrees(n);
    }
    ws_net_free(n);
    ws_def d = fixture_cube(WS_TOPOLOGY_MESH, 3, 3);
    n = fixture_net(&d, NULL);
    ok(ws_pool_size(n) == 0 && ws_pools_report(n).buffers == 0, "a network without pools has none");
    ws_net_free(n);
    return done();
}
