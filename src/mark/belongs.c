/* belongs.c - whose submission is it, and to which lesson? Answered before anything of it is
 * opened. See marks.h. */
#include "mark/marks.h"

#include "session/language/text.h"

#include <inttypes.h>

/* ---- the head, as it was issued ---- */

static bool file_is_same(const ws_source *one, const ws_source *other) {
    return text_is(one->name, other->name) && one->length == other->length &&
           memcmp(one->text, other->text, one->length) == 0;
}

static bool files_are_same(const ws_recording *issued, const ws_recording *given, ws_marks *marks) {
    size_t count = issued->file_count;
    if (given->file_count != count) {
        marks_say(marks, WS_VERDICT_NOT_LESSON, "it has %zu files; %zu were issued",
                  given->file_count, count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (file_is_same(issued->files[i], given->files[i]))
            continue;
        marks_say(marks, WS_VERDICT_NOT_LESSON, "its file %zu is not `%.100s` as it was issued",
                  i + 1, issued->files[i]->name);
        return false;
    }
    return true;
}

static bool number_is_same(bool has, uint64_t number, bool given, uint64_t other) {
    return has == given && (!has || number == other);
}

static const char *option_that_differs(const ws_options *issued, const ws_options *given) {
    if (!number_is_same(issued->has_seed, issued->seed, given->has_seed, given->seed))
        return "seed";
    if (!number_is_same(issued->has_cycles, issued->cycles, given->has_cycles, given->cycles))
        return "cycles";
    if (!number_is_same(issued->has_warmup, issued->warmup, given->has_warmup, given->warmup))
        return "warmup";
    if (issued->set_count != given->set_count)
        return "set";
    for (size_t i = 0; i < issued->set_count; i++)
        if (!text_is(issued->sets[i], given->sets[i]))
            return issued->sets[i];
    return NULL;
}

static bool head_is_same(const ws_recording *issued, const ws_recording *given, ws_marks *marks) {
    const char *option = option_that_differs(&issued->options, &given->options);
    if (option) {
        marks_say(marks, WS_VERDICT_NOT_LESSON, "its option `%.100s` is not as it was issued",
                  option);
        return false;
    }
    if (!text_is(issued->scenario, given->scenario)) {
        marks_say(marks, WS_VERDICT_NOT_LESSON, "its scenario is not the one that was issued");
        return false;
    }
    return files_are_same(issued, given, marks);
}

/* ---- student, lesson and model ---- */

static bool model_is_ours(const ws_recording *given, ws_marks *marks) {
    if (given->model == WS_MODEL)
        return true;
    marks_say(marks, WS_VERDICT_OTHER_MODEL,
              "it is of model %" PRId64 " (wormscope %.40s), and this program has model %d: mark "
              "it with that version",
              given->model, given->program ? given->program : "unknown", WS_MODEL);
    return false;
}

/* The student whose draw it has; NULL: nobody's. */
static const ws_pupil *owner_of(const ws_mark_work *work, uint64_t draw) {
    const ws_enrolled *enrolled = work->enrolled;
    for (size_t i = 0; enrolled && i < enrolled->count; i++)
        if (ws_course_draw(work->course, enrolled->pupil[i].id) == draw)
            return &enrolled->pupil[i];
    return NULL;
}

static bool student_is_right(const ws_mark_work *work, const ws_submission *submission,
                             ws_marks *marks) {
    const char *said = submission->student;
    bool enrolled = !work->enrolled || ws_enrolled_find(work->enrolled, work->id);
    if (!enrolled)
        marks_say(marks, WS_VERDICT_NOT_STUDENT, "the roster has no `%s`", work->id);
    else if (*said == '\0')
        marks_say(marks, WS_VERDICT_NOT_LESSON, "no line in it says whose submission it is");
    else if (!text_is(said, work->id))
        marks_say(marks, WS_VERDICT_NOT_STUDENT, "it was made by `%s`", said);
    else
        return true;
    return false;
}

static bool draw_is_right(const ws_mark_work *work, const ws_submission *submission,
                          const ws_issued *issued, ws_marks *marks) {
    if (submission->draw == issued->draw)
        return true;
    const ws_pupil *owner = owner_of(work, submission->draw);
    if (owner)
        marks_say(marks, WS_VERDICT_NOT_STUDENT, "its draw was issued to `%s`", owner->id);
    else
        marks_say(marks, WS_VERDICT_NOT_STUDENT, "its draw was not issued to this student");
    return false;
}

static bool lesson_is_right(const ws_submission *submission, const ws_issued *issued,
                            ws_marks *marks) {
    if (submission->digest == issued->digest)
        return true;
    marks_say(marks, WS_VERDICT_NOT_LESSON,
              "it is of lesson %016" PRIx64 ", and this one is %016" PRIx64
              ": another lesson, or key, or it was changed since it was issued",
              submission->digest, issued->digest);
    return false;
}

static bool is_as_issued(const ws_submission *submission, const ws_issued *issued,
                         ws_marks *marks) {
    ws_fault fault;
    ws_error error;
    const ws_issued_text *network = &issued->network;
    ws_recording *own =
        ws_recording_parse("network", network->text, network->length, &fault, &error);
    if (!own) {
        marks_say(marks, WS_VERDICT_NOT_LESSON, "%.300s", error.text);
        return false;
    }
    bool same = head_is_same(own, submission->recording, marks);
    ws_recording_free(own);
    return same;
}

bool mark_belongs(const ws_mark_work *work, const ws_submission *submission,
                  const ws_issued *issued, ws_marks *marks) {
    if (!model_is_ours(submission->recording, marks))
        return false;
    if (!student_is_right(work, submission, marks))
        return false;
    if (!lesson_is_right(submission, issued, marks))
        return false;
    return draw_is_right(work, submission, issued, marks) &&
           is_as_issued(submission, issued, marks);
}
