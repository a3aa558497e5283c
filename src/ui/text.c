/* text.c - the back end that needs no terminal. */
#include "ui/text.h"

#include "session/language/tell.h"
#include "ui/emit.h"

static void utf8_write(FILE *out, uint32_t code) {
    char bytes[WS_CHARACTER_ROOM];
    size_t size = ws_character_put(code, bytes);
    fwrite(bytes, 1, size, out);
}

void ws_text_write(FILE *out, const ws_canvas *canvas) {
    for (int y = 0; y < canvas->height; y++) {
        int end = canvas->width;
        while (end > 0 && ws_canvas_at(canvas, end - 1, y)->glyph == ' ')
            end--;
        for (int x = 0; x < end; x++)
            utf8_write(out, ws_canvas_at(canvas, x, y)->glyph);
        putc('\n', out);
    }
}

void ws_ansi_write(FILE *out, const ws_canvas *canvas, const ws_theme *theme,
                   ws_colour_depth depth) {
    ws_emitter *emitter = ws_emitter_new((ws_emit_traits){.depth = depth});
    ws_emitter_theme(emitter, theme);
    ws_emitter_print(emitter, canvas, out);
    ws_emitter_free(emitter);
}
