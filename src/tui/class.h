/* class.h - a class on the screen: the lecturer's, who is followed, or a student's, which follows.
 * A student's screen goes where the lecture is until something is done that goes elsewhere; then it
 * roams, and `class` brings it back. */
#ifndef WS_TUI_CLASS_H
#define WS_TUI_CLASS_H

#include "tui/tasks.h"

#include "class/follower.h"
#include "class/hosting.h"
#include "lesson/play.h"
#include "tui/lesson.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;

/* A question on the screen: the lecturer's, and the student's, who answers. */
typedef struct ws_tui_board {
    bool answers;        /* the lecturer sees how all have answered before it is revealed */
    bool names, address; /* of the list: names are shown; the address fills the screen */
    uint64_t number;     /* of the question for which something has been entered */
    uint64_t warned;     /* of that to which nobody had answered when it was to be revealed */
    const ws_item *item; /* of a lesson, that stands on the board; NULL: none */
    ws_poll_tally tally;
    ws_view_bar bar[WS_POLL_BARS];
    char label[WS_POLL_BARS][WS_POLL_LABEL];
    char heading[32], note[96], entry[WS_POLL_VALUE];
} ws_tui_board;

typedef struct ws_tui_class {
    bool held;             /* a class is held, or will be: its lessons are nobody's own */
    ws_hosting *hosting;   /* NULL: this is no lecturer's screen */
    ws_follower *follower; /* NULL: this is no student's */
    ws_carrier *carrier;   /* of the student's lines; NULL with that */
    ws_task pulse, work;
    ws_tui_board board;
    ws_class_row *row;     /* who is here, for the panel; owned */
    size_t staged;         /* stage lines that have been shown */
    unsigned cured, words; /* that have been told */
    int64_t own_load;      /* that was asked for the own host, in millionths; 0: none yet */
    bool show_told;        /* that the lecturer asks for one's branch */
    bool late;             /* one slice of computing was not enough */
} ws_tui_class;

/* Holds a class with the session; the hosting ends with it. */
void ws_tui_class_hold(ws_tui *tui, ws_hosting *hosting, bool seats);
/* Follows a class from now on: both are the program's, and so is the follower's session. */
void ws_tui_class_joined(ws_tui *tui, ws_follower *follower, ws_carrier *carrier);
/* Something has come for the follower, or become of its carrier. */
void ws_tui_class_heard(ws_tui *tui);
/* Begins to follow, once the session is on the screen. */
void ws_tui_class_follow(ws_tui *tui);
/* Ends it; a lecture is over. */
void ws_tui_class_end(ws_tui *tui);

/* Looks around freely, or goes with the lecture again. */
void ws_tui_class_roam(ws_tui *tui, bool free);

/* ---- class_lesson.c: the look ---- */
/* What the view shows of it. */
void ws_tui_class_look(ws_tui *tui);

/* ---- class_board.c ---- */
/* What the view shows of a question. */
void ws_tui_board_look(ws_tui *tui);
/* What has been entered by a student, as an answer; "" if nothing. */
void ws_tui_answer_entered(const ws_tui *tui, char *text, size_t room);

/* As the moments of a lesson are called: the same keys enter the same. */
ws_lesson_moment ws_tui_answer_moment(ws_poll_kind kind);

/* ---- class_answer.c ---- */
/* A key that means something for the question that a student sees; false if it does not. */
bool ws_tui_answer_key(ws_tui *tui, uint32_t key);
/* Answers with this, or with what has been entered where it is "". */
void ws_tui_answer_give(ws_tui *tui, const char *value);
/* Shows the lecturer one's own branch, if that was asked for, or does not. */
void ws_tui_answer_show(ws_tui *tui, bool yes);

/* ---- class_lesson.c ---- */
/* Puts what a lesson says and asks on the board of the class that takes it. */
void ws_tui_class_lesson(ws_tui *tui);
/* Is the class asked what the lesson asks? Then nobody answers it here. */
bool ws_tui_class_asks(const ws_tui *tui);
/* No more answers: all see how they have answered, and what is true. False with an error. */
bool ws_tui_class_reveal(ws_tui *tui, ws_judgement *verdict, ws_error *error);

#endif
