/* poll.c - see poll.h: questions and answers as words. */
#include "class/poll.h"

#include <math.h>
#include <stdlib.h>

#include "class/protocol.h"
#include "session/language/fields.h"
#include "session/language/tell.h"
#include "session/language/text.h"

#define NUMBER_MOST 1e15

typedef struct kind_row {
    const char *name;
    const char *answer;
} kind_row;

#define WS_POLL_ROW(id, name, answer) {name, answer},
static const kind_row kinds[WS_POLL_KIND_COUNT] = {WS_POLL_KINDS(WS_POLL_ROW)};
#undef WS_POLL_ROW

const char *ws_poll_kind_name(ws_poll_kind kind) {
    return kinds[kind].name;
}

bool ws_poll_kind_find(const char *name, ws_poll_kind *kind) {
    ws_poll_kind i = 0;
    while (i < WS_POLL_KIND_COUNT && !text_is(kinds[i].name, name))
        i++;
    *kind = i;
    return i < WS_POLL_KIND_COUNT;
}

/* ---- the question ---- */

void ws_poll_words(char words[WS_POLL_TEXT], const char *text, size_t length) {
    char *copy = ws_copy_text(text, length);
    for (size_t i = 0; i < length; i++) {
        bool is_gap = copy[i] == '\0' || copy[i] == '\n';
        if (is_gap)
            copy[i] = ' ';
    }
    ws_clean(copy);
    size_t size = ws_class_fitting(copy, WS_POLL_TEXT);
    memcpy(words, copy, size);
    words[size] = '\0';
    free(copy);
}

static void word_copy(char words[WS_POLL_TEXT], const ws_line *line, size_t word) {
    const char *text = word_at(line, word);
    ws_poll_words(words, text, strlen(text));
}

static bool choices_read(ws_poll_question *question, const ws_line *line, ws_error *error) {
    size_t count = line->count - 2;
    bool is_choice = question->kind == WS_POLL_CHOICE;
    if (!is_choice && count)
        return fail_with(error, "only a `choice` has answers to choose from");
    if (count > WS_POLL_CHOICES)
        return fail_with(error, "at most %d answers to choose from", WS_POLL_CHOICES);
    if (is_choice && count < 2)
        return fail_with(error, "a `choice` needs two to %d answers behind the question",
                         WS_POLL_CHOICES);
    for (size_t i = 0; i < count; i++) {
        char *choice = question->choice[i];
        word_copy(choice, line, i + 2);
        if (!*choice)
            return fail_with(error, "an answer to choose is empty");
    }
    question->choices = count;
    return true;
}

bool ws_poll_read(ws_poll_question *question, const char *text, ws_error *error) {
    ws_line line;
    const ws_place place = {NULL, 1, 1};
    size_t length = strlen(text);
    memset(question, 0, sizeof *question);
    if (!ws_line_split(&line, place, text, length, error))
        return false;
    const char *kind = word_at(&line, 0);
    if (!ws_poll_kind_find(kind, &question->kind))
        return fail_with(error, "expected number, choice, worm, link, node or lines, and then the "
                                "question in quotes");
    word_copy(question->text, &line, 1);
    if (!*question->text)
        return fail_with(error, "expected the question, in quotes");
    return choices_read(question, &line, error);
}

/* ---- one answer ---- */

static bool has_only(const char *text, const char *letters) {
    return strspn(text, letters) == strlen(text);
}

static bool number_read(char *value) {
    double number;
    if (!has_only(value, "0123456789.eE+-") || !ws_real_is(value, &number))
        return false;
    if (!(fabs(number) <= NUMBER_MOST))
        return false;
    snprintf(value, WS_POLL_VALUE, "%.10g", number);
    return true;
}

static bool choice_read(const ws_poll_question *question, const char *value) {
    size_t place = (size_t)value[0] - 'a';
    return place < question->choices && !value[1];
}

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+ "

static bool name_read(const char *value) {
    return *value && strlen(value) < 2 * WS_NAME_MAX && has_only(value, NAME_LETTERS);
}

static bool lines_read(const char *value) {
    return *value && has_only(value, NAME_LETTERS ";=/*,:\"");
}

static bool value_read(const ws_poll_question *question, char *value) {
    switch (question->kind) {
    case WS_POLL_NUMBER: return number_read(value);
    case WS_POLL_CHOICE: return choice_read(question, value);
    case WS_POLL_LINES: return lines_read(value);
    default: return name_read(value);
    }
}

bool ws_poll_value(const ws_poll_question *question, const char *text, size_t length,
                   char value[WS_POLL_VALUE], ws_error *error) {
    bool fits = length < WS_POLL_VALUE && !memchr(text, '\0', length);
    size_t size = fits ? length : 0;
    memcpy(value, text, size);
    value[size] = '\0';
    return value_read(question, value) ||
           fail_with(error, "the answer is %s", kinds[question->kind].answer);
}
