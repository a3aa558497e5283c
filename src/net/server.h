/* server.h - the host's sockets: guests of a room (class/room.h) over TCP or a unix socket. Nothing
 * here waits for anybody: what a guest does not read stays in the kernel's buffers and in at most
 * WS_SERVER_FLIGHT bytes here. */
#ifndef WS_NET_SERVER_H
#define WS_NET_SERVER_H

#include <sys/types.h>
#include <uv.h>

#include "class/room.h"
#include "net/address.h"

#define WS_SERVER_FLIGHT (256u << 10)

typedef struct ws_server ws_server;

/* Listens; the address gets the port that was chosen where it asked for port 0. The room is the
 * caller's. NULL with an error. mode and group are of a unix socket. */
ws_server *ws_server_begin(uv_loop_t *loop, ws_address *address, mode_t mode, gid_t group,
                           ws_room *room, ws_error *error);
/* Sends what there is for everybody: to be called when there is something new. */
void ws_server_poke(ws_server *server);
/* Closes all; what is not sent by now is not sent. The loop must run once more. */
void ws_server_end(ws_server *server);
/* The clock of the room: milliseconds; as the loop last saw it, and looked at anew. */
uint64_t ws_server_now(const ws_server *server);
uint64_t ws_server_time(ws_server *server);

#endif
