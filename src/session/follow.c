/* follow.c - see follow.h. */
#include "session/follow.h"

#include "session/language/text.h"
#include "session/session_state.h"

enum { CURES = 2 }; /* a digest is tried from a keyframe, then from cycle 0 */

struct ws_follow {
    ws_recording_lines *lines;
    ws_session *session;
    ws_options options;
    char *name;
    uint64_t count;
    size_t bytes;
    uint64_t cured_cycle; /* of the latest digest that did not agree */
    int cures;            /* how often that was replayed */
};

ws_follow *ws_follow_new(const char *name, const ws_options *options) {
    ws_follow *follow = ws_alloc(1, sizeof *follow);
    follow->lines = ws_recording_lines_new(name);
    follow->name = text_copy(name);
    ws_options_copy(&follow->options, options);
    return follow;
}

void ws_follow_free(ws_follow *follow) {
    if (!follow)
        return;
    ws_session_close(follow->session);
    ws_recording_lines_free(follow->lines);
    ws_options_free(&follow->options);
    free(follow->name);
    free(follow);
}

static bool session_begin(ws_follow *follow, ws_error *error) {
    ws_recording *recording = ws_recording_lines_release(follow->lines);
    follow->session = session_open_recording(follow->name, recording, &follow->options, error);
    if (!follow->session)
        return false;
    follow->bytes = 0;
    ws_recording_lines_into(follow->lines, &follow->session->branches);
    return true;
}

/* Renews the cycle at which the present branch ends. */
static void end_renew(ws_session *s) {
    if (!s->failed)
        s->ended = session_now(s) >= session_end(s);
}

/* Applies the lines that are due where the session stands. */
static void line_arrive(ws_follow *follow) {
    ws_session *s = follow->session;
    if (ws_recording_lines_branch(follow->lines) == s->branch) {
        session_apply_due(s);
        end_renew(s);
    }
    session_record_sync(s);
}

static bool is_room(ws_follow *follow, size_t length, ws_error *error) {
    size_t most = follow->session ? WS_FOLLOW_BODY : WS_FOLLOW_HEAD;
    follow->bytes += length + 1;
    return follow->bytes <= most ||
           fail_with(error, "%s is longer than %u MiB",
                     follow->session ? "the journal" : "its head", (unsigned)(most >> 20));
}

bool ws_follow_line(ws_follow *follow, const char *line, size_t length, ws_error *error) {
    if (!is_room(follow, length, error))
        return false;
    if (!ws_recording_lines_add(follow->lines, line, length, error))
        return false;
    follow->count++;
    if (follow->session)
        line_arrive(follow);
    else if (ws_recording_lines_begun(follow->lines))
        return session_begin(follow, error);
    return true;
}

uint64_t ws_follow_lines(const ws_follow *follow) {
    return follow->count;
}
uint32_t ws_follow_checksum(const ws_follow *follow) {
    return ws_recording_lines_chain(follow->lines);
}
ws_session *ws_follow_session(ws_follow *follow) {
    return follow->session;
}

bool ws_follow_branch(const ws_follow *follow, const char *name, size_t *branch) {
    const ws_session *s = follow->session;
    if (!s)
        return false;
    *branch = ws_branches_find(&s->branches, name);
    return *branch < s->branches.count && s->branches.branch[*branch].followed;
}

void ws_follow_reach(ws_follow *follow, size_t branch, uint64_t cycle) {
    ws_session *s = follow->session;
    ws_branch *reaching = &s->branches.branch[branch];
    if (reaching->reached < cycle)
        reaching->reached = cycle;
    if (branch == s->branch)
        end_renew(s);
}

/* Returns the furthest cycle of a branch that the recording tells of. */
static uint64_t told_end(const ws_branch *branch) {
    uint64_t end = branch->forked;
    const ws_journal_entry *last = ws_journal_last(&branch->typed);
    if (last && last->cycle > end)
        end = last->cycle;
    if (branch->check_count && branch->checks[branch->check_count - 1].cycle > end)
        end = branch->checks[branch->check_count - 1].cycle;
    return end;
}

/* Cuts each branch at the cycle that the recording tells of; returns the lowest cycle at which a
 * branch was cut. */
static uint64_t branches_lower(ws_branches *branches) {
    uint64_t lowest = UINT64_MAX;
    for (size_t i = 0; i < branches->count; i++) {
        ws_branch *branch = &branches->branch[i];
        const ws_branch *parent = &branches->branch[branch->parent];
        uint64_t end = told_end(branch->followed ? branch : parent);
        if (branch->followed && branch->reached > end) {
            branch->reached = end;
            lowest = session_sooner(lowest, end);
        }
        if (!branch->followed && parent->followed)
            branch->forked = session_sooner(branch->forked, end); /* lines behind it are local */
    }
    return lowest;
}

void ws_follow_rejoin(ws_follow *follow) {
    ws_session *s = follow->session;
    ws_error ignored;
    if (!s)
        return;
    uint64_t lowest = branches_lower(&s->branches);
    if (lowest == UINT64_MAX)
        return;
    ws_keyframes_forget(s->keyframes, lowest);
    const ws_branch *branch = session_branch(s);
    if (branch->followed && session_now(s) > branch->reached)
        ws_session_seek(s, branch->reached, &ignored);
}

bool ws_follow_own_branch(const ws_follow *follow, ws_follow_own *own) {
    const ws_session *s = follow->session;
    if (!s || session_branch(s)->followed)
        return false;
    const ws_branch *present = session_branch(s);
    const ws_branch *first = present;
    const ws_branch *parent = &s->branches.branch[first->parent];
    while (!parent->followed) {
        first = parent;
        parent = &s->branches.branch[first->parent];
    }
    own->branch = parent->name;
    own->forked = first->forked;
    own->now = session_now(s);
    own->line = present->typed.entries + first->inherited;
    own->count = 0;
    size_t most = present->typed.count - first->inherited;
    while (own->count < most && own->line[own->count].cycle <= own->now)
        own->count++;
    return true;
}

void ws_follow_compare(ws_follow *follow, uint64_t digest) {
    session_compare_digest(follow->session, digest);
}

bool ws_follow_cure(ws_follow *follow) {
    ws_session *s = follow->session;
    ws_error ignored;
    ws_divergence divergence;
    if (!ws_session_diverged(s, &divergence))
        return true;
    bool again = follow->cures && divergence.cycle == follow->cured_cycle;
    follow->cures = again ? follow->cures + 1 : 1;
    follow->cured_cycle = divergence.cycle;
    if (follow->cures > CURES)
        return false;
    uint64_t agreed = again ? 0 : divergence.after;
    return ws_session_replay(s, agreed, &ignored) && !ws_session_diverged(s, &divergence);
}

bool ws_follow_cures_left(const ws_follow *follow) {
    return follow->cures < CURES;
}
