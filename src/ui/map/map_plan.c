/* map_plan.c - lays out the map. First the sizes of a style (boxes, gaps, borders, host stubs) are found for the area, then boxes
 * are put on their grid places, then every link gets its path.
 *
 * Invariant: paths of different links share no cell, but for the two directions of a cable used in turns, and for links between switches
 * that are no neighbours on the grid, which run through the gaps and may cross others. */
#include "ui/map/map_plan.h"
#include "ui/map/places.h"
#include "ui/map/tracks.h"
#include "ui/map/walk.h"
#include "ui/map/wired.h"
#include "wormscope/memory.h"

#include <stdlib.h>
#include <string.h>

#define MINI_PITCH_X 3 /* at least ... */
#define MINI_PITCH_Y 2
#define MINI_MOST_X  9 /* ... and at most */
#define MINI_MOST_Y  4

/* What the network asks for. */
typedef struct grid {
    int cols, rows;
    int hosts;                   /* of the switch that has most */
    bool wrap_x, wrap_y, bypass; /* bypass: links between switches that are no neighbours */
    bool half;                   /* cables that are used in turns */
    int *col, *row;              /* by switch */
} grid;

/* Sizes of one style, in cells. */
typedef struct sizes {
    int box_w, box_h, gap_x, gap_y, edge_x, edge_y, stub;
    bool names;
} sizes;

static void *array_new(size_t count, size_t size) {
    void *array = ws_alloc(count, size);
    return array;
}

/* ------------------------------------------------------------------------------------------------- grid ---- */

static int int_compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Coordinates become ranks: 3, 7, 7, 20 are 0, 1, 1, 2. Returns how many there are. */
static int ranks_of(const int *value, int count, int *rank) {
    int *sorted = array_new((size_t)count, sizeof *sorted), distinct = 0;
    memcpy(sorted, value, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, int_compare);
    for (int i = 0; i < count; i++)
        if (i == 0 || sorted[i] != sorted[distinct - 1]) sorted[distinct++] = sorted[i];
    for (int i = 0; i < count; i++) {
        const int *at = bsearch(&value[i], sorted, (size_t)distinct, sizeof *sorted, int_compare);
        rank[i] = (int)(at - sorted);
    }
    free(sorted);
    return distinct;
}

static bool places_differ(const int *x, const int *y, int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (x[i] == x[j] && y[i] == y[j]) return false;
    return true;
}

static void grid_place(grid *g, const ws_graph *graph) {
    int count = graph->switches;
    if (graph->rows > 0 && graph->cols > 0) {
        g->cols = graph->cols;
        g->rows = graph->rows;
        for (int i = 0; i < count; i++) g->col[i] = graph->node[i].x, g->row[i] = graph->node[i].y;
        return;
    }
    int *x = array_new((size_t)count, sizeof *x), *y = array_new((size_t)count, sizeof *y);
    for (int i = 0; i < count; i++) x[i] = graph->node[i].x, y[i] = graph->node[i].y;
    if (places_differ(x, y, count)) {
        g->cols = ranks_of(x, count, g->col);
        g->rows = ranks_of(y, count, g->row);
    } else {
        while (g->cols * g->cols < count) g->cols++;
        g->rows = (count + g->cols - 1) / ws_max(g->cols, 1);
        for (int i = 0; i < count; i++) g->col[i] = i % g->cols, g->row[i] = i / g->cols;
    }
    free(x);
    free(y);
}

static bool are_neighbours(const grid *g, int a, int b) { return abs(g->col[a] - g->col[b]) + abs(g->row[a] - g->row[b]) == 1; }

/* The direction of a link across a corner, -1 if it is none. */
static int skew_of(const grid *g, int a, int b, bool wraps) {
    int dx = ws_axis_step(g->col[a], g->col[b], g->cols, wraps),
        dy = ws_axis_step(g->row[a], g->row[b], g->rows, wraps);
    if (abs(dx) != 1 || abs(dy) != 1) return -1;
    return dy > 0 ? (dx > 0 ? WS_SOUTHEAST : WS_SOUTHWEST) : (dx > 0 ? WS_NORTHEAST : WS_NORTHWEST);
}

static void grid_look(grid *g, const ws_graph *graph) {
    int *hosts = array_new((size_t)graph->switches, sizeof *hosts);
    for (int e = 0; e < graph->edges; e++) {
        const ws_edge *edge = &graph->edge[e];
        int a = edge->a, b = edge->b;
        if (b >= graph->switches) {
            g->hosts = ws_max(g->hosts, ++hosts[a]);
            continue;
        }
        if (skew_of(g, a, b, edge->wrap) >= 0)
            continue;
        if (edge->wrap) {
            g->wrap_x |= g->row[a] == g->row[b];
            g->wrap_y |= g->col[a] == g->col[b];
        }
        g->bypass |= !edge->wrap && !are_neighbours(g, a, b);
    }
    free(hosts);
}

static grid grid_make(const ws_frame *f) {
    grid g = {.cols = 1, .rows = 1};
    g.col = array_new(f->switches, sizeof *g.col);
    g.row = array_new(f->switches, sizeof *g.row);
    grid_place(&g, &f->graph);
    grid_look(&g, &f->graph);
    for (uint32_t l = 0; l < f->links; l++) g.half |= f->link[l].medium != WS_NIL;
    return g;
}

/* ------------------------------------------------------------------------------------------------ sizes ---- */

static int half_up(int n) { return (n + 1) / 2; }

/* The least sizes of a style. */
static sizes sizes_least(const grid *g, ws_map_style style) {
    sizes s = {.box_w = 1, .box_h = 1, .gap_x = MINI_PITCH_X - 1, .gap_y = MINI_PITCH_Y - 1};
    if (style == WS_MAP_MINI)
        return s;
    s.box_w = ws_max(2 + 4 * half_up(half_up(g->hosts)), 6);
    s.box_h = 2;
    s.gap_x = 4;
    s.gap_y = 3;
    s.edge_x = g->wrap_x ? 2 : 0;
    s.edge_y = g->hosts ? 1 : 0;
    if (g->wrap_y || g->bypass)
        s.edge_y = 2;
    s.stub = 1;
    return s;
}

static int width_of(const grid *g, const sizes *s) { return g->cols * s->box_w + (g->cols - 1) * s->gap_x + 2 * s->edge_x; }
static int height_of(const grid *g, const sizes *s) { return g->rows * s->box_h + (g->rows - 1) * s->gap_y + 2 * s->edge_y; }

/* Shares the spare room among gaps (2 parts) and borders (1 part, only where something lies there). */
static void room_share(int spare, int gaps, int *gap, int gap_most, int *edge) {
    int parts = 2 * gaps + (*edge ? 2 : 0);
    if (spare <= 0 || parts == 0) return;
    int one = spare / parts;
    if (*edge) *edge += one;
    if (gaps) *gap = ws_min(*gap + 2 * one, gap_most);
    int rest = spare - one * parts;
    if (gaps && rest >= gaps && *gap < gap_most) ++*gap, rest -= gaps;
    if (*edge && rest >= 2) ++*edge;
}

static sizes sizes_fit(const grid *g, ws_map_style style, int area_w, int area_h) {
    sizes s = sizes_least(g, style);
    if (style == WS_MAP_MINI) {
        s.gap_x = ws_clamp(area_w / g->cols, MINI_PITCH_X, MINI_MOST_X) - 1;
        s.gap_y = ws_clamp(area_h / g->rows, MINI_PITCH_Y, MINI_MOST_Y) - 1;
        return s;
    }
    room_share(area_w - width_of(g, &s), g->cols - 1, &s.gap_x, 48, &s.edge_x);
    room_share(area_h - height_of(g, &s), g->rows - 1, &s.gap_y, 14, &s.edge_y);
    int room = g->rows > 1 ? s.gap_y : 2 * s.edge_y;
    s.stub = ws_clamp((room - 3) / 2, 1, 4);
    s.names = room >= 2 * s.stub + 3 && s.edge_y > s.stub;
    return s;
}

static ws_map_style style_choose(const grid *g, int area_w, int area_h) {
    sizes s = sizes_least(g, WS_MAP_BOXES);
    bool fits = width_of(g, &s) <= area_w && height_of(g, &s) <= area_h;
    return fits ? WS_MAP_BOXES : WS_MAP_MINI;
}

/* ------------------------------------------------------------------------------------------------ paths ---- */

typedef struct walker {
    ws_walker at;
    int *far; /* by switch: links from it to switches that are no neighbours, so far */
} walker;

/* The row (column) between two switches on which traffic in this direction runs: it keeps right. */
static int lane_row(const ws_rect *box, const grid *g, ws_map_style style, int direction) {
    if (style == WS_MAP_MINI) return box->y;
    return box->y + (direction == WS_EAST && !g->half);
}
static int lane_col(const ws_rect *box, const grid *g, int direction) {
    return box->x + box->w / 2 - 1 + (direction == WS_NORTH && !g->half);
}

/* Sets the walker to the first cell outside a box on the side of a direction. */
static void leave(walker *w, const grid *g, const ws_rect *box, int direction) {
    bool level = ws_is_level(direction);
    w->at.x =
        level ? (direction == WS_EAST ? box->x + box->w : box->x - 1) : lane_col(box, g, direction);
    w->at.row = level ? lane_row(box, g, w->at.plan->style, direction)
                      : (direction == WS_SOUTH ? box->y + box->h : box->y - 1);
}

/* Out over one border, and in from the opposite one. */
static void path_wrap(walker *w, const grid *g, const sizes *s, const ws_rect *a, const ws_rect *b, int direction) {
    bool level = ws_is_level(direction);
    int stub = level ? s->edge_x : s->edge_y;
    leave(w, g, a, direction);
    ws_walk(&w->at, direction, stub);
    leave(w, g, b, ws_opposite(direction)); /* the side by which it comes in ... */
    if (level) {
        w->at.x +=
            direction == WS_EAST ? 1 - stub : stub - 1; /* ... from the border on, on its own row */
        w->at.row = lane_row(b, g, w->at.plan->style, direction);
    } else {
        w->at.row += direction == WS_SOUTH ? 1 - stub : stub - 1;
        w->at.x = lane_col(b, g, direction);
    }
    ws_walk(&w->at, direction, stub);
}

/* Down (up) to the gap before the other's row, along it, and on. */
static void path_bypass(walker *w, const grid *g, const ws_rect *a, const ws_rect *b) {
    int direction = b->y > a->y ? WS_SOUTH : WS_NORTH;
    int gap = direction == WS_SOUTH ? b->y - 2 : b->y == a->y ? b->y - 2 : b->y + b->h + 1;
    leave(w, g, a, direction);
    ws_walk(&w->at, direction, abs(gap - w->at.row));
    int last = b->y == a->y ? WS_SOUTH : direction, target = lane_col(b, g, last);
    w->at.row = gap;
    ws_walk(&w->at, target > w->at.x ? WS_EAST : WS_WEST, abs(target - w->at.x));
    ws_walk(&w->at, last, abs((last == WS_SOUTH ? b->y : b->y + b->h - 1) - w->at.row));
}

/* So many cells of a row, in the direction of travel; x is the leftmost. */
static void run_put(walker *w, int x, int y, int cells, bool east) {
    w->at.x = east ? x : x + cells - 1;
    w->at.row = y;
    ws_walk(&w->at, east ? WS_EAST : WS_WEST, cells);
}

/* From corner to corner down (up) the gap, a run in each of its rows; of one that closes a ring, a run at either end. */
static void path_skew(walker *w, const sizes *s, const ws_rect *a, const ws_rect *b, int direction) {
    bool east = direction == WS_SOUTHEAST || direction == WS_NORTHEAST,
         down = direction == WS_SOUTHEAST || direction == WS_SOUTHWEST;
    bool closes = (b->x > a->x) != east || (b->y > a->y) != down;
    if (closes) {
        int cells = ws_min(ws_max(s->edge_x, 1), s->gap_x);
        run_put(w, east ? a->x + a->w : a->x - cells, down ? a->y + a->h : a->y - 1, cells, east);
        run_put(w, east ? b->x - cells : b->x + b->w, down ? b->y - 1 : b->y + b->h, cells, east);
        return;
    }
    const ws_rect *left = east ? a : b;
    for (int i = 0; i < s->gap_y; i++) {
        int from = i * s->gap_x / s->gap_y, to = (i + 1) * s->gap_x / s->gap_y;
        run_put(w, left->x + left->w + (east ? from : s->gap_x - to), down ? a->y + a->h + i : a->y - 1 - i, to - from, east);
    }
}

static int direction_of(const grid *g, uint32_t a, uint32_t b, bool wraps) {
    int dx = g->col[b] - g->col[a], dy = g->row[b] - g->row[a];
    if (wraps) dx = -dx, dy = -dy;
    return dx > 0 ? WS_EAST : dx < 0 ? WS_WEST : dy > 0 ? WS_SOUTH : WS_NORTH;
}

/* Half-way between the two, a cell in each row of the gap; of one that closes a ring, behind the upper or left one. */
static void path_mini_skew(walker *w, const sizes *s, const ws_rect *a, const ws_rect *b, int direction) {
    bool down = direction == WS_SOUTHEAST || direction == WS_SOUTHWEST,
         east = direction == WS_SOUTHEAST || direction == WS_NORTHEAST;
    const ws_rect *upper = down ? a : b;
    bool falls = down == east; /* like a backslash */
    int pitch_x = s->gap_x + 1, pitch_y = s->gap_y + 1;
    for (int row = 0; row < s->gap_y; row++) {
        int i = down ? row : s->gap_y - 1 - row, offset = (pitch_x * (i + 1) + pitch_y - 1) / pitch_y;
        w->at.x = upper->x + (falls ? offset : -offset);
        w->at.row = upper->y + 1 + i;
        ws_walk(&w->at, direction, 1);
    }
}

/* The half of the gap that is nearer to its sender, or beside its pair, behind the switch on the left or above; of a closing
 * link, behind the last. All its cells show one glyph. Those between switches that are no neighbours have one cell each, in a row below
 * their sender, behind that of its hosts, as many as there is room for. */
static void path_mini(walker *w, const grid *g, const sizes *s, const ws_frame_link *link, const ws_rect *a, const ws_rect *b) {
    int skew = skew_of(g, (int)link->from, (int)link->to, link->wraps);
    if (skew >= 0) {
        path_mini_skew(w, s, a, b, skew);
        return;
    }
    if (!link->wraps && !are_neighbours(g, (int)link->from, (int)link->to)) {
        int place = 3 + w->far[link->from]++;
        w->at.x = a->x + place;
        w->at.row = a->y + 1;
        ws_walk(&w->at, WS_EAST, place <= s->gap_x ? 1 : 0);
        return;
    }
    int direction = direction_of(g, link->from, link->to, link->wraps);
    const ws_rect *owner = direction == WS_EAST || direction == WS_SOUTH ? a : b;
    int half = s->gap_x / 2;
    int across = g->half ? s->gap_x : half; /* a cable used in turns is one line */
    const int dx[] = {1, 0, s->gap_x, !g->half}, dy[] = {0, 1, 0, s->gap_y}, cells[] = {across, s->gap_y, across, s->gap_y};
    w->at.x = owner->x + dx[direction];
    w->at.row = owner->y + dy[direction];
    ws_walk(&w->at, direction, cells[direction]);
}

static void path_switches(walker *w, const grid *g, const sizes *s, const ws_frame_link *link) {
    const ws_rect *a = &w->at.plan->box[link->from], *b = &w->at.plan->box[link->to];
    bool aligned = g->row[link->from] == g->row[link->to] || g->col[link->from] == g->col[link->to];
    int direction = direction_of(g, link->from, link->to, link->wraps);
    if (w->at.plan->style == WS_MAP_MINI) {
        path_mini(w, g, s, link, a, b);
    } else if (skew_of(g, (int)link->from, (int)link->to, link->wraps) >= 0) {
        path_skew(w, s, a, b, skew_of(g, (int)link->from, (int)link->to, link->wraps));
    } else if (link->wraps && aligned) {
        path_wrap(w, g, s, a, b, direction);
    } else if (are_neighbours(g, (int)link->from, (int)link->to)) {
        leave(w, g, a, direction);
        ws_walk(&w->at, direction, ws_is_level(direction) ? s->gap_x : s->gap_y);
    } else {
        path_bypass(w, g, a, b);
    }
}

/* ------------------------------------------------------------------------------------------------ hosts ---- */

/* Where the stub of a host begins, seen from its switch. */
typedef struct stub {
    int x, y, direction; /* of the first cell beside the box, and the direction away from it */
} stub;

static stub stub_corner(const ws_rect *box, int place, int hosts) {
    int top = half_up(hosts);
    bool is_top = place < top;
    int slot = is_top ? place : place - top, first = half_up(is_top ? top : hosts - top);
    int middle = box->x + box->w / 2 - 1;
    int x = slot < first ? middle - 2 * (first - slot) : middle + 2 + 2 * (slot - first);
    return is_top ? (stub){x, box->y - 1, WS_NORTH} : (stub){x, box->y + box->h, WS_SOUTH};
}

static stub stub_of(const ws_map_plan *plan, const grid *g, const ws_rect *box, int place, int hosts) {
    if (plan->style == WS_MAP_BOXES) return stub_corner(box, place, hosts);
    return (stub){box->x + (g->half ? 1 : 2), box->y + 1, WS_EAST};
}

/* The stub is two cells wide, and one if the cable is used in turns; traffic keeps right. `away`: from the switch to the host. */
static void path_host(walker *w, const sizes *s, stub at, bool away, bool half) {
    static const int back_x[] = {1, 0, -1, 0}, back_y[] = {0, 1, 0, -1};
    int direction = away ? at.direction : ws_opposite(at.direction);
    bool second = !half && (direction == WS_EAST || direction == WS_NORTH);
    bool level = ws_is_level(direction);
    int far = away ? 0 : s->stub - 1;
    w->at.x = at.x + back_x[at.direction] * far + (!level && second);
    w->at.row = at.y + back_y[at.direction] * far + (level && second);
    ws_walk(&w->at, direction, s->stub);
}

static ws_map_host label_of(const ws_map_plan *plan, const sizes *s, stub at) {
    if (!s->names || plan->style == WS_MAP_MINI)
        return (ws_map_host){0};
    int up = at.direction == WS_SOUTH ? s->stub : -s->stub;
    return (ws_map_host){.label_x = at.x, .label_y = at.y + up, .name_width = 2};
}

/* ------------------------------------------------------------------------------------------------- plan ---- */

static void boxes_place(ws_map_plan *plan, const grid *g, const sizes *s, uint32_t switches) {
    for (uint32_t i = 0; i < switches; i++)
        plan->box[i] = (ws_rect){s->edge_x + g->col[i] * (s->box_w + s->gap_x), s->edge_y + g->row[i] * (s->box_h + s->gap_y),
                                 s->box_w, s->box_h};
    plan->width = width_of(g, s);
    plan->height = height_of(g, s);
    if (plan->style == WS_MAP_MINI) {
        plan->width = g->cols * (s->box_w + s->gap_x);
        plan->height = g->rows * (s->box_h + s->gap_y);
    }
}

static void paths_make(ws_map_plan *plan, const ws_frame *f, const grid *g, const sizes *s) {
    ws_host_place *place = ws_host_places(f);
    walker w = {.at = {.plan = plan}};
    w.far = ws_alloc(f->switches, sizeof *w.far);
    for (uint32_t l = 0; l < f->links; l++) {
        const ws_frame_link *link = &f->link[l];
        plan->path0[l] = w.at.count;
        if (link->from < f->switches && link->to < f->switches) {
            path_switches(&w, g, s, link);
            continue;
        }
        bool away = link->to >= f->switches;
        uint32_t h = (away ? link->to : link->from) - f->switches, sw = away ? link->from : link->to;
        stub at = stub_of(plan, g, &plan->box[sw], place[h].place, place[h].hosts);
        if (plan->style == WS_MAP_MINI) {
            w.at.x = at.x;
            w.at.row = at.y;
            if (link->medium != WS_NIL)
                ws_walk(&w.at, away ? WS_SOUTH : WS_NORTH, 1);
            else
                ws_walk(&w.at, WS_EAST, away ? 0 : 1); /* one glyph for all: what goes in */
        } else {
            path_host(&w, s, at, away, link->medium != WS_NIL);
        }
        plan->host[h] = label_of(plan, s, at);
    }
    plan->path0[f->links] = w.at.count;
    free(w.far);
    free(place);
}

/* A network of rows and columns has streets where worms do not fit. */
static bool has_streets(const ws_map_plan *plan) {
    ws_family family = plan->places->family;
    return family == WS_FAMILY_GRID || family == WS_FAMILY_PLANES;
}

/* Boxes for whoever moves the map; paths and names are those of the wired map. */
static void wired_take(ws_map_plan *plan, const ws_frame *frame) {
    const ws_wired *wired = plan->wired;
    plan->width = wired->width;
    plan->height = wired->height;
    for (uint32_t s = 0; s < frame->switches; s++) {
        plan->box[s] = wired->box[s];
        if (wired->form == WS_FORM_POINT)
            plan->box[s].y /= 2;
    }
    memset(plan->path0, 0, (frame->links + 1) * sizeof *plan->path0);
    memset(plan->host, 0, frame->hosts * sizeof *plan->host);
}

/* Cable by cable: in the room there is, or, where that was asked for, in a larger one that is
 * panned. */
static bool wired_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    enum { PART = 4, MOST = 16 };
    bool fits = ws_wired_fit(plan->wired, frame, plan->area_w, plan->area_h);
    for (int part = PART + 1; asked && !fits && part <= MOST; part++)
        fits = ws_wired_fit(plan->wired, frame, plan->area_w * part / PART,
                            plan->area_h * part / PART);
    if (fits)
        wired_take(plan, frame);
    return fits;
}

bool ws_map_plan_worms(ws_map_plan *plan, const ws_frame *f, bool asked) {
    /* of a cube of planes cables lie over one another: streets say more, if they fit */
    bool planes = plan->places->family == WS_FAMILY_PLANES;
    plan->is_wired = (asked || !planes) && wired_lay(plan, f, asked);
    if (plan->is_wired)
        return true;
    plan->staged = ws_map_is_staged(f);
    if (plan->staged) {
        ws_map_stages_fit(plan, f);
        return true;
    }
    if (ws_tracks_lay(plan, f, asked))
        return true;
    if (ws_tracks_suit(plan, f)) /* its streets are seen instead */
        return false;
    grid g = grid_make(f);
    plan->style = style_choose(&g, plan->area_w, plan->area_h);
    bool fits = plan->style != WS_MAP_MINI || !has_streets(plan);
    if (!fits)
        plan->style = WS_MAP_BOXES;
    if (fits || asked) {
        sizes s = sizes_fit(&g, plan->style, plan->area_w, plan->area_h);
        boxes_place(plan, &g, &s, f->switches);
        paths_make(plan, f, &g, &s);
    }
    free(g.col);
    free(g.row);
    return fits || asked;
}
