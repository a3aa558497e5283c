/* filter_read.c - a filter from text: words with their places, so that whoever writes a wrong one is told where and what is right. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/line.h"
#include "session/language/suggest.h"
#include "ui/filter/filter_table.h"
#include "wormscope/memory.h"

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
