/* golden.c - whole screens as text, compared with tests/screens/NAME.txt. No terminal is needed.
 *
 * After a wanted change, `UPDATE=1 build/tests/screens/golden.t` from the checkout writes the files anew: look at the difference.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/net.h"
#include "session/session.h"
#include "tap.h"
#include "ui/stage.h"
#include "ui/text.h"

typedef struct golden {
    const char *name, *scenario, *set;
    uint64_t cycle;
    int width, height;
    const char *glyphs;
    bool help, chain, branches;
    uint32_t node;      /* switch 1, 2 ... to look at, 0: none */
    const char *change; /* a line applied half-way */
    uint64_t back;      /* in the end, back to this cycle */
    const char *fork;   /* there this line, and from there on for a thousand cycles */
} golden;

static const golden screens[] = {
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
     .scenario = "timeouts/torus-3x3",
     .cycle = 3000,
     .width = 120,
     .height = 36,
     .change = "note \"A remark is no change: no mark at the foot of the curves.\""},
    {.name = "timeouts-worm-80x24", .scenario = "timeouts/torus-5x5", .cycle = 12000, .width = 80, .height = 24, .chain = true},
    {.name = "timeouts-switch-120x36",
     .scenario = "timeouts/torus-5x5",
     .cycle = 12000,
     .width = 120,
     .height = 36,
     .change = "set timeout-policy cep",
     .node = 5},
    {.name = "timeouts-cep-120x36",
     .scenario = "timeouts/torus-5x5",
     .cycle = 12000,
     .width = 120,
     .height = 36,
     .change = "set timeout-policy cep",
     .chain = true},
    {.name = "worm-80x24", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 80, .height = 24, .chain = true},
    {.name = "switch-worms-80x24", .scenario = "kwan/torus-3x3", .cycle = 9000, .width = 80, .height = 24, .node = 2},
    {.name = "host-80x24", .scenario = "teach/alpha", .cycle = 30000, .width = 80, .height = 24, .node = 2},
    {.name = "host-200x60", .scenario = "teach/alpha", .cycle = 30000, .width = 200, .height = 60, .node = 2},
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
     .branches = true},
    {.name = "help-80x24", .scenario = "kwan/two-hosts", .cycle = 0, .width = 80, .height = 24, .help = true},
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

/* Every flit that is under way is on one wire or in one buffer of the frame; where worms are killed, nobody counts those. */
static bool flits_accounted(const ws_frame *f, const ws_net *net) {
    if (net->total[WS_TOTAL_KILLS]) return true;
    uint64_t seen = 0;
    for (uint32_t l = 0; l < f->links; l++) seen += f->link[l].flits + f->link[l].level;
    return seen == net->total[WS_TOTAL_FLITS_INJECTED] - net->total[WS_TOTAL_FLITS_DELIVERED];
}

static void worm_select(ws_view *view) {
    const ws_frame *frame = view->frame;
    if (frame->blocked_worms == 0) return;
    view->selected = frame->worm[frame->blocked[0]].packet;
    view->selected_entered = frame->worm[frame->blocked[0]].entered;
}

/* One keyframe, at cycle 0: where others lie depends on the clock. */
static const ws_options one_keyframe = {.keyframe_bytes = WS_KEYFRAME_BYTES, .keyframe_ns = UINT64_MAX};

static void travel(const golden *g, ws_session *session, ws_stage *stage) {
    ws_error error = {""};
    if (g->back) ok(ws_session_seek(session, g->back, &error), "%s: goes back %s", g->name, error.text);
    if (g->fork) {
        ok(ws_session_apply(session, g->fork, &error), "%s: %s %s", g->name, g->fork, error.text);
        ws_stage_run(stage, g->back + 1000);
    }
    stage->view.branch_list = g->branches;
    if (g->node) stage->view.node = g->node - 1;
}

static void screen_test(const golden *g) {
    ws_error error = {""};
    ws_session *session = ws_session_open(g->scenario, g->back ? &one_keyframe : NULL, &error);
    if (!ok(session != NULL, "%s: opens %s %s", g->name, g->scenario, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find(g->glyphs ? g->glyphs : "braille"), g->width, g->height);
    ws_stage_run(stage, g->cycle / 2);
    if (g->change) ok(ws_session_apply(session, g->change, &error), "%s: %s %s", g->name, g->change, error.text);
    ok(ws_stage_run(stage, g->cycle), "%s: gets to cycle %" PRIu64, g->name, g->cycle);
    travel(g, session, stage);
    stage->view.help = g->help;
    ws_stage_draw(stage);
    const ws_frame *frame = stage->frame;
    ok(flits_accounted(frame, ws_session_net(session)), "%s: the frame has every flit once", g->name);
    ok(frame->moving + frame->stopped == frame->worms, "%s: every worm moves or is blocked", g->name);
    if (g->chain) worm_select(&stage->view);
    char *got = text_of(ws_stage_draw(stage));
    compare(g, got);
    free(got);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) screen_test(&screens[i]);
    return done();
}
