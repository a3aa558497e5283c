/* lesson_read.c - a lesson from its file: lines of the network are kept, lesson_lines.c reads all
 * others; what is missing in the whole is told. */
#include "lesson/lesson.h"

#include "session/language/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- the whole ---- */

static bool is_whole(const ws_lesson *lesson, ws_error *error) {
    const ws_place place = {lesson->source, 1, 1};
    bool drawn = strspn(lesson->network, "\n") < lesson->network_length;
    if (!lesson->title)
        return ws_fail_at(error, place,
                          "the title is missing; expected lesson \"TITLE\" minutes N");
    if (lesson->minutes == 0)
        return ws_fail_at(error, lesson->head,
                          "the minutes are missing; expected lesson \"TITLE\" minutes N");
    if (!lesson->uses && !drawn && !lesson->issued)
        return ws_fail_at(error, place, "the network is missing; expected uses NAME, or | lines");
    if (lesson->uses && drawn)
        return ws_fail_at(error, place, "two networks; expected uses NAME or | lines, not both");
    if (lesson->steps == 0)
        return ws_fail_at(error, place, "a lesson needs a step; expected step NAME \"TITLE\"");
    return true;
}

/* Is the truth of a question that of a network which has taken lines, or has run on? */
static bool runs_ahead(const ws_item *item) {
    return item->lines.count > 0 || item->cycles > 0;
}

/* Does a `reveal` follow the prediction, before the next question of the step? */
static bool is_revealed(const ws_step *step, const ws_item *prediction) {
    const ws_item *end = step->item + step->items;
    const ws_item *item = prediction + 1;
    while (item < end && item->kind != WS_ITEM_REVEAL && !ws_item_is_question(item))
        item++;
    return item < end && item->kind == WS_ITEM_REVEAL;
}

static bool choose_check(const ws_lesson *lesson, const ws_item *item, ws_error *error) {
    size_t right = 0;
    for (size_t i = 0; i < item->choices; i++)
        right += item->choice[i].right;
    if (item->choices >= 2 && right == (lesson->issued ? 0 : 1))
        return true;
    return ws_fail_at(
        error, item->place,
        "a question has 2 to 6 answers, of which one begins with *; here are %zu, and "
        "%zu with *",
        item->choices, right);
}

/* Tests stand in hidden steps, and nothing else does: whoever does not see the step has the same
 * network. */
static bool item_stands_well(const ws_lesson *lesson, const ws_step *step, const ws_item *item,
                             ws_error *error) {
    const ws_item *asked = NULL; /* the latest question before */
    bool has_run = false;
    if (step->hidden && item->kind != WS_ITEM_TEST)
        return ws_fail_at(error, item->place, "a hidden step holds tests alone");
    for (const ws_item *before = step->item; before < item; before++) {
        has_run |= before->kind == WS_ITEM_RUN;
        if (ws_item_is_question(before))
            asked = before;
    }
    switch (item->kind) {
    case WS_ITEM_TEST:
        return step->hidden || ws_fail_at(error, item->place,
                                          "a test stands in a hidden step; expected step NAME "
                                          "\"TITLE\" hidden");
    case WS_ITEM_CHOOSE: return choose_check(lesson, item, error);
    case WS_ITEM_PREDICT:
        return !runs_ahead(item) || is_revealed(step, item) ||
               ws_fail_at(error, item->place,
                          "the prediction is not revealed; expected reveal behind it, before the "
                          "next question of this step");
    case WS_ITEM_REVEAL:
        return (asked && runs_ahead(asked)) ||
               ws_fail_at(error, item->place,
                          "nothing to reveal; expected a question with at or after before it");
    case WS_ITEM_EXPLAIN:
        return asked || has_run ||
               ws_fail_at(error, item->place,
                          "nothing to explain; expected a question or run of this step before "
                          "it, or say");
    case WS_ITEM_DO:
        return lesson->issued || item->solution.count > 0 ||
               ws_fail_at(error, item->place,
                          "the solution is missing; expected solution LINE behind it");
    default: return true;
    }
}

static bool lesson_check(const ws_lesson *lesson, ws_error *error) {
    if (!is_whole(lesson, error))
        return false;
    for (size_t s = 0; s < lesson->steps; s++)
        for (size_t i = 0; i < lesson->step[s].items; i++)
            if (!item_stands_well(lesson, &lesson->step[s], &lesson->step[s].item[i], error))
                return false;
    return true;
}

/* ---- the file ---- */

/* `| LINE` is a line of the network, in its own line and column: errors name the lesson's. All
 * other lines are empty there. */
static bool lesson_lines_read(ws_lesson *lesson, ws_error *error) {
    ws_reader lines = {.source = lesson->source};
    ws_fields in = {.whole = lesson, .kept = &lesson->kept};
    char *at = lesson->network = ws_alloc(lesson->source->length + 2, 1);
    const char *text;
    size_t length;
    while (ws_reader_next(&lines, &text, &length)) {
        const ws_place place = {lesson->source, lines.line, 1};
        size_t indent = strspn(text, " \t");
        if (indent < length && text[indent] == '|') {
            memcpy(at, text, length);
            at[indent] = ' ';
            at += length;
        } else if (!ws_line_split(&in.line, place, text, length, error)) {
            return false;
        } else if (in.line.count > 0) {
            in.word = 1;
            if (!ws_lesson_line(&in))
                return false;
        }
        *at++ = '\n';
    }
    lesson->network_length = (size_t)(at - lesson->network);
    return lesson_check(lesson, error);
}

static ws_lesson *lesson_of(ws_source *source, ws_error *error) {
    if (!source)
        return NULL;
    ws_lesson *lesson = ws_alloc(1, sizeof *lesson);
    lesson->source = source;
    const char *slash = strrchr(source->name, '/');
    const char *name = slash ? slash + 1 : source->name;
    const char *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    lesson->name = ws_texts_add(&lesson->kept.texts, name, length);
    if (lesson_lines_read(lesson, error))
        return lesson;
    ws_lesson_free(lesson);
    return NULL;
}

ws_lesson *ws_lesson_read(const char *path, ws_error *error) {
    return lesson_of(ws_source_read(path, false, error), error);
}

ws_lesson *ws_lesson_read_text(const char *name, const char *directory, const char *text,
                               size_t length, ws_error *error) {
    return lesson_of(ws_source_text(name, directory, text, length, error), error);
}

int ws_lesson_shown_marks(const ws_lesson *lesson) {
    int marks = 0;
    for (const ws_step *step = lesson->step; step < lesson->step + lesson->steps; step++)
        for (size_t i = 0; i < step->items && !step->hidden; i++)
            marks += step->item[i].marks;
    return marks;
}

size_t ws_lesson_shown_steps(const ws_lesson *lesson, size_t steps) {
    size_t shown = 0;
    for (size_t i = 0; i < steps; i++)
        shown += !lesson->step[i].hidden;
    return shown;
}

void ws_lesson_free(ws_lesson *lesson) {
    if (!lesson)
        return;
    for (size_t i = 0; i < lesson->steps; i++)
        free(lesson->step[i].item);
    free(lesson->step);
    free(lesson->network);
    ws_kept_free(&lesson->kept);
    ws_source_free(lesson->source);
    free(lesson);
}
