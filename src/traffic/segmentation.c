/* segmentation.c - how a message is cut into packets (Kwan et al. 1996, section on segmentation).
 *
 * Of several priorities the highest is not cut; the one class is cut when there is one. The rule
 * is read when a packet is cut, so a new segment size acts on the next packet. */
#include "traffic.h"

/* A segment that just fills the buffers on its route, from host to host. */
static u32 adaptive_segment(const ws_net *n, u32 from, u32 to) {
    const ws_wiring *wire = &n->wire;
    u32 buffer = (u32)n->def->buffer;
    u32 first = wire->host_switch[from];
    u32 last = wire->host_switch[to];
    u32 buffers = route_length(n, first, last) + 1;
    return buffer * buffers;
}

/* Flits of a packet of the message, by the rule; 0 = no limit. */
static u32 segment_of(const ws_net *n, const ws_letter *letter) {
    const ws_def *def = n->def;
    bool by_class = def->class_rule == WS_CLASS_RULE_PRIORITY;
    if (by_class && letter->traffic_class == 0)
        return (u32)def->police_length; /* the class exempts the message from segments */
    if (def->segment_rule == WS_SEGMENT_RULE_FIXED)
        return (u32)def->segment;
    if (def->segment_rule == WS_SEGMENT_RULE_ADAPTIVE)
        return adaptive_segment(n, letter->from, letter->to);
    return 0;
}

u32 segment_most(const ws_net *n, const ws_letter *letter) {
    u32 most = segment_of(n, letter);
    u32 room = n->packet_room;
    assert(letter->from < n->size.hosts);
    assert(letter->to < n->size.hosts);
    if (most == 0)
        most = UINT32_MAX;
    if (n->flow == WS_FLOW_NACK)
        room = (u32)n->def->buffer; /* a packet buffer of a pool takes no more */
    if (room == 0)
        return most;
    u32 payload = room - (u32)n->def->overhead;
    return most < payload ? most : payload;
}

/* Flits of all packets of message m but the last. A message that was created under another rule
 * must fit into the buffers all the same. */
static u32 packet_most(const ws_net *n, u32 m) {
    const ws_message_columns *message = &n->message;
    ws_letter letter = {
        .from = message->source[m],
        .to = message->dest[m],
        .traffic_class = message->class[m],
    };
    return segment_most(n, &letter);
}

u32 segment_cut(const ws_net *n, u32 m) {
    u32 uncut = n->message.uncut[m];
    u32 most = packet_most(n, m);
    assert(m < n->size.messages);
    return uncut < most ? uncut : most;
}

u32 segment_packets(const ws_net *n, u32 m) {
    u32 uncut = n->message.uncut[m];
    u32 most = packet_most(n, m);
    u32 whole = uncut / most;
    bool rest = uncut % most != 0;
    return whole + rest;
}
