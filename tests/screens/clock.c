/* clock.c - clocks that jump by hours and back by days: the program goes on to be answered, its
 * recording holds, and what it computes depends on no clock.
 *
 * The library tests/faults/clock.c stands between the program and every clock it asks. */
#include "desk.h"

#define LIBRARY_ROOM 128

static char library[LIBRARY_ROOM];
static char recorded[LIBRARY_ROOM];

static bool library_make(void) {
    char command[512];
    const char *compiler = getenv("CC");
    snprintf(library, sizeof library, "%s/clock.so", desk_home);
    snprintf(recorded, sizeof recorded, "%s/clock.wsr", desk_home);
    snprintf(command, sizeof command, "%s -O1 -shared -fPIC -o %s tests/faults/clock.c", compiler ? compiler : "cc",
             library);
    return system(command) == 0;
}

static bool is_verified(void) {
    char command[768];
    snprintf(command, sizeof command, "'%s' replay --verify %s >/dev/null 2>&1", program, recorded);
    return system(command) == 0;
}

/* Runs, goes to a cycle, changes the load, goes back, and quits; each must be answered. */
static void session(void) {
    const char *const arguments[] = {"kwan/torus-3x3", "--record", recorded, NULL};
    const char *const settings[] = {"LD_PRELOAD", library, NULL, NULL};
    desk d;
    unlink(recorded);
    desk_open(&d, 100, 30, arguments, settings);
    bool begun = wait_text(&d, "REC");
    type(&d, " ");
    quiet(&d);
    type(&d, ":seek 4000\r");
    bool there = wait_text(&d, "t=4 000");
    type(&d, "+");
    bool changed = wait_text(&d, "load 0.2 → 0.21");
    type(&d, ":seek 1000\r");
    bool back = wait_text(&d, "t=1 000");
    ok(begun && there && changed && back, "keys are answered, there and back");
    type(&d, "q");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "it ends in order (%c %d)", r.kind ? r.kind : '-', r.value);
    desk_close(&d);
    ok(is_verified(), "the recording holds");
}

/* Runs a scenario without a screen; its result as a number, 0 if it fails. */
static unsigned long digest_of(const char *before) {
    char command[1024];
    char text[64] = "";
    snprintf(command, sizeof command,
             "%s '%s' run kwan/torus-3x3 -c 20000 --json 2>/dev/null | sed -n 's/.*\"digest\":\"\\([0-9a-f]*\\)\".*/\\1/p'",
             before, program);
    FILE *out = popen(command, "r");
    if (!out)
        return 0;
    if (!fgets(text, sizeof text, out))
        text[0] = '\0';
    pclose(out);
    return strtoul(text, NULL, 16);
}

static void run_agrees(void) {
    char jumping[256];
    char still[256];
    snprintf(jumping, sizeof jumping, "LD_PRELOAD=%s", library);
    snprintf(still, sizeof still, "WS_CLOCK=still LD_PRELOAD=%s", library);
    unsigned long whole = digest_of("");
    ok(whole != 0 && digest_of(jumping) == whole && digest_of(still) == whole,
       "a run has the same digest whatever the clocks do");
}

int main(int count, char **arguments) {
    (void)count;
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1); /* a sanitizer wants to be the first library */
    if (!desk_begin(arguments[0]) || !library_make()) {
        printf("1..0 # SKIP no library for clocks\n");
        desk_end();
        return 0;
    }
    run_agrees();
    session();
    desk_end();
    return done();
}
