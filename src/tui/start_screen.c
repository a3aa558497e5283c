/* start_screen.c - the start screen at work: it is filled, searched, and something of it opened.
 *
 * While it is shown all keys are its own. A session that was open stays as it is until another
 * one is opened. */
#include "tui/start_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/progress.h"
#include "session/language/tell.h"
#include "session/library/scenarios.h"
#include "session/library/subjects.h"
#include "tui/commands.h"
#include "tui/lesson.h"
#include "tui/loop.h"
#include "tui/open.h"
#include "tui/run.h"
#include "tui/state.h"
#include "wormscope/memory.h"

#define WHEEL_ROWS 3

/* ---- filling ---- */

static bool is_of(const char *name, const char *folder) {
    size_t length = strlen(folder);
    return length ? strncmp(name, folder, length) == 0 && name[length] == '/' : true;
}

/* Adds those of the rows that belong to a folder ("": all that are left), and takes them out. */
static void rows_add(ws_start *s, const char *title, const char *folder, ws_scenario_row *rows,
                     size_t count, bool *taken) {
    size_t subject = WS_START_NONE;
    for (size_t i = 0; i < count; i++) {
        if (taken[i] || !is_of(rows[i].name, folder))
            continue;
        if (subject == WS_START_NONE)
            subject = ws_start_subject(s, title);
        char *words = ws_scenario_words(rows[i].path);
        ws_start_add(s, subject, rows[i].name, rows[i].name, rows[i].title, words);
        free(words);
        taken[i] = true;
    }
}

static void scenarios_add(ws_start *s) {
    ws_scenario_row *rows;
    ws_subject *subjects;
    size_t count = ws_scenarios_list(&rows, NULL);
    size_t subject_count = ws_subjects_list(&subjects);
    bool *taken = calloc(count + 1, sizeof *taken);
    if (!taken)
        ws_no_memory(0);
    for (size_t i = 0; i < subject_count; i++)
        rows_add(s, subjects[i].title, subjects[i].folder, rows, count, taken);
    rows_add(s, "Others", "", rows, count, taken);
    free(taken);
    ws_subjects_free(subjects, subject_count);
    ws_scenarios_free(rows, count);
}

static void recordings_add(ws_start *s) {
    ws_recent *rows;
    char title[256];
    size_t count = ws_recent_list(&rows),
           subject =
               count ? ws_start_subject(s, "Recordings and scenarios of your own, the latest first")
                     : 0;
    for (size_t i = 0; i < count; i++) {
        const char *slash = strrchr(rows[i].path, '/');
        snprintf(title, sizeof title, "%s  %s", rows[i].when, rows[i].scenario);
        ws_start_add(s, subject, slash ? slash + 1 : rows[i].path, rows[i].path, title,
                     rows[i].path);
    }
    ws_recent_free(rows, count);
}

/* The next lesson of the course; the tour for whoever has taken none. */
static void course_add(ws_start *s) {
    ws_error error;
    char title[256];
    char *path = ws_progress_next();
    ws_lesson *lesson = path ? ws_lesson_read(path, &error) : NULL;
    if (lesson) {
        size_t subject = ws_start_subject(s, "The course: lessons with questions");
        const char *words = lesson->goal ? lesson->goal : "";
        snprintf(title, sizeof title, "%s (%d minutes)", lesson->title, lesson->minutes);
        ws_start_add(s, subject, "learn", path, title, words);
    }
    ws_lesson_free(lesson);
    free(path);
}

void ws_tui_start_show(ws_tui *t) {
    t->start.screen = (ws_start){
        .glyphs = t->display.glyphs, .message = t->message, .has_session = t->session != NULL};
    course_add(&t->start.screen);
    scenarios_add(&t->start.screen);
    recordings_add(&t->start.screen);
    ws_start_search(&t->start.screen);
    t->start.shown = true;
    *t->message = '\0';
    ws_tui_touch(t);
}

void ws_tui_start_hide(ws_tui *t) {
    if (!t->start.shown)
        return;
    ws_start_free(&t->start.screen);
    t->start.shown = false;
    ws_tui_touch(t);
}

/* ---- opening ---- */

/* What is not there is no reason to leave. */
static bool is_there(const char *name, ws_error *error) {
    if (ws_tui_is_lesson(name))
        return true;
    char *path = ws_find_scenario(name, error);
    free(path);
    return path != NULL;
}

/* With nothing to go back to, it stays on the start screen. */
void ws_tui_go_to(ws_tui *t, const char *name) {
    ws_error error;
    ws_fault fault;
    if (!is_there(name, &error)) {
        ws_tui_say(t, true, "%s; `:open` alone lists those that there are", error.text);
        return;
    }
    if (!ws_tui_may_leave(t, t->start.shown ? "press Enter again to leave, Esc to stay"
                                            : "press it again to leave"))
        return;
    bool good = ws_tui_is_lesson(name) ? ws_tui_lesson_open(t, name, 0, false, &error)
                                       : ws_tui_open(t, name, &fault, &error);
    if (!good) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    if (t->start.shown)
        ws_tui_start_hide(t);
}

static void chosen_open(ws_tui *t) {
    const ws_start_entry *chosen = ws_start_chosen(&t->start.screen);
    if (!chosen)
        return;
    char *name = strdup(chosen->open); /* the list goes when something is opened */
    if (!name)
        ws_no_memory(0);
    ws_tui_go_to(t, name);
    free(name);
}

/* ---- keys ---- */

static void search_cut(ws_start *s, size_t length) {
    while (length > 0 && (s->search[length] & 0xc0) == 0x80)
        length--; /* no half characters */
    s->search[length] = '\0';
    ws_start_search(s);
}

static void search_add(ws_start *s, uint32_t key) {
    char bytes[WS_CHARACTER_ROOM];
    size_t used = strlen(s->search);
    size_t size = ws_character_put(key, bytes);
    if (used + size >= sizeof s->search)
        return;
    memcpy(s->search + used, bytes, size + 1);
    ws_start_search(s);
}

/* Out of the search first, then back to where one came from. It does not quit: over a slow line
 * an arrow may come as an Esc. */
static void escape(ws_tui *t) {
    ws_start *s = &t->start.screen;
    t->saved.asked = false;
    if (*s->search)
        search_cut(s, 0);
    else if (s->has_session)
        ws_tui_start_hide(t);
    else
        ws_tui_say(t, false, "^C quits");
}

/* All letters are the search's; what begins one elsewhere (/) does nothing here. */
static void character(ws_start *s, uint32_t key) {
    if (*s->search || (key != ' ' && key != '/'))
        search_add(s, key);
}

static void leave(ws_tui *t) {
    if (ws_tui_may_leave(t, "press ^C again to quit, Esc to stay"))
        ws_tui_quit(t);
}

void ws_tui_start_key(ws_tui *t, uint32_t key, bool pasted) {
    ws_start *s = &t->start.screen;
    int page = ws_start_page(t->display.canvas.width, t->display.canvas.height);
    ws_tui_touch(t);
    *t->message = '\0';
    if (pasted) {
        if (key > ' ' && key < WS_KEY_BASE)
            search_add(s, key);
        return;
    }
    switch (key) {
    case WS_KEY_ENTER: chosen_open(t); return;
    case WS_KEY_ESCAPE: escape(t); return;
    case WS_KEY_UP: ws_start_move(s, -1); return;
    case WS_KEY_DOWN: ws_start_move(s, 1); return;
    case WS_KEY_PAGE_UP: ws_start_move(s, -page); return;
    case WS_KEY_PAGE_DOWN: ws_start_move(s, page); return;
    case WS_KEY_HOME: ws_start_move(s, -(int)s->entries); return;
    case WS_KEY_END: ws_start_move(s, (int)s->entries); return;
    case WS_KEY_BACKSPACE: search_cut(s, *s->search ? strlen(s->search) - 1 : 0); return;
    case 21: search_cut(s, 0); return; /* ^U */
    case 3: leave(t); return;          /* ^C */
    case 12: ws_tui_command(t, "redraw"); return;
    case 20: ws_tui_command(t, "theme next"); return;
    case 26: ws_tui_command(t, "suspend"); return;
    default:
        if (key >= ' ' && key < WS_KEY_BASE)
            character(s, key);
    }
}

/* A key of the bottom line: pressed with the mouse, it is typed. */
static bool key_click(ws_tui *t, const ws_input *at) {
    const ws_canvas *canvas = &t->display.canvas;
    if (at->row != canvas->height - 1)
        return false;
    uint32_t key = ws_start_key_pick(&t->start.screen, canvas->width, at->x);
    if (key)
        ws_tui_start_key(t, key, false);
    return true;
}

/* A click chooses; one on what is chosen opens it. */
void ws_tui_start_mouse(ws_tui *t, const ws_input *input) {
    ws_start *s = &t->start.screen;
    if (!input->press)
        return;
    if (input->button == WS_MOUSE_WHEEL_UP)
        ws_start_move(s, -WHEEL_ROWS);
    if (input->button == WS_MOUSE_WHEEL_DOWN)
        ws_start_move(s, WHEEL_ROWS);
    ws_tui_touch(t);
    if (input->button != WS_MOUSE_LEFT || key_click(t, input))
        return;
    size_t place =
        ws_start_pick(s, t->display.canvas.width, t->display.canvas.height, input->x, input->row);
    if (place == WS_START_NONE)
        return;
    *t->message = '\0';
    if (place == s->chosen)
        chosen_open(t);
    else
        s->chosen = place;
}
