/* shadow_branch.c - see history.h. The copy is made through a recording of the one branch,
 * in memory. */
#include "session/history/history.h"

#include "session/memory.h"
#include "session/session_state.h"

struct ws_shadow {
    ws_session *session;
    size_t branch;
};

ws_shadow *ws_shadow_new(ws_session *of, size_t branch, size_t keyframe_bytes, ws_error *error) {
    const ws_options options = {.keyframe_bytes = keyframe_bytes, .any_model = true};
    size_t length;
    char *text = ws_session_save_text(of, branch, &length);
    ws_session *session =
        ws_session_open_text(ws_session_name(of), text, length, NULL, &options, error);
    free(text);
    if (!session)
        return NULL;
    session->bound = of->bound;
    if (ws_session_observer(of))
        ws_session_observe(session);
    ws_shadow *shadow = ws_alloc(1, sizeof *shadow);
    *shadow = (ws_shadow){.session = session, .branch = branch};
    return shadow;
}

void ws_shadow_free(ws_shadow *shadow) {
    if (!shadow)
        return;
    ws_session_close(shadow->session);
    free(shadow);
}

ws_session *ws_shadow_session(ws_shadow *shadow) {
    return shadow->session;
}
size_t ws_shadow_branch(const ws_shadow *shadow) {
    return shadow->branch;
}
uint64_t ws_shadow_cycle(const ws_shadow *shadow) {
    return ws_net_cycle(ws_session_net(shadow->session));
}

/* A branch of a session, whose keyframes are asked for. */
typedef struct course {
    const ws_branches *branches;
    size_t branch;
} course;

static bool is_on_course(const void *context, size_t owner, uint64_t cycle) {
    const course *c = context;
    return ws_branches_owner(c->branches, c->branch, cycle) == owner;
}

/* Returns the last keyframe of a branch at or before a cycle; NULL if there is none. */
static const ws_keyframe *frame_before(const ws_session *s, size_t branch, uint64_t cycle) {
    const course c = {&s->branches, branch};
    const ws_keyframe_path path = {is_on_course, &c};
    if (!s->keyframes)
        return NULL;
    return ws_keyframes_find(s->keyframes, cycle, &path);
}

void ws_shadow_lend(ws_shadow *shadow, ws_session *of, size_t branch, uint64_t cycle) {
    ws_session *s = shadow->session;
    const ws_keyframe *frame = frame_before(of, branch, cycle);
    const ws_keyframe *own = frame_before(s, s->branch, cycle);
    if (!frame || !own || own->cycle >= frame->cycle)
        return;
    ws_keyframe lent = *frame;
    lent.owner = ws_branches_owner(&s->branches, s->branch, frame->cycle);
    lent.build = session_build_adopt(s, of, frame->build);
    ws_keyframes_copy(s->keyframes, lent);
}

bool ws_shadow_go_on(ws_session *s) {
    ws_error error;
    if (ws_session_ended(s) && !ws_session_failed(s, &error))
        ws_session_fork(s);
    return !ws_session_ended(s);
}

/* Does a keyframe lie between the shadow and the cycle? One that was lent may. */
static bool has_shortcut(const ws_session *s, uint64_t cycle) {
    const ws_keyframe *frame = frame_before(s, s->branch, cycle);
    return frame && frame->cycle > session_now(s);
}

bool ws_shadow_follow(ws_shadow *shadow, uint64_t cycle, uint64_t most) {
    ws_error error;
    ws_session *s = shadow->session;
    uint64_t now = ws_shadow_cycle(shadow);
    if (cycle < now || has_shortcut(s, cycle))
        ws_session_seek(s, cycle, &error);
    for (now = ws_shadow_cycle(shadow); now < cycle && most > 0; now = ws_shadow_cycle(shadow)) {
        if (!ws_shadow_go_on(s))
            return true;
        uint64_t left = cycle - now;
        most -= ws_session_run(s, left < most ? left : most);
    }
    return now >= cycle;
}
