/* stage_lines.h - stage lines on the screen: those of a scenario or a recording are shown when
 * their cycle comes; what the lecturer does while a lecture is recorded becomes such lines. */
#ifndef WS_TUI_STAGE_LINES_H
#define WS_TUI_STAGE_LINES_H

#include "ui/thing.h"

typedef struct ws_tui ws_tui;

/* What stage lines say of the screen, as it was when it was last looked at. */
typedef struct ws_stage_seen {
    double speed;
    ws_thing thing;
    int zoom, layer, colour;
    char filter[256];
    char beside[64]; /* the branch beside the present one, "" */
} ws_stage_seen;

/* Shows the lines at cycles from `first` to `last`. */
void ws_tui_stage_show(ws_tui *tui, uint64_t first, uint64_t last);
/* Stage lines at the present cycle; and shows those behind the first `known` of them. */
size_t ws_tui_stage_here(ws_tui *tui);
void ws_tui_stage_show_new(ws_tui *tui, size_t known);
/* The session has gone from a cycle to the present one, on its branch or to another: forward, what
 * lies between is shown; back over lines, all up to here are shown again. */
void ws_tui_stage_travelled(ws_tui *tui, uint64_t before, bool other_branch);
/* What the viewer has changed of the map, and what stands beside it, is again as the lines up to
 * here say. */
void ws_tui_stage_again(ws_tui *tui);
/* Makes stage lines of what the viewer has changed since, if a lecture is being recorded. */
void ws_tui_stage_keep(ws_tui *tui);

#endif
