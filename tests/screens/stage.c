/* stage.c - stage lines on the screen: a scenario's are shown when their cycle comes; the keys of a recorded lecture become lines of
 * the recording, and those of others do not. */
#include "desk.h"

static char recorded[128], scenario[128];

static void typef(desk *d, const char *before, const char *path, const char *after) {
    char keys[256];
    snprintf(keys, sizeof keys, "%s%s%s", before, path, after);
    type(d, keys);
}

/* The stage lines of the recording, each with a semicolon; *form is the form it has. */
static void stage_lines(char *text, size_t room, int *form) {
    char line[2048];
    FILE *file = fopen(recorded, "r");
    *text = '\0', *form = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (*form == 0) sscanf(line, "wormscope-recording %d", form);
        char *end = strstr(line, " #");
        if (*line != '~' || !end) continue;
        *end = '\0';
        snprintf(text + strlen(text), room - strlen(text), "%s;", line);
    }
    if (file) fclose(file);
}

static bool verifies(void) {
    char command[1200];
    snprintf(command, sizeof command, "'%s' replay --verify %s >/dev/null 2>&1", program, recorded);
    return system(command) == 0;
}

static void file_write(const char *text) {
    FILE *file = fopen(scenario, "w");
    fputs(text, file);
    fclose(file);
}

/* The same keys in a lecture and outside of one. */
static void record(bool lecture, char *lines, size_t room, int *form) {
    const char *const torus[] = {scenario, "--paused", NULL};
    desk d;
    unlink(recorded);
    file_write("machine wormhole-lan\nset topology torus 3 3\nset hosts-per-switch 4\nset load 0.2\n");
    desk_open(&d, 100, 30, torus, NULL);
    must_show(&d, "paused");
    if (lecture) type(&d, "M");
    typef(&d, ":record ", recorded, "\r");
    must_show(&d, "REC");
    type(&d, ":step 500\r");
    must_show(&d, "500");
    type(&d, ":speed 4\r");
    quiet(&d);
    type(&d, "w");
    quiet(&d);
    type(&d, ":look S4\r");
    quiet(&d);
    type(&d, ":seek 100\r");
    quiet(&d);
    type(&d, ":zoom 2\r");
    quiet(&d);
    type(&d, "R");
    must_show(&d, "recorded");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
    stage_lines(lines, room, form);
}

static void test_record(void) {
    char lines[512];
    int form;
    record(true, lines, sizeof lines, &form);
    ok(strncmp(lines, "~500 pace 4;~500 select ", 24) == 0 && strstr(lines, ";~500 look S4;~100 zoom 2;"),
       "pace, tab, look, rewind and zoom of a recorded lecture are stage lines: %s", lines);
    ok(form == 2 && verifies(), "of a recording of form 2 that verifies");
    record(false, lines, sizeof lines, &form);
    ok(*lines == '\0' && form == 1 && verifies(), "outside of a lecture the same keys make none: form %d", form);
}

static void test_scenario(void) {
    const char *const arguments[] = {scenario, "--paused", NULL};
    desk d;
    file_write("machine cube\nset topology mesh 3 3\nset load 0.3\npace 7\n@200 pace 3\n@200 look S4\n@300 look S99\n");
    desk_open(&d, 100, 30, arguments, NULL);
    ok(wait_text(&d, "t=0 "), "a scenario with stage lines opens");
    type(&d, " ");
    ok(wait_text(&d, "7/s"), "at the pace it names");
    type(&d, " :seek 250\r");
    must_show(&d, "t=250 ");
    quiet(&d);
    ok(wait_text(&d, "S4  0 waiting") || shows(&d, "from S7"), "what it looks at is shown on the way to a later cycle");
    type(&d, " ");
    ok(wait_text(&d, "3/s"), "and its pace is kept");
    type(&d, " :seek 150\r");
    must_show(&d, "t=150 ");
    type(&d, " >");
    must_show(&d, "10/s");
    type(&d, " :seek 260\r");
    must_show(&d, "t=260 ");
    type(&d, " ");
    ok(wait_text(&d, "▶ 10/s"), "one that was chosen by a key stays, where the scenario names another");
    type(&d, " ");
    type(&d, " :seek 350\r");
    ok(wait_text(&d, "unknown switch or host `S99`"), "a line that cannot be shown is said");
    desk_close(&d);
    unlink(scenario);
}

/* The line `begin`: a screen runs there at once and goes on at its pace; one that waits begins at 0. */
static void test_begin(void) {
    const char *const arguments[] = {scenario, NULL}, *const paused[] = {scenario, "--paused", NULL};
    desk d;
    file_write("machine cube\nset topology mesh 3 3\nset load 0.3\npace 1\n@3000 begin   # here\n");
    desk_open(&d, 100, 30, arguments, NULL);
    ok(wait_text(&d, "t=3 00"), "a scenario with the line begin opens at its cycle");
    ok(wait_text(&d, "t=3 002"), "and goes on");
    ok(shows(&d, "1/s"), "at the pace of the scenario");
    type(&d, ":seek start\r");
    ok(wait_text(&d, "t=2 ") && shows(&d, "1/s"), "who goes back to the beginning sees it from there");
    desk_close(&d);
    desk_open(&d, 100, 30, paused, NULL);
    ok(wait_text(&d, "t=0 "), "--paused begins at cycle 0");
    desk_close(&d);
    unlink(scenario);
}

/* Who has never been here is told of the tour, once. */
static void test_newcomer(void) {
    static const char *const nothing[] = {NULL};
    desk d;
    desk_open(&d, 100, 30, nothing, NULL);
    ok(wait_text(&d, "New here? Enter begins a tour of three minutes."), "a newcomer is offered the tour");
    type(&d, "\r");
    ok(wait_text(&d, "A message becomes flits"), "Enter takes it");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
    desk_open(&d, 100, 30, nothing, NULL);
    must_show(&d, "kwan");
    quiet(&d);
    ok(gone(&d, "New here?"), "once");
    desk_close(&d);
}

int main(int count, char **arguments) {
    (void)count;
    if (!desk_begin(arguments[0])) return 1;
    snprintf(recorded, sizeof recorded, "/tmp/wormscope-stage-%d.wsr", (int)getpid());
    snprintf(scenario, sizeof scenario, "/tmp/wormscope-stage-%d.ws", (int)getpid());
    test_newcomer();
    test_record();
    test_scenario();
    test_begin();
    unlink(recorded);
    desk_end();
    return done();
}
