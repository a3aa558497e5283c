/* papers.h - a figure of a paper over the map, and in it the point at which the network is now. */
#ifndef WS_TUI_PAPERS_H
#define WS_TUI_PAPERS_H

#include "session/session.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;
typedef struct ws_paper_opened ws_paper_opened;

/* Whoever knows of figures that have been run. */
typedef struct ws_paper_source {
    /* The figure of that name ("kwan/8"); or, name "", of those that the session's scenario is in
     * the first that has been run, behind the one called `after` ("": from the first on). NULL with
     * an error, which is empty where there are no more. */
    ws_paper_opened *(*open)(ws_session *session, const char *name, const char *after,
                             ws_error *error);
    /* What is seen of it, with the point of the session as it is now. */
    const ws_view_paper *(*look)(ws_paper_opened *opened, ws_session *session);
    void (*close)(ws_paper_opened *opened);
} ws_paper_source;

typedef struct ws_tui_papers {
    const ws_paper_source *source; /* NULL: nobody knows any */
    ws_paper_opened *opened;       /* NULL: none is shown; owned */
} ws_tui_papers;

/* Shows a figure: that of a name, or the next one. Says why not. */
void ws_tui_paper_show(ws_tui *tui, const char *name);
void ws_tui_paper_hide(ws_tui *tui);
/* Renews the point of a figure that is shown; closes one that is not. */
void ws_tui_papers_look(ws_tui *tui);
void ws_tui_papers_end(ws_tui *tui);

#endif
