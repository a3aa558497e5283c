/* figures.h - the figures that somebody wants to see large: expressions, and what they are now. */
#ifndef WS_FIGURES_H
#define WS_FIGURES_H

#include "session/expr/expr.h"
#include "ui/view.h"

typedef struct ws_figures {
    ws_expr expr[WS_FIGURES_MAX];
    char name[WS_FIGURES_MAX][64];
    ws_view_figure shown[WS_FIGURES_MAX]; /* for ws_view_chosen */
    size_t count;
} ws_figures;

/* Reads expressions (or NAME:EXPR, ws_figure_parse) with blanks between them; "": none. False with
 * an error, and nothing changed, if one is none or there are too many. */
bool ws_figures_read(ws_figures *figures, const char *text, ws_error *error);
/* Asks a session and its frame for what they are now; `other` of each has no value. */
void ws_figures_look(ws_figures *figures, const ws_frame *frame, ws_session *session);
/* The same of a branch beside, for `other`. */
void ws_figures_look_beside(ws_figures *figures, const ws_frame *frame, ws_session *session);

#endif
