/* lesson_state.c - what is at hand in a lesson, and what the student has entered. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/history/history.h"
#include "tui/lesson.h"
#include "tui/state.h"

static bool is_pointed(const char *what, ws_thing thing) {
    switch (thing.kind) {
    case WS_THING_WORM: return strcmp(what, "worm") == 0;
    case WS_THING_LINK: return strcmp(what, "link") == 0;
    case WS_THING_NODE: return strcmp(what, "node") == 0;
    default: return false;
    }
}

/* The letters of the moment of a question. */
static ws_lesson_moment question_moment(const ws_item *item) {
    switch (item->kind) {
    case WS_ITEM_CHOOSE: return WS_MOMENT_CHOOSE;
    case WS_ITEM_PREDICT: return WS_MOMENT_PREDICT;
    case WS_ITEM_PICK: return WS_MOMENT_PICK;
    default: return WS_MOMENT_DO;
    }
}

ws_lesson_moment ws_tui_lesson_moment(const ws_tui *t) {
    const ws_play *play = t->lesson.play;
    const ws_item *item = ws_play_item(play);
    if (t->lesson.stuck)
        return WS_MOMENT_STUCK;
    if (!item)
        return t->lesson.following ? WS_MOMENT_OVER : WS_MOMENT_LAST;
    bool asks = ws_item_is_question(item);
    bool repairs = item->kind == WS_ITEM_DO && !ws_play_answered(play);
    char lines[WS_PLAY_TEXT];
    ws_play_own_lines(play, lines, sizeof lines);
    if (!ws_play_is_home(play) && !(repairs && *lines))
        return WS_MOMENT_AWAY;
    if (asks && ws_play_answered(play))
        return WS_MOMENT_ANSWERED;
    if (ws_tui_class_asks(t))
        return WS_MOMENT_CLASS;
    if (asks)
        return question_moment(item);
    bool words = item->kind == WS_ITEM_SAY || item->kind == WS_ITEM_EXPLAIN;
    return words ? WS_MOMENT_WORDS : WS_MOMENT_RUNS;
}

/* A worm by its number: more than one may go from here to there. */
void ws_tui_pointed(const ws_tui *t, const char *what, char *text, size_t room) {
    ws_thing thing = ws_view_thing(&t->view);
    const ws_frame *frame = t->frame;
    *text = '\0';
    if (!is_pointed(what, thing))
        return;
    if (thing.kind == WS_THING_WORM)
        snprintf(text, room, "%" PRIu32, thing.id);
    else if (thing.kind == WS_THING_NODE)
        snprintf(text, room, "%s", ws_node_name(frame, thing.id));
    else
        snprintf(text, room, "%s %s", ws_node_name(frame, frame->link[thing.id].from),
                 ws_node_name(frame, frame->link[thing.id].to));
}

void ws_tui_lesson_entered(const ws_tui *t, char *text, size_t room) {
    const ws_tui_lesson *own = &t->lesson;
    const ws_item *item = ws_play_item(own->play);
    *text = '\0';
    switch (ws_tui_lesson_moment(t)) {
    case WS_MOMENT_CHOOSE:
        if (own->chosen < item->choices)
            snprintf(text, room, "%c", (int)('a' + own->chosen));
        break;
    case WS_MOMENT_PREDICT: snprintf(text, room, "%s", own->entry); break;
    case WS_MOMENT_PICK: ws_tui_pointed(t, item->what, text, room); break;
    case WS_MOMENT_DO: ws_play_own_lines(own->play, text, room); break;
    default: break;
    }
}

bool ws_tui_lesson_type(ws_tui *t, ws_lesson_moment moment, size_t choices, uint32_t key) {
    ws_tui_lesson *own = &t->lesson;
    char takes[WS_LESSON_TAKES];
    size_t length = strlen(own->entry);
    ws_tui_lesson_takes(moment, choices, own->entry, takes);
    bool is_character = key > 0 && key < WS_KEY_BACKSPACE;
    if (!is_character || !strchr(takes, (int)key))
        return false;
    if (moment == WS_MOMENT_CHOOSE)
        own->chosen = key - 'a';
    else if (length + 1 < sizeof own->entry)
        snprintf(own->entry + length, sizeof own->entry - length, "%c", (int)key);
    return true;
}

bool ws_tui_lesson_covers(const ws_tui *t, const ws_expr *figure) {
    const ws_play *play = t->lesson.play;
    const ws_item *item = play ? ws_play_item(play) : NULL;
    bool open = item && item->kind == WS_ITEM_PREDICT && !ws_play_answered(play);
    if (!open || item->lines.count > 0)
        return false;
    return !item->truth || ws_expr_shares(figure, item->truth);
}

bool ws_tui_lesson_veils(const ws_tui *t) {
    const ws_play *play = t->lesson.play;
    const ws_item *item = play ? ws_play_item(play) : NULL;
    return item && item->kind == WS_ITEM_PICK && !ws_play_answered(play);
}

bool ws_tui_lesson_asks(ws_lesson_moment moment) {
    return moment >= WS_MOMENT_CHOOSE && moment <= WS_MOMENT_DO;
}

const ws_item *ws_tui_lesson_repair(const ws_tui *t) {
    const ws_play *play = t->lesson.play;
    const ws_item *item = play ? ws_play_item(play) : NULL;
    bool repairs = item && item->kind == WS_ITEM_DO && !ws_play_answered(play);
    return repairs ? item : NULL;
}

bool ws_tui_lesson_may(ws_tui *t, const char *line, ws_error *error) {
    ws_play *play = t->lesson.play;
    bool repairs = ws_tui_lesson_repair(t) != NULL;
    if (!repairs && ws_play_item(play) && ws_mark_of(line) == WS_MARK_CHANGE) {
        snprintf(error->text, sizeof error->text,
                 "a lesson sets its network up by itself; you change it where a repair is asked "
                 "for, and behind the end");
        return false;
    }
    if (repairs && !ws_play_allows(play, line, error))
        return false;
    if (t->lesson.reply_error)
        t->lesson.reply[0] = '\0'; /* it was about what had been there before */
    return ws_play_own(play, error);
}

/* Its recording has been closed; what is said of it is told behind the screen. */
static void issued_end(ws_tui *t) {
    ws_error error;
    ws_attempt *attempt = &t->lesson.attempt;
    if (!t->recorder.lost)
        snprintf(t->recorder.end, sizeof t->recorder.end, "your answers are in %s: hand it in",
                 attempt->submission);
    ws_attempt_close(attempt, &error);
}

void ws_tui_lesson_end(ws_tui *t) {
    if (t->lesson.lesson->issued) {
        issued_end(t);
    } else {
        ws_play_end(t->lesson.play);
        ws_lesson_free(t->lesson.lesson);
    }
    free(t->lesson.following);
    t->lesson = (ws_tui_lesson){0};
    t->run.guide = NULL;
    t->figures.count = 0;
}

void ws_tui_lesson_refused(ws_tui *t) {
    ws_error error;
    char lines[WS_PLAY_TEXT];
    ws_play *play = t->lesson.play;
    if (!play)
        return;
    ws_play_own_lines(play, lines, sizeof lines);
    bool here = ws_tui_cycle(t) == ws_play_home_cycle(play);
    if (here && !*lines)
        ws_play_return(play, &error);
}

bool ws_tui_is_lesson(const char *name) {
    const char *ending = strrchr(name, '.');
    return ws_attempt_is_at(name) || (ending && strcmp(ending, ".lesson") == 0);
}
