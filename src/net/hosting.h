/* hosting.h - a class (class/hosting.h) that students reach by a socket: its tokens, and where it
 * listens. */
#ifndef WS_NET_HOSTING_H
#define WS_NET_HOSTING_H

#include <uv.h>

#include "class/hosting.h"
#include "net/server.h"

typedef struct ws_hosting_wishes {
    const char *listen;  /* unix:PATH or ADDR:PORT; NULL: a socket of this user alone */
    const char *journal; /* file of the journal, without .part; NULL: in memory only */
    bool resume;         /* the session was opened from journal.part, and goes on with it */
    const char *token;   /* of the room; NULL: one is made where one is needed */
    const char *roster;  /* file of students; NULL: none */
    const char *group;   /* who may use the unix socket besides; NULL: nobody */
    mode_t mode;         /* of the unix socket; 0: 0600, or 0660 with a group */
} ws_hosting_wishes;

/* Begins to listen. The session is the caller's; it is live from now on, where it is resumed. NULL
 * with an error. When it has ended, the loop must run once more. */
ws_hosting *ws_hosting_begin(uv_loop_t *loop, ws_session *session, const ws_hosting_wishes *wishes,
                             ws_error *error);

#endif
