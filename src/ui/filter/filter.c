/* filter.c - see filter.h: whom a filter takes, and how one that is being typed may go on. */
#include "ui/filter/filter.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/line.h"
#include "session/language/suggest.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

/* ---- filter fields ---- */

/* What a filter can ask of a worm: one row each. */

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

/* The node at which the head of a worm stands, WS_NIL; and whether a name has a part. */
static uint32_t filter_head_node(const ws_frame *f, const ws_frame_worm *w) {
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

/* ---- filter read ---- */

/* A filter from text: words with their places, so that whoever writes a wrong one is told where
 * and what is right. */

static const char *const compares[FILTER_COMPARES] = {
    ">=", "<=", "!=", ">", "<", "="}; /* in the order of FILTER_AT_LEAST ... */

static const ws_filter_field *field_find(const char *name) {
    for (size_t i = 0; i < ws_filter_field_count; i++)
        if (strcmp(ws_filter_fields[i].name, name) == 0)
            return &ws_filter_fields[i];
    return NULL;
}

/* The words of a text, and how far they have been read. */
typedef struct reader {
    ws_line line;
    size_t word;
    const ws_frame *frame;
} reader;

static const char *word_now(const reader *r) {
    return r->word < r->line.count ? r->line.word[r->word].text : "";
}

/* The names of nodes from number `first` on, to find the nearest among. */
static bool fail_node(const reader *r, const char *kind_name, uint32_t first, uint32_t end,
                      const char *name, ws_error *error) {
    const ws_graph *graph = &r->frame->graph;
    const char **names = calloc(end - first + 1, sizeof *names);
    if (!names)
        ws_no_memory(0);
    for (uint32_t i = first; i < end; i++)
        names[i - first] = graph->node[i].name;
    ws_fail(error, &r->line, r->word, "unknown %s \"%.32s\"", kind_name, name);
    ws_suggest_append(error, name, WS_NAMES(names, end - first));
    free(names);
    return false;
}

static bool node_read(const reader *r, const ws_filter_field *field, const char *text,
                      uint64_t *value, ws_error *error) {
    const ws_frame *f = r->frame;
    uint32_t first, end;
    filter_nodes(field, f, &first, &end);
    for (uint32_t i = first; i < end; i++)
        if (strcmp(f->graph.node[i].name, text) == 0)
            return *value = i, true;
    return fail_node(r, field->kind == FILTER_SWITCH ? "switch" : "host", first, end, text, error);
}

static bool class_read(const reader *r, const char *text, uint64_t *value, ws_error *error) {
    const ws_frame *f = r->frame;
    for (size_t i = 0; i < f->class_count; i++)
        if (strcmp(f->class_of[i].name, text) == 0)
            return *value = i, true;
    ws_fail(error, &r->line, r->word, "unknown class \"%.32s\"", text);
    ws_suggest_append(error, text, WS_ROW_NAMES(f->class_of, f->class_count));
    return false;
}

static bool number_read(const reader *r, const ws_filter_field *field, const char *text,
                        uint64_t *value, ws_error *error) {
    char *end;
    *value = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && !*end && end - text < 19)
        return true;
    return ws_fail(error, &r->line, r->word,
                   "invalid value \"%.32s\" for %s: expected a whole number", text, field->name);
}

static bool value_read(const reader *r, const ws_filter_field *field, const char *text,
                       uint64_t *value, ws_error *error) {
    if (field->kind >= FILTER_HOST)
        return node_read(r, field, text, value, error);
    return field->kind == FILTER_CLASS ? class_read(r, text, value, error)
                                       : number_read(r, field, text, value, error);
}

/* One value or several with commas between them. */
static bool values_read(const reader *r, ws_filter_term *t, const char *text, ws_error *error) {
    char one[WS_NAME_MAX + 32];
    do {
        size_t length = strcspn(text, ",");
        if (t->count == WS_FILTER_VALUES)
            return ws_fail(error, &r->line, r->word, "at most %d values for one field",
                           WS_FILTER_VALUES);
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (!value_read(r, t->field, one, &t->value[t->count++], error))
            return false;
        text += length;
    } while (*text++ == ',');
    return true;
}

/* What follows a field: `text` is the rest of its word, and further words are read if that is not all. */
static bool condition_read(reader *r, ws_filter_term *t, const char *text, ws_error *error) {
    const char *name = t->field->name;
    if (!*text && strcspn(r->word + 1 < r->line.count ? r->line.word[r->word + 1].text : " ",
                          FILTER_SIGNS) == 0)
        r->word++, text = word_now(r);
    t->compare = FILTER_SAME;
    if (*text) {
        for (t->compare = 0;
             strncmp(text, compares[t->compare], strlen(compares[t->compare])) != 0;)
            if (++t->compare == FILTER_COMPARES)
                return ws_fail(error, &r->line, r->word,
                               "\"%.32s\" compares nothing; write one of > >= < <= = !=", text);
        text += strlen(compares[t->compare]);
    }
    if (!*text)
        r->word++, text = word_now(r);
    if (!*text)
        return ws_fail(error, &r->line, r->word,
                       "a value for %s is missing; write %s=... or %s ...", name, name, name);
    if (t->field->kind > FILTER_NUMBER && t->compare != FILTER_SAME && t->compare != FILTER_OTHER)
        return ws_fail(error, &r->line, r->word, "%s has no order; write %s= or %s!=", name, name,
                       name);
    if (t->compare == FILTER_OTHER)
        t->compare = FILTER_SAME, t->negated = !t->negated;
    return values_read(r, t, text, error);
}

static bool part_read(reader *r, ws_filter_term *t, const char *text, ws_error *error) {
    const ws_graph *graph = &r->frame->graph;
    if (strlen(text) >= sizeof t->part)
        return ws_fail(error, &r->line, r->word, "\"%.32s...\" matches no switch or host", text);
    snprintf(t->part, sizeof t->part, "%s", text);
    for (uint32_t i = 0; i < r->frame->switches + r->frame->hosts; i++)
        if (filter_has_part(graph->node[i].name, text))
            return true;
    ws_fail(error, &r->line, r->word, "unknown word \"%.32s\": expected a field, or part of the name of a switch or host", text);
    ws_suggest_append(error, text, WS_ROW_NAMES(ws_filter_fields, ws_filter_field_count));
    return false;
}

static bool term_read(reader *r, ws_filter_term *t, ws_error *error) {
    char name[32];
    const char *text = word_now(r);
    *t = (ws_filter_term){.negated = *text == '!'};
    text += t->negated;
    if (!*text)
        return ws_fail(error, &r->line, r->word,
                       "! stands alone; write it before a word: !waiting");
    size_t length = strcspn(text, FILTER_SIGNS);
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    t->field = field_find(name);
    if (!t->field && text[length]) {
        ws_fail(error, &r->line, r->word, "unknown field \"%.32s\"", name);
        ws_suggest_append(error, name, WS_ROW_NAMES(ws_filter_fields, ws_filter_field_count));
        return false;
    }
    if (!t->field)
        return part_read(r, t, text, error);
    if (t->field->kind != FILTER_STATE)
        return condition_read(r, t, text + length, error);
    return !text[length] || ws_fail(error, &r->line, r->word, "%s takes no value; write %s or !%s",
                                    name, name, name);
}

bool ws_filter_parse(ws_filter *filter, const ws_frame *frame, const char *text, ws_error *error) {
    ws_filter read = {0};
    reader r = {.frame = frame};
    if (strlen(text) >= sizeof read.text)
        return ws_fail_at(error, (ws_place){NULL, 1, 1}, "the filter is too long");
    if (!ws_line_split(&r.line, (ws_place){NULL, 1, 1}, text, strlen(text), error))
        return false;
    for (; r.word < r.line.count; r.word++) {
        if (read.count == WS_FILTER_TERMS)
            return ws_fail(error, &r.line, r.word, "at most %d conditions", WS_FILTER_TERMS);
        if (!term_read(&r, &read.term[read.count++], error))
            return false;
    }
    snprintf(read.text, sizeof read.text, "%.*s", (int)r.line.length, r.line.text);
    *filter = read;
    return true;
}

/* ---- filter ---- */

bool filter_has_part(const char *name, const char *part) { return strcasestr(name, part) != NULL; }

static bool holds(uint8_t compare, uint64_t a, uint64_t b) {
    switch (compare) {
    case FILTER_AT_LEAST: return a >= b;
    case FILTER_AT_MOST: return a <= b;
    case FILTER_MORE: return a > b;
    case FILTER_LESS: return a < b;
    default: return a == b; /* FILTER_OTHER is FILTER_SAME turned round */
    }
}

static bool part_matches(const ws_frame *f, const ws_frame_worm *w, const char *part) {
    uint32_t head = filter_head_node(f, w);
    return filter_has_part(f->graph.node[f->switches + w->source].name, part) ||
           filter_has_part(f->graph.node[f->switches + w->dest].name, part) ||
           (head != WS_NIL && filter_has_part(f->graph.node[head].name, part));
}

static bool term_matches(const ws_filter_term *t, const ws_frame *f, const ws_frame_worm *w) {
    if (!t->field) return part_matches(f, w, t->part);
    if (t->field->kind == FILTER_STATE) return t->field->value(f, w) != 0;
    for (size_t i = 0; i < t->count; i++) {
        bool good = t->field->touches ? t->field->touches(f, w, (uint32_t)t->value[i])
                                      : holds(t->compare, t->field->value(f, w), t->value[i]);
        if (good) return true;
    }
    return false;
}

bool ws_filter_match(const ws_filter *filter, const ws_frame *frame, const ws_frame_worm *worm) {
    for (size_t i = 0; i < filter->count; i++)
        if (term_matches(&filter->term[i], frame, worm) == filter->term[i].negated) return false;
    return true;
}

/* ------------------------------------------------------------------------------------------- completion ---- */

/* Values stand behind `FIELD=`, so what is offered is the whole word. */
static void offer_values(ws_completions *c, const ws_frame *f, const ws_filter_field *field) {
    char text[WS_COMPLETION_TEXT];
    uint32_t first, end;
    filter_nodes(field, f, &first, &end);
    for (uint32_t i = first; field->kind >= FILTER_HOST && i < end; i++) {
        snprintf(text, sizeof text, "%s=%.40s", field->name, f->graph.node[i].name);
        ws_completions_add(c, text, "");
    }
    for (size_t i = 0; field->kind == FILTER_CLASS && i < f->class_count; i++) {
        snprintf(text, sizeof text, "%s=%.40s", field->name, f->class_of[i].name);
        ws_completions_add(c, text, "");
    }
}

void ws_filter_complete(ws_completions *c, const ws_frame *f) {
    char text[WS_COMPLETION_TEXT];
    for (size_t i = 0; i < ws_filter_field_count; i++) {
        const ws_filter_field *field = &ws_filter_fields[i];
        size_t length = strlen(field->name);
        bool has_sign = strncmp(c->word, field->name, length) == 0 && c->word[length] == '=';
        if (has_sign) offer_values(c, f, field);
        snprintf(text, sizeof text, "%s%s", field->name,
                 field->kind == FILTER_STATE    ? ""
                 : field->kind == FILTER_NUMBER ? ">"
                                                : "=");
        if (!has_sign) ws_completions_add(c, text, field->doc);
    }
}
