/* client.h - a student's socket: a follower (class/follower.h) and its host over TCP or a unix
 * socket. A connection that is lost is made again, as long as `patience` says. */
#ifndef WS_NET_CLIENT_H
#define WS_NET_CLIENT_H

#include <uv.h>

#include "class/follower.h"
#include "net/address.h"

typedef struct ws_client_wishes {
    uint64_t patience_ms; /* without a connection, before it gives up */
    /* told whenever something has come or become of it */
    void (*changed)(void *context);
    void *context;
} ws_client_wishes;

/* The follower is the caller's. When it has ended, the loop must run once more. */
ws_carrier *ws_client_begin(uv_loop_t *loop, const ws_address *address, ws_follower *follower,
                            const ws_client_wishes *wishes);
/* Another patience from now on, of a carrier that is a client. */
void ws_client_patience(ws_carrier *client, uint64_t patience_ms);

#endif
