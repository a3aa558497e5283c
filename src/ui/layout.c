/* layout.c - status on top, timeline, messages and keys at the bottom; between them the map with
 * the column of panels at its right, and under the map the two curves. Every subtraction is
 * clamped. */
#include "ui/map/lens.h"
#include "ui/map/why.h"
#include "ui/panel.h"

#define WAITS_LEAST  4  /* rows that the list of waits keeps where room is short */
#define WAITS_MANY   16 /* and what is enough for it */
#define SHORT        28 /* rows of a column that has no room for everything */
#define NUMBERS_FEW  4  /* rows of numbers beside a detail in a short column */
#define SIGNS_LEAST  6  /* rows of signs where room is short, with their title */
#define SPLIT_SIGNS  3  /* the same under two maps side by side */
#define TALL         30 /* rows of a column that has room for the signs of wires */
#define SERIES_LEAST 3  /* rows of charts */
#define DETAIL_LEAST 12 /* rows without which a worm or a deadlock pushes the settings aside */

static int column_width(int width) { return width >= 160 ? 46 : width >= 110 ? 40 : 31; }

static int series_height(int height) { return height >= 48 ? 10 : height >= 32 ? 7 : height >= 26 ? 5 : height >= 22 ? 4 : 0; }

/* Set-aside queues stand under what is selected, or under the longest waits, which leave half of
 * their room. */
static void saqs_place(ws_panel_layout *layout, const ws_view *view, ws_panel_id last) {
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
    if (ws_view_shows(view, WS_SHOWS_TREE))
        return WS_PANEL_TREES;
    return view->frame->deadlock ? WS_PANEL_DEADLOCK : WS_PANEL_WAITS;
}

/* Rows that the last panel keeps. In a short column waits give way, for signs and parameters. */
static int last_least(const ws_view *view, ws_panel_id last, ws_rect column) {
    if (last == WS_PANEL_WAITS)
        return column.h < SHORT ? 0 : WAITS_LEAST;
    return ws_min(ws_panels[last].rows(view), DETAIL_LEAST);
}

/* Colours say nothing without their signs: all of them where they leave room for the last panel,
 * else those that the map has now. */
static int signs_rows(const ws_view *view, ws_panel_id last, ws_rect column, int room) {
    const ws_map_plan *plan = view->map.plan;
    int all = ws_signs_height(view, column.w);
    bool coloured = plan->altitude != WS_ALTITUDE_WORMS || (plan->is_wired && column.h >= TALL);
    bool few = last == WS_PANEL_WAITS && !coloured;
    int least = few ? WAITS_MANY : last_least(view, last, column);
    if (all <= room - least)
        return all;
    return ws_min(ws_min(all, SIGNS_LEAST), room);
}

/* The figures that were chosen, on top of a column; returns what is left of it. */
static ws_rect figures_place(ws_panel_layout *layout, const ws_view *view, ws_rect column) {
    int rows = ws_min(ws_figures_rows(view), column.h);
    layout->rect[WS_PANEL_FIGURES] = (ws_rect){column.x, column.y, column.w, rows};
    int gap = rows && column.h > TALL;
    return (ws_rect){column.x, column.y + rows + gap, column.w, ws_max(column.h - rows - gap, 0)};
}

/* A panel with as many rows as it wants; those without anything to show are left out. */
static ws_rect panel_place(ws_panel_layout *layout, const ws_view *view, ws_panel_id id, bool is_last,
                           ws_rect column) {
    const ws_panel *panel = &ws_panels[id];
    int rows = panel->rows ? panel->rows(view) : column.h;
    bool is_empty = rows == 0;
    rows = ws_min(is_last || !panel->rows ? column.h : rows, column.h);
    if (is_empty || rows < 2)
        return column;
    layout->rect[id] = (ws_rect){column.x, column.y, column.w, rows};
    return (ws_rect){column.x, column.y + rows, column.w, column.h - rows};
}

/* The panels that somebody has named, one under the other. */
static void chosen_fill(ws_panel_layout *layout, const ws_view *view, ws_rect column) {
    const ws_view_chosen *chosen = &view->chosen;
    for (size_t i = 0; i < chosen->panels; i++)
        column = panel_place(layout, view, (ws_panel_id)chosen->panel[i],
                             i + 1 == chosen->panels, column);
}

/* The panels of the right column, from the top: each as high as it wants, the last takes the
 * rest. */
static void column_fill(ws_panel_layout *layout, const ws_view *view, ws_rect column) {
    column = figures_place(layout, view, column);
    if (view->chosen.panels) {
        chosen_fill(layout, view, column);
        return;
    }
    const ws_panel_id last = last_panel(view);
    int gap = column.h >= SHORT;
    int row = column.y;
    int bottom = column.y + column.h;
    int numbers = ws_min(ws_numbers_rows(view), column.h);
    if (last != WS_PANEL_WAITS && column.h < SHORT)
        numbers = ws_min(numbers, NUMBERS_FEW);
    int settings = ws_settings_rows(view);
    int rest = column.h - numbers - SIGNS_LEAST - 3 * gap;
    int least = last_least(view, last, column);
    if (rest < settings + least)
        settings = ws_settings_least(view);
    if (rest < settings + least)
        settings = last == WS_PANEL_WAITS ? ws_max(rest - least, 0) : 0;
    layout->rect[WS_PANEL_NUMBERS] = (ws_rect){column.x, row, column.w, numbers};
    row += numbers + gap;
    if (settings >= 2) {
        layout->rect[WS_PANEL_SETTINGS] = (ws_rect){column.x, row, column.w, settings};
        row += settings + gap;
    }
    int signs = signs_rows(view, last, column, bottom - row);
    if (signs >= 2) {
        layout->rect[WS_PANEL_SIGNS] = (ws_rect){column.x, row, column.w, signs};
        row += signs + gap;
    }
    if (bottom - row >= (last == WS_PANEL_WAITS ? WAITS_LEAST : 2))
        layout->rect[last] = (ws_rect){column.x, row, column.w, bottom - row};
    saqs_place(layout, view, last);
}

static void series_place(ws_panel_layout *layout, ws_rect rect) {
    int half = ws_max((rect.w - 1) / 2, 0);
    layout->rect[WS_PANEL_LATENCY] = (ws_rect){rect.x, rect.y, half, rect.h};
    layout->rect[WS_PANEL_THROUGHPUT] = (ws_rect){rect.x + half + 1, rect.y, ws_max(rect.w - half - 1, 0), rect.h};
}

/* Over what stands above the command line. */
static void offers_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    int rows = ws_min(ws_offers_height(view, width), height * 2 / 5);
    layout->rect[WS_PANEL_OFFERS] = (ws_rect){0, height - 2 - rows, width, rows};
}

#define FIGURES_WIDTH 26 /* of a column that has nothing else */
#define FIGURES_WIDE  36

/* What stands beside the map of a lesson under its figures: what was chosen, what is looked at,
 * the list of the lens; WS_PANEL_COUNT: nothing. */
static ws_panel_id lesson_list(const ws_view *view) {
    ws_panel_id last = last_panel(view);
    bool points = last == WS_PANEL_LINK || last == WS_PANEL_NODE || last == WS_PANEL_QUEUE;
    if (points && ws_view_shows(view, WS_SHOWS_TREE))
        return WS_PANEL_TREES; /* who points at a root reads where it is */
    if (last != WS_PANEL_WAITS && last != WS_PANEL_DEADLOCK)
        return last;
    if (ws_view_shows(view, WS_SHOWS_PORTS) && ws_saqs_rows(view))
        return WS_PANEL_SAQS;
    return WS_PANEL_COUNT;
}

static int lesson_column_width(const ws_view *view, int width) {
    int figures = width < 100 ? FIGURES_WIDTH : FIGURES_WIDE;
    if (view->chosen.panels)
        return column_width(width);
    ws_panel_id list = lesson_list(view);
    bool has_list = list != WS_PANEL_COUNT;
    if (list == WS_PANEL_TREES || list == WS_PANEL_SAQS || (has_list && width >= 100))
        return column_width(width);
    return view->chosen.figures ? figures : 0;
}

/* Beside the map of a lesson. */
static void lesson_column(ws_panel_layout *layout, const ws_view *view, ws_rect column) {
    ws_panel_id list = lesson_list(view);
    column = figures_place(layout, view, column);
    if (view->chosen.panels)
        chosen_fill(layout, view, column);
    else if (list != WS_PANEL_COUNT && column.w > FIGURES_WIDTH)
        panel_place(layout, view, list, true, column);
}

/* Two maps of one size, so that a network is laid out in both in the same way. */
static void pair_place(ws_panel_layout *layout, ws_rect rect, int map) {
    int half = (rect.w - 1) / 2;
    layout->rect[WS_PANEL_SPLIT] = (ws_rect){0, rect.y, rect.w, 1 + map};
    layout->rect[WS_PANEL_OTHER] = (ws_rect){0, rect.y + 1, half, map};
    layout->rect[WS_PANEL_MAP] = (ws_rect){half + 1, rect.y + 1, half, map};
}

/* Two maps, and the figure that matters of both. */
static void lesson_pair_place(ws_panel_layout *layout, const ws_view *view, ws_rect rect) {
    int wanted = rect.h < 16 ? 4 : 6;
    int figures = view->chosen.figures ? ws_min(wanted, rect.h / 2) : 0;
    int map = rect.h - 1 - figures;
    pair_place(layout, rect, map);
    layout->rect[WS_PANEL_FIGURES] = (ws_rect){0, rect.y + 1 + map, rect.w, figures};
}

#define LESSON_WIDE 140 /* columns of a screen on which words stand beside the map */
#define LESSON_HIGH 30  /* and its rows */
#define WORDS_MOST  13  /* rows of words below the map */
#define WORDS_LEAST 18  /* beside it, above a list */

/* The figures, what the lesson says, and the list of the lens or the signs of the map, in a column
 * of a width that reads well. What no list needs is the lesson's: what it said before stays there. */
static void lesson_words_column(ws_panel_layout *layout, const ws_view *view, ws_rect column) {
    ws_panel_id list = lesson_list(view);
    bool is_free = list == WS_PANEL_COUNT && view->chosen.panels == 0;
    if (list == WS_PANEL_COUNT)
        list = WS_PANEL_SIGNS;
    if (!view->other)
        column = figures_place(layout, view, column);
    int words = ws_max(ws_lesson_rows_at(view, column.w), ws_min(WORDS_LEAST, column.h / 2));
    if (is_free) /* signs stand at the foot */
        words = ws_max(words, column.h - ws_signs_height(view, column.w));
    words = ws_min(words, column.h);
    layout->rect[WS_PANEL_LESSON] = (ws_rect){column.x, column.y, column.w, words};
    ws_rect rest = {column.x, column.y + words, column.w, column.h - words};
    if (view->chosen.panels > 0)
        chosen_fill(layout, view, rest);
    else
        panel_place(layout, view, list, true, rest);
}

/* The map, or two of them, or who held which link, with what the lesson says at its right. */
static void lesson_beside_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    int column = ws_clamp(width * 9 / 25, 52, 64);
    int body = height - 4;
    ws_rect rest = {0, 1, width - column - 1, body};
    if (!view->other) /* whose signs these are */
        ws_map_plan_fit(view->map.plan, view->frame, rest.w, rest.h, view->map.zoom);
    lesson_words_column(layout, view, (ws_rect){width - column, 1, column, body});
    if (view->overlay.shown == WS_OVERLAY_SPACETIME)
        layout->rect[WS_PANEL_SPACETIME] = rest;
    else if (view->other)
        lesson_pair_place(layout, view, rest);
    else
        layout->rect[WS_PANEL_MAP] = rest;
}

/* The map with the figures at its right, and below it what the lesson says; on a wide screen that
 * stands at the right, too. */
static void lesson_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    if (width >= LESSON_WIDE && height >= LESSON_HIGH) {
        lesson_beside_place(layout, view, width, height);
        return;
    }
    int words = ws_min(ws_lesson_rows_at(view, width), WORDS_MOST);
    words = ws_min(words, (height - 4) / 2);
    int top = height - 4 - words;
    layout->rect[WS_PANEL_LESSON] = (ws_rect){0, 1 + top, width, words};
    if (view->overlay.shown == WS_OVERLAY_SPACETIME) {
        layout->rect[WS_PANEL_SPACETIME] = (ws_rect){0, 1, width, top};
        return;
    }
    if (view->other) {
        lesson_pair_place(layout, view, (ws_rect){0, 1, width, top});
        return;
    }
    int column = lesson_column_width(view, width);
    layout->rect[WS_PANEL_MAP] = (ws_rect){0, 1, width - column - (column > 0), top};
    if (column)
        lesson_column(layout, view, (ws_rect){width - column, 1, column, top});
}

/* The map over the whole width, but for what is selected; under it the caption, and at the foot
 * the keys that are pressed. */
static void lecture_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    ws_panel_id last = last_panel(view);
    bool is_detail = last == WS_PANEL_INSPECT || last == WS_PANEL_NODE;
    bool is_chosen = view->chosen.figures > 0 || view->chosen.panels > 0;
    int caption = ws_clamp(height / 5, 4, 9);
    int map = height - 4 - caption;
    int column = is_detail ? column_width(width) : 0;
    if (is_chosen)
        column = ws_max(column, lesson_column_width(view, width));
    layout->rect[WS_PANEL_MAP] = (ws_rect){0, 1, width - column - (column > 0), map};
    ws_rect beside = {width - column, 1, column, map};
    if (is_chosen)
        lesson_column(layout, view, beside);
    else if (is_detail)
        layout->rect[last] = beside;
    layout->rect[WS_PANEL_CAPTION] = (ws_rect){0, 1 + map, width, caption};
    layout->rect[WS_PANEL_PRESSED] = layout->rect[WS_PANEL_KEYBAR];
    layout->rect[WS_PANEL_KEYBAR] = (ws_rect){0, 0, 0, 0};
}

/* A at the left, B at the right, under the names of their branches; below them their signs, the first difference, and where there
 * is room for both the curves beside the figures. */
static void split_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    int body = height - 4;
    int figures = ws_compare_width(width);
    int below = ws_max(body / 3, 6) - (height < SHORT);
    below = ws_min(below, 1 + ws_compare_rows(figures));
    int signs = ws_min(ws_signs_height(view, width), height < SHORT ? SPLIT_SIGNS : SIGNS_LEAST);
    int map = body - 2 - below - signs;
    pair_place(layout, (ws_rect){0, 1, width, body}, map);
    layout->rect[WS_PANEL_SIGNS] = (ws_rect){0, 2 + map, width, signs};
    layout->rect[WS_PANEL_PARTING] = (ws_rect){0, 2 + map + signs, width, 1};
    ws_rect foot = {0, 3 + map + signs, width, below};
    layout->rect[WS_PANEL_CURVES] = (ws_rect){0, foot.y, width - figures - 1, below};
    layout->rect[WS_PANEL_COMPARE] = (ws_rect){width - figures, foot.y, figures, below};
}

/* ------------------------------------------------------------------------------------- folds
 * ---- */

#define INSIDE_WIDTH 160 /* from here on the inside of a switch has room beside the column */
#define STRIP 4 /* rows of signs under a map that has the whole width */

/* What gives way so that the map shows worms, from the least: charts, then the column. */
static const struct {
    bool column;
    int series; /* rows at most */
} folds[] = {{true, 99}, {true, 3}, {true, 0}, {false, 99}, {false, 0}};
enum { FOLDS = sizeof folds / sizeof *folds };

static ws_rect map_rect(int width, int height, int fold) {
    int series = ws_min(series_height(height), folds[fold].series);
    int across = folds[fold].column ? width - column_width(width) - 1 : width;
    int strip = folds[fold].column ? 0 : STRIP;
    return (ws_rect){0, 1, across, ws_max(height - 4 - series - strip, 0)};
}

/* Is not all of it in sight? */
static bool is_poor(const ws_map_plan *plan) {
    bool out = plan->width > plan->area_w || plan->height > plan->area_h;
    return plan->altitude == WS_ALTITUDE_WORMS && out;
}

/* The first fold with which the map shows links; if there is none, low charts where that makes the
 * points of the terrain larger, or whatever makes them two cells wide. Tries the plan, and
 * leaves it as it was. */
static int fold_find(const ws_view *view, int width, int height, int most, int *altitude) {
    ws_map_plan *plan = view->map.plan;
    int area_w = plan->area_w;
    int area_h = plan->area_h;
    int zoom = plan->zoom;
    int found = 0;
    int point = 0; /* cells of a point of the terrain */
    *altitude = WS_ALTITUDE_TERRAIN;
    for (int i = 0; i < most; i++) {
        ws_rect map = map_rect(width, height, i);
        ws_map_plan_fit(plan, view->frame, map.w, map.h, 0);
        if (is_poor(plan))
            continue;
        if (plan->altitude == WS_ALTITUDE_TERRAIN) {
            int cells = plan->pitch_x * plan->pitch_y;
            bool slim = point <= 1 && plan->pitch_x > 1 && plan->height <= map.h;
            if ((i < 2 && cells > point) || slim) {
                point = cells;
                found = i;
            }
            continue;
        }
        found = i;
        *altitude = (int)plan->altitude;
        break;
    }
    if (area_w >= 0)
        ws_map_plan_fit(plan, view->frame, area_w, area_h, zoom);
    return found;
}

/* The column stays where something is looked at in it. An altitude that is asked for has the room
 * that it has unasked. */
static int fold_choose(const ws_view *view, int width, int height) {
    if (view->map.zoom == WS_ALTITUDE_SWITCH + 1)
        return width < INSIDE_WIDTH ? FOLDS - 1 : 2;
    ws_panel_id last = last_panel(view);
    bool detail = last != WS_PANEL_WAITS && last != WS_PANEL_DEADLOCK;
    ws_map_plan *plan = view->map.plan;
    if (plan->fold[detail].width != width || plan->fold[detail].height != height) {
        plan->fold[detail].choice =
            fold_find(view, width, height, detail ? 3 : FOLDS, &plan->fold[detail].altitude);
        plan->fold[detail].width = width;
        plan->fold[detail].height = height;
    }
    bool same = view->map.zoom == 0 || view->map.zoom == plan->fold[detail].altitude + 1;
    return same ? plan->fold[detail].choice : 0;
}

/* The charts take half of the height. */
static void numbers_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    int column = column_width(width);
    int body = height - 4;
    int series = ws_max(body / 2, 3);
    layout->rect[WS_PANEL_MAP] = (ws_rect){0, 1, width - column - 1, body - series};
    series_place(layout, (ws_rect){0, 1 + body - series, width - column - 1, series});
    column_fill(layout, view, (ws_rect){width - column, 1, column, body});
}

static void chains_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    int column = column_width(width);
    layout->rect[WS_PANEL_MAP] = (ws_rect){0, 1, width - column - 1, height - 4};
    layout->rect[last_panel(view)] = (ws_rect){width - column, 1, column, height - 4};
}

/* False: there is none, or the whole desk is asked for. */
static bool preset_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    switch (view->preset) {
    case WS_PRESET_MAP: layout->rect[WS_PANEL_MAP] = (ws_rect){0, 1, width, height - 4}; return true;
    case WS_PRESET_CHAINS: chains_place(layout, view, width, height); return true;
    case WS_PRESET_NUMBERS: numbers_place(layout, view, width, height); return true;
    default: return false;
    }
}

/* The held panel over the whole body. False: none is expanded. */
static bool expanded_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    if (!view->focus.held || !view->focus.expanded)
        return false;
    layout->rect[view->focus.held - 1] = (ws_rect){0, 1, width, height - 4};
    return true;
}

/* Why the selected worm waits is said under the map, in the room of the charts. */
static ws_rect why_place(ws_panel_layout *layout, const ws_view *view, ws_rect series) {
    int rows = ws_why_rows(view, series.w, series.h);
    layout->rect[WS_PANEL_WHY] = (ws_rect){series.x, series.y, series.w, rows};
    ws_rect rest = {series.x, series.y + rows, series.w, series.h - rows};
    rest.h = rest.h < SERIES_LEAST ? 0 : rest.h;
    return rest;
}

/* The map with the charts under it, and the column at its right or the signs below. */
static void body_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    int fold = fold_choose(view, width, height);
    ws_rect map = map_rect(width, height, fold);
    int end = map.y + map.h;
    int series = ws_min(series_height(height), folds[fold].series);
    /* whose signs these are */
    ws_map_plan_fit(view->map.plan, view->frame, map.w, map.h, view->map.zoom);
    layout->rect[WS_PANEL_MAP] = map;
    if (!folds[fold].column)
        layout->rect[WS_PANEL_SIGNS] = (ws_rect){0, end, width, STRIP};
    end += folds[fold].column ? 0 : STRIP;
    ws_rect charts = why_place(layout, view, (ws_rect){0, end, map.w, series});
    if (charts.h > 0)
        series_place(layout, charts);
    if (folds[fold].column)
        column_fill(layout, view, (ws_rect){map.w + 1, 1, width - map.w - 1, height - 4});
}

/* Higher than wide, as on a phone: a cell is twice as high as wide. */
static bool is_upright(int width, int height) { return 2 * width < 3 * height && height >= 40; }

/* The map, the charts and the panels, one under the other. */
static void upright_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    int body = height - 4, map = body / 2, series = 5;
    ws_map_plan_fit(view->map.plan, view->frame, width, map, view->map.zoom);
    layout->rect[WS_PANEL_MAP] = (ws_rect){0, 1, width, map};
    ws_rect charts = why_place(layout, view, (ws_rect){0, 1 + map, width, series});
    if (charts.h > 0)
        series_place(layout, charts);
    column_fill(layout, view, (ws_rect){0, 1 + map + series, width, body - map - series});
}

/* The menu, over whatever is there: at the pointer, or above the command line. */
static void acts_place(ws_panel_layout *layout, const ws_view *view, int width, int height) {
    if (view->overlay.shown != WS_OVERLAY_ACTS)
        return;
    int columns = ws_min(ws_acts_width(view), width);
    int rows = ws_min(ws_acts_height(view), height - 4);
    bool at_pointer = view->overlay.act_x >= 0;
    int left = at_pointer ? view->overlay.act_x : 0;
    int top = at_pointer ? view->overlay.act_y : height;
    left = ws_clamp(left, 0, width - columns);
    top = ws_clamp(top, 1, height - 3 - rows);
    layout->rect[WS_PANEL_ACTS] = (ws_rect){left, top, columns, rows};
}

/* The panel that lies over the map; false if none does. In a lesson the space-time diagram has a place of its own. */
static bool overlay_place(ws_panel_layout *layout, const ws_view *view, ws_rect body) {
    ws_overlay shown = view->overlay.shown;
    if (shown == WS_OVERLAY_NONE || (shown == WS_OVERLAY_SPACETIME && view->lesson.shown))
        return false;
    bool is_over = ws_panels[shown - 1].where == WS_PANEL_OVER;
    if (is_over)
        layout->rect[shown - 1] = body;
    return is_over;
}

ws_panel_layout ws_layout_make(const ws_view *view, int width, int height) {
    ws_panel_layout layout = {.too_small = width < WS_LAYOUT_MIN_WIDTH || height < WS_LAYOUT_MIN_HEIGHT};
    if (layout.too_small) return layout;
    height += view->keyless; /* the row of keys would be below the screen */
    int body = height - 4;
    layout.rect[WS_PANEL_STATUS] = (ws_rect){0, 0, width, 1};
    layout.rect[WS_PANEL_TIMELINE] = (ws_rect){0, height - 3, width, 1};
    bool is_long = ws_message_is_long(view, width); /* over the timeline */
    layout.rect[WS_PANEL_MESSAGE] = is_long ? (ws_rect){0, height - 3, width, 2} : (ws_rect){0, height - 2, width, 1};
    layout.rect[WS_PANEL_KEYBAR] = (ws_rect){0, height - 1, width, !view->keyless};
    offers_place(&layout, view, width, height);
    acts_place(&layout, view, width, height);
    if (overlay_place(&layout, view, (ws_rect){0, 1, width, body}))
        return layout;
    if (expanded_place(&layout, view, width, height))
        return layout;
    if (view->lesson.shown) {
        lesson_place(&layout, view, width, height);
        return layout;
    }
    if (view->other) {
        split_place(&layout, view, width, height);
        return layout;
    }
    if (view->lecture) {
        lecture_place(&layout, view, width, height);
        return layout;
    }
    if (preset_place(&layout, view, width, height))
        return layout;
    if (is_upright(width, height))
        upright_place(&layout, view, width, height);
    else
        body_place(&layout, view, width, height);
    return layout;
}
