/* focus.c - see input.h. Settings are changed by lines of the command language, as whoever types
 * them would: `set NAME ++` of what
 * can change while the network runs, `rebuild NAME=++` of what the build fixes. */
#include "tui/input.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "ui/focus.h"

static ws_panel_layout layout_of(const ws_tui *t) {
    return ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
}

/* ---- settings ---- */

static ws_setting setting_chosen(ws_tui *t) {
    ws_setting rows[WS_SETTINGS_MAX];
    int count = (int)ws_settings_list(&t->view, rows);
    t->view.focus.row = ws_clamp(t->view.focus.row, 0, ws_max(count - 1, 0));
    return count ? rows[t->view.focus.row] : (ws_setting){0};
}

void ws_focus_setting(ws_tui *t, const ws_param *param) {
    ws_setting rows[WS_SETTINGS_MAX];
    size_t count = ws_settings_list(&t->view, rows);
    for (size_t i = 0; i < count; i++)
        if (rows[i].param == param)
            t->view.focus.row = (int)i;
}

/* Another value may move parameters from group to group: the same one stays chosen. */
static void value_give(ws_tui *t, const ws_param *param, const char *value) {
    char line[160];
    snprintf(line, sizeof line, param->live ? "set %s %s" : "rebuild %s=%s", param->name, value);
    ws_tui_command(t, line);
    ws_tui_look(t);
    ws_focus_setting(t, param);
}

/* The numbers of a topology that comes after another: its own where it takes as many, else the
 * first again. */
static void topology_text(const ws_def *def, int64_t kind, char *text, size_t room) {
    const ws_topology *topology = ws_topologies[kind];
    const ws_param *param = ws_param_find("topology");
    int given = ws_topology_given(def);
    size_t used = (size_t)snprintf(text, room, "%s", param->names[kind]);
    for (int i = 0; i < topology->least && used < room; i++) {
        const ws_topology_argument *argument = &topology->argument[i];
        int64_t number = i < given ? def->size[i] : def->size[0];
        number = number < argument->min ? argument->min : number;
        number = number > argument->max ? argument->max : number;
        used += (size_t)snprintf(text + used, room - used, " %" PRId64, number);
    }
}

/* The next kind of topology that can be built. */
static void topology_change(ws_tui *t, const ws_param *param, int by) {
    char value[96];
    int count = (int)param->name_count;
    for (int i = 1; i < count; i++) {
        const ws_def *def = ws_net_def(ws_session_net(t->session));
        int64_t kind = (def->topology + count + (int64_t)i * by) % count;
        kind = (kind + count) % count;
        if (kind == WS_TOPOLOGY_FILE)
            continue;
        topology_text(def, kind, value, sizeof value);
        value_give(t, param, value);
        if (!t->view.line.message_error)
            return;
    }
}

static void setting_change(ws_tui *t, int by) {
    ws_setting setting = setting_chosen(t);
    if (!setting.param)
        return;
    if (setting.param->type == WS_PARAM_TOPOLOGY)
        topology_change(t, setting.param, by);
    else
        value_give(t, setting.param, by > 0 ? "++" : "--");
}

/* What has been typed is given; of topology and length it is the numbers of the present kind. */
static void typed_give(ws_tui *t) {
    char value[96];
    char *typed = t->view.focus.typed;
    ws_setting setting = setting_chosen(t);
    const ws_def *def = ws_net_def(ws_session_net(t->session));
    if (!*typed || !setting.param)
        return;
    const char *kind = "";
    if (setting.param->type == WS_PARAM_TOPOLOGY)
        kind = setting.param->names[def->topology];
    if (setting.param->type == WS_PARAM_LENGTH)
        kind = def->length == WS_LENGTH_MIXTURE ? "fixed" : setting.param->names[def->length];
    snprintf(value, sizeof value, "%s%s%s", kind, *kind ? " " : "", typed);
    *typed = '\0';
    value_give(t, setting.param, value);
}

static void typed_add(ws_tui *t, char c) {
    char *typed = t->view.focus.typed;
    size_t length = strlen(typed);
    if (length + 1 >= sizeof t->view.focus.typed)
        return;
    typed[length] = c;
    typed[length + 1] = '\0';
}

static bool is_typed(uint32_t key, bool begun) {
    bool digit = key >= '0' && key <= '9';
    return digit || (begun && (key == '.' || key == ' '));
}

static bool typing_key(ws_tui *t, uint32_t key) {
    char *typed = t->view.focus.typed;
    bool begun = *typed != '\0';
    if (begun && key == WS_KEY_TAB && setting_chosen(t).param->type == WS_PARAM_TOPOLOGY)
        key = ' '; /* on to the next number */
    if (is_typed(key, begun)) {
        typed_add(t, (char)key);
        return true;
    }
    if (!begun)
        return false;
    if (key == WS_KEY_BACKSPACE)
        typed[strlen(typed) - 1] = '\0';
    else if (key == WS_KEY_ESCAPE)
        *typed = '\0';
    else
        typed_give(t);
    return key == WS_KEY_BACKSPACE || key == WS_KEY_ESCAPE || key == WS_KEY_ENTER;
}

/* Below the last of those beside the map the rest begins. */
static void settings_down(ws_tui *t) {
    ws_setting rows[WS_SETTINGS_MAX];
    ws_view_focus *focus = &t->view.focus;
    int count = (int)ws_settings_list(&t->view, rows);
    if (focus->expanded || focus->row + 1 < count) {
        focus->row++;
        return;
    }
    const ws_param *last = setting_chosen(t).param;
    focus->expanded = true;
    ws_focus_setting(t, last);
}

static bool settings_key(ws_tui *t, uint32_t key) {
    if (typing_key(t, key))
        return true;
    switch (key) {
    case WS_KEY_UP: t->view.focus.row--; break;
    case WS_KEY_DOWN: settings_down(t); break;
    case WS_KEY_PAGE_UP: t->view.focus.row -= 10; break;
    case WS_KEY_PAGE_DOWN: t->view.focus.row += 10; break;
    case WS_KEY_LEFT: setting_change(t, -1); break;
    case WS_KEY_RIGHT:
    case WS_KEY_ENTER: setting_change(t, 1); break;
    default: return false;
    }
    setting_chosen(t);
    return true;
}

/* ---- other panels: a key is a line ---- */

typedef struct key_lines {
    ws_panel_id panel;
    const char *up;
    const char *down;
} key_lines;

static const key_lines moves[] = {
    {WS_PANEL_WAITS, "select previous", "select next"},
    {WS_PANEL_INSPECT, "field previous", "field next"},
    {WS_PANEL_NODE, "field previous", "field next"},
    {WS_PANEL_LINK, "field previous", "field next"},
    {WS_PANEL_QUEUE, "field previous", "field next"},
    {WS_PANEL_TIMELINE, "mark previous", "mark next"},
};

static const key_lines *moves_of(const ws_view *view) {
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (ws_view_holds(view, moves[i].panel))
            return &moves[i];
    return NULL;
}

static bool timeline_key(ws_tui *t, uint32_t key) {
    bool is_held = ws_view_holds(&t->view, WS_PANEL_TIMELINE);
    if (is_held && key == WS_KEY_ENTER) {
        ws_tui_command(t, "brush here");
        return true;
    }
    if (!is_held || (key != WS_KEY_LEFT && key != WS_KEY_RIGHT))
        return false;
    ws_tui_command(t, key == WS_KEY_LEFT ? "leap -1" : "leap +1");
    return true;
}

static bool line_key(ws_tui *t, uint32_t key) {
    const key_lines *lines = moves_of(&t->view);
    if (!lines || (key != WS_KEY_UP && key != WS_KEY_DOWN))
        return timeline_key(t, key);
    ws_tui_command(t, key == WS_KEY_UP ? lines->up : lines->down);
    return true;
}

static bool is_chart_panel(ws_panel_id panel) {
    return panel == WS_PANEL_LATENCY || panel == WS_PANEL_THROUGHPUT || panel == WS_PANEL_CURVES;
}

static bool is_chart(const ws_view *view) {
    return view->focus.held && is_chart_panel((ws_panel_id)(view->focus.held - 1));
}

static bool chart_key(ws_tui *t, uint32_t key) {
    int by = (key == WS_KEY_LEFT) - (key == WS_KEY_RIGHT);
    if (!is_chart(&t->view) || by == 0)
        return false;
    t->view.focus.cursor = ws_clamp(t->view.focus.cursor + by, 0, t->display.canvas.width);
    return true;
}

/* A panel that is expanded can be longer than the screen. */
static bool scroll_key(ws_tui *t, uint32_t key) {
    bool down = key == WS_KEY_DOWN;
    int by = down - (key == WS_KEY_UP);
    const ws_focus_row *held = ws_focus_held(&t->view);
    if (!t->view.focus.expanded || by == 0 || held->panel == WS_PANEL_MAP)
        return false;
    int rows = ws_panels[held->panel].rows ? ws_panels[held->panel].rows(&t->view) : 0;
    int most = ws_max(rows - (t->display.canvas.height - 4), 0);
    t->view.focus.top = ws_clamp(t->view.focus.top + by, 0, most);
    return true;
}

/* ---- leaving ---- */

static bool escape_key(ws_tui *t, uint32_t key) {
    if (key != WS_KEY_ESCAPE)
        return false;
    bool was_expanded = t->view.focus.expanded;
    t->view.focus.expanded = false;
    t->view.focus.top = 0;
    if (!was_expanded)
        t->view.focus = (ws_view_focus){0};
    return true;
}

bool ws_focus_key(ws_tui *t, uint32_t key) {
    const ws_focus_row *held = ws_focus_held(&t->view);
    if (!held || t->view.overlay.shown != WS_OVERLAY_NONE)
        return false;
    bool settings = held->panel == WS_PANEL_SETTINGS;
    bool done = settings && settings_key(t, key);
    done = done || line_key(t, key) || chart_key(t, key) || escape_key(t, key);
    done = done || (!settings && scroll_key(t, key));
    if (done)
        ws_tui_touch(t);
    return done;
}

/* ---- the mouse ---- */

static void row_choose(ws_tui *t, ws_rect rect, int row) {
    int chosen = ws_settings_pick(&t->view, row - rect.y - 1, rect.h - 1);
    if (chosen >= 0)
        t->view.focus.row = chosen;
}

void ws_focus_click(ws_tui *t, int column, int row) {
    ws_panel_layout layout = layout_of(t);
    for (size_t i = 0; i < ws_focus_count; i++) {
        ws_panel_id panel = ws_focus_rows[i].panel;
        if (!ws_rect_has(layout.rect[panel], column, row))
            continue;
        if (!ws_view_holds(&t->view, panel))
            t->view.focus = (ws_view_focus){.held = (int)panel + 1};
        if (panel == WS_PANEL_SETTINGS)
            row_choose(t, layout.rect[panel], row);
        if (is_chart_panel(panel)) /* the cursor is counted from the right edge */
            t->view.focus.cursor = layout.rect[panel].x + layout.rect[panel].w - column;
        ws_tui_touch(t);
        return;
    }
}

bool ws_focus_wheel(ws_tui *t, int column, int row, int by) {
    ws_rect rect = layout_of(t).rect[WS_PANEL_SETTINGS];
    if (!ws_rect_has(rect, column, row))
        return false;
    ws_focus_click(t, column, row);
    setting_change(t, by);
    return true;
}
