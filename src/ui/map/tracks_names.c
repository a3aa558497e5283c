/* tracks_names.c - words beside tracks: switches, hosts, and where a ring goes on. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/tracks_painter.h"
#include "ui/panel.h"

/* -------------------------------------------------------------------------------- switches ---- */

/* Cells of a row that worms lie on; a head, or what is full, would be missed more than a flit. */
static int row_taken(const ws_track_painter *p, int x, int row, int columns) {
    enum { FLIT = 1, HEAD = 8 };
    int taken = 0;
    for (int i = 0; i < columns; i++) {
        const ws_sheet_cell *cell = ws_sheet_at(&p->sheet, x + i, row);
        bool there = cell && cell->packet != WS_NIL;
        if (there)
            taken += cell->rank >= WS_RANK_FULL ? HEAD : FLIT;
    }
    return taken;
}

/* The row of a box in which words are least in the way, from its middle on, but not `other`. */
static int row_find(const ws_track_painter *p, const ws_rect *box, int x, int columns, int other) {
    int best = other;
    int least = INT_MAX;
    for (int i = 0; i <= box->h; i++) {
        int away = (i + 1) / 2;
        int row = box->y + (box->h - 1) / 2 + (i % 2 ? away : -away);
        if (row < box->y || row >= box->y + box->h || row == other)
            continue;
        int taken = row_taken(p, x, row, columns);
        if (taken >= least)
            continue;
        least = taken;
        best = row;
    }
    return best;
}

/* The column at which they are: that which is given, or one beside it where they hide less. */
static int column_find(const ws_track_painter *p, const ws_rect *box, int x, int columns) {
    int best = x;
    int least = INT_MAX;
    for (int i = 0; i <= 2 * box->w; i++) {
        int away = (i + 1) / 2;
        int try = x + (i % 2 ? away : -away);
        if (try <= box->x || try + columns >= box->x + box->w)
            continue;
        int row = row_find(p, box, try, columns, box->y - 1);
        int taken = row_taken(p, try, row, columns);
        if (taken >= least)
            continue;
        least = taken;
        best = try;
    }
    return best;
}

/* Does one of the chain lie here? */
static bool switch_in_chain(const ws_track_painter *p, uint32_t sw) {
    const ws_frame *frame = p->frame;
    for (uint32_t v = 0; v < frame->vcs; v++) {
        const ws_frame_link *link = &frame->link[frame->vc[v].link];
        if (link->from != sw && link->to != sw)
            continue;
        if (ws_why_place(&p->why, frame->vc[v].packet) >= 0)
            return true;
    }
    return false;
}

typedef struct words {
    const ws_rect *box;
    int x;
    int width; /* of the middle of the box */
    bool lit;
} words;

/* Not right beside a cross, or one would read both as one. */
static void heads_put(const ws_track_painter *p, const words *at, int x, int row, uint32_t heads) {
    char text[16];
    int columns = snprintf(text, sizeof text, "%" PRIu32, heads) + 1;
    if (row_taken(p, x - 1, row, columns + 2) > 0)
        return;
    uint32_t ground = ws_track_ground(p, x, row);
    ws_mark mark = ws_track_mark(WS_ROLE_BLOCKED, WS_RANK_NAME);
    mark.fg = ws_ink_alarm(p->view, ground);
    mark.fg = ws_ink_mix(mark.fg, ground, at->lit ? 0 : WS_TRACK_DIMMED);
    mark.glyph = p->code[WS_GLYPH_BLOCKED];
    mark.sign = WS_SIGN_HEADS;
    ws_sheet_put(&p->sheet, x, row, &mark);
    ws_sheet_text(&p->sheet, x + 1, row, &mark, text);
}

static bool is_root(const ws_track_painter *p, uint32_t sw) {
    return ws_jam_is_main(p->view, sw);
}

uint32_t ws_track_box_ground(const ws_track_painter *p, uint32_t sw) {
    return is_root(p, sw) ? ws_ink_hot(p->view, 0) : ws_ink_ground(p->view, WS_ROLE_SWITCH);
}

static ws_mark name_mark(const ws_track_painter *p, uint32_t sw, bool lit) {
    uint32_t ground = ws_track_box_ground(p, sw);
    ws_role role = ground == WS_COLOUR_NONE ? WS_ROLE_STRONG : WS_ROLE_SWITCH;
    ws_mark mark = ws_track_mark(role, WS_RANK_NAME);
    mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_SWITCH), ground, lit ? 0 : 55);
    if (is_root(p, sw)) {
        mark.fg = ws_ink_on(ground);
        mark.attr = p->rich ? WS_BOLD : WS_REVERSE;
    }
    if (p->view->selection.node != sw)
        return mark;
    mark.role = WS_ROLE_SELECTED;
    mark.fg = ws_ink_role(p->view, WS_ROLE_SELECTED);
    mark.bg = ws_ink_ground(p->view, WS_ROLE_SELECTED);
    return mark;
}

/* Before the name of a switch that the root of a jam leaves. */
static void root_put(const ws_track_painter *p, uint32_t sw, int x, int row) {
    bool main = is_root(p, sw);
    if (!main && (p->why.count > 0 || !ws_jam_has_root(p->view, sw)))
        return;
    ws_sheet_cell *cell = ws_sheet_at(&p->sheet, x, row);
    bool taken = cell && cell->packet != WS_NIL && cell->rank >= WS_RANK_HEAD;
    if (!main && taken) /* a head that waits tells more */
        return;
    ws_mark mark = name_mark(p, sw, true);
    mark.glyph = p->code[main ? WS_GLYPH_ROOT : WS_GLYPH_ROOT_OTHER];
    mark.sign = main ? WS_SIGN_ROOT : WS_SIGN_ROOTS;
    ws_sheet_put(&p->sheet, x, row, &mark);
    ws_rect all = {x, row, 1 + ws_text_columns(ws_node_name(p->frame, sw)), 1};
    if (main)
        ws_tag_note_put(p->view, WS_TAG_ROOT, all, mark.sign, ws_tag_since(0));
}

/* The name steps aside; the count of waiting heads stands beside or below it, where it is free. */
static void name_paint(const ws_track_painter *p, uint32_t sw) {
    char count[16];
    const char *name = ws_node_name(p->frame, sw);
    uint32_t heads = ws_heads_lit(p->view, sw);
    int number = snprintf(count, sizeof count, "%" PRIu32, heads) + 1;
    int columns = ws_text_columns(name);
    words at = {.box = &p->plan->box[sw], .width = ws_max(p->plan->tracks.middle_w, columns)};
    at.x = at.box->x + (at.box->w - at.width) / 2;
    at.lit = p->why.count == 0 || switch_in_chain(p, sw);
    bool beside = columns + 1 + number <= at.width;
    int all = columns + (heads > 0 && beside ? 1 + number : 0);
    int sign = is_root(p, sw) || ws_jam_has_root(p->view, sw); /* stands before it */
    all += sign + (heads > 0);
    at.x = sign + column_find(p, at.box, at.x - sign, all);
    int row = row_find(p, at.box, at.x - sign, all, at.box->y - 1);
    ws_mark mark = name_mark(p, sw, at.lit);
    ws_sheet_text(&p->sheet, at.x, row, &mark, name);
    root_put(p, sw, at.x - 1, row);
    if (heads == 0)
        return;
    if (beside) {
        heads_put(p, &at, at.x + columns + 1, row, heads);
        return;
    }
    int next = row_find(p, at.box, at.x, number, row);
    if (next != row)
        heads_put(p, &at, at.x, next, heads);
}

/* Packet buffers of the pool of a switch that are in use, in the corner of its box. */
static void pool_paint(const ws_track_painter *p, uint32_t sw) {
    char text[16];
    uint32_t used = 0;
    const ws_rect *box = &p->plan->box[sw];
    const ws_buffer *buffer = p->frame->buffer + (size_t)sw * p->frame->pool;
    for (uint32_t i = 0; i < p->frame->pool; i++)
        used += buffer[i].packet != WS_NIL;
    if (used == 0)
        return;
    uint32_t ground = ws_ink_ground(p->view, WS_ROLE_SWITCH);
    ws_mark mark = ws_track_mark(WS_ROLE_BUFFER, WS_RANK_NAME);
    mark.fg = ws_ink_readable(ws_ink_role(p->view, WS_ROLE_BUFFER), ground);
    mark.fg = ws_ink_mix(mark.fg, ground, p->why.count ? WS_TRACK_DIMMED : 0);
    int columns = snprintf(text, sizeof text, "%" PRIu32, used);
    int x = box->x + box->w - columns - !p->rich;
    mark.sign = WS_SIGN_POOL;
    ws_sheet_text(&p->sheet, x, box->y + box->h - 1, &mark, text);
}

void ws_track_names(const ws_track_painter *p) {
    for (uint32_t sw = 0; sw < p->frame->switches; sw++) {
        if (!p->seen[sw])
            continue;
        name_paint(p, sw);
        if (p->frame->pool > 0)
            pool_paint(p, sw);
    }
}

/* ----------------------------------------------------------------------------------- hosts ---- */

/* Does the head of its worm wait to get in? */
static bool waits_to_enter(const ws_track_painter *p, uint32_t h) {
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, p->frame->host[h].sending);
    if (!worm || !worm->blocked || worm->head_queue == WS_NIL)
        return false;
    return p->frame->queue[worm->head_queue].node == p->frame->switches + h;
}

/* What it sends, or is sent, lies over it. */
static void host_dot(const ws_track_painter *p, uint32_t h, uint32_t waiting) {
    const ws_map_host *at = &p->plan->host[h];
    ws_sheet_cell *cell = ws_sheet_at(&p->sheet, at->label_x, at->label_y);
    uint32_t ground = ws_track_ground(p, at->label_x, at->label_y);
    ws_mark mark = ws_track_mark(WS_ROLE_HOST, WS_RANK_HOST);
    mark.glyph = p->code[WS_GLYPH_HOST_ONE];
    mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_HOST), ground, 60);
    mark.link = p->frame->host[h].inject_link;
    ws_role role = waits_to_enter(p, h) ? WS_ROLE_BLOCKED : WS_ROLE_BACKLOG;
    if (waiting > 0 || role == WS_ROLE_BLOCKED) {
        mark.role = role;
        mark.fg = ws_ink_readable(ws_ink_role(p->view, role), ground);
    }
    if (p->why.count > 0)
        mark.fg = ws_ink_mix(mark.fg, ground, WS_TRACK_DIMMED);
    mark.sign = WS_SIGN_HOST;
    ws_sheet_put(&p->sheet, at->label_x, at->label_y, &mark);
    if (cell)
        cell->node = p->frame->switches + h;
}

static bool is_free(const ws_track_painter *p, int x, int row, int columns) {
    for (int i = 0; i < columns; i++) {
        const ws_sheet_cell *cell = ws_sheet_at(&p->sheet, x + i, row);
        if (cell && cell->rank > 0)
            return false;
    }
    return true;
}

/* A count where nothing else stands. */
static void count_paint(const ws_track_painter *p, int x, int row, uint32_t waiting) {
    char text[16];
    ws_mark mark = ws_track_mark(WS_ROLE_BACKLOG, WS_RANK_HOST);
    mark.fg = ws_ink_role(p->view, WS_ROLE_BACKLOG);
    if (p->why.count > 0)
        mark.fg = ws_ink_mix(mark.fg, ws_ink_ground(p->view, WS_ROLE_TEXT), WS_TRACK_DIMMED);
    int columns = snprintf(text, sizeof text, waiting > 99 ? "99+" : "%" PRIu32, waiting);
    if (!is_free(p, x, row, columns))
        return;
    mark.sign = WS_SIGN_BACKLOG;
    ws_sheet_text(&p->sheet, x, row, &mark, text);
}

static void host_name(const ws_track_painter *p, uint32_t h, uint32_t waiting) {
    const ws_map_host *at = &p->plan->host[h];
    uint32_t node = p->frame->switches + h;
    ws_mark mark = ws_track_mark(WS_ROLE_HOST, WS_RANK_HOST);
    mark.fg = ws_ink_role(p->view, WS_ROLE_HOST);
    if (p->why.count > 0)
        mark.fg = ws_ink_mix(mark.fg, ws_ink_ground(p->view, WS_ROLE_TEXT), WS_TRACK_DIMMED);
    if (p->view->selection.node == node) {
        mark.role = WS_ROLE_SELECTED;
        mark.fg = ws_ink_role(p->view, WS_ROLE_SELECTED);
        mark.bg = ws_ink_ground(p->view, WS_ROLE_SELECTED);
    }
    const char *name = ws_node_name(p->frame, node);
    int columns = ws_sheet_text(&p->sheet, at->label_x, at->label_y, &mark, name);
    for (int i = 0; i < columns; i++) {
        ws_sheet_cell *cell = ws_sheet_at(&p->sheet, at->label_x + i, at->label_y);
        if (cell)
            cell->node = node;
    }
    if (waiting > 0)
        count_paint(p, at->label_x, at->label_y + (at->left ? -1 : 1), waiting);
}

static void host_paint(const ws_track_painter *p, uint32_t h) {
    const ws_frame_host *host = &p->frame->host[h];
    uint32_t waiting = host->waiting_all - (host->sending != WS_NIL && host->waiting_all > 0);
    const ws_map_host *at = &p->plan->host[h];
    if (p->plan->tracks.hosts == WS_TRACK_DOTS)
        host_dot(p, h, waiting);
    else if (at->name_width > 0)
        host_name(p, h, waiting);
    else if (waiting > 0)
        count_paint(p, at->label_x, at->label_y, waiting);
}

void ws_track_hosts_paint(const ws_track_painter *p) {
    for (uint32_t h = 0; h < p->frame->hosts; h++)
        if (p->seen[p->frame->switches + h])
            host_paint(p, h);
}

/* ---------------------------------------------------------------------------------- labels ---- */

static int label_put(const ws_track_painter *p, int x, int row, const char *text) {
    uint32_t ground = ws_ink_ground(p->view, WS_ROLE_TEXT);
    ws_mark mark = ws_track_mark(WS_ROLE_FAINT, WS_RANK_FREE);
    mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_FAINT), ground, 25);
    mark.sign = WS_SIGN_WRAPS;
    return ws_sheet_text(&p->sheet, x, row, &mark, text);
}

/* Where a row goes on that leaves the picture. */
int ws_track_wrap_label(const ws_track_painter *p, int x, int row, const char *name, bool east) {
    char text[64];
    const char *arrow = east ? "↷" : "↶";
    if (p->view->glyphs->ascii)
        arrow = east ? ">" : "<";
    snprintf(text, sizeof text, "%s%s", east ? arrow : name, east ? name : arrow);
    return label_put(p, x, row, text);
}

static void label_across(const ws_track_painter *p, const ws_frame_link *link, bool east) {
    const char *name = ws_node_name(p->frame, link->to);
    int x = east ? p->plan->width - 1 - ws_text_columns(name) : 0;
    (void)ws_track_wrap_label(p, x, p->plan->box[link->from].y - 1, name, east);
}

/* Beside the column, in the first or last row. */
static void label_down(const ws_track_painter *p, const ws_frame_link *link, bool south) {
    const ws_rect *box = &p->plan->box[link->from];
    bool inside = p->plan->tracks.hosts == WS_TRACK_DOTS;
    int x = inside ? box->x + p->plan->tracks.middle_x : box->x + box->w;
    (void)label_put(p, x, south ? p->plan->height - 1 : 0, ws_node_name(p->frame, link->to));
}

static void label_paint(const ws_track_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    uint32_t first = p->plan->path0[l];
    if (!link->wraps || first == p->plan->path0[l + 1])
        return;
    const ws_node *from = &p->frame->graph.node[link->from];
    const ws_node *to = &p->frame->graph.node[link->to];
    int direction = p->plan->cell[first].direction;
    if (ws_track_is_level(direction) && from->y == to->y)
        label_across(p, link, direction == WS_EAST);
    else if (!ws_track_is_level(direction) && from->x == to->x)
        label_down(p, link, direction == WS_SOUTH);
}

void ws_track_labels(const ws_track_painter *p) {
    for (uint32_t l = 0; l < p->frame->links; l++)
        if (p->seen[p->frame->link[l].from])
            label_paint(p, l);
}
