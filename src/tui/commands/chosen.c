/* chosen.c - what somebody wants to see beside the map, and in which light. */
#include <string.h>

#include "tui/commands.h"
#include "tui/figures.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "tui/terminal.h"
#include "tui/theme_file.h"

static void figures(ws_tui *t, const char *argument) {
    bool none = strcmp(argument, "none") == 0;
    ws_tui_figures_set(t, none ? "" : argument);
    ws_tui_figures_look(t);
}

/* By name; `own` leaves the choice to the layout again. */
static void panels(ws_tui *t, const char *argument) {
    ws_view_chosen chosen = t->view.chosen;
    chosen.panels = 0;
    if (strcmp(argument, "own") == 0)
        argument = "";
    while (*argument) {
        size_t length = strcspn(argument, " ");
        ws_panel_id id = ws_column_panel(argument, length);
        if (id == WS_PANEL_COUNT || chosen.panels == WS_COLUMN_MAX) {
            ws_tui_say(t, true,
                       "invalid panel `%.*s`: expected numbers, settings, waits, "
                       "worm, node, link, queue, deadlock, saqs, trees, port, signs or own",
                       (int)length, argument);
            return;
        }
        chosen.panel[chosen.panels++] = id;
        argument += length;
        argument += strspn(argument, " ");
    }
    t->view.chosen = chosen;
}

/* As a theme, which a lecture may not open from a file. */
static void light(ws_tui *t, const char *argument) {
    ws_error error;
    if (!t->display.emitter)
        return;
    if (t->view.depth == WS_DEPTH_MONO && strcmp(argument, "mono") != 0)
        return;
    if (!ws_tui_theme(t, argument, &error))
        ws_tui_say(t, true, "%s", error.text);
}

/* For a terminal that shows more than it says, or a projector that shows less. */
static void depth(ws_tui *t, const char *argument) {
    ws_colour_depth depth;
    if (!ws_depth_find(argument, ws_terminal_depth(), &depth)) {
        ws_tui_say(t, true, "invalid depth `%s`: expected " WS_DEPTHS_EXPECTED, argument);
        return;
    }
    ws_emitter_depth(t->display.emitter, depth);
    t->view.depth = depth;
    ws_tui_redraw_all(t);
}

const ws_screen_command ws_chosen_commands[] = {
    {"figures", figures, "QUANTITY...|none",
     "shows figures in large type, the first in big digits"},
    {"panels", panels, "NAME...|own", "chooses the panels beside the map; own: the usual ones"},
    {"light", light, "THEME", "chooses the theme for the light of the room"},
    {"depth", depth, "auto|direct|256|16|8|mono", "how many colours the terminal is sent"},
    {NULL, NULL, NULL, NULL},
};
