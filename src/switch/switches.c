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
    return &switch_input_queued;
}

static const ws_switch *voq_of(const ws_def *def, u32 hosts) {
    if (!shares_inputs(def, hosts))
        return &switch_voq_full;
    if (def->router_delay == 0)
        return &switch_voq_single_stage;
    return &switch_voq;
}

const ws_switch *switch_of(const ws_def *def, u32 hosts) {
    /* clang-format off */
    static const ws_switch *const by_queueing[WS_QUEUEING_COUNT] = {
        [WS_QUEUEING_1Q] = &switch_1q,
        [WS_QUEUEING_VOQSW] = &switch_voqsw,
        [WS_QUEUEING_VOQNET] = &switch_voqnet,
        [WS_QUEUEING_POOL] = &switch_shared_pool,
        [WS_QUEUEING_RECN_IQ] = &switch_recn_iq,
        [WS_QUEUEING_RECN] = &switch_recn_cioq,
        [WS_QUEUEING_RECN_DD] = &switch_recn_dd,
        [WS_QUEUEING_OQ] = &switch_output_queued,
    };
    /* clang-format on */
    if (def->queueing == WS_QUEUEING_FIFO)
        return fifo_of(def, hosts);
    if (def->queueing == WS_QUEUEING_VOQ)
        return voq_of(def, hosts);
    return by_queueing[def->queueing];
}
