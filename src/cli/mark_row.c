/* mark_row.c - see mark_row.h. */
#include "cli/mark_row.h"

#include "cli/json_text.h"

static const char *kind_name(const ws_item *item) {
    switch (item->kind) {
    case WS_ITEM_PICK: return "pick";
    case WS_ITEM_CHOOSE: return "choose";
    case WS_ITEM_PREDICT: return "predict";
    case WS_ITEM_DO: return "do";
    default: return "test";
    }
}

static void number_set(json_t *object, const char *name, uint64_t number) {
    json_object_set_new(object, name, json_integer((json_int_t)number));
}

static void text_set(json_t *object, const char *name, const char *text) {
    json_object_set_new(object, name, ws_json_text(text));
}

static void number_add(json_t *object, const char *name, int more) {
    json_int_t number = json_integer_value(json_object_get(object, name));
    json_object_set_new(object, name, json_integer(number + more));
}

static json_t *question_json(const ws_mark_row *row) {
    json_t *object = json_object();
    text_set(object, "kind", kind_name(row->item));
    number_set(object, "marks", (uint64_t)row->marks);
    number_set(object, "of", (uint64_t)row->item->marks);
    number_set(object, "tries", (uint64_t)row->tries);
    if (row->reached)
        number_set(object, "cycle", row->cycle);
    json_object_set_new(object, "flagged", json_boolean(row->flagged));
    text_set(object, "why", row->why);
    return object;
}

static json_t *step_json(const ws_step *step) {
    json_t *object = json_object();
    text_set(object, "step", step->name);
    text_set(object, "title", step->title);
    json_object_set_new(object, "hidden", json_boolean(step->hidden));
    number_set(object, "marks", 0);
    number_set(object, "of", 0);
    json_object_set_new(object, "questions", json_array());
    return object;
}

/* Rows of one step stand together. */
static json_t *detail_json(const ws_marks *marks) {
    json_t *detail = json_array();
    json_t *object = NULL;
    const ws_step *step = NULL;
    for (size_t i = 0; i < marks->rows; i++) {
        const ws_mark_row *row = &marks->row[i];
        if (row->step != step) {
            step = row->step;
            object = step_json(step);
            json_array_append_new(detail, object);
        }
        number_add(object, "marks", row->marks);
        number_add(object, "of", row->item->marks);
        json_array_append_new(json_object_get(object, "questions"), question_json(row));
    }
    return detail;
}

static json_t *steps_json(const ws_marks *marks) {
    json_t *steps = json_object();
    for (size_t i = 0; i < marks->rows; i++)
        number_add(steps, marks->row[i].step->name, marks->row[i].marks);
    return steps;
}

static json_t *lines_json(const ws_marks *marks) {
    json_t *lines = json_array();
    for (size_t i = 0; i < marks->lines; i++)
        json_array_append_new(lines, ws_json_text(marks->line[i]));
    return lines;
}

json_t *ws_marks_json(const ws_marks *marks, const char *file, const char *name) {
    json_t *object = json_object();
    json_object_set_new(object, "id",
                        *marks->id ? ws_json_text(marks->id) : json_sprintf("? %s", file));
    text_set(object, "name", name);
    number_set(object, "marks", (uint64_t)marks->marks);
    number_set(object, "of", (uint64_t)marks->of);
    json_object_set_new(object, "steps", steps_json(marks));
    text_set(object, "verdict", ws_verdict_name(marks->verdict));
    text_set(object, "reason", marks->reason);
    text_set(object, "note", marks->note);
    json_object_set_new(object, "detail", detail_json(marks));
    json_object_set_new(object, "lines", lines_json(marks));
    return object;
}
