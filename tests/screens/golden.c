/* golden.c - whole screens as text, compared with tests/screens/NAME.txt. No terminal is needed.
 *
 * After a wanted change, `UPDATE=1 build/tests/screens/golden.t` from the checkout writes the files anew: look at the difference.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "session/history/history.h"
#include "tap.h"
#include "ui/stage.h"
#include "ui/text.h"

typedef struct golden {
    const char *name, *scenario, *sets[4];
    uint64_t cycle;
    int width, height;
    const char *glyphs;
    bool chain, trees, ports;
    ws_overlay overlay;  /* the panel over the map */
    uint32_t node;       /* switch 1, 2 ... to look at, 0: none */
    const char *change;  /* a line applied half-way */
    uint64_t back;       /* in the end, back to this cycle */
    const char *fork;    /* there this line, and from there on for a thousand cycles */
    const char *filter;  /* only these worms are of interest */
    const char *stop;    /* a breakpoint; the run goes on from half-way to it, and the list is open */
    const char *typed;   /* stands in the command line */
    bool lecture, split; /* split: main beside the fork */
    unsigned layer;
} golden;

static const golden screens[] = {
    {.name = "tracks-80x24",
     .scenario = "cube/torus-8x8",
     .sets = {"topology=torus 4 4", "load=0.7"},
     .cycle = 2000,
     .width = 80,
     .height = 24,
    },
    {.name = "tracks-120x40",
     .scenario = "cube/torus-8x8",
     .sets = {"topology=torus 4 4", "load=0.7"},
     .cycle = 2000,
     .width = 120,
     .height = 40,
    },
    {.name = "tracks-chain-120x40",
     .scenario = "cube/torus-8x8",
     .sets = {"topology=torus 4 4", "load=0.7"},
     .cycle = 2000,
     .width = 120,
     .height = 40,
     .chain = true,
    },
    {.name = "tracks-200x60",
     .scenario = "cube/torus-8x8",
     .sets = {"topology=torus 4 4", "load=0.7"},
     .cycle = 2000,
     .width = 200,
     .height = 60,
     .chain = true,
    },
    {.name = "tracks-120x40-ascii",
     .scenario = "cube/torus-8x8",
     .sets = {"topology=torus 4 4", "load=0.7"},
     .cycle = 2000,
     .width = 120,
     .height = 40,
     .glyphs = "ascii",
     .chain = true,
    },
    {.name = "tracks-mesh-100x30",
     .scenario = "cube/mesh-8x8",
     .sets = {"topology=mesh 4 4", "load=0.5"},
     .cycle = 2000,
     .width = 100,
     .height = 30,
    },
    {.name = "tracks-lan-120x40",
     .scenario = "kwan/torus-3x3",
     .sets = {"load=0.3"},
     .cycle = 9000,
     .width = 120,
     .height = 40,
     .chain = true,
    },
    {.name = "tracks-fedx-120x40",
     .scenario = "fedx/wk1-5",
     .sets = {"topology=fedx 4 4", "load=0.8"},
     .cycle = 9000,
     .width = 120,
     .height = 40,
     .chain = true,
    },
    {.name = "tracks-use-120x40",
     .scenario = "cube/torus-8x8",
     .sets = {"topology=torus 4 4", "load=0.7"},
     .cycle = 2000,
     .width = 120,
     .height = 40,
     .layer = WS_LAYER_USE,
    },
    {.name = "torus-80x24", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 80, .height = 24},
    {.name = "torus-120x36",
     .scenario = "kwan/torus-3x3",
     .cycle = 9000,
     .width = 120,
     .height = 36,
     .change = "set segment 100"},
    {.name = "torus-200x60", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 200, .height = 60, .chain = true},
    {.name = "torus-80x24-ascii", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 80, .height = 24, .glyphs = "ascii"},
    {.name = "two-hosts-80x24", .scenario = "kwan/two-hosts", .cycle = 5000, .width = 80, .height = 24},
    {.name = "two-hosts-120x36", .scenario = "kwan/two-hosts", .cycle = 5000, .width = 120, .height = 36},
    {.name = "three-hosts-80x24", .scenario = "kwan/three-hosts", .cycle = 4000, .width = 80, .height = 24, .chain = true},
    {.name = "mesh-80x24", .scenario = "cube/mesh-8x8", .cycle = 2000, .width = 80, .height = 24},
    {.name = "mesh-200x60", .scenario = "cube/mesh-8x8", .cycle = 2000, .width = 200, .height = 60, .glyphs = "block"},
    {.name = "switch-120x36", .scenario = "theory/switch", .cycle = 500, .width = 120, .height = 36},
    {.name = "deadlock-80x24", .scenario = "timeouts/deadlock", .cycle = 3000, .width = 80, .height = 24},
    {.name = "timeouts-120x36",
     .scenario = "timeouts/closed-torus-3x3",
     .cycle = 3000,
     .width = 120,
     .height = 36,
     .change = "note \"A remark is no change: no mark at the foot of the curves.\""},
    {.name = "recn-200x60", .scenario = "recn/hotspot-64", .cycle = 21500, .width = 200, .height = 60},
    {.name = "recn-switch-120x36", .scenario = "recn/hotspot-64", .cycle = 21500, .width = 120, .height = 36, .node = 5},
    {.name = "recn-80x24-ascii", .scenario = "recn/hotspot-64", .cycle = 21500, .width = 80, .height = 24, .glyphs = "ascii"},
    {.name = "timeouts-worm-80x24", .scenario = "timeouts/closed-torus-5x5", .cycle = 12000, .width = 80, .height = 24, .chain = true},
    {.name = "timeouts-switch-120x36",
     .scenario = "timeouts/closed-torus-5x5",
     .cycle = 12000,
     .width = 120,
     .height = 36,
     .change = "set timeout-policy cep",
     .node = 5},
    {.name = "timeouts-cep-120x36",
     .scenario = "timeouts/closed-torus-5x5",
     .cycle = 12000,
     .width = 120,
     .height = 36,
     .change = "set timeout-policy cep",
     .chain = true},
    {.name = "worm-80x24", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 80, .height = 24, .chain = true},
    {.name = "switch-worms-80x24", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 80, .height = 24, .node = 2},
    {.name = "host-80x24", .scenario = "teach/alpha", .cycle = 30000, .width = 80, .height = 24, .node = 2},
    {.name = "host-200x60", .scenario = "teach/alpha", .cycle = 30000, .width = 200, .height = 60, .node = 2},
    {.name = "pool-80x24", .scenario = "fedx/wk1-5-hotspot", .cycle = 45000, .width = 80, .height = 24, .node = 10},
    {.name = "pool-200x60", .scenario = "fedx/wk1-5-hotspot", .cycle = 45000, .width = 200, .height = 60, .node = 10},
    {.name = "deadlock-120x36", .scenario = "timeouts/deadlock", .cycle = 3000, .width = 120, .height = 36},
    {.name = "deadlock-80x24-ascii",
     .scenario = "timeouts/deadlock",
     .cycle = 3000,
     .width = 80,
     .height = 24,
     .glyphs = "ascii",
     .chain = true},
    {.name = "back-120x36",
     .scenario = "kwan/torus-3x3",
     .cycle = 9000,
     .width = 120,
     .height = 36,
     .change = "set segment 100",
     .back = 6000},
    {.name = "branches-80x24",
     .scenario = "kwan/two-hosts",
     .cycle = 5000,
     .width = 80,
     .height = 24,
     .back = 2000,
     .fork = "set segment 40",
     .overlay = WS_OVERLAY_BRANCHES},
    {.name = "filter-80x24", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 80, .height = 24, .filter = "to=H5"},
    {.name = "filter-80x24-ascii",
     .scenario = "kwan/torus-3x3",
     .cycle = 9000,
     .width = 80,
     .height = 24,
     .glyphs = "ascii",
     .filter = "class=high !blocked"},
    {.name = "filter-200x60",
     .scenario = "kwan/torus-3x3",
     .cycle = 9000,
     .width = 200,
     .height = 60,
     .filter = "blocked wait>100"},
    {.name = "breaks-80x24", .scenario = "kwan/torus-3x3", .cycle = 4928, .width = 80, .height = 24, .stop = "order>3"},
    {.name = "offers-80x24", .scenario = "kwan/torus-3x3", .cycle = 500, .width = 80, .height = 24, .typed = "set s"},
    {.name = "offers-120x36-ascii",
     .scenario = "kwan/torus-3x3",
     .cycle = 500,
     .width = 120,
     .height = 36,
     .glyphs = "ascii",
     .typed = "host H1 send-to "},
    {.name = "lecture-80x24", .scenario = "teach/ring-deadlock", .cycle = 8, .width = 80, .height = 24, .lecture = true},
    {.name = "lecture-80x24-ascii",
     .scenario = "teach/ring-deadlock",
     .cycle = 40,
     .width = 80,
     .height = 24,
     .glyphs = "ascii",
     .lecture = true,
     .chain = true},
    {.name = "lecture-200x60", .scenario = "teach/dateline", .cycle = 200, .width = 200, .height = 60, .lecture = true},
    {.name = "split-80x24",
     .scenario = "kwan/two-hosts",
     .cycle = 5000,
     .width = 80,
     .height = 24,
     .back = 2000,
     .fork = "set segment 40",
     .split = true},
    {.name = "split-200x60",
     .scenario = "kwan/torus-3x3",
     .cycle = 5000,
     .width = 200,
     .height = 60,
     .back = 2000,
     .fork = "set segment 40",
     .split = true},
    {.name = "ring-80x24", .scenario = "teach/ring-deadlock", .cycle = 40, .width = 80, .height = 24},
    {.name = "ring-120x40-ascii", .scenario = "teach/dateline", .cycle = 200, .width = 120, .height = 40, .glyphs = "ascii"},
    {.name = "line-120x40", .scenario = "teach/pipeline", .cycle = 130, .width = 120, .height = 40},
    {.name = "line-100x30", .scenario = "theory/parking-lot", .cycle = 2000, .width = 100, .height = 30},
    {.name = "stages-120x40", .scenario = "recn/hotspot-64", .cycle = 23000, .width = 120, .height = 40, .trees = true},
    {.name = "stages-200x60", .scenario = "recn/hotspot-256", .cycle = 17000, .width = 200, .height = 60, .trees = true},
    {.name = "irregular-120x40", .scenario = "now/irregular-16", .cycle = 8840, .width = 120, .height = 40},
    {.name = "irregular-120x40-ascii", .scenario = "now/irregular-16", .cycle = 8840, .width = 120, .height = 40, .glyphs = "ascii"},
    {.name = "irregular-200x60-block", .scenario = "now/irregular-64", .cycle = 5000, .width = 200, .height = 60, .glyphs = "block"},
    {.name = "cube-200x60", .scenario = "cube/torus-4x4x4", .cycle = 2000, .width = 200, .height = 60},
    {.name = "minimap-80x24", .scenario = "cube/torus-32x32", .cycle = 600, .width = 80, .height = 24},
    {.name = "minimap-120x36-ascii", .scenario = "cube/torus-32x32", .cycle = 600, .width = 120, .height = 36, .glyphs = "ascii"},
    {.name = "trees-80x24", .scenario = "teach/congestion-tree", .cycle = 3500, .width = 80, .height = 24, .trees = true},
    {.name = "trees-80x24-ascii",
     .scenario = "teach/congestion-tree",
     .cycle = 3500,
     .width = 80,
     .height = 24,
     .glyphs = "ascii",
     .trees = true},
    {.name = "trees-200x60", .scenario = "teach/congestion-tree", .cycle = 3500, .width = 200, .height = 60, .trees = true},
    {.name = "trees-lan-120x36", .scenario = "kwan/torus-3x3", .cycle = 60000, .width = 120, .height = 36, .trees = true},
    {.name = "recn-80x24", .scenario = "recn/hotspot-64", .cycle = 22000, .width = 80, .height = 24},
    {.name = "recn-120x36", .scenario = "recn/hotspot-64", .cycle = 22000, .width = 120, .height = 36, .chain = true},
    {.name = "cube-80x24", .scenario = "cube/torus-4x4x4", .cycle = 1000, .width = 80, .height = 24},
    {.name = "cube-120x40", .scenario = "cube/torus-4x4x4", .cycle = 1000, .width = 120, .height = 40},
    {.name = "dragonfly-80x24", .scenario = "dragonfly/72", .cycle = 1000, .width = 80, .height = 24},
    {.name = "dragonfly-120x40", .scenario = "dragonfly/72", .cycle = 1000, .width = 120, .height = 40},
    {.name = "oq-80x24", .scenario = "theory/output-queued", .cycle = 2000, .width = 80, .height = 24},
    {.name = "oq-switch-120x40",
     .scenario = "theory/output-queued",
     .cycle = 2000,
     .width = 120,
     .height = 40,
     .node = 1},
    {.name = "recn-256-120x36", .scenario = "recn/hotspot-256", .cycle = 600, .width = 120, .height = 36},
    {.name = "recn-256-80x24", .scenario = "recn/hotspot-256", .cycle = 17000, .width = 80, .height = 24, .trees = true},
    {.name = "recn-trees-120x36", .scenario = "recn/hotspot-64", .cycle = 22000, .width = 120, .height = 36, .trees = true},
    {.name = "port-80x24", .scenario = "recn/hotspot-64", .cycle = 22000, .width = 80, .height = 24, .ports = true},
    {.name = "port-80x24-ascii",
     .scenario = "recn/hotspot-64",
     .cycle = 22000,
     .width = 80,
     .height = 24,
     .glyphs = "ascii",
     .ports = true,
     .node = 33},
    {.name = "port-200x60", .scenario = "recn/hotspot-64", .cycle = 22000, .width = 200, .height = 60, .ports = true},
    {.name = "fedx-80x24", .scenario = "fedx/wk30-hotspot", .cycle = 9000, .width = 80, .height = 24},
    {.name = "fedx-80x24-ascii",
     .scenario = "fedx/wk30-hotspot",
     .cycle = 9000,
     .width = 80,
     .height = 24,
     .glyphs = "ascii",
     .node = 10},
    {.name = "fedx-120x36", .scenario = "fedx/wk30-hotspot", .cycle = 9000, .width = 120, .height = 36, .node = 10},
    {.name = "fedx-200x60", .scenario = "fedx/wk30-hotspot", .cycle = 9000, .width = 200, .height = 60, .chain = true},
    {.name = "fedx-trees-120x36", .scenario = "fedx/wk30-hotspot", .cycle = 9000, .width = 120, .height = 36, .trees = true},
    {.name = "now-80x24", .scenario = "now/irregular-16", .cycle = 6000, .width = 80, .height = 24, .change = "set load 0.3"},
    {.name = "now-120x36",
     .scenario = "now/irregular-16",
     .cycle = 6000,
     .width = 120,
     .height = 36,
     .change = "set load 0.3",
     .chain = true},
    {.name = "now-200x60", .scenario = "now/irregular-32", .cycle = 4000, .width = 200, .height = 60, .change = "set load 0.2"},
    {.name = "now-switch-120x36",
     .scenario = "now/irregular-16",
     .cycle = 6000,
     .width = 120,
     .height = 36,
     .change = "set load 0.3",
     .node = 3},
    {.name = "now-trees-120x36",
     .scenario = "now/irregular-16",
     .cycle = 9000,
     .width = 120,
     .height = 36,
     .change = "set load 1",
     .trees = true},
    {.name = "timeouts-trees-120x36", .scenario = "timeouts/closed-torus-3x3", .cycle = 3000, .width = 120, .height = 36, .trees = true},
    {.name = "fedx-worm-120x36", .scenario = "fedx/wk1-5-hotspot", .cycle = 40000, .width = 120, .height = 36, .chain = true},
    {.name = "help-80x24", .scenario = "kwan/two-hosts", .cycle = 0, .width = 80, .height = 24, .overlay = WS_OVERLAY_HELP},
    {.name = "help-120x40", .scenario = "kwan/two-hosts", .cycle = 0, .width = 120, .height = 40, .overlay = WS_OVERLAY_HELP},
    {.name = "small-40x10", .scenario = "kwan/two-hosts", .cycle = 0, .width = 40, .height = 10},
};

static char *text_of(const ws_canvas *canvas) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ws_text_write(out, canvas);
    fclose(out);
    return text;
}

static char *file_read(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (!in) return strdup("");
    FILE *out = open_memstream(&text, &size);
    for (int c; (c = getc(in)) != EOF;) putc(c, out);
    fclose(in);
    fclose(out);
    return text;
}

static void first_difference(const char *got, const char *wanted) {
    int line = 1;
    while (*got && *got == *wanted) line += *got == '\n', got++, wanted++;
    note("first difference in line %d", line);
}

static void compare(const golden *g, const char *got) {
    char path[256];
    snprintf(path, sizeof path, "tests/screens/%s.txt", g->name);
    if (getenv("UPDATE")) {
        FILE *out = fopen(path, "w");
        if (out) fputs(got, out), fclose(out);
    }
    char *wanted = file_read(path);
    if (!ok(strcmp(got, wanted) == 0, "%s is as in %s", g->name, path)) first_difference(got, wanted);
    free(wanted);
}

/* Every flit that is under way is on one wire or in one buffer of the frame, at the end of a link or in the pool of a switch; where worms
 * are killed, nobody counts those. */
static bool flits_accounted(const ws_frame *f, const ws_net *net) {
    if (net->total[WS_TOTAL_KILLS]) return true;
    uint64_t seen = 0;
    for (uint32_t l = 0; l < f->links; l++) seen += f->link[l].flits + f->link[l].buffered + f->link[l].output;
    for (uint32_t i = 0; i < f->switches * f->pool; i++) seen += f->queue[f->buffer[i].queue].flits;
    for (uint32_t p = 0; p < f->ports; p++) { /* output ports are at the end of no link */
        const ws_port *port = &f->port[p];
        for (uint32_t q = net->wire.port_queue0[p]; port->output && q < net->wire.port_queue0[p + 1]; q++) seen += f->queue[q].flits;
    }
    return seen == net->total[WS_TOTAL_FLITS_INJECTED] - net->total[WS_TOTAL_FLITS_DELIVERED];
}

/* One keyframe, at cycle 0: where others lie depends on the clock. */
static const ws_options one_keyframe = {.keyframe_bytes = WS_KEYFRAME_BYTES, .keyframe_ns = UINT64_MAX};

static void travel(const golden *g, ws_session *session, ws_stage *stage) {
    ws_error error = {0};
    if (g->back) ok(ws_session_seek(session, g->back, &error), "%s: goes back %s", g->name, error.text);
    if (g->fork) {
        ok(ws_session_apply(session, g->fork, &error), "%s: %s %s", g->name, g->fork, error.text);
        ws_stage_run(stage, g->back + 1000);
    }
    if (g->overlay)
        stage->view.overlay.shown = g->overlay;
    stage->view.overlay.layer = g->layer;
    if (g->trees)
        stage->view.overlay.layer = WS_LAYER_TREES;
    if (g->ports)
        stage->view.overlay.layer = WS_LAYER_PORTS;
    if (g->node)
        stage->view.selection.node = g->node - 1;
}

/* What is of interest, what is typed, where the run stops. */
static void ask(const golden *g, ws_session *session, ws_stage *stage, ws_watch *watch, ws_completions *offers) {
    ws_error error = {0};
    ws_view *v = &stage->view;
    v->lecture = g->lecture;
    if (g->filter)
        ok(ws_filter_parse(&v->selection.filter, stage->frame, g->filter, &error), "%s: %s %s",
           g->name, g->filter, error.text);
    v->session.breaks = ws_watch_breaks(watch, &v->session.break_count);
    v->session.stops = ws_watch_stops(watch, &v->session.stop_count);
    if (g->stop)
        v->overlay.shown = WS_OVERLAY_BREAKS;
    if (!g->typed) return;
    const ws_net *net = ws_session_net(session);
    ws_completions_begin(offers, g->typed, strlen(g->typed));
    ws_complete_statement(offers, ws_net_def(net), ws_net_graph(net));
    v->line.prompt_open = true;
    v->line.prompt_sign = ':';
    v->line.prompt = g->typed;
    v->line.prompt_cursor = (int)strlen(g->typed);
    v->line.completions = offers;
    v->line.completion_chosen = offers->count;
}

/* Main beside the present branch. */
static void split(ws_session *session, ws_stage *stage, ws_shadow *shadow, ws_stage *other) {
    uint64_t cycle = ws_net_cycle(ws_session_net(session));
    other->view.session.name = ws_session_branch(session, ws_shadow_branch(shadow)).name;
    ws_stage_run(other, cycle);
    ws_stage_draw(other);
    stage->view.other = &other->view;
    stage->view.beside.forked = ws_session_branch(session, 1).forked;
}

/* ---- a run may have several pictures ---- */

static const golden *kept_of; /* whose session this is */
static ws_session *kept;

/* Does it only look at a run? */
static bool is_plain(const golden *g) {
    return !g->change && !g->back && !g->fork && !g->stop && !g->split;
}

static int run_compare(const golden *one, const golden *two) {
    int order = strcmp(one->scenario, two->scenario);
    for (size_t i = 0; order == 0 && i < sizeof one->sets / sizeof *one->sets; i++)
        order = strcmp(one->sets[i] ? one->sets[i] : "", two->sets[i] ? two->sets[i] : "");
    return order;
}

/* Those of one run one after the other, in the order of time. */
static int picture_order(const void *one, const void *two) {
    const golden *first = *(const golden *const *)one, *second = *(const golden *const *)two;
    int order = run_compare(first, second);
    if (order == 0) order = (first->cycle > second->cycle) - (first->cycle < second->cycle);
    return order ? order : (first > second) - (first < second);
}

/* The session of the picture before, where that is of the same run. */
static ws_session *run_open(const golden *g) {
    ws_error error = {0};
    ws_options options = g->back ? one_keyframe : (ws_options){0};
    bool same = kept && is_plain(g) && run_compare(kept_of, g) == 0;
    options.phases = true;
    options.sets = g->sets;
    while (g->sets[options.set_count]) options.set_count++;
    if (!same) {
        ws_session_close(kept);
        kept = ws_session_open(g->scenario, &options, &error);
    }
    ok(kept != NULL, "%s: opens %s %s", g->name, g->scenario, error.text);
    kept_of = g;
    return kept;
}

static void screen_test(const golden *g) {
    ws_error error = {0};
    ws_session *session = run_open(g);
    if (!session) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find(g->glyphs ? g->glyphs : "braille"), g->width, g->height);
    ws_watch *watch = ws_watch_new();
    ws_completions *offers = calloc(1, sizeof *offers);
    ws_shadow *shadow = NULL;
    ws_stage *other = NULL;
    if (!is_plain(g)) ws_stage_run(stage, g->cycle / 2);
    if (g->stop)
        ok(ws_watch_add(watch, g->stop, NULL, &error) && ws_watch_add(watch, "deadlock", NULL, &error), "%s: %s", g->name,
           g->stop);
    if (g->stop) ok(ws_watch_run(watch, session, 100000) && ws_watch_stopped(watch), "%s: stops", g->name);
    if (g->change) ok(ws_session_apply(session, g->change, &error), "%s: %s %s", g->name, g->change, error.text);
    ok(ws_stage_run(stage, g->cycle), "%s: gets to cycle %" PRIu64, g->name, g->cycle);
    travel(g, session, stage);
    if (g->split) {
        shadow = ws_shadow_new(session, 0, 0, &error);
        other = ws_stage_new(ws_shadow_session(shadow), ws_glyphs_find("braille"), g->width, g->height);
        split(session, stage, shadow, other);
    }
    ws_stage_draw(stage);
    ask(g, session, stage, watch, offers);
    const ws_frame *frame = stage->frame;
    ok(flits_accounted(frame, ws_session_net(session)), "%s: the frame has every flit once", g->name);
    ok(frame->moving + frame->stopped == frame->worms, "%s: every worm moves or is blocked", g->name);
    if (g->chain) ws_stage_select_blocked(stage);
    char *got = text_of(ws_stage_draw(stage));
    compare(g, got);
    free(got);
    ws_stage_free(other);
    ws_shadow_free(shadow);
    free(offers);
    ws_watch_free(watch);
    ws_stage_free(stage);
    if (is_plain(g)) return;
    ws_session_close(kept);
    kept = NULL;
}

/* Long runs of large networks: of 256 hosts none is taken in the short form, of 64 some. */
static bool is_costly(const golden *g) {
    if (g->cycle < 10000) return false;
    return strstr(g->scenario, "-256") || (strstr(g->scenario, "recn/") && !takes(3));
}

int main(void) {
    enum { COUNT = sizeof screens / sizeof *screens };
    const golden *in_order[COUNT];
    for (size_t i = 0; i < COUNT; i++) in_order[i] = &screens[i];
    qsort(in_order, COUNT, sizeof *in_order, picture_order);
    for (size_t i = 0; i < COUNT; i++)
        if (is_whole() || !is_costly(in_order[i])) screen_test(in_order[i]);
    ws_session_close(kept);
    return done();
}
