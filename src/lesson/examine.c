/* examine.c - see examine.h. */
#include "lesson/examine.h"

#include "lesson/judge.h"
#include "session/expr/expr_rows.h"
#include "session/language/params.h"
#include "session/language/text.h"

#include <inttypes.h>
#include <string.h>

enum {
    TARGETS = 200,
    SPREAD = 64,
    NEAR = 10
}; /* numbers of the rest; a tenth of the value at a change */

/* The question at hand. */
typedef struct exam {
    ws_play *play;
    const ws_item *item;
    const ws_examiner *examiner;
    const ws_repair_law *law; /* of DO: the one at hand */
    ws_error *error;
} exam;

static void tell(const exam *e, const char *what, const char *value) {
    char line[WS_PLAY_TEXT + 64];
    if (!e->examiner->tell)
        return;
    snprintf(line, sizeof line, "  %s: %.300s", what, value);
    e->examiner->tell(e->examiner->context, line);
}

/* ---- pick ---- */

static void target_name(const ws_frame *frame, const ws_target *target, char *text, size_t room) {
    const ws_frame_link *link = &frame->link[target->id];
    switch (target->kind) {
    case WS_TARGET_WORM: snprintf(text, room, "%" PRIu32, target->id); return;
    case WS_TARGET_NODE: snprintf(text, room, "%s", frame->graph.node[target->id].name); return;
    case WS_TARGET_LINK: break;
    }
    const char *from = frame->graph.node[link->from].name;
    const char *to = frame->graph.node[link->to].name;
    snprintf(text, room, "%s %s", from, to);
}

static bool has(const ws_targets *targets, const ws_target *target) {
    for (size_t i = 0; i < targets->count; i++) {
        const ws_target *at = &targets->at[i];
        bool same = at->id == target->id;
        if (same && at->kind == target->kind)
            return true;
    }
    return false;
}

static bool verdict_check(const exam *e, const char *answer, bool admitted) {
    ws_judgement verdict;
    if (!ws_play_judge(e->play, answer, &verdict, e->error))
        return false;
    if (verdict.right == admitted)
        return true;
    return ws_fail_at(e->error, e->item->place, "the words %s `%.60s`; it is judged %s",
                      admitted ? "admit" : "do not admit", answer,
                      verdict.right ? "right" : "wrong");
}

/* Has the map a worm, or by its name a node, or the node where a link begins? */
static bool is_on_map(const exam *e, const ws_frame *frame, const ws_target *target,
                      const int *size) {
    const ws_examiner *examiner = e->examiner;
    ws_session *session = ws_play_session(e->play);
    if (target->kind == WS_TARGET_WORM)
        return !examiner->shows ||
               examiner->shows(examiner->context, session, target->id, size[0], size[1]);
    uint32_t node = target->kind == WS_TARGET_LINK ? frame->link[target->id].from : target->id;
    const char *name = frame->graph.node[node].name;
    return !examiner->names || examiner->names(examiner->context, session, name, size[0], size[1]);
}

static bool drawn_check(const exam *e, const ws_frame *frame, const ws_target *target) {
    static const int sizes[][2] = {{80, 24}, {100, 30}};
    char name[160];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int *size = sizes[i];
        if (is_on_map(e, frame, target, size))
            continue;
        target_name(frame, target, name, sizeof name);
        return ws_fail_at(e->error, e->item->place, "the map at %dx%d does not show %s %.40s",
                          size[0], size[1], e->item->what, name);
    }
    return true;
}

static bool target_check(const exam *e, const ws_probe_value *admits, ws_target target) {
    char name[160];
    target_name(admits->frame, &target, name, sizeof name);
    return verdict_check(e, name, has(&admits->targets, &target));
}

/* What the words admit, and what the key says. */
typedef struct sides {
    ws_probe_value admits, key;
} sides;

static bool is_tried_target(const sides *both, ws_target target, uint32_t count) {
    uint32_t apart = count / TARGETS + 1;
    return target.id % apart == 0 || has(&both->admits.targets, &target) ||
           has(&both->key.targets, &target);
}

/* Everything of the kind that is asked for is tried; of very many some hundreds, what is admitted,
 * and the key. */
static bool targets_check(const exam *e, const sides *both) {
    const ws_probe_value *admits = &both->admits;
    const ws_frame *frame = admits->frame;
    bool links = text_is(e->item->what, "link");
    uint32_t count = links ? frame->links : frame->switches + frame->hosts;
    bool good = true;
    if (text_is(e->item->what, "worm")) {
        for (uint32_t i = 0; good && i < frame->worms; i++) {
            uint32_t packet = frame->worm[i].packet;
            good = target_check(e, admits, (ws_target){WS_TARGET_WORM, packet});
        }
        return good;
    }
    for (uint32_t i = 0; good && i < count; i++) {
        const ws_target target = {links ? WS_TARGET_LINK : WS_TARGET_NODE, i};
        good = !is_tried_target(both, target, count) || target_check(e, admits, target);
    }
    return good;
}

/* What all rows admit. */
static bool admitted_find(const exam *e, ws_probe_value *value) {
    const ws_item *item = e->item;
    ws_session *session = ws_play_session(e->play);
    if (!ws_probe_now(session, item->admits[0], value, e->error))
        return false;
    for (size_t i = 1; i < item->admitted; i++) {
        ws_probe_value more;
        if (!ws_probe_now(session, item->admits[i], &more, e->error))
            return false;
        for (size_t t = 0; t < more.targets.count; t++)
            ws_targets_add(&value->targets, more.targets.at[t].kind, more.targets.at[t].id);
        ws_probe_free(&more);
    }
    return true;
}

/* What may be pointed at must be on the map. */
static bool right_check(const exam *e, const ws_probe_value *right) {
    char name[160];
    bool good = true;
    for (size_t i = 0; good && i < right->targets.count; i++) {
        target_name(right->frame, &right->targets.at[i], name, sizeof name);
        tell(e, "right", name);
        good = drawn_check(e, right->frame, &right->targets.at[i]);
    }
    return good;
}

/* Without a row the key is only looked for on the map. */
static bool pick_examine(const exam *e) {
    sides both;
    if (!ws_probe_now(ws_play_session(e->play), e->item->truth, &both.key, e->error))
        return false;
    bool good = true;
    if (e->item->admitted) {
        good = admitted_find(e, &both.admits);
        if (good) {
            good = targets_check(e, &both);
            ws_probe_free(&both.admits);
        }
    }
    good = good && right_check(e, &both.key);
    ws_probe_free(&both.key);
    return good;
}

/* ---- predict ---- */

static bool number_check(const exam *e, double number, bool admitted) {
    char text[64];
    snprintf(text, sizeof text, "%.6g", number);
    return verdict_check(e, text, admitted);
}

/* What is admitted is right, and twice or half of it is not. */
static bool predict_examine(const exam *e) {
    const ws_item *item = e->item;
    bool good = true;
    for (size_t i = 0; good && i < item->admitted; i++) {
        ws_probe_value value;
        if (!ws_probe_now(ws_play_session(e->play), item->admits[i], &value, e->error))
            return false;
        double number = value.number;
        ws_probe_free(&value);
        good = number_check(e, number, true);
        if (number != 0)
            good = good && number_check(e, 2 * number, false) && number_check(e, number / 2, false);
    }
    return good;
}

/* ---- do ---- */

/* Does the law hold where its parameter has this value? */
static bool law_holds(const exam *e, const ws_probe_value *at, const ws_param *param,
                      int64_t value) {
    ws_session *session = ws_play_session(e->play);
    const ws_scene scene = {ws_session_net(session), at->frame, ws_session_metrics(session)};
    int64_t stored = param->type == WS_PARAM_SHARE ? value * WS_MILLION : value;
    memcpy((char *)&at->frame->def + param->offset, &stored, sizeof stored);
    return ws_expr_holds(e->law->holds, &scene);
}

static bool value_check(const exam *e, const ws_param *param, int64_t value, bool holds) {
    char line[160];
    bool done;
    ws_field_lines lines = {.count = 1};
    snprintf(line, sizeof line, param->live ? "set %s %" PRId64 : "rebuild %s=%" PRId64,
             param->name, value);
    lines.line[0] = line;
    if (!ws_play_try(e->play, &lines, &done, e->error))
        return false;
    if (done == holds)
        return true;
    return ws_fail_at(e->error, e->law->place, "law: %s %" PRId64 " fulfils `%s`? %s; judged %s",
                      param->name, value, e->law->holds->text, holds ? "yes" : "no",
                      done ? "right" : "wrong");
}

static bool is_near(int64_t value, int64_t change) {
    int64_t far = value > change ? value - change : change - value;
    return far * NEAR <= change;
}

/* Near a value at which the law changes, or one of those that are spread over the rest. */
static bool is_tried(const exam *e, const int64_t *change, size_t changes, int64_t value) {
    const ws_repair_law *law = e->law;
    int64_t apart = (law->high - law->low) / SPREAD + 1;
    if (e->examiner->all || (value - law->low) % apart == 0 || value == law->high)
        return true;
    for (size_t i = 0; i < changes; i++)
        if (is_near(value, change[i]))
            return true;
    return false;
}

enum { CHANGES = 32 };

static size_t changes_find(const exam *e, const ws_probe_value *at, const ws_param *param,
                           int64_t change[CHANGES]) {
    const ws_repair_law *law = e->law;
    bool before = law_holds(e, at, param, law->low);
    size_t count = 0;
    for (int64_t value = law->low + 1; value <= law->high && count < CHANGES; value++) {
        bool now = law_holds(e, at, param, value);
        if (now != before)
            change[count++] = value;
        before = now;
    }
    return count;
}

static bool law_examine(const exam *e) {
    const ws_repair_law *law = e->law;
    int64_t change[CHANGES];
    ws_probe_value at;
    const ws_param *param = ws_param_find(law->name);
    if (!ws_probe_now(ws_play_session(e->play), law->holds, &at, e->error))
        return false;
    int64_t before;
    memcpy(&before, (const char *)&at.frame->def + param->offset, sizeof before);
    before /= param->type == WS_PARAM_SHARE ? WS_MILLION : 1;
    size_t changes = changes_find(e, &at, param, change);
    bool good = true;
    for (int64_t value = law->low; good && value <= law->high; value++) {
        bool holds = law_holds(e, &at, param, value);
        if (value != before && is_tried(e, change, changes, value)) /* else it is no repair */
            good = value_check(e, param, value, holds);
    }
    ws_probe_free(&at);
    return good;
}

static bool do_examine(const exam *e) {
    exam of = *e;
    bool good = true;
    for (of.law = e->item->law; good && of.law < e->item->law + e->item->laws; of.law++)
        good = law_examine(&of);
    return good;
}

/* ---- all kinds ---- */

/* Does anything but the key say what is right? The choices have their conditions, which check.h
 * holds against the network. */
static bool is_tested(const ws_item *item) {
    if (item->kind == WS_ITEM_DO)
        return item->laws > 0;
    return item->kind == WS_ITEM_CHOOSE || item->admitted > 0;
}

static bool admits_check(const exam *e) {
    const ws_item *item = e->item;
    bool now =
        item->lines.count == 0 && item->cycles == 0; /* else what has been is another value */
    for (size_t i = 0; i < item->admitted; i++) {
        if (now && text_is(item->admits[i]->text, item->truth->text))
            return ws_fail_at(e->error, item->place, "admits %.60s: this is the key itself",
                              item->truth->text);
        tell(e, "admitted", item->admits[i]->text);
    }
    for (size_t i = 0; i < item->laws; i++)
        tell(e, "law", item->law[i].holds->text);
    if (is_tested(item))
        return true;
    tell(e, "not tested by a reader", item->kind == WS_ITEM_DO ? "no law" : "nothing but the key");
    if (e->examiner->untested)
        ++*e->examiner->untested;
    return true;
}

static bool question_examine(const exam *e) {
    char right[WS_PLAY_TEXT];
    ws_judgement verdict;
    tell(e, "asked", e->item->text ? e->item->text : "a repair");
    if (!ws_play_solve(e->play, right, sizeof right, e->error))
        return false;
    tell(e, "key", right);
    bool good = admits_check(e);
    if (e->item->kind == WS_ITEM_PICK)
        good = good && pick_examine(e);
    else if (e->item->kind == WS_ITEM_PREDICT)
        good = good && predict_examine(e);
    else if (e->item->kind == WS_ITEM_DO)
        good = good && do_examine(e);
    return good && ws_play_answer(e->play, right, &verdict, e->error);
}

static bool item_examine(const exam *e) {
    const ws_item *item = e->item;
    const ws_examiner *examiner = e->examiner;
    for (size_t i = 0; item->kind == WS_ITEM_SHOW && i < item->lines.count; i++)
        if (examiner->show)
            examiner->show(examiner->context, item->lines.line[i]);
    if (ws_item_is_question(item) && !question_examine(e)) {
        judge_blame(item, e->error);
        return false;
    }
    return ws_play_go(e->play, e->error);
}

bool ws_lesson_examine(const ws_lesson *lesson, uint64_t draw, const ws_examiner *examiner,
                       ws_error *error) {
    ws_play *play = ws_play_begin(lesson, draw, error);
    bool good = play != NULL;
    exam e = {.play = play, .examiner = examiner, .error = error};
    while (good && ws_play_item(play)) {
        e.item = ws_play_item(play);
        good = item_examine(&e);
    }
    ws_play_end(play);
    return good;
}
