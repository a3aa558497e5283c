/* judge.h - is an answer right? For play.c. */
#ifndef WS_JUDGE_H
#define WS_JUDGE_H

#include "lesson/play.h"
#include "lesson/probe.h"

/* What has been done about the question at hand. */
typedef struct ws_question {
    bool answered;
    int tried;
    size_t hints;     /* given */
    size_t turn;      /* which answer of CHOOSE is shown first */
    ws_shadow *ahead; /* a copy at which the truth is looked at; NULL: not needed yet. Owned */
} ws_question;

/* Who judges what. */
typedef struct ws_judge {
    ws_session *session;
    const ws_item *item;
    ws_question *question;
    const char *value;     /* the answer, of judge_answer */
    ws_judgement *verdict; /* on it */
    ws_error *error;
} ws_judge;

/* Where the truth is looked at: the session, or a copy of it that has run ahead, which the question
 * keeps. NULL with an error. */
ws_session *judge_scene(const ws_judge *judge);

/* Judges an answer: sets `right` and `truth`, or `kept`; the session stays as it is. False with an
 * error if it is no answer. */
bool judge_answer(const ws_judge *judge);
/* Makes the repair that was judged to be right. */
bool judge_apply(const ws_judge *judge);
/* Does the condition of a test hold? Sets `right`, and `truth` to what it compares. False with an
 * error if it cannot be looked at. */
bool judge_test(const ws_judge *judge);
/* May the repair at hand use the line? */
bool judge_allows(const ws_judge *judge, const char *line);
/* A right answer. False with an error if there is none. */
bool judge_solve(const ws_judge *judge, char *text, size_t room);
/* Gives the lines to the session, and runs it until the repair is done or its budget is spent. */
bool judge_repair(const ws_judge *judge, const ws_field_lines *lines, bool *done);
/* Puts the item's place before an error that does not begin with one of its file. */
void judge_blame(const ws_item *item, ws_error *error);

#endif
