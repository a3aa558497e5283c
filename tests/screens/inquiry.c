/* inquiry.c - finding out, on a real terminal: filters, breakpoints, what may be typed, the next event, lectures, two branches
 * side by side, the small map. */
#include "desk.h"

static const char *const torus[] = {"kwan/torus-3x3", "--paused", NULL};

static void quit(desk *d, const char *after) {
    type(d, "\003\003"); /* the first may ask because of branches */
    report r = report_wait(d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0 && terminal_is_sane(d), "%s: ends with 0, the terminal as it was (%c %d)", after,
       r.kind ? r.kind : '-', r.value);
    desk_close(d);
}

/* A line longer than any name there is. */
static void test_long(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":look AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB\r");
    ok(wait_text(&d, "unknown switch or host `AAAA"), "names that are too long are no names");
    type(&d, ":break AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r");
    ok(wait_text(&d, "the word is too long"), "nor conditions");
    type(&d, "/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r");
    ok(wait_text(&d, "matches no switch or host"), "nor filters");
    quit(&d, "long words");
}

static void test_filter(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 9000\r");
    must_show(&d, "t=9 000 ");
    type(&d, "/to=H5\r");
    ok(wait_text(&d, "/to=H5  3 of 9, waiting 2"), "/ takes a filter, which the status line shows");
    type(&d, "w");
    ok(wait_text(&d, "H21→H5") && wait_text(&d, "entered"), "w goes round among its worms");
    type(&d, "\033");
    ok(wait_text(&d, "settings") && shows(&d, "/to=H5"), "Esc lets go of the worm first");
    type(&d, "\033");
    ok(wait_text(&d, "all worms again") && gone(&d, "/to=H5"), "and then of the filter");
    type(&d, "/ordr>2\r");
    ok(wait_text(&d, "did you mean \"order\"?"), "a wrong one is answered");
    type(&d, "/class=h\t\r");
    ok(wait_text(&d, "/class=high "), "Tab completes a field's value");
    type(&d, "/\025waiting");
    ok(wait_text(&d, "/waiting  "), "what is typed shows at once what it takes");
    type(&d, "\033");
    ok(wait_text(&d, "/class=high "), "Esc gives the old one back");
    type(&d, "/");
    ok(wait_text(&d, "/ class=high"), "/ again shows the filter to go on from");
    type(&d, "\025\r");
    ok(wait_text(&d, "all worms again"), "an empty one takes all");
    type(&d, "/\033[A\033[A");
    ok(wait_text(&d, "/ ordr>2"), "filters have a history of their own");
    type(&d, "\033");
    quit(&d, "filters");
}

static void test_complete(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":");
    ok(wait_text(&d, "sets a parameter"), "an open command line shows what may be typed");
    type(&d, "set arb\t");
    ok(wait_text(&d, ": set arbiter ") && wait_text(&d, "round-robin"), "Tab completes a parameter, and its values are shown");
    type(&d, "f\t\r");
    ok(wait_text(&d, "arbiter round-robin → fcfs"), "and a value");
    type(&d, ":th\tpro\t\r");
    ok(wait_text(&d, "theme projector"), "also commands of the screen and their arguments");
    type(&d, ":set seg\t");
    ok(wait_text(&d, ": set segment"), "as much as is certain");
    type(&d, "\t\t");
    ok(wait_text(&d, ": set segment "), "then one after the other");
    type(&d, "\033[Z");
    ok(wait_text(&d, ": set segment-rule"), "Back-tab the other way");
    type(&d, "\033:\033[A\033[A");
    ok(wait_text(&d, ": set arbiter fcfs"), "arrows go through the history");
    type(&d, "\033:zzz\t\t\r");
    ok(wait_text(&d, "zzz"), "where nothing is offered, Tab does nothing");
    quit(&d, "completion");
}

static void test_breaks(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":break order>3\r");
    ok(wait_text(&d, "breakpoint 1: the run stops where order>3 comes true"), "a breakpoint is set");
    type(&d, ":break wiating\r");
    ok(wait_text(&d, "did you mean \"waiting\"?"), "a wrong one is answered");
    type(&d, "u ");
    ok(wait_text(&d, "stopped by breakpoint 1: order>3, it is 4") && wait_text(&d, "t=4 928 "),
       "a run without a brake stops at the cycle at which it always does");
    type(&d, "S");
    ok(wait_text(&d, "breakpoints") && wait_text(&d, "■ 4 928"), "S lists them, and where they have stopped");
    type(&d, "S:seek 2000\r");
    must_show(&d, "t=2 000 ");
    type(&d, "\033[6~");
    ok(wait_text(&d, "t=4 928 ") && wait_text(&d, "breakpoint 1"), "Page Down goes to the mark on the timeline");
    type(&d, ":unbreak 2\r");
    ok(wait_text(&d, "unknown breakpoint `2`"), "one that is not there cannot be taken away");
    type(&d, ":unbreak 1\r");
    ok(wait_text(&d, "breakpoint 1 is gone"), "one that is, can");
    quit(&d, "breakpoints");
}

static void test_next(void) {
    static const char *const ring[] = {"teach/ring-deadlock", "--paused", NULL};
    static const char *const turns[] = {"teach/turn-cycle", "--paused", NULL};
    static const char *const kills[] = {"timeouts/closed-torus-3x3", "--paused", NULL};
    desk d;
    desk_open(&d, 80, 24, ring, NULL);
    must_show(&d, "paused");
    type(&d, "n");
    ok(wait_text(&d, "Every worm has taken the first") && wait_text(&d, "t=8 "), "n stops at a question");
    type(&d, "n");
    ok(wait_text(&d, "a deadlock, closed in cycle 9: 4 worms in the ring") && wait_text(&d, "t=9 "), "and at a deadlock");
    type(&d, "N");
    ok(wait_text(&d, "Nothing can move") && wait_text(&d, "t=40 "), "N passes over worms that are waiting");
    type(&d, ":next noise\r");
    ok(wait_text(&d, "invalid event `noise`"), "what is no event is refused");
    desk_close(&d);
    desk_open(&d, 80, 24, turns, NULL);
    must_show(&d, "paused");
    ok(search_finds(&d, ":next order\r", "the order of blocking rises to "), "on to a higher order of blocking");
    desk_close(&d);
    desk_open(&d, 80, 24, kills, NULL);
    must_show(&d, "paused");
    ok(search_finds(&d, ":next kill\r", "is killed: it has waited too long"), "or to a kill");
    quit(&d, "next");
}

static void test_lecture(void) {
    static const char *const lesson[] = {"teach/ring-deadlock", "--lecture", "--speed", "500", NULL};
    desk d;
    desk_open(&d, 80, 24, lesson, NULL);
    ok(wait_text(&d, "What you see") && wait_text(&d, "Four switches, cabled one way") && wait_text(&d, "paused"),
       "a lecture begins paused, with a caption");
    ok(gone(&d, "settings"), "and nothing but the map above it");
    type(&d, " ");
    ok(wait_text(&d, "question") && wait_text(&d, "t=8 ") && wait_text(&d, "What do you think?"), "it stops at the question");
    ok(wait_text(&d, " space  run: start or pause"), "the key is shown as it is pressed");
    type(&d, " ");
    ok(wait_text(&d, "answer") && wait_text(&d, "t=40 "), "and at the answer");
    type(&d, "w");
    ok(wait_text(&d, "and so round in a ring"), "a worm that is selected is shown beside the map");
    type(&d, "\033M");
    ok(wait_text(&d, "deadlock: a ring of worms"), "M: exit it");
    type(&d, ":lecture maybe\r");
    ok(wait_text(&d, "neither on nor off"), "it is on or off");
    resize(&d, 60, 16);
    type(&d, "M");
    ok(wait_text(&d, "answer"), "it fits on the smallest screen");
    quit(&d, "a lecture");
}

static void test_long_answer(void) {
    static const char *const fabric[] = {"fedx/wk1-5-hotspot", "--paused", NULL};
    desk d;
    desk_open(&d, 80, 24, fabric, NULL);
    must_show(&d, "paused");
    type(&d, "r");
    ok(wait_text(&d, "has no room for a packet") && wait_text(&d, "must change"), "an answer longer than a row has two");
    type(&d, "x");
    ok(wait_text(&d, "alpha stays 0") && wait_text(&d, " main "), "a value that stays is told so; the timeline is back");
    quit(&d, "long answers");
}

static void test_split(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 3000\r");
    must_show(&d, "t=3 000 ");
    type(&d, "A");
    ok(wait_text(&d, "A is main; B is fork-1, where the keys act") && wait_text(&d, "B - A"),
       "A forks here, and shows both branches side by side");
    ok(shows(&d, "forked at cycle 3 000; the traffic is still the same"), "nothing differs yet");
    type(&d, "[");
    must_show(&d, "segment 250 → 200");
    type(&d, ":seek 5000\r");
    ok(wait_text(&d, "t=5 000 ") && wait_text(&d, "recent-latency"), "both go on, beyond what is known of the other one");
    quiet(&d);
    ok(gone(&d, "on its way"), "and are at the same cycle");
    type(&d, ",");
    ok(wait_text(&d, "t=4 999 "), "back too");
    type(&d, "u  ");
    quiet(&d);
    type(&d, ":split swap\r");
    ok(wait_text(&d, "the keys act on main now"), "the keys act on the other one");
    type(&d, ":split nobody\r");
    ok(wait_text(&d, "unknown branch `nobody`"), "a branch that is not there is refused");
    resize(&d, 200, 60);
    ok(wait_text(&d, "buffers"), "a large screen shows more figures");
    resize(&d, 60, 16);
    ok(wait_text(&d, "B - A"), "the smallest one still shows some");
    resize(&d, 80, 24);
    type(&d, "A");
    ok(wait_text(&d, "settings"), "A closes it");
    quit(&d, "two branches");
}

static void test_minimap(void) {
    static const char *const large[] = {"cube/torus-32x32", "--paused", NULL};
    char before[4096], after[4096];
    desk d;
    desk_open(&d, 80, 24, large, NULL);
    must_show(&d, "paused");
    type(&d, ":step 300\r");
    must_show(&d, "t=300 ");
    type(&d, ":zoom worms\r");
    ok(wait_text(&d, "┄━┄"), "a map that does not fit has a small one in its corner");
    quiet(&d);
    row_text(&d, 3, before);
    type(&d, "\033[<0;46;15M\033[<0;46;15m");
    quiet(&d);
    row_text(&d, 3, after);
    ok(shows(&d, "┄━┄"), "a click on it goes there");
    ok(strcmp(before, after) != 0, "and the map is another piece");
    quit(&d, "the small map");
}

/* Keys at random among what is new, with sizes. */
static void test_random(void) {
    static const char keys[] = " .,n/S:A\tM\033\r1 order>2to=H5breaksplit[]BFHLN\t\t\177z";
    desk d;
    uint32_t seed = 4711;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 2000\r:seek 500\r[");
    for (int i = 0; i < 800; i++) {
        char key[2] = {0};
        seed = seed * 1664525u + 1013904223u;
        key[0] = keys[(seed >> 16) % (sizeof keys - 1)];
        type(&d, key);
        if (i % 40 == 0) resize(&d, 1 + (int)(seed >> 8) % 210, 1 + (int)(seed >> 12) % 62);
        pump(&d, 1);
    }
    resize(&d, 80, 24);
    type(&d, "\033");
    quiet(&d);
    quit(&d, "800 random keys and 20 sizes");
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_long();
    test_filter();
    test_complete();
    test_breaks();
    test_next();
    test_lecture();
    test_long_answer();
    test_split();
    test_minimap();
    test_random();
    desk_end();
    return done();
}
