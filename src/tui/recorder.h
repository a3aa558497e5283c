/* recorder.h - the recording that is being made. */
#ifndef WS_TUI_RECORDER_H
#define WS_TUI_RECORDER_H

#include <limits.h>
#include <uv.h>

#include "session/session.h"

typedef struct ws_tui ws_tui;

typedef struct ws_tui_recorder {
    uv_timer_t timer;
    bool trouble;            /* has been told */
    bool lost;               /* a recording is not whole */
    char end[PATH_MAX + 64]; /* what has become of the latest */
} ws_tui_recorder;

void ws_recorder_init(ws_tui *tui); /* once the loop is there */
bool ws_tui_record_start(ws_tui *tui, const char *path, ws_error *error);
/* Sees to a recording that is being made, from now on. */
void ws_tui_record_begin(ws_tui *tui);
/* Ends it, if there is one, and says how; false if any was lost. */
bool ws_tui_record_stop(ws_tui *tui);

#endif
