/* saved.h - which branches some file holds. */
#ifndef WS_TUI_SAVED_H
#define WS_TUI_SAVED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ws_tui ws_tui;

typedef struct ws_saved {
    size_t *lines; /* by branch: how many of its typed lines some file holds; owned */
    size_t count;
    bool asked; /* that branches would be lost has been said */
} ws_saved;

/* Some file now holds a branch as it is, or all of them; another session, of which nothing is
 * known, comes. */
void ws_tui_saved(ws_tui *tui, size_t branch);
void ws_tui_saved_all(ws_tui *tui);
void ws_tui_saved_none(ws_tui *tui);
/* May the session be left? False, with a question, the first time where branches would be lost,
 * or a class is here;
 * `again` says what leaves them. */
bool ws_tui_may_leave(ws_tui *tui, const char *again);

#endif
