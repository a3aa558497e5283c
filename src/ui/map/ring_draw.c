/* ring_draw.c - paints rings and lines in half blocks: every flit on a wire and in a buffer has its
 * seat, in the order in which flits leave: a full way is an unbroken row, and flits can be counted.
 *
 * A seat is as long as there is room for; where there is none, several seats share a pixel block.
 * Seats that a worm holds without a flit are a thin line. */
#include <stdio.h>
#include <stdlib.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/painter.h"
#include "ui/map/wirer.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

enum { LEVEL_BOX = 1, LEVEL_CABLE, LEVEL_HELD, LEVEL_FLIT };
enum { FLIT = 2, SEAT_LEAST = 3, DIM_ODD = 28 };

typedef struct seat {
    uint32_t packet; /* WS_NIL: free */
    uint64_t number; /* of the flit, counted from the head */
} seat;

/* The seats of one virtual channel, from the sender on. */
typedef struct row_of_seats {
    seat *seat;
    uint32_t seats;
    uint32_t wire;   /* those on the wire */
    uint32_t holder; /* packet, WS_NIL */
} row_of_seats;

/* ---- seats ---- */

/* Of one channel of the link: channels tell flits on the wire apart. */
static void wire_seat(const ws_frame *frame, const ws_frame_link *link, uint32_t v,
                      row_of_seats *row) {
    for (uint32_t i = 0; i < link->delay; i++) {
        const ws_frame_flit *flit = &frame->flit[link->flit0 + i];
        if (flit->packet != WS_NIL && flit->channel == v - link->vc0)
            row->seat[i] = (seat){flit->packet, flit->number};
    }
}

static void buffer_seat(const ws_frame *frame, uint32_t q, row_of_seats *row) {
    const ws_frame_queue *queue = &frame->queue[q];
    uint32_t at = row->seats;
    for (uint32_t i = queue->first_stretch; i < queue->first_stretch + queue->stretches; i++) {
        const ws_frame_stretch *stretch = &frame->stretch[i];
        for (uint32_t flit = 0; flit < stretch->flits && at > row->wire; flit++) {
            at--;
            row->seat[at] = (seat){stretch->packet, stretch->first + flit};
        }
    }
}

static row_of_seats seats_of(const ws_frame *frame, const ws_frame_link *link, uint32_t v) {
    const ws_frame_vc *vc = &frame->vc[v];
    uint32_t room = link->channels ? link->capacity / link->channels : link->capacity;
    uint32_t q = vc->queue;
    if (q != WS_NIL)
        room = frame->queue[q].capacity;
    row_of_seats row = {.wire = link->delay, .seats = link->delay + room, .holder = vc->packet};
    row.seat = ws_alloc(row.seats, sizeof *row.seat);
    for (uint32_t i = 0; i < row.seats; i++)
        row.seat[i].packet = WS_NIL;
    wire_seat(frame, link, v, &row);
    if (q != WS_NIL)
        buffer_seat(frame, q, &row);
    return row;
}

/* ---- ways ---- */

/* A way, and what moves it aside for its virtual channel. */
typedef struct way {
    const ws_spot *point;
    uint32_t points;
    int across;
    int down;
} way;

static way way_of(const ws_painter *p, uint32_t l, uint32_t channel) {
    const ws_wired *wired = p->wired;
    const ws_frame_link *link = &p->frame->link[l];
    way w = {.point = wired->point + wired->path0[l]};
    w.points = wired->path0[l + 1] - wired->path0[l];
    bool inner = !ws_is_host(p->frame, link->from) && !ws_is_host(p->frame, link->to);
    if (w.points < 2 || !inner || wired->tracks < 2 || link->channels < 2)
        return w;
    int box_h = wired->box[link->from].h;
    int step = (2 * box_h - 2) / (wired->tracks - 1);
    ws_spot last = w.point[w.points - 1];
    int beside = (int)channel % ws_min((int)link->channels, 2);
    w.down = last.y == w.point[0].y || last.x != w.point[0].x ? beside * step : 0;
    w.across = last.x == w.point[0].x || last.y != w.point[0].y ? beside * 4 : 0;
    return w;
}

static void pixel_put(const ws_painter *p, const way *w, uint32_t i, uint32_t ink, uint16_t rank,
                      int size) {
    ws_spot at = {w->point[i].x + w->across, w->point[i].y + w->down};
    for (int row = 0; row < size; row++)
        for (int x = 0; x < FLIT; x++)
            ws_raster_half_row(p->raster, at.x + x, at.y + row, ink, rank);
}

/* A way with nothing on it, or held: a line of pixels, of which the ends are left out. */
static void line_put(const ws_painter *p, const way *w, uint32_t first, uint32_t end, uint32_t ink,
                     uint16_t rank) {
    for (uint32_t i = first; i < end; i++) {
        ws_spot at = {w->point[i].x + w->across, w->point[i].y + w->down};
        bool level = w->point[0].y == w->point[w->points - 1].y;
        ws_raster_half_row(p->raster, at.x, at.y + (level && at.y % 2 == 0), ink, rank);
    }
}

static uint32_t seat_ink(const ws_painter *p, const seat *at) {
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, at->packet);
    if (!worm || !ws_worm_lit(p->view, worm))
        return ws_ink_role(p->view, WS_ROLE_FAINT);
    uint32_t ink = ws_painter_worm(p, worm);
    return at->number % 2 ? ws_ink_mix(ink, p->ground, DIM_ODD) : ink;
}

static uint8_t sign_of(const ws_painter *p, const ws_frame_worm *worm) {
    if (!worm || !ws_worm_lit(p->view, worm))
        return WS_SIGN_DIM;
    return ws_painter_state_sign(worm);
}

/* The points that a seat takes: with one left out before the next, where it has room for that. */
static void seat_paint(const ws_painter *p, const way *w, const row_of_seats *row, uint32_t i) {
    uint32_t first = (uint32_t)((uint64_t)i * w->points / row->seats);
    uint32_t end = (uint32_t)((uint64_t)(i + 1) * w->points / row->seats);
    bool held = row->seat[i].packet == WS_NIL;
    if (held && row->holder == WS_NIL)
        return;
    if (held) {
        p->raster->sign = WS_SIGN_HELD;
        seat thin = {row->holder, 0};
        uint32_t ink = ws_ink_mix(seat_ink(p, &thin), p->ground, WS_HELD_DIM);
        line_put(p, w, first, end, ink, WS_RANK(LEVEL_HELD, 1));
        return;
    }
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, row->seat[i].packet);
    p->raster->sign = sign_of(p, worm);
    uint32_t ink = seat_ink(p, &row->seat[i]);
    uint32_t long_end = end > first + FLIT ? end - FLIT : first + 1;
    for (uint32_t at = first; at < long_end && at < w->points; at++)
        pixel_put(p, w, at, ink, WS_RANK(LEVEL_FLIT, 1), FLIT);
}

/* Where seats are too many, a block stands for several: the first one that is taken. */
static void blocks_paint(const ws_painter *p, const way *w, const row_of_seats *row) {
    uint32_t blocks = ws_max((int)(w->points / SEAT_LEAST), 1);
    row_of_seats few = {.wire = row->wire, .seats = blocks, .holder = row->holder};
    few.seat = ws_alloc(blocks, sizeof *few.seat);
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t first = (uint32_t)((uint64_t)i * row->seats / blocks);
        uint32_t end = (uint32_t)((uint64_t)(i + 1) * row->seats / blocks);
        few.seat[i].packet = WS_NIL;
        for (uint32_t at = first; at < end && few.seat[i].packet == WS_NIL; at++)
            few.seat[i] = row->seat[at];
        few.seat[i].number = few.seat[i].number + (blocks - i);
    }
    for (uint32_t i = 0; i < blocks; i++)
        seat_paint(p, w, &few, i);
    free(few.seat);
}

static void free_paint(const ws_painter *p, const way *w) {
    p->raster->sign = WS_SIGN_FREE;
    uint32_t ink = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_IDLE), p->ground, 30);
    for (uint32_t i = 0; i < w->points; i += SEAT_LEAST)
        line_put(p, w, i, i + 1, ink, WS_RANK(LEVEL_CABLE, 1));
}

static void link_paint(const ws_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    for (uint32_t v = link->vc0; v < link->vc0 + link->channels; v++) {
        way w = way_of(p, l, v - link->vc0);
        if (w.points == 0)
            continue;
        if (v < link->vc0 + 2)
            free_paint(p, &w);
        row_of_seats row = seats_of(p->frame, link, v);
        if (row.seats * SEAT_LEAST <= w.points)
            for (uint32_t i = 0; i < row.seats; i++)
                seat_paint(p, &w, &row, i);
        else
            blocks_paint(p, &w, &row);
        free(row.seat);
    }
}

static uint8_t sign_of_value(ws_lens_value value) {
    switch ((ws_seen)value.seen) {
    case WS_SEEN_SAQS: return WS_SIGN_PORT;
    case WS_SEEN_LEVEL: return WS_SIGN_LEVEL;
    default: return WS_SIGN_MEMBER;
    }
}

/* Under another lens a way has one colour. */
static void value_paint(const ws_painter *p, uint32_t l) {
    ws_lens_value value = p->lens->link[l];
    uint32_t ink = ws_ink_role(p->view, WS_ROLE_IDLE);
    way w = way_of(p, l, 0);
    switch ((ws_seen)value.seen) {
    case WS_SEEN_ROOT: ink = ws_ink_hot(p->view, 0); break;
    case WS_SEEN_MEMBER: ink = ws_ink_hot(p->view, (uint32_t)ws_max(value.step, 1)); break;
    case WS_SEEN_SAQS: ink = ws_ink_hot(p->view, value.step < 5 ? 5u - value.step : 0); break;
    case WS_SEEN_LEVEL: ink = ws_ink_role(p->view, (ws_role)(WS_ROLE_CALM0 + value.step)); break;
    default: break;
    }
    bool tells = value.seen == WS_SEEN_ROOT || value.seen >= WS_SEEN_MEMBER ||
                 value.seen == WS_SEEN_SAQS || (value.seen == WS_SEEN_LEVEL && value.step > 0);
    if (!tells)
        free_paint(p, &w);
    else
        p->raster->sign = sign_of_value(value);
    for (uint32_t i = 0; tells && i < w.points; i++)
        pixel_put(p, &w, i, ink, WS_RANK(LEVEL_FLIT, 1), FLIT);
}

/* ---- heads ---- */

static int direction_at(const way *w, uint32_t i) {
    ws_spot from = w->point[i > 0 ? i - 1 : 0];
    ws_spot to = w->point[i > 0 ? i : 1];
    if (to.x != from.x)
        return to.x > from.x ? WS_EAST : WS_WEST;
    return to.y > from.y ? WS_SOUTH : WS_NORTH;
}

static void head_put(const ws_painter *p, const way *w, uint32_t i, const ws_frame_worm *worm) {
    int x = w->point[i].x + w->across;
    int row = (w->point[i].y + w->down) / 2;
    ws_worm_state state = ws_worm_state_of(worm);
    uint32_t code = p->view->glyphs->code[ws_worm_state_glyph(state, direction_at(w, i))];
    if (ws_painter_badge(p, x, row, worm))
        return;
    if (state == WS_WORM_WAITS) {
        ws_pen_ink(p->pen, x, row, code, WS_ROLE_DEADLOCK, WS_COLOUR_NONE, WS_COLOUR_NONE);
        ws_pen_sign(p->pen, x, row, WS_SIGN_WAITS);
        ws_pen_ink(p->pen, x + 1, row, ' ', WS_ROLE_DEADLOCK, WS_COLOUR_NONE, WS_COLOUR_NONE);
        ws_pen_sign(p->pen, x + 1, row, WS_SIGN_WAITS);
        ws_tag_note_put(p->view, WS_TAG_WAITS, (ws_rect){x, row, 2, 1}, WS_SIGN_WAITS,
                        ws_tag_since(worm->since));
        return;
    }
    uint32_t ink = ws_painter_worm(p, worm);
    uint32_t on = p->rich ? ws_ink_on(ink) : WS_COLOUR_NONE;
    uint8_t sign = ws_painter_state_sign(worm);
    ws_pen_ink(p->pen, x, row, code, p->rich ? WS_ROLE_SWITCH : WS_ROLE_SELECTED, on,
               p->rich ? ink : WS_COLOUR_NONE);
    ws_pen_sign(p->pen, x, row, sign);
    if (p->rich) {
        ws_pen_ink(p->pen, x + 1, row, ' ', WS_ROLE_SWITCH, on, ink);
        ws_pen_sign(p->pen, x + 1, row, sign);
    } else if (state == WS_WORM_MOVES) {
        return;
    }
    ws_tag_note_put(p->view, state == WS_WORM_BEHIND ? WS_TAG_BEHIND : WS_TAG_MOVES,
                    (ws_rect){x, row, 1 + p->rich, 1}, sign, ws_tag_since(worm->entered));
}

/* Where there are no colours a letter behind the head says whose it is. */
static void letter_put(const ws_painter *p, const way *w, uint32_t i, const ws_frame_worm *worm) {
    if (p->rich || i < SEAT_LEAST)
        return;
    int x = w->point[i - SEAT_LEAST].x + w->across;
    int row = (w->point[i - SEAT_LEAST].y + w->down) / 2;
    ws_pen_glyph(p->pen, x, row, (uint32_t)ws_worm_letter(p->view, worm), WS_ROLE_STRONG, 0);
    ws_pen_sign(p->pen, x, row, sign_of(p, worm));
}

/* The seat of the flit that leads a worm, if it is on this way. */
static void heads_of(const ws_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    for (uint32_t v = link->vc0; v < link->vc0 + link->channels; v++) {
        row_of_seats row = seats_of(p->frame, link, v);
        way w = way_of(p, l, v - link->vc0);
        for (uint32_t i = 0; w.points > 1 && i < row.seats; i++) {
            const ws_frame_worm *worm = ws_frame_worm_of(p->frame, row.seat[i].packet);
            bool leads = worm && row.seat[i].number == 0 && ws_worm_lit(p->view, worm);
            if (!leads || (i >= row.wire && worm->head_queue != p->frame->vc[v].queue))
                continue;
            uint32_t first = (uint32_t)((uint64_t)i * w.points / row.seats);
            uint32_t end = (uint32_t)((uint64_t)(i + 1) * w.points / row.seats);
            uint32_t at = end > first + SEAT_LEAST ? end - SEAT_LEAST : first;
            head_put(p, &w, at, worm);
            letter_put(p, &w, at, worm);
        }
        free(row.seat);
    }
}

/* ---- what is full ---- */

/* Does a head that waits stand there, its number, or the letter of a worm? */
static bool is_taken(const ws_painter *p, int x, int row) {
    const ws_cell *cell = ws_pen_cell(p->pen, x, row);
    bool numbered = ws_pen_signs_at(p->pen, x, row) >> WS_SIGN_CHAIN & 1;
    return numbered || (cell && (cell->role == WS_ROLE_DEADLOCK || cell->role == WS_ROLE_STRONG));
}

/* A buffer without room: where a way enters the box of its receiver, beside a head. */
static void full_put(const ws_painter *p, uint32_t l, uint32_t v) {
    const ws_frame *frame = p->frame;
    uint32_t q = frame->vc[v].queue;
    way w = way_of(p, l, v - frame->link[l].vc0);
    if (w.points == 0 || q == WS_NIL || ws_is_host(frame, frame->link[l].to))
        return;
    if (!ws_lens_queue_is_full(&frame->queue[q]))
        return;
    ws_rect box = p->wired->box[frame->link[l].to];
    uint32_t at = w.points - 1; /* of a way that ends before the box, its end */
    for (uint32_t i = w.points; i-- > 0;) {
        ws_spot spot = {w.point[i].x + w.across, (w.point[i].y + w.down) / 2};
        if (ws_rect_has(box, spot.x, spot.y) && !is_taken(p, spot.x, spot.y))
            at = i;
    }
    int x = w.point[at].x + w.across;
    int row = (w.point[at].y + w.down) / 2;
    ws_painter_plug(p, x, row);
    ws_tag_note_put(p->view, WS_TAG_FULL, (ws_rect){x, row, 1, 1}, WS_SIGN_FULL,
                    ws_tag_since_link(l));
}

static void full_paint(const ws_painter *p) {
    const ws_frame *frame = p->frame;
    for (uint32_t v = 0; v < frame->vcs; v++)
        full_put(p, frame->vc[v].link, v);
}

/* ---- boxes ---- */

static void box_ground(const ws_painter *p, uint32_t s) {
    ws_rect box = p->wired->box[s];
    ws_painter_look look = ws_painter_switch(p, s);
    for (int row = box.y; p->rich && row < box.y + box.h; row++)
        for (int x = box.x; x < box.x + box.w; x++)
            ws_raster_ground(p->raster, x, row, look.ground, LEVEL_BOX);
    for (int row = box.y; !p->rich && row < box.y + box.h; row++) {
        ws_pen_glyph(p->pen, box.x, row, '[', look.role, 0);
        ws_pen_glyph(p->pen, box.x + box.w - 1, row, ']', look.role, 0);
    }
}

/* Has a switch a host above or below its box? */
static bool host_is_beyond(const ws_painter *p, uint32_t s) {
    const ws_wired *wired = p->wired;
    ws_rect box = wired->box[s];
    for (uint32_t h = 0; h < p->frame->hosts; h++) {
        int row = wired->host[h].y;
        bool own = p->frame->link[p->frame->host[h].inject_link].to == s;
        if (own && (row < box.y || row >= box.y + box.h))
            return true;
    }
    return false;
}

/* In a free row: of a ring with one track the outer one, or the inner one where a host's cable
 * comes in there; else between the tracks. */
static void box_name(const ws_painter *p, uint32_t s) {
    ws_rect box = p->wired->box[s];
    ws_painter_look look = ws_painter_switch(p, s);
    const char *name = ws_node_name(p->frame, s);
    bool lower = 2 * box.y + box.h >= p->wired->height && p->wired->places->height > 0;
    bool last = lower != host_is_beyond(p, s);
    int row = p->wired->tracks > 1 ? box.y + box.h / 2 : box.y + (last ? box.h - 1 : 0);
    ws_rect at = {box.x + 1, row, ws_min(ws_text_columns(name), box.w - 2), 1};
    ws_painter_text(p, at, look.role, look.ink, look.ground, name);
}

static void host_name(const ws_painter *p, uint32_t h) {
    ws_rect at = p->wired->host[h];
    uint32_t node = p->frame->switches + h;
    bool chosen = p->view->selection.node == node;
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, p->frame->host[h].sending);
    uint32_t ink = worm && ws_worm_lit(p->view, worm) ? ws_painter_worm(p, worm) : WS_COLOUR_NONE;
    ws_role role = chosen ? WS_ROLE_SELECTED : WS_ROLE_HOST;
    ws_painter_text(p, at, role, chosen ? WS_COLOUR_NONE : ink, WS_COLOUR_NONE,
                    ws_node_name(p->frame, node));
}

void ws_ring_draw(const ws_painter *p) {
    bool worms = ws_view_shows(p->view, WS_SHOWS_WORMS);
    ws_raster_begin(p->raster, p->wired->width, p->wired->height);
    for (uint32_t s = 0; s < p->frame->switches; s++)
        box_ground(p, s);
    for (uint32_t l = 0; l < p->frame->links; l++) {
        if (worms)
            link_paint(p, l);
        else
            value_paint(p, l);
    }
    ws_raster_flush(p->raster, p->pen, p->view->glyphs, WS_ROLE_TEXT, p->ground);
    for (uint32_t s = 0; s < p->frame->switches; s++)
        box_name(p, s);
    for (uint32_t h = 0; h < p->frame->hosts; h++)
        host_name(p, h);
    for (uint32_t l = 0; worms && l < p->frame->links; l++)
        heads_of(p, l);
    full_paint(p);
    ws_ring_words(p);
}
