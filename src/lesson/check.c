/* check.c - see check.h. */
#include "lesson/check.h"

#include "lesson/judge.h"
#include "lesson/play.h"
#include "session/language/params.h"
#include "session/language/text.h"

/* ---- room ---- */

/* Columns of the next `bytes` bytes. */
static int columns_of(const char *text, size_t bytes) {
    int columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

int ws_lesson_rows(const char *text, int width) {
    int rows = 1;
    int used = 0;
    while (*text) {
        size_t length = strcspn(text, " \n");
        int columns = columns_of(text, length);
        int blank = used > 0;
        if (used + blank + columns > width) {
            rows++;
            used = columns;
        } else {
            used += blank + columns;
        }
        text += length;
        if (*text == '\n') {
            rows++;
            used = 0;
        }
        text += *text != '\0';
    }
    return rows;
}

static bool item_fits(const ws_item *item, ws_error *error) {
    int rows = item->text ? ws_lesson_rows(item->text, WS_LESSON_COLUMNS) : 0;
    for (size_t i = 0; i < item->choices; i++)
        rows += ws_lesson_rows(item->choice[i].text, WS_LESSON_COLUMNS - 3);
    if (rows > WS_LESSON_ROWS)
        return ws_fail_at(error, item->place,
                          "the text takes %d rows at 80x24; expected at most %d", rows,
                          WS_LESSON_ROWS);
    for (size_t i = 0; i < item->hints.count; i++)
        if (ws_lesson_rows(item->hints.line[i], WS_LESSON_COLUMNS) > 2)
            return ws_fail_at(error, item->place, "hint %zu takes more than 2 rows at 80x24",
                              i + 1);
    return true;
}

bool ws_lesson_fits(const ws_lesson *lesson, ws_error *error) {
    for (size_t s = 0; s < lesson->steps; s++) {
        const ws_step *step = &lesson->step[s];
        for (size_t i = 0; i < step->items; i++)
            if (!item_fits(&step->item[i], error))
                return false;
    }
    return true;
}

/* ---- truth ---- */

static bool choices_check(ws_play *play, const ws_item *item, ws_error *error) {
    for (size_t i = 0; i < item->choices; i++) {
        const ws_choice *choice = &item->choice[i];
        bool holds;
        if (!ws_play_choice_holds(play, i, &holds, error))
            return false;
        if (holds == choice->right)
            continue;
        const char *what = choice->right ? "the right answer is wrong" : "a wrong answer is right";
        return ws_fail_at(error, choice->holds->place, "%s: \"%.100s\"", what, choice->text);
    }
    return true;
}

static bool untouched_check(ws_play *play, const ws_item *item, ws_error *error) {
    static const ws_field_lines nothing = {.count = 0};
    bool done;
    if (!ws_play_try(play, &nothing, &done, error))
        return false;
    if (!done)
        return true;
    return ws_fail_at(error, item->place, "the goal is reached without any repair: %s",
                      item->truth->text);
}

static bool question_check(ws_play *play, const ws_item *item, ws_error *error) {
    char answer[WS_PLAY_TEXT];
    ws_judgement verdict;
    if (!choices_check(play, item, error))
        return false;
    if (item->kind == WS_ITEM_DO && !untouched_check(play, item, error))
        return false;
    if (!ws_play_solve(play, answer, sizeof answer, error))
        return false;
    if (!ws_play_answer(play, answer, &verdict, error))
        return false;
    if (verdict.right)
        return true;
    return ws_fail_at(error, item->place, "the solution `%.100s` is judged wrong (%.100s)", answer,
                      verdict.truth);
}

/* Of a network that is repaired. */
static bool test_check(ws_play *play, const ws_item *item, ws_error *error) {
    ws_judgement verdict;
    if (!ws_play_test(play, &verdict, error))
        return false;
    if (verdict.right)
        return true;
    return ws_fail_at(error, item->place, "the test does not hold after the solution: %s (%s)",
                      item->truth->text, verdict.truth);
}

static bool lines_check(ws_session *session, const ws_field_lines *lines, ws_lesson_show *show,
                        ws_error *error) {
    for (size_t i = 0; i < lines->count; i++) {
        const char *line = lines->line[i];
        if (show(session, line, error))
            continue;
        ws_error why = *error;
        return ws_fail_at(error, lines->place[i], "show %.80s: %.300s", line, why.text);
    }
    return true;
}

static bool item_check(ws_play *play, ws_lesson_show *show, ws_error *error) {
    const ws_item *item = ws_play_item(play);
    ws_session *session = ws_play_session(play);
    if (ws_item_is_question(item))
        return question_check(play, item, error);
    if (item->kind == WS_ITEM_TEST)
        return test_check(play, item, error);
    if (item->kind != WS_ITEM_SHOW)
        return true;
    return !show || lines_check(session, &item->lines, show, error);
}

static bool all_check(ws_play *play, ws_lesson_show *show, ws_error *error) {
    for (;;) {
        const ws_item *item = ws_play_item(play);
        if (!item)
            return true;
        if (!item_check(play, show, error)) {
            judge_blame(item, error);
            return false;
        }
        if (!ws_play_go(play, error))
            return false;
    }
}

/* Does each draw make a difference to the network? */
static bool draws_check(const ws_lesson *lesson, ws_play *play, ws_error *error) {
    const ws_def *def = ws_net_def(ws_session_net(ws_play_session(play)));
    const ws_draw *draw = lesson->draw;
    const ws_draw *end = draw + lesson->draws;
    for (; draw < end; draw++) {
        const ws_param *param = ws_param_find(draw->name);
        if (ws_param_read_by(param, def))
            continue;
        return ws_fail_at(
            error, draw->place,
            "this network does not use %s, so all students would have the same; it is "
            "used where %s",
            draw->name, param->readers);
    }
    return true;
}

bool ws_lesson_check(const ws_lesson *lesson, uint64_t draw, ws_lesson_show *show,
                     ws_error *error) {
    ws_play *play = ws_play_begin(lesson, draw, error);
    if (!play)
        return false;
    bool good = draws_check(lesson, play, error);
    good = good && all_check(play, show, error);
    int marks = ws_play_marks(play);
    int most = ws_lesson_shown_marks(lesson);
    if (good && marks != most)
        good = fail_with(error, "%s: every answer is right, and %d of %d marks are got",
                         lesson->name, marks, most);
    ws_play_end(play);
    return good;
}
