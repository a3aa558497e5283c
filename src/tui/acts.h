/* acts.h - the menu of what can be done to the thing that is selected. */
#ifndef WS_TUI_ACTS_H
#define WS_TUI_ACTS_H

#include <stdbool.h>

typedef struct ws_tui ws_tui;

/* Opens the menu at a cell of the screen, or closes it; column -1: above the command line. Says
 * why where nothing can be done. */
void ws_acts_open(ws_tui *tui, int column, int row);
/* Is it open? */
bool ws_acts_seen(const ws_tui *tui);
/* Moves the choice. */
void ws_acts_choose(ws_tui *tui, int by);
/* Does what is chosen, line by line, as if it had been typed; what is incomplete opens the command
 * line. The menu closes. */
void ws_acts_go(ws_tui *tui);
/* A click while the menu is open: on a row does it, elsewhere closes. False if it is not open. */
bool ws_acts_click(ws_tui *tui, int column, int row);
/* A click on a node while a command is typed: its name is written there. */
void ws_acts_name(ws_tui *tui, int column, int row);

#endif
