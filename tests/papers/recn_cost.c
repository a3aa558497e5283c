/* Claim E12 of the RECN paper: what the ports of an 8-port switch cost. Queues a switch: 8 with one queue a port, 64 with one for each
 * output, 8 N with one for each destination, 8 (1 + s) with s set-aside queues, 8 (8 + s) + 8 (1 + s) with queues at inputs and outputs; memory independent of the size but for one queue a
 * destination. Read from networks that are built, not from the formulas. */
#include "observe/saqs.h"
#include "recn.h"

static ws_port_cost cost(int64_t hosts, int64_t queueing, int64_t saqs) {
    ws_def d = recn_def(hosts, queueing, saqs);
    ws_net *n = fixture_net(&d, NULL);
    ws_port_cost c = ws_port_cost_of(n);
    ws_net_free(n);
    return c;
}

static void costs(const char *name, int64_t hosts, int64_t queueing, int64_t saqs, u32 queues, u32 bytes, u32 bits) {
    ws_port_cost c = cost(hosts, queueing, saqs);
    ok(c.queues_per_switch == queues && c.memory_flits * 8 == bytes && c.control_bits == bits,
       "%s, %d hosts: %u queues a switch, %u bytes and %u control bits a port", name, (int)hosts, c.queues_per_switch,
       c.memory_flits * 8, c.control_bits);
}

int main(void) {
    for (int64_t hosts = 64; hosts <= 256; hosts *= 4) {
        costs("1q", hosts, WS_QUEUEING_1Q, 0, 8, 4096, 0);
        costs("voqsw", hosts, WS_QUEUEING_VOQSW, 0, 64, 4096, 0);
        costs("voqnet", hosts, WS_QUEUEING_VOQNET, 0, 8 * (u32)hosts, 4 * 64 * (u32)hosts, 0);
        for (int64_t saqs = 2; saqs <= 8; saqs *= 2)
            costs("recn-iq", hosts, WS_QUEUEING_RECN_IQ, saqs, 8 * (1 + (u32)saqs), 4096, 65 * (u32)saqs),
                costs("recn", hosts, WS_QUEUEING_RECN, saqs, 8 * (8 + (u32)saqs) + 8 * (1 + (u32)saqs), 4096, 65 * (u32)saqs);
    }
    return done();
}
