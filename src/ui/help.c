/* help.c - all keys with what they do and the line they say, and the signs on the map: both from their tables. */
#include <stdio.h>

#include "ui/view.h"

static const char *const glyph_docs[] = {
#define GLYPH_DOC(id, braille, block, ascii, doc) doc,
    WS_GLYPHS(GLYPH_DOC)};

/* Signs of the map, in this order; those without words are directions of the one before. */
static void signs_draw(const ws_view *v, const ws_pen *pen, int x, int y) {
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
}

/* One row a subject: its keys, its name, what they do. */
static int keys_draw(const ws_view *v, const ws_pen *pen, int x, int y) {
    char keys[64], what[256];
    ws_pen_text(pen, x, y++, WS_ROLE_TITLE, "keys");
    for (size_t i = 0; i < v->keys->count; i = ws_subject_end(v->keys, i)) {
        const ws_binding *first = &v->keys->binding[i];
        ws_subject_keys(v->keys, i, false, keys, sizeof keys);
        ws_subject_help(v->keys, i, what, sizeof what);
        ws_pen_print(pen, x, y, WS_ROLE_KEY, " %s ", keys);
        ws_pen_print(pen, x + 19, y, WS_ROLE_STRONG, "%.*s", (int)ws_binding_subject(first), first->help);
        ws_pen_text(pen, x + 29, y++, WS_ROLE_TEXT, what);
    }
    return y;
}

void ws_help_draw(const ws_view *v, const ws_pen *pen) {
    bool wide = pen->clip.w >= 140;
    ws_pen scrolled = ws_pen_shift(pen, 0, -v->help_top);
    int y = keys_draw(v, &scrolled, 1, 0);
    signs_draw(v, &scrolled, wide ? 92 : 1, wide ? 0 : y + 1);
    ws_pen_print_right(pen, pen->clip.w - 1, 0, WS_ROLE_FAINT, "up and down scroll, ? closes");
}
