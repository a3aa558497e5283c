/* output_pacing.h - how fast the line to the terminal takes pictures. */
#ifndef WS_TUI_OUTPUT_PACING_H
#define WS_TUI_OUTPUT_PACING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ws_tui ws_tui;

typedef struct ws_output_pacing {
    bool slow;         /* a picture has taken long: from now on each is asked for */
    bool asked;        /* the latest picture has not been answered yet */
    bool deaf;         /* this terminal does not answer */
    unsigned prompt;   /* quick answers in a row */
    uint64_t since_ns; /* when it was asked */
    uint64_t rest_ns;  /* of a deaf one: no picture before this time */
} ws_output_pacing;

/* When the next picture may be drawn, as far as the line is concerned: 0 = now, else a time at
 * which to look again. */
uint64_t ws_tui_output_due(ws_tui *tui);
/* A picture has been written, in this time. */
void ws_tui_output_drawn(ws_tui *tui, uint64_t took_ns);
/* The terminal has answered: what is to be drawn need not wait for it. */
void ws_tui_output_answered(ws_tui *tui);

#endif
