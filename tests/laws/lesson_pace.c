/* lesson_pace.c - where a scene of a lesson ends depends on its file alone: at every pace, without a screen, and behind a step back the same.
 *
 * Short form: lessons that run until something holds, up to the last such run; WS_LONG=1 takes every run of every lesson. */
#include "lesson/play.h"
#include "tap.h"

#include <inttypes.h>
#include <string.h>

#define SCENES_MAX 200

typedef struct scenes {
    uint64_t end[SCENES_MAX];
    size_t count;
} scenes;

static bool is_until(const ws_item *item) {
    return item->kind == WS_ITEM_RUN && item->truth;
}

/* How many items of the lesson are played: up to the last run that counts. */
static size_t items_of(const ws_lesson *lesson) {
    size_t count = 0, last = 0;
    for (size_t s = 0; s < lesson->steps; s++)
        for (size_t i = 0; i < lesson->step[s].items; i++) {
            count++;
            if (is_until(&lesson->step[s].item[i])) last = count;
        }
    return is_long() ? count : last;
}

static uint64_t cycle_of(ws_play *p) {
    return ws_net_cycle(ws_session_net(ws_play_session(p)));
}

/* At so many cycles at once; 0: without a screen. With `back` somebody goes back once on the way. */
static bool paced(ws_play *p, uint64_t pace, bool back, ws_error *error) {
    bool done = pace == 0;
    uint64_t begin = cycle_of(p);
    while (!done) {
        if (!ws_play_run(p, pace, &done, error)) return false;
        if (!done && back && cycle_of(p) > begin) {
            if (!ws_session_seek(ws_play_session(p), begin, error)) return false;
            back = false;
        }
    }
    return true;
}

static bool item_play(ws_play *p, uint64_t pace, bool back, ws_error *error) {
    const ws_item *item = ws_play_item(p);
    bool runs = item->kind == WS_ITEM_RUN || item->kind == WS_ITEM_REVEAL;
    if (ws_item_is_question(item)) ws_play_skip(p);
    if (runs && (is_long() || is_until(item)) && !paced(p, pace, back, error)) return false;
    return ws_play_go(p, error);
}

static bool scenes_of(const ws_lesson *lesson, uint64_t pace, bool back, scenes *all) {
    ws_error error = {0};
    ws_play *p = ws_play_begin(lesson, 1, &error);
    all->count = 0;
    for (size_t i = items_of(lesson); p && i > 0; i--) {
        bool good = item_play(p, pace, back, &error);
        all->end[all->count++] = cycle_of(p);
        if (!good) break;
    }
    ws_play_end(p);
    if (*error.text) note("%s", error.text);
    return !*error.text;
}

static bool same(const scenes *one, const scenes *other) {
    return one->count == other->count && memcmp(one->end, other->end, one->count * sizeof *one->end) == 0;
}

static void lesson_test(const char *path) {
    static const uint64_t paces[] = {1, 7, 1000};
    ws_error error;
    static scenes whole, other;
    ws_lesson *lesson = ws_lesson_read(path, &error);
    if (!ok(lesson != NULL, "%s is read", path)) return;
    if (items_of(lesson) > 0) {
        bool good = scenes_of(lesson, 0, false, &whole);
        ok(good, "%s: %zu items, without a screen to cycle %" PRIu64, lesson->name, whole.count,
           whole.count ? whole.end[whole.count - 1] : 0);
        for (size_t i = 0; i < sizeof paces / sizeof *paces; i++)
            ok(scenes_of(lesson, paces[i], false, &other) && same(&whole, &other), "%s: the same at pace %" PRIu64, lesson->name, paces[i]);
        ok(scenes_of(lesson, 7, true, &other) && same(&whole, &other), "%s: and behind a step back", lesson->name);
    }
    ws_lesson_free(lesson);
}

int main(void) {
    char **paths;
    size_t count = ws_lessons_list(&paths);
    ok(count == 21, "all lessons: %zu", count);
    for (size_t i = 0; i < count; i++) {
        lesson_test(paths[i]);
        free(paths[i]);
    }
    free(paths);
    return done();
}
