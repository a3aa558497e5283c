/* paint.c - see paint.h. */
#include "export/paint.h"

#include "ui/ink.h"

#define PAPER 0xffffffu
#define INK   0x000000u
enum { DIMMED = 45 }; /* per cent of the ground in a dim sign */

static uint32_t first_of(uint32_t own, uint32_t role, uint32_t last) {
    if (own != WS_COLOUR_NONE)
        return own;
    return role != WS_COLOUR_NONE ? role : last;
}

ws_paint ws_paint_of(const ws_cell *cell, const ws_theme *theme) {
    const ws_style *style = &theme->style[cell->role];
    unsigned attr = style->attr | cell->attr;
    uint32_t fg = first_of(cell->fg, style->fg, INK);
    uint32_t bg = first_of(cell->bg, style->bg, PAPER);
    if (attr & WS_DIM)
        fg = ws_ink_mix(fg, bg, DIMMED);
    bool swapped = attr & WS_REVERSE;
    return (ws_paint){.glyph = cell->glyph,
                      .fg = swapped ? bg : fg,
                      .bg = swapped ? fg : bg,
                      .bold = attr & WS_BOLD,
                      .underline = attr & WS_UNDERLINE};
}

uint32_t ws_paint_ground(const ws_theme *theme) {
    return first_of(WS_COLOUR_NONE, theme->style[WS_ROLE_TEXT].bg, PAPER);
}
