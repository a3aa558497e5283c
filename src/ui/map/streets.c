/* streets.c - a grid seen from above: every link between switches as a street with a lane each way.
 *
 * A street along a row is a row of cells whose upper halves go west and whose lower ones go east;
 * one along a column is two cells wide, the left half of the left one goes south, the right half of
 * the right one north. So traffic keeps to the right. A link that closes a ring is a stub at either
 * border, one to a switch elsewhere (in another plane) half a column below its sender's box. What
 * stands on a place of the wire has its shade by the number of the flit: so the pattern moves as
 * the flits do. An arrow is on what moves; on the ring of a deadlock, a thin one. Where the
 * buffer at its end is full, a lane ends in a bright plug. So it is under every lens.
 *
 * Where colours cannot tell, and in ASCII, the half of a street nearer to its receiver is written in signs. */
#include <stdlib.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/map_tags.h"
#include "ui/map/picture.h"
#include "ui/map/places.h"
#include "ui/map/walk.h"
#include "ui/map/why.h"
#include "ui/march.h"
#include "ui/panel.h"
#include "ui/raster.h"
#include "wormscope/memory.h"

enum { PITCH_X = 6, PITCH_Y = 2, PITCH_X_LEAST = 4, PITCH_X_MOST = 38, PITCH_Y_MOST = 12 };
/* percent of the paper: in what waits behind a ring, in the plugs there, in the halo of the root */
enum { BEHIND = 45, PLUG_BEHIND = 45, HALO = 70 };
enum { HALO_X = 2, HALO_ROWS = 1, ARROW = 35 /* percent of white in an arrow */ };
enum { ARROWED_LEAST = 4 /* cells of a lane that has its arrow under other lenses, too */ };
enum { BOX_W = 2, EDGE_MOST = 4, LABEL_W = 3, PLUG = 97 /* rank of the end of a lane */ };

/* Do halves of cells tell, by their colours? ASCII has no halves: there it is written in signs. */
static bool is_rich(const ws_view *view) {
    return ws_ink_rich(view) && !view->glyphs->ascii;
}

/* ---------------------------------------------------------------------------------- layout ---- */

/* Rings leave the picture at its borders. */
static void wraps_look(const ws_frame *frame, const ws_places *places, bool *across, bool *down) {
    *across = *down = false;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        if (!link->wraps || link->from >= frame->switches || link->to >= frame->switches)
            continue;
        *across |= places->at[link->from].y == places->at[link->to].y;
        *down |= places->at[link->from].x == places->at[link->to].x;
    }
}

typedef struct room {
    int edge_x; /* cells for the stubs of rings, at either side */
    int edge_y;
    bool labels;
} room;

static int width_of(const ws_map_plan *plan, const room *need, int pitch) {
    int labels = need->labels ? LABEL_W : 0;
    return plan->places->width * pitch / WS_PITCH + BOX_W + 2 * need->edge_x + labels;
}

static int height_of(const ws_map_plan *plan, const room *need, int pitch) {
    return plan->places->height * pitch / WS_PITCH + 1 + 2 * need->edge_y + need->labels;
}

/* The greatest pitches with which it fits; false if the least do not. */
static bool pitch_fit(ws_map_plan *plan, const room *need) {
    plan->pitch_x = PITCH_X_LEAST;
    plan->pitch_y = PITCH_Y;
    if (width_of(plan, need, plan->pitch_x) > plan->area_w)
        return false;
    if (height_of(plan, need, plan->pitch_y) > plan->area_h)
        return false;
    while (plan->pitch_y < PITCH_Y_MOST && height_of(plan, need, plan->pitch_y + 1) <= plan->area_h)
        plan->pitch_y++;
    int most = ws_min(3 * plan->pitch_y + 2, PITCH_X_MOST);
    while (plan->pitch_x < most && width_of(plan, need, plan->pitch_x + 1) <= plan->area_w)
        plan->pitch_x++;
    return true;
}

/* Names of rows and columns where there is room for them; rings get longer stubs if they can. */
static bool room_find(ws_map_plan *plan, const ws_frame *frame, room *need) {
    bool across;
    bool down;
    wraps_look(frame, plan->places, &across, &down);
    bool planes = plan->places->family == WS_FAMILY_PLANES; /* below their last row links lead on */
    *need = (room){.edge_x = across ? 2 : 0, .edge_y = down || planes};
    if (!pitch_fit(plan, need))
        return false;
    room more = *need;
    more.labels = plan->places->family == WS_FAMILY_GRID;
    int pitch_x = plan->pitch_x;
    int pitch_y = plan->pitch_y;
    bool same = pitch_fit(plan, &more) && plan->pitch_y == pitch_y && plan->pitch_x + 1 >= pitch_x;
    if (same && (plan->pitch_x >= PITCH_X || plan->pitch_x == pitch_x))
        *need = more;
    plan->pitch_x = pitch_x;
    (void)pitch_fit(plan, need);
    while (across && need->edge_x < ws_min(EDGE_MOST, plan->pitch_x - BOX_W)) {
        need->edge_x++;
        if (width_of(plan, need, plan->pitch_x) <= plan->area_w)
            continue;
        need->edge_x--;
        break;
    }
    return true;
}

/* A walker through the paths, and how many links of each switch have led elsewhere so far. */
typedef struct walker {
    ws_walker at;
    const room *need;
    uint8_t *elsewhere;
    int stub; /* cells of one that leads elsewhere */
} walker;

/* Where a street in this direction leaves a box, and where one so many cells long that comes to it
 * begins. */
static void leave(walker *w, const ws_rect *box, int direction) {
    w->at.x = direction == WS_EAST ? box->x + BOX_W : box->x - (direction == WS_WEST);
    w->at.row = box->y + (direction == WS_SOUTH) - (direction == WS_NORTH);
    w->at.x += direction == WS_NORTH;
}

static void come(walker *w, const ws_rect *box, int direction, int cells) {
    leave(w, box, ws_opposite(direction));
    ws_walk_past(&w->at, ws_opposite(direction), cells - 1);
    if (direction == WS_SOUTH)
        w->at.x = box->x;
    if (direction == WS_NORTH)
        w->at.x = box->x + 1;
}

/* The direction of a street between two switches, -1 if there can be none. */
static int direction_of(const ws_places *places, const ws_frame_link *link) {
    int across = places->at[link->to].x - places->at[link->from].x;
    int down = places->at[link->to].y - places->at[link->from].y;
    bool far = abs(across) + abs(down) != WS_PITCH;
    if ((across && down) || (far && !link->wraps))
        return -1;
    bool forward = (across > 0 || down > 0) != (link->wraps != 0);
    if (across)
        return forward ? WS_EAST : WS_WEST;
    return forward ? WS_SOUTH : WS_NORTH;
}

static bool is_elsewhere(const ws_map_plan *plan, const ws_frame *frame, uint32_t l) {
    const ws_frame_link *link = &frame->link[l];
    if (link->from >= frame->switches || link->to >= frame->switches)
        return false;
    return direction_of(plan->places, link) < 0;
}

/* Columns in the block right below a box. */
static int columns_of(const ws_map_plan *plan) {
    return ws_max(plan->pitch_x - BOX_W, 1);
}

/* Cells of a link elsewhere: two share a column, and those of the switch that has most the block,
 * whose last row stays free. */
static int stub_of(const ws_map_plan *plan, const ws_frame *frame) {
    int *count = ws_alloc(frame->switches, sizeof *count);
    int most = 0;
    for (uint32_t l = 0; l < frame->links; l++)
        if (is_elsewhere(plan, frame, l))
            most = ws_max(most, ++count[frame->link[l].from]);
    free(count);
    int row = 2 * columns_of(plan);
    int rows = ws_max((most + row - 1) / row, 1);
    return ws_max((plan->pitch_y - 2) / rows, 1);
}

/* Half a column in the block right below the box. */
static void elsewhere_put(walker *w, uint32_t from) {
    const ws_map_plan *plan = w->at.plan;
    const ws_rect *box = &plan->box[from];
    int place = w->elsewhere[from]++;
    int columns = columns_of(plan);
    int row = box->y + 1 + place / 2 / columns * w->stub;
    if (row + w->stub > box->y + plan->pitch_y)
        return;
    int x = box->x + BOX_W + place / 2 % columns;
    int half = place % 2 ? WS_NORTHEAST : WS_SOUTHEAST;
    for (int i = 0; i < w->stub; i++) {
        ws_map_cell cell = {(int16_t)x, (int16_t)(row + i), (uint8_t)half};
        ws_map_plan_put(w->at.plan, w->at.count++, cell);
    }
}

static void path_put(walker *w, const ws_frame *frame, uint32_t l) {
    const ws_frame_link *link = &frame->link[l];
    if (link->from >= frame->switches || link->to >= frame->switches)
        return;
    if (is_elsewhere(w->at.plan, frame, l)) {
        elsewhere_put(w, link->from);
        return;
    }
    int direction = direction_of(w->at.plan->places, link);
    bool level = ws_is_level(direction);
    leave(w, &w->at.plan->box[link->from], direction);
    if (!link->wraps) {
        ws_walk(&w->at, direction, level ? w->at.plan->pitch_x - BOX_W : w->at.plan->pitch_y - 1);
        return;
    }
    int stub = level ? w->need->edge_x : w->need->edge_y;
    ws_walk(&w->at, direction, stub);
    come(w, &w->at.plan->box[link->to], direction, stub);
    ws_walk(&w->at, direction, stub);
}

static void paths_put(ws_map_plan *plan, const ws_frame *frame, const room *need) {
    walker w = {.at = {.plan = plan}, .need = need, .stub = stub_of(plan, frame)};
    w.elsewhere = ws_alloc(frame->switches, sizeof *w.elsewhere);
    for (uint32_t l = 0; l < frame->links; l++) {
        plan->path0[l] = w.at.count;
        path_put(&w, frame, l);
    }
    plan->path0[frame->links] = w.at.count;
    for (uint32_t h = 0; h < frame->hosts; h++)
        plan->host[h] = (ws_map_host){0};
    free(w.elsewhere);
}

bool ws_streets_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    const ws_places *places = plan->places;
    room need;
    if (places->family != WS_FAMILY_GRID && places->family != WS_FAMILY_PLANES)
        return false;
    if (!room_find(plan, frame, &need)) {
        if (!asked)
            return false;
        plan->pitch_x = PITCH_X;
        plan->pitch_y = PITCH_Y;
    }
    plan->left = need.edge_x + (need.labels ? LABEL_W : 0);
    plan->top = need.edge_y + need.labels;
    plan->labelled = need.labels;
    plan->width = width_of(plan, &need, plan->pitch_x);
    plan->height = height_of(plan, &need, plan->pitch_y);
    for (uint32_t sw = 0; sw < frame->switches; sw++)
        plan->box[sw] =
            (ws_rect){plan->left + places->at[sw].x * plan->pitch_x / WS_PITCH,
                      plan->top + places->at[sw].y * plan->pitch_y / WS_PITCH, BOX_W, 1};
    paths_put(plan, frame, &need);
    return true;
}

/* --------------------------------------------------------------------------------- colours ---- */

#define NO_FLIT UINT64_MAX

/* Does it wait behind the ring of a deadlock? Then it tells little, and steps back. */
static bool is_behind(ws_lens_value value) {
    return value.seen == WS_SEEN_WAITS && value.step == WS_ORDER_DEADLOCK;
}

/* The colour of a cell of a street: what is said of it, the number of the flit there, and which
 * cell of the street it is. */
static uint32_t street_colour(const ws_view *view, ws_lens_value value, uint64_t flit, uint32_t i) {
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t colour = ws_ink_hot(view, value.step);
    bool there = flit != NO_FLIT;
    switch ((ws_seen)value.seen) {
    case WS_SEEN_FREE: return ws_ink_role(view, WS_ROLE_STREET);
    case WS_SEEN_DIM: return ws_ink_mix(ws_ink_role(view, WS_ROLE_FAINT), paper, 60);
    case WS_SEEN_LEVEL:
        return ws_ink_role(view,
                           value.step ? (ws_role)(WS_ROLE_CALM0 + value.step) : WS_ROLE_STREET);
    case WS_SEEN_MOVES:
        if (!there)
            return ws_ink_mix(ws_ink_role(view, WS_ROLE_FLOW3), paper, 72);
        return ws_ink_role(view, (ws_role)(WS_ROLE_FLOW0 + flit % WS_FLOW_STEPS));
    case WS_SEEN_WAITS:
        if (is_behind(value)) /* warm is what can be freed */
            colour = ws_ink_mix(ws_ink_role(view, WS_ROLE_DIM), paper, BEHIND);
        return ws_ink_stand(colour, paper, i);
    case WS_SEEN_SAQS: return ws_ink_hot(view, value.step < 4 ? 5 - value.step : 1);
    case WS_SEEN_MEMBER: return colour;
    case WS_SEEN_RING: return ws_ink_stand(ws_ink_ground(view, WS_ROLE_DEADLOCK), paper, i);
    case WS_SEEN_ROOT: return ws_ink_hot(view, 0);
    }
    return WS_COLOUR_NONE;
}

static unsigned sign_of(ws_lens_value value) {
    switch ((ws_seen)value.seen) {
    case WS_SEEN_FREE: return WS_SIGN_FREE;
    case WS_SEEN_DIM: return WS_SIGN_DIM;
    case WS_SEEN_LEVEL: return WS_SIGN_LEVEL;
    case WS_SEEN_MOVES: return WS_SIGN_MOVES;
    case WS_SEEN_WAITS: return is_behind(value) ? WS_SIGN_BEHIND_RING : WS_SIGN_WAITS;
    case WS_SEEN_SAQS: return WS_SIGN_SAQS;
    case WS_SEEN_MEMBER: return WS_SIGN_MEMBER;
    case WS_SEEN_RING: return WS_SIGN_RING;
    case WS_SEEN_ROOT: return WS_SIGN_ROOT;
    }
    return WS_SIGN_FREE;
}

static ws_role role_of(ws_lens_value value) {
    switch ((ws_seen)value.seen) {
    case WS_SEEN_FREE: return WS_ROLE_IDLE;
    case WS_SEEN_DIM: return WS_ROLE_FAINT;
    case WS_SEEN_LEVEL: return (ws_role)(WS_ROLE_CALM0 + value.step);
    case WS_SEEN_MOVES: return WS_ROLE_FLOW0;
    case WS_SEEN_WAITS:
    case WS_SEEN_MEMBER: return ws_hot_role(value.step);
    case WS_SEEN_SAQS: return WS_ROLE_STRONG;
    case WS_SEEN_RING: return WS_ROLE_DEADLOCK;
    case WS_SEEN_ROOT: return WS_ROLE_HOT0;
    }
    return WS_ROLE_TEXT;
}

static uint32_t digit(uint32_t number) {
    return number > 9 ? '+' : '0' + number;
}

/* The sign of a cell: the one nearest to the receiver says most. */
static uint32_t street_glyph(const ws_view *view, ws_lens_value value, uint64_t flit, int direction,
                             bool last) {
    const uint32_t *code = view->glyphs->code;
    bool level = ws_is_level(direction);
    int step = direction <= WS_NORTH ? direction : WS_EAST;
    switch ((ws_seen)value.seen) {
    case WS_SEEN_MOVES:
        if (last)
            return code[WS_GLYPH_HEAD_E + step];
        if (flit == NO_FLIT)
            return code[level ? WS_GLYPH_HELD_H : WS_GLYPH_HELD_V];
        return code[level ? WS_GLYPH_FLITS_H : WS_GLYPH_FLITS_V];
    case WS_SEEN_WAITS:
    case WS_SEEN_MEMBER:
    case WS_SEEN_SAQS:
        if (last)
            return digit(value.step);
        return code[level ? WS_GLYPH_STILL_H : WS_GLYPH_STILL_V];
    case WS_SEEN_RING: return code[WS_GLYPH_BLOCKED];
    case WS_SEEN_ROOT: return code[WS_GLYPH_ROOT];
    case WS_SEEN_LEVEL: return ws_glyph_level(view->glyphs, value.step, WS_CALM_STEPS - 1);
    default: return code[level ? WS_GLYPH_IDLE_H : WS_GLYPH_IDLE_V];
    }
}

/* -------------------------------------------------------------------------------- painting ---- */

typedef struct city {
    const ws_view *view;
    const ws_frame *frame;
    const ws_map_plan *plan;
    ws_lens lens;
    ws_why why;       /* the chain that is lit; of fewer than two worms: none */
    ws_raster raster; /* of the panel */
    ws_pen pen;       /* origin at the map's corner */
    unsigned halvings; /* of the march */
    uint8_t *victim; /* by switch: ws_frame_victim of those that wait there; NULL: not looked for */
    int x;           /* of that corner in the panel */
    int row;
    bool rich;
} city;

static uint32_t chain_ink(const city *c, size_t place) {
    return ws_why_ink(c->view, &c->why, place);
}

/* One lane of a cell. */
static void lane_paint(city *c, ws_map_cell at, uint32_t colour, uint16_t order) {
    uint16_t rank = WS_RANK(1, order); /* over all dots */
    int x = at.x + c->x;
    int row = at.y + c->row;
    switch (at.direction) {
    case WS_EAST: ws_raster_half_row(&c->raster, x, 2 * row + 1, colour, rank); break;
    case WS_WEST: ws_raster_half_row(&c->raster, x, 2 * row, colour, rank); break;
    case WS_SOUTH:
    case WS_SOUTHEAST: ws_raster_half_column(&c->raster, 2 * x, row, colour, rank); break;
    default: ws_raster_half_column(&c->raster, 2 * x + 1, row, colour, rank); break;
    }
}

/* Has the terminal no colour for a street between that of the ground and those of traffic? Then a
 * free lane is a line of dots. */
static bool is_dotted(const ws_view *view, ws_lens_value value) {
    bool nothing = value.seen == WS_SEEN_LEVEL && value.step == 0;
    bool free = value.seen == WS_SEEN_FREE || nothing;
    return free && view->depth < WS_DEPTH_256 && view->glyphs->braille;
}

static void lane_dot(city *c, ws_map_cell at) {
    enum { RANK = 1 };
    uint32_t faint = ws_ink_ground(c->view, WS_ROLE_SWITCH);
    int x = 2 * (at.x + c->x);
    int row = 4 * (at.y + c->row);
    bool level = at.direction == WS_EAST || at.direction == WS_WEST;
    bool second = at.direction == WS_NORTH || at.direction == WS_NORTHEAST;
    for (int i = 0; i < 2; i++) {
        if (level)
            ws_raster_dot(&c->raster, x + i, row + 1 + (at.direction == WS_EAST), faint, RANK);
        else
            ws_raster_dot(&c->raster, x + second, row + 2 * i, faint, RANK);
    }
}

/* Cell i of `cells` of a street shows these places of the wire; the flit nearest the receiver
 * counts: the number whose shade the cell has. */
static uint64_t flit_at(const city *c, const ws_frame_link *link, uint32_t i, uint32_t cells,
                        ws_lens_value *value) {
    uint32_t place = ws_slot_nearest(c->frame, link, cells, i);
    if (place == WS_NIL)
        return NO_FLIT;
    const ws_frame_flit *flit = &c->frame->flit[link->flit0 + place];
    *value = ws_lens_flit(c->view, flit);
    uint32_t last = ((place + 1) * cells - 1) / link->delay; /* cell that shows the place's end */
    uint64_t number = flit->number + (last > i ? last - i : 0);
    return ws_march_seen(c->halvings, number, link->delay > cells ? place : i);
}

/* Of the cells of a lane written in signs only those nearer to the receiver are used. */
static bool is_written(ws_map_cell at, uint32_t i, uint32_t cells) {
    bool level = at.direction == WS_EAST || at.direction == WS_WEST;
    return !level || i >= cells - cells / 2;
}

static uint32_t plug_colour(const ws_view *view, const ws_why *why, ws_lens_value value) {
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    bool paler = is_behind(value) || value.seen == WS_SEEN_DIM;
    if (!paler)
        return ws_why_full_ink(view, why);
    return ws_ink_mix(ws_ink_role(view, WS_ROLE_STRONG), paper, PLUG_BEHIND);
}

static void plug_note(const city *c, uint32_t l, ws_map_cell at, ws_lens_value value) {
    ws_tag_age since = is_behind(value) ? ws_tag_since(UINT64_MAX) : ws_tag_since_link(l);
    ws_tag_note_put(c->view, WS_TAG_FULL, (ws_rect){at.x, at.y, 1, 1}, WS_SIGN_FULL, since);
    c->view->map.plan->full++;
}

/* The end of a lane whose buffer is full: its last cell, or half of it where there is no other. */
static void plug_paint(city *c, ws_map_cell at, uint32_t cells, ws_lens_value value) {
    static const int east[] = {1, 0, 0, 1}, south[] = {1, 1, 0, 0}; /* quarters, by direction */
    uint32_t colour = plug_colour(c->view, &c->why, value);
    int x = 2 * (at.x + c->x);
    int row = 2 * (at.y + c->row);
    c->raster.sign = WS_SIGN_FULL;
    if (cells > 1)
        lane_paint(c, at, colour, PLUG);
    else if (at.direction <= WS_NORTH)
        ws_raster_quarter(&c->raster, x + east[at.direction], row + south[at.direction], colour,
                          WS_RANK(1, PLUG));
}

static void street_paint(city *c, uint32_t l) {
    const ws_view *view = c->view;
    const ws_frame_link *link = &c->frame->link[l];
    const ws_map_cell *path = c->plan->cell + c->plan->path0[l];
    uint32_t cells = c->plan->path0[l + 1] - c->plan->path0[l];
    bool wires = ws_view_shows(view, WS_SHOWS_WORMS) && link->flits > 0;
    ws_lens_value value = c->lens.link[l];
    bool full = ws_lens_is_full(c->frame, l);
    for (uint32_t i = 0; i < cells; i++) {
        ws_lens_value here = value;
        uint64_t flit = wires ? flit_at(c, link, i, cells, &here) : NO_FLIT;
        unsigned sign = sign_of(here);
        c->raster.sign = (uint8_t)sign;
        if (c->rich && is_dotted(view, here)) {
            lane_dot(c, path[i]);
            continue;
        }
        if (c->rich) {
            uint32_t colour = street_colour(view, here, flit, i);
            if (ws_why_is_lit(&c->why))
                colour = ws_ink_mix(colour, ws_ink_ground(view, WS_ROLE_TEXT), WS_WHY_BESIDE);
            lane_paint(c, path[i], colour, 1 + here.seen);
            if (!full || i + 1 < cells)
                continue;
            plug_paint(c, path[i], cells, value);
            plug_note(c, l, path[i], value);
            continue;
        }
        if (!is_written(path[i], i, cells))
            continue;
        bool plug = full && i + 2 == cells;
        if (plug)
            plug_note(c, l, path[i], value);
        uint32_t glyph = street_glyph(view, here, flit, path[i].direction, i + 1 == cells);
        ws_pen_glyph(&c->pen, path[i].x, path[i].y,
                     plug ? view->glyphs->code[WS_GLYPH_STOP] : glyph, role_of(here), 0);
        ws_pen_sign(&c->pen, path[i].x, path[i].y, plug ? WS_SIGN_FULL : sign);
    }
}

/* The ground of a box goes from that of a switch to that of a crowd of three. */
static uint32_t box_ground(const ws_view *view, uint32_t heads) {
    uint32_t slate = ws_ink_ground(view, WS_ROLE_SWITCH);
    int share = 33 * ws_min((int)heads, 3);
    if (view->frame->deadlock) /* nothing there can be freed */
        share = 0;
    return ws_ink_mix(slate, ws_ink_role(view, WS_ROLE_CROWD), share);
}

/* A cross where heads wait, as wherever they do, and how many if there are several; of other things
 * their number. */
static void box_draw(const ws_view *view, const ws_pen *pen, int x, int row, uint32_t heads,
                     ws_role role) {
    bool crossed = ws_view_shows(view, WS_SHOWS_WORMS);
    uint32_t cross = view->glyphs->code[WS_GLYPH_BLOCKED];
    bool rich = is_rich(view);
    bool plain = role == WS_ROLE_SWITCH;
    uint32_t bg = rich && plain ? box_ground(view, heads) : WS_COLOUR_NONE;
    if (plain && !rich && heads)
        role = WS_ROLE_SWITCH_BLOCKED;
    uint32_t first = crossed ? cross : digit(heads);
    ws_pen_ink(pen, x, row, heads ? first : ' ', role, WS_COLOUR_NONE, bg);
    uint32_t second = crossed && heads > 1 ? digit(heads) : ' ';
    ws_pen_ink(pen, x + 1, row, second, role, WS_COLOUR_NONE, bg);
}

static void root_draw(const ws_view *view, const ws_pen *pen, int x, int row) {
    uint32_t hot = is_rich(view) ? ws_ink_hot(view, 0) : WS_COLOUR_NONE;
    uint32_t glyph = view->glyphs->code[WS_GLYPH_ROOT];
    ws_pen_ink(pen, x, row, glyph, WS_ROLE_SELECTED, ws_ink_on(hot), hot);
    ws_pen_ink(pen, x + 1, row, ' ', WS_ROLE_SELECTED, WS_COLOUR_NONE, hot);
}

static uint32_t halo_ink(const ws_view *view) {
    return ws_ink_mix(ws_ink_hot(view, 1), ws_ink_ground(view, WS_ROLE_TEXT), HALO);
}

/* Light around the box of the root, behind all that is there. */
static void halo_paint(city *c, uint32_t sw) {
    const ws_rect *box = &c->plan->box[sw];
    for (int row = box->y - HALO_ROWS; row <= box->y + HALO_ROWS; row++)
        for (int x = box->x - HALO_X; x < box->x + BOX_W + HALO_X; x++)
            ws_raster_ground(&c->raster, x + c->x, row + c->row, halo_ink(c->view), 1);
}

/* The switch that has the halo, WS_NIL. */
static uint32_t haloed(const city *c) {
    uint32_t root = ws_jam_root(c->view);
    uint32_t sw = root != WS_NIL ? c->frame->link[root].from : WS_NIL;
    bool shown = sw < c->frame->switches && c->lens.seen[sw] && !ws_why_is_lit(&c->why);
    return shown && c->lens.node[sw].seen == WS_SEEN_ROOT ? sw : WS_NIL;
}

/* In the right cell of a box: above what comes from its hosts, below what goes to them. */
static void hosts_draw(const ws_view *view, const ws_pen *pen, int x, int row, ws_lens_value in,
                       ws_lens_value out) {
    ws_cell *cell = ws_pen_cell(pen, x, row);
    bool comes = in.seen >= WS_SEEN_MOVES;
    bool goes = out.seen >= WS_SEEN_MOVES;
    if (!cell || (!comes && !goes))
        return;
    ws_pen_sign(pen, x, row, WS_SIGN_HOST_LINKS);
    const ws_lens_value ways[] = {in, out};
    for (int i = 0; i < 2; i++)
        if (ways[i].seen == WS_SEEN_WAITS) /* it has the colour of an order */
            ws_pen_sign(pen, x, row, sign_of(ways[i]));
    if (!is_rich(view)) {
        bool waits = comes && in.seen >= WS_SEEN_WAITS;
        cell->glyph = view->glyphs->code[waits ? WS_GLYPH_BLOCKED : WS_GLYPH_ONE];
        return;
    }
    uint32_t ground = cell->bg;
    cell->glyph = 0x2580;
    cell->fg = comes ? street_colour(view, in, 0, 0) : ground;
    cell->bg = goes ? street_colour(view, out, 0, 0) : ground;
}

/* Of several victims at a switch a cold one. */
static void victims_find(city *c) {
    const ws_frame *frame = c->frame;
    if (!ws_view_shows(c->view, WS_SHOWS_TREE))
        return;
    c->victim = ws_alloc(frame->switches, sizeof *c->victim);
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        if (worm->victim == WS_VICTIM_NOT || worm->head_queue == WS_NIL)
            continue;
        uint32_t node = frame->queue[worm->head_queue].node;
        if (node < frame->switches && c->victim[node] < worm->victim)
            c->victim[node] = worm->victim;
    }
}

static void victim_draw(const ws_view *view, const ws_pen *pen, int x, int row, bool cold) {
    ws_cell *cell = ws_pen_cell(pen, x, row);
    if (!cell)
        return;
    cell->glyph = view->glyphs->code[cold ? WS_GLYPH_VICTIM_COLD : WS_GLYPH_VICTIM];
    ws_pen_sign(pen, x, row, cold ? WS_SIGN_COLD : WS_SIGN_VICTIM);
}

/* In the right cell of a box, beside the head that waits there, if one does: another jam has its
 * root there. */
static void circle_draw(const ws_view *view, const ws_pen *pen, int x, int row) {
    ws_cell *cell = ws_pen_cell(pen, x, row);
    if (!cell)
        return;
    cell->glyph = view->glyphs->code[WS_GLYPH_ROOT_OTHER];
    ws_pen_sign(pen, x, row, WS_SIGN_ROOTS);
}

static void box_paint(city *c, uint32_t sw) {
    const ws_view *view = c->view;
    const ws_rect *box = &c->plan->box[sw];
    ws_lens_value value = c->lens.node[sw];
    bool chosen = view->selection.node == sw;
    uint32_t heads = ws_heads_lit(view, sw);
    bool root = value.seen == WS_SEEN_ROOT;
    bool main = root && ws_jam_is_main(view, sw);
    bool lit = ws_why_is_lit(&c->why);
    bool circled = root && !main && !lit && !chosen && heads < 2;
    if (main && !chosen) {
        root_draw(view, &c->pen, box->x, box->y);
        ws_pen_sign(&c->pen, box->x, box->y, WS_SIGN_ROOT);
        ws_tag_note_put(view, WS_TAG_ROOT, *box, WS_SIGN_ROOT, ws_tag_since(0));
        ws_tag_name_put(view, *box, WS_SIGN_ROOT, sw);
        return;
    }
    if (!ws_view_shows(view, WS_SHOWS_WORMS))
        heads = value.seen == WS_SEEN_SAQS ? value.step : 0;
    if (ws_why_is_lit(&c->why))
        heads = 0;
    ws_role role = value.seen == WS_SEEN_RING ? WS_ROLE_DEADLOCK : WS_ROLE_SWITCH;
    box_draw(view, &c->pen, box->x, box->y, heads, chosen ? WS_ROLE_SELECTED : role);
    bool saqs = ws_view_shows(view, WS_SHOWS_PORTS);
    if (heads)
        ws_pen_sign(&c->pen, box->x, box->y, saqs ? WS_SIGN_SAQS : WS_SIGN_HEADS);
    bool apart = view->frame->deadlock && value.seen != WS_SEEN_RING; /* it steps back */
    if (heads && !saqs)
        ws_tag_note_put(view, WS_TAG_WAITS, *box, WS_SIGN_HEADS,
                        apart ? ws_tag_since(UINT64_MAX) : ws_tag_since_switch(sw));
    if (c->victim && c->victim[sw])
        victim_draw(view, &c->pen, box->x, box->y, c->victim[sw] == WS_VICTIM_COLD);
    bool counted = !saqs && heads > 1; /* there is no room for more */
    if (circled)
        circle_draw(view, &c->pen, box->x + 1, box->y);
    else if (!chosen && !counted && !lit)
        hosts_draw(view, &c->pen, box->x + 1, box->y, c->lens.in[sw], c->lens.out[sw]);
}

/* ---------------------------------------------------------------------------------- arrows ---- */

static uint32_t arrow_ink(const ws_view *view) {
    return ws_ink_mix(ws_ink_role(view, WS_ROLE_FLOW0), ws_ink_role(view, WS_ROLE_STRONG), ARROW);
}

/* What moves; beside a chain that is lit it is paler. */
static void arrow_draw(const ws_view *view, const ws_pen *pen, ws_map_cell at, int paler) {
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t bg = ws_is_level(at.direction) ? ws_ink_role(view, WS_ROLE_STREET) : paper;
    uint32_t arrow = view->glyphs->code[WS_GLYPH_HEAD_E + at.direction];
    uint32_t ink = ws_ink_mix(arrow_ink(view), paper, paler);
    ws_pen_ink(pen, at.x, at.y, arrow, WS_ROLE_FLOW0, ink, bg);
    ws_pen_sign(pen, at.x, at.y, WS_SIGN_MOVES);
}

/* Where what stands would go on: in the colour of its lane. */
static void want_draw(const ws_view *view, const ws_pen *pen, ws_map_cell at, ws_lens_value value) {
    uint32_t bg = street_colour(view, value, NO_FLIT, 0);
    uint32_t arrow = view->glyphs->code[WS_GLYPH_WANT_E + at.direction];
    ws_pen_ink(pen, at.x, at.y, arrow, role_of(value), ws_ink_on(bg), bg);
    ws_pen_sign(pen, at.x, at.y, sign_of(value));
}

/* Does it stand, and go round? */
static bool is_wanting(ws_lens_value value) {
    return value.seen == WS_SEEN_RING;
}

/* Half-way on a lane, so that those of both lanes of a street stand in two cells. */
static void arrow_paint(city *c, uint32_t l) {
    const ws_view *view = c->view;
    uint32_t cells = c->plan->path0[l + 1] - c->plan->path0[l];
    uint32_t i = cells > 1 ? (cells + 1) / 2 : 0;
    bool worms = ws_view_shows(view, WS_SHOWS_WORMS);
    ws_lens_value value = c->lens.link[l];
    if (cells == 0 || (!worms && cells < ARROWED_LEAST))
        return;
    ws_map_cell at = c->plan->cell[c->plan->path0[l] + i];
    if (at.direction > WS_NORTH)
        return;
    if (c->rich && ws_lens_moves(&c->lens, l)) {
        arrow_draw(view, &c->pen, at, ws_why_is_lit(&c->why) ? WS_WHY_BESIDE : 0);
        ws_tag_note_put(view, WS_TAG_MOVES, (ws_rect){at.x, at.y, 1, 1}, WS_SIGN_MOVES,
                        ws_tag_by_use(l));
    } else if (is_wanting(value) && cells > 1) {
        want_draw(view, &c->pen, at, value);
    }
}

static void arrows_paint(city *c) {
    for (uint32_t i = 0; i < c->lens.shown_links; i++)
        arrow_paint(c, c->lens.shown[i]);
}

/* Numbers of columns above the map, of rows at its left. */
static void labels_paint(const city *c) {
    const ws_map_plan *plan = c->plan;
    const ws_places *places = plan->places;
    if (!plan->labelled)
        return;
    for (int i = 0; i * WS_PITCH <= places->width; i++)
        ws_pen_print(&c->pen, plan->left + i * plan->pitch_x, 0, WS_ROLE_FAINT, "%d", i);
    for (int i = 0; i * WS_PITCH <= places->height; i++)
        ws_pen_print_right(&c->pen, 2, plan->top + i * plan->pitch_y, WS_ROLE_FAINT, "%d", i);
}

/* The street that is looked at, or that at whose end the queue stands. */
static void looked_at_paint(city *c) {
    const ws_view_selection *s = &c->view->selection;
    uint32_t l = s->queue != WS_NIL ? c->frame->queue[s->queue].link : s->link;
    if (l == WS_NIL)
        return;
    for (uint32_t i = c->plan->path0[l]; i < c->plan->path0[l + 1]; i++) {
        ws_map_cell at = c->plan->cell[i];
        if (c->rich)
            lane_paint(c, at, ws_ink_ground(c->view, WS_ROLE_SELECTED), 99);
        else
            ws_pen_glyph(&c->pen, at.x, at.y, c->view->glyphs->code[WS_GLYPH_ONE], WS_ROLE_SELECTED,
                         0);
    }
}

/* The wires of a worm: they shimmer where it waits. */
static void worm_paint(city *c, const ws_frame_worm *worm, uint32_t colour) {
    const ws_frame *frame = c->frame;
    uint32_t vcs[64];
    size_t count = ws_frame_path(frame, worm->packet, vcs, 64);
    for (size_t i = 0; i < count; i++) {
        uint32_t l = frame->vc[vcs[i]].link;
        for (uint32_t k = c->plan->path0[l]; k < c->plan->path0[l + 1]; k++) {
            ws_map_cell at = c->plan->cell[k];
            c->raster.sign = (uint8_t)sign_of(c->lens.link[l]);
            ws_cell *cell = ws_pen_cell(&c->pen, at.x, at.y);
            if (c->rich)
                lane_paint(c, at, worm->blocked ? ws_ink_stand(colour, 0, k) : colour, 98);
            else if (cell)
                cell->role = WS_ROLE_SELECTED;
        }
    }
}

/* The worm that is looked at, or all of its chain, each in its step. */
static void selected_paint(city *c) {
    const ws_frame_worm *worm = ws_frame_worm_of(c->frame, c->view->selection.worm);
    if (!worm || !ws_worm_selected(c->view, worm))
        return;
    if (!ws_why_is_lit(&c->why))
        worm_paint(c, worm, ws_ink_ground(c->view, WS_ROLE_SELECTED));
    for (size_t i = 0; ws_why_is_lit(&c->why) && i < c->why.count; i++)
        worm_paint(c, ws_frame_worm_of(c->frame, c->why.packet[i]), chain_ink(c, i));
}

/* In the box of the switch where a worm of the chain waits: its number; of three or more the
 * first two. */
static void badges_paint(city *c) {
    for (size_t i = ws_min((int)c->why.count, WS_WHY_BADGES); ws_why_is_lit(&c->why) && i-- > 0;) {
        uint32_t sw = ws_why_node(c->view, &c->why, i);
        if (sw == WS_NIL || sw >= c->frame->switches)
            continue;
        const ws_rect *box = &c->plan->box[sw];
        ws_cell *first = ws_pen_cell(&c->pen, box->x, box->y);
        ws_cell *second = ws_pen_cell(&c->pen, box->x + 1, box->y);
        if (first && second) {
            *second = *first; /* the number of a later one, or the box */
            ws_pen_sign(&c->pen, box->x + 1, box->y,
                        ws_jam_is_main(c->view, sw) ? WS_SIGN_ROOT : WS_SIGN_CHAIN);
        }
        ws_why_badge(c->view, &c->pen, box->x, box->y, i, chain_ink(c, i));
        ws_pen_sign(&c->pen, box->x, box->y, WS_SIGN_CHAIN);
    }
}

void ws_streets_draw(const ws_view *view, const ws_pen *pen) {
    city c = {.view = view,
              .frame = view->frame,
              .plan = view->map.plan,
              .lens = ws_lens_begin(view, true),
              .pen = *pen,
              .halvings = ws_march_halvings(view),
              .rich = is_rich(view)};
    ws_pen panel = *pen; /* its corner is that of the clip: what lies outside is not painted */
    panel.x = pen->clip.x;
    panel.y = pen->clip.y;
    c.x = pen->x - panel.x;
    c.row = pen->y - panel.y;
    if (ws_view_shows(view, WS_SHOWS_WORMS))
        c.why = ws_why_of(view);
    if (c.rich)
        ws_raster_begin(&c.raster, pen->clip.w, pen->clip.h);
    for (uint32_t i = 0; i < c.lens.shown_links; i++)
        street_paint(&c, c.lens.shown[i]);
    c.raster.sign = WS_SIGN_NONE;
    uint32_t halo = haloed(&c);
    if (c.rich && halo != WS_NIL)
        halo_paint(&c, halo);
    looked_at_paint(&c);
    selected_paint(&c);
    if (c.rich)
        ws_raster_flush(&c.raster, &panel, view->glyphs, WS_ROLE_TEXT,
                        ws_ink_ground(view, WS_ROLE_TEXT));
    victims_find(&c);
    for (uint32_t sw = 0; sw < c.frame->switches; sw++)
        if (c.lens.seen[sw])
            box_paint(&c, sw);
    arrows_paint(&c);
    badges_paint(&c);
    labels_paint(&c);
    view->map.plan->tags->over = WS_SIGN_BIT(FREE);
    view->map.plan->tags->top = view->map.plan->labelled;
    free(c.victim);
    ws_raster_free(&c.raster);
    ws_lens_end(&c.lens);
}

/* ---------------------------------------------------------------------------------- legend ---- */

/* Four cells of a street that says one thing each way. */
static void sample_row(const ws_view *view, const ws_pen *at, ws_lens_value west,
                       ws_lens_value east) {
    bool rich = is_rich(view);
    for (uint32_t i = 0; i < 4; i++) {
        int x = (int)i;
        if (rich && is_dotted(view, west) && is_dotted(view, east))
            ws_pen_ink(at, x, 0, 0x2836, WS_ROLE_FAINT, ws_ink_ground(view, WS_ROLE_SWITCH),
                       WS_COLOUR_NONE);
        else if (rich)
            ws_pen_ink(at, x, 0, 0x2580, WS_ROLE_TEXT, street_colour(view, west, i, i),
                       street_colour(view, east, 3 - i, i));
        else if (i < 2)
            ws_pen_glyph(at, x, 0, street_glyph(view, west, i, WS_WEST, i == 0), role_of(west), 0);
        else
            ws_pen_glyph(at, x, 0, street_glyph(view, east, i, WS_EAST, i == 3), role_of(east), 0);
    }
}

/* A switch; that of the root with the light around it. */
static void sample_box(const ws_view *view, const ws_pen *at, ws_sign sign) {
    ws_lens_value moves = {WS_SEEN_MOVES, 0};
    ws_lens_value waits = {WS_SEEN_WAITS, 2};
    uint32_t halo = is_rich(view) ? halo_ink(view) : WS_COLOUR_NONE;
    bool root = sign == WS_SIGN_ROOT;
    for (int x = 0; root && x < 2 * BOX_W; x++)
        ws_pen_ink(at, x, 0, ' ', WS_ROLE_TEXT, WS_COLOUR_NONE, halo);
    if (root)
        root_draw(view, at, 1, 0);
    else
        box_draw(view, at, 0, 0, sign == WS_SIGN_HEADS ? 2 : 0, WS_ROLE_SWITCH);
    if (sign == WS_SIGN_ROOTS)
        circle_draw(view, at, 1, 0);
    if (sign == WS_SIGN_HOST_LINKS)
        hosts_draw(view, at, 1, 0, waits, moves);
    if (sign == WS_SIGN_VICTIM || sign == WS_SIGN_COLD)
        victim_draw(view, at, 0, 0, sign == WS_SIGN_COLD);
}

/* What a street says in a sample. */
static const ws_lens_value samples[WS_SIGNS] = {
    [WS_SIGN_MOVES] = {WS_SEEN_MOVES, 0},   [WS_SIGN_WAITS] = {WS_SEEN_WAITS, 2},
    [WS_SIGN_LEVEL] = {WS_SEEN_LEVEL, 4},   [WS_SIGN_MEMBER] = {WS_SEEN_MEMBER, 2},
    [WS_SIGN_SAQS] = {WS_SEEN_SAQS, 2},     [WS_SIGN_RING] = {WS_SEEN_RING, 0},
    [WS_SIGN_DIM] = {WS_SEEN_DIM, 0},
    [WS_SIGN_BEHIND_RING] = {WS_SEEN_WAITS, WS_ORDER_DEADLOCK},
};

/* What is full stands at its right end. */
static void sample_street(const ws_view *view, const ws_pen *at, ws_sign sign) {
    ws_lens_value value = samples[sign];
    ws_lens_value free_lane = {WS_SEEN_FREE, 0};
    ws_why why = {0};
    if (ws_view_shows(view, WS_SHOWS_WORMS))
        why = ws_why_of(view);
    bool rich = is_rich(view);
    bool plug = sign == WS_SIGN_FULL || sign == WS_SIGN_BEHIND_RING;
    sample_row(view, at, value.seen == WS_SEEN_WAITS ? free_lane : value, value);
    if (plug && rich)
        ws_pen_ink(at, 3, 0, 0x2580, WS_ROLE_TEXT, ws_ink_role(view, WS_ROLE_STREET),
                   plug_colour(view, &why, value));
    if (plug && !rich)
        ws_pen_glyph(at, 2, 0, view->glyphs->code[WS_GLYPH_STOP], ws_hot_role(2), 0);
    if (sign == WS_SIGN_MOVES && rich)
        arrow_draw(view, at, (ws_map_cell){1, 0, WS_WEST}, 0);
    if (is_wanting(value))
        want_draw(view, at, (ws_map_cell){2, 0, WS_EAST}, value);
}

int ws_streets_sample(const ws_view *view, const ws_pen *at, ws_sign sign) {
    const uint64_t boxes = WS_SIGN_BIT(ROOT) | WS_SIGN_BIT(ROOTS) | WS_SIGN_BIT(VICTIM) |
                           WS_SIGN_BIT(COLD) | WS_SIGN_BIT(HEADS) | WS_SIGN_BIT(HOST_LINKS);
    bool is_box = boxes >> sign & 1;
    if (sign == WS_SIGN_RAMP)
        return 0;
    if (at)
        (is_box ? sample_box : sample_street)(view, at, sign);
    return is_box && sign != WS_SIGN_ROOT ? BOX_W : 2 * BOX_W;
}
