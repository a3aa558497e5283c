/* client.c - see client.h. */
#include "net/client.h"

#include <signal.h>

#include "session/language/text.h"

enum { PIECE = 64 << 10, WAIT_LEAST_MS = 100, WAIT_MOST_MS = 2000 };

typedef union any_stream {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
} any_stream;

typedef struct ws_client ws_client;

/* One connection; a lost one closes while the next is being made. */
typedef struct wire {
    any_stream stream;
    uv_connect_t request;
    ws_client *client; /* NULL: given up */
    bool connected;
    char bytes[PIECE];
} wire;

struct ws_client {
    ws_carrier carrier; /* the first member: it is the client */
    uv_loop_t *loop;
    ws_address address;
    ws_follower *follower;
    ws_client_wishes wishes;
    wire *wire; /* NULL: none */
    uv_timer_t timer;
    uint64_t lost_ms, wait_ms;
    bool given_up;
    uint64_t bytes;
    char why[256];
};

typedef struct piece {
    uv_write_t request;
    char bytes[WS_CLASS_LINE * 4];
} piece;

static void changed(ws_client *c) {
    if (c->wishes.changed)
        c->wishes.changed(c->wishes.context);
}

static void on_closed(uv_handle_t *handle) {
    free(handle->data);
}

static void wire_close(wire *w) {
    w->client = NULL;
    if (!uv_is_closing(&w->stream.handle))
        uv_close(&w->stream.handle, on_closed);
}

static void on_again(uv_timer_t *timer);

/* Without a connection: tries again soon, unless it has been too long, or is for good. */
static void lose(ws_client *c, const char *why) {
    ws_follower_status status = ws_follower_tell(c->follower);
    if (c->wire)
        wire_close(c->wire);
    c->wire = NULL;
    snprintf(c->why, sizeof c->why, "%s", why);
    uint64_t without = uv_now(c->loop) - c->lost_ms;
    bool too_long = without >= c->wishes.patience_ms;
    c->given_up = too_long || status.denied || status.broken || status.over;
    if (!c->given_up)
        uv_timer_start(&c->timer, on_again, c->wait_ms, 0);
    if (c->wait_ms < WAIT_MOST_MS)
        c->wait_ms *= 2;
    changed(c);
}

static void on_sent(uv_write_t *request, int status) {
    (void)status; /* the reader is told as well */
    free(request->data);
}

static void poke(ws_carrier *carrier) {
    ws_client *c = (ws_client *)carrier;
    while (c->wire && c->wire->connected) {
        piece *next = ws_alloc(1, sizeof *next);
        size_t size = ws_follower_say(c->follower, next->bytes, sizeof next->bytes);
        uv_buf_t buffer = uv_buf_init(next->bytes, (unsigned)size);
        next->request.data = next;
        if (size && uv_write(&next->request, &c->wire->stream.stream, &buffer, 1, on_sent) == 0)
            continue;
        free(next);
        return;
    }
}

static void on_room_for_bytes(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    wire *w = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(w->bytes, sizeof w->bytes);
}

static void on_bytes(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    wire *w = stream->data;
    ws_client *c = w->client;
    if (!c || got == 0)
        return;
    if (got < 0) {
        c->lost_ms = uv_now(c->loop);
        lose(c, got == UV_EOF ? "the host is gone" : uv_strerror((int)got));
        return;
    }
    c->bytes += (uint64_t)got;
    if (!ws_follower_hear(c->follower, buffer->base, (size_t)got)) {
        lose(c, ws_follower_tell(c->follower).why);
        return;
    }
    if (ws_follower_tell(c->follower).joined)
        c->wait_ms = WAIT_LEAST_MS;
    poke(&c->carrier);
    changed(c);
}

static void on_connected(uv_connect_t *request, int status) {
    wire *w = request->data;
    ws_client *c = w->client;
    if (!c)
        return;
    if (status < 0) {
        lose(c, uv_strerror(status));
        return;
    }
    w->connected = true;
    if (!*c->address.path)
        uv_tcp_nodelay(&w->stream.tcp, 1);
    ws_follower_connected(c->follower);
    uv_read_start(&w->stream.stream, on_room_for_bytes, on_bytes);
    poke(&c->carrier);
}

static void connect_begin(ws_client *c) {
    wire *w = ws_alloc(1, sizeof *w);
    const struct sockaddr *to = (const struct sockaddr *)&c->address.tcp;
    int code = 0;
    w->client = c;
    w->request.data = w;
    c->wire = w;
    if (*c->address.path) {
        uv_pipe_init(c->loop, &w->stream.pipe, 0);
        w->stream.handle.data = w;
        uv_pipe_connect(&w->request, &w->stream.pipe, c->address.path, on_connected);
    } else {
        uv_tcp_init(c->loop, &w->stream.tcp);
        w->stream.handle.data = w;
        code = uv_tcp_connect(&w->request, &w->stream.tcp, to, on_connected);
    }
    if (code < 0)
        lose(c, uv_strerror(code));
}

static void on_again(uv_timer_t *timer) {
    connect_begin(timer->data);
}

static void on_timer_closed(uv_handle_t *handle) {
    free(handle->data);
}

static void end(ws_carrier *carrier) {
    ws_client *c = (ws_client *)carrier;
    if (c->wire)
        wire_close(c->wire);
    uv_close((uv_handle_t *)&c->timer, on_timer_closed);
}

static ws_carrier_status tell(const ws_carrier *carrier) {
    const ws_client *c = (const ws_client *)carrier;
    return (ws_carrier_status){.connected = c->wire && c->wire->connected,
                               .given_up = c->given_up,
                               .why = c->why,
                               .bytes = c->bytes};
}

ws_carrier *ws_client_begin(uv_loop_t *loop, const ws_address *address, ws_follower *follower,
                            const ws_client_wishes *wishes) {
    ws_client *c = ws_alloc(1, sizeof *c);
    signal(SIGPIPE, SIG_IGN);
    c->loop = loop;
    c->address = *address;
    c->follower = follower;
    c->wishes = *wishes;
    c->wait_ms = WAIT_LEAST_MS;
    uv_update_time(loop);
    c->lost_ms = uv_now(loop);
    uv_timer_init(loop, &c->timer);
    c->timer.data = c;
    c->carrier = (ws_carrier){poke, end, tell};
    connect_begin(c);
    return &c->carrier;
}

void ws_client_patience(ws_carrier *client, uint64_t patience_ms) {
    ((ws_client *)client)->wishes.patience_ms = patience_ms;
}
