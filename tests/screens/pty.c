/* pty.c - the program on a pseudo terminal: keys, paste, mouse, resize, suspend, crash, hang-up, and what becomes of a session:
 * going back, branches, recordings. */
#include "desk.h"

/* ------------------------------------------------------------------------------------------------- tests ---- */

static const char *const torus[] = {"kwan/torus-3x3", "--paused", NULL};
static const char *const hot_spot[] = {"teach/congestion-tree", "--paused", NULL};

static void test_keys(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    ok(wait_text(&d, "kwan/torus-3x3") && wait_text(&d, "paused"), "opens paused");
    quiet(&d);
    ok(d.alt && d.mouse, "takes the other screen and the mouse");
    long before = cpu_ticks(d.child);
    while (pump(&d, 600)) continue;
    ok(cpu_ticks(d.child) == before, "uses no processor while paused");
    type(&d, ".");
    ok(wait_text(&d, "t=1 "), "a step is one cycle");
    type(&d, "[");
    ok(wait_text(&d, "segment 250 → 200 flits") && wait_text(&d, "250→200"), "[ makes segments shorter, and says so");
    type(&d, "r");
    ok(wait_text(&d, "segment-rule fixed → adaptive"), "r takes the next segment rule");
    type(&d, ")");
    ok(wait_text(&d, "stop-mark"), ") moves the stop mark");
    type(&d, "p");
    ok(wait_text(&d, "switch-priority off → on"), "p turns the priority at the switches on");
    type(&d, "a");
    ok(wait_text(&d, "arbiter round-robin → fcfs"), "a takes the next arbiter");
    type(&d, "+");
    ok(wait_text(&d, "load 0.2 → 0.21"), "+ raises the load");
    type(&d, ":set load 0.33\r");
    ok(wait_text(&d, "load 0.21 → 0.33"), "a typed line is applied");
    type(&d, ":set laod 1\r");
    ok(wait_text(&d, "load"), "a wrong line is answered");
    quiet(&d);
    ok(shows(&d, "laod"), "with the word that is wrong");
    type(&d, ":zom in\r");
    ok(wait_text(&d, "unknown command \"zom\"; did you mean \"zoom\"?"), "commands of the screen are meant, too");
    type(&d, ":sned H0 H1 5\r");
    ok(wait_text(&d, "did you mean \"send\"?"), "as those of the language");
    type(&d, ":frobnicate\r");
    ok(wait_text(&d, "unknown command \"frobnicate\"; Tab behind `:` lists all"), "where none is near it is said who lists all");
    type(&d, ":set vcs 2\r");
    ok(wait_text(&d, "write rebuild vcs"), "a change that needs a rebuild is refused, with the command for it");
    type(&d, "?");
    ok(wait_text(&d, "one cycle back, one cycle on"), "? shows the keys");
    type(&d, "?");
    ok(wait_text(&d, "settings"), "? again closes them");
    type(&d, "?\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~");
    ok(wait_text(&d, "too little is measured yet"), "its last page is full, however often one turns");
    type(&d, "\033[A");
    ok(gone(&d, "too little is measured yet") && wait_text(&d, "the backlog grows"), "and one row up is one row up");
    type(&d, "?");
    must_show(&d, "settings");
    type(&d, "\033OP");
    ok(wait_text(&d, "one cycle back, one cycle on"), "F1 too");
    type(&d, "\033");
    ok(wait_text(&d, "settings"), "Esc closes it");
    type(&d, " ");
    ok(wait_text(&d, "30/s ") && wait_text(&d, "2.7 hops/s"), "space runs, in the network's own time");
    type(&d, "u");
    ok(wait_text(&d, "unlimited"), "u takes the brake off");
    type(&d, " ");
    ok(wait_text(&d, "paused"), "space pauses, also without a limit");
    type(&d, "w");
    quiet(&d);
    type(&d, "q");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "q ends with 0");
    ok(terminal_is_sane(&d), "the terminal is as it was");
    desk_close(&d);
}

static void test_paste(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, "\033[200~q.q..\033[201~");
    quiet(&d);
    ok(shows(&d, "t=0 "), "pasted text is no keys");
    type(&d, ":");
    type(&d, "\033[200~set load\n0.31\033[201~");
    ok(wait_text(&d, "set load 0.31"), "it goes into the command line, without ending it");
    type(&d, "\r");
    ok(wait_text(&d, "load 0.2 → 0.31"), "where Enter applies it");
    type(&d, ":\033[200~set load 0.4");
    must_show(&d, "set load 0.4");
    type(&d, "\033");
    quiet(&d);
    type(&d, "[20");
    quiet(&d);
    type(&d, "1~2");
    ok(wait_text(&d, "set load 0.42"), "a paste whose end comes in pieces, by a slow line, ends with it");
    type(&d, "\r");
    must_show(&d, "load 0.31 → 0.42");
    type(&d, "\033[<0;250;200M\033[<64;3;3M\033[<99999;1M\033[<0;10;6M\033[<0;10;6m");
    type(&d, ".");
    ok(wait_text(&d, "t=1 "), "mouse reports, whole and broken, are no keys");
    type(&d, "\033[200~....");
    quiet(&d);
    type(&d, "\003");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "^C ends the program also in a paste that never ends");
    desk_close(&d);
}

/* What comes at once is read before the next picture: each key and click sees the session as those before it have left it. The sanitizers
 * tell what was looked at and is no more. */
static void test_at_once(void) {
    static const char *const others[] = {"theory/switch", "dragonfly/72", "recn/hotspot-64", "teach/ring-deadlock"};
    char text[512], begin[64];
    desk d;
    desk_open(&d, 120, 36, torus, NULL);
    must_show(&d, "paused");
    for (size_t i = 0; i < 4; i++) {
        snprintf(text, sizeof text, ":open %s\r\033[<0;30;9M\033[<0;30;9m\033[<2;31;8M\033[<2;31;8m\033\033[<64;30;9Mw.", others[i]);
        type(&d, text);
        quiet(&d);
        type(&d, "\033\033");
        snprintf(begin, sizeof begin, " %s ", others[i]);
        ok(wait_text(&d, begin), "%s is opened, and clicked on, before it is drawn", others[i]);
    }
    type(&d, ":panel numbers\r:panel expand\r");
    for (int i = 1; i <= 9; i++) {
        snprintf(text, sizeof text, ":step 10\r:set load 0.%d\r\033[B\033[A:rebuild topology=torus %d 3\r\033[B\033[A\033[<0;9;9M", i, 2 + i);
        type(&d, text);
    }
    quiet(&d);
    ok(wait_text(&d, "t=9"), "a table of all stretches is scrolled while more are added");
    type(&d, "\003\003");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "and it ends well");
    desk_close(&d);
}

static void test_resize(void) {
    static const int sizes[][2] = {{1, 1},   {2, 1},   {1, 40},   {300, 1},  {59, 15},   {60, 16}, {61, 17},  {79, 23},
                                   {100, 3}, {40, 60}, {120, 36}, {200, 60}, {300, 100}, {7, 100}, {132, 43}, {80, 24}};
    desk d;
    char first[4096], again[4096];
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    quiet(&d);
    row_text(&d, 4, first);
    bool alive = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        resize(&d, sizes[i][0], sizes[i][1]);
        quiet(&d);
        alive &= kill(d.child, 0) == 0;
        if (sizes[i][0] == 59) ok(shows(&d, "too small"), "59 x 15 is too small, and says so");
    }
    ok(alive, "lives through sizes from 1 x 1 to 300 x 100");
    row_text(&d, 4, again);
    ok(strcmp(first, again) == 0, "and shows the same when it is back");
    type(&d, ".");
    ok(wait_text(&d, "t=1 "), "and still hears");
    desk_close(&d);
}

static void test_suspend(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    quiet(&d);
    type(&d, "\032");
    ok(report_wait(&d, PATIENCE_MS).kind == 'S', "^Z stops it");
    ok(terminal_is_sane(&d), "the terminal is the shell's meanwhile");
    resize(&d, 100, 30);
    type(&d, "");
    ssize_t ignored = write(d.commands, "c", 1);
    (void)ignored;
    ok(wait_text(&d, "settings"), "continued, it draws again");
    type(&d, ".");
    ok(wait_text(&d, "t=1 "), "and hears");
    kill(d.child, SIGTSTP);
    ok(report_wait(&d, PATIENCE_MS).kind == 'S', "a stop sent from outside is obeyed");
    ignored = write(d.commands, "c", 1);
    type(&d, ".");
    ok(wait_text(&d, "t=2 "), "and forgotten");
    desk_close(&d);
}

static void test_end(int number, char kind, const char *what) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    quiet(&d);
    kill(d.child, number);
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == kind && (kind == 'E' || r.value == number), "%s ends it (%c %d)", what, r.kind ? r.kind : '-', r.value);
    ok(terminal_is_sane(&d), "%s leaves the terminal as it was", what);
    desk_close(&d);
}

/* Without memory a network that is asked for is refused in words; where there is none for the screen itself the program ends, and
 * the last line of the terminal says why. */
static void test_memory(void) {
#ifdef __SANITIZE_ADDRESS__ /* which needs more by itself */
    return;
#endif
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    quiet(&d);
    struct rlimit none = {1 << 20, 1 << 20}; /* less than it has: it gets no more */
    if (prlimit(d.child, RLIMIT_AS, &none, NULL) != 0) note("no limit can be set");
    type(&d, ":rebuild topology=torus 64 64\r");
    report r = {0};
    bool said = wait_text(&d, "out of memory");
    ok(said, "a network that does not fit is refused, or the program ends, in words");
    kill(d.child, SIGTERM);
    r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E', "it ends in order (%c %d)", r.kind ? r.kind : '-', r.value);
    ok(terminal_is_sane(&d), "and leaves the terminal as it was");
    desk_close(&d);
}

static void test_hang_up(void) {
    static const char *const running[] = {"kwan/torus-3x3", "--speed", "max", NULL};
    desk d;
    desk_open(&d, 80, 24, running, NULL);
    must_show(&d, "unlimited");
    close(d.master);
    d.master = -1;
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' || r.kind == 'K', "a hang-up leaves no process");
    desk_close(&d);
}

static void test_refusal(void) {
    static const char *const dumb[] = {"TERM", "dumb", NULL};
    static const char *const nothing[] = {NULL};
    desk d;
    desk_open(&d, 80, 24, nothing, dumb);
    report r = report_wait(&d, PATIENCE_MS);
    quiet(&d);
    ok(r.kind == 'E' && r.value == 2, "a dumb terminal is refused with 2");
    ok(shows(&d, "wormscope run"), "with a hint to the run without a screen");
    desk_close(&d);
}

/* Looks at every cell: characters beyond ASCII, colours other than the terminal's own. */
static void look(desk *d, bool *beyond_ascii, bool *coloured) {
    *beyond_ascii = *coloured = false;
    for (int y = 0; y < d->height; y++)
        for (int x = 0; x < d->width; x++) {
            VTermScreenCell cell;
            vterm_screen_get_cell(d->screen, (VTermPos){.row = y, .col = x}, &cell);
            *beyond_ascii |= cell.chars[0] != (uint32_t)-1 && cell.chars[0] > 0x7e;
            *coloured |= !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) || !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg);
        }
}

static bool has_braille(desk *d) {
    for (int y = 0; y < d->height; y++)
        for (int x = 0; x < d->width; x++) {
            VTermScreenCell cell;
            vterm_screen_get_cell(d->screen, (VTermPos){.row = y, .col = x}, &cell);
            if (cell.chars[0] >= 0x2800 && cell.chars[0] < 0x2900) return true;
        }
    return false;
}

static void test_plain(void) {
    static const char *const c_locale[] = {"LC_ALL", "C", "NO_COLOR", "1", NULL};
    static const char *const vt100[] = {"TERM", "vt100", NULL};
    static const char *const console[] = {"TERM", "linux", NULL};
    static const char *const no_mouse[] = {"kwan/two-hosts", "--paused", "--no-mouse", NULL};
    bool beyond, coloured;
    desk d;
    desk_open(&d, 80, 24, torus, c_locale);
    ok(wait_text(&d, "paused"), "opens in the C locale");
    quiet(&d);
    look(&d, &beyond, &coloured);
    ok(!beyond, "and draws nothing but ASCII there");
    ok(!coloured, "NO_COLOR: no colours");
    desk_close(&d);
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    quiet(&d);
    look(&d, &beyond, &coloured);
    ok(beyond && coloured, "else both");
    desk_close(&d);
    desk_open(&d, 80, 24, no_mouse, NULL);
    must_show(&d, "paused");
    quiet(&d);
    ok(!d.mouse, "--no-mouse leaves the mouse alone");
    desk_close(&d);
    desk_open(&d, 80, 24, torus, vt100);
    ok(wait_text(&d, "paused"), "opens on a vt100");
    type(&d, ".");
    ok(wait_text(&d, "t=1 "), "and hears there");
    quiet(&d);
    look(&d, &beyond, &coloured);
    ok(!coloured && !d.mouse, "no colour and no mouse where there are none");
    desk_close(&d);
    desk_open(&d, 80, 24, torus, console);
    ok(wait_text(&d, "paused"), "opens on the console of Linux");
    type(&d, "\033[[A");
    ok(wait_text(&d, "start or pause"), "whose F1 is known");
    type(&d, "?:step 3000\r");
    must_show(&d, "t=3 000 ");
    quiet(&d);
    look(&d, &beyond, &coloured);
    ok(coloured && !d.mouse && !has_braille(&d), "in colour, without braille, which it has not");
    desk_close(&d);
}

static void test_travel(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":step 300\r");
    ok(wait_text(&d, "t=300 "), "three hundred cycles");
    type(&d, ",");
    ok(wait_text(&d, "t=299 "), ", goes one back");
    type(&d, "..");
    ok(wait_text(&d, "t=301 "), ". on again");
    type(&d, "\033[H");
    ok(wait_text(&d, "t=0 "), "Home goes to the begin");
    type(&d, ",");
    ok(wait_text(&d, "this is the beginning"), "before which there is nothing");
    type(&d, "\033[F");
    ok(wait_text(&d, "t=301 "), "End to the latest");
    type(&d, "g100\r");
    ok(wait_text(&d, "t=100 "), "g to a cycle");
    type(&d, ":seek 2000\r");
    ok(wait_text(&d, "t=2 000 ") && wait_text(&d, "paused"), "also one where we have not been");
    type(&d, ":seek 1x\r");
    ok(wait_text(&d, "invalid cycle `1x`"), "what is no cycle is refused");
    type(&d, "\033[<0;7;22M\033[<0;7;22m");
    ok(wait_text(&d, "t=0 "), "a click on the timeline goes there");
    type(&d, "\033[<0;9;22M\033[<32;30;10M\033[<32;40;21M\033[<0;40;21m");
    ok(wait_text(&d, "t=1 000 "), "and so does pulling");
    type(&d, "]");
    ok(wait_text(&d, "fork-1 begins here, main is kept"), "a change in the past begins a branch");
    type(&d, "B");
    ok(wait_text(&d, "left main at 1 000"), "B lists it");
    type(&d, "\033[A");
    quiet(&d);
    type(&d, "d");
    ok(wait_text(&d, "fork-1 and main differ from cycle 1000 on"), "d tells where two differ");
    type(&d, "\r");
    ok(wait_text(&d, "main, at the same cycle"), "Enter goes to the other one");
    type(&d, ":seek end\r");
    ok(wait_text(&d, "t=2 000 "), "which goes on from there");
    type(&d, "F");
    ok(wait_text(&d, "already live"), "F has nothing to do where nothing lies ahead");
    ok(search_finds(&d, ":next waiting\r", "is waiting: ") && wait_text(&d, "entered"),
       "next waiting goes on to the next worm that is waiting, and shows it");
    type(&d, "\033");
    ok(wait_text(&d, "settings"), "Esc lets go of it");
    for (int i = 0; i < 6; i++) type(&d, ",]\033[<0;30;22M\033[<0;30;22m"); /* a branch and a click before it is drawn */
    /* a click hits the time axis of the picture before, and may lead to where nothing lies ahead: then there is one branch less */
    ok(wait_text(&d, "fork-"), "branches may come faster than pictures");
    type(&d, ":look S4\r");
    ok(wait_text(&d, "from S1"), "look shows a switch");
    type(&d, "s");
    ok(wait_text(&d, "from S2"), "s the next one");
    type(&d, ":look S99\r");
    ok(wait_text(&d, "unknown switch or host `S99`"), "one that is not there is refused");
    type(&d, ":look aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r");
    ok(wait_text(&d, "unknown switch or host `aaaa"), "however long its name is");
    type(&d, ":seek 1500\r");
    must_show(&d, "t=1 500 ");
    type(&d, ":rebuild topology=mesh 2 2\r");
    ok(wait_text(&d, "a new network: rebuild topology=mesh 2 2; lost ") && shows(&d, " worms, ") &&
           shows(&d, " undelivered") && shows(&d, "S3") && gone(&d, "S8"),
       "rebuild puts another network on the screen");
    type(&d, ".");
    ok(search_finds(&d, "n", "is waiting: "), "which runs");
    type(&d, ":seek 400\r");
    ok(wait_text(&d, "t=400 ") && wait_text(&d, "S8"), "going back over it brings the old one");
    type(&d, "\033[F");
    quiet(&d);
    ok(shows(&d, "S3") && gone(&d, "S8"), "and forth the new one");
    desk_close(&d);
}

static void test_inspect(void) {
    desk d;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":look S4 S1\r");
    ok(wait_text(&d, "cable") && wait_text(&d, "holder"), "look at two switches is a look at the link between them");
    type(&d, ":look S0 S4\r");
    ok(wait_text(&d, "no link goes from S0 to S4"), "where there is one");
    type(&d, "\r");
    ok(wait_text(&d, "J and K choose what to follow"), "Enter wants a field");
    type(&d, "J\r");
    ok(wait_text(&d, "switch or host") && wait_text(&d, "from S1"), "J chooses one, Enter follows it");
    type(&d, "JJ\r");
    ok(wait_text(&d, "cable"), "from there on to a link");
    type(&d, "\177\177");
    ok(wait_text(&d, "cable 11"), "Backspace comes back, twice");
    type(&d, "\033[<0;60;15M\033[<0;60;15m");
    ok(wait_text(&d, "switch or host"), "a click on a field follows it too");
    type(&d, "\033");
    quiet(&d);
    type(&d, "\033[<0;17;4M\033[<0;17;4m");
    ok(wait_text(&d, "cable"), "a click on an idle wire looks at the link");
    type(&d, ":field up\r");
    ok(wait_text(&d, "invalid field `up`"), "a wrong word is answered");
    desk_close(&d);
}

static void test_trees(void) {
    desk d;
    desk_open(&d, 80, 24, hot_spot, NULL);
    must_show(&d, "paused");
    type(&d, "G");
    ok(wait_text(&d, "no congestion tree now") && wait_text(&d, "no congestion tree"),
       "G says when there is no congestion tree");
    type(&d, ":seek 3000\r");
    must_show(&d, "t=3 000 ");
    type(&d, ","); /* nothing is known of before: what is seen now counts */
    ok(wait_text(&d, "t=2 999 ") && wait_text(&d, "S27→H27"), "where a hot spot is, there is a tree");
    type(&d, "\r");
    ok(wait_text(&d, "the root; Esc goes back to the trees"), "Enter shows its root");
    type(&d, "\033");
    ok(wait_text(&d, "wait at the root"), "Esc goes back to the list");
    type(&d, "\033[B\033[A");
    ok(wait_text(&d, "wait at the root"), "the arrows choose");
    type(&d, "\033");
    ok(wait_text(&d, "settings"), "Esc again closes it");
    type(&d, ":seek 2000\r");
    must_show(&d, "t=2 000 ");
    ok(search_finds(&d, ":next tree\r", "a congestion tree begins at "), "next tree runs on to where one begins");
    ok(search_finds(&d, "n", "is waiting: "), "n to the next event of any kind: a worm is waiting");
    desk_close(&d);
}

/* --------------------------------------------------------------------------------------------- recordings ---- */

static char recorded[64];

static void typef(desk *d, const char *before, const char *after) {
    char keys[256];
    snprintf(keys, sizeof keys, "%s%s%s", before, recorded, after);
    type(d, keys);
}

static bool verifies(void) {
    char command[1200];
    snprintf(command, sizeof command, "'%s' replay --verify %s >/dev/null 2>&1", program, recorded);
    return system(command) == 0;
}

static void test_record(void) {
    desk d;
    unlink(recorded);
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    type(&d, ":step 500\r");
    typef(&d, ":record ", "\r");
    ok(wait_text(&d, "REC") && wait_text(&d, "from cycle 0 on"), "a recording starts at any moment, and is seen");
    type(&d, "]:step 100\r");
    must_show(&d, "t=600 ");
    type(&d, "R");
    ok(wait_text(&d, "recorded; `wormscope ") && gone(&d, "REC "), "R stops it");
    ok(verifies(), "it verifies");
    type(&d, ":record /no/such/place.wsr\r");
    ok(wait_text(&d, "no recording: "), "where it cannot be written, that is said");
    type(&d, ".");
    ok(wait_text(&d, "t=601 "), "and the session goes on");
    desk_close(&d);
}

static void test_replay(void) {
    const char *const arguments[] = {recorded, NULL};
    desk d;
    desk_open(&d, 80, 24, arguments, NULL);
    ok(wait_text(&d, "paused") && wait_text(&d, "t=0 "), "a recording opens paused, at cycle 0");
    type(&d, "\033[6~");
    ok(wait_text(&d, "t=500 ") && wait_text(&d, "set segment"), "Page Down goes to the change");
    type(&d, "\033[F");
    ok(wait_text(&d, "t=600 "), "End to where it ends");
    type(&d, ".");
    ok(wait_text(&d, "the recording ends here"), "which is said");
    type(&d, ",");
    ok(wait_text(&d, "t=599 "), "a step back");
    type(&d, "F");
    ok(wait_text(&d, "live on fork-1"), "F takes over");
    type(&d, ":step 100\r");
    ok(wait_text(&d, "t=699 "), "and goes on live");
    typef(&d, ":save ", "\r");
    ok(wait_text(&d, "fork-1 is saved"), "the branch is saved");
    type(&d, "q");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "q ends with 0");
    desk_close(&d);
    ok(verifies(), "what was saved verifies");
}

/* However it ends, the recording is whole. */
static void test_record_end(int number, const char *what) {
    const char *const arguments[] = {"kwan/torus-3x3", "--speed", "max", "--record", recorded, NULL};
    desk d;
    unlink(recorded);
    desk_open(&d, 80, 24, arguments, NULL);
    ok(wait_text(&d, "REC") && wait_text(&d, "unlimited"), "--record: records from the start");
    if (number) kill(d.child, number);
    else {
        close(d.master);
        d.master = -1;
    }
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' || r.kind == 'K', "%s ends it", what);
    ok(verifies(), "%s leaves a recording that verifies", what);
    desk_close(&d);
}

/* With few file descriptors it works, or says what is wrong; it neither crashes nor hangs. */
static void test_files(void) {
    int words = 0, works = 0;
    for (desk_files = 3; desk_files <= 24; desk_files++) {
        desk d;
        desk_open(&d, 80, 24, torus, NULL);
        report r = {0, 0};
        for (int64_t end = now_ms() + PATIENCE_MS; r.kind == 0 && !shows(&d, "paused") && now_ms() < end;) r = report_wait(&d, 20);
        bool open = r.kind == 0 && shows(&d, "paused");
        if (open) type(&d, ".");
        open = open && wait_text(&d, "t=1 ");
        if (open) type(&d, "q");
        if (open) r = report_wait(&d, PATIENCE_MS);
        quiet(&d);
        bool said = shows(&d, "wormscope: ") || shows(&d, "Error 24") || shows(&d, "oo many open files");
        ok(r.kind == 'E' && (open ? r.value == 0 : r.value != 0 && said), "%d file descriptors: %s (%c %d)", (int)desk_files,
           open ? "works" : "says why not", r.kind ? r.kind : '-', r.value);
        words += !open;
        works += open;
        desk_close(&d);
    }
    desk_files = 0;
    ok(words > 0 && works > 0, "too few with %d of the numbers, enough with %d", words, works);
}

/* Keys at random, but those that leave. */
static void test_random(void) {
    static const char keys[] = " .,<>[]r-+=(){}pau\t bzZ0hjklt?\033:x\r1set load 0.1FBHLdnwWTs\b\177";
    desk d;
    uint32_t seed = 12345;
    desk_open(&d, 80, 24, torus, NULL);
    must_show(&d, "paused");
    for (int i = 0; i < 600; i++) {
        char key[2] = {0};
        seed = seed * 1664525u + 1013904223u;
        key[0] = keys[(seed >> 16) % (sizeof keys - 1)];
        type(&d, key);
        if (i % 25 == 0) resize(&d, 1 + (int)(seed >> 8) % 150, 1 + (int)(seed >> 12) % 50);
        pump(&d, 1);
    }
    resize(&d, 80, 24);
    type(&d, "\033"); /* closes the command line, if it is open */
    quiet(&d);
    type(&d, "\003\003"); /* the first may ask because of branches */
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "600 random keys and 24 sizes, then ^C: ends with 0 (%c %d)", r.kind ? r.kind : '-',
       r.value);
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_keys();
    test_paste();
    test_at_once();
    test_resize();
    test_suspend();
    test_end(SIGTERM, 'E', "SIGTERM");
    test_end(SIGHUP, 'E', "SIGHUP");
    test_end(SIGSEGV, 'K', "a crash");
    test_end(SIGABRT, 'K', "an abort");
    test_memory();
    test_hang_up();
    test_refusal();
    test_files();
    test_plain();
    test_travel();
    test_trees();
    test_inspect();
    snprintf(recorded, sizeof recorded, "/tmp/pty-%d.wsr", (int)getpid());
    test_record();
    test_replay();
    if (is_whole()) test_record_end(SIGTERM, "SIGTERM");
    if (is_whole()) test_record_end(SIGHUP, "SIGHUP");
    test_record_end(0, "a hang-up");
    unlink(recorded);
    test_random();
    desk_end();
    return done();
}
