/* emit.c - cells become inks, and inks that have changed become bytes.
 *
 * An ink is what a cell comes to on this terminal: its sign, the numbers of its two colours there,
 * its attributes. Cells of other colours may come to the same ink, and are not sent again. Of a
 * blank only the ground is seen, so it is written with whatever else is set. */
#include "ui/emit.h"

#include "session/language/tell.h"
#include "ui/palette.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct ink {
    uint32_t glyph; /* 0: not known */
    int32_t fg, bg; /* as ws_palette_map has them: -1 is the terminal's own */
    uint16_t attr;
} ink;

struct ws_emitter {
    ws_emit_traits can;
    ws_palette palette;
    int width, height; /* of what is kept below */
    ink *shown, *next;
    /* what the terminal writes with, and where, in the midst of a picture */
    ink pen; /* glyph 0: not known */
    int x, y;
};

ws_emitter *ws_emitter_new(ws_emit_traits traits) {
    ws_emitter *to = calloc(1, sizeof *to);
    ws_theme theme = ws_theme_default();
    if (!to)
        ws_no_memory(sizeof *to);
    to->can = traits;
    ws_emitter_theme(to, &theme);
    return to;
}

void ws_emitter_free(ws_emitter *to) {
    if (!to)
        return;
    free(to->shown);
    free(to->next);
    free(to);
}

ws_emit_traits ws_emitter_traits(const ws_emitter *to) {
    return to ? to->can : (ws_emit_traits){.depth = WS_DEPTH_MONO};
}

void ws_emitter_synchronize(ws_emitter *to, bool synchronizes) {
    to->can.synchronizes = synchronizes;
}

void ws_emitter_depth(ws_emitter *to, ws_colour_depth depth) {
    ws_theme theme = to->palette.theme;
    to->can.depth = depth;
    ws_emitter_theme(to, &theme);
}

void ws_emitter_theme(ws_emitter *to, const ws_theme *theme) {
    ws_palette_begin(&to->palette, theme, to->can.depth);
    ws_emitter_forget(to);
}

void ws_emitter_forget(ws_emitter *to) {
    to->pen.glyph = 0;
    if (to->shown)
        memset(to->shown, 0, (size_t)to->width * (size_t)to->height * sizeof *to->shown);
}

/* -------------------------------------------------------------------------------- inks ---- */

/* A block shows two colours side by side, which may be one; any other sign must be told from its
 * ground. */
static bool is_block(uint32_t glyph) {
    return glyph == ' ' || (glyph >= 0x2580 && glyph <= 0x259f);
}

static bool is_blank(const ink *k) {
    return k->glyph == ' ' && !(k->attr & (WS_UNDERLINE | WS_REVERSE));
}

/* Where a small palette has one number for both colours of a sign: black or white. */
static int contrast_of(int bg) {
    return bg == 0 || bg == 16 ? 7 : 0;
}

static ink ink_mono(const ws_cell *cell, const ws_theme *theme) {
    const ws_style *role = &theme->style[cell->role];
    bool has_ground = role->bg != theme->style[WS_ROLE_TEXT].bg; /* which must still be seen */
    unsigned attr = role->attr | cell->attr | (has_ground ? WS_REVERSE : 0u);
    return (ink){cell->glyph, -1, -1, (uint16_t)attr};
}

static ink ink_of(ws_emitter *to, const ws_cell *cell) {
    const ws_style *role = &to->palette.theme.style[cell->role];
    if (to->can.depth == WS_DEPTH_MONO)
        return ink_mono(cell, &to->palette.theme);
    ink k = {.glyph = cell->glyph};
    k.fg = ws_palette_map(&to->palette, cell->fg != WS_COLOUR_NONE ? cell->fg : role->fg);
    k.bg = ws_palette_map(&to->palette, cell->bg != WS_COLOUR_NONE ? cell->bg : role->bg);
    k.attr = (uint16_t)((role->attr | cell->attr) & ~to->can.unmixed);
    bool one = k.fg == k.bg && k.fg >= 0 && to->can.depth != WS_DEPTH_DIRECT;
    if (one && is_block(k.glyph))
        k.glyph = ' ';
    else if (one)
        k.fg = contrast_of(k.bg);
    return k;
}

static bool same_ink(const ink *a, const ink *b) {
    if (is_blank(a) && is_blank(b))
        return a->bg == b->bg;
    return a->glyph == b->glyph && a->fg == b->fg && a->bg == b->bg && a->attr == b->attr;
}

/* ------------------------------------------------------------------------------- bytes ---- */

/* Numbers of one sequence: behind the bracket the first, behind semicolons the others. Returns
 * what the next stands behind. */
static char code_write(FILE *out, char before, int code) {
    fprintf(out, "%c%d", before, code);
    return ';';
}

/* Plane 30 is the foreground, 40 the background; 60 above them stand the bright ones of sixteen. */
static char colour_write(FILE *out, char before, int plane, int number, ws_colour_depth depth) {
    if (number < 0)
        return code_write(out, before, plane + 9);
    if (depth == WS_DEPTH_8 || depth == WS_DEPTH_16)
        return code_write(out, before, plane + number + (number > 7 ? 52 : 0));
    before = code_write(out, before, plane + 8);
    if (depth == WS_DEPTH_256)
        return code_write(out, code_write(out, before, 5), number);
    before = code_write(out, before, 2);
    for (int shift = 16; shift >= 0; shift -= 8)
        before = code_write(out, before, number >> shift & 255);
    return before;
}

/* Attributes cannot be taken away one by one on every terminal, so a set that lacks one begins
 * from nothing. */
static void pen_set(ws_emitter *to, ink k, FILE *out) {
    static const struct {
        unsigned bit;
        int code;
    } sgr[] = {{WS_BOLD, 1}, {WS_DIM, 2}, {WS_UNDERLINE, 4}, {WS_REVERSE, 7}};
    bool unseen = is_blank(&k) && to->pen.glyph && !(to->pen.attr & (WS_UNDERLINE | WS_REVERSE));
    if (unseen) {
        k.fg = to->pen.fg;
        k.attr = to->pen.attr;
    }
    bool anew = !to->pen.glyph || (to->pen.attr & ~k.attr);
    ink now = anew ? (ink){.fg = -1, .bg = -1} : to->pen;
    to->pen = k;
    if (!anew && now.attr == k.attr && now.fg == k.fg && now.bg == k.bg)
        return;
    char before = '[';
    putc('\033', out);
    if (anew)
        before = code_write(out, before, 0);
    for (size_t i = 0; i < sizeof sgr / sizeof *sgr; i++)
        if (k.attr & ~now.attr & sgr[i].bit)
            before = code_write(out, before, sgr[i].code);
    if (k.fg != now.fg)
        before = colour_write(out, before, 30, k.fg, to->can.depth);
    if (k.bg != now.bg)
        before = colour_write(out, before, 40, k.bg, to->can.depth);
    putc('m', out);
}

static void ink_write(ws_emitter *to, const ink *k, FILE *out) {
    char bytes[WS_CHARACTER_ROOM];
    pen_set(to, *k, out);
    fwrite(bytes, 1, ws_character_put(k->glyph, bytes), out);
    to->x++;
}

/* ------------------------------------------------------------------------------ a picture ---- */

/* Is it cheaper to write the cells from to->x up to x once more than to jump over them? */
static bool is_bridged(const ws_emitter *to, const ink *row, int x) {
    enum { JUMP = 4 }; /* bytes */
    if (x - to->x > JUMP)
        return false;
    for (int i = to->x; i < x; i++)
        if (row[i].glyph >= 0x80 || row[i].attr != to->pen.attr || row[i].bg != to->pen.bg ||
            (row[i].fg != to->pen.fg && row[i].glyph != ' '))
            return false;
    return true;
}

static void go_to(ws_emitter *to, const ink *row, int x, int y, FILE *out) {
    bool ahead = to->y == y && to->x <= x && to->x > 0;
    if (ahead && is_bridged(to, row, x))
        while (to->x < x)
            ink_write(to, &row[to->x], out);
    else if (ahead)
        fprintf(out, "\033[%dC", x - to->x);
    else
        fprintf(out, "\033[%d;%dH", y + 1, x + 1);
    to->x = x;
    to->y = y;
}

/* From where on a row is nothing but blanks of one ground, which one sequence erases. */
static int tail_of(const ws_emitter *to, const ink *row) {
    int x = to->width;
    while (to->can.erases && x > 0 && is_blank(&row[x - 1]) &&
           row[x - 1].bg == row[to->width - 1].bg)
        x--;
    return x;
}

static void row_draw(ws_emitter *to, int y, FILE *out) {
    enum { ERASE = 4 }; /* blanks: an erasure is as long as some of them */
    const ink *row = &to->next[y * to->width];
    const ink *shown = &to->shown[y * to->width];
    int tail = tail_of(to, row);
    int end = to->width - (to->can.scrolls && y == to->height - 1);
    for (int x = 0; x < end; x++) {
        if (same_ink(&row[x], &shown[x]))
            continue;
        go_to(to, row, x, y, out);
        if (x >= tail && to->width - x > ERASE) {
            pen_set(to, row[x], out);
            fputs("\033[K", out);
            return;
        }
        ink_write(to, &row[x], out);
    }
}

static void inks_make(ws_emitter *to, const ws_canvas *canvas) {
    size_t cells = (size_t)canvas->width * (size_t)canvas->height;
    if (to->width != canvas->width || to->height != canvas->height) {
        free(to->shown);
        free(to->next);
        to->shown = calloc(cells, sizeof *to->shown);
        to->next = calloc(cells, sizeof *to->next);
        if (!to->shown || !to->next)
            ws_no_memory(cells * sizeof *to->next);
        to->width = canvas->width;
        to->height = canvas->height;
        to->pen.glyph = 0;
    }
    for (size_t i = 0; i < cells; i++)
        to->next[i] = ink_of(to, &canvas->cell[i]);
}

static bool has_changed(const ws_emitter *to) {
    for (int i = 0; i < to->width * to->height; i++)
        if (!same_ink(&to->next[i], &to->shown[i]))
            return true;
    return false;
}

void ws_emitter_draw(ws_emitter *to, const ws_canvas *canvas, FILE *out) {
    inks_make(to, canvas);
    if (!has_changed(to))
        return;
    to->x = 0;
    if (to->can.synchronizes)
        fputs("\033[?2026h", out);
    for (int y = 0; y < to->height; y++)
        row_draw(to, y, out);
    if (to->can.synchronizes)
        fputs("\033[?2026l", out);
    ink *drawn = to->next;
    to->next = to->shown;
    to->shown = drawn;
}

void ws_emitter_print(ws_emitter *to, const ws_canvas *canvas, FILE *out) {
    inks_make(to, canvas);
    for (int y = 0; y < to->height; y++) {
        for (int x = 0; x < to->width; x++)
            ink_write(to, &to->next[y * to->width + x], out);
        fputs("\033[0m\n", out);
        to->pen.glyph = 0;
    }
}
