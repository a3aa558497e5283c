/* stage.h - what is seen of a session, said and asked on the way: stage lines.
 *
 * Stage lines (language/stage_lines.def) stand in scenarios, with or without @CYCLE, and are given
 * while a lecture is recorded. They are outside the state: no digest, no check, no mark on the
 * timeline and no branch knows them, and two sessions that differ in nothing else are the same.
 * Whoever has a screen runs no further than ws_session_stage_ahead, and shows the lines of each
 * cycle when it is there. */
#ifndef WS_SESSION_STAGE_H
#define WS_SESSION_STAGE_H

#include "session/session.h"

/* Adds a stage line at the present cycle of the present branch; a recording that is being made
 * gets it. False with an error, and nothing added, if it is none. ws_session_apply does the same
 * with a stage line. */
bool ws_session_stage(ws_session *session, const char *line, ws_error *error);

/* Returns the first cycle after `cycle` with stage lines on the way of the present branch;
 * UINT64_MAX: none. */
uint64_t ws_session_stage_after(const ws_session *session, uint64_t cycle);
/* Returns the first such cycle after the present cycle. */
uint64_t ws_session_stage_ahead(const ws_session *session);

/* Calls `show` for each stage line on the way of the present branch at cycles from `first` to
 * `last`: by cycle, those of the scenario first, the others as they were given. */
void ws_session_stage_each(const ws_session *session, uint64_t first, uint64_t last,
                           void (*show)(void *context, const char *line), void *context);
/* Returns the cycle of the scenario's line `begin`, from which on it is worth looking at: a screen
 * that opens it runs there at once. 0: it has none. */
uint64_t ws_session_stage_begin(const ws_session *session);
/* Returns the number of stage lines given in the session, on all branches. Stage lines of the
 * scenario are not counted. */
size_t ws_session_stage_count(const ws_session *session);

#endif
