/* terrain.c - a network from far above: a switch is a point, its colour what the lens says of it.
 *
 * A point is at least one cell wide and half a cell high. Where worms wait its colour is the lowest
 * order of those that wait there, so that the root of a jam is the lightest and its border is seen
 * where the cool colours of what flows begin. Where colours cannot tell, a cell is the digit of the
 * lowest order of the switches that lie in it. */
#include <stdio.h>
#include <string.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/places.h"
#include "ui/panel.h"
#include "ui/raster.h"
#include "wormscope/memory.h"

enum { ACROSS_MOST = 24, DOWN_MOST = 16, LABEL_W = 3, LABEL_STEP = 4 };

/* ---------------------------------------------------------------------------------- layout ---- */

static int extent(int32_t size, int pitch) {
    return size * pitch / WS_PITCH + pitch;
}

/* The greatest pitches with which it fits, or the least; false if these do not fit. */
static bool pitch_fit(ws_map_plan *plan, int left, int top) {
    const ws_places *places = plan->places;
    int across = 1;
    int down = 1;
    int room = 2 * (plan->area_h - top);
    while (across < ACROSS_MOST && extent(places->width, across + 1) + left <= plan->area_w)
        across++;
    while (down < DOWN_MOST && extent(places->height, down + 1) <= room)
        down++;
    bool narrow = places->family == WS_FAMILY_STAGES; /* of many rows and few columns */
    plan->pitch_x = narrow ? across : ws_min(across, 3 * down);
    plan->pitch_y = ws_min(down, 2 * across);
    return extent(places->width, across) + left <= plan->area_w &&
           extent(places->height, down) <= room;
}

bool ws_terrain_lay(ws_map_plan *plan, const ws_frame *frame, bool asked) {
    const ws_places *places = plan->places;
    bool fits = pitch_fit(plan, 0, 0);
    int across = plan->pitch_x;
    int down = plan->pitch_y;
    bool grid = places->family == WS_FAMILY_GRID && fits;
    plan->labelled = grid && pitch_fit(plan, LABEL_W, 1) && 2 * plan->pitch_x > across;
    if (plan->labelled) {
        across = plan->pitch_x;
        down = plan->pitch_y;
    }
    int left = plan->labelled ? LABEL_W : 0;
    plan->pitch_x = across;
    plan->pitch_y = down;
    plan->left = left;
    plan->top = plan->labelled;
    plan->width = left + extent(places->width, across);
    plan->height = plan->top + (extent(places->height, down) + 1) / 2;
    for (uint32_t sw = 0; sw < frame->switches; sw++) {
        int row = places->at[sw].y * down / WS_PITCH;
        plan->box[sw] = (ws_rect){left + places->at[sw].x * across / WS_PITCH, plan->top + row / 2,
                                  across, ws_max((down + 1) / 2, 1)};
    }
    memset(plan->path0, 0, (frame->links + 1) * sizeof *plan->path0);
    for (uint32_t h = 0; h < frame->hosts; h++)
        plan->host[h] = (ws_map_host){0};
    return fits || asked;
}

/* --------------------------------------------------------------------------------- colours ---- */

/* Do colours tell? ASCII has no halves of cells, and is written in digits. */
static bool is_rich(const ws_view *view) {
    return ws_ink_rich(view) && !view->glyphs->ascii;
}

/* Orders from which on the steps of the ramp stand, and half-way between them. */
static const uint16_t bound[] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26};
enum { BOUNDS = sizeof bound / sizeof *bound };

/* The place of an order on the ramp, in half steps: 0, 2, 3, 4 ... */
static int half_step(uint32_t order) {
    int i = 0;
    while (i + 1 < BOUNDS && bound[i + 1] <= order)
        i++;
    return i ? i + 1 : 0;
}

static uint32_t order_colour(const ws_view *view, uint32_t order) {
    int half = half_step(order);
    uint32_t near = ws_ink_hot(view, (uint32_t)half / 2);
    uint32_t far = ws_ink_hot(view, (uint32_t)half / 2 + 1);
    return half % 2 ? ws_ink_mix(near, far, 50) : near;
}

static uint32_t point_colour(const ws_view *view, ws_lens_value value) {
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    switch ((ws_seen)value.seen) {
    case WS_SEEN_FREE: return ws_ink_role(view, WS_ROLE_STREET);
    case WS_SEEN_DIM: return ws_ink_mix(ws_ink_role(view, WS_ROLE_FAINT), paper, 60);
    case WS_SEEN_LEVEL:
    case WS_SEEN_MOVES: return ws_ink_role(view, (ws_role)(WS_ROLE_CALM0 + value.step));
    case WS_SEEN_WAITS:
    case WS_SEEN_MEMBER: return order_colour(view, value.step);
    case WS_SEEN_SAQS: return ws_ink_hot(view, value.step < 12 ? 5 - value.step / 3 : 1);
    case WS_SEEN_RING: return ws_ink_ground(view, WS_ROLE_DEADLOCK);
    case WS_SEEN_ROOT: return ws_ink_hot(view, value.step);
    }
    return WS_COLOUR_NONE;
}

static ws_sign terrain_sign(ws_lens_value value) {
    switch ((ws_seen)value.seen) {
    case WS_SEEN_DIM: return WS_SIGN_DIM;
    case WS_SEEN_LEVEL:
    case WS_SEEN_MOVES: return WS_SIGN_LEVEL;
    case WS_SEEN_WAITS:
    case WS_SEEN_MEMBER: return WS_SIGN_RAMP;
    case WS_SEEN_SAQS: return WS_SIGN_SAQS;
    case WS_SEEN_RING: return WS_SIGN_RING;
    case WS_SEEN_ROOT: return WS_SIGN_RAMP; /* the first of the ramp */
    default: return WS_SIGN_FREE;
    }
}

/* One digit says an order: 0 the root, 1 to 9, and more. */
static uint32_t point_glyph(const ws_view *view, ws_lens_value value) {
    switch ((ws_seen)value.seen) {
    case WS_SEEN_WAITS:
    case WS_SEEN_MEMBER:
    case WS_SEEN_SAQS: return value.step > 9 ? '+' : '0' + (uint32_t)value.step;
    case WS_SEEN_RING: return view->glyphs->code[WS_GLYPH_BLOCKED];
    case WS_SEEN_ROOT: return value.step ? '0' : view->glyphs->code[WS_GLYPH_ROOT];
    case WS_SEEN_LEVEL: return ws_glyph_level(view->glyphs, value.step, WS_CALM_STEPS - 1);
    default: return view->glyphs->level[0];
    }
}

static ws_role point_role(ws_lens_value value) {
    switch ((ws_seen)value.seen) {
    case WS_SEEN_WAITS:
    case WS_SEEN_MEMBER: return ws_hot_role((uint32_t)half_step(value.step) / 2);
    case WS_SEEN_SAQS: return WS_ROLE_STRONG;
    case WS_SEEN_RING: return WS_ROLE_DEADLOCK;
    case WS_SEEN_ROOT: return value.step ? WS_ROLE_HOT1 : WS_ROLE_SWITCH_BLOCKED;
    case WS_SEEN_LEVEL: /* a sign in the first colours of the ramp would not be seen */
        return value.step < 3 ? WS_ROLE_IDLE : (ws_role)(WS_ROLE_CALM0 + value.step);
    default: return WS_ROLE_IDLE;
    }
}

/* -------------------------------------------------------------------------------- painting ---- */

typedef struct land {
    const ws_view *view;
    const ws_frame *frame;
    const ws_map_plan *plan;
    ws_lens lens;
    ws_raster raster;
    ws_pen pen; /* origin at the map's corner */
    int x;      /* of that corner in the panel */
    int row;
} land;

static int half_row_of(const ws_map_plan *plan, uint32_t sw) {
    return 2 * plan->top + plan->places->at[sw].y * plan->pitch_y / WS_PITCH;
}

static void point_paint(land *c, uint32_t sw) {
    const ws_rect *box = &c->plan->box[sw];
    uint32_t colour = point_colour(c->view, c->lens.node[sw]);
    int first = half_row_of(c->plan, sw) + 2 * c->row;
    c->raster.sign = (uint8_t)terrain_sign(c->lens.node[sw]);
    for (int i = 0; i < c->plan->pitch_y; i++)
        for (int j = 0; j < box->w; j++)
            ws_raster_half_row(&c->raster, box->x + j + c->x, first + i, colour, 1);
}

static void points_paint(land *c) {
    ws_pen panel = c->pen;
    panel.x = c->pen.clip.x;
    panel.y = c->pen.clip.y;
    c->x = c->pen.x - panel.x;
    c->row = c->pen.y - panel.y;
    ws_raster_begin(&c->raster, panel.clip.w, panel.clip.h);
    for (uint32_t sw = 0; sw < c->frame->switches; sw++)
        point_paint(c, sw);
    ws_raster_flush(&c->raster, &panel, c->view->glyphs, WS_ROLE_TEXT,
                    ws_ink_ground(c->view, WS_ROLE_TEXT));
    ws_raster_free(&c->raster);
}

/* Of the switches of a cell the one that says most. */
static bool tells_more(ws_lens_value one, ws_lens_value other) {
    if (one.seen != other.seen)
        return one.seen > other.seen;
    return one.seen == WS_SEEN_WAITS ? one.step < other.step : one.step > other.step;
}

/* The cells that a switch is written in: where it has two in a row, the first, so that signs stand
 * apart. */
static ws_rect cells_of(const land *c, uint32_t sw) {
    const ws_rect *box = &c->plan->box[sw];
    int first = half_row_of(c->plan, sw);
    int rows = (first + c->plan->pitch_y + 1) / 2 - first / 2;
    return (ws_rect){box->x, first / 2, box->w > 2 ? box->w : 1, rows};
}

/* Every cell is the sign of the switch that says most there. */
static void digits_paint(land *c) {
    int width = c->plan->width;
    size_t cells = (size_t)width * (size_t)ws_max(c->plan->height, 1);
    ws_lens_value *best = ws_alloc(cells, sizeof *best);
    uint8_t *taken = ws_alloc(cells, sizeof *taken);
    for (uint32_t sw = 0; sw < c->frame->switches; sw++) {
        ws_rect at = cells_of(c, sw);
        for (int i = 0; i < at.w * at.h; i++) {
            size_t cell = (size_t)((at.y + i / at.w) * width + at.x + i % at.w);
            if (!taken[cell] || tells_more(c->lens.node[sw], best[cell]))
                best[cell] = c->lens.node[sw];
            taken[cell] = true;
        }
    }
    for (size_t cell = 0; cell < cells; cell++) {
        int x = (int)cell % width;
        int row = (int)cell / width;
        if (!taken[cell])
            continue;
        ws_pen_glyph(&c->pen, x, row, point_glyph(c->view, best[cell]), point_role(best[cell]), 0);
        ws_pen_sign(&c->pen, x, row, terrain_sign(best[cell]));
    }
    free(taken);
    free(best);
}

/* Beside the root that and its name, and nothing else is written on the land. */
static void root_paint(const land *c) {
    const ws_frame *frame = c->frame;
    uint32_t chosen = ws_tree_chosen(c->view);
    if (chosen == WS_NIL || frame->link[chosen].from >= frame->switches)
        return;
    const ws_rect *box = &c->plan->box[frame->link[chosen].from];
    char name[WS_NAME_MAX + 8];
    snprintf(name, sizeof name, "root %s", ws_node_name(frame, frame->link[chosen].from));
    uint32_t arrow = c->view->glyphs->ascii ? '<' : 0x25c2;
    int width = 1 + ws_text_columns(name);
    int x = box->x + box->w;
    if (x + width > c->plan->width && box->x >= width) {
        x = box->x - width; /* no room at its right */
        ws_pen_text(&c->pen, x, box->y, WS_ROLE_HOT0, name);
        ws_pen_glyph(&c->pen, x + width - 1, box->y, c->view->glyphs->ascii ? '>' : 0x25b8,
                     WS_ROLE_HOT0, 0);
        return;
    }
    ws_pen_glyph(&c->pen, x, box->y, arrow, WS_ROLE_HOT0, 0);
    ws_pen_text(&c->pen, x + 1, box->y, WS_ROLE_HOT0, name);
    if (!is_rich(c->view)) /* no digit may be read as one of the name's */
        ws_pen_glyph(&c->pen, x + width, box->y, ' ', WS_ROLE_TEXT, 0);
}

/* A switch that is looked at keeps its colours: brackets stand beside it. */
static void chosen_paint(const land *c) {
    uint32_t node = c->view->selection.node;
    if (node >= c->frame->switches)
        return;
    const ws_rect *box = &c->plan->box[node];
    bool ascii = c->view->glyphs->ascii;
    uint32_t colour = ws_ink_ground(c->view, WS_ROLE_SELECTED);
    ws_pen_ink(&c->pen, box->x - 1, box->y, ascii ? '[' : 0x2590, WS_ROLE_STRONG, colour,
               WS_COLOUR_NONE);
    ws_pen_ink(&c->pen, box->x + box->w, box->y, ascii ? ']' : 0x258c, WS_ROLE_STRONG, colour,
               WS_COLOUR_NONE);
}

static void labels_paint(const land *c) {
    const ws_map_plan *plan = c->plan;
    if (!plan->labelled)
        return;
    for (int i = 0; i * WS_PITCH <= plan->places->width; i += LABEL_STEP)
        ws_pen_print(&c->pen, plan->left + i * plan->pitch_x, 0, WS_ROLE_FAINT, "%d", i);
    for (int i = 0; i * WS_PITCH <= plan->places->height; i += LABEL_STEP)
        ws_pen_print_right(&c->pen, 2, plan->top + i * plan->pitch_y / 2, WS_ROLE_FAINT, "%d", i);
}

void ws_terrain_draw(const ws_view *view, const ws_pen *pen) {
    land c = {.view = view,
              .frame = view->frame,
              .plan = view->map.plan,
              .lens = ws_lens_begin(view, false),
              .pen = *pen};
    if (is_rich(view))
        points_paint(&c);
    else
        digits_paint(&c);
    labels_paint(&c);
    root_paint(&c);
    chosen_paint(&c);
    ws_lens_end(&c.lens);
}

/* ---------------------------------------------------------------------------------- legend ---- */

/* How many switches have each sign: by step of the ramp, then jammed and flowing. */
typedef struct census {
    uint32_t step[WS_HOT_STEPS];
    uint32_t jammed;
    uint32_t flowing;
    uint32_t most; /* in one step */
} census;

static census count(const ws_view *view) {
    census all = {0};
    ws_lens lens = ws_lens_begin(view, false);
    for (uint32_t sw = 0; sw < view->frame->switches; sw++) {
        ws_lens_value value = lens.node[sw];
        bool jammed = value.seen >= WS_SEEN_WAITS;
        all.jammed += jammed;
        all.flowing += !jammed;
        bool stepped = value.seen == WS_SEEN_WAITS || value.seen == WS_SEEN_MEMBER;
        if (stepped)
            all.step[half_step(value.step) / 2]++;
        if (value.seen == WS_SEEN_ROOT)
            all.step[value.step]++;
    }
    for (int i = 0; i < WS_HOT_STEPS; i++)
        all.most = all.step[i] > all.most ? all.step[i] : all.most;
    ws_lens_end(&lens);
    return all;
}

static void point_draw(const ws_view *view, const ws_pen *pen, int x, int row,
                       ws_lens_value value) {
    if (is_rich(view))
        ws_pen_ink(pen, x, row, ' ', WS_ROLE_TEXT, WS_COLOUR_NONE, point_colour(view, value));
    else
        ws_pen_glyph(pen, x, row, point_glyph(view, value), point_role(value), 0);
}

static const char *const step_name[] = {"root", "1", "3", "5", "8", "12", "18", "26+"};

/* A step of the ramp, the order from which on it stands, and a bar of the switches that have it. */
static void step_draw(const ws_view *view, const ws_pen *pen, int row, int step,
                      const census *all) {
    uint32_t order = step ? bound[2 * step - 1] : 0;
    ws_lens_value value = {step ? WS_SEEN_WAITS : WS_SEEN_ROOT, (uint16_t)order};
    point_draw(view, pen, 1, row, value);
    if (is_rich(view))
        point_draw(view, pen, 2, row, value);
    ws_pen_text(pen, 4, row, all->step[step] ? WS_ROLE_DIM : WS_ROLE_FAINT, step_name[step]);
    int room = ws_max(pen->clip.w - 15, 1);
    int bar = all->most ? (int)((uint64_t)all->step[step] * (uint64_t)room / all->most) : 0;
    if (all->step[step] && bar == 0)
        bar = 1;
    for (int x = 0; x < bar; x++)
        ws_pen_glyph(pen, 9 + x, row, view->glyphs->ascii ? '#' : 0x2584, WS_ROLE_RULE, 0);
    if (all->step[step])
        ws_pen_print(pen, 10 + bar, row, WS_ROLE_FAINT, "%u", (unsigned)all->step[step]);
}

/* Returns the column behind it. */
static int sums_draw(const ws_view *view, const ws_pen *pen, int row, const census *all) {
    bool trees = ws_view_shows(view, WS_SHOWS_TREE);
    int x = 1 + ws_pen_print(pen, 1, row, WS_ROLE_BLOCKED, "%u", (unsigned)all->jammed);
    x += ws_pen_text(pen, x, row, WS_ROLE_DIM, trees ? " in trees, " : " jammed, ");
    x += ws_pen_print(pen, x, row, WS_ROLE_MOVING, "%u", (unsigned)all->flowing);
    return x + ws_pen_text(pen, x, row, WS_ROLE_DIM, trees ? " not" : " flow");
}

const char *const ws_terrain_steps[] = {" 0", " 1", " 3", " 5", " 8", "12", "18", "26+"};

/* How many stand in the jam, and, without a histogram, how many have each step of the ramp. */
static void steps_list(ws_sign_flow *flow, const census *all) {
    enum { APART = 3 };
    int x = sums_draw(flow->view, flow->pen, flow->row, all) + APART;
    for (int i = 0; i < WS_HOT_STEPS; i++) {
        if (all->step[i] == 0)
            continue;
        x += ws_pen_text(flow->pen, x, flow->row, WS_ROLE_DIM, step_name[i]);
        x += ws_pen_print(flow->pen, x, flow->row, ws_hot_role((uint32_t)i), ":%u ",
                          (unsigned)all->step[i]);
    }
}

/* Where there is room, the ramp is the axis of a histogram. */
void ws_terrain_tally(ws_sign_flow *flow, bool tall) {
    int rows = tall ? WS_HOT_STEPS + 1 : 1;
    flow->row += flow->x > 0;
    flow->x = 0;
    if (flow->pen) {
        census all = count(flow->view);
        for (int i = 0; tall && i < WS_HOT_STEPS; i++)
            step_draw(flow->view, flow->pen, i, i, &all);
        if (tall) {
            (void)sums_draw(flow->view, flow->pen, WS_HOT_STEPS, &all);
            flow->view->map.plan->listed |= WS_SIGN_BIT(RAMP);
        } else {
            steps_list(flow, &all);
        }
    }
    flow->row += rows;
}

/* So many steps of the ramp of waiting, or of that of levels; else two cells of a point. */
int ws_terrain_sample(const ws_view *view, const ws_pen *at, ws_sign sign) {
    enum { ORDERS = 4, POINT = 2 };
    static const ws_lens_value order[ORDERS] = {
        {WS_SEEN_ROOT, 0}, {WS_SEEN_WAITS, 1}, {WS_SEEN_WAITS, 5}, {WS_SEEN_WAITS, 9}};
    ws_lens_value value = {WS_SEEN_SAQS, 3};
    if (sign == WS_SIGN_RAMP && is_rich(view))
        return 0;
    if (sign == WS_SIGN_RING || sign == WS_SIGN_DIM)
        value = (ws_lens_value){sign == WS_SIGN_RING ? WS_SEEN_RING : WS_SEEN_DIM, 0};
    int cells = sign == WS_SIGN_RAMP ? ORDERS : sign == WS_SIGN_LEVEL ? WS_CALM_STEPS : POINT;
    for (int i = 0; at && i < cells; i++) {
        if (cells != POINT)
            value = sign == WS_SIGN_RAMP ? order[i] : (ws_lens_value){WS_SEEN_LEVEL, (uint16_t)i};
        if (cells != POINT || i == 0 || is_rich(view))
            point_draw(view, at, i, 0, value);
    }
    return cells;
}
