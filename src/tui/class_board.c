/* class_board.c - a question to a class, as the panel of lessons shows it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/class.h"
#include "tui/state.h"

/* ---- bars ---- */

/* A worm has a number on all screens; people know it by its ends. */
static void worm_label(const ws_tui *t, const char *value, char label[WS_POLL_LABEL]) {
    uint32_t number = (uint32_t)strtoul(value, NULL, 10);
    bool is_number = *value && strspn(value, "0123456789") == strlen(value);
    const ws_frame_worm *worm = is_number ? ws_frame_worm_of(t->frame, number) : NULL;
    if (!worm)
        return;
    ws_thing thing = ws_thing_of_worm(worm);
    ws_thing_name(&t->view, thing, label, WS_POLL_LABEL);
}

static void bars_look(ws_tui *t, ws_poll_kind kind, const ws_poll_tally *tally) {
    ws_tui_board *own = &t->class.board;
    ws_view_lesson *view = &t->view.lesson;
    for (size_t i = 0; i < tally->count; i++) {
        const ws_poll_bar *bar = &tally->bar[i];
        char *label = own->label[i];
        snprintf(label, WS_POLL_LABEL, "%s", bar->label);
        if (kind == WS_POLL_WORM)
            worm_label(t, bar->label, label);
        own->bar[i].label = label;
        own->bar[i].count = bar->count;
        own->bar[i].right = bar->right;
    }
    view->bar = own->bar;
    view->bars = tally->count;
}

/* ---- the question ---- */

static void question_look(ws_tui *t, const ws_poll_question *question, uint64_t number) {
    ws_tui_board *own = &t->class.board;
    ws_view_lesson *view = &t->view.lesson;
    snprintf(own->heading, sizeof own->heading, "question %" PRIu64, number);
    memset(view, 0, sizeof *view);
    view->shown = true;
    view->step = own->heading;
    view->words = question->text;
    view->asks = true;
    view->reply = "";
    view->entry = "";
    view->answers = question->choices;
    view->chosen = question->choices;
    for (size_t i = 0; i < question->choices; i++)
        view->answer[i] = question->choice[i];
}

static void key_add(ws_view_lesson *view, uint32_t key, const char *name, const char *does) {
    view->key[view->keys++] = (ws_lesson_key){.key = key, .name = name, .does = does};
}

/* ---- the lecturer ---- */

/* Who is here and has not answered; some of those who have may be gone. */
static size_t missing(const ws_tui *t) {
    const ws_room *room = ws_hosting_room(t->class.hosting);
    size_t count = 0;
    for (size_t i = 0; i < ws_room_count(room); i++) {
        const ws_guest *guest = ws_room_guest(room, i);
        count += ws_guest_tell(guest, 0).joined && !ws_guest_answered(guest);
    }
    return count;
}

static void lecturer_bars(ws_tui *t, const ws_room_poll *asked) {
    ws_tui_board *own = &t->class.board;
    if (!asked->revealed && !own->answers)
        return;
    ws_poll_count(asked->poll, &own->tally);
    bars_look(t, asked->poll->question.kind, &own->tally);
}

/* A question of a lesson stands in the panel of that. */
static void lecturer_look(ws_tui *t) {
    ws_tui_board *own = &t->class.board;
    ws_view_lesson *view = &t->view.lesson;
    ws_room_poll asked = ws_room_polled(ws_hosting_room(t->class.hosting));
    if (!asked.number)
        return;
    bool has_panel = t->lesson.play != NULL;
    if (!has_panel)
        question_look(t, &asked.poll->question, asked.number);
    size_t answers = asked.poll->count;
    size_t all = answers + missing(t);
    snprintf(own->note, sizeof own->note, "%zu of %zu have answered", answers, all);
    view->note = own->note;
    lecturer_bars(t, &asked);
    if (has_panel)
        return;
    if (asked.revealed)
        view->reply = asked.truth;
    key_add(view, 0, ":class", asked.revealed ? "unask" : "reveal, answers, unask");
}

/* ---- the student ---- */

/* Lines of a branch of one's own, from where it left the lecture. */
static void own_lines(const ws_tui *t, char *text, size_t room) {
    ws_mine mine;
    ws_error error;
    size_t used = 0;
    text[0] = '\0';
    if (!ws_follower_mine(t->class.follower, &mine, &error))
        return;
    for (size_t i = 0; i < mine.count; i++) {
        const char *line = mine.line[i].text;
        const char *gap = used ? "; " : "";
        if (strcmp(line, "measure") == 0)
            continue;
        int size = snprintf(text + used, room - used, "%s%s", gap, line);
        used += (size_t)size;
        if (used >= room)
            return;
    }
}

static void letter_text(const ws_tui *t, char *text, size_t room) {
    size_t chosen = t->lesson.chosen;
    bool is_letter = chosen < ws_follower_board(t->class.follower)->question.choices;
    *text = '\0';
    if (is_letter)
        snprintf(text, room, "%c", (int)('a' + chosen));
}

void ws_tui_answer_entered(const ws_tui *t, char *text, size_t room) {
    const ws_board *board = ws_follower_board(t->class.follower);
    bool is_new = t->class.board.number != board->number;
    ws_poll_kind kind = board->question.kind;
    text[0] = '\0';
    switch (kind) {
    case WS_POLL_CHOICE:
        if (!is_new)
            letter_text(t, text, room);
        return;
    case WS_POLL_NUMBER: snprintf(text, room, "%s", is_new ? "" : t->lesson.entry); return;
    case WS_POLL_LINES: own_lines(t, text, room); return;
    default: ws_tui_pointed(t, ws_poll_kind_name(kind), text, room);
    }
}

static const char *entry_label(ws_poll_kind kind) {
    static const char *const labels[WS_POLL_KIND_COUNT] = {
        [WS_POLL_NUMBER] = "your number:", [WS_POLL_WORM] = "selected:",
        [WS_POLL_LINK] = "selected:",      [WS_POLL_NODE] = "selected:",
        [WS_POLL_LINES] = "your changes:",
    };
    return labels[kind];
}

static void keys_look(ws_view_lesson *view, ws_poll_kind kind) {
    if (kind == WS_POLL_CHOICE)
        key_add(view, 0, "a b ..", "choose");
    else if (kind == WS_POLL_NUMBER)
        key_add(view, 0, "0-9 .", "number");
    else if (kind != WS_POLL_LINES)
        key_add(view, WS_KEY_TAB, "Tab", "select the next");
    key_add(view, WS_KEY_ENTER, "Enter", "answer");
}

ws_lesson_moment ws_tui_answer_moment(ws_poll_kind kind) {
    switch (kind) {
    case WS_POLL_CHOICE: return WS_MOMENT_CHOOSE;
    case WS_POLL_NUMBER: return WS_MOMENT_PREDICT;
    case WS_POLL_LINES: return WS_MOMENT_DO;
    default: return WS_MOMENT_PICK;
    }
}

static void entry_look(ws_tui *t, const ws_board *board) {
    ws_tui_board *own = &t->class.board;
    ws_view_lesson *view = &t->view.lesson;
    ws_poll_kind kind = board->question.kind;
    bool points = kind == WS_POLL_WORM || kind == WS_POLL_LINK || kind == WS_POLL_NODE;
    ws_tui_answer_entered(t, own->entry, sizeof own->entry);
    ws_thing thing = ws_view_thing(&t->view);
    if (points && *own->entry)
        ws_thing_name(&t->view, thing, own->entry, sizeof own->entry);
    view->chosen = board->question.choices;
    if (own->number == board->number)
        view->chosen = t->lesson.chosen;
    view->label = entry_label(kind);
    view->entry = own->entry;
    keys_look(view, kind);
    ws_lesson_moment moment = ws_tui_answer_moment(kind);
    ws_tui_lesson_takes(moment, board->question.choices, own->entry, view->takes);
}

static void got_look(ws_tui *t, const ws_board *board) {
    ws_tui_board *own = &t->class.board;
    bool is_given = board->got_number == board->number;
    char label[WS_POLL_LABEL];
    snprintf(label, sizeof label, "%.70s", board->got);
    if (board->question.kind == WS_POLL_WORM)
        worm_label(t, board->got, label);
    bool is_letter = board->question.kind == WS_POLL_CHOICE;
    size_t letter = (size_t)board->got[0];
    if (is_given && is_letter)
        t->view.lesson.chosen = letter - 'a';
    if (is_given)
        snprintf(own->note, sizeof own->note, "your answer: %s", label);
    else
        snprintf(own->note, sizeof own->note, "you have not answered");
    t->view.lesson.note = own->note;
}

static void student_question(ws_tui *t, const ws_board *board) {
    ws_view_lesson *view = &t->view.lesson;
    question_look(t, &board->question, board->number);
    got_look(t, board);
    if (ws_board_is_open(board))
        entry_look(t, board);
    else if (!board->revealed)
        view->reply = "Your answer counts. The lecturer will show how all have answered.";
    if (!board->revealed)
        return;
    bars_look(t, board->question.kind, &board->tally);
    view->reply = board->truth;
}

/* Words of a lesson, between questions. */
static void student_words(ws_tui *t, const ws_board *board) {
    ws_view_lesson *view = &t->view.lesson;
    memset(view, 0, sizeof *view);
    view->shown = true;
    view->step = "the lecture";
    view->words = board->words;
    view->reply = "";
    view->entry = "";
    view->note = "";
}

static void student_look(ws_tui *t) {
    const ws_board *board = ws_follower_board(t->class.follower);
    bool is_whole = board->question.choices == board->choices;
    if (board->number && is_whole)
        student_question(t, board);
    else if (*board->words)
        student_words(t, board);
}

void ws_tui_board_look(ws_tui *t) {
    if (t->class.hosting)
        lecturer_look(t);
    else if (t->class.follower)
        student_look(t);
}
