/* saved.c - a session is not left with branches that no file holds, nor with students who follow
 * it, before that was said, once.
 *
 * Of a session with one branch nothing is asked: what it shows comes again from the scenario,
 * with a key or two. What a file holds is kept as the number of typed lines of each branch when
 * it was saved, recorded or opened. */
#include <stdlib.h>

#include "session/memory.h"
#include "tui/loop.h"
#include "tui/saved.h"
#include "tui/state.h"

static size_t lines_saved(const ws_tui *t, size_t branch) {
    return branch < t->saved.count ? t->saved.lines[branch] : 0;
}

void ws_tui_saved(ws_tui *t, size_t branch) {
    for (size_t i = t->saved.count; i <= branch; i++) {
        WS_GROW(t->saved.lines, t->saved.count);
        t->saved.lines[t->saved.count++] = 0;
    }
    t->saved.lines[branch] = ws_session_branch(t->session, branch).lines;
}

void ws_tui_saved_all(ws_tui *t) {
    for (size_t i = 0; i < ws_session_branch_count(t->session); i++)
        ws_tui_saved(t, i);
}

void ws_tui_saved_none(ws_tui *t) {
    free(t->saved.lines);
    t->saved.lines = NULL;
    t->saved.count = 0;
    t->saved.asked = false;
}

/* Branches that would be lost. */
static size_t unsaved(const ws_tui *t) {
    if (!t->session || t->lesson.play) /* the progress of a lesson is kept with each answer */
        return 0;
    ws_record_status status = ws_session_record_status(t->session);
    size_t count = ws_session_branch_count(t->session), lost = 0;
    if (count < 2 || (status.on && !status.trouble))
        return 0;
    for (size_t i = 0; i < count; i++)
        lost += ws_session_branch(t->session, i).lines != lines_saved(t, i);
    return lost;
}

/* Those who follow the class that ends with this session. */
static size_t followers(const ws_tui *t) {
    return t->class.hosting ? ws_room_tell(ws_hosting_room(t->class.hosting)).joined : 0;
}

bool ws_tui_may_leave(ws_tui *t, const char *again) {
    size_t lost = t->saved.asked ? 0 : unsaved(t);
    size_t here = t->saved.asked ? 0 : followers(t);
    if (lost + here == 0)
        return true;
    t->saved.asked = true;
    if (lost == 0) {
        ws_tui_say(t, true, "%zu %s: %s, and ends the class", here,
                   here == 1 ? "student is here" : "students are here", again);
        return false;
    }
    const char *there = t->start.shown ? " there" : "";
    ws_tui_say(t, true, "%zu %s not saved: %s, or keep all with :record FILE%s", lost,
               lost == 1 ? "branch is" : "branches are", again, there);
    return false;
}
