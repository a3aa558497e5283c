/* tracks.c - finds the sizes with which a grid fits, from rich to poor; then boxes, hosts and
 * paths. */
#include "ui/map/tracks.h"

#include "ui/map/places.h"
#include "ui/map/walk.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

/* What a network asks for. */
typedef struct need {
    int columns;
    int rows;
    int lanes; /* of the link that has most */
    int hosts; /* of the switch that has most */
    int host_name;
    int switch_name;
    int skews; /* columns at either side of a box for cables across corners */
    bool half; /* cables are used in turns */
    bool wrap_x;
    bool wrap_y;
    bool bricks; /* odd rows stand half a pitch to the right */
} need;

/* How much is drawn, from rich to poor. */
typedef struct form {
    int lanes; /* at most */
    ws_track_hosts hosts;
    int gap_x; /* at least */
    int gap_y;
    int margin; /* columns between the tracks and the border of a box */
    bool name_row;
} form;

static const form forms[] = {
    {4, WS_TRACK_NAMES, 10, 6, 1, true}, {4, WS_TRACK_NAMES, 9, 3, 1, false},
    {4, WS_TRACK_STUBS, 9, 3, 1, true},  {4, WS_TRACK_STUBS, 8, 3, 1, false},
    {4, WS_TRACK_DOTS, 7, 2, 1, false},  {2, WS_TRACK_DOTS, 6, 2, 0, false},
    {1, WS_TRACK_NAMES, 8, 4, 1, true},  {1, WS_TRACK_STUBS, 6, 3, 1, true},
    {1, WS_TRACK_STUBS, 6, 3, 0, false}, {1, WS_TRACK_DOTS, 6, 2, 1, false},
    {1, WS_TRACK_DOTS, 5, 2, 0, false},
};
enum { FORMS = sizeof forms / sizeof *forms, FORM_ASKED = 1 };

enum {
    EDGE_X = 4,
    EDGE_X_MOST = 9,
    EDGE_Y_MOST = 3,
    GAP_X_MOST = 40,
    GAP_Y_MOST = 14,
    STUB_MOST = 5,
    DOTS_MOST = 4
};

/* Sizes of one form, in cells. */
typedef struct sizes {
    int box_w;
    int box_h;
    int gap_x;
    int gap_y;
    int edge_x;
    int edge_y;
} sizes;

/* ------------------------------------------------------------------------------------ need ---- */

static bool is_inner(const ws_frame *frame, const ws_frame_link *link) {
    return link->from < frame->switches && link->to < frame->switches;
}

typedef struct step {
    int across;
    int down;
    bool shifted; /* the two rows stand half a pitch apart */
} step;

static step step_between(const ws_frame *frame, const need *n, const ws_frame_link *link) {
    const ws_node *from = &frame->graph.node[link->from];
    const ws_node *to = &frame->graph.node[link->to];
    step s = {.shifted = n->bricks && (from->y + to->y) % 2 != 0};
    s.across = ws_axis_step(from->x, to->x, n->columns, link->wraps);
    s.down = ws_axis_step(from->y, to->y, n->rows, link->wraps);
    return s;
}

static bool is_skew(const step *s) {
    return s->down != 0 && (s->across != 0 || s->shifted);
}

/* Notes one link; false: it leads to no neighbour. */
static bool link_look(need *n, const ws_frame *frame, const ws_frame_link *link) {
    step s = step_between(frame, n, link);
    n->half |= link->medium != WS_NIL;
    n->lanes = ws_max(n->lanes, (int)link->channels);
    bool far = abs(s.across) > 1 || abs(s.down) > 1;
    bool itself = s.across == 0 && s.down == 0;
    if (far || itself)
        return false;
    if (is_skew(&s))
        n->skews = 1;
    n->wrap_x |= link->wraps && s.down == 0;
    n->wrap_y |= link->wraps && s.down != 0;
    return true;
}

static void hosts_look(need *n, const ws_frame *frame) {
    int *hosts = ws_alloc(frame->switches, sizeof *hosts);
    for (uint32_t h = 0; h < frame->hosts; h++) {
        uint32_t at = frame->link[frame->host[h].inject_link].to;
        n->hosts = ws_max(n->hosts, ++hosts[at]);
        const char *name = frame->graph.node[frame->switches + h].name;
        n->host_name = ws_max(n->host_name, ws_text_columns(name));
    }
    free(hosts);
    for (uint32_t sw = 0; sw < frame->switches; sw++)
        n->switch_name = ws_max(n->switch_name, ws_text_columns(frame->graph.node[sw].name));
}

/* False: it is no grid of neighbours. */
static bool need_find(need *n, const ws_map_plan *plan, const ws_frame *frame) {
    if (plan->places->family != WS_FAMILY_GRID || frame->graph.cols == 0)
        return false;
    *n = (need){.lanes = 1};
    n->columns = frame->graph.cols;
    n->rows = frame->graph.rows;
    n->bricks = plan->places->width % WS_PITCH != 0;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        if (is_inner(frame, link) && !link_look(n, frame, link))
            return false;
    }
    hosts_look(n, frame);
    if (n->skews && !n->half)
        n->skews = 2;
    return true;
}

/* ----------------------------------------------------------------------------------- sizes ---- */

static int slot_of(const need *n, ws_track_hosts hosts) {
    return hosts == WS_TRACK_NAMES ? ws_max(3, n->host_name) + 1 : 3;
}

static int half_up(int number) {
    return (number + 1) / 2;
}

/* Rows that hosts take below a switch, or above it. */
static int host_rows(ws_track_hosts hosts) {
    if (hosts == WS_TRACK_DOTS)
        return 0;
    return hosts == WS_TRACK_NAMES ? 2 : 1;
}

/* The middle of a box, where names stand, and its tracks. */
static void box_size(ws_tracks *t, const need *n, const form *as, sizes *s) {
    t->lanes = ws_min(n->lanes, as->lanes);
    t->hosts = n->hosts ? as->hosts : WS_TRACK_DOTS;
    t->half = n->half;
    t->margin = as->margin + n->skews;
    int slots = t->hosts == WS_TRACK_DOTS ? 0 : half_up(n->hosts);
    t->slot = slot_of(n, t->hosts);
    int dots = t->hosts == WS_TRACK_DOTS ? ws_min(n->hosts, DOTS_MOST) : 0;
    t->middle_w = ws_max(ws_max(n->switch_name, 3), slots * t->slot - 1);
    t->middle_w = ws_max(t->middle_w, dots);
    t->middle_x = t->margin + t->lanes;
    s->box_w = 2 * t->middle_x + t->middle_w;
    int rows = n->half ? t->lanes : 2 * t->lanes;
    s->box_h = rows + (as->name_row || rows == 1);
    if (n->columns * n->rows == 1) /* one switch: no tracks but those of its hosts */
        s->box_h = ws_max(s->box_h, 3);
}

static sizes sizes_least(ws_tracks *t, const need *n, const form *as) {
    sizes s = {.gap_x = as->gap_x, .gap_y = as->gap_y};
    box_size(t, n, as, &s);
    int below = host_rows(t->hosts);
    int above = n->hosts > 1 ? below : 0;
    s.gap_y = ws_max(s.gap_y, below + above + (t->hosts != WS_TRACK_DOTS));
    s.edge_x = n->wrap_x ? EDGE_X : 0;
    s.edge_y = ws_max(n->wrap_y ? 1 : 0, below);
    if (t->hosts == WS_TRACK_NAMES && n->wrap_y)
        s.edge_y++;
    return s;
}

static int width_of(const need *n, const sizes *s) {
    int shift = n->bricks ? (s->box_w + s->gap_x) / 2 : 0;
    return n->columns * s->box_w + (n->columns - 1) * s->gap_x + 2 * s->edge_x + shift;
}

static int height_of(const need *n, const sizes *s) {
    return n->rows * s->box_h + (n->rows - 1) * s->gap_y + 2 * s->edge_y;
}

/* The richest that fits. */
static bool sizes_find(ws_map_plan *plan, const need *n, sizes *s) {
    for (int i = 0; i < FORMS; i++) {
        *s = sizes_least(&plan->tracks, n, &forms[i]);
        if (width_of(n, s) <= plan->area_w && height_of(n, s) <= plan->area_h)
            return true;
    }
    *s = sizes_least(&plan->tracks, n, &forms[FORM_ASKED]);
    return false;
}

/* The room that is left goes to the gaps, and to the borders where links leave the picture. */
static void sizes_grow(const ws_map_plan *plan, const need *n, sizes *s) {
    sizes next = *s;
    for (bool grows = true; grows;) {
        grows = false;
        next = *s;
        next.gap_x++;
        if (n->columns > 1 && next.gap_x <= GAP_X_MOST && width_of(n, &next) <= plan->area_w) {
            *s = next;
            grows = true;
        }
        next = *s;
        next.edge_x++;
        if (n->wrap_x && 2 * next.edge_x <= next.gap_x + 2 && next.edge_x <= EDGE_X_MOST &&
            width_of(n, &next) <= plan->area_w) {
            *s = next;
            grows = true;
        }
    }
    for (bool grows = true; grows;) {
        grows = false;
        next = *s;
        next.gap_y++;
        if (n->rows > 1 && next.gap_y <= GAP_Y_MOST && height_of(n, &next) <= plan->area_h) {
            *s = next;
            grows = true;
        }
        next = *s;
        next.edge_y++;
        int most = n->rows > 1 ? EDGE_Y_MOST : GAP_Y_MOST;
        if ((n->wrap_y || n->rows == 1) && next.edge_y <= most &&
            2 * next.edge_y <= next.gap_y + 2 * most && height_of(n, &next) <= plan->area_h) {
            *s = next;
            grows = true;
        }
    }
}

/* ----------------------------------------------------------------------------------- paths ---- */

/* A walker through the paths, and what it must keep to. */
typedef struct walker {
    ws_walker at;
    const need *need;
    const sizes *sizes;
} walker;

/* The row or column of the first track in a direction. */
static int track_row(const ws_map_plan *plan, const ws_rect *box, int direction) {
    if (plan->tracks.half || direction == WS_WEST)
        return box->y;
    return box->y + box->h - plan->tracks.lanes;
}

static int track_column(const ws_map_plan *plan, const ws_rect *box, int direction) {
    if (plan->tracks.half || direction == WS_SOUTH)
        return box->x + plan->tracks.margin;
    return box->x + box->w - plan->tracks.margin - plan->tracks.lanes;
}

/* Sets the walker to the first cell outside a box at one side of it, on the track of a
 * direction. */
static void stand(walker *w, const ws_rect *box, int side, int direction) {
    if (ws_is_level(side)) {
        w->at.x = side == WS_EAST ? box->x + box->w : box->x - 1;
        w->at.row = track_row(w->at.plan, box, direction);
        return;
    }
    w->at.x = track_column(w->at.plan, box, direction);
    w->at.row = side == WS_SOUTH ? box->y + box->h : box->y - 1;
}

/* Out over one border, and in from the other. */
static void path_wrap(walker *w, const ws_rect *from, const ws_rect *to, int direction) {
    int edge = ws_is_level(direction) ? w->sizes->edge_x : w->sizes->edge_y;
    stand(w, from, direction, direction);
    ws_walk(&w->at, direction, edge);
    stand(w, to, ws_opposite(direction), direction);
    ws_walk_past(&w->at, ws_opposite(direction), edge - 1);
    ws_walk(&w->at, direction, edge);
}

static int column_of_skew(const walker *w, const ws_rect *box, bool right, int direction) {
    bool second = !w->need->half && direction == WS_NORTH;
    int inset = w->at.plan->tracks.margin - w->need->skews;
    if (!right)
        return box->x + inset + second;
    return box->x + box->w - inset - w->need->skews + second;
}

/* Across a corner: down (up) into the gap, along it, and down into the box. */
static void path_skew(walker *w, const ws_rect *from, const ws_rect *to, const step *s,
                      bool wraps) {
    int direction = s->down > 0 ? WS_SOUTH : WS_NORTH;
    bool right = s->across > 0;
    bool closes_down = (to->y > from->y) != (s->down > 0);
    bool closes_across = s->across != 0 && (to->x > from->x) != right && wraps;
    int gap = w->sizes->gap_y;
    int out = (gap + 1) / 2;
    stand(w, from, direction, direction);
    w->at.x = column_of_skew(w, from, right, direction);
    int target = column_of_skew(w, to, !right, direction);
    if (closes_down) {
        ws_walk(&w->at, direction, w->sizes->edge_y);
        stand(w, to, ws_opposite(direction), direction);
        w->at.x = target;
        ws_walk_past(&w->at, ws_opposite(direction), w->sizes->edge_y - 1);
        ws_walk(&w->at, direction, w->sizes->edge_y);
        return;
    }
    int along = right ? WS_EAST : WS_WEST;
    ws_walk(&w->at, direction, out - 1);
    if (closes_across) {
        int edge = ws_max(w->sizes->edge_x, 2);
        ws_walk(&w->at, along, edge);
        w->at.x = target;
        ws_walk_past(&w->at, ws_opposite(along), edge);
        ws_walk(&w->at, along, edge);
    } else {
        along = target > w->at.x ? WS_EAST : WS_WEST;
        ws_walk(&w->at, along, abs(target - w->at.x));
    }
    ws_walk(&w->at, direction, gap - out + 1);
}

static void path_inner(walker *w, const ws_frame *frame, const ws_frame_link *link) {
    const ws_rect *from = &w->at.plan->box[link->from];
    const ws_rect *to = &w->at.plan->box[link->to];
    step s = step_between(frame, w->need, link);
    if (s.shifted && s.across == 0)
        s.across = frame->graph.node[link->from].y % 2 ? -1 : 1;
    else if (s.shifted)
        s.across = s.across > 0 ? 1 : -1;
    if (is_skew(&s)) {
        path_skew(w, from, to, &s, link->wraps);
        return;
    }
    int direction = s.across > 0 ? WS_EAST : WS_WEST;
    if (s.across == 0)
        direction = s.down > 0 ? WS_SOUTH : WS_NORTH;
    if (link->wraps) {
        path_wrap(w, from, to, direction);
        return;
    }
    stand(w, from, direction, direction);
    ws_walk(&w->at, direction, ws_is_level(direction) ? w->sizes->gap_x : w->sizes->gap_y);
}

/* ----------------------------------------------------------------------------------- hosts ---- */

/* Hosts hang below a switch, the second half of them above it. */
typedef struct slot {
    int x; /* of its leftmost column */
    bool above;
} slot;

static slot slot_at(const ws_map_plan *plan, const ws_rect *box, int place, int hosts) {
    int below = half_up(hosts);
    slot s = {.above = place >= below};
    int count = s.above ? hosts - below : below;
    int number = s.above ? place - below : place;
    int width = count * plan->tracks.slot - 1;
    int left = box->x + plan->tracks.middle_x + (plan->tracks.middle_w - width) / 2;
    s.x = left + number * plan->tracks.slot;
    return s;
}

static int stub_of(const walker *w) {
    const ws_tracks *t = &w->at.plan->tracks;
    int hosts = w->need->hosts;
    if (t->hosts == WS_TRACK_DOTS)
        return 0;
    int names = host_rows(t->hosts) - 1;
    int sides = hosts > 1 ? 2 : 1;
    int edge = w->sizes->edge_y - names - (w->need->wrap_y && names);
    int stub = ws_min(edge, STUB_MOST);
    if (w->need->rows > 1)
        stub = ws_min(stub, (w->sizes->gap_y - 1) / sides - names);
    return ws_max(stub, 1);
}

static void host_place(const walker *w, uint32_t h, const ws_rect *box, ws_host_place place) {
    ws_map_host *host = &w->at.plan->host[h];
    const ws_tracks *t = &w->at.plan->tracks;
    *host = (ws_map_host){0};
    if (t->hosts == WS_TRACK_DOTS) {
        host->label_x = box->x + t->middle_x + place.place % t->middle_w;
        host->label_y = box->y + box->h - 1;
        return;
    }
    slot s = slot_at(w->at.plan, box, place.place, place.hosts);
    host->label_x = s.x;
    host->label_y = s.above ? box->y - 1 - t->stub : box->y + box->h + t->stub;
    host->name_width = t->hosts == WS_TRACK_NAMES ? t->slot - 1 : 0;
    host->left = s.above;
}

/* From the switch to the host, or back: two columns, south at the left; one where the cable is used
 * in turns. */
static void path_host(walker *w, const ws_map_host *host, const ws_rect *box, bool away) {
    const ws_tracks *t = &w->at.plan->tracks;
    bool above = host->left;
    bool south = above != away;
    int apart = t->hosts == WS_TRACK_NAMES ? 2 : 1;
    w->at.x = host->label_x + (south || t->half ? 0 : apart);
    if (t->half && t->hosts == WS_TRACK_NAMES)
        w->at.x++;
    int top = above ? box->y - t->stub : box->y + box->h;
    w->at.row = south ? top : top + t->stub - 1;
    ws_walk(&w->at, south ? WS_SOUTH : WS_NORTH, t->stub);
}

/* ------------------------------------------------------------------------------------ plan ---- */

static void boxes_place(ws_map_plan *plan, const ws_frame *frame, const need *n, const sizes *s) {
    int pitch_x = s->box_w + s->gap_x;
    int pitch_y = s->box_h + s->gap_y;
    plan->pitch_x = pitch_x;
    plan->pitch_y = pitch_y;
    for (uint32_t sw = 0; sw < frame->switches; sw++) {
        ws_rect box = {.w = s->box_w, .h = s->box_h};
        box.x = s->edge_x + plan->places->at[sw].x * pitch_x / WS_PITCH;
        box.y = s->edge_y + plan->places->at[sw].y * pitch_y / WS_PITCH;
        plan->box[sw] = box;
    }
    plan->width = width_of(n, s);
    plan->height = height_of(n, s);
}

static void hosts_place(walker *w, const ws_frame *frame) {
    ws_host_place *place = ws_host_places(frame);
    for (uint32_t h = 0; h < frame->hosts; h++) {
        uint32_t at = frame->link[frame->host[h].inject_link].to;
        host_place(w, h, &w->at.plan->box[at], place[h]);
    }
    free(place);
}

static void path_any(walker *w, const ws_frame *frame, const ws_frame_link *link) {
    if (is_inner(frame, link)) {
        path_inner(w, frame, link);
        return;
    }
    bool away = link->to >= frame->switches;
    uint32_t host = (away ? link->to : link->from) - frame->switches;
    uint32_t at = away ? link->from : link->to;
    if (w->at.plan->tracks.stub > 0)
        path_host(w, &w->at.plan->host[host], &w->at.plan->box[at], away);
}

bool ws_tracks_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    need n;
    sizes s;
    plan->tracks.laid = false;
    if (!need_find(&n, plan, frame))
        return false;
    bool fits = sizes_find(plan, &n, &s);
    if (!fits && !asked)
        return false;
    sizes_grow(plan, &n, &s);
    walker w = {.at = {.plan = plan}, .need = &n, .sizes = &s};
    plan->tracks.laid = true;
    plan->tracks.edge_x = s.edge_x;
    plan->tracks.edge_y = s.edge_y;
    plan->tracks.stub = stub_of(&w);
    boxes_place(plan, frame, &n, &s);
    hosts_place(&w, frame);
    for (uint32_t l = 0; l < frame->links; l++) {
        plan->path0[l] = w.at.count;
        path_any(&w, frame, &frame->link[l]);
    }
    plan->path0[frame->links] = w.at.count;
    return true;
}
