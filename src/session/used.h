/* used.h - which values of parameters the tests have used. */
#ifndef WS_USED_H
#define WS_USED_H

#include "session/session.h"

/* With WS_USED=FILE in the environment, adds a line to the file: the program, and NAME=VALUE of each
 * parameter that was not at its default when the session began or ended, or was changed. Words of a
 * value are joined by commas. Does nothing else; trouble with the file is nobody's. */
void session_used(ws_session *session);

#endif
