/* learn.c - lessons in the running screen: the network runs at the pace of the lesson, questions are answered by letters, digits, pointing
 * and repairing with the keys of the desk; hints; away and back; quit and continue; the next lesson. */
#include "desk.h"

static const char *const sharing[] = {"learn", "sharing", NULL};

/* Enter; what it ended is no longer on the screen. */
static void enter(desk *d) {
    bool runs = shows(d, "to its end");
    type(d, "\r");
    if (runs) must_go(d, "to its end");
}

/* Enter, from words over a run to what stands behind it: the run is taken to its end. */
static void on(desk *d, const char *wanted) {
    enter(d);
    while (wait_either(d, wanted, "to its end") && !shows(d, wanted)) enter(d);
    if (!shows(d, wanted)) ok(false, "Enter leads to: %s", wanted);
}

static void test_sharing(int width, int height, const char *const *settings) {
    desk d;
    char size[32];
    snprintf(size, sizeof size, "%dx%d%s", width, height, settings ? " without colour" : "");
    desk_open(&d, width, height, sharing, settings);
    ok(wait_text(&d, "1 of 4: Who gets the link?") && wait_text(&d, "0 of 9 marks"), "%s: a lesson opens in the screen", size);
    ok(wait_text(&d, "round robin.") && wait_text(&d, "HD") && wait_text(&d, "Enter on"), "%s: words, the map, and what Enter does", size);
    type(&d, "\r");
    ok(wait_text(&d, "of 12 000 cycles") && wait_text(&d, "200/s"), "%s: the run goes at the pace of the lesson, and says how far it is", size);
    type(&d, " ");
    ok(wait_text(&d, "paused"), "%s: space pauses it", size);
    type(&d, " ");
    ok(wait_text(&d, "200/s"), "%s: and goes on", size);
    on(&d, "What percentage of the link will H2");
    ok(wait_text(&d, "your answer (within 15% counts):") && shows(&d, "t=12 000"), "%s: Enter takes it to its end; a number is asked", size);
    ok(!shows(&d, ", . step"), "%s: keys that the number takes are not on the bar for anything else", size);
    type(&d, ".");
    quiet(&d);
    ok(shows(&d, "t=12 000"), "%s: a point belongs to the number", size);
    type(&d, "\b\177h");
    ok(wait_text(&d, "Hint: The worms are of equal length"), "%s: h gives a hint", size);
    type(&d, "45\1770\r");
    ok(wait_text(&d, "Not quite; the simulation says 50."), "%s: digits, Backspace, Enter: the answer is judged", size);
    on(&d, "Half each");
    ok(shows(&d, "t=27 000"), "%s: what was predicted is run", size);
    ok(shows(&d, "What percentage of the link will H2"), "%s: the question stays below what explains it", size);
    type(&d, "\177");
    ok(wait_text(&d, "What percentage of the link will H2"), "%s: Backspace reads what was said before", size);
    type(&d, "\r");
    ok(wait_text(&d, "Half each"), "%s: Enter comes back from there", size);
    on(&d, "Now H2 sends");
    on(&d, "selected:");
    type(&d, "\t");
    ok(wait_text(&d, "selected:  H"), "%s: Tab points at a worm", size);
    if (!shows(&d, "selected:  H1")) type(&d, "\t");
    must_show(&d, "selected:  H1");
    type(&d, "\r");
    ok(wait_text(&d, "Right: H1 HD (1 mark).") && wait_text(&d, "1 of 9 marks"), "%s: the worm that is pointed at is the answer", size);
    on(&d, "does H2 get now?");
    type(&d, "9\r");
    ok(wait_text(&d, "3 of 9 marks"), "%s: a right number", size);
    on(&d, "about 9 %");
    on(&d, "Who gained what H2 lost?");
    type(&d, "\r");
    ok(wait_text(&d, "Press one of the letters."), "%s: Enter alone answers nothing", size);
    type(&d, "b");
    quiet(&d);
    ok(wait_text(&d, "b>") && gone(&d, "Press one of the letters."), "%s: a letter chooses", size);
    type(&d, "a");
    ok(wait_text(&d, "a>") && gone(&d, "b>"), "%s: another one instead", size);
    type(&d, "c\r");
    must_show(&d, "Right: H1");
    on(&d, "The link carries one flit");
    on(&d, "at least 30 %");
    ok(wait_text(&d, "you may change:  >segment ([ ]), segment-rule (r)"), "%s: what may be changed, and by which keys, is told", size);
    type(&d, "+");
    ok(wait_text(&d, "may not be changed here; allowed: segment segment-rule"), "%s: a key that the repair does not allow is refused", size);
    type(&d, "]]");
    ok(wait_text(&d, "your changes:  set segment 156"), "%s: keys of the desk are the repair, on a branch of one's own", size);
    ok(wait_text(&d, "own "), "%s: which the timeline names", size);
    type(&d, "\033");
    quiet(&d);
    ok(gone(&d, "set segment 156") && shows(&d, "main "), "%s: Esc starts over", size);
    ok(shows(&d, ": a line"), "%s: and that it may be a line", size);
    type(&d, "\r");
    ok(wait_text(&d, "Change a setting first"), "%s: nothing has been done yet", size);
    type(&d, ":");
    ok(wait_text(&d, "set") && gone(&d, "rebuild") && gone(&d, "note"), "%s: the command line offers what is allowed", size);
    type(&d, "\033");
    type(&d, ":set segment 90\r");
    ok(wait_text(&d, "your changes:  set segment 90") && gone(&d, "Change a setting first"), "%s: what was wrong before is not said of the new line", size);
    type(&d, "\033");
    quiet(&d);
    type(&d, ":set segment 110\r");
    must_show(&d, "set segment 110");
    type(&d, "\r");
    ok(wait_text(&d, "Not yet; the goal is not reached: "), "%s: a repair that does not reach the goal costs a try", size);
    type(&d, ":set segment 500\r");
    must_show(&d, "set segment 500");
    type(&d, "\r");
    ok(wait_text(&d, "Right: the goal is reached"), "%s: one that does is right", size);
    on(&d, "With segments of 500");
    type(&d, "\r");
    ok(wait_text(&d, "Done: 7 of 9 marks."), "%s: the end", size);
    type(&d, "\r");
    ok(wait_text(&d, "Who waits for whom") && wait_text(&d, "0 of 11 marks"), "%s: Enter opens the next lesson", size);
    type(&d, "q");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "%s: q leaves at once", size);
    desk_close(&d);
}

/* Looking around does not disturb the lesson. */
static void test_away(void) {
    desk d;
    desk_open(&d, 80, 24, sharing, NULL);
    must_show(&d, "1 of 4: Who gets the link?");
    on(&d, "What percentage of the link will H2");
    type(&d, ",,");
    ok(wait_text(&d, "t=11 998") && wait_text(&d, "You have left the lesson's place in time"), "one may go back while a question stands");
    type(&d, " ");
    must_show(&d, "paused");
    quiet(&d);
    ok(shows(&d, "t=12 000"), "space runs no further than to the question");
    type(&d, ":nonsense\r");
    ok(wait_text(&d, "unknown command \"nonsense\"") && gone(&d, "You have left"), "a line that is none leads nowhere");
    type(&d, "+");
    ok(wait_text(&d, "a lesson sets its network up by itself") && gone(&d, "You have left"), "a change belongs to a repair, and is refused");
    type(&d, ",F");
    ok(wait_text(&d, "You have left"), "one may look how it goes on, on a branch of one's own");
    type(&d, "u ");
    quiet(&d);
    type(&d, " ");
    must_show(&d, "paused");
    type(&d, "\r");
    ok(wait_text(&d, "t=12 000") && wait_text(&d, "your answer (within 15% counts):"), "Enter comes back");
    type(&d, "?");
    ok(wait_text(&d, "start or pause"), "the help opens as always");
    type(&d, "\033");
    must_show(&d, "your answer (within 15% counts):");
    type(&d, "50\r");
    ok(wait_text(&d, "Right: the simulation says 50 (2 marks)."), "and the answer is what it would have been");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
    desk_open(&d, 80, 24, sharing, NULL);
    ok(wait_text(&d, "You are back where you stopped.") && wait_text(&d, "2 of 9 marks"), "the next time it goes on behind the last answer");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
}

/* A click points, too. */
static void test_mouse(void) {
    static const char *const ring[] = {"learn", "ring", NULL};
    desk d;
    char click[64];
    char text[4096];
    desk_open(&d, 100, 30, ring, NULL);
    must_show(&d, "The ring closes");
    on(&d, "selected:");
    for (int x = 20; x < 40 && !shows(&d, "selected:  H"); x += 3) {
        snprintf(click, sizeof click, "\033[<0;%d;3M\033[<0;%d;3m", x + 1, x + 1);
        type(&d, click);
        quiet(&d);
    }
    ok(wait_text(&d, "selected:  H"), "a click on a worm points at it");
    type(&d, "\r");
    bool good = wait_text(&d, "Right: H");
    for (int y = 0; y < 30 && !good; y++) note("|%s", row_text(&d, y, text));
    ok(good, "any worm of the ring is right");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
}

/* Outside of lessons: figures and panels by name. */
static void test_chosen(void) {
    static const char *const torus[] = {"kwan/torus-3x3", "--paused", NULL};
    desk d;
    desk_open(&d, 100, 30, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":step 2000\r");
    must_show(&d, "t=2 000");
    type(&d, ":figures worms order\r");
    ok(wait_text(&d, "\342\226\200\342\226\210"), "figures have big digits");
    type(&d, ":figures wrms\r");
    ok(wait_text(&d, "unknown quantity \"wrms\""), "what is no figure is said");
    type(&d, ":figures none\r");
    type(&d, ":panels waits  numbers\r");
    quiet(&d);
    ok(shows(&d, "longest waits") && shows(&d, "accepted") && gone(&d, "settings"), "panels are those that were named");
    type(&d, ":panels nonsense\r");
    ok(wait_text(&d, "invalid panel `nonsense`"), "others are refused");
    type(&d, ":panels own\r");
    ok(wait_text(&d, "settings"), "own brings all back");
    type(&d, ":light projector\r");
    quiet(&d);
    type(&d, ":light nothing\r");
    ok(wait_text(&d, "nothing"), "a light that there is not is said");
    char file[96], line[128];
    struct stat is;
    snprintf(file, sizeof file, "%s/p.svg", desk_home);
    snprintf(line, sizeof line, ":picture %s\r", file);
    type(&d, line);
    ok(wait_text(&d, "the picture is in") && stat(file, &is) == 0 && is.st_size > 10000, ":picture writes the screen to a file");
    type(&d, ":picture p.gif\r");
    ok(wait_text(&d, "`p.gif` names no picture"), "in the forms that there are");
    type(&d, ":lesson on\r");
    ok(wait_text(&d, "no lesson is being taken"), "outside of a lesson there is none to go on with");
    type(&d, ":learn ring\r");
    ok(wait_text(&d, "The ring closes"), ":learn opens one");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
}

/* The column in which a text begins on the screen; -1: it is not there. */
static int column_of(desk *d, const char *wanted) {
    char text[4096];
    for (int y = 0; y < d->height; y++) {
        const char *found = strstr(row_text(d, y, text), wanted);
        int column = 0;
        for (const char *at = text; found && at < found; at++) column += (*at & 0xc0) != 0x80;
        if (found) return column;
    }
    return -1;
}

/* On a wide screen the words stand beside the map, in rows that are short enough to be read; below it elsewhere. */
static void test_wide(void) {
    static const struct {
        int width, height, column;
    } sizes[] = {{160, 50, 102}, {200, 60, 135}, {120, 40, 100}};
    static const char *const again[] = {"learn", "sharing", "--again", NULL};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        desk d;
        desk_open(&d, sizes[i].width, sizes[i].height, again, NULL);
        ok(wait_text(&d, "1 of 4: Who gets the link?") && wait_text(&d, "0 of 9 marks"), "%dx%d: the lesson opens", sizes[i].width, sizes[i].height);
        must_show(&d, "Enter on");
        quiet(&d);
        int column = column_of(&d, " 1 of 4: Who gets");
        bool beside = sizes[i].width >= 140;
        ok((column > sizes[i].column) == beside && shows(&d, "robin."), "its words stand in column %d, whole", column);
        ok((column_of(&d, "signs") > sizes[i].column) == beside, "with the signs of the map below them where there is room");
        ok((column_of(&d, "\342\224\202 H1 and H2 both send messages") >= 100) == beside, "each row begins beside the edge of the map");
        type(&d, "q");
        must_end(&d);
        desk_close(&d);
    }
}

/* On the least screen a lesson about hosts shows their names; keys stand in the bar once. */
static void test_names(void) {
    static const char *const lanes[] = {"learn", "lanes", "--again", NULL};
    desk d;
    desk_open(&d, 80, 24, lanes, NULL);
    must_show(&d, "1 of 3:");
    must_show(&d, "Enter on");
    quiet(&d);
    bool all = true;
    for (int i = 0; i < 6; i++) {
        char names[2][16];
        sprintf(names[0], " S%d ", i);
        sprintf(names[1], "H%d ", i);
        all &= shows(&d, names[0]) && shows(&d, names[1]);
    }
    ok(all, "80x24: the six switches and hosts of a line have their names");
    ok(gone(&d, "space run"), "space goes on with words, and the bar does not say that it runs");
    type(&d, "\r");
    ok(wait_text(&d, "space pause") && gone(&d, "space run"), "while it runs space stands there once");
    type(&d, "\r");
    ok(wait_text(&d, "select the next") && gone(&d, "tab panel"), "and so does Tab where one points");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
}

/* A lesson on a scenario says itself what there is to be seen: the note of the scenario would tell the repair. */
static void test_note(void) {
    static const char *const lesson[] = {"learn", "backpressure", "--again", NULL}, *const scenario[] = {"fedx/wk1-5-hotspot", NULL};
    desk d;
    desk_open(&d, 80, 24, scenario, NULL);
    ok(wait_text(&d, "f changes the backpressure."), "a scenario has a note");
    desk_close(&d);
    desk_open(&d, 80, 24, lesson, NULL);
    must_show(&d, "1 of 3:");
    type(&d, "\r");
    ok(wait_text(&d, "of 10 000 cycles") && wait_text(&d, "Fed-X: messages of 1 to 5 packets") && gone(&d, "f changes"), "which is not shown in a lesson on it");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
}

/* While a root is to be pointed at, the list in which it stands is covered. */
static void test_roots(void) {
    static const char *const tree[] = {"learn", "tree", "--again", NULL};
    desk d;
    desk_open(&d, 80, 24, tree, NULL);
    must_show(&d, "1 of 4:");
    on(&d, "The network accepts everything");
    on(&d, "Now 16 of the 64 hosts");
    on(&d, "Select a link that all");
    ok(wait_text(&d, "covered until you answer") && !shows(&d, "deep size flits"), "the list of trees beside the map is covered");
    type(&d, "\t");
    ok(wait_text(&d, "selected:  S"), "Tab points at a link");
    quiet(&d);
    ok(shows(&d, "covered until you answer") && !shows(&d, "deep size flits"), "and stays so");
    type(&d, ":lesson answer 1\r");
    ok(wait_text(&d, "unknown link `1`"), "what is no link costs no try");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
}

int main(int count, char **arguments) {
    static const char *const mono[] = {"NO_COLOR", "1", NULL};
    (void)count;
    if (!desk_begin(arguments[0])) return 1;
    test_sharing(80, 24, NULL);
    if (is_whole()) test_sharing(100, 30, NULL);
    if (is_whole()) test_sharing(80, 24, mono);
    test_away();
    test_mouse();
    test_chosen();
    test_wide();
    test_names();
    test_roots();
    test_note();
    desk_end();
    return done();
}
