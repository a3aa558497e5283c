/* replay.c - the answers of a submission are given to the teacher's lesson, one question after the
 * other. See marks.h. */
#include "mark/marks.h"

#include "session/language/tell.h"
#include "session/language/text.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct replaying {
    const ws_submission *submission;
    const ws_lesson *lesson;
    ws_marks *marks;
    ws_play *play;
    ws_mark_row *row; /* of the question at hand */
    size_t rows;      /* that lie behind */
    size_t commit;    /* the next answer */
    size_t missing;   /* questions without an answer */
} replaying;

static uint64_t now_of(const replaying *r) {
    return ws_net_cycle(ws_session_net(ws_play_session(r->play)));
}

static const ws_commit *commit_now(const replaying *r) {
    const ws_submission *submission = r->submission;
    if (r->commit == submission->commits)
        return NULL;
    return &submission->commit[r->commit];
}

/* ---- is the course of the network that of the lesson? ---- */

static bool fail_line(replaying *r, const ws_journal_entry *entry, const char *what) {
    marks_say(r->marks, WS_VERDICT_DIVERGED, "cycle %" PRIu64 ": `%.120s` %s", entry->cycle,
              entry->text, what);
    return false;
}

static bool fail_strange(replaying *r, const ws_journal_entry *entry) {
    return fail_line(r, entry, "is not a line of the lesson, and not allowed");
}

/* A line that the lesson has typed, and the submission's line of the same number. */
static bool line_check(replaying *r, const ws_timeline_mark *mark, const ws_journal *given,
                       size_t number) {
    const ws_journal_entry own = {mark->cycle, mark->text};
    if (number == given->count)
        return fail_line(r, &own, "is a line of the lesson, and missing");
    const ws_journal_entry *other = &given->entries[number];
    if (own.cycle != other->cycle)
        return fail_strange(r, other);
    return text_is(own.text, other->text) || fail_strange(r, other);
}

/* Lines that were typed on the way to here; those of the scenario are the same for everybody. */
static size_t typed_count(const replaying *r) {
    const ws_timeline *timeline = ws_session_timeline(ws_play_session(r->play));
    size_t count = 0;
    for (size_t i = 0; i < timeline->mark_count; i++)
        count += timeline->marks[i].typed;
    return count;
}

/* Lines of this cycle may belong to the answer itself. */
static bool lines_are_same(replaying *r, const ws_journal *given) {
    const ws_timeline *timeline = ws_session_timeline(ws_play_session(r->play));
    size_t count = 0;
    for (size_t i = 0; i < timeline->mark_count; i++) {
        const ws_timeline_mark *mark = &timeline->marks[i];
        if (!mark->typed)
            continue;
        if (!line_check(r, mark, given, count))
            return false;
        count++;
    }
    if (given->count == count)
        return true;
    const ws_journal_entry *next = &given->entries[count];
    return next->cycle >= now_of(r) || fail_strange(r, next);
}

/* The check that the submission has of the present state; NULL: none. */
static const ws_recorded_check *check_here(const replaying *r, const ws_branch *branch) {
    size_t typed = typed_count(r);
    uint64_t now = now_of(r);
    for (size_t i = 0; i < branch->check_count; i++) {
        const ws_recorded_check *check = &branch->checks[i];
        if (check->cycle == now && check->typed == typed)
            return check;
    }
    return NULL;
}

static bool course_is_same(replaying *r, const ws_commit *commit) {
    const ws_branches *branches = &r->submission->recording->branches;
    const ws_branch *branch = &branches->branch[commit->branch];
    if (!lines_are_same(r, &branch->typed))
        return false;
    uint64_t now = now_of(r);
    if (commit->cycle != now) {
        marks_say(r->marks, WS_VERDICT_DIVERGED,
                  "an answer to step `%.40s` stands at cycle %" PRIu64
                  ", and its question at cycle %" PRIu64,
                  commit->step, commit->cycle, now);
        return false;
    }
    const ws_recorded_check *check = check_here(r, branch);
    if (!check || check->digest == ws_session_digest(ws_play_session(r->play)))
        return true;
    marks_say(r->marks, WS_VERDICT_DIVERGED,
              "the network at cycle %" PRIu64 " is not that of the lesson", now);
    return false;
}

/* ---- one question ---- */

static void note(replaying *r, const char *what, const ws_commit *commit) {
    ws_marks *marks = r->marks;
    text_out out = text_begin(marks->note, sizeof marks->note);
    text_add(&out, "%s: step `%.40s`, answer `%.80s`", what, commit->step, commit->value);
    ws_clean(marks->note);
}

/* How far the network had been seen before it was answered what it will do; 0: not beyond. */
static uint64_t seen_before(const ws_mark_row *row, const ws_commit *commit) {
    if (row->item->kind == WS_ITEM_DO)
        return 0;
    if (commit->furthest > commit->cycle)
        return commit->furthest;
    return commit->beside;
}

static void seen_say(const ws_commit *commit, uint64_t seen, text_out *out) {
    bool same = seen == commit->furthest;
    const char *what = same ? "the run" : "a branch with lines of its own";
    text_add(out, "; %s had been seen up to cycle %" PRIu64 " before", what, seen);
}

static void row_say(ws_mark_row *row, const ws_commit *commit, const char *how, const char *truth) {
    text_out out = text_begin(row->why, sizeof row->why);
    text_add(&out, "%s `%.120s`; %.200s", how, commit->value, truth);
    uint64_t seen = seen_before(row, commit);
    if (seen)
        seen_say(commit, seen, &out);
    ws_clean(row->why);
}

/* Gives one answer. Returns whether the question is done with. */
static bool answer_give(replaying *r, const ws_commit *commit) {
    ws_mark_row *row = r->row;
    ws_judgement verdict;
    ws_error error;
    bool repairs = row->item->kind == WS_ITEM_DO;
    row->tries++;
    row->flagged |= seen_before(row, commit) > 0;
    if (repairs)
        marks_line(r->marks, commit->value);
    if (!ws_play_answer(r->play, commit->value, &verdict, &error)) {
        row->flagged = true;
        row_say(row, commit, "refused:", error.text);
        return false;
    }
    row->marks = verdict.marks;
    row_say(row, commit, verdict.right ? "right:" : "wrong:", verdict.truth);
    return verdict.last;
}

/* Is the answer for the step at hand, or one before it? */
static size_t step_of(const replaying *r, const ws_commit *commit) {
    const ws_lesson *lesson = r->lesson;
    const ws_step *step = lesson->step;
    for (size_t i = 0; i < lesson->steps; i++) {
        if (text_is(step->name, commit->step))
            return i;
        step++;
    }
    return lesson->steps;
}

static size_t step_now(const replaying *r) {
    return (size_t)(ws_play_step(r->play) - r->lesson->step);
}

/* Answers that no question waits for are passed over, and told. */
static void stray_pass(replaying *r) {
    const ws_commit *commit = commit_now(r);
    while (commit) {
        size_t step = step_of(r, commit);
        bool is_stray = step < step_now(r) || step == r->lesson->steps;
        if (!is_stray)
            return;
        note(r, "an answer that no question waits for", commit);
        r->commit++;
        commit = commit_now(r);
    }
}

static bool is_for_now(const replaying *r, const ws_commit *commit) {
    return commit && step_of(r, commit) == step_now(r);
}

/* The first answer counts, since nobody was told whether it is right; of a repair, which the
 * student sees to work or not, as many as there are tries. */
static int tries_of(const ws_item *item) {
    if (item->kind != WS_ITEM_DO)
        return 1;
    return item->tries;
}

static bool answers_give(replaying *r) {
    const ws_commit *commit = commit_now(r);
    const ws_mark_row *row = r->row;
    int tries = tries_of(row->item);
    while (row->tries < tries) {
        if (!is_for_now(r, commit))
            break;
        if (!course_is_same(r, commit))
            return false;
        r->commit++;
        if (answer_give(r, commit))
            break;
        commit = commit_now(r);
    }
    ws_play_skip(r->play);
    return true;
}

/* False: the replay ends here. */
static bool question_mark(replaying *r) {
    stray_pass(r);
    if (is_for_now(r, commit_now(r)))
        return answers_give(r);
    r->missing++;
    snprintf(r->row->why, sizeof r->row->why, "no answer");
    ws_play_skip(r->play);
    return commit_now(r) != NULL;
}

static void test_mark(replaying *r) {
    ws_mark_row *row = r->row;
    ws_error error;
    ws_judgement verdict;
    const char *test = row->item->truth->text;
    if (ws_play_test(r->play, &verdict, &error)) {
        const char *how = verdict.right ? "holds" : "does not hold";
        snprintf(row->why, sizeof row->why, "%s: %.300s", how, test);
    } else {
        snprintf(row->why, sizeof row->why, "cannot be tested: %.300s", error.text);
    }
    row->marks = verdict.right ? row->item->marks : 0;
}

/* ---- the whole ---- */

/* What is marked at the item at hand. False: the replay ends here. */
static bool item_mark(replaying *r) {
    const ws_item *item = ws_play_item(r->play);
    bool asks = ws_item_is_question(item);
    if (!asks && item->kind != WS_ITEM_TEST)
        return true;
    r->row = &r->marks->row[r->rows];
    r->rows++;
    r->row->reached = true;
    r->row->cycle = now_of(r);
    if (asks)
        return question_mark(r);
    test_mark(r);
    return true;
}

/* Where no answer is left, only tests can still give marks. */
static bool is_over(const replaying *r) {
    const ws_item *item = ws_play_item(r->play);
    if (!item)
        return true;
    if (commit_now(r))
        return false;
    for (size_t i = r->rows; i < r->marks->rows; i++)
        if (!ws_item_is_question(r->marks->row[i].item))
            return false;
    return r->rows == r->marks->rows;
}

static void items_mark(replaying *r) {
    ws_error error;
    while (!is_over(r)) {
        if (!item_mark(r))
            return;
        if (ws_play_go(r->play, &error))
            continue;
        marks_say(r->marks, WS_VERDICT_INCOMPLETE, "the lesson cannot go on: %.300s", error.text);
        return;
    }
    const ws_commit *left = commit_now(r);
    if (left)
        note(r, "an answer that no question waits for", left);
}

static void verdict_find(replaying *r) {
    ws_marks *marks = r->marks;
    const ws_recording *recording = r->submission->recording;
    size_t questions = 0;
    size_t answered = 0;
    for (size_t i = 0; i < marks->rows; i++) {
        const ws_mark_row *row = &marks->row[i];
        marks->marks += row->marks;
        questions += ws_item_is_question(row->item);
        answered += row->tries > 0;
    }
    if (marks->verdict != WS_VERDICT_OK)
        return;
    if (answered < questions)
        marks_say(marks, WS_VERDICT_INCOMPLETE, "%zu of %zu questions are answered", answered,
                  questions);
    if (!recording->complete)
        marks_say(marks, WS_VERDICT_INCOMPLETE, "%s; %zu of %zu questions are answered",
                  recording->cut, answered, questions);
}

/* ---- what was typed beside the lesson ---- */

static bool has_line(const ws_field_lines *lines, const char *text) {
    for (size_t i = 0; i < lines->count; i++)
        if (text_is(lines->line[i], text))
            return true;
    return false;
}

static bool is_of_step(const ws_step *step, const char *text) {
    const ws_item *item = step->item;
    const ws_item *end = item + step->items;
    for (; item < end; item++) {
        if (item->kind != WS_ITEM_BESIDE)
            continue;
        if (has_line(&item->lines, text))
            return true;
    }
    return false;
}

/* The lesson types lines on other branches too. */
static bool is_of_lesson(const ws_lesson *lesson, const char *text) {
    for (size_t i = 0; i < lesson->steps; i++)
        if (is_of_step(&lesson->step[i], text))
            return true;
    return false;
}

static void own_line(void *context, const char *text) {
    replaying *r = context;
    if (!is_of_lesson(r->lesson, text))
        marks_line(r->marks, text);
}

void mark_replay(const ws_mark_replay *replay, ws_marks *marks) {
    const ws_submission *submission = replay->submission;
    const ws_lesson *lesson = replay->course->lesson;
    replaying r = {0};
    ws_error error;
    r.submission = submission;
    r.lesson = lesson;
    r.marks = marks;
    size_t home = 0;
    if (submission->commits)
        home = submission->commit[submission->commits - 1].branch;
    r.play = ws_issued_play(replay->issued, lesson, &error);
    if (!r.play) {
        marks_say(marks, WS_VERDICT_NOT_LESSON, "%.300s", error.text);
        return;
    }
    const ws_line_ear ear = {own_line, &r};
    ws_submission_own_lines(submission, home, &ear);
    items_mark(&r);
    verdict_find(&r);
    ws_play_end(r.play);
}
