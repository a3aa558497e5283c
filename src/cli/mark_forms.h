/* mark_forms.h - marks as text, CSV, JSON, JUnit and TAP: rows of mark_row.h, one by one. */
#ifndef WS_MARK_FORMS_H
#define WS_MARK_FORMS_H

#include <jansson.h>
#include <stdio.h>

#include "lesson/lesson.h"

typedef struct ws_mark_sheet {
    FILE *out;
    const ws_lesson *lesson;
    size_t count; /* checks of TAP so far */
} ws_mark_sheet;

typedef struct ws_mark_form {
    const char *name; /* "csv" */
    void (*begin)(ws_mark_sheet *sheet);
    void (*row)(ws_mark_sheet *sheet, const json_t *row);
    /* Students who typed the same lines. */
    void (*alike)(ws_mark_sheet *sheet, const json_t *ids, const json_t *lines);
    void (*end)(ws_mark_sheet *sheet);
} ws_mark_form;

/* By name; text for NULL. NULL if there is none such. */
const ws_mark_form *ws_mark_form_find(const char *name);

#endif
