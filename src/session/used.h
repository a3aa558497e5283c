/* used.h - which values of parameters the tests have used. */
#ifndef WS_USED_H
#define WS_USED_H

#include "session/session.h"

/* With WS_USED=FILE in the environment, adds a line to the file: the program, and NAME=VALUE of
 * each parameter that was not at its default at the begin (`first`) or the end (`last`), or was set
 * by a line of the journal. Words of a value are joined by commas. Does nothing else; trouble with
 * the file is nobody's. */
void ws_used_tell(const ws_def *first, const ws_def *last, const ws_journal_entry *line,
                  size_t lines);

#endif
