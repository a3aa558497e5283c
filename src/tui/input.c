/* input.c - what the user does: keys go by the key table, the mouse selects on the map and
 * travels on the timeline. */
#include <poll.h>
#include <unistd.h>

#include "tui/commands.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/start_screen.h"
#include "tui/state.h"

#define INPUT_NS 33000000u /* of keys, before a picture: as long as the time between two */

void ws_tui_key(ws_tui *t, uint32_t key) {
    if (ws_tui_lesson_escape(t, key))
        return;
    if (t->start.shown) {
        ws_tui_start_key(t, key, false);
        return;
    }
    if (t->prompt.open) {
        ws_prompt_key(t, key, false);
        return;
    }
    if (ws_tui_answer_key(t, key) || ws_tui_lesson_key(t, key) || ws_focus_key(t, key))
        return;
    const ws_binding *binding = ws_keys_find(&t->keys, key);
    if (!binding)
        return;
    ws_tui_pressed(t, binding);
    ws_tui_command(t, binding->command);
}

static void map_click(ws_tui *t, ws_rect map, const ws_input *at) {
    ws_view_map *seen = &t->view.map;
    int x = at->x - map.x;
    int row = at->row - map.y;
    if (ws_minimap_pick(&t->view, x, row, &seen->pan_x, &seen->pan_y)) {
        ws_tui_touch(t);
        return;
    }
    ws_map_thing thing = ws_map_pick(&t->view, x, row);
    const ws_frame_worm *worm = ws_frame_worm_of(t->frame, thing.packet);
    if (thing.node != WS_NIL)
        ws_tui_inspect(t, (ws_thing){WS_THING_NODE, thing.node, 0});
    else if (worm || thing.link == WS_NIL)
        ws_tui_select(t, worm);
    else
        ws_tui_inspect(t, (ws_thing){WS_THING_LINK, thing.link, 0});
    ws_tui_touch(t);
}

/* The panel of what is looked at: a click on a row follows what it refers to. */
static void inspector_click(ws_tui *t, const ws_panel_layout *layout, const ws_input *at) {
    static const ws_panel_id panels[] = {WS_PANEL_INSPECT, WS_PANEL_NODE, WS_PANEL_LINK,
                                         WS_PANEL_QUEUE};
    for (size_t i = 0; i < sizeof panels / sizeof *panels; i++) {
        ws_rect rect = layout->rect[panels[i]];
        if (!ws_rect_has(rect, at->x, at->row))
            continue;
        int down = ws_max(t->view.selection.field - (rect.h - 1) + 1, 0); /* as it is drawn */
        ws_thing thing = ws_view_refers(&t->view, at->row - rect.y - 1 + down);
        if (thing.kind != WS_THING_NONE)
            ws_tui_inspect(t, thing);
        ws_tui_touch(t);
    }
}

/* Of a whole row of reports only the last place is gone to. */
static void timeline_drag(ws_tui *t, ws_rect line, const ws_input *at) {
    if (!t->view.session.timeline)
        return;
    ws_view_renew(&t->view,
                  t->session); /* a key before it, not yet drawn, may have begun a branch */
    t->mouse.dragging = true;
    t->mouse.dragged = ws_timeline_pick(&t->view, line.w, at->x - line.x);
}

/* The right button pulls a range of cycles, whose traffic the map shows when it is let go. */
static void brush_pull(ws_tui *t, ws_rect line, const ws_input *at) {
    if (!t->view.session.timeline)
        return;
    ws_view_renew(&t->view, t->session);
    uint64_t cycle = ws_timeline_pick(&t->view, line.w, at->x - line.x);
    if (!t->mouse.brushing)
        t->mouse.brushed = cycle;
    t->mouse.brushing = true;
    ws_brush_pull(t, t->mouse.brushed, cycle);
}

static void brush_release(ws_tui *t) {
    uint64_t from = t->view.brush.from;
    uint64_t to = t->view.brush.to;
    t->mouse.brushing = false;
    if (from == to)
        ws_brush_end(t);
    else
        ws_brush_open(t, from, to);
}

/* The menu of what can be done to what is under the pointer. */
static void menu_click(ws_tui *t, ws_rect map, const ws_input *at) {
    if (!ws_rect_has(map, at->x, at->row))
        return;
    t->view.overlay.shown = WS_OVERLAY_NONE;
    map_click(t, map, at);
    ws_acts_open(t, at->x, at->row);
    ws_tui_touch(t);
}

/* The wheel turns a setting; over the map it moves what is larger than the panel, and zooms what is
 * seen whole. */
static void wheel_turn(ws_tui *t, const ws_input *at, int by) {
    const ws_map_plan *plan = t->view.map.plan;
    bool whole = plan->height <= plan->area_h;
    if (ws_focus_wheel(t, at->x, at->row, by))
        return;
    if (whole)
        ws_tui_command(t, by > 0 ? "zoom in" : "zoom out");
    else
        ws_tui_command(t, by > 0 ? "pan up" : "pan down");
}

/* A key of the bottom line: pressed with the mouse, it is typed. */
static bool keybar_click(ws_tui *t, const ws_panel_layout *layout, const ws_input *at) {
    ws_rect bar = layout->rect[WS_PANEL_KEYBAR];
    if (!ws_rect_has(bar, at->x, at->row))
        return false;
    const ws_keycaps caps = ws_keybar_caps(&t->view, bar.w);
    uint32_t key = ws_keycaps_pick(&caps, at->x - bar.x);
    if (key)
        ws_tui_key(t, key);
    return true;
}

static void mouse_take(ws_tui *t, const ws_input *input) {
    if (t->start.shown) {
        ws_tui_start_mouse(t, input);
        return;
    }
    if (!input->press)
        t->mouse.dragging = false;
    if (!input->press && t->mouse.brushing)
        brush_release(t);
    if (input->press && t->prompt.open && input->button == WS_MOUSE_LEFT)
        ws_acts_name(t, input->x, input->row);
    if (!input->press || t->prompt.open)
        return;
    if (input->button == WS_MOUSE_LEFT && ws_acts_click(t, input->x, input->row))
        return;
    int wheel = (input->button == WS_MOUSE_WHEEL_UP) - (input->button == WS_MOUSE_WHEEL_DOWN);
    if (wheel)
        wheel_turn(t, input, wheel);
    ws_panel_layout layout =
        ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
    ws_rect map = layout.rect[WS_PANEL_MAP], line = layout.rect[WS_PANEL_TIMELINE];
    if (t->mouse.dragging && input->button == WS_MOUSE_LEFT_MOVED)
        timeline_drag(t, line, input);
    bool on_line = ws_rect_has(line, input->x, input->row);
    if (t->mouse.brushing && input->button == WS_MOUSE_RIGHT_MOVED)
        brush_pull(t, line, input);
    if (input->button == WS_MOUSE_RIGHT && on_line)
        brush_pull(t, line, input);
    else if (input->button == WS_MOUSE_RIGHT)
        menu_click(t, map, input);
    if (input->button != WS_MOUSE_LEFT || keybar_click(t, &layout, input))
        return;
    bool on_map = ws_rect_has(map, input->x, input->row);
    if (on_map && t->view.focus.held != WS_PANEL_MAP + 1)
        t->view.focus = (ws_view_focus){0};
    if (on_line)
        timeline_drag(t, line, input);
    else if (on_map)
        map_click(t, map, input);
    else {
        ws_focus_click(t, input->x, input->row);
        inspector_click(t, &layout, input);
    }
}

/* Keys that take long, such as many steps back, wait for the picture of those before them. */
static bool is_picture_due(ws_tui *t, uint64_t begin) {
    return ws_now_ns() - begin > INPUT_NS && t->platform->waits && t->platform->waits(t);
}

void ws_tui_input(ws_tui *t) {
    const uint64_t begin = ws_now_ns();
    for (ws_input input; !t->loop.quitting && !is_picture_due(t, begin) &&
                         (input = t->platform->read(t)).kind != WS_INPUT_NONE;) {
        ws_tui_catch_up(t);
        if (input.kind == WS_INPUT_KEY)
            ws_tui_key(t, input.code);
        if (input.kind == WS_INPUT_MOUSE)
            mouse_take(t, &input);
        if (input.kind == WS_INPUT_PASTE && t->start.shown)
            ws_tui_start_key(t, input.code, true);
        else if (input.kind == WS_INPUT_PASTE && t->prompt.open)
            ws_prompt_key(t, input.code, true);
    }
    ws_tui_stage_keep(t);
    if (t->mouse.dragged != UINT64_MAX && t->session && !t->loop.quitting) {
        t->message[0] = '\0';
        ws_tui_travel(t, t->mouse.dragged);
    }
    t->mouse.dragged = UINT64_MAX;
}
