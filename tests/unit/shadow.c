/* shadow.c - a shadow is at every cycle in the state of the branch that it follows, back and on, and beyond what is known of it. */
#include <inttypes.h>
#include <string.h>

#include "session/history/history.h"
#include "tap.h"

static ws_error error;

/* main to 3000, and from 1000 on a branch with other segments, to 2000. We are on the branch. */
static ws_session *two_branches(void) {
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *s = ws_session_open("kwan/torus-3x3", &options, &error);
    ws_session_run(s, 3000);
    ws_session_seek(s, 1000, &error);
    ws_session_apply(s, "set segment 60", &error);
    ws_session_run(s, 1000);
    return s;
}

static uint64_t digest_at(ws_session *s, size_t branch, uint64_t cycle) {
    ws_session_branch_switch(s, branch, cycle, &error);
    return ws_session_digest(s);
}

static void test_at(ws_shadow *shadow, ws_session *s, uint64_t cycle) {
    bool there = ws_shadow_follow(shadow, cycle, UINT64_MAX);
    uint64_t wanted = digest_at(s, 0, cycle);
    ok(there && ws_shadow_cycle(shadow) == cycle && ws_session_digest(ws_shadow_session(shadow)) == wanted,
       "the shadow of main is main at cycle %" PRIu64, cycle);
}

int main(void) {
    ws_session *s = two_branches();
    ok(ws_session_branch_count(s) == 2 && ws_session_branch(s, 1).present, "two branches, on the second");
    uint64_t before = ws_session_digest(s);
    ws_shadow *shadow = ws_shadow_new(s, 0, WS_KEYFRAME_BYTES, &error);
    if (!ok(shadow != NULL, "a shadow of main %s", error.text)) return done();
    ok(ws_shadow_cycle(shadow) == 0 && ws_shadow_branch(shadow) == 0, "begins at cycle 0");
    ok(!ws_shadow_follow(shadow, 2000, 500) && ws_shadow_cycle(shadow) == 500, "goes no further at once than it is allowed");
    ok(ws_shadow_follow(shadow, 2000, UINT64_MAX), "and on");
    ok(ws_session_digest(ws_shadow_session(shadow)) != before, "it differs from the branch at the same cycle");
    ok(ws_session_digest(s) == before && ws_session_branch_count(s) == 2, "the session is as it was");
    test_at(shadow, s, 2000);
    test_at(shadow, s, 700);
    test_at(shadow, s, 2999);
    test_at(shadow, s, 3000);
    test_at(shadow, s, 5000);
    test_at(shadow, s, 4000);
    test_at(shadow, s, 10);
    ws_shadow_free(shadow);
    shadow = ws_shadow_new(s, 1, 0, &error);
    ok(shadow && ws_shadow_follow(shadow, 2500, UINT64_MAX) && ws_session_digest(ws_shadow_session(shadow)) == digest_at(s, 1, 2500),
       "a shadow of the other branch, beyond its end");
    ws_shadow_free(shadow);
    ws_session_close(s);
    return done();
}
