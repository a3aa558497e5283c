/* panels.c - each panel that can be held: held, and expanded, at 80x24 and at 160x50, compared with tests/screens/panel-NAME.txt.
 *
 * After a wanted change, `UPDATE=1 build/tests/screens/panels.t` from the checkout writes the files anew: look at the difference. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session/history/history.h"
#include "tap.h"
#include "ui/focus.h"
#include "ui/stage.h"
#include "ui/text.h"

typedef struct scene {
    ws_panel_id panel;
    const char *scenario;
    uint64_t cycle;
    unsigned layer;
    enum { NOTHING, WORM, NODE, LINK, QUEUE, BESIDE } looked_at;
} scene;

static const scene scenes[] = {
    {WS_PANEL_SETTINGS, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_NUMBERS, "teach/congestion-tree", 9000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_WAITS, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_INSPECT, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, WORM},
    {WS_PANEL_NODE, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, NODE},
    {WS_PANEL_LINK, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, LINK},
    {WS_PANEL_QUEUE, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, QUEUE},
    {WS_PANEL_DEADLOCK, "teach/ring-deadlock", 400, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_SAQS, "recn/hotspot-64", 20000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_TREES, "recn/hotspot-64", 20000, WS_LAYER_TREES, NOTHING},
    {WS_PANEL_PORT, "recn/hotspot-64", 20000, WS_LAYER_PORTS, NOTHING},
    {WS_PANEL_SIGNS, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_LATENCY, "kwan/torus-3x3", 30000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_THROUGHPUT, "kwan/torus-3x3", 30000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_DISTRIBUTION, "kwan/two-hosts", 400000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_CURVES, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, BESIDE},
    {WS_PANEL_COMPARE, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, BESIDE},
    {WS_PANEL_TIMELINE, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, NOTHING},
    {WS_PANEL_MAP, "kwan/torus-3x3", 3000, WS_LAYER_WORMS, NOTHING},
};

static const struct {
    int width, height;
} sizes[] = {{80, 24}, {160, 50}};

static void look(ws_stage *stage, const scene *s) {
    const ws_frame *frame = stage->frame;
    ws_view_selection *selection = &stage->view.selection;
    if (s->looked_at == WORM) ws_stage_select_blocked(stage);
    if (s->looked_at == NODE) selection->node = 0;
    if (s->looked_at == LINK) selection->link = frame->worm[frame->blocked[0]].head_queue == WS_NIL ? 0 : frame->queue[frame->worm[frame->blocked[0]].head_queue].link;
    if (s->looked_at == QUEUE) selection->queue = frame->worm[frame->blocked[0]].head_queue;
}

static void add(char **all, const char *text) {
    size_t used = *all ? strlen(*all) : 0;
    *all = realloc(*all, used + strlen(text) + 1);
    strcpy(*all + used, text);
}

static char *text_of(const ws_canvas *canvas) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ws_text_write(out, canvas);
    fclose(out);
    return text;
}

/* One picture; true if the panel is on it. */
static bool picture_add(const scene *s, ws_stage *stage, int width, int height, bool expanded, char **all) {
    char head[128];
    ws_canvas_resize(&stage->canvas, width, height);
    stage->view.focus = (ws_view_focus){.held = (int)s->panel + 1, .expanded = expanded};
    ws_stage_draw(stage); /* so that the plan of the map has its size */
    ws_panel_layout layout = ws_layout_make(&stage->view, width, height);
    bool there = layout.rect[s->panel].w > 0;
    snprintf(head, sizeof head, "=== %dx%d %s%s\n", width, height, expanded ? "expanded" : "held", there ? "" : ": no room beside the map");
    add(all, head);
    if (!there) return !expanded;
    char *text = text_of(ws_stage_draw(stage));
    add(all, text);
    free(text);
    return true;
}

static void compare(const char *name, const char *got) {
    char path[256];
    snprintf(path, sizeof path, "tests/screens/panel-%s.txt", name);
    if (getenv("UPDATE")) {
        FILE *out = fopen(path, "w");
        fputs(got, out);
        fclose(out);
    }
    char *wanted = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (in && getdelim(&wanted, &size, '\0', in) < 0) *wanted = '\0';
    ok(wanted && strcmp(wanted, got) == 0, "%s is as in %s", name, path);
    if (in) fclose(in);
    free(wanted);
}

static void test(const scene *s) {
    ws_error error = {0};
    const ws_options options = {.keyframe_bytes = 1 << 22, .keyframe_ns = UINT64_MAX, .phases = true};
    ws_session *session = ws_session_open(s->scenario, &options, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24), *other = NULL;
    ws_shadow *shadow = NULL;
    ws_stage_run(stage, s->cycle);
    stage->view.overlay.layer = s->layer;
    if (s->panel == WS_PANEL_DISTRIBUTION) stage->view.measure = WS_LATENCY_HEAD;
    if (s->looked_at == BESIDE) {
        ws_session_branch_off(session, NULL, &error);
        ws_session_apply(session, "set segment 40", &error);
        ws_session_run(session, 500);
        shadow = ws_shadow_new(session, 0, 0, &error);
        other = ws_stage_new(ws_shadow_session(shadow), ws_glyphs_find("braille"), 80, 24);
        ws_session_fork(ws_shadow_session(shadow));
        ws_shadow_follow(shadow, s->cycle + 500, UINT64_MAX);
        ws_stage_draw(other);
        other->view.session.name = "main";
        stage->view.other = &other->view;
        stage->view.beside.forked = s->cycle;
    }
    ws_stage_draw(stage);
    look(stage, s);
    ws_stage_draw(stage);
    char *all = NULL;
    bool shown = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int expanded = 0; expanded < 2; expanded++)
            shown &= picture_add(s, stage, sizes[i].width, sizes[i].height, expanded, &all);
    ok(shown, "%s: expanded it is there", ws_focus_held(&stage->view)->name);
    compare(ws_focus_held(&stage->view)->name, all);
    free(all);
    ws_stage_free(stage);
    if (other) ws_stage_free(other);
    ws_shadow_free(shadow);
    ws_session_close(session);
}

/* Does some row of a panel, but for its title, reach the last column? */
static int rows_at_the_edge(ws_stage *stage, ws_panel_id panel) {
    const ws_canvas *canvas = ws_stage_draw(stage);
    ws_rect at = ws_layout_make(&stage->view, canvas->width, canvas->height).rect[panel];
    int count = 0;
    for (int y = at.y + 1; y < at.y + at.h; y++) count += ws_canvas_at((ws_canvas *)canvas, at.x + at.w - 1, y)->glyph != ' ';
    return count;
}

/* Rows of figures end before the edge of their column, however many worms there are. */
static void test_edge(const char *name, uint64_t cycle) {
    static const int wide[][2] = {{80, 24}, {100, 30}, {120, 40}, {200, 60}};
    ws_error error = {0};
    ws_session *session = ws_session_open(name, NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    ws_stage_run(stage, cycle);
    stage->view.overlay.layer = WS_LAYER_WORMS;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        ws_canvas_resize(&stage->canvas, wide[i][0], wide[i][1]);
        int rows = rows_at_the_edge(stage, WS_PANEL_NUMBERS);
        ok(rows == 0, "%s %dx%d, %u worms: no row of figures reaches the edge (%d do)", name, wide[i][0], wide[i][1], stage->frame->worms, rows);
    }
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    test_edge("recn/hotspot-64", 23000);
    if (is_whole()) test_edge("recn/hotspot-256", 9000);
    if (is_whole()) test_edge("recn/uniform-256", 6000);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) test(&scenes[i]);
    size_t held = 0;
    for (size_t i = 0; i < ws_focus_count; i++)
        for (size_t j = 0; j < sizeof scenes / sizeof *scenes; j++) held += scenes[j].panel == ws_focus_rows[i].panel;
    ok(held == ws_focus_count, "all %zu panels that can be held are here", ws_focus_count);
    return done();
}
