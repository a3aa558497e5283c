/* travel.c - there and back in a session: where one gets to, what stays, what a recording is when it is opened, and what is said
 * when something cannot be. That states and measurements are the right ones is for tests/laws/sessions.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session/recording/line_checksum.h"
#include "session/session.h"
#include "tap.h"

static const char scenario[] = "title \"t\"\nmachine wormhole-lan\nset topology line 2\nset load 0.3\nset length fixed 40\n"
                               "@100 note \"one\"\n@500 set segment 30\n@2000 end\n";
static char path[64], saved[64];

static uint64_t now(ws_session *s) { return ws_net_cycle(ws_session_net(s)); }

static ws_session *open_with(size_t bytes) {
    ws_error error;
    const ws_options options = {.keyframe_bytes = bytes, .keyframe_ns = 1};
    ws_session *s = ws_session_open_text("t", scenario, sizeof scenario - 1, NULL, &options, &error);
    if (!s) printf("Bail out! %s\n", error.text), exit(1);
    return s;
}

static void check_seeking(void) {
    ws_error error;
    ws_session *s = open_with(1 << 20);
    uint64_t begin = ws_session_digest(s);
    ok(!ws_session_step_back(s, &error), "not before the beginning: %s", error.text);
    ws_session_run(s, 1000);
    ok(ws_session_step_back(s, &error) && now(s) == 999, "one step back");
    ok(ws_session_seek(s, 100, &error) && now(s) == 100 && strcmp(ws_session_note(s), "one") == 0,
       "lines of the goal have acted");
    ok(ws_session_step_back(s, &error) && strcmp(ws_session_note(s), "") == 0, "and are undone one step before");
    ok(ws_session_seek(s, 0, &error) && ws_session_digest(s) == begin, "to the beginning");
    const ws_timeline *t = ws_session_timeline(s);
    ok(t->now == 0 && t->reached == 1000 && t->end == 2000, "the timeline knows where we have been");
    ok(t->mark_count == 2 && t->marks[0].cycle == 100 && t->marks[1].cycle == 500 && !t->marks[1].typed,
       "and what happens there");
    ok(t->keyframe_count > 5 && t->keyframes[0] == 0 && t->keyframe_bytes > 0 && t->keyframe_bytes <= 1 << 20,
       "%zu keyframes in %zu bytes", t->keyframe_count, t->keyframe_bytes);
    ok(ws_session_seek(s, 5000, &error) && now(s) == 2000 && ws_session_ended(s), "no further than the end");
    ok(ws_session_step_back(s, &error) && !ws_session_ended(s), "which is not for ever");
    ws_session_close(s);
    s = open_with(0);
    ws_session_run(s, 10);
    ok(!ws_session_seek(s, 5, &error) && now(s) == 10, "without memory for it, no way back: %s", error.text);
    ok(ws_session_seek(s, 15, &error) && now(s) == 15, "but forth");
    ws_session_close(s);
}

static void check_branches(void) {
    ws_error error;
    ws_difference d;
    ws_session *s = open_with(1 << 24);
    ws_session_run(s, 300);
    ok(ws_session_apply(s, "set load 0.1", &error) && ws_session_branch_count(s) == 1,
       "a line at the furthest point needs no fork");
    ws_session_run(s, 500);
    uint64_t there = ws_session_digest(s);
    ws_session_seek(s, 400, &error);
    ok(!ws_session_apply(s, "set lod 0.5", &error) && ws_session_branch_count(s) == 1, "nor does one that is refused");
    ok(ws_session_apply(s, "set load 0.5", &error) && ws_session_branch_count(s) == 2, "a line before a future does");
    ws_branch_info main_branch = ws_session_branch(s, 0), fork = ws_session_branch(s, 1);
    ok(fork.present && fork.parent == 0 && fork.forked == 400 && fork.lines == 2 && strcmp(fork.name, "fork-1") == 0,
       "it says where");
    ok(!main_branch.present && main_branch.reached == 800 && main_branch.lines == 1, "the other keeps what it has");
    ws_session_run(s, 100);
    ok(ws_session_branch_switch(s, 0, 800, &error) && ws_session_digest(s) == there, "and can be returned to");
    size_t count;
    const ws_journal_entry *journal = ws_session_journal(s, &count);
    ok(count == 3 && strcmp(journal[1].text, "set load 0.1") == 0 && journal[2].cycle == 500, "with its own journal");
    ok(ws_session_diff(s, 0, 1, &d, &error) && d.differs && d.cycle == 400 && strcmp(d.column, "def") == 0, "they part: %s",
       d.what);
    ok(now(s) == 800, "asking moves nothing");
    ok(ws_session_diff(s, 0, 0, &d, &error) && !d.differs && d.cycle == 800, "a branch does not differ from itself");
    ok(!ws_session_branch_switch(s, 7, 0, &error), "%s", error.text);
    ws_session_seek(s, 200, &error);
    ws_session_fork(s);
    ok(ws_session_branch_count(s) == 3 && ws_session_branch(s, 2).reached == 200, "a fork without a line");
    ws_session_fork(s);
    ok(ws_session_branch_count(s) == 3, "not twice at the same place");
    ok(ws_session_save(s, 1, saved, &error), "a branch is saved by itself");
    ws_session_close(s);
}

/* A recording that is open: it is played to its end, and goes on only when somebody takes over. */
static void check_playing(void) {
    ws_error error;
    ws_recorded recorded;
    ws_session *s = ws_session_open(saved, &(ws_options){.keyframe_bytes = WS_KEYFRAME_BYTES}, &error);
    if (!ok(s && ws_session_recorded(s, &recorded), "opens %s", s ? "" : error.text)) return;
    ok(now(s) == 0 && strcmp(ws_session_title(s), "t") == 0 && recorded.end == 500 && recorded.lines == 2 && !recorded.cut,
       "paused at 0, with its timeline");
    ok(ws_session_end(s) == 500 && ws_session_timeline(s)->mark_count == 4, "which has all lines");
    ok(ws_session_run(s, 10000) == 500 && ws_session_ended(s) && !ws_session_failed(s, &error), "is played to its end");
    ws_session_fork(s);
    ok(ws_session_branch_count(s) == 1 && !ws_session_ended(s) && ws_session_end(s) == 2000, "taken over there, it goes on");
    ok(ws_session_run(s, 100) == 100 && now(s) == 600, "live");
    ws_session_close(s);
    s = ws_session_open(saved, &(ws_options){.keyframe_bytes = WS_KEYFRAME_BYTES}, &error);
    ws_session_run(s, 350);
    ok(ws_session_apply(s, "set load 0.9", &error) && ws_session_branch_count(s) == 2, "a line in the middle takes over too");
    ok(ws_session_run(s, 10000) == 1650, "and there is no end of the recording on that branch");
    ok(ws_session_branch_switch(s, 0, 9999, &error) && now(s) == 500, "but still on its own");
    ws_divergence divergence;
    ok(!ws_session_diverged(s, &divergence), "where every check holds");
    ws_session_close(s);
}

static void check_recording(void) {
    ws_error error;
    ws_session *s = open_with(1 << 24);
    ws_record_status status = ws_session_record_status(s);
    ok(!status.on && !status.path && !status.trouble, "nothing is recorded unless asked for");
    ok(ws_session_record_stop(s, &error), "stopping nothing is no error");
    ws_session_run(s, 300);
    ws_session_apply(s, "set load 0.1", &error);
    ok(ws_session_record_start(s, path, &error), "a recording starts at any moment");
    status = ws_session_record_status(s);
    ok(status.on && strcmp(status.path, path) == 0 && status.cycle == 300 && status.bytes > 100,
       "and tells all from the beginning");
    ok(!ws_session_record_start(s, path, &error), "one at a time: %s", error.text);
    uint64_t bytes = status.bytes;
    ws_session_apply(s, "note \"x\"", &error);
    ok(ws_session_record_status(s).bytes > bytes && access(path, F_OK) != 0, "a line is written at once, to the part");
    ok(ws_session_record_stop(s, &error) && access(path, F_OK) == 0, "which gets its name at the end");
    ws_session_close(s);
    s = ws_session_open(path, NULL, &error);
    ok(s && ws_session_verify(s, &error) && now(s) == 300, "played without keyframes");
    ws_session_close(s);
    s = open_with(0);
    ok(ws_session_record_start(s, "/dev/full", &error) == false, "no room: %s", error.text);
    ok(!ws_session_record_status(s).on && ws_session_run(s, 10) == 10, "the session goes on");
    ok(ws_session_record_start(s, path, &error) && ws_session_record_stop(s, &error),
       "and can be recorded elsewhere, over an older one");
    ws_session_run(s, 20);
    ok(ws_session_record_start(s, path, &error), "and once more");
    char part[300];
    snprintf(part, sizeof part, "%s.part", path);
    bool begun = access(part, F_OK) == 0;
    ws_session_record_drop(s);
    ws_session_close(s);
    s = ws_session_open(path, NULL, &error);
    ok(s && ws_session_verify(s, &error) && now(s) == 10, "what is dropped leaves the older one alone");
    ok(begun && access(part, F_OK) != 0, "and its part goes");
    ws_session_close(s);
}

/* The text again, rightly sealed, with the first OLD in it become NEW (of the same length). */
static void forge(char *text, size_t length, const char *old, const char *new) {
    uint32_t chain = 0;
    memcpy(strstr(text, old), new, strlen(new));
    for (char *at = text, *end; at < text + length; at = end + 1) {
        end = strchr(at, '\n');
        size_t size = (size_t)(end - at) - WS_LINE_CHECKSUM_SIZE;
        ws_line_checksum_write(&chain, at, size, at + size);
    }
}

static int program(const char *command) {
    char line[256];
    const char *build = getenv("BUILD");
    snprintf(line, sizeof line, "%s/wormscope %s %s >%s 2>&1", build ? build : "build", command, saved, path);
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool printed(const char *words) {
    char text[65536] = "";
    FILE *file = fopen(path, "r");
    if (file) text[fread(text, 1, sizeof text - 1, file)] = '\0', fclose(file);
    if (!strstr(text, words)) note("%s", text);
    return strstr(text, words) != NULL;
}

/* A recording that says something else than what happens. */
static void check_divergence(void) {
    ws_error error;
    ws_divergence d;
    size_t length;
    ws_session *s = open_with(0);
    ws_session_run(s, 300);
    ws_session_apply(s, "set load 0.1", &error);
    ws_session_run(s, 300);
    char *text = ws_session_save_text(s, 0, &length);
    ws_session_close(s);
    forge(text, length, "@300 set load 0.1", "@300 set load 0.2");
    s = ws_session_open_text("forged", text, length, NULL, NULL, &error);
    ok(s && !ws_session_verify(s, &error) && ws_session_diverged(s, &d) && d.cycle == 600, "it diverges: %s", error.text);
    ok(strstr(d.columns, "def, ") && strcmp(d.branch, "main") == 0, "in: %s", d.columns);
    ws_session_close(s);
    FILE *file = fopen(saved, "w");
    if (file) fwrite(text, 1, length, file), fclose(file);
    ok(program("replay --verify") == 1 && printed("the check at cycle 600 of main does not hold"), "the program says so: 1");
    ok(program("replay --columns") == 1 && printed("first def"), "and names the first column");
    ok(program("run --json") == 1 && printed("diverges"), "also where it is run");
    forge(text, length, "@300 set load 0.2", "@300 set load 2.2");
    s = ws_session_open_text("forged", text, length, NULL, NULL, &error);
    ok(s && !ws_session_verify(s, &error) && strstr(error.text, "0 to 1"), "a line that cannot act: %s", error.text);
    ws_session_close(s);
    forge(text, length, "@300 set load 2.2", "@300 set load 0.1");
    forge(text, length, "model " MODEL, "model 9");
    file = fopen(saved, "w");
    if (file) fwrite(text, 1, length, file), fclose(file);
    ok(program("replay --verify") == 2 && printed("a recording of model 9"), "another model is refused: 2");
    ok(program("replay --verify --force") == 0, "unless forced");
    free(text);
}

/* Back over a rebuild, and branches that have different networks. */
static void check_rebuilt(void) {
    ws_error error;
    ws_difference d;
    ws_session *s = open_with(1 << 24);
    ws_session_run(s, 300);
    uint64_t first = ws_session_digest(s);
    ok(ws_session_apply(s, "rebuild topology=ring 5 buffer=100", &error), "a rebuild: %s", error.text);
    ws_session_run(s, 300);
    uint64_t second = ws_session_digest(s);
    ok(ws_session_apply(s, "rebuild topology=line 3", &error) && ws_session_run(s, 300) == 300, "and another");
    uint64_t third = ws_session_digest(s);
    ok(ws_session_seek(s, 599, &error) && ws_net_graph(ws_session_net(s))->switches == 5, "back into the one before: %s",
       error.text);
    ok(ws_session_seek(s, 299, &error) && ws_net_graph(ws_session_net(s))->switches == 2, "and the first");
    ok(ws_session_run(s, 1) == 1 && ws_net_graph(ws_session_net(s))->switches == 5 && ws_session_digest(s) != first,
       "at the cycle of the rebuild it has been");
    ok(ws_session_seek(s, 900, &error) && ws_session_digest(s) == third, "and forth over both");
    ok(ws_session_seek(s, 450, &error) && ws_session_apply(s, "set load 0.9", &error) && ws_session_branch_count(s) == 2,
       "a fork");
    ws_session_run(s, 500);
    ok(ws_session_diff(s, 0, 1, &d, &error) && d.differs && d.cycle == 450, "branches part: %s", d.what);
    ok(ws_session_branch_switch(s, 0, 900, &error) && ws_session_digest(s) == third, "the other has its own networks");
    ok(ws_session_seek(s, 200, &error) && ws_session_apply(s, "rebuild vcs=2", &error) && ws_session_run(s, 10) == 10,
       "a fork by one");
    ok(ws_session_diff(s, 0, 2, &d, &error) && d.differs && d.cycle == 200 && strstr(d.what, "vcs"), "%s", d.what);
    ok(ws_session_verify(s, &error), "all branches hold: %s", error.text);
    (void)second;
    size_t length;
    char *text = ws_session_save_text(s, 0, &length);
    ws_session *again = ws_session_open_text("saved", text, length, NULL, NULL, &error);
    ok(again && ws_session_verify(again, &error) && ws_session_digest(again) == third, "a saved branch has them all: %s",
       error.text);
    ws_session_close(again);
    free(text);
    ws_session_close(s);
}

int main(void) {
    snprintf(path, sizeof path, "/tmp/travel-%d.wsr", (int)getpid());
    snprintf(saved, sizeof saved, "/tmp/travel-%d-saved.wsr", (int)getpid());
    check_seeking();
    check_branches();
    check_rebuilt();
    check_playing();
    check_recording();
    check_divergence();
    unlink(path);
    unlink(saved);
    return done();
}
