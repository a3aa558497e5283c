/* verify.c - a recording played on all its branches, and its checks compared. */
#include "session/session_state.h"

#include <inttypes.h>

static bool fail_divergence(const ws_session *s, ws_error *error) {
    const ws_divergence *d = &s->divergence;
    snprintf(error->text, sizeof error->text,
             "it diverges: the check at cycle %" PRIu64 " of %s does not hold (digest %016" PRIx64
             ", recorded %016" PRIx64 "); %s %" PRIu64,
             d->cycle, d->branch, d->found, d->expected,
             d->after ? "the last that holds is at cycle" : "it is the first behind cycle",
             d->after);
    return false;
}

static bool fail_short(ws_session *s, ws_error *error) {
    ws_error why = {""};
    const ws_branch *b = session_branch(s);
    bool failed = ws_session_failed(s, &why);
    snprintf(error->text, sizeof error->text,
             "it diverges: %s ends at cycle %" PRIu64 ", and was recorded to cycle %" PRIu64
             "%s%.200s",
             b->name, ws_net_cycle(s->net), b->reached, failed ? ": " : "", why.text);
    return false;
}

bool ws_session_verify(ws_session *s, ws_error *error) {
    size_t stay = s->branch;
    for (size_t i = 0; i < s->branches.count; i++) {
        size_t branch = (stay + i) % s->branches.count; /* the one we are on takes no keyframe */
        if (!ws_session_branch_switch(s, branch, s->branches.branch[branch].reached, error))
            return false;
        const ws_branch *b = session_branch(s);
        if (s->has_diverged)
            return fail_divergence(s, error);
        if (ws_net_cycle(s->net) < b->reached || s->next_check < b->check_count ||
            s->next_typed < b->typed.count)
            return fail_short(s, error);
    }
    return true;
}
