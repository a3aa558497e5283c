/* private_socket.h - a unix socket that nobody else can enter, at no moment. */
#ifndef WS_NET_PRIVATE_SOCKET_H
#define WS_NET_PRIVATE_SOCKET_H

#include <stdbool.h>
#include <sys/types.h>

#include "wormscope/wormscope.h"

/* Binds and listens. The socket is made in a fresh directory that only this user can enter, gets
 * its mode and group there, and then takes its name: so there is no moment in which others could
 * connect. A socket that nobody listens at any more is replaced; anything else at that path is an
 * error. `group` -1: leave it. Returns the descriptor, or -1 with an error. */
int ws_private_socket(const char *path, mode_t mode, gid_t group, ws_error *error);
/* A directory of one's own for sockets: in $XDG_RUNTIME_DIR, else in /tmp; made if it is not there.
 * False with an error if it is somebody else's, or open to others. */
bool ws_private_directory(char path[80], ws_error *error);

#endif
