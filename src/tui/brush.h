/* brush.h - a range of cycles that is brushed on the timeline: the map shows how much each link
 * carried in it. A hidden copy of the branch runs through the range, from the nearest keyframe on,
 * in slices, so that keys are served; nothing is recorded while the session runs. */
#ifndef WS_TUI_BRUSH_H
#define WS_TUI_BRUSH_H

#include "tui/tasks.h"

#include "session/history/history.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;

typedef struct ws_tui_brush {
    ws_task idle;
    ws_shadow *copy; /* while it is at work; NULL: it is not */
    bool begun;      /* is the copy in the range? */
    size_t wiring;   /* of the copy, at the first cycle */
    size_t branch;
    uint32_t links;
    /* by link: flits a cycle; while the copy is at work, flits before the range. Owned */
    double *use;
    unsigned before; /* what the map showed */
    bool marked;     /* a range begins at this cycle: */
    uint64_t mark;
} ws_tui_brush;

/* Shows the traffic of these cycles, in whatever order, as far as they are known. */
void ws_brush_open(ws_tui *tui, uint64_t one, uint64_t other);
/* The first time begins a range at the present cycle, the second time ends it. */
void ws_brush_mark(ws_tui *tui);
/* While the mouse pulls: the range on the timeline alone. */
void ws_brush_pull(ws_tui *tui, uint64_t one, uint64_t other);
/* What is shown is of this branch and network, or no longer shown. */
void ws_brush_check(ws_tui *tui);
/* The map shows again what it did; false if no range was shown. */
bool ws_brush_end(ws_tui *tui);

#endif
