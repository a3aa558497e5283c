/* travel.h - the session goes to another place of its time, or to another branch. */
#ifndef WS_TUI_TRAVEL_H
#define WS_TUI_TRAVEL_H

#include <stddef.h>
#include <stdint.h>

typedef struct ws_tui ws_tui;

/* To a cycle of the present branch that has been reached before; says why not. */
void ws_tui_travel(ws_tui *tui, uint64_t cycle);
size_t ws_tui_branch(const ws_tui *tui); /* the present one */
/* To a cycle of another branch; says why not. */
void ws_tui_branch_switch(ws_tui *tui, size_t branch, uint64_t cycle);

#endif
