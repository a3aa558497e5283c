/* travel.c - going back and forth in a session, and from branch to branch.
 *
 * A keyframe is the state on arrival at a cycle, before any line of that cycle has acted. What is
 * in it besides the network: what was measured, what the observer remembers, the hosts' rules, the
 * note. Where the scenario and the branch stand follows from the cycle alone. So a frame is good
 * for every branch that shares the way up to it, and going somewhere is: the last frame at or
 * before, its lines, and steps.
 */
#include "session/history/history.h"
#include "session/language/text.h"
#include "session/session_state.h"

#include <assert.h>

/* --------------------------------------------------------------------------------- frames ---- */

static size_t timed_find(const ws_timed_lines *lines, uint64_t cycle) {
    size_t i = 0;
    while (i < lines->count && lines->line[i].cycle < cycle)
        i++;
    return i;
}

static size_t check_find(const ws_branch *branch, uint64_t cycle) {
    size_t i = 0;
    while (i < branch->check_count && branch->checks[i].cycle < cycle)
        i++;
    return i;
}

/* Makes the journal anew from the lines of the scenario and of the branch that have acted. */
static void journal_rebuild(ws_session *s) {
    const ws_timed_lines *timed = &s->script.timed;
    const ws_journal *typed = &session_branch(s)->typed;
    ws_lines_ahead course = ws_lines_ahead_of(timed, s->next_timed, typed, s->next_typed);
    ws_timeline_mark line;
    s->journal.count = 0;
    while (ws_lines_ahead_next(&course, &line))
        ws_journal_add(&s->journal, line.cycle, line.text);
}

static void frame_restore(ws_session *s, const ws_keyframe *frame) {
    const ws_branch *branch = session_branch(s);
    const uint64_t cycle = frame->cycle;
    s->cost_ns = frame->cost_ns;
    session_build_restore(s, frame->build);
    ws_pack pack = {.mode = WS_PACK_RESTORE, .bytes = ws_keyframes_open(s->keyframes, frame)};
    session_frame_pack(s, &pack);
    assert(session_now(s) == cycle);
    session_closing_begin(s);
    s->script.draft.def = *ws_net_def(s->net);
    s->next_timed = timed_find(&s->script.timed, cycle);
    s->next_typed = ws_journal_find(&branch->typed, cycle);
    s->next_check = check_find(branch, cycle);
    journal_rebuild(s);
    s->end = s->script.end;
    s->ended = s->failed = false;
    session_apply_due(s);
}

/* -------------------------------------------------------------------------------- seeking ---- */

static bool fail(ws_error *error, const char *why) {
    return fail_with(error, "%s", why);
}

static void run_to(ws_session *s, uint64_t cycle) {
    uint64_t now = session_now(s);
    if (now < cycle)
        ws_session_run(s, cycle - now);
}

/* Goes to a cycle of the branch that has just been chosen, from any state. */
static void travel(ws_session *s, uint64_t cycle) {
    const ws_keyframe *frame = session_frame_find(s, cycle);
    assert(frame); /* there is one at cycle 0 */
    frame_restore(s, frame);
    run_to(s, cycle);
}

/* Does a keyframe lie between the present and the cycle? */
static bool is_shortcut(ws_session *s, uint64_t cycle) {
    if (!s->keyframes)
        return false;
    const ws_keyframe *frame = session_frame_find(s, cycle);
    return frame && frame->cycle > session_now(s);
}

bool ws_session_seek(ws_session *s, uint64_t cycle, ws_error *error) {
    bool back = cycle < session_now(s);
    if (back && !s->keyframes)
        return fail(error, "this session keeps nothing for going back");
    if (back)
        session_check_here(s);
    if (back || is_shortcut(s, cycle))
        travel(s, cycle);
    else
        run_to(s, cycle);
    return true;
}

bool ws_session_replay(ws_session *s, uint64_t agreed, ws_error *error) {
    uint64_t now = session_now(s);
    if (!s->keyframes)
        return fail(error, "this session keeps nothing for going back");
    ws_keyframes_forget(s->keyframes, agreed);
    s->has_diverged = false;
    travel(s, now);
    return true;
}

bool ws_session_step_back(ws_session *s, ws_error *error) {
    uint64_t now = session_now(s);
    return now > 0 ? ws_session_seek(s, now - 1, error) : fail(error, "this is the beginning");
}

/* ------------------------------------------------------------------------------- branches ---- */

bool ws_session_branch_switch(ws_session *s, size_t branch, uint64_t cycle, ws_error *error) {
    if (branch >= s->branches.count)
        return fail(error, "unknown branch");
    if (branch == s->branch)
        return ws_session_seek(s, cycle, error);
    if (!s->keyframes)
        return fail(error, "this session keeps nothing for going back");
    session_check_here(s);
    s->branch = branch;
    travel(s, cycle);
    session_record_sync(s);
    return true;
}

/* ------------------------------------------------------------------------------- timeline ---- */

/* Lists all lines up to the furthest cycle of the branch. */
static void marks_fill(ws_timeline *t, const ws_script *script, const ws_branch *branch) {
    const ws_timed_lines *timed = &script->timed;
    const ws_journal *typed = &branch->typed;
    ws_lines_ahead course = ws_lines_ahead_of(timed, timed->count, typed, typed->count);
    ws_timeline_mark *marks = (void *)(uintptr_t)t->marks;
    ws_timeline_mark line;
    while (ws_lines_ahead_next(&course, &line) && line.cycle <= branch->reached) {
        WS_GROW(marks, t->mark_count);
        marks[t->mark_count++] = line;
    }
    t->marks = marks;
}

static int by_number(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a;
    uint64_t second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static void keyframes_fill(ws_timeline *t, ws_session *s) {
    size_t count;
    const ws_keyframe *frames = ws_keyframes_all(s->keyframes, &count, &t->keyframe_bytes);
    void *old = (void *)(uintptr_t)t->keyframes;
    uint64_t *cycles = ws_must(realloc(old, (count + 1) * sizeof *cycles));
    for (const ws_keyframe *frame = frames; frame < frames + count; frame++)
        if (session_has_frame(s, frame))
            cycles[t->keyframe_count++] = frame->cycle;
    qsort(cycles, t->keyframe_count, sizeof *cycles, by_number);
    t->keyframes = cycles;
}

const ws_timeline *ws_session_timeline(ws_session *s) {
    ws_timeline *t = &s->timeline;
    const ws_branch *branch = session_branch(s);
    t->now = session_now(s);
    t->reached = branch->reached;
    t->end = session_end(s);
    t->mark_count = t->keyframe_count = t->keyframe_bytes = 0;
    marks_fill(t, &s->script, branch);
    if (s->keyframes)
        keyframes_fill(t, s);
    return t;
}
