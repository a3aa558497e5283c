/* panels.c - the table of panels. A panel is added by its file and its row in view.h. */
#include "ui/view.h"

#include <string.h>

#define PANEL_ROW(id, panel_name, panel_title, panel_draw, panel_rows)                                                           \
    [WS_PANEL_##id] = {.name = panel_name, .title = panel_title, .draw = panel_draw, .rows = panel_rows},
const ws_panel ws_panels[WS_PANEL_COUNT] = {WS_PANELS(PANEL_ROW)};

ws_panel_id ws_column_panel(const char *name, size_t length) {
    static const ws_panel_id beside[] = {
        WS_PANEL_NUMBERS, WS_PANEL_SETTINGS, WS_PANEL_WAITS, WS_PANEL_INSPECT,
        WS_PANEL_NODE,    WS_PANEL_LINK,  WS_PANEL_QUEUE, WS_PANEL_DEADLOCK,
        WS_PANEL_SAQS,    WS_PANEL_TREES, WS_PANEL_PORT,  WS_PANEL_SIGNS,
    };
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        const char *its = ws_panels[beside[i]].name;
        if (strlen(its) == length && memcmp(its, name, length) == 0)
            return beside[i];
    }
    return WS_PANEL_COUNT;
}
