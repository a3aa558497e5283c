/* start_screen.h - the start screen at work. */
#ifndef WS_TUI_START_SCREEN_H
#define WS_TUI_START_SCREEN_H

#include "tui/platform.h"
#include "ui/start/start.h"

typedef struct ws_tui ws_tui;

typedef struct ws_start_screen {
    bool shown; /* over the session if there is one */
    ws_start screen;
} ws_start_screen;

void ws_tui_start_show(ws_tui *tui);
/* Back to the session that is open; does nothing where it is not shown. */
void ws_tui_start_hide(ws_tui *tui);
/* Opens a scenario or recording, and hides the start screen; with nothing to go back to, it
 * stays. */
void ws_tui_go_to(ws_tui *tui, const char *name);
/* What the user does while it is shown. */
void ws_tui_start_key(ws_tui *tui, uint32_t key, bool pasted);
void ws_tui_start_mouse(ws_tui *tui, const ws_input *input);

#endif
