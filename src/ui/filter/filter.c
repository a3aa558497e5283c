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

/* The node at which the head of a worm stands, or WS_NIL. */
static uint32_t filter_head_node(const ws_frame *f, const ws_frame_worm *w) {
    return w->head_queue == WS_NIL ? WS_NIL : f->queue[w->head_queue].node;
}
static bool goes_to(const ws_frame *f, const ws_frame_worm *w, uint32_t node) { return f->switches + w->dest == node; }
static bool has_end(const ws_frame *f, const ws_frame_worm *w, uint32_t node) {
    return f->switches + w->source == node || goes_to(f, w, node);
}
static bool lies_over(const ws_frame *f, const ws_frame_worm *w, uint32_t node) {
    bool over = filter_head_node(f, w) == node;
    for (uint32_t l = 0; l < f->links && !over; l++)
        over = f->link[l].holder == w->packet && (f->link[l].from == node || f->link[l].to == node);
    return over;
}
static double of_order(const ws_frame *f, const ws_frame_worm *w) { return (void)f, w->order; }

#define FUNCTION_STATE  .of
#define FUNCTION_NUMBER .of
#define FUNCTION_HOST   .touches
#define FUNCTION_SWITCH .touches
#define WORM(id, word, sort_of, value, line) {.name = word, .doc = line, .sort = WS_WORM_##sort_of, .of = ws_worm_##id},
#define FILTERED(word, sort_of, function, line) {.name = word, .doc = line, .sort = WS_WORM_##sort_of, FUNCTION_##sort_of = function},
const ws_filter_field ws_filter_fields[] = {
#include "session/expr/worm_rows.def"
};
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
    return fail_node(r, field->sort == WS_WORM_SWITCH ? "switch" : "host", first, end, text, error);
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
    if (field->sort >= WS_WORM_HOST)
        return node_read(r, field, text, value, error);
    return field->sort == WS_WORM_CLASS ? class_read(r, text, value, error)
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
    if (t->field->sort >= WS_WORM_CLASS && t->compare != FILTER_SAME && t->compare != FILTER_OTHER)
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
    if (t->field->sort != WS_WORM_STATE)
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

static bool holds(uint8_t compare, double a, double b) {
    switch (compare) {
    case FILTER_AT_LEAST: return a >= b;
    case FILTER_AT_MOST: return a <= b;
    case FILTER_MORE: return a > b;
    case FILTER_LESS: return a < b;
    default: return a == b; /* FILTER_OTHER is FILTER_SAME turned round */
    }
}

/* Is this value of a condition that of the worm? */
static bool value_matches(const ws_filter_term *t, uint64_t value, const ws_frame *f, const ws_frame_worm *w) {
    if (t->field->touches) return t->field->touches(f, w, (uint32_t)value);
    if (t->field->sort == WS_WORM_CLASS) return ws_class_has(&f->class_of[value], w->traffic_class);
    return holds(t->compare, t->field->of(f, w), (double)value);
}

static bool part_matches(const ws_frame *f, const ws_frame_worm *w, const char *part) {
    uint32_t head = filter_head_node(f, w);
    return filter_has_part(f->graph.node[f->switches + w->source].name, part) ||
           filter_has_part(f->graph.node[f->switches + w->dest].name, part) ||
           (head != WS_NIL && filter_has_part(f->graph.node[head].name, part));
}

static bool term_matches(const ws_filter_term *t, const ws_frame *f, const ws_frame_worm *w) {
    if (!t->field) return part_matches(f, w, t->part);
    if (t->field->sort == WS_WORM_STATE) return t->field->of(f, w) != 0;
    for (size_t i = 0; i < t->count; i++)
        if (value_matches(t, t->value[i], f, w)) return true;
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
    for (uint32_t i = first; field->sort >= WS_WORM_HOST && i < end; i++) {
        snprintf(text, sizeof text, "%s=%.40s", field->name, f->graph.node[i].name);
        ws_completions_add(c, text, "");
    }
    for (size_t i = 0; field->sort == WS_WORM_CLASS && i < f->class_count; i++) {
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
                 field->sort == WS_WORM_STATE    ? ""
                 : field->sort == WS_WORM_NUMBER ? ">"
                                                : "=");
        if (!has_sign) ws_completions_add(c, text, field->doc);
    }
}
