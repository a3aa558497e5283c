/* client.h - a student's socket: a follower (class/follower.h) and its host over TCP or a unix
 * socket. A connection that is lost is made again, as long as `patience` says. */
#ifndef WS_NET_CLIENT_H
#define WS_NET_CLIENT_H

#include <uv.h>

#include "class/follower.h"
#include "net/address.h"

typedef struct ws_client ws_client;

typedef struct ws_client_wishes {
    uint64_t patience_ms; /* without a connection, before it gives up */
    /* told whenever something has come or become of it */
    void (*changed)(void *context);
    void *context;
} ws_client_wishes;

/* The follower is the caller's. */
ws_client *ws_client_begin(uv_loop_t *loop, const ws_address *address, ws_follower *follower,
                           const ws_client_wishes *wishes);
/* Sends what the follower has to say. */
void ws_client_poke(ws_client *client);
/* Another patience from now on. */
void ws_client_patience(ws_client *client, uint64_t patience_ms);
/* Closes; the loop must run once more. */
void ws_client_end(ws_client *client);

typedef struct ws_client_status {
    bool connected;
    bool given_up;
    const char *why; /* the latest reason for being without a connection, "" */
    uint64_t bytes;  /* that have come */
} ws_client_status;
ws_client_status ws_client_tell(const ws_client *client);

#endif
