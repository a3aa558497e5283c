/* killed.c - a program that is killed while it records, again and again at random moments: what it leaves behind is whole,
 * replays in every check, and misses nothing that was typed.
 *
 * A child types, runs, goes back and forks as fast as it can, and tells through shared memory what it has done; the parent kills
 * it. WS_LONG=1: a thousand times, else thirty, a third of them at random moments, the others while it begins. */
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base.h"
#include "session/session.h"
#include "tap.h"

/* What the child has done: noted after it is done. */
typedef struct progress {
    _Atomic uint64_t recording, typed, cycle;
} progress;

static progress *shared;
static char path[64], part[80];
static u64 rng;

static void wait_ms(unsigned ms) { nanosleep(&(struct timespec){ms / 1000, (long)(ms % 1000) * 1000000}, NULL); }

static ws_session *session_open(void) {
    static const char text[] = "machine wormhole-lan\nset topology torus 3 3\nset load 0.3\nset length exponential 100\n";
    ws_error error;
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES, .keyframe_ns = 1000000};
    ws_session *s = ws_session_open_text("t", text, sizeof text - 1, NULL, &options, &error);
    if (!s || !ws_session_record_start(s, path, &error)) _exit(1);
    shared->recording = 1;
    return s;
}

/* Never comes back. */
static void child_hurry(void) {
    ws_error error;
    char line[64];
    for (ws_session *s = session_open();;) {
        ws_session_run(s, 1 + rng_below(&rng, 3000));
        if (rng_below(&rng, 8) == 0) ws_session_seek(s, rng_below(&rng, (u32)ws_net_cycle(ws_session_net(s)) + 1), &error);
        snprintf(line, sizeof line, "set load 0.%u", 1 + rng_below(&rng, 9));
        if (rng_below(&rng, 2) && ws_session_apply(s, line, &error)) shared->typed++;
    }
}

/* One cycle now and then: nothing that would need a check but the clock. */
static void child_dawdle(void) {
    for (ws_session *s = session_open();;) {
        ws_session_run(s, 1);
        shared->cycle = ws_net_cycle(ws_session_net(s));
        for (int i = 0; i < 3; i++) {
            wait_ms(100);
            ws_session_record_tick(s);
        }
    }
}

/* What a child leaves that was killed while it wrote the head. */
static void leftover_remove(pid_t child) {
    char fresh[128];
    snprintf(fresh, sizeof fresh, "%s.%d.new", part, (int)child);
    unlink(fresh);
}

static void run_and_kill(void (*child)(void), unsigned ms) {
    *shared = (progress){0};
    unlink(path);
    unlink(part);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) child();
    while (!shared->recording && waitpid(pid, NULL, WNOHANG) == 0) wait_ms(1);
    wait_ms(ms);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    leftover_remove(pid);
}

/* Plays what is left. */
static bool replays(ws_recorded *recorded) {
    ws_error error = {0};
    ws_session *s = ws_session_open(part, &(ws_options){.keyframe_bytes = WS_KEYFRAME_BYTES}, &error);
    bool good = s && ws_session_recorded(s, recorded) && ws_session_verify(s, &error);
    if (!good) note("%s", error.text);
    ws_session_close(s);
    return good;
}

/* Killed before the first moment too: then there is no file, or a whole one. */
static bool round_run(unsigned i) {
    ws_recorded recorded = {0};
    rng = mix64(i + 1);
    run_and_kill(child_hurry, rng_below(&rng, 120));
    bool good = replays(&recorded) && recorded.lines >= shared->typed && recorded.lines <= shared->typed + 1;
    if (!good) note("round %u: %zu lines typed, %zu recorded", i, (size_t)shared->typed, recorded.lines);
    return good;
}

/* The moment is looked for: later where the last file was not there yet, earlier where it was. */
static void at_the_beginning(unsigned rounds) {
    unsigned bad = 0, seen = 0;
    uint32_t longest_us = 4000;
    for (unsigned i = 0; i < rounds; i++) {
        ws_recorded recorded;
        unlink(part);
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) child_hurry();
        nanosleep(&(struct timespec){0, (long)(longest_us / 2 + rng_below(&rng, longest_us / 2)) * 1000}, NULL);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        leftover_remove(pid);
        bool there = access(part, F_OK) == 0;
        longest_us = there ? longest_us * 3 / 4 : longest_us * 3 / 2;
        if (longest_us < 1000) longest_us = 1000;
        if (longest_us > 900000) longest_us = 900000;
        if (!there) continue;
        seen++;
        bad += !replays(&recorded);
    }
    ok(bad == 0, "killed %u times while it begins: what there is (%u) is whole", rounds, seen);
}

int main(void) {
    unsigned rounds = (unsigned)amount(10, 10, 334), bad = 0;
    snprintf(path, sizeof path, "/tmp/killed-%d.wsr", (int)getpid());
    snprintf(part, sizeof part, "%s.part", path);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 1;
    for (unsigned i = 0; i < rounds; i++) bad += !round_run(i);
    ok(bad == 0, "killed %u times at random moments: replays, with every line that was typed", rounds);
    at_the_beginning(2 * rounds);
    ws_recorded recorded = {0};
    run_and_kill(child_dawdle, 2500);
    bool good = replays(&recorded);
    ok(good && recorded.end + 4 >= shared->cycle && shared->cycle > 5,
       "one that does little is there up to the last second: cycle %" PRIu64 " of %" PRIu64, recorded.end,
       (uint64_t)shared->cycle);
    unlink(part);
    return done();
}
