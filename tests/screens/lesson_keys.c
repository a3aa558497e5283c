/* lesson_keys.c - keys in a lesson: whatever was pressed, Esc Esc shows what is said or asked, where the lesson stands, and beside it what the
 * lesson shows; what is typed before its question waits for it, and is not committed.
 *
 * 10,000 keys a lesson of a fixed seed, from all bytes and all named keys but q, ^C and ^Z; after every 50 comes Esc Esc. Short form:
 * fewer. */
#include "session/stage.h"
#include "within.h"

#define SEED 20261124u

static uint32_t seed = SEED;

static uint32_t below(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed >> 8) * n >> 24);
}

/* Half of all keys are those that a student presses. */
static uint32_t any_key(void) {
    static const uint32_t own[] = {WS_KEY_TAB, WS_KEY_BACK_TAB, WS_KEY_LEFT, WS_KEY_RIGHT, WS_KEY_UP, WS_KEY_DOWN,
                                   WS_KEY_ENTER, WS_KEY_BACKSPACE, WS_KEY_ESCAPE, ' ', 'h', 'a', '5', ':', ','};
    static const uint32_t named[] = {WS_KEY_HOME, WS_KEY_END, WS_KEY_PAGE_UP, WS_KEY_PAGE_DOWN, WS_KEY_DELETE, WS_KEY_F1, WS_KEY_F1 + 1};
    uint32_t key = 'q';
    while (key == 'q' || key == 3 || key == 26) {
        uint32_t kind = below(16);
        key = kind < 7 ? own[below(sizeof own / sizeof *own)] : kind < 9 ? named[below(sizeof named / sizeof *named)] : 1 + below(255);
    }
    return key;
}

static const char *words_of(const ws_tui *t) {
    const ws_tui_lesson *own = &t->lesson;
    if (!ws_play_item(own->play)) return "Done: ";
    return own->said_count ? own->said[own->said_count - 1] : "";
}

/* Its first columns, as they stand on the first row of the panel. */
static bool is_seen(ws_tui *t) {
    char begin[21];
    ws_tui_paint(t);
    snprintf(begin, sizeof begin, "%s", words_of(t));
    return within_shows(t, begin);
}

static bool is_home(ws_tui *t) {
    return t->lesson.play && ws_play_is_home(t->lesson.play);
}

static void screen_note(ws_tui *t) {
    char row[512];
    for (int y = 0; y < t->display.canvas.height; y++) {
        size_t length = 0;
        for (int x = 0; x < t->display.canvas.width; x++) {
            uint32_t glyph = t->display.canvas.cell[y * t->display.canvas.width + x].glyph;
            row[length++] = glyph >= ' ' && glyph < 127 ? (char)glyph : '?';
        }
        row[length] = '\0';
        note("|%s", row);
    }
}

/* The latest branch that stage lines put beside this one. */
static void split_note(void *context, const char *line) {
    if (strncmp(line, "split ", 6) == 0) snprintf(context, WS_NAME_MAX + 32, "%s", line + 6);
}

/* Stands beside it what the lesson has put there, or nothing? */
static bool is_split_own(ws_tui *t) {
    char name[WS_NAME_MAX + 32] = "off";
    ws_session_stage_each(t->session, 0, ws_tui_cycle(t), split_note, name);
    if (!t->other.shadow) return strcmp(name, "off") == 0;
    return ws_session_branch_find(t->session, name) == ws_shadow_branch(t->other.shadow);
}

static bool block(ws_tui *t) {
    for (int i = 0; i < 50 && t->lesson.play; i++) {
        ws_tui_key(t, any_key());
        if (below(4) == 0) within_pass(t, 40 * MS);
        if (below(8) == 0) ws_tui_paint(t);
    }
    if (!t->lesson.play) return false;
    ws_tui_key(t, WS_KEY_ESCAPE);
    ws_tui_key(t, WS_KEY_ESCAPE);
    return is_home(t) && is_seen(t) && is_split_own(t);
}

static void storm(const char *path, int keys) {
    ws_error error = {0};
    ws_tui *t = within_open(80, 24);
    int blocks = 0;
    bool good = ws_tui_lesson_open(t, path, 1, true, &error);
    while (good && blocks < keys / 50) {
        blocks++;
        good = block(t);
        bool over = good && !ws_play_item(t->lesson.play);
        if (over || (good && t->lesson.stuck)) good = ws_tui_lesson_open(t, path, 1 + (uint64_t)blocks, true, &error);
    }
    if (!ok(good, "%s: %d keys, then Esc Esc: what is said or asked is there %s", strrchr(path, '/') + 1, blocks * 50, error.text)) {
        if (t->lesson.play) note("home %d, split its own %d: %.30s", is_home(t), is_split_own(t), words_of(t));
        else note("the lesson was left");
        if (t->session) screen_note(t);
    }
    within_close(t);
}

/* ---- by hand ---- */

static void keys_press(ws_tui *t, const char *keys) {
    for (; *keys; keys++) ws_tui_key(t, *keys == '\r' ? WS_KEY_ENTER : (unsigned char)*keys);
}

/* On to the next question; runs are taken to their end. */
static void question_reach(ws_tui *t, const char *typed) {
    bool is_typed = false;
    for (int i = 0; i < 200; i++) {
        ws_lesson_moment moment = ws_tui_lesson_moment(t);
        if (moment >= WS_MOMENT_CHOOSE && moment <= WS_MOMENT_DO) return;
        if (moment == WS_MOMENT_RUNS && !is_typed) {
            keys_press(t, typed);
            is_typed = true;
        }
        if (moment != WS_MOMENT_RUNS || i % 8 == 0) ws_tui_key(t, WS_KEY_ENTER);
        within_pass(t, 40 * MS);
    }
}

static void test_ahead(const char *path) {
    ws_error error = {0};
    ws_tui *t = within_open(80, 24);
    ok(ws_tui_lesson_open(t, path, 1, true, &error), "%s", path);
    if (!t->lesson.play) exit(1);
    ws_tui_key(t, '5');
    ws_tui_paint(t);
    ok(within_shows(t, "kept:  5") && is_seen(t) && !t->view.focus.held, "5 over words waits, and opens no chart");
    ws_tui_key(t, WS_KEY_BACKSPACE);
    ws_tui_paint(t);
    ok(!within_shows(t, "kept:"), "Backspace takes it off");
    ws_tui_key(t, WS_KEY_ENTER);
    ok(ws_tui_lesson_moment(t) == WS_MOMENT_RUNS, "the scene runs");
    question_reach(t, "5\r0");
    ws_tui_paint(t);
    ok(ws_tui_lesson_moment(t) == WS_MOMENT_PREDICT && strcmp(t->lesson.entry, "50") == 0 && !ws_play_answered(t->lesson.play),
       "5, Enter, 0 while it runs: the question has 50, and nobody has answered it: %s", t->lesson.entry);
    ok(t->view.chosen.figures && t->view.chosen.figure[0].covered, "the figure that is asked for is covered");
    size_t branches = ws_session_branch_count(t->session);
    ws_tui_key(t, WS_KEY_TAB);
    ws_tui_key(t, WS_KEY_ESCAPE);
    ws_tui_key(t, WS_KEY_DOWN);
    ws_tui_key(t, WS_KEY_DOWN);
    ws_tui_key(t, WS_KEY_RIGHT);
    ok(is_home(t) && ws_session_branch_count(t->session) == branches && !t->view.focus.held, "Tab, Esc, Down, Down, Right lead nowhere");
    keys_press(t, ",,");
    ws_tui_paint(t);
    ok(!is_home(t) && within_shows(t, "Esc brings you back"), "a step back is away from the lesson");
    ws_tui_key(t, '?');
    ws_tui_key(t, WS_KEY_ESCAPE);
    ok(!is_home(t) && t->view.overlay.shown == WS_OVERLAY_NONE, "Esc closes the help alone");
    ws_tui_key(t, WS_KEY_ESCAPE);
    ok(is_home(t) && is_seen(t), "Esc once more is back");
    keys_press(t, ",o");
    ok(!t->start.shown, "o does not lead out of a lesson");
    keys_press(t, ":set load");
    ws_tui_key(t, WS_KEY_ESCAPE);
    ws_tui_key(t, WS_KEY_ESCAPE);
    ok(!t->prompt.open && is_home(t) && is_seen(t), "from a line that is being typed, away: Esc Esc");
    within_close(t);
}

/* What a repair may change, without a key of the desk. */
static void test_repair(const char *path) {
    ws_error error = {0};
    char lines[WS_PLAY_TEXT];
    ws_tui *t = within_open(80, 24);
    ok(ws_tui_lesson_open(t, path, 1, true, &error), "%s", path);
    while (ws_tui_lesson_moment(t) != WS_MOMENT_DO) {
        question_reach(t, "");
        if (ws_tui_lesson_moment(t) == WS_MOMENT_DO) break;
        ws_play_skip(t->lesson.play);
    }
    ws_tui_paint(t);
    ok(within_shows(t, ">segment ([ ]), segment-rule (r)"), "what may be changed, and which the arrows change");
    keys_press(t, "55");
    ws_tui_key(t, WS_KEY_BACKSPACE);
    keys_press(t, "00");
    ws_tui_paint(t);
    ok(within_shows(t, "segment:  500"), "digits are its value");
    ws_tui_key(t, WS_KEY_ENTER);
    ws_play_own_lines(t->lesson.play, lines, sizeof lines);
    ok(strcmp(lines, "set segment 500") == 0, "Enter sets it: %s", lines);
    ws_tui_key(t, WS_KEY_TAB);
    ws_tui_key(t, WS_KEY_RIGHT);
    ws_play_own_lines(t->lesson.play, lines, sizeof lines);
    ok(strstr(lines, "set segment-rule "), "Tab chooses the next, Right changes it: %s", lines);
    ws_tui_key(t, WS_KEY_ESCAPE);
    ws_play_own_lines(t->lesson.play, lines, sizeof lines);
    ok(!*lines && is_home(t), "Esc starts over");
    within_close(t);
}

/* Nothing that was opened or changed over a scene is left behind Esc Esc, and what the lesson shows itself stays. */
static void test_own_view(const char *path) {
    ws_error error = {0};
    ws_tui *t = within_open(80, 24);
    ok(ws_tui_lesson_open(t, path, 1, true, &error), "%s", path);
    const char *policy = "timeout-policy";
    int64_t before = ws_net_def(ws_session_net(t->session))->timeout_policy;
    size_t branches = ws_session_branch_count(t->session);
    ws_tui_key(t, 'T');
    ws_tui_paint(t);
    ok(ws_net_def(ws_session_net(t->session))->timeout_policy == before && ws_session_branch_count(t->session) == branches,
       "T changes no %s where something is said", policy);
    ok(within_shows(t, "a lesson sets its network up by itself"), "and says why");
    keys_press(t, ":rebuild vcs=4\r");
    ok(is_home(t) && ws_session_branch_count(t->session) == branches, "nor does a line");
    keys_press(t, "LAGZ:filter waiting\r?");
    ws_tui_paint(t);
    ok(t->other.shadow && t->view.overlay.layer != WS_LAYER_WORMS && *t->view.selection.filter.text, "A/B, a lens and a filter over the lesson");
    ws_tui_key(t, WS_KEY_ESCAPE);
    ws_tui_key(t, WS_KEY_ESCAPE);
    ws_tui_paint(t);
    ok(!t->other.shadow && t->view.overlay.layer == WS_LAYER_WORMS && !*t->view.selection.filter.text && is_home(t) && is_seen(t),
       "Esc Esc: the lesson as it shows itself");
    for (int i = 0; i < 400 && !t->other.shadow; i++) {
        question_reach(t, "");
        if (ws_tui_lesson_asks(ws_tui_lesson_moment(t))) ws_play_skip(t->lesson.play);
        ws_tui_key(t, WS_KEY_ENTER);
        within_pass(t, 40 * MS);
    }
    char own[sizeof t->other.name];
    snprintf(own, sizeof own, "%s", t->other.name);
    ok(t->other.shadow != NULL, "the lesson shows a branch beside its own: %s", own);
    ws_tui_key(t, 'A');
    ok(!t->other.shadow, "A ends it");
    ws_tui_key(t, WS_KEY_ESCAPE);
    ws_tui_key(t, WS_KEY_ESCAPE);
    ok(t->other.shadow && strcmp(own, t->other.name) == 0, "Esc Esc brings it back");
    within_close(t);
}

int main(void) {
    char **paths;
    size_t count = ws_lessons_list(&paths);
    for (size_t i = 0; i < count; i++) {
        if (strstr(paths[i], "sharing")) test_ahead(paths[i]);
        if (strstr(paths[i], "sharing")) test_repair(paths[i]);
        if (strstr(paths[i], "sharing")) test_own_view(paths[i]);
    }
    within_tick = 3 * MS; /* slices of the loop are few steps */
    for (size_t i = 0; i < count; i++) {
        seed = SEED + (uint32_t)i;
        storm(paths[i], (int)amount(200, 500, 10000));
        free(paths[i]);
    }
    free(paths);
    rmdir(within_home);
    return done();
}
