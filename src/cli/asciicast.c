/* asciicast.c - see asciicast.h; the format is that of
 * https://docs.asciinema.org/manual/asciicast/v2/. */
#include "cli/asciicast.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/language/tell.h"
#include "session/memory.h"
#include "session/text_stream.h"

#define TIME_STYLE (JSON_COMPACT | JSON_REAL_PRECISION(10))

/* One line, or nothing of it. Takes the value over. */
static void line_write(ws_asciicast *c, json_t *value) {
    char *text = ws_must(json_dumps(ws_must(value), TIME_STYLE));
    json_decref(value);
    if (!c->error)
        ws_tell_json(c->out, text);
    bool written = !c->error && putc('\n', c->out) != EOF && fflush(c->out) == 0 && !ferror(c->out);
    free(text);
    if (!written && !c->error) {
        c->error = errno;
        /* no file: nothing to be kept whole */
        if (c->good >= 0 && ftruncate(fileno(c->out), c->good) != 0)
            c->good = -1;
    }
    if (written && c->good >= 0)
        c->good = ftell(c->out);
}

static void event_write(ws_asciicast *c, double seconds, const char *kind, const char *data) {
    line_write(c, json_pack("[f, s, s]", seconds, kind, data));
}

/* Players draw around the screen what the theme has as ground. The sixteen colours are those of
 * xterm: the screen uses none. */
static json_t *theme_json(const ws_theme *theme) {
    static const char palette[] = "#000000:#cd0000:#00cd00:#cdcd00:#0000ee:#cd00cd:#00cdcd:#e5e5e5:"
                                  "#7f7f7f:#ff0000:#00ff00:#ffff00:#5c5cff:#ff00ff:#00ffff:#ffffff";
    const ws_style *text = &theme->style[WS_ROLE_TEXT];
    char fg[8];
    char bg[8];
    if (text->fg == WS_COLOUR_NONE || text->bg == WS_COLOUR_NONE)
        return NULL;
    snprintf(fg, sizeof fg, "#%06x", text->fg & 0xffffff);
    snprintf(bg, sizeof bg, "#%06x", text->bg & 0xffffff);
    return json_pack("{s:s, s:s, s:s}", "fg", fg, "bg", bg, "palette", palette);
}

ws_asciicast ws_asciicast_begin(FILE *out, const ws_theme *theme, int width, int height,
                                double seconds, const char *name) {
    char *title = ws_clean(ws_copy_text(name, strlen(name))); /* players print it */
    ws_asciicast cast = {.out = out, .height = height, .good = ftell(out)};
    cast.emitter = ws_emitter_new((ws_emit_traits){.depth = WS_DEPTH_DIRECT});
    ws_emitter_theme(cast.emitter, theme);
    json_t *head = json_pack("{s:i, s:i, s:i, s:f, s:s, s:{s:s, s:s}}", "version", 2, "width",
                             width, "height", height, "duration", seconds, "title", title, "env",
                             "TERM", "xterm-256color", "COLORTERM", "truecolor");
    free(title);
    json_t *colours = theme_json(theme);
    if (colours)
        json_object_set_new(head, "theme", colours);
    line_write(&cast, head);
    return cast;
}

void ws_asciicast_picture(ws_asciicast *c, double seconds, const ws_canvas *canvas) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = ws_text_stream(&text, &length);
    if (!c->begun)
        fputs("\033[?25l\033[0m\033[2J", memory);
    c->begun = true;
    ws_emitter_draw(c->emitter, canvas, memory);
    fclose(memory);
    if (length)
        event_write(c, seconds, "o", text);
    free(text);
}

void ws_asciicast_marker(ws_asciicast *c, double seconds, const char *label) {
    char *text = ws_clean(ws_copy_text(label, strlen(label)));
    event_write(c, seconds, "m", text);
    free(text);
}

int ws_asciicast_end(ws_asciicast *c, double seconds) {
    char text[48];
    snprintf(text, sizeof text, "\033[0m\033[%d;1H\033[?25h", c->height);
    event_write(c, seconds, "o", text);
    ws_emitter_free(c->emitter);
    return c->error;
}
