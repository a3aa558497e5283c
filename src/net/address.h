/* address.h - where a class is held: `unix:PATH`, `ADDR:PORT` or `[ADDR]:PORT`, and `#TOKEN` behind
 * it where one is needed. */
#ifndef WS_NET_ADDRESS_H
#define WS_NET_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>

#include "class/protocol.h"

#define WS_NET_PATH 100 /* bytes of the path of a socket, with its zero byte */
#define WS_NET_TEXT 256 /* bytes of an address as text */

typedef struct ws_address {
    char path[WS_NET_PATH]; /* "": TCP */
    struct sockaddr_storage tcp;
    char token[WS_CLASS_WORD]; /* "": none is said */
} ws_address;

static inline const struct sockaddr_in *ws_address_four(const struct sockaddr_storage *at) {
    return (const struct sockaddr_in *)at;
}
static inline const struct sockaddr_in6 *ws_address_six(const struct sockaddr_storage *at) {
    return (const struct sockaddr_in6 *)at;
}

/* Names of machines are looked up. False with an error. */
bool ws_address_read(ws_address *address, const char *text, ws_error *error);
/* Without the token. */
void ws_address_text(const ws_address *address, char text[WS_NET_TEXT]);
/* Makes an address of all interfaces (0.0.0.0, ::) one of this machine by which others can come, as
 * far as there is one; else that of the loopback. */
void ws_address_reach(ws_address *address);
/* Is it this machine alone? */
bool ws_address_is_here(const ws_address *address);

#endif
