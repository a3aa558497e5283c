/* state.c - the block of columns: layout, checkpoint, restore; the event buffer. */
#include "verbs.h"

#include <string.h>

#define FIELD_ROW(row, type, member, id, doc) {id, doc, offsetof(row, member), sizeof(type)},
static const ws_field queue_fields[] = {QUEUE_FIELDS(FIELD_ROW, ws_queue_state)};
static const ws_field vc_fields[] = {VC_FIELDS(FIELD_ROW, ws_vc_state)};
static const ws_field output_fields[] = {OUTPUT_FIELDS(FIELD_ROW, ws_output_state)};
static const ws_field control_fields[] = {CONTROL_FIELDS(FIELD_ROW, ws_control)};
static const ws_field saq_fields[] = {SAQ_FIELDS(FIELD_ROW, ws_saq_state)};

/* Places one column of `count` elements of `size` bytes at *at, which moves on. Elements of more
 * than a word are words side by side. */
static void *column_place(ws_column *column, u8 *block, size_t *at) {
    column->offset = *at;
    column->word = column->size < sizeof(u64) ? column->size : sizeof(u64);
    size_t bytes = column->size * column->count;
    size_t lines = (bytes + BLOCK_ALIGN - 1) / BLOCK_ALIGN;
    *at += lines * BLOCK_ALIGN;
    return block ? block + column->offset : NULL;
}

/* The fields of columns whose elements have several, by the key of the column. */
typedef struct field_table {
    const char *key;
    const ws_field *fields;
    size_t count;
} field_table;

#define FIELD_TABLE(key, fields) {key, fields, sizeof fields / sizeof *fields},
static const field_table tables[] = {
    /* clang-format off */
    FIELD_TABLE("queue", queue_fields)
    FIELD_TABLE("vlane", vc_fields)
    FIELD_TABLE("output", output_fields)
    FIELD_TABLE("notice", control_fields)
    FIELD_TABLE("saq", saq_fields)
    /* clang-format on */
};

static void fields_find(ws_column *column) {
    for (EACH(i, sizeof tables / sizeof *tables)) {
        const field_table *table = &tables[i];
        if (strcmp(table->key, column->key) != 0)
            continue;
        column->fields = table->fields;
        column->field_count = table->count;
    }
}

/* Columns of tables of which few rows are in use, by how many elements they have. */
typedef struct row_table {
    const char *number;
    u8 rows;
} row_table;

static const row_table row_tables[] = {
    {"packets", WS_ROWS_PACKETS},
    {"ordered_packets", WS_ROWS_PACKETS},
    {"messages", WS_ROWS_MESSAGES},
    {"controls", WS_ROWS_CONTROLS},
};

/* Whose rows are its elements, and what is in one that has never been in use? A free row is known
 * by its source or its message, which is NIL. */
static void rows_find(ws_column *column, const char *number) {
    const char *key = column->key;
    for (EACH(i, sizeof row_tables / sizeof *row_tables))
        if (strcmp(row_tables[i].number, number) == 0)
            column->rows = row_tables[i].rows;
    if (strcmp(key, "pk_message") == 0 || strcmp(key, "ms_source") == 0)
        column->fresh = WS_FRESH_NIL;
    if (strcmp(key, "packet_free") == 0 || strcmp(key, "message_free") == 0)
        column->fresh = WS_FRESH_STACK;
}

#define COLUMN_PLACED(at, type, name, number, id, text)                                            \
    *column = (ws_column){                                                                         \
        .key = id,                                                                                 \
        .doc = text,                                                                               \
        .size = sizeof(type),                                                                      \
        .count = size->number,                                                                     \
    };                                                                                             \
    fields_find(column);                                                                           \
    rows_find(column, #number);                                                                    \
    at name = column_place(column++, block, &end);
#define GROUP_PLACED(table, group) table(COLUMN_PLACED, n->group.)

size_t net_layout(ws_net *n, u8 *block) {
    size_t end = BLOCK_ALIGN;
    const ws_sizes *size = &n->size;
    ws_column *column = n->columns;
    NETWORK_COLUMNS(COLUMN_PLACED, n->)
    COLUMN_GROUPS(GROUP_PLACED)
    n->block = block;
    n->used = (ws_used *)(void *)block;
    n->block_size = end;
    return end;
}

/* The room that a head needs to go on, by the rules in force: WS_GRANT_ROOM_*. */
static u8 room_in_force(const ws_net *n) {
    const ws_def *def = n->def;
    u8 room = (u8)def->grant_room;
    bool at_once = def->router_delay == 0 && n->flow == WS_FLOW_CREDIT;
    bool whole = def->switching != WS_SWITCHING_WORMHOLE;
    /* a router that grants a virtual channel and the crossbar at once needs room for one flit */
    if (room == WS_GRANT_ROOM_NONE && at_once)
        room = WS_GRANT_ROOM_FLIT;
    if (n->flow == WS_FLOW_PACKET_CREDIT)
        whole = true;
    if (whole && room < WS_GRANT_ROOM_PACKET)
        room = WS_GRANT_ROOM_PACKET;
    return room;
}

/* Has every link one virtual channel and every head one route option, and is no room demanded? */
static bool has_plain_grant(const ws_net *n) {
    if (n->size.vcs != n->size.links)
        return false;
    if (n->routing->options != 1)
        return false;
    return n->grant_room == WS_GRANT_ROOM_NONE;
}

void net_derive(ws_net *n) {
    const ws_def *def = n->def;
    bool stored = def->switching == WS_SWITCHING_STORE_AND_FORWARD;
    i64 stop;
    i64 go;
    ws_def_marks(def, n->wire.longest_signal, &stop, &go);
    n->stop = (u32)stop;
    n->go_mark_in_force = (u32)go;
    n->grant_room = room_in_force(n);
    n->plain_grant = has_plain_grant(n);
    n->store = stored || n->layout.whole_packets;
    n->workload->derive(n);
}

static i64 at_least(i64 least, i64 value) {
    return value < least ? least : value;
}

void ws_def_marks(const ws_def *def, int64_t longest_delay, int64_t *stop, int64_t *go) {
    i64 loop = 2 * longest_delay;
    *stop = def->stop_mark;
    *go = def->go_mark;
    if (*stop == 0)
        *stop = at_least(1, def->buffer - loop - 2);
    if (*go != 0)
        return;
    i64 least = loop < *stop ? loop : *stop - 1;
    i64 mark = at_least(least, *stop - 16);
    *go = at_least(0, mark);
}

ws_event *event_add(ws_net *n, ws_event_kind kind) {
    assert(n->event_count < n->event_room);
    n->events[n->event_count] = (ws_event){.cycle = now(n), .kind = (u8)kind};
    return &n->events[n->event_count++];
}

const ws_event *ws_net_events(const ws_net *n, size_t *count) {
    *count = n->event_count;
    return n->events;
}
void ws_net_events_clear(ws_net *n) {
    n->event_count = 0;
}

const ws_def *ws_net_def(const ws_net *n) {
    return n->def;
}
const ws_graph *ws_net_graph(const ws_net *n) {
    return &n->graph;
}
uint64_t ws_net_cycle(const ws_net *n) {
    return n->cycle[0];
}
uint64_t ws_net_total(const ws_net *n, ws_total which) {
    assert(is_settled(n));
    return n->total[which];
}
uint64_t ws_net_backlog(const ws_net *n) {
    u64 cycles = now(n) - n->backlog_since[0];
    u64 since = n->backlog[0] * cycles;
    return n->total[WS_TOTAL_BACKLOG] + since;
}
size_t ws_net_state_size(const ws_net *n) {
    return n->block_size;
}
const void *ws_net_state(const ws_net *n) {
    assert(is_settled(n));
    return n->block;
}

size_t ws_net_column_used(const ws_net *n, const ws_column *column) {
    u32 used[] = {
        [WS_ROWS_ALL] = 0,
        [WS_ROWS_PACKETS] = n->used->packets,
        [WS_ROWS_MESSAGES] = n->used->messages,
        [WS_ROWS_CONTROLS] = n->control.used[0],
    };
    if (column->rows == WS_ROWS_ALL || column->count == 0)
        return column->count;
    return used[column->rows];
}

void ws_net_column_read(const ws_net *n, const ws_column *column, void *to) {
    const u8 *from = n->block + column->offset;
    size_t used = ws_net_column_used(n, column);
    size_t bytes = used * column->size;
    size_t rest = (column->count - used) * column->size;
    memcpy(to, from, bytes);
    memset((u8 *)to + bytes, column->fresh == WS_FRESH_NIL ? 0xff : 0, rest);
    if (column->fresh != WS_FRESH_STACK)
        return;
    u32 *row = to; /* from the bottom up: row 0 is on top of a new stack */
    const u32 *free = (const u32 *)(const void *)from;
    for (EACH(i, (u32)column->count)) {
        u32 place = (u32)column->count - 1 - i;
        row[i] = place < used ? free[place] : place;
    }
}

size_t ws_net_saved_size(const ws_net *n) {
    size_t size = sizeof *n->used;
    for (EACH(i, WS_COLUMN_COUNT))
        size += ws_net_column_used(n, &n->columns[i]) * n->columns[i].size;
    return size;
}

void ws_net_save(const ws_net *n, void *to) {
    u8 *at = to;
    assert(is_settled(n));
    memcpy(at, n->used, sizeof *n->used);
    at += sizeof *n->used;
    for (EACH(i, WS_COLUMN_COUNT)) {
        const ws_column *column = &n->columns[i];
        size_t bytes = ws_net_column_used(n, column) * column->size;
        memcpy(at, n->block + column->offset, bytes);
        at += bytes;
    }
}

/* No row of a table has ever been in use. */
static void rows_forget(ws_net *n) {
    for (EACH(i, WS_COLUMN_COUNT)) {
        const ws_column *column = &n->columns[i];
        size_t bytes = ws_net_column_used(n, column) * column->size;
        if (column->rows != WS_ROWS_ALL)
            memset(n->block + column->offset, 0, bytes);
    }
}

size_t ws_net_restore(ws_net *n, const void *saved) {
    const u8 *from = saved;
    assert(is_settled(n));
    rows_forget(n);
    memcpy(n->used, from, sizeof *n->used);
    from += sizeof *n->used;
    for (EACH(i, WS_COLUMN_COUNT)) { /* how many control messages were in use stands before them */
        const ws_column *column = &n->columns[i];
        size_t bytes = ws_net_column_used(n, column) * column->size;
        memcpy(n->block + column->offset, from, bytes);
        from += bytes;
    }
    n->with.entered = false;
    n->event_count = 0;
    net_derive(n);
    return (size_t)(from - (const u8 *)saved);
}

const ws_column *ws_net_columns(const ws_net *n, size_t *count) {
    *count = WS_COLUMN_COUNT;
    return n->columns;
}
