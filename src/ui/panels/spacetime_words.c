/* spacetime_words.c - what is said beside a space-time diagram: the mode in which packets go on,
 * who was in the way, what stood meanwhile, how long it took. All is read from the diagram; a note
 * stands only where cells are free. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/ink.h"
#include "ui/panel.h"
#include "ui/panels/spacetime_sheet.h"
#include "ui/panels/spacetime_story.h"

/* ---- spacetime names ---- */

/* Links and worms of a space-time diagram by name, and their colours. */

static ws_frame_worm frame_worm_of(const ws_spacetime_worm *worm) {
    return (ws_frame_worm){.source = worm->source,
                           .dest = worm->dest,
                           .created = worm->created,
                           .entered = worm->entered,
                           .traffic_class = worm->traffic_class};
}

uint32_t ws_spacetime_ink(const ws_view *view, const ws_spacetime_worm *worm) {
    ws_frame_worm stranger = frame_worm_of(worm);
    return ws_stranger_ink(view, &stranger);
}

static const char *ends_text(const ws_view *view, uint32_t from, uint32_t to, char *text) {
    const char *form = view->glyphs->ascii ? "%s>%s" : "%s→%s";
    const char *name = ws_node_name(view->frame, from);
    snprintf(text, WS_SPACETIME_NAME, form, name, ws_node_name(view->frame, to));
    return text;
}

const char *ws_spacetime_link_name(const ws_spacetime_sheet *s, uint32_t row, char *text) {
    return ends_text(s->view, s->diagram->from[row], s->diagram->to[row], text);
}

static const char *spacetime_worm_name(const ws_spacetime_sheet *s, const ws_spacetime_worm *worm,
                                   char *text) {
    uint32_t switches = s->view->frame->switches;
    return ends_text(s->view, switches + worm->source, switches + worm->dest, text);
}

/* ---- spacetime words ---- */

typedef ws_spacetime_sheet sheet;

/* ---- modes ---- */

typedef struct mode {
    const char *name;
    const char *says;
    const char *more; /* and what comes of it */
    const char *law;  /* what its time grows with */
} mode;

static const mode modes[] = {
    [WS_SWITCHING_WORMHOLE] = {"wormhole", "a flit goes on as soon as there is room for it",
                               "a worm that waits holds its whole way", "length + hops"},
    [WS_SWITCHING_CUT_THROUGH] = {"cut-through", "a head goes on where the whole packet has room",
                                  "a worm that waits gathers in one switch", "length + hops"},
    [WS_SWITCHING_STORE_AND_FORWARD] = {"store-and-forward",
                                        "a switch sends a packet on when all of it is there",
                                        "each link takes its length anew", "length × hops"},
};

static const mode *mode_of(const sheet *s) {
    return &modes[s->view->frame->def.switching];
}

/* ---- names ---- */

/* The worm's name in its colour; returns the column behind. */
static int worm_draw(const sheet *s, const ws_spacetime_worm *worm, int x, int line) {
    char text[WS_SPACETIME_NAME];
    uint32_t ink = ws_spacetime_ink(s->view, worm);
    spacetime_worm_name(s, worm, text);
    int end = x + ws_pen_text(s->pen, x, line, WS_ROLE_STRONG, text);
    for (; x < end && ink != WS_COLOUR_NONE; x++) {
        ws_cell *cell = ws_pen_cell(s->pen, x, line);
        if (cell)
            cell->fg = ink;
    }
    return end;
}

static int worm_columns(const sheet *s, const ws_spacetime_worm *worm) {
    char text[WS_SPACETIME_NAME];
    return ws_text_columns(spacetime_worm_name(s, worm, text));
}

/* ---- title ---- */

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

/* What a title has room for, the longest first. */
static const struct title_form {
    bool length, says, wait;
} title_forms[] = {
    {true, true, true},
    {true, true, false},
    {false, true, false},
    {true, false, false},
};
enum { TITLE_FORMS = sizeof title_forms / sizeof *title_forms };

/* Draws it, or only counts its columns. */
static int path_title(const sheet *s, const struct title_form *form, bool named, int x, int line) {
    const ws_spacetime_worm *subject = &s->diagram->subject;
    const mode *way = mode_of(s);
    char text[256];
    if (named)
        x = 2 + worm_draw(s, subject, x, line);
    if (named && form->length)
        x += 2 + ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, "%" PRIu32 " flits", subject->length);
    x += 2 + ws_pen_text(s->pen, x, line, WS_ROLE_STRONG, way->name);
    if (!form->says)
        return x;
    snprintf(text, sizeof text, form->wait ? "%s; %s" : "%s", way->says, way->more);
    return x + ws_pen_text(s->pen, x, line, WS_ROLE_DIM, text);
}

/* In the second half of A/B the worm has its name above. */
void ws_spacetime_title_draw(const sheet *s, const char *letter, int line) {
    bool named = *letter != 'B';
    int x = 1;
    if (*letter)
        x = 1 + ws_pen_print(s->pen, 0, line, WS_ROLE_KEY, " %s ", letter);
    if (s->diagram->kind != WS_SPACETIME_PATH) {
        members_draw(s, x, line);
        return;
    }
    ws_pen nowhere = ws_pen_sub(s->pen, (ws_rect){0, 0, 0, 0});
    sheet counted = *s;
    counted.pen = &nowhere;
    int form = 0;
    int width = s->pen->clip.w;
    while (form < TITLE_FORMS - 1 && path_title(&counted, &title_forms[form], named, x, 0) > width)
        form++;
    path_title(s, &title_forms[form], named, x, line);
}

/* ---- beside the rows ---- */

static int column_of(const sheet *s, uint64_t cycle) {
    return s->label + (int)((cycle - s->first) / s->each);
}

static bool is_delivered(const sheet *s) {
    uint64_t delivered = s->diagram->delivered;
    return delivered >= s->first && delivered < s->diagram->end + s->each;
}

static bool is_free(const sheet *s, int x, int line) {
    const ws_cell *cell = ws_pen_cell(s->pen, x, line);
    if (!cell || cell->bg != WS_COLOUR_NONE)
        return false;
    return cell->glyph == ' ' || cell->role == WS_ROLE_RULE;
}

/* From column x on, with one more on its left; at the edge of the screen it needs none. */
static bool are_free(const sheet *s, int x, int line, int columns) {
    for (int i = x - 1; i < x + columns; i++)
        if (!is_free(s, i, line))
            return false;
    return x + columns == s->pen->clip.w || is_free(s, x + columns, line);
}

bool ws_spacetime_scale_draw(const sheet *s, int line) {
    char text[64];
    snprintf(text, sizeof text, "a column is %" PRIu64 " cycles", s->each);
    int columns = ws_text_columns(text);
    int x = s->pen->clip.w - 1 - columns;
    if (s->each == 1)
        return true;
    if (!are_free(s, x, line, columns))
        return false;
    ws_pen_text(s->pen, x, line, WS_ROLE_FAINT, text);
    return true;
}

/* Where a note of so many columns may begin: behind all that the diagram has, where notes stand one
 * below the other; else behind what its row has; -1: nowhere. */
static int note_place(const sheet *s, int line, int columns) {
    int width = s->pen->clip.w;
    int behind = column_of(s, is_delivered(s) ? s->diagram->delivered : s->diagram->end);
    if (behind + 2 + columns <= width && are_free(s, behind + 2, line, columns))
        return behind + 2;
    int row_ends = s->label;
    for (int x = s->label; x < ws_min(behind, width); x++)
        if (!is_free(s, x, line))
            row_ends = x + 1;
    for (int x = row_ends + 2; x + columns <= width; x++)
        if (are_free(s, x, line, columns))
            return x;
    return -1;
}

/* A note to a row: the worm that it is about, if it is one, and a text; else the shorter text. */
typedef struct row_note {
    const ws_spacetime_worm *worm; /* NULL: none */
    const char *text[2];
    ws_role role;
} row_note;

static bool note_try(const sheet *s, const row_note *note, const char *text, int line) {
    const char *arrow = s->view->glyphs->ascii ? "< " : "◂ ";
    int columns = 2 + ws_text_columns(text);
    if (note->worm)
        columns += worm_columns(s, note->worm);
    int x = note_place(s, line, columns);
    if (x < 0)
        return false;
    x += ws_pen_text(s->pen, x, line, note->role, arrow);
    if (note->worm)
        x = worm_draw(s, note->worm, x, line);
    ws_pen_text(s->pen, x, line, note->role, text);
    return true;
}

static void note_draw(const sheet *s, const row_note *note, uint32_t row) {
    int line = s->line + s->pitch * (int)row;
    if (!note_try(s, note, note->text[0], line))
        note_try(s, note, note->text[1], line);
}

/* "◂ H5→H6 had S2→S3 until cycle 15" */
static void holder_draw(const sheet *s, const ws_spacetime_story *told) {
    char link[WS_SPACETIME_NAME];
    char text[WS_SPACETIME_NAME + 64];
    char less[32] = "";
    ws_spacetime_link_name(s, told->row, link);
    if (told->until + 1 < s->diagram->end) {
        snprintf(text, sizeof text, " had %s until cycle %" PRIu64, link, told->until);
        snprintf(less, sizeof less, " until %" PRIu64, told->until);
    } else
        snprintf(text, sizeof text, " has %s", link);
    note_draw(s, &(row_note){told->holder, {text, less}, WS_ROLE_DIM}, told->row);
}

/* "◂ 3 links held, and nothing moves" */
static void held_draw(const sheet *s, const ws_spacetime_story *told) {
    char text[64];
    char less[32];
    const char *links = told->held == 1 ? "link" : "links";
    snprintf(text, sizeof text, "%" PRIu32 " %s held, and nothing moves", told->held, links);
    snprintf(less, sizeof less, "%" PRIu32 " %s held", told->held, links);
    note_draw(s, &(row_note){NULL, {text, less}, WS_ROLE_BLOCKED}, told->row - 1);
}

/* Where the word of delivery stands: behind the line, in its last row first; else before it, in its
 * first row first. False: nowhere. */
static bool delivery_place(const sheet *s, int column, int columns, int *x, int *line) {
    int last = s->line + s->pitch * (int)s->rows - 1;
    *x = column + 2;
    for (*line = last; *x + columns <= s->pen->clip.w && *line >= s->line; --*line)
        if (are_free(s, *x, *line, columns))
            return true;
    *x = column - 1 - columns;
    for (*line = s->line; *x > s->label && *line <= last; ++*line)
        if (are_free(s, *x, *line, columns))
            return true;
    return false;
}

static void delivered_draw(const sheet *s) {
    const ws_spacetime *diagram = s->diagram;
    uint32_t sign = s->view->glyphs->ascii ? '|' : 0x250a;
    char text[64];
    int column = column_of(s, diagram->delivered);
    int x;
    int line;
    if (column - s->label >= s->columns)
        return;
    for (int i = 0; i < s->pitch * (int)s->rows; i++)
        if (is_free(s, column, s->line + i))
            ws_pen_glyph(s->pen, column, s->line + i, sign, WS_ROLE_MOVING, 0);
    snprintf(text, sizeof text, "delivered: %" PRIu64 " cycles",
             diagram->delivered - diagram->subject.entered);
    if (delivery_place(s, column, ws_text_columns(text), &x, &line))
        ws_pen_text(s->pen, x, line, WS_ROLE_MOVING, text);
}

void ws_spacetime_notes_draw(const sheet *s) {
    const ws_spacetime_story *told = &s->told;
    if (s->diagram->kind != WS_SPACETIME_PATH)
        return;
    if (is_delivered(s))
        delivered_draw(s);
    if (!told->holder || told->row >= s->rows)
        return;
    if (told->held > 0)
        held_draw(s, told);
    holder_draw(s, told);
}

/* ---- below ---- */

static void chain_words(const sheet *s, int line) {
    const ws_spacetime *diagram = s->diagram;
    ws_spacetime_standing state = ws_spacetime_stand(diagram);
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

/* Worms from one host to another have one name. */
static bool is_of_same_hosts(const ws_spacetime_worm *one, const ws_spacetime_worm *other) {
    return one->source == other->source && one->dest == other->dest;
}

void ws_spacetime_reason_draw(const sheet *s, int line) {
    char worm[WS_SPACETIME_NAME];
    char link[WS_SPACETIME_NAME];
    if (s->diagram->kind != WS_SPACETIME_PATH) {
        chain_words(s, line);
        return;
    }
    const ws_spacetime_story *told = &s->told;
    if (told->stood == 0)
        return;
    spacetime_worm_name(s, &s->diagram->subject, worm);
    int x = 1;
    x += ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, "%s stood still for %" PRIu64 " cycles", worm,
                      told->stood);
    if (!told->holder)
        return;
    ws_spacetime_link_name(s, told->row, link);
    spacetime_worm_name(s, told->holder, worm);
    const char *other = is_of_same_hosts(told->holder, &s->diagram->subject) ? "another " : "";
    ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, ": %s was held by %s%s", link, other, worm);
}

/* ---- A and B ---- */

/* "84 cycles", "32, 12 of them a wait", "more than 60" */
static void time_text(const sheet *s, const char *unit, char *text, size_t room) {
    const ws_spacetime *diagram = s->diagram;
    uint64_t waited = s->told.waited;
    bool there = diagram->delivered <= diagram->end;
    uint64_t until = there ? diagram->delivered : diagram->end;
    uint64_t cycles = until - diagram->subject.entered;
    const char *more = there ? "" : "more than ";
    int used = snprintf(text, room, "%s%" PRIu64 "%s", more, cycles, unit);
    if (waited > 0)
        snprintf(text + used, room - (size_t)used, ", %" PRIu64 " of them a wait", waited);
}

/* What stood meanwhile in the branch that was faster, and not in the other. */
static uint32_t price_of(const sheet *a, const sheet *b) {
    bool a_first = a->diagram->delivered < b->diagram->delivered;
    bool b_first = b->diagram->delivered < a->diagram->delivered;
    uint32_t held_a = a->told.held;
    uint32_t held_b = b->told.held;
    if (a_first && held_b == 0)
        return held_a;
    return b_first && held_a == 0 ? held_b : 0;
}

/* What tells the branches apart: their laws, else their modes, else nothing but which they are. */
static void sides_name(const sheet *a, const sheet *b, const char *name[2]) {
    const mode *one = mode_of(a);
    const mode *other = mode_of(b);
    bool same_law = strcmp(one->law, other->law) == 0;
    name[0] = same_law ? one->name : one->law;
    name[1] = same_law ? other->name : other->law;
    if (one != other)
        return;
    name[0] = "A";
    name[1] = "B";
}

void ws_spacetime_sides_draw(const sheet *a, const sheet *b, int line) {
    const char *name[2];
    char time[2][96];
    char price[64];
    if (a->diagram->subject.entered >= a->diagram->end)
        return;
    sides_name(a, b, name);
    time_text(a, " cycles", time[0], sizeof time[0]);
    time_text(b, "", time[1], sizeof time[1]);
    const ws_pen *pen = a->pen;
    int x = 1;
    x += ws_pen_text(pen, x, line, WS_ROLE_STRONG, name[0]);
    x += ws_pen_text(pen, x, line, WS_ROLE_DIM, " against ");
    x += ws_pen_text(pen, x, line, WS_ROLE_STRONG, name[1]);
    x += ws_pen_print(pen, x, line, WS_ROLE_TEXT, ": %s%s and %s.", time[0],
                      strchr(time[0], ',') ? "," : "", time[1]);
    uint32_t held = price_of(a, b);
    snprintf(price, sizeof price, " Price: %" PRIu32 " link%s held.", held, held > 1 ? "s" : "");
    if (held > 0 && x + ws_text_columns(price) <= pen->clip.w)
        ws_pen_text(pen, x, line, WS_ROLE_BLOCKED, price);
}
