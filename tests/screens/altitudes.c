/* altitudes.c - the map of every shipped scenario at every usual size: where there are worms, worms are seen; and from above, the legend
 * has the signs that the map draws. */
#include <stdlib.h>
#include <string.h>

#include "first_worms.h"
#include "session/library/scenarios.h"
#include "tap.h"
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/map_tags.h"
#include "ui/map/painter.h"
#include "ui/map/picture.h"
#include "ui/map/tracks_painter.h"
#include "ui/palette.h"
#include "ui/panel.h"
#include "ui/stage.h"

static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {160, 50}, {200, 60}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static ws_rect panel_of(ws_stage *stage, ws_panel_id id) {
    return ws_layout_make(&stage->view, stage->canvas.width, stage->canvas.height).rect[id];
}

/* ---- worms ---- */

static bool is_worm_sign(uint32_t glyph, const ws_view *view) {
    for (int g = WS_GLYPH_HEAD_E; g <= WS_GLYPH_STILL_V; g++)
        if (glyph == view->glyphs->code[g]) return true;
    for (int g = WS_GLYPH_FLIT_H; g <= WS_GLYPH_SMALL_V; g++)
        if (glyph == view->glyphs->code[g]) return true;
    if (glyph == view->glyphs->code[WS_GLYPH_BLOCKED]) return true;
    /* from far above, what waits and what is filled */
    bool far = view->map.plan->altitude == WS_ALTITUDE_TERRAIN;
    bool filled = glyph > 0x2581 && glyph <= 0x2588;
    return far && (filled || glyph == 0x2581 || (glyph >= '1' && glyph <= '9') || glyph == '+');
}

/* Of a map drawn cable by cable worms are dots or blocks: whether some were painted, the painter has noted. */
static int wired_worms(const ws_map_plan *plan) {
    return plan->drawn & (WS_SIGN_BIT(MOVES) | WS_SIGN_BIT(WAITS)) ? 1 : 0;
}

static int worm_signs(ws_stage *stage) {
    const ws_map_plan *plan = stage->view.map.plan;
    if (plan->altitude == WS_ALTITUDE_WORMS && plan->is_wired) return wired_worms(plan);
    ws_rect map = panel_of(stage, WS_PANEL_MAP);
    int count = 0;
    for (int y = map.y; y < map.y + map.h; y++)
        for (int x = map.x; x < map.x + map.w; x++)
            count += is_worm_sign(ws_canvas_at(&stage->canvas, x, y)->glyph, &stage->view);
    return count;
}

/* ---- legend ---- */

typedef struct inks {
    uint32_t colour[4096];
    int count;
} inks;

static bool has(const inks *set, uint32_t colour) {
    for (int i = 0; i < set->count; i++)
        if (set->colour[i] == colour) return true;
    return false;
}

static void add(inks *set, uint32_t colour) {
    if (colour != WS_COLOUR_NONE && set->count < 4096 && !has(set, colour)) set->colour[set->count++] = colour;
}

static void collect(ws_stage *stage, ws_rect panel, inks *set) {
    for (int y = panel.y; y < panel.y + panel.h; y++)
        for (int x = panel.x; x < panel.x + panel.w; x++) {
            const ws_cell *cell = ws_canvas_at(&stage->canvas, x, y);
            add(set, cell->fg);
            add(set, cell->bg);
        }
}

/* The shades of the steps of a ramp, and of a box with heads, each of which the legend shows once. */
static void shades_add(const ws_view *view, inks *set) {
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT), box = ws_ink_ground(view, WS_ROLE_SWITCH);
    for (uint32_t i = 0; i < WS_HOT_STEPS; i++) {
        uint32_t hot = ws_ink_hot(view, i);
        if (!has(set, hot)) continue;
        add(set, ws_ink_stand(hot, paper, 0));
        add(set, ws_ink_stand(hot, paper, 1));
        add(set, ws_ink_mix(hot, ws_ink_hot(view, i + 1), 50)); /* half a step of the terrain */
    }
    for (int i = 0; i <= 3; i++) add(set, ws_ink_mix(box, ws_ink_role(view, WS_ROLE_CROWD), 33 * i));
    add(set, paper);
    add(set, ws_ink_mix(ws_ink_role(view, WS_ROLE_FLOW3), paper, 72)); /* a gap between two flits that move */
    add(set, ws_ink_on(ws_ink_hot(view, 0)));
}

static int colours_unknown(ws_stage *stage) {
    static inks map, legend;
    int unknown = 0;
    map.count = legend.count = 0;
    collect(stage, panel_of(stage, WS_PANEL_MAP), &map);
    collect(stage, panel_of(stage, WS_PANEL_SIGNS), &legend);
    shades_add(&stage->view, &legend);
    for (int i = 0; i < map.count; i++)
        if (!has(&legend, map.colour[i])) {
            if (unknown++ == 0) note("#%06x is on the map and not in the legend", map.colour[i]);
        }
    return unknown;
}

/* ---- the signs of every altitude under every lens ---- */

/* Signs that only a map draws: shades of blocks, dots, flits, heads. */
static bool is_of_map(const ws_view *view, uint32_t glyph) {
    for (int g = WS_GLYPH_FLIT_H; g <= WS_GLYPH_SMALL_V; g++)
        if (glyph == view->glyphs->code[g]) return true;
    return (glyph >= 0x2580 && glyph <= 0x259f) || (glyph > 0x2800 && glyph < 0x2900) || glyph == view->glyphs->code[WS_GLYPH_BLOCKED];
}

typedef struct signs_found {
    int pictures, none, unlisted, unsaid;
    char worst[200];
} signs_found;

static void worst_note(signs_found *found, const ws_stage *stage, const char *what, uint64_t bits) {
    const ws_view *view = &stage->view;
    if (found->worst[0]) return;
    snprintf(found->worst, sizeof found->worst, "%s: %s, %s, %dx%d, %s", what, ws_altitudes[view->map.plan->altitude].name,
             ws_lens_of(view)->name, stage->canvas.width, stage->canvas.height, bits ? ws_sign_name((unsigned)__builtin_ctzll(bits)) : "");
}

/* The whole map in the corner of one that does not fit has a frame, and says by its level how many heads wait there. */
static bool is_small_map(const ws_cell *cell) {
    return cell->role == WS_ROLE_BLOCKED && cell->glyph >= 0x2581 && cell->glyph <= 0x2588;
}

/* Cells of the map that show something and stand for no sign; what is looked at is none, and nothing is. */
static int unsaid_count(ws_stage *stage) {
    ws_rect map = panel_of(stage, WS_PANEL_MAP);
    int count = 0;
    for (int y = map.y; y < map.y + map.h; y++)
        for (int x = map.x; x < map.x + map.w; x++) {
            const ws_cell *cell = ws_canvas_at(&stage->canvas, x, y);
            bool sign = stage->canvas.sign[y * stage->canvas.width + x] != 0;
            count += is_of_map(&stage->view, cell->glyph) && !sign && cell->role != WS_ROLE_SELECTED && !is_small_map(cell);
        }
    return count;
}

static void signs_look(ws_stage *stage, signs_found *found) {
    ws_map_plan *plan = stage->view.map.plan;
    ws_stage_draw(stage);
    ws_rect signs = panel_of(stage, WS_PANEL_SIGNS);
    uint64_t missing = plan->drawn & ~plan->listed;
    int unsaid = unsaid_count(stage);
    found->pictures++;
    if (plan->drawn && signs.h == 0) found->none++, worst_note(found, stage, "no panel", 0);
    else if (missing) found->unlisted++, worst_note(found, stage, "not listed", missing);
    if (unsaid) found->unsaid++, worst_note(found, stage, "unsaid", (uint32_t)unsaid);
}

static void test_signs(ws_stage *stage, const char *name, const ws_theme *theme) {
    ws_view *view = &stage->view;
    for (int depth = 0; depth < 2; depth++) {
        signs_found found = {0};
        ws_stage_colour(stage, depth ? theme : NULL, depth ? WS_DEPTH_DIRECT : WS_DEPTH_MONO);
        for (int i = 0; i < SIZES; i++)
            for (int altitude = 0; altitude <= WS_ALTITUDES; altitude++)
                for (unsigned layer = 0; layer < ws_lens_count; layer++) {
                    if (layer == WS_LAYER_PORTS && stage->frame->cam_lines == 0) continue;
                    ws_canvas_resize(&stage->canvas, sizes[i][0], sizes[i][1]);
                    view->map.zoom = altitude;
                    view->overlay.layer = layer;
                    signs_look(stage, &found);
                }
        ok(found.none == 0 && found.unlisted == 0 && found.unsaid == 0,
           "%s, %s: in %d pictures the signs of the map are those of the legend (%d without, %d with others, %d not said) %s", name,
           depth ? "colours" : "mono", found.pictures, found.none, found.unlisted, found.unsaid, found.worst);
    }
    view->map.zoom = 0;
    view->overlay.layer = WS_LAYER_WORMS;
}

/* With a worm selected, whose chain is lit, and with a filter that dims the others: on the smallest screen, at every altitude. */
static void test_signs_chosen(ws_stage *stage, const char *name, const ws_theme *theme) {
    ws_view *view = &stage->view;
    signs_found found = {0};
    ws_error error;
    ws_canvas_resize(&stage->canvas, 80, 24);
    ws_stage_colour(stage, theme, WS_DEPTH_DIRECT);
    for (int chosen = 0; chosen < 2; chosen++) {
        view->map.zoom = 0;
        ws_stage_draw(stage);
        if (chosen == 0) ws_stage_select_blocked(stage);
        else ws_filter_parse(&view->selection.filter, stage->frame, "waiting", &error);
        for (int altitude = 0; altitude <= WS_ALTITUDES; altitude++) {
            view->map.zoom = altitude;
            signs_look(stage, &found);
        }
        ws_view_look(view, (ws_thing){.kind = WS_THING_NONE});
        view->selection.filter = (ws_filter){0};
    }
    ok(found.none == 0 && found.unlisted == 0 && found.unsaid == 0,
       "%s, 80x24, a worm selected, and a filter: in %d pictures the signs of the map are those of the legend (%d without, %d with others, %d not said) %s",
       name, found.pictures, found.none, found.unlisted, found.unsaid, found.worst);
    view->map.zoom = 0;
}

/* ---- all ---- */

static void test_size(ws_stage *stage, const char *name, int width, int height, const ws_theme *theme) {
    ws_canvas_resize(&stage->canvas, width, height);
    ws_stage_colour(stage, NULL, WS_DEPTH_MONO);
    ws_stage_draw(stage);
    const char *altitude = ws_altitudes[stage->view.map.plan->altitude].name;
    int signs = worm_signs(stage);
    ok(signs > 0, "%s %dx%d: %s show worms (%d signs of %u worms)", name, width, height, altitude, signs, stage->frame->worms);
    ws_stage_colour(stage, theme, WS_DEPTH_DIRECT);
    ws_stage_draw(stage);
    if (stage->view.map.plan->altitude >= WS_ALTITUDE_WORMS || panel_of(stage, WS_PANEL_SIGNS).h == 0) return;
    int unknown = colours_unknown(stage);
    ok(unknown == 0, "%s %dx%d: the legend has all colours of the %s (%d are not there)", name, width, height, altitude, unknown);
}

static void test_scenario(const char *name) {
    ws_error error = {0};
    ws_theme theme = ws_theme_default();
    ws_session *session = ws_session_open(name, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", name, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    first_worms(stage);
    if (ok(stage->frame->worms > 0, "%s has worms", name))
        for (int i = 0; i < SIZES; i++) test_size(stage, name, sizes[i][0], sizes[i][1], &theme);
    test_signs(stage, name, &theme);
    test_signs_chosen(stage, name, &theme);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* Every altitude can be asked for, and zooming there and back keeps the selected switch in sight. */
static void test_zoom(void) {
    ws_error error;
    ws_session *session = ws_session_open("cube/torus-16x16", NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 100, 30);
    ws_view *view = &stage->view;
    ws_stage_draw(stage);
    view->selection.node = 16 * 9 + 4;
    for (int by = 1; by >= -1; by -= 2)
        for (int step = 0; step < 3; step++) {
            ws_map_plan *plan = view->map.plan;
            view->map.zoom = ws_altitude_step(view, by);
            ws_stage_draw(stage);
            ws_map_centre(view, WS_NIL);
            const ws_rect *box = &plan->box[view->selection.node];
            int x = box->x + ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
            int y = box->y + ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
            ok(x >= 0 && x < plan->area_w && y >= 0 && y < plan->area_h, "%s: the selected switch is in sight (%d, %d)",
               ws_altitudes[plan->altitude].name, x, y);
            ok((int)plan->altitude == (by > 0 ? ws_min(step + 1, WS_ALTITUDES - 1) : ws_max(WS_ALTITUDES - 2 - step, 0)),
               "and zoom has gone one step");
            ok(ws_map_pick(view, x, y).node == view->selection.node || plan->altitude == WS_ALTITUDE_TERRAIN,
               "a click there finds it");
        }
    ws_stage_free(stage);
    ws_session_close(session);
}

/* The 8x8 mesh on the smallest screen: every link has its lane in sight, no two the same, and wherever a worm lies that is told. */
static void test_whole_mesh(void) {
    ws_error error;
    ws_theme theme = ws_theme_default();
    const char *sets[] = {"load=0.3"};
    ws_session *session = ws_session_open("cube/mesh-8x8", &(ws_options){.sets = sets, .set_count = 1}, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, 5000);
    ws_stage_draw(stage);
    const ws_frame *f = stage->frame;
    const ws_map_plan *plan = stage->view.map.plan;
    ws_rect map = panel_of(stage, WS_PANEL_MAP);
    int x0 = map.x + ws_map_origin(plan->area_w, plan->width, 0), y0 = map.y + ws_map_origin(plan->area_h, plan->height, 0);
    int links = 0, outside = 0, held = 0, untold = 0;
    for (uint32_t l = 0; l < f->links; l++) {
        if (f->link[l].from >= f->switches || f->link[l].to >= f->switches) continue;
        uint64_t signs = 0;
        links++, outside += plan->path0[l] == plan->path0[l + 1];
        for (uint32_t i = plan->path0[l]; i < plan->path0[l + 1]; i++) {
            int x = x0 + plan->cell[i].x, y = y0 + plan->cell[i].y;
            outside += x < map.x || x >= map.x + map.w || y < map.y || y >= map.y + map.h;
            signs |= stage->canvas.sign[y * stage->canvas.width + x];
        }
        bool worm = f->link[l].flits > 0;
        for (uint32_t v = f->link[l].vc0; v < f->link[l].vc0 + f->link[l].channels; v++) worm |= f->vc[v].packet != WS_NIL && f->vc[v].sent > 0;
        held += worm, untold += worm && !(signs & (WS_SIGN_BIT(MOVES) | WS_SIGN_BIT(WAITS)));
    }
    ok(links == 224 && outside == 0, "mesh-8x8 at 80x24: all %d links are in sight (%d cells are not)", links, outside);
    ok(held > 100 && untold == 0, "and each of the %d on which a worm lies says so (%d do not)", held, untold);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* ---- what is full ---- */

static bool has_sign(const ws_stage *stage, int x, int y, unsigned sign) {
    ws_rect map = panel_of((ws_stage *)stage, WS_PANEL_MAP);
    return stage->canvas.sign[(map.y + y) * stage->canvas.width + map.x + x] >> sign & 1;
}

/* Does the end of a lane say that its buffer is full? */
static bool has_plug(const ws_stage *stage, uint32_t l) {
    const ws_map_plan *plan = stage->view.map.plan;
    ws_map_cell end = plan->cell[plan->path0[l + 1] - 1];
    int x = ws_map_origin(plan->area_w, plan->width, 0) + end.x, y = ws_map_origin(plan->area_h, plan->height, 0) + end.y;
    return has_sign(stage, x, y, WS_SIGN_FULL);
}

/* Does a cable of a wired map, in the cells that are nearest to its end? */
static bool has_wired_plug(const ws_stage *stage, uint32_t l) {
    enum { NEAR = 16 }; /* points: a switch's box may lie over some */
    const ws_wired *wired = stage->view.map.plan->wired;
    for (uint32_t i = wired->path0[l + 1], near = 0; i > wired->path0[l] && near < NEAR; near++)
        if (i--, has_sign(stage, wired->point[i].x / 2, wired->point[i].y / 4, WS_SIGN_FULL)) return true;
    return false;
}

/* To the last flit; of what is stopped above its mark, or holds packets whole, but for an eighth. */
static bool is_filled(uint32_t flits, uint32_t capacity, bool held) {
    return flits == capacity || (held && flits >= capacity - capacity / 8);
}

static bool is_full(const ws_frame *f, uint32_t l) {
    bool full = f->has_saqs && is_filled(f->link[l].buffered, f->link[l].capacity, true);
    for (uint32_t q = 0; q < f->queues && !f->has_saqs; q++)
        full |= f->queue[q].link == l && is_filled(f->queue[q].flits, f->queue[q].capacity, f->queue[q].stop_sent);
    return full;
}

static ws_stage *stage_full(const char *name, const char *set, uint64_t cycle, ws_altitude_id altitude) {
    static ws_theme theme;
    ws_error error;
    theme = ws_theme_default();
    ws_session *session = ws_session_open(name, &(ws_options){.sets = &set, .set_count = set != NULL}, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 120, 40);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, cycle);
    stage->view.overlay.layer = WS_LAYER_WORMS;
    stage->view.map.zoom = altitude + 1;
    ws_stage_draw(stage);
    return stage;
}

static void stage_end(ws_stage *stage) {
    ws_session *session = stage->session;
    ws_stage_free(stage);
    ws_session_close(session);
}

/* Worms of many switches in no order are drawn cable by cable if somebody asks; else points say
 * more, also where there is room. */
static void test_asked(void) {
    const char *name = "now/irregular-64", *set = "topology=irregular 200";
    ws_stage *stage = stage_full(name, set, 300, WS_ALTITUDE_WORMS);
    const ws_map_plan *plan = stage->view.map.plan;
    bool wired = plan->altitude == WS_ALTITUDE_WORMS && plan->is_wired;
    ok(wired && worm_signs(stage) > 0, "200 switches: worms, as they were asked for");
    stage->view.map.zoom = 0;
    ws_canvas_resize(&stage->canvas, 200, 60);
    ws_stage_draw(stage);
    ok(plan->altitude == WS_ALTITUDE_TERRAIN, "points at 200x60, as nobody did");
    stage_end(stage);
}

/* What is full is seen: of every street whose buffer has no room on some channel, and of no other, the end is a plug. */
static void test_full(const char *name, uint64_t cycle, uint32_t least) {
    ws_stage *stage = stage_full(name, NULL, cycle, WS_ALTITUDE_STREETS);
    const ws_frame *f = stage->frame;
    uint32_t full = 0, wrong = 0;
    for (uint32_t l = 0; l < f->links; l++) {
        if (f->link[l].from >= f->switches || f->link[l].to >= f->switches) continue;
        full += is_full(f, l), wrong += is_full(f, l) != has_plug(stage, l);
    }
    wrong += full != stage->view.map.plan->full;
    ok(full >= least && wrong == 0, "%s at %d: %u streets have a full buffer, and each says so (%u are wrong)", name, (int)cycle, full, wrong);
    stage_end(stage);
}

static int plugs_seen(const ws_stage *stage) {
    const ws_wired *wired = stage->view.map.plan->wired;
    int count = 0;
    for (int y = 0; y < wired->height; y++)
        for (int x = 0; x < wired->width; x++) count += has_sign(stage, x, y, WS_SIGN_FULL);
    return count;
}

/* ---- what moves, and where the root is ---- */

static bool is_on_wire(const ws_frame *f, uint32_t l, uint32_t packet) {
    for (uint32_t i = 0; i < f->link[l].delay; i++)
        if (f->flit[f->link[l].flit0 + i].packet == packet) return true;
    return false;
}

/* Worms lie on the wire of a link, none of them waits, and none of which flits have passed has stopped here. */
static bool is_moving(const ws_frame *f, uint32_t l) {
    uint32_t worms = 0, waiting = 0;
    for (uint32_t v = f->link[l].vc0; v < f->link[l].vc0 + f->link[l].channels; v++) {
        const ws_frame_worm *worm = ws_frame_worm_of(f, f->vc[v].packet);
        waiting += worm && (worm->blocked || (f->vc[v].sent > 0 && !is_on_wire(f, l, f->vc[v].packet)));
    }
    for (uint32_t i = 0; i < f->link[l].delay; i++) {
        const ws_frame_worm *worm = ws_frame_worm_of(f, f->flit[f->link[l].flit0 + i].packet);
        worms += worm != NULL, waiting += worm && worm->blocked;
    }
    return worms > 0 && waiting == 0;
}

/* What is said to move has moved: within the cycles of its wire a flit went onto it. A worm that stands on a link while its head moves elsewhere,
 * as one behind a long packet does, is there, and is not said to move on that link. */
static void test_moved(const char *name, uint64_t from, uint32_t cycles, uint32_t least) {
    ws_stage *stage = stage_full(name, NULL, from, WS_ALTITUDE_WORMS);
    const ws_frame *f = stage->frame;
    uint64_t *last = calloc(f->links, sizeof *last);
    uint32_t moving = 0, still = 0, wrong = 0;
    for (uint64_t cycle = from; cycle < from + cycles; cycle++) {
        ws_stage_run(stage, cycle);
        ws_stage_draw(stage);
        ws_lens lens = ws_lens_begin(&stage->view, true);
        for (uint32_t l = 0; l < f->links; l++) {
            if (f->flit[f->link[l].flit0].packet != WS_NIL) last[l] = cycle;
            bool moves = ws_lens_moves(&lens, l);
            for (uint32_t v = f->link[l].vc0; v < f->link[l].vc0 + f->link[l].channels; v++) still += ws_worm_state_at(f, &f->vc[v]) == WS_HERE_HALTS;
            moving += moves, wrong += moves && cycle - last[l] >= f->link[l].delay && cycle - from >= f->link[l].delay;
        }
        ws_lens_end(&lens);
    }
    ok(moving > cycles && still >= least && wrong == 0, "%s, %u cycles: on %u links something moves, on %u not though its worm does (%u are wrong)", name, cycles,
       moving, still, wrong);
    free(last);
    stage_end(stage);
}

static bool is_arrow(const ws_view *view, uint32_t glyph) {
    for (int g = WS_GLYPH_HEAD_E; g <= WS_GLYPH_HEAD_N; g++)
        if (glyph == view->glyphs->code[g]) return true;
    return false;
}

/* Arrows in the middle of the lanes of a grid: on what moves, and on nothing that stands, under every lens. */
static void test_arrows(const char *name, uint64_t cycle, uint32_t least) {
    ws_stage *stage = stage_full(name, NULL, cycle, WS_ALTITUDE_STREETS);
    const ws_frame *f = stage->frame;
    const ws_map_plan *plan = stage->view.map.plan;
    for (unsigned layer = 0; layer < ws_lens_count; layer++) {
        uint32_t moving = 0, untold = 0, false_arrows = 0;
        if (layer == WS_LAYER_PORTS && f->cam_lines == 0) continue;
        stage->view.overlay.layer = layer;
        ws_stage_draw(stage);
        ws_rect map = panel_of(stage, WS_PANEL_MAP);
        int x0 = map.x + ws_map_origin(plan->area_w, plan->width, 0), y0 = map.y + ws_map_origin(plan->area_h, plan->height, 0);
        for (uint32_t l = 0; l < f->links; l++) {
            uint32_t cells = plan->path0[l + 1] - plan->path0[l];
            if (cells < 4) continue;
            ws_map_cell at = plan->cell[plan->path0[l] + (cells + 1) / 2];
            bool arrow = is_arrow(&stage->view, ws_canvas_at(&stage->canvas, x0 + at.x, y0 + at.y)->glyph);
            moving += is_moving(f, l), untold += is_moving(f, l) && !arrow, false_arrows += !is_moving(f, l) && arrow;
        }
        ok(moving >= least && untold == 0 && false_arrows == 0, "%s, streets, %s: of %u lanes that move %u have no arrow, %u have one and stand", name,
           ws_lenses[layer].name, moving, untold, false_arrows);
    }
    stage_end(stage);
}

/* Of the four directions, on the whole map. */
static int arrows_of(ws_stage *stage, ws_glyph first) {
    ws_rect map = panel_of(stage, WS_PANEL_MAP);
    int count = 0;
    for (int i = 0; i < map.w * map.h; i++) {
        uint32_t glyph = ws_canvas_at(&stage->canvas, map.x + i % map.w, map.y + i / map.w)->glyph;
        for (int d = 0; d < 4; d++) count += glyph == stage->view.glyphs->code[(int)first + d];
    }
    return count;
}

/* Does a link whose worms move (or some of them: a cable has one arrow for each) pass a cell? */
static bool moves_past(const ws_stage *stage, int x, int y) {
    const ws_wired *wired = stage->view.map.plan->wired;
    const ws_frame *f = stage->frame;
    for (uint32_t l = 0; l < f->links; l++) {
        bool moves = is_moving(f, l);
        for (uint32_t v = f->link[l].vc0; v < f->link[l].vc0 + f->link[l].channels; v++) {
            const ws_frame_worm *worm = ws_frame_worm_of(f, f->vc[v].packet);
            moves |= worm && !worm->blocked;
        }
        for (uint32_t i = wired->path0[l]; moves && i < wired->path0[l + 1]; i++)
            if (wired->point[i].x / 2 == x && wired->point[i].y / 4 == y) return true;
    }
    return false;
}

/* On a map of cables, too, no arrow stands where nothing moves, under any lens; and there are many. */
static void test_arrows_wired(const char *name, const char *set, uint64_t cycle, int least) {
    ws_stage *stage = stage_full(name, set, cycle, WS_ALTITUDE_WORMS);
    for (unsigned layer = 0; layer < ws_lens_count; layer++) {
        int arrows = 0, false_arrows = 0;
        if (layer == WS_LAYER_PORTS && stage->frame->cam_lines == 0) continue;
        stage->view.overlay.layer = layer;
        ws_stage_draw(stage);
        ws_rect map = panel_of(stage, WS_PANEL_MAP);
        for (int i = 0; i < map.w * map.h; i++) {
            int x = i % map.w, y = i / map.w;
            bool arrow = is_arrow(&stage->view, ws_canvas_at(&stage->canvas, map.x + x, map.y + y)->glyph);
            if (!arrow || !has_sign(stage, x, y, WS_SIGN_MOVES)) continue;
            arrows++, false_arrows += !moves_past(stage, x, y);
        }
        ok(arrows >= least && false_arrows == 0, "%s, cables, %s: %d arrows, %d where nothing moves", name, ws_lenses[layer].name, arrows, false_arrows);
    }
    stage_end(stage);
}

/* In a deadlock everything stands: no arrow of what moves is on the map, and the ring has its thin ones. */
static void test_still(void) {
    for (int altitude = WS_ALTITUDE_STREETS; altitude <= WS_ALTITUDE_WORMS; altitude++)
        for (unsigned layer = 0; layer < ws_lens_count; layer++) {
            if (layer == WS_LAYER_PORTS) continue;
            ws_stage *stage = stage_full("timeouts/deadlock", NULL, 1900, (ws_altitude_id)altitude);
            stage->view.overlay.layer = layer;
            ws_stage_draw(stage);
            int moving = arrows_of(stage, WS_GLYPH_HEAD_E), still = arrows_of(stage, WS_GLYPH_WANT_E);
            ok(moving == 0 && (layer != WS_LAYER_WORMS || still >= 7), "timeouts/deadlock, %s, %s: %d arrows of what moves, %d of the ring",
               ws_altitudes[altitude].name, ws_lenses[layer].name, moving, still);
            stage_end(stage);
        }
}

/* Does a word beside a sign stand there? */
static bool is_word(const ws_stage *stage, int x, int y) {
    const ws_map_plan *plan = stage->view.map.plan;
    x -= ws_map_origin(plan->area_w, plan->width, 0), y -= ws_map_origin(plan->area_h, plan->height, 0);
    for (int kind = 0; kind < WS_TAGS; kind++)
        if (ws_rect_has(plan->tags->tag[kind].at, x, y)) return true;
    return false;
}

/* Of all cells of the map that of the root is the lightest, but for what is full. */
static void test_loud(const char *name, const char *set, uint64_t cycle, ws_altitude_id altitude) {
    ws_stage *stage = stage_full(name, set, cycle, altitude);
    ws_view *view = &stage->view;
    ws_rect map = panel_of(stage, WS_PANEL_MAP);
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t loudest = 0, said = 0;
    for (int i = 0; i < map.w * map.h; i++) {
        uint32_t bg = ws_canvas_at(&stage->canvas, map.x + i % map.w, map.y + i / map.w)->bg;
        if (is_word(stage, i % map.w, i / map.w)) continue;
        uint32_t contrast = bg == WS_COLOUR_NONE ? 0 : ws_ink_contrast(bg, paper);
        if (has_sign(stage, i % map.w, i / map.w, WS_SIGN_ROOT)) said = contrast > said ? contrast : said;
        else if (!has_sign(stage, i % map.w, i / map.w, WS_SIGN_FULL) && bg != ws_ink_hot(view, 0)) loudest = contrast > loudest ? contrast : loudest;
    }
    ok(said > loudest && said > 0, "%s, %s: the root has a contrast of %u, everything else at most %u", name, ws_altitudes[altitude].name, said, loudest);
    stage_end(stage);
}

/* How often words, with nothing behind them, stand in the legend. */
static int legend_says(ws_stage *stage, const char *words) {
    ws_rect signs = panel_of(stage, WS_PANEL_SIGNS);
    int wanted = (int)strlen(words), found = 0;
    for (int y = signs.y; y < signs.y + signs.h; y++)
        for (int x = signs.x; x + wanted < signs.x + signs.w; x++) {
            int same = 0;
            while (same < wanted && ws_canvas_at(&stage->canvas, x + same, y)->glyph == (uint32_t)words[same]) same++;
            found += same == wanted && (ws_canvas_at(&stage->canvas, x + same, y)->glyph | 12) == 44; /* a blank, or a comma */
        }
    return found;
}

/* Full buffers of a network: pools, inputs that share a memory, or queues. */
static uint32_t full_of(const ws_frame *f) {
    uint32_t full = 0;
    for (uint32_t l = 0; f->has_saqs && l < f->links; l++) full += f->link[l].to < f->switches && is_full(f, l);
    for (uint32_t q = 0; !f->has_saqs && f->pool == 0 && q < f->queues; q++) {
        bool input = f->queue[q].node < f->switches && f->queue[q].link != WS_NIL;
        full += input && is_filled(f->queue[q].flits, f->queue[q].capacity, f->queue[q].stop_sent);
    }
    for (uint32_t sw = 0; sw < f->switches && f->pool > 0; sw++) {
        uint32_t used = 0;
        for (uint32_t i = 0; i < f->pool; i++) used += f->buffer[sw * f->pool + i].packet != WS_NIL;
        full += used == f->pool;
    }
    return full;
}

/* "full: N" in the legend is the number of full buffers that the map shows. */
static void test_counted(const char *name, const char *set, uint64_t cycle, ws_altitude_id altitude) {
    ws_stage *stage = stage_full(name, set, cycle, altitude);
    char words[32];
    uint32_t all = full_of(stage->frame), drawn = stage->view.map.plan->full;
    if (all == 0) snprintf(words, sizeof words, "full: no");
    else snprintf(words, sizeof words, "full: %u", all);
    ok(all >= drawn && legend_says(stage, words) == 1, "%s, %s: the legend says \"%s\"", name, ws_altitudes[altitude].name, words);
    stage_end(stage);
}

/* In a network of pools nobody waits because a pool is full while there is room: the legend says how many are refused by a rule. */
static void test_refused(uint64_t cycle, ws_altitude_id altitude, uint32_t least) {
    ws_stage *stage = stage_full("fedx/wk30-hotspot", NULL, cycle, altitude);
    const ws_frame *f = stage->frame;
    uint32_t refused = 0;
    char words[40];
    for (uint32_t i = 0; i < f->worms; i++) refused += f->worm[i].blocked && f->worm[i].reason >= WS_WAIT_RULE && f->worm[i].reason <= WS_WAIT_LIMIT;
    snprintf(words, sizeof words, "refused by a rule: %u", refused);
    ok(refused >= least && legend_says(stage, words) == 1, "fedx/wk30-hotspot, %s: the legend says \"%s\"", ws_altitudes[altitude].name, words);
    stage_end(stage);
}

/* Where heads wait a street map says so, also where another jam has its root. */
static void test_heads_told(uint64_t cycle, int width, int height, uint32_t least) {
    ws_stage *stage = stage_full("fedx/wk30-hotspot", NULL, cycle, WS_ALTITUDE_STREETS);
    ws_canvas_resize(&stage->canvas, width, height);
    ws_stage_draw(stage);
    const ws_map_plan *plan = stage->view.map.plan;
    int left = ws_map_origin(plan->area_w, plan->width, 0), top = ws_map_origin(plan->area_h, plan->height, 0);
    uint32_t there = 0, untold = 0;
    for (uint32_t sw = 0; sw < stage->frame->switches; sw++) {
        int x = left + plan->box[sw].x, y = top + plan->box[sw].y;
        if (ws_heads_lit(&stage->view, sw) == 0 || has_sign(stage, x, y, WS_SIGN_ROOT)) continue;
        there++, untold += !has_sign(stage, x, y, WS_SIGN_HEADS);
    }
    ok(there >= least && untold == 0, "fedx/wk30-hotspot at %d, %dx%d: of %u switches where heads wait %u do not say so", (int)cycle, width, height,
       there, untold);
    stage_end(stage);
}

/* Under the tree lens, too, such a network shows its tree: every lane that glows leaves a switch in which a packet of the tree waits for it,
 * and each such packet glows. */
static void test_tree_pooled(uint64_t cycle, int least) {
    ws_stage *stage = stage_full("fedx/wk30-hotspot", NULL, cycle, WS_ALTITUDE_STREETS);
    stage->view.overlay.layer = WS_LAYER_TREES;
    ws_stage_draw(stage);
    const ws_frame *f = stage->frame;
    const ws_map_plan *plan = stage->view.map.plan;
    uint32_t chosen = ws_tree_chosen(&stage->view);
    int lanes = 0, untold = 0;
    for (uint32_t q = 0; q < f->queues; q++) {
        uint32_t l = f->queue[q].request;
        bool member = f->queue[q].place.member && f->queue[q].place.root == chosen && f->queue[q].node < f->switches;
        if (!member || l == WS_NIL || plan->path0[l] == plan->path0[l + 1]) continue;
        ws_map_cell at = plan->cell[plan->path0[l]];
        int x = ws_map_origin(plan->area_w, plan->width, 0) + at.x, y = ws_map_origin(plan->area_h, plan->height, 0) + at.y;
        lanes++, untold += !has_sign(stage, x, y, WS_SIGN_MEMBER);
    }
    ok(lanes >= least && untold == 0, "fedx/wk30-hotspot at %d: of %d lanes for which packets of the tree wait %d do not glow", (int)cycle, lanes, untold);
    stage_end(stage);
}

/* In a ring every full buffer is seen, at every size. */
static void test_full_ring(uint64_t cycle, uint32_t least) {
    ws_stage *stage = stage_full("teach/ring-deadlock", NULL, cycle, WS_ALTITUDE_WORMS);
    for (int i = 0; i < SIZES; i++) {
        ws_canvas_resize(&stage->canvas, sizes[i][0], sizes[i][1]);
        ws_stage_draw(stage);
        const ws_frame *f = stage->frame;
        uint32_t full = 0;
        for (uint32_t q = 0; q < f->queues; q++) full += f->queue[q].node < f->switches && ws_lens_queue_is_full(&f->queue[q]);
        ok(full >= least && stage->view.map.plan->full == full, "teach/ring-deadlock at %d, %dx%d: %u of %u full buffers are seen", (int)cycle,
           sizes[i][0], sizes[i][1], stage->view.map.plan->full, full);
    }
    stage_end(stage);
}

/* Of networks whose hosts have no cable on the map: those that have filled an input, or, where they have no sign, switches with such. */
static uint32_t hosts_full(const ws_frame *f, const ws_wired *wired) {
    uint32_t hosts = 0, switches = 0;
    for (uint32_t sw = 0; sw < f->switches; sw++) {
        uint32_t here = 0;
        for (uint32_t h = 0; h < f->hosts; h++) here += f->link[f->host[h].inject_link].to == sw && is_full(f, f->host[h].inject_link);
        hosts += here, switches += here > 0;
    }
    if (wired->places->family == WS_FAMILY_STAGES) return 0;
    return wired->form == WS_FORM_HOSTS ? hosts : wired->form == WS_FORM_NAME || wired->form == WS_FORM_SHORT ? switches : 0;
}

/* The same of a wired map, where several cables may share a cell, and the head of one may hide the plug of another. */
static void test_full_wired(const char *name, const char *set, uint64_t cycle, uint32_t least) {
    ws_stage *stage = stage_full(name, set, cycle, WS_ALTITUDE_WORMS);
    const ws_frame *f = stage->frame;
    const ws_wired *wired = stage->view.map.plan->wired;
    uint32_t full = 0, untold = 0;
    for (uint32_t l = 0; l < f->links; l++) {
        if (wired->path0[l] == wired->path0[l + 1] || f->link[l].to >= f->switches || !is_full(f, l)) continue;
        full++, untold += !has_wired_plug(stage, l);
    }
    int seen = plugs_seen(stage);
    uint32_t hosts = hosts_full(f, wired);
    untold += (uint32_t)seen != stage->view.map.plan->full ? full + 1 : 0;
    seen -= (int)hosts;
    ok(full >= least && untold * 10 <= full && seen <= (int)full && (seen > 0 || full == 0),
       "%s at %d: of %u cables that are full %u do not say so; %d plugs", name, (int)cycle, full, untold, seen);
    stage_end(stage);
}

/* Between stages an arrow is to the right or to the left, however steep its cable is. */
static void test_stage_arrows(void) {
    ws_stage *stage = stage_full("recn/hotspot-64", NULL, 22000, WS_ALTITUDE_WORMS);
    uint32_t count[4] = {0};
    stage->view.overlay.layer = WS_LAYER_TREES;
    ws_stage_draw(stage);
    for (int i = 0; i < stage->canvas.width * stage->canvas.height; i++)
        for (int way = 0; way < 4; way++)
            count[way] += stage->canvas.sign[i] >> WS_SIGN_MOVES & 1 && stage->canvas.cell[i].glyph == stage->view.glyphs->code[WS_GLYPH_HEAD_E + way];
    ok(count[WS_EAST] > 20 && count[WS_WEST] > 20 && count[WS_NORTH] + count[WS_SOUTH] == 0,
       "a tree in stages: %u arrows to the right, %u to the left, none up or down", count[WS_EAST], count[WS_WEST]);
    stage_end(stage);
}

/* Four switches in a ring are drawn as one where a lesson leaves little room. */
static void test_small_ring(void) {
    ws_error error;
    ws_session *session = ws_session_open("teach/ring-deadlock", NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    ws_stage_run(stage, 32);
    ws_stage_draw(stage);
    ws_map_plan_fit(stage->view.map.plan, stage->frame, 53, 11, 0);
    const ws_map_plan *plan = stage->view.map.plan;
    ok(plan->is_wired && plan->box[0].y == plan->box[1].y && plan->box[1].x == plan->box[2].x && plan->box[2].y == plan->box[3].y &&
           plan->box[3].x == plan->box[0].x && plan->box[2].y > plan->box[0].y + plan->box[0].h,
       "a ring of four in 53x11 is a ring");
    ws_stage_free(stage);
    ws_session_close(session);
}

/* Links that are pointed out are seen at every altitude, and are in the legend. */
static void test_ghosts(const char *name, int altitude) {
    ws_error error;
    ws_session *session = ws_session_open(name, NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 100, 30);
    ws_view *view = &stage->view;
    ws_stage_draw(stage);
    view->map.zoom = altitude;
    for (uint32_t l = 0; l < stage->frame->links && view->map.ghost.count < 3; l++)
        if (stage->frame->link[l].from < stage->frame->switches && stage->frame->link[l].to < stage->frame->switches)
            view->map.ghost.link[view->map.ghost.count++] = l;
    uint64_t listed = view->map.plan->listed;
    int heads = 0;
    ws_stage_draw(stage);
    ws_rect map = panel_of(stage, WS_PANEL_MAP);
    for (int y = map.y; y < map.y + map.h; y++)
        for (int x = map.x; x < map.x + map.w; x++) {
            const ws_cell *cell = ws_canvas_at(&stage->canvas, x, y);
            bool ghost = stage->canvas.sign[y * stage->canvas.width + x] >> WS_SIGN_CLOSES & 1;
            heads += ghost && (cell->glyph != view->glyphs->code[WS_GLYPH_GHOST] || view->map.plan->altitude == WS_ALTITUDE_TERRAIN);
        }
    ok(heads > 0 && heads <= 3 && !(listed >> WS_SIGN_CLOSES & 1) && view->map.plan->listed >> WS_SIGN_CLOSES & 1,
       "%s, %s: links that are pointed out have their dots and arrows (%d), and a row in the legend", name,
       ws_altitudes[view->map.plan->altitude].name, heads);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* Whichever worm is selected, the switch of its head comes into sight; if it is, nothing moves. */
static void test_reveal(void) {
    ws_error error;
    const char *sets[] = {"load=0.5"};
    ws_session *session = ws_session_open("cube/torus-16x16", &(ws_options){.sets = sets, .set_count = 1}, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 100, 30);
    ws_view *view = &stage->view;
    ws_stage_run(stage, 600);
    view->map.zoom = WS_ALTITUDE_WORMS + 1;
    ws_stage_draw(stage);
    const ws_map_plan *plan = view->map.plan;
    const ws_frame *f = stage->frame;
    int hidden = 0, moved = 0, looked = 0, needless = 0;
    for (uint32_t i = 0; i < f->blocked_worms; i += 7) {
        const ws_frame_worm *worm = &f->worm[f->blocked[i]];
        ws_view_look(view, ws_thing_of_worm(worm));
        const ws_rect *box = &plan->box[f->queue[worm->head_queue].node];
        if (f->queue[worm->head_queue].node >= f->switches) continue;
        int before_x = view->map.pan_x, before_y = view->map.pan_y;
        ws_map_reveal(view);
        bool same = view->map.pan_x == before_x && view->map.pan_y == before_y;
        int x = box->x + ws_map_origin(plan->area_w, plan->width, view->map.pan_x);
        int y = box->y + ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
        hidden += x < 0 || x + box->w > plan->area_w || y < 0 || y + box->h > plan->area_h;
        looked++, moved += !same;
        ws_map_reveal(view);
        needless += !same && (x != box->x + ws_map_origin(plan->area_w, plan->width, view->map.pan_x));
    }
    ok(looked > 20 && moved > 5 && moved < looked && hidden == 0 && needless == 0,
       "of %d waiting heads each comes into sight (%d do not; %d times the map moved, %d twice)", looked, hidden, moved, needless);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* With 16 colours a street without traffic is seen, and so is one with: no cell of a path is the colour of the ground. */
static void test_few_colours(void) {
    ws_error error;
    ws_theme theme = ws_theme_default();
    ws_palette palette;
    ws_session *session = ws_session_open("cube/mesh-8x8", NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    ws_stage_colour(stage, &theme, WS_DEPTH_16);
    ws_palette_begin(&palette, &theme, WS_DEPTH_16);
    for (uint64_t cycle = 0; cycle <= 900; cycle += 900) {
        ws_stage_run(stage, cycle);
        ws_stage_draw(stage);
        const ws_map_plan *plan = stage->view.map.plan;
        ws_rect map = panel_of(stage, WS_PANEL_MAP);
        int x0 = map.x + ws_map_origin(plan->area_w, plan->width, 0), y0 = map.y + ws_map_origin(plan->area_h, plan->height, 0);
        int unseen = 0;
        for (uint32_t i = 0; i < plan->path0[stage->frame->links]; i++) {
            const ws_cell *cell = ws_canvas_at(&stage->canvas, x0 + plan->cell[i].x, y0 + plan->cell[i].y);
            int paper = ws_palette_map(&palette, theme.style[WS_ROLE_TEXT].bg), bg = ws_palette_map(&palette, cell->bg);
            bool seen = bg >= 0 && bg != paper;
            seen |= cell->glyph != ' ' && ws_palette_map(&palette, cell->fg) != (bg < 0 ? paper : bg);
            unseen += !seen;
        }
        ok(plan->altitude == WS_ALTITUDE_STREETS && unseen == 0, "cycle %d, 16 colours: every street is seen (%d cells of %u are not)", (int)cycle, unseen,
           plan->path0[stage->frame->links]);
    }
    ws_stage_free(stage);
    ws_session_close(session);
}

/* ---- a part of the network ---- */

/* Cells that look otherwise. Colours of worms may: whoever waits for one another is unlike, as far as they are known. */
static int differing(const ws_canvas *one, const ws_canvas *other, bool colours) {
    int count = 0;
    for (int i = 0; i < one->width * one->height; i++) {
        const ws_cell *a = &one->cell[i], *b = &other->cell[i];
        bool same = a->glyph == b->glyph && (!colours || (a->role == b->role && a->fg == b->fg && a->bg == b->bg));
        count += !same;
    }
    return count;
}

static void canvas_copy(ws_canvas *to, const ws_canvas *from) {
    ws_canvas_resize(to, from->width, from->height);
    memcpy(to->cell, from->cell, (size_t)(from->width * from->height) * sizeof *from->cell);
}

static void test_part_at(ws_stage *stage, int altitude, unsigned layer, int pan, ws_canvas *kept) {
    ws_view *view = &stage->view;
    view->map.zoom = altitude + 1;
    view->map.pan_x = pan;
    view->map.pan_y = pan / 2;
    view->overlay.layer = layer;
    ws_stage_draw(stage);
    bool part = stage->frame->part;
    uint32_t worms = stage->frame->worms;
    canvas_copy(kept, &stage->canvas);
    stage->frame->wants.part = false;
    ws_frame_update(stage->frame, ws_session_net(stage->session), ws_session_metrics(stage->session),
                    ws_session_observer(stage->session));
    ws_screen_draw(view, &stage->canvas);
    int unlike = differing(kept, &stage->canvas, altitude < WS_ALTITUDE_WORMS);
    ok(unlike == 0, "%s, %s: a picture of %u worms is that of all %u (%d cells differ)", ws_altitudes[altitude].name,
       ws_lenses[layer].name, worms, stage->frame->worms, unlike);
    ok(part == (layer != WS_LAYER_TREES), "of which %s were read", part ? "not all" : "all");
}

/* What is drawn from a part of a large network is what is drawn from the whole. */
static void test_part(void) {
    ws_error error;
    const char *sets[] = {"load=1"};
    ws_options options = {.sets = sets, .set_count = 1, .has_cycles = true, .cycles = 100000};
    ws_session *session = ws_session_open("cube/torus-32x32", &options, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 120, 40);
    ws_theme theme = ws_theme_default();
    ws_canvas kept = {0};
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, 900);
    ws_stage_draw(stage);
    for (int altitude = 0; altitude < WS_ALTITUDES; altitude++)
        for (unsigned layer = 0; layer < ws_lens_count; layer++)
            if (layer != WS_LAYER_PORTS) test_part_at(stage, altitude, layer, 37 * (int)layer, &kept);
    ws_stage_select_blocked(stage);
    for (int altitude = 0; altitude < WS_ALTITUDES; altitude++) test_part_at(stage, altitude, WS_LAYER_WORMS, 50, &kept);
    ws_canvas_free(&kept);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* ---- cables that are cut ---- */

static int cuts_shown(ws_stage *stage) {
    ws_rect map = panel_of(stage, WS_PANEL_MAP);
    int count = 0;
    for (int y = map.y; y < map.y + map.h; y++)
        for (int x = map.x; x < map.x + map.w; x++) {
            bool sign = stage->canvas.sign[y * stage->canvas.width + x] >> WS_SIGN_CUT & 1;
            count += sign && ws_canvas_at(&stage->canvas, x, y)->glyph == '/';
        }
    return count;
}

/* A cable that is cut has a stroke at every altitude that shows it, and the legend says so; repaired, it has none. */
static void test_cut(const char *scenario, const char *routing, const char *one, const char *other, const ws_theme *theme) {
    ws_error error = {0};
    const char *sets[] = {routing};
    ws_options options = {.sets = sets, .set_count = routing != NULL, .has_cycles = true, .cycles = 100000};
    char line[160];
    ws_session *session = ws_session_open(scenario, &options, &error);
    if (!ok(session != NULL, "%s opens %s", scenario, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 120, 40);
    ws_stage_run(stage, 500);
    const ws_frame *frame = stage->frame;
    for (uint32_t l = 0; l < frame->links && !one; l++)
        if (frame->link[l].to < frame->switches && frame->link[l].from < frame->switches)
            one = ws_node_name(frame, frame->link[l].from), other = ws_node_name(frame, frame->link[l].to);
    char ends[2][64];
    snprintf(ends[0], sizeof ends[0], "%s", one), snprintf(ends[1], sizeof ends[1], "%s", other);
    one = ends[0], other = ends[1]; /* the frame will be another */
    snprintf(line, sizeof line, "cut %s %s", one, other);
    ok(ws_session_apply(session, line, &error), "%s: %s %s", scenario, line, error.text);
    ws_stage_run(stage, 1500);
    for (int depth = 0; depth < 2; depth++)
        for (int altitude = 0; altitude < WS_ALTITUDES; altitude++) {
            ws_stage_colour(stage, depth ? theme : NULL, depth ? WS_DEPTH_DIRECT : WS_DEPTH_MONO);
            stage->view.map.zoom = altitude + 1;
            ws_stage_draw(stage);
            stage->view.selection.node = 0;
            while (strcmp(ws_node_name(stage->frame, stage->view.selection.node), one) != 0) stage->view.selection.node++;
            ws_map_centre(&stage->view, stage->view.selection.node);
            ws_stage_draw(stage);
            if ((int)stage->view.map.plan->altitude != altitude) continue;
            ok(cuts_shown(stage) >= 1 && stage->view.map.plan->listed >> WS_SIGN_CUT & 1, "%s: %s show the cut (%d)", scenario,
               ws_altitudes[altitude].name, cuts_shown(stage));
        }
    snprintf(line, sizeof line, "repair %s %s", one, other);
    ok(ws_session_apply(session, line, &error), "%s: %s %s", scenario, line, error.text);
    ws_stage_draw(stage);
    ok(cuts_shown(stage) == 0 && !(stage->view.map.plan->listed >> WS_SIGN_CUT & 1), "and then it is not there");
    ws_stage_free(stage);
    ws_session_close(session);
}

static void test_cuts(void) {
    ws_theme theme = ws_theme_default();
    test_cut("kwan/torus-3x3", "routing=updown", "S1", "S4", &theme);
    test_cut("cube/mesh-8x8", "routing=updown", "S1", "S2", &theme);
    test_cut("now/irregular-16", NULL, NULL, NULL, &theme);
    test_cut("fedx/wk1-5", NULL, "S0", "S1", &theme);
}

int main(void) {
    test_cuts();
    test_part();
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    for (size_t i = 0; i < count; i++)
        if (takes(19)) test_scenario(rows[i].name);
    ws_scenarios_free(rows, count);
    test_zoom();
    test_few_colours();
    test_reveal();
    if (takes(7)) test_full("cube/mesh-8x8", 100, 0);
    if (takes(7)) test_full("teach/congestion-tree", 3500, 10);
    test_stage_arrows();
    if (takes(7)) test_full_wired("recn/hotspot-64", NULL, 18000, 0);
    if (takes(7)) test_full_wired("recn/hotspot-64", NULL, 22000, 16);
    if (takes(7)) test_full_wired("dragonfly/72", "load=1", 7500, 10);
    if (takes(7)) test_full_wired("now/irregular-16", "load=0.5", 30000, 0);
    if (takes(7)) test_full_wired("now/irregular-16", "load=0.7", 30046, 0);
    if (takes(7)) test_arrows("fedx/wk30-hotspot", 60007, 20);
    if (takes(7)) test_arrows("cube/mesh-8x8", 900, 20);
    if (takes(7)) test_arrows_wired("recn/hotspot-64", NULL, 21353, 60);
    if (takes(7)) test_arrows_wired("now/irregular-16", NULL, 30046, 8);
    if (takes(7)) test_arrows_wired("dragonfly/72", NULL, 7500, 30);
    if (takes(7)) test_moved("kwan/torus-3x3", 150000, 200, 20);
    if (takes(7)) test_moved("now/irregular-32", 30000, 100, 0);
    if (takes(7)) test_moved("cube/mesh-8x8", 3000, 100, 0);
    test_still();
    if (takes(7)) test_loud("fedx/wk30-hotspot", NULL, 60007, WS_ALTITUDE_STREETS);
    if (takes(7)) test_loud("teach/congestion-tree", NULL, 3500, WS_ALTITUDE_STREETS);
    if (takes(7)) test_loud("kwan/torus-3x3", NULL, 150119, WS_ALTITUDE_WORMS);
    if (takes(7)) test_loud("now/irregular-16", "load=0.7", 30046, WS_ALTITUDE_WORMS);
    if (takes(7)) test_loud("recn/hotspot-64", NULL, 22000, WS_ALTITUDE_WORMS);
    if (takes(7)) test_counted("kwan/torus-3x3", NULL, 150119, WS_ALTITUDE_WORMS);
    if (takes(7)) test_counted("timeouts/deadlock", NULL, 1900, WS_ALTITUDE_STREETS);
    if (takes(7)) test_counted("fedx/wk30-hotspot", NULL, 60007, WS_ALTITUDE_STREETS);
    if (takes(7)) test_counted("now/irregular-16", "load=0.7", 30046, WS_ALTITUDE_WORMS);
    if (takes(7)) test_counted("recn/hotspot-64", NULL, 22000, WS_ALTITUDE_WORMS);
    test_full_ring(15, 7);
    test_full_ring(40, 7);
    test_heads_told(60007, 80, 24, 30);
    test_heads_told(60007, 120, 40, 30);
    test_refused(60007, WS_ALTITUDE_STREETS, 20);
    test_tree_pooled(60007, 3);
    test_small_ring();
    test_whole_mesh();
    test_asked();
    test_ghosts("teach/ring-deadlock", 0);
    test_ghosts("kwan/torus-3x3", 0);
    test_ghosts("cube/mesh-8x8", WS_ALTITUDE_STREETS + 1);
    test_ghosts("now/irregular-16", 0);
    test_ghosts("cube/torus-32x32", WS_ALTITUDE_TERRAIN + 1);
    return done();
}
