/* judge.c - see judge.h. */
#include "lesson/judge.h"

#include "session/expr/expr_rows.h"
#include "session/language/text.h"
#include "session/watch.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

void judge_blame(const ws_item *item, ws_error *error) {
    const char *name = item->place.source->name;
    if (strncmp(error->text, name, strlen(name)) != 0)
        ws_fail_place(error, item->place);
}

/* What stands before the right answer: whoever has given it knows that it is right. */
static const char *before_right(const ws_judgement *verdict) {
    return verdict->right ? "" : "the right answer is: ";
}

/* ---- pick ---- */

static void pair_text(const ws_frame *frame, uint32_t one, uint32_t other, text_out *out) {
    const char *from = frame->graph.node[one].name;
    const char *to = frame->graph.node[other].name;
    text_add(out, "%s %s", from, to);
}

/* As it can be typed, and is told. */
static void target_text(const ws_frame *frame, const ws_target *target, text_out *out) {
    const ws_frame_worm *worm;
    const ws_frame_link *link;
    uint32_t hosts = frame->switches;
    switch (target->kind) {
    case WS_TARGET_WORM:
        worm = ws_frame_worm_of(frame, target->id);
        pair_text(frame, hosts + worm->source, hosts + worm->dest, out);
        break;
    case WS_TARGET_LINK:
        link = &frame->link[target->id];
        pair_text(frame, link->from, link->to, out);
        break;
    case WS_TARGET_NODE: text_add(out, "%s", frame->graph.node[target->id].name); break;
    }
}

/* Words that name something in a frame. */
typedef struct naming {
    const ws_frame *frame;
    const char *words;
} naming;

/* Is the target what the words name: its names, or the number of a worm? */
static bool is_named(const naming *n, ws_target target) {
    char name[160];
    char number[32];
    text_out out = text_begin(name, sizeof name);
    target_text(n->frame, &target, &out);
    snprintf(number, sizeof number, "%" PRIu32, target.id);
    if (text_is(name, n->words))
        return true;
    return target.kind == WS_TARGET_WORM && text_is(number, n->words);
}

/* Is one of the first `count` links or nodes named? */
static bool other_is_there(const naming *n, ws_target_kind kind, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (is_named(n, (ws_target){kind, i}))
            return true;
    return false;
}

/* Is there such a worm, link or node at all? */
static bool is_there(const naming *n, const char *what) {
    const ws_frame *frame = n->frame;
    if (text_is(what, "worm")) {
        for (uint32_t i = 0; i < frame->worms; i++)
            if (is_named(n, (ws_target){WS_TARGET_WORM, frame->worm[i].packet}))
                return true;
        return false;
    }
    if (text_is(what, "link"))
        return other_is_there(n, WS_TARGET_LINK, frame->links);
    return other_is_there(n, WS_TARGET_NODE, frame->switches + frame->hosts);
}

static void targets_text(const ws_probe_value *probe, text_out *out) {
    const ws_target *end = probe->targets.at + probe->targets.count;
    const char *before = "";
    for (const ws_target *target = probe->targets.at; target < end; target++) {
        text_add(out, "%s", before);
        target_text(probe->frame, target, out);
        before = ", ";
    }
}

static bool pick_check(const ws_judge *judge, const naming *answer) {
    const char *what = judge->item->what;
    if (is_there(answer, what))
        return true;
    return fail_with(judge->error, "unknown %s `%.60s`", what, judge->value);
}

/* Of a lesson that does not say what is right. */
static bool pick_keep(const ws_judge *judge) {
    ws_frame *frame = ws_probe_frame(judge->session);
    const naming answer = {frame, judge->value};
    bool good = pick_check(judge, &answer);
    ws_frame_free(frame);
    return good;
}

static bool pick_judge(const ws_judge *judge, const ws_probe_value *probe) {
    const naming answer = {probe->frame, judge->value};
    const ws_targets *targets = &probe->targets;
    ws_judgement *verdict = judge->verdict;
    if (!pick_check(judge, &answer))
        return false;
    for (size_t i = 0; i < targets->count; i++)
        verdict->right |= is_named(&answer, targets->at[i]);
    text_out out = text_begin(verdict->truth, sizeof verdict->truth);
    text_add(&out, "%s", before_right(verdict));
    targets_text(probe, &out);
    return true;
}

/* ---- predict ---- */

static bool guess_read(const ws_judge *judge, double *guess) {
    if (ws_real_is(judge->value, guess) && isfinite(*guess))
        return true;
    return fail_with(judge->error, "invalid number `%.60s`", judge->value);
}

static bool predict_judge(const ws_judge *judge, const ws_probe_value *probe) {
    char number[32];
    ws_judgement *verdict = judge->verdict;
    double truth = probe->number;
    double guess;
    if (!guess_read(judge, &guess))
        return false;
    double most = judge->item->within * fabs(truth);
    verdict->right = fabs(guess - truth) <= most + 1e-9;
    snprintf(number, sizeof number, "%.4g", truth);
    snprintf(verdict->truth, sizeof verdict->truth, "the simulation says %.300s", number);
    return true;
}

/* ---- choose ---- */

/* The number of choices if none is said to be right. */
static size_t right_choice(const ws_item *item) {
    const ws_choice *choice = item->choice;
    for (size_t i = 0; i < item->choices; i++) {
        if (choice->right)
            return i;
        choice++;
    }
    return item->choices;
}

static bool letter_check(const ws_judge *judge) {
    const char *value = judge->value;
    char last = (char)('a' + judge->item->choices - 1);
    bool is_letter = value[0] >= 'a' && value[0] <= last;
    if (is_letter && value[1] == '\0')
        return true;
    return fail_with(judge->error, "invalid answer `%.60s`: expected a letter from a to %c", value,
                     last);
}

static bool choose_judge(const ws_judge *judge) {
    const ws_item *item = judge->item;
    ws_judgement *verdict = judge->verdict;
    if (!letter_check(judge))
        return false;
    size_t shown = (size_t)(judge->value[0] - 'a');
    size_t chosen = (shown + judge->question->turn) % item->choices;
    size_t right = right_choice(item);
    verdict->right = chosen == right;
    text_out out = text_begin(verdict->truth, sizeof verdict->truth);
    text_add(&out, "%s%.300s", before_right(verdict), item->choice[right].text);
    return true;
}

/* ---- repair ---- */

static bool is_allowed(const ws_judge *judge, const char *name) {
    const ws_field_lines *allow = &judge->item->allow;
    for (size_t i = 0; i < allow->count; i++)
        if (text_is(allow->line[i], name))
            return true;
    ws_error *error = judge->error;
    text_out out = text_begin(error->text, sizeof error->text);
    text_add(&out, "`%.60s` may not be changed here; allowed:", name);
    for (size_t i = 0; i < allow->count; i++)
        text_add(&out, " %s", allow->line[i]);
    return false;
}

/* The names that a `rebuild` sets. */
static bool rebuild_allowed(const ws_judge *judge, const ws_line *line) {
    for (size_t i = 1; i < line->count; i++) {
        char name[64];
        text_out out = text_begin(name, sizeof name);
        const char *word = word_at(line, i);
        const char *equals = strchr(word, '=');
        if (!equals)
            continue;
        text_add(&out, "%.*s", (int)(equals - word), word);
        if (!is_allowed(judge, name))
            return false;
    }
    return true;
}

/* `set NAME ...` and `rebuild NAME=...` of names that are allowed; other commands by their own. */
bool judge_allows(const ws_judge *judge, const char *text) {
    ws_line line;
    if (!ws_line_typed(&line, text, judge->error))
        return false;
    const char *command = word_at(&line, 0);
    if (line.count == 0)
        return fail_with(judge->error, "a line is missing, such as set NAME VALUE");
    if (text_is(command, "rebuild"))
        return rebuild_allowed(judge, &line);
    if (text_is(command, "set"))
        return is_allowed(judge, word_at(&line, 1));
    return is_allowed(judge, command);
}

static bool limit_holds(const ws_judge *judge) {
    ws_probe_value value;
    const ws_expr *limit = judge->item->limit;
    if (!limit)
        return true;
    if (!ws_probe_now(judge->session, limit, &value, judge->error))
        return false;
    bool holds = value.holds;
    ws_probe_free(&value);
    return holds || fail_with(judge->error, "this is beyond the limit: %s", limit->text);
}

bool judge_repair(const ws_judge *judge, const ws_field_lines *lines, bool *done) {
    ws_session *session = judge->session;
    const ws_item *item = judge->item;
    ws_until until = {.expr = item->truth};
    ws_error spent;
    if (!ws_probe_type(session, lines, judge->error))
        return false;
    if (!limit_holds(judge))
        return false;
    ws_session_apply(session, "measure", &spent);
    until.hold = item->hold;
    until.budget = item->budget;
    until.every = WS_WATCH_CYCLES;
    until.begin = ws_net_cycle(ws_session_net(session));
    until.since = UINT64_MAX;
    bool good = ws_until_run(&until, session, item->budget + WS_WATCH_CYCLES, &spent);
    *done = good && until.done;
    ws_until_end(&until);
    return true;
}

static bool lines_of(const char *value, ws_field_lines *lines, ws_texts *texts) {
    *lines = (ws_field_lines){0};
    while (*value) {
        size_t length = strcspn(value, ";");
        if (lines->count == WS_LESSON_LINES)
            return false;
        const char *line = ws_texts_add(texts, value, length);
        lines->line[lines->count++] = line;
        value += length;
        value += strspn(value, "; ");
    }
    return lines->count > 0;
}

/* Says how near to its goal the repair has come. */
static void goal_say(const ws_judge *judge, const ws_judge *trial) {
    ws_probe_value probe;
    ws_judgement *verdict = judge->verdict;
    const ws_expr *goal = trial->item->truth;
    text_out out = text_begin(verdict->truth, sizeof verdict->truth);
    text_add(&out, "the goal is ");
    if (!verdict->right)
        text_add(&out, "not ");
    text_add(&out, "reached");
    if (!ws_probe_now(trial->session, goal, &probe, judge->error))
        return;
    if (*probe.evidence)
        text_add(&out, ": %s", probe.evidence);
    ws_probe_free(&probe);
}

/* Tried on a copy: a wrong repair leaves the session where the question was asked. */
static bool repair_judge(const ws_judge *judge, const ws_field_lines *lines) {
    ws_judgement *verdict = judge->verdict;
    ws_judge trial = *judge;
    for (size_t i = 0; i < lines->count; i++)
        if (!judge_allows(judge, lines->line[i]))
            return false;
    ws_shadow *copy = ws_probe_copy(judge->session, judge->error);
    if (!copy)
        return false;
    trial.session = ws_shadow_session(copy);
    bool good = judge_repair(&trial, lines, &verdict->right);
    if (good)
        goal_say(judge, &trial);
    ws_shadow_free(copy);
    return good;
}

static bool do_judge(const ws_judge *judge) {
    ws_texts texts = {0};
    ws_field_lines lines;
    bool good = lines_of(judge->value, &lines, &texts);
    if (good)
        good = repair_judge(judge, &lines);
    else
        fail_with(judge->error, "expected 1 to 8 lines with ; between them");
    ws_texts_free(&texts);
    return good;
}

bool judge_apply(const ws_judge *judge) {
    ws_texts texts = {0};
    ws_field_lines lines;
    bool done;
    bool good = lines_of(judge->value, &lines, &texts);
    good = good && judge_repair(judge, &lines, &done);
    ws_texts_free(&texts);
    return good;
}

/* ---- all kinds ---- */

ws_session *judge_scene(const ws_judge *judge) {
    const ws_item *item = judge->item;
    ws_question *question = judge->question;
    if (item->lines.count == 0 && item->cycles == 0)
        return judge->session;
    if (!question->ahead)
        question->ahead = ws_probe_ahead(judge->session, &item->lines, item->cycles, judge->error);
    if (!question->ahead)
        return NULL;
    return ws_shadow_session(question->ahead);
}

static bool truth_probe(const ws_judge *judge, ws_probe_value *probe) {
    ws_session *scene = judge_scene(judge);
    if (!scene)
        return false;
    return ws_probe_now(scene, judge->item->truth, probe, judge->error);
}

/* Does only the teacher's lesson say what is right? */
static bool is_blind(const ws_item *item) {
    if (item->kind != WS_ITEM_CHOOSE)
        return !item->truth;
    return right_choice(item) == item->choices;
}

/* Is it an answer at all? */
static bool answer_keep(const ws_judge *judge) {
    double guess;
    judge->verdict->kept = true;
    switch (judge->item->kind) {
    case WS_ITEM_CHOOSE: return letter_check(judge);
    case WS_ITEM_PREDICT: return guess_read(judge, &guess);
    default: return pick_keep(judge);
    }
}

bool judge_test(const ws_judge *judge) {
    ws_probe_value probe;
    ws_judgement *verdict = judge->verdict;
    if (!truth_probe(judge, &probe))
        return false;
    verdict->right = probe.holds;
    snprintf(verdict->truth, sizeof verdict->truth, "%s", probe.evidence);
    ws_probe_free(&probe);
    return true;
}

bool judge_answer(const ws_judge *judge) {
    ws_probe_value probe;
    bool good;
    if (is_blind(judge->item))
        return answer_keep(judge);
    if (judge->item->kind == WS_ITEM_DO)
        return do_judge(judge);
    if (judge->item->kind == WS_ITEM_CHOOSE)
        return choose_judge(judge);
    if (!truth_probe(judge, &probe))
        return false;
    if (judge->item->kind == WS_ITEM_PICK)
        good = pick_judge(judge, &probe);
    else
        good = predict_judge(judge, &probe);
    ws_probe_free(&probe);
    return good;
}

static bool solve_probed(const ws_judge *judge, const ws_probe_value *probe, text_out *out) {
    const ws_item *item = judge->item;
    const char *asked = item->truth->text;
    bool is_number = item->kind == WS_ITEM_PREDICT;
    if (is_number && !isfinite(probe->number))
        return ws_fail_at(judge->error, item->place, "this has no value: %s", asked);
    if (!is_number && probe->targets.count == 0)
        return ws_fail_at(judge->error, item->place, "nothing to point at: %s", asked);
    if (is_number)
        text_add(out, "%.6g", probe->number);
    else
        target_text(probe->frame, &probe->targets.at[0], out);
    return true;
}

static void solution_text(const ws_field_lines *solution, text_out *out) {
    const char *before = "";
    for (size_t i = 0; i < solution->count; i++) {
        text_add(out, "%s%s", before, solution->line[i]);
        before = "; ";
    }
}

bool judge_solve(const ws_judge *judge, char *text, size_t room) {
    const ws_item *item = judge->item;
    text_out out = text_begin(text, room);
    ws_probe_value probe;
    if (item->kind == WS_ITEM_DO) {
        solution_text(&item->solution, &out);
        return true;
    }
    if (item->kind == WS_ITEM_CHOOSE) {
        size_t shown = right_choice(item) + item->choices;
        shown -= judge->question->turn;
        text_add(&out, "%c", (int)('a' + shown % item->choices));
        return true;
    }
    if (!truth_probe(judge, &probe))
        return false;
    bool good = solve_probed(judge, &probe, &out);
    ws_probe_free(&probe);
    return good;
}
