/* tracks_draw.c - worms on tracks: from the frame to the sheet. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/map_tags.h"
#include "ui/map/picture.h"
#include "ui/map/tracks_painter.h"
#include "ui/march.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

#define NONE WS_COLOUR_NONE

/* ---------------------------------------------------------------------------------- wires ---- */

/* A channel of a link while it is drawn. */
typedef struct lane {
    const ws_frame_link *link;
    const ws_frame_vc *vc;
    uint32_t number;
    int track;
    const ws_map_cell *path;
    uint32_t cells;
    uint32_t wire; /* the first of them, which are the wire; one more is the buffer */
    bool halts;    /* its holder, which moves elsewhere, waits here */
} lane;

enum { BUFFERED_LEAST = 3 }; /* cells of a path that has room for the buffer */

static bool is_inner(const ws_frame *frame, const ws_frame_link *link) {
    return link->from < frame->switches && link->to < frame->switches;
}

static int track_of(const ws_track_painter *p, const ws_frame_link *link, uint32_t number) {
    int tracks = is_inner(p->frame, link) ? p->plan->tracks.lanes : 1;
    tracks = ws_min(tracks, (int)link->channels);
    return (int)(number * (uint32_t)tracks / (uint32_t)ws_max((int)link->channels, 1));
}

static lane lane_of(const ws_track_painter *p, uint32_t l, uint32_t number) {
    lane at = {.link = &p->frame->link[l], .number = number};
    at.vc = &p->frame->vc[at.link->vc0 + number];
    at.track = track_of(p, at.link, number);
    at.halts = ws_worm_state_at(p->frame, at.vc) == WS_HERE_HALTS;
    at.path = p->plan->cell + p->plan->path0[l];
    at.cells = p->plan->path0[l + 1] - p->plan->path0[l];
    at.wire = at.cells;
    if (at.link->capacity > 0 && at.cells >= BUFFERED_LEAST)
        at.wire--;
    return at;
}

static ws_map_cell cell_of(const lane *at, uint32_t i) {
    return ws_track_cell(at->path[i], at->track);
}

/* Flits of a packet that have passed onto the wire, and those that would have when its tail has
 * gone on. */
static uint32_t passed_of(const ws_track_painter *p, const lane *at, const ws_frame_worm *worm) {
    if (at->vc->packet == worm->packet)
        return at->vc->sent;
    for (uint32_t i = 0; i < at->link->delay; i++)
        if (p->slot[i].packet == worm->packet && p->slot[i].tail)
            return worm->length + i + 1;
    return worm->length;
}

static ws_track_look look_at(const ws_track_painter *p, const lane *at, const ws_frame_worm *worm) {
    bool halts = at->halts && at->vc->packet == worm->packet;
    return halts ? ws_track_look_halted(p, worm) : ws_track_look_of(p, worm);
}

static void wire_cell(const ws_track_painter *p, const lane *at, uint32_t i, ws_slot shown) {
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, shown.packet);
    if (!worm)
        return;
    ws_map_cell cell = cell_of(at, i);
    ws_track_look look = look_at(p, at, worm);
    uint32_t number = ws_march_at(p->view, ws_march_number(passed_of(p, at, worm), i), i);
    if (shown.head)
        ws_track_head(p, cell, &look, false, shown.within);
    else
        ws_track_body(p, cell, &look, number, ws_track_fades(p, at->link, cell));
}

/* Half-way, the way in which a worm moves, as its head may be far away; and that in which a ring
 * goes round. A cable that is used in turns has one track for both ways, and says it of all. */
static void way_paint(const ws_track_painter *p, const lane *at) {
    uint32_t middle = at->wire / 2;
    ws_slot shown = ws_slot_shown(p->slot, at->link->delay, at->wire, middle);
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, shown.packet);
    bool halts = worm && at->halts && at->vc->packet == worm->packet;
    bool stands = worm && worm->blocked && !worm->in_deadlock;
    if (!worm || ((halts || stands) && at->link->medium == WS_NIL))
        return;
    ws_track_look look = look_at(p, at, worm);
    ws_track_head(p, cell_of(at, middle), &look, false, !shown.head);
}

static void wire_paint(const ws_track_painter *p, const lane *at) {
    for (uint32_t i = 0; i < at->wire; i++)
        wire_cell(p, at, i, ws_slot_shown(p->slot, at->link->delay, at->wire, i));
    if (at->wire > 1)
        way_paint(p, at);
}

/* ------------------------------------------------------------------------------- buffers ---- */

typedef struct filling {
    uint32_t level;
    uint32_t capacity;
    uint32_t front; /* packet, WS_NIL */
} filling;

/* Of the queue that takes what comes off a channel; of a link with one channel, of all its queues.
 */
static filling filling_of(const ws_track_painter *p, const lane *at) {
    const ws_frame *frame = p->frame;
    bool alone = at->link->channels == 1;
    uint32_t q = alone ? at->link->front_queue : at->vc->queue;
    filling found = {at->link->buffered, at->link->capacity, WS_NIL};
    if (q == WS_NIL)
        return found;
    found.front = frame->queue[q].front;
    if (alone)
        return found;
    found.level = frame->queue[q].flits;
    found.capacity = frame->queue[q].capacity;
    return found;
}

/* Is there no room left where a channel ends? */
static bool is_full(const ws_track_painter *p, const lane *at) {
    if (at->link->to >= p->frame->switches)
        return false;
    if (at->link->channels == 1)
        return ws_lens_is_full(p->frame, (uint32_t)(at->link - p->frame->link));
    return at->vc->queue != WS_NIL && ws_lens_queue_is_full(&p->frame->queue[at->vc->queue]);
}

/* Behind the ring of a deadlock, or beside a chain that is lit, it steps back. */
static void full_put(const ws_track_painter *p, const lane *at, ws_map_cell cell) {
    uint32_t front = filling_of(p, at).front;
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, front);
    bool back = p->why.count > 0 || (worm && ws_track_look_of(p, worm).behind);
    if (is_full(p, at))
        ws_track_full(p, cell, (uint32_t)(at->link - p->frame->link), back ? WS_TRACK_BEHIND : 0);
}

static void buffer_paint(const ws_track_painter *p, const lane *at) {
    filling full = filling_of(p, at);
    if (full.level == 0) { /* what passes it is seen */
        ws_slot last = p->slot[at->link->delay - 1];
        if (last.head)
            last.packet = WS_NIL;
        wire_cell(p, at, at->wire, last);
        return;
    }
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, full.front);
    ws_track_look look;
    if (worm)
        look = ws_track_look_of(p, worm);
    ws_track_buffer(p, cell_of(at, at->wire), worm ? &look : NULL, full.level, full.capacity);
}

/* ----------------------------------------------------------------------------- in the box ---- */

/* Where a channel enters or leaves a box. */
typedef struct port {
    int x;
    int row;
    int direction; /* of travel; -1: a host without a cable of its own */
} port;

static port port_of(const ws_track_painter *p, const ws_rect *box, uint32_t l, uint32_t number,
                    bool leaves) {
    lane at = lane_of(p, l, number);
    if (at.cells == 0) {
        uint32_t node = leaves ? at.link->to : at.link->from;
        const ws_map_host *host = &p->plan->host[node - p->frame->switches];
        return (port){host->label_x, host->label_y, -1};
    }
    ws_map_cell cell = cell_of(&at, leaves ? 0 : at.cells - 1);
    int x = ws_clamp(cell.x, box->x, box->x + box->w - 1);
    int row = ws_clamp(cell.y, box->y, box->y + box->h - 1);
    return (port){x, row, cell.direction};
}

/* Cells from where a worm enters a box to where it leaves it. */
typedef struct trail {
    ws_map_cell cell[128];
    int count;
    int x; /* the next one */
    int row;
} trail;

static void trail_add(trail *t, int direction) {
    const int most = (int)(sizeof t->cell / sizeof *t->cell);
    ws_map_cell cell = {(int16_t)t->x, (int16_t)t->row, (uint8_t)direction};
    if (t->count < most)
        t->cell[t->count++] = cell;
}

/* Straight to a column, and to a row, its end not included. */
static void trail_across(trail *t, int x) {
    for (; t->x < x; t->x++)
        trail_add(t, WS_EAST);
    for (; t->x > x; t->x--)
        trail_add(t, WS_WEST);
}

static void trail_down(trail *t, int row) {
    for (; t->row < row; t->row++)
        trail_add(t, WS_SOUTH);
    for (; t->row > row; t->row--)
        trail_add(t, WS_NORTH);
}

/* A host without a cable comes, or goes, by the axis that the other end does not use. */
static bool is_across(port end, port other) {
    if (end.direction >= 0)
        return ws_track_is_level(end.direction);
    return other.direction < 0 || !ws_track_is_level(other.direction);
}

static void trail_find(trail *t, const ws_rect *box, port in, port out) {
    bool across_in = is_across(in, out);
    bool across_out = is_across(out, in);
    t->count = 0;
    t->x = in.x;
    t->row = in.row;
    if (across_in && across_out && in.row != out.row)
        trail_across(t, box->x + box->w / 2);
    if (!across_in && !across_out && in.x != out.x)
        trail_down(t, box->y + box->h / 2);
    if (across_in == across_out && across_in)
        trail_down(t, out.row);
    if (across_in || across_out == across_in)
        trail_across(t, out.x);
    trail_down(t, out.row);
    trail_across(t, out.x);
    int direction = out.direction >= 0 ? out.direction : in.direction;
    trail_add(t, direction >= 0 ? direction : WS_EAST);
}

/* The channel through which a queue was filled. */
static uint32_t lane_of_queue(const ws_track_painter *p, uint32_t q) {
    const ws_frame_link *link = &p->frame->link[p->frame->queue[q].link];
    for (uint32_t i = 0; i < link->channels; i++)
        if (p->frame->vc[link->vc0 + i].queue == q)
            return i;
    return 0;
}

/* From the channel of a queue in a switch to a channel that leaves it; false: there is none. */
static bool way_find(const ws_track_painter *p, uint32_t q, uint32_t channel, trail *way) {
    const ws_frame *frame = p->frame;
    const ws_frame_vc *vc = &frame->vc[channel];
    if (q == WS_NIL || frame->queue[q].link == WS_NIL)
        return false;
    uint32_t node = frame->queue[q].node;
    if (node >= frame->switches || frame->link[vc->link].from != node)
        return false;
    const ws_rect *box = &p->plan->box[node];
    port in = port_of(p, box, frame->queue[q].link, lane_of_queue(p, q), false);
    port out = port_of(p, box, vc->link, channel - frame->link[vc->link].vc0, true);
    trail_find(way, box, in, out);
    return true;
}

/* A worm through a box: what of it has still to pass, the next flit nearest to the output. */
static void through_paint(const ws_track_painter *p, uint32_t channel) {
    const ws_frame_vc *vc = &p->frame->vc[channel];
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, vc->packet);
    trail way;
    if (!worm || vc->sent == 0 || !way_find(p, vc->sender, channel, &way))
        return;
    ws_track_look look = ws_track_look_of(p, worm);
    for (int i = 0; i < way.count; i++) {
        uint32_t number = vc->sent + (uint32_t)(way.count - 1 - i);
        ws_track_body(p, way.cell[i], &look, ws_march_at(p->view, number, (uint32_t)i), false);
    }
}

/* A head that waits at its host, before its cable. */
static void host_front_paint(const ws_track_painter *p, const ws_frame_queue *queue,
                             const ws_frame_worm *worm) {
    uint32_t h = queue->node - p->frame->switches;
    uint32_t first = p->plan->path0[p->frame->host[h].inject_link];
    uint32_t end = p->plan->path0[p->frame->host[h].inject_link + 1];
    const ws_map_host *host = &p->plan->host[h];
    ws_map_cell at = {(int16_t)host->label_x, (int16_t)host->label_y, WS_EAST};
    ws_track_look look = ws_track_look_of(p, worm);
    if (first < end)
        at = p->plan->cell[first];
    else if (look.place < 0) /* its dot says so */
        return;
    if (worm->blocked)
        ws_track_head(p, at, &look, true, 0);
}

/* A head that stands in a switch, or waits at its host. */
static void front_paint(const ws_track_painter *p, uint32_t q) {
    const ws_frame_queue *queue = &p->frame->queue[q];
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, queue->front);
    if (!worm || !queue->head_here)
        return;
    if (queue->node >= p->frame->switches) {
        host_front_paint(p, queue, worm);
        return;
    }
    const ws_rect *box = &p->plan->box[queue->node];
    int inside = ws_max(box->w - 2, 1);
    port in = {.x = box->x + 1, .row = box->y + box->h - 1};
    in.x += (int)(q % (uint32_t)inside);
    if (queue->link != WS_NIL) /* and else in a pool, which is of no link */
        in = port_of(p, box, queue->link, lane_of_queue(p, q), false);
    int direction = in.direction >= 0 ? in.direction : WS_EAST;
    ws_map_cell at = {(int16_t)in.x, (int16_t)in.row, (uint8_t)direction};
    ws_track_look look = ws_track_look_of(p, worm);
    if (queue->link != WS_NIL || worm->blocked)
        ws_track_head(p, at, &look, worm->blocked, 0);
    else
        ws_track_body(p, at, &look, 0, false);
}

/* ---------------------------------------------------------------------------------- chain ---- */

/* From a waiting head to the output that it wants. */
static void ghost_paint(const ws_track_painter *p, size_t nth) {
    uint32_t channel = p->why.wanted[nth];
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, p->why.packet[nth]);
    trail way;
    if (!worm || channel == WS_NIL || !way_find(p, worm->head_queue, channel, &way))
        return;
    uint32_t depth = ws_why_depth(&p->why, nth);
    for (int i = 1; i < way.count; i++)
        ws_track_ghost(p, way.cell[i], depth, p->frame->vc[channel].link);
}

/* Does the cell show a packet, and not its head unless that counts? */
static bool shows(const ws_track_painter *p, int x, int row, uint32_t packet, bool head) {
    const ws_sheet_cell *cell = ws_sheet_at(&p->sheet, x, row);
    return cell && cell->packet == packet && (head || cell->rank < WS_RANK_CHAIN_HEAD);
}

/* The middle of the longest run of its cells in one row that is seen; how long it is. */
static int badge_find(const ws_track_painter *p, uint32_t packet, bool head, int *x, int *row) {
    const ws_rect *window = &p->sheet.window;
    int best = 0;
    for (int down = window->y; down < window->y + window->h; down++) {
        int run = 0;
        for (int across = window->x; across <= window->x + window->w; across++) {
            bool ours = shows(p, across, down, packet, head);
            if (!ours && run > best) {
                best = run;
                *x = across - 1 - run / 2;
                *row = down;
            }
            run = ours ? run + 1 : 0;
        }
    }
    return best;
}

static void badge_paint(const ws_track_painter *p, size_t nth) {
    int x;
    int row;
    bool alone = p->why.count == 1 && !p->why.ring;
    if (alone)
        return;
    int run = badge_find(p, p->why.packet[nth], false, &x, &row);
    if (run == 0) /* only its head is seen */
        run = badge_find(p, p->why.packet[nth], true, &x, &row);
    if (run == 0)
        return;
    ws_track_badge(p, x, row, nth, ws_why_ink(p->view, &p->why, nth), run < 3);
}

/* ---------------------------------------------------------------------------------- whole ---- */

/* Without colours a box has brackets. */
static void brackets_paint(const ws_track_painter *p, const ws_rect *box, ws_role role) {
    ws_mark mark = ws_track_mark(role, 1);
    for (int row = box->y; row < box->y + box->h; row++) {
        mark.glyph = '[';
        ws_sheet_put(&p->sheet, box->x, row, &mark);
        mark.glyph = ']';
        ws_sheet_put(&p->sheet, box->x + box->w - 1, row, &mark);
    }
}

static void box_paint(const ws_track_painter *p, uint32_t sw) {
    uint32_t ground = ws_track_box_ground(p, sw);
    /* a box in reverse would have holes where worms are */
    ws_role role = ground == NONE ? WS_ROLE_TEXT : WS_ROLE_SWITCH;
    ws_sheet_box(&p->sheet, p->plan->box[sw], role, ground, sw);
    if (!p->rich)
        brackets_paint(p, &p->plan->box[sw], role);
}

static void free_paint(const ws_track_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    int tracks = is_inner(p->frame, link) ? p->plan->tracks.lanes : 1;
    uint32_t end = p->plan->path0[l + 1];
    for (uint32_t c = p->plan->path0[l]; c < end; c++) {
        bool fades = ws_track_fades(p, link, p->plan->cell[c]);
        for (int t = 0; t < ws_min(tracks, (int)link->channels); t++)
            ws_track_free(p, ws_track_cell(p->plan->cell[c], t), t, l, fades);
    }
}

/* A cable is seen where one of its ends is. */
static bool is_link_seen(const ws_track_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    return p->seen[link->from] || p->seen[link->to];
}

static void network_paint(const ws_track_painter *p) {
    for (uint32_t sw = 0; sw < p->frame->switches; sw++)
        if (p->seen[sw])
            box_paint(p, sw);
    for (uint32_t l = 0; l < p->frame->links; l++)
        if (is_link_seen(p, l))
            free_paint(p, l);
    ws_track_labels(p);
}

/* What is on the cable of a host that is a dot. */
static void dot_paint(const ws_track_painter *p, const lane *at) {
    bool away = at->link->to >= p->frame->switches;
    uint32_t node = away ? at->link->to : at->link->from;
    const ws_map_host *host = &p->plan->host[node - p->frame->switches];
    const ws_frame_worm *worm = NULL;
    for (uint32_t i = 0; i < at->link->delay && !worm; i++)
        worm = ws_frame_worm_of(p->frame, p->slot[i].packet);
    if (!worm)
        return;
    ws_map_cell cell = {(int16_t)host->label_x, (int16_t)host->label_y, WS_EAST};
    ws_track_look look = ws_track_look_of(p, worm);
    ws_track_body(p, cell, &look, passed_of(p, at, worm) - 1, false);
}

static void dot_full(const ws_track_painter *p, const lane *at) {
    if (at->link->from < p->frame->switches)
        return;
    const ws_map_host *host = &p->plan->host[at->link->from - p->frame->switches];
    full_put(p, at, (ws_map_cell){(int16_t)host->label_x, (int16_t)host->label_y, WS_EAST});
}

static void lanes_paint(const ws_track_painter *p, uint32_t l) {
    const ws_frame_link *link = &p->frame->link[l];
    for (uint32_t i = 0; i < link->channels; i++) {
        lane at = lane_of(p, l, i);
        through_paint(p, link->vc0 + i);
        ws_slots_read(p->frame, at.vc, p->slot);
        if (at.cells == 0) {
            if (!is_inner(p->frame, link)) {
                dot_paint(p, &at);
                dot_full(p, &at);
            }
            continue;
        }
        wire_paint(p, &at);
        if (at.wire < at.cells)
            buffer_paint(p, &at);
        full_put(p, &at, cell_of(&at, at.cells - 1));
    }
}

static void worms_paint(const ws_track_painter *p) {
    const ws_frame *frame = p->frame;
    for (uint32_t l = 0; l < frame->links; l++)
        if (is_link_seen(p, l))
            lanes_paint(p, l);
    for (uint32_t q = 0; q < frame->queues; q++)
        if (p->seen[frame->queue[q].node])
            front_paint(p, q);
    for (size_t i = 0; i < p->why.count; i++)
        ghost_paint(p, i);
    ws_track_hosts_paint(p);
    for (size_t i = p->why.count; i > 0; i--)
        badge_paint(p, i - 1);
}

static void values_paint(const ws_track_painter *p) {
    ws_lens lens = ws_lens_begin(p->view, true);
    for (uint32_t l = 0; l < p->frame->links; l++) {
        uint32_t end = p->plan->path0[l + 1];
        uint32_t cells = end - p->plan->path0[l];
        if (!ws_lens_shows(&lens, l) || cells == 0)
            continue;
        bool full = ws_lens_is_full(p->frame, l);
        uint32_t last = end - 1 - (full && cells > 1);
        for (uint32_t c = p->plan->path0[l]; c < end; c++)
            ws_track_value(p, p->plan->cell[c], lens.link[l], l, c == last);
        if (cells >= BUFFERED_LEAST && ws_lens_moves(&lens, l))
            ws_track_way(p, p->plan->cell[end - 1 - cells / 2], l);
        if (full)
            ws_track_full(p, p->plan->cell[end - 1], l, 0);
    }
    ws_lens_end(&lens);
    ws_track_hosts_paint(p);
}

/* The link that is looked at, or the place of the queue at its end. */
static void looked_at_paint(const ws_track_painter *p) {
    const ws_view_selection *s = &p->view->selection;
    uint32_t l = s->queue != WS_NIL ? p->frame->queue[s->queue].link : s->link;
    if (l == WS_NIL || p->plan->path0[l] == p->plan->path0[l + 1])
        return;
    uint32_t end = p->plan->path0[l + 1];
    uint32_t first = s->queue != WS_NIL ? end - 1 : p->plan->path0[l];
    for (uint32_t i = first; i < end; i++) {
        ws_map_cell at = p->plan->cell[i];
        ws_sheet_cell *cell = ws_sheet_at(&p->sheet, at.x, at.y);
        if (!cell)
            continue;
        cell->role = WS_ROLE_SELECTED;
        cell->fg = NONE;
        cell->bg = NONE;
    }
}

static uint32_t longest_delay(const ws_frame *frame) {
    uint32_t longest = 1;
    for (uint32_t l = 0; l < frame->links; l++)
        if (frame->link[l].delay > longest)
            longest = frame->link[l].delay;
    return longest;
}

ws_track_painter ws_track_painter_begin(const ws_view *view, ws_rect window) {
    ws_track_painter p = {.view = view, .frame = view->frame, .plan = view->map.plan};
    p.code = view->glyphs->code;
    p.rich = ws_ink_rich(view);
    p.sheet = ws_sheet_new(window, ws_ink_ground(view, WS_ROLE_TEXT));
    return p;
}

void ws_track_painter_end(ws_track_painter *p) {
    ws_sheet_free(&p->sheet);
    free(p->slot);
    free(p->seen);
}

static ws_track_painter picture_of(const ws_view *view, ws_rect window) {
    ws_track_painter p = ws_track_painter_begin(view, window);
    ws_map_window shown = ws_map_window_of(view);
    p.seen = ws_map_window_nodes(&shown);
    bool worms = ws_view_shows(view, WS_SHOWS_WORMS);
    if (worms)
        p.why = ws_why_of(view);
    p.slot = ws_alloc(longest_delay(view->frame), sizeof *p.slot);
    network_paint(&p);
    if (worms)
        worms_paint(&p);
    else
        values_paint(&p);
    ws_track_names(&p);
    looked_at_paint(&p);
    return p;
}

void ws_tracks_draw(const ws_view *view, const ws_pen *pen) {
    ws_rect window = {pen->clip.x - pen->x, pen->clip.y - pen->y, pen->clip.w, pen->clip.h};
    ws_track_painter p = picture_of(view, window);
    ws_sheet_flush(&p.sheet, pen);
    view->map.plan->tags->over = WS_SIGN_BIT(TRACK);
    ws_track_painter_end(&p);
}

ws_map_thing ws_tracks_pick(const ws_view *view, int x, int row) {
    const ws_map_plan *plan = view->map.plan;
    ws_rect window = {.w = plan->area_w, .h = plan->area_h};
    window.x = -ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
    window.y = -ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    ws_track_painter p = picture_of(view, window);
    const ws_sheet_cell *cell = ws_sheet_at(&p.sheet, x, row);
    ws_map_thing thing = {WS_NIL, WS_NIL, WS_NIL};
    if (cell)
        thing = (ws_map_thing){cell->node, cell->link, cell->packet};
    if (thing.packet != WS_NIL)
        thing.node = WS_NIL;
    ws_track_painter_end(&p);
    return thing;
}

/* ---- samples of the legend ---- */

enum { SAMPLE_W = 6, SAMPLE_X = 0 };

static ws_track_look look_of(const ws_track_painter *p, ws_sign sign) {
    ws_track_look look = {.role = WS_ROLE_HUE0, .rank = WS_RANK_MOVES, .place = -1};
    look.packet = WS_NIL;
    look.waits = sign == WS_SIGN_WAITS || sign == WS_SIGN_RING;
    look.ring = sign == WS_SIGN_RING;
    look.dimmed = sign == WS_SIGN_DIM && p->view->selection.worm != WS_NIL;
    look.unlit = sign == WS_SIGN_DIM && !look.dimmed;
    if (look.ring)
        look.role = WS_ROLE_DEADLOCK;
    if (look.unlit)
        look.role = WS_ROLE_FAINT;
    look.colour = ws_ink_role(p->view, look.role);
    if (look.ring)
        look.colour = ws_ink_ground(p->view, WS_ROLE_DEADLOCK);
    return look;
}

static ws_map_cell cell_at(int i, int row) {
    return (ws_map_cell){(int16_t)(SAMPLE_X + i), (int16_t)row, WS_EAST};
}

static void sample_worm(const ws_track_painter *p, int row, ws_sign sign) {
    ws_track_look look = look_of(p, sign);
    for (int i = 0; i < SAMPLE_W - 1; i++)
        ws_track_body(p, cell_at(i, row), &look, (uint32_t)(SAMPLE_W - 1 - i), false);
    if (sign == WS_SIGN_MOVES || sign == WS_SIGN_RING)
        ws_track_head(p, cell_at(SAMPLE_W / 2 - 1, row), &look, false, 1);
    ws_track_head(p, cell_at(SAMPLE_W - 1, row), &look, look.waits, 0);
}

/* A switch, with what stands in it; messages of a host stand alone. */
static void sample_box(const ws_track_painter *p, int row, ws_sign sign) {
    enum { HOST_DIM = 60 };
    static const ws_role role[WS_SIGNS] = {
        [WS_SIGN_HEADS] = WS_ROLE_BLOCKED, [WS_SIGN_POOL] = WS_ROLE_BUFFER,
        [WS_SIGN_HOST] = WS_ROLE_BACKLOG,  [WS_SIGN_BACKLOG] = WS_ROLE_BACKLOG,
        [WS_SIGN_ROOT] = WS_ROLE_SWITCH,   [WS_SIGN_ROOTS] = WS_ROLE_SWITCH};
    bool main = sign == WS_SIGN_ROOT;
    uint32_t ground = main ? ws_ink_hot(p->view, 0) : ws_ink_ground(p->view, WS_ROLE_SWITCH);
    ws_mark mark = ws_track_mark(role[sign], WS_RANK_NAME);
    mark.fg = main ? ws_ink_on(ground) : ws_ink_role(p->view, mark.role);
    mark.attr = main && !p->rich ? WS_REVERSE : 0;
    if (sign == WS_SIGN_BACKLOG) {
        ws_sheet_text(&p->sheet, SAMPLE_X, row, &mark, "3");
        return;
    }
    ws_sheet_box(&p->sheet, (ws_rect){SAMPLE_X, row, 4, 1}, WS_ROLE_SWITCH, ground, WS_NIL);
    if (sign == WS_SIGN_HEADS) {
        mark.fg = ws_ink_alarm(p->view, ground);
        mark.glyph = p->code[WS_GLYPH_BLOCKED];
        ws_sheet_put(&p->sheet, SAMPLE_X + 1, row, &mark);
        ws_sheet_text(&p->sheet, SAMPLE_X + 2, row, &mark, "2");
    } else if (sign == WS_SIGN_POOL) {
        mark.fg = ws_ink_readable(mark.fg, ground);
        ws_sheet_text(&p->sheet, SAMPLE_X + 3, row, &mark, "4");
    } else if (sign == WS_SIGN_HOST) {
        mark.glyph = p->code[WS_GLYPH_HOST_ONE];
        ws_sheet_put(&p->sheet, SAMPLE_X + 2, row, &mark);
        mark.role = WS_ROLE_HOST;
        mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_HOST), ground, HOST_DIM);
        ws_sheet_put(&p->sheet, SAMPLE_X + 1, row, &mark);
    } else {
        mark.glyph = p->code[main ? WS_GLYPH_ROOT : WS_GLYPH_ROOT_OTHER];
        ws_sheet_put(&p->sheet, SAMPLE_X, row, &mark);
        ws_sheet_text(&p->sheet, SAMPLE_X + 1, row, &mark, "S0");
    }
}

static void sample_value(const ws_track_painter *p, int row, ws_seen seen) {
    for (int i = 0; i < SAMPLE_W; i++) {
        ws_lens_value value = {(uint16_t)seen, (uint16_t)(i + 1)};
        if (seen == WS_SEEN_ROOT || seen == WS_SEEN_SAQS)
            value.step = 2;
        ws_track_value(p, cell_at(i, row), value, WS_NIL, i + 1 == SAMPLE_W);
    }
}

/* At the end of a worm that waits. */
static void sample_full(const ws_track_painter *p, int row) {
    ws_track_look look = look_of(p, WS_SIGN_WAITS);
    uint32_t shown = p->view->map.plan->full;
    bool worms = ws_view_shows(p->view, WS_SHOWS_WORMS);
    bool chained = worms && ws_why_of(p->view).count > 0;
    for (int i = 0; i < 3; i++)
        ws_track_body(p, cell_at(i, row), &look, (uint32_t)(3 - i), false);
    ws_track_full(p, cell_at(3, row), WS_NIL, chained ? WS_TRACK_BEHIND : 0);
    p->view->map.plan->full = shown; /* this one is not of the map */
}

static int cells_of(ws_sign sign) {
    switch (sign) {
    case WS_SIGN_RAMP: return 0; /* as everywhere */
    case WS_SIGN_BUFFER:
    case WS_SIGN_FULL:
    case WS_SIGN_ROOT:
    case WS_SIGN_ROOTS:
    case WS_SIGN_HEADS:
    case WS_SIGN_POOL:
    case WS_SIGN_HOST: return 4;
    case WS_SIGN_BACKLOG: return 1;
    case WS_SIGN_WRAPS: return 3;
    default: return SAMPLE_W;
    }
}

static void sample_paint(const ws_track_painter *p, int row, ws_sign sign) {
    static const uint32_t level[] = {1, 3, 5, 7};
    ws_track_look look = look_of(p, sign);
    bool worms = ws_view_shows(p->view, WS_SHOWS_WORMS);
    bool is_way = sign == WS_SIGN_MOVES && !worms; /* what moves, where worms are not seen */
    switch (sign) {
    case WS_SIGN_WANTS:
        for (int i = 0; i < SAMPLE_W; i++)
            ws_track_ghost(p, cell_at(i, row), 3, WS_NIL);
        return;
    case WS_SIGN_BUFFER:
        for (int i = 0; i < 4; i++)
            ws_track_buffer(p, cell_at(i, row), &look, level[i], 8);
        return;
    case WS_SIGN_LEVEL: sample_value(p, row, WS_SEEN_LEVEL); return;
    case WS_SIGN_MEMBER: sample_value(p, row, WS_SEEN_MEMBER); return;
    case WS_SIGN_SAQS: sample_value(p, row, WS_SEEN_SAQS); return;
    case WS_SIGN_FULL: sample_full(p, row); return;
    case WS_SIGN_WRAPS: ws_track_wrap_label(p, SAMPLE_X, row, "S0", true); return;
    default: break;
    }
    for (int i = 0; (is_way || sign == WS_SIGN_TRACK) && i < SAMPLE_W; i++) {
        int track = is_way ? 0 : i * p->plan->tracks.lanes / SAMPLE_W;
        ws_track_free(p, cell_at(i, row), track, WS_NIL, false);
    }
    if (is_way)
        ws_track_way(p, cell_at(SAMPLE_W / 2, row), WS_NIL);
    else if (cells_of(sign) < SAMPLE_W)
        sample_box(p, row, sign);
    else if (sign != WS_SIGN_TRACK)
        sample_worm(p, row, sign);
}

int ws_tracks_sample(const ws_view *view, const ws_pen *at, ws_sign sign) {
    int cells = cells_of(sign);
    if (!at || cells == 0)
        return cells;
    ws_track_painter p = ws_track_painter_begin(view, (ws_rect){0, 0, SAMPLE_W, 1});
    sample_paint(&p, 0, sign);
    ws_sheet_flush(&p.sheet, at);
    ws_track_painter_end(&p);
    return cells;
}
