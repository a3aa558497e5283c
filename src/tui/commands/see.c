/* see.c - how things are seen: the help, the command line, zoom and pan, colours; lens and panels.
 * */
#include <string.h>

#include "tui/commands.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "tui/theme_file.h"
#include "ui/focus.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"

/* ---- see ---- */

#define PAN_STEP 4

static void help(ws_tui *t, const char *argument) {
    (void)argument;
    ws_overlay_toggle(&t->view, WS_OVERLAY_HELP);
    t->view.overlay.help_top = 0;
}

static void command(ws_tui *t, const char *argument) {
    ws_prompt_open(t, &ws_prompt_command, argument);
}

/* While the space-time diagram is shown, its axis is what is zoomed and panned. */
static bool has_axis(const ws_view *v) {
    return v->overlay.shown == WS_OVERLAY_SPACETIME && v->spacetime;
}

static void axis_zoom(ws_view *v, int by) {
    enum { MOST = 4 };
    v->axis.closer = by ? ws_clamp(v->axis.closer + by, -MOST, MOST) : 0;
    if (by == 0)
        v->axis.back = 0;
}

static void axis_pan(ws_view *v, int columns) {
    uint64_t end = v->spacetime->end;
    int most = end < WS_SPACETIME_CYCLES ? (int)end : WS_SPACETIME_CYCLES;
    v->axis.back = ws_clamp(v->axis.back - columns, 0, most);
}

/* What is in the middle, or looked at, stays in sight. */
static void zoom(ws_tui *t, const char *argument) {
    ws_view *v = &t->view;
    int by = (strcmp(argument, "in") == 0) - (strcmp(argument, "out") == 0);
    bool fit = strcmp(argument, "fit") == 0;
    int asked = by ? 0 : ws_altitude_find(argument);
    if (!by && !fit && !asked) {
        ws_tui_say(
            t, true,
            "invalid altitude `%s`: expected in, out, fit, terrain, streets, worms or switch",
            argument);
        return;
    }
    if (has_axis(v) && !asked) {
        axis_zoom(v, by);
        return;
    }
    uint32_t focus = ws_map_focus(v);
    if (v->map.plan->altitude != WS_ALTITUDE_SWITCH)
        v->map.plan->near = focus;
    if (by)
        asked = ws_altitude_step(v, by);
    v->map.zoom = asked;
    ws_map_plan_fit(v->map.plan, v->frame, v->map.plan->area_w, v->map.plan->area_h, asked);
    ws_map_centre(v, focus);
}

static void pan(ws_tui *t, const char *argument) {
    static const struct {
        const char *name;
        int dx, dy;
    } ways[] = {
        {"left", -1, 0},
        {"right", 1, 0},
        {"up", 0, -1},
        {"down", 0, 1},
    };
    enum { WAYS = sizeof ways / sizeof *ways };
    size_t i = 0;
    while (i < WAYS && strcmp(ways[i].name, argument) != 0)
        i++;
    if (i == WAYS) {
        ws_tui_say(t, true, "invalid direction `%s`: expected left, right, up or down", argument);
        return;
    }
    if (ws_lists_move(t, ways[i].dy))
        return;
    ws_view *v = &t->view;
    if (has_axis(v)) {
        axis_pan(v, 2 * PAN_STEP * ways[i].dx);
        return;
    }
    v->map.pan_x = ws_clamp(v->map.pan_x + 2 * PAN_STEP * ways[i].dx, 0,
                            ws_max(v->map.plan->width - v->map.plan->area_w, 0));
    v->map.pan_y = ws_clamp(v->map.pan_y + PAN_STEP * ways[i].dy, 0,
                            ws_max(v->map.plan->height - v->map.plan->area_h, 0));
}

static void theme(ws_tui *t, const char *argument) {
    ws_error error;
    const char *name = argument;
    if (strcmp(argument, "next") == 0) {
        size_t i = 0;
        while (ws_theme_names[i] && strcmp(ws_theme_names[i], t->theme.name) != 0)
            i++;
        name =
            ws_theme_names[i] && ws_theme_names[i + 1] ? ws_theme_names[i + 1] : ws_theme_names[0];
    }
    if (ws_tui_theme(t, name, &error))
        ws_tui_say(t, false, "theme %s", name);
    else
        ws_tui_say(t, true, "%s", error.text);
}

static void redraw(ws_tui *t, const char *argument) {
    (void)argument;
    ws_tui_redraw_all(t);
}

/* ---- lens ---- */

static const char *lens_absent(const ws_tui *t, unsigned lens) {
    return ws_lenses[lens].absent ? ws_lenses[lens].absent(t->frame) : NULL;
}

static void lens(ws_tui *t, const char *argument) {
    unsigned lens = t->view.overlay.layer;
    bool next = strcmp(argument, "next") == 0;
    ws_error error;
    do
        lens = (lens + 1) % ws_lens_count;
    while (next && lens_absent(t, lens));
    if (!next && !ws_lens_find(argument, &lens, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    if (lens_absent(t, lens)) {
        ws_tui_say(t, true, "%s", lens_absent(t, lens));
        return;
    }
    t->view.overlay.layer = t->view.overlay.before_why = lens;
    if (next)
        ws_tui_say(t, false, "lens %s: %s", ws_lenses[lens].name, ws_lenses[lens].doc);
}

/* ---- colour ---- */

static int key_find(const char *name) {
    for (int key = 0; key < WS_COLOUR_COUNT; key++)
        if (strcmp(ws_colour_key_names[key], name) == 0)
            return key;
    return -1;
}

static void colour(ws_tui *t, const char *argument) {
    ws_colour_key *shown = &t->view.map.hues.key;
    int key = key_find(argument);
    if (strcmp(argument, "next") == 0)
        key = (*shown + 1) % WS_COLOUR_COUNT;
    if (key < 0) {
        ws_tui_say(t, true,
                   "worms have no colour by `%s`; write message, source, destination, "
                   "class, age, order, tree or next",
                   argument);
        return;
    }
    *shown = (ws_colour_key)key;
    ws_tui_say(t, false, "worms of one colour have in common: %s", ws_colour_key_docs[key]);
}

/* ---- chosen ---- */

static void figures(ws_tui *t, const char *argument) {
    bool none = strcmp(argument, "none") == 0;
    ws_tui_figures_set(t, none ? "" : argument);
    ws_tui_figures_look(t);
}

static void panels(ws_tui *t, const char *argument) {
    ws_error error;
    if (!ws_panels_choose(&t->view.chosen, argument, &error))
        ws_tui_say(t, true, "%s", error.text);
}

/* As a theme, which a lecture may not open from a file. */
static void light(ws_tui *t, const char *argument) {
    ws_error error;
    if (!t->display.open)
        return;
    if (t->view.depth == WS_DEPTH_MONO && strcmp(argument, "mono") != 0)
        return;
    if (!ws_tui_theme(t, argument, &error))
        ws_tui_say(t, true, "%s", error.text);
}

/* For a terminal that shows more than it says, or a projector that shows less. */
static void depth(ws_tui *t, const char *argument) {
    ws_colour_depth depth;
    if (!ws_depth_find(argument, t->platform->depth(), &depth)) {
        ws_tui_say(t, true, "invalid depth `%s`: expected " WS_DEPTHS_EXPECTED, argument);
        return;
    }
    t->display.depth = t->view.depth = depth;
    t->platform->colours(t);
    ws_tui_redraw_all(t);
}

/* ---- panel ---- */

static void hold(ws_tui *t, const ws_focus_row *row) {
    ws_view_focus *focus = &t->view.focus;
    bool expanded = focus->expanded;
    *focus = (ws_view_focus){.held = row ? (int)row->panel + 1 : 0};
    if (!row)
        return;
    ws_panel_layout layout =
        ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
    bool is_there = layout.rect[row->panel].w > 0;
    bool can_grow = row->panel != WS_PANEL_TIMELINE;
    focus->expanded = !is_there || (expanded && can_grow);
}

/* Behind the last none is held. What is expanded gives way to the next, also where that has no room
 * beside the map. */
static void step(ws_tui *t, int by) {
    bool expanded = t->view.focus.expanded;
    t->view.focus.expanded = false;
    ws_panel_layout layout =
        ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
    const ws_focus_row *row = ws_focus_next(&t->view, &layout, by);
    t->view.focus.expanded =
        expanded && ws_focus_held(&t->view) && ws_focus_held(&t->view)->panel != WS_PANEL_SETTINGS;
    hold(t, row);
}

/* The list of settings is longer when it is expanded: the same one stays chosen. */
static void toggle(ws_tui *t) {
    ws_setting rows[WS_SETTINGS_MAX];
    ws_view_focus *focus = &t->view.focus;
    size_t count = ws_settings_list(&t->view, rows);
    bool has_row = focus->row >= 0 && (size_t)focus->row < count;
    const ws_param *chosen = has_row ? rows[focus->row].param : NULL;
    focus->expanded = !focus->expanded;
    focus->row = 0;
    ws_focus_setting(t, chosen);
}

static void expand(ws_tui *t) {
    ws_view_focus *focus = &t->view.focus;
    const ws_focus_row *held = ws_focus_held(&t->view);
    if (!held)
        ws_tui_say(t, false, "no panel is held; Tab or a click holds one");
    else if (held->panel == WS_PANEL_TIMELINE)
        ws_tui_say(t, false, "the timeline is as wide as the screen already");
    else
        toggle(t);
    focus->top = 0;
}

static void panel(ws_tui *t, const char *argument) {
    if (strcmp(argument, "next") == 0 || strcmp(argument, "previous") == 0) {
        step(t, *argument == 'n' ? 1 : -1);
        return;
    }
    if (strcmp(argument, "expand") == 0) {
        expand(t);
        return;
    }
    if (strcmp(argument, "none") == 0) {
        hold(t, NULL);
        return;
    }
    for (size_t i = 0; i < ws_focus_count; i++) {
        if (strcmp(ws_focus_rows[i].name, argument) != 0)
            continue;
        t->view.focus.expanded = false;
        hold(t, &ws_focus_rows[i]);
        return;
    }
    ws_tui_say(
        t, true,
        "invalid panel `%s`: expected next, previous, expand, none or a name such as settings",
        argument);
}

#define PRESET_NAME(id, name, doc) name,
#define PRESET_DOC(id, name, doc)  doc,
static const char *const preset_names[] = {WS_PRESET_ROWS(PRESET_NAME)};
static const char *const preset_docs[] = {WS_PRESET_ROWS(PRESET_DOC)};

static void preset_take(ws_tui *t, ws_preset chosen) {
    t->view.preset = chosen;
    t->view.focus = (ws_view_focus){0};
    bool teaching = chosen == WS_PRESET_TEACHING;
    if (teaching != t->view.lecture)
        ws_tui_lecture(t, teaching);
    ws_tui_say(t, false, "%s: %s", preset_names[chosen], preset_docs[chosen]);
}

static void preset(ws_tui *t, const char *argument) {
    if (strcmp(argument, "next") == 0) {
        preset_take(t, (ws_preset)((t->view.preset + 1) % WS_PRESETS));
        return;
    }
    for (int i = 0; i < WS_PRESETS; i++) {
        if (strcmp(preset_names[i], argument) != 0)
            continue;
        preset_take(t, (ws_preset)i);
        return;
    }
    ws_tui_say(t, true, "invalid preset `%s`: expected all, map, chains, numbers, teaching or next",
               argument);
}

/* Which latency the figures, the chart and the distribution show. */
static void latency(ws_tui *t, const char *argument) {
    static const char *const kinds[WS_LATENCY_COUNT] = {"message", "network", "head", "packet"};
    static const char *const docs[WS_LATENCY_COUNT] = {
        "from creation to the last flit at the destination",
        "from the first flit in the network to the last at the destination",
        "from the first flit in the network to the head of the last packet at the destination",
        "of a packet, from its injection to its last flit at the destination",
    };
    int kind = strcmp(argument, "next") == 0 ? (int)(t->view.measure + 1) % WS_LATENCY_COUNT : 0;
    while (strcmp(argument, "next") != 0 && kind < WS_LATENCY_COUNT &&
           strcmp(kinds[kind], argument) != 0)
        kind++;
    if (kind == WS_LATENCY_COUNT) {
        ws_tui_say(t, true, "invalid latency `%s`: expected message, network, head, packet or next",
                   argument);
        return;
    }
    t->view.measure = (ws_latency_kind)kind;
    ws_tui_say(t, false, "%s latency: %s, in cycles", kinds[kind], docs[kind]);
}

const ws_screen_command ws_see_commands[] = {
    {"help", help, "", "shows or hides all keys and signs"},
    {"command", command, "TEXT", "opens the command line with TEXT in it"},
    {"zoom", zoom, "in|out|fit|ALTITUDE",
     "shows the map closer or farther: terrain, streets, worms, switch"},
    {"pan", pan, "left|right|up|down", "moves the visible part of the map"},
    {"theme", theme, "THEME|FILE|next",
     "changes the colours; a theme file is read again when it changes"},
    {"redraw", redraw, "", "redraws the screen"},
    {"lens", lens, "LENS|next", "chooses what the map shows of links and switches"},
    {"colour", colour, "message|source|destination|class|age|order|tree|next",
     "colours worms by this key"},
    {"figures", figures, "QUANTITY...|none",
     "shows figures in large type, the first in big digits"},
    {"panels", panels, "PANEL...|own", "chooses the panels beside the map; own: the usual ones"},
    {"light", light, "THEME", "chooses the theme for the light of the room"},
    {"depth", depth, "auto|direct|256|16|8|mono", "how many colours the terminal is sent"},
    {"latency", latency, "message|network|head|packet|next",
     "chooses the latency in figures, chart and distribution"},
    {"panel", panel, "next|previous|expand|none|PANEL",
     "holds a panel, so that it gets the arrows; expand: fills the screen with it, or restores "
     "it"},
    {"preset", preset, "all|map|chains|numbers|teaching|next",
     "chooses what stands beside the map"},
    {NULL, NULL, NULL, NULL},
};
