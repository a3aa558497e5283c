/* course_args.h - what `issue`, `solve` and `mark` begin with: a lesson, its key, students. */
#ifndef WS_COURSE_ARGS_H
#define WS_COURSE_ARGS_H

#include <jansson.h>
#include <stdio.h>

#include "cli/cli.h"
#include "lesson/lesson.h"
#include "mark/enrolled.h"

/* The teacher's lesson with its key, opened. */
typedef struct ws_opened_course {
    ws_lesson *lesson;
    ws_course course;
} ws_opened_course;

/* Reads a key; false, and said. */
bool ws_key_open(ws_args *args, const char *path, ws_course_key *key);
/* The same; makes one if there is no such file. */
bool ws_key_make(ws_args *args, const char *path, ws_course_key *key);
/* Opens a lesson by its path or name; false, and said. Close in any case. */
bool ws_course_open(ws_args *args, const char *lesson, const ws_course_key *key,
                    ws_opened_course *opened);
void ws_course_close(ws_opened_course *opened);
/* Reads a roster; false, and said. */
bool ws_roster_open(ws_args *args, const char *path, ws_enrolled *enrolled);

/* ---- mark forms ---- */

/* Marks as text, CSV, JSON, JUnit and TAP: row by row. */

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
