/* loop.h - when pictures are drawn, and what is painted. */
#ifndef WS_LOOP_H
#define WS_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "tui/platform.h"
#include "tui/tasks.h"
#include "ui/figures.h"

typedef struct ws_loop {
    ws_tasks tasks;
    ws_task draw;
    uint64_t drawn_ns;          /* the latest picture was begun then */
    uint64_t cost_ns;           /* and took this time of the processor */
    void (*paint)(ws_tui *tui); /* onto the canvas, what is to be drawn now */
    bool quitting;
} ws_loop;

/* Something that is shown has changed: draw soon, at most 30 times a second. */
void ws_tui_touch(ws_tui *tui);
/* The same while the network runs as fast as it can: pictures take a twelfth of the time, but
 * there are ten of them a second, if there is time for so many. */
void ws_tui_touch_rarely(ws_tui *tui);
/* Draws at once: what is shown stands while something long is done. */
void ws_tui_draw_now(ws_tui *tui);
/* What is to be drawn need not wait any longer for the line. */
void ws_tui_draw_soon(ws_tui *tui);
void ws_tui_redraw_all(ws_tui *tui);
/* The outside may have another size now. */
void ws_tui_size_renew(ws_tui *tui);
void ws_tui_quit(ws_tui *tui);
/* Shows a message, of an error or not. */
void ws_tui_say(ws_tui *tui, bool error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- picture ---- */

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

/* ---- figures: those that somebody wants to see large ---- */

/* Expressions with blanks between them; "": none. Says what is wrong with one that is none. */
void ws_tui_figures_set(ws_tui *tui, const char *text);
/* Asks the network, and the one beside, for what they are now. */
void ws_tui_figures_look(ws_tui *tui);

#endif
