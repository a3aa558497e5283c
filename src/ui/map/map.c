/* map.c - paints switches, hosts and links with the worms that lie on them.
 *
 * A wire of D places is drawn on C cells: cell i shows the places from i * D / C on, up to the next cell's, the head before the
 * tail before other flits. The last cell of a long path is the buffer at its end, and the one before shows a blocked head that
 * stands in front of that buffer. So a worm can be read from tail to head across switches by its colour, and the reason why it
 * stands is at its head. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/map_plan.h"
#include "ui/map/tracks.h"
#include "ui/map/walk.h"
#include "ui/map/wired.h"
#include "ui/march.h"
#include "ui/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BUFFER_CELL_LEAST 5 /* shorter paths have no room for the buffer */

typedef struct brush {
    const ws_view *view;
    const ws_frame *frame;
    const ws_map_plan *plan;
    const uint32_t *code; /* glyphs */
    ws_pen pen;           /* origin at the map's corner */
} brush;

static void cell_put(const brush *b, ws_map_cell at, uint32_t glyph, ws_role role,
                     ws_box_sign sign) {
    ws_pen_glyph(&b->pen, at.x, at.y, glyph, role, 0);
    ws_pen_sign(&b->pen, at.x, at.y, sign);
}

/* ------------------------------------------------------------------------------------------------ wires ---- */

/* What cell i of `cells` shows: of several places the most telling; of one place that takes several cells, the head in the first
 * of them (as it travels) and the tail in the last. */
static ws_frame_flit flit_shown(const ws_frame *f, const ws_frame_link *link, uint32_t i, uint32_t cells) {
    uint32_t from = i * link->delay / cells, to = (i + 1) * link->delay / cells;
    ws_frame_flit best = {.packet = WS_NIL};
    int best_rank = 0;
    for (uint32_t place = from; place < to || place == from; place++) {
        const ws_frame_flit *flit = &f->flit[link->flit0 + place];
        int rank = flit->packet == WS_NIL ? 0 : 1 + flit->tail + 2 * flit->head;
        if (rank <= best_rank)
            continue;
        best = *flit;
        best_rank = rank;
        best.number += place - from; /* it moves inside the cell, too */
    }
    best.head &= to > from;
    best.tail &= i == 0 || (i - 1) * link->delay / cells != from || to > from + 1;
    return best;
}

static ws_glyph flit_glyph(const ws_frame_flit *flit, bool blocked, int direction) {
    if (flit->head && flit->tail) return WS_GLYPH_ONE;
    if (flit->head) return (ws_glyph)(WS_GLYPH_HEAD_E + direction);
    if (flit->tail) return (ws_glyph)(WS_GLYPH_TAIL_E + direction);
    if (blocked)
        return ws_is_level(direction) ? WS_GLYPH_STILL_H : WS_GLYPH_STILL_V;
    return ws_is_level(direction) ? WS_GLYPH_FLITS_H : WS_GLYPH_FLITS_V;
}

/* An idle stub of a host beside a switch is one dot, so that hosts are not taken for cables. */
static void idle_cell_paint(const brush *b, const ws_frame_link *link, ws_map_cell at) {
    bool level = ws_is_level(at.direction);
    if (b->plan->staged || b->plan->style != WS_MAP_BOXES || (link->from < b->frame->switches && link->to < b->frame->switches))
        cell_put(b, at, b->code[level ? WS_GLYPH_IDLE_H : WS_GLYPH_IDLE_V], WS_ROLE_IDLE, WS_BOX_FREE);
    else if (link->from >= b->frame->switches) cell_put(b, at, b->view->glyphs->level[0], WS_ROLE_IDLE, WS_BOX_FREE);
}

/* A worm that is of no interest is dots, in another colour than an idle wire. */
static void dim_cell_paint(const brush *b, ws_map_cell at) {
    cell_put(b, at, b->code[ws_is_level(at.direction) ? WS_GLYPH_IDLE_H : WS_GLYPH_IDLE_V],
             WS_ROLE_FAINT, WS_BOX_DIM);
}

static void worm_cell_put(const brush *b, ws_map_cell at, ws_glyph glyph, ws_shade shade,
                          bool waits) {
    ws_shade_put(&b->pen, at.x, at.y, b->code[glyph], shade);
    ws_pen_sign(&b->pen, at.x, at.y, waits ? WS_BOX_WAITS : WS_BOX_MOVES);
}

/* Flits of the packet that have passed onto a link. */
static uint32_t passed_of(const ws_frame *frame, const ws_frame_link *link, uint32_t packet) {
    const ws_frame_vc *vc = &frame->vc[link->vc0];
    for (uint32_t i = 0; i < link->channels; i++)
        if (vc[i].packet == packet)
            return vc[i].sent;
    return 0;
}

/* A place that a worm holds and no flit is on: between flits that move, or before one that waits. */
static void held_cell_paint(const brush *b, const ws_frame_link *link, const ws_frame_worm *worm,
                            ws_map_cell at, uint32_t place) {
    bool waits = link->state == WS_LINK_BLOCKED;
    ws_glyph glyph = waits ? WS_GLYPH_STILL_H : WS_GLYPH_HELD_H;
    if (!ws_is_level(at.direction))
        glyph++;
    uint32_t number = place;
    if (!waits) {
        number = ws_march_number(passed_of(b->frame, link, worm->packet), place);
        number = ws_march_at(b->view, number, place);
    }
    worm_cell_put(b, at, glyph, ws_march(b->view, worm, number, waits), waits);
}

static void wire_cell_paint(const brush *b, const ws_frame_link *link, ws_map_cell at,
                            const ws_frame_flit *flit, uint32_t place) {
    const ws_frame_worm *worm = ws_frame_worm_of(b->frame, flit->packet);
    if (worm && !ws_worm_lit(b->view, worm)) {
        dim_cell_paint(b, at);
        return;
    }
    if (worm) {
        ws_glyph glyph = flit_glyph(flit, worm->blocked, at.direction);
        uint32_t number = ws_march_at(b->view, flit->number, place);
        worm_cell_put(b, at, glyph, ws_march(b->view, worm, number, false), worm->blocked);
        return;
    }
    worm = ws_frame_worm_of(b->frame, link->holder);
    if (!worm) {
        idle_cell_paint(b, link, at);
        return;
    }
    if (!ws_worm_lit(b->view, worm)) {
        dim_cell_paint(b, at);
        return;
    }
    held_cell_paint(b, link, worm, at, place);
}

/* The worm whose blocked head stands in front of the buffer at the end of a link, NULL if there is none. */
static const ws_frame_worm *blocked_front(const ws_frame *f, const ws_frame_link *link) {
    if (link->front_queue == WS_NIL) return NULL;
    const ws_frame_queue *q = &f->queue[link->front_queue];
    const ws_frame_worm *worm = ws_frame_worm_of(f, q->front);
    return worm && q->head_here && worm->blocked ? worm : NULL;
}

/* The worm in front of the buffer at the end of a link. */
static const ws_frame_worm *front_worm(const ws_frame *frame, const ws_frame_link *link) {
    if (link->front_queue == WS_NIL)
        return NULL;
    return ws_frame_worm_of(frame, frame->queue[link->front_queue].front);
}

/* How full it is, in the colour of the worm in front; that of STOP if it has told that. */
static void buffer_cell_paint(const brush *b, const ws_frame_link *link, ws_map_cell at) {
    ws_role role = link->stop_sent ? WS_ROLE_STOP : WS_ROLE_BUFFER;
    if (link->buffered == 0) {
        idle_cell_paint(b, link, at);
        return;
    }
    uint32_t colour = WS_COLOUR_NONE;
    const ws_frame_worm *worm = front_worm(b->frame, link);
    if (worm && !link->stop_sent && ws_worm_lit(b->view, worm))
        colour = ws_worm_colour(b->view, worm);
    uint32_t glyph = ws_glyph_level(b->view->glyphs, link->buffered, link->capacity);
    ws_pen_ink(&b->pen, at.x, at.y, glyph, role, colour, WS_COLOUR_NONE);
    ws_pen_sign(&b->pen, at.x, at.y, WS_BOX_BUFFER);
}

static uint32_t arrow_of(const brush *b, int direction) {
    return b->code[direction < WS_SOUTHEAST ? WS_GLYPH_HEAD_E + direction : WS_GLYPH_SLANT_SE + direction - WS_SOUTHEAST];
}

/* A cable that is used in turns has one line for both ways: half-way on it, the way in which it carries now. */
static void way_paint(const brush *b, const ws_frame_link *link, const ws_map_cell *path, uint32_t wire) {
    const ws_frame_worm *worm = ws_frame_worm_of(b->frame, link->holder);
    if (link->medium == WS_NIL || link->state == WS_LINK_IDLE || !worm || !ws_worm_lit(b->view, worm)) return;
    ws_map_cell at = path[wire / 2];
    ws_worm_sign(b->view, &b->pen, at.x, at.y, arrow_of(b, at.direction), worm);
    ws_pen_sign(&b->pen, at.x, at.y, WS_BOX_MOVES);
}

static void link_paint(const brush *b, uint32_t l) {
    const ws_frame_link *link = &b->frame->link[l];
    const ws_map_cell *path = b->plan->cell + b->plan->path0[l];
    uint32_t cells = b->plan->path0[l + 1] - b->plan->path0[l];
    if (cells == 0) return;
    bool has_buffer = link->capacity > 0 && cells >= BUFFER_CELL_LEAST;
    uint32_t wire = cells - has_buffer;
    for (uint32_t i = 0; i < wire; i++) {
        ws_frame_flit flit = flit_shown(b->frame, link, i, wire);
        wire_cell_paint(b, link, path[i], &flit, i);
    }
    way_paint(b, link, path, wire);
    if (has_buffer) buffer_cell_paint(b, link, path[wire]);
    const ws_frame_worm *front = blocked_front(b->frame, link);
    if (!front || !ws_worm_lit(b->view, front)) return;
    ws_role role = ws_worm_selected(b->view, front) ? WS_ROLE_SELECTED : WS_ROLE_BLOCKED;
    cell_put(b, path[wire - 1], b->code[WS_GLYPH_BLOCKED], role, WS_BOX_HEAD);
}

/* ------------------------------------------------------------------------------------------- one glyph ---- */

static ws_role heat_role(double use) {
    int step = (int)(use * WS_HEAT_STEPS);
    return (ws_role)(WS_ROLE_HEAT0 + ws_clamp(step, 0, WS_HEAT_STEPS - 1));
}

/* Does a worm of interest hold it, or stand in front of its buffer? */
static bool link_lit(const brush *b, const ws_frame_link *link) {
    const ws_frame_worm *holder = ws_frame_worm_of(b->frame, link->holder), *front = blocked_front(b->frame, link);
    return !b->view->selection.light.is_on || (holder && ws_worm_lit(b->view, holder)) ||
           (front && ws_worm_lit(b->view, front));
}

/* Of a cable that is used in turns, either way counts. */
static double use_of(const brush *b, const ws_frame_link *link) {
    double use = ws_view_use(b->view, link);
    if (link->medium != WS_NIL)
        use += ws_view_use(b->view, &b->frame->link[link->medium]);
    return use > 1 ? 1 : use;
}

/* In one glyph: whither flits move, that a worm holds it and waits, or else its use. */
static uint32_t mini_glyph(const brush *with, const ws_frame_link *link, ws_map_cell at) {
    if (link->state == WS_LINK_MOVING)
        return arrow_of(with, at.direction);
    if (link->state == WS_LINK_BLOCKED)
        return with->code[ws_is_level(at.direction) ? WS_GLYPH_STILL_H : WS_GLYPH_STILL_V];
    uint32_t thousandths = (uint32_t)(use_of(with, link) * 1000 + 0.5);
    return ws_glyph_level(with->view->glyphs, thousandths, 1000);
}

static ws_box_sign mini_sign(const ws_frame_link *link) {
    if (link->state == WS_LINK_MOVING)
        return WS_BOX_MOVES;
    return link->state == WS_LINK_BLOCKED ? WS_BOX_WAITS : WS_BOX_USE;
}

/* That of the worm whose flits move there; else that of the role. */
static uint32_t mini_colour(const brush *with, const ws_frame_link *link) {
    const ws_frame_worm *worm = ws_frame_worm_of(with->frame, link->holder);
    bool moves = link->state == WS_LINK_MOVING && worm && ws_worm_lit(with->view, worm);
    return moves ? ws_worm_colour(with->view, worm) : WS_COLOUR_NONE;
}

static void link_paint_mini(const brush *with, uint32_t l) {
    const ws_frame_link *link = &with->frame->link[l];
    uint32_t first = with->plan->path0[l];
    uint32_t end = with->plan->path0[l + 1];
    if (first == end)
        return;
    uint32_t glyph = mini_glyph(with, link, with->plan->cell[first]);
    ws_role role = link->state == WS_LINK_BLOCKED ? WS_ROLE_STOP : heat_role(use_of(with, link));
    if (!link_lit(with, link)) {
        glyph = with->view->glyphs->level[0];
        role = WS_ROLE_IDLE;
    }
    uint32_t colour = mini_colour(with, link);
    for (uint32_t i = first; i < end; i++) {
        ws_map_cell at = with->plan->cell[i];
        ws_pen_ink(&with->pen, at.x, at.y, glyph, role, colour, WS_COLOUR_NONE);
        ws_pen_sign(&with->pen, at.x, at.y, mini_sign(link));
    }
    const ws_frame_worm *front = blocked_front(with->frame, link);
    if (front && ws_worm_lit(with->view, front))
        cell_put(with, with->plan->cell[end - 1], with->code[WS_GLYPH_BLOCKED], WS_ROLE_BLOCKED,
                 WS_BOX_HEAD);
}

/* ------------------------------------------------------------------------------------- switches, hosts ---- */

/* Packet buffers in use in the pool of a switch; 0 where there are none. */
static uint32_t pool_used(const ws_frame *f, uint32_t sw) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < f->pool; i++) used += f->buffer[(size_t)sw * f->pool + i].packet != WS_NIL;
    return used;
}

static void text_centre(const ws_pen *pen, ws_rect r, int y, ws_role role, const char *text) {
    int width = ws_min(ws_text_columns(text), r.w);
    ws_pen inside = ws_pen_sub(pen, r);
    ws_pen_text(&inside, (r.w - width) / 2, y - r.y, role, text);
}

static void switch_paint(const brush *b, uint32_t sw) {
    ws_rect box = b->plan->box[sw];
    uint32_t heads = ws_heads_lit(b->view, sw);
    bool chosen = b->view->selection.node == sw;
    ws_role role = chosen ? WS_ROLE_SELECTED : heads ? WS_ROLE_SWITCH_BLOCKED : WS_ROLE_SWITCH;
    uint32_t held = pool_used(b->frame, sw);
    if (b->plan->style == WS_MAP_MINI) {
        uint32_t sign = held > 9 ? '+' : held > 0 ? '0' + held : b->code[WS_GLYPH_SWITCH_ONE];
        ws_pen_glyph(&b->pen, box.x, box.y, sign, chosen || held > 0 ? role : WS_ROLE_HOST, 0);
        return;
    }
    ws_pen_fill(&b->pen, box, ' ', role);
    for (int y = 0; y < box.h; y++) {
        ws_pen_glyph(&b->pen, box.x, box.y + y, '[', role, 0);
        ws_pen_glyph(&b->pen, box.x + box.w - 1, box.y + y, ']', role, 0);
    }
    ws_rect inside = {box.x + 1, box.y, ws_max(box.w - 2, 0), box.h};
    int middle = box.y + (box.h - 1) / 2;
    text_centre(&b->pen, inside, middle, role, ws_node_name(b->frame, sw));
    if (box.h < 2) return;
    char text[16];
    if (held > 0) ws_pen_print(&b->pen, inside.x, middle + 1, role, "%" PRIu32, held);
    if (!heads) return;
    int columns = snprintf(text, sizeof text, "%u", heads) + 1;
    int x = held > 0 ? inside.x + inside.w - columns : inside.x + (inside.w - columns) / 2;
    ws_pen_glyph(&b->pen, x, middle + 1, b->code[WS_GLYPH_BLOCKED], role, 0);
    ws_pen_text(&b->pen, x + 1, middle + 1, role, text);
    ws_pen_sign(&b->pen, x, middle + 1, WS_BOX_HEADS);
}

/* Beside the stub of a host: how many messages wait there. */
static void host_paint(const brush *b, uint32_t h) {
    const ws_map_host *at = &b->plan->host[h];
    const ws_frame_host *host = &b->frame->host[h];
    uint32_t waiting = host->waiting_all - (host->sending != WS_NIL && host->waiting_all > 0);
    if (at->name_width == 0 || waiting == 0) return;
    char count[16] = "++";
    if (waiting <= 99) snprintf(count, sizeof count, "%u", waiting);
    int columns = ws_text_columns(count);
    ws_pen_text(&b->pen, at->label_x + (columns == 1), at->label_y, WS_ROLE_BACKLOG, count);
}

/* -------------------------------------------------------------------------------------------------- map ---- */

/* The link that is looked at, or the place of the queue at the end of its link, whatever is drawn there. */
static void looked_at_paint(const brush *b) {
    const ws_view *view = b->view;
    uint32_t link = view->selection.queue != WS_NIL ? b->frame->queue[view->selection.queue].link
                                                    : view->selection.link;
    if (link == WS_NIL || b->plan->path0[link] == b->plan->path0[link + 1]) return;
    uint32_t end = b->plan->path0[link + 1],
             first = view->selection.queue != WS_NIL ? end - 1 : b->plan->path0[link];
    for (uint32_t i = first; i < end; i++) {
        int x = b->pen.x + b->plan->cell[i].x, y = b->pen.y + b->plan->cell[i].y;
        ws_rect clip = b->pen.clip;
        if (x < clip.x || y < clip.y || x >= clip.x + clip.w || y >= clip.y + clip.h) continue;
        ws_cell *cell = ws_canvas_at(b->pen.canvas, x, y);
        cell->role = WS_ROLE_SELECTED;
        cell->fg = cell->bg = WS_COLOUR_NONE;
    }
}

/* The use of links, or the filling of buffers, in place of worms. */
static void level_paint(const brush *with, uint32_t l) {
    const ws_frame_link *link = &with->frame->link[l];
    bool use = with->view->overlay.layer == WS_LAYER_USE;
    double part = use ? use_of(with, link) : 0;
    if (!use && link->capacity)
        part = (double)link->buffered / link->capacity;
    uint32_t thousandths = (uint32_t)(part * 1000 + 0.5);
    uint32_t glyph = ws_glyph_level(with->view->glyphs, thousandths, 1000);
    ws_role role = thousandths ? ws_calm_role(thousandths, 1000) : WS_ROLE_IDLE;
    for (uint32_t i = with->plan->path0[l]; i < with->plan->path0[l + 1]; i++)
        cell_put(with, with->plan->cell[i], glyph, role, thousandths ? WS_BOX_LEVEL : WS_BOX_FREE);
}

static void links_paint(const brush *with) {
    const ws_frame *frame = with->frame;
    bool mini = with->plan->style == WS_MAP_MINI;
    /* the more telling over the less */
    for (ws_link_state state = WS_LINK_IDLE; state <= WS_LINK_BLOCKED; state++)
        for (uint32_t l = 0; l < frame->links; l++)
            if (frame->link[l].state == state)
                (mini ? link_paint_mini : link_paint)(with, l);
}

static void layer_paint(const brush *with) {
    ws_layer layer = with->view->overlay.layer;
    if (layer == WS_LAYER_TREES)
        ws_map_trees_paint(with->view, &with->pen);
    else if (layer == WS_LAYER_USE || layer == WS_LAYER_BUFFERS)
        for (uint32_t l = 0; l < with->frame->links; l++)
            level_paint(with, l);
    else if (ws_ports_seen(with->view))
        ws_map_ports_paint(with->view, &with->pen);
    else
        links_paint(with);
}

bool ws_worms_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    return ws_map_plan_worms(plan, frame, asked);
}

void ws_worms_draw(const ws_view *view, const ws_pen *pen) {
    const ws_frame *frame = view->frame;
    if (view->map.plan->is_wired) {
        ws_wired_draw(view, pen);
        return;
    }
    if (view->map.plan->tracks.laid) {
        ws_tracks_draw(view, pen);
        return;
    }
    brush with = {.view = view,
               .frame = frame,
               .plan = view->map.plan,
               .code = view->glyphs->code,
               .pen = *pen};
    if (with.plan->staged)
        ws_map_threads_paint(view, &with.pen); /* under the pieces of other cables */
    layer_paint(&with);
    for (uint32_t sw = 0; sw < frame->switches; sw++)
        switch_paint(&with, sw);
    for (uint32_t h = 0; h < frame->hosts; h++)
        host_paint(&with, h);
    ws_map_names_paint(view, &with.pen);
    if (view->overlay.layer == WS_LAYER_TREES)
        ws_map_roots_paint(view, &with.pen);
    looked_at_paint(&with);
}

/* The link that runs there, and which cell of its path it is. */
static uint32_t link_at(const ws_view *view, int x, int y, uint32_t *place) {
    const ws_map_plan *plan = view->map.plan;
    uint32_t found = WS_NIL;
    x -= ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    y -= ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    for (uint32_t l = 0; l < view->frame->links; l++)
        for (uint32_t i = plan->path0[l]; i < plan->path0[l + 1]; i++) {
            if (plan->cell[i].x != x || plan->cell[i].y != y) continue;
            if (found != WS_NIL && view->frame->link[l].state <= view->frame->link[found].state) continue; /* what is seen */
            *place = i - plan->path0[l];
            found = l;
        }
    return found;
}

uint32_t ws_boxes_pick_link(const ws_view *view, int x, int row) {
    uint32_t place;
    return link_at(view, x, row, &place);
}

uint32_t ws_boxes_pick_worm(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    const ws_frame *frame = view->frame;
    uint32_t place;
    uint32_t l = link_at(view, x, row, &place);
    if (l == WS_NIL)
        return WS_NIL;
    const ws_frame_link *link = &frame->link[l];
    uint32_t cells = plan->path0[l + 1] - plan->path0[l];
    const ws_frame_worm *front = place + 2 >= cells ? blocked_front(frame, link) : NULL;
    if (front)
        return front->packet;
    ws_frame_flit flit = flit_shown(frame, link, place, cells);
    return flit.packet != WS_NIL ? flit.packet : link->holder;
}

uint32_t ws_boxes_pick_node(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    const ws_frame *frame = view->frame;
    x -= ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    row -= ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    for (uint32_t sw = 0; sw < frame->switches; sw++)
        if (ws_rect_has(plan->box[sw], x, row))
            return sw;
    for (uint32_t h = 0; h < frame->hosts; h++) {
        const ws_map_host *host = &plan->host[h];
        ws_rect label = {host->label_x, host->label_y, host->name_width, 2};
        if (ws_rect_has(label, x, row))
            return frame->switches + h;
    }
    return WS_NIL;
}

/* On tracks: what is seen there. */
static ws_track_thing thing_at(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    x -= ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    row -= ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    return ws_tracks_pick(view, x, row);
}

uint32_t ws_worms_pick_link(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    if (plan->is_wired)
        return ws_wired_pick_link(view, x, row);
    if (plan->tracks.laid)
        return thing_at(view, x, row).link;
    return ws_boxes_pick_link(view, x, row);
}

uint32_t ws_worms_pick_worm(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    if (plan->is_wired)
        return ws_wired_pick(view, x, row);
    if (plan->tracks.laid)
        return thing_at(view, x, row).packet;
    return ws_boxes_pick_worm(view, x, row);
}

uint32_t ws_worms_pick_node(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    if (plan->is_wired)
        return ws_wired_pick_node(view, x, row);
    if (plan->tracks.laid)
        return thing_at(view, x, row).node;
    return ws_boxes_pick_node(view, x, row);
}

int ws_worms_signs(const ws_view *view, const ws_pen *pen, int width) {
    const ws_map_plan *plan = view->map.plan;
    if (plan->is_wired)
        return ws_wired_signs(view, pen, width);
    if (plan->tracks.laid)
        return ws_tracks_signs(view, pen, width);
    return ws_boxes_signs(view, pen, width);
}
