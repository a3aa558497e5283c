/* travel.c - the session goes to another place of its time, or to another branch. */
#include "tui/travel.h"

#include "tui/beside.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"

/* What was shown of the place we leave may not be so where we arrive. */
static void arrive(ws_tui *t, bool good, const ws_error *error) {
    if (t->class.follower)
        ws_follower_roam(t->class.follower, true); /* by oneself, and no longer with the lecture */
    t->run.stale = true;
    *t->difference = '\0';
    t->run.until = 0;
    ws_beside_follow(t);
    if (!good)
        ws_tui_say(t, true, "%s", error->text);
    if (t->view.session.running)
        ws_tui_run(t, true); /* the clock begins anew */
    ws_tui_touch(t);
}

void ws_tui_travel(ws_tui *t, uint64_t cycle) {
    ws_error error;
    uint64_t before = ws_tui_cycle(t);
    arrive(t, ws_session_seek(t->session, cycle, &error), &error);
    ws_tui_stage_travelled(t, before, false);
}

size_t ws_tui_branch(const ws_tui *t) {
    size_t i = 0;
    while (!ws_session_branch(t->session, i).present)
        i++;
    return i;
}

void ws_tui_branch_switch(ws_tui *t, size_t branch, uint64_t cycle) {
    ws_error error;
    uint64_t before = ws_tui_cycle(t);
    arrive(t, ws_session_branch_switch(t->session, branch, cycle, &error), &error);
    ws_tui_stage_travelled(t, before, true);
}
