/* host.c - a host is an input-queued switch whose inputs are its source queues, and whose one
 * output is the injection link. A packet is cut from its message when it is granted a virtual
 * channel. */
#include "switch.h"

static bool host_request(ws_net *n, u32 q) {
    return police_admits(n, q);
}

void host_granted(ws_net *n, u32 q) {
    packet_cut(n, q);
    police_charge(n, q);
}

void host_departed(ws_net *n, u32 q, u32 k) {
    (void)k;
    source_next(n, q);
}

/* ---- one source queue, and several virtual channels, of which it holds one ---- */

/* A flit, or a segment, leaves source queue q, which is ready, on link l. */
static void queue_send(ws_net *n, u32 q, u32 l) {
    const link_fast *link = fast_link(n, l);
    u32 v = vc_held(n, q);
    u32 words = 0;
    if (has_segments(n))
        words = length_before_tail(n, q, v, link);
    if (words > 1) {
        segment_leave(n, q, v, l, words);
        output_asleep(n, link);
        return;
    }
    if (has_segments(n))
        flit_note(n, q, v, l);
    send_flit(n, q, v, l);
}

static bool host_transmit(ws_net *n, u32 x) {
    u32 l = first_link(n, x);
    const link_fast *link = fast_link(n, l);
    if (!link->lone)
        return transmit_input_queued(n, x);
    if (is_busy_link(n, l))
        output_asleep(n, link);
    else if (n->ready_outputs[x])
        queue_send(n, first_queue(n, x), l);
    return n->ready_outputs[x] != 0;
}

/* Can queue q, which may hold a virtual channel, send a flit? */
static bool can_send(const ws_net *n, u32 q) {
    u32 v = vc_held(n, q);
    if (v == NIL || n->vc[v].credit == 0)
        return false;
    return has_flits_to_send(n, q);
}

static void host_resume(ws_net *n, u32 l) {
    u32 q = first_queue(n, node_from(n, l));
    if (can_send(n, q))
        ready_set(n, q, l);
    else
        ready_clear(n, q, l);
}

static void host_expanded(ws_net *n) {
    for (EACH(h, n->size.hosts)) {
        u32 l = n->wire.inject_link[h];
        u32 x = node_from(n, l);
        const link_fast *link = fast_link(n, l);
        if (link->plain)
            continue;
        host_resume(n, l);
        if (n->ready_outputs[x] == 0)
            bit_clear(n->ready_nodes, x);
    }
}

const ws_switch switch_host = {
    .request = host_request,
    .granted = host_granted,
    .departed = host_departed,
    .streams = true,
    .allocate = allocate_host,
    .transmit = host_transmit,
    .resume = host_resume,
    .expanded = host_expanded,
};
