/* picture.h - what is painted. */
#ifndef WS_TUI_PICTURE_H
#define WS_TUI_PICTURE_H

typedef struct ws_tui ws_tui;

/* Takes a picture of the network now, whether or not it will be drawn. */
void ws_tui_look(ws_tui *tui);
/* The same, unless there is one with all worms: of a large network a picture has only those that
 * are seen. */
void ws_tui_look_whole(ws_tui *tui);
/* If the network has gone on, or is another, since the last picture: takes what a key or the mouse
 * looks at anew, since part of it may be gone. Nothing is drawn. */
void ws_tui_catch_up(ws_tui *tui);
/* Paints the canvas. */
void ws_tui_paint(ws_tui *tui);

#endif
