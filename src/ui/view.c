/* view.c - what a view takes from its session, besides the frame. */
#include "ui/view.h"

#include <stdlib.h>

void ws_view_follow(ws_view *v, ws_session *session, ws_frame **frame, ws_waits **waits) {
    if (v->networks == ws_session_networks(session)) return;
    v->networks = ws_session_networks(session);
    ws_map_plan_free(v->plan);
    ws_waits_free(*waits);
    ws_frame_free(*frame);
    *frame = ws_frame_new(ws_session_net(session));
    *waits = ws_waits_new(ws_session_net(session));
    v->frame = *frame;
    v->plan = ws_map_plan_new(*frame);
    v->selected = v->node = WS_NIL;
}

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
