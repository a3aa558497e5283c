/* start.c - the start screen: as a pure view (search, places, the rows of the mouse, whole screens), and at work on a terminal:
 * opening, coming back, recordings that are remembered. */
#include "ui/start/start.h"
#include "desk.h"
#include "picture.h"
#include "session/library/scenarios.h"
#include "session/library/subjects.h"

/* -------------------------------------------------------------------------------------------------- as a view ---- */

static ws_start list_make(const char *glyphs) {
    ws_start s = {.glyphs = ws_glyphs_find(glyphs), .message = ""};
    size_t lessons = ws_start_subject(&s, "Lessons: one idea each");
    ws_start_add(&s, lessons, "teach/bubble", "teach/bubble", "The bubble",
                 "What you see: a ring.\nTry: --set grant-room=packet");
    ws_start_add(&s, lessons, "teach/dateline", "teach/dateline", "The dateline", "What you see: eight worms, and no deadlock.");
    size_t lan = ws_start_subject(&s, "A wormhole LAN");
    ws_start_add(
        &s, lan, "kwan/two-hosts", "kwan/two-hosts", "Two hosts, one receiver: the longer worm takes the larger share, always",
        "What you see: while both senders offer less than half of the link, each gets what it asks for. Above that the one "
        "with the longer worms wins.\nTry: --set load=1.0");
    size_t recordings = ws_start_subject(&s, "Recordings and scenarios of your own, the latest first");
    ws_start_add(&s, recordings, "wormscope-kwan-two-hosts-1.wsr", "/far/away/1.wsr", "2026-11-21 18:55  kwan/two-hosts",
                 "/far/away/1.wsr");
    ws_start_search(&s);
    return s;
}

static void search(ws_start *s, const char *words) {
    snprintf(s->search, sizeof s->search, "%s", words);
    ws_start_search(s);
}

static bool found(const ws_start *s, size_t count, const char *first) {
    return s->found_count == count && (count == 0 || strcmp(ws_start_chosen(s)->name, first) == 0);
}

static void test_search(void) {
    ws_start s = list_make("braille");
    ok(found(&s, 4, "teach/bubble"), "without a search all are there");
    search(&s, "DEADLOCK");
    ok(found(&s, 1, "teach/dateline"), "words of the description are searched, whatever their case");
    search(&s, "w");
    ok(found(&s, 4, "kwan/two-hosts"), "of all that are found, the first whose name has the words is chosen");
    search(&s, "lan hosts");
    ok(found(&s, 1, "kwan/two-hosts"), "all words must be there, those of the subject too");
    search(&s, "18:55");
    ok(found(&s, 1, "wormscope-kwan-two-hosts-1.wsr"), "a recording is found by its time");
    search(&s, "qqq");
    ok(found(&s, 0, NULL) && !ws_start_chosen(&s), "or nothing is");
    ws_start_move(&s, 1);
    ok(!ws_start_chosen(&s), "in which nothing can be chosen");
    search(&s, "");
    ws_start_move(&s, 99);
    ok(strcmp(ws_start_chosen(&s)->open, "/far/away/1.wsr") == 0, "the place stays inside");
    ws_start_move(&s, -99);
    ok(s.chosen == 0, "at both ends");
    ws_start_free(&s);
}

/* What is drawn in a row is what a click there picks. */
static void test_pick(int width, int height) {
    ws_start s = list_make("ascii");
    ws_canvas canvas = {0};
    bool same = true;
    ws_canvas_resize(&canvas, width, height);
    ws_start_move(&s, 2);
    ws_start_draw(&s, &canvas);
    size_t seen = 0;
    for (int y = 0; y < height; y++) {
        char row[512] = "";
        for (int x = 0; x < width && x < 511; x++) row[x] = (char)ws_canvas_at(&canvas, x, y)->glyph, row[x + 1] = '\0';
        size_t place = ws_start_pick(&s, width, height, 5, y);
        if (place == WS_START_NONE) continue;
        seen++;
        same &= strncmp(row + 3, s.entry[s.found[place]].name, 12) == 0;
    }
    ok(same && seen >= 2, "%d x %d: a click picks the row it is on (%zu rows)", width, height, seen);
    ws_canvas_free(&canvas);
    ws_start_free(&s);
}

static void test_sizes(void) {
    ws_start s = list_make("braille");
    ws_canvas canvas = {0};
    for (int width = 1; width < 300; width += 7) {
        for (int height = 1; height < 100; height += 3) {
            ws_canvas_resize(&canvas, width, height);
            ws_start_move(&s, width % 3 - 1);
            ws_start_draw(&s, &canvas);
        }
    }
    ok(true, "can be drawn at any size");
    ws_canvas_free(&canvas);
    ws_start_free(&s);
}

static void test_golden(const char *name, int width, int height, const char *glyphs, const char *words) {
    ws_start s = list_make(glyphs);
    ws_canvas canvas = {0};
    search(&s, words);
    ws_start_move(&s, 2);
    ws_canvas_resize(&canvas, width, height);
    ws_start_draw(&s, &canvas);
    picture_compare(name, &canvas);
    ws_canvas_free(&canvas);
    ws_start_free(&s);
}

/* Every folder of scenarios has a title. */
static void test_subjects(void) {
    ws_scenario_row *rows;
    ws_subject *subjects;
    size_t count = ws_scenarios_list(&rows, NULL), subject_count = ws_subjects_list(&subjects);
    for (size_t i = 0; i < count; i++) {
        size_t s = 0, length = strcspn(rows[i].name, "/");
        while (s < subject_count &&
               (strlen(subjects[s].folder) != length || strncmp(subjects[s].folder, rows[i].name, length) != 0))
            s++;
        ok(s < subject_count && *rows[i].title, "%s has a subject and a title", rows[i].name);
    }
    ws_subjects_free(subjects, subject_count);
    ws_scenarios_free(rows, count);
}

/* --------------------------------------------------------------------------------------------------- at work ---- */

static const char *const nothing[] = {"--paused", NULL};

static void test_open(void) {
    desk d;
    desk_open(&d, 80, 24, nothing, NULL);
    ok(wait_text(&d, "choose a scenario") && wait_text(&d, "Lessons"), "without a scenario there is a choice");
    ok(wait_text(&d, "Deadlock: four worms in a ring"), "each in one line");
    type(&d, "hosts chain");
    ok(wait_text(&d, "1 of "), "typing searches");
    type(&d, "\r");
    ok(wait_text(&d, "kwan/three-hosts  t=0") && wait_text(&d, "paused"), "Enter opens");
    type(&d, "..");
    ok(wait_text(&d, "t=2 "), "and it is at work");
    type(&d, "o");
    ok(wait_text(&d, "choose a scenario") && wait_text(&d, "esc back"), "o comes back");
    type(&d, "\033");
    ok(wait_text(&d, "t=2 "), "Esc to the session, which is as it was");
    type(&d, "o");
    must_show(&d, "choose a scenario");
    type(&d, "\033[<0;10;9M\033[<0;10;9m");
    quiet(&d);
    type(&d, "\033[<0;10;9M\033[<0;10;9m");
    ok(wait_text(&d, " teach/") && wait_text(&d, "t=0 "), "a click chooses, another one opens");
    type(&d, ":open kwan/two-hosts\r");
    ok(wait_text(&d, "kwan/two-hosts  t=0"), "open NAME needs no choice");
    type(&d, ":open kwan/tow-hosts\r");
    ok(wait_text(&d, "kwan/two-hosts\""), "a name that is none is answered with the nearest");
    type(&d, "o");
    must_show(&d, "choose a scenario");
    type(&d, "\033[200~q\033[201~");
    quiet(&d);
    ok(shows(&d, "search: q"), "what is pasted is searched, and is no key");
    type(&d, "\025queue");
    ok(wait_text(&d, "search: queue") && shows(&d, "esc clear"), "q is a letter, also the first");
    type(&d, "\025/quark");
    ok(wait_text(&d, "search: quark") && wait_text(&d, "no match; Esc clears"), "/ is none, as elsewhere it begins a search");
    type(&d, "\033");
    ok(wait_text(&d, "type to search"), "Esc clears the search");
    resize(&d, 30, 5);
    ok(wait_text(&d, "too small"), "where there is no room, it says so");
    resize(&d, 200, 60);
    ok(wait_text(&d, "See what a worm is"), "and where there is, what the chosen one is about");
    type(&d, "\003");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0 && terminal_is_sane(&d), "^C quits");
    desk_close(&d);
    desk_open(&d, 80, 24, nothing, NULL);
    ok(wait_text(&d, "^c quit") && gone(&d, "esc "), "where there is nothing to go back to, ^C quits, which is said");
    type(&d, "queue");
    ok(wait_text(&d, "search: queue") && wait_text(&d, "esc clear"), "the first letter may be a q");
    type(&d, "\033");
    must_show(&d, "type to search");
    type(&d, "\033");
    ok(wait_text(&d, "^C quits"), "Esc says what quits, and does not");
    type(&d, "\003");
    r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0 && terminal_is_sane(&d), "^C does");
    desk_close(&d);
}

/* Two branches that no file holds. */
static void fork_open(desk *d) {
    static const char *const torus[] = {"kwan/torus-3x3", "--paused", NULL};
    desk_open(d, 80, 24, torus, NULL);
    must_show(d, "paused");
    type(d, "]:step 50\r");
    must_show(d, "t=50 ");
    type(d, "g20\r");
    must_show(d, "t=20 ");
    type(d, "[");
    must_show(d, "fork-1 begins here");
}

static void test_leave(void) {
    char line[256], file[128];
    desk d;
    fork_open(&d);
    type(&d, "q");
    ok(wait_text(&d, "2 branches are not saved: press it again to leave"), "q asks where branches would be lost");
    type(&d, ".");
    ok(wait_text(&d, "t=21 "), "and stays");
    type(&d, "q");
    ok(wait_text(&d, "2 branches are not saved"), "it asks again when something else was done");
    type(&d, "o");
    must_show(&d, "choose a scenario");
    type(&d, "queue");
    ok(wait_text(&d, "search: queue"), "behind o, q is a letter");
    type(&d, "\025two-hosts");
    must_show(&d, "esc clear");
    type(&d, "\033\033");
    ok(wait_text(&d, "t=21 "), "Esc twice comes back to the branches");
    type(&d, "o");
    must_show(&d, "choose a scenario");
    type(&d, "two-hosts");
    must_show(&d, "search: two-hosts");
    type(&d, "\r");
    ok(wait_text(&d, "2 branches are not saved: press Enter again to leave"), "opening another one asks");
    type(&d, "\r");
    ok(wait_text(&d, "kwan/two-hosts  t=0"), "once");
    type(&d, "q");
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "a session with nothing to lose is left at once");
    desk_close(&d);
    fork_open(&d);
    type(&d, "\003");
    ok(wait_text(&d, "2 branches are not saved"), "^C asks too");
    type(&d, "\003");
    r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "once");
    desk_close(&d);
    fork_open(&d);
    type(&d, ":open kwan/two-hosts\r");
    ok(wait_text(&d, "2 branches are not saved"), "so does open NAME");
    type(&d, ":open kwan/two-hosts\r");
    ok(wait_text(&d, "kwan/two-hosts  t=0"), "once");
    desk_close(&d);
    fork_open(&d);
    kill(d.child, SIGTERM);
    r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E', "SIGTERM does not ask");
    desk_close(&d);
    snprintf(file, sizeof file, "%s/kept.wsr", desk_home);
    snprintf(line, sizeof line, ":record %s\r", file);
    fork_open(&d);
    type(&d, line);
    must_show(&d, "REC");
    type(&d, "R");
    must_show(&d, "recorded; ");
    type(&d, "q");
    r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' && r.value == 0, "branches that were recorded are left at once");
    desk_close(&d);
    unlink(file);
}

/* As a session, the choice takes no processor, and ends when it is told to or the terminal is gone. */
static void test_end(int number, const char *what) {
    desk d;
    desk_open(&d, 80, 24, nothing, NULL);
    must_show(&d, "choose a scenario");
    quiet(&d);
    long before = cpu_ticks(d.child);
    while (pump(&d, 600)) continue;
    ok(cpu_ticks(d.child) == before, "the choice uses no processor");
    if (number) kill(d.child, number);
    else close(d.master), d.master = -1;
    report r = report_wait(&d, PATIENCE_MS);
    ok(r.kind == 'E' || (r.kind == 'K' && (number == 0 || r.value == number)), "%s ends it (%c %d)", what, r.kind ? r.kind : '-',
       r.value);
    ok(number == 0 || terminal_is_sane(&d), "%s leaves the terminal as it was", what);
    desk_close(&d);
}

static void test_recent(void) {
    char line[256], file[128];
    desk d;
    snprintf(file, sizeof file, "%s/first.wsr", desk_home);
    snprintf(line, sizeof line, ":record %s\r", file);
    desk_open(&d, 80, 24, nothing, NULL);
    must_show(&d, "choose a scenario");
    type(&d, "two-hosts\r");
    must_show(&d, "kwan/two-hosts  t=0");
    type(&d, line);
    must_show(&d, "REC");
    type(&d, "...");
    must_show(&d, "t=3 ");
    type(&d, ":open kwan/three-hosts\r");
    ok(wait_text(&d, "kwan/three-hosts  t=0") && access(file, R_OK) == 0, "opening another one closes the recording in order");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
    desk_open(&d, 80, 24, nothing, NULL);
    must_show(&d, "choose a scenario");
    type(&d, "first.wsr");
    ok(wait_text(&d, "1 of ") && wait_text(&d, "kwan/two-hosts"), "it is in the list the next time");
    type(&d, "\r");
    ok(wait_text(&d, "a recording: space plays"), "and opens");
    type(&d, "\033[F");
    ok(wait_text(&d, "t=3 "), "with all that was done");
    desk_close(&d);
    unlink(file);
    desk_open(&d, 80, 24, nothing, NULL);
    must_show(&d, "choose a scenario");
    type(&d, "first.wsr");
    ok(wait_text(&d, "no match; Esc clears"), "one that is gone is no longer in the list");
    desk_close(&d);
}

/* Is it shown, across the ends of rows? */
static bool shows_long(desk *d, const char *wanted) {
    char all[8192] = "", text[4096];
    for (int y = 0; y < d->height; y++) strncat(all, row_text(d, y, text), sizeof all - strlen(all) - 1);
    return strstr(all, wanted) != NULL;
}

static void test_long_path(void) {
    char file[LONG_PATH] = "", said[sizeof file + 64];
    const char *const arguments[] = {"kwan/two-hosts", "--record", file, NULL};
    desk d;
    bool made = long_path_make(file, "far.wsr");
    ok(made, "folders in each other: a path of %zu characters", strlen(file));
    snprintf(said, sizeof said, "recorded; `wormscope %s` opens it", file);
    desk_open(&d, 200, 24, arguments, NULL);
    must_show(&d, "REC");
    type(&d, "q");
    must_end(&d);
    ok(shows_long(&d, said), "what is recorded there is told by its whole path");
    desk_close(&d);
    desk_open(&d, 80, 24, nothing, NULL);
    must_show(&d, "choose a scenario");
    type(&d, "far.wsr");
    ok(wait_text(&d, "1 of ") && wait_text(&d, "kwan/two-hosts"), "and is in the list the next time");
    type(&d, "\r");
    ok(wait_text(&d, "a recording: space plays"), "and opens");
    desk_close(&d);
    unlink(file);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_search();
    test_pick(80, 24);
    test_pick(200, 60);
    test_sizes();
    test_golden("start-80x24", 80, 24, "braille", "");
    test_golden("start-200x60", 200, 60, "block", "");
    test_golden("start-search-80x24-ascii", 80, 24, "ascii", "hosts");
    test_subjects();
    test_open();
    test_leave();
    test_recent();
    test_long_path();
    test_end(SIGTERM, "SIGTERM");
    test_end(SIGSEGV, "a crash");
    test_end(0, "a hang-up");
    desk_end();
    return done();
}
