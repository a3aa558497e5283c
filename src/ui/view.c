/* view.c - what a view takes from its session, besides the frame. */
#include "ui/view.h"

#include <stdlib.h>

static void branches_renew(ws_view *v, const ws_session *session) {
    v->branch_count = ws_session_branch_count(session);
    v->branch = realloc(v->branch, v->branch_count * sizeof *v->branch);
    if (!v->branch) abort();
    for (size_t i = 0; i < v->branch_count; i++) {
        v->branch[i] = ws_session_branch(session, i);
        if (v->branch[i].present) v->branch_now = i;
    }
}

void ws_view_renew(ws_view *v, ws_session *session) {
    v->note = ws_session_note(session);
    v->journal = ws_session_journal(session, &v->journal_count);
    v->change = ws_session_changes(session, &v->change_count);
    v->timeline = ws_session_timeline(session);
    v->record = ws_session_record_status(session);
    v->ended = ws_session_ended(session);
    branches_renew(v, session);
}

void ws_view_free(ws_view *v) {
    ws_map_plan_free(v->plan);
    free(v->branch);
    v->plan = NULL;
    v->branch = NULL;
}
