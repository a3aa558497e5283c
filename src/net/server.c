/* server.c - see server.h. */
#include "net/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "net/private_socket.h"
#include "session/language/text.h"

enum { BACKLOG = 1024, PIECE = 32 << 10, TICK_MS = 100, OVER_MS = 2000 };

typedef union any_stream {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
} any_stream;

struct ws_server {
    uv_loop_t *loop;
    ws_room *room;
    any_stream listener;
    uv_timer_t timer;
    char path[WS_NET_PATH]; /* of the unix socket, "": TCP */
    bool ending;
    int open; /* handles of the server itself */
    char scratch[PIECE];
};

typedef struct connection {
    any_stream stream;
    ws_server *server;
    ws_guest *guest; /* NULL: it is gone */
    size_t flight;   /* bytes that are being sent */
    bool over;       /* what it is told is its last */
    uint64_t over_ms;
    char bytes[PIECE];
} connection;

typedef struct piece {
    uv_write_t request;
    connection *to;
    size_t size;
    char bytes[];
} piece;

uint64_t ws_server_now(const ws_server *s) {
    return uv_now(s->loop) + 1; /* 0 is for never */
}

uint64_t ws_server_time(ws_server *s) {
    uv_update_time(s->loop);
    return ws_server_now(s);
}

/* ---- one guest ---- */

static void on_closed(uv_handle_t *handle) {
    free(handle->data);
}

static void hang_up(connection *c) {
    if (c->guest)
        ws_room_leave(c->server->room, c->guest);
    c->guest = NULL;
    if (!uv_is_closing(&c->stream.handle))
        uv_close(&c->stream.handle, on_closed);
}

static void pump(connection *c);

static void on_sent(uv_write_t *request, int status) {
    piece *sent = request->data;
    connection *c = sent->to;
    c->flight -= sent->size;
    free(sent);
    if (status == UV_ECANCELED)
        return;
    if (status < 0)
        hang_up(c);
    else
        pump(c);
}

/* Sends one piece; false if there is none. */
static bool piece_send(connection *c) {
    ws_server *s = c->server;
    size_t size = ws_room_say(s->room, c->guest, s->scratch, PIECE, ws_server_now(s));
    if (size == 0)
        return false;
    piece *next = ws_alloc(1, sizeof *next + size);
    memcpy(next->bytes, s->scratch, size);
    next->to = c;
    next->size = size;
    next->request.data = next;
    uv_buf_t buffer = uv_buf_init(next->bytes, (unsigned)size);
    if (uv_write(&next->request, &c->stream.stream, &buffer, 1, on_sent) != 0) {
        free(next); /* the reader is told as well */
        return false;
    }
    c->flight += size;
    return true;
}

static void pump(connection *c) {
    bool more = c->guest != NULL;
    while (more && c->flight + PIECE <= WS_SERVER_FLIGHT)
        more = piece_send(c);
    if (!c->guest || !ws_guest_is_over(c->guest))
        return;
    if (!c->over)
        c->over_ms = ws_server_now(c->server);
    c->over = true;
    if (c->flight == 0 || ws_server_now(c->server) - c->over_ms > OVER_MS)
        hang_up(c);
}

static void on_room_for_bytes(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    connection *c = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(c->bytes, sizeof c->bytes);
}

static void on_bytes(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    connection *c = stream->data;
    if (!c->guest)
        return;
    if (got < 0) {
        hang_up(c);
        return;
    }
    ws_room_hear(c->server->room, c->guest, buffer->base, (size_t)got, ws_server_time(c->server));
    pump(c);
}

/* From where a guest comes, without the port. */
static void peer_name(connection *c, char text[WS_NET_TEXT]) {
    struct sockaddr_storage peer = {0};
    int size = sizeof peer;
    const struct sockaddr_in *four = ws_address_four(&peer);
    const struct sockaddr_in6 *six = ws_address_six(&peer);
    snprintf(text, WS_NET_TEXT, "unix");
    if (*c->server->path)
        return;
    if (uv_tcp_getpeername(&c->stream.tcp, (struct sockaddr *)&peer, &size) != 0)
        return;
    if (peer.ss_family == AF_INET)
        inet_ntop(AF_INET, &four->sin_addr, text, WS_NET_TEXT);
    else
        inet_ntop(AF_INET6, &six->sin6_addr, text, WS_NET_TEXT);
}

static void stream_init(ws_server *s, any_stream *stream) {
    if (*s->path)
        uv_pipe_init(s->loop, &stream->pipe, 0);
    else
        uv_tcp_init(s->loop, &stream->tcp);
}

/* Sends away those that the room has no more place for. */
static void strangers_drop(ws_server *s) {
    for (size_t i = ws_room_count(s->room); i-- > 0;) {
        const ws_guest *guest = ws_room_guest(s->room, i);
        if (ws_guest_is_over(guest))
            hang_up(ws_guest_owner(guest));
    }
}

static void on_connection(uv_stream_t *listener, int status) {
    ws_server *s = listener->data;
    char from[WS_NET_TEXT];
    if (status < 0 || s->ending)
        return;
    connection *c = ws_alloc(1, sizeof *c);
    c->server = s;
    stream_init(s, &c->stream);
    c->stream.handle.data = c;
    bool good = uv_accept(listener, &c->stream.stream) == 0;
    if (good) {
        peer_name(c, from);
        c->guest = ws_room_enter(s->room, from, c, ws_server_now(s));
    }
    if (!*s->path)
        uv_tcp_nodelay(&c->stream.tcp, 1);
    if (ws_room_count(s->room) > WS_ROOM_STRANGERS)
        strangers_drop(s);
    if (!c->guest || uv_read_start(&c->stream.stream, on_room_for_bytes, on_bytes) != 0)
        hang_up(c);
}

/* ---- all of them ---- */

void ws_server_poke(ws_server *s) {
    ws_server_time(s);
    for (size_t i = ws_room_count(s->room); i-- > 0;)
        pump(ws_guest_owner(ws_room_guest(s->room, i)));
}

static void on_tick(uv_timer_t *timer) {
    ws_server *s = timer->data;
    ws_room_tick(s->room, ws_server_time(s));
    ws_server_poke(s);
}

/* ---- listening ---- */

/* As many descriptors as this process may have. */
static void descriptors_raise(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static bool listen_unix(ws_server *s, mode_t mode, gid_t group, ws_error *error) {
    int file = ws_private_socket(s->path, mode, group, error);
    if (file < 0)
        return false;
    int code = uv_pipe_open(&s->listener.pipe, file);
    return code == 0 || fail_with(error, "%s: %s", s->path, uv_strerror(code));
}

static bool listen_tcp(ws_server *s, ws_address *address, ws_error *error) {
    char text[WS_NET_TEXT];
    int size = sizeof address->tcp;
    int code = uv_tcp_bind(&s->listener.tcp, (struct sockaddr *)&address->tcp, 0);
    ws_address_text(address, text);
    if (code == 0)
        code = uv_listen(&s->listener.stream, BACKLOG, on_connection);
    if (code != 0)
        return fail_with(error, "%s: %s", text, uv_strerror(code));
    uv_tcp_getsockname(&s->listener.tcp, (struct sockaddr *)&address->tcp, &size);
    return true;
}

static bool listen_begin(ws_server *s, ws_address *address, mode_t mode, gid_t group,
                         ws_error *error) {
    if (!*s->path)
        return listen_tcp(s, address, error);
    if (!listen_unix(s, mode, group, error))
        return false;
    int code = uv_listen(&s->listener.stream, BACKLOG, on_connection);
    return code == 0 || fail_with(error, "%s: %s", s->path, uv_strerror(code));
}

static void on_server_closed(uv_handle_t *handle) {
    ws_server *s = handle->data;
    if (--s->open == 0)
        free(s);
}

ws_server *ws_server_begin(uv_loop_t *loop, ws_address *address, mode_t mode, gid_t group,
                           ws_room *room, ws_error *error) {
    ws_server *s = ws_alloc(1, sizeof *s);
    s->loop = loop;
    s->room = room;
    s->open = 2;
    memcpy(s->path, address->path, sizeof s->path);
    stream_init(s, &s->listener);
    uv_timer_init(loop, &s->timer);
    s->listener.handle.data = s->timer.data = s;
    descriptors_raise();
    signal(SIGPIPE, SIG_IGN); /* a guest who is gone is an error of the write */
    if (listen_begin(s, address, mode, group, error)) {
        uv_timer_start(&s->timer, on_tick, TICK_MS, TICK_MS);
        return s;
    }
    s->path[0] = '\0'; /* whatever is there is not ours */
    ws_server_end(s);
    return NULL;
}

void ws_server_end(ws_server *s) {
    s->ending = true;
    for (size_t i = ws_room_count(s->room); i-- > 0;)
        hang_up(ws_guest_owner(ws_room_guest(s->room, i)));
    if (*s->path)
        unlink(s->path);
    uv_close(&s->listener.handle, on_server_closed);
    uv_close((uv_handle_t *)&s->timer, on_server_closed);
}
