/* beside.h - A/B: another branch (A) beside the present one (B), on which the keys act; the first
 * cycle in which their traffic differs. */
#ifndef WS_TUI_BESIDE_H
#define WS_TUI_BESIDE_H

#include "tui/tasks.h"

#include "session/history/history.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;

typedef struct ws_beside {
    ws_shadow *shadow; /* NULL: none */
    ws_frame *frame;
    ws_view view;
    char name[WS_NAME_MAX + 32];
    ws_task idle; /* while it is on its way */
    /* up to where the traffic is known to be the same on A and on this branch of so many lines */
    uint64_t equal;
    size_t branch;
    size_t lines;
} ws_beside;

/* Puts a branch there. False after saying why it cannot be. */
bool ws_beside_open(ws_tui *tui, size_t branch);
void ws_beside_end(ws_tui *tui);
/* The last cycle up to which two branches share their way. */
uint64_t ws_beside_shared_until(const ws_session *session, size_t one, size_t other);
/* The session has gone somewhere: so does the other one. */
void ws_beside_follow(ws_tui *tui);
/* Is it still on its way? */
bool ws_beside_waits(const ws_tui *tui);
/* Takes a picture of it. */
void ws_beside_look(ws_tui *tui);

#endif
