/* verify.c - plays a recording on all its branches and compares its checks. */
#include "session/language/text.h"
#include "session/session_state.h"

#include <inttypes.h>

static bool fail_divergence(const ws_session *s, ws_error *error) {
    const ws_divergence *divergence = &s->divergence;
    return fail_with(
        error,
        "it diverges: the check at cycle %" PRIu64 " of %s does not hold (digest %016" PRIx64
        ", recorded %016" PRIx64 "); %s %" PRIu64,
        divergence->cycle, divergence->branch, divergence->found, divergence->expected,
        divergence->after ? "the last that holds is at cycle" : "it is the first behind cycle",
        divergence->after);
}

static bool fail_short(ws_session *s, ws_error *error) {
    ws_error why = {""};
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
