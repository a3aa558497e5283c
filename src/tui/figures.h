/* figures.h - the figures that somebody wants to see large. */
#ifndef WS_TUI_FIGURES_H
#define WS_TUI_FIGURES_H

#include "session/expr/expr.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;

typedef struct ws_tui_figures {
    ws_expr expr[WS_FIGURES_MAX];
    ws_view_figure shown[WS_FIGURES_MAX];
    size_t count;
} ws_tui_figures;

/* Expressions with blanks between them; "": none. Says what is wrong with one that is none. */
void ws_tui_figures_set(ws_tui *tui, const char *text);
/* Asks the network, and the one beside, for what they are now. */
void ws_tui_figures_look(ws_tui *tui);

#endif
