/* filter.c - see filter.h: whom a filter takes, and how one that is being typed may go on. */
#include <stdio.h>
#include <string.h>

#include "ui/filter/filter_table.h"

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
