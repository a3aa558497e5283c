/* class_answer.c - a student answers: letters, digits, pointing, lines; by keys or as a line. */
#include <stdio.h>
#include <string.h>

#include "tui/class.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "ui/keys.h"

static const ws_board *board_of(const ws_tui *t) {
    return ws_follower_board(t->class.follower);
}

/* What was entered for another question is forgotten. */
static void entry_begin(ws_tui *t, const ws_board *board) {
    ws_tui_board *own = &t->class.board;
    if (own->number == board->number)
        return;
    own->number = board->number;
    t->lesson.entry[0] = '\0';
    t->lesson.chosen = board->question.choices;
}

/* ---- answering ---- */

static const char *what_first(ws_poll_kind kind) {
    switch (kind) {
    case WS_POLL_CHOICE: return "choose a letter first";
    case WS_POLL_NUMBER: return "type a number first";
    case WS_POLL_LINES: return "change something first, or type :class answer LINES";
    default: return "point first: Tab, or the mouse";
    }
}

void ws_tui_answer_give(ws_tui *t, const char *value) {
    const ws_board *board = board_of(t);
    char entered[WS_POLL_VALUE];
    char counted[WS_POLL_VALUE];
    ws_error error;
    if (!ws_board_is_open(board)) {
        ws_tui_say(t, true, "no question is open for an answer of yours");
        return;
    }
    entry_begin(t, board);
    ws_tui_answer_entered(t, entered, sizeof entered);
    if (!*value)
        value = entered;
    size_t length = strlen(value);
    if (length == 0) {
        ws_tui_say(t, true, "%s", what_first(board->question.kind));
        return;
    }
    if (!ws_poll_value(&board->question, value, length, counted, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    ws_follower_answer(t->class.follower, counted);
    ws_carrier_poke(t->class.carrier);
}

void ws_tui_answer_show(ws_tui *t, bool yes) {
    ws_follower *follower = t->class.follower;
    if (!ws_follower_tell(follower).show_asked) {
        ws_tui_say(t, true, "nobody has asked for your branch");
        return;
    }
    ws_follower_show(follower, yes);
    ws_carrier_poke(t->class.carrier);
    ws_tui_say(t, false, yes ? "the lecturer has it" : "it stays with you");
}

/* ---- keys ---- */

static bool show_key(ws_tui *t, uint32_t key) {
    if (key != 'y' && key != 'n')
        return false;
    bool asked = ws_follower_tell(t->class.follower).show_asked;
    if (asked)
        ws_tui_answer_show(t, key == 'y');
    return asked;
}

static bool is_covered(const ws_tui *t) {
    ws_overlay shown = t->view.overlay.shown;
    return shown != WS_OVERLAY_NONE && shown != WS_OVERLAY_SPACETIME;
}

#define SEAT_STEP (WS_MILLION / 10) /* of the load of one's own host */

/* Louder or quieter, from what was asked for last, else from what all hosts have. */
static void seat_load(ws_tui *t, int64_t by) {
    int64_t *load = &t->class.own_load;
    char line[64];
    if (*load == 0)
        *load = ws_net_def(ws_session_net(t->session))->load;
    *load += by;
    if (*load < SEAT_STEP)
        *load = SEAT_STEP;
    if (*load > WS_MILLION)
        *load = WS_MILLION;
    double share = (double)*load / WS_MILLION;
    snprintf(line, sizeof line, "class load %g", share);
    ws_tui_command(t, line);
}

/* Who has a seat and goes with the lecture changes the own host, and not a branch. */
static bool seat_key(ws_tui *t, uint32_t key) {
    bool more = key == '+' || key == '=';
    ws_follower_status status = ws_follower_tell(t->class.follower);
    bool takes_part = *status.seat && !status.roaming;
    if (!takes_part || (!more && key != '-'))
        return false;
    seat_load(t, more ? SEAT_STEP : -SEAT_STEP);
    return true;
}

static bool point_key(ws_tui *t, ws_poll_kind kind, uint32_t key) {
    bool on = key == WS_KEY_TAB;
    bool back = key == WS_KEY_BACK_TAB;
    if (on || back)
        ws_tui_point(t, ws_poll_kind_name(kind), on ? 1 : -1);
    return on || back;
}

bool ws_tui_answer_key(ws_tui *t, uint32_t key) {
    if (!t->class.follower || !t->session || is_covered(t))
        return false;
    const ws_board *board = board_of(t);
    if (show_key(t, key))
        return true;
    if (!ws_board_is_open(board))
        return seat_key(t, key);
    entry_begin(t, board);
    ws_lesson_moment moment = ws_tui_answer_moment(board->question.kind);
    ws_tui_touch(t);
    if (ws_tui_lesson_type(t, moment, board->question.choices, key))
        return true;
    if (key == WS_KEY_ENTER) {
        ws_tui_command(t, "class answer");
        return true;
    }
    if (moment == WS_MOMENT_PREDICT && key == WS_KEY_BACKSPACE) {
        ws_tui_lesson_cut(t);
        return true;
    }
    return moment == WS_MOMENT_PICK && point_key(t, board->question.kind, key);
}
