/* probe.h - a session asked for the value of an expression, now or later. */
#ifndef WS_LESSON_PROBE_H
#define WS_LESSON_PROBE_H

#include "lesson/lesson.h"
#include "session/history/history.h"

/* What an expression is. */
typedef struct ws_probe_value {
    double number;
    bool holds;
    char evidence[160]; /* what a condition compares: "16.2, where at least 50 is asked" */
    ws_targets targets;
    ws_frame *frame; /* of the targets; free with ws_probe_free */
} ws_probe_value;

/* Of the session as it is. False with an error if it names what there is not. */
bool ws_probe_now(ws_session *session, const ws_expr *expr, ws_probe_value *value, ws_error *error);
/* The frame alone; free with ws_frame_free. */
ws_frame *ws_probe_frame(ws_session *session);
void ws_probe_free(ws_probe_value *value);

/* A copy of the session on its present branch, live; the session stays as it is. Free with
 * ws_shadow_free. NULL with an error. */
ws_shadow *ws_probe_copy(ws_session *session, ws_error *error);
/* Of a copy that has taken the lines and run so many cycles. */
ws_shadow *ws_probe_ahead(ws_session *session, const ws_field_lines *lines, uint64_t cycles,
                          ws_error *error);
/* Gives lines to a session. */
bool ws_probe_type(ws_session *session, const ws_field_lines *lines, ws_error *error);

/* Runs a session up to `cycles`, and returns how many: ws_session_run, or what stops earlier. */
typedef uint64_t ws_probe_run(void *context, ws_session *session, uint64_t cycles);
typedef struct ws_runner {
    ws_probe_run *run; /* NULL: ws_session_run */
    void *context;
} ws_runner;
uint64_t ws_runner_run(const ws_runner *runner, ws_session *session, uint64_t cycles);

/* How far a condition has come. */
typedef struct ws_until {
    const ws_expr *expr;
    uint64_t hold;   /* cycles */
    uint64_t budget; /* cycles */
    uint64_t every;  /* cycles from look to look; 0: 1 where single flits are followed, else 16 */
    uint64_t begin;  /* cycle of the first look */
    uint64_t since;  /* cycle from which on it has held; UINT64_MAX: it does not */
    bool done;
    ws_frame *frame; /* of the looks; NULL at first */
    uint64_t networks;
    ws_runner runner;
} ws_until;

/* Runs at most `cycles`, or until its runner stops. It looks at the begin, in the cycles that
 * `every` divides, and where a deadlock closes that is asked for: where it ends does not depend on
 * `cycles`. `done` when the condition has held long enough. False with an error when the budget is
 * spent, or the session ends. */
bool ws_until_run(ws_until *until, ws_session *session, uint64_t cycles, ws_error *error);
/* Frees what it has kept. */
void ws_until_end(ws_until *until);

#endif
