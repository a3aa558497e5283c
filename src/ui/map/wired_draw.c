/* wired_draw.c - paints a wired map: cables, worms on them, boxes, hosts, heads.
 *
 * What a link or switch says comes from the lens, as at all altitudes. Cables and worms are dots on
 * a raster: in a cell the most telling has the colour, and what tells less leaves the cell. */
#include <stdlib.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/map_tags.h"
#include "ui/map/painter.h"
#include "ui/map/picture.h"
#include "ui/map/walk.h"
#include "ui/map/wirer.h"
#include "ui/march.h"
#include "ui/panel.h"

/* Levels of rank. */
enum { ARROW = 35, PALE = 15 }; /* percent of white in one, or of paper */
enum { BEHIND_POINTS = 9 }; /* how far back the number of a worm stands that waits behind another */
enum { LEVEL_CABLE = 1, LEVEL_SAQS, LEVEL_WORM, LEVEL_TREE, LEVEL_CHOSEN };

enum { WORMS_MOST = 8, RUN = 8 /* points of each of several worms that share a cable */ };

/* ---- cables ---- */

static ws_stroke stroke_of(const ws_painter *p, ws_stroke_kind kind, uint32_t ink, uint16_t rank) {
    return (ws_stroke){
        .kind = kind, .ink = ink, .ground = p->ground, .rank = rank, .thick = 1, .rich = p->rich};
}

static void path_paint(const ws_painter *p, uint32_t l, const ws_stroke *stroke) {
    const ws_wired *wired = p->wired;
    const ws_spot *path = wired->point + wired->path0[l];
    ws_stroke_paint(p->raster, path, 0, wired->path0[l + 1] - wired->path0[l], stroke);
}

/* A cable with nothing to tell: where its colour is its use it is one of the others. */
static uint8_t free_sign(const ws_view *view) {
    bool used = ws_view_shows(view, WS_SHOWS_WORMS) || ws_view_shows(view, WS_SHOWS_PORTS);
    return used && ws_map_style_of(view) == WS_STYLE_STAGES ? WS_SIGN_OTHERS : WS_SIGN_FREE;
}

static void dot_put(const ws_painter *p, ws_spot at) {
    int x = at.x / WS_DOTS_X;
    int row = at.y / WS_DOTS_Y;
    ws_pen_glyph(p->pen, x, row, '.', WS_ROLE_IDLE, 0);
    ws_pen_sign(p->pen, x, row, free_sign(p->view));
}

/* In ASCII a free cable is dots, so that a line is a worm. */
static void dots_put(const ws_painter *p, uint32_t l) {
    const ws_wired *wired = p->wired;
    for (uint32_t i = wired->path0[l]; i < wired->path0[l + 1]; i += WS_DOTS_Y)
        dot_put(p, wired->point[i]);
}

/* Under the tree: a cable that moves, so that one sees to which its arrow belongs. */
static void way_paint(const ws_painter *p, uint32_t l) {
    enum { ORDER = 100 };
    ws_stroke stroke =
        stroke_of(p, WS_STROKE_DOTTED, ws_painter_way_ink(p->view), WS_RANK(LEVEL_CABLE, ORDER));
    p->raster->sign = WS_SIGN_MOVES;
    path_paint(p, l, &stroke);
}

/* A cable with nothing to tell. In networks of stages, where cables are many, by its use. */
static void cable_paint(const ws_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    bool staged = p->wired->places->family == WS_FAMILY_STAGES;
    bool tree = !p->rich && !ws_view_shows(p->view, WS_SHOWS_WORMS);
    if (staged && (p->view->glyphs->ascii || tree)) /* the tree would drown in cables */
        return;
    p->raster->sign = free_sign(p->view);
    if (p->view->glyphs->ascii) {
        dots_put(p, l);
        return;
    }
    bool trees = ws_view_shows(p->view, WS_SHOWS_TREE);
    if (p->rich && staged && trees && ws_lens_moves(p->lens, l)) {
        way_paint(p, l);
        return;
    }
    if (!p->rich || !staged || trees) {
        uint32_t ink = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_IDLE), p->ground, 15);
        bool sparse = staged || p->wired->dense;
        ws_stroke_kind kind = sparse ? WS_STROKE_SPARSE : WS_STROKE_DOTTED;
        ws_stroke stroke = stroke_of(p, kind, ink, WS_RANK(LEVEL_CABLE, 1));
        path_paint(p, l, &stroke);
        return;
    }
    uint32_t use = (uint32_t)(ws_view_use(p->view, link) * 1000 + 0.5);
    uint32_t step = ws_calm_role(use, 1000) - WS_ROLE_CALM0;
    uint32_t ink = ws_ink_mix(ws_ink_calm(p->view, use + 80, 1000), p->ground, WS_CALM_DIM);
    ws_stroke stroke = stroke_of(p, WS_STROKE_DOTTED, ink, WS_RANK(LEVEL_CABLE, 1 + step));
    path_paint(p, l, &stroke);
}

static void level_paint(const ws_painter *p, uint32_t l, uint32_t step) {
    uint32_t ink = ws_ink_role(p->view, (ws_role)(WS_ROLE_CALM0 + step));
    p->raster->sign = step > 0 ? WS_SIGN_LEVEL : WS_SIGN_FREE;
    if (step == 0)
        ink = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_IDLE), p->ground, 40);
    ws_stroke stroke = stroke_of(p, WS_STROKE_LINE, ink, WS_RANK(LEVEL_CABLE, 1 + step));
    if (!p->rich)
        ws_stroke_level(&stroke, step);
    path_paint(p, l, &stroke);
}

/* Half-way on a cable of the tree, not on one beside the root, of which it would be read. */
static void tree_note(const ws_painter *p, uint32_t l) {
    uint32_t points = p->wired->path0[l + 1] - p->wired->path0[l];
    ws_spot middle = p->wired->point[p->wired->path0[l] + points / 2];
    ws_rect cell = {middle.x / WS_DOTS_X, middle.y / WS_DOTS_Y, 1, 1};
    uint32_t root = p->frame->link[ws_tree_chosen(p->view)].from;
    bool beside = p->frame->link[l].from == root || p->frame->link[l].to == root;
    if (!beside && !ws_painter_is_packed(p))
        ws_tag_note_put(p->view, WS_TAG_WAITS, cell, WS_SIGN_MEMBER, ws_tag_since(0));
}

static void tree_paint(const ws_painter *p, uint32_t l, uint32_t depth) {
    uint32_t ink = ws_ink_hot(p->view, depth);
    uint16_t order = (uint16_t)(depth < 200 ? 255 - depth : 1);
    ws_stroke stroke = stroke_of(p, WS_STROKE_LINE, ink, WS_RANK(LEVEL_TREE, order));
    stroke.thick = depth <= 3 ? 2 : 1;
    p->raster->sign = WS_SIGN_MEMBER;
    path_paint(p, l, &stroke);
    tree_note(p, l);
}

static void saqs_paint(const ws_painter *p, uint32_t l, uint32_t used) {
    uint32_t ink = ws_ink_hot(p->view, used < 5 ? 5 - used : 0);
    ws_stroke stroke =
        stroke_of(p, WS_STROKE_LINE, ink, WS_RANK(LEVEL_SAQS, used < 255 ? used : 255));
    stroke.thick = used > 1 ? 2 : 1;
    p->raster->sign = WS_SIGN_PORT;
    path_paint(p, l, &stroke);
}

/* ---- worms ---- */

typedef struct worm_on {
    const ws_frame_worm *worm;
    uint64_t passed; /* flits of it that have left the sender */
    bool holds;
    bool waits; /* here: it may move elsewhere */
} worm_on;

typedef struct channels {
    worm_on channel[WORMS_MOST];
    uint32_t count;
} channels;

static worm_on *channel_of(channels *all, const ws_frame_worm *worm) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->channel[i].worm == worm)
            return &all->channel[i];
    if (all->count == WORMS_MOST)
        return NULL;
    all->channel[all->count] =
        (worm_on){.worm = worm, .passed = worm->length, .waits = worm->blocked};
    return &all->channel[all->count++];
}

/* The worms that hold a channel of a link, or have flits on its wire. */
static channels channels_of(const ws_frame *frame, const ws_frame_link *link) {
    channels all = {.count = 0};
    for (uint32_t v = link->vc0; link->held > 0 && v < link->vc0 + link->channels; v++) {
        const ws_frame_worm *worm = ws_frame_worm_of(frame, frame->vc[v].packet);
        worm_on *held = worm ? channel_of(&all, worm) : NULL;
        if (!held)
            continue;
        held->passed = frame->vc[v].sent;
        held->holds = true;
        held->waits |= ws_worm_state_at(frame, &frame->vc[v]) == WS_HERE_HALTS;
    }
    for (uint32_t i = 0; link->flits > 0 && i < link->delay; i++) {
        const ws_frame_worm *worm = ws_frame_worm_of(frame, frame->flit[link->flit0 + i].packet);
        if (worm)
            channel_of(&all, worm);
    }
    return all;
}

static ws_stroke worm_stroke(const ws_painter *p, const worm_on *channel, bool thin) {
    const ws_frame_worm *worm = channel->worm;
    ws_stroke stroke = stroke_of(p, channel->waits ? WS_STROKE_STAND : WS_STROKE_MARCH,
                                 ws_painter_worm(p, worm), WS_RANK(LEVEL_WORM, 1 + channel->waits));
    bool staged = p->wired->places->family == WS_FAMILY_STAGES;
    stroke.phase = ws_march_at(p->view, (uint32_t)channel->passed, 0);
    stroke.thick = staged ? 1 : 4;
    if (p->wired->form > WS_FORM_HOSTS && !staged)
        stroke.thick = 2;
    if (channel->waits && ws_painter_place(p, worm) < 0)
        stroke.ink = ws_ink_mix(stroke.ink, p->ground, 15);
    if (!ws_worm_lit(p->view, worm)) {
        stroke.kind = WS_STROKE_DOTTED;
        stroke.ink = ws_ink_role(p->view, WS_ROLE_FAINT);
        stroke.rank = WS_RANK(LEVEL_CABLE, 9);
        thin = true;
    }
    if (ws_worm_selected(p->view, worm))
        stroke.rank = WS_RANK(LEVEL_CHOSEN, 1);
    if (thin || p->wired->dense)
        stroke.thick = 1;
    return stroke;
}

/* On a long wire flits are seen where they are; on a short one the whole cable is the worm's, and
 * the pattern says how many have passed. */
static bool is_long(const ws_frame_link *link, uint32_t points) {
    return link->delay >= 4 && points >= link->delay * WS_DOTS_FLIT;
}

/* The points of one worm on a cable that `count` worms share, of which it is number `turn`. */
static void turns_paint(const ws_painter *p, const ws_spot *path, uint32_t points, uint32_t turn,
                        uint32_t count, const ws_stroke *stroke) {
    for (uint32_t first = turn * RUN; first < points; first += count * RUN)
        ws_stroke_paint(p->raster, path, first, (uint32_t)ws_min((int)(first + RUN), (int)points),
                        stroke);
}

static uint8_t sign_here(const ws_painter *p, const ws_frame_worm *worm, bool waits) {
    if (!ws_worm_lit(p->view, worm))
        return WS_SIGN_DIM;
    return waits ? WS_SIGN_WAITS : WS_SIGN_MOVES;
}

/* Of those that wait behind another no head is drawn here, unless the worm is looked at. */
static uint8_t sign_of(const ws_painter *p, const ws_frame_worm *worm) {
    return sign_here(p, worm, ws_worm_state_of(worm) != WS_WORM_MOVES);
}

static void flits_paint(const ws_painter *p, const ws_frame_link *link, const ws_spot *path,
                        uint32_t points, channels *all) {
    for (uint32_t i = 0; i < link->delay; i++) {
        const ws_frame_worm *worm =
            ws_frame_worm_of(p->frame, p->frame->flit[link->flit0 + i].packet);
        worm_on *channel = worm ? channel_of(all, worm) : NULL;
        if (!channel)
            continue;
        p->raster->sign = sign_of(p, worm);
        ws_stroke stroke = worm_stroke(p, channel, false);
        uint32_t first = (uint32_t)((uint64_t)i * points / link->delay);
        uint32_t end = (uint32_t)((uint64_t)(i + 1) * points / link->delay);
        ws_stroke_paint(p->raster, path, first, end, &stroke);
    }
}

static void worms_paint(const ws_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    const ws_spot *path = p->wired->point + p->wired->path0[l];
    uint32_t points = p->wired->path0[l + 1] - p->wired->path0[l];
    channels all = channels_of(p->frame, link);
    bool wire = is_long(link, points);
    for (uint32_t i = 0; i < all.count; i++) {
        if (wire && !all.channel[i].holds)
            continue;
        p->raster->sign = sign_here(p, all.channel[i].worm, all.channel[i].waits);
        ws_stroke stroke = worm_stroke(p, &all.channel[i], wire);
        turns_paint(p, path, points, i, all.count, &stroke);
    }
    if (wire)
        flits_paint(p, link, path, points, &all);
}

static void link_paint(const ws_painter *p, uint32_t l) {
    ws_lens_value value = p->lens->link[l];
    switch ((ws_seen)value.seen) {
    case WS_SEEN_MOVES:
    case WS_SEEN_WAITS:
    case WS_SEEN_RING: worms_paint(p, l); return;
    case WS_SEEN_MEMBER: tree_paint(p, l, ws_max(value.step, 1)); return;
    case WS_SEEN_ROOT: tree_paint(p, l, 0); return;
    case WS_SEEN_SAQS: saqs_paint(p, l, value.step); return;
    case WS_SEEN_LEVEL: level_paint(p, l, value.step); return;
    default: break;
    }
    cable_paint(p, l);
    if (value.seen == WS_SEEN_DIM && ws_view_shows(p->view, WS_SHOWS_WORMS))
        worms_paint(p, l);
}

/* A link that is looked at. */
static void chosen_paint(const ws_painter *p) {
    const ws_view_selection *selection = &p->view->selection;
    uint32_t l = selection->link;
    if (selection->queue != WS_NIL)
        l = p->frame->queue[selection->queue].link;
    if (l == WS_NIL)
        return;
    uint32_t ink = ws_ink_ground(p->view, WS_ROLE_SELECTED);
    p->raster->sign = WS_SIGN_NONE;
    ws_stroke stroke = stroke_of(p, WS_STROKE_LINE, ink, WS_RANK(LEVEL_CHOSEN, 2));
    stroke.thick = 2;
    path_paint(p, l, &stroke);
}

/* ---- heads ---- */

static int direction_of(const ws_spot *path, uint32_t at) {
    ws_spot from = path[at >= 6 ? at - 6 : 0];
    int across = path[at].x - from.x;
    int down = path[at].y - from.y;
    if (abs(across) >= abs(down))
        return across >= 0 ? WS_EAST : WS_WEST;
    return down > 0 ? WS_SOUTH : WS_NORTH;
}

static void head_put(const ws_painter *p, uint32_t l, uint32_t at, const ws_frame_worm *worm) {
    const ws_spot *path = p->wired->point + p->wired->path0[l];
    bool narrow = p->wired->crowded || p->wired->dense;
    bool points = p->wired->form == WS_FORM_POINT && ws_painter_place(p, worm) < 0;
    if (narrow && (!worm->blocked || points))
        return;
    at = ws_painter_head_at(p->wired, l, at);
    if (at == WS_NIL)
        return;
    int x = path[at].x / WS_DOTS_X;
    int row = path[at].y / WS_DOTS_Y;
    ws_worm_state state = ws_worm_state_of(worm);
    uint32_t code = p->view->glyphs->code[ws_worm_state_glyph(state, direction_of(path, at))];
    ws_role role = ws_worm_role(p->view, worm);
    uint32_t ink = ws_ink_mix(ws_painter_worm(p, worm), ws_ink_role(p->view, WS_ROLE_STRONG), 35);
    if (state != WS_WORM_MOVES) {
        role = WS_ROLE_BLOCKED;
        ink = ws_ink_mix(ws_ink_role(p->view, role), p->ground,
                         ws_why_is_lit(&p->why) ? WS_WHY_BESIDE : 0);
    }
    if (ws_worm_selected(p->view, worm))
        role = WS_ROLE_SELECTED, ink = WS_COLOUR_NONE;
    bool in_box = p->wired->form != WS_FORM_POINT && worm->blocked;
    if (ws_painter_place(p, worm) >= 0 && (in_box || ws_painter_badge(p, x, row, worm)))
        return;
    ws_pen_ink(p->pen, x, row, code, role, ink, WS_COLOUR_NONE);
    ws_pen_sign(p->pen, x, row, sign_of(p, worm));
    if (state != WS_WORM_MOVES)
        ws_tag_note_put(p->view, state == WS_WORM_BEHIND ? WS_TAG_BEHIND : WS_TAG_WAITS,
                        (ws_rect){x, row, 1, 1}, sign_of(p, worm), ws_tag_since(worm->since));
    if (p->rich || p->wired->crowded || at < 2 * WS_DOTS_Y)
        return;
    ws_spot behind = path[at - 2 * WS_DOTS_Y]; /* a letter says whose it is */
    if (ws_painter_in_box(p->wired, behind))
        return;
    ws_pen_glyph(p->pen, behind.x / WS_DOTS_X, behind.y / WS_DOTS_Y,
                 (uint32_t)ws_worm_letter(p->view, worm), WS_ROLE_STRONG, 0);
    ws_pen_sign(p->pen, behind.x / WS_DOTS_X, behind.y / WS_DOTS_Y, sign_of(p, worm));
}

/* Half-way, the way in which a worm moves that holds a cable, as its head may be far away. */
static void way_put(const ws_painter *p, uint32_t l, uint32_t at, const ws_frame_worm *worm) {
    const ws_spot *path = p->wired->point + p->wired->path0[l];
    if (worm->blocked || !ws_worm_lit(p->view, worm) || ws_painter_in_box(p->wired, path[at]))
        return;
    uint32_t code = p->view->glyphs->code[WS_GLYPH_HEAD_E + direction_of(path, at)];
    int x = path[at].x / WS_DOTS_X;
    int row = path[at].y / WS_DOTS_Y;
    ws_pen_ink(p->pen, x, row, code, ws_worm_role(p->view, worm), ws_painter_worm(p, worm),
               WS_COLOUR_NONE);
    ws_pen_sign(p->pen, x, row, WS_SIGN_MOVES);
    ws_tag_note_put(p->view, WS_TAG_MOVES, (ws_rect){x, row, 1, 1}, WS_SIGN_MOVES,
                    ws_tag_since(worm->entered));
}

static void ways_paint(const ws_painter *p, uint32_t l) {
    enum { LEAST = 6 * WS_DOTS_X };
    uint32_t points = p->wired->path0[l + 1] - p->wired->path0[l];
    if (p->wired->crowded || p->wired->dense || points < LEAST)
        return;
    channels all = channels_of(p->frame, &p->frame->link[l]);
    for (uint32_t i = 0; i < all.count; i++)
        if (all.channel[i].holds && !all.channel[i].waits)
            way_put(p, l, points * (i + 1) / (all.count + 1), all.channel[i].worm);
}

/* A head that has arrived stands at the door of the switch. */
static void heads_arrived(const ws_painter *p) {
    const ws_frame *frame = p->frame;
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        if (worm->head_queue == WS_NIL || !ws_worm_lit(p->view, worm))
            continue;
        if (worm->behind && ws_painter_place(p, worm) < 0)
            continue;
        uint32_t l = frame->queue[worm->head_queue].link;
        uint32_t points = l == WS_NIL ? 0 : p->wired->path0[l + 1] - p->wired->path0[l];
        uint32_t back = worm->behind ? BEHIND_POINTS : 1;
        if (points >= back)
            head_put(p, l, points - back, worm);
    }
}

static void heads_flying(const ws_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    uint32_t points = p->wired->path0[l + 1] - p->wired->path0[l];
    for (uint32_t i = 0; points > 0 && link->flits > 0 && i < link->delay; i++) {
        const ws_frame_flit *flit = &p->frame->flit[link->flit0 + i];
        const ws_frame_worm *worm = ws_frame_worm_of(p->frame, flit->packet);
        if (!worm || !flit->head || !ws_worm_lit(p->view, worm))
            continue;
        uint32_t at = (uint32_t)((uint64_t)(2 * i + 1) * points / (2 * link->delay));
        head_put(p, l, at, worm);
    }
}

/* ---- ways ---- */

uint32_t ws_painter_way_ink(const ws_view *view) {
    return ws_ink_mix(ws_ink_role(view, WS_ROLE_FLOW2), ws_ink_ground(view, WS_ROLE_TEXT), 20);
}

void ws_painter_arrow(const ws_view *view, const ws_pen *pen, int x, int row, int direction) {
    bool tree = ws_view_shows(view, WS_SHOWS_TREE); /* it is looked for: the rest is paler */
    uint32_t flow = ws_ink_role(view, WS_ROLE_FLOW0);
    uint32_t toward = ws_ink_role(view, WS_ROLE_STRONG);
    if (tree)
        toward = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t ink = ws_ink_mix(flow, toward, tree ? PALE : ARROW);
    ws_pen_ink(pen, x, row, view->glyphs->code[WS_GLYPH_HEAD_E + direction], WS_ROLE_FLOW0, ink,
               WS_COLOUR_NONE);
    ws_pen_sign(pen, x, row, WS_SIGN_MOVES);
}

/* From stage to stage, however steep, is to the right or to the left. */
static int way_of(const ws_painter *p, const ws_spot *path, uint32_t at) {
    if (p->wired->places->family != WS_FAMILY_STAGES)
        return direction_of(path, at);
    return path[at].x >= path[0].x ? WS_EAST : WS_WEST;
}

/* An arrow on a cable that moves, near the end to which it points, so that those of both ways look
 * away from each other. What stands has none: that a tree leads to its root is told by its colours. */
static void arrow_put(const ws_painter *p, uint32_t l) {
    enum { LEAST = 4 * WS_DOTS_X, NEAR = WS_DOTS_X + 1 };
    const ws_spot *path = p->wired->point + p->wired->path0[l];
    uint32_t points = p->wired->path0[l + 1] - p->wired->path0[l];
    uint32_t end = points < LEAST ? WS_NIL : ws_painter_head_at(p->wired, l, points - 1);
    if (end == WS_NIL || end < NEAR || ws_painter_in_box(p->wired, path[end - NEAR]))
        return;
    uint32_t at = end - NEAR;
    int x = path[at].x / WS_DOTS_X;
    int row = path[at].y / WS_DOTS_Y;
    ws_painter_arrow(p->view, p->pen, x, row, way_of(p, path, at));
    if (!ws_painter_is_packed(p))
        ws_tag_note_put(p->view, WS_TAG_MOVES, (ws_rect){x, row, 1, 1}, WS_SIGN_MOVES,
                        ws_tag_by_use(l));
}

/* Where worms are not seen one by one. */
static void arrows_paint(const ws_painter *p) {
    bool narrow = p->wired->crowded || p->wired->dense;
    bool worms = ws_view_shows(p->view, WS_SHOWS_WORMS) && !narrow;
    if (worms || p->wired->form == WS_FORM_POINT || ws_why_is_lit(&p->why))
        return;
    for (uint32_t l = 0; l < p->frame->links; l++)
        if (ws_lens_moves(p->lens, l))
            arrow_put(p, l);
}

static void heads_paint(const ws_painter *p) {
    if (!ws_view_shows(p->view, WS_SHOWS_WORMS))
        return;
    for (uint32_t l = 0; l < p->frame->links; l++)
        ways_paint(p, l);
    for (uint32_t l = 0; l < p->frame->links; l++)
        heads_flying(p, l);
    heads_arrived(p);
}

/* ---- all ---- */

static void depth_put(const ws_painter *p, ws_spot at, uint32_t digit, uint32_t depth) {
    int x = at.x / WS_DOTS_X;
    int row = at.y / WS_DOTS_Y;
    ws_pen_glyph(p->pen, x, row, digit, ws_hot_role(depth), 0);
    ws_pen_sign(p->pen, x, row, WS_SIGN_MEMBER);
}

/* Where colours cannot tell the depth: its digit at both ends of a cable of the tree. */
static void depths_paint(const ws_painter *p) {
    for (uint32_t l = 0; l < p->frame->links; l++) {
        ws_lens_value value = p->lens->link[l];
        uint32_t points = p->wired->path0[l + 1] - p->wired->path0[l];
        bool shown = value.seen == WS_SEEN_MEMBER || value.seen == WS_SEEN_ROOT;
        if (!shown || points == 0 || (p->rich && !p->view->glyphs->ascii))
            continue;
        uint32_t depth = value.seen == WS_SEEN_ROOT ? 0 : (uint32_t)ws_max(value.step, 1);
        uint32_t digit = depth > 9 ? '+' : '0' + depth;
        const ws_spot *path = p->wired->point + p->wired->path0[l];
        uint32_t ends[] = {0, points - 1};
        for (int i = 0; i < 2; i++)
            depth_put(p, path[ends[i]], digit, depth);
    }
}

static void dots_draw(ws_painter *p) {
    ws_raster_begin(p->raster, p->wired->width, p->wired->height);
    for (uint32_t l = 0; l < p->frame->links; l++)
        if (p->wired->path0[l] != p->wired->path0[l + 1])
            link_paint(p, l);
    chosen_paint(p);
    ws_painter_glow(p);
    ws_raster_flush(p->raster, p->pen, p->view->glyphs, WS_ROLE_TEXT, p->ground);
    depths_paint(p);
    arrows_paint(p);
    ws_painter_boxes(p);
    ws_painter_full(p);
    heads_paint(p);
    ws_painter_chain(p);
}

/* Plugs that are seen: cables may share a door, and a head may stand over one. */
static uint32_t plugs_count(const ws_painter *p) {
    uint32_t plugs = 0;
    for (int y = 0; y < p->wired->height; y++)
        for (int x = 0; x < p->wired->width; x++)
            plugs += ws_pen_signs_at(p->pen, x, y) >> WS_SIGN_FULL & 1;
    return plugs;
}

void ws_wired_draw(const ws_view *view, const ws_pen *pen) {
    ws_raster raster = {0};
    ws_lens lens = ws_lens_begin(view, true);
    ws_painter painter = {.view = view,
                          .frame = view->frame,
                          .wired = view->map.plan->wired,
                          .lens = &lens,
                          .raster = &raster,
                          .pen = pen,
                          .rich = ws_ink_rich(view),
                          .ground = ws_ink_ground(view, WS_ROLE_TEXT)};
    if (ws_view_shows(view, WS_SHOWS_WORMS))
        painter.why = ws_why_of(view);
    if (painter.wired->pixels)
        ws_ring_draw(&painter);
    else
        dots_draw(&painter);
    view->map.plan->full = plugs_count(&painter);
    view->map.plan->tags->over = WS_SIGN_BIT(FREE) | WS_SIGN_BIT(OTHERS);
    view->map.plan->tags->across = WS_SIGN_BIT(MEMBER);
    ws_raster_free(&raster);
    ws_lens_end(&lens);
}
