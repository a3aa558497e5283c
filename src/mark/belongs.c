/* belongs.c - whose submission is it, and to which lesson? Answered before anything of it is
 * opened. See marks.h. */
#include "mark/marks.h"

#include "session/language/text.h"

#include <inttypes.h>

/* ---- the head, as it was issued ---- */

static bool file_is_same(const ws_source *one, const ws_source *other) {
    size_t length = one->length;
    if (other->length != length || !text_is(one->name, other->name))
        return false;
    return memcmp(one->text, other->text, length) == 0;
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

/* A number that may be missing. */
typedef struct option {
    const char *name;
    bool has;
    uint64_t number;
} option;

enum { OPTIONS = 3 };

static void options_list(const ws_options *of, option list[OPTIONS]) {
    list[0] = (option){"seed", of->has_seed, of->seed};
    list[1] = (option){"cycles", of->has_cycles, of->cycles};
    list[2] = (option){"warmup", of->has_warmup, of->warmup};
}

static bool option_is_same(const option *one, const option *other) {
    if (one->has != other->has)
        return false;
    return !one->has || one->number == other->number;
}

static const char *number_that_differs(const ws_options *issued, const ws_options *given) {
    option own[OPTIONS];
    option other[OPTIONS];
    options_list(issued, own);
    options_list(given, other);
    for (size_t i = 0; i < OPTIONS; i++)
        if (!option_is_same(&own[i], &other[i]))
            return own[i].name;
    return NULL;
}

static const char *set_that_differs(const ws_options *given, const ws_options *issued) {
    size_t count = given->set_count;
    if (issued->set_count != count)
        return "set";
    for (size_t i = 0; i < count; i++) {
        const char *set = given->sets[i];
        if (!text_is(set, issued->sets[i]))
            return set;
    }
    return NULL;
}

static const char *option_that_differs(const ws_options *issued, const ws_options *given) {
    const char *number = number_that_differs(issued, given);
    return number ? number : set_that_differs(given, issued);
}

static bool head_is_same(const ws_recording *issued, const ws_recording *given, ws_marks *marks) {
    const char *other = option_that_differs(&issued->options, &given->options);
    if (other) {
        marks_say(marks, WS_VERDICT_NOT_LESSON, "its option `%.100s` is not as it was issued",
                  other);
        return false;
    }
    const char *scenario = given->scenario ? given->scenario : "";
    if (!text_is(issued->scenario, scenario)) {
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

static bool rules_are_ours(const ws_submission *submission, ws_marks *marks) {
    const char *program = submission->recording->program;
    if (submission->rules == WS_RULES)
        return true;
    marks_say(marks, WS_VERDICT_OTHER_MODEL,
              "it is by rules %" PRIu64 " (wormscope %.40s), and this program marks by rules %d: "
              "mark it with that version",
              submission->rules, program ? program : "unknown", WS_RULES);
    return false;
}

/* The student whose draw it has; NULL: nobody's. */
static const ws_pupil *owner_of(const ws_mark_work *work, uint64_t draw) {
    const ws_enrolled *enrolled = work->enrolled;
    if (!enrolled)
        return NULL;
    const ws_pupil *pupil = enrolled->pupil;
    const ws_pupil *end = pupil + enrolled->count;
    for (; pupil < end; pupil++)
        if (ws_course_draw(work->course, pupil->id) == draw)
            return pupil;
    return NULL;
}

bool mark_student(const ws_mark_work *work, const ws_submission *submission, ws_marks *marks) {
    const char *said = submission->student;
    bool enrolled = !work->enrolled || ws_enrolled_find(work->enrolled, said);
    if (!model_is_ours(submission->recording, marks))
        return false;
    if (!rules_are_ours(submission, marks))
        return false;
    if (*said == '\0')
        marks_say(marks, WS_VERDICT_NOT_LESSON, "no line in it says whose submission it is");
    else if (work->id && !text_is(work->id, said))
        marks_say(marks, WS_VERDICT_NOT_STUDENT, "it was made by `%s`", said);
    else if (!enrolled)
        marks_say(marks, WS_VERDICT_NOT_STUDENT, "the roster has no `%s`", said);
    else {
        memcpy(marks->id, submission->student, sizeof marks->id);
        return true;
    }
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
        marks_say(marks, WS_VERDICT_NOT_MARKED, "%.300s", error.text);
        return false;
    }
    bool same = head_is_same(own, submission->recording, marks);
    ws_recording_free(own);
    return same;
}

bool mark_belongs(const ws_mark_work *work, const ws_submission *submission,
                  const ws_issued *issued, ws_marks *marks) {
    if (!lesson_is_right(submission, issued, marks))
        return false;
    return draw_is_right(work, submission, issued, marks) &&
           is_as_issued(submission, issued, marks);
}
