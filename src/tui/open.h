/* open.h - sessions come and go. */
#ifndef WS_TUI_OPEN_H
#define WS_TUI_OPEN_H

#include "session/session.h"

typedef struct ws_tui ws_tui;

/* Opens a scenario or a recording in place of what is open; false with an error, and nothing
 * changed, if it cannot be. */
bool ws_tui_open(ws_tui *tui, const char *name, ws_fault *fault, ws_error *error);
/* The same with a session that is open; it is closed with the others, unless it follows a class. */
void ws_tui_show(ws_tui *tui, ws_session *session, const char *name);
/* Closes the session, if there is one, with the recording that is being made of it. */
void ws_tui_close(ws_tui *tui);

#endif
