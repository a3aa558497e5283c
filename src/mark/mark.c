/* mark.c - see mark.h. */
#include "mark/mark.h"

#include "mark/marks.h"
#include "session/language/text.h"

/* ---- the rows of a lesson ---- */

static void row_add(ws_marks *marks, const ws_step *step, const ws_item *item) {
    bool is_marked = ws_item_is_question(item) || item->kind == WS_ITEM_TEST;
    if (!is_marked)
        return;
    WS_GROW(marks->row, marks->rows);
    ws_mark_row *row = &marks->row[marks->rows];
    marks->rows++;
    *row = (ws_mark_row){.step = step, .item = item};
    snprintf(row->why, sizeof row->why, "not reached");
}

static void marks_begin(ws_marks *marks, const ws_course *course, const char *id) {
    const ws_lesson *lesson = course->lesson;
    *marks = (ws_marks){.of = lesson->marks};
    snprintf(marks->id, sizeof marks->id, "%s", id ? id : "");
    for (size_t s = 0; s < lesson->steps; s++) {
        const ws_step *step = &lesson->step[s];
        for (size_t i = 0; i < step->items; i++)
            row_add(marks, step, &step->item[i]);
    }
}

/* ---- marking ---- */

void ws_mark_nothing(const ws_course *course, const char *id, ws_marks *marks) {
    marks_begin(marks, course, id);
    marks_say(marks, WS_VERDICT_INCOMPLETE, "nothing was handed in");
}

void ws_mark_unread(const ws_course *course, const char *id, const char *why, ws_marks *marks) {
    marks_begin(marks, course, id);
    marks_say(marks, WS_VERDICT_DAMAGED, "%s", why);
}

/* The file that this student got is made once more. */
static bool issue_again(const ws_mark_work *work, ws_issued *issued, ws_marks *marks) {
    ws_pupil pupil = {.name = ""};
    ws_error error;
    memcpy(pupil.id, marks->id, sizeof pupil.id);
    if (ws_issued_make(issued, work->course, &pupil, &error))
        return true;
    marks_say(marks, WS_VERDICT_NOT_MARKED, "%.300s", error.text);
    return false;
}

static void submission_mark(const ws_mark_work *work, const ws_submission *submission,
                            ws_marks *marks) {
    ws_issued issued;
    if (!mark_student(work, submission, marks))
        return;
    bool good = issue_again(work, &issued, marks);
    if (good && mark_belongs(work, submission, &issued, marks)) {
        const ws_mark_replay replay = {work->course, &issued, submission};
        mark_replay(&replay, marks);
    }
    ws_issued_free(&issued);
}

void ws_mark_give(const ws_mark_work *work, ws_marks *marks) {
    ws_submission submission;
    ws_error error;
    marks_begin(marks, work->course, work->id);
    const ws_handed_in file = {work->name, work->text, work->length};
    if (ws_submission_read(&submission, &file, &error))
        submission_mark(work, &submission, marks);
    else
        marks_say(marks, WS_VERDICT_DAMAGED, "%.400s", error.text);
    ws_submission_free(&submission);
}
