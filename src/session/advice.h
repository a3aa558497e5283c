/* advice.h - what to type instead of a line that a running network refuses, for the files of the
 * session alone. Advice is a line that has been tried. */
#ifndef WS_ADVICE_H
#define WS_ADVICE_H

#include "session/language/line.h"

struct ws_session;

/* Rewrites the error of a typed line that was refused: the reason, and a line that works as it is
 * printed. The reason alone where no such line is found. Errors that name no other setting stay
 * as they are. The session stays as it is. */
void session_advise(struct ws_session *session, const ws_line *refused, ws_error *error);

#endif
