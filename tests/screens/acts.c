/* acts.c - on a terminal: what can be done to the thing that is selected, by key and by mouse. Each act is a line of the command language, which
 * stands in the menu, is told when it is done, and is in the scenario that is saved. */
#include "desk.h"

/* Where a text stands that is followed by no digit: column and row from 1, as a mouse reports them. */
static bool find(desk *d, const char *text, int *column, int *row) {
    for (int y = 0; y < d->height; y++) {
        VTermPos pos = {.row = y};
        char line[600] = "";
        for (pos.col = 0; pos.col < d->width; pos.col++) {
            VTermScreenCell cell;
            vterm_screen_get_cell(d->screen, pos, &cell);
            line[pos.col] = cell.chars[0] > ' ' && cell.chars[0] < 127 ? (char)cell.chars[0] : ' ';
        }
        for (char *at = strstr(line, text); at; at = strstr(at + 1, text))
            if (at[strlen(text)] == ' ') {
                *column = (int)(at - line) + 1, *row = y + 1;
                return true;
            }
    }
    return false;
}

static void click(desk *d, int button, int column, int row) {
    char text[64];
    snprintf(text, sizeof text, "\033[<%d;%d;%dM\033[<%d;%d;%dm", button, column, row, button, column, row);
    type(d, text);
    quiet(d);
}

static bool file_has(const char *path, const char *line) {
    char row[256];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && fgets(row, sizeof row, file)) found = found || strstr(row, line);
    if (file) fclose(file);
    return found;
}

static void test_keys(void) {
    char typed[300], file[200];
    desk d;
    desk_open_lan(&d);
    type(&d, ";");
    ok(wait_text(&d, "nothing selected"), "without a selection the key says what to do");
    type(&d, "s;");
    ok(wait_text(&d, "cut the cable S0 - S1") && shows(&d, "cut S0 S1"), "; shows acts and lines of the selected switch");
    type(&d, "\033[B\033[B\r");
    ok(wait_text(&d, "done: cut S0 S3"), "down, down, Enter does the third");
    type(&d, ";");
    ok(wait_text(&d, "repair the cable S0 - S3"), "a cable that is cut can be repaired");
    type(&d, "\033");
    quiet(&d);
    ok(gone(&d, "repair the cable"), "Esc closes");
    type(&d, ":look H3\r;");
    ok(wait_text(&d, "hot spot: 10 % of messages to H3") && shows(&d, "set hotspot-host 3; set traffic hotspot"), "a host can be a hot spot");
    type(&d, "\033[B\r");
    ok(wait_text(&d, "traffic uniform"), "and is");
    type(&d, ";");
    ok(wait_text(&d, "no hot spot"), "and can be none");
    type(&d, "\033[A\r");
    ok(wait_text(&d, ": send H3 "), "send asks for the rest");
    type(&d, "H12 20\r");
    ok(wait_text(&d, "done: send H3 H12 20"), "and sends");
    snprintf(file, sizeof file, "%s/acts.ws", desk_home);
    snprintf(typed, sizeof typed, ":save %s\r", file);
    type(&d, typed);
    must_show(&d, "saved");
    ok(file_has(file, "cut S0 S3") && file_has(file, "set hotspot-host 3") && file_has(file, "set traffic hotspot") &&
           file_has(file, "send H3 H12 20"),
       "all lines are in the scenario that is saved");
    desk_close(&d);
}

/* What a waiting worm waits for can be cut from its own menu. */
static void test_worm(void) {
    desk d;
    desk_open_lan(&d);
    type(&d, ":seek 377600\r");
    must_show(&d, "t=377 600");
    type(&d, "w");
    ok(wait_text(&d, "S7→S4 is held by"), "a worm waits for the link from S7 to S4");
    type(&d, ";");
    ok(wait_text(&d, "cut the cable S7 - S4") && shows(&d, "send another one like it"), "its menu can cut that cable");
    desk_close(&d);
}

/* So can the cables that it holds, and what it was made to go around is told. */
static void test_detour(void) {
    const char *const arguments[] = {"kwan/torus-3x3", "--paused", "--set", "load=0", NULL};
    desk d;
    desk_open(&d, 120, 40, arguments, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 1000\r");
    must_show(&d, "t=1 000");
    type(&d, ":send H0 H4 900\r");
    must_show(&d, "done: send");
    type(&d, ":step 100\r");
    must_show(&d, "t=1 100");
    type(&d, ":select H9\r");
    ok(wait_text(&d, "no worm under way is from or for H9"), "a worm is selected by its host, if there is one");
    type(&d, ":select H0\r");
    must_show(&d, "250 flits");
    type(&d, ";");
    ok(wait_text(&d, "cut the cable S0 - S1"), "the menu of a worm that moves cuts the cables that it holds");
    type(&d, "\033");
    must_go(&d, "cut the cable");
    ok(!shows(&d, "before the cut"), "without a cut no way is a detour");
    type(&d, ":cut S0 S1\r");
    must_show(&d, "done: cut");
    type(&d, ":send H0 H4 900\r");
    must_show(&d, "done: send");
    type(&d, ":step 100\r");
    must_show(&d, "t=1 200");
    type(&d, ":select H4\r");
    ok(wait_text(&d, "2 hops, 1 before the cut"), "behind it the panel of the worm says how much longer its way is");
    type(&d, ":rebuild buffer=90\r");
    ok(wait_text(&d, "all cables are whole again"), "a rebuild says that it has repaired the cable");
    desk_close(&d);
}

/* What is held is what is shown. */
static void test_held(void) {
    const char *keys = "choose a field";
    desk d;
    desk_open_lan(&d);
    type(&d, ":seek 377600\r");
    must_show(&d, "t=377 600");
    type(&d, "w");
    must_show(&d, "is held by");
    type(&d, ":panel worm\r");
    ok(wait_text(&d, keys), "the panel of the worm is held");
    type(&d, "\033[B\033[B\033[B");
    ok(wait_text(&d, "│▶holds"), "down chooses its fields");
    type(&d, "\033[A");
    ok(gone(&d, "│▶holds"), "and up the one before");
    type(&d, ":seek 0\r");
    ok(gone(&d, keys), "and is no longer when the worm is gone");
    desk_close(&d);
}

/* The wheel zooms a map that is seen whole. */
static void test_wheel(void) {
    desk d;
    desk_open_lan(&d);
    must_show(&d, "worms ▸ 3 of 4");
    type(&d, "\033[<64;20;10M");
    ok(wait_text(&d, "switch ▸ 4 of 4"), "the wheel zooms in");
    type(&d, "\033[<65;20;10M");
    ok(wait_text(&d, "worms ▸ 3 of 4"), "and out");
    desk_close(&d);
}

static bool shows_only(desk *d, const char *wanted, const char *not) {
    return wait_text(d, wanted) && gone(d, not) && wait_text(d, wanted);
}

/* Who asks why sees worms, also under a lens that shows none; then the lens comes back. */
static void test_lens(void) {
    const char *use = "█ use", *chain = "number in the chain";
    desk d;
    desk_open_lan(&d);
    type(&d, ":seek 377600\r");
    must_show(&d, "t=377 600");
    type(&d, ":lens use\r");
    ok(shows_only(&d, use, chain), "under the lens of use no chain is lit");
    type(&d, "b");
    ok(shows_only(&d, chain, use), "b lights the chain");
    type(&d, "b");
    quiet(&d);
    type(&d, "\033");
    ok(shows_only(&d, use, chain), "Esc gives the lens of use back");
    type(&d, "b");
    must_show(&d, chain);
    type(&d, ":lens worms\r\033");
    bool left = gone(&d, chain);
    quiet(&d);
    ok(left && !shows(&d, use) && !shows(&d, "use, filling"), "a lens that is chosen meanwhile stays");
    desk_close(&d);
}

static void test_mouse(void) {
    desk d;
    int x = 0, y = 0;
    desk_open_lan(&d);
    quiet(&d);
    ok(find(&d, "S4", &x, &y), "S4 is on the map");
    click(&d, 2, x, y);
    ok(wait_text(&d, "cut the cable S4 - S1"), "the right button opens the menu of what is under the pointer");
    ok(find(&d, "what can be done", &x, &y) && y > 2, "at the pointer");
    click(&d, 0, 1, 1);
    ok(gone(&d, "cut the cable S4"), "a click elsewhere closes it");
    find(&d, "S4", &x, &y);
    click(&d, 2, x, y);
    find(&d, "cut the cable S4 - S5", &x, &y);
    click(&d, 0, x + 2, y);
    ok(wait_text(&d, "done: cut S4 S5"), "a click on a row does it");
    type(&d, ":send H0 ");
    must_show(&d, ": send H0");
    find(&d, "S4", &x, &y);
    click(&d, 0, x, y);
    ok(wait_text(&d, ": send H0 S4 "), "while a line is typed, a click writes the name of what is there");
    desk_close(&d);
}

/* A click on a word of the bottom line. */
static void press(desk *d, const char *label) {
    int x = 0, y = 0;
    for (int64_t end = now_ms() + PATIENCE_MS; (!find(d, label, &x, &y) || y != d->height) && now_ms() < end;) pump(d, 20);
    if (y != d->height) note("%s is not on the bottom line", label);
    click(d, 0, x, y);
}

/* The keys of the bottom line can be pressed with the mouse. */
static void test_keybar(void) {
    static const char *const none[] = {NULL};
    desk d;
    int x = 0, y = 0;
    desk_open_lan(&d);
    press(&d, "step");
    ok(wait_text(&d, "t=1 "), "a click on `step` goes one cycle on");
    find(&d, " ,", &x, &y);
    click(&d, 0, x + 1, y);
    ok(wait_text(&d, "t=0 "), "one on `,` goes one back");
    press(&d, "panel");
    ok(wait_text(&d, "next panel"), "one on `panel` holds a panel");
    press(&d, "leave");
    ok(gone(&d, "next panel"), "and one on `leave` lets it go");
    press(&d, "command");
    ok(wait_text(&d, "builds a new network with"), "one on `command` opens the command line");
    press(&d, "step");
    ok(shows(&d, "builds a new network with") && shows(&d, "t=0 "), "while that is open the others do nothing");
    type(&d, "\033");
    must_go(&d, "builds a new network with");
    press(&d, "run");
    ok(gone(&d, "paused"), "one on `run` lets it run");
    press(&d, "quit");
    report end = report_wait(&d, PATIENCE_MS);
    ok(end.kind == 'E' && end.value == 0, "one on `quit` ends the program");
    desk_close(&d);
    desk_open(&d, 80, 24, none, NULL);
    must_show(&d, "choose a scenario");
    type(&d, "torus-3");
    must_show(&d, "esc clear");
    press(&d, "clear");
    ok(wait_text(&d, "type to search"), "so with those of the start screen");
    type(&d, "kwan/torus-3");
    must_show(&d, "2 of ");
    press(&d, "open");
    ok(wait_text(&d, "space pause"), "which opens what is chosen");
    desk_close(&d);
}

/* Where a routing knows no way around a cut, the menu offers none, and says why. */
static void test_no_cut(void) {
    const char *const arguments[] = {"cube/mesh-8x8", "--paused", NULL};
    desk d;
    desk_open(&d, 120, 40, arguments, NULL);
    must_show(&d, "paused");
    type(&d, ":look S9\r;");
    ok(wait_text(&d, "no cut: dor knows no way around one") && gone(&d, "cut the cable"), "no cable can be cut, and the menu says why");
    type(&d, "\r");
    ok(gone(&d, "what can be done") && wait_text(&d, "no cut: dor knows"), "Enter says it, and does nothing");
    type(&d, ":cut S9 S10\r");
    ok(wait_text(&d, "write rebuild routing=updown"), "the line says so too, and what can");
    type(&d, ":rebuild routing=dor\r");
    ok(wait_text(&d, "nothing is lost"), "a rebuild without a change loses nothing");
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_keys();
    test_worm();
    test_detour();
    test_held();
    test_wheel();
    test_lens();
    test_mouse();
    test_keybar();
    test_no_cut();
    desk_end();
    return done();
}
