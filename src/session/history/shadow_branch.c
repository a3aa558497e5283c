/* shadow_branch.c - see shadow_branch.h. The copy is made through a recording of the one branch, in memory. */
#include "session/history/shadow_branch.h"

#include "session/memory.h"

struct ws_twin {
    ws_session *session;
    size_t branch;
};

ws_twin *ws_twin_new(ws_session *of, size_t branch, size_t keyframe_bytes, ws_error *error) {
    const ws_options options = {.keyframe_bytes = keyframe_bytes, .any_model = true};
    size_t length;
    char *text = ws_session_save_text(of, branch, &length);
    ws_session *session =
        ws_session_open_text(ws_session_name(of), text, length, NULL, &options, error);
    free(text);
    if (!session)
        return NULL;
    if (ws_session_observer(of))
        ws_session_observe(session);
    ws_twin *twin = ws_alloc(1, sizeof *twin);
    *twin = (ws_twin){.session = session, .branch = branch};
    return twin;
}

void ws_twin_free(ws_twin *twin) {
    if (!twin)
        return;
    ws_session_close(twin->session);
    free(twin);
}

ws_session *ws_twin_session(ws_twin *twin) {
    return twin->session;
}
size_t ws_twin_branch(const ws_twin *twin) {
    return twin->branch;
}
uint64_t ws_twin_cycle(const ws_twin *twin) {
    return ws_net_cycle(ws_session_net(twin->session));
}

/* The end of what was recorded is no end of the branch. */
static bool can_go_on(ws_session *s) {
    ws_error error;
    if (ws_session_ended(s) && !ws_session_failed(s, &error))
        ws_session_fork(s);
    return !ws_session_ended(s);
}

bool ws_twin_follow(ws_twin *twin, uint64_t cycle, uint64_t most) {
    ws_error error;
    ws_session *s = twin->session;
    uint64_t now = ws_twin_cycle(twin);
    if (cycle < now)
        ws_session_seek(s, cycle, &error);
    for (now = ws_twin_cycle(twin); now < cycle && most > 0; now = ws_twin_cycle(twin)) {
        if (!can_go_on(s))
            return true;
        uint64_t left = cycle - now;
        most -= ws_session_run(s, left < most ? left : most);
    }
    return now >= cycle;
}
