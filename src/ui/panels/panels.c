/* panels.c - the table of panels. A panel is added by its file and its row in view.h. */
#include "ui/view.h"

#define PANEL_ROW(id, panel_name, panel_title, panel_draw, panel_rows)                                                           \
    [WS_PANEL_##id] = {.name = panel_name, .title = panel_title, .draw = panel_draw, .rows = panel_rows},
const ws_panel ws_panels[WS_PANEL_COUNT] = {WS_PANELS(PANEL_ROW)};
