/* spacetime.c - the space-time diagram: a row is a link of the worm's way, a column one cycle (or as
 * many as it takes), a bar what the link was held for. Flits slant where they move; a bar that is
 * dim and chequered stands. What is said of it is in spacetime_words.c. The rows may also be the
 * links of a chain of worms, or of a ring: then all of these worms have their full colours.
 *
 * Two branches are shown one above the other, with one axis for both. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/ink.h"
#include "ui/panel.h"
#include "ui/panels/spacetime_sheet.h"

#define NONE WS_COLOUR_NONE

enum { LABEL_LEAST = 9, LABEL_MOST = 15, COLUMNS_LEAST = 24, PER_COLUMN_MOST = 16 };
enum { WORDS_BELOW = 2 /* a sentence, and the signs */, SIGNS_WIDE = 96 };

typedef ws_spacetime_sheet sheet;

static int label_width(const sheet *s) {
    char text[WS_SPACETIME_NAME];
    int width = LABEL_LEAST;
    for (uint32_t row = 0; row < s->diagram->rows; row++) {
        ws_spacetime_link_name(s, row, text);
        width = ws_max(width, 2 + ws_text_columns(text));
    }
    return ws_min(width, LABEL_MOST);
}

/* ---- one column ---- */

/* What a column shows of its cycles: the first in which a flit moved, else the last that was
 * held. */
static const ws_spacetime_cell *column_cell(const sheet *s, uint32_t row, uint64_t first) {
    const ws_spacetime_cell *held = NULL;
    for (uint64_t cycle = first; cycle < first + s->each; cycle++) {
        const ws_spacetime_cell *cell = ws_spacetime_at(s->diagram, row, cycle);
        if (!cell || cell->holder == 0)
            continue;
        if (cell->moved)
            return cell;
        held = cell;
    }
    return held;
}

enum { HELD = 50, HELD_TOO = 72, OF_OTHERS = 38 };

/* Shades do not run against one another where a column is several cycles. */
static uint32_t cell_colour(const sheet *s, const ws_spacetime_cell *cell, int column) {
    uint32_t ground = ws_ink_ground(s->view, WS_ROLE_TEXT);
    const ws_spacetime_worm *holder = ws_spacetime_holder(s->diagram, cell);
    uint32_t colour = ws_spacetime_ink(s->view, holder);
    if (!ws_spacetime_has(s->diagram, holder))
        colour = ws_ink_mix(colour, ground, OF_OTHERS);
    if (!cell->moved)
        return ws_ink_mix(colour, ground, column % 2 ? HELD_TOO : HELD);
    uint32_t number = (uint32_t)(cell->number / s->each);
    return ws_ink_march(colour, ground, number);
}

static bool is_head(const sheet *s, const ws_spacetime_cell *cell) {
    bool own = ws_spacetime_has(s->diagram, ws_spacetime_holder(s->diagram, cell));
    return own && cell->moved && cell->number == 0;
}

static uint32_t plain_sign(const sheet *s, const ws_spacetime_cell *cell) {
    bool ascii = s->view->glyphs->ascii;
    bool own = ws_spacetime_has(s->diagram, ws_spacetime_holder(s->diagram, cell));
    if (is_head(s, cell))
        return s->view->glyphs->code[WS_GLYPH_HEAD_E];
    if (!cell->moved)
        return ascii ? ':' : 0x2591;
    if (!own)
        return ascii ? 'o' : 0x2592;
    return ascii ? '#' : 0x2588;
}

static void head_put(const sheet *s, int x, int line, uint32_t colour) {
    uint32_t light = ws_ink_mix(colour, 0xffffff, 62);
    uint32_t sign = s->view->glyphs->code[WS_GLYPH_HEAD_E];
    ws_pen_ink(s->pen, x, line, sign, WS_ROLE_TEXT, ws_ink_on(light), light);
}

static void cell_draw(const sheet *s, const ws_spacetime_cell *cell, int column, int line) {
    int x = s->label + column;
    if (!ws_ink_rich(s->view) || s->view->glyphs->ascii) {
        uint32_t sign = plain_sign(s, cell);
        uint32_t ink = ws_spacetime_ink(s->view, ws_spacetime_holder(s->diagram, cell));
        ws_pen_ink(s->pen, x, line, sign, WS_ROLE_TEXT, ink, NONE);
        return;
    }
    uint32_t colour = cell_colour(s, cell, column);
    if (is_head(s, cell))
        head_put(s, x, line, colour);
    else
        ws_pen_ink(s->pen, x, line, ' ', WS_ROLE_TEXT, NONE, colour);
    if (s->pitch > 1)
        ws_pen_ink(s->pen, x, line + 1, 0x2580, WS_ROLE_TEXT, colour, NONE);
}

/* ---- rows ---- */

static uint64_t cycle_of_column(const sheet *s, int column) {
    return s->first + (uint64_t)column * s->each;
}

/* Dots every ten columns, so that cycles can be read down to the axis. */
static void ground_draw(const sheet *s, int column, int line) {
    uint64_t cycle = cycle_of_column(s, column);
    if (cycle / s->each % 10 == 0)
        ws_pen_glyph(s->pen, s->label + column, line, s->view->glyphs->ascii ? '.' : 0xb7,
                     WS_ROLE_RULE, 0);
}

static void row_draw(const sheet *s, uint32_t row, int line) {
    char text[WS_SPACETIME_NAME];
    ws_spacetime_link_name(s, row, text);
    ws_pen_print_right(s->pen, s->label - 1, line, WS_ROLE_DIM, "%s", text);
    for (int column = 0; column < s->columns; column++) {
        uint64_t first = cycle_of_column(s, column);
        const ws_spacetime_cell *cell = column_cell(s, row, first);
        if (cell)
            cell_draw(s, cell, column, line);
        else if (first < s->diagram->end)
            ground_draw(s, column, line);
    }
}

static void axis_draw(const sheet *s, int line) {
    uint32_t more = s->diagram->rows - s->rows;
    if (more > 0)
        ws_pen_print(s->pen, 1, line, WS_ROLE_DIM, "+%" PRIu32 " more", more);
    else
        ws_pen_text(s->pen, 1, line, WS_ROLE_FAINT, "cycle");
    int free = s->label;
    for (int column = 0; column < s->columns; column++) {
        uint64_t cycle = cycle_of_column(s, column);
        if (cycle / s->each % 10 != 0 || s->label + column < free)
            continue;
        char text[24];
        int x = s->label + column;
        int behind = x + snprintf(text, sizeof text, "%" PRIu64, cycle);
        free = 2 + behind;
        if (behind <= s->pen->clip.w)
            ws_pen_text(s->pen, x, line, WS_ROLE_FAINT, text);
    }
}

/* ---- a diagram ---- */

/* Rows of the screen that a diagram takes, at a pitch. */
static int height_of(const ws_spacetime *diagram, int pitch) {
    return 1 + pitch * (int)diagram->rows + 1;
}

/* The same of both, if there are two, and a blank line between them. */
static int height_both(const sheet *s, const ws_spacetime *other) {
    int height = height_of(s->diagram, s->pitch);
    return other ? 2 * ws_max(height, height_of(other, s->pitch)) + 1 : height;
}

/* Draws it from row line on; returns the row behind its axis. */
static int diagram_draw(sheet *s, const char *letter, int line) {
    ws_spacetime_title_draw(s, letter, line);
    bool whole = s->view->frame->def.switching == WS_SWITCHING_STORE_AND_FORWARD;
    s->told = ws_spacetime_tell(s->diagram, whole);
    s->line = line + 1;
    s->rows = s->diagram->rows;
    while (s->rows > 1 && s->pitch * (int)s->rows > s->rows_most)
        s->rows--;
    int rows = s->pitch * (int)s->rows;
    for (uint32_t row = 0; row < s->rows; row++)
        row_draw(s, row, s->line + s->pitch * (int)row);
    axis_draw(s, s->line + rows);
    ws_spacetime_notes_draw(s);
    return s->line + rows + 1;
}

/* ---- both ---- */

static const ws_spacetime *other_of(const ws_view *view) {
    return view->other ? view->other->spacetime : NULL;
}

/* The cycle behind the last of a diagram that tells something: when the worm has been delivered,
 * what follows is not about it. */
static uint64_t last_cycle(const ws_spacetime *diagram) {
    if (diagram->delivered < diagram->end)
        return diagram->delivered + 2;
    return diagram->end;
}

static uint64_t axis_zoomed(uint64_t each, int closer) {
    for (; closer > 0 && each > 1; closer--)
        each /= 2;
    for (; closer < 0 && each < PER_COLUMN_MOST; closer++)
        each *= 2;
    return each;
}

/* As few cycles a column as let the whole worm be seen, in both diagrams; of one that takes longer
 * than that the latest. */
static void axis_choose(sheet *s, const ws_spacetime *other) {
    const ws_spacetime *diagram = s->diagram;
    uint64_t begin = diagram->subject.entered;
    uint64_t end = last_cycle(diagram);
    uint64_t wide = (uint64_t)s->columns;
    if (begin < diagram->begin || begin > diagram->end)
        begin = diagram->begin;
    if (other && last_cycle(other) > end)
        end = last_cycle(other);
    s->each = 1;
    while (end > begin + wide * s->each && s->each < PER_COLUMN_MOST)
        s->each *= 2;
    s->first = begin - begin % s->each;
    s->each = axis_zoomed(s->each, s->view->axis.closer);
    uint64_t shown = wide * s->each;
    if (end > s->first + shown)
        s->first = (end - shown) / s->each * s->each;
    uint64_t back = (uint64_t)s->view->axis.back * s->each;
    uint64_t most = s->first > diagram->begin ? s->first - diagram->begin : 0;
    s->first -= back < most ? back : most;
}

static void signs_draw(const ws_view *view, const ws_pen *pen, int line) {
    bool plain = !ws_ink_rich(view) || view->glyphs->ascii;
    uint32_t ground = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t colour = ws_hue_ink(view, 0);
    int x = 1;
    ws_pen_ink(pen, x, line, view->glyphs->code[WS_GLYPH_HEAD_E], WS_ROLE_TEXT, colour, NONE);
    x += 2 + ws_pen_text(pen, x + 2, line, WS_ROLE_DIM, "head") + 2;
    for (int i = 0; i < 4; i++) {
        uint32_t shade = ws_ink_march(colour, ground, (uint64_t)(3 - i));
        if (plain)
            ws_pen_glyph(pen, x + i, line, view->glyphs->ascii ? '#' : 0x2588, WS_ROLE_TEXT, 0);
        else
            ws_pen_ink(pen, x + i, line, ' ', WS_ROLE_TEXT, NONE, shade);
    }
    bool wide = !plain && pen->clip.w >= SIGNS_WIDE;
    const char *every = wide ? ", every fourth darker" : "";
    char flits[64];
    snprintf(flits, sizeof flits, "flits%s: follow the slant", every);
    x += 5 + ws_pen_text(pen, x + 5, line, WS_ROLE_DIM, flits) + 2;
    for (int i = 0; i < 4; i++) {
        uint32_t shade = ws_ink_mix(colour, ground, i % 2 ? HELD_TOO : HELD);
        if (plain)
            ws_pen_glyph(pen, x + i, line, view->glyphs->ascii ? ':' : 0x2591, WS_ROLE_TEXT, 0);
        else
            ws_pen_ink(pen, x + i, line, ' ', WS_ROLE_TEXT, NONE, shade);
    }
    x += 5 + ws_pen_text(pen, x + 5, line, WS_ROLE_DIM, "held, still") + 2;
    if (plain)
        ws_pen_glyph(pen, x, line, view->glyphs->ascii ? 'o' : 0x2592, WS_ROLE_TEXT, 0);
    else
        ws_pen_ink(pen, x, line, ' ', WS_ROLE_TEXT, NONE,
                   ws_ink_mix(ws_hue_ink(view, 2), ground, OF_OTHERS));
    ws_pen_text(pen, x + 2, line, WS_ROLE_DIM, "another worm");
}

static void one_draw(sheet *s) {
    int line = diagram_draw(s, "", 0);
    ws_spacetime_reason_draw(s, line);
    if (!ws_spacetime_scale_draw(s, 0))
        ws_spacetime_scale_draw(s, line);
}

/* A stands above, as it stands at the left. */
static void both_draw(const sheet *present, const ws_spacetime *other) {
    sheet a = *present;
    sheet b = *present;
    a.view = present->view->other;
    a.diagram = other;
    int second = diagram_draw(&a, "A", 0) + a.gap;
    int line = diagram_draw(&b, "B", second);
    if (b.diagram->kind == WS_SPACETIME_PATH)
        ws_spacetime_sides_draw(&a, &b, line);
    else
        ws_spacetime_reason_draw(&b, line);
    bool said = ws_spacetime_scale_draw(&a, 0) || ws_spacetime_scale_draw(&b, second);
    if (!said)
        ws_spacetime_scale_draw(&b, line);
}

void ws_spacetime_draw(const ws_view *view, const ws_pen *pen) {
    const ws_spacetime *diagram = view->spacetime;
    const ws_spacetime *other = other_of(view);
    if (!diagram || diagram->rows == 0) {
        ws_pen_text(pen, 1, 1, WS_ROLE_DIM, "no worm yet: the diagram begins with the first");
        return;
    }
    sheet s = {.view = view, .diagram = diagram, .pen = pen, .pitch = 2};
    s.label = label_width(&s);
    s.columns = ws_max(pen->clip.w - s.label - 1, COLUMNS_LEAST);
    int lines = pen->clip.h - WORDS_BELOW;
    if (height_both(&s, other) > lines)
        s.pitch = 1;
    s.gap = height_both(&s, other) <= lines;
    s.rows_most = (other ? (lines - s.gap) / 2 : lines) - 2;
    axis_choose(&s, other);
    if (other)
        both_draw(&s, other);
    else
        one_draw(&s);
    signs_draw(view, pen, pen->clip.h - 1);
}
