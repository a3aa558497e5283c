/* svg.c - see svg.h.
 *
 * A picture is drawn in planes: grounds, blocks, other signs, underlines, text. In a plane all
 * cells of one colour are one path. The text of a row stands there once, from the first column to
 * the last sign; what is drawn as an outline is in it too, but transparent, so that whoever copies
 * a row gets all of it. */
#include "export/svg.h"

#include "export/escape.h"
#include "export/paint.h"
#include "export/shapes.h"
#include "export/table.h"
#include "ui/ink.h"
#include "wormscope/memory.h"

enum {
    CELL_W = WS_SHAPE_WIDTH,
    CELL_H = WS_SHAPE_HEIGHT,
    BASELINE = 24,
    UNDERLINE = 28,
    UNDERLINE_H = 2,
    PIXELS_W = 9, /* of a cell in a browser */
    PIXELS_H = 18,
};

#define FONT_SIZE "26.58" /* of which a letter of most monospaced fonts is as wide as a cell */
#define FONTS     "'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"

typedef struct sheet {
    FILE *out;
    int width, height; /* cells */
    uint32_t ground;
    ws_paint *paint; /* row by row */
    bool *done;      /* by cell: is it on the plane at hand? */
} sheet;

/* A cell of the sheet. */
typedef struct spot {
    const sheet *sheet;
    const ws_paint *paint;
    int left, top; /* units */
} spot;

static spot spot_at(const sheet *s, int cell) {
    spot at = {.sheet = s};
    at.paint = &s->paint[cell];
    at.left = cell % s->width * CELL_W;
    at.top = cell / s->width * CELL_H;
    return at;
}

static void rect(const spot *at, int wide, int high) {
    FILE *out = at->sheet->out;
    fprintf(out, "M%d %d", at->left, at->top);
    fprintf(out, "h%dv%dh%dz", wide, high, -wide);
}

/* ---- planes ---- */

typedef struct plane {
    const char *attributes;
    bool (*has)(const spot *at);
    uint32_t (*colour)(const spot *at);
    void (*draw)(const spot *at);
} plane;

static bool has_ground(const spot *at) {
    return at->paint->bg != at->sheet->ground;
}

static uint32_t colour_ground(const spot *at) {
    return at->paint->bg;
}

/* Cells of the same ground to the right, with this one. */
static int ground_run(const spot *at) {
    const ws_paint *next = at->paint;
    int room = at->sheet->width - at->left / CELL_W;
    int run = 0;
    while (run < room && next->bg == at->paint->bg) {
        run++;
        next++;
    }
    return run;
}

/* A run of cells is drawn from its first. */
static void draw_ground(const spot *at) {
    bool goes_on = false;
    if (at->left > 0)
        goes_on = at->paint[-1].bg == at->paint->bg;
    if (!goes_on)
        rect(at, ground_run(at) * CELL_W, CELL_H);
}

static bool has_block(const spot *at) {
    return ws_shape_is_block(at->paint->glyph);
}

static bool is_outline(const ws_paint *paint) {
    return ws_shape_write(NULL, paint->glyph, 0, 0);
}

static bool has_sign(const spot *at) {
    return !has_block(at) && is_outline(at->paint);
}

static uint32_t colour_sign(const spot *at) {
    const ws_paint *paint = at->paint;
    int veil = ws_shape_veil(paint->glyph);
    return ws_ink_mix(paint->fg, paint->bg, veil);
}

static void draw_sign(const spot *at) {
    uint32_t glyph = at->paint->glyph;
    ws_shape_write(at->sheet->out, glyph, at->left, at->top);
}

static bool has_underline(const spot *at) {
    return at->paint->underline;
}

static void draw_underline(const spot *at) {
    spot line = *at;
    line.top += UNDERLINE;
    rect(&line, CELL_W, UNDERLINE_H);
}

#define CRISP " shape-rendering=\"crispEdges\""
static const plane planes[] = {
    {CRISP, has_ground, colour_ground, draw_ground},
    {CRISP, has_block, colour_sign, draw_sign},
    {"", has_sign, colour_sign, draw_sign},
    {"", has_underline, colour_sign, draw_underline},
};

static int cells_of(const sheet *s) {
    return s->width * s->height;
}

/* All cells from `first` on that have its colour. */
static void path_write(const sheet *s, const plane *kind, int first) {
    spot at = spot_at(s, first);
    uint32_t colour = kind->colour(&at);
    fprintf(s->out, "<path fill=\"#%06x\" d=\"", (unsigned)colour);
    for (int i = first; i < cells_of(s); i++) {
        at = spot_at(s, i);
        if (s->done[i] || !kind->has(&at))
            continue;
        if (kind->colour(&at) != colour)
            continue;
        kind->draw(&at);
        s->done[i] = true;
    }
    fputs("\"/>\n", s->out);
}

static void plane_write(const sheet *s, const plane *kind) {
    int cells = cells_of(s);
    memset(s->done, 0, (size_t)cells);
    fprintf(s->out, "<g%s>\n", kind->attributes);
    for (int i = 0; i < cells; i++) {
        spot at = spot_at(s, i);
        if (!s->done[i] && kind->has(&at))
            path_write(s, kind, i);
    }
    fputs("</g>\n", s->out);
}

/* ---- text ---- */

/* Cells of a row that look alike; `first` is the first that is no blank. */
typedef struct run {
    const ws_paint *from, *to;
    const ws_paint *first;
    const ws_paint *row; /* its first cell */
} run;

static bool is_blank(const ws_paint *paint) {
    return paint->glyph == ' ';
}

static bool is_ascii(const ws_paint *paint) {
    return paint->glyph < 0x80;
}

/* May two cells be in one run? A letter that is no ASCII may be wider in some fonts, and stands
 * alone. */
static bool is_like(const ws_paint *one, const ws_paint *other) {
    if (is_blank(other))
        return true;
    if (is_outline(one) || is_outline(other))
        return is_outline(one) && is_outline(other);
    if (!is_ascii(one) || !is_ascii(other))
        return one == other;
    bool colour = one->fg == other->fg;
    bool weight = one->bold == other->bold;
    return colour && weight;
}

static void style_write(FILE *out, const ws_paint *first) {
    if (is_outline(first)) {
        fputs(" fill-opacity=\"0\">", out);
        return;
    }
    fprintf(out, " fill=\"#%06x\"", (unsigned)first->fg);
    if (first->bold)
        fputs(" font-weight=\"bold\"", out);
    putc('>', out);
}

static void run_write(FILE *out, const run *r) {
    int left = (int)(r->from - r->row);
    int cells = (int)(r->to - r->from);
    fprintf(out, "<tspan x=\"%d\"", left * CELL_W);
    fprintf(out, " textLength=\"%d\"", cells * CELL_W);
    style_write(out, r->first);
    for (const ws_paint *at = r->from; at < r->to; at++)
        ws_markup_character(out, at->glyph);
    fputs("</tspan>", out);
}

static void run_find(run *r, const ws_paint *end) {
    r->first = r->from;
    while (is_blank(r->first))
        r->first++;
    r->to = r->first;
    while (r->to < end && is_like(r->first, r->to))
        r->to++;
}

/* Behind the last sign of a row. */
static const ws_paint *row_end(const sheet *s, const ws_paint *row) {
    const ws_paint *end = row + s->width;
    while (end > row && is_blank(end - 1))
        end--;
    return end;
}

static void row_write(const sheet *s, int row) {
    const ws_paint *first = s->paint + row * s->width;
    const ws_paint *end = row_end(s, first);
    run r = {.from = first, .row = first};
    if (first == end)
        return;
    fprintf(s->out, "<text y=\"%d\">", row * CELL_H + BASELINE);
    while (r.from < end) {
        run_find(&r, end);
        run_write(s->out, &r);
        r.from = r.to;
    }
    fputs("</text>\n", s->out);
}

/* ---- the picture ---- */

static void paint_all(sheet *s, const ws_canvas *canvas, const ws_theme *theme) {
    s->width = canvas->width;
    s->height = canvas->height;
    size_t cells = (size_t)cells_of(s);
    s->ground = ws_paint_ground(theme);
    s->paint = ws_alloc(cells, sizeof *s->paint);
    s->done = ws_alloc(cells, sizeof *s->done);
    for (size_t i = 0; i < cells; i++)
        s->paint[i] = ws_paint_of(&canvas->cell[i], theme);
}

static void title_write(FILE *out, const char *title) {
    fputs("<title>", out);
    ws_markup_text(out, title);
    fputs("</title>\n", out);
}

static void head_write(const sheet *s, const char *title, const char *more) {
    FILE *out = s->out;
    int wide = s->width * CELL_W;
    int high = s->height * CELL_H;
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\"", out);
    fputs(" role=\"img\" xml:space=\"preserve\"", out);
    fprintf(out, " viewBox=\"0 0 %d %d\"", wide, high);
    fprintf(out, " width=\"%d\"", s->width * PIXELS_W);
    fprintf(out, " height=\"%d\"", s->height * PIXELS_H);
    fputs(" font-family=\"" FONTS "\"", out);
    fputs(" font-size=\"" FONT_SIZE "\">", out);
    title_write(out, title);
    fputs(more, out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\"", wide, high);
    fprintf(out, " fill=\"#%06x\"/>\n", (unsigned)s->ground);
}

static void picture_write(sheet *s, const char *title, const char *more) {
    head_write(s, title, more);
    for (size_t i = 0; i < WS_ROWS(planes); i++)
        plane_write(s, &planes[i]);
    for (int row = 0; row < s->height; row++)
        row_write(s, row);
    fputs("</svg>\n", s->out);
    free(s->paint);
    free(s->done);
}

void ws_svg_element(FILE *out, const ws_canvas *canvas, const ws_theme *theme, const char *title) {
    sheet s = {.out = out};
    paint_all(&s, canvas, theme);
    picture_write(&s, title, "");
}

void ws_svg_write(FILE *out, const ws_canvas *canvas, const ws_theme *theme, const char *title) {
    sheet s = {.out = out};
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    paint_all(&s, canvas, theme);
    picture_write(&s, title, "<style>" WS_SVG_STYLE "</style>\n");
}
