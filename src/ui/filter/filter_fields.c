/* filter_fields.c - what a filter can ask of a worm: one row each. */
#include "ui/filter/filter_table.h"

static uint64_t of_blocked(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->blocked; }
static uint64_t of_moving(const ws_frame *f, const ws_frame_worm *w) { return (void)f, !w->blocked; }
static uint64_t of_behind(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->behind; }
static uint64_t of_behind_ring(const ws_frame *f, const ws_frame_worm *w) {
    return (void)f, w->order == WS_ORDER_DEADLOCK && !w->in_deadlock;
}
static uint64_t of_dead(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->order == WS_ORDER_DEADLOCK; }
static uint64_t of_deadlock(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->in_deadlock; }
static uint64_t of_victim(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->victim != WS_VICTIM_NOT; }
static uint64_t of_cold(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->victim == WS_VICTIM_COLD; }
static uint64_t of_killed(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->killed; }
static uint64_t of_order(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->order; }
static uint64_t of_length(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->length; }
static uint64_t of_links(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->links_held; }
static uint64_t of_retries(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->retries; }
static uint64_t of_packet(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->packet; }
static uint64_t of_message(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->message; }
static bool of_class(const ws_frame *f, const ws_frame_worm *w, uint32_t c) {
    return ws_class_has(&f->class_of[c], w->traffic_class);
}
static uint64_t of_age(const ws_frame *f, const ws_frame_worm *w) { return f->cycle > w->entered ? f->cycle - w->entered : 0; }
static uint64_t of_wait(const ws_frame *f, const ws_frame_worm *w) {
    return w->blocked && w->since < f->cycle ? f->cycle - w->since : 0;
}

uint32_t filter_head_node(const ws_frame *f, const ws_frame_worm *w) {
    return w->head_queue == WS_NIL ? WS_NIL : f->queue[w->head_queue].node;
}
static bool comes_from(const ws_frame *f, const ws_frame_worm *w, uint32_t node) { return f->switches + w->source == node; }
static bool goes_to(const ws_frame *f, const ws_frame_worm *w, uint32_t node) { return f->switches + w->dest == node; }
static bool has_end(const ws_frame *f, const ws_frame_worm *w, uint32_t node) {
    return comes_from(f, w, node) || goes_to(f, w, node);
}
static bool stands_at(const ws_frame *f, const ws_frame_worm *w, uint32_t node) { return filter_head_node(f, w) == node; }
static bool lies_over(const ws_frame *f, const ws_frame_worm *w, uint32_t node) {
    bool over = stands_at(f, w, node);
    for (uint32_t l = 0; l < f->links && !over; l++)
        over = f->link[l].holder == w->packet && (f->link[l].from == node || f->link[l].to == node);
    return over;
}

/* FIELD(name, kind, function, what it is) */
#define WS_FILTER_FIELDS(FIELD)                                                                                                  \
    FIELD("waiting", STATE, of_blocked, "its head cannot go on")                                                                 \
    FIELD("blocked", STATE, of_blocked, "the same as waiting")                                                                   \
    FIELD("moving", STATE, of_moving, "it moves")                                                                                \
    FIELD("behind", STATE, of_behind, "its head is behind another worm in a buffer")                                         \
    FIELD("ring", STATE, of_deadlock, "in the ring of a proved deadlock")                                                            \
    FIELD("behind-ring", STATE, of_behind_ring, "behind the ring of a proved deadlock")                                          \
    FIELD("dead", STATE, of_dead, "in the ring of a proved deadlock, or behind it")                                              \
    FIELD("knot", STATE, of_deadlock, "the same as ring")                                                                            \
    FIELD("victim", STATE, of_victim, "behind a worm in its buffer that waits, though its own way is free")                                       \
    FIELD("cold", STATE, of_cold, "a victim whose way does not even pass the root of the congestion")                            \
    FIELD("killed", STATE, of_killed, "given up; a reset runs back to its host")                                                 \
    FIELD("class", CLASS, of_class, "traffic class, by name")                                                                    \
    FIELD("host", HOST, has_end, "host from which it comes or to which it goes")                                                 \
    FIELD("from", HOST, comes_from, "host from which it comes")                                                                  \
    FIELD("to", HOST, goes_to, "host to which it goes")                                                                          \
    FIELD("dest", HOST, goes_to, "the same as to")                                                                               \
    FIELD("at", SWITCH, stands_at, "switch at which its head stands")                                                            \
    FIELD("over", SWITCH, lies_over, "switch at which its head stands, or of which it holds a link")                             \
    FIELD("order", NUMBER, of_order, "order of blocking; 0: it moves")                                                           \
    FIELD("wait", NUMBER, of_wait, "cycles for which its head has waited")                                                       \
    FIELD("age", NUMBER, of_age, "cycles since it entered the network")                                                          \
    FIELD("length", NUMBER, of_length, "flits")                                                                                  \
    FIELD("links", NUMBER, of_links, "links that it holds")                                                                      \
    FIELD("retries", NUMBER, of_retries, "packets of its message that were killed before")                                       \
    FIELD("packet", NUMBER, of_packet, "number of the packet")                                                                   \
    FIELD("message", NUMBER, of_message, "number of the message")

#define VALUE_STATE(function)  .value = function
#define VALUE_NUMBER(function) .value = function
#define VALUE_CLASS(function)  .touches = function
#define VALUE_HOST(function)   .touches = function
#define VALUE_SWITCH(function) .touches = function
const ws_filter_field ws_filter_fields[] = {
#define FIELD_ROW(word, sort, function, line) {.name = word, .doc = line, .kind = FILTER_##sort, VALUE_##sort(function)},
    WS_FILTER_FIELDS(FIELD_ROW)};
const size_t ws_filter_field_count = sizeof ws_filter_fields / sizeof *ws_filter_fields;

const char *ws_filter_field_name(size_t index) { return index < ws_filter_field_count ? ws_filter_fields[index].name : NULL; }
const char *ws_filter_field_doc(size_t index) { return index < ws_filter_field_count ? ws_filter_fields[index].doc : NULL; }
