/* map_names.c - names beside the switches and hosts of a map of one glyph a link, where cells are
 * free: of a small network, whose switches somebody speaks of by name. */
#include "ui/map/altitude.h"
#include "ui/map/map_plan.h"
#include "ui/view.h"

enum { SWITCHES_MOST = 32 }; /* of more, names are more than a picture bears */

/* A cell beyond the border of the map is free to stand beside, not to write into. */
static bool is_free(const ws_pen *pen, int x, int row) {
    const ws_cell *cell = ws_pen_cell(pen, x, row);
    return cell && cell->glyph == ' ';
}

static bool is_apart(const ws_pen *pen, int x, int row) {
    const ws_cell *cell = ws_pen_cell(pen, x, row);
    return !cell || cell->glyph == ' ';
}

/* Writes a name where all of it is free, and the cells beside it. */
static bool name_put(const ws_pen *pen, int x, int row, ws_role role, const char *name) {
    int columns = ws_text_columns(name);
    for (int i = 0; i < columns; i++)
        if (!is_free(pen, x + i, row))
            return false;
    if (!is_apart(pen, x + columns, row))
        return false;
    ws_pen_text(pen, x, row, role, name);
    return true;
}

static void switch_name(const ws_view *view, const ws_pen *pen, uint32_t sw) {
    const ws_rect *box = &view->map.plan->box[sw];
    const char *name = ws_node_name(view->frame, sw);
    if (!name_put(pen, box->x, box->y - 1, WS_ROLE_FAINT, name))
        name_put(pen, box->x + 1, box->y - 1, WS_ROLE_FAINT, name);
}

/* Behind the stub of a host. */
static void host_name(const ws_view *view, const ws_pen *pen, uint32_t host) {
    const ws_frame *frame = view->frame;
    const ws_map_plan *plan = view->map.plan;
    uint32_t link = frame->host[host].inject_link;
    if (plan->path0[link] == plan->path0[link + 1])
        return;
    const ws_map_cell *stub = &plan->cell[plan->path0[link]];
    const char *name = ws_node_name(frame, frame->switches + host);
    name_put(pen, stub->x + 1, stub->y, WS_ROLE_HOST, name);
}

void ws_map_names_paint(const ws_view *view, const ws_pen *pen) {
    const ws_frame *frame = view->frame;
    const ws_map_plan *plan = view->map.plan;
    bool is_mini = plan->style == WS_MAP_MINI && !plan->staged;
    if (!is_mini || frame->switches > SWITCHES_MOST)
        return;
    for (uint32_t sw = 0; sw < frame->switches; sw++)
        switch_name(view, pen, sw);
    for (uint32_t host = 0; host < frame->hosts; host++)
        host_name(view, pen, host);
}
