/* submission.c - see submission.h. */
#include "mark/submission.h"

#include "session/language/fields.h"
#include "session/language/text.h"

#include <stdlib.h>

typedef struct reading {
    ws_submission *submission;
    const ws_stage_entry *entry; /* the stage line at hand */
    ws_line line;
} reading;

/* ---- stage lines ---- */

static char *raw_copy(const ws_line *line, size_t first) {
    size_t length;
    const char *text = ws_line_raw(line, first, line->count, &length);
    return ws_copy_text(text, length);
}

static void student_read(reading *r) {
    ws_submission *submission = r->submission;
    const char *id = word_at(&r->line, 1);
    if (*submission->student || !ws_id_is_good(id))
        return;
    snprintf(submission->student, sizeof submission->student, "%s", id);
    ws_whole_parse(word_at(&r->line, 2), 10, &submission->draw);
}

static void rules_read(reading *r) {
    ws_whole_parse(word_at(&r->line, 1), 10, &r->submission->rules);
}

static void lesson_read(reading *r) {
    ws_submission *submission = r->submission;
    if (!submission->digest)
        ws_whole_parse(word_at(&r->line, 1), 16, &submission->digest);
}

static void commit_read(reading *r) {
    ws_submission *submission = r->submission;
    if (r->line.count < 3 || submission->commits == WS_SUBMISSION_MOST)
        return;
    WS_GROW(submission->commit, submission->commits);
    ws_commit *commit = &submission->commit[submission->commits];
    submission->commits++;
    const ws_stage_entry *entry = r->entry;
    commit->step = text_copy(word_at(&r->line, 1));
    commit->value = raw_copy(&r->line, 2);
    commit->cycle = entry->cycle;
    commit->branch = entry->branch;
    commit->furthest = entry->furthest;
    commit->beside = entry->beside;
}

/* All other stage lines say what was seen: nothing to mark. */
static const struct row {
    const char *word;
    void (*read)(reading *r);
} rows[] = {
    /* clang-format off */
    {"student", student_read},
    {"rules", rules_read},
    {"lesson", lesson_read},
    {"commit", commit_read},
    /* clang-format on */
};
enum { ROWS = sizeof rows / sizeof *rows };

static void stage_read(reading *r) {
    const ws_place place = {NULL, 1, 1};
    ws_error ignored;
    const char *text = r->entry->text;
    if (!ws_line_split(&r->line, place, text, strlen(text), &ignored))
        return;
    for (size_t i = 0; i < ROWS; i++) {
        const struct row *row = &rows[i];
        if (word_is(&r->line, 0, row->word))
            row->read(r);
    }
}

static void stages_read(ws_submission *submission) {
    const ws_stage_track *track = &submission->recording->branches.stage;
    reading *r = ws_alloc(1, sizeof *r);
    r->submission = submission;
    for (size_t i = 0; i < track->count; i++) {
        r->entry = &track->entries[i];
        stage_read(r);
    }
    free(r);
}

/* ---- the whole ---- */

bool ws_submission_read(ws_submission *submission, const ws_handed_in *file, ws_error *error) {
    ws_fault fault;
    size_t length = file->length;
    *submission = (ws_submission){.rules = 1};
    if (length > WS_SUBMISSION_MAX)
        return fail_with(error, "%.200s: more than 16 MiB: no submission is so long", file->name);
    submission->recording = ws_recording_parse(file->name, file->text, length, &fault, error);
    if (!submission->recording)
        return false;
    stages_read(submission);
    return true;
}

void ws_submission_free(ws_submission *submission) {
    for (size_t i = 0; i < submission->commits; i++) {
        free(submission->commit[i].step);
        free(submission->commit[i].value);
    }
    free(submission->commit);
    ws_recording_free(submission->recording);
    *submission = (ws_submission){0};
}

/* ---- lines of one's own ---- */

static bool is_on_path(const ws_branches *branches, size_t home, size_t branch) {
    while (home != branch && home > 0)
        home = branches->branch[home].parent;
    return home == branch;
}

/* A branch: from a line on. */
static void branch_tell(const ws_branch *branch, const ws_line_ear *ear, size_t *left) {
    const ws_journal *typed = &branch->typed;
    for (size_t i = branch->inherited; i < typed->count; i++) {
        if (*left == 0)
            return;
        ear->hear(ear->context, typed->entries[i].text);
        --*left;
    }
}

void ws_submission_own_lines(const ws_submission *submission, size_t home, const ws_line_ear *ear) {
    const ws_branches *branches = &submission->recording->branches;
    size_t left = WS_SUBMISSION_MOST;
    for (size_t i = 0; i < branches->count; i++)
        if (!is_on_path(branches, home, i))
            branch_tell(&branches->branch[i], ear, &left);
}
