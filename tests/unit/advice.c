/* advice.c - the line that an error advises works as it is printed; where none works, none is advised. */
#include "fixture.h"

typedef struct refused {
    const char *scenario, *line, *advised; /* "": none */
} refused;

/* The line behind "; write ", up to the words behind it; "" if there is none. */
static const char *advised_of(const char *error, char *text, size_t room) {
    static const char *const behind[] = {" for a new network", " first"};
    const char *at = strstr(error, "; write ");
    snprintf(text, room, "%s", at ? at + strlen("; write ") : "");
    for (int i = 0; i < 2; i++) {
        char *end = strstr(text, behind[i]);
        if (end) *end = '\0';
    }
    return text;
}

static void row_check(const refused *row) {
    ws_error error;
    char advised[512], again[512];
    ws_session *s = ws_session_open(row->scenario, NULL, &error);
    if (!ok(s != NULL, "%s", row->scenario)) return;
    ws_session_run(s, 300);
    uint64_t digest = ws_session_digest(s);
    bool applied = ws_session_apply(s, row->line, &error);
    advised_of(error.text, advised, sizeof advised);
    ok(!applied && ws_session_digest(s) == digest, "%s, %s is refused, and nothing is lost: %s", row->scenario, row->line, error.text);
    ok(strcmp(advised, row->advised) == 0 && !strstr(error.text, "`set "), "%s: advises `%s`", row->line, advised);
    snprintf(again, sizeof again, "%s", error.text);
    ok(*advised == '\0' || ws_session_apply(s, advised, &error), "that works: %s", advised);
    if (*advised && strncmp(row->line, "cut ", 4) == 0)
        ok(ws_session_apply(s, row->line, &error), "and %s after it", row->line);
    ws_session_close(s);
}

static void test_idle(void) {
    ws_error error;
    ws_session *s = ws_session_open("recn/hotspot-64", NULL, &error);
    ws_session_run(s, 300);
    uint64_t digest = ws_session_digest(s);
    ok(!ws_session_apply(s, "rebuild routing=source", &error) && ws_session_digest(s) == digest, "a rebuild that changes nothing is refused: %s",
       error.text);
    ws_session_close(s);
}

int main(void) {
    static const refused rows[] = {
        {"teach/ring-deadlock", "rebuild routing=dor", "rebuild routing=dor vcs=2"},
        {"kwan/torus-5x5", "rebuild routing=dor", "rebuild routing=dor vcs=2"},
        {"kwan/torus-5x5", "set vcs 2", "rebuild vcs=2"},
        {"kwan/torus-5x5", "rebuild routing=source", "rebuild routing=source topology=bmin 64"},
        {"kwan/torus-5x5", "rebuild routing=west-first", "rebuild routing=west-first topology=mesh 4 4"},
        {"recn/hotspot-64", "rebuild routing=updown", ""},
        {"recn/hotspot-64", "set routing updown", ""},
        {"cube/mesh-8x8", "cut S9 S10", "rebuild routing=updown"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) row_check(&rows[i]);
    test_idle();
    return done();
}
