/* chains.c - one waiting worm in each of the five systems: the chain that is lit on the map, the list beside it, and the answer that was worked out
 * by hand are the same.
 *
 * Three switches in a row (S0 S1 S2), two hosts each; a long message from H5 to H4 takes the cable to H4. H2 sends to H4: its head waits in S2
 * for that cable, its body fills the link from S1 to S2. H0 sends to H5, whose cable is free: its head waits in S1 for the link that H2's worm
 * holds. So H0 waits for H2, H2 for H5, and H5 moves. In the slotted switch the second packet of H2's message is refused, since the first still
 * stands there. Of three packets to one host that come to a switch with queues at its ports, the first has gone, the second goes, and the third waits
 * for it. */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/why.h"
#include "ui/panel.h"
#include "ui/stage.h"
#include "ui/text.h"

typedef struct hand {
    const char *name, *text, *chain[3]; /* the selected one first */
    uint64_t cycle;
} hand;

#define ROW "set topology line 3\nset hosts-per-switch 2\nset load 0\nwarmup 0\n"
#define THREE "@0 send H5 H4 600\n@1 send H2 H4 300\n@80 send H0 H5 100\n"

static const hand hands[] = {
    {"wormhole LAN (Kwan)", "machine wormhole-lan\n" ROW "set routing updown\nset segment-rule none\n" THREE, {"H0→H5", "H2→H4", "H5→H4"}, 400},
    {"timeouts (Hu and Kleinrock)", "machine timeouts\n" ROW "set routing updown\nset timeout-policy none\n" THREE, {"H0→H5", "H2→H4", "H5→H4"}, 400},
    {"workstations (Duato et al.)", "machine now-wormhole\n" ROW "set routing updown\nset vcs 1\n" THREE, {"H0→H5", "H2→H4", "H5→H4"}, 400},
    {"slotted switch (Fed-X)", "machine fedx\n" ROW "@0 send H5 H4 3200\n@1 send H2 H4 480\n", {"H2→H4", "H2→H4", "H5→H4"}, 120},
    {"set-aside queues (RECN)",
     "machine recn\nset topology bmin 16\nset load 0\nwarmup 0\n@0 send H1 H0 8\n@1 send H2 H0 8\n@1 send H3 H0 8\n", {"H3→H0", "H2→H0", NULL}, 16},
};

static ws_theme theme;

static const char *ends(const ws_frame *f, uint32_t packet, char *text, size_t room) {
    const ws_frame_worm *w = ws_frame_worm_of(f, packet);
    snprintf(text, room, "%s→%s", ws_node_name(f, f->switches + w->source), ws_node_name(f, f->switches + w->dest));
    return text;
}

/* Of the waiting worms the one whose chain is the longest. */
static void select_longest(ws_stage *stage) {
    const ws_frame *f = stage->frame;
    uint32_t packets[WS_CHAIN_MAX];
    size_t most = 0;
    for (uint32_t i = 0; i < f->blocked_worms; i++) {
        const ws_frame_worm *w = &f->worm[f->blocked[i]];
        size_t count = ws_frame_chain(f, w->packet, packets, NULL, WS_CHAIN_MAX);
        if (count <= most) continue;
        most = count;
        ws_view_look(&stage->view, ws_thing_of_worm(w));
    }
}

/* Is there a cell of the map that shows this worm, or its number, in this colour? */
static bool is_lit(const ws_stage *stage, ws_rect map, uint32_t packet, size_t place, uint32_t colour) {
    for (int i = 0; i < map.w * map.h; i++) {
        int x = i % map.w, y = i / map.w;
        const ws_cell *cell = ws_canvas_at(&stage->canvas, map.x + x, map.y + y);
        bool coloured = cell->fg == colour || cell->bg == colour;
        bool badge = cell->bg == colour && cell->glyph == '1' + place;
        if (badge || (coloured && ws_map_pick(&stage->view, x, y).packet == packet)) return true;
    }
    return false;
}

/* The row of the screen in which a text stands, right of a column, from a row on; -1. */
static int row_of(const ws_stage *stage, int left, int from, const char *text) {
    for (int y = from; y < stage->canvas.height; y++)
        for (int x = left; x < stage->canvas.width; x++) {
            const char *at = text;
            int column = x;
            while (*at && column < stage->canvas.width && ws_canvas_at(&stage->canvas, column, y)->glyph == ws_text_next(&at)) column++;
            if (!*at && ws_canvas_at(&stage->canvas, column - 1, y)->glyph != ' ') return y;
        }
    return -1;
}

static void test_hand(const hand *h) {
    ws_error error = {0};
    ws_session *session = ws_session_open_text(h->name, h->text, strlen(h->text), NULL, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", h->name, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 160, 50);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, h->cycle);
    ws_stage_draw(stage);
    select_longest(stage);
    ws_stage_draw(stage);
    ws_why why = ws_why_of(&stage->view);
    char text[64];
    size_t wanted = h->chain[2] ? 3 : 2;
    bool right = why.count == wanted && !why.ring;
    for (size_t i = 0; i < why.count; i++) {
        ends(stage->frame, why.packet[i], text, sizeof text);
        if (!right || strcmp(text, h->chain[i]) != 0) note("%zu: %s", i, text), right = false;
    }
    ok(right, "%s: the chain is the one worked out by hand: %s, %s, %s", h->name, h->chain[0], h->chain[1],
       h->chain[2] ? h->chain[2] : "no more");
    const ws_frame_worm *root = why.count ? ws_frame_worm_of(stage->frame, why.packet[why.count - 1]) : NULL;
    ok(root && !root->blocked, "%s: the root moves", h->name);
    ws_panel_layout layout = ws_layout_make(&stage->view, 160, 50);
    size_t lit = 0;
    for (size_t i = 0; i < why.count; i++)
        lit += is_lit(stage, layout.rect[WS_PANEL_MAP], why.packet[i], i, ws_ink_hot(&stage->view, ws_why_depth(&why, i)));
    ok(lit == wanted, "%s: %zu of them are lit on the map, each in its step of the ramp", h->name, lit);
    ws_rect panel = layout.rect[WS_PANEL_INSPECT];
    int row = panel.y;
    bool listed = panel.w > 0;
    for (size_t i = 0; listed && i < wanted; i++) {
        row = row_of(stage, panel.x, row, h->chain[i]);
        listed = row >= 0;
        row++;
    }
    ok(listed, "%s: the list beside the map names them in this order", h->name);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* Where boxes stand between the cables, each number is in the box of the switch in which its worm waits, at any size with names. */
static void test_boxes(const char *scenario, const char *lens, uint64_t cycle, int width, int height) {
    ws_error error = {0};
    ws_session *session = ws_session_open(scenario, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", scenario, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), width, height);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_show(stage, lens, &error);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
    unsigned before = stage->view.overlay.layer;
    select_longest(stage);
    ws_view_why(&stage->view);
    ws_stage_draw(stage);
    ws_why why = ws_why_of(&stage->view);
    ws_rect map = ws_layout_make(&stage->view, width, height).rect[WS_PANEL_MAP];
    size_t waiting = 0, right = 0;
    for (size_t i = 0; i < why.count && i < 9; i++) {
        const ws_frame_worm *w = ws_frame_worm_of(stage->frame, why.packet[i]);
        if (!w->blocked || w->head_queue == WS_NIL) continue;
        const char *name = ws_node_name(stage->frame, stage->frame->queue[w->head_queue].node);
        uint32_t colour = ws_ink_hot(&stage->view, ws_why_depth(&why, i));
        bool there = false;
        for (int y = 0; y < map.h; y++) {
            int said = -1;
            for (int x = 0; x < map.w; x++) {
                const char *at = name;
                int column = x;
                while (*at && column < map.w && ws_canvas_at(&stage->canvas, map.x + column, map.y + y)->glyph == ws_text_next(&at)) column++;
                if (!*at) said = column;
                const ws_cell *cell = ws_canvas_at(&stage->canvas, map.x + x, map.y + y);
                there |= said >= 0 && x - said < 8 && cell->glyph == '1' + i && cell->bg == colour;
            }
        }
        waiting++;
        right += there;
        if (!there) note("%zu is not in the box of %s", i + 1, name);
    }
    ok(why.count > 2 && right == waiting, "%s, %d columns: %zu of %zu numbers are in the boxes where they wait", scenario, width, right, waiting);
    ws_view_why_end(&stage->view);
    ok(before != WS_LAYER_WORMS && stage->view.overlay.layer == before, "%s: the lens of before comes back", scenario);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* Cells of the map that show a number of the chain. */
static int numbers_seen(const ws_canvas *canvas, ws_rect map) {
    int count = 0;
    for (int i = 0; i < map.w * map.h; i++)
        count += canvas->sign[(map.y + i / map.w) * canvas->width + map.x + i % map.w] >> WS_SIGN_CHAIN & 1;
    return count;
}

/* The same of a map without words. */
static int numbers_drawn(ws_stage *stage, ws_rect map) {
    ws_canvas bare = {0};
    ws_canvas_resize(&bare, map.w, map.h);
    ws_canvas_clear(&bare);
    ws_pen pen = ws_pen_of(&bare);
    const ws_map_plan *plan = stage->view.map.plan;
    ws_pen inner = ws_pen_shift(&pen, ws_map_origin(plan->area_w, plan->width, 0), ws_map_origin(plan->area_h, plan->height, 0));
    ws_altitudes[plan->altitude].draw(&stage->view, &inner);
    int count = numbers_seen(&bare, (ws_rect){0, 0, map.w, map.h});
    ws_canvas_free(&bare);
    return count;
}

/* The sentence hides no number of the chain: it stands in the room of the charts, and where there are none in rows of the map that have
 * none. */
static void test_sentence(const char *scenario, uint64_t cycle, int width, int height, ws_preset preset) {
    ws_error error = {0};
    ws_session *session = ws_session_open(scenario, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", scenario, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), width, height);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, cycle);
    stage->view.preset = preset;
    stage->view.overlay.layer = WS_LAYER_WORMS;
    ws_stage_draw(stage);
    unsigned looked = 0, hidden = 0, over = 0, torn = 0;
    for (uint32_t i = 0; i < stage->frame->blocked_worms && looked < 40; i++) {
        ws_view_look(&stage->view, ws_thing_of_worm(&stage->frame->worm[stage->frame->blocked[i]]));
        ws_stage_draw(stage);
        ws_rect map = ws_layout_make(&stage->view, width, height).rect[WS_PANEL_MAP];
        int row = row_of(stage, 0, map.y, "waits in");
        if (row < 0) row = row_of(stage, 0, map.y, " is behind another ");
        if (row < 0) continue;
        looked++;
        over += row < map.y + map.h;
        for (int y = 0; y < height; y++) torn += ws_canvas_at(&stage->canvas, map.x + 1, y)->glyph == ',';
        hidden += numbers_seen(&stage->canvas, map) < numbers_drawn(stage, map);
    }
    ok(looked > 5 && hidden == 0 && (over > 0) == (preset == WS_PRESET_MAP), "%s, %dx%d: %u sentences, %u of them over the map, %u over a number",
       scenario, width, height, looked, over, hidden);
    ok(torn == 0, "no row of them begins with a comma (%u)", torn);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* In streets each number is the first cell of the box, and what is not in the chain is paler. */
static void test_streets(const char *scenario, uint64_t cycle, int width, int height) {
    ws_error error = {0};
    ws_session *session = ws_session_open(scenario, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", scenario, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), width, height);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_show(stage, "zoom streets", &error);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
    select_longest(stage);
    ws_stage_draw(stage);
    ws_why why = ws_why_of(&stage->view);
    const ws_map_plan *plan = stage->view.map.plan;
    ws_rect map = ws_layout_make(&stage->view, width, height).rect[WS_PANEL_MAP];
    int left = map.x + ws_map_origin(plan->area_w, plan->width, stage->view.map.pan_x);
    int top = map.y + ws_map_origin(plan->area_h, plan->height, stage->view.map.pan_y);
    size_t waiting = 0, right = 0;
    for (size_t i = 0; i < why.count && i < 9; i++) {
        const ws_frame_worm *w = ws_frame_worm_of(stage->frame, why.packet[i]);
        if (!w->blocked || w->head_queue == WS_NIL || stage->frame->queue[w->head_queue].node >= stage->frame->switches) continue;
        const ws_rect *box = &plan->box[stage->frame->queue[w->head_queue].node];
        bool there = false;
        for (int x = 0; x < box->w; x++) {
            const ws_cell *cell = ws_canvas_at(&stage->canvas, left + box->x + x, top + box->y);
            there |= cell->glyph == '1' + i && cell->bg == ws_ink_hot(&stage->view, ws_why_depth(&why, i));
        }
        waiting++;
        right += there;
    }
    ok(plan->altitude == WS_ALTITUDE_STREETS && waiting > 1 && right == waiting, "%s in streets: %zu of %zu numbers are in their boxes", scenario,
       right, waiting);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    theme = ws_theme_default();
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) test_hand(&hands[i]);
    test_boxes("now/ud-64", "lens use", 2200, 160, 50);
    test_boxes("now/ud-64", "lens use", 2200, 100, 40);
    test_boxes("recn/hotspot-64", "lens trees", 21000, 120, 40);
    test_sentence("kwan/torus-5x5", 150000, 80, 24, WS_PRESET_ALL);
    test_sentence("kwan/torus-5x5", 150000, 80, 24, WS_PRESET_MAP);
    test_sentence("timeouts/deadlock", 1900, 80, 24, WS_PRESET_ALL);
    test_sentence("fedx/wk30-hotspot", 60007, 80, 24, WS_PRESET_MAP);
    test_sentence("recn/hotspot-64", 21348, 120, 40, WS_PRESET_ALL);
    test_sentence("now/irregular-64", 30046, 120, 40, WS_PRESET_MAP);
    for (int width = 80; width < 88; width++) test_sentence("timeouts/deadlock", 1900, width, 24, WS_PRESET_ALL);
    test_streets("fedx/wk1-5-hotspot", 20000, 120, 40);
    test_streets("timeouts/closed-torus-5x5", 3000, 80, 24);
    return done();
}
