/* verify.c - plays a recording on all its branches and compares its checks. */
#include "session/history/history.h"
#include "session/language/text.h"
#include "session/session_state.h"

#include <inttypes.h>

/* Where to look first: what was changed between the last check that holds and the one that does
 * not. "" if nothing was. */
static void change_tell(ws_session *s, char *text, size_t room) {
    const ws_divergence *divergence = &s->divergence;
    const ws_timeline *timeline = ws_session_timeline(s);
    *text = '\0';
    for (size_t i = 0; i < timeline->mark_count && !*text; i++) {
        const ws_timeline_mark *mark = &timeline->marks[i];
        bool is_since = mark->cycle >= divergence->after;
        bool is_before = mark->cycle < divergence->cycle;
        bool is_change = ws_mark_of(mark->text) == WS_MARK_CHANGE;
        if (!is_since || !is_before || !is_change)
            continue;
        snprintf(text, room,
                 "; the first change since is `%.100s` "
                 "at cycle %" PRIu64,
                 mark->text, mark->cycle);
    }
}

static bool fail_divergence(ws_session *s, ws_error *error) {
    char change[200];
    const ws_divergence *divergence = &s->divergence;
    change_tell(s, change, sizeof change);
    return fail_with(
        error,
        "it diverges: the check at cycle %" PRIu64 " of %s does not hold (digest %016" PRIx64
        ", recorded %016" PRIx64 "); %s %" PRIu64 "%s",
        divergence->cycle, divergence->branch, divergence->found, divergence->expected,
        divergence->after ? "the last that holds is at cycle" : "it is the first behind cycle",
        divergence->after, change);
}

static bool fail_short(ws_session *s, ws_error *error) {
    ws_error why = {0};
    const ws_branch *branch = session_branch(s);
    bool failed = ws_session_failed(s, &why);
    return fail_with(error,
                     "it diverges: %s ends at cycle %" PRIu64 ", and was recorded to cycle %" PRIu64
                     "%s%.200s",
                     branch->name, session_now(s), branch->reached, failed ? ": " : "", why.text);
}

bool ws_session_verify(ws_session *s, ws_error *error) {
    size_t stay = s->branch;
    for (size_t i = 0; i < s->branches.count; i++) {
        size_t branch = (stay + i) % s->branches.count; /* the present branch needs no keyframe */
        if (!ws_session_branch_switch(s, branch, s->branches.branch[branch].reached, error))
            return false;
        const ws_branch *played = session_branch(s);
        if (s->has_diverged)
            return fail_divergence(s, error);
        if (session_now(s) < played->reached || s->next_check < played->check_count ||
            s->next_typed < played->typed.count)
            return fail_short(s, error);
    }
    return true;
}
