/* input.h - what the user does. */
#ifndef WS_TUI_INPUT_H
#define WS_TUI_INPUT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ws_tui ws_tui;

typedef struct ws_mouse {
    bool dragging;    /* the place on the timeline */
    uint64_t dragged; /* to this cycle; UINT64_MAX: nowhere */
    bool brushing;    /* the right button pulls a range on the timeline, from this cycle: */
    uint64_t brushed;
} ws_mouse;

/* A key that is pressed now. */
void ws_tui_key(ws_tui *tui, uint32_t key);
/* Takes all that the user has done meanwhile; false if the terminal is lost. */
bool ws_tui_input(ws_tui *tui);

#endif
