/* recable.c - a cable is cut, or repaired, while the network runs: another network with the same
 * columns, whose routes are others.
 *
 * Where single packets can be taken out (ws_switch.salvage), the whole state goes on, but for the
 * worms that are lost: salvage.c.
 *
 * Elsewhere only the hosts go on: their random streams and the messages that wait whole at their
 * sources are taken over row by row. The switches begin empty: all packets are lost, also those of
 * which only a part had left its host, and with a packet its message. */
#include "build.h"

#include <string.h>

/* The columns of hosts, by their keys. */
static const char *const of_hosts[] = {
    "class_flits", "class_created", "link_flits",  "xbar_rng",     "traffic_rng", "inject_rng",
    "arrival",     "arrival_bits",  "backlog",     "source_first", "source_last", "source_count",
    "message_top", "message_free",  "ms_source",   "ms_dest",      "ms_length",   "ms_left",
    "ms_open",     "ms_next",       "ms_class",    "ms_created",   "ms_entered",  "ms_head",
    "ms_retries",  "ms_one_way",    "ms_lost",     "source_clock", "ticket",      "ms_clock",
    "ms_ticket",   "finger",        "police_lack", "police_since",
};

static bool is_of_hosts(const ws_column *column) {
    for (EACH(i, sizeof of_hosts / sizeof *of_hosts))
        if (strcmp(of_hosts[i], column->key) == 0)
            return true;
    return false;
}

/* All but what says which cables are cut. */
static bool is_state(const ws_column *column) {
    return strcmp("cuts", column->key) != 0;
}

/* Takes the columns over for which `kept` is true. Both networks were built alike: the columns are
 * as large. */
static void columns_carry(ws_net *n, const ws_net *before, bool (*kept)(const ws_column *)) {
    for (EACH(i, WS_COLUMN_COUNT)) {
        const ws_column *column = &n->columns[i];
        const ws_column *known = &before->columns[i];
        size_t bytes = column->count * column->size;
        u8 *to = n->block + column->offset;
        const u8 *from = before->block + known->offset;
        assert(column->count == known->count);
        if (kept(column))
            memcpy(to, from, bytes);
    }
}

/* Is message m whole: no flit of it in a packet, and none delivered? */
static bool is_whole(const ws_net *n, u32 m) {
    const ws_message_columns *message = &n->message;
    u32 uncut = message->uncut[m];
    if (message->undelivered[m] > 0)
        return false;
    return uncut == message->length[m];
}

/* Which message of source queue s is the first that is not whole; NIL if all are. */
static u32 broken_place(const ws_net *n, u32 s) {
    u32 place = 0;
    u32 m = n->source.first[s];
    const u32 *next = n->message.next;
    while (m != NIL) {
        if (!is_whole(n, m))
            return place;
        m = next[m];
        place++;
    }
    return NIL;
}

static void source_clear(ws_net *n, u32 s) {
    u32 place = broken_place(n, s);
    while (place != NIL) {
        n->discipline->promote(n, s, place);
        n->discipline->remove(n, s);
        place = broken_place(n, s);
    }
}

/* Frees the rows of messages that had left their source in part; counts the messages and flits of
 * the others. */
static void messages_clear(ws_net *n, u64 *messages, u64 *flits) {
    for (EACH(m, n->size.messages)) {
        if (n->message.source[m] == NIL)
            continue;
        if (!is_whole(n, m)) {
            message_row_free(n, m);
            continue;
        }
        *messages += 1;
        *flits += n->message.length[m];
    }
}

/* Counts as lost all that was created, or sent, and is neither delivered nor still here. */
static void losses_count(ws_net *n, u64 messages, u64 flits) {
    u64 *total = n->total;
    messages += total[WS_TOTAL_MESSAGES_DELIVERED];
    flits += total[WS_TOTAL_FLITS_DELIVERED];
    u64 all_messages = total[WS_TOTAL_MESSAGES_CREATED];
    all_messages += total[WS_TOTAL_MESSAGES_SENT];
    u64 all_flits = total[WS_TOTAL_FLITS_CREATED];
    all_flits += total[WS_TOTAL_FLITS_SENT];
    all_flits += total[WS_TOTAL_FLITS_OVERHEAD];
    total[WS_TOTAL_MESSAGES_DROPPED] = all_messages - messages;
    total[WS_TOTAL_FLITS_DROPPED] = all_flits - flits;
}

/* The first messages of all source queues request; hosts that always have messages get new ones. */
static void hosts_go_on(ws_net *n) {
    for (EACH(s, n->size.sources)) {
        u32 q = queue_of_source(n, s);
        if (n->source.first[s] != NIL)
            queue_request(n, q);
    }
    for (EACH(h, n->size.hosts)) {
        u32 first = h * n->wire.source_queues;
        n->workload->refill(n, h, first);
    }
}

static void hosts_carry(ws_net *n, const ws_net *before) {
    u64 messages = 0;
    u64 flits = 0;
    columns_carry(n, before, is_of_hosts);
    for (EACH(s, n->size.sources))
        source_clear(n, s);
    messages_clear(n, &messages, &flits);
    losses_count(n, messages, flits);
    hosts_go_on(n);
}

/* False without memory. */
static bool state_carry(ws_net *n, const ws_net *before) {
    if (n->model->salvage) {
        columns_carry(n, before, is_state);
        return net_salvage(n);
    }
    hosts_carry(n, before);
    return true;
}

ws_net *ws_net_recable(const ws_net *before, const ws_def *built, const ws_graph *graph,
                       ws_error *error) {
    ws_net *n = ws_net_rebuild(before, built, graph, before->host, error);
    if (!n)
        return NULL;
    if (!ws_net_change(n, before->def, error)) {
        ws_net_free(n);
        return NULL;
    }
    if (!state_carry(n, before)) {
        fail_memory(error, graph);
        ws_net_free(n);
        return NULL;
    }
    return n;
}
