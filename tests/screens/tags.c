/* tags.c - words on the map: each stands at a sign of its kind and covers nothing; where a sign is seen and has room there is one; and
 * they keep their places while the network runs. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "first_worms.h"
#include "session/library/scenarios.h"
#include "tap.h"
#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/painter.h"
#include "ui/map/tracks_painter.h"
#include "ui/panel.h"
#include "ui/stage.h"
#include "wormscope/memory.h"

enum { FULL_COLUMNS = 4 };

static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static ws_pen map_pen(ws_stage *stage, ws_canvas *canvas) {
    const ws_map_plan *plan = stage->view.map.plan;
    ws_rect map = ws_layout_make(&stage->view, canvas->width, canvas->height).rect[WS_PANEL_MAP];
    ws_pen pen = ws_pen_of(canvas);
    pen = ws_pen_sub(&pen, map);
    int x = ws_map_origin(plan->area_w, plan->width, stage->view.map.pan_x);
    return ws_pen_shift(&pen, x, ws_map_origin(plan->area_h, plan->height, stage->view.map.pan_y));
}

/* The map without any word. */
static ws_canvas bare_map(ws_stage *stage) {
    ws_canvas canvas = {.ascii = stage->canvas.ascii};
    ws_canvas_resize(&canvas, stage->canvas.width, stage->canvas.height);
    ws_pen pen = map_pen(stage, &canvas);
    ws_altitudes[stage->view.map.plan->altitude].draw(&stage->view, &pen);
    return canvas;
}

static bool is_empty(const ws_stage *stage, const ws_pen *bare, int x, int row) {
    const ws_cell *cell = ws_pen_cell(bare, x, row);
    uint64_t signs = ws_pen_signs_at(bare, x, row);
    if (!cell) return false;
    return signs ? !(signs & ~stage->view.map.plan->tags->over) : cell->glyph == ' ';
}

/* A cable, which is dots, and no worm. */
static bool is_cable(const ws_stage *stage, const ws_pen *bare, int x, int row) {
    const ws_cell *cell = ws_pen_cell(bare, x, row);
    const ws_map_plan *plan = stage->view.map.plan;
    bool wired = plan->altitude == WS_ALTITUDE_WORMS && plan->is_wired;
    uint64_t cable = WS_SIGN_BIT(FREE) | WS_SIGN_BIT(OTHERS) | WS_SIGN_BIT(MEMBER);
    return wired && cell->glyph > 0x2800 && cell->glyph < 0x2900 && !(ws_pen_signs_at(bare, x, row) & ~cable);
}

static bool touches(ws_rect one, ws_rect other) {
    bool across = one.x <= other.x + other.w && other.x <= one.x + one.w;
    return across && one.y <= other.y + other.h && other.y <= one.y + one.h;
}

typedef struct found {
    int pictures, words, full, away, covering, missing;
    char worst[160];
} found;

static void worst_note(found *all, const ws_stage *stage, const char *what) {
    const ws_view *view = &stage->view;
    if (all->worst[0]) return;
    snprintf(all->worst, sizeof all->worst, "%s: %s, %s, %s, %dx%d", what, ws_altitudes[view->map.plan->altitude].name,
             ws_lens_of(view)->name, view->glyphs->name, stage->canvas.width, stage->canvas.height);
}

/* Is there what is full beside a word, or a cross, that would be read as one with it? */
static bool is_block(const ws_stage *stage, const ws_pen *bare, int x, int row, bool beside) {
    const ws_cell *cell = ws_pen_cell(bare, x, row);
    bool full = beside && ws_pen_signs_at(bare, x, row) >> WS_SIGN_FULL & 1;
    const ws_view *view = &stage->view;
    return full || (cell && ((beside && cell->glyph == ws_sign_full(view)) || cell->glyph == view->glyphs->code[WS_GLYPH_BLOCKED]));
}

/* Free cells right or left of a sign, with nothing but free cells around them. */
static bool has_room(const ws_stage *stage, const ws_pen *bare, int x, int row) {
    enum { APART = 2 };
    for (int side = 0; side < 2; side++) {
        int first = side ? x - FULL_COLUMNS - APART : x + 1;
        bool room = row >= stage->view.map.plan->tags->top;
        for (int i = 0; i < FULL_COLUMNS + APART; i++) room &= is_empty(stage, bare, first + i, row);
        for (int i = -1; i <= FULL_COLUMNS + APART; i++)
            for (int y = row - 1; y <= row + 1; y++) room &= (first + i == x && y == row) || !is_block(stage, bare, first + i, y, y == row);
        if (room) return true;
    }
    return false;
}

static void missing_look(ws_stage *stage, const ws_pen *bare, found *all) {
    const ws_map_plan *plan = stage->view.map.plan;
    bool pool = plan->altitude == WS_ALTITUDE_SWITCH && stage->frame->pool > 0;
    if (stage->frame->switches >= WS_TAGS_ALL || plan->altitude == WS_ALTITUDE_TERRAIN || pool || plan->tags->tag[WS_TAG_FULL].at.w > 0) return;
    for (int row = 0; row < plan->height; row++)
        for (int x = 0; x < plan->width; x++) {
            const ws_cell *cell = ws_pen_cell(bare, x, row);
            bool full = ws_pen_signs_at(bare, x, row) >> WS_SIGN_FULL & 1;
            if (!full || !cell || cell->glyph == stage->view.glyphs->code[WS_GLYPH_BLOCKED] || !has_room(stage, bare, x, row)) continue;
            all->missing++, worst_note(all, stage, "missing");
            return;
        }
}

static void picture_look(ws_stage *stage, found *all) {
    ws_stage_draw(stage);
    const ws_tags *tags = stage->view.map.plan->tags;
    ws_tag tag[WS_TAGS];
    memcpy(tag, tags->tag, sizeof tag);
    ws_canvas canvas = bare_map(stage);
    ws_pen bare = map_pen(stage, &canvas);
    all->pictures++;
    for (int kind = 0; kind < WS_TAGS; kind++) {
        ws_rect at = tag[kind].at;
        if (at.w == 0) continue;
        all->words++, all->full += kind == WS_TAG_FULL;
        if (!touches(at, tag[kind].sign) || ws_pen_signs_at(&bare, tag[kind].sign.x, tag[kind].sign.y) == 0)
            all->away++, worst_note(all, stage, "away");
        for (int x = at.x; x < at.x + at.w; x++)
            if (!is_empty(stage, &bare, x, at.y) && !is_cable(stage, &bare, x, at.y)) all->covering++, worst_note(all, stage, "covering");
        for (int other = 0; other < kind; other++) {
            bool same_row = tag[other].at.w > 0 && tag[other].at.y == at.y;
            if (same_row && tag[other].at.x < at.x + at.w && at.x < tag[other].at.x + tag[other].at.w)
                all->covering++, worst_note(all, stage, "one over the other");
        }
    }
    missing_look(stage, &bare, all);
    ws_canvas_free(&canvas);
}

static void test_scenario(const char *name, int *full) {
    ws_error error = {0};
    ws_theme theme = ws_theme_default();
    ws_session *session = ws_session_open(name, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", name, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    first_worms(stage);
    ws_stage_run(stage, stage->frame->cycle + 1500);
    found all = {0};
    for (int ascii = 0; ascii < 2; ascii++)
        for (int i = 0; i < SIZES; i++)
            for (int altitude = 0; altitude <= WS_ALTITUDES; altitude++)
                for (unsigned layer = 0; layer < ws_lens_count; layer++) {
                    if (layer == WS_LAYER_PORTS && stage->frame->cam_lines == 0) continue;
                    stage->view.glyphs = ws_glyphs_find(ascii ? "ascii" : "braille");
                    stage->canvas.ascii = ascii;
                    ws_stage_colour(stage, ascii ? NULL : &theme, ascii ? WS_DEPTH_MONO : WS_DEPTH_DIRECT);
                    ws_canvas_resize(&stage->canvas, sizes[i][0], sizes[i][1]);
                    stage->view.map.zoom = altitude;
                    stage->view.overlay.layer = layer;
                    picture_look(stage, &all);
                }
    ok(all.away == 0 && all.covering == 0 && all.missing == 0,
       "%s: in %d pictures %d words, %d of what is full (%d away from their signs, %d cells covered, %d missing) %s", name, all.pictures,
       all.words, all.full, all.away, all.covering, all.missing, all.worst);
    *full += all.full;
    ws_stage_free(stage);
    ws_session_close(session);
}

/* Cells of the map that have a sign. */
static int signs_count(ws_stage *stage, unsigned sign) {
    const ws_map_plan *plan = stage->view.map.plan;
    ws_pen pen = map_pen(stage, &stage->canvas);
    int count = 0;
    for (int i = 0; i < plan->width * plan->height; i++) count += ws_pen_signs_at(&pen, i % plan->width, i / plan->width) >> sign & 1;
    return count;
}

/* While a chain is lit the root of the jam and what is full are told, on the map and in its legend. */
static void test_chosen(const char *name, uint64_t cycle, int width, int height, bool rooted) {
    ws_error error = {0};
    ws_theme theme = ws_theme_default();
    ws_session *session = ws_session_open(name, NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), width, height);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
    const ws_map_plan *plan = stage->view.map.plan;
    int full = signs_count(stage, WS_SIGN_FULL);
    ws_stage_select_blocked(stage);
    ws_stage_draw(stage);
    int still = signs_count(stage, WS_SIGN_FULL);
    bool is_root = signs_count(stage, WS_SIGN_ROOT) > 0 && plan->listed >> WS_SIGN_ROOT & 1;
    bool packed = plan->is_wired && plan->wired->box[0].y == 0 && stage->frame->has_saqs; /* no cell is free */
    bool is_full = still == 0 || (plan->listed >> WS_SIGN_FULL & 1 && (packed || plan->tags->tag[WS_TAG_FULL].at.w > 0));
    bool calm = plan->tags->tag[WS_TAG_WAITS].at.w == 0 && plan->tags->tag[WS_TAG_MOVES].at.w == 0;
    ok(stage->view.selection.worm != WS_NIL && calm && is_full && (is_root || !rooted) && still * 10 >= full * 7,
       "%s %dx%d with a chain: %d of %d signs of what is full, with their word%s", name, width, height, still, full, rooted ? ", and the root" : "");
    ws_stage_free(stage);
    ws_session_close(session);
}

/* How often a word changes its place, in a hundred pictures of a run. */
typedef struct watched {
    const char *name;
    uint64_t from, step;
    double speed; /* cycles a second */
    int most; /* changes of what is full, and of what waits */
} watched;

static void test_calm(const watched *run, int width, int height) {
    enum { PICTURES = 100 };
    ws_error error = {0};
    ws_theme theme = ws_theme_default();
    ws_session *session = ws_session_open(run->name, NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), width, height);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    int moved[WS_TAGS] = {0}, there[WS_TAGS] = {0};
    ws_tag before[WS_TAGS] = {{.at = {0}}};
    stage->view.session.running = true;
    stage->view.session.speed = run->speed;
    for (int i = 0; i < PICTURES; i++) {
        ws_stage_play(stage, run->from + (uint64_t)i * run->step);
        ws_stage_draw(stage);
        const ws_tags *tags = stage->view.map.plan->tags;
        for (int kind = 0; kind < WS_TAGS; kind++) {
            ws_rect now = tags->tag[kind].at, old = before[kind].at;
            there[kind] += now.w > 0;
            moved[kind] += i > 0 && (now.w > 0) | (old.w > 0) && (now.x != old.x || now.y != old.y || now.w != old.w);
            before[kind] = tags->tag[kind];
        }
    }
    ok(moved[WS_TAG_FULL] <= run->most && moved[WS_TAG_WAITS] <= run->most && moved[WS_TAG_ROOT] <= run->most,
       "%s %dx%d, %d pictures: there and moved: root %d %d, full %d %d, waits %d %d, moves %d %d", run->name, width, height, PICTURES,
       there[WS_TAG_ROOT], moved[WS_TAG_ROOT], there[WS_TAG_FULL], moved[WS_TAG_FULL], there[WS_TAG_WAITS], moved[WS_TAG_WAITS],
       there[WS_TAG_MOVES], moved[WS_TAG_MOVES]);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    static const watched runs[] = {{"fedx/wk30-hotspot", 60000, 1, 4, 10}, {"kwan/torus-3x3", 150200, 1, 30, 10},    {"now/irregular-32", 30000, 1, 12, 10},
                                   {"recn/hotspot-64", 21900, 3, 100, 10},   {"teach/ring-deadlock", 1, 1, 4, 10}, {"timeouts/deadlock", 300, 17, 500, 10}, {"kwan/torus-3x3", 150200, 30, 30, 30}, {"recn/hotspot-64", 21900, 100, 100, 30}, {"timeouts/torus-5x5", 3000, 30, 30, 30}, {"kwan/torus-5x5", 3000, 1, 30, 10}};
    int full = 0;
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    for (size_t i = 0; i < count; i++)
        if (takes(5)) test_scenario(rows[i].name, &full);
    ws_scenarios_free(rows, count);
    ok(full > (is_whole() ? 100 : 20), "what is full has its word in %d pictures", full);
    for (int s = 0; s < SIZES; s++) {
        if (!takes(3)) continue;
        test_chosen("kwan/torus-3x3", 150119, sizes[s][0], sizes[s][1], true);
        test_chosen("fedx/wk30-hotspot", 60007, sizes[s][0], sizes[s][1], true);
        test_chosen("recn/hotspot-64", 21854, sizes[s][0], sizes[s][1], true);
        test_chosen("now/irregular-32", 30106, sizes[s][0], sizes[s][1], false);
        test_chosen("teach/ring-deadlock", 19, sizes[s][0], sizes[s][1], false);
        test_chosen("timeouts/deadlock", 1900, sizes[s][0], sizes[s][1], false);
    }
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        for (int s = 0; s < SIZES - 1; s++)
            if (takes(5)) test_calm(&runs[i], sizes[s][0], sizes[s][1]);
    return done();
}
