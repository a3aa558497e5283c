/* router.c - one switch fills the map (laid out by router_lay.c): its input queues at the left,
 * flit by flit, the head of each at the right where it leaves; in the middle the crossbar; at the
 * right the outputs.
 *
 * A flit has the colour of the output that it wants, as the output's arrow has (unless the viewer
 * asked for another key of colours); for the root of a tree it is hot. A bright line through the
 * crossbar is a queue that has an output, with a dot where it turns, and marches with the flits; a
 * dotted one is a head that waits, up to the output that it wants: so who wants the same column is
 * seen at once. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/map_tags.h"
#include "ui/map/router.h"
#include "ui/march.h"
#include "ui/panel.h"

#define NONE WS_COLOUR_NONE

/* ---- colours of outputs ---- */

static uint32_t out_of_link(const ws_router *router, uint32_t link) {
    for (uint32_t o = 0; o < router->outs; o++)
        if (router->out[o].link == link)
            return o;
    return WS_NIL;
}

static bool is_root(const ws_frame *frame, uint32_t link) {
    return ws_frame_tree_of(frame, link) != NULL;
}

/* The colour of an output; of none, that of what is not known yet. */
static uint32_t out_ink(const ws_router *router, uint32_t link) {
    const ws_view *view = router->view;
    uint32_t out = out_of_link(router, link);
    if (!ws_router_is_by_way(view))
        return NONE;
    if (out == WS_NIL)
        return ws_ink_role(view, WS_ROLE_DIM);
    if (is_root(view->frame, link))
        return ws_ink_role(view, WS_ROLE_HOT1);
    return ws_hue_ink(view, out);
}

/* ---- flits ---- */

static uint32_t dot_sign(const ws_view *view) {
    return view->glyphs->ascii ? '.' : 0xb7;
}

/* A flit as a cell: full, or small where it stands and its number is odd. */
static uint32_t flit_sign(const ws_view *view, uint32_t number, bool waits) {
    if (view->glyphs->ascii)
        return waits && number % 2 ? '-' : '=';
    if (!waits || number % 2 == 0)
        return 0x25a0;
    return view->glyphs->braille ? 0x25aa : 0x2022;
}

/* A flit at a cell; `link`: the output that it wants. */
typedef struct flit_at {
    int x;
    int line;
    uint32_t packet;
    uint32_t number;
    uint32_t place; /* in its queue, from the exit on */
    uint32_t link;
    bool waits;
} flit_at;

static unsigned flit_means(const ws_router *router, const flit_at *flit) {
    if (ws_router_is_by_way(router->view) && flit->link == WS_NIL)
        return WS_SIGN_OPEN;
    return flit->waits ? WS_SIGN_WAITS : WS_SIGN_MOVES;
}

/* The last flit of a packet is darker than the others. */
static void flit_put(const ws_router *router, const ws_pen *pen, const flit_at *flit) {
    const ws_view *view = router->view;
    ws_marcher marcher = {.number = flit->number, .waits = flit->waits};
    marcher.worm = ws_frame_worm_of(view->frame, flit->packet);
    if (!marcher.worm)
        return;
    if (!flit->waits)
        marcher.number = ws_march_at(view, flit->number, 0u - flit->place);
    marcher.ink = out_ink(router, flit->link);
    ws_shade shade = ws_march_in(view, &marcher);
    bool last = flit->number + 1 >= marcher.worm->length && shade.fg != NONE;
    if (last)
        shade.fg = ws_ink_mix(shade.fg, ws_ink_ground(view, WS_ROLE_TEXT), 40);
    ws_shade_put(pen, flit->x, flit->line, flit_sign(view, marcher.number, flit->waits), shade);
    ws_pen_sign(pen, flit->x, flit->line, flit_means(router, flit));
}

/* The output that a packet wants here, WS_NIL. */
static uint32_t out_of_packet(const ws_frame *frame, uint32_t packet) {
    const ws_frame_worm *worm = ws_frame_worm_of(frame, packet);
    return worm ? worm->out : WS_NIL;
}

/* ---- a queue ---- */

static void label_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_queue *queue = &frame->queue[row->queue];
    uint32_t line;
    int x = router->left + 2;
    if (ws_router_saq(frame, row->queue, &line)) {
        ws_pen_print(pen, x, row->at, WS_ROLE_HOT2, "SAQ%" PRIu32, line);
        ws_pen_sign(pen, x, row->at, WS_SIGN_SAQS);
        return;
    }
    if (frame->cam_lines > 0)
        ws_pen_text(pen, x, row->at, WS_ROLE_DIM, "cold");
    else if (frame->link[queue->link].channels > 1)
        ws_pen_print(pen, x, row->at, WS_ROLE_DIM, "VC %" PRIu32, row->queue - row->first);
    else
        ws_pen_text(pen, x, row->at, WS_ROLE_DIM, "in");
}

/* From the head at the right on; where a buffer has more flits than there are cells, a cell is
 * several flits. */
static void flits_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_queue *queue = &frame->queue[row->queue];
    ws_router_cells cells = ws_router_cells_of(router, queue);
    bool waits = ws_router_waits(queue);
    for (uint32_t i = 0; i < cells.shown; i++) {
        uint32_t packet;
        uint32_t number;
        int x = cells.right - (int)i;
        if (ws_router_flit_at(frame, queue, i * cells.each, &packet, &number)) {
            flit_at flit = {.x = x, .line = row->at, .packet = packet, .waits = waits};
            flit.place = i;
            flit.number = number / cells.each;
            flit.link = out_of_packet(frame, packet);
            flit_put(router, pen, &flit);
            continue;
        }
        ws_pen_glyph(pen, x, row->at, dot_sign(router->view), WS_ROLE_RULE, 0);
        ws_pen_sign(pen, x, row->at, WS_SIGN_ROOM);
    }
}

/* In the row of a set-aside queue: from how many flits on it tells Xoff upstream. It is bright once
 * that is passed. Packets are as long as the one in front. */
static void mark_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_queue *queue = &frame->queue[row->queue];
    const ws_frame_worm *worm = ws_frame_worm_of(frame, queue->front);
    uint32_t line;
    if (!worm || !ws_router_saq(frame, row->queue, &line))
        return;
    ws_router_cells cells = ws_router_cells_of(router, queue);
    uint32_t flits = (uint32_t)frame->def.saq_xoff * worm->length;
    uint32_t place = flits / cells.each;
    if (place == 0 || place >= cells.shown)
        return;
    int x = cells.right - (int)place;
    bool passed = queue->flits >= flits;
    uint32_t glyph = router->view->glyphs->ascii ? '|' : 0x2503;
    ws_pen_glyph(pen, x, row->at, glyph, passed ? WS_ROLE_STRONG : WS_ROLE_DIM, 0);
    ws_pen_sign(pen, x, row->at, WS_SIGN_MARK);
}

static void level_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    const ws_frame_queue *queue = &router->view->frame->queue[row->queue];
    int x = router->left + router->box_w - 2;
    char room[16];
    snprintf(room, sizeof room, "/%" PRIu32, queue->capacity);
    ws_pen_print_right(pen, x, row->at, WS_ROLE_FAINT, "%s", room);
    ws_pen_print_right(pen, x - ws_text_columns(room), row->at, WS_ROLE_TEXT, "%" PRIu32,
                       queue->flits);
}

/* The line of the CAM: where the congestion is, by the outputs on the way to it. */
static void path_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row,
                      const ws_cam_line *cam) {
    char path[16];
    ws_saq_path(cam->path, cam->hops, path, sizeof path);
    if (router->wire > 0)
        ws_pen_print(pen, 1, row->at, WS_ROLE_HOT2, "CAM %s", path);
}

/* Xoff was told upstream: on the cable's side of the row. */
static void xoff_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    const ws_frame *frame = router->view->frame;
    uint32_t line;
    if (!ws_router_saq(frame, row->queue, &line))
        return;
    uint32_t port = frame->link[frame->queue[row->queue].link].port;
    const ws_cam_line *cam = &frame->cam[port * frame->cam_lines + line];
    path_draw(router, pen, row, cam);
    if (!cam->xoff_sent)
        return;
    uint32_t orange = ws_ink_role(router->view, WS_ROLE_BLOCKED);
    int x = router->left - 5;
    const char *words = "Xoff";
    for (int i = 0; i < 4; i++)
        ws_pen_ink(pen, x + i, row->at, (uint32_t)(unsigned char)words[i], WS_ROLE_BLOCKED,
                   ws_ink_on(orange), orange);
    ws_pen_sign(pen, x, row->at, WS_SIGN_XOFF);
}

/* On the border of the port, where the cable comes in: there is no room. */
static void full_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_queue *queue = &frame->queue[row->queue];
    bool full = ws_lens_queue_is_full(queue);
    if (frame->has_saqs) /* the memory of the port: at the queue that has most of it */
        full = queue->link != WS_NIL && ws_lens_is_full(frame, queue->link) &&
               2 * queue->flits > queue->capacity;
    if (!full)
        return;
    ws_pen_glyph(pen, router->left, row->at, ws_sign_full(router->view), WS_ROLE_STRONG, 0);
    ws_pen_sign(pen, router->left, row->at, WS_SIGN_FULL);
    ws_rect at = {router->left, row->at, 1, 1};
    ws_tag_note_put(router->view, WS_TAG_FULL, at, WS_SIGN_FULL, ws_tag_since(queue->since));
    router->view->map.plan->full++;
}

/* ---- a port ---- */

static bool port_has_saq(const ws_frame *frame, uint32_t link) {
    uint32_t port = frame->link[link].port;
    return frame->cam_lines > 0 && port != WS_NIL && frame->port[port].used > 0;
}

static void frame_draw(const ws_router *router, const ws_pen *pen, const ws_router_in *in) {
    const uint32_t *code = router->view->glyphs->code;
    int x = router->left;
    int end = x + router->box_w - 1;
    int foot = in->at + (int)in->rows + 1;
    uint32_t ink = NONE;
    if (port_has_saq(router->view->frame, in->link))
        ink = ws_ink_mix(ws_ink_role(router->view, WS_ROLE_HOT3),
                         ws_ink_ground(router->view, WS_ROLE_TEXT), 35);
    for (int i = x + 1; i < end; i++) {
        ws_pen_ink(pen, i, in->at, code[WS_GLYPH_LINE_H], WS_ROLE_RULE, ink, NONE);
        if (router->more > 1)
            ws_pen_ink(pen, i, foot, code[WS_GLYPH_LINE_H], WS_ROLE_RULE, ink, NONE);
    }
    if (router->more < 2)
        return;
    for (int i = in->at + 1; i < foot; i++) {
        ws_pen_ink(pen, x, i, code[WS_GLYPH_LINE_V], WS_ROLE_RULE, ink, NONE);
        ws_pen_ink(pen, end, i, code[WS_GLYPH_LINE_V], WS_ROLE_RULE, ink, NONE);
    }
    ws_pen_ink(pen, x, in->at, code[WS_GLYPH_CORNER_NW], WS_ROLE_RULE, ink, NONE);
    ws_pen_ink(pen, end, in->at, code[WS_GLYPH_CORNER_NE], WS_ROLE_RULE, ink, NONE);
    ws_pen_ink(pen, x, foot, code[WS_GLYPH_CORNER_SW], WS_ROLE_RULE, ink, NONE);
    ws_pen_ink(pen, end, foot, code[WS_GLYPH_CORNER_SE], WS_ROLE_RULE, ink, NONE);
}

/* The flits of a cable nearest to the switch, in the direction of travel from left to right. */
static void cable_draw(const ws_router *router, const ws_pen *pen, uint32_t l, int x, int line,
                       bool incoming) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_link *link = &frame->link[l];
    for (int i = 0; i < router->wire; i++) {
        int64_t from_end = router->wire - 1 - i;
        int64_t place = incoming ? (int64_t)link->delay - 1 - from_end : router->wire - 1 - i;
        if (!incoming)
            place = i;
        if (place < 0 || place >= link->delay)
            continue;
        const ws_frame_flit *flit = &frame->flit[link->flit0 + place];
        if (flit->packet == WS_NIL) {
            ws_pen_glyph(pen, x + i, line, dot_sign(router->view), WS_ROLE_RULE, 0);
            ws_pen_sign(pen, x + i, line, WS_SIGN_ROOM);
            continue;
        }
        flit_at at = {.x = x + i, .line = line, .packet = flit->packet};
        at.number = flit->number;
        at.link = incoming ? out_of_packet(frame, flit->packet) : l;
        flit_put(router, pen, &at);
    }
}

static void in_draw(const ws_router *router, const ws_pen *pen, uint32_t i) {
    const ws_frame *frame = router->view->frame;
    const ws_router_in *in = &router->in[i];
    int line = in->at + (router->more > 0);
    const char *name = ws_node_name(frame, frame->link[in->link].from);
    ws_pen_print_right(pen, 6, line, WS_ROLE_STRONG, "%s", name);
    cable_draw(router, pen, in->link, 7, line, true);
    if (router->more == 0)
        return;
    frame_draw(router, pen, in);
    ws_role role = port_has_saq(frame, in->link) ? WS_ROLE_HOT2 : WS_ROLE_TITLE;
    ws_pen_print(pen, router->left + 2, in->at, role, " in %" PRIu32 " ", i);
}

/* ---- the crossbar ---- */

static int column_of(const ws_router *router, uint32_t out) {
    return router->cross + (int)out * router->step + router->step / 2;
}

static void grid_draw(const ws_router *router, const ws_pen *pen, int height) {
    const ws_view *view = router->view;
    bool ascii = view->glyphs->ascii;
    int foot = ws_router_foot(router);
    for (uint32_t o = 0; o < router->outs && router->step > 1; o++)
        for (int line = 1; line < ws_min(height, foot); line++)
            ws_pen_glyph(pen, column_of(router, o), line, ascii ? ':' : 0x2502, WS_ROLE_RULE, 0);
    for (uint32_t o = 0; o < router->outs; o++)
        for (int x = column_of(router, o) + 1; x < router->end && router->out[o].at >= 0; x++)
            ws_pen_glyph(pen, x, router->out[o].at, view->glyphs->code[WS_GLYPH_LINE_H],
                         WS_ROLE_RULE, 0);
}

/* Where the head of a queue stands that waits: at the column of the output that it wants. -1: it
 * does not wait here. */
static int request_end(const ws_router *router, const ws_router_row *row) {
    const ws_frame *frame = router->view->frame;
    const ws_frame_queue *queue = &frame->queue[row->queue];
    bool known = ws_frame_worm_of(frame, queue->front) != NULL;
    if (!known || !queue->head_here || !ws_router_waits(queue))
        return -1;
    uint32_t out = queue->request == WS_NIL ? WS_NIL : out_of_link(router, queue->request);
    return out == WS_NIL ? router->cross : column_of(router, out);
}

/* A head that waits: dots up to the column of the output that it wants. */
static void request_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    const ws_view *view = router->view;
    const ws_frame_queue *queue = &view->frame->queue[row->queue];
    int end = request_end(router, row);
    if (end < 0)
        return;
    uint32_t sign = view->glyphs->ascii ? '.' : 0x2508;
    ws_marcher marcher = {.waits = true, .ink = out_ink(router, queue->request)};
    marcher.worm = ws_frame_worm_of(view->frame, queue->front);
    ws_shade shade = ws_march_in(view, &marcher);
    for (int x = router->cross - 2; x < end; x++) {
        ws_shade_put(pen, x, row->at, sign, shade);
        ws_pen_sign(pen, x, row->at, WS_SIGN_WANTS);
    }
}

/* Its head, over whatever line goes by. */
static void head_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row) {
    int end = request_end(router, row);
    if (end < 0)
        return;
    uint32_t sign = router->view->glyphs->code[WS_GLYPH_BLOCKED];
    ws_pen_glyph(pen, end, row->at, sign, WS_ROLE_BLOCKED, 0);
    ws_pen_sign(pen, end, row->at, WS_SIGN_WANTS);
    ws_tag_note_put(router->view, WS_TAG_WAITS, (ws_rect){end, row->at, 1, 1}, WS_SIGN_WANTS,
                    ws_tag_since(router->view->frame->queue[row->queue].since));
}

/* Signs of a line: along a row, along a column, the corner at the output (down, up). */
static uint32_t line_sign(const ws_view *view, int which) {
    static const uint32_t fine[] = {0x2501, 0x2503, 0x2517, 0x250f};
    static const uint32_t block[] = {0x2550, 0x2551, 0x255a, 0x2554};
    static const uint32_t ascii[] = {'=', '|', '+', '+'};
    if (view->glyphs->ascii)
        return ascii[which];
    return view->glyphs->braille ? fine[which] : block[which];
}

typedef struct stroke {
    const ws_router *router;
    const ws_pen *pen;
    const ws_frame_worm *worm;
    uint32_t ink;
    uint32_t passed;
    uint32_t place; /* cells drawn so far, from the queue on */
    bool waits;
} stroke;

static void stroke_put(stroke *s, int x, int line, uint32_t sign) {
    uint32_t number = s->place;
    if (!s->waits)
        number = ws_march_at(s->router->view, ws_march_number(s->passed, s->place), s->place);
    ws_marcher marcher = {.worm = s->worm, .number = number, .waits = s->waits, .ink = s->ink};
    ws_shade_put(s->pen, x, line, sign, ws_march_in(s->router->view, &marcher));
    ws_pen_sign(s->pen, x, line, WS_SIGN_LINE);
    s->place++;
}

/* A queue that has an output: along its row to the column, down or up, and out. */
static void connection_draw(const ws_router *router, const ws_pen *pen, const ws_router_row *row,
                            const ws_frame_vc *vc, uint32_t out) {
    const ws_view *view = router->view;
    stroke s = {.router = router, .pen = pen, .worm = ws_frame_worm_of(view->frame, vc->packet)};
    int x = column_of(router, out);
    int to = router->out[out].at;
    if (!s.worm || to < 0)
        return;
    s.ink = out_ink(router, vc->link);
    s.passed = vc->sent;
    s.waits = vc->waits;
    for (int i = router->cross - 2; i < x; i++)
        stroke_put(&s, i, row->at, line_sign(view, 0));
    int way = to > row->at ? 1 : -1;
    for (int line = row->at; line != to; line += way)
        stroke_put(&s, x, line, line_sign(view, 1));
    if (to != row->at)
        stroke_put(&s, x, to, line_sign(view, way > 0 ? 2 : 3));
    for (int i = x + 1; i < router->end; i++)
        stroke_put(&s, i, to, line_sign(view, 0));
    ws_marcher marcher = {.worm = s.worm, .ink = s.ink};
    ws_shade shade = ws_march_in(view, &marcher);
    uint32_t point = view->glyphs->ascii ? 'o' : view->glyphs->code[WS_GLYPH_BULLET];
    ws_shade_put(pen, x, row->at, point, shade);
    ws_pen_sign(pen, x, row->at, WS_SIGN_LINE);
}

static const ws_router_row *row_of_queue(const ws_router *router, uint32_t q) {
    for (uint32_t i = 0; i < router->rows; i++)
        if (router->row[i].queue == q)
            return &router->row[i];
    return NULL;
}

static void connections_draw(const ws_router *router, const ws_pen *pen) {
    const ws_frame *frame = router->view->frame;
    for (uint32_t o = 0; o < router->outs; o++) {
        const ws_frame_link *link = &frame->link[router->out[o].link];
        for (uint32_t v = link->vc0; v < link->vc0 + link->channels; v++) {
            const ws_frame_vc *vc = &frame->vc[v];
            const ws_router_row *row =
                vc->sender == WS_NIL ? NULL : row_of_queue(router, vc->sender);
            if (row)
                connection_draw(router, pen, row, vc, o);
        }
    }
}

/* ---- outputs ---- */

static void use_draw(const ws_router *router, const ws_pen *pen, const ws_frame_link *link,
                     int line) {
    enum { BAR = 6 };
    int x = router->end + 2;
    double use = ws_view_use(router->view, link);
    uint32_t full = (uint32_t)(use * 8 * BAR + 0.5);
    uint32_t step = (uint32_t)(use * WS_GRAPH_STEPS);
    uint32_t last = WS_GRAPH_STEPS - 1;
    ws_role role = (ws_role)(WS_ROLE_GRAPH0 + (step < last ? step : last));
    for (uint32_t i = 0; i < BAR; i++) {
        uint32_t part = full > 8 * i ? full - 8 * i : 0;
        uint32_t eighths = part > 8 ? 8 : part;
        uint32_t sign = eighths ? 0x2590 - eighths : ' ';
        if (!router->view->glyphs->braille && eighths)
            sign = eighths < 4 ? '-' : '=';
        ws_pen_ink(pen, x + (int)i, line, sign, role, NONE,
                   ws_ink_role(router->view, WS_ROLE_CALM0));
        ws_pen_sign(pen, x + (int)i, line, WS_SIGN_USE);
    }
    ws_pen_print_right(pen, x + BAR + 6, line, WS_ROLE_FAINT, "%.0f %%", 100 * use);
}

/* The arrow of an output has its colour, which is the key to all that wants it. */
static void arrow_draw(const ws_router *router, const ws_pen *pen, const ws_router_out *out,
                       bool held) {
    const ws_view *view = router->view;
    uint32_t ink = out_ink(router, out->link);
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    if (ink != NONE && !held)
        ink = ws_ink_mix(ink, paper, 45);
    ws_pen_ink(pen, router->end, out->at, view->glyphs->code[WS_GLYPH_HEAD_E],
               held ? WS_ROLE_STRONG : WS_ROLE_RULE, ink, NONE);
}

static void out_draw(const ws_router *router, const ws_pen *pen, uint32_t o, int height) {
    const ws_view *view = router->view;
    const ws_frame *frame = view->frame;
    const ws_router_out *out = &router->out[o];
    const ws_frame_link *link = &frame->link[out->link];
    if (out->at < 0)
        return;
    char name[WS_NAME_MAX + 8];
    const char *arrow = view->glyphs->ascii ? ">" : "→";
    snprintf(name, sizeof name, " %s %s ", arrow, ws_node_name(frame, link->to));
    bool root = is_root(frame, out->link);
    uint32_t colour = ws_ink_role(view, WS_ROLE_HOT0);
    int x = router->end;
    arrow_draw(router, pen, out, link->held > 0);
    int end = x + 2 + ws_pen_text(pen, x + 2, out->at, WS_ROLE_SWITCH, name);
    for (int i = x + 2; root && colour != NONE && i < end; i++) {
        ws_cell *cell = ws_pen_cell(pen, i, out->at);
        if (!cell)
            continue;
        cell->bg = colour;
        cell->fg = ws_ink_on(colour);
    }
    if (router->wire > 0)
        cable_draw(router, pen, out->link, end + 1, out->at, false);
    int words = end + 1 + (router->wire ? router->wire + 1 : 0);
    if (link->cut) {
        ws_pen_text(pen, words, out->at, WS_ROLE_BLOCKED, "/ cut");
        ws_pen_sign(pen, words, out->at, WS_SIGN_CUT);
    } else if (root)
        ws_pen_text(pen, words, out->at, WS_ROLE_HOT1, "root");
    else if (link->output > 0)
        ws_pen_print(pen, words, out->at, WS_ROLE_DIM, "+%" PRIu32, link->output);
    if (router->more > 0 && out->at + 1 < height)
        use_draw(router, pen, link, out->at + 1);
}

/* ---- whole ---- */

static void titles_draw(const ws_router *router, const ws_pen *pen) {
    const ws_frame *frame = router->view->frame;
    ws_pen_print(pen, 1, 0, WS_ROLE_STRONG, "%s", ws_node_name(frame, router->node));
    const char *words = "inputs: the head stands right";
    if (router->box_w > 40 && frame->cam_lines > 0)
        words = "cold queues and SAQs: the head stands right";
    if (ws_text_columns(words) < router->box_w)
        ws_pen_text(pen, router->left + 2, 0, WS_ROLE_FAINT, words);
    ws_pen_text(pen, router->cross, 0, WS_ROLE_FAINT, "crossbar");
    ws_pen_text(pen, router->end + 2, 0, WS_ROLE_FAINT, "outputs");
}

/* A queue's number among those of its link. */
static void rows_number(ws_router *router) {
    const ws_frame *frame = router->view->frame;
    for (uint32_t i = 0; i < router->rows; i++) {
        uint32_t link = frame->queue[router->row[i].queue].link;
        uint32_t first = router->row[i].queue;
        while (first > 0 && frame->queue[first - 1].link == link)
            first--;
        router->row[i].first = first;
    }
}

void ws_router_draw(const ws_view *view, const ws_pen *pen) {
    ws_router router;
    int height = pen->clip.h;
    if (view->frame->pool > 0) {
        ws_pool_map_draw(view, pen);
        return;
    }
    ws_router_make(&router, view, pen->clip.w, height);
    rows_number(&router);
    titles_draw(&router, pen);
    grid_draw(&router, pen, height);
    for (uint32_t i = 0; i < router.ins; i++)
        in_draw(&router, pen, i);
    for (uint32_t i = 0; i < router.rows; i++) {
        label_draw(&router, pen, &router.row[i]);
        flits_draw(&router, pen, &router.row[i]);
        mark_draw(&router, pen, &router.row[i]);
        level_draw(&router, pen, &router.row[i]);
        xoff_draw(&router, pen, &router.row[i]);
        full_draw(&router, pen, &router.row[i]);
    }
    for (uint32_t i = 0; i < router.rows; i++)
        request_draw(&router, pen, &router.row[i]);
    connections_draw(&router, pen);
    for (uint32_t i = 0; i < router.rows; i++)
        head_draw(&router, pen, &router.row[i]);
    for (uint32_t o = 0; o < router.outs; o++)
        out_draw(&router, pen, o, height);
    ws_router_say(&router, pen);
}
