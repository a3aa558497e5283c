/* submission.c - see submission.h. */
#include "mark/submission.h"

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

static void student_take(reading *r) {
    ws_submission *submission = r->submission;
    const char *id = word_at(&r->line, 1);
    if (*submission->student || !ws_id_is_good(id))
        return;
    snprintf(submission->student, sizeof submission->student, "%s", id);
    submission->draw = strtoull(word_at(&r->line, 2), NULL, 10);
}

static void lesson_take(reading *r) {
    if (!r->submission->digest)
        r->submission->digest = strtoull(word_at(&r->line, 1), NULL, 16);
}

static void commit_take(reading *r) {
    ws_submission *submission = r->submission;
    if (r->line.count < 3 || submission->commits == WS_SUBMISSION_MOST)
        return;
    WS_GROW(submission->commit, submission->commits);
    ws_commit *commit = &submission->commit[submission->commits];
    submission->commits++;
    commit->step = text_copy(word_at(&r->line, 1));
    commit->value = raw_copy(&r->line, 2);
    commit->cycle = r->entry->cycle;
    commit->branch = r->entry->branch;
    commit->furthest = r->entry->furthest;
}

/* All other stage lines say what was seen: nothing to mark. */
static const struct {
    const char *word;
    void (*take)(reading *r);
} rows[] = {{"student", student_take}, {"lesson", lesson_take}, {"commit", commit_take}};

static void stage_take(reading *r) {
    const ws_place place = {NULL, 1, 1};
    ws_error ignored;
    const char *text = r->entry->text;
    if (!ws_line_split(&r->line, place, text, strlen(text), &ignored))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (word_is(&r->line, 0, rows[i].word))
            rows[i].take(r);
}

static void stages_take(ws_submission *submission) {
    const ws_stage_track *track = &submission->recording->branches.stage;
    reading *r = ws_alloc(1, sizeof *r);
    r->submission = submission;
    for (size_t i = 0; i < track->count; i++) {
        r->entry = &track->entries[i];
        stage_take(r);
    }
    free(r);
}

/* ---- the whole ---- */

bool ws_submission_read(ws_submission *submission, const char *name, const char *text,
                        size_t length, ws_fault *fault, ws_error *error) {
    *submission = (ws_submission){0};
    *fault = WS_FAULT_DAMAGED;
    if (length > WS_SUBMISSION_MAX)
        return fail_with(error, "%.200s: more than 16 MiB: no submission is so long", name);
    submission->recording = ws_recording_parse(name, text, length, fault, error);
    if (!submission->recording)
        return false;
    stages_take(submission);
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

static bool is_on_way(const ws_branches *branches, size_t home, size_t branch) {
    while (home != branch && home > 0)
        home = branches->branch[home].parent;
    return home == branch;
}

void ws_submission_own_lines(const ws_submission *submission, size_t home,
                             void (*line)(void *context, const char *text), void *context) {
    const ws_branches *branches = &submission->recording->branches;
    size_t told = 0;
    for (size_t i = 0; i < branches->count; i++) {
        const ws_branch *branch = &branches->branch[i];
        if (is_on_way(branches, home, i))
            continue;
        for (size_t k = branch->inherited; k < branch->typed.count; k++)
            if (told++ < WS_SUBMISSION_MOST)
                line(context, branch->typed.entries[k].text);
    }
}
