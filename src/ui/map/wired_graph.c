/* wired_graph.c - a network as a graph: boxes at their places, and between them every cable as two
 * curves side by side, one a direction; traffic keeps to the right.
 *
 * A cable that would run over a box, or along another cable, is bent: of a few bends the one that
 * costs least is taken, cable by cable. */
#include <stdlib.h>

#include "ui/map/wirer.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

enum {
    BOX_COST = 40,  /* of a point of a cable over a box */
    STUB = 8,       /* dots of a cable that is not drawn whole, at either end */
    SHARE_COST = 3, /* of a cell that another cable passes */
    SIDE = 26,      /* sixteenths of a dot from the middle of a cable to one direction */
    PART = 4096     /* of a normal */
};

/* ---- boxes ---- */

static int hosts_most(const ws_frame *frame) {
    ws_host_place *place = ws_host_places(frame);
    int most = 0;
    for (uint32_t h = 0; h < frame->hosts; h++)
        most = ws_max(most, place[h].hosts);
    free(place);
    return most;
}

static int name_most(const ws_frame *frame) {
    int most = 0;
    for (uint32_t s = 0; s < frame->switches; s++)
        most = ws_max(most, ws_text_columns(frame->graph.node[s].name));
    return most;
}

static ws_rect box_size(const ws_frame *frame, ws_wired_form form) {
    int name = name_most(frame);
    if (form == WS_FORM_HOSTS)
        return (ws_rect){0, 0, ws_max(ws_max(name + 3, 6), hosts_most(frame) + 2), 2};
    return (ws_rect){0, 0, form == WS_FORM_NAME ? name + 2 : name, 1};
}

static void boxes_put(ws_wired *wired, ws_rect size) {
    const ws_places *places = wired->places;
    int edge_x = wired->width >= 60 ? 2 : 0;
    int edge_y = wired->height >= 30 ? 1 : 0;
    if (places->family == WS_FAMILY_PLANES && edge_y > 0)
        edge_y = 3; /* for cables that close rings */
    int across = wired->width - size.w - 2 * edge_x + 1;
    int down = wired->height - size.h - 2 * edge_y + 1;
    for (uint32_t s = 0; s < places->switches; s++) {
        int x = edge_x + ws_place_scale(places->at[s].x, places->width, across);
        int row = edge_y + ws_place_scale(places->at[s].y, places->height, down);
        wired->box[s] = (ws_rect){x, row, size.w, size.h};
    }
}

/* Is there room for cables between two boxes? */
static bool are_clear(const ws_rect *one, const ws_rect *other, int gap_x, int gap_y) {
    bool beside = one->x + one->w + gap_x <= other->x || other->x + other->w + gap_x <= one->x;
    bool above = one->y + one->h + gap_y <= other->y || other->y + other->h + gap_y <= one->y;
    return beside || above;
}

static bool boxes_clear(const ws_wired *wired, int gap_x, int gap_y) {
    for (uint32_t s = 0; s < wired->places->switches; s++)
        for (uint32_t i = 0; i < s; i++)
            if (!are_clear(&wired->box[i], &wired->box[s], gap_x, gap_y))
                return false;
    return true;
}

/* The richest form for which there is room. */
static bool boxes_fit(ws_wired *wired, const ws_frame *frame) {
    static const int gap_x[] = {5, 3, 2};
    static const int gap_y[] = {2, 1, 1};
    for (ws_wired_form form = WS_FORM_HOSTS; form <= WS_FORM_SHORT; form++) {
        ws_rect size = box_size(frame, form);
        if (wired->width < size.w || wired->height < size.h)
            continue;
        wired->form = form;
        boxes_put(wired, size);
        if (boxes_clear(wired, gap_x[form], gap_y[form]))
            return true;
    }
    return false;
}

/* A sign for each host in the lower row of its box; names below those of a line that have none. */
static void hosts_put(ws_wired *wired, const ws_frame *frame) {
    ws_host_place *place = ws_host_places(frame);
    for (uint32_t h = 0; h < frame->hosts; h++) {
        const ws_rect *box = &wired->box[frame->link[frame->host[h].inject_link].to];
        bool shown = wired->form == WS_FORM_HOSTS;
        wired->host[h] = (ws_rect){box->x + 1 + place[h].place, box->y + 1, shown, 1};
        bool first = place[h].place == 0 && box->y + 2 < wired->height;
        if (!shown && first && wired->places->family == WS_FAMILY_LINE)
            wired->host[h] = (ws_rect){box->x + 1, box->y + 2, box->w + 1, 1}; /* a name below it */
    }
    free(place);
}

/* ---- curves ---- */

/* A cable from one box to another, bent by so many dots to the right of its way. */
typedef struct curve {
    ws_spot from;
    ws_spot to;
    int64_t normal_x; /* to the right, in parts of a dot */
    int64_t normal_y;
    int length;
    int bend;
} curve;

static ws_spot box_middle(const ws_rect *box) {
    return (ws_spot){box->x * WS_DOTS_X + box->w, box->y * WS_DOTS_Y + 2 * box->h};
}

static int length_of(ws_spot from, ws_spot to) {
    int64_t across = to.x - from.x;
    int64_t down = to.y - from.y;
    int length = 1;
    while ((int64_t)(length + 1) * (length + 1) <= across * across + down * down)
        length++;
    return length;
}

static curve curve_make(const ws_wired *wired, uint32_t from, uint32_t to, int bend) {
    curve c = {.from = box_middle(&wired->box[from]), .to = box_middle(&wired->box[to])};
    c.length = length_of(c.from, c.to);
    c.normal_x = -(int64_t)(c.to.y - c.from.y) * PART / c.length;
    c.normal_y = (int64_t)(c.to.x - c.from.x) * PART / c.length;
    c.bend = bend;
    return c;
}

static int rounded(int64_t number, int64_t part) {
    return (int)((number >= 0 ? number + part / 2 : number - part / 2) / part);
}

/* Point i of `length`, so many sixteenths of a dot beside the middle. */
static ws_spot curve_at(const curve *c, int i, int side) {
    int64_t whole = c->length;
    int64_t bulge = 4 * (int64_t)c->bend * 16 * i * (whole - i) / (whole * whole);
    int64_t off = bulge + side;
    int64_t x = (c->from.x * (whole - i) + (int64_t)c->to.x * i) * PART / whole;
    int64_t row = (c->from.y * (whole - i) + (int64_t)c->to.y * i) * PART / whole;
    return (ws_spot){rounded(x + c->normal_x * off / 16, PART),
                     rounded(row + c->normal_y * off / 16, PART)};
}

/* ---- bends ---- */

typedef struct sheet {
    ws_wirer wirer;
    uint8_t *used; /* by cell: cables that pass */
    int16_t *over; /* by cell: the switch whose box is there or beside it, + 1 */
    int *bend;     /* by edge, from a to b */
} sheet;

static size_t cell_of(const sheet *sh, ws_spot at) {
    int x = at.x / WS_DOTS_X;
    int row = at.y / WS_DOTS_Y;
    bool inside =
        at.x >= 0 && at.y >= 0 && x < sh->wirer.wired->width && row < sh->wirer.wired->height;
    return inside ? (size_t)(row * sh->wirer.wired->width + x) : SIZE_MAX;
}

static int curve_cost(const sheet *sh, const curve *c, const ws_edge *edge) {
    int cost = abs(c->bend) / 2;
    size_t last = SIZE_MAX;
    for (int i = 0; i <= c->length; i++) {
        size_t cell = cell_of(sh, curve_at(c, i, 0));
        if (cell == SIZE_MAX) {
            cost += BOX_COST;
            continue;
        }
        int32_t s = sh->over[cell] - 1;
        if (s >= 0 && s != edge->a && s != edge->b)
            cost += BOX_COST;
        if (cell != last && s < 0)
            cost += SHARE_COST * sh->used[cell];
        last = cell;
    }
    return cost;
}

static void curve_use(sheet *sh, const curve *c) {
    size_t last = SIZE_MAX;
    for (int i = 0; i <= c->length; i++) {
        size_t cell = cell_of(sh, curve_at(c, i, 0));
        if (cell != SIZE_MAX && cell != last && sh->used[cell] < 9)
            sh->used[cell]++;
        last = cell;
    }
}

static void cable_bend(sheet *sh, const ws_edge *edge, int *bend) {
    static const int bends[] = {0, 6, -6, 12, -12, 20, -20, 30, -30};
    const ws_wired *wired = sh->wirer.wired;
    int best = INT32_MAX;
    for (size_t i = 0; i < sizeof bends / sizeof *bends; i++) {
        curve c = curve_make(wired, (uint32_t)edge->a, (uint32_t)edge->b, bends[i]);
        int cost = curve_cost(sh, &c, edge);
        if (cost < best)
            *bend = bends[i];
        best = ws_min(best, cost);
    }
    curve c = curve_make(wired, (uint32_t)edge->a, (uint32_t)edge->b, *bend);
    curve_use(sh, &c);
}

/* Boxes with a cell around them, for a cable that touches a box seems to end there. */
static void boxes_mark(sheet *sh) {
    const ws_wired *wired = sh->wirer.wired;
    for (uint32_t s = 0; s < wired->places->switches; s++) {
        ws_rect box = wired->box[s];
        for (int row = box.y; row < box.y + box.h; row++)
            for (int x = ws_max(box.x - 1, 0); x < ws_min(box.x + box.w + 1, wired->width); x++)
                sh->over[row * wired->width + x] = (int16_t)(s + 1);
    }
}

/* In cubes a cable to a switch that is no neighbour in the picture is a stub at either end, for it
 * would run over a whole plane. */
static bool is_far(const ws_wired *wired, int32_t from, int32_t to) {
    const ws_spot *at = wired->places->at;
    int across = abs(at[from].x - at[to].x);
    int down = abs(at[from].y - at[to].y);
    return wired->places->family == WS_FAMILY_PLANES && across + down > 2 * WS_PITCH;
}

static void bends_find(sheet *sh) {
    const ws_graph *graph = &sh->wirer.frame->graph;
    boxes_mark(sh);
    for (int32_t i = 0; i < graph->edges; i++) {
        const ws_edge *edge = &graph->edge[i];
        bool inner = edge->a < graph->switches && edge->b < graph->switches;
        if (inner && !is_far(sh->wirer.wired, edge->a, edge->b))
            cable_bend(sh, edge, &sh->bend[i]);
    }
}

/* ---- paths ---- */

static ws_rect dots_of(const ws_rect *box) {
    return (ws_rect){box->x * WS_DOTS_X, box->y * WS_DOTS_Y, box->w * WS_DOTS_X,
                     box->h * WS_DOTS_Y};
}

static int sign_of(int number) {
    return (number > 0) - (number < 0);
}

/* The end of a far cable at a box: `way` points from it to the other end, and traffic keeps right.
 * Cables that close a ring leave on the far side, others across a corner. */
static void stub_put(sheet *sh, const ws_rect *box, ws_spot way, bool arrives) {
    ws_spot middle = box_middle(box);
    int across = sign_of(way.x);
    int down = sign_of(way.y);
    int side = arrives ? -2 : 2;
    ws_spot start = {middle.x - down * side, middle.y + across * side};
    int reach_x = across * (box->w + STUB);
    int reach_y = down * (2 * box->h + STUB);
    ws_spot end = {start.x + reach_x, start.y + reach_y};
    sh->wirer.begun = false;
    ws_spot first = arrives ? end : start;
    ws_spot last = arrives ? start : end;
    ws_wire_to(&sh->wirer, first.x, first.y);
    ws_wire_to(&sh->wirer, last.x, last.y);
}

static void stubs_put(sheet *sh, const ws_frame_link *link) {
    ws_wired *wired = sh->wirer.wired;
    const ws_rect *from = &wired->box[link->from];
    const ws_rect *to = &wired->box[link->to];
    ws_spot way = {to->x - from->x, to->y - from->y};
    if (link->wraps)
        way = (ws_spot){-way.x, -way.y};
    else if (way.y == 0)
        way.y = abs(way.x);
    else if (way.x == 0)
        way.x = abs(way.y);
    ws_spot back = {link->wraps ? -way.x : -sign_of(to->x - from->x), -way.y};
    if (!link->wraps)
        back = (ws_spot){to->x == from->x ? way.x : -way.x, to->y == from->y ? way.y : -way.y};
    ws_rect none = {0, 0, 0, 0};
    uint32_t first = wired->points;
    stub_put(sh, from, way, false);
    ws_wire_cut(&sh->wirer, first, dots_of(from), none);
    first = wired->points;
    stub_put(sh, to, back, true);
    ws_wire_cut(&sh->wirer, first, none, dots_of(to));
}

/* The cable of a host is not seen: the host stands in the box. */
static void path_put(sheet *sh, const ws_frame_link *link) {
    const ws_frame *frame = sh->wirer.frame;
    ws_wired *wired = sh->wirer.wired;
    uint32_t first = wired->points;
    if (ws_is_host(frame, link->from) || ws_is_host(frame, link->to))
        return;
    if (is_far(wired, (int32_t)link->from, (int32_t)link->to)) {
        stubs_put(sh, link);
        return;
    }
    bool forth = (uint32_t)frame->graph.edge[link->edge].a == link->from;
    int bend = sh->bend[link->edge];
    curve c = curve_make(wired, link->from, link->to, forth ? bend : -bend);
    bool alone = link->medium != WS_NIL; /* used in turns: one line for both */
    sh->wirer.begun = false;
    for (int i = 0; i <= c.length; i++) {
        ws_spot at = curve_at(&c, i, alone ? 0 : SIDE);
        ws_wire_to(&sh->wirer, at.x, at.y);
    }
    ws_wire_cut(&sh->wirer, first, dots_of(&wired->box[link->from]),
                dots_of(&wired->box[link->to]));
}

bool ws_wired_graph(ws_wired *wired, const ws_frame *frame) {
    if (!boxes_fit(wired, frame))
        return false;
    hosts_put(wired, frame);
    size_t cells = (size_t)wired->width * (size_t)wired->height;
    sheet sh = {.wirer = {.wired = wired, .frame = frame}};
    sh.used = ws_alloc(cells, sizeof *sh.used);
    sh.over = ws_alloc(cells, sizeof *sh.over);
    sh.bend = ws_alloc((size_t)frame->graph.edges, sizeof *sh.bend);
    bends_find(&sh);
    for (uint32_t l = 0; l < frame->links; l++) {
        wired->path0[l] = wired->points;
        path_put(&sh, &frame->link[l]);
    }
    wired->path0[frame->links] = wired->points;
    free(sh.used);
    free(sh.over);
    free(sh.bend);
    return true;
}
