/* ring_words.c - who waits for whom, said within a ring: a line for each worm, those that wait
 * first, each followed by the one for which it waits. Where two names have no room in a line, each
 * line goes on in the next:
 *
 *   worm H0→H2 waits for H1→H3        H0→H2 waits for
 *   worm H1→H3 waits for H0→H2        H1→H3 waits for
 *                                     H0→H2
 */
#include <stdio.h>
#include <stdlib.h>

#include "ui/map/painter.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

typedef struct said_line {
    const ws_frame_worm *worm;
    const ws_frame_worm *other; /* for which it waits; NULL: none that is in the picture */
    bool name_only;             /* it closes a chain, and has a line of its own elsewhere */
} said_line;

typedef struct words {
    said_line *line;
    uint32_t lines;
    uint32_t names; /* lines that are a name only */
    uint8_t *said;  /* by place in worm[] */
} words;

/* ---- which lines ---- */

static void line_add(words *w, said_line one) {
    w->line[w->lines] = one;
    w->lines++;
    w->names += one.name_only;
}

/* From a worm on to one that moves, or has been said. */
static void chain_add(const ws_painter *p, words *w, uint32_t i) {
    while (!w->said[i]) {
        const ws_frame_worm *worm = &p->frame->worm[i];
        if (!ws_worm_lit(p->view, worm))
            return;
        bool waits = worm->blocked && worm->waits_for != WS_NIL;
        const ws_frame_worm *other = waits ? ws_frame_worm_of(p->frame, worm->waits_for) : NULL;
        line_add(w, (said_line){.worm = worm, .other = other});
        w->said[i] = 1;
        if (!other)
            return;
        i = p->frame->worm_of[other->packet];
        if (w->said[i] || !ws_worm_lit(p->view, other))
            line_add(w, (said_line){.worm = other, .name_only = true});
    }
}

/* ---- how much is said of each ---- */

typedef enum other_place { OTHER_BESIDE, OTHER_BELOW, OTHER_NOWHERE } other_place;

typedef struct said_form {
    const char *begin;
    const char *waits;
    other_place other;
} said_form;

static const said_form forms[] = {
    {"worm ", " waits for ", OTHER_BESIDE},
    {"", " waits for ", OTHER_BESIDE},
    {"", " waits for", OTHER_BELOW},
    {"", " waits", OTHER_NOWHERE},
};
enum { FORMS = sizeof forms / sizeof *forms };

enum { NAME_ROOM = 2 * WS_NAME_MAX + 8 };

/* A worm's two hosts. */
static int name_columns(const ws_painter *p, const ws_frame_worm *worm, char *text) {
    const ws_frame *frame = p->frame;
    const char *from = ws_node_name(frame, frame->switches + worm->source);
    const char *to = ws_node_name(frame, frame->switches + worm->dest);
    snprintf(text, NAME_ROOM, p->view->glyphs->ascii ? "%s>%s" : "%s→%s", from, to);
    return ws_text_columns(text);
}

/* What is said between the two names of a line. */
static const char *between(const said_form *form, const said_line *line) {
    if (line->name_only)
        return "";
    if (!line->worm->blocked)
        return " moves";
    return line->other ? form->waits : " waits";
}

static bool names_other(const said_form *form, const said_line *line) {
    return form->other == OTHER_BESIDE && line->other;
}

static bool is_shown(const said_form *form, const said_line *line) {
    return form->other == OTHER_BELOW || !line->name_only;
}

static int rows_of(const said_form *form, const words *w) {
    return (int)(form->other == OTHER_BELOW ? w->lines : w->lines - w->names);
}

static int longest_name(const ws_painter *p, const words *w) {
    char name[NAME_ROOM];
    int most = 0;
    for (uint32_t i = 0; i < w->lines; i++)
        most = ws_max(most, name_columns(p, w->line[i].worm, name));
    return most;
}

/* Columns of a form if all worms waited, so that nothing jumps when one does; 0 if there is no room
 * for it. A chain that goes on in the next line must have room for all its lines. */
static int form_columns(const ws_painter *p, const said_form *form, const words *w) {
    ws_rect room = p->wired->middle;
    int names = form->other == OTHER_BESIDE ? 2 : 1;
    int columns = ws_text_columns(form->begin) + ws_text_columns(form->waits);
    columns += names * longest_name(p, w);
    bool high = form->other == OTHER_BELOW && rows_of(form, w) > room.h;
    return high || columns > room.w ? 0 : columns;
}

/* ---- drawing ---- */

/* In the worm's colour; returns the column behind. */
static int name_draw(const ws_painter *p, int x, int row, const ws_frame_worm *worm) {
    char text[NAME_ROOM];
    ws_rect at = {x, row, name_columns(p, worm, text), 1};
    ws_painter_text(p, at, WS_ROLE_STRONG, ws_painter_worm(p, worm), WS_COLOUR_NONE, text);
    return x + at.w;
}

static void line_draw(const ws_painter *p, const said_form *form, const said_line *line, int x,
                      int row) {
    bool moves = !line->name_only && !line->worm->blocked;
    x += ws_pen_text(p->pen, x, row, WS_ROLE_DIM, form->begin);
    x = name_draw(p, x, row, line->worm);
    x += ws_pen_text(p->pen, x, row, moves ? WS_ROLE_MOVING : WS_ROLE_DIM, between(form, line));
    if (names_other(form, line))
        name_draw(p, x, row, line->other);
}

static void words_draw(const ws_painter *p, const said_form *form, const words *w, int columns) {
    ws_rect room = p->wired->middle;
    int rows = ws_min(room.h, rows_of(form, w));
    int x = room.x + (room.w - columns) / 2;
    int row = room.y + (room.h - rows) / 2;
    int end = row + rows;
    for (uint32_t i = 0; i < w->lines && row < end; i++) {
        if (!is_shown(form, &w->line[i]))
            continue;
        line_draw(p, form, &w->line[i], x, row);
        row++;
    }
}

void ws_ring_words(const ws_painter *p) {
    uint32_t worms = p->frame->worms;
    if (p->wired->middle.w <= 0 || !ws_view_shows(p->view, WS_SHOWS_WORMS))
        return;
    words w = {.line = ws_alloc(2 * (size_t)worms, sizeof *w.line)};
    w.said = ws_alloc(worms, sizeof *w.said);
    for (int waits = 1; waits >= 0; waits--)
        for (uint32_t i = 0; i < worms; i++)
            if (p->frame->worm[i].blocked == waits)
                chain_add(p, &w, i);
    int columns = 0;
    for (int i = 0; i < FORMS && columns == 0; i++) {
        columns = form_columns(p, &forms[i], &w);
        if (columns > 0)
            words_draw(p, &forms[i], &w, columns);
    }
    free(w.line);
    free(w.said);
}
