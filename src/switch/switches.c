/* switches.c - which switch model a definition describes. */
#include "switch.h"

/* Do several queues read one crossbar input? */
static bool shares_inputs(const ws_def *def, u32 hosts) {
    u32 vcs = def->queueing == WS_QUEUEING_VOQ ? hosts : (u32)def->vcs;
    return vcs > 1 && def->crossbar != WS_CROSSBAR_FULL;
}

static const ws_switch *fifo_of(const ws_def *def, u32 hosts) {
    if (def->router_unit == WS_ROUTER_UNIT_HEADER)
        return &switch_header_unit;
    if (def->router_delay == 0 && shares_inputs(def, hosts))
        return &switch_single_stage;
    return &switch_FIFO;
}

static const ws_switch *voq_of(const ws_def *def, u32 hosts) {
    if (!shares_inputs(def, hosts))
        return &switch_voq_full;
    if (def->router_delay == 0)
        return &switch_voq_single_stage;
    return &switch_VOQ;
}

#define QUEUEING_ROW(id, name, doc) [WS_QUEUEING_##id] = &switch_##id,
static const ws_switch *const by_queueing[WS_QUEUEING_COUNT] = {WS_QUEUEINGS(QUEUEING_ROW)};

const ws_switch *switch_of(const ws_def *def, u32 hosts) {
    if (def->queueing == WS_QUEUEING_FIFO)
        return fifo_of(def, hosts);
    if (def->queueing == WS_QUEUEING_VOQ)
        return voq_of(def, hosts);
    return by_queueing[def->queueing];
}
