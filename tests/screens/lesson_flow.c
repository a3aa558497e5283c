/* lesson_flow.c - a lesson flows: at a pace of p cycles a second at least min(p, 20) different cycles are seen each second, and up to a pace
 * of 20 every cycle is a picture.
 *
 * Short form: lessons with such a pace, the first seconds of each run; WS_LONG=1 takes all lessons, and each run until 12 seconds of it. */
#include "within.h"

#define PICTURE_MS 35
#define SECOND     (1000 * MS)

typedef struct flow {
    double least;     /* different cycles in a second, as a share of what is due */
    uint64_t leap;    /* the most from picture to picture at a pace up to 20 */
    size_t pictures;
    const char *step; /* of the worst */
} flow;

/* A second of a run. False when the run is over. */
static bool second_watch(ws_tui *t, flow *seen) {
    uint64_t end = within_ns + SECOND;
    uint64_t different = 0, last = ws_tui_cycle(t);
    double slowest = t->run.pace.speed;
    while (within_ns < end) {
        bool slow = t->run.pace.speed <= 20;
        within_pass(t, PICTURE_MS * MS);
        ws_tui_paint(t);
        uint64_t now = t->frame->cycle;
        seen->pictures++;
        if (ws_tui_lesson_moment(t) != WS_MOMENT_RUNS) return false;
        if (slow && t->run.pace.speed <= 20 && now - last > seen->leap) {
            seen->leap = now - last;
            seen->step = ws_play_step(t->lesson.play)->name;
        }
        different += now != last;
        last = now;
    }
    double due = slowest < 20 ? slowest : 20;
    double share = (double)(different + 1) / due; /* where it begins counts for one */
    if (share < seen->least) seen->least = share;
    return true;
}

static void run_watch(ws_tui *t, flow *seen) {
    int seconds = (int)amount(2, 4, 12);
    bool runs = true;
    ws_tui_paint(t);
    for (int i = 0; i < seconds && runs; i++) runs = second_watch(t, seen);
    if (!runs) return;
    ws_tui_key(t, WS_KEY_ENTER); /* to its end */
    while (ws_tui_lesson_moment(t) == WS_MOMENT_RUNS) within_pass(t, PICTURE_MS * MS);
}

/* False when the lesson is over. */
static bool moment_pass(ws_tui *t, flow *seen) {
    switch (ws_tui_lesson_moment(t)) {
    case WS_MOMENT_OVER:
    case WS_MOMENT_LAST:
    case WS_MOMENT_STUCK: return false;
    case WS_MOMENT_RUNS: run_watch(t, seen); return true;
    case WS_MOMENT_WORDS:
    case WS_MOMENT_ANSWERED: ws_tui_key(t, WS_KEY_ENTER); return true;
    default: ws_play_skip(t->lesson.play); return true;
    }
}

/* Its slowest pace. */
static double pace_of(const ws_lesson *lesson) {
    double slowest = 1e9;
    for (size_t s = 0; s < lesson->steps; s++)
        for (size_t i = 0; i < lesson->step[s].items; i++) {
            const ws_item *item = &lesson->step[s].item[i];
            for (size_t l = 0; item->kind == WS_ITEM_SHOW && l < item->lines.count; l++)
                if (strncmp(item->lines.line[l], "pace ", 5) == 0 && atof(item->lines.line[l] + 5) < slowest)
                    slowest = atof(item->lines.line[l] + 5);
        }
    return slowest;
}

static void lesson_test(const char *path) {
    ws_error error = {0};
    ws_lesson *lesson = ws_lesson_read(path, &error);
    double pace = lesson ? pace_of(lesson) : 0;
    ws_lesson_free(lesson);
    if (!is_long() && (pace > 20 || !takes(3))) return;
    ws_tui *t = within_open(80, 24);
    flow seen = {.least = 99};
    if (ok(ws_tui_lesson_open(t, path, 1, true, &error), "%s opens %s", path, error.text)) {
        while (moment_pass(t, &seen)) continue;
        const char *name = t->lesson.lesson->name;
        ok(!t->lesson.stuck, "%s: it comes to its end %s", name, t->lesson.reply);
        ok(seen.least >= 0.95, "%s: %.2f of the cycles that are due in a second are seen, in %zu pictures", name, seen.least, seen.pictures);
        ok(seen.leap <= 1, "%s: %llu cycles at most from picture to picture at a pace up to 20 (%s)", name, (unsigned long long)seen.leap,
           seen.step ? seen.step : "no such pace");
    }
    within_close(t);
}

int main(void) {
    char **paths;
    size_t count = ws_lessons_list(&paths);
    for (size_t i = 0; i < count; i++) {
        lesson_test(paths[i]);
        free(paths[i]);
    }
    free(paths);
    rmdir(within_home);
    return done();
}
