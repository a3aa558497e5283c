/* selection.c - what is looked at, and what was before. */
#include "tui/selection.h"

#include <string.h>

#include "tui/state.h"
#include "ui/map/altitude.h"

void ws_tui_inspect(ws_tui *t, ws_thing thing) {
    ws_thing now = ws_view_thing(&t->view);
    if (now.kind != WS_THING_NONE && !ws_thing_same(now, thing)) {
        memmove(t->selection.visited + 1, t->selection.visited,
                sizeof t->selection.visited - sizeof *t->selection.visited);
        t->selection.visited[0] = now;
        if (t->selection.visited_count < WS_VISITS_MAX)
            t->selection.visited_count++;
    }
    ws_view_look(&t->view, thing);
    if (thing.kind != WS_THING_NONE)
        ws_map_reveal(&t->view);
}

void ws_tui_select(ws_tui *t, const ws_frame_worm *worm) {
    if (worm)
        ws_view_why(&t->view);
    ws_tui_inspect(t, ws_thing_of_worm(worm));
}
