/* screen.c - draws all panels where the layout puts them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/focus.h"
#include "ui/panel.h"
#include "ui/view.h"

#define ASIDE 96 /* bytes of what stands beside a title */
#define SLOW 10 /* cycles a second up to which one can follow what changes */

static bool is_inspector(ws_panel_id id) {
    return id == WS_PANEL_INSPECT || id == WS_PANEL_NODE || id == WS_PANEL_LINK || id == WS_PANEL_QUEUE;
}

/* What changed in this step stands out; the row that Enter follows is marked, and kept in sight. */
static void inspector_draw(ws_view *view, const ws_panel *panel, const ws_pen *pen) {
    int down = ws_max(view->selection.field - pen->clip.h + 1, 0);
    ws_pen shifted = ws_pen_shift(pen, 0, -down);
    panel->draw(view, &shifted);
    bool can_follow = !view->session.running || view->session.speed <= SLOW;
    if (view->selection.trace)
        ws_trace_take(view->selection.trace, ws_view_thing(view), view->frame->cycle, pen,
                      can_follow);
    if (view->selection.field < 0)
        return;
    ws_pen_glyph(&shifted, 0, view->selection.field, view->glyphs->code[WS_GLYPH_RUN],
                 WS_ROLE_SELECTED, 0);
}

/* Of two networks that have room for other altitudes, both are seen from the farther one. */
static void maps_fit(ws_view *view, ws_rect rect) {
    ws_map_plan *plan = view->map.plan;
    ws_map_plan_fit(plan, view->frame, rect.w, rect.h, view->map.zoom);
    if (!view->other)
        return;
    ws_map_plan *other = view->other->map.plan;
    ws_map_plan_fit(other, view->other->frame, rect.w, rect.h, view->map.zoom);
    if (plan->altitude == other->altitude)
        return;
    int farther = ws_min((int)plan->altitude, (int)other->altitude) + 1;
    ws_map_plan_fit(plan, view->frame, rect.w, rect.h, farther);
    ws_map_plan_fit(other, view->other->frame, rect.w, rect.h, farther);
}

/* Rows that a panel has no room for, of those that know how many they fill. */
static int rows_more(const ws_view *view, ws_panel_id id, int rows) {
    static const ws_panel_id counted[] = {WS_PANEL_NUMBERS, WS_PANEL_INSPECT, WS_PANEL_NODE,
                                          WS_PANEL_LINK,    WS_PANEL_QUEUE,   WS_PANEL_TREES};
    if (ws_view_expands(view, id))
        return 0;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (counted[i] == id)
            return ws_max(ws_panels[id].rows(view) - 1 - rows, 0);
    return 0;
}

/* What somebody reads without opening the panel, at the right end of its title, in so many columns;
 * "". Where there is no room for the settings, the figures name the routing. */
static const char *aside_text(const ws_view *view, const ws_panel_layout *layout, ws_panel_id id,
                              int columns, char text[ASIDE]) {
    int rows = layout->rect[id].h - 1;
    int more = rows_more(view, id, rows);
    bool alone = id == WS_PANEL_NUMBERS && layout->rect[WS_PANEL_SETTINGS].w == 0;
    if (id == WS_PANEL_SETTINGS || alone)
        ws_settings_aside(view, alone ? more : ws_settings_more(view, rows), text, ASIDE);
    if ((id == WS_PANEL_SETTINGS || alone) && ws_text_columns(text) <= columns)
        return text;
    *text = '\0';
    if (more > 0)
        snprintf(text, ASIDE, " %d more ", more);
    return text;
}

static void title_draw(const ws_view *view, const ws_pen *pen, const ws_panel_layout *layout,
                       ws_panel_id id) {
    char aside[ASIDE];
    const char *words = ws_panels[id].title;
    ws_title_draw(view, pen, 0, words);
    int room = pen->clip.w - 4 - ws_text_columns(words);
    aside_text(view, layout, id, room, aside);
    int at = pen->clip.w - 1 - ws_text_columns(aside);
    if (ws_text_columns(aside) <= room)
        ws_pen_text(pen, at, 0, WS_ROLE_TITLE, aside);
}

static void panel_draw(ws_view *view, const ws_pen *pen, const ws_panel_layout *layout, ws_panel_id id) {
    ws_rect rect = layout->rect[id];
    if (rect.w <= 0 || rect.h <= 0) return;
    const ws_panel *panel = &ws_panels[id];
    if (id == WS_PANEL_MAP || id == WS_PANEL_OTHER)
        maps_fit(view, rect);
    if (panel->title) {
        ws_pen title = ws_pen_sub(pen, (ws_rect){rect.x, rect.y, rect.w, 1});
        title_draw(view, &title, layout, id);
        rect.y++;
        rect.h--;
    }
    ws_pen inner = ws_pen_sub(pen, rect);
    if (ws_view_expands(view, id)) inner = ws_pen_shift(&inner, 0, -view->focus.top);
    if (is_inspector(id)) inspector_draw(view, panel, &inner);
    else panel->draw(view, &inner);
}

static void too_small_draw(const ws_pen *pen, int width, int height) {
    ws_pen_text(pen, 0, 0, WS_ROLE_STRONG, "too small");
    ws_pen_print(pen, 0, 1, WS_ROLE_TEXT, "%d x %d", width, height);
    ws_pen_print(pen, 0, 2, WS_ROLE_FAINT, "%d x %d needed", WS_LAYOUT_MIN_WIDTH, WS_LAYOUT_MIN_HEIGHT);
    ws_pen_text(pen, 0, 3, WS_ROLE_FAINT, "q quits");
}

/* The other half is seen in the same way. */
static void other_prepare(ws_view *view) {
    ws_view *other = view->other;
    ws_view_share(other, view);
    other->other = view; /* each sees what differs from the other */
    ws_view_beside_find(view);
    ws_view_beside_find(other);
    ws_hues_find(&other->map.hues, other->frame);
    ws_hues_share(&other->map.hues, &other->beside.same, &view->map.hues);
    ws_view_light(other);
}

/* Between the map and the column at its right, if there is one. */
static void edge_draw(const ws_view *view, const ws_pen *pen, const ws_panel_layout *layout) {
    ws_rect map = layout->rect[WS_PANEL_MAP];
    bool is_pair = layout->rect[WS_PANEL_OTHER].w > 0;
    int edge = map.x + map.w;
    int end = 1 + map.h;
    if (map.w <= 0 || is_pair || edge >= pen->clip.w)
        return;
    bool is_column = layout->rect[WS_PANEL_LESSON].x > 0;
    if (is_column)
        end = 1 + map.h;
    else if (layout->rect[WS_PANEL_NUMBERS].w > 0 || layout->rect[WS_PANEL_FIGURES].w > 0 ||
        view->chosen.panels > 0)
        end = ws_max(end, pen->clip.h - 3 - layout->rect[WS_PANEL_LESSON].h -
                              layout->rect[WS_PANEL_CAPTION].h);
    else if (!view->lesson.shown)
        return;
    for (int y = 1; y < end; y++)
        ws_pen_glyph(pen, edge, y, view->glyphs->code[WS_GLYPH_LINE_V], WS_ROLE_RULE, 0);
}

void ws_screen_draw(ws_view *view, ws_canvas *canvas) {
    ws_canvas_clear(canvas);
    canvas->ascii = view->glyphs->ascii;
    ws_pen pen = ws_pen_of(canvas);
    ws_panel_layout layout = ws_layout_make(view, canvas->width, canvas->height);
    if (layout.too_small) {
        too_small_draw(&pen, canvas->width, canvas->height);
        return;
    }
    ws_hues_find(&view->map.hues, view->frame);
    view->beside.worms = 0;
    if (view->other) other_prepare(view);
    ws_view_light(view);
    edge_draw(view, &pen, &layout);
    view->map.plan->said = layout.rect[WS_PANEL_WHY].h > 0;
    for (ws_panel_id id = 0; id < WS_PANEL_COUNT; id++) panel_draw(view, &pen, &layout, id);
    const ws_focus_row *held = ws_focus_held(view);
    if (held && layout.rect[held->panel].w > 0) ws_focus_mark(view, &pen, layout.rect[held->panel]);
}

void ws_screen_draw_map(ws_view *view, ws_canvas *canvas) {
    int width = canvas->width;
    int height = canvas->height;
    ws_canvas_clear(canvas);
    canvas->ascii = view->glyphs->ascii;
    ws_pen pen = ws_pen_of(canvas);
    ws_hues_find(&view->map.hues, view->frame);
    view->beside.worms = 0;
    ws_view_light(view);
    ws_map_plan_fit(view->map.plan, view->frame, width, height, view->map.zoom);
    int signs = ws_signs_height(view, width);
    int map = ws_max(height - signs, height / 2);
    ws_panel_layout layout = {.rect[WS_PANEL_MAP] = {0, 0, width, map},
                        .rect[WS_PANEL_SIGNS] = {0, map, width, height - map}};
    view->map.plan->said = false;
    panel_draw(view, &pen, &layout, WS_PANEL_MAP);
    panel_draw(view, &pen, &layout, WS_PANEL_SIGNS);
}
