/* play.h - a lesson that is being taken: one item after the other, answers and marks.
 *
 * A play owns a session. What needs no answer is gone through with ws_play_go; a question stands
 * until it is answered right or has been tried as often as it may be. An answer is a stage line of
 * the session, `commit STEP VALUE`: it stays where it was given, also after a rewind, and is
 * recorded. The same lesson, seed and answers lead to the same states and marks.
 *
 * A lesson stands at a branch and a cycle, its home. Who looks at its session may go elsewhere,
 * back or on a branch of their own; whatever the lesson does next, it does at home. */
#ifndef WS_PLAY_H
#define WS_PLAY_H

#include "lesson/lesson.h"
#include "lesson/probe.h"

#define WS_PLAY_TEXT 400

/* What a repair may rebuild the network to: the same while it is tried and while it is marked. */
#define WS_PLAY_NODES 3000    /* switches and hosts */
#define WS_PLAY_FLITS 4000000 /* that all buffers hold */

/* Moves when a scene of a lesson may end elsewhere, or an answer be judged otherwise: 2 since runs
 * go one cycle at a time. A submission says by which it was made. */
#define WS_RULES 2

typedef struct ws_play ws_play;

/* What became of an answer. */
typedef struct ws_judgement {
    bool right;
    bool last;                /* no further try */
    bool kept;                /* of a lesson that was issued: it is judged by the teacher */
    int marks;                /* got by it */
    char truth[WS_PLAY_TEXT]; /* "the true value is 0.198", what the answer is told */
} ws_judgement;

/* The lesson for a student or draw; 0: as it stands in the file, with the scenario's own seed.
 * NULL with an error. The lesson must outlive the play. */
ws_play *ws_play_begin(const ws_lesson *lesson, uint64_t draw, ws_error *error);
/* The same of a lesson that was issued, in a session that is open at its begin; the play owns it.
 * Nobody is told what is right: where a repair fails, the solution is not made. */
ws_play *ws_play_begin_in(const ws_lesson *lesson, uint64_t draw, ws_session *session);
/* The network of a lesson for a draw, called by `name`; NULL with an error. */
ws_session *ws_play_network(const ws_lesson *lesson, uint64_t draw, const char *name,
                            ws_error *error);
void ws_play_end(ws_play *play);

ws_session *ws_play_session(ws_play *play);
/* The item at hand and its step; NULL behind the last. */
const ws_item *ws_play_item(const ws_play *play);
const ws_step *ws_play_step(const ws_play *play);
/* Of the steps that a student sees: which one is at hand, from 1, and how many there are. */
size_t ws_play_step_number(const ws_play *play);
size_t ws_play_step_count(const ws_play *play);

/* Is the session where the lesson stands? */
bool ws_play_is_home(const ws_play *play);
/* Is it on the way that the lesson has come, or there? */
bool ws_play_is_on_path(const ws_play *play);
uint64_t ws_play_home_cycle(const ws_play *play);
/* Brings it home. False with an error. */
bool ws_play_return(ws_play *play, ws_error *error);
/* Puts it onto a branch of the student's own, unless it is on one: what is done to the network
 * there is no part of the lesson. False with an error. */
bool ws_play_own(ws_play *play, ws_error *error);
/* What has been done there, as an answer to a repair: "set segment 80; rebuild vcs=2"; "" if
 * nothing. */
void ws_play_own_lines(const ws_play *play, char *text, size_t room);

/* Does what the item at hand says, and goes to the next. False with an error if it cannot be done,
 * such as an `until` that is not reached within its budget; or if it is a question that is not
 * answered. */
bool ws_play_go(ws_play *play, ws_error *error);
/* The same of a RUN or REVEAL, at most `cycles` of it; *done: it was the last of it. */
bool ws_play_run(ws_play *play, uint64_t cycles, bool *done, ws_error *error);
/* From now on runs go by it, which may stop them earlier. */
void ws_play_runner(ws_play *play, ws_runner runner);
/* How far the RUN or REVEAL at hand has come: cycles of at most `most`. */
typedef struct ws_play_progress {
    uint64_t cycles;
    uint64_t most;
    bool until; /* it may end earlier */
} ws_play_progress;
ws_play_progress ws_play_run_progress(const ws_play *play);

/* The answer to the question at hand: of PICK a worm ("H1 HD" or its number), a link ("S0 S1") or
 * a node; of CHOOSE a letter, a for the first; of PREDICT a number; of DO lines with `;` between
 * them. False with an error if it is none, which costs no try. When the last try of a repair is
 * wrong, its solution is typed: what follows is about the repaired network. */
bool ws_play_answer(ws_play *play, const char *value, ws_judgement *verdict, ws_error *error);
/* Is it an answer that a reader may type? A worm's number is for a screen on which one points:
 * whoever types one means an answer's number. False with an error that says what to write. */
bool ws_play_typed(const ws_play *play, const char *value, ws_error *error);
/* Would it be right? Costs no try and is no answer. Not of DO. False with an error if it is
 * none. */
bool ws_play_judge(ws_play *play, const char *value, ws_judgement *verdict, ws_error *error);
/* Leaves the question at hand without an answer of its own, as where a class has answered:
 * `verdict` says what is true. Not of DO. False with an error. */
bool ws_play_pass(ws_play *play, ws_judgement *verdict, ws_error *error);
/* May the line be used for the repair at hand? False with an error, which says what may. */
bool ws_play_allows(ws_play *play, const char *line, ws_error *error);
/* Does without an answer to the question at hand. */
void ws_play_skip(ws_play *play);
/* Does the condition of the TEST at hand hold? `right` says it, `truth` what it compares. False
 * with an error if it cannot be looked at. ws_play_go passes over it, and gives nothing: its marks
 * are those of a submission. */
bool ws_play_test(ws_play *play, ws_judgement *verdict, ws_error *error);
/* Is the question at hand done with? */
bool ws_play_answered(const ws_play *play);
/* A right answer to the question at hand, from the truth: for `lesson check` and teachers. */
bool ws_play_solve(ws_play *play, char *text, size_t room, ws_error *error);
/* The next hint of the question at hand; NULL if there is none left. */
const char *ws_play_hint(ws_play *play);
/* How many tries are left. */
int ws_play_tries_left(const ws_play *play);
/* The place of an answer of CHOOSE as they are shown: mixed, by the draw. */
size_t ws_play_choice(const ws_play *play, size_t shown);

int ws_play_marks(const ws_play *play);

/* Tries lines on the repair at hand as if nobody had answered, for `lesson check`: is it done? */
bool ws_play_try(ws_play *play, const ws_field_lines *lines, bool *done, ws_error *error);
/* Is a choice of the question at hand true, by its expression? True where it has none. */
bool ws_play_choice_holds(ws_play *play, size_t choice, bool *holds, ws_error *error);

#endif
