/* selection.h - what is looked at, and what was before. */
#ifndef WS_TUI_SELECTION_H
#define WS_TUI_SELECTION_H

#include "ui/filter/filter.h"
#include "ui/thing.h"

typedef struct ws_tui ws_tui;

#define WS_VISITS_MAX 32

typedef struct ws_selection {
    ws_thing visited[WS_VISITS_MAX]; /* what was looked at before, newest first */
    size_t visited_count;
    ws_trace trace;          /* what changed in what is looked at */
    ws_filter filter_before; /* that which was there when another one was begun to be typed */
} ws_selection;

/* Selects a worm, or none. */
void ws_tui_select(ws_tui *tui, const ws_frame_worm *worm);
/* Looks at anything; `select back` comes back from it. */
void ws_tui_inspect(ws_tui *tui, ws_thing thing);

#endif
