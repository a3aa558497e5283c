/* lesson_read.c - a lesson from its file: lines of the network are kept, all others are read by
 * the tables of read_rows.c and read_items.c; what is missing in the whole is told. */
#include "lesson/reader.h"

#include "session/language/commands.h"
#include "session/language/stage_lines.h"
#include "session/language/text.h"

#include <stdlib.h>
#include <string.h>

static bool is_command(const char *word) {
    for (size_t i = 0; i < ws_command_count; i++) {
        const ws_command *command = &ws_commands[i];
        if (text_is(command->name, word))
            return true;
    }
    return false;
}

/* Says that the first word is no keyword of a lesson; a command stands in a network line. */
static bool fail_keyword(const reader *r) {
    const ws_line *line = &r->line;
    keyword_names names = {.count = 0};
    const char *word = word_at(line, 0);
    if (is_command(word))
        return ws_refuse(line, 0,
                         "%s is a command; expected | before a line of the network, or type before "
                         "a line in a step",
                         word);
    if (ws_stage_line_of(line))
        return ws_refuse(line, 0, "%s is a stage line; expected show before it", word);
    row_names_add(&names);
    item_names_add(&names);
    return ws_refuse_name(line, 0, "keyword", WS_NAMES(names.name, names.count));
}

static bool line_read(reader *r) {
    bool known;
    r->word = 1;
    bool good = row_line_read(r, &known);
    if (known)
        return good;
    good = item_line_read(r, &known);
    return known ? good : fail_keyword(r);
}

/* ---- the network ---- */

static void network_grow(ws_lesson *lesson, size_t length) {
    size_t needed = lesson->network_length + length;
    if (needed <= lesson->network_room)
        return;
    lesson->network_room = 2 * needed;
    lesson->network = ws_must(realloc(lesson->network, lesson->network_room));
}

/* Adds a line to the network; an empty one for a line of the lesson, so that numbers of lines
 * agree. */
static void network_add(ws_lesson *lesson, const char *text, size_t length) {
    network_grow(lesson, length + 2);
    char *at = lesson->network + lesson->network_length;
    memcpy(at, text, length);
    at[length] = '\n';
    at[length + 1] = '\0';
    lesson->network_length += length + 1;
}

/* `| LINE` is a line of the network, in its own line and column: errors name the lesson's. */
static bool is_network_line(const char *text, size_t length) {
    const char *last = text + length;
    while (text < last && (*text == ' ' || *text == '\t'))
        text++;
    return text < last && *text == '|';
}

static void network_line(ws_lesson *lesson, const char *text, size_t length) {
    char *copy = ws_copy_text(text, length);
    char *bar = strchr(copy, '|');
    *bar = ' ';
    network_add(lesson, copy, length);
    free(copy);
}

/* ---- the whole ---- */

static bool has_network(const ws_lesson *lesson) {
    const char *text = lesson->network;
    return text && strspn(text, "\n") < lesson->network_length;
}

static bool is_whole(const ws_lesson *lesson, ws_error *error) {
    const ws_place place = {lesson->source, 1, 1};
    bool drawn = has_network(lesson);
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

static size_t right_count(const ws_item *item) {
    const ws_choice *choice = item->choice;
    const ws_choice *end = choice + item->choices;
    size_t right = 0;
    for (; choice < end; choice++)
        right += choice->right;
    return right;
}

static bool choose_check(const ws_item *item, size_t answers, ws_error *error) {
    size_t right = right_count(item);
    if (item->choices >= 2 && right == answers)
        return true;
    return ws_fail_at(
        error, item->place,
        "a question has 2 to 6 answers, of which one begins with *; here are %zu, and "
        "%zu with *",
        item->choices, right);
}

static bool question_check(const ws_lesson *lesson, const ws_item *item, ws_error *error) {
    bool asks = item->kind == WS_ITEM_CHOOSE;
    bool repairs = item->kind == WS_ITEM_DO && !lesson->issued;
    size_t answers = lesson->issued ? 0 : 1;
    if (asks)
        return choose_check(item, answers, error);
    if (repairs && item->solution.count == 0)
        return ws_fail_at(error, item->place,
                          "the solution is missing; expected solution LINE behind it");
    return true;
}

/* Is the truth of a question that of a network which has taken lines, or has run on? */
static bool runs_ahead(const ws_item *item) {
    return item->lines.count > 0 || item->cycles > 0;
}

/* Does a `reveal` follow the prediction, before the next question of the step? */
static bool is_revealed(const ws_step *step, size_t prediction) {
    for (size_t i = prediction + 1; i < step->items; i++) {
        const ws_item *item = &step->item[i];
        if (item->kind == WS_ITEM_REVEAL)
            return true;
        if (ws_item_is_question(item))
            return false;
    }
    return false;
}

/* Does the latest question before the `reveal` look ahead? */
static bool has_to_reveal(const ws_step *step, size_t reveal) {
    const ws_item *item = &step->item[reveal];
    while (item > step->item) {
        item--;
        if (ws_item_is_question(item))
            return runs_ahead(item);
    }
    return false;
}

static bool predict_check(const ws_step *step, size_t prediction, ws_error *error) {
    const ws_item *item = &step->item[prediction];
    if (!runs_ahead(item))
        return true;
    if (is_revealed(step, prediction))
        return true;
    return ws_fail_at(error, item->place,
                      "the prediction is not revealed; expected reveal behind it, before the next "
                      "question of this step");
}

static bool reveal_check(const ws_step *step, size_t reveal, ws_error *error) {
    const ws_item *item = &step->item[reveal];
    if (has_to_reveal(step, reveal))
        return true;
    return ws_fail_at(error, item->place,
                      "nothing to reveal; expected a question with at or after before it");
}

/* Tests stand in hidden steps, and nothing else does: whoever does not see the step has the same
 * network. */
static bool place_check(const ws_step *step, const ws_item *item, ws_error *error) {
    bool tests = item->kind == WS_ITEM_TEST;
    if (step->hidden == tests)
        return true;
    if (tests)
        return ws_fail_at(error, item->place,
                          "a test stands in a hidden step; expected step NAME \"TITLE\" hidden");
    return ws_fail_at(error, item->place, "a hidden step holds tests alone");
}

/* What has been asked or has run is explained. */
static bool explain_check(const ws_step *step, size_t place, ws_error *error) {
    const ws_item *at = step->item + place;
    const ws_item *item = step->item;
    for (; item < at; item++) {
        if (item->kind == WS_ITEM_RUN)
            return true;
        if (ws_item_is_question(item))
            return true;
    }
    return ws_fail_at(error, at->place,
                      "nothing to explain; expected a question or run of this step before "
                      "it, or say");
}

static bool item_check(const ws_lesson *lesson, const ws_step *step, size_t place,
                       ws_error *error) {
    const ws_item *item = &step->item[place];
    if (!place_check(step, item, error))
        return false;
    switch (item->kind) {
    case WS_ITEM_PREDICT: return predict_check(step, place, error);
    case WS_ITEM_REVEAL: return reveal_check(step, place, error);
    case WS_ITEM_EXPLAIN: return explain_check(step, place, error);
    default: return question_check(lesson, item, error);
    }
}

static bool step_check(const ws_lesson *lesson, const ws_step *step, ws_error *error) {
    for (size_t i = 0; i < step->items; i++)
        if (!item_check(lesson, step, i, error))
            return false;
    return true;
}

static bool lesson_check(const ws_lesson *lesson, ws_error *error) {
    if (!is_whole(lesson, error))
        return false;
    for (size_t i = 0; i < lesson->steps; i++)
        if (!step_check(lesson, &lesson->step[i], error))
            return false;
    return true;
}

/* ---- the file ---- */

static bool own_line(reader *r, ws_place place, const char *text, size_t length) {
    network_add(r->lesson, "", 0);
    if (!ws_line_split(&r->line, place, text, length, r->error))
        return false;
    return r->line.count == 0 || line_read(r);
}

static bool lines_walk(reader *r) {
    ws_lesson *lesson = r->lesson;
    ws_reader lines = {.source = lesson->source};
    const char *text;
    size_t length;
    while (ws_reader_next(&lines, &text, &length)) {
        const ws_place place = {lesson->source, lines.line, 1};
        if (is_network_line(text, length))
            network_line(lesson, text, length);
        else if (!own_line(r, place, text, length))
            return false;
    }
    return true;
}

static bool lesson_lines(ws_lesson *lesson, ws_error *error) {
    reader *r = ws_alloc(1, sizeof *r);
    r->lesson = lesson;
    r->error = error;
    bool good = lines_walk(r);
    free(r);
    return good && lesson_check(lesson, error);
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
    lesson->name = ws_texts_add(&lesson->texts, name, length);
    if (lesson_lines(lesson, error))
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

static int step_marks(const ws_step *step) {
    int marks = 0;
    for (size_t i = 0; i < step->items; i++)
        marks += step->item[i].marks;
    return marks;
}

int ws_lesson_shown_marks(const ws_lesson *lesson) {
    int marks = 0;
    for (size_t i = 0; i < lesson->steps; i++)
        if (!lesson->step[i].hidden)
            marks += step_marks(&lesson->step[i]);
    return marks;
}

size_t ws_lesson_shown_steps(const ws_lesson *lesson, size_t steps) {
    const ws_step *step = lesson->step;
    const ws_step *end = step + steps;
    size_t shown = 0;
    for (; step < end; step++)
        shown += !step->hidden;
    return shown;
}

void ws_lesson_free(ws_lesson *lesson) {
    if (!lesson)
        return;
    for (size_t i = 0; i < lesson->steps; i++)
        free(lesson->step[i].item);
    for (size_t i = 0; i < lesson->expr_count; i++)
        free(lesson->exprs[i]);
    free(lesson->exprs);
    free(lesson->step);
    free(lesson->network);
    ws_texts_free(&lesson->texts);
    ws_source_free(lesson->source);
    free(lesson);
}
