/* sizes.c - how many elements each column has: from the wiring, the buffers and the load. */
#include "build.h"

enum {
    ARRIVAL_SLOTS = 1024,
    DEADLINE_SLOTS = 64,
    POLICE_WAIT = 255,
    CONTROL_SLOTS = 128,
    KILLS_LEAST = 1024,
    CONTROLS_PER_KILL = 4,
    MESSAGES_LEAST = 8192,
    MESSAGES_PER_HOST = 64,
    PACKETS_SPARE = 8
};

/* Packets that the queues of the switches and the output ports can hold. */
static u64 packets_in_queues(const ws_net *n) {
    const ws_wiring *wire = &n->wire;
    u64 links = first_link(n, n->size.switches);
    u64 packets = links * wire->out_slots;
    if (n->ports) {
        for (EACH(v, n->size.vcs))
            packets += wire->vc_credits[v];
        return packets;
    }
    for (EACH(q, wire->source_queue0))
        packets += wire->queue_room[q];
    return packets;
}

/* Packets on the wires to hosts whose buffers may be in use again: at most a tail a cycle, and at
 * most as many as hosts have sent since, of which each waits for the answer to the one before. */
static u64 packets_to_hosts(const ws_net *n) {
    const ws_wiring *wire = &n->wire;
    u64 tails = 0;
    u64 sent = 0;
    for (EACH(h, n->size.hosts)) {
        u32 in = wire->inject_link[h];
        tails += wire->flight[wire->eject_link[h]] - 1;
        sent += 1 + wire->longest_flight / (wire->flight[in] + 1);
    }
    return tails < sent ? tails : sent;
}

/* Packets that all buffers and wires can hold, each of one flit at least. */
static u64 packets_of(const ws_net *n) {
    const ws_sizes *size = &n->size;
    u64 packets = size->sources + PACKETS_SPARE;
    if (n->layout.packets > 0)
        return packets + n->layout.packets + packets_to_hosts(n);
    packets += packets_in_queues(n);
    for (EACH(l, size->links))
        packets += n->wire.flight[l];
    return packets + (u64)size->vcs * n->layout.output_room;
}

/* Kills that may be under way at once. */
static u64 kills_of(const ws_net *n, u64 packets) {
    u64 most = n->size.queues + KILLS_LEAST;
    if (!n->layout.kills)
        return 0;
    return packets < most ? packets : most;
}

/* Messages that the network itself can hold, as long as they have their mean length: more rows
 * than flits or packets that its buffers have room for. */
static u64 messages_under_way(const ws_net *n, const ws_def *def, u64 packets) {
    u64 weights;
    u64 twice = length_sum(def, &weights) * (u64)def->length_unit;
    u64 mean = twice / (2 * weights);
    if (n->ports || n->layout.packets > 0 || mean == 0)
        return packets;
    return packets / mean;
}

u32 messages_needed(const ws_net *n, const ws_def *def) {
    u64 packets = n->size.packets;
    u64 waiting = 2 * (u64)n->size.sources;
    u64 messages = (u64)n->size.hosts * MESSAGES_PER_HOST;
    u64 full = packets;
    if (def->message_capacity > 0)
        return (u32)def->message_capacity;
    if (messages < MESSAGES_LEAST)
        messages = MESSAGES_LEAST;
    /* all that a saturated network can hold: a refused message would end the saturation */
    if (def->arrivals != WS_ARRIVALS_SATURATED)
        full = messages_under_way(n, def, packets);
    full += waiting;
    return (u32)(messages < full ? full : messages);
}

static u32 timer_slots_of(const ws_net *n) {
    const ws_def *def = n->def;
    u32 wait = (u32)(def->router_delay + def->vc_delay) + 2;
    if (def->police_rate > 0 && wait < POLICE_WAIT)
        wait = POLICE_WAIT;
    if (wait < n->layout.longest_wait)
        wait = n->layout.longest_wait;
    return pow2_at_least(wait + 1);
}

/* Wheels: one set a slot. */
static void wheels_size(ws_net *n) {
    ws_sizes *size = &n->size;
    size->flight_slots = pow2_at_least(n->wire.longest_flight + 1);
    size->signal_slots = pow2_at_least(n->wire.longest_signal + 1);
    size->timer_slots = timer_slots_of(n);
    size->arrival_slots = ARRIVAL_SLOTS;
    size->deadline_slots = DEADLINE_SLOTS;
    size->control_slots = CONTROL_SLOTS;
    size->flights = size->flight_slots * size->links;
    size->flight_bits = size->flight_slots * size->link_words;
    size->signal_bits = size->signal_slots * size->vc_words;
    size->timer_bits = size->timer_slots * size->queue_words;
    size->arrival_bits = size->arrival_slots * size->host_words;
    size->deadline_bits = size->deadline_slots * size->queue_words;
}

static void words_size(ws_sizes *size) {
    size->node_words = bits_words(size->nodes);
    size->link_words = bits_words(size->links);
    size->vc_words = bits_words(size->vcs);
    size->queue_words = bits_words(size->queues);
    size->host_words = bits_words(size->hosts);
}

/* Rows of packets, messages and control messages, for a network that can hold `held` packets. A
 * killed packet keeps its row until its host knows, though none of its flits is left in the
 * network. */
static bool rows_size(ws_net *n, u64 held, ws_error *error) {
    ws_sizes *size = &n->size;
    u64 kills = kills_of(n, held);
    u64 packets = held + kills;
    if (packets >= PACKETS_MAX)
        return fail_with(error,
                         "the buffers could hold %llu packets; at most %u are possible: a smaller "
                         "topology, or a smaller buffer",
                         (unsigned long long)packets, PACKETS_MAX - 1);
    size->packets = (u32)packets;
    size->messages = messages_needed(n, n->def);
    size->kills = (u32)kills;
    size->controls = CONTROLS_PER_KILL * size->kills;
    return true;
}

bool sizes_finish(ws_net *n, ws_error *error) {
    ws_sizes *size = &n->size;
    u32 edges = (u32)n->graph.edges;
    size->cut_words = bits_words(edges);
    if (!rows_size(n, packets_of(n), error))
        return false;
    size->one = 1;
    size->totals = WS_TOTAL_COUNT;
    size->classes = WS_CLASSES_MAX;
    size->fingers = size->sources * SOURCE_FINGERS;
    words_size(size);
    wheels_size(n);
    if (n->model->sizes)
        n->model->sizes(n);
    size->options_per_queue = n->routing->options;
    size->route_options = size->queues * size->options_per_queue;
    return true;
}
