/* What is said of waste is true: every cycle for which a channel was held went into a flit that was delivered, into waiting, or
 * into a worm that was killed, and these three add up, to the cycle, to what is counted by looking at all channels in each cycle.
 * In the same way the messages at the sources add up to the backlog. */
#include "fixture.h"
#include "observe/metrics.h"

typedef struct tally {
    u64 useful; /* channel-cycles in which flits of delivered packets were sent */
    u64 kills;
    u64 retries; /* as told when a message is delivered */
} tally;

static void see(const ws_event *e, void *context) {
    tally *t = context;
    if (e->kind == WS_EVENT_PACKET_DELIVERED) t->useful += (u64)e->length * (e->hops + 1u);
    if (e->kind == WS_EVENT_MESSAGE_DELIVERED) t->retries += e->retries;
    if (e->kind == WS_EVENT_PACKET_KILLED) t->kills++;
}

/* Channels held at the end of the cycle just run, and those whose holder's tail left in it. */
static u64 vcs_held(const ws_net *n) {
    u64 held = 0;
    for (u32 v = 0; v < n->size.vcs; v++) held += n->vc[v].holder != NIL;
    for (u32 l = 0; l < n->size.links; l++) {
        u32 slot = (u32)(n->cycle[0] - 1 + n->wire.flight[l]) & (n->size.flight_slots - 1);
        held += bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l) &&
                (n->flight[(size_t)slot * n->size.links + l] & FLIT_TAIL) != 0;
    }
    return held;
}

static u64 backlog(const ws_net *n) {
    u64 waiting = 0;
    for (u32 s = 0; s < n->size.sources; s++) waiting += n->source.count[s];
    return waiting;
}

static void adds_up(const char *name, ws_def d) {
    ws_net *n = fixture_net(&d, NULL);
    tally t = {0};
    u64 held = 0, waited = 0;
    for (u64 end = fixture_cycles(6000);
         n->cycle[0] < end || n->message.free_count[0] < n->size.messages || n->packet.free_count[0] < n->size.packets;) {
        if (n->cycle[0] == end) { /* let everything through, so that each packet has been delivered or killed */
            d.load = 0, d.timeout = 2000, d.timeout_policy = WS_TIMEOUT_POLICY_FIXED;
            ws_net_change(n, &d, NULL);
        }
        fixture_run(n, 1, see, &t);
        held += vcs_held(n);
        waited += backlog(n);
    }
    u64 wait = n->total[WS_TOTAL_WASTE_WAIT], kill = n->total[WS_TOTAL_WASTE_KILL];
    ok(held == t.useful + wait + kill && kill > 0,
       "%s: channels held for %llu cycles = %llu flits delivered + %llu waited + %llu in vain", name, (unsigned long long)held,
       (unsigned long long)t.useful, (unsigned long long)wait, (unsigned long long)kill);
    ok(waited == ws_net_backlog(n), "%s: %llu message-cycles at the sources", name, (unsigned long long)waited);
    ok(t.kills == n->total[WS_TOTAL_KILLS] && t.kills == n->total[WS_TOTAL_RESETS] && t.kills == t.retries,
       "%s: %llu kills, all of them back at their hosts; %llu retries of the messages delivered", name,
       (unsigned long long)t.kills, (unsigned long long)t.retries);
    ws_net_free(n);
}

int main(void) {
    ws_def d = fixture_machine("timeouts");
    d.topology = WS_TOPOLOGY_TORUS, d.size[0] = d.size[1] = 3;
    d.arrivals = WS_ARRIVALS_POISSON, d.load = 600000, d.message_capacity = 400;
    adds_up("3x3, itow", d);
    d.timeout_policy = WS_TIMEOUT_POLICY_FIXED, d.timeout = 12, d.length_mean = 6;
    adds_up("3x3, fixed, short worms", d);
    d.timeout_policy = WS_TIMEOUT_POLICY_CEP, d.flow_control = WS_FLOW_CREDIT, d.vcs = 2, d.router_delay = 3, d.vc_delay = 1;
    adds_up("3x3, cep, two channels, routers of three stages", d);
    d.flow_control = WS_FLOW_STOP_GO, d.vcs = 1, d.buffer = 80, d.length_mean = 300;
    adds_up("3x3, cep, slack buffers, long worms", d);
    return done();
}
