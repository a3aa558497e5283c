/* play.c - see play.h. */
#include "lesson/play.h"

#include "lesson/judge.h"
#include "lesson/probe.h"
#include "session/language/params.h"
#include "session/language/text.h"
#include "session/stage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

ws_session *ws_play_network(const ws_lesson *lesson, uint64_t draw, const char *name,
                            ws_error *error) {
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
    if (lesson->uses)
        return ws_session_open(lesson->uses, &options, error);
    return ws_session_open_text(name, lesson->network, lesson->network_length,
                                lesson->source->directory, &options, error);
}

/* ---- playing ---- */

struct ws_play {
    const ws_lesson *lesson;
    ws_session *session;
    uint64_t draw;
    bool issued; /* nobody is told what is right */
    size_t step;
    size_t item;
    ws_question question; /* the one at hand */
    const ws_item *asked; /* the latest question, for `reveal` */
    uint64_t questions;   /* that lie behind */
    ws_until until;       /* of the RUN at hand */
    uint64_t run_begin;   /* of a RUN or REVEAL without a condition */
    uint64_t run_end;     /* UINT64_MAX: not begun */
    size_t branch;        /* home */
    uint64_t cycle;
    ws_runner runner;
    int marks;
};

static uint64_t now_of(const ws_play *p) {
    return ws_net_cycle(ws_session_net(p->session));
}

static size_t branch_of(const ws_play *p) {
    size_t branch = 0;
    while (!ws_session_branch(p->session, branch).present)
        branch++;
    return branch;
}

/* The lesson stands where the session is. */
static void settle(ws_play *p) {
    p->branch = branch_of(p);
    p->cycle = now_of(p);
}

static void item_begin(ws_play *p) {
    p->run_end = UINT64_MAX;
    ws_until_end(&p->until);
    ws_shadow_free(p->question.ahead);
    p->until = (ws_until){0};
    p->question = (ws_question){0};
}

static ws_play *play_begin(const ws_lesson *lesson, uint64_t draw, ws_session *session) {
    const ws_bound bound = {.nodes = WS_PLAY_NODES, .flits = WS_PLAY_FLITS};
    ws_play *p = ws_alloc(1, sizeof *p);
    ws_session_bound(session, bound);
    ws_session_observe(session);
    p->lesson = lesson;
    p->session = session;
    p->draw = draw;
    item_begin(p);
    settle(p);
    return p;
}

ws_play *ws_play_begin(const ws_lesson *lesson, uint64_t draw, ws_error *error) {
    const char *name = lesson->source->name;
    ws_session *session = ws_play_network(lesson, draw, name, error);
    return session ? play_begin(lesson, draw, session) : NULL;
}

ws_play *ws_play_begin_in(const ws_lesson *lesson, uint64_t draw, ws_session *session) {
    ws_play *p = play_begin(lesson, draw, session);
    p->issued = true;
    return p;
}

void ws_play_end(ws_play *p) {
    if (!p)
        return;
    ws_until_end(&p->until);
    ws_shadow_free(p->question.ahead);
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
    return ws_lesson_shown_steps(p->lesson, p->step) + 1;
}

size_t ws_play_step_count(const ws_play *p) {
    return ws_lesson_shown_steps(p->lesson, p->lesson->steps);
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
    if (ws_item_is_question(item)) {
        p->asked = item;
        p->questions++;
    }
    p->item++;
    while (step && p->item >= step->items) {
        p->item = 0;
        p->step++;
        step = ws_play_step(p);
    }
    item_begin(p);
}

/* Of the item at hand. */
static ws_judge judge_of(ws_play *p, ws_session *session, ws_error *error) {
    return (ws_judge){
        .session = session,
        .item = ws_play_item(p),
        .question = &p->question,
        .error = error,
    };
}

/* ---- running it ---- */

static bool show(ws_play *p, const ws_item *item, ws_error *error) {
    const ws_field_lines *lines = &item->lines;
    for (size_t i = 0; i < lines->count; i++)
        if (!ws_session_stage(p->session, lines->line[i], error))
            return false;
    return true;
}

/* A part of a run. */
typedef struct stretch {
    uint64_t cycles; /* at most */
    bool done;       /* it was the last */
    ws_error *error;
} stretch;

/* To a cycle, or up to `cycles` nearer. */
static bool run_on(ws_play *p, stretch *part) {
    uint64_t left = p->run_end - now_of(p);
    uint64_t cycles = left < part->cycles ? left : part->cycles;
    uint64_t ran = ws_runner_run(&p->runner, p->session, cycles);
    if (ran < cycles && ws_session_ended(p->session))
        return fail_with(part->error,
                         "the scenario ends at cycle %" PRIu64 ", in the middle of a run",
                         now_of(p));
    part->done = now_of(p) == p->run_end;
    return true;
}

static bool until_on(ws_play *p, const ws_item *item, stretch *part) {
    ws_until *until = &p->until;
    if (!until->expr) {
        until->expr = item->truth;
        until->hold = item->hold;
        until->budget = item->budget;
        until->every = item->every;
        until->begin = now_of(p);
        until->since = UINT64_MAX;
        until->runner = p->runner;
    }
    bool good = ws_until_run(until, p->session, part->cycles, part->error);
    part->done = until->done;
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
    return ws_probe_type(p->session, &asked->lines, error);
}

static bool item_run(ws_play *p, stretch *part) {
    const ws_item *item = ws_play_item(p);
    if (item->kind == WS_ITEM_RUN && item->truth)
        return until_on(p, item, part);
    bool begins = p->run_end == UINT64_MAX;
    if (begins && item->kind == WS_ITEM_REVEAL && !reveal_begin(p, part->error))
        return false;
    if (begins && item->kind == WS_ITEM_RUN)
        p->run_end = now_of(p) + item->cycles;
    if (begins)
        p->run_begin = now_of(p);
    return run_on(p, part);
}

bool ws_play_run(ws_play *p, uint64_t cycles, bool *done, ws_error *error) {
    stretch part = {cycles, false, error};
    *done = false;
    error->text[0] = '\0';
    if (!ws_play_return(p, error))
        return false;
    bool good = item_run(p, &part);
    *done = part.done;
    settle(p);
    if (!good)
        judge_blame(ws_play_item(p), error);
    return good;
}

void ws_play_runner(ws_play *p, ws_runner runner) {
    p->runner = runner;
}

ws_play_progress ws_play_run_progress(const ws_play *p) {
    const ws_item *item = ws_play_item(p);
    const ws_until *until = &p->until;
    ws_play_progress progress = {0};
    if (item && item->kind == WS_ITEM_RUN && item->truth) {
        progress.most = item->budget;
        progress.until = true;
        if (until->expr)
            progress.cycles = p->cycle - until->begin;
        return progress;
    }
    if (p->run_end == UINT64_MAX) {
        progress.most = item ? item->cycles : 0;
        return progress;
    }
    progress.cycles = p->cycle - p->run_begin;
    progress.most = p->run_end - p->run_begin;
    return progress;
}

/* Nothing stops it on the way. */
static bool run_whole(ws_play *p, ws_error *error) {
    stretch part = {1u << 20, false, error};
    ws_runner runner = p->runner;
    p->runner = p->until.runner = (ws_runner){0};
    bool good = true;
    while (good && !part.done)
        good = item_run(p, &part);
    p->runner = runner;
    return good;
}

/* ---- beside ---- */

static bool stage(ws_play *p, const char *name, ws_error *error) {
    char line[64];
    text_out out = text_begin(line, sizeof line);
    text_add(&out, "split %s", name);
    return ws_session_stage(p->session, line, error);
}

/* A branch from here takes the lines; the session stays on its own. */
static bool beside(ws_play *p, const ws_item *item, ws_error *error) {
    char name[WS_BRANCH_TOLD]; /* which those who follow know, too */
    if (!item->text)
        return stage(p, "off", error);
    if (!ws_session_branch_off(p->session, item->text, error))
        return false;
    ws_session_branch_told(branch_of(p), name);
    bool good = ws_probe_type(p->session, &item->lines, error);
    ws_error lost;
    bool back = ws_session_branch_switch(p->session, p->branch, p->cycle, good ? error : &lost);
    return good && back && stage(p, name, error);
}

/* ---- hidden tests ---- */

bool ws_play_test(ws_play *p, ws_judgement *verdict, ws_error *error) {
    ws_judge judge = judge_of(p, p->session, error);
    *verdict = (ws_judgement){0};
    judge.verdict = verdict;
    return judge_test(&judge);
}

static bool item_do(ws_play *p, const ws_item *item, ws_error *error) {
    switch (item->kind) {
    case WS_ITEM_SHOW: return show(p, item, error);
    case WS_ITEM_TYPE: return ws_probe_type(p->session, &item->lines, error);
    case WS_ITEM_BESIDE: return beside(p, item, error);
    case WS_ITEM_RUN:
    case WS_ITEM_REVEAL: return run_whole(p, error);
    case WS_ITEM_SAY:
    case WS_ITEM_EXPLAIN:
    case WS_ITEM_TEST: return true;
    default: break;
    }
    return p->question.answered || fail_with(error, "this is a question: answer it first");
}

bool ws_play_go(ws_play *p, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    if (!item)
        return fail_with(error, "the lesson is over");
    error->text[0] = '\0';
    if (!ws_play_return(p, error))
        return false;
    if (!item_do(p, item, error)) {
        if (!ws_item_is_question(item))
            judge_blame(item, error);
        return false;
    }
    settle(p);
    next(p);
    return true;
}

/* ---- at home and elsewhere ---- */

bool ws_play_is_home(const ws_play *p) {
    return branch_of(p) == p->branch && now_of(p) == p->cycle;
}

bool ws_play_is_on_path(const ws_play *p) {
    size_t branch = branch_of(p);
    while (branch != p->branch) {
        ws_branch_info info = ws_session_branch(p->session, branch);
        if (branch == 0 || now_of(p) >= info.forked)
            return false;
        branch = info.parent;
    }
    return now_of(p) <= p->cycle;
}

uint64_t ws_play_home_cycle(const ws_play *p) {
    return p->cycle;
}

bool ws_play_return(ws_play *p, ws_error *error) {
    if (ws_play_is_home(p))
        return true;
    return ws_session_branch_switch(p->session, p->branch, p->cycle, error);
}

bool ws_play_own(ws_play *p, ws_error *error) {
    if (branch_of(p) != p->branch)
        return true;
    return ws_session_branch_off(p->session, "own", error);
}

/* The parameter that a line sets for the whole network, NULL. */
static const ws_param *param_set(const char *text) {
    ws_line line;
    ws_error error;
    if (!ws_line_typed(&line, text, &error) || line.count < 3)
        return NULL;
    if (!word_is(&line, 0, "set"))
        return NULL;
    return ws_param_find(word_at(&line, 1));
}

/* A parameter that was set more than once is told once, as it is in the end. */
static bool is_repeated(const ws_journal_entry *entry, size_t count) {
    const ws_param *param = param_set(entry[0].text);
    for (size_t i = 1; param && i < count; i++)
        if (param_set(entry[i].text) == param)
            return true;
    return false;
}

static void line_tell(const ws_play *p, const char *text, text_out *out) {
    char value[64];
    const ws_param *param = param_set(text);
    text_add(out, "%s", out->used ? "; " : "");
    if (!param) {
        text_add(out, "%s", text);
        return;
    }
    const ws_net *net = ws_session_net(p->session);
    ws_param_print(param, ws_net_def(net), value, sizeof value);
    text_add(out, "set %s %s", param->name, value);
}

/* Lines of the branch at hand that home has not: it has left home where that stands. */
static size_t own_count(const ws_play *p) {
    size_t branch = branch_of(p);
    ws_branch_info own = ws_session_branch(p->session, branch);
    ws_branch_info home = ws_session_branch(p->session, p->branch);
    bool is_own = branch != p->branch && own.parent == p->branch;
    if (!is_own || own.forked != p->cycle)
        return 0;
    return own.lines - home.lines;
}

void ws_play_own_lines(const ws_play *p, char *text, size_t room) {
    text_out out = text_begin(text, room);
    size_t count;
    const ws_journal_entry *entry = ws_session_journal(p->session, &count);
    size_t own = own_count(p);
    for (size_t i = own < count ? count - own : 0; i < count; i++) {
        bool counts = !text_is(entry[i].text, "measure");
        if (counts && !is_repeated(&entry[i], count - i))
            line_tell(p, entry[i].text, &out);
    }
}

/* ---- answers ---- */

/* As the choices are shown: a rotation by the draw, and by the number of the question. */
size_t ws_play_choice(const ws_play *p, size_t shown) {
    const ws_item *item = ws_play_item(p);
    uint64_t turn = lot(p->draw + 1, p->questions + 1) % item->choices;
    return (shown + turn) % item->choices;
}

/* Which answer of the question at hand is shown first. */
static void turn_find(ws_play *p) {
    const ws_item *item = ws_play_item(p);
    p->question.turn = 0;
    if (item->choices)
        p->question.turn = ws_play_choice(p, 0);
}

static bool commit(ws_play *p, const char *value, ws_error *error) {
    char line[WS_LINE_MAX + 1];
    snprintf(line, sizeof line, "commit %s %s", ws_play_step(p)->name, value);
    ws_session_record_check(p->session);
    return ws_session_stage(p->session, line, error);
}

bool ws_play_answered(const ws_play *p) {
    return p->question.answered;
}

void ws_play_skip(ws_play *p) {
    p->question.answered = true;
}

bool ws_play_allows(ws_play *p, const char *line, ws_error *error) {
    const ws_judge judge = judge_of(p, p->session, error);
    return judge_allows(&judge, line);
}

bool ws_play_typed(const ws_play *p, const char *value, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    if (!item || item->kind != WS_ITEM_PICK)
        return true;
    size_t digits = strspn(value, "0123456789");
    bool is_number = digits > 0 && digits == strlen(value);
    bool is_worm = text_is(item->what, "worm");
    if (is_worm && is_number)
        return fail_with(error, "invalid worm `%.60s`: expected its two ends, e.g. H1 H3", value);
    return true;
}

/* Is there a question that can be answered? */
static bool is_open(const ws_play *p, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    if (!item || !ws_item_is_question(item))
        return fail_with(error, "no question is open");
    if (p->question.answered)
        return fail_with(error, "the question is answered; Enter continues");
    return true;
}

/* The last try of a repair was wrong: the solution acts, so that what follows is about a network
 * that is repaired. */
static bool solution_show(const ws_judge *judge, ws_judgement *verdict) {
    bool done;
    char lines[WS_PLAY_TEXT];
    const ws_item *item = judge->item;
    text_out out = {verdict->truth, sizeof verdict->truth, strlen(verdict->truth)};
    if (!judge_solve(judge, lines, sizeof lines))
        return false;
    text_add(&out, "; this reaches it, and is typed for you: %.300s", lines);
    return judge_repair(judge, &item->solution, &done);
}

bool ws_play_answer(ws_play *p, const char *value, ws_judgement *verdict, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    ws_question *question = &p->question;
    *verdict = (ws_judgement){0};
    error->text[0] = '\0';
    if (!is_open(p, error))
        return false;
    if (!ws_play_return(p, error))
        return false;
    turn_find(p);
    ws_judge judge = judge_of(p, p->session, error);
    judge.value = value;
    judge.verdict = verdict;
    if (!judge_answer(&judge))
        return false;
    if (!commit(p, value, error))
        return false;
    if (verdict->right && item->kind == WS_ITEM_DO && !judge_apply(&judge))
        return false;
    question->tried++;
    verdict->last = verdict->right || verdict->kept || question->tried >= item->tries;
    question->answered = verdict->last;
    bool shows = verdict->last && !verdict->right && !p->issued;
    if (shows && item->kind == WS_ITEM_DO && !solution_show(&judge, verdict))
        return false;
    settle(p);
    if (verdict->right)
        verdict->marks = item->marks;
    p->marks += verdict->marks;
    return true;
}

bool ws_play_judge(ws_play *p, const char *value, ws_judgement *verdict, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    bool asks = item && ws_item_is_question(item);
    memset(verdict, 0, sizeof *verdict);
    error->text[0] = '\0';
    if (!asks || item->kind == WS_ITEM_DO)
        return fail_with(error, "no question is open");
    if (!ws_play_return(p, error))
        return false;
    turn_find(p);
    ws_judge judge = judge_of(p, p->session, error);
    judge.value = value;
    judge.verdict = verdict;
    return judge_answer(&judge);
}

bool ws_play_pass(ws_play *p, ws_judgement *verdict, ws_error *error) {
    char right[WS_PLAY_TEXT];
    bool good = ws_play_solve(p, right, sizeof right, error);
    if (!good || !ws_play_judge(p, right, verdict, error))
        return false;
    verdict->right = false;
    p->question.answered = true;
    return true;
}

bool ws_play_solve(ws_play *p, char *text, size_t room, ws_error *error) {
    turn_find(p);
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

int ws_play_tries_left(const ws_play *p) {
    const ws_item *item = ws_play_item(p);
    return item ? item->tries - p->question.tried : 0;
}

bool ws_play_try(ws_play *p, const ws_field_lines *lines, bool *done, ws_error *error) {
    ws_shadow *copy = ws_probe_copy(p->session, error);
    if (!copy)
        return false;
    const ws_judge judge = judge_of(p, ws_shadow_session(copy), error);
    bool good = judge_repair(&judge, lines, done);
    ws_shadow_free(copy);
    return good;
}

bool ws_play_choice_holds(ws_play *p, size_t choice, bool *holds, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    const ws_expr *expr = item->choice[choice].holds;
    ws_probe_value value;
    *holds = item->choice[choice].right;
    if (!expr)
        return true;
    const ws_judge judge = judge_of(p, p->session, error);
    ws_session *scene = judge_scene(&judge);
    if (!scene || !ws_probe_now(scene, expr, &value, error))
        return false;
    *holds = value.holds;
    ws_probe_free(&value);
    return true;
}
