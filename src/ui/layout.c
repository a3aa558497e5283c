/* layout.c - status on top, timeline, messages and keys at the bottom; between them the map with the column of panels at its
 * right, and under the map the two curves. Every subtraction is clamped. */
#include "ui/layout.h"

#define WAITS_LEAST  4  /* rows that the list of waits keeps where room is short */
#define WAITS_MANY   16 /* and what is enough for it */
#define DETAIL_LEAST 12 /* rows without which a worm or a knot pushes the knobs aside */

static int column_width(int width) { return width >= 160 ? 46 : width >= 110 ? 40 : 31; }

static int series_height(int height) { return height >= 48 ? 10 : height >= 32 ? 7 : height >= 26 ? 5 : height >= 22 ? 4 : 0; }

/* Where the list of waits has more room than it will fill, the signs stand under it. */
static void signs_place(ws_layout *layout, const ws_view *view) {
    ws_rect *waits = &layout->rect[WS_PANEL_WAITS];
    int rows = ws_panels[WS_PANEL_SIGNS].rows(view);
    if (waits->h < rows + WAITS_MANY) return;
    waits->h -= rows + 1;
    layout->rect[WS_PANEL_SIGNS] = (ws_rect){waits->x, waits->y + waits->h + 1, waits->w, rows};
}

/* Set-aside queues stand under what is selected, or under the longest waits, which leave half of their room. */
static void saqs_place(ws_layout *layout, const ws_view *view, ws_panel_id last) {
    ws_rect *above = &layout->rect[last];
    int wanted = ws_saqs_rows(view), least = last == WS_PANEL_WAITS ? WAITS_LEAST : ws_panels[last].rows(view);
    if (wanted == 0 || last == WS_PANEL_PORT || above->h < 12) return;
    int rows = ws_min(wanted, ws_max(above->h - least, above->h / 2));
    above->h -= rows;
    layout->rect[WS_PANEL_SAQS] = (ws_rect){above->x, above->y + above->h, above->w, rows};
}

/* What is selected, or the trees, or a deadlock, or what waits. */
static ws_panel_id last_panel(const ws_view *view) {
    if (ws_inspect_rows(view)) return WS_PANEL_INSPECT;
    if (ws_ports_rows(view)) return WS_PANEL_PORT;
    if (ws_node_rows(view)) return WS_PANEL_NODE;
    if (ws_link_rows(view)) return WS_PANEL_LINK;
    if (ws_queue_rows(view)) return WS_PANEL_QUEUE;
    if (view->overlay.layer == WS_LAYER_TREES)
        return WS_PANEL_TREES;
    return view->frame->deadlock ? WS_PANEL_KNOT : WS_PANEL_WAITS;
}

static bool is_crowded(const ws_view *view, ws_panel_id last, int room) {
    if (last == WS_PANEL_WAITS) return false;
    return room < ws_panels[WS_PANEL_KNOBS].rows(view) + ws_min(ws_panels[last].rows(view), DETAIL_LEAST);
}

/* The panels of the right column, from the top: each as high as it wants, the last takes the rest. */
static void column_fill(ws_layout *layout, const ws_view *view, ws_rect column) {
    const ws_panel_id last = last_panel(view);
    const ws_panel_id order[] = {WS_PANEL_NUMBERS, WS_PANEL_KNOBS, last};
    int y = column.y, bottom = column.y + column.h;
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        const ws_panel *panel = &ws_panels[order[i]];
        if (order[i] == WS_PANEL_KNOBS && is_crowded(view, last, bottom - y)) continue;
        int room = ws_max(bottom - y, 0);
        int rows = panel->rows && order[i] != last ? ws_min(panel->rows(view), room) : room;
        if (order[i] == WS_PANEL_KNOBS) rows = ws_min(rows, ws_max(room - WAITS_LEAST, room / 2));
        if (rows >= 2) layout->rect[order[i]] = (ws_rect){column.x, y, column.w, rows};
        y += rows + (bottom - column.y >= 28 ? 1 : 0);
    }
    saqs_place(layout, view, last);
    if (last == WS_PANEL_WAITS) signs_place(layout, view);
}

static void series_place(ws_layout *layout, ws_rect rect) {
    int half = ws_max((rect.w - 1) / 2, 0);
    layout->rect[WS_PANEL_LATENCY] = (ws_rect){rect.x, rect.y, half, rect.h};
    layout->rect[WS_PANEL_THROUGHPUT] = (ws_rect){rect.x + half + 1, rect.y, ws_max(rect.w - half - 1, 0), rect.h};
}

/* Over what stands above the command line. */
static void offers_place(ws_layout *layout, const ws_view *view, int width, int height) {
    int rows = ws_min(ws_panels[WS_PANEL_OFFERS].rows(view), height / 3);
    layout->rect[WS_PANEL_OFFERS] = (ws_rect){0, height - 2 - rows, width, rows};
}

/* The map over the whole width, but for what is selected; under it the caption, and at the foot the keys that are pressed. */
static void lecture_place(ws_layout *layout, const ws_view *view, int width, int height) {
    ws_panel_id last = last_panel(view);
    bool is_detail = last == WS_PANEL_INSPECT || last == WS_PANEL_NODE;
    int caption = ws_clamp(height / 5, 4, 9), map = height - 4 - caption, column = is_detail ? column_width(width) : 0;
    layout->rect[WS_PANEL_MAP] = (ws_rect){0, 1, width - column - is_detail, map};
    if (is_detail) layout->rect[last] = (ws_rect){width - column, 1, column, map};
    layout->rect[WS_PANEL_CAPTION] = (ws_rect){0, 1 + map, width, caption};
    layout->rect[WS_PANEL_PRESSED] = layout->rect[WS_PANEL_KEYBAR];
    layout->rect[WS_PANEL_KEYBAR] = (ws_rect){0, 0, 0, 0};
}

/* Two maps side by side under the names of their branches, and below them what differs. */
static void split_place(ws_layout *layout, int width, int height) {
    int body = height - 4, compare = ws_min(ws_compare_rows(width), ws_max(body * 2 / 5, 6)), map = body - 1 - compare,
        half = (width - 1) / 2;
    layout->rect[WS_PANEL_SPLIT] = (ws_rect){0, 1, width, 1 + map};
    layout->rect[WS_PANEL_MAP] = (ws_rect){0, 2, half, map};
    layout->rect[WS_PANEL_OTHER] = (ws_rect){half + 1, 2, width - half - 1, map};
    layout->rect[WS_PANEL_COMPARE] = (ws_rect){0, 2 + map, width, compare};
}

ws_layout ws_layout_make(const ws_view *view, int width, int height) {
    ws_layout layout = {.too_small = width < WS_LAYOUT_MIN_WIDTH || height < WS_LAYOUT_MIN_HEIGHT};
    if (layout.too_small) return layout;
    int column = column_width(width), series = series_height(height), body = height - 4;
    ws_rect left = {0, 1, width - column - 1, body};
    layout.rect[WS_PANEL_STATUS] = (ws_rect){0, 0, width, 1};
    layout.rect[WS_PANEL_TIMELINE] = (ws_rect){0, height - 3, width, 1};
    bool is_long = ws_message_is_long(view, width); /* over the timeline */
    layout.rect[WS_PANEL_MESSAGE] = is_long ? (ws_rect){0, height - 3, width, 2} : (ws_rect){0, height - 2, width, 1};
    layout.rect[WS_PANEL_KEYBAR] = (ws_rect){0, height - 1, width, 1};
    offers_place(&layout, view, width, height);
    if (view->overlay.shown == WS_OVERLAY_HELP) {
        layout.rect[WS_PANEL_HELP] = (ws_rect){0, 1, width, body};
        return layout;
    }
    if (view->overlay.shown == WS_OVERLAY_BRANCHES) {
        layout.rect[WS_PANEL_BRANCHES] = (ws_rect){0, 1, width, body};
        return layout;
    }
    if (view->overlay.shown == WS_OVERLAY_BREAKS) {
        layout.rect[WS_PANEL_BREAKS] = (ws_rect){0, 1, width, body};
        return layout;
    }
    if (view->other) {
        split_place(&layout, width, height);
        return layout;
    }
    if (view->lecture) {
        lecture_place(&layout, view, width, height);
        return layout;
    }
    layout.rect[WS_PANEL_MAP] = (ws_rect){left.x, left.y, left.w, ws_max(left.h - series, 0)};
    if (series) series_place(&layout, (ws_rect){left.x, left.y + left.h - series, left.w, series});
    column_fill(&layout, view, (ws_rect){width - column, 1, column, body});
    return layout;
}
