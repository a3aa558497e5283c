/* mark_forms.c - see course_args.h. Names and reasons are texts of strangers: each form has its own
 * way to keep them text. */
#include "cli/course_args.h"

#include <string.h>

#include "cli/print.h"
#include "export/escape.h"
#include "session/language/tell.h"

static const char *text_of(const json_t *row, const char *name) {
    const char *text = json_string_value(json_object_get(row, name));
    return text ? text : "";
}

static int number_of(const json_t *row, const char *name) {
    return (int)json_integer_value(json_object_get(row, name));
}

static bool is_true(const json_t *row, const char *name) {
    return json_is_true(json_object_get(row, name));
}

static const json_t *steps_of(const json_t *row) {
    return json_object_get(row, "detail");
}

static const char *hidden_mark(const json_t *step) {
    return is_true(step, "hidden") ? " (hidden)" : "";
}

static void nothing(ws_mark_sheet *sheet) {
    (void)sheet;
}

/* Ids with commas between them. */
static void ids_join(const json_t *ids, char *text, size_t room) {
    size_t index;
    json_t *id;
    size_t used = 0;
    text[0] = '\0';
    json_array_foreach(ids, index, id) {
        const char *between = index ? ", " : "";
        int size = snprintf(text + used, room - used, "%s%s", between, json_string_value(id));
        used += (size_t)size;
        if (used >= room)
            return;
    }
}

/* ---- text ---- */

static void question_text(ws_mark_sheet *sheet, const json_t *question) {
    bool full = number_of(question, "marks") == number_of(question, "of");
    const char *flag = is_true(question, "flagged") ? "LOOK: " : "";
    if (!full || *flag)
        ws_tell(sheet->out, "      %s%s: %s", flag, text_of(question, "kind"),
                text_of(question, "why"));
}

static void step_text(ws_mark_sheet *sheet, const json_t *step) {
    size_t index;
    json_t *question;
    ws_tell(sheet->out, "    %-16s %3d of %d%s", text_of(step, "step"), number_of(step, "marks"),
            number_of(step, "of"), hidden_mark(step));
    json_array_foreach(json_object_get(step, "questions"), index, question)
        question_text(sheet, question);
}

/* Of what was not replayed there is nothing to tell. */
static bool is_reached(const json_t *row) {
    const json_t *step = json_array_get(steps_of(row), 0);
    const json_t *question = json_array_get(json_object_get(step, "questions"), 0);
    return json_object_get(question, "cycle") != NULL;
}

static void row_text(ws_mark_sheet *sheet, const json_t *row) {
    size_t index;
    json_t *step;
    const char *reason = text_of(row, "reason");
    const char *note = text_of(row, "note");
    ws_tell(sheet->out, "%-16s %3d of %d  %s%s%s  %s", text_of(row, "id"), number_of(row, "marks"),
            number_of(row, "of"), text_of(row, "verdict"), *reason ? ": " : "", reason,
            text_of(row, "name"));
    if (!is_reached(row))
        return;
    json_array_foreach(steps_of(row), index, step) step_text(sheet, step);
    if (*note)
        ws_tell(sheet->out, "    LOOK: %s", note);
}

static void alike_text(ws_mark_sheet *sheet, const json_t *ids, const json_t *lines) {
    size_t index;
    json_t *line;
    char names[2048];
    ids_join(ids, names, sizeof names);
    ws_tell(sheet->out, "the same lines: %s", names);
    json_array_foreach(lines, index, line) ws_tell(sheet->out, "    %s", json_string_value(line));
}

/* ---- CSV ---- */

static bool is_marked(const ws_step *step) {
    for (size_t i = 0; i < step->items; i++)
        if (step->item[i].marks)
            return true;
    return false;
}

static void begin_csv(ws_mark_sheet *sheet) {
    const ws_lesson *lesson = sheet->lesson;
    fputs("id,name,marks,of", sheet->out);
    for (size_t i = 0; i < lesson->steps; i++) {
        if (!is_marked(&lesson->step[i]))
            continue;
        putc(',', sheet->out);
        ws_csv_text(lesson->step[i].name, sheet->out);
    }
    fputs(",verdict,reason,note\n", sheet->out);
}

static void cell_csv(ws_mark_sheet *sheet, const char *text) {
    putc(',', sheet->out);
    ws_csv_text(text, sheet->out);
}

static void row_csv(ws_mark_sheet *sheet, const json_t *row) {
    const ws_lesson *lesson = sheet->lesson;
    const json_t *steps = json_object_get(row, "steps");
    ws_csv_text(text_of(row, "id"), sheet->out);
    cell_csv(sheet, text_of(row, "name"));
    fprintf(sheet->out, ",%d,%d", number_of(row, "marks"), number_of(row, "of"));
    for (size_t i = 0; i < lesson->steps; i++)
        if (is_marked(&lesson->step[i]))
            fprintf(sheet->out, ",%d", number_of(steps, lesson->step[i].name));
    cell_csv(sheet, text_of(row, "verdict"));
    cell_csv(sheet, text_of(row, "reason"));
    cell_csv(sheet, text_of(row, "note"));
    putc('\n', sheet->out);
}

/* A table has no room for it. */
static void alike_aside(ws_mark_sheet *sheet, const json_t *ids, const json_t *lines) {
    ws_mark_sheet aside = *sheet;
    aside.out = stderr;
    alike_text(&aside, ids, lines);
}

/* ---- JSON ---- */

static void row_json(ws_mark_sheet *sheet, const json_t *row) {
    ws_json_dump(row, sheet->out);
    putc('\n', sheet->out);
}

static void alike_json(ws_mark_sheet *sheet, const json_t *ids, const json_t *lines) {
    json_t *row = json_pack("{s:O, s:O}", "similar", ids, "lines", lines);
    row_json(sheet, row);
    json_decref(row);
}

/* ---- JUnit ---- */

static bool is_replayed(const json_t *row) {
    const char *verdict = text_of(row, "verdict");
    return strcmp(verdict, "ok") == 0 || strcmp(verdict, "incomplete") == 0;
}

static bool is_full(const json_t *step) {
    return number_of(step, "marks") == number_of(step, "of");
}

static void begin_junit(ws_mark_sheet *sheet) {
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"", sheet->out);
    ws_markup_text(sheet->out, sheet->lesson->name);
    fputs("\">\n", sheet->out);
}

static void attribute(ws_mark_sheet *sheet, const char *name, const char *text) {
    fprintf(sheet->out, " %s=\"", name);
    ws_markup_text(sheet->out, text);
    putc('"', sheet->out);
}

static void question_junit(ws_mark_sheet *sheet, const json_t *question) {
    ws_markup_text(sheet->out, text_of(question, "kind"));
    fputs(": ", sheet->out);
    ws_markup_text(sheet->out, text_of(question, "why"));
    putc('\n', sheet->out);
}

static void step_junit(ws_mark_sheet *sheet, const json_t *row, const json_t *step) {
    size_t index;
    json_t *question;
    char message[64];
    fputs("<testcase", sheet->out);
    attribute(sheet, "classname", text_of(row, "id"));
    attribute(sheet, "name", text_of(step, "step"));
    fputs(">", sheet->out);
    if (!is_full(step)) {
        snprintf(message, sizeof message, "%d of %d marks%s", number_of(step, "marks"),
                 number_of(step, "of"), hidden_mark(step));
        fputs("<failure", sheet->out);
        attribute(sheet, "message", message);
        fputs(">", sheet->out);
        json_array_foreach(json_object_get(step, "questions"), index, question)
            question_junit(sheet, question);
        fputs("</failure>", sheet->out);
    }
    fputs("</testcase>\n", sheet->out);
}

static void verdict_junit(ws_mark_sheet *sheet, const json_t *row) {
    fputs("<testcase", sheet->out);
    attribute(sheet, "classname", text_of(row, "id"));
    fputs(" name=\"submission\">", sheet->out);
    if (!is_replayed(row)) {
        fputs("<error", sheet->out);
        attribute(sheet, "message", text_of(row, "verdict"));
        fputs(">", sheet->out);
        ws_markup_text(sheet->out, text_of(row, "reason"));
        fputs("</error>", sheet->out);
    }
    fputs("</testcase>\n", sheet->out);
}

static void row_junit(ws_mark_sheet *sheet, const json_t *row) {
    size_t index;
    json_t *step;
    size_t failures = 0;
    const json_t *steps = steps_of(row);
    json_array_foreach(steps, index, step) failures += !is_full(step);
    fputs("<testsuite", sheet->out);
    attribute(sheet, "name", text_of(row, "id"));
    fprintf(sheet->out, " tests=\"%zu\" failures=\"%zu\" errors=\"%d\">\n",
            json_array_size(steps) + 1, failures, !is_replayed(row));
    verdict_junit(sheet, row);
    json_array_foreach(steps, index, step) step_junit(sheet, row, step);
    fputs("</testsuite>\n", sheet->out);
}

static void end_junit(ws_mark_sheet *sheet) {
    fputs("</testsuites>\n", sheet->out);
}

/* ---- TAP ---- */

static void check_tap(ws_mark_sheet *sheet, bool good, const char *id, const char *what) {
    sheet->count++;
    ws_tell(sheet->out, "%s %zu - %s: %s", good ? "ok" : "not ok", sheet->count, id, what);
}

static void step_tap(ws_mark_sheet *sheet, const json_t *row, const json_t *step) {
    size_t index;
    json_t *question;
    char what[128];
    snprintf(what, sizeof what, "%.60s, %d of %d marks%s", text_of(step, "step"),
             number_of(step, "marks"), number_of(step, "of"), hidden_mark(step));
    check_tap(sheet, is_full(step), text_of(row, "id"), what);
    if (is_full(step))
        return;
    json_array_foreach(json_object_get(step, "questions"), index, question)
        ws_tell(sheet->out, "# %s: %s", text_of(question, "kind"), text_of(question, "why"));
}

static void row_tap(ws_mark_sheet *sheet, const json_t *row) {
    size_t index;
    json_t *step;
    const char *reason = text_of(row, "reason");
    const char *note = text_of(row, "note");
    check_tap(sheet, is_replayed(row), text_of(row, "id"), text_of(row, "verdict"));
    if (*reason)
        ws_tell(sheet->out, "# %s", reason);
    if (*note)
        ws_tell(sheet->out, "# %s", note);
    json_array_foreach(steps_of(row), index, step) step_tap(sheet, row, step);
}

static void end_tap(ws_mark_sheet *sheet) {
    fprintf(sheet->out, "1..%zu\n", sheet->count);
}

/* ---- the table ---- */

static const ws_mark_form forms[] = {
    {"text", nothing, row_text, alike_text, nothing},
    {"csv", begin_csv, row_csv, alike_aside, nothing},
    {"json", nothing, row_json, alike_json, nothing},
    {"junit", begin_junit, row_junit, alike_aside, end_junit},
    {"tap", nothing, row_tap, alike_aside, end_tap},
};

const ws_mark_form *ws_mark_form_find(const char *name) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!name || strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}
