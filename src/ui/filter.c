/* filter.c - see filter.h. One table of fields: what a worm has of each, and how a value is written. */
#include "ui/filter.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/line.h"
#include "session/nearest.h"

typedef enum kind { STATE, NUMBER, CLASS, NODE } kind;

/* ------------------------------------------------------------------------------------------------ fields ---- */

static uint64_t of_blocked(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->blocked; }
static uint64_t of_moving(const ws_frame *f, const ws_frame_worm *w) { return (void)f, !w->blocked; }
static uint64_t of_behind(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->behind; }
static uint64_t of_dead(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->order == WS_ORDER_DEADLOCK; }
static uint64_t of_knot(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->in_knot; }
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

static uint32_t node_of_head(const ws_frame *f, const ws_frame_worm *w) {
    return w->head_queue == WS_NIL ? WS_NIL : f->queue[w->head_queue].node;
}
static bool comes_from(const ws_frame *f, const ws_frame_worm *w, uint32_t node) { return f->switches + w->source == node; }
static bool goes_to(const ws_frame *f, const ws_frame_worm *w, uint32_t node) { return f->switches + w->dest == node; }
static bool has_end(const ws_frame *f, const ws_frame_worm *w, uint32_t node) {
    return comes_from(f, w, node) || goes_to(f, w, node);
}
static bool stands_at(const ws_frame *f, const ws_frame_worm *w, uint32_t node) { return node_of_head(f, w) == node; }
static bool lies_over(const ws_frame *f, const ws_frame_worm *w, uint32_t node) {
    bool over = stands_at(f, w, node);
    for (uint32_t l = 0; l < f->links && !over; l++)
        over = f->link[l].holder == w->packet && (f->link[l].from == node || f->link[l].to == node);
    return over;
}

/* FIELD(name, kind, function, what it is) */
#define WS_FILTER_FIELDS(FIELD)                                                                                                  \
    FIELD("blocked", STATE, of_blocked, "its head cannot go on")                                                                 \
    FIELD("moving", STATE, of_moving, "it moves")                                                                                \
    FIELD("behind", STATE, of_behind, "its head stands behind another worm in a buffer")                                         \
    FIELD("dead", STATE, of_dead, "in a proved deadlock or behind one")                                                          \
    FIELD("knot", STATE, of_knot, "one of those of a deadlock itself")                                                           \
    FIELD("victim", STATE, of_victim, "held up behind a worm whose way it does not share")                                       \
    FIELD("cold", STATE, of_cold, "a victim whose way does not even pass the root of the congestion")                            \
    FIELD("killed", STATE, of_killed, "given up; a reset runs back to its host")                                                 \
    FIELD("class", CLASS, of_class, "traffic class, by name")                                                                    \
    FIELD("host", NODE, has_end, "host from which it comes or to which it goes")                                                 \
    FIELD("from", NODE, comes_from, "host from which it comes")                                                                  \
    FIELD("to", NODE, goes_to, "host to which it goes")                                                                          \
    FIELD("dest", NODE, goes_to, "the same as to")                                                                               \
    FIELD("at", NODE, stands_at, "switch at which its head stands")                                                              \
    FIELD("over", NODE, lies_over, "switch at which its head stands, or of which it holds a link")                               \
    FIELD("order", NUMBER, of_order, "order of blocking; 0: it moves")                                                           \
    FIELD("wait", NUMBER, of_wait, "cycles for which its head has waited")                                                       \
    FIELD("age", NUMBER, of_age, "cycles since it entered the network")                                                          \
    FIELD("length", NUMBER, of_length, "flits")                                                                                  \
    FIELD("links", NUMBER, of_links, "links that it holds")                                                                      \
    FIELD("retries", NUMBER, of_retries, "packets of its message that were killed before")                                       \
    FIELD("packet", NUMBER, of_packet, "number of the packet")                                                                   \
    FIELD("message", NUMBER, of_message, "number of the message")

struct ws_filter_field {
    const char *name, *doc;
    kind kind;
    uint64_t (*value)(const ws_frame *f, const ws_frame_worm *w);              /* of STATE and NUMBER */
    bool (*touches)(const ws_frame *f, const ws_frame_worm *w, uint32_t node); /* of NODE; of CLASS, a class of class_of */
};

#define VALUE_STATE(function)  .value = function
#define VALUE_NUMBER(function) .value = function
#define VALUE_CLASS(function)  .touches = function
#define VALUE_NODE(function)   .touches = function
static const ws_filter_field fields[] = {
#define FIELD_ROW(word, sort, function, line) {.name = word, .doc = line, .kind = sort, VALUE_##sort(function)},
    WS_FILTER_FIELDS(FIELD_ROW)};
enum { FIELDS = sizeof fields / sizeof *fields };

static const ws_filter_field *field_find(const char *name) {
    for (size_t i = 0; i < FIELDS; i++)
        if (strcmp(fields[i].name, name) == 0) return &fields[i];
    return NULL;
}

const char *ws_filter_field_name(size_t index) { return index < FIELDS ? fields[index].name : NULL; }
const char *ws_filter_field_doc(size_t index) { return index < FIELDS ? fields[index].doc : NULL; }

/* ------------------------------------------------------------------------------------------- comparisons ---- */

/* The longer of two that begin alike stands first. */
enum { AT_LEAST, AT_MOST, OTHER, MORE, LESS, SAME, COMPARES };
static const char *const compares[COMPARES] = {">=", "<=", "!=", ">", "<", "="};
#define COMPARE_SIGNS "<>=!"

static bool holds(uint8_t compare, uint64_t a, uint64_t b) {
    switch (compare) {
    case AT_LEAST: return a >= b;
    case AT_MOST: return a <= b;
    case MORE: return a > b;
    case LESS: return a < b;
    default: return a == b; /* OTHER is SAME turned round */
    }
}

/* --------------------------------------------------------------------------------------------- reading ---- */

/* The words of a text, and how far they have been read. */
typedef struct reader {
    ws_line line;
    size_t word;
    const ws_frame *frame;
} reader;

static const char *word_now(const reader *r) { return r->word < r->line.count ? r->line.word[r->word].text : ""; }

/* The names of nodes from number `first` on, to find the nearest among. */
static bool fail_node(const reader *r, const char *kind_name, uint32_t first, uint32_t end, const char *name, ws_error *error) {
    const ws_graph *graph = &r->frame->graph;
    const char **names = calloc(end - first + 1, sizeof *names);
    if (!names) abort();
    for (uint32_t i = first; i < end; i++) names[i - first] = graph->node[i].name;
    ws_fail(error, &r->line, r->word, "there is no %s \"%.32s\"", kind_name, name);
    ws_nearest_append(error->text, sizeof error->text, name, names, end - first, sizeof *names);
    free(names);
    return false;
}

static bool node_read(const reader *r, const ws_filter_field *field, const char *text, uint64_t *value, ws_error *error) {
    const ws_frame *f = r->frame;
    bool is_switch = field->touches == stands_at || field->touches == lies_over;
    uint32_t first = is_switch ? 0 : f->switches, end = is_switch ? f->switches : f->switches + f->hosts;
    for (uint32_t i = first; i < end; i++)
        if (strcmp(f->graph.node[i].name, text) == 0) return *value = i, true;
    return fail_node(r, is_switch ? "switch" : "host", first, end, text, error);
}

static bool class_read(const reader *r, const char *text, uint64_t *value, ws_error *error) {
    const ws_frame *f = r->frame;
    for (size_t i = 0; i < f->class_count; i++)
        if (strcmp(f->class_of[i].name, text) == 0) return *value = i, true;
    ws_fail(error, &r->line, r->word, "there is no class \"%.32s\"", text);
    ws_nearest_append(error->text, sizeof error->text, text, &f->class_of->name, f->class_count, sizeof *f->class_of);
    return false;
}

static bool number_read(const reader *r, const ws_filter_field *field, const char *text, uint64_t *value, ws_error *error) {
    char *end;
    *value = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && !*end && end - text < 19) return true;
    return ws_fail(error, &r->line, r->word, "\"%.32s\" is no value for %s; write a whole number", text, field->name);
}

static bool value_read(const reader *r, const ws_filter_field *field, const char *text, uint64_t *value, ws_error *error) {
    if (field->kind == NODE) return node_read(r, field, text, value, error);
    return field->kind == CLASS ? class_read(r, text, value, error) : number_read(r, field, text, value, error);
}

/* One value or several with commas between them. */
static bool values_read(const reader *r, ws_filter_term *t, const char *text, ws_error *error) {
    char one[WS_NAME_MAX + 32];
    do {
        size_t length = strcspn(text, ",");
        if (t->count == WS_FILTER_VALUES)
            return ws_fail(error, &r->line, r->word, "at most %d values for one field", WS_FILTER_VALUES);
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (!value_read(r, t->field, one, &t->value[t->count++], error)) return false;
        text += length;
    } while (*text++ == ',');
    return true;
}

/* What follows a field: `text` is the rest of its word, and further words are read if that is not all. */
static bool condition_read(reader *r, ws_filter_term *t, const char *text, ws_error *error) {
    const char *name = t->field->name;
    if (!*text && strcspn(r->word + 1 < r->line.count ? r->line.word[r->word + 1].text : " ", COMPARE_SIGNS) == 0)
        r->word++, text = word_now(r);
    t->compare = SAME;
    if (*text) {
        for (t->compare = 0; strncmp(text, compares[t->compare], strlen(compares[t->compare])) != 0;)
            if (++t->compare == COMPARES)
                return ws_fail(error, &r->line, r->word, "\"%.32s\" compares nothing; write one of > >= < <= = !=", text);
        text += strlen(compares[t->compare]);
    }
    if (!*text) r->word++, text = word_now(r);
    if (!*text) return ws_fail(error, &r->line, r->word, "a value for %s is missing; write %s=... or %s ...", name, name, name);
    if (t->field->kind > NUMBER && t->compare != SAME && t->compare != OTHER)
        return ws_fail(error, &r->line, r->word, "%s has no order; write %s= or %s!=", name, name, name);
    if (t->compare == OTHER) t->compare = SAME, t->negated = !t->negated;
    return values_read(r, t, text, error);
}

static bool contains(const char *name, const char *part) { return strcasestr(name, part) != NULL; }

static bool part_read(reader *r, ws_filter_term *t, const char *text, ws_error *error) {
    const ws_graph *graph = &r->frame->graph;
    if (strlen(text) >= sizeof t->part) return ws_fail(error, &r->line, r->word, "\"%.32s...\" is part of no name", text);
    snprintf(t->part, sizeof t->part, "%s", text);
    for (uint32_t i = 0; i < r->frame->switches + r->frame->hosts; i++)
        if (contains(graph->node[i].name, text)) return true;
    ws_fail(error, &r->line, r->word, "\"%.32s\" is no field and part of no name here", text);
    ws_nearest_append(error->text, sizeof error->text, text, &fields[0].name, FIELDS, sizeof *fields);
    return false;
}

static bool term_read(reader *r, ws_filter_term *t, ws_error *error) {
    char name[32];
    const char *text = word_now(r);
    *t = (ws_filter_term){.negated = *text == '!'};
    text += t->negated;
    if (!*text) return ws_fail(error, &r->line, r->word, "! stands alone; write it before a word: !blocked");
    size_t length = strcspn(text, COMPARE_SIGNS);
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    t->field = field_find(name);
    if (!t->field && text[length]) {
        ws_fail(error, &r->line, r->word, "there is no field \"%.32s\"", name);
        ws_nearest_append(error->text, sizeof error->text, name, &fields[0].name, FIELDS, sizeof *fields);
        return false;
    }
    if (!t->field) return part_read(r, t, text, error);
    if (t->field->kind != STATE) return condition_read(r, t, text + length, error);
    return !text[length] || ws_fail(error, &r->line, r->word, "%s takes no value; write %s or !%s", name, name, name);
}

bool ws_filter_parse(ws_filter *filter, const ws_frame *frame, const char *text, ws_error *error) {
    ws_filter read = {0};
    reader r = {.frame = frame};
    if (strlen(text) >= sizeof read.text) return ws_fail_at(error, (ws_place){NULL, 1, 1}, "the filter is too long");
    if (!ws_line_split(&r.line, (ws_place){NULL, 1, 1}, text, strlen(text), error)) return false;
    for (; r.word < r.line.count; r.word++) {
        if (read.count == WS_FILTER_TERMS) return ws_fail(error, &r.line, r.word, "at most %d conditions", WS_FILTER_TERMS);
        if (!term_read(&r, &read.term[read.count++], error)) return false;
    }
    snprintf(read.text, sizeof read.text, "%.*s", (int)r.line.length, r.line.text);
    *filter = read;
    return true;
}

/* -------------------------------------------------------------------------------------------- matching ---- */

static bool part_matches(const ws_frame *f, const ws_frame_worm *w, const char *part) {
    uint32_t head = node_of_head(f, w);
    return contains(f->graph.node[f->switches + w->source].name, part) ||
           contains(f->graph.node[f->switches + w->dest].name, part) ||
           (head != WS_NIL && contains(f->graph.node[head].name, part));
}

static bool term_matches(const ws_filter_term *t, const ws_frame *f, const ws_frame_worm *w) {
    if (!t->field) return part_matches(f, w, t->part);
    if (t->field->kind == STATE) return t->field->value(f, w) != 0;
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
    bool is_switch = field->touches == stands_at || field->touches == lies_over;
    uint32_t first = is_switch ? 0 : f->switches, end = is_switch ? f->switches : f->switches + f->hosts;
    for (uint32_t i = first; field->kind == NODE && i < end; i++) {
        snprintf(text, sizeof text, "%s=%.40s", field->name, f->graph.node[i].name);
        ws_completions_offer(c, text, "");
    }
    for (size_t i = 0; field->kind == CLASS && i < f->class_count; i++) {
        snprintf(text, sizeof text, "%s=%.40s", field->name, f->class_of[i].name);
        ws_completions_offer(c, text, "");
    }
}

void ws_filter_complete(ws_completions *c, const ws_frame *f) {
    char text[WS_COMPLETION_TEXT];
    for (size_t i = 0; i < FIELDS; i++) {
        bool has_sign = strncmp(c->word, fields[i].name, strlen(fields[i].name)) == 0 && c->word[strlen(fields[i].name)] == '=';
        if (has_sign) offer_values(c, f, &fields[i]);
        snprintf(text, sizeof text, "%s%s", fields[i].name, fields[i].kind == STATE ? "" : fields[i].kind == NUMBER ? ">" : "=");
        if (!has_sign) ws_completions_offer(c, text, fields[i].doc);
    }
}
