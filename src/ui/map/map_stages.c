/* map_stages.c - the map of a network of stages: see map_plan.h.
 *
 * A row is a switch of each stage. Beside its box are strips with a piece for every cable, in the order of its ports: what arrives, nearest to
 * the box, where its buffer is; and farther away what leaves. Left of the first stage these are the cables of the hosts.
 *
 *   leaves arrives[box]arrives leaves ... leaves arrives[box]
 *
 *   MINI    a cell for what arrives; what leaves is seen where it arrives
 *   BOXES   a few cells for either, and the names of the switches */
#include <stdlib.h>
#include <string.h>

#include "ui/map/map_plan.h"
#include "wormscope/memory.h"

enum { GAP_LEAST = 2, PIECE_MOST = 4, PITCH_MOST = 3 };

/* The ports of a switch on its left and right, as sets. */
typedef struct sides {
    uint64_t ports[2];
} sides;

/* Numbers of columns, rows, cables of a switch on either side; columns of the names. */
typedef struct stages {
    int cols, rows, left, right, name;
    int piece;               /* cells of a cable on a strip */
    int box_w, box_h, pitch; /* pitch: rows from a switch to the next */
    int arrives, leaves;     /* columns of a strip of four, as wide as the wider side needs */
    int step, first;         /* columns from a box to that of the next stage; of the first box */
    sides *side;             /* by switch */
} stages;

static const ws_node *node_of(const ws_frame *f, uint32_t node) { return &f->graph.node[node]; }

static bool is_host(const ws_frame *f, uint32_t node) { return node >= f->switches; }

static bool goes_up(const ws_frame *f, const ws_frame_link *link) {
    return is_host(f, link->from) || (!is_host(f, link->to) && node_of(f, link->to)->x > node_of(f, link->from)->x);
}

bool ws_map_is_staged(const ws_frame *f) {
    bool crosses = false;
    if (f->graph.rows > 0 || f->graph.cols > 0) return false;
    for (uint32_t l = 0; l < f->links; l++) {
        const ws_frame_link *link = &f->link[l];
        uint32_t low = is_host(f, link->to) ? link->from : link->to;
        if (is_host(f, link->from) || is_host(f, link->to)) {
            if (node_of(f, low)->x != 0) return false;
            continue;
        }
        if (abs(node_of(f, link->to)->x - node_of(f, link->from)->x) != 1) return false;
        crosses |= node_of(f, link->to)->y != node_of(f, link->from)->y;
    }
    return crosses;
}

static int port_at(const ws_frame *f, uint32_t node, const ws_frame_link *link) {
    const ws_edge *edge = &f->graph.edge[link->edge];
    return (uint32_t)edge->a == node ? edge->a_port : edge->b_port;
}

/* Is a link at the right of the switch, one of its two ends? */
static bool is_right(const ws_frame *f, uint32_t node, const ws_frame_link *link) {
    return goes_up(f, link) == (link->from == node);
}

/* Which of the cables on its side of a switch a link is: how many have a lower port. */
static int slot_of(const stages *s, const ws_frame *f, uint32_t node, const ws_frame_link *link) {
    uint64_t lower = s->side[node].ports[is_right(f, node, link)] & ((1ull << port_at(f, node, link)) - 1);
    int slot = 0;
    for (; lower; lower &= lower - 1) slot++;
    return slot;
}

static stages stages_look(const ws_frame *f) {
    stages s = {.side = calloc(f->switches, sizeof *s.side)};
    if (!s.side) ws_no_memory(0);
    for (uint32_t l = 0; l < f->links; l++) {
        const ws_frame_link *link = &f->link[l];
        if (is_host(f, link->from)) continue;
        bool right = is_right(f, link->from, link);
        s.side[link->from].ports[right] |= 1ull << port_at(f, link->from, link);
    }
    for (uint32_t l = 0; l < f->links; l++) {
        const ws_frame_link *link = &f->link[l];
        if (is_host(f, link->from)) continue;
        int *most = is_right(f, link->from, link) ? &s.right : &s.left;
        *most = ws_max(*most, slot_of(&s, f, link->from, link) + 1);
    }
    for (uint32_t sw = 0; sw < f->switches; sw++) {
        s.cols = ws_max(s.cols, node_of(f, sw)->x + 1);
        s.rows = ws_max(s.rows, node_of(f, sw)->y + 1);
        s.name = ws_max(s.name, ws_text_columns(node_of(f, sw)->name));
    }
    return s;
}

/* Columns of a strip whose cables take `piece` cells each. */
static int strip(const stages *s, int piece) { return ws_max(s->left, s->right) * (piece + (piece > 1)); }

static int block_w(const stages *s) { return 2 * (s->arrives + s->leaves) + s->box_w; }
static int width_least(const stages *s) { return s->cols * block_w(s) + (s->cols - 1) * GAP_LEAST; }

static void sizes_of(stages *s, ws_map_style style, int piece) {
    bool is_mini = style == WS_MAP_MINI;
    s->piece = piece;
    s->box_w = is_mini ? 1 : s->name + 2;
    s->box_h = 1;
    s->arrives = strip(s, piece);
    s->leaves = is_mini ? 0 : s->arrives + 1;
}

/* The hosts of the first stage have their two strips side by side, with a blank between. */
static int hosts_w(const stages *s) { return 2 * s->arrives + 1; }

static int width_of(const stages *s) { return hosts_w(s) + width_least(s) - 2 * (s->arrives + s->leaves); }

static bool boxes_fit(stages s, int w, int h) {
    sizes_of(&s, WS_MAP_BOXES, 1);
    return width_of(&s) <= w && s.rows * s.box_h <= h;
}

static ws_map_style style_of(const stages *s, const ws_map_plan *plan) {
    bool is_asked = plan->zoom > 0;
    return is_asked || boxes_fit(*s, plan->area_w, plan->area_h) ? WS_MAP_BOXES : WS_MAP_MINI;
}

/* The spare columns go into longer pieces, then into the gaps. */
static void stages_fit(stages *s, ws_map_plan *plan) {
    int gaps = s->cols - 1;
    sizes_of(s, plan->style, 1);
    for (int piece = 1; plan->style != WS_MAP_MINI && piece <= PIECE_MOST; piece++) {
        stages wider = *s;
        sizes_of(&wider, plan->style, piece);
        if (width_of(&wider) + gaps * 2 * GAP_LEAST <= plan->area_w) *s = wider;
    }
    int spare = ws_max(plan->area_w - width_of(s), 0);
    s->step = block_w(s) + GAP_LEAST + (gaps > 0 ? ws_min(spare / gaps, 40) : 0);
    s->first = hosts_w(s);
    s->pitch = ws_clamp(plan->area_h / s->rows, 1, PITCH_MOST);
    plan->width = s->first + gaps * s->step + s->box_w;
    plan->height = (s->rows - 1) * s->pitch + s->box_h;
}

/* ---- paths ---- */

typedef struct pencil {
    ws_map_plan *plan;
    const stages *s;
    uint32_t count;
} pencil;

static void piece_put(pencil *p, int x, int y, bool east) {
    for (int i = 0; i < p->s->piece; i++)
        ws_map_plan_put(p->plan, p->count++,
                        (ws_map_cell){(int16_t)(east ? x + i : x + p->s->piece - 1 - i), (int16_t)y, east ? WS_EAST : WS_WEST});
}

/* The piece of a cable beside a switch: on its right or left, of what arrives there or what leaves. */
static void end_put(pencil *p, const ws_rect *box, int slot, bool right, bool arrives) {
    const stages *s = p->s;
    bool east = right != arrives;
    int offset = (arrives ? 0 : s->arrives + 1) + slot * (s->piece + (s->piece > 1)) + (s->piece > 1 && right);
    int cables = right ? s->right : s->left;
    int place = right ? box->x + box->w + offset
                      : box->x - (arrives ? 0 : s->arrives + 1) - strip(s, s->piece) +
                            (ws_max(s->left, s->right) - cables + slot) * (s->piece + (s->piece > 1));
    piece_put(p, place, box->y, east);
}

static void path_put(pencil *p, const ws_frame *f, const ws_frame_link *link) {
    bool up = goes_up(f, link), mini = p->plan->style == WS_MAP_MINI;
    if (is_host(f, link->to)) {
        end_put(p, &p->plan->box[link->from], slot_of(p->s, f, link->from, link), false, false);
        return;
    }
    if (!is_host(f, link->from) && !mini) end_put(p, &p->plan->box[link->from], slot_of(p->s, f, link->from, link), up, false);
    end_put(p, &p->plan->box[link->to], slot_of(p->s, f, link->to, link), !up, true);
}

void ws_map_stages_fit(ws_map_plan *plan, const ws_frame *f) {
    stages s = stages_look(f);
    plan->style = style_of(&s, plan);
    stages_fit(&s, plan);
    for (uint32_t sw = 0; sw < f->switches; sw++)
        plan->box[sw] = (ws_rect){s.first + node_of(f, sw)->x * s.step, node_of(f, sw)->y * s.pitch, s.box_w, s.box_h};
    pencil p = {.plan = plan, .s = &s};
    for (uint32_t l = 0; l < f->links; l++) {
        plan->path0[l] = p.count;
        path_put(&p, f, &f->link[l]);
    }
    plan->path0[f->links] = p.count;
    memset(plan->host, 0, f->hosts * sizeof *plan->host); /* no names */
    free(s.side);
}
