/* help.c - all keys with what they do and the line they say, and the signs on the map: both from their tables. */
#include <stdio.h>

#include "ui/view.h"

static const char *const glyph_docs[] = {
#define GLYPH_DOC(id, braille, block, ascii, doc) doc,
    WS_GLYPHS(GLYPH_DOC)};

/* Signs of the map, in this order; those without words are directions of the one before. */
static int signs_draw(const ws_view *v, const ws_pen *pen, int x, int y) {
    ws_pen_text(pen, x, y++, WS_ROLE_TITLE, "signs");
    for (int g = 0; g <= WS_GLYPH_BLOCKED; g++) {
        if (!*glyph_docs[g]) continue;
        ws_pen_glyph(pen, x, y, v->glyphs->code[g], g == WS_GLYPH_BLOCKED ? WS_ROLE_BLOCKED : WS_ROLE_WORM0, 0);
        ws_pen_text(pen, x + 3, y++, WS_ROLE_TEXT, glyph_docs[g]);
    }
    ws_pen_glyph(pen, x, y, ws_glyph_level(v->glyphs, 3, 8), WS_ROLE_BUFFER, 0);
    ws_pen_text(pen, x + 3, y++, WS_ROLE_TEXT, "filling of a buffer");
    ws_pen_glyph(pen, x, y, ws_glyph_level(v->glyphs, 6, 8), WS_ROLE_STOP, 0);
    ws_pen_text(pen, x + 3, y++, WS_ROLE_TEXT, "it has told its sender to stop");
    return y;
}

static int keys_draw(const ws_view *v, const ws_pen *pen, int x, int y) {
    ws_pen_text(pen, x, y++, WS_ROLE_TITLE, "keys");
    for (size_t i = 0; i < v->keys->count; i++) {
        const ws_binding *b = &v->keys->binding[i];
        ws_pen_print(pen, x, y, WS_ROLE_KEY, " %-8s ", b->name);
        ws_pen_text(pen, x + 11, y++, WS_ROLE_TEXT, b->help);
    }
    return y;
}

void ws_help_draw(const ws_view *v, const ws_pen *pen) {
    bool wide = pen->clip.w >= 112;
    ws_pen scrolled = ws_pen_shift(pen, 0, -v->help_top);
    int y = keys_draw(v, &scrolled, 2, 0);
    if (wide) y = signs_draw(v, &scrolled, 66, 0);
    else y = signs_draw(v, &scrolled, 2, y + 1);
    (void)y;
    ws_pen_print_right(pen, pen->clip.w - 1, pen->clip.h - 1, WS_ROLE_FAINT, "up/down scroll, ? closes");
}
