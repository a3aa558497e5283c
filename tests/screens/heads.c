/* heads.c - a worm is said to move, to wait, or to wait behind another in the same words everywhere: the sign on the map at its head, the
 * inspector, and the counts agree, worm by worm, with what is asked in ui/worm_state.h; and in each set of glyphs the signs differ. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/panel.h"
#include "ui/stage.h"
#include "ui/worm_state.h"

enum { WORMS_ASKED = 25, SHARED_MOST = 2 }; /* cells in which two worms lie: the sign is of one, what is picked the other */

static ws_stage *stage;

/* What the glyph of a head says; WS_WORM_STATES: it is none. */
static ws_worm_state state_said(uint32_t glyph) {
    for (int state = 0; state < WS_WORM_STATES; state++)
        for (int direction = 0; direction < 4; direction++)
            if (glyph == stage->view.glyphs->code[ws_worm_state_glyph((ws_worm_state)state, direction)]) return (ws_worm_state)state;
    return WS_WORM_STATES;
}

static ws_rect map_rect(void) {
    return ws_layout_make(&stage->view, stage->canvas.width, stage->canvas.height).rect[WS_PANEL_MAP];
}

/* Does a worm of this state stand in the same buffer? What is picked there may be its neighbour. */
static bool is_beside(const ws_frame_worm *worm, ws_worm_state state) {
    for (uint32_t i = 0; i < stage->frame->worms; i++) {
        const ws_frame_worm *other = &stage->frame->worm[i];
        if (worm->head_queue != WS_NIL && other->head_queue == worm->head_queue && ws_worm_state_of(other) == state) return true;
    }
    return false;
}

/* Heads on the map whose sign is not that of the worm there; counts heads by state. */
static uint32_t signs_false(uint32_t *heads) {
    ws_rect map = map_rect();
    uint32_t wrong = 0, shared = 0;
    for (int y = 0; y < map.h; y++)
        for (int x = 0; x < map.w; x++) {
            const ws_frame_worm *worm = ws_frame_worm_of(stage->frame, ws_map_pick(&stage->view, x, y).packet);
            ws_worm_state said = state_said(ws_canvas_at(&stage->canvas, map.x + x, map.y + y)->glyph);
            if (!worm || said == WS_WORM_STATES) continue;
            heads[said]++;
            ws_worm_state state = ws_worm_state_of(worm);
            bool is_wrong = said != state && !is_beside(worm, said);
            wrong += is_wrong && (said == WS_WORM_BEHIND || state == WS_WORM_BEHIND);
            shared += is_wrong;
        }
    return shared > SHARED_MOST ? shared : wrong;
}

static bool row_says(int y, int from, const char *words) {
    char text[512] = "";
    size_t length = 0;
    for (int x = from; x < stage->canvas.width && length + 1 < sizeof text; x++) {
        uint32_t glyph = ws_canvas_at(&stage->canvas, x, y)->glyph;
        text[length++] = glyph < 0x80 ? (char)glyph : '?';
    }
    return strstr(text, words) != NULL;
}

/* Does the inspector, beside the map, say so of the chosen worm? */
static bool inspector_says(const char *words) {
    for (int y = 0; y < stage->canvas.height; y++)
        if (row_says(y, map_rect().w, words)) return true;
    return false;
}

static uint32_t words_false(void) {
    uint32_t wrong = 0, asked[WS_WORM_STATES] = {0};
    for (uint32_t i = 0; i < stage->frame->worms; i++) {
        const ws_frame_worm *worm = &stage->frame->worm[i];
        ws_worm_state state = ws_worm_state_of(worm);
        if (worm->killed || asked[state]++ >= WORMS_ASKED) continue;
        stage->view.selection.worm = worm->packet, stage->view.selection.entered = worm->entered;
        ws_stage_draw(stage);
        char words[64];
        snprintf(words, sizeof words, state == WS_WORM_MOVES ? "%s" : "%s,", ws_worm_state_words(state));
        wrong += !inspector_says(words);
    }
    stage->view.selection.worm = WS_NIL;
    return wrong;
}

static void counts_test(const char *name) {
    const ws_frame *f = stage->frame;
    uint32_t count[WS_WORM_STATES] = {0};
    for (uint32_t i = 0; i < f->worms; i++) count[ws_worm_state_of(&f->worm[i])]++;
    ok(count[WS_WORM_MOVES] == f->moving && count[WS_WORM_WAITS] + count[WS_WORM_BEHIND] == f->stopped,
       "%s: %u move, %u wait, %u behind another, as the numbers say", name, count[WS_WORM_MOVES], count[WS_WORM_WAITS],
       count[WS_WORM_BEHIND]);
}

/* Where there are many worms cables have one arrow each, and boxes count heads: `heads` is false. */
static void scenario_test(const char *name, uint64_t cycle, const char *glyphs, bool heads) {
    ws_error error = {0};
    ws_session *session = ws_session_open(name, &(ws_options){0}, &error);
    if (!session) printf("Bail out! %s\n", error.text), exit(1);
    stage = ws_stage_new(session, ws_glyphs_find(glyphs), 120, 40);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
    uint32_t seen[WS_WORM_STATES] = {0};
    uint32_t wrong = signs_false(seen);
    ok(!heads || wrong == 0, "%s, %s: of %u heads that move, %u that wait, %u behind another %u have the sign of another state", name,
       glyphs, seen[WS_WORM_MOVES], seen[WS_WORM_WAITS], seen[WS_WORM_BEHIND], wrong);
    bool tells = strcmp(name, "kwan/three-hosts") != 0 || seen[WS_WORM_BEHIND] >= 4;
    ok(tells, "%s: heads that wait behind another are seen", name);
    counts_test(name);
    ok(words_false() == 0, "%s: the inspector has the same words", name);
    ws_stage_free(stage);
    ws_session_close(session);
}

static void glyphs_test(void) {
    for (unsigned i = 0; i < ws_glyph_set_count; i++)
        for (int direction = 0; direction < 4; direction++) {
            const uint32_t *code = ws_glyph_sets[i].code;
            uint32_t moves = code[ws_worm_state_glyph(WS_WORM_MOVES, direction)], waits = code[ws_worm_state_glyph(WS_WORM_WAITS, direction)];
            uint32_t behind = code[ws_worm_state_glyph(WS_WORM_BEHIND, direction)];
            ok(moves != waits && waits != behind && behind != moves, "%s: three signs for three states", ws_glyph_sets[i].name);
        }
}

int main(void) {
    static const struct {
        const char *name;
        bool heads;
    } scenarios[] = {{"teach/ring-deadlock", true}, {"teach/bubble", true},        {"kwan/three-hosts", true},   {"kwan/two-hosts", true},
                     {"kwan/torus-3x3", true},      {"kwan/backbone", true},       {"cube/mesh-8x8", true},      {"cube/torus-8x8", true},
                     {"now/irregular-16", true},    {"now/ma-64", false},          {"recn/hotspot-64", false},   {"theory/switch", true},
                     {"theory/parking-lot", true},  {"timeouts/torus-3x3", true}, {"fedx/wk30-hotspot", true}};
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        for (uint64_t cycle = 5000; cycle <= 9000; cycle += 2000)
            if (takes(4)) scenario_test(scenarios[i].name, cycle, "braille", scenarios[i].heads);
    scenario_test("kwan/three-hosts", 5000, "ascii", true);
    scenario_test("kwan/three-hosts", 5000, "block", true);
    glyphs_test();
    return done();
}
