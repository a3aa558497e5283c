/* probe.c - see probe.h. */
#include "lesson/probe.h"

#include "session/language/text.h"
#include "session/watch.h"

#include <inttypes.h>
#include <stdlib.h>

bool ws_probe_now(ws_session *session, const ws_expr *expr, ws_probe_value *value,
                  ws_error *error) {
    ws_session_observe(session);
    const ws_net *net = ws_session_net(session);
    ws_scene scene = {.net = net, .metrics = ws_session_metrics(session)};
    ws_frame *frame = ws_frame_new(net);
    ws_frame_update(frame, net, expr->measured ? scene.metrics : NULL,
                    ws_session_observer(session));
    scene.frame = frame;
    *value = (ws_probe_value){.frame = frame};
    if (!ws_expr_check(expr, &scene, error)) {
        ws_probe_free(value);
        return false;
    }
    value->number = ws_expr_number(expr, &scene);
    value->holds = ws_expr_holds(expr, &scene);
    ws_expr_evidence(expr, &scene, value->evidence, sizeof value->evidence);
    ws_expr_targets(expr, &scene, &value->targets);
    return true;
}

ws_frame *ws_probe_frame(ws_session *session) {
    ws_session_observe(session);
    const ws_net *net = ws_session_net(session);
    ws_frame *frame = ws_frame_new(net);
    ws_frame_update(frame, net, ws_session_metrics(session), ws_session_observer(session));
    return frame;
}

void ws_probe_free(ws_probe_value *value) {
    if (value->frame)
        ws_frame_free(value->frame);
    value->frame = NULL;
}

#define COPY_BYTES (WS_KEYFRAME_BYTES / 8)

/* The last keyframe of the session makes the way to here short. */
ws_shadow *ws_probe_copy(ws_session *session, ws_error *error) {
    size_t branch = 0;
    while (!ws_session_branch(session, branch).present)
        branch++;
    uint64_t now = ws_net_cycle(ws_session_net(session));
    ws_shadow *copy = ws_shadow_new(session, branch, COPY_BYTES, error);
    if (!copy)
        return NULL;
    ws_session *its = ws_shadow_session(copy);
    ws_session_observe(its);
    ws_shadow_lend(copy, session, branch, now);
    ws_session_seek(its, now, error);
    ws_session_fork(its);
    return copy;
}

bool ws_probe_type(ws_session *session, const ws_field_lines *lines, ws_error *error) {
    for (size_t i = 0; i < lines->count; i++)
        if (!ws_session_apply(session, lines->line[i], error))
            return false;
    return true;
}

ws_shadow *ws_probe_ahead(ws_session *session, const ws_field_lines *lines, uint64_t cycles,
                          ws_error *error) {
    ws_shadow *copy = ws_probe_copy(session, error);
    if (!copy)
        return NULL;
    ws_session *its = ws_shadow_session(copy);
    bool good = ws_probe_type(its, lines, error);
    if (good && ws_session_run(its, cycles) < cycles)
        good = fail_with(error, "the scenario ends before the answer is known");
    if (good)
        return copy;
    ws_shadow_free(copy);
    return NULL;
}

uint64_t ws_runner_run(const ws_runner *runner, ws_session *session, uint64_t cycles) {
    if (runner->run)
        return runner->run(runner->context, session, cycles);
    return ws_session_run(session, cycles);
}

/* A frame for many looks, until the session has another network. */
static void frame_renew(ws_until *until, ws_session *session) {
    const ws_net *net = ws_session_net(session);
    if (until->frame && until->networks == ws_session_networks(session))
        return;
    ws_until_end(until);
    ws_session_observe(session);
    until->networks = ws_session_networks(session);
    until->frame = ws_frame_new(net);
}

void ws_until_end(ws_until *until) {
    if (until->frame)
        ws_frame_free(until->frame);
    until->frame = NULL;
}

/* In each cycle, where a network is so small that single flits are followed. */
static uint64_t usual_every(const ws_frame *frame) {
    enum { FEW = 64 };
    return frame->switches + frame->hosts <= FEW ? 1 : WS_WATCH_CYCLES;
}

static bool probe(ws_until *until, ws_session *session, ws_error *error) {
    const ws_net *net = ws_session_net(session);
    ws_metrics *metrics = ws_session_metrics(session);
    uint64_t now = ws_net_cycle(net);
    bool first = until->frame == NULL;
    frame_renew(until, session);
    const ws_scene scene = {net, until->frame, metrics};
    ws_frame_update(until->frame, net, until->expr->measured ? metrics : NULL,
                    ws_session_observer(session));
    if (first && !ws_expr_check(until->expr, &scene, error))
        return false;
    bool holds = ws_expr_holds(until->expr, &scene);
    if (!holds)
        until->since = UINT64_MAX;
    else if (until->since == UINT64_MAX)
        until->since = now;
    until->done = holds && now - until->since >= until->hold;
    return true;
}

/* " (at last 3, where at least 7 is asked)", of the latest look; "" if nothing is compared. */
static void latest_tell(const ws_until *until, ws_session *session, char *text, size_t room) {
    char compared[160];
    const ws_net *net = ws_session_net(session);
    const ws_scene scene = {net, until->frame, ws_session_metrics(session)};
    text_out out = text_begin(text, room);
    ws_expr_evidence(until->expr, &scene, compared, sizeof compared);
    if (*compared)
        text_add(&out, " (at last %s)", compared);
}

static bool fail_spent(const ws_until *until, ws_session *session, ws_error *error) {
    const ws_expr *expr = until->expr;
    char latest[200];
    latest_tell(until, session, latest, sizeof latest);
    if (until->hold > 0)
        return ws_fail_at(error, expr->place,
                          "`%s` did not hold for %" PRIu64 " cycles within %" PRIu64 " cycles%s",
                          expr->text, until->hold, until->budget, latest);
    return ws_fail_at(error, expr->place, "`%s` did not come true within %" PRIu64 " cycles%s",
                      expr->text, until->budget, latest);
}

/* One look. What is spent is told here and nowhere else: where a run ends does not depend on its
 * pace. */
static bool condition_check(ws_until *until, ws_session *session, ws_error *error) {
    uint64_t now = ws_net_cycle(ws_session_net(session));
    if (!probe(until, session, error))
        return false;
    if (until->every == 0)
        until->every = usual_every(until->frame);
    uint64_t spent = now - until->begin;
    if (until->done || spent < until->budget)
        return true;
    return fail_spent(until, session, error);
}

/* Where the next look may lie before `end`; *due: one does. A deadlock is seen in the cycle in
 * which it closes. */
static uint64_t next_stop(const ws_until *until, ws_session *session, uint64_t end, bool *due) {
    uint64_t now = ws_net_cycle(ws_session_net(session));
    uint64_t grid = now - now % until->every + until->every;
    uint64_t stop = grid < end ? grid : end;
    uint64_t closing = UINT64_MAX;
    if (until->every > 1 && ws_expr_uses(until->expr, &ws_quantities[WS_QUANTITY_DEADLOCK]))
        closing = ws_session_deadlock_ahead(session, &stop);
    stop = closing < stop ? closing : stop;
    *due = stop == grid || stop == closing;
    return stop;
}

bool ws_until_run(ws_until *until, ws_session *session, uint64_t cycles, ws_error *error) {
    uint64_t now = ws_net_cycle(ws_session_net(session));
    uint64_t end = now + cycles;
    if (!until->frame && !condition_check(until, session, error))
        return false;
    while (!until->done && now < end) {
        bool due;
        uint64_t step = next_stop(until, session, end, &due) - now;
        uint64_t ran = ws_runner_run(&until->runner, session, step);
        bool ended = ws_session_ended(session);
        if (ran < step && ended)
            return fail_with(error, "the scenario ends before `%s` came true", until->expr->text);
        if (ran < step)
            return true;
        now = ws_net_cycle(ws_session_net(session));
        if (due && !condition_check(until, session, error))
            return false;
    }
    return true;
}
