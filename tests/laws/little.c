/* Little's law: the mean number of messages that are anywhere between their creation and their delivery, counted cycle by cycle,
 * is the rate at which they are created times the mean time that they stay. Within 2 % over the window (the messages that are cut
 * by its two ends), on machines from light load to near saturation. */
#include <math.h>

#include "fixture.h"

typedef struct window {
    u64 begin, created, delivered;
    double stay;
} window;

static void add_event(const ws_event *e, void *context) {
    window *w = context;
    if (e->kind == WS_EVENT_MESSAGE_CREATED) w->created++;
    if (e->kind != WS_EVENT_MESSAGE_DELIVERED || e->created < w->begin) return;
    w->delivered++;
    w->stay += (double)(e->cycle - e->created);
}

static void holds(const char *name, ws_def d, int64_t load, u64 cycles) {
    d.load = load;
    ws_net *n = fixture_net(&d, NULL);
    cycles = fixture_cycles(cycles);
    fixture_run(n, 5000, NULL, NULL);
    window w = {.begin = n->cycle[0]};
    double present = 0;
    for (u64 t = 0; t < cycles; t++) {
        fixture_run(n, 1, add_event, &w);
        present += n->size.messages - n->message.free_count[0];
    }
    double number = present / (double)cycles, rate = (double)w.created / (double)cycles, stay = w.stay / (double)w.delivered;
    ok(fabs(number / (rate * stay) - 1) < 0.02, "%s at load %.2f: N = %.3f, rate x stay = %.5f x %.2f = %.3f", name,
       (double)load / WS_MILLION, number, rate, stay, rate * stay);
    ws_net_free(n);
}

int main(void) {
    ws_def lan = fixture_lan(WS_TOPOLOGY_TORUS, 3, 3), mesh = fixture_cube(WS_TOPOLOGY_MESH, 8, 8),
           torus = fixture_cube(WS_TOPOLOGY_TORUS, 4, 4);
    holds("wormhole LAN 3x3", lan, 50000, 400000);
    holds("wormhole LAN 3x3", lan, 150000, 400000);
    holds("cube mesh 8x8", mesh, 50000, 30000);
    holds("cube mesh 8x8", mesh, 190000, 30000);
    holds("cube torus 4x4", torus, 400000, 50000);
    ws_def slots = fixture_slots(8);
    slots.arrivals = WS_ARRIVALS_BERNOULLI;
    holds("one switch", slots, 550000, 100000);
    return done();
}
