/* course.c - the course in the running screen, as a student takes it: every lesson from its first word to its end at 80x24, every question
 * answered right, and every question answered wrong; quit in the middle and continued. Right answers are those of the engine, and so are
 * wrong ones: another thing than those to be pointed at, lines that leave a parameter as it is. WS_LONG takes all lessons, else two;
 * COURSE=NAME takes one. */
#include "desk.h"
#include "lesson/play.h"
#include "session/language/params.h"

#define RUN_MS 240000 /* the longest run of a lesson, on a machine that has much else to do */

/* The answers to all questions of a lesson, right ones and wrong ones. */
typedef struct answers {
    char value[40][WS_PLAY_TEXT];
    char wrong[40][WS_PLAY_TEXT];
    int tries[40];
    size_t count;
    int marks;
} answers;

/* Is the thing one of those to be pointed at? */
static bool is_one_of(const ws_targets *things, uint32_t id) {
    for (size_t i = 0; i < things->count; i++)
        if (things->at[i].id == id) return true;
    return false;
}

/* A worm by its ends, unless another one with the same ends is right. */
static bool worm_wrong(const ws_probe_value *look, char *text) {
    const ws_frame *f = look->frame;
    for (uint32_t i = 0; i < f->worms; i++) {
        const ws_frame_worm *worm = &f->worm[i];
        bool right = false;
        for (uint32_t k = 0; k < f->worms; k++)
            right |= f->worm[k].source == worm->source && f->worm[k].dest == worm->dest && is_one_of(&look->targets, f->worm[k].packet);
        if (right) continue;
        sprintf(text, "%s %s", f->graph.node[f->switches + worm->source].name, f->graph.node[f->switches + worm->dest].name);
        return true;
    }
    return false;
}

static bool link_wrong(const ws_probe_value *look, char *text) {
    const ws_frame *f = look->frame;
    uint32_t i = 0;
    while (i < f->links && is_one_of(&look->targets, i)) i++;
    if (i == f->links) return false;
    sprintf(text, "%s %s", f->graph.node[f->link[i].from].name, f->graph.node[f->link[i].to].name);
    return true;
}

static bool node_wrong(const ws_probe_value *look, char *text) {
    uint32_t i = 0;
    while (i < look->frame->switches && is_one_of(&look->targets, i)) i++;
    if (i == look->frame->switches) return false;
    strcpy(text, look->frame->graph.node[i].name);
    return true;
}

/* Something else than what is to be pointed at; false if all there is is right. */
static bool pick_wrong(ws_play *p, char *text) {
    const ws_item *item = ws_play_item(p);
    ws_probe_value look;
    ws_error error;
    if (!ws_probe_now(ws_play_session(p), item->truth, &look, &error)) return false;
    bool found = *item->what == 'w' ? worm_wrong(&look, text) : *item->what == 'l' ? link_wrong(&look, text) : node_wrong(&look, text);
    ws_probe_free(&look);
    return found;
}

/* A line that leaves a parameter as it is, and does not reach the goal. */
static bool repair_wrong(ws_play *p, char *text) {
    const ws_item *item = ws_play_item(p);
    const ws_def *def = ws_net_def(ws_session_net(ws_play_session(p)));
    for (size_t i = 0; i < item->allow.count; i++) {
        char value[64];
        bool done = true;
        ws_error error;
        const ws_param *param = ws_param_find(item->allow.line[i]);
        if (!param) continue;
        ws_param_print(param, def, value, sizeof value);
        sprintf(text, param->live ? "set %s %s" : "rebuild %s=%s", param->name, value);
        const ws_field_lines lines = {.line = {text}, .count = 1};
        if (ws_play_try(p, &lines, &done, &error) && !done) return true;
    }
    return false;
}

/* What is certainly wrong, and still an answer; false if there is nothing such. */
static bool wrong_find(ws_play *p, const char *right, char *text) {
    *text = '\0';
    switch (ws_play_item(p)->kind) {
    case WS_ITEM_CHOOSE: sprintf(text, "%c", *right == 'a' ? 'b' : 'a'); return true;
    case WS_ITEM_PREDICT: strcpy(text, "-7"); return true;
    case WS_ITEM_PICK: return pick_wrong(p, text);
    default: return repair_wrong(p, text);
    }
}

static bool answers_find(const char *path, answers *a) {
    ws_error error = {0};
    ws_judgement judgement;
    ws_lesson *lesson = ws_lesson_read(path, &error);
    ws_play *p = lesson ? ws_play_begin(lesson, 0, &error) : NULL;
    *a = (answers){.marks = lesson ? lesson->marks : 0};
    while (p && ws_play_item(p) && !*error.text) {
        const ws_item *item = ws_play_item(p);
        if (ws_item_is_question(item)) {
            char *value = a->value[a->count], *wrong = a->wrong[a->count];
            a->tries[a->count++] = item->tries;
            ws_play_solve(p, value, WS_PLAY_TEXT, &error);
            if (!wrong_find(p, value, wrong)) note("%s: nothing is wrong at question %zu", path, a->count), *wrong = '\0';
            ws_play_answer(p, value, &judgement, &error);
        }
        ws_play_go(p, &error);
    }
    bool good = p && !*error.text;
    if (!good) note("%s: %s", path, error.text);
    ws_play_end(p);
    ws_lesson_free(lesson);
    return good;
}

static bool asks(desk *d) {
    return shows(d, "h hint") && !shows(d, "Enter on");
}

/* Enter until a question stands, or the lesson is over. */
static bool go_on(desk *d) {
    for (int64_t most = now_ms() + RUN_MS; now_ms() < most;) {
        for (int64_t end = now_ms() + 100; now_ms() < end;) pump(d, 20);
        if (asks(d) || shows(d, "Done: ")) return true;
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

/* Gives a wrong answer as often as it may be given; right ones where nothing is wrong. */
static bool fail_question(desk *d, const answers *a, size_t i) {
    const char *wrong = a->wrong[i];
    bool good = true;
    for (int t = 1; t <= a->tries[i] && *wrong && good; t++) {
        char left[32];
        sprintf(left, "%d more", a->tries[i] - t); /* a row may end behind it */
        type(d, "h");
        give(d, wrong);
        good = wait_text_for(d, t == a->tries[i] ? "Enter on" : left, 60000) && (shows(d, "Not quite; ") || shows(d, "Not yet"));
    }
    if (*wrong) return good;
    give(d, a->value[i]);
    return wait_text_for(d, "Right", 60000);
}

/* Quits, and comes back. */
static bool away_and_back(desk *d, const char *const *again, const char *const *settings) {
    type(d, "q");
    report r = report_wait(d, PATIENCE_MS);
    desk_close(d);
    desk_open(d, 80, 24, again, settings);
    return r.kind == 'E' && r.value == 0 && wait_text_for(d, "You are back where you stopped", 60000);
}

static void take(const char *path, const answers *a, bool right, const char *const *settings) {
    const char *const arguments[] = {"learn", path, "--again", NULL};
    const char *const again[] = {"learn", path, NULL};
    const char *name = strrchr(path, '/') + 1;
    char over[64];
    desk d;
    desk_open(&d, 80, 24, arguments, settings);
    must_show(&d, "of ");
    bool good = true;
    for (size_t i = 0; i < a->count && good; i++) {
        good = go_on(&d) && asks(&d);
        if (right) give(&d, a->value[i]);
        else good = good && fail_question(&d, a, i);
        good = good && wait_text_for(&d, right ? "Right" : "Enter on", 60000);
        if (i == a->count / 2 && good) good = away_and_back(&d, again, settings);
    }
    good = good && go_on(&d);
    bool all_wrong = true;
    for (size_t i = 0; i < a->count; i++) all_wrong &= *a->wrong[i] != '\0';
    snprintf(over, sizeof over, "Done: %d of %d marks", right ? a->marks : 0, a->marks);
    bool full = wait_text_for(&d, right || all_wrong ? over : "Done: ", 5000);
    ok(good && full, "%s: every question %s%s", name, right ? "right" : all_wrong ? "wrong, no marks" : "wrong where there is a wrong answer",
       settings ? ", without colour" : "");
    char text[4096];
    for (int y = 0; y < d.height && !(good && full); y++) note("|%s", row_text(&d, y, text));
    type(&d, "q");
    must_end(&d);
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
    bool all = is_long();
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
