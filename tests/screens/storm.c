/* storm.c - keys, words, mouse, pastes, sizes from 1 x 1 to 300 x 100 and stops at random: no crash, no hang, and a terminal on which
 * at the end stands what the program means to stand there. `make check-all` runs it under the sanitizers, too.
 *
 *   storm.t [EVENTS [SEED]]     WS_LONG: 10,000 events on each of several scenarios */
#include "desk.h"

#define LAST_MS 60000 /* for what has been typed to be done */

static uint32_t seed;

static uint32_t below(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

/* All characters but q, and keys of the terminal; ^C and q would end it, q also in a paste whose begin is lost by a stop. */
static void any_key(char *text, size_t room) {
    static const char *const special[] = {"\033[A", "\033[B", "\033[C",   "\033[D", "\033[H",  "\033[F", "\033[5~", "\033[6~",
                                          "\033[Z", "\033OP", "\033[20~", "\t",     "\r",      "\033",   "\177",    "\014",
                                          "\025",   "\024",   "\001",     "\005",   "\033[3~", "\033[0n"};
    if (below(3) == 0) snprintf(text, room, "%s", special[below(sizeof special / sizeof *special)]);
    else {
        char c = (char)(' ' + below('~' - ' ' + 1));
        snprintf(text, room, "%c", c == 'q' ? ' ' : c);
    }
}

/* Lines as one would type them, right and wrong; none that writes a file where it should not. */
static void any_line(char *text, size_t room) {
    static const char *const lines[] = {"set load 0.9",
                                        "set segment 7",
                                        "set timeout-policy itow",
                                        "set timeout 3",
                                        "step 100",
                                        "back 50",
                                        "seek 3000",
                                        "seek 0",
                                        "fork",
                                        "look S0",
                                        "look S0 S1",
                                        "look next",
                                        "speed max",
                                        "speed 1",
                                        "theme light",
                                        "theme mono",
                                        "next",
                                        "open kwan/two-hosts",
                                        "open theory/switch",
                                        "open teach/ring-deadlock",
                                        "open nothing",
                                        "measure",
                                        "note \"a storm\"",
                                        "set laod 1",
                                        "host all send-to H0",
                                        "select next",
                                        "field next",
                                        "zoom in",
                                        "zoom out",
                                        "record",
                                        "mark previous",
                                        "leap -1",
                                        "differ",
                                        "filter waiting to=H1",
                                        "filter !class=high order>1",
                                        "filter xyzzy",
                                        "break order>2",
                                        "break kills",
                                        "break recent-latency>1000",
                                        "break x",
                                        "unbreak 1",
                                        "unbreak all",
                                        "breaks",
                                        "lecture on",
                                        "lecture off",
                                        "split",
                                        "split main",
                                        "split swap",
                                        "next order",
                                        "next !waiting",
                                        "ask \"why?\"",
                                        "answer \"so\"",
                                        "rebuild vcs=2",
                                        "rebuild topology=torus 4 4",
                                        "rebuild topology=mesh 3 3",
                                        "rebuild hosts-per-switch=2",
                                        "rebuild buffer=40 load=0.4",
                                        "lecture",
                                        "trees",
                                        "filter blocked",
                                        "break waiting>20%",
                                        "break clear",
                                        "next order",
                                        "cut S0 S1",
                                        "repair S0 S1",
                                        "cut S1 S4",
                                        "send H0 H1 20",
                                        "spacetime path",
                                        "spacetime chain",
                                        "spacetime ring",
                                        "brush 0 200",
                                        "select back"};
    snprintf(text, room, ":%s\r", lines[below(sizeof lines / sizeof *lines)]);
}

static void any_mouse(char *text, size_t room) {
    static const int buttons[] = {0, 0, 0, 32, 64, 65, 2, 99};
    snprintf(text, room, "\033[<%d;%u;%u%c", buttons[below(8)], 1 + below(310), 1 + below(110), below(3) ? 'M' : 'm');
}

static void any_event(desk *d) {
    char text[256];
    switch (below(20)) {
    case 0: resize(d, 1 + (int)below(300), 1 + (int)below(100)); return;
    case 1: resize(d, 60 + (int)below(60), 16 + (int)below(20)); return;
    case 2: any_mouse(text, sizeof text); break;
    case 3: any_line(text, sizeof text); break;
    case 4: snprintf(text, sizeof text, "\033[200~%s\033[201~", below(2) ? "set load 0.5\nw\n" : "\303\251\302\200\377w"); break;
    case 5:
        if (below(20) == 0) snprintf(text, sizeof text, "\032");
        else any_mouse(text, sizeof text);
        break;
    default: any_key(text, sizeof text);
    }
    type(d, text);
}

static void wake(desk *d) {
    ssize_t ignored = write(d->commands, "c", 1);
    (void)ignored;
}

/* What has become of the program since; a stopped one is woken. */
static report report_poll(desk *d) {
    report r = {0, 0};
    struct pollfd fd = {.fd = d->reports, .events = POLLIN};
    if (poll(&fd, 1, 0) <= 0 || read(d->reports, &r, sizeof r) != sizeof r) return (report){0, 0};
    if (r.kind != 'S') return r;
    wake(d);
    return (report){0, 0};
}

/* Without the ends of rows, where it does not matter whether a blank was written or nothing. */
static char *screen_text(desk *d) {
    char row[4096], *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (int y = 0; y < d->height; y++) {
        size_t length = strlen(row_text(d, y, row));
        while (length > 0 && row[length - 1] == ' ') length--;
        fprintf(out, "%.*s\n", (int)length, row);
    }
    fclose(out);
    return text;
}

/* Waits until "too small" is, or is not, on the screen, waking the program if it has stopped. */
static report small_wait(desk *d, bool small) {
    report r = {0, 0};
    for (int64_t end = now_ms() + LAST_MS; r.kind == 0 && shows(d, "too small") != small && now_ms() < end; r = report_poll(d))
        pump(d, 20);
    return r;
}

/* Closes whatever is open, stops the run, and waits until all keys are read and done; one of the last may have stopped the program. */
static report calm(desk *d) {
    report r = {0, 0};
    for (int i = 0; i < 4; i++) type(d, "\033"), pump(d, 60);
    for (int i = 0; i < 4 && r.kind == 0; i++) {
        resize(d, i % 2 ? 30 : 80, i % 2 ? 5 : 24);
        r = small_wait(d, i % 2);
    }
    resize(d, 80, 24);
    if (r.kind == 0) r = small_wait(d, false);
    for (int64_t end = now_ms() + LAST_MS; r.kind == 0 && !rests(d) && now_ms() < end; r = report_poll(d)) {
        if (!shows(d, "/s ") && !shows(d, "unlimited")) continue;
        type(d, ":step 1\r"); /* pauses */
        quiet(d);
    }
    return r;
}

/* Ends the program; the first ^C may ask because of branches. One of the keys before may still stop it, since sizes and keys are not
 * heard in the order in which they come: then what has been typed since is lost. */
static report leave(desk *d) {
    type(d, "\003\003");
    report r = report_wait(d, LAST_MS);
    while (r.kind == 'S') {
        wake(d);
        quiet(d);
        type(d, "\003\003");
        r = report_wait(d, LAST_MS);
    }
    return r;
}

static void test_storm(const char *scenario, int events) {
    const char *const arguments[] = {scenario, NULL}, *const nothing[] = {NULL};
    desk d;
    report r = {0, 0};
    uint32_t first = seed;
    int done_events = 0;
    desk_open(&d, 80, 24, scenario ? arguments : nothing, NULL);
    must_show(&d, scenario ? "settings" : "choose a scenario");
    for (; done_events < events && r.kind == 0; done_events++) {
        any_event(&d);
        pump(&d, 1);
        while (pump(&d, 0)) continue;
        r = report_poll(&d);
    }
    if (r.kind == 0) r = calm(&d);
    char *was = screen_text(&d);
    resize(&d, 90, 30); /* another size and back: everything is drawn anew */
    quiet(&d);
    resize(&d, 80, 24);
    quiet(&d);
    char *is = screen_text(&d);
    if (!ok(r.kind == 0 && strcmp(was, is) == 0, "%s: %d events from seed %u, and the screen is as it should be",
            scenario ? scenario : "start screen", done_events, first))
        note("%s\n# instead of\n%s", was, is);
    free(was);
    free(is);
    if (r.kind == 0) r = leave(&d);
    ok(r.kind == 'E' && r.value == 0 && terminal_is_sane(&d), "then ^C ends it with 0 (%c %d)", r.kind ? r.kind : '-', r.value);
    if (r.kind != 'E' || r.value)
        for (int y = 0; y < d.height; y++) {
            char row[4096];
            note("|%s", row_text(&d, y, row));
        }
    desk_close(&d);
}

int main(int argc, char **argv) {
    static const char *const scenarios[] = {"kwan/torus-3x3", NULL, "timeouts/deadlock", "teach/ring-deadlock", "cube/mesh-8x8",
                                            "recn/hotspot-64", "fedx/wk30-hotspot", "now/irregular-32", "dragonfly/72"};
    int events = argc > 1 ? atoi(argv[1]) : is_long() ? 10000 : 700;
    seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 20;
    if (!desk_begin(argv[0])) return 1;
    if (chdir(desk_home) != 0) return 1; /* where recordings may fall */
    for (size_t i = 0; i < (is_long() ? sizeof scenarios / sizeof *scenarios : 2); i++) test_storm(scenarios[i], events);
    if (chdir("/") != 0) return 1;
    desk_end();
    return done();
}
