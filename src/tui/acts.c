/* acts.c - see acts.h. */
#include "tui/acts.h"

#include <stdio.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/picture.h"
#include "tui/prompt.h"
#include "tui/state.h"
#include "ui/acts.h"

static ws_layout layout_of(const ws_tui *t) {
    return ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
}

/* The link at a cell of the screen, + 1; 0: none is there. */
static uint32_t link_at(const ws_tui *t, int column, int row) {
    ws_rect map = layout_of(t).rect[WS_PANEL_MAP];
    if (!ws_rect_has(map, column, row))
        return 0;
    return ws_map_pick(&t->view, column - map.x, row - map.y).link + 1;
}

bool ws_acts_seen(const ws_tui *t) {
    return t->view.overlay.shown == WS_OVERLAY_ACTS;
}

void ws_acts_open(ws_tui *t, int column, int row) {
    ws_act act[WS_ACTS_MAX];
    ws_view_overlay *overlay = &t->view.overlay;
    if (ws_acts_seen(t)) {
        overlay->shown = WS_OVERLAY_NONE;
        return;
    }
    overlay->act_link = link_at(t, column, row);
    if (ws_acts_list(&t->view, act) == 0) {
        ws_tui_say(t, false, "nothing selected: press w or s, or click, then act");
        return;
    }
    overlay->shown = WS_OVERLAY_ACTS;
    overlay->act_chosen = 0;
    overlay->act_x = column;
    overlay->act_y = row;
    ws_tui_say(
        t, false,
        "up and down choose, Enter does it, Esc closes; the line that it types is on the right");
}

void ws_acts_choose(ws_tui *t, int by) {
    ws_act act[WS_ACTS_MAX];
    int count = (int)ws_acts_list(&t->view, act);
    int chosen = (int)t->view.overlay.act_chosen + by;
    t->view.overlay.act_chosen = (size_t)ws_clamp(chosen, 0, ws_max(count - 1, 0));
}

/* The command line, with what is known of the line. */
static void line_ask(ws_tui *t, const char *line) {
    char command[96];
    snprintf(command, sizeof command, "command %s", line);
    ws_tui_command(t, command);
}

void ws_acts_go(ws_tui *t) {
    ws_act act[WS_ACTS_MAX];
    size_t count = ws_acts_list(&t->view, act);
    size_t chosen = t->view.overlay.act_chosen;
    t->view.overlay.shown = WS_OVERLAY_NONE;
    if (chosen >= count)
        return;
    const ws_act *done = &act[chosen];
    if (!*done->line) {
        ws_tui_say(t, false, "%s", done->label);
        return;
    }
    if (done->asks) {
        line_ask(t, done->line);
        return;
    }
    ws_tui_command(t, done->line);
    if (*done->then && !t->view.line.message_error)
        ws_tui_command(t, done->then);
}

bool ws_acts_click(ws_tui *t, int column, int row) {
    if (!ws_acts_seen(t))
        return false;
    ws_rect rect = layout_of(t).rect[WS_PANEL_ACTS];
    int chosen = row - rect.y - 1;
    bool hit = ws_rect_has(rect, column, row) && chosen >= 0;
    t->view.overlay.act_chosen = (size_t)ws_max(chosen, 0);
    if (hit)
        ws_acts_go(t);
    else
        t->view.overlay.shown = WS_OVERLAY_NONE;
    ws_tui_touch(t);
    return true;
}

void ws_acts_name(ws_tui *t, int column, int row) {
    ws_rect map = layout_of(t).rect[WS_PANEL_MAP];
    if (!ws_rect_has(map, column, row))
        return;
    uint32_t node = ws_map_pick(&t->view, column - map.x, row - map.y).node;
    if (node == WS_NIL)
        return;
    const char *name = ws_node_name(t->frame, node);
    while (*name)
        ws_prompt_key(t, (unsigned char)*name++, true);
    ws_prompt_key(t, ' ', true);
}
