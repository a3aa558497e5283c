/* papers.c - see papers.h. */
#include "tui/papers.h"

#include "tui/loop.h"
#include "tui/state.h"

static bool is_shown(const ws_tui *t) {
    return t->view.overlay.shown == WS_OVERLAY_PAPER;
}

void ws_tui_papers_end(ws_tui *t) {
    if (t->papers.opened)
        t->papers.source->close(t->papers.opened);
    t->papers.opened = NULL;
    t->view.paper = NULL;
}

void ws_tui_paper_hide(ws_tui *t) {
    if (is_shown(t))
        ws_overlay_toggle(&t->view, WS_OVERLAY_PAPER);
    ws_tui_papers_end(t);
}

void ws_tui_paper_show(ws_tui *t, const char *name) {
    ws_error error = {0};
    const ws_paper_source *source = t->papers.source;
    if (!source) {
        ws_tui_say(t, true, "no figures of papers are known here");
        return;
    }
    const char *after = is_shown(t) && t->view.paper ? t->view.paper->name : "";
    ws_paper_opened *opened = source->open(t->session, name, after, &error);
    if (opened || !*error.text)
        ws_tui_paper_hide(t);
    if (*error.text)
        ws_tui_say(t, true, "%s", error.text);
    if (!opened)
        return;
    t->papers.opened = opened;
    t->view.paper = source->look(opened, t->session);
    ws_overlay_toggle(&t->view, WS_OVERLAY_PAPER);
}

void ws_tui_papers_look(ws_tui *t) {
    if (!t->papers.opened)
        return;
    if (is_shown(t))
        t->view.paper = t->papers.source->look(t->papers.opened, t->session);
    else
        ws_tui_papers_end(t);
}
