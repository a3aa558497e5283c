/* address.c - see address.h. */
#include "net/address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stddef.h>
#include <uv.h>

#include "session/language/text.h"

static bool expect(ws_error *error, const char *text) {
    return fail_with(error,
                     "invalid address `%.100s`: expected unix:PATH or ADDR:PORT, e.g. "
                     "127.0.0.1:7000",
                     text);
}

static bool path_read(ws_address *address, const char *text, size_t length, ws_error *error) {
    if (length == 0 || length >= WS_NET_PATH)
        return fail_with(error, "the path of a socket has 1 to %d bytes, and this one %zu",
                         WS_NET_PATH - 1, length);
    memcpy(address->path, text, length);
    address->path[length] = '\0';
    return true;
}

static bool machine_find(ws_address *address, const char *name, const char *port, ws_error *error) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    int code = getaddrinfo(name, port, &hints, &found);
    if (code)
        return fail_with(error, "%.100s: %s", name, gai_strerror(code));
    memcpy(&address->tcp, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

static bool port_is_good(const char *port) {
    size_t digits = strspn(port, "0123456789");
    return digits > 0 && digits <= 5 && !port[digits] && atoi(port) <= 65535;
}

static bool tcp_read(ws_address *address, const char *text, size_t length, ws_error *error) {
    char name[WS_NET_TEXT];
    if (length >= sizeof name)
        return expect(error, text);
    memcpy(name, text, length);
    name[length] = '\0';
    char *port = strrchr(name, ':');
    if (!port || port == name || !port_is_good(port + 1))
        return expect(error, text);
    *port = '\0';
    size_t last = strlen(name) - 1;
    bool is_bracketed = name[0] == '[' && name[last] == ']';
    if (is_bracketed)
        name[last] = '\0';
    return machine_find(address, name + is_bracketed, port + 1, error);
}

bool ws_address_read(ws_address *address, const char *text, ws_error *error) {
    static const char scheme[] = "unix:";
    size_t begin = sizeof scheme - 1;
    const char *token = strrchr(text, '#');
    size_t length = token ? (size_t)(token - text) : strlen(text);
    *address = (ws_address){.path = ""};
    if (token && strlen(token + 1) >= sizeof address->token)
        return fail_with(error, "the token is too long");
    if (token)
        snprintf(address->token, sizeof address->token, "%s", token + 1);
    if (strncmp(text, scheme, begin) == 0 && length >= begin)
        return path_read(address, text + begin, length - begin, error);
    return tcp_read(address, text, length, error);
}

void ws_address_text(const ws_address *address, char text[WS_NET_TEXT]) {
    char name[INET6_ADDRSTRLEN] = "?";
    const struct sockaddr_in *four = ws_address_four(&address->tcp);
    const struct sockaddr_in6 *six = ws_address_six(&address->tcp);
    if (*address->path) {
        snprintf(text, WS_NET_TEXT, "unix:%s", address->path);
    } else if (address->tcp.ss_family == AF_INET) {
        inet_ntop(AF_INET, &four->sin_addr, name, sizeof name);
        snprintf(text, WS_NET_TEXT, "%s:%u", name, (unsigned)ntohs(four->sin_port));
    } else {
        inet_ntop(AF_INET6, &six->sin6_addr, name, sizeof name);
        snprintf(text, WS_NET_TEXT, "[%s]:%u", name, (unsigned)ntohs(six->sin6_port));
    }
}

static bool is_any(const struct sockaddr_storage *at) {
    const struct in_addr *four = &ws_address_four(at)->sin_addr;
    const struct in6_addr *six = &ws_address_six(at)->sin6_addr;
    if (at->ss_family == AF_INET)
        return four->s_addr == INADDR_ANY;
    return IN6_IS_ADDR_UNSPECIFIED(six);
}

static bool is_link_local(const uv_interface_address_t *one) {
    const struct sockaddr_in6 *at = &one->address.address6;
    if (at->sin6_family != AF_INET6)
        return false;
    return IN6_IS_ADDR_LINKLOCAL(&at->sin6_addr);
}

_Static_assert(offsetof(struct sockaddr_in, sin_port) == offsetof(struct sockaddr_in6, sin6_port),
               "a port is at the same place in both families");

static bool is_better(const uv_interface_address_t *one, const uv_interface_address_t *other) {
    if (!other)
        return true;
    return other->is_internal && !one->is_internal;
}

/* The first of this family that is no loopback, else a loopback; NULL: there is none. */
static const uv_interface_address_t *interface_find(const uv_interface_address_t *list, int count,
                                                    sa_family_t family) {
    const uv_interface_address_t *best = NULL;
    for (int i = 0; i < count; i++) {
        const uv_interface_address_t *one = &list[i];
        sa_family_t own = one->address.address4.sin_family;
        if (own != family || is_link_local(one))
            continue;
        if (is_better(one, best))
            best = one;
    }
    return best;
}

void ws_address_reach(ws_address *address) {
    uv_interface_address_t *list;
    int count;
    struct sockaddr_in *four = (struct sockaddr_in *)&address->tcp;
    in_port_t port = four->sin_port;
    if (*address->path || !is_any(&address->tcp))
        return;
    if (uv_interface_addresses(&list, &count) != 0)
        return;
    const uv_interface_address_t *best;
    best = interface_find(list, count, four->sin_family);
    if (best) {
        memcpy(&address->tcp, &best->address, sizeof best->address);
        four->sin_port = port;
    }
    uv_free_interface_addresses(list, count);
}

bool ws_address_is_here(const ws_address *address) {
    const struct sockaddr_in *four = ws_address_four(&address->tcp);
    const struct sockaddr_in6 *six = ws_address_six(&address->tcp);
    if (*address->path)
        return true;
    if (address->tcp.ss_family == AF_INET)
        return ntohl(four->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}
