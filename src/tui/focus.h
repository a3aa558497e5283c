/* focus.h - keys and wheel of the panel that is held. */
#ifndef WS_TUI_FOCUS_H
#define WS_TUI_FOCUS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/canvas.h"

typedef struct ws_tui ws_tui;

struct ws_param;
/* Chooses the row of a parameter in the settings, if it is among those shown. */
void ws_focus_setting(ws_tui *tui, const struct ws_param *param);
/* Is the key for the held panel? Then it has acted. */
bool ws_focus_key(ws_tui *tui, uint32_t key);
/* A press at a cell of the screen: holds the panel that is there, and of the settings chooses the
 * row. */
void ws_focus_click(ws_tui *tui, int column, int row);
/* The wheel at a cell of the screen: turns the setting that is there, `by` is 1 or -1. False: none
 * is. */
bool ws_focus_wheel(ws_tui *tui, int column, int row, int by);

#endif
