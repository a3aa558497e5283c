/* curses.c - cells become colour pairs, changed runs of cells become calls.
 *
 * The user's palette is never redefined. With xterm-direct a colour's number is its 0xRRGGBB. Where
 * the two colours of a sign fall together in a small palette, the foreground becomes black or
 * white.
 *
 * Pairs are given by picture (pairs.h). ncurses draws again what shows a pair that gets other
 * colours: so only pairs that the new picture does not use may get them, and all cells are asked
 * before any does. A picture of more pairs than there are is drawn in coarser colours, as few
 * bits coarser as will do. */
#define NCURSES_WIDECHAR 1
#include "ui/curses.h"
#include "ui/pairs.h"
#include "ui/palette.h"
#include "wormscope/memory.h"

#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

#define ROW_MAX   1024 /* cells given to ncurses at once */
#define PAIRS_MAX 8191
#define BITS                                                                                       \
    8 /* of a channel, by which colours can become coarser; then all have the ground of text */

struct ws_curses {
    ws_colour_depth depth;
    ws_palette palette;
    ws_pairs *pairs;
    int coarser;     /* bits that the picture on the screen has lost */
    ws_canvas shown; /* what the terminal shows; width 0: not known */
    uint16_t *pair;  /* by cell */
};

static ws_colour_depth depth_of_terminal(bool colour) {
    if (!colour || !has_colors() || COLOR_PAIRS < 64)
        return WS_DEPTH_MONO;
    if (COLORS >= 1 << 24)
        return WS_DEPTH_DIRECT;
    if (COLORS >= 256)
        return WS_DEPTH_256;
    if (COLORS >= 16)
        return WS_DEPTH_16;
    return COLORS >= 8 ? WS_DEPTH_8 : WS_DEPTH_MONO;
}

ws_curses *ws_curses_new(bool colour) {
    ws_curses *c = calloc(1, sizeof *c);
    if (!c)
        ws_no_memory(0);
    if (colour && has_colors()) {
        start_color();
        use_default_colors();
    }
    c->depth = depth_of_terminal(colour);
    if (c->depth != WS_DEPTH_MONO)
        c->pairs = ws_pairs_new(ws_min(COLOR_PAIRS - 1, PAIRS_MAX));
    return c;
}

void ws_curses_free(ws_curses *c) {
    if (!c)
        return;
    ws_canvas_free(&c->shown);
    ws_pairs_free(c->pairs);
    free(c->pair);
    free(c);
}

ws_colour_depth ws_curses_depth(const ws_curses *c) {
    return c ? c->depth : WS_DEPTH_MONO;
}

bool ws_curses_has_colour(const ws_curses *c) {
    return c->depth != WS_DEPTH_MONO;
}

static attr_t attr_of(unsigned attr) {
    attr_t bold = attr & WS_BOLD ? A_BOLD : 0;
    attr_t dim = attr & WS_DIM ? A_DIM : 0;
    attr_t underline = attr & WS_UNDERLINE ? A_UNDERLINE : 0;
    attr_t reverse = attr & WS_REVERSE ? A_REVERSE : 0;
    return bold | dim | underline | reverse;
}

/* The pair of two colours of the terminal; 0 if there is no room for it. */
static int pair_take(ws_curses *c, int fg, int bg) {
    bool fresh;
    int pair = ws_pairs_take(c->pairs, fg, bg, &fresh);
    if (fresh)
        init_extended_pair(pair, fg, bg);
    return pair;
}

void ws_curses_theme(ws_curses *c, const ws_theme *theme) {
    ws_palette_begin(&c->palette, theme, c->depth);
    chtype blank = ' ';
    if (c->pairs) {
        const ws_style *text = &theme->style[WS_ROLE_TEXT];
        int fg = ws_palette_map(&c->palette, text->fg);
        int bg = ws_palette_map(&c->palette, text->bg);
        blank |= (chtype)COLOR_PAIR(pair_take(c, fg, bg));
    }
    bkgdset(blank);
    ws_curses_forget(c);
}

void ws_curses_forget(ws_curses *c) {
    ws_canvas_free(&c->shown);
    clearok(curscr, TRUE);
    erase();
}

/* ----------------------------------------------------------------------------- colours ---- */

static uint32_t colour_coarser(uint32_t rgb, int bits) {
    if (rgb == WS_COLOUR_NONE || bits == 0)
        return rgb;
    uint32_t kept = 0xffu << bits & 0xff;
    return rgb & (kept << 16 | kept << 8 | kept);
}

/* A block shows two colours side by side, which may be one; any other sign must be told from its
 * ground. */
static bool is_block(uint32_t glyph) {
    return glyph == ' ' || (glyph >= 0x2580 && glyph <= 0x259f);
}

/* What a cell is drawn with: the numbers of its colours, and its sign. */
typedef struct ink {
    int fg;
    int bg;
    uint32_t glyph;
} ink;

static int own_or_role(ws_curses *c, uint32_t own, uint32_t role) {
    uint32_t colour = own != WS_COLOUR_NONE ? colour_coarser(own, c->coarser) : role;
    return ws_palette_map(&c->palette, colour);
}

/* Of a blank, and of two halves in one colour, only the ground is seen: one pair does for all of
 * them. */
static ink cell_ink(ws_curses *c, const ws_cell *cell) {
    const ws_style *style = &c->palette.theme.style[cell->role];
    const ws_style *text = &c->palette.theme.style[WS_ROLE_TEXT];
    ink k = {.fg = own_or_role(c, cell->fg, style->fg), .glyph = cell->glyph};
    k.bg = own_or_role(c, c->coarser < BITS ? cell->bg : text->bg, style->bg);
    bool same = k.fg == k.bg && k.fg >= 0;
    if (same && is_block(cell->glyph))
        k.glyph = ' ';
    if (k.glyph == ' ') {
        k.fg = ws_palette_map(&c->palette, text->fg);
        same = k.fg == k.bg && k.fg >= 0;
    }
    if (same)
        k.fg = k.bg == 0 || k.bg == 16 ? 7 : 0;
    return k;
}

/* A pair for every cell; false if there are not enough. */
static bool pairs_give(ws_curses *c, const ws_canvas *canvas) {
    int cells = canvas->width * canvas->height;
    bool missing = false;
    ws_pairs_begin(c->pairs);
    for (int i = 0; i < cells; i++) {
        ink k = cell_ink(c, &canvas->cell[i]);
        c->pair[i] = (uint16_t)ws_pairs_find(c->pairs, k.fg, k.bg);
        missing |= c->pair[i] == 0;
    }
    for (int i = 0; missing && i < cells; i++) {
        if (c->pair[i])
            continue;
        ink k = cell_ink(c, &canvas->cell[i]);
        c->pair[i] = (uint16_t)pair_take(c, k.fg, k.bg);
        if (c->pair[i] == 0)
            return false;
    }
    return true;
}

/* Looks for the finest colours in which there are pairs enough. Another fineness: all is drawn
 * again. */
static void picture_colour(ws_curses *c, const ws_canvas *canvas) {
    int before = c->coarser;
    c->coarser = 0;
    while (!pairs_give(c, canvas) && c->coarser < BITS)
        c->coarser++;
    if (c->coarser != before)
        memset(c->shown.cell, 0xff,
               (size_t)canvas->width * (size_t)canvas->height * sizeof *canvas->cell);
}

/* ------------------------------------------------------------------------------- cells ---- */

/* Without colours a ground of its own must still be seen. */
static attr_t attr_of_role(const ws_curses *c, uint16_t role) {
    const ws_style *style = &c->palette.theme.style[role];
    attr_t attr = attr_of(style->attr);
    bool has_ground = style->bg != c->palette.theme.style[WS_ROLE_TEXT].bg;
    return !c->pairs && has_ground ? attr | A_REVERSE : attr;
}

static void run_draw(ws_curses *c, const ws_canvas *canvas, int x, int y, int count) {
    cchar_t run[ROW_MAX];
    for (int i = 0; i < count; i++) {
        const ws_cell *cell = ws_canvas_at(canvas, x + i, y);
        uint32_t glyph = c->pairs ? cell_ink(c, cell).glyph : cell->glyph;
        wchar_t text[2] = {(wchar_t)glyph, 0};
        attr_t attr = attr_of_role(c, cell->role) | attr_of(cell->attr);
        short pair = c->pairs ? (short)c->pair[y * canvas->width + x + i] : 0;
        setcchar(&run[i], text, attr, pair, NULL);
    }
    mvadd_wchnstr(y, x, run, count);
}

static void room_take(ws_curses *c, const ws_canvas *canvas) {
    size_t cells = (size_t)canvas->width * (size_t)canvas->height;
    ws_canvas_resize(&c->shown, canvas->width, canvas->height);
    memset(c->shown.cell, 0xff, cells * sizeof *canvas->cell);
    c->pair = realloc(c->pair, cells * sizeof *c->pair);
    if (!c->pair)
        ws_no_memory(0);
}

void ws_curses_draw(ws_curses *c, const ws_canvas *canvas) {
    if (!c->shown.cell || c->shown.width != canvas->width || c->shown.height != canvas->height)
        room_take(c, canvas);
    if (c->pairs)
        picture_colour(c, canvas);
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width;) {
            x = ws_canvas_next_change(canvas, &c->shown, x, y, false);
            if (x == canvas->width)
                break;
            int end = ws_canvas_next_change(canvas, &c->shown, x, y, true);
            int count = ws_min(end - x, ROW_MAX);
            run_draw(c, canvas, x, y, count);
            x += count;
        }
    }
    memcpy(c->shown.cell, canvas->cell,
           (size_t)canvas->width * (size_t)canvas->height * sizeof *canvas->cell);
    refresh();
}
