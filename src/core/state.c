/* state.c - the block of columns: layout, checkpoint, restore; the event buffer. */
#include "verbs.h"

#include <string.h>

#define FIELD_ROW(row, type, member, id, doc) {id, doc, offsetof(row, member), sizeof(type)},
static const ws_field queue_fields[] = {QUEUE_FIELDS(FIELD_ROW, ws_queue_state)};
static const ws_field lane_fields[] = {LANE_FIELDS(FIELD_ROW, ws_lane_state)};
static const ws_field output_fields[] = {OUTPUT_FIELDS(FIELD_ROW, ws_output_state)};
static const ws_field notice_fields[] = {NOTICE_FIELDS(FIELD_ROW, ws_notice)};
static const ws_field saq_fields[] = {SAQ_FIELDS(FIELD_ROW, ws_saq_state)};

enum { ALIGN = 64 }; /* each column begins on a cache line */

/* Places one column of `count` elements of `size` bytes at *at, which moves on. Elements of more than a word are words side by side. */
static void *column_place(ws_column *column, u8 *block, size_t *at) {
    column->offset = *at;
    column->word = column->size < sizeof(u64) ? column->size : sizeof(u64);
    *at += (column->size * column->count + ALIGN - 1) / ALIGN * ALIGN;
    return block ? block + column->offset : NULL;
}

#define FIELDS_OF(column, table)                                                                   \
    n->columns[COLUMN_##column].fields = table;                                                    \
    n->columns[COLUMN_##column].field_count = sizeof table / sizeof *table;

size_t net_layout(ws_net *n, u8 *block) {
    size_t at = 0;
    const ws_sizes *z = &n->size;
    ws_column *column = n->columns;
#define COLUMN(type, name, number, id, text)                                                       \
    *column = (ws_column){.key = id, .doc = text, .size = sizeof(type), .count = z->number};       \
    n->name = column_place(column++, block, &at);
#include "columns.def"
#undef COLUMN
    FIELDS_OF(queue, queue_fields)
    FIELDS_OF(vlane, lane_fields)
    FIELDS_OF(output, output_fields)
    FIELDS_OF(notice, notice_fields)
    FIELDS_OF(saq, saq_fields)
    n->block = block;
    return n->block_size = at;
}

void net_derive(ws_net *n) {
    i64 stop, go;
    ws_def_marks(n->def, n->wire.longest_signal, &stop, &go);
    n->stop = (u32)stop;
    n->go_at = (u32)go;
    n->grant_room = (u8)n->def->grant_room;
    /* a router that takes a lane and the crossbar in one cycle can take it only with a flit's worth of room */
    bool at_once = n->def->router_delay == 0 && n->flow == WS_FLOW_CREDIT;
    if (n->grant_room == WS_GRANT_ROOM_NONE && at_once) n->grant_room = WS_GRANT_ROOM_FLIT;
    bool whole = n->def->switching != WS_SWITCHING_WORMHOLE || n->flow == WS_FLOW_PACKET_CREDIT;
    if (n->grant_room < WS_GRANT_ROOM_PACKET && whole) n->grant_room = WS_GRANT_ROOM_PACKET;
    n->plain_grant = n->size.lanes == n->size.links && n->routing->cands == 1 && n->grant_room == WS_GRANT_ROOM_NONE;
    n->store = n->def->switching == WS_SWITCHING_STORE_AND_FORWARD;
}

void ws_def_marks(const ws_def *def, int64_t longest_delay, int64_t *stop, int64_t *go) {
    i64 room = def->buffer - (2 * longest_delay + 2);
    *stop = def->stop_mark ? def->stop_mark : room > 1 ? room : 1;
    i64 wanted = *stop - 16, least = 2 * longest_delay < *stop ? 2 * longest_delay : *stop - 1;
    if (wanted < least) wanted = least;
    *go = def->go_mark ? def->go_mark : wanted > 0 ? wanted : 0;
}

ws_event *event_add(ws_net *n, ws_event_kind kind) {
    assert(n->event_count < n->event_room);
    ws_event *e = &n->events[n->event_count++];
    e->cycle = n->now[0];
    e->kind = (u8)kind;
    return e;
}

const ws_event *ws_net_events(const ws_net *n, size_t *count) {
    *count = n->event_count;
    return n->events;
}
void ws_net_events_clear(ws_net *n) { n->event_count = 0; }

const ws_def *ws_net_def(const ws_net *n) { return n->def; }
const ws_graph *ws_net_graph(const ws_net *n) { return &n->graph; }
uint64_t ws_net_cycle(const ws_net *n) { return n->now[0]; }
uint64_t ws_net_total(const ws_net *n, ws_total which) { return n->total[which]; }
uint64_t ws_net_backlog(const ws_net *n) {
    return n->total[WS_TOTAL_BACKLOG] + n->backlog[0] * (n->now[0] - n->backlog_since[0]);
}
size_t ws_net_state_size(const ws_net *n) { return n->block_size; }
const void *ws_net_state(const ws_net *n) { return n->block; }

void ws_net_restore(ws_net *n, const void *state) {
    memcpy(n->block, state, n->block_size);
    n->event_count = 0;
    net_derive(n);
}

const ws_column *ws_net_columns(const ws_net *n, size_t *count) {
    *count = WS_COLUMN_COUNT;
    return n->columns;
}
