/* whatif.c - on a terminal: the proof in one line, a message by hand, a cable that is cut and repaired, and what cannot be. */
#include "desk.h"

static void test_prove(void) {
    const char *const arguments[] = {"teach/ring-deadlock", "--paused", NULL};
    desk d;
    desk_open(&d, 160, 40, arguments, NULL);
    ok(wait_text(&d, "paused"), "a ring is open");
    type(&d, ":prove\r");
    ok(wait_text(&d, "can deadlock: 4 channels wait for each other in a ring"), ":prove names the ring");
    type(&d, ":send H0 H2 9\r");
    ok(wait_text(&d, "done: send H0 H2 9"), ":send sends");
    type(&d, ":send H0 H0 9\r");
    ok(wait_text(&d, "a host cannot send to itself"), "what cannot be sent is told");
    type(&d, ":cut S0 S1\r");
    ok(wait_text(&d, "knows no way around"), "a routing without another way does not let a cable be cut");
    type(&d, ":rebuild routing=dor vcs=2\r");
    must_show(&d, "a new network");
    type(&d, ":prove\r");
    ok(wait_text(&d, "free of deadlock"), "with another routing, :prove says free");
    desk_close(&d);
}

static void test_cut(void) {
    const char *const arguments[] = {"cube/mesh-8x8", "--paused", "--set", "routing=updown", NULL};
    desk d;
    desk_open(&d, 160, 50, arguments, NULL);
    ok(wait_text(&d, "paused"), "a mesh is open");
    type(&d, ":run 500\r");
    quiet(&d);
    type(&d, ":cut S9 S10\r");
    ok(wait_text(&d, "done: cut S9 S10"), ":cut cuts");
    type(&d, ":repair S9 S10\r");
    ok(wait_text(&d, "done: repair S9 S10"), ":repair repairs");
    type(&d, ":repair S9 S10\r");
    ok(wait_text(&d, "is not cut"), "and only once");
    desk_close(&d);
}

/* The number behind a text on the screen, whose digits stand in groups; -1: it is not there. */
static long number_behind(desk *d, const char *text) {
    char row[4096];
    for (int y = 0; y < d->height; y++) {
        const char *at = strstr(row_text(d, y, row), text);
        if (!at) continue;
        long number = 0;
        for (at += strlen(text); (*at >= '0' && *at <= '9') || (*at == ' ' && at[1] >= '0' && at[1] <= '9'); at++)
            if (*at != ' ') number = 10 * number + *at - '0';
        return number;
    }
    return -1;
}

/* What `wormscope diff` says of the two branches of a recording. */
static long traffic_of_diff(const char *file) {
    char command[1200], line[512];
    long cycle = -1;
    snprintf(command, sizeof command, "%s diff %s %s --branch-a main --branch-b fork-1", program, file, file);
    FILE *out = popen(command, "r");
    while (out && fgets(line, sizeof line, out)) sscanf(line, "their traffic differs from cycle %ld", &cycle);
    if (out) pclose(out);
    return cycle;
}

/* A recording that is opened has both halves again, and the same first difference. */
static void again(const char *file, long told) {
    const char *const arguments[] = {file, "--paused", NULL};
    desk d;
    desk_open(&d, 120, 40, arguments, NULL);
    ok(wait_text(&d, "t=0 ") && wait_text(&d, "a recording: "), "the recording opens");
    type(&d, ":split fork-1\r");
    ok(wait_text(&d, "A is fork-1; B is main"), "a branch of it stands beside the present one");
    type(&d, ":seek 4500\r");
    ok(wait_text(&d, "t=4 500 ") && wait_text(&d, "first difference"), "with the difference");
    quiet(&d);
    ok(number_behind(&d, "first difference: cycle ") == told, "in cycle %ld", told);
    ok(wait_text(&d, "segment 313") && wait_text(&d, "segment 250"), "and what was made to differ");
    desk_close(&d);
}

/* A: fork here, change one key, run: the banner names the cycle that `diff` finds in the recording of it. */
static void test_beside(void) {
    char file[256], typed[512];
    desk d;
    desk_open_lan(&d);
    type(&d, ":seek 4000\r");
    must_show(&d, "t=4 000 ");
    type(&d, "A");
    ok(wait_text(&d, "A is main; B is fork-1") && wait_text(&d, "0 worms, 0 links differ now"), "A forks here; nothing differs yet");
    type(&d, "]");
    must_show(&d, "segment 250 → 313");
    type(&d, ":seek +500\r");
    ok(wait_text(&d, "t=4 500 ") && wait_text(&d, "first difference"), "a difference comes");
    quiet(&d);
    long told = number_behind(&d, "cycle ");
    ok(told > 4000 && gone(&d, " 0 links differ"), "the banner names cycle %ld", told);
    snprintf(file, sizeof file, "%s/beside.wsr", desk_home);
    snprintf(typed, sizeof typed, ":record %s\r", file);
    type(&d, typed);
    ok(wait_text(&d, "rec"), "it is recorded");
    type(&d, "d");
    ok(wait_text(&d, "differ now") && wait_text(&d, "paused"), "d goes there");
    char time[64];
    snprintf(time, sizeof time, "t=%ld %03ld ", told / 1000, told % 1000);
    ok(wait_text(&d, time), "to that cycle");
    /* A is known as far as somebody has been there */
    type(&d, ":split swap\r");
    ok(wait_text(&d, "keys act on main now"), "the keys act on A");
    type(&d, ":seek 4500\r");
    must_show(&d, "t=4 500 ");
    type(&d, "R");
    ok(wait_text(&d, "recorded; "), "the recording is closed");
    long found = traffic_of_diff(file);
    ok(found == told, "diff finds cycle %ld", found);
    desk_close(&d);
    again(file, told);
}

static VTermScreenCell cell_at(desk *d, int x, int y) {
    VTermScreenCell cell;
    vterm_screen_get_cell(d->screen, (VTermPos){y, x}, &cell);
    return cell;
}

/* The same cells on both maps, in rows 2 to 7. */
static void halves_compare(desk *d, const char *what) {
    int half = (d->width - 1) / 2, unlike = 0, signs = 0;
    for (int y = 2; y < 8; y++)
        for (int x = 0; x < half; x++) {
            VTermScreenCell left = cell_at(d, x, y), right = cell_at(d, half + 1 + x, y);
            bool blank = left.chars[0] <= ' ' && right.chars[0] <= ' ';
            bool same = (blank || left.chars[0] == right.chars[0]) && left.attrs.reverse == right.attrs.reverse && vterm_color_is_equal(&left.bg, &right.bg);
            if (!same && unlike < 3)
                note("%d,%d: %04x %04x, reverse %d %d, ground %d %d", x, y, left.chars[0], right.chars[0], left.attrs.reverse, right.attrs.reverse,
                     left.bg.indexed.idx, right.bg.indexed.idx);
            unlike += !same;
            signs += left.chars[0] > ' ';
        }
    ok(unlike == 0 && signs > 20, "%s looks the same at both sides: %d signs, %d cells differ", what, signs, unlike);
}

/* Just forked, both maps are of the same network: the same cells, and none is marked as looked at in one of them. */
static void test_alike(void) {
    static const char *const ring[] = {"teach/ring-deadlock", NULL};
    desk d;
    desk_open(&d, 80, 24, ring, NULL);
    must_show(&d, "t=0 ");
    type(&d, "A");
    ok(wait_text(&d, "DEADLOCK") && wait_text(&d, "0 links differ"), "a fork of a ring");
    type(&d, " ");
    quiet(&d);
    halves_compare(&d, "a ring");
    desk_close(&d);
}

/* Whatever the lens, both halves are seen through it, with its signs. */
static void test_lens(void) {
    static const char *const recn[] = {"recn/hotspot-64", "--paused", NULL};
    desk d;
    desk_open(&d, 120, 40, recn, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 20795\r");
    must_show(&d, "t=20 795 ");
    type(&d, "A:lens trees\r");
    ok(wait_text(&d, "of the tree, by depth") && wait_text(&d, "0 links differ"), "trees in both halves, with their signs");
    halves_compare(&d, "the lens trees");
    type(&d, ":lens worms\r");
    ok(gone(&d, "of the tree, by depth") && wait_text(&d, "heads that wait here"), "worms in both halves");
    halves_compare(&d, "the lens worms");
    type(&d, "G");
    ok(wait_text(&d, "of the tree, by depth") && gone(&d, "heads that wait here"), "and trees again");
    halves_compare(&d, "the lens trees again");
    desk_close(&d);
}

/* What a half says it has otherwise: whether the text stands in the left or the right half of the row of names. */
static bool says(desk *d, bool right, const char *text) {
    char row[4096];
    char *edge = strstr(row_text(d, 1, row), " B ");
    const char *at = strstr(row, text);
    return edge && at && (at > edge) == right;
}

static bool wait_says(desk *d, const char *left, const char *right) {
    bool found = wait_text(d, left) && wait_text(d, right);
    return found && says(d, false, left) && says(d, true, right);
}

/* Both halves say in words what was made to differ, whatever the last line was. */
static void test_unlike(void) {
    const char *const arguments[] = {"cube/mesh-8x8", "--paused", "--set", "routing=updown", NULL};
    desk d;
    desk_open(&d, 160, 50, arguments, NULL);
    ok(wait_text(&d, "routing updown"), "the routing stands beside the settings");
    type(&d, ":seek 200\r");
    must_show(&d, "t=200 ");
    type(&d, "A");
    ok(wait_says(&d, "main  the same settings, routing updown", "fork-1  the same settings, routing updown"), "nothing differs yet");
    type(&d, ":set load 0.7\r");
    ok(wait_says(&d, "main  load 0.", "fork-1  load 0.7"), "the value in both halves");
    type(&d, ":cut S9 S10\r");
    ok(wait_says(&d, "S9-S10 whole", "load 0.7, cable S9-S10 cut"), "a cable that is cut");
    type(&d, ":send H0 H2 9\r");
    ok(wait_says(&d, "S9-S10 whole", "send H0 H2 9 at 200"), "an act");
    type(&d, ":repair S9 S10\r");
    ok(wait_says(&d, "main  load 0.", "fork-1  load 0.7, send H0 H2 9 at 200"), "a cable that is whole again differs no longer");
    type(&d, ":split swap\r");
    must_show(&d, "the keys act on main now");
    type(&d, ":send H0 H2 9\r");
    must_show(&d, "done: send H0 H2 9");
    ok(wait_says(&d, "fork-1  load 0.7", "main  load 0.") && gone(&d, "9 at 200"), "what both have done differs no longer");
    desk_close(&d);
}

/* The key bar says what the key does now. */
static void test_pause(void) {
    desk d;
    desk_open_lan(&d);
    ok(wait_text(&d, "space run "), "space runs");
    type(&d, " ");
    ok(wait_text(&d, "space pause "), "while it runs, space pauses");
    type(&d, "A");
    ok(wait_text(&d, "space pause both "), "both");
    type(&d, " ");
    ok(wait_text(&d, "space run both "), "and runs both");
    desk_close(&d);
}

/* timeouts/deadlock, but that nothing is done later: however late a key is pressed, the ring is the nearest place behind it. */
#define RING                                                              \
    "title \"A ring\"\nmachine timeouts\nset topology torus 5 5\n"       \
    "set timeout-policy none\nset timeout 30\nset itow-cost 3\npace 500\n" \
    "warmup 10000\n@90000 end\n"

/* The marks lead to the deadlock, and stop the run; a line that is open stays one; words of an offer are read whole. */
static void test_places(void) {
    char file[256];
    const char *const dead[] = {file, NULL};
    desk d;
    snprintf(file, sizeof file, "%s/ring.ws", desk_home);
    FILE *ring = fopen(file, "w");
    if (!ring || fputs(RING, ring) < 0 || fclose(ring) != 0) {
        ok(false, "a scenario is written to %s", file);
        return;
    }
    desk_open(&d, 120, 40, dead, NULL);
    ok(wait_text(&d, "DEADLOCK"), "a deadlock while it runs");
    must_go(&d, "t=356 "); /* at which nothing lies behind but the begin */
    type(&d, "\033[5~");
    ok(wait_text(&d, "the ring closed here; paused") && wait_text(&d, "t=356 "), "PgUp goes where its ring closed, and pauses");
    type(&d, "\033[5~");
    ok(wait_text(&d, "t=0 "), "and from there to the begin");
    type(&d, "\033[6~");
    ok(wait_text(&d, "t=356 "), "PgDn goes there again");
    type(&d, "::save");
    ok(wait_text(&d, ": save"), "a colon more is harmless");
    ok(gone(&d, ":: save") && wait_text(&d, "given behind title="), "the words of an offer are shown whole");
    type(&d, "\033:rebuild routing=");
    ok(wait_text(&d, "routing=minimal-random      uniform"), "names are whole, and stand apart from their words");
    type(&d, "\033");
    desk_close(&d);
}

static bool file_begins(const char *path, const char *text) {
    char line[512];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) found = found || strstr(line, text);
    if (file) fclose(file);
    return found;
}

/* A fork before later changes: A repeats them, and that is said; the fair form leaves them out. */
static void test_later(void) {
    char file[256], typed[512];
    desk d;
    desk_open_lan(&d);
    type(&d, ":seek 4000\r");
    must_show(&d, "t=4 000 ");
    type(&d, "]");
    must_show(&d, "segment 250 → 313");
    snprintf(file, sizeof file, "%s/mine.ws", desk_home);
    snprintf(typed, sizeof typed, ":save %s\r", file);
    type(&d, typed);
    ok(wait_text(&d, "main is saved") && file_begins(file, "; changed: segment 313\""), "the title of what is saved says what was changed");
    snprintf(file, sizeof file, "%s/other.ws", desk_home);
    snprintf(typed, sizeof typed, ":save %s title=Longer segments\r", file);
    type(&d, typed);
    ok(wait_text(&d, "other.ws") && file_begins(file, "title \"Longer segments\""), "or what was given");
    type(&d, ":seek 2000\r");
    must_show(&d, "t=2 000 ");
    type(&d, "A");
    ok(wait_text(&d, "A repeats what comes later on main (`set segment *5/4`)"), "A repeats what was done later, and says so");
    type(&d, ":split here\r");
    ok(wait_text(&d, "A is fork-2; B is fork-3"), "both halves from here");
    type(&d, ":seek +3000\r");
    ok(wait_text(&d, "t=5 000 ") && wait_says(&d, "fork-2  the same settings", "fork-3  the same settings"), "without the later change");
    type(&d, "AB\033[A\033[A\033[A\r");
    ok(wait_text(&d, "main, where the two part: it has come to cycle 4000"), "main has not come so far");
    ok(wait_text(&d, "t=2 000 "), "so one lands where it parts");
    type(&d, "B\033[B\r");
    ok(wait_text(&d, "fork-1, at the same cycle") && wait_text(&d, "t=2 000 "), "another branch at the same cycle");
    type(&d, "B\033[A");
    must_show(&d, "A puts it beside");
    type(&d, "A");
    ok(wait_text(&d, "A is main; B is fork-1"), "a branch of the list stands beside the present one");
    desk_close(&d);
}

/* A network that is built anew begins empty: that is the first difference, and all that A has differs. */
static void test_rebuilt(void) {
    desk d;
    desk_open_lan(&d);
    type(&d, ":seek 4000\r");
    must_show(&d, "t=4 000 ");
    type(&d, "A");
    must_show(&d, "is still the same");
    type(&d, ":rebuild buffer=90\r");
    ok(wait_text(&d, "by `rebuild buffer=90` in B, which began empty"), "the first difference is by the line that made it");
    ok(wait_text(&d, "B: worms 0") && gone(&d, " 0 worms, "), "B is empty, and the worms that only A has differ");
    type(&d, ":rebuild vcs=2\r");
    ok(gone(&d, " 0 links differ"), "so do the links, of networks with other queues too");
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_prove();
    test_cut();
    test_beside();
    test_alike();
    test_lens();
    test_unlike();
    test_pause();
    test_places();
    test_later();
    test_rebuilt();
    desk_end();
    return done();
}
