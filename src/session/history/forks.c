/* forks.c - the branches of a session, and where one begins. */
#include "session/language/text.h"
#include "session/session_state.h"

#include <string.h>

static void fork_here(ws_session *s) {
    uint64_t now = session_now(s);
    while (s->branch && now < session_branch(s)->forked)
        s->branch = session_branch(s)->parent;
    bool is_beside = s->branches.branch[0].followed;
    s->branch = ws_branches_fork(&s->branches, s->branch, now, s->next_typed);
    ws_branch *branch = session_branch(s);
    if (is_beside) /* "fork-N" names the branches of the recording */
        snprintf(branch->name, sizeof branch->name, "mine-%zu", s->branch);
    s->next_check = session_branch(s)->check_count;
}

void session_adopt(ws_session *s) {
    if (session_has_future(s)) {
        fork_here(s);
        session_record_sync(s);
    }
    session_branch(s)->played = false;
    if (!s->failed)
        s->ended = session_now(s) >= s->end;
}

static bool fail_full(ws_error *error) {
    return fail_with(
        error, "the session has %d branches, and can have no more; go on at the end of one of them",
        WS_BRANCHES_MAX);
}

bool session_has_room(const ws_session *s, ws_error *error) {
    bool good = !session_has_future(s) || s->branches.count < WS_BRANCHES_MAX;
    return good || fail_full(error);
}

bool ws_session_fork(ws_session *s) {
    ws_error ignored;
    bool good = session_has_room(s, &ignored);
    if (good)
        session_adopt(s);
    return good;
}

/* Gives the present branch a name that no other branch has. */
static void branch_name(ws_session *s, const char *name) {
    char wanted[WS_BRANCH_NAME_MAX];
    text_out out = text_begin(wanted, sizeof wanted);
    text_add(&out, "%.24s", name);
    if (ws_branches_find(&s->branches, wanted) < s->branches.count)
        text_add(&out, "-%zu", s->branch);
    memcpy(session_branch(s)->name, wanted, sizeof wanted);
}

bool ws_session_branch_off(ws_session *s, const char *name, ws_error *error) {
    if (s->branches.count >= WS_BRANCHES_MAX)
        return fail_full(error);
    session_frame_here(s);
    fork_here(s);
    if (name)
        branch_name(s, name);
    session_branch(s)->played = false;
    session_record_sync(s);
    if (!s->failed)
        s->ended = session_now(s) >= s->end;
    return true;
}

bool ws_session_is_played(const ws_session *s) {
    return session_branch(s)->played;
}

size_t ws_session_branch_present(const ws_session *s) {
    return s->branch;
}

size_t ws_session_branch_find(const ws_session *s, const char *name) {
    size_t found = ws_branches_find(&s->branches, name);
    char told[WS_BRANCH_TOLD];
    if (found < s->branches.count)
        return found;
    for (found = 0; found < s->branches.count; found++) {
        ws_session_branch_told(found, told);
        if (text_is(told, name))
            break;
    }
    return found;
}

size_t ws_session_branch_count(const ws_session *s) {
    return s->branches.count;
}

ws_branch_info ws_session_branch(const ws_session *s, size_t branch) {
    const ws_branch *found = &s->branches.branch[branch];
    return (ws_branch_info){.name = found->name,
                            .parent = found->parent,
                            .forked = found->forked,
                            .reached = found->reached,
                            .lines = found->typed.count,
                            .present = branch == s->branch};
}
