/* loop.h - the event loop of libuv, and when pictures are drawn. */
#ifndef WS_TUI_LOOP_H
#define WS_TUI_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

typedef struct ws_tui ws_tui;

typedef struct ws_event_loop {
    uv_loop_t uv;
    uv_poll_t input;
    uv_timer_t draw_timer;
    uv_signal_t signals[8];
    uint64_t drawn_ns;          /* the latest picture was begun then */
    uint64_t cost_ns;           /* and took this time of the processor */
    uint64_t due_ns;            /* the next one, if the timer runs */
    void (*paint)(ws_tui *tui); /* onto the canvas, what is to be drawn now */
    bool quitting;
    int fault; /* the first error of libuv, which ends the program in order; 0: none */
} ws_event_loop;

/* Begins the loop. False: not even a loop is there; other errors are in `fault`, and the loop
 * must be ended. */
bool ws_loop_begin(ws_tui *tui);
void ws_loop_end(ws_tui *tui);

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
/* The terminal may have another size now. */
void ws_tui_size_renew(ws_tui *tui);
void ws_tui_quit(ws_tui *tui);
/* What a call of libuv has returned: an error ends the program, in order and in words. */
void ws_tui_check(ws_tui *tui, int result);
/* Shows a message, of an error or not. */
void ws_tui_say(ws_tui *tui, bool error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
