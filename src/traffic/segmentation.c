/* segmentation.c - how a message is cut into packets (Kwan et al. 1996, section on segmentation).
 *
 * Only the low class is cut when there are two; the one class is cut when there is one. The rule
 * is read when a packet is cut, so a new segment size acts on the next packet. */
#include "traffic.h"

static u32 cut_none(const ws_net *n, u32 from, u32 to) {
    (void)n;
    (void)from;
    (void)to;
    return 0;
}

static u32 cut_fixed(const ws_net *n, u32 from, u32 to) {
    (void)from;
    (void)to;
    return (u32)n->def->segment;
}

/* buffer x hops: a segment that just fills the buffers on its route. */
static u32 cut_adaptive(const ws_net *n, u32 from, u32 to) {
    u32 switches = n->size.switches;
    u32 pair = from * switches + to;
    u32 buffers = n->wire.dist[pair] + 1u;
    return (u32)n->def->buffer * buffers;
}

/* Flits of a packet from switch to switch; 0 = no limit. */
typedef u32 (*cut_function)(const ws_net *n, u32 from, u32 to);
static const cut_function cuts[WS_SEGMENT_RULE_COUNT] = {
    [WS_SEGMENT_RULE_NONE] = cut_none,
    [WS_SEGMENT_RULE_FIXED] = cut_fixed,
    [WS_SEGMENT_RULE_ADAPTIVE] = cut_adaptive,
};

/* Does its class exempt a message from the rule? */
static bool is_exempt(const ws_net *n, u32 traffic_class) {
    if (n->def->class_rule != WS_CLASS_RULE_PRIORITY)
        return false;
    return traffic_class == 0;
}

u32 segment_most(const ws_net *n, u32 traffic_class, u32 from, u32 to) {
    cut_function cut = cuts[n->def->segment_rule];
    u32 most = 0;
    assert(from < n->size.switches);
    assert(to < n->size.switches);
    if (!is_exempt(n, traffic_class))
        most = cut(n, from, to);
    if (most == 0)
        most = UINT32_MAX;
    u32 room = n->packet_room;
    if (n->flow == WS_FLOW_NACK)
        room = (u32)n->def->buffer; /* a packet buffer of a pool takes no more */
    if (room > 0 && most > room)
        return room;
    return most;
}

/* Flits of all packets of message m but the last. A message that was created under another rule
 * must fit into the buffers all the same. */
static u32 packet_most(const ws_net *n, u32 m) {
    const ws_message_columns *message = &n->message;
    const u32 *switch_of = n->wire.host_switch;
    u32 from = switch_of[message->source[m]];
    u32 to = switch_of[message->dest[m]];
    return segment_most(n, message->class[m], from, to);
}

u32 segment_cut(const ws_net *n, u32 m) {
    u32 left = n->message.uncut[m];
    u32 most = packet_most(n, m);
    assert(m < n->size.messages);
    return left < most ? left : most;
}

u32 segment_packets(const ws_net *n, u32 m) {
    u32 left = n->message.uncut[m];
    u32 most = packet_most(n, m);
    u32 whole = left / most;
    bool rest = left % most != 0;
    return whole + rest;
}
