/* changes.c - what parameters were before they were changed: of typed lines, of the scenario's, and after going back. */
#include "fixture.h"
#include "session/language/params.h"

static const char text[] = "machine wormhole-lan\nset topology torus 3 3\nset segment 200\nset load 0.2\n"
                           "@500 set segment 100\n@5000 end\n";

/* "segment 200" if it was 200 before its latest change; "" if it was not changed. */
static const char *was(ws_session *s, const char *name) {
    static char words[128];
    size_t count;
    const ws_change *change = ws_session_changes(s, &count);
    *words = '\0';
    for (size_t i = 0; i < count; i++)
        if (strcmp(change[i].param->name, name) == 0)
            snprintf(words, sizeof words, "%s @%d", change[i].was, (int)change[i].cycle);
    return words;
}

static void check(ws_session *s, const char *name, const char *wanted, const char *what) {
    const char *got = was(s, name);
    ok(strcmp(got, wanted) == 0, "%s: %s was `%s`", what, name, got);
}

static void apply(ws_session *s, const char *line) {
    ws_error error = {0};
    if (!ws_session_apply(s, line, &error)) fixture_stop(line, &error);
}

int main(void) {
    ws_error error = {0};
    ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *s = ws_session_open_text("changes", text, sizeof text - 1, NULL, &options, &error);
    if (!s) fixture_stop("open", &error);
    check(s, "segment", "", "what was set before the build is no change");
    ws_session_run(s, 600);
    check(s, "segment", "200 @500", "a line of the scenario is one");
    apply(s, "set load +0.1");
    apply(s, "set load +0.1");
    check(s, "load", "0.3 @600", "of two in one cycle the latter counts");
    apply(s, "set load 0.4");
    check(s, "load", "0.3 @600", "what is set to what it is stays as it was");
    apply(s, "note \"set load 0.9\"");
    check(s, "load", "0.3 @600", "a note is no change");
    ws_session_run(s, 100);
    apply(s, "set segment *4/5");
    check(s, "segment", "100 @700", "shares are of the value in force");
    apply(s, "set timeout-policy ++");
    check(s, "timeout-policy", "none @700", "names too");
    ok(ws_session_seek(s, 650, &error), "going back %s", error.text);
    check(s, "segment", "200 @500", "forgets what lies ahead");
    check(s, "timeout-policy", "", "all of it");
    ok(ws_session_seek(s, 0, &error), "to the begin %s", error.text);
    check(s, "load", "", "nothing is changed there");
    ok(ws_session_seek(s, 800, &error), "on again %s", error.text);
    check(s, "segment", "100 @700", "and there it is again");
    check(s, "load", "0.3 @600", "also this");
    ok(ws_session_seek(s, 650, &error), "back %s", error.text);
    apply(s, "set load 0.5");
    check(s, "load", "0.4 @650", "on another branch its own");
    ok(ws_session_branch_switch(s, 0, 800, &error), "to the first branch %s", error.text);
    check(s, "load", "0.3 @600", "on the first what was there");
    apply(s, "rebuild buffer=100 load=0.1");
    check(s, "buffer", "80 @800", "what a new network changes");
    check(s, "load", "0.4 @800", "with it");
    apply(s, "set load 0.2");
    check(s, "load", "0.1 @800", "and from there on");
    ws_session_close(s);
    return done();
}
