/* What the screen says of timers comes true: a worm is killed in the cycle which the frame before it named, or it has gone on
 * before; each timer that runs is that of a worm, none is overdue; and the time allowed is what the policy makes of the costs shown beside it. Only itow, which
 * decides at once, also kills worms that were not announced. */
#include "fixture.h"
#include "observe/frame.h"

typedef struct book {
    const ws_frame *frame; /* before the cycle */
    u32 announced, sudden, wrong;
} book;

static void see(const ws_event *e, void *context) {
    book *b = context;
    if (e->kind != WS_EVENT_PACKET_KILLED) return;
    const ws_frame_worm *w = ws_frame_worm_of(b->frame, e->id);
    if (!w || w->kill_at == 0) b->sudden++;
    else if (w->kill_at == e->cycle && w->retries == e->retries) b->announced++;
    else b->wrong++;
}

/* Does the time that worm w has follow from the costs shown? */
static bool is_allowed(const ws_net *n, const ws_frame_worm *w) {
    double time = (double)(w->kill_at - w->timed_since), wait = (double)n->def->timeout;
    if (n->def->timeout_policy == WS_TIMEOUT_POLICY_CEP) {
        double links = n->packet.hops[w->packet] + 1, most = (double)w->length / (double)n->def->link_delay;
        wait = w->reset_cost / (links < most ? links : most);
    }
    u8 state = n->queue[w->head_queue].state;
    if (w->behind || state != QUEUE_WAITING) return time > 15 * wait && time < 16 * (wait + 1) && w->wait_cost == 0;
    return time > wait - 0.01 && time < wait + 1 && w->reset_cost > 0;
}

static void comes_true(const char *name, ws_def d, bool at_once) {
    ws_net *n = fixture_net(&d, NULL);
    ws_observer *observer = ws_observer_new(n);
    ws_frame *frame = ws_frame_new(n);
    book b = {.frame = frame};
    u32 overdue = 0, odd = 0, timed = 0, running = 0;
    for (u64 end = fixture_cycles(5000); n->cycle[0] < end;) {
        ws_frame_update(frame, n, NULL, observer);
        for (u32 i = 0; i < frame->worms; i++) {
            const ws_frame_worm *w = &frame->worm[i];
            if (w->kill_at == 0) continue;
            overdue += w->kill_at < n->cycle[0], odd += !is_allowed(n, w), timed++;
        }
        for (u32 q = 0; q < n->size.queues; q++) running += n->timer.deadline[q] > 0;
        fixture_run(n, 1, see, &b);
    }
    ok(b.announced > 50 && b.wrong == 0 && overdue == 0 && (at_once ? b.sudden > 100 : b.sudden == 0),
       "%s: %u kills as announced, %u decided at once, %u otherwise, %u timers overdue", name, b.announced, b.sudden, b.wrong,
       overdue);
    ok(timed == running, "%s: %u timers run in the network, and %u are shown", name, running, timed);
    ok(timed > 1000 && odd == 0, "%s: %u of %u timers do not follow from the costs beside them", name, odd, timed);
    ws_frame_free(frame);
    ws_observer_free(observer);
    ws_net_free(n);
}

int main(void) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = 3, d.timeout_policy = WS_TIMEOUT_POLICY_FIXED;
    comes_true("fixed", d, false);
    d.timeout_policy = WS_TIMEOUT_POLICY_CEP;
    comes_true("cep", d, false);
    d.timeout_policy = WS_TIMEOUT_POLICY_ITOW;
    comes_true("itow", d, true);
    return done();
}
