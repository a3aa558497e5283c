/* screen.h - the program with a screen on a terminal: its platform, with the loop of libuv. */
#ifndef WS_SCREEN_H
#define WS_SCREEN_H

#include <uv.h>

#include "tui/state.h"
#include "ui/emit.h"

/* How fast the line to the terminal takes pictures. */
typedef struct ws_output_pacing {
    bool slow;         /* a picture has taken long: from now on each is asked for */
    bool asked;        /* the latest picture has not been answered yet */
    bool deaf;         /* this terminal does not answer */
    unsigned prompt;   /* quick answers in a row */
    uint64_t since_ns; /* when it was asked */
    uint64_t rest_ns;  /* of a deaf one: no picture before this time */
} ws_output_pacing;

typedef struct ws_screen {
    ws_tui tui; /* the first member: it is the screen */
    uv_loop_t uv;
    uv_poll_t input;
    uv_prepare_t ready; /* before the loop sleeps: until when */
    uv_timer_t timer;
    uv_idle_t idle;
    uv_signal_t signals[8];
    uv_fs_event_t watch;
    ws_emitter *emitter; /* NULL: nobody sees anything yet */
    ws_output_pacing output;
    int fault; /* the first error of libuv, which ends the program in order; 0: none */
} ws_screen;

extern const ws_platform ws_terminal_platform;

/* Begins the loop. False: not even a loop is there; other errors are in `fault`, and the loop must
 * be ended. */
bool ws_screen_begin(ws_screen *screen);
void ws_screen_end(ws_screen *screen);
/* From now on the terminal is read. */
void ws_screen_listen(ws_screen *screen);
/* Runs until it is left. */
void ws_screen_run(ws_screen *screen);

#endif
