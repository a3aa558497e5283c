/* wired_ring.c - rings around a rectangle and lines in a row, in half blocks: boxes, the ways of
 * their virtual channels through them, hosts with their cables.
 *
 *   H0 === [ S0 ] ======= [ S1 ] === H1      a way begins in the middle of the sender's box and
 *             "              "               ends just before the middle of the receiver's:
 *   H3 === [ S3 ] ======= [ S2 ] === H2      there the head waits for what the next way holds
 *
 * A line that is too long for a row goes on in the next one, backwards. */
#include <stdlib.h>

#include "ui/map/wirer.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

enum {
    BOX_MOST = 14, /* cells */
    BOX_LEAST = 7,
    GAP_LEAST = 5,  /* cells between two boxes */
    GAP_DOWN = 2,   /* rows between two boxes */
    WIRE_LEAST = 4, /* cells of a host's cable, and */
    WIRE_DOWN = 2,  /* rows */
    WIRE_MOST = 18,
    GAP_PARTS = 4, /* of the spare room, to one part for a host's cable */
    PITCH_GOOD = 12,
    HOST_COLUMNS = 6, /* of a host above or below its switch */
    FLIT = 3          /* pixels from a flit to the next */
};

typedef enum host_side { LEFT, RIGHT, UP, DOWN } host_side;

typedef struct loop {
    ws_wirer wirer;
    ws_spot *at; /* by switch: column and row of boxes */
    ws_host_place *place;
    int cols;
    int rows;
    int stacked; /* of the switch with most, on one side of it */
    int label;
    bool ring;
    bool two_way;
    int box_w;
    int box_h;
    int wire;   /* cells of a host's cable, on the left and right */
    int edge_x; /* cells left of the first box */
    int edge_y;
} loop;

/* ---- places ---- */

/* Columns and rows of a ring, as its places have them; its middle row may be empty. */
static void ring_places(loop *lo) {
    const ws_places *places = lo->wirer.wired->places;
    bool middle = false;
    for (uint32_t s = 0; s < places->switches; s++) {
        lo->at[s] = (ws_spot){places->at[s].x / WS_PITCH, places->at[s].y / WS_PITCH};
        middle |= lo->at[s].y == 1;
    }
    lo->cols = places->width / WS_PITCH + 1;
    lo->rows = places->height / WS_PITCH + 1;
    if (middle || lo->rows < 3)
        return;
    lo->rows = 2;
    for (uint32_t s = 0; s < places->switches; s++)
        lo->at[s].y /= 2;
}

/* A line of so many rows. */
static void line_places(loop *lo, int rows) {
    const ws_places *places = lo->wirer.wired->places;
    int count = (int)places->switches;
    lo->rows = rows;
    lo->cols = (count + rows - 1) / rows;
    for (int i = 0; i < count; i++) {
        int row = i / lo->cols;
        int col = i % lo->cols;
        int across = row % 2 ? lo->cols - 1 - col : col;
        lo->at[places->order[i]] = (ws_spot){across, row};
    }
}

static host_side side_of(const loop *lo, uint32_t h) {
    const ws_frame *frame = lo->wirer.frame;
    uint32_t s = frame->link[frame->host[h].inject_link].to;
    ws_spot at = lo->at[s];
    bool first = at.x == 0;
    if (!lo->ring && lo->rows > 1)
        return DOWN;
    if (lo->cols == 1 && !lo->ring)
        return lo->place[h].place < (lo->place[h].hosts + 1) / 2 ? LEFT : RIGHT;
    if (first || at.x == lo->cols - 1)
        return first ? LEFT : RIGHT;
    return at.y == 0 && lo->ring ? UP : DOWN;
}

/* Which of the hosts on its side of a switch a host is. */
static int slot_of(const loop *lo, uint32_t h) {
    bool split = lo->cols == 1 && !lo->ring && lo->rows == 1;
    int left = (lo->place[h].hosts + 1) / 2;
    if (split && lo->place[h].place >= left)
        return lo->place[h].place - left;
    return lo->place[h].place;
}

/* ---- sizes ---- */

static bool has_side(const loop *lo, host_side side) {
    for (uint32_t h = 0; h < lo->wirer.frame->hosts; h++)
        if (side_of(lo, h) == side)
            return true;
    return false;
}

static void loop_look(loop *lo) {
    const ws_frame *frame = lo->wirer.frame;
    for (uint32_t h = 0; h < frame->hosts; h++) {
        const char *name = frame->graph.node[frame->switches + h].name;
        lo->label = ws_max(lo->label, ws_text_columns(name));
        lo->stacked = ws_max(lo->stacked, slot_of(lo, h) + 1);
    }
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        bool inner = !ws_is_host(frame, link->from) && !ws_is_host(frame, link->to);
        lo->two_way |= inner && !frame->graph.edge[link->edge].one_way && link->medium == WS_NIL;
    }
}

/* Rows of a box: for the tracks of cables, and for the hosts at its side, two rows each. */
static int box_rows(const loop *lo) {
    static const int rows[] = {3, 3, 3, 4, 6};
    int tracks = rows[ws_clamp(lo->wirer.wired->tracks, 0, 4)];
    bool beside = has_side(lo, LEFT) || has_side(lo, RIGHT);
    return ws_max(tracks, beside ? 2 * lo->stacked : 0);
}

static bool rows_fit(loop *lo) {
    const ws_wired *wired = lo->wirer.wired;
    bool up = has_side(lo, UP);
    bool down = has_side(lo, DOWN);
    int below = down ? WIRE_DOWN + 1 : 0;
    lo->edge_y = up ? WIRE_DOWN + 1 : 0;
    bool lines = down && !lo->ring; /* hosts below each row */
    int gap = lines ? GAP_DOWN + below : GAP_DOWN;
    int least = lo->edge_y + below + lo->rows * lo->box_h + (lo->rows - 1) * gap;
    return least <= wired->height;
}

/* Above or below the switch that has most there. */
static int hosts_under(const loop *lo) {
    int most = 0;
    for (uint32_t h = 0; h < lo->wirer.frame->hosts; h++)
        if (side_of(lo, h) == UP || side_of(lo, h) == DOWN)
            most = ws_max(most, slot_of(lo, h) + 1);
    return most;
}

static bool columns_fit(loop *lo) {
    const ws_wired *wired = lo->wirer.wired;
    int left = has_side(lo, LEFT) ? lo->label + 2 + WIRE_LEAST : 0;
    int right = has_side(lo, RIGHT) ? lo->label + 2 + WIRE_LEAST : 0;
    int room = wired->width - left - right;
    int most = (room - (lo->cols - 1) * GAP_LEAST) / lo->cols;
    int under = HOST_COLUMNS * hosts_under(lo);
    lo->box_w = ws_min(ws_min(BOX_MOST, most), lo->cols > 1 ? room / (2 * lo->cols - 1) + 4 : room);
    lo->box_w = ws_max(lo->box_w, ws_max(BOX_LEAST, under));
    int spare = room - lo->cols * lo->box_w - (lo->cols - 1) * GAP_LEAST;
    int sides = (left > 0) + (right > 0);
    int share = sides ? spare / (sides + GAP_PARTS * (lo->cols - 1)) : 0;
    lo->wire = ws_clamp(WIRE_LEAST + share, WIRE_LEAST, WIRE_MOST);
    lo->edge_x = left ? left + lo->wire - WIRE_LEAST : 0;
    return spare >= 0;
}

/* ---- boxes ---- */

static int spread(int at, int count, int first, int last) {
    return count > 1 ? first + at * (last - first) / (count - 1) : (first + last) / 2;
}

static void boxes_put(loop *lo) {
    ws_wired *wired = lo->wirer.wired;
    bool right = has_side(lo, RIGHT);
    int below = has_side(lo, DOWN) ? WIRE_DOWN + 1 : 0;
    int last_x = wired->width - lo->box_w - (right ? lo->label + 2 + lo->wire : 0);
    int last_y = wired->height - lo->box_h - below;
    int pitch = lo->rows > 1 ? (last_y - lo->edge_y) / (lo->rows - 1) : 0;
    int most = lo->box_h + 8 + (lo->ring ? 0 : below);
    if (lo->ring && lo->rows == 2)
        most *= 2;
    int down = ws_min(pitch, most);
    int top = lo->edge_y + (last_y - lo->edge_y - down * (lo->rows - 1)) / 2;
    for (uint32_t s = 0; s < wired->places->switches; s++) {
        int x = spread(lo->at[s].x, lo->cols, lo->edge_x, last_x);
        int row = lo->rows > 1 ? top + lo->at[s].y * down : (lo->edge_y + last_y) / 2;
        wired->box[s] = (ws_rect){x, row, lo->box_w, lo->box_h};
    }
}

/* ---- ways ---- */

/* The pixel row or column, inside a box, of a track. */
static int track_row(const loop *lo, int track) {
    int tracks = lo->wirer.wired->tracks;
    int last = 2 * lo->box_h - 2;
    return tracks > 1 ? track * last / (tracks - 1) : last / 2 / 2 * 2;
}

static int track_column(const loop *lo, int track) {
    int tracks = lo->wirer.wired->tracks;
    return (lo->box_w - 2) / 2 + 2 * (2 * track - (tracks - 1));
}

/* The track of virtual channel 0 in a direction: traffic keeps to the right. */
static int track_of(const loop *lo, int across, int down) {
    int vcs = lo->two_way ? lo->wirer.wired->tracks / 2 : 0;
    return across > 0 || down < 0 ? vcs : 0;
}

static int sign_of(int number) {
    return (number > 0) - (number < 0);
}

/* From box to box in a row or a column; round a corner where they share neither: outside. */
static void way_put(loop *lo, uint32_t from, uint32_t to) {
    const ws_wired *wired = lo->wirer.wired;
    ws_rect one = wired->box[from];
    ws_rect other = wired->box[to];
    int across = sign_of(other.x - one.x);
    int down = sign_of(other.y - one.y);
    int track = track_of(lo, across, down);
    int row = track_row(lo, track);
    int column = track_column(lo, track);
    int middle = lo->box_h / 2 * 2;
    bool upper = one.y * 2 + one.h < wired->height;
    bool outer = upper == (down > 0); /* level first */
    if (!down) {
        int start = one.x + lo->box_w / 2 - 1;
        int end = other.x + lo->box_w / 2 - 1 - across * FLIT;
        ws_wire_to(&lo->wirer, start, one.y * 2 + row);
        ws_wire_to(&lo->wirer, end, one.y * 2 + row);
        return;
    }
    if (!across) {
        ws_wire_to(&lo->wirer, one.x + column, one.y * 2 + middle);
        ws_wire_to(&lo->wirer, one.x + column, other.y * 2 + middle - down * FLIT);
        return;
    }
    if (outer) {
        ws_wire_to(&lo->wirer, one.x + lo->box_w / 2 - 1, one.y * 2 + row);
        ws_wire_to(&lo->wirer, other.x + column, one.y * 2 + row);
        ws_wire_to(&lo->wirer, other.x + column, other.y * 2 + middle - down * FLIT);
        return;
    }
    ws_wire_to(&lo->wirer, one.x + column, one.y * 2 + middle);
    ws_wire_to(&lo->wirer, one.x + column, other.y * 2 + row);
    ws_wire_to(&lo->wirer, other.x + lo->box_w / 2 - 1 - across * FLIT, other.y * 2 + row);
}

/* ---- hosts ---- */

/* Where a host's cable ends: in the box, and at its name. `out`: the one that leads to the host. */
static void host_way(loop *lo, uint32_t h, bool out) {
    const ws_frame *frame = lo->wirer.frame;
    ws_wired *wired = lo->wirer.wired;
    uint32_t s = frame->link[frame->host[h].inject_link].to;
    ws_rect box = wired->box[s];
    host_side side = side_of(lo, h);
    int slot = slot_of(lo, h);
    int columns = ws_text_columns(frame->graph.node[frame->switches + h].name);
    ws_spot inner;
    ws_spot outer;
    if (side == LEFT || side == RIGHT) {
        bool lower = box.y * 2 + box.h >= wired->height && lo->rows > 1;
        int base = lo->stacked > 1 ? 2 * slot : 1 - lower;
        int row = 2 * (box.y + base + (out != lower));
        if (lo->stacked == 1 && !out)
            row = 2 * box.y + track_row(lo, 0);
        int way = side == LEFT ? -1 : 1;
        inner = (ws_spot){box.x + lo->box_w / 2 - 1 + (out ? 0 : way * FLIT), row};
        int edge = side == LEFT ? box.x - lo->wire : box.x + box.w + lo->wire - 2;
        outer = (ws_spot){edge, row};
        int x = side == LEFT ? edge - 1 - columns : edge + 3;
        wired->host[h] = (ws_rect){x, box.y + base, columns, 1};
    } else {
        int column = box.x + 1 + HOST_COLUMNS * slot + (out ? FLIT : 0);
        int down = side == DOWN;
        int edge = down ? box.y + box.h + WIRE_DOWN : box.y - WIRE_DOWN - 1;
        inner = (ws_spot){column, 2 * box.y + lo->box_h / 2 * 2};
        outer = (ws_spot){column, down ? 2 * edge - 2 : 2 * edge + 2};
        wired->host[h] = (ws_rect){box.x + 1 + HOST_COLUMNS * slot, edge, columns, 1};
    }
    ws_spot from = out ? inner : outer;
    ws_spot to = out ? outer : inner;
    ws_wire_to(&lo->wirer, from.x, from.y);
    ws_wire_to(&lo->wirer, to.x, to.y);
}

static void ways_put(loop *lo) {
    const ws_frame *frame = lo->wirer.frame;
    ws_wired *wired = lo->wirer.wired;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        wired->path0[l] = wired->points;
        lo->wirer.begun = false;
        if (ws_is_host(frame, link->to))
            host_way(lo, link->to - frame->switches, true);
        else if (ws_is_host(frame, link->from))
            host_way(lo, link->from - frame->switches, false);
        else
            way_put(lo, link->from, link->to);
    }
    wired->path0[frame->links] = wired->points;
}

/* ---- all ---- */

/* What is free inside a ring, a cell beside its cables. */
static ws_rect middle_of(const loop *lo) {
    const ws_wired *wired = lo->wirer.wired;
    int first = track_column(lo, 0);
    int behind = track_column(lo, wired->tracks - 1) + 2;
    ws_rect free = {0, 0, wired->width, wired->height};
    for (uint32_t s = 0; s < wired->places->switches; s++) {
        ws_rect box = wired->box[s];
        int right = free.x + free.w;
        int bottom = free.y + free.h;
        int left = lo->at[s].x == 0 ? ws_max(free.x, box.x + behind + 1) : free.x;
        if (lo->at[s].x == lo->cols - 1)
            right = ws_min(right, box.x + first - 1);
        int top = lo->at[s].y == 0 ? ws_max(free.y, box.y + box.h) : free.y;
        if (lo->at[s].y == lo->rows - 1)
            bottom = ws_min(bottom, box.y);
        free = (ws_rect){left, top, right - left, bottom - top};
    }
    return free;
}

static bool loop_fits(loop *lo) {
    lo->stacked = 0;
    loop_look(lo);
    lo->box_h = box_rows(lo);
    return rows_fit(lo) && columns_fit(lo);
}

/* A line has as many rows as it takes for some flits between two boxes. */
static bool line_fits(loop *lo) {
    int count = (int)lo->wirer.wired->places->switches;
    int best = 0;
    for (int rows = 1; rows <= 4 && rows <= count; rows++) {
        line_places(lo, rows);
        if (!loop_fits(lo))
            continue;
        best = rows;
        if (lo->wirer.wired->width / lo->cols >= PITCH_GOOD)
            break;
    }
    if (best == 0)
        return false;
    line_places(lo, best);
    return loop_fits(lo);
}

bool ws_wired_ring(ws_wired *wired, const ws_frame *frame) {
    loop lo = {.wirer = {.wired = wired, .frame = frame}};
    wired->pixels = true;
    lo.ring = wired->places->family == WS_FAMILY_RING;
    lo.at = ws_alloc(frame->switches, sizeof *lo.at);
    lo.place = ws_host_places(frame);
    loop_look(&lo);
    int vcs = ws_clamp((int)frame->def.vcs, 1, 2);
    wired->tracks = lo.two_way ? 2 * vcs : vcs;
    if (lo.ring)
        ring_places(&lo);
    bool fits = lo.ring ? loop_fits(&lo) : line_fits(&lo);
    if (fits) {
        wired->form = WS_FORM_NAME;
        boxes_put(&lo);
        ways_put(&lo);
        if (lo.ring)
            wired->middle = middle_of(&lo);
    }
    free(lo.at);
    free(lo.place);
    return fits;
}
