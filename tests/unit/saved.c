/* saved.c - a saved state holds what has been in use: the tables of packets and messages have rows for the most there could be, and one
 * that has never been in use is zero, is not copied, and is as good as new after a rewind. */
#include "fixture.h"
#include "session/session.h"

enum { CYCLES = 3000, MORE = 4000, SWITCH_BYTES = 4096 };

static ws_net *mesh(int64_t side, double load) {
    ws_def def = fixture_lan(WS_TOPOLOGY_MESH, side, side);
    def.load = (int64_t)(load * 1e6), def.hosts_per_switch = 1, def.buffer = 80;
    return fixture_net(&def, NULL);
}

static u64 digest(const ws_net *net) {
    static ws_sum sums[1024];
    ws_net_sums(net, sums);
    return ws_sums_digest(sums, ws_net_sum_count(net));
}

static void rewound(void) {
    ws_net *net = mesh(6, 0.2), *other = mesh(6, 0.9);
    size_t empty = ws_net_saved_size(net);
    ok(net->used->packets == 0 && net->used->messages == 0 && fixture_bytes_beyond(net) == 0, "a new network has used no row");
    fixture_run(net, CYCLES, NULL, NULL);
    u64 there = digest(net);
    u32 packets = net->used->packets;
    size_t size = ws_net_saved_size(net);
    void *saved = malloc(size);
    ws_net_save(net, saved);
    fixture_run(net, MORE, NULL, NULL);
    u64 later = digest(net);
    fixture_run(other, CYCLES, NULL, NULL);
    ok(packets > 0 && size > empty && size < ws_net_state_size(net) / 2, "%u of %u rows of packets: %zu of %zu bytes are saved", packets,
       net->size.packets, size, ws_net_state_size(net));
    ok(other->used->packets > packets, "another one has used more: %u", other->used->packets);
    ok(ws_net_restore(other, saved) == size && fixture_bytes_beyond(other) == 0 && digest(other) == there, "restored there, what lies beyond is new");
    fixture_run(other, MORE, NULL, NULL);
    ok(digest(other) == later && memcmp(ws_net_state(other), ws_net_state(net), ws_net_state_size(net)) == 0, "and it goes on as the first");
    free(saved), ws_net_free(net), ws_net_free(other);
}

static void small(void) {
    ws_def def = fixture_cube(WS_TOPOLOGY_TORUS, 32, 32);
    def.length_mean = 20, def.buffer = 8, def.load = 100000;
    ws_net *net = fixture_net(&def, NULL);
    fixture_run(net, CYCLES, NULL, NULL);
    size_t each = ws_net_saved_size(net) / net->size.switches;
    ok(each < SWITCH_BYTES, "%zu bytes a switch of a torus 32x32 at load 0.1; with all rows %zu", each,
       ws_net_state_size(net) / net->size.switches);
    ws_net_free(net);
}

int main(void) {
    rewound();
    small();
    return done();
}
