/* recording.c - a recording that was made once holds as long as the model is the same: its form stays readable, its digests
 * right. It has lines, a rewind, two forks and a check in each. UPDATE=1 build/tests/golden/recording.t makes it anew, together
 * with WS_MODEL (see ARCHITECTURE.md), or when the form changes. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/session.h"
#include "tap.h"

#define RECORDING "tests/golden/session.wsr"

static const char scenario[] =
    "title \"two courses\"\nmachine wormhole-lan\nset topology torus 3 3\nset hosts-per-switch 2\n"
    "set load 0.2\nset length exponential 200\nseed 4\nwarmup 2000\n@10000 set segment 100\n@60000 end\n";

static bool make(void) {
    ws_error error;
    unlink(RECORDING);
    ws_session *s = ws_session_open_text("two-courses", scenario, sizeof scenario - 1, NULL,
                                         &(ws_options){.keyframe_bytes = WS_KEYFRAME_BYTES}, &error);
    bool good = s && ws_session_record_start(s, RECORDING, &error);
    if (good) {
        ws_session_run(s, 20000);
        good = ws_session_apply(s, "set load 0.4", &error);
        ws_session_run(s, 10000);
        good = good && ws_session_seek(s, 15000, &error) && ws_session_apply(s, "host 0-3 silent", &error);
        ws_session_run(s, 9000);
        good = good && ws_session_seek(s, 12000, &error) && ws_session_apply(s, "note \"a third way\"", &error);
        ws_session_run(s, 100000);
        good = good && ws_session_branch_switch(s, 0, 30000, &error) && ws_session_apply(s, "measure", &error);
        ws_session_run(s, 1000);
        good = good && ws_session_record_stop(s, &error);
    }
    ws_session_close(s);
    return good;
}

int main(void) {
    static const uint64_t reached[] = {31000, 24000, 60000};
    const char *update = getenv("UPDATE");
    ws_error error = {0};
    ws_recorded recorded;
    if (update && *update) ok(make(), "made anew");
    ws_session *s = ws_session_open(RECORDING, &(ws_options){.keyframe_bytes = WS_KEYFRAME_BYTES}, &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return done();
    ok(ws_session_recorded(s, &recorded) && !recorded.cut && recorded.branches == 3 && recorded.lines == 4, "is whole");
    ok(ws_session_verify(s, &error), "%zu checks hold %s", recorded.checks, error.text);
    for (size_t i = 0; i < recorded.branches; i++) {
        ws_branch_info b = ws_session_branch(s, i);
        ok(b.reached == reached[i], "%s has been to cycle %u", b.name, (unsigned)b.reached);
    }
    const ws_timeline *t = ws_session_timeline(s);
    ok(t->mark_count > 0 && t->reached > 0, "has a timeline");
    ws_session_close(s);
    return done();
}
