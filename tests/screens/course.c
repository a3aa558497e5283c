/* course.c - the course in the running screen, as a student takes it: every lesson from its first word to its end at 80x24, every question
 * answered right, and every question answered wrong; quit in the middle and continued. Right answers are those of the engine. WS_LONG
 * takes all lessons, else two; COURSE=NAME takes one. */
#include "desk.h"
#include "lesson/play.h"

#define STEPS_MAX 400

/* The answers to all questions of a lesson, right ones. */
typedef struct answers {
    char value[40][WS_PLAY_TEXT];
    ws_item_kind kind[40];
    int tries[40];
    size_t count;
    int marks;
} answers;

static bool answers_find(const char *path, answers *a) {
    ws_error error = {""};
    ws_judgement judgement;
    ws_lesson *lesson = ws_lesson_read(path, &error);
    ws_play *p = lesson ? ws_play_begin(lesson, 0, &error) : NULL;
    *a = (answers){.marks = lesson ? lesson->marks : 0};
    while (p && ws_play_item(p) && !*error.text) {
        const ws_item *item = ws_play_item(p);
        if (ws_item_is_question(item)) {
            a->kind[a->count] = item->kind;
            a->tries[a->count] = item->tries;
            ws_play_solve(p, a->value[a->count], WS_PLAY_TEXT, &error);
            ws_play_answer(p, a->value[a->count++], &judgement, &error);
        }
        ws_play_go(p, &error);
    }
    bool good = p && !*error.text;
    if (!good) note("%s: %s", path, error.text);
    ws_play_end(p);
    ws_lesson_free(lesson);
    return good;
}

/* What is certainly wrong, and still an answer. */
static void wrong_of(const answers *a, size_t i, char *text) {
    switch (a->kind[i]) {
    case WS_ITEM_CHOOSE: sprintf(text, "%c", a->value[i][0] == 'a' ? 'b' : 'a'); break;
    case WS_ITEM_PREDICT: strcpy(text, "-7"); break;
    default: *text = '\0'; break;
    }
}

static bool asks(desk *d) {
    return shows(d, "h hint");
}

/* Enter until a question stands, or the lesson is over. */
static bool go_on(desk *d) {
    for (int i = 0; i < STEPS_MAX; i++) {
        for (int64_t end = now_ms() + 100; now_ms() < end;) pump(d, 20);
        if (asks(d) || shows(d, "The lesson is over")) return true;
        if (shows(d, "cannot go on")) return false;
        type(d, "\r");
        pump(d, 60);
    }
    return false;
}

static void give(desk *d, const char *value) {
    char line[WS_PLAY_TEXT + 32];
    snprintf(line, sizeof line, ":lesson answer %s\r", value);
    type(d, line);
}

/* Gives a wrong answer as often as it may be given; a repair by doing nothing of use. */
static void fail_question(desk *d, const answers *a, size_t i) {
    char wrong[WS_PLAY_TEXT];
    wrong_of(a, i, wrong);
    for (int t = 0; t < a->tries[i] && *wrong; t++) {
        type(d, "h");
        give(d, wrong);
        quiet(d);
    }
    if (*wrong) return;
    give(d, a->value[i]); /* of pointing and repairing there is no answer that is always wrong */
    wait_text_for(d, "Right", 60000);
}

static void take(const char *path, const answers *a, bool right, const char *const *settings) {
    const char *const arguments[] = {"learn", path, "--again", NULL};
    const char *const again[] = {"learn", path, NULL};
    const char *name = strrchr(path, '/') + 1;
    char over[64];
    desk d;
    desk_open(&d, 80, 24, arguments, settings);
    wait_text(&d, "of ");
    bool good = true;
    for (size_t i = 0; i < a->count && good; i++) {
        good = go_on(&d) && asks(&d);
        if (right) give(&d, a->value[i]);
        else fail_question(&d, a, i);
        good &= wait_text_for(&d, right ? "Right" : "Enter on", 60000);
        if (i == a->count / 2 && good) { /* quit here, and come back */
            type(&d, "q");
            report r = report_wait(&d, PATIENCE_MS);
            good = r.kind == 'E' && r.value == 0;
            desk_close(&d);
            desk_open(&d, 80, 24, again, settings);
            good &= wait_text_for(&d, "You go on where you left the lesson", 60000);
        }
    }
    good = good && go_on(&d);
    snprintf(over, sizeof over, "is over: %d of %d marks", a->marks, a->marks);
    bool full = wait_text_for(&d, right ? over : "The lesson is over", 5000);
    ok(good && full && shows(&d, over) == right, "%s: every question %s%s", name, right ? "right" : "wrong or tried", settings ? ", without colour" : "");
    char text[4096];
    for (int y = 0; y < d.height && !(good && full); y++) note("|%s", row_text(&d, y, text));
    type(&d, "q");
    report_wait(&d, PATIENCE_MS);
    desk_close(&d);
}

/* Those that are taken always. */
static bool is_short(const char *path) {
    static const char *const names[] = {"/worm.", "/ring."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(path, names[i])) return true;
    return false;
}

int main(int count, char **arguments) {
    static const char *const mono[] = {"NO_COLOR", "1", NULL};
    char **paths;
    static answers found;
    (void)count;
    if (!desk_begin(arguments[0])) return 1;
    bool all = getenv("WS_LONG") != NULL;
    const char *only = getenv("COURSE");
    size_t lessons = ws_lessons_list(&paths);
    for (size_t i = 0; i < lessons; i++) {
        const char *name = strrchr(paths[i], '/');
        bool wanted = only ? strstr(name, only) != NULL : all || is_short(name);
        if (wanted && ok(answers_find(paths[i], &found), "%s: every question has a right answer", name)) {
            take(paths[i], &found, true, NULL);
            take(paths[i], &found, false, i % 2 ? mono : NULL);
        }
        free(paths[i]);
    }
    free(paths);
    desk_end();
    return done();
}
