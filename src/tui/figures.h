/* figures.h - the figures that somebody wants to see large. */
#ifndef WS_TUI_FIGURES_H
#define WS_TUI_FIGURES_H

#include "ui/figures.h"

typedef struct ws_tui ws_tui;

/* Expressions with blanks between them; "": none. Says what is wrong with one that is none. */
void ws_tui_figures_set(ws_tui *tui, const char *text);
/* Asks the network, and the one beside, for what they are now. */
void ws_tui_figures_look(ws_tui *tui);

#endif
