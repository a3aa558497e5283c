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

const ws_switch switch_host = {
    .request = host_request,
    .granted = host_granted,
    .departed = host_departed,
    .streams = true,
    .allocate = allocate_host,
    .transmit = transmit_input_queued,
};
