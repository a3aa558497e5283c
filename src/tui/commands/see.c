/* see.c - how things are seen: the help, the command line, zoom and pan, colours. */
#include <string.h>

#include "tui/commands.h"
#include "tui/complete.h"
#include "tui/lists.h"
#include "tui/loop.h"
#include "tui/prompt.h"
#include "tui/state.h"
#include "tui/theme_file.h"
#include "ui/map/altitude.h"

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

const ws_screen_command ws_see_commands[] = {
    {"help", help, "", "shows or hides all keys and signs"},
    {"command", command, "TEXT", "opens the command line with TEXT in it"},
    {"zoom", zoom, "in|out|fit|ALTITUDE",
     "shows the map closer or farther: terrain, streets, worms, switch"},
    {"pan", pan, "left|right|up|down", "moves the visible part of the map"},
    {"theme", theme, "THEME|FILE|next",
     "changes the colours; a theme file is read again when it changes"},
    {"redraw", redraw, "", "redraws the screen"},
    {NULL, NULL, NULL, NULL},
};
