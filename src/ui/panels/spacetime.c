/* spacetime.c - the space-time diagram: a row is a link of the worm's way, a column one cycle (or as
 * many as it takes), a bar what the link was held for. Flits slant where they move; a bar that is
 * dim and chequered stands. Below the diagram it is said in words why. The rows may also be the
 * links of a chain of worms, or of a ring: then all of these worms have their full colours.
 *
 * Two branches are shown one above the other, with one axis for both. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/ink.h"
#include "ui/view.h"

#define NONE WS_COLOUR_NONE

enum { LABEL_LEAST = 9, LABEL_MOST = 15, COLUMNS_LEAST = 24, PER_COLUMN_MOST = 16 };

/* Where a diagram is drawn, and which cycles are on which columns. */
typedef struct sheet {
    const ws_view *view;
    const ws_spacetime *diagram;
    const ws_pen *pen;
    int label; /* columns before the first cycle */
    int line;
    int pitch; /* rows of the screen a link */
    int columns;
    uint32_t rows;  /* for which there is room */
    uint64_t first; /* cycle of the first column */
    uint64_t each;  /* cycles a column */
} sheet;

/* ---- colours ---- */

static ws_frame_worm frame_worm_of(const ws_spacetime_worm *worm) {
    return (ws_frame_worm){.source = worm->source,
                           .dest = worm->dest,
                           .created = worm->created,
                           .entered = worm->entered,
                           .traffic_class = worm->traffic_class};
}

static uint32_t worm_ink(const ws_view *view, const ws_spacetime_worm *worm) {
    ws_frame_worm stranger = frame_worm_of(worm);
    return ws_stranger_ink(view, &stranger);
}

static bool is_subject(const ws_spacetime *diagram, const ws_spacetime_worm *worm) {
    return ws_spacetime_has(diagram, worm);
}

static const ws_spacetime_worm *holder_of(const ws_spacetime *diagram,
                                          const ws_spacetime_cell *cell) {
    if (!cell || cell->holder == 0)
        return NULL;
    return &diagram->worm[cell->holder - 1];
}

/* ---- names ---- */

static const char *link_text(const ws_view *view, const ws_spacetime *diagram, uint32_t row,
                             char *text, size_t room) {
    const char *from = ws_node_name(view->frame, diagram->from[row]);
    const char *to = ws_node_name(view->frame, diagram->to[row]);
    snprintf(text, room, view->glyphs->ascii ? "%s>%s" : "%s→%s", from, to);
    return text;
}

static const char *worm_text(const ws_view *view, const ws_spacetime_worm *worm, char *text,
                             size_t room) {
    const ws_frame *frame = view->frame;
    const char *from = ws_node_name(frame, frame->switches + worm->source);
    const char *to = ws_node_name(frame, frame->switches + worm->dest);
    snprintf(text, room, view->glyphs->ascii ? "%s>%s" : "%s→%s", from, to);
    return text;
}

static int label_width(const ws_view *view, const ws_spacetime *diagram) {
    char text[2 * WS_NAME_MAX + 8];
    int width = LABEL_LEAST;
    for (uint32_t row = 0; row < diagram->rows; row++) {
        link_text(view, diagram, row, text, sizeof text);
        width = ws_max(width, 2 + ws_text_columns(text));
    }
    return ws_min(width, LABEL_MOST);
}

/* The worm's name in its colour; returns the column behind. */
static int worm_draw(const sheet *s, const ws_spacetime_worm *worm, int x, int line) {
    char text[2 * WS_NAME_MAX + 8];
    uint32_t ink = worm_ink(s->view, worm);
    worm_text(s->view, worm, text, sizeof text);
    int end = x + ws_pen_text(s->pen, x, line, WS_ROLE_STRONG, text);
    for (; x < end && ink != NONE; x++) {
        ws_cell *cell = ws_pen_cell(s->pen, x, line);
        if (cell)
            cell->fg = ink;
    }
    return end;
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
    const ws_spacetime_worm *holder = holder_of(s->diagram, cell);
    uint32_t colour = worm_ink(s->view, holder);
    if (!is_subject(s->diagram, holder))
        colour = ws_ink_mix(colour, ground, OF_OTHERS);
    if (!cell->moved)
        return ws_ink_mix(colour, ground, column % 2 ? HELD_TOO : HELD);
    uint32_t number = (uint32_t)(cell->number / s->each);
    return ws_ink_march(colour, ground, number);
}

static bool is_head(const sheet *s, const ws_spacetime_cell *cell) {
    bool own = is_subject(s->diagram, holder_of(s->diagram, cell));
    return own && cell->moved && cell->number == 0;
}

static uint32_t plain_sign(const sheet *s, const ws_spacetime_cell *cell) {
    bool ascii = s->view->glyphs->ascii;
    bool own = is_subject(s->diagram, holder_of(s->diagram, cell));
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
        uint32_t ink = worm_ink(s->view, holder_of(s->diagram, cell));
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
    char text[2 * WS_NAME_MAX + 8];
    link_text(s->view, s->diagram, row, text, sizeof text);
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
    ws_pen_text(s->pen, 1, line, WS_ROLE_FAINT, "cycle");
    int free = s->label;
    for (int column = 0; column < s->columns; column++) {
        uint64_t cycle = cycle_of_column(s, column);
        if (cycle / s->each % 10 != 0 || s->label + column < free)
            continue;
        int x = s->label + column;
        free = 2 + x + ws_pen_print(s->pen, x, line, WS_ROLE_FAINT, "%" PRIu64, cycle);
    }
}

/* ---- words ---- */

/* Where the worm waited longest: the row whose holder kept it out, and how long it stood. */
typedef struct reason {
    const ws_spacetime_worm *holder; /* NULL: it was never kept out */
    uint32_t row;
    uint64_t until; /* cycle in which the holder was seen last before the worm came */
    uint64_t stood; /* cycles in which it held a link and nothing moved on any of its links */
} reason;

static bool is_own(const ws_spacetime *diagram, const ws_spacetime_cell *cell) {
    const ws_spacetime_worm *worm = holder_of(diagram, cell);
    return worm && is_subject(diagram, worm);
}

/* The cycles in which the worm held links and moved on none. */
static uint64_t standing_cycles(const ws_spacetime *diagram) {
    uint64_t stood = 0;
    for (uint64_t cycle = diagram->begin; cycle < diagram->end; cycle++) {
        bool held = false;
        bool moved = false;
        for (uint32_t row = 0; row < diagram->rows; row++) {
            const ws_spacetime_cell *cell = ws_spacetime_at(diagram, row, cycle);
            bool own = is_own(diagram, cell);
            held |= own;
            moved |= own && cell->moved;
        }
        stood += held && !moved;
    }
    return stood;
}

/* The first cycle in which the worm has a row; the end if it has not got it yet. */
static uint64_t arrival_of(const ws_spacetime *diagram, uint32_t row) {
    uint64_t cycle = diagram->begin;
    while (cycle < diagram->end && !is_own(diagram, ws_spacetime_at(diagram, row, cycle)))
        cycle++;
    return cycle;
}

/* Who had a row just before the worm, while it held the row before; NULL if nobody. */
static const ws_spacetime_worm *kept_out_by(const ws_spacetime *diagram, uint32_t row,
                                            uint64_t *until) {
    uint64_t got = arrival_of(diagram, row);
    uint64_t asked = arrival_of(diagram, row - 1) + diagram->flight[row - 1];
    for (uint64_t cycle = got; cycle-- > asked;) {
        const ws_spacetime_cell *cell = ws_spacetime_at(diagram, row, cycle);
        const ws_spacetime_worm *worm = holder_of(diagram, cell);
        *until = cycle;
        if (worm && !is_subject(diagram, worm))
            return worm;
    }
    return NULL;
}

static reason reason_find(const ws_spacetime *diagram) {
    reason found = {.stood = standing_cycles(diagram)};
    uint64_t longest = 0;
    for (uint32_t row = 1; row < diagram->rows; row++) {
        uint64_t until = 0;
        const ws_spacetime_worm *holder = kept_out_by(diagram, row, &until);
        uint64_t asked = arrival_of(diagram, row - 1) + diagram->flight[row - 1];
        if (!holder || until - asked < longest)
            continue;
        longest = until - asked;
        found.holder = holder;
        found.row = row;
        found.until = until;
    }
    return found;
}

/* Of a chain or a ring: how many of its links are held by its worms now, and in which cycle a flit
 * of theirs moved last; UINT64_MAX: not while the diagram was seen. */
typedef struct chain_state {
    uint32_t held;
    uint64_t moved;
} chain_state;

static chain_state chain_state_of(const ws_spacetime *diagram) {
    chain_state state = {.moved = UINT64_MAX};
    for (uint32_t row = 0; row < diagram->rows; row++)
        state.held += is_own(diagram, ws_spacetime_at(diagram, row, diagram->end - 1));
    for (uint64_t cycle = diagram->end; cycle-- > diagram->begin && state.moved == UINT64_MAX;)
        for (uint32_t row = 0; row < diagram->rows; row++) {
            const ws_spacetime_cell *cell = ws_spacetime_at(diagram, row, cycle);
            if (is_own(diagram, cell) && cell->moved)
                state.moved = cycle;
        }
    return state;
}

static void chain_words(const sheet *s, int line) {
    const ws_spacetime *diagram = s->diagram;
    chain_state state = chain_state_of(diagram);
    const char *what = diagram->kind == WS_SPACETIME_RING ? "ring" : "chain";
    int x = 1;
    x += ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, "%" PRIu32 " links of the %s, ", diagram->rows,
                      what);
    x += ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, "%" PRIu32 " of them held", state.held);
    if (state.moved == UINT64_MAX || state.held == 0)
        return;
    uint64_t still = diagram->end - 1 - state.moved;
    if (still > 0)
        ws_pen_print(s->pen, x, line, WS_ROLE_BLOCKED, "; nothing has moved for %" PRIu64 " cycles",
                     still);
    else
        ws_pen_text(s->pen, x, line, WS_ROLE_MOVING, "; the root moves");
}

/* "had S2→S3 until cycle 15", at the right of the row if there is room behind the bars. */
static void note_draw(const sheet *s, const reason *why, int line) {
    char worm[2 * WS_NAME_MAX + 8];
    char link[2 * WS_NAME_MAX + 8];
    char text[4 * WS_NAME_MAX + 64];
    if (!why->holder || why->until + 1 >= s->diagram->end)
        return;
    link_text(s->view, s->diagram, why->row, link, sizeof link);
    worm_text(s->view, why->holder, worm, sizeof worm);
    snprintf(text, sizeof text, " had %s until cycle %" PRIu64, link, why->until);
    uint64_t last = s->diagram->end - s->first;
    int x = s->label + (int)(last / s->each) + 2;
    const char *arrow = s->view->glyphs->ascii ? "< " : "◂ ";
    if (x + 2 + ws_text_columns(worm) + ws_text_columns(text) > s->pen->clip.w)
        return;
    x += ws_pen_text(s->pen, x, line, WS_ROLE_FAINT, arrow);
    x = worm_draw(s, why->holder, x, line);
    ws_pen_text(s->pen, x, line, WS_ROLE_DIM, text);
}

static void delivered_draw(const sheet *s, int rows) {
    const ws_spacetime *diagram = s->diagram;
    char text[64];
    if (diagram->delivered >= diagram->end + s->each || diagram->delivered < s->first)
        return;
    int column = (int)((diagram->delivered - s->first) / s->each);
    if (column >= s->columns)
        return;
    for (int i = 0; i < rows; i++)
        ws_pen_glyph(s->pen, s->label + column, s->line + i, s->view->glyphs->ascii ? '|' : 0x250a,
                     WS_ROLE_MOVING, 0);
    snprintf(text, sizeof text, "delivered: %" PRIu64 " cycles",
             diagram->delivered - diagram->subject.entered);
    int x = s->label + column + 2;
    int line = s->line + rows - 1;
    if (x + ws_text_columns(text) > s->pen->clip.w) {
        x = s->label + column - 1 - ws_text_columns(text); /* before the line, where it is free */
        line = s->line;
    }
    ws_pen_text(s->pen, x, line, WS_ROLE_MOVING, text);
}

/* ---- a diagram ---- */

static const char *switching_text(const ws_frame *frame) {
    static const char *const names[] = {"wormhole", "cut-through", "store-and-forward"};
    size_t kind = (size_t)frame->def.switching;
    return kind < sizeof names / sizeof *names ? names[kind] : "";
}

/* "chain  H35→H12 waits for H33→H1 waits for ...", as far as there is room. */
static void members_draw(const sheet *s, int x, int line) {
    const ws_spacetime *diagram = s->diagram;
    bool ring = diagram->kind == WS_SPACETIME_RING;
    x += 2 + ws_pen_text(s->pen, x, line, WS_ROLE_STRONG, ring ? "ring" : "chain");
    if (diagram->members < 2)
        return;
    for (uint32_t i = 0; i < diagram->members && x + 16 < s->pen->clip.w; i++) {
        if (i > 0)
            x += ws_pen_text(s->pen, x, line, WS_ROLE_DIM, i == 1 ? " waits for " : ", that for ");
        x = worm_draw(s, &diagram->member[i], x, line);
    }
    if (ring)
        ws_pen_text(s->pen, x, line, WS_ROLE_BLOCKED, ", and so round");
}

static void title_draw(const sheet *s, const char *letter, int line) {
    const ws_spacetime_worm *subject = &s->diagram->subject;
    int x = 1;
    if (*letter)
        x = 1 + ws_pen_print(s->pen, 0, line, WS_ROLE_KEY, " %s ", letter);
    if (s->diagram->kind != WS_SPACETIME_PATH) {
        members_draw(s, x, line);
        return;
    }
    x = worm_draw(s, subject, x, line);
    x += ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, "  %" PRIu32 " flits  ", subject->length);
    x += ws_pen_text(s->pen, x, line, WS_ROLE_STRONG, switching_text(s->view->frame));
    if (s->each > 1)
        ws_pen_print(s->pen, x, line, WS_ROLE_FAINT, "   a column is %" PRIu64 " cycles", s->each);
}

static void reason_draw(const sheet *s, const reason *why, int line) {
    char worm[2 * WS_NAME_MAX + 8];
    char link[2 * WS_NAME_MAX + 8];
    char other[2 * WS_NAME_MAX + 8];
    if (why->stood == 0)
        return;
    worm_text(s->view, &s->diagram->subject, worm, sizeof worm);
    int x = 1;
    x += ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, "%s stood still for %" PRIu64 " cycles", worm,
                      why->stood);
    if (!why->holder)
        return;
    link_text(s->view, s->diagram, why->row, link, sizeof link);
    worm_text(s->view, why->holder, other, sizeof other);
    ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, ": %s was held by %s", link, other);
}

/* Rows of the screen that a diagram takes, at a pitch. */
static int height_of(const ws_spacetime *diagram, int pitch) {
    return 1 + pitch * (int)diagram->rows + 1;
}

/* What is said of the way of one worm. */
static void path_words(const sheet *s, int rows) {
    reason why = reason_find(s->diagram);
    if (why.holder && why.row < s->rows)
        note_draw(s, &why, s->line + s->pitch * (int)why.row);
    delivered_draw(s, rows);
    reason_draw(s, &why, s->line + rows + 1);
}

/* Draws it from row line on; returns the row behind. */
static int diagram_draw(sheet *s, const char *letter, int line) {
    title_draw(s, letter, line);
    s->line = line + 1;
    s->rows = s->diagram->rows;
    while (s->rows > 1 && s->line + s->pitch * (int)s->rows + 3 > s->pen->clip.h)
        s->rows--;
    int rows = s->pitch * (int)s->rows;
    for (uint32_t row = 0; row < s->rows; row++)
        row_draw(s, row, s->line + s->pitch * (int)row);
    axis_draw(s, s->line + rows);
    if (s->diagram->kind == WS_SPACETIME_PATH)
        path_words(s, rows);
    else
        chain_words(s, s->line + rows + 1);
    return s->line + rows + 2;
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
    x += 5 + ws_pen_text(pen, x + 5, line, WS_ROLE_DIM, "flits: follow the slant") + 2;
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

void ws_spacetime_draw(const ws_view *view, const ws_pen *pen) {
    const ws_spacetime *diagram = view->spacetime;
    const ws_spacetime *other = other_of(view);
    if (!diagram || diagram->rows == 0) {
        ws_pen_text(pen, 1, 1, WS_ROLE_DIM, "no worm yet: the diagram begins with the first");
        return;
    }
    sheet s = {.view = view, .diagram = diagram, .pen = pen, .pitch = 2};
    s.label = label_width(view, diagram);
    s.columns = ws_max(pen->clip.w - s.label - 1, COLUMNS_LEAST);
    int needed = height_of(diagram, 2) + 2;
    if (other)
        needed += height_of(other, 2) + 2;
    if (needed > pen->clip.h)
        s.pitch = 1;
    axis_choose(&s, other);
    int line = 0;
    if (other) { /* A stands above, as it stands at the left */
        s.diagram = other;
        s.view = view->other;
        line = diagram_draw(&s, "A", 0) + 1;
        s.diagram = diagram;
        s.view = view;
    }
    diagram_draw(&s, other ? "B" : "", line);
    signs_draw(view, pen, pen->clip.h - 1);
}
