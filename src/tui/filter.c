/* filter.c - the filter of the screen: which worms are of interest. */
#include "tui/input.h"

#include "tui/loop.h"
#include "tui/state.h"

/* What is wrong is said, and the old one stays. */
void ws_tui_filter(ws_tui *t, const char *text) {
    ws_error error;
    bool was = t->selection.filter_before.count > 0 || t->view.selection.filter.count > 0;
    ws_tui_filter_undo(t);
    if (!ws_filter_parse(&t->view.selection.filter, t->frame, text, &error))
        ws_tui_say(t, true, "%s", error.text);
    else if (t->view.selection.filter.count)
        ws_tui_say(t, false, "only worms that are `%s`; Esc shows all again",
                   t->view.selection.filter.text);
    else if (was)
        ws_tui_say(t, false, "all worms again");
    t->selection.filter_before = t->view.selection.filter;
    ws_tui_touch(t);
}

/* What does not yet mean anything leaves the last that did. */
void ws_tui_filter_try(ws_tui *t, const char *text) {
    ws_error error;
    ws_filter_parse(&t->view.selection.filter, t->frame, text, &error);
}

void ws_tui_filter_undo(ws_tui *t) {
    t->view.selection.filter = t->selection.filter_before;
}

bool ws_tui_wanted(const ws_tui *t, const ws_frame_worm *worm) {
    return ws_filter_match(&t->view.selection.filter, t->frame, worm);
}
