/* text_stream.c - see text_stream.h. */
#include "session/text_stream.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "session/memory.h"

typedef struct text_stream {
    char **text;
    size_t *length;
    size_t room;
} text_stream;

static ssize_t text_add(void *cookie, const char *bytes, size_t count) {
    text_stream *stream = cookie;
    size_t length = *stream->length + count;
    if (length >= stream->room) {
        stream->room = 2 * length + 1;
        *stream->text = ws_resize(*stream->text, stream->room, 1);
    }
    memcpy(*stream->text + *stream->length, bytes, count);
    (*stream->text)[length] = '\0';
    *stream->length = length;
    return (ssize_t)count;
}

static int text_end(void *cookie) {
    free(cookie);
    return 0;
}

FILE *ws_text_stream(char **text, size_t *length) {
    text_stream *stream = ws_alloc(1, sizeof *stream);
    *stream = (text_stream){.text = text, .length = length, .room = 1};
    *text = ws_alloc(1, 1);
    *length = 0;
    return ws_must(
        fopencookie(stream, "w", (cookie_io_functions_t){.write = text_add, .close = text_end}));
}
