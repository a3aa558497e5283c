/* output_ports.c - see output_ports.h. */
#include "output_ports.h"

u32 output_used(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->packets == 0)
        return 0;
    u32 k = queue->front;
    u32 departed = n->packet.length[k] - queue->front_here;
    return queue->flits + departed;
}

bool output_has_room(const ws_net *n, u32 q, u32 flits) {
    u32 room = (u32)n->def->buffer;
    u32 used = output_used(n, q);
    u32 packets = packets_in(n, q);
    u32 slots = n->wire.out_slots;
    if (packets == slots)
        return false;
    return used + flits <= room;
}

u32 leaves_by(const ws_net *n, u32 q, u32 k) {
    u32 x = node_of(n, q);
    u32 host = dest_of(n, k);
    u32 flags = n->packet.flags[k];
    if (n->wire.host_switch[host] == x)
        return n->wire.eject_link[host];
    return n->routing->next(n, x, host, &flags);
}

u32 goes_to(const ws_net *n, u32 q) {
    u32 k = front_of(n, q);
    u32 l = leaves_by(n, q, k);
    return output_queue(n, l);
}

void output_enter(ws_net *n, u32 q, u32 to) {
    ws_queue_state *queue = &n->queue[q];
    u32 k = queue->front;
    u32 flits = queue->front_here;
    assert(flits == queue->front_to_go);
    queue->flits -= flits;
    signal_send(n, q);
    queue_next(n, q);
    packet_accept(n, to, k, flits);
}

bool credit_is_sent(const ws_net *n, u32 q) {
    const queue_fast *queue = &n->wire.queue_fast[q];
    u64 due = now(n) + queue->up_delay;
    u32 slots = n->size.signal_slots;
    u32 words = n->size.vc_words;
    const u64 *set = wheel_set(n->signal_bits, due, slots, words);
    return bit_get(set, queue->up_vc);
}

bool output_misplaced(const ws_net *n, u32 q, u32 k) {
    u32 l = fed_link(n, q);
    if (l == NIL)
        return false;
    return leaves_by(n, q, k) != l;
}
