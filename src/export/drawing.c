/* drawing.c - see drawing.h. */
#include "export/drawing.h"

#include "export/escape.h"
#include "export/paint.h"
#include "export/table.h"

enum { WHITE = 0xffffff, BLACK = 0x000000, GREY = 0xdddddd };

static const uint32_t on_white[] = {
    0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x8c6bb1,
};

/* Hues that a theme keeps apart on its ground. */
static const ws_role in_theme[] = {
    WS_ROLE_HUE0, WS_ROLE_HUE1, WS_ROLE_HUE2, WS_ROLE_HUE3,
    WS_ROLE_HUE4, WS_ROLE_HUE5, WS_ROLE_HUE6, WS_ROLE_HUE7,
};

ws_plot_colours ws_drawing_curve_colours(void) {
    return (ws_plot_colours){on_white, WS_ROWS(on_white)};
}

static uint32_t white_colour(unsigned pencil) {
    switch (pencil) {
    case WS_PENCIL_INK: return BLACK;
    case WS_PENCIL_GRID: return GREY;
    default: return on_white[(pencil - WS_PENCIL_CURVE) % WS_ROWS(on_white)];
    }
}

static ws_role role_of(unsigned pencil) {
    switch (pencil) {
    case WS_PENCIL_INK: return WS_ROLE_TEXT;
    case WS_PENCIL_GRID: return WS_ROLE_RULE;
    default: return in_theme[(pencil - WS_PENCIL_CURVE) % WS_ROWS(in_theme)];
    }
}

static unsigned colour_of(const ws_drawing *drawing, unsigned pencil) {
    if (!drawing->theme)
        return white_colour(pencil);
    ws_cell cell = {.fg = WS_COLOUR_NONE, .bg = WS_COLOUR_NONE};
    cell.role = (uint16_t)role_of(pencil);
    return ws_paint_of(&cell, drawing->theme).fg;
}

void ws_drawing_begin(const ws_drawing *drawing, const char *title) {
    FILE *out = drawing->out;
    int width = drawing->width;
    int height = drawing->height;
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"", out);
    fprintf(out, " width=\"%d\" height=\"%d\"", width, height);
    fprintf(out, " viewBox=\"0 0 %d %d\"", width, height);
    fputs(" font-family=\"sans-serif\" font-size=\"12\">\n<title>", out);
    ws_markup_text(out, title);
    fputs("</title>\n", out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\"", width, height);
    unsigned ground = drawing->theme ? ws_paint_ground(drawing->theme) : WHITE;
    fprintf(out, " fill=\"#%06x\"/>\n", ground);
}

void ws_drawing_end(const ws_drawing *drawing) {
    fputs("</svg>\n", drawing->out);
}

/* Curves that have the colour of one before them are dashed, so that both are told apart. */
static void dashes_write(const ws_drawing *drawing, unsigned pencil) {
    static const char *const dashes[] = {
        "8 4 2 4",
        "8 4",
        "2 4",
    };
    unsigned colours = WS_ROWS(on_white);
    if (drawing->theme)
        colours = WS_ROWS(in_theme);
    if (pencil < WS_PENCIL_CURVE + colours)
        return;
    unsigned round = (pencil - WS_PENCIL_CURVE) / colours;
    const char *dash = dashes[round % WS_ROWS(dashes)];
    fprintf(drawing->out, " stroke-dasharray=\"%s\"", dash);
}

static void colour_write(const ws_drawing *drawing, const char *what, unsigned pencil) {
    fprintf(drawing->out, " %s=\"#%06x\"", what, colour_of(drawing, pencil));
}

void ws_drawing_line(const ws_drawing *drawing, unsigned pencil, ws_spot from, ws_spot to) {
    FILE *out = drawing->out;
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\"", from.left, from.top);
    fprintf(out, " x2=\"%.1f\" y2=\"%.1f\"", to.left, to.top);
    colour_write(drawing, "stroke", pencil);
    dashes_write(drawing, pencil);
    fputs("/>\n", out);
}

void ws_drawing_dot(const ws_drawing *drawing, unsigned pencil, ws_spot at) {
    fprintf(drawing->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"", at.left, at.top);
    colour_write(drawing, "fill", pencil);
    fputs("/>\n", drawing->out);
}

void ws_drawing_curve(const ws_drawing *drawing, unsigned pencil, const ws_spot *points,
                      size_t count) {
    FILE *out = drawing->out;
    const char *before = "";
    fputs("<polyline fill=\"none\"", out);
    colour_write(drawing, "stroke", pencil);
    dashes_write(drawing, pencil);
    fputs(" stroke-width=\"2\" points=\"", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s%.1f,%.1f", before, points[i].left, points[i].top);
        before = " ";
    }
    fputs("\"/>\n", out);
}

void ws_drawing_text(const ws_drawing *drawing, ws_spot at, const char *anchor, const char *text) {
    FILE *out = drawing->out;
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"", at.left, at.top);
    fprintf(out, " text-anchor=\"%s\"", anchor);
    colour_write(drawing, "fill", WS_PENCIL_INK);
    putc('>', out);
    ws_markup_text(out, text);
    fputs("</text>\n", out);
}
