/* attempt.c - see attempt.h. */
#include "mark/attempt.h"

#include "lesson/progress.h"
#include "mark/submission.h"
#include "session/language/text.h"
#include "session/library/find.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#define ISSUED_ENDING     ".wsl"
#define SUBMISSION_ENDING ".wsr"
#define PART_ENDING       ".part"

bool ws_attempt_is_at(const char *path) {
    size_t length = strlen(path);
    size_t ending = strlen(ISSUED_ENDING);
    return length > ending && text_is(path + length - ending, ISSUED_ENDING);
}

/* The path without so many bytes at its end, with another ending. Owned by the caller. */
static char *path_with(const char *path, size_t without, const char *ending) {
    size_t length = strlen(path) - without;
    char *other = ws_alloc(length + strlen(ending) + 1, 1);
    memcpy(other, path, length);
    strcpy(other + length, ending);
    return other;
}

/* ---- an earlier submission ---- */

/* Of a program that was killed: what it has written is a submission whose end is missing. */
static bool part_adopt(const char *submission, ws_error *error) {
    char *part = path_with(submission, 0, PART_ENDING);
    bool there = ws_is_file(part);
    bool good = !there || rename(part, submission) == 0;
    if (!good)
        fail_with(error, "%.200s: %s", part, strerror(errno));
    free(part);
    return good;
}

static void answers_copy(const ws_submission *from, ws_progress *progress) {
    progress->answer = ws_alloc(from->commits, sizeof *progress->answer);
    for (size_t i = 0; i < from->commits; i++)
        progress->answer[i] = text_copy(from->commit[i].value);
    progress->count = from->commits;
}

/* The answers in it; none if it is damaged, or of somebody else. False with an error if it may not
 * be replaced. */
static bool progress_read(const ws_attempt *attempt, const ws_issued *issued, ws_progress *progress,
                          ws_error *error) {
    ws_submission before;
    *progress = (ws_progress){0};
    if (!ws_is_file(attempt->submission))
        return true;
    ws_source *source = ws_source_read_up_to(attempt->submission, false, WS_SUBMISSION_MAX, error);
    if (!source)
        return false;
    const ws_handed_in file = {attempt->submission, source->text, source->length};
    bool good = ws_submission_read(&before, &file, error);
    bool own = before.draw == issued->draw && before.digest == issued->digest;
    if (good && own)
        answers_copy(&before, progress);
    if (good && !own)
        good = fail_with(error, "%.200s is a submission to another lesson; move it away first",
                         attempt->submission);
    ws_submission_free(&before);
    ws_source_free(source);
    return good;
}

/* ---- beginning ---- */

static bool submission_begin(ws_attempt *attempt, const ws_issued *issued, bool again,
                             ws_error *error) {
    ws_progress progress = {0};
    ws_session *session = ws_play_session(attempt->play);
    if (!part_adopt(attempt->submission, error))
        return false;
    if (!again && !progress_read(attempt, issued, &progress, error))
        return false;
    bool good = ws_session_record_start(session, attempt->submission, error);
    if (good && progress.count) {
        ws_progress_catch_up(&progress, attempt->play);
        attempt->goes_on = true;
    }
    ws_progress_free(&progress);
    return good;
}

static bool play_begin(ws_attempt *attempt, const ws_issued *issued, ws_error *error) {
    if (issued->model != WS_MODEL)
        return fail_with(error,
                         "%s: it was issued by a program of model %" PRId64
                         ", and this one has model %d: take it with that version",
                         issued->lesson, issued->model, WS_MODEL);
    if (issued->rules != WS_RULES)
        return fail_with(error,
                         "%s: it was issued by rules %" PRId64
                         ", and this program has rules %d: take it with that version",
                         issued->lesson, issued->rules, WS_RULES);
    attempt->lesson = ws_issued_lesson(issued, error);
    if (!attempt->lesson)
        return false;
    attempt->play = ws_issued_play(issued, attempt->lesson, error);
    return attempt->play != NULL;
}

/* Two programs would write one submission. A pipe is refused when it is read, not waited for. */
static bool lock_acquire(ws_attempt *attempt, const char *path, ws_error *error) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return fail_with(error, "%.200s: %s", path, strerror(errno));
    attempt->lock = file;
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return true;
    return fail_with(error, "%.200s: it is being taken in another program", path);
}

static bool issued_open(ws_attempt *attempt, const char *path, ws_issued *issued, ws_error *error) {
    ws_source *source = ws_source_read_up_to(path, true, WS_ISSUED_MAX, error);
    bool good = source && ws_issued_read(issued, source, error);
    ws_source_free(source);
    attempt->submission = path_with(path, strlen(ISSUED_ENDING), SUBMISSION_ENDING);
    return good && play_begin(attempt, issued, error);
}

bool ws_attempt_open(ws_attempt *attempt, const char *path, bool again, ws_error *error) {
    ws_issued issued = {0};
    ws_error lost;
    *attempt = (ws_attempt){0};
    bool good = lock_acquire(attempt, path, error) && issued_open(attempt, path, &issued, error);
    good = good && submission_begin(attempt, &issued, again, error);
    ws_issued_free(&issued);
    if (!good)
        ws_attempt_close(attempt, &lost);
    return good;
}

bool ws_attempt_close(ws_attempt *attempt, ws_error *error) {
    bool good = true;
    if (attempt->play)
        good = ws_session_record_stop(ws_play_session(attempt->play), error);
    ws_play_end(attempt->play);
    ws_lesson_free(attempt->lesson);
    free(attempt->submission);
    if (attempt->lock > 0)
        close(attempt->lock);
    *attempt = (ws_attempt){0};
    return good;
}
