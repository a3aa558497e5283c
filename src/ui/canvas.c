/* canvas.c - cells and clipped drawing. Invariant: a pen's clip lies inside its canvas, so
 * ws_pen_cell is the only check. */
#include "ui/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/glyphs.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

static const ws_cell blank = {
    .glyph = ' ', .role = WS_ROLE_TEXT, .fg = WS_COLOUR_NONE, .bg = WS_COLOUR_NONE};

void ws_canvas_resize(ws_canvas *c, int width, int height) {
    c->width = ws_max(width, 1);
    c->height = ws_max(height, 1);
    free(c->cell);
    c->cell = calloc((size_t)c->width * (size_t)c->height, sizeof *c->cell);
    if (!c->cell)
        ws_no_memory(0);
    free(c->sign);
    c->sign = ws_alloc((size_t)c->width * (size_t)c->height, sizeof *c->sign);
    ws_canvas_clear(c);
}

void ws_canvas_free(ws_canvas *c) {
    free(c->cell);
    free(c->sign);
    *c = (ws_canvas){0};
}

void ws_canvas_clear(ws_canvas *c) {
    for (int i = 0; i < c->width * c->height; i++) {
        c->cell[i] = blank;
        c->sign[i] = 0;
    }
}

static ws_rect rect_cut(ws_rect a, ws_rect b) {
    int x = ws_max(a.x, b.x), y = ws_max(a.y, b.y);
    int w = ws_min(a.x + a.w, b.x + b.w) - x, h = ws_min(a.y + a.h, b.y + b.h) - y;
    return (ws_rect){x, y, ws_max(w, 0), ws_max(h, 0)};
}

ws_pen ws_pen_of(ws_canvas *c) {
    return (ws_pen){.canvas = c, .clip = {0, 0, c->width, c->height}};
}

ws_pen ws_pen_sub(const ws_pen *pen, ws_rect r) {
    ws_pen sub = {.canvas = pen->canvas, .x = pen->x + r.x, .y = pen->y + r.y};
    sub.clip = rect_cut(pen->clip, (ws_rect){sub.x, sub.y, ws_max(r.w, 0), ws_max(r.h, 0)});
    return sub;
}

ws_pen ws_pen_shift(const ws_pen *pen, int dx, int dy) {
    ws_pen moved = *pen;
    moved.x += dx;
    moved.y += dy;
    return moved;
}

ws_cell *ws_pen_cell(const ws_pen *pen, int x, int y) {
    int cx = pen->x + x - pen->clip.x;
    int cy = pen->y + y - pen->clip.y;
    if (cx < 0 || cy < 0 || cx >= pen->clip.w || cy >= pen->clip.h)
        return NULL;
    return ws_canvas_at(pen->canvas, pen->x + x, pen->y + y);
}

static uint64_t *sign_of(const ws_pen *pen, const ws_cell *cell) {
    return &pen->canvas->sign[cell - pen->canvas->cell];
}

void ws_pen_signs(const ws_pen *pen, int x, int y, uint64_t signs) {
    const ws_cell *cell = ws_pen_cell(pen, x, y);
    if (cell)
        *sign_of(pen, cell) |= signs;
}

uint64_t ws_pen_signs_shown(const ws_pen *pen) {
    const ws_rect *clip = &pen->clip;
    uint64_t shown = 0;
    for (int i = 0; i < clip->w * clip->h; i++) {
        int x = clip->x + i % clip->w;
        int row = clip->y + i / clip->w;
        shown |= pen->canvas->sign[row * pen->canvas->width + x];
    }
    return shown;
}

uint64_t ws_pen_signs_at(const ws_pen *pen, int x, int row) {
    const ws_cell *cell = ws_pen_cell(pen, x, row);
    return cell ? pen->canvas->sign[cell - pen->canvas->cell] : 0;
}

void ws_pen_glyph(const ws_pen *pen, int x, int y, uint32_t glyph, ws_role role, unsigned attr) {
    ws_cell *cell = ws_pen_cell(pen, x, y);
    if (!cell)
        return;
    *cell = (ws_cell){.glyph = glyph,
                      .role = (uint16_t)role,
                      .attr = (uint16_t)attr,
                      .fg = WS_COLOUR_NONE,
                      .bg = WS_COLOUR_NONE};
    *sign_of(pen, cell) = 0;
}

void ws_pen_ink(const ws_pen *pen, int x, int y, uint32_t glyph, ws_role role, uint32_t fg,
                uint32_t bg) {
    ws_cell *cell = ws_pen_cell(pen, x, y);
    if (!cell)
        return;
    *cell = (ws_cell){.glyph = glyph, .role = (uint16_t)role, .fg = fg, .bg = bg};
    *sign_of(pen, cell) = 0;
}

void ws_pen_fill(const ws_pen *pen, ws_rect r, uint32_t glyph, ws_role role) {
    for (int y = 0; y < r.h; y++)
        for (int x = 0; x < r.w; x++)
            ws_pen_glyph(pen, r.x + x, r.y + y, glyph, role, 0);
}

/* -------------------------------------------------------------------------------------------------
 * text ---- */

uint32_t ws_text_next(const char **text) {
    const unsigned char *s = (const unsigned char *)*text;
    static const struct {
        unsigned char mask, lead, more;
        uint32_t least;
    } form[] = {{0x80, 0x00, 0, 0},
                {0xe0, 0xc0, 1, 0x80},
                {0xf0, 0xe0, 2, 0x800},
                {0xf8, 0xf0, 3, 0x10000}};
    for (unsigned i = 0; i < 4; i++) {
        if ((s[0] & form[i].mask) != form[i].lead)
            continue;
        uint32_t code = s[0] & (unsigned char)~form[i].mask;
        unsigned n = 1;
        for (; n <= form[i].more && (s[n] & 0xc0) == 0x80; n++)
            code = code << 6 | (s[n] & 0x3fu);
        if (n <= form[i].more || code < form[i].least || code > 0x10ffff)
            break;
        *text += n;
        return code;
    }
    *text += 1;
    return 0xfffd;
}

/* Not one column wide: controls, combining marks, and the East Asian and pictographic ranges. */
static bool is_odd(uint32_t c) {
    static const struct {
        uint32_t from, to;
    } odd[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},       {0x300, 0x36f},
               {0x483, 0x489},   {0x591, 0x5c7},   {0x610, 0x61c},     {0x64b, 0x65f},
               {0x1100, 0x11ff}, {0x200b, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f},
               {0x20d0, 0x20ff}, {0x231a, 0x231b}, {0x2e80, 0xa4cf},   {0xac00, 0xd7ff},
               {0xd800, 0xdfff}, {0xf900, 0xfaff}, {0xfe00, 0xfe6f},   {0xfeff, 0xfeff},
               {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f000, 0x3ffff}, {0xe0000, 0x10ffff}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (c >= odd[i].from && c <= odd[i].to)
            return true;
    return false;
}

int ws_pen_text(const ws_pen *pen, int x, int y, ws_role role, const char *text) {
    int start = x;
    while (*text) {
        uint32_t c = ws_text_next(&text);
        if (is_odd(c))
            c = '?';
        ws_pen_glyph(pen, x++, y, pen->canvas->ascii ? ws_glyph_fold(c) : c, role, 0);
    }
    return x - start;
}

int ws_text_columns(const char *text) {
    int columns = 0;
    for (; *text; columns++)
        ws_text_next(&text);
    return columns;
}

int ws_pen_print(const ws_pen *pen, int x, int y, ws_role role, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return ws_pen_text(pen, x, y, role, text);
}

void ws_pen_print_right(const ws_pen *pen, int x, int y, ws_role role, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ws_pen_text(pen, x - ws_text_columns(text), y, role, text);
}
