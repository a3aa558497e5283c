/* open.h - sessions come and go. */
#ifndef WS_OPEN_H
#define WS_OPEN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "session/session.h"
#include "tui/tasks.h"

typedef struct ws_tui ws_tui;

/* Opens a scenario or a recording in place of what is open; false with an error, and nothing
 * changed, if it cannot be. */
bool ws_tui_open(ws_tui *tui, const char *name, ws_fault *fault, ws_error *error);
/* The same with a session that is open; it is closed with the others, unless it follows a class. */
void ws_tui_show(ws_tui *tui, ws_session *session, const char *name);
/* Closes the session, if there is one, with the recording that is being made of it. */
void ws_tui_close(ws_tui *tui);

/* ---- recent ---- */

/* The latest recordings and scenarios of one's own: those that were made or opened on the screen,
 * and those that lie in the current directory. */

typedef struct ws_recent {
    char *path;     /* as short as it can be: a name in the current directory, else absolute */
    char *scenario; /* of which it is, "" if the file does not say; of a scenario its title */
    char when[32];  /* it was last written: "2026-11-21 18:55" */
} ws_recent;

/* Remembers a recording or scenario, in $XDG_STATE_HOME/wormscope/recent. What cannot be written
 * is not remembered, and not worth a word. */
void ws_recent_add(const char *path);
/* Those that are still there, the latest first. Free with ws_recent_free. */
size_t ws_recent_list(ws_recent **rows);
void ws_recent_free(ws_recent *rows, size_t count);

/* ---- recorder ---- */

/* The recording that is being made. */

typedef struct ws_tui ws_tui;

typedef struct ws_tui_recorder {
    ws_task tick;
    bool trouble;            /* has been told */
    bool lost;               /* a recording is not whole */
    char end[PATH_MAX + 64]; /* what has become of the latest */
} ws_tui_recorder;

bool ws_tui_record_start(ws_tui *tui, const char *path, ws_error *error);
/* Sees to a recording that is being made, from now on. */
void ws_tui_record_begin(ws_tui *tui);
/* Ends it, if there is one, and says how; false if any was lost. */
bool ws_tui_record_stop(ws_tui *tui);

/* ---- saved ---- */

/* Which branches some file holds. */

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
