/* changes.h - the answer to ws_session_changes, kept until the journal changes. */
#ifndef WS_CHANGES_H
#define WS_CHANGES_H

#include "session/language/commands.h"
#include "session/session.h"

typedef struct ws_changes {
    ws_change *change;
    size_t count;
    size_t lines; /* of the journal from which the list was made */
    const char *last;
    size_t branch;
    ws_draft *draft; /* where the lines are tried; hosts and graph are the script's */
} ws_changes;

void ws_changes_free(ws_changes *changes);

#endif
