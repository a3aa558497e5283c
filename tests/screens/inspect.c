/* inspect.c - what is looked at by itself: the fields of links and queues, references that can be followed from anything to anything,
 * and what changed in a step. */
#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "picture.h"
#include "ui/panel.h"
#include "ui/stage.h"

static ws_stage *stage_open(const char *scenario, uint64_t cycle, const char *glyphs, int width, int height) {
    ws_error error = {0};
    ws_session *session = ws_session_open(scenario, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", scenario, error.text)) exit(1);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find(glyphs), width, height);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
    return stage;
}

static void stage_close(ws_stage *stage) {
    ws_session *session = stage->session;
    ws_stage_free(stage);
    ws_session_close(session);
}

static uint32_t link_between(const ws_frame *f, const char *from, const char *to) {
    uint32_t l = 0;
    while (l < f->links && (strcmp(ws_node_name(f, f->link[l].from), from) || strcmp(ws_node_name(f, f->link[l].to), to))) l++;
    return l;
}

static void test_golden(void) {
    ws_stage *stage = stage_open("kwan/torus-3x3", 9000, "braille", 80, 24);
    ws_thing link = {WS_THING_LINK, link_between(stage->frame, "S4", "S1"), 0};
    ws_view_look(&stage->view, link);
    picture_compare("link-80x24", ws_stage_draw(stage));
    stage->view.selection.field = 2;
    ok(ws_view_refers(&stage->view, 2).kind == WS_THING_NODE, "from leads to a switch");
    ws_view_look(&stage->view, (ws_thing){WS_THING_QUEUE, stage->frame->link[link.id].front_queue, 0});
    stage->view.selection.field = 1;
    picture_compare("queue-80x24", ws_stage_draw(stage));
    stage_close(stage);
    stage = stage_open("timeouts/closed-torus-3x3", 3000, "ascii", 200, 60);
    ws_view_look(&stage->view, (ws_thing){WS_THING_LINK, link_between(stage->frame, "S4", "S5"), 0});
    picture_compare("link-200x60-ascii", ws_stage_draw(stage));
    stage_close(stage);
}

/* ---------------------------------------------------------------------------------------------- references ---- */

/* Goes on from thing to thing by random rows. Every step must lead to something that is there and is what the row named. */
static void test_wander(const char *scenario, uint64_t cycle) {
    ws_stage *stage = stage_open(scenario, cycle, "braille", 120, 36);
    ws_view *view = &stage->view;
    int steps = 0, wrong = 0, kinds[5] = {0};
    uint32_t seed = 7;
    for (uint32_t node = 0; node < stage->frame->switches + stage->frame->hosts; node++) {
        ws_view_look(view, (ws_thing){WS_THING_NODE, node, 0});
        for (int i = 0; i < 40; i++) {
            int rows = 0, row = -1;
            for (int at = -1, next; (next = ws_view_next_field(view, at, 1)) != at; at = next) rows++;
            if (rows == 0) break;
            seed = seed * 1664525u + 1013904223u;
            for (int k = (int)((seed >> 16) % (uint32_t)rows); k >= 0; k--) row = ws_view_next_field(view, row, 1);
            ws_thing thing = ws_view_refers(view, row);
            if (!ws_thing_is_there(stage->frame, thing)) wrong++;
            ws_view_look(view, thing);
            wrong += !ws_thing_same(ws_view_thing(view), thing);
            kinds[thing.kind]++;
            ws_stage_draw(stage);
            steps++;
        }
    }
    ok(wrong == 0 && kinds[WS_THING_WORM] && kinds[WS_THING_NODE] && kinds[WS_THING_LINK] && kinds[WS_THING_QUEUE],
       "%s: %d references followed, to %d worms, %d nodes, %d links, %d queues", scenario, steps, kinds[WS_THING_WORM],
       kinds[WS_THING_NODE], kinds[WS_THING_LINK], kinds[WS_THING_QUEUE]);
    stage_close(stage);
}

/* A row refers to what it shows: the name of the thing stands in it. */
static void test_rows(void) {
    ws_stage *stage = stage_open("kwan/torus-3x3", 9000, "ascii", 200, 60);
    ws_view *view = &stage->view;
    int rows = 0, wrong = 0;
    for (uint32_t l = 0; l < stage->frame->links; l++) {
        ws_detail details[WS_DETAILS_MAX];
        ws_view_look(view, (ws_thing){WS_THING_LINK, l, 0});
        size_t count = ws_link_details(view, details);
        for (size_t i = 0; i < count; i++) {
            char name[64];
            if (details[i].refers.kind == WS_THING_NONE) continue;
            rows++;
            wrong += strcmp(details[i].value, ws_thing_name(view, details[i].refers, name, sizeof name)) != 0;
        }
    }
    ok(rows > 100 && wrong == 0, "%d rows of links name what they refer to", rows);
    stage_close(stage);
}

/* ------------------------------------------------------------------------------------------------- changes ---- */

/* The words of the role `changed`, one behind the other. */
static const char *marked(const ws_canvas *canvas) {
    static char text[4096];
    size_t used = 0;
    for (int y = 0; y < canvas->height; y++) {
        bool inside = false;
        for (int x = 0; x < canvas->width; x++) {
            const ws_cell *cell = ws_canvas_at(canvas, x, y);
            if (cell->role == WS_ROLE_CHANGED && used + 2 < sizeof text) {
                if (!inside && used) text[used++] = ' ';
                text[used++] = cell->glyph < 0x7f ? (char)cell->glyph : '?';
            }
            inside = cell->role == WS_ROLE_CHANGED;
        }
    }
    text[used] = '\0';
    return text;
}

static void test_changes(void) {
    char text[64];
    ws_trace trace = {0};
    ws_stage *stage = stage_open("kwan/torus-3x3", 9000, "ascii", 200, 60);
    ws_view *view = &stage->view;
    view->selection.trace = &trace;
    ws_view_look(view, ws_thing_of_worm(&stage->frame->worm[stage->frame->blocked[0]]));
    ok(!*marked(ws_stage_draw(stage)), "in the first picture of a thing nothing stands out");
    ws_stage_run(stage, 9001);
    ws_stage_draw(stage);
    snprintf(text, sizeof text, "%d", (int)(9001 - stage->frame->worm[stage->frame->blocked[0]].since));
    ok(strcmp(marked(&stage->canvas), text) == 0, "of a blocked worm only how long it has waited has changed: %s",
       marked(&stage->canvas));
    ok(strcmp(marked(ws_stage_draw(stage)), text) == 0, "drawn once more, it still stands out");
    view->session.running = true;
    view->session.speed = 500;
    ws_stage_run(stage, 9002);
    ok(!*marked(ws_stage_draw(stage)), "at a speed that cannot be followed nothing does");
    view->session.running = false;
    ws_view_look(view, (ws_thing){WS_THING_LINK, link_between(stage->frame, "S8", "S7"), 0});
    ws_stage_draw(stage);
    ok(!*marked(&stage->canvas), "nor in another thing");
    int changes = 0;
    for (int i = 0; i < 40; i++) { /* a worm streams there: its tail comes by */
        ws_stage_run(stage, 9003 + (uint64_t)i * 10);
        changes += *marked(ws_stage_draw(stage)) != '\0';
    }
    ok(changes > 0, "but in %d of 40 steps of a link that is used", changes);
    ws_trace_free(&trace);
    stage_close(stage);
}

int main(void) {
    test_golden();
    test_rows();
    test_wander("kwan/torus-3x3", 9000);
    if (is_whole()) test_wander("timeouts/deadlock", 3000);
    if (is_whole()) test_wander("cube/mesh-8x8", 2000);
    if (is_whole()) test_wander("now/irregular-16", 2000);
    test_changes();
    return done();
}
