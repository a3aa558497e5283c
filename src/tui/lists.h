/* lists.h - what takes the arrows and Enter while it is shown: the help, and lists. */
#ifndef WS_TUI_LISTS_H
#define WS_TUI_LISTS_H

#include <stdbool.h>

typedef struct ws_tui ws_tui;

/* Moves the choice in what is shown by rows; false if nothing is shown that takes it. */
bool ws_lists_move(ws_tui *tui, int rows);
/* Goes to what is chosen; false if no list is shown. */
bool ws_lists_go(ws_tui *tui);
/* Turns the help by rows. */
void ws_help_turn(ws_tui *tui, int rows);

#endif
