/* filter.h - which worms are of interest. */
#ifndef WS_TUI_FILTER_H
#define WS_TUI_FILTER_H

#include "observe/frame.h"

typedef struct ws_tui ws_tui;

/* Only worms that it takes are of interest; says what is wrong with it. */
void ws_tui_filter(ws_tui *tui, const char *text);
/* While one is typed: tries it as far as it goes; and takes the old one again. */
void ws_tui_filter_try(ws_tui *tui, const char *text);
void ws_tui_filter_undo(ws_tui *tui);
/* Does the filter take it? */
bool ws_tui_wanted(const ws_tui *tui, const ws_frame_worm *worm);

#endif
