/* panels.c - the table of panels. A panel is added by its file and its row in panels.def. */
#include <string.h>

#include "ui/panel.h"

/* ---- refers ---- */

/* What the rows of the panel of a thing refer to. See thing.h. */

#define ROWS_MAX 128

ws_thing ws_view_refers(const ws_view *v, int row) {
    ws_detail fields[WS_DETAILS_MAX];
    const ws_thing nothing = {.kind = WS_THING_NONE};
    ws_thing_kind kind = ws_view_thing(v).kind;
    if (row < 0)
        return nothing;
    if (kind == WS_THING_WORM)
        return ws_worm_refers(v, row);
    if (kind == WS_THING_NODE)
        return ws_node_refers(v, row);
    size_t count = kind == WS_THING_LINK    ? ws_link_details(v, fields)
                   : kind == WS_THING_QUEUE ? ws_queue_details(v, fields)
                                            : 0;
    return (size_t)row < count ? fields[row].refers : nothing;
}

int ws_view_next_field(const ws_view *v, int row, int by) {
    for (int at = row + by; at >= 0 && at < ROWS_MAX; at += by)
        if (ws_view_refers(v, at).kind != WS_THING_NONE)
            return at;
    return row;
}

/* ---- panels ---- */

#define PANEL(id, panel_name, panel_title, panel_draw, panel_rows, panel_where)                    \
    [WS_PANEL_##id] = {.name = panel_name,                                                         \
                       .title = panel_title,                                                       \
                       .draw = panel_draw,                                                         \
                       .rows = panel_rows,                                                         \
                       .where = WS_PANEL_##panel_where},
const ws_panel ws_panels[WS_PANEL_COUNT] = {
#include "ui/panels.def"
};

/* The panel of that name which may stand beside the map; WS_PANEL_COUNT: there is none. */
static int column_panel(const char *name, size_t length) {
    for (int id = 0; id < WS_PANEL_COUNT; id++) {
        const char *its = ws_panels[id].name;
        bool same = strlen(its) == length && memcmp(its, name, length) == 0;
        if (same && ws_panels[id].where == WS_PANEL_COLUMN)
            return id;
    }
    return WS_PANEL_COUNT;
}

bool ws_panels_choose(ws_view_chosen *chosen, const char *argument, ws_error *error) {
    ws_view_chosen next = *chosen;
    next.panels = 0;
    if (strcmp(argument, "own") == 0)
        argument = "";
    while (*argument) {
        size_t length = strcspn(argument, " ");
        int id = column_panel(argument, length);
        if (next.panels == WS_COLUMN_MAX)
            return fail_with(error, "too many panels: at most %d", WS_COLUMN_MAX);
        if (id == WS_PANEL_COUNT) {
            fail_with(error, "invalid panel `%.*s`: expected ", (int)length, argument);
            for (id = 0; id < WS_PANEL_COUNT; id++)
                if (ws_panels[id].where == WS_PANEL_COLUMN)
                    fail_advise(error, "%s, ", ws_panels[id].name);
            return fail_advise(error, "or own");
        }
        next.panel[next.panels++] = id;
        argument += length;
        argument += strspn(argument, " ");
    }
    *chosen = next;
    return true;
}
