/* stage.c - stage lines: in scenarios, given while a session runs, in recordings; and that nothing but the screen knows of them. */
#include "session/stage.h"

#include "session/language/stage_lines.h"
#include "session/recording/recording.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void is_string(const char *got, const char *expected, const char *what) {
    if (!ok(strcmp(got, expected) == 0, "%s", what)) note("got `%s`, expected `%s`", got, expected);
}

static const char quiet[] = "machine cube\nset topology mesh 3 3\nset load 0.4\nseed 3\n@300 set load 0.2\n@2000 end\n";
static const char staged[] = "machine cube\npace 20\nset topology mesh 3 3\nset load 0.4\nseed 3\n@40 zoom in\n@10 pace 4\n"
                             "@300 set load 0.2\n@300 look S1 S2\n@2000 end\n";

static ws_session *open_text(const char *text) {
    ws_error error = {0};
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *s = ws_session_open_text("stage.ws", text, strlen(text), NULL, &options, &error);
    if (!s) note("%s", error.text);
    return s;
}

static ws_session *open_recording(const char *text, size_t length) {
    ws_error error = {0};
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *s = ws_session_open_text("stage.wsr", text, length, NULL, &options, &error);
    if (!s) note("%s", error.text);
    return s;
}

static void line_add(void *context, const char *line) {
    char *all = context;
    snprintf(all + strlen(all), 400 - strlen(all), "%s;", line);
}

static const char *lines_of(const ws_session *s, uint64_t first, uint64_t last) {
    static char all[400];
    *all = '\0';
    ws_session_stage_each(s, first, last, line_add, all);
    return all;
}

static bool refused(const char *text, const char *why) {
    ws_error error = {0};
    ws_session *s = ws_session_open_text("bad.ws", text, strlen(text), NULL, NULL, &error);
    bool good = !s && strcmp(error.text, why) == 0;
    if (!good) note("%s", error.text);
    ws_session_close(s);
    return good;
}

static void test_scenario(void) {
    ws_session *plain = open_text(quiet), *s = open_text(staged);
    size_t count, plain_count;
    is_string(lines_of(s, 0, 2000), "pace 20;pace 4;zoom in;look S1 S2;", "stage lines of a scenario come by cycle");
    is_string(lines_of(s, 11, 299), "zoom in;", "and those between two cycles alone");
    ok(ws_session_stage_ahead(s) == 10 && ws_session_stage_after(s, 40) == 300, "the next of them is known");
    ws_session_run(s, 2000), ws_session_run(plain, 2000);
    ok(ws_session_digest(s) == ws_session_digest(plain), "the digest at the end is that without them");
    ws_session_journal(s, &count), ws_session_journal(plain, &plain_count);
    ok(count == plain_count && ws_session_timeline(s)->mark_count == ws_session_timeline(plain)->mark_count,
       "neither the journal nor the timeline knows of them");
    ws_session_close(s), ws_session_close(plain);
    ok(refused("@5 pace\n", "bad.ws:1:8: N|max|own is missing; write pace N|max|own"), "a line too short is refused at its place");
    ok(refused("zoom in out now\n", "bad.ws:1:13: \"now\" is too much; write zoom in|out|fit|ALTITUDE"), "and one too long");
}

static bool stage(ws_session *s, const char *line) {
    ws_error error = {0};
    bool good = ws_session_stage(s, line, &error);
    if (!good) note("%s", error.text);
    return good;
}

/* A rewind, a zoom and a tab in the middle, then a line of the model on each side. */
static void journey(ws_session *s, bool with_stage) {
    ws_error error;
    ws_session_run(s, 100);
    ws_session_apply(s, "set load 0.5", &error);
    if (with_stage) stage(s, "pace 4"), stage(s, "zoom in");
    ws_session_run(s, 400);
    if (with_stage) stage(s, "select next");
    ws_session_seek(s, 200, &error);
    if (with_stage) stage(s, "look S4"), stage(s, "zoom fit");
    ws_session_seek(s, 900, &error);
    if (with_stage) stage(s, "lens trees");
}

static void test_no_branch(void) {
    ws_error error;
    ws_session *s = open_text(quiet);
    journey(s, true);
    ok(ws_session_branch_count(s) == 1, "a rewind, a zoom and a tab in the middle make no branch");
    ok(ws_session_branch(s, 0).lines == 1, "and count in none");
    is_string(lines_of(s, 0, 900), "pace 4;zoom in;look S4;zoom fit;select next;lens trees;",
              "what was given comes by cycle, in the order in which it was given");
    ws_session_seek(s, 200, &error);
    ok(ws_session_apply(s, "zoom out", &error) && ws_session_branch_count(s) == 1, "the choke point takes one for what it is");
    ws_session_apply(s, "set load 0.1", &error);
    ok(ws_session_branch_count(s) == 2, "a line of the model there makes one");
    stage(s, "pace 100");
    is_string(lines_of(s, 0, 2000), "pace 4;zoom in;look S4;zoom fit;zoom out;pace 100;",
              "the branch has the lines of its way, and not those behind its fork");
    ws_session_branch_switch(s, 0, 900, &error);
    is_string(lines_of(s, 201, 2000), "select next;lens trees;", "and the other one its own");
    ok(!ws_session_stage(s, "set load 0.3", &error) && !ws_session_stage(s, "", &error), "other lines are none");
    ws_session_close(s);
}

static unsigned format_of(const char *text) { return (unsigned)(text[strlen(WS_RECORDING_FIRST)] - '0'); }

static void test_recording(void) {
    ws_error error = {0};
    ws_difference difference;
    size_t length, plain_length;
    ws_session *s = open_text(quiet), *plain = open_text(quiet);
    journey(s, true), journey(plain, false);
    char *text = ws_session_save_text(s, 0, &length), *plain_text = ws_session_save_text(plain, 0, &plain_length);
    ok(format_of(text) == WS_RECORDING_STAGED && format_of(plain_text) == WS_RECORDING_PLAIN,
       "a recording with stage lines is of form 2, one without of form 1");
    ws_session *again = open_recording(text, length), *plain_again = open_recording(plain_text, plain_length);
    is_string(lines_of(again, 0, 900), lines_of(s, 0, 900), "opened, it has its stage lines");
    ok(ws_session_verify(again, &error) && ws_session_verify(plain_again, &error), "both hold: %s", error.text);
    ok(ws_session_digest(again) == ws_session_digest(plain_again), "with the same digest");
    ws_session_branch_switch(again, 0, 0, &error), ws_session_branch_switch(plain_again, 0, 0, &error);
    ws_session_compare(again, plain_again, &difference);
    ok(!difference.differs, "and compared they do not differ");
    ws_session_close(again), ws_session_close(plain_again), ws_session_close(s), ws_session_close(plain);
    free(text), free(plain_text);
    s = open_text(staged);
    text = ws_session_save_text(s, 0, &length);
    ok(format_of(text) == WS_RECORDING_STAGED, "a scenario with stage lines makes form 2, since older programs do not read it");
    again = open_recording(text, length);
    is_string(lines_of(again, 0, 2000), lines_of(s, 0, 2000), "whose lines are the scenario's");
    ws_session_close(again), ws_session_close(s), free(text);
}

/* A file that is being made: it begins as form 1, and is written anew with the first stage line. */
static void test_promotion(void) {
    ws_error error = {0};
    char path[64], first[64] = "";
    ws_fault fault;
    snprintf(path, sizeof path, "/tmp/wormscope-stage-%d.wsr", (int)getpid());
    ws_session *s = open_text(quiet);
    ok(ws_session_record_start(s, path, &error), "a recording begins: %s", error.text);
    ws_session_run(s, 100);
    ws_session_apply(s, "set load 0.5", &error);
    ws_session_run(s, 100);
    stage(s, "pace 4");
    ws_session_seek(s, 100, &error);
    ws_session_apply(s, "set load 0.1", &error);
    stage(s, "zoom in");
    ws_session_branch_switch(s, 0, 200, &error);
    stage(s, "lens trees");
    ws_session_run(s, 50);
    ok(ws_session_record_stop(s, &error), "and ends: %s", error.text);
    FILE *file = fopen(path, "r");
    ok(file && fgets(first, sizeof first, file) && format_of(first) == WS_RECORDING_STAGED, "its first line says form 2");
    if (file) fclose(file);
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *again = ws_session_open_why(path, &options, &fault, &error);
    ok(again && ws_session_verify(again, &error), "it replays: %s", error.text);
    ok(again && ws_session_branch_count(again) == 2 && ws_session_stage_count(again) == 3, "with two branches and three stage lines");
    if (again && ws_session_branch_switch(again, 0, 0, &error)) is_string(lines_of(again, 0, 2000), "pace 4;lens trees;", "each on its branch");
    ws_session_close(again), ws_session_close(s), unlink(path);
}

/* ------------------------------------------------------------------------------------------- random lectures ---- */

static uint64_t lot_state;

static unsigned lot(unsigned below) {
    lot_state = lot_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(lot_state >> 33) % below;
}

/* Thirty things that a lecturer does: runs, goes back and on, shows, and changes the network, but only where the branch ends. Returns
 * the stage lines given. */
static size_t lecture(ws_session *s, uint64_t seed, bool with_stage) {
    static const char *const shown[] = {"pace 4",        "pace max",  "zoom in",  "zoom out",    "zoom terrain",    "lens trees",
                                        "lens worms",    "look S1",   "look S1 S2", "look next", "select next",     "select none",
                                        "panels waits",  "figures latency order", "spacetime on", "spacetime off", "colour source", "filter waiting"};
    enum { SHOWN = sizeof shown / sizeof *shown };
    ws_error error;
    size_t given = 0;
    uint64_t end = 0;
    lot_state = seed;
    for (int i = 0; i < 30; i++) {
        unsigned what = lot(6), which = lot(SHOWN), size = lot(150);
        char line[64];
        uint64_t now = ws_net_cycle(ws_session_net(s));
        if (what == 0) ws_session_run(s, 1 + size);
        if (what == 1) ws_session_seek(s, end ? size % end : 0, &error);
        if (what == 2) ws_session_seek(s, end, &error);
        if (what == 3 && now == end) {
            snprintf(line, sizeof line, "set load 0.%u", 10 + size % 50);
            ws_session_apply(s, line, &error);
        }
        if (what >= 4 && with_stage) given += stage(s, shown[which]);
        now = ws_net_cycle(ws_session_net(s));
        if (now > end) end = now;
    }
    ws_session_seek(s, end, &error);
    return given;
}

/* Of a recording: its lines that are no stage lines. */
static size_t model_lines(const char *text) {
    size_t count = 0;
    for (const char *at = text; at; at = strchr(at + 1, '\n'))
        count += strncmp(at, "\n@", 2) == 0;
    return count;
}

static void test_random(void) {
    int wrong = 0;
    size_t all = 0, changes = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        ws_error error = {0};
        size_t length, plain_length;
        ws_session *s = open_text(quiet), *plain = open_text(quiet);
        size_t given = lecture(s, seed, true);
        lecture(plain, seed, false);
        bool good = ws_session_branch_count(s) == 1 && ws_session_branch_count(plain) == 1 && ws_session_digest(s) == ws_session_digest(plain);
        good &= ws_session_branch(s, 0).lines == ws_session_branch(plain, 0).lines;
        char *text = ws_session_save_text(s, 0, &length), *plain_text = ws_session_save_text(plain, 0, &plain_length);
        good &= model_lines(text) == model_lines(plain_text);
        ws_session *again = open_recording(text, length);
        good &= again && ws_session_verify(again, &error) && ws_session_branch_count(again) == 1 && ws_session_stage_count(again) == given &&
                ws_session_digest(again) == ws_session_digest(plain);
        if (!good) note("seed %d: %s", (int)seed, error.text);
        wrong += !good, all += given, changes += ws_session_branch(s, 0).lines;
        ws_session_close(again), ws_session_close(s), ws_session_close(plain);
        free(text), free(plain_text);
    }
    ok(wrong == 0 && all > 300 && changes > 20, "40 random lectures of %zu stage lines and %zu changes: no branch, and the digests are those without", all,
       changes);
}

int main(void) {
    test_scenario();
    test_random();
    test_no_branch();
    test_recording();
    test_promotion();
    return done();
}
