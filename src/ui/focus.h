/* focus.h - the panel that is held: it gets the arrows, can be expanded over the screen, and is
 * what `?` explains. */
#ifndef WS_FOCUS_H
#define WS_FOCUS_H

#include "ui/panel.h"

/* A parameter as a row of the panel. */
typedef enum ws_setting_group {
    WS_SETTING_LIVE,
    WS_SETTING_BUILD,
    WS_SETTING_UNREAD
} ws_setting_group;
typedef struct ws_setting {
    const ws_param *param;
    size_t binding; /* the first of its keys; the count of the table: it has none */
    ws_setting_group group;
} ws_setting;
#define WS_SETTINGS_MAX 128

/* The rows of the settings as they are shown: beside the map, or all. Returns how many. */
size_t ws_settings_list(const ws_view *view, ws_setting rows[WS_SETTINGS_MAX]);
/* The row of the settings at a row of their panel, which has so many; -1: none. */
int ws_settings_pick(const ws_view *view, int y, int height);

/* A panel that can be held. */
typedef struct ws_focus_row {
    ws_panel_id panel;
    const char *name; /* as `panel NAME` has it */
    const char *what; /* what it shows */
    const char *keys; /* what the arrows and other keys do in it */
} ws_focus_row;
extern const ws_focus_row ws_focus_rows[];
extern const size_t ws_focus_count;

static inline bool ws_view_holds(const ws_view *view, ws_panel_id panel) {
    return view->focus.held == (int)panel + 1;
}
static inline bool ws_view_expands(const ws_view *view, ws_panel_id panel) {
    return ws_view_holds(view, panel) && view->focus.expanded;
}

/* The row of the held panel; NULL: none is held. */
const ws_focus_row *ws_focus_held(const ws_view *view);
/* The row of the next panel that is shown, from the held one on; `by` is 1 or -1. NULL: behind the
 * last. */
const ws_focus_row *ws_focus_next(const ws_view *view, const ws_panel_layout *layout, int by);

/* Makes the held panel's title stand out, in a rectangle of the screen. */
void ws_focus_mark(const ws_view *view, const ws_pen *pen, ws_rect rect);
/* The held panel in words, with the glossary; returns the row behind. */
int ws_focus_help(const ws_view *view, const ws_pen *pen);

#endif
