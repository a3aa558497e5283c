/* curses.c - roles become colour pairs, changed runs of cells become calls.
 *
 * The user's palette is never redefined. With xterm-direct a colour's number is its 0xRRGGBB. Where two colours of a role fall
 * together in a small palette, the foreground becomes black or white, dimmed. */
#define NCURSES_WIDECHAR 1
#include "ui/curses.h"
#include "wormscope/memory.h"

#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

#define ROW_MAX 1024 /* cells given to ncurses at once */

struct ws_curses {
    ws_colour_depth depth;
    attr_t attr[WS_ROLE_COUNT]; /* without colour */
    bool pairs;                 /* pair role + 1 holds its colours */
    ws_canvas shown;            /* what the terminal shows; width 0: not known */
};

static ws_colour_depth depth_of_terminal(bool colour) {
    if (!colour || !has_colors() || COLOR_PAIRS <= WS_ROLE_COUNT) return WS_DEPTH_MONO;
    if (COLORS >= 1 << 24) return WS_DEPTH_DIRECT;
    return COLORS >= 256 ? WS_DEPTH_256 : COLORS >= 16 ? WS_DEPTH_16 : COLORS >= 8 ? WS_DEPTH_8 : WS_DEPTH_MONO;
}

ws_curses *ws_curses_new(bool colour) {
    ws_curses *c = calloc(1, sizeof *c);
    if (!c) ws_no_memory(0);
    if (colour && has_colors()) {
        start_color();
        use_default_colors();
    }
    c->depth = depth_of_terminal(colour);
    return c;
}

void ws_curses_free(ws_curses *c) {
    if (!c) return;
    ws_canvas_free(&c->shown);
    free(c);
}

bool ws_curses_has_colour(const ws_curses *c) { return c->depth != WS_DEPTH_MONO; }

static attr_t attr_of(unsigned attr) {
    return (attr & WS_BOLD ? A_BOLD : 0) | (attr & WS_DIM ? A_DIM : 0) | (attr & WS_UNDERLINE ? A_UNDERLINE : 0) |
           (attr & WS_REVERSE ? A_REVERSE : 0);
}

void ws_curses_theme(ws_curses *c, const ws_theme *theme) {
    c->pairs = c->depth != WS_DEPTH_MONO;
    for (int r = 0; r < WS_ROLE_COUNT; r++) {
        const ws_style *style = &theme->style[r];
        c->attr[r] = attr_of(style->attr);
        if (!c->pairs) {
            if (style->bg != theme->style[WS_ROLE_TEXT].bg) c->attr[r] |= A_REVERSE; /* a ground of its own must still be seen */
            continue;
        }
        int fg = ws_colour_map(style->fg, c->depth), bg = ws_colour_map(style->bg, c->depth);
        if (fg == bg && fg >= 0) {
            fg = bg == 0 ? 7 : 0;
            c->attr[r] |= A_DIM;
        }
        init_extended_pair(r + 1, fg, bg);
    }
    bkgdset((chtype)' ' | (c->pairs ? (chtype)COLOR_PAIR(WS_ROLE_TEXT + 1) : 0));
    ws_curses_forget(c);
}

void ws_curses_forget(ws_curses *c) {
    ws_canvas_free(&c->shown);
    clearok(curscr, TRUE);
    erase();
}

static void cell_convert(const ws_curses *c, const ws_cell *cell, cchar_t *out) {
    wchar_t text[2] = {(wchar_t)cell->glyph, 0};
    attr_t attr = c->attr[cell->role] | attr_of(cell->attr);
    setcchar(out, text, attr, (short)(c->pairs ? cell->role + 1 : 0), NULL);
}

static void run_draw(const ws_curses *c, const ws_canvas *canvas, int x, int y, int count) {
    cchar_t run[ROW_MAX];
    for (int i = 0; i < count; i++) cell_convert(c, ws_canvas_at(canvas, x + i, y), &run[i]);
    mvadd_wchnstr(y, x, run, count);
}

void ws_curses_draw(ws_curses *c, const ws_canvas *canvas) {
    bool known = c->shown.cell && c->shown.width == canvas->width && c->shown.height == canvas->height;
    if (!known) {
        ws_canvas_resize(&c->shown, canvas->width, canvas->height);
        memset(c->shown.cell, 0xff, (size_t)canvas->width * (size_t)canvas->height * sizeof *canvas->cell);
    }
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; (x = ws_canvas_next_change(canvas, &c->shown, x, y, false)) < canvas->width;) {
            int count = ws_min(ws_canvas_next_change(canvas, &c->shown, x, y, true) - x, ROW_MAX);
            run_draw(c, canvas, x, y, count);
            x += count;
        }
    }
    memcpy(c->shown.cell, canvas->cell, (size_t)canvas->width * (size_t)canvas->height * sizeof *canvas->cell);
    refresh();
}
