/* play.c - see play.h. */
#include "lesson/play.h"

#include "lesson/judge.h"
#include "lesson/look.h"
#include "session/language/text.h"
#include "session/stage.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- the network ---- */

/* A number of the student's own, from the draw alone. */
static uint64_t lot(uint64_t draw, uint64_t which) {
    uint64_t mixed = draw * 0x9e3779b97f4a7c15u + which * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

static void draw_set(const ws_draw *draw, uint64_t number, char *text, size_t room) {
    int64_t steps = (draw->high - draw->low) / draw->step + 1;
    int64_t step = (int64_t)(number % (uint64_t)steps);
    int64_t value = draw->low + step * draw->step;
    if (value % WS_MILLION == 0)
        snprintf(text, room, "%s=%" PRId64, draw->name, value / WS_MILLION);
    else
        snprintf(text, room, "%s=%.6f", draw->name, (double)value / WS_MILLION);
}

static ws_session *session_open(const ws_lesson *lesson, const ws_options *options,
                                ws_error *error) {
    if (lesson->uses)
        return ws_session_open(lesson->uses, options, error);
    const ws_source *source = lesson->source;
    return ws_session_open_text(source->name, lesson->network, lesson->network_length,
                                source->directory, options, error);
}

static ws_session *session_begin(const ws_lesson *lesson, uint64_t draw, ws_error *error) {
    char drawn[WS_LESSON_LINES][96];
    const char *sets[2 * WS_LESSON_LINES];
    ws_options options = {.sets = sets, .keyframe_bytes = WS_KEYFRAME_BYTES / 4};
    for (size_t i = 0; i < lesson->sets.count; i++)
        sets[options.set_count++] = lesson->sets.line[i];
    for (size_t i = 0; i < lesson->draws; i++) {
        uint64_t number = lot(draw, i + 1);
        char *text = drawn[i];
        draw_set(&lesson->draw[i], number, text, sizeof drawn[i]);
        sets[options.set_count++] = text;
    }
    options.seed = lesson->seed ? (uint64_t)lesson->seed : draw;
    options.has_seed = options.seed > 0;
    return session_open(lesson, &options, error);
}

/* ---- playing ---- */

struct ws_play {
    const ws_lesson *lesson;
    ws_session *session;
    uint64_t draw;
    size_t step, item;
    ws_question question; /* the one at hand */
    const ws_item *asked; /* the latest question, for `reveal` */
    ws_until until;       /* of the RUN at hand */
    uint64_t run_end;     /* of a RUN or REVEAL without a condition; UINT64_MAX: not begun */
    int marks;
};

static void item_begin(ws_play *p) {
    p->run_end = UINT64_MAX;
    ws_until_end(&p->until);
    p->until = (ws_until){0};
    p->question = (ws_question){0};
}

ws_play *ws_play_begin(const ws_lesson *lesson, uint64_t draw, ws_error *error) {
    ws_session *session = session_begin(lesson, draw, error);
    if (!session)
        return NULL;
    ws_play *p = ws_alloc(1, sizeof *p);
    ws_session_observe(session);
    p->lesson = lesson;
    p->session = session;
    p->draw = draw;
    item_begin(p);
    return p;
}

void ws_play_end(ws_play *p) {
    if (!p)
        return;
    ws_until_end(&p->until);
    ws_session_close(p->session);
    free(p);
}

ws_session *ws_play_session(ws_play *p) {
    return p->session;
}

const ws_step *ws_play_step(const ws_play *p) {
    if (p->step == p->lesson->steps)
        return NULL;
    return &p->lesson->step[p->step];
}

size_t ws_play_step_number(const ws_play *p) {
    return p->step + 1;
}

const ws_item *ws_play_item(const ws_play *p) {
    const ws_step *step = ws_play_step(p);
    return step ? &step->item[p->item] : NULL;
}

int ws_play_marks(const ws_play *p) {
    return p->marks;
}

static void next(ws_play *p) {
    const ws_step *step = ws_play_step(p);
    const ws_item *item = ws_play_item(p);
    if (ws_item_is_question(item))
        p->asked = item;
    p->item++;
    while (step && p->item >= step->items) {
        p->item = 0;
        p->step++;
        step = ws_play_step(p);
    }
    item_begin(p);
}

/* ---- running it ---- */

static bool show(ws_play *p, const ws_item *item, ws_error *error) {
    for (size_t i = 0; i < item->lines.count; i++)
        if (!ws_session_stage(p->session, item->lines.line[i], error))
            return false;
    return true;
}

static uint64_t now_of(const ws_play *p) {
    return ws_net_cycle(ws_session_net(p->session));
}

/* To a cycle, or up to `cycles` nearer. */
static bool run_on(ws_play *p, uint64_t cycles, bool *done, ws_error *error) {
    uint64_t left = p->run_end - now_of(p);
    uint64_t want = left < cycles ? left : cycles;
    if (ws_session_run(p->session, want) < want)
        return fail_with(error, "the scenario ends at cycle %" PRIu64 ", in the middle of a run",
                         now_of(p));
    *done = now_of(p) == p->run_end;
    return true;
}

static bool until_on(ws_play *p, const ws_item *item, uint64_t cycles, bool *done,
                     ws_error *error) {
    ws_until *until = &p->until;
    if (!until->expr) {
        until->expr = item->truth;
        until->hold = item->hold;
        until->budget = item->budget;
        until->begin = now_of(p);
        until->since = UINT64_MAX;
    }
    bool good = ws_until_run(until, p->session, cycles, error);
    *done = until->done;
    return good;
}

/* What was predicted is done: the lines act, and the cycles pass. */
static bool reveal_begin(ws_play *p, ws_error *error) {
    const ws_item *asked = p->asked;
    if (!asked || asked->kind == WS_ITEM_DO) {
        p->run_end = now_of(p);
        return true;
    }
    p->run_end = now_of(p) + asked->cycles;
    return ws_look_type(p->session, &asked->lines, error);
}

bool ws_play_run(ws_play *p, uint64_t cycles, bool *done, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    if (item->kind == WS_ITEM_RUN && item->truth)
        return until_on(p, item, cycles, done, error);
    bool begins = p->run_end == UINT64_MAX;
    if (begins && item->kind == WS_ITEM_REVEAL && !reveal_begin(p, error))
        return false;
    if (begins && item->kind == WS_ITEM_RUN)
        p->run_end = now_of(p) + item->cycles;
    return run_on(p, cycles, done, error);
}

static bool run_whole(ws_play *p, ws_error *error) {
    bool done = false;
    while (!done)
        if (!ws_play_run(p, 1u << 20, &done, error))
            return false;
    return true;
}

static bool item_do(ws_play *p, const ws_item *item, ws_error *error) {
    switch (item->kind) {
    case WS_ITEM_SHOW: return show(p, item, error);
    case WS_ITEM_TYPE: return ws_look_type(p->session, &item->lines, error);
    case WS_ITEM_RUN:
    case WS_ITEM_REVEAL: return run_whole(p, error);
    case WS_ITEM_SAY:
    case WS_ITEM_EXPLAIN: return true;
    default: break;
    }
    return p->question.answered || fail_with(error, "this is a question: answer it first");
}

bool ws_play_go(ws_play *p, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    if (!item)
        return fail_with(error, "the lesson is over");
    error->text[0] = '\0';
    if (!item_do(p, item, error)) {
        if (!ws_item_is_question(item))
            judge_blame(item, error);
        return false;
    }
    next(p);
    return true;
}

/* ---- answers ---- */

/* As the choices are shown: a rotation by the draw, and by the place of the question. */
size_t ws_play_choice(const ws_play *p, size_t shown) {
    const ws_item *item = ws_play_item(p);
    uint64_t place = p->step * 64 + p->item + 1;
    uint64_t turn = lot(p->draw + 1, place) % item->choices;
    return (shown + turn) % item->choices;
}

/* Of the item at hand. */
static ws_judge judge_of(const ws_play *p, ws_session *session, ws_error *error) {
    return (ws_judge){session, ws_play_item(p), &p->question, error};
}

static bool commit(ws_play *p, const char *value, ws_error *error) {
    char line[WS_LINE_MAX + 1];
    snprintf(line, sizeof line, "commit %s %s", ws_play_step(p)->name, value);
    return ws_session_stage(p->session, line, error);
}

bool ws_play_answered(const ws_play *p) {
    return p->question.answered;
}

bool ws_play_answer(ws_play *p, const char *value, ws_verdict *verdict, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    ws_question *question = &p->question;
    *verdict = (ws_verdict){0};
    error->text[0] = '\0';
    if (!item || !ws_item_is_question(item) || question->answered)
        return fail_with(error, "there is no question to answer");
    question->turn = item->choices ? ws_play_choice(p, 0) : 0;
    const ws_judge judge = judge_of(p, p->session, error);
    if (!judge_answer(&judge, value, verdict))
        return false;
    if (!commit(p, value, error))
        return false;
    question->tried++;
    verdict->last = verdict->right || question->tried >= item->tries;
    question->answered = verdict->last;
    if (verdict->right)
        verdict->marks = item->marks;
    p->marks += verdict->marks;
    return true;
}

bool ws_play_solve(ws_play *p, char *text, size_t room, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    p->question.turn = item->choices ? ws_play_choice(p, 0) : 0;
    error->text[0] = '\0';
    const ws_judge judge = judge_of(p, p->session, error);
    return judge_solve(&judge, text, room);
}

const char *ws_play_hint(ws_play *p) {
    const ws_item *item = ws_play_item(p);
    if (!item || p->question.hints == item->hints.count)
        return NULL;
    return item->hints.line[p->question.hints++];
}

bool ws_play_try(ws_play *p, const ws_lines *lines, bool *done, ws_error *error) {
    ws_session *copy = ws_look_copy(p->session, error);
    if (!copy)
        return false;
    const ws_judge judge = judge_of(p, copy, error);
    bool good = judge_repair(&judge, lines, done);
    ws_session_close(copy);
    return good;
}

bool ws_play_choice_holds(ws_play *p, size_t choice, bool *holds, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    const ws_expr *expr = item->choice[choice].holds;
    ws_look_value value;
    *holds = item->choice[choice].right;
    if (!expr)
        return true;
    if (!ws_look_ahead(p->session, &item->lines, item->cycles, expr, &value, error))
        return false;
    *holds = value.holds;
    ws_look_free(&value);
    return true;
}
