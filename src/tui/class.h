/* class.h - a class on the screen: the lecturer's, who is followed, or a student's, which follows.
 * A student's screen goes where the lecture is until something is done that goes elsewhere; then it
 * roams, and `class` brings it back. */
#ifndef WS_TUI_CLASS_H
#define WS_TUI_CLASS_H

#include <uv.h>

#include "net/client.h"
#include "net/hosting.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;

typedef struct ws_tui_class {
    ws_hosting *hosting;   /* NULL: this is no lecturer's screen */
    ws_follower *follower; /* NULL: this is no student's */
    ws_client *client;
    uv_timer_t pulse;
    uv_idle_t work;
    ws_class_row *row;     /* who is here, for the panel; owned */
    size_t staged;         /* stage lines that have been shown */
    unsigned cured, words; /* that have been told */
} ws_tui_class;

/* Where a student joins, and as whom. */
typedef struct ws_join_wishes {
    const ws_address *address;
    const char *name, *token; /* token NULL: none */
} ws_join_wishes;

void ws_tui_class_begin(ws_tui *tui); /* once the loop is there */
/* Holds a class with the session. False with an error. */
bool ws_tui_class_host(ws_tui *tui, const ws_hosting_wishes *wishes, bool seats, ws_error *error);
/* Joins, and waits until the lecture has come. NULL with an error. The session is the follower's. */
ws_session *ws_tui_class_join(ws_tui *tui, const ws_join_wishes *wishes, ws_error *error);
/* Begins to follow, once the session is on the screen. */
void ws_tui_class_follow(ws_tui *tui);
/* Ends it; a lecture is over. */
void ws_tui_class_end(ws_tui *tui);

/* The lecturer has gone somewhere or done something: the students see it at once. */
void ws_tui_class_tell(ws_tui *tui);
/* Looks around freely, or goes with the lecture again. */
void ws_tui_class_roam(ws_tui *tui, bool free);

/* ---- class_look.c ---- */
/* What the view shows of it. */
void ws_tui_class_look(ws_tui *tui);

#endif
