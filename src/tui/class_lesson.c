/* class_lesson.c - a lesson that is held in a class: what it says and asks stands on the board, the
 * students answer, and the lecturer reveals what is true. */
#include <string.h>

#include "session/language/text.h"
#include "session/memory.h"
#include "tui/class.h"
#include "tui/state.h"

/* ---- class look ---- */

/* What the view shows of a class. */

static void host_look(ws_tui *t) {
    ws_view_class *view = &t->view.class;
    ws_room *room = ws_hosting_room(t->class.hosting);
    size_t count = ws_room_count(room);
    uint64_t now = ws_hosting_now(t->class.hosting);
    uint64_t cycle = ws_tui_cycle(t);
    free(t->class.row);
    t->class.row = ws_alloc(count, sizeof *t->class.row);
    view->row = t->class.row;
    view->count = 0;
    for (size_t i = 0; i < count; i++) {
        const ws_guest *who = ws_room_guest(room, i);
        ws_guest_info guest = ws_guest_tell(who, now);
        if (!guest.joined)
            continue;
        t->class.row[view->count++] =
            (ws_class_row){.name = guest.name,
                           .id = guest.id,
                           .seat = guest.seat,
                           .behind = cycle > guest.cycle ? cycle - guest.cycle : 0,
                           .delay_ms = guest.delay_ms,
                           .silent_ms = guest.silent_ms,
                           .differs = guest.differs,
                           .answered = ws_guest_answered(who)};
    }
    ws_room_totals totals = ws_room_tell(room);
    view->kind = WS_CLASS_LECTURER;
    view->address = ws_hosting_address(t->class.hosting);
    view->hint = ws_hosting_hint(t->class.hosting);
    view->wrong = totals.wrong;
    view->seats = ws_room_has_seats(room);
    ws_room_poll asked = ws_room_polled(room);
    view->asked = asked.number > 0;
    view->answers = asked.poll->count;
    view->names = t->class.board.names;
    view->checked = ws_hosting_has_roster(t->class.hosting);
    view->address_large = t->class.board.address;
}

static void student_look(ws_tui *t) {
    ws_view_class *view = &t->view.class;
    ws_follower_status status = ws_follower_tell(t->class.follower);
    view->kind = WS_CLASS_STUDENT;
    view->behind = status.behind;
    view->roaming = status.roaming;
    view->arrived = status.arrived;
    view->over = status.over;
    view->lost = !t->class.carrier->tell(t->class.carrier).connected;
    view->differs = status.differs;
    view->seat = status.seat;
    if (!status.roaming) {
        t->view.session.running = status.running;
        t->view.session.speed = status.speed;
        t->view.session.ended = status.over;
    }
}

void ws_tui_class_look(ws_tui *t) {
    if (t->class.hosting)
        host_look(t);
    else if (t->class.follower)
        student_look(t);
}

/* ---- class lesson ---- */

static bool is_held(const ws_tui *t) {
    return t->class.hosting && t->lesson.play;
}

/* ---- what is asked ---- */

static ws_poll_kind kind_of(const ws_item *item) {
    ws_poll_kind kind = WS_POLL_LINES;
    if (item->kind == WS_ITEM_CHOOSE)
        return WS_POLL_CHOICE;
    if (item->kind == WS_ITEM_PREDICT)
        return WS_POLL_NUMBER;
    if (item->kind == WS_ITEM_PICK)
        ws_poll_kind_find(item->what, &kind);
    return kind;
}

static void choice_put(const ws_tui *t, const ws_item *item, ws_poll_question *question) {
    size_t shown = question->choices++;
    size_t place = ws_play_choice(t->lesson.play, shown);
    const char *text = item->choice[place].text;
    ws_poll_words(question->choice[shown], text, strlen(text));
}

static void ask(ws_tui *t, const ws_item *item) {
    ws_poll_question question;
    memset(&question, 0, sizeof question);
    question.kind = kind_of(item);
    ws_poll_words(question.text, item->text, strlen(item->text));
    while (question.choices < item->choices)
        choice_put(t, item, &question);
    ws_hosting_ask(t->class.hosting, &question);
    t->class.board.answers = false;
}

/* ---- following the lesson ---- */

static const char *words_now(const ws_tui *t) {
    const ws_item *item = ws_play_item(t->lesson.play);
    const ws_tui_lesson *own = &t->lesson;
    bool says = item && item->kind == WS_ITEM_SAY;
    bool explains = item && item->kind == WS_ITEM_EXPLAIN;
    if (says || explains)
        return item->text;
    if (own->said_count == 0)
        return "";
    return own->said[own->said_count - 1];
}

void ws_tui_class_lesson(ws_tui *t) {
    ws_tui_board *board = &t->class.board;
    if (!is_held(t))
        return;
    const ws_item *item = ws_play_item(t->lesson.play);
    bool asks = item && ws_item_is_question(item);
    ws_hosting_words(t->class.hosting, words_now(t));
    if (asks && board->item == item)
        return;
    if (board->item)
        ws_hosting_unask(t->class.hosting);
    board->item = asks ? item : NULL;
    if (asks && !ws_play_answered(t->lesson.play))
        ask(t, item);
}

bool ws_tui_class_asks(const ws_tui *t) {
    if (!is_held(t))
        return false;
    const ws_item *item = ws_play_item(t->lesson.play);
    bool asks = item && ws_item_is_question(item) && item->kind != WS_ITEM_DO;
    return asks && !ws_play_answered(t->lesson.play);
}

/* ---- revealing ---- */

static bool is_right(void *context, const char *value) {
    const ws_tui *t = context;
    ws_play *play = t->lesson.play;
    ws_judgement verdict;
    ws_error error;
    bool judged = ws_play_judge(play, value, &verdict, &error);
    return judged && verdict.right;
}

/* Nobody who is here has answered, and that has not been said yet: Enter may have been for the run
 * that has just ended. */
static bool is_early(ws_tui *t) {
    ws_tui_board *board = &t->class.board;
    ws_room *room = ws_hosting_room(t->class.hosting);
    ws_room_poll asked = ws_room_polled(room);
    bool is_told = board->warned == asked.number;
    board->warned = asked.number;
    return !is_told && asked.poll->count == 0 && ws_room_tell(room).joined > 0;
}

bool ws_tui_class_reveal(ws_tui *t, ws_judgement *verdict, ws_error *error) {
    ws_hosting *hosting = t->class.hosting;
    ws_tui_class_lesson(t); /* what is at hand is asked */
    if (is_early(t))
        return fail_with(error, "Nobody has answered yet; once more, and it is revealed.");
    ws_room_judge(ws_hosting_room(hosting), is_right, t);
    if (!ws_play_pass(t->lesson.play, verdict, error))
        return false;
    ws_hosting_reveal(hosting, verdict->truth);
    t->run.stale = true;
    return true;
}
