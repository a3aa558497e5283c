/* mark.c - `wormscope mark`: each submission is replayed and marked by a process of its own
 * (sweep.h), which prints a row; from the rows comes what is shown. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "cli/course_args.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "cli/sweep.h"
#include "mark/issued.h"
#include "mark/mark.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/memory.h"

/* ---- mark row ---- */

/* The marks of a student as JSON, from which all forms are made. */

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

/* Where nobody knows whose row it is, the id is `? FILE`, by the name of the file.
 * {"id", "name", "marks", "of", "steps": {STEP: marks}, "verdict", "reason", "note", "detail": [a
 * step: {"step", "title", "hidden", "marks", "of", "questions": [{"kind", "marks", "of", "tries",
 * "cycle", "flagged", "why"}]}], "lines": [...]}. Owned by the caller. */
static json_t *marks_json(const ws_marks *marks, const char *file, const char *name) {
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

/* ---- mark ---- */

enum { JOBS_MAX = 256 };

enum { FLAG_KEY, FLAG_ROSTER, FLAG_CSV, FLAG_JSON, FLAG_JUNIT, FLAG_TAP, FLAG_JOBS, FLAG_SIMILAR };
static const ws_flag flags[] = {
    {"key", 'k', "FILE", "the key of the course (required)"},
    {"roster", 0, "FILE.csv", "the students: names, and a row for those who handed in nothing"},
    {"csv", 0, NULL, "a table: id, name, marks, of, a column a step, verdict, reason, note"},
    {"json", 0, NULL, "one JSON object a line, with every answer"},
    {"junit", 0, NULL, "a test suite a student, a test case a step"},
    {"tap", 0, NULL, "a check a step"},
    {"jobs", 'j', "N",
     "mark N at a time (default: the number of processors); the output is the same"},
    {"similar", 0, NULL, "list students who typed the same lines, for a human to look at"},
    {0},
};

typedef struct work {
    ws_args *args;
    const char *lesson, *key, *roster;
    const ws_mark_form *form;
    uint64_t jobs;
    bool similar;
    ws_opened_course opened;
    ws_enrolled enrolled;
    json_t **row; /* of the submissions, in their order */
    size_t count;
} work;

/* ---- names ---- */

/* The name of a file without folders and `.wsr`; cleaned. */
static char *stem_of(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    if (text_ends(name, ".wsr"))
        length -= strlen(".wsr");
    return ws_clean(ws_copy_text(name, length));
}

/* Platforms name files as they like, so a name means a student only if the roster has its id. */
static const char *id_meant(const work *w, const char *stem) {
    const ws_pupil *pupil = ws_enrolled_find(&w->enrolled, stem);
    return pupil ? pupil->id : NULL;
}

/* ---- one submission, in a process of its own ---- */

static const char *name_of(const ws_enrolled *enrolled, const char *id) {
    const ws_pupil *pupil = ws_enrolled_find(enrolled, id);
    return pupil ? pupil->name : "";
}

static json_t *row_make(const work *w, const ws_marks *marks, const char *stem) {
    return marks_json(marks, stem, name_of(&w->enrolled, marks->id));
}

static void row_print(const work *w, const ws_marks *marks, const char *stem) {
    json_t *row = row_make(w, marks, stem);
    ws_json_dump(row, stdout);
    putchar('\n');
    json_decref(row);
}

static void submission_mark(const work *w, const char *path) {
    ws_error error;
    ws_marks marks;
    char *stem = stem_of(path);
    ws_source *source = ws_source_read_up_to(path, false, WS_SUBMISSION_MAX, &error);
    ws_mark_work job = {.course = &w->opened.course, .id = id_meant(w, stem), .name = stem};
    if (w->enrolled.count)
        job.enrolled = &w->enrolled;
    if (source) {
        job.text = source->text;
        job.length = source->length;
        ws_mark_give(&job, &marks);
    } else {
        ws_mark_unread(job.course, job.id, error.text, &marks);
    }
    row_print(w, &marks, stem);
    ws_marks_free(&marks);
    ws_source_free(source);
    free(stem);
}

/* ---- all of them ---- */

static size_t job_arguments(void *context, size_t index, const char **arguments, size_t room) {
    const work *w = context;
    size_t count = 0;
    (void)room;
    arguments[count++] = WS_WORKER_MARK;
    arguments[count++] = "--key";
    arguments[count++] = w->key;
    if (w->roster) {
        arguments[count++] = "--roster";
        arguments[count++] = w->roster;
    }
    arguments[count++] = "--";
    arguments[count++] = w->lesson;
    arguments[count++] = w->args->operands[index + 1];
    return count;
}

/* A submission that has brought its process down is no reason to leave the others unmarked. */
static json_t *row_lost(const work *w, const char *path) {
    ws_marks marks;
    char *stem = stem_of(path);
    ws_mark_unread(&w->opened.course, id_meant(w, stem),
                   "marking it came to no end: see standard error", &marks);
    json_t *row = row_make(w, &marks, stem);
    ws_marks_free(&marks);
    free(stem);
    return row;
}

static int job_done(void *context, size_t index, const char *output, size_t length) {
    work *w = context;
    json_t *row = json_loadb(output, length, 0, NULL);
    w->row[index] = row ? row : row_lost(w, w->args->operands[index + 1]);
    return WS_EXIT_OK;
}

static void job_progress(void *context, size_t ended) {
    (void)context;
    (void)ended;
}

static const char *id_at(const work *w, size_t index) {
    return json_string_value(json_object_get(w->row[index], "id"));
}

static const json_t *row_of(const work *w, const char *id) {
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(id_at(w, i), id) == 0)
            return w->row[i];
    return NULL;
}

/* Nobody hands in twice: which of the two would count? Whose submission it is may be unknown of
 * many. */
static bool ids_differ(const work *w) {
    for (size_t i = 0; i < w->count; i++)
        for (size_t k = 0; k < i; k++)
            if (ws_id_is_good(id_at(w, i)) && ws_id_same(id_at(w, i), id_at(w, k)))
                return ws_args_wrong(w->args, "two submissions of `%s`: %s and %s", id_at(w, i),
                                     w->args->operands[k + 1], w->args->operands[i + 1]);
    return true;
}

static void missing_show(work *w, ws_mark_sheet *sheet, const ws_pupil *pupil) {
    ws_marks marks;
    ws_mark_nothing(&w->opened.course, pupil->id, &marks);
    json_t *row = row_make(w, &marks, pupil->id);
    w->form->row(sheet, row);
    json_decref(row);
    ws_marks_free(&marks);
}

/* In the order of the roster; behind it those who are not in it. */
static void rows_show(work *w, ws_mark_sheet *sheet) {
    for (size_t i = 0; i < w->enrolled.count; i++) {
        const ws_pupil *pupil = &w->enrolled.pupil[i];
        const json_t *row = row_of(w, pupil->id);
        if (row)
            w->form->row(sheet, row);
        else
            missing_show(w, sheet, pupil);
    }
    for (size_t i = 0; i < w->count; i++)
        if (!ws_enrolled_find(&w->enrolled, id_at(w, i)))
            w->form->row(sheet, w->row[i]);
}

/* ---- who typed the same? ---- */

static const json_t *lines_of(const work *w, size_t index) {
    return json_object_get(w->row[index], "lines");
}

/* Those from `first` on with the same lines; NULL: the row is alone, or an earlier one has it. */
static json_t *alike_find(const work *w, size_t first) {
    const json_t *lines = lines_of(w, first);
    if (json_array_size(lines) == 0)
        return NULL;
    for (size_t i = 0; i < first; i++)
        if (json_equal(lines, lines_of(w, i)))
            return NULL;
    json_t *ids = json_array();
    for (size_t i = first; i < w->count; i++)
        if (json_equal(lines, lines_of(w, i)))
            json_array_append_new(ids, ws_json_text(id_at(w, i)));
    if (json_array_size(ids) > 1)
        return ids;
    json_decref(ids);
    return NULL;
}

static void similar_show(const work *w, ws_mark_sheet *sheet) {
    for (size_t i = 0; i < w->count; i++) {
        json_t *ids = alike_find(w, i);
        if (ids)
            w->form->alike(sheet, ids, lines_of(w, i));
        json_decref(ids);
    }
}

/* ---- the end ---- */

static bool verdict_is(const json_t *row, ws_verdict verdict) {
    const char *name = json_string_value(json_object_get(row, "verdict"));
    return strcmp(name, ws_verdict_name(verdict)) == 0;
}

static int exit_of(const work *w) {
    int code = WS_EXIT_OK;
    for (size_t i = 0; i < w->count; i++) {
        const json_t *row = w->row[i];
        if (verdict_is(row, WS_VERDICT_DAMAGED) || verdict_is(row, WS_VERDICT_NOT_MARKED))
            return WS_EXIT_IO;
        if (!verdict_is(row, WS_VERDICT_OK) && !verdict_is(row, WS_VERDICT_INCOMPLETE))
            code = WS_EXIT_FAILED;
    }
    return code;
}

static int all_mark(work *w) {
    const ws_job job = {.arguments = job_arguments,
                        .done = job_done,
                        .progress = job_progress,
                        .context = w,
                        .each_alone = true};
    ws_mark_sheet sheet = {.out = stdout, .lesson = w->opened.lesson};
    int code = ws_workers_run(&job, w->count, w->jobs);
    if (code != WS_EXIT_OK)
        return code;
    if (!ids_differ(w))
        return WS_EXIT_USAGE;
    w->form->begin(&sheet);
    rows_show(w, &sheet);
    if (w->similar)
        similar_show(w, &sheet);
    w->form->end(&sheet);
    return exit_of(w);
}

/* ---- the command line ---- */

static void flag_take(work *w, int flag) {
    switch (flag) {
    case FLAG_KEY: w->key = w->args->value; break;
    case FLAG_ROSTER: w->roster = w->args->value; break;
    case FLAG_JOBS: ws_args_number(w->args, 1, JOBS_MAX, &w->jobs); break;
    case FLAG_SIMILAR: w->similar = true; break;
    default: w->form = ws_mark_form_find(flags[flag].name); break;
    }
}

static bool args_take(work *w) {
    ws_args *args = w->args;
    w->form = ws_mark_form_find(NULL);
    w->jobs = uv_available_parallelism();
    for (int flag; (flag = ws_args_next(args)) >= 0;)
        flag_take(w, flag);
    if (args->failed || args->helped)
        return false;
    if (args->operand_count < 2)
        return ws_args_wrong(args,
                             "a lesson and submissions are required; usage: wormscope mark LESSON "
                             "SUBMISSION.wsr... --key FILE");
    w->lesson = args->operands[0];
    w->count = (size_t)args->operand_count - 1;
    return true;
}

static bool course_take(work *w) {
    ws_course_key key;
    if (!ws_key_open(w->args, w->key, &key))
        return false;
    if (w->roster && !ws_roster_open(w->args, w->roster, &w->enrolled))
        return false;
    return ws_course_open(w->args, w->lesson, &key, &w->opened);
}

static void work_free(work *w) {
    for (size_t i = 0; w->row && i < w->count; i++)
        json_decref(w->row[i]);
    free(w->row);
    ws_enrolled_free(&w->enrolled);
    ws_course_close(&w->opened);
}

static int run_mark(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    work w = {.args = &args};
    bool good = args_take(&w) && course_take(&w);
    w.row = ws_alloc(w.count, sizeof *w.row);
    int code = good ? all_mark(&w) : (int)ws_args_exit(&args);
    work_free(&w);
    return code;
}

/* The same for one submission, as JSON. */
static int run_mark_one(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    work w = {.args = &args};
    int code = ws_worker_tie(WS_WORKER_MARK);
    if (code != WS_EXIT_OK)
        return code;
    bool good = args_take(&w) && course_take(&w);
    if (good)
        submission_mark(&w, args.operands[1]);
    work_free(&w);
    return good ? WS_EXIT_OK : (int)ws_args_exit(&args);
}

const ws_subcommand ws_subcommand_mark = {
    .name = "mark",
    .operands = "LESSON SUBMISSION.wsr... --key FILE [OPTION]...",
    .doc = "Mark what students handed in: replay it, and compare it with the truth",
    .flags = flags,
    .run = run_mark};

const ws_subcommand ws_subcommand_worker_mark = {
    .name = WS_WORKER_MARK,
    .operands = "LESSON SUBMISSION.wsr --key FILE",
    .doc = "The same as `mark` of one submission, as long as the process that has started it lives",
    .flags = flags,
    .run = run_mark_one,
    .hidden = true};
