/* foreign.c - recordings that this program did not make, or not so: of another model, without a scenario's name, with too many
 * branches, with cycles that nobody reaches, without checks. They are opened from files as a user opens them, and the words of the
 * error are read; the sanitizers look on in build-asan. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "session/recording/line_checksum.h"
#include "session/recording/recording.h"
#include "session/session.h"
#include "tap.h"

static char path[64], printed[64], wormscope[256];

/* ---- a recording by hand: lines, sealed one after the other ---- */

typedef struct forgery {
    FILE *file;
    uint32_t chain;
} forgery;

__attribute__((format(printf, 2, 3))) static void put(forgery *f, const char *format, ...) {
    char text[512], seal[WS_LINE_CHECKSUM_SIZE];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ws_line_checksum_write(&f->chain, text, (size_t)length, seal);
    fprintf(f->file, "%s%.*s\n", text, WS_LINE_CHECKSUM_SIZE, seal);
}

static forgery begin(int model, const char *scenario) {
    forgery f = {.file = fopen(path, "w")};
    put(&f, "wormscope-recording 2");
    put(&f, "model %d", model);
    put(&f, "program \"9.9.9\"");
    if (scenario) put(&f, "scenario \"%s\"", scenario);
    put(&f, "file \"small\"");
    put(&f, "| set topology line 2");
    put(&f, "| set load 0.1");
    put(&f, "begin");
    return f;
}

static void end(forgery *f) {
    put(f, "end");
    fclose(f->file);
}

/* The digest that the small scenario has at a cycle. */
static uint64_t digest_at(uint64_t cycle) {
    static const char text[] = "set topology line 2\nset load 0.1\n";
    ws_error error;
    ws_session *s = ws_session_open_text("small", text, sizeof text - 1, NULL, NULL, &error);
    ws_session_run(s, cycle);
    uint64_t digest = ws_session_digest(s);
    ws_session_close(s);
    return digest;
}

static bool opens(const ws_options *options, ws_error *error) {
    ws_session *s = ws_session_open(path, options, error);
    if (s) ws_session_close(s);
    return s != NULL;
}

/* The exit code of the program on the recording; what it prints is in `printed`. */
static int program(const char *command) {
    char line[512];
    snprintf(line, sizeof line, "%.150s %s %s >%s 2>&1", wormscope, command, path, printed);
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool says(const char *words) {
    char text[4096] = "";
    FILE *file = fopen(printed, "r");
    if (file) text[fread(text, 1, sizeof text - 1, file)] = '\0', fclose(file);
    if (!strstr(text, words)) note("%s", text);
    return strstr(text, words) != NULL;
}

/* ---- models and names ---- */

static void check_models(void) {
    static const int models[] = {WS_MODEL - 1, WS_MODEL + 1, INT32_MAX};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char words[160];
        ws_error error;
        forgery f = begin(models[i], i ? "small" : NULL);
        end(&f);
        snprintf(words, sizeof words, "%s: a recording of model %d, and this program has model %d", path, models[i], WS_MODEL);
        ok(!opens(NULL, &error) && strncmp(error.text, words, strlen(words)) == 0, "model %d: %s", models[i], error.text);
        ok(program("run") == 2 && says(words), "the program says so");
        ok(program("replay") == 2 && says(words), "replay too");
        ok(opens(&(ws_options){.any_model = true}, &error), "it opens where any model will do");
    }
}

static void check_name(void) {
    ws_error error;
    forgery f = begin(WS_MODEL, NULL);
    end(&f);
    ws_session *s = ws_session_open(path, NULL, &error);
    ok(s && strcmp(ws_session_name(s), path) == 0, "without a scenario's name it is called as its file: %s",
       s ? ws_session_name(s) : error.text);
    ws_session_close(s);
    const char *sets[] = {"load=0.2"};
    ok(!opens(&(ws_options){.sets = sets, .set_count = 1}, &error) && strstr(error.text, "has its own settings"), "%s", error.text);
    ok(strncmp(error.text, path, strlen(path)) == 0, "the error names the file");
    ok(program("replay") == 0 && says(path), "replay tells the name");
}

/* ---- too much, and too little ---- */

static void check_bounds(void) {
    ws_error error;
    forgery f = begin(WS_MODEL, "small");
    for (int i = 1; i < 100000; i++) put(&f, "fork 0 fork-%d main 0", i);
    end(&f);
    ok(!opens(NULL, &error) && strstr(error.text, "more than 1,000 branches"), "99,999 forks: %s", error.text);
    ok(program("replay --verify") == 3, "the program refuses it: 3");
    f = begin(WS_MODEL, "small");
    for (int i = 1; i < 1000; i++) put(&f, "fork 0 fork-%d main 0", i);
    end(&f);
    ok(opens(NULL, &error), "999 forks are good");

    f = begin(WS_MODEL, "small");
    for (int i = 0; i < 100000; i++) put(&f, "@0 note x");
    for (int i = 1; i < 1000; i++) put(&f, "fork 0 fork-%d main 100000", i);
    end(&f);
    ok(!opens(NULL, &error) && strstr(error.text, "lines and checks"), "999 forks of 100,000 lines: %s", error.text);

    static const char *const far[] = {"check 10000000000000 0123456789abcdef", "@10000000000000 set load 0.2",
                                      "fork 10000000000000 fork-1 main 0"};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        f = begin(WS_MODEL, "small");
        put(&f, "%s", far[i]);
        end(&f);
        ok(!opens(NULL, &error) && strstr(error.text, "beyond 1,000,000,000,000"), "a cycle of 10^15: %s", error.text);
        ok(program("replay --verify") == 3 && says("line 9"), "the program refuses it: 3");
    }
}

/* Each stage line asks which branches have its course: no reason to read their lines again each time. */
static void check_hours(void) {
    ws_error error = {0};
    forgery f = begin(WS_MODEL, "small");
    for (int i = 0; i < 8000; i++) put(&f, "@0 note x");
    for (int i = 1; i < 1000; i++) put(&f, "fork 0 fork-%d main 8000", i), put(&f, "check %d 0123456789abcdef", i);
    for (int i = 0; i < 100000; i++) put(&f, "~0 look 1");
    end(&f);
    clock_t from = clock();
    ws_fault fault;
    ws_recording *r = ws_recording_read(path, &fault, &error);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    ok(r && r->branches.stage.count == 100000 && r->branches.stage.entries[99999].furthest == 999, "100,000 stage lines, 1,000 branches %s",
       error.text);
    ok(seconds < 20, "are read in %.1f seconds", seconds);
    ws_recording_free(r);
}

static void check_unchecked(void) {
    forgery f = begin(WS_MODEL, "small");
    put(&f, "@100 set load 0.2");
    end(&f);
    ok(program("replay --verify") == 1 && says("played to cycle 100; nothing was checked"), "no checks: not verified, 1");
    ok(program("replay --verify --json") == 1 && says("\"verified\":false,\"diverged\":null"), "in JSON too");
    ok(program("replay") == 0 && says("0 checks"), "it can be looked at");
    f = begin(WS_MODEL, "small");
    put(&f, "check 100 %016" PRIx64, digest_at(100));
    end(&f);
    ok(program("replay --verify") == 0 && says("verified to cycle 100: 1 checks"), "with one it is verified");
}

/* A live session makes no more branches than can be read again. */
static void check_live(void) {
    static const char text[] = "set topology line 2\nset load 0.1\n";
    ws_error error = {0};
    ws_session *s =
        ws_session_open_text("small", text, sizeof text - 1, NULL, &(ws_options){.keyframe_bytes = 1 << 20}, &error);
    ws_session_run(s, 20);
    for (int i = 0; i < 999; i++) {
        ws_session_seek(s, 10, &error);
        if (!ws_session_apply(s, "note x", &error)) break;
        ws_session_run(s, 2);
    }
    ok(ws_session_branch_count(s) == 1000, "1,000 branches: %s", error.text);
    ws_session_seek(s, 10, &error);
    uint64_t digest = ws_session_digest(s);
    ok(!ws_session_apply(s, "set load 0.7", &error) && strstr(error.text, "1000 branches"), "no more: %s", error.text);
    ok(!ws_session_fork(s) && ws_session_branch_count(s) == 1000 && ws_session_digest(s) == digest, "nor by a fork");
    ok(ws_session_run(s, 2) == 2 && ws_session_apply(s, "note y", &error), "at the end of a branch lines act as ever: %s",
       error.text);
    ws_session_close(s);
}

int main(int argc, char **argv) {
    const char *tests = strstr(argv[0], "/tests/"); /* the program of the same build, sanitized or not */
    (void)argc;
    snprintf(wormscope, sizeof wormscope, "%.*s/wormscope", tests ? (int)(tests - argv[0]) : 5, tests ? argv[0] : "build");
    snprintf(path, sizeof path, "/tmp/foreign-%d.wsr", (int)getpid());
    snprintf(printed, sizeof printed, "/tmp/foreign-%d.txt", (int)getpid());
    check_models();
    check_name();
    check_bounds();
    check_hours();
    check_unchecked();
    check_live();
    unlink(path);
    unlink(printed);
    return done();
}
