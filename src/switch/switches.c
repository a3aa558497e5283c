/* switches.c - which switch model a definition describes. */
#include "switch.h"

/* Do several queues read one crossbar input? */
static bool shares_inputs(const ws_def *d, u32 hosts) {
    u32 lanes = d->queueing == WS_QUEUEING_VOQ ? hosts : (u32)d->vcs;
    return lanes > 1 && d->crossbar != WS_CROSSBAR_FULL;
}

static const ws_switch *fifo_of(const ws_def *d, u32 hosts) {
    if (d->router_unit == WS_ROUTER_UNIT_HEADER)
        return &switch_header_unit;
    return d->router_delay == 0 && shares_inputs(d, hosts) ? &switch_single_stage
                                                           : &switch_input_queued;
}

static const ws_switch *voq_of(const ws_def *d, u32 hosts) {
    if (!shares_inputs(d, hosts))
        return &switch_voq_full;
    return d->router_delay == 0 ? &switch_voq_single_stage : &switch_voq;
}

const ws_switch *switch_of(const ws_def *d, u32 hosts) {
    static const ws_switch *const by_queueing[WS_QUEUEING_COUNT] = {
        [WS_QUEUEING_1Q] = &switch_1q,
        [WS_QUEUEING_VOQSW] = &switch_voqsw,
        [WS_QUEUEING_VOQNET] = &switch_voqnet,
        [WS_QUEUEING_POOL] = &switch_shared_pool,
        [WS_QUEUEING_RECN_IQ] = &switch_recn_iq,
        [WS_QUEUEING_RECN] = &switch_recn_cioq,
        [WS_QUEUEING_OQ] = &switch_output_queued,
    };
    if (d->queueing == WS_QUEUEING_FIFO)
        return fifo_of(d, hosts);
    if (d->queueing == WS_QUEUEING_VOQ)
        return voq_of(d, hosts);
    return by_queueing[d->queueing];
}
