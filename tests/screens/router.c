/* router.c - the inside of a switch as pictures: input queues with virtual channels, set-aside queues, a pool; in Unicode, blocks and
 * ASCII. And what is at a cell is what is drawn there: the head of every queue is picked where it stands, the links and the nodes at
 * their names. */
#include <stdlib.h>
#include <unistd.h>

#include "picture.h"
#include "ui/ink.h"
#include "ui/map/router.h"
#include "ui/panel.h"
#include "ui/stage.h"

static ws_session *s;
static const char *ran, *ran_set; /* what it is of */
static ws_stage *stage;

/* The network at a cycle: the one of before, if it is on the way there. */
static void session_at(const char *scenario, const char *set, uint64_t cycle) {
    bool same = s && ran == scenario && ran_set == set && ws_net_cycle(ws_session_net(s)) <= cycle;
    if (same) return;
    const ws_options options = {.sets = &set, .set_count = set != NULL};
    ws_error error = {0};
    ws_session_close(s);
    s = ws_session_open(scenario, &options, &error);
    if (!s) printf("Bail out! %s\n", error.text), exit(1);
    ran = scenario, ran_set = set;
}

static void opened(const char *scenario, const char *set, const char *glyphs, int width, int height,
                   uint64_t cycle, const char *name) {
    session_at(scenario, set, cycle);
    stage = ws_stage_new(s, ws_glyphs_find(glyphs), width, height);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
    for (uint32_t x = 0; x < stage->frame->switches; x++)
        if (strcmp(ws_node_name(stage->frame, x), name) == 0) stage->view.selection.node = x;
    stage->view.map.zoom = WS_ALTITUDE_SWITCH + 1;
    ws_stage_draw(stage);
}

static void closed(void) {
    ws_stage_free(stage);
}

static void picks(const char *scenario) {
    ws_rect map = ws_layout_make(&stage->view, stage->canvas.width, stage->canvas.height).rect[WS_PANEL_MAP];
    const ws_frame *f = stage->frame;
    ws_router r;
    ws_router_make(&r, &stage->view, map.w, map.h);
    int heads = 0, wrong = 0, links = 0;
    for (uint32_t i = 0; i < r.rows; i++) {
        const ws_frame_queue *queue = &f->queue[r.row[i].queue];
        if (queue->front == WS_NIL || queue->flits == 0 || f->stretch[queue->first_stretch].flits == 0) continue;
        int found = 0;
        for (int x = 0; x < map.w; x++) found += ws_map_pick(&stage->view, x, r.row[i].at).packet == queue->front;
        heads++, wrong += found == 0;
    }
    for (uint32_t o = 0; o < r.outs; o++) {
        if (r.out[o].at < 0) continue;
        wrong += ws_map_pick(&stage->view, r.end + 2, r.out[o].at).link != r.out[o].link;
        wrong += ws_map_pick(&stage->view, r.end + 4, r.out[o].at).node != f->link[r.out[o].link].to;
        links++;
    }
    ok(wrong == 0 && heads + links > 4, "%s: what is picked is what is drawn (%d wrong of %d heads, %d outputs)", scenario, wrong, heads,
       links);
}

static void picture(const char *name, const char *scenario, const char *set, const char *glyphs, int width, int height, uint64_t cycle,
                    const char *node) {
    opened(scenario, set, glyphs, width, height, cycle, node);
    picture_compare(name, &stage->canvas);
    if (stage->frame->pool == 0) picks(scenario);
    closed();
}

/* Every size and switch: nothing is drawn outside, and nothing fails. */
static void sizes(const char *scenario, uint64_t cycle) {
    static const int size[][2] = {{60, 16}, {80, 24}, {100, 30}, {160, 50}, {200, 60}};
    int drawn = 0;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        opened(scenario, NULL, i % 2 ? "braille" : "ascii", size[i][0], size[i][1], cycle, "");
        for (uint32_t x = 0; x < stage->frame->switches && x < 20; x++) {
            stage->view.selection.node = x;
            ws_stage_draw(stage);
            drawn += stage->view.map.plan->altitude == WS_ALTITUDE_SWITCH && stage->view.map.plan->drawn != 0;
        }
        closed();
    }
    ok(drawn > 4, "%s: the switch is drawn at every size (%d pictures)", scenario, drawn);
}

/* Which output a packet is said to want, cycle by cycle; and the one that it gets in the end. */
static void outs(const char *scenario, const char *node, uint64_t from) {
    enum { CYCLES = 400 };
    opened(scenario, NULL, "braille", 120, 40, from, node);
    const ws_frame *f = stage->frame;
    uint32_t *said = malloc(f->packets * sizeof *said), *queue = malloc(f->packets * sizeof *queue);
    int taken = 0, foreseen = 0, wrong = 0;
    for (uint32_t k = 0; k < f->packets; k++) said[k] = WS_NIL;
    for (int cycle = 1; cycle <= CYCLES; cycle++) {
        ws_stage_run(stage, from + (uint64_t)cycle);
        ws_stage_draw(stage);
        for (uint32_t l = 0; l < f->links; l++)
            for (uint32_t v = f->link[l].vc0; f->link[l].from == f->wants.inside && v < f->link[l].vc0 + f->link[l].channels; v++) {
                const ws_frame_worm *worm = ws_frame_worm_of(f, f->vc[v].packet);
                if (!worm || queue[worm->packet] != worm->message) continue;
                taken++, foreseen += said[worm->packet] != WS_NIL;
                wrong += worm->out != l || (said[worm->packet] != WS_NIL && said[worm->packet] != l);
            }
        for (uint32_t k = 0; k < f->packets; k++) {
            const ws_frame_worm *worm = ws_frame_worm_of(f, k);
            said[k] = worm ? worm->out : WS_NIL, queue[k] = worm ? worm->message : WS_NIL;
        }
    }
    ok(taken > 20 && 2 * foreseen > taken && wrong == 0, "%s: a packet leaves %s as was said of it (%d times, %d foreseen, %d wrong)",
       scenario, node, taken, foreseen, wrong);
    free(said), free(queue);
    closed();
}

/* Flits of a queue in the colours of the map: as many as there are outputs wanted, each that of the output's arrow, in shades. */
static void colours(const char *scenario, const char *set, const char *node, uint64_t cycle) {
    opened(scenario, set, "braille", 120, 40, cycle, node);
    ws_theme theme;
    ws_error error = {0};
    ws_theme_open(&theme, "dark", &error);
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT);
    ws_stage_draw(stage);
    ws_rect map = ws_layout_make(&stage->view, stage->canvas.width, stage->canvas.height).rect[WS_PANEL_MAP];
    const ws_frame *f = stage->frame;
    ws_router r;
    ws_router_make(&r, &stage->view, map.w, map.h);
    int heads = 0, alike = 0;
    for (uint32_t i = 0; i < r.rows; i++) {
        const ws_frame_queue *queue = &f->queue[r.row[i].queue];
        ws_router_cells cells = ws_router_cells_of(&r, queue);
        const ws_frame_worm *worm = ws_frame_worm_of(f, queue->front);
        if (!worm || worm->out == WS_NIL || f->stretch[queue->first_stretch].flits == 0) continue;
        uint32_t o = 0;
        while (o < r.outs && r.out[o].link != worm->out) o++;
        bool root = ws_frame_tree_of(f, worm->out) != NULL;
        uint32_t hue = root ? ws_ink_role(&stage->view, WS_ROLE_HOT1) : ws_hue_ink(&stage->view, o);
        uint32_t paper = ws_ink_ground(&stage->view, WS_ROLE_TEXT), seen = ws_canvas_at(&stage->canvas, map.x + cells.right, map.y + r.row[i].at)->fg;
        bool same = false;
        for (uint32_t number = 0; number < 4; number++)
            for (int last = 0; last < 2; last++) {
                uint32_t moves = ws_ink_march(hue, paper, number), stands = ws_ink_stand(hue, paper, number);
                same |= seen == (last ? ws_ink_mix(moves, paper, 40) : moves) || seen == (last ? ws_ink_mix(stands, paper, 40) : stands);
            }
        heads++, alike += same;
    }
    ok(heads > 2 && alike == heads, "%s: flits in %s have the colours of the outputs that they want (%d of %d)", scenario, node, alike, heads);
    closed();
}

/* The wires are as long as the longest cable of the switch, whether flits come or go by it. */
static void wires(void) {
    enum { SWITCHES = 2, LONG = 7 };
    char folder[] = "/tmp/wormscope-router-XXXXXX", net[64], scenario[64];
    int wire[SWITCHES];
    if (!mkdtemp(folder)) return;
    snprintf(net, sizeof net, "%s/own.net", folder);
    snprintf(scenario, sizeof scenario, "%s/own.ws", folder);
    FILE *out = fopen(net, "w");
    fprintf(out, "switch A\nswitch B\nhost H1 A\nhost H2 B\n");
    fprintf(out, "link A B delay %d one-way\nlink B A delay 1 one-way\n", LONG);
    fclose(out);
    out = fopen(scenario, "w");
    fprintf(out, "set topology file own.net\nset link-delay 1\n");
    fclose(out);
    for (int i = 0; i < SWITCHES; i++) {
        opened(scenario, NULL, "braille", 200, 60, 500, i ? "B" : "A");
        ws_panel_layout layout = ws_layout_make(&stage->view, stage->canvas.width, stage->canvas.height);
        ws_router r;
        ws_router_make(&r, &stage->view, layout.rect[WS_PANEL_MAP].w, layout.rect[WS_PANEL_MAP].h);
        wire[i] = r.wire;
        closed();
    }
    ok(wire[0] == wire[1] && wire[0] >= LONG && wire[0] < 10,
       "what comes by a long cable has as long a wire as what goes (%d, %d)", wire[0], wire[1]);
    remove(scenario), remove(net), remove(folder);
}

int main(void) {
    static const char recn[] = "recn/hotspot-64", mesh[] = "cube/mesh-8x8",
                      fedx[] = "fedx/wk1-5-hotspot", two[] = "vcs=2";
    wires();
    outs(recn, "S0.8", 22000);
    colours(recn, NULL, "S0.8", 23000);
    picture("inside-recn-120x40", recn, NULL, "braille", 120, 40, 23000, "S0.8");
    picture("inside-recn-80x24-ascii", recn, NULL, "ascii", 80, 24, 23000, "S0.8");
    outs("cube/torus-8x8", "S9", 3000);
    colours(mesh, "load=0.4", "S27", 3000);
    picture("inside-mesh-120x40", mesh, two, "braille", 120, 40, 2000, "S27");
    picture("inside-mesh-80x24", mesh, two, "block", 80, 24, 2000, "S27");
    picture("inside-mesh-80x24-ascii", mesh, two, "ascii", 80, 24, 2000, "S27");
    outs(fedx, "S27", 20000);
    picture("inside-fedx-120x40", fedx, NULL, "braille", 120, 40, 61400, "S27");
    picture("inside-fedx-80x24-ascii", fedx, NULL, "ascii", 80, 24, 61400, "S3");
    picture("inside-kwan-100x30", "kwan/torus-3x3", NULL, "braille", 100, 30, 9000, "S2");
    sizes("now/irregular-16", 3000);
    sizes("recn/original-64", 2000);
    sizes("theory/switch", 500);
    sizes("theory/output-queued", 500);
    sizes("timeouts/closed-torus-3x3", 2000);
    sizes("fedx/wk30", 20000);
    ws_session_close(s);
    return done();
}
