/* text.c - the back end that needs no terminal. */
#include "ui/text.h"

#include "session/language/tell.h"
#include "ui/palette.h"

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

/* What the terminal is set to write with. */
typedef struct ansi_ink {
    const ws_theme *theme;
    ws_colour_depth depth;
    ws_style style;
    bool known;
} ansi_ink;

/* Numbers of one sequence: behind the bracket the first, behind semicolons the others. Returns
 * what the next stands behind. */
static char code_write(FILE *out, char before, unsigned code) {
    fprintf(out, "%c%u", before, code);
    return ';';
}

/* Plane 30 is the foreground, 40 the background; 60 above them stand the bright ones of sixteen. */
static char colour_write(FILE *out, char before, unsigned plane, uint32_t rgb,
                         ws_colour_depth depth) {
    if (rgb == WS_COLOUR_NONE)
        return code_write(out, before, plane + 9);
    unsigned number = (unsigned)ws_colour_map(rgb, depth);
    if (depth == WS_DEPTH_8 || depth == WS_DEPTH_16)
        return code_write(out, before, plane + number + (number > 7 ? 52 : 0));
    if (depth == WS_DEPTH_256)
        return code_write(out, code_write(out, code_write(out, before, plane + 8), 5), number);
    before = code_write(out, code_write(out, before, plane + 8), 2);
    for (int shift = 16; shift >= 0; shift -= 8)
        before = code_write(out, before, rgb >> shift & 255);
    return before;
}

/* Attributes cannot be taken away one by one on every terminal, so another set of them begins
 * from nothing. */
static void style_write(FILE *out, ansi_ink *ink, ws_style style) {
    static const struct {
        unsigned bit, code;
    } sgr[] = {{WS_BOLD, 1}, {WS_DIM, 2}, {WS_UNDERLINE, 4}, {WS_REVERSE, 7}};
    bool anew = !ink->known || ink->style.attr != style.attr;
    ws_style now = anew ? (ws_style){WS_COLOUR_NONE, WS_COLOUR_NONE, 0} : ink->style;
    char before = '[';
    putc('\033', out);
    if (anew)
        before = code_write(out, before, 0);
    for (unsigned i = 0; anew && i < sizeof sgr / sizeof *sgr; i++)
        if (style.attr & sgr[i].bit)
            before = code_write(out, before, sgr[i].code);
    if (style.fg != now.fg)
        before = colour_write(out, before, 30, style.fg, ink->depth);
    if (style.bg != now.bg)
        before = colour_write(out, before, 40, style.bg, ink->depth);
    putc('m', out);
    ink->style = style;
    ink->known = true;
}

/* What a cell looks like; of a blank only the ground is seen, so the rest may stay as it is. */
static ws_style style_of(const ansi_ink *ink, const ws_cell *cell) {
    ws_style style = ink->theme->style[cell->role];
    style.attr |= cell->attr;
    if (cell->fg != WS_COLOUR_NONE)
        style.fg = cell->fg;
    if (cell->bg != WS_COLOUR_NONE)
        style.bg = cell->bg;
    if (ink->depth == WS_DEPTH_MONO) { /* a ground of its own must still be seen */
        bool has_ground = ink->theme->style[cell->role].bg != ink->theme->style[WS_ROLE_TEXT].bg;
        style = (ws_style){WS_COLOUR_NONE, WS_COLOUR_NONE,
                           (uint16_t)(style.attr | (has_ground ? WS_REVERSE : 0))};
    }
    bool is_plain = !((style.attr | ink->style.attr) & (WS_UNDERLINE | WS_REVERSE));
    if (cell->glyph != ' ' || !ink->known || !is_plain)
        return style;
    return (ws_style){ink->style.fg, style.bg, ink->style.attr};
}

static void cell_write(FILE *out, ansi_ink *ink, const ws_cell *cell) {
    ws_style style = style_of(ink, cell);
    if (!ink->known || style.fg != ink->style.fg || style.bg != ink->style.bg ||
        style.attr != ink->style.attr)
        style_write(out, ink, style);
    utf8_write(out, cell->glyph);
}

void ws_ansi_write(FILE *out, const ws_canvas *canvas, const ws_theme *theme,
                   ws_colour_depth depth) {
    for (int y = 0; y < canvas->height; y++) {
        ansi_ink ink = {.theme = theme, .depth = depth};
        for (int x = 0; x < canvas->width; x++)
            cell_write(out, &ink, ws_canvas_at(canvas, x, y));
        fputs("\033[0m\n", out);
    }
}

/* Where the changed run that begins at x ends. Cells between two runs are cheaper written again
 * than jumped over if they are few.
 */
static int run_end(const ws_canvas *shown, const ws_canvas *canvas, int x, int y) {
    enum { JUMP = 6 }; /* bytes */
    if (!shown)
        return canvas->width;
    for (;;) {
        int end = ws_canvas_next_change(canvas, shown, x, y, true);
        x = ws_canvas_next_change(canvas, shown, end, y, false);
        if (x == canvas->width || x - end > JUMP)
            return end;
    }
}

void ws_ansi_diff(FILE *out, const ws_canvas *shown, const ws_canvas *canvas,
                  const ws_theme *theme) {
    ansi_ink ink = {.theme = theme, .depth = WS_DEPTH_DIRECT};
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width;) {
            if (shown)
                x = ws_canvas_next_change(canvas, shown, x, y, false);
            if (x == canvas->width)
                break;
            int end = run_end(shown, canvas, x, y);
            fprintf(out, "\033[%d;%dH", y + 1, x + 1);
            while (x < end)
                cell_write(out, &ink, ws_canvas_at(canvas, x++, y));
        }
    }
}
