/* text.c - the back end that needs no terminal. */
#include "ui/text.h"

static void utf8_write(FILE *out, uint32_t c) {
    if (c < 0x80) {
        putc((int)c, out);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    putc((int)(lead[more] | c >> (6 * more)), out);
    while (more-- > 0) putc((int)(0x80 | (c >> (6 * more) & 0x3f)), out);
}

void ws_text_write(FILE *out, const ws_canvas *canvas) {
    for (int y = 0; y < canvas->height; y++) {
        int end = canvas->width;
        while (end > 0 && ws_canvas_at(canvas, end - 1, y)->glyph == ' ') end--;
        for (int x = 0; x < end; x++) utf8_write(out, ws_canvas_at(canvas, x, y)->glyph);
        putc('\n', out);
    }
}

static void colour_write(FILE *out, int plane, uint32_t rgb) {
    if (rgb != WS_COLOUR_NONE) fprintf(out, ";%d;2;%u;%u;%u", plane, rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
}

static void style_write(FILE *out, const ws_style *style, unsigned attr) {
    static const struct { unsigned bit, code; } sgr[] = {{WS_BOLD, 1}, {WS_DIM, 2}, {WS_UNDERLINE, 4}, {WS_REVERSE, 7}};
    attr |= style->attr;
    fputs("\033[0", out);
    for (unsigned i = 0; i < sizeof sgr / sizeof *sgr; i++)
        if (attr & sgr[i].bit) fprintf(out, ";%u", sgr[i].code);
    colour_write(out, 38, style->fg);
    colour_write(out, 48, style->bg);
    putc('m', out);
}

void ws_ansi_write(FILE *out, const ws_canvas *canvas, const ws_theme *theme) {
    for (int y = 0; y < canvas->height; y++) {
        const ws_cell *before = NULL;
        for (int x = 0; x < canvas->width; x++) {
            const ws_cell *cell = ws_canvas_at(canvas, x, y);
            if (!before || before->role != cell->role || before->attr != cell->attr)
                style_write(out, &theme->style[cell->role], cell->attr);
            utf8_write(out, cell->glyph);
            before = cell;
        }
        fputs("\033[0m\n", out);
    }
}
