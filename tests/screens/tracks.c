/* tracks.c - worms of a grid: what is under the pointer is what is seen there; the chain that is lit is the one that the frame
 * knows; every worm that holds a channel between two switches is seen. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/ink.h"
#include "ui/map/tracks.h"
#include "ui/map/why.h"
#include "ui/panel.h"
#include "ui/stage.h"

static ws_theme theme;
static ws_session *session;
static ws_stage *stage;

static void opened(const char *scenario, const char *const *sets, size_t count, uint64_t cycle, int width, int height) {
    ws_error error = {0};
    const ws_options options = {.sets = sets, .set_count = count};
    session = ws_session_open(scenario, &options, &error);
    if (!session) printf("Bail out! %s\n", error.text), exit(1);
    stage = ws_stage_new(session, ws_glyphs_find("braille"), width, height);
    if (!ws_theme_open(&theme, "dark", &error)) printf("Bail out! %s\n", error.text), exit(1);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
}

static void closed(void) {
    ws_stage_free(stage);
    ws_session_close(session);
}

static ws_rect map_rect(void) {
    return ws_layout_make(&stage->view, stage->canvas.width, stage->canvas.height).rect[WS_PANEL_MAP];
}

/* Is a packet found at any cell of the map? */
static void packets_find(uint8_t *found) {
    const ws_view *view = &stage->view;
    ws_rect map = map_rect();
    for (int y = 0; y < map.h; y++)
        for (int x = 0; x < map.w; x++) {
            uint32_t packet = ws_map_pick(view, x, y).packet;
            if (packet != WS_NIL) found[packet] = 1;
        }
}

static void worms_test(const char *name) {
    const ws_frame *f = stage->frame;
    uint8_t *found = calloc(f->packets, 1);
    uint32_t held = 0, missing = 0;
    packets_find(found);
    for (uint32_t v = 0; v < f->vcs; v++) {
        const ws_frame_link *link = &f->link[f->vc[v].link];
        bool inner = link->from < f->switches && link->to < f->switches;
        if (!inner || f->vc[v].packet == WS_NIL || f->vc[v].sent == 0) continue;
        held++;
        missing += !found[f->vc[v].packet];
    }
    ok(stage->view.map.plan->tracks.laid, "%s: on tracks", name);
    ok(held > 0 && missing == 0, "%s: of %" PRIu32 " channels held all have their worm on the map (%" PRIu32 " missing)", name, held,
       missing);
    free(found);
}

static bool shown_at(int x, int y, uint32_t glyph) {
    ws_rect map = map_rect();
    return ws_canvas_at(&stage->canvas, map.x + x, map.y + y)->glyph == glyph;
}

/* The other way of a cable that is used in turns counts, too. */
static bool is_link(uint32_t l, uint32_t picked) {
    return picked == l || (picked != WS_NIL && picked == stage->frame->link[l].medium);
}

static void nodes_test(const char *name) {
    const ws_frame *f = stage->frame;
    const ws_map_plan *plan = stage->view.map.plan;
    int left = ws_map_origin(plan->area_w, plan->width, 0), top = ws_map_origin(plan->area_h, plan->height, 0);
    uint32_t right = 0, links = 0;
    for (uint32_t sw = 0; sw < f->switches; sw++) {
        ws_rect box = plan->box[sw];
        bool there = false;
        for (int i = 0; i < box.w * box.h; i++)
            there |= ws_map_pick(&stage->view, left + box.x + i % box.w, top + box.y + i / box.w).node == sw;
        right += there;
    }
    for (uint32_t l = 0; l < f->links; l++) {
        bool there = plan->path0[l] == plan->path0[l + 1];
        for (uint32_t c = plan->path0[l]; c < plan->path0[l + 1]; c++)
            there |= is_link(l, ws_map_pick(&stage->view, left + plan->cell[c].x, top + plan->cell[c].y).link);
        links += there;
    }
    ok(right == f->switches, "%s: each of %" PRIu32 " switches can be picked", name, right);
    ok(links == f->links, "%s: each of %" PRIu32 " links, and those are %" PRIu32, name, f->links, links);
}

static void chain_test(const char *name) {
    uint32_t packets[WS_CHAIN_MAX];
    ws_stage_select_blocked(stage);
    ws_stage_draw(stage);
    const ws_view *view = &stage->view;
    size_t count = ws_frame_chain(stage->frame, view->selection.worm, packets, NULL, WS_CHAIN_MAX);
    ws_why why = ws_why_of(view);
    ok(why.count + why.ring == count && memcmp(why.packet, packets, why.count * sizeof *packets) == 0,
       "%s: the chain that is lit is that of the frame, %zu worms", name, why.count);
    ws_rect map = map_rect();
    size_t badges = 0, right = 0;
    for (int y = 0; y < map.h; y++)
        for (int x = 0; x < map.w; x++)
            for (size_t i = 0; i < why.count && i < 9; i++) {
                uint32_t colour = ws_ink_hot(view, ws_why_depth(&why, i));
                const ws_cell *cell = ws_canvas_at(&stage->canvas, map.x + x, map.y + y);
                if (!shown_at(x, y, (uint32_t)('1' + i)) || cell->bg != colour) continue;
                badges++;
                right += ws_map_pick(view, x, y).packet == why.packet[i];
            }
    ok(badges == (why.count < 9 ? why.count : 9) && right == badges, "%s: each has its number on it: %zu of %zu", name, right, why.count);
}

static void test_of(const char *name, const char *scenario, const char *const *sets, size_t count, uint64_t cycle) {
    opened(scenario, sets, count, cycle, 160, 50);
    worms_test(name);
    nodes_test(name);
    chain_test(name);
    closed();
}

int main(void) {
    static const char *const torus[] = {"topology=torus 4 4", "load=0.7"};
    static const char *const mesh[] = {"topology=mesh 4 4", "load=0.5"};
    static const char *const fedx[] = {"topology=fedx 4 4", "load=0.8"};
    test_of("torus", "cube/torus-8x8", torus, 2, 2500);
    test_of("fedx", "fedx/wk1-5", fedx, 2, 9000);
    if (!is_whole()) return done();
    test_of("mesh", "cube/mesh-8x8", mesh, 2, 2500);
    test_of("lan", "kwan/torus-3x3", NULL, 0, 9000);
    test_of("timeouts", "timeouts/closed-torus-5x5", NULL, 0, 12000);
    return done();
}
