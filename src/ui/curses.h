/* curses.h - a canvas on a terminal, by ncursesw. Only cells that have changed since the last
 * time are given to it. */
#ifndef WS_CURSES_H
#define WS_CURSES_H

#include "ui/canvas.h"
#include "ui/theme.h"

typedef struct ws_curses ws_curses;

/* The screen must be open (newterm). colour: false for NO_COLOR. Aborts when memory is short. */
ws_curses *ws_curses_new(bool colour);
void ws_curses_free(ws_curses *curses);
/* Gives the roles their colours, as near as this terminal comes. The next draw draws everything. */
void ws_curses_theme(ws_curses *curses, const ws_theme *theme);
/* Forget what is on the terminal: after a resize, a suspension, or when another program wrote
 * there. */
void ws_curses_forget(ws_curses *curses);
void ws_curses_draw(ws_curses *curses, const ws_canvas *canvas);
/* How many colours it shows; none for NULL. */
ws_colour_depth ws_curses_depth(const ws_curses *curses);
/* Can it show colours? If not, the theme should be one without. */
bool ws_curses_has_colour(const ws_curses *curses);

#endif
