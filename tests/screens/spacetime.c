/* spacetime.c - the space-time diagram as pictures: in Unicode and ASCII, and two branches one above the other; and on a terminal: the
 * key shows it, it goes on with the run, and nothing of the session changes. */
#include <stdlib.h>

#include "desk.h"
#include "picture.h"
#include "session/history/history.h"
#include "ui/stage.h"

/* And the frame of the branch at the end, for its title. */
static ws_frame *diagram_make(ws_session *s, size_t branch, const ws_spacetime_worm *worm, uint64_t from, uint64_t to, ws_spacetime *into) {
    ws_error error = {0};
    ws_shadow *copy = ws_shadow_new(s, branch, 1 << 20, &error);
    if (!copy) printf("Bail out! %s\n", error.text), exit(1);
    ws_spacetime_begin(into, worm);
    for (int pass = 0; pass < 2; pass++) {
        ws_shadow_follow(copy, from, UINT64_MAX);
        if (pass) ws_spacetime_rewind(into, from);
        for (uint64_t cycle = from; cycle < to; cycle++) {
            ws_shadow_follow(copy, cycle + 1, UINT64_MAX);
            const ws_net *n = ws_session_net(ws_shadow_session(copy));
            if (pass) ws_spacetime_see(into, n);
            else ws_spacetime_find(into, n);
        }
    }
    ws_session *there = ws_shadow_session(copy);
    ws_frame *frame = ws_frame_new(ws_session_net(there));
    ws_frame_update(frame, ws_session_net(there), NULL, ws_session_observer(there));
    ws_shadow_free(copy);
    return frame;
}

/* What is typed, and when; the last has no text. */
typedef struct typed {
    uint64_t cycle;
    const char *line;
} typed;

static void type_all(ws_stage *stage, const typed *lines) {
    ws_error error = {0};
    for (; lines->line; lines++) {
        ws_stage_run(stage, lines->cycle);
        if (!ws_session_apply(stage->session, lines->line, &error)) printf("Bail out! %s\n", error.text), exit(1);
    }
}

typedef struct scene {
    const char *scenario;
    typed lines[8];   /* in A, or at all */
    uint64_t looked; /* cycle in which the worm is found: the first that waits, or any */
    uint64_t to;     /* and shown up to here */
    typed fork[8];   /* what B has instead, from two cycles before the worm entered; none: no A/B */
} scene;

static const scene crossed = {.scenario = "cube/mesh-8x8", .looked = 220, .to = 260};
static const scene pipeline = {
    .scenario = "teach/pipeline",
    .looked = 110,
    .to = 270,
    .fork = {{0, "set switching store-and-forward"}},
};

#define TWO_WORMS {20, "send H2 H4 24"}, {20, "send H0 H7 16"}
/* H2's worm is before that of H0 on the link from S2, which can only wait, across three links. */
#define HELD {0, "rebuild switching=wormhole buffer=4"}, {0, "set load 0"}, TWO_WORMS
static const scene held = {.scenario = "teach/pipeline", .lines = {HELD}, .looked = 42, .to = 50};
static const scene held_and_gone = {.scenario = "teach/pipeline", .lines = {HELD}, .looked = 42, .to = 120};
static const scene held_or_stored = {
    .scenario = "teach/pipeline",
    .lines = {HELD},
    .looked = 42,
    .to = 240,
    .fork = {{18, "rebuild switching=store-and-forward buffer=24"}, {18, "set load 0"}, TWO_WORMS},
};
static const scene held_or_cut_through = {
    .scenario = "teach/pipeline",
    .lines = {HELD},
    .looked = 42,
    .to = 120,
    .fork = {{18, "rebuild switching=cut-through buffer=24"}, {18, "set load 0"}, TWO_WORMS},
};

static void picture(const char *name, const scene *of, const char *glyphs, int width, int height) {
    static ws_spacetime one, other;
    static ws_view beside;
    const ws_options options = {.keyframe_bytes = 1 << 20};
    ws_error error = {0};
    bool fork = of->fork[0].line;
    ws_session *s = ws_session_open(of->scenario, &options, &error);
    if (!s) printf("Bail out! %s\n", error.text), exit(1);
    ws_stage *stage = ws_stage_new(s, ws_glyphs_find(glyphs), width, height);
    type_all(stage, of->lines);
    ws_stage_run(stage, of->looked);
    ws_stage_draw(stage);
    const ws_frame *f = stage->frame;
    uint32_t packet = f->blocked_worms ? f->worm[f->blocked[0]].packet : f->worm[0].packet;
    ws_spacetime_worm worm = ws_spacetime_worm_of(ws_session_net(s), packet);
    uint64_t from = worm.entered > 2 ? worm.entered - 2 : 0;
    ws_stage_run(stage, of->to);
    if (fork) {
        ws_session_seek(s, from, &error);
        type_all(stage, of->fork);
        ws_stage_run(stage, of->to);
    }
    ws_frame *frame = diagram_make(s, 0, &worm, from, of->to, fork ? &other : &one);
    if (fork) ws_frame_free(diagram_make(s, 1, &worm, from, of->to, &one));
    stage->view.overlay.shown = WS_OVERLAY_SPACETIME;
    stage->view.spacetime = &one;
    beside = (ws_view){.frame = frame, .glyphs = stage->view.glyphs, .keys = stage->view.keys, .line.message = "", .session.name = "other",
                       .overlay.difference = "", .spacetime = &other, .map.plan = ws_map_plan_new(frame)};
    if (fork) stage->view.other = &beside;
    picture_compare(name, ws_stage_draw(stage));
    stage->view.other = NULL;
    ws_view_free(&beside);
    ws_frame_free(frame);
    ws_stage_free(stage);
    ws_session_close(s);
}

/* ---- words among bars ---- */

/* A row of an ASCII picture. */
static const char *row_of(const ws_canvas *canvas, int y) {
    static char text[256];
    int x = 0;
    for (; x < canvas->width && x < 255; x++) text[x] = (char)ws_canvas_at(canvas, x, y)->glyph;
    text[x] = '\0';
    return text;
}

/* Where cycles stand, from the first two numbers of the axis: its row, the column of the first cycle that it names, cycles a column. */
typedef struct axis {
    int y, x;
    uint64_t cycle, each;
} axis;

static axis axis_of(const ws_canvas *canvas) {
    axis found = {0};
    for (int y = 2; y < canvas->height; y++) {
        const char *text = row_of(canvas, y);
        if (strncmp(text, " cycle", 6) && strncmp(text, " +", 2)) continue;
        found.y = y;
        found.x = 9 + (int)strcspn(text + 9, "0123456789");
        char *rest;
        found.cycle = strtoull(text + found.x, &rest, 10);
        uint64_t next = strtoull(rest, &rest, 10);
        found.each = (next - found.cycle) / 10;
        return found;
    }
    return found;
}

/* Is every cell whose link was held a bar, and no word? */
static bool bars_are_whole(const ws_canvas *canvas, const ws_spacetime *diagram, int *bars) {
    axis a = axis_of(canvas);
    if (a.each == 0) return false;
    bool half = !strpbrk(row_of(canvas, 3) + 1, ">") || strspn(row_of(canvas, 3), " ") > 8;
    int pitch = diagram->rows > 1 && half ? 2 : 1;
    for (int row = 0; 2 + pitch * row < a.y; row++)
        for (int x = 9; x + 1 < canvas->width; x++) {
            uint64_t first = a.cycle + a.each * (uint64_t)(x - a.x);
            bool taken = false;
            for (uint64_t cycle = first; cycle < first + a.each; cycle++) {
                const ws_spacetime_cell *cell = ws_spacetime_at(diagram, (uint32_t)row, cycle);
                taken |= cell && cell->holder > 0;
            }
            uint32_t glyph = ws_canvas_at(canvas, x, 2 + pitch * row)->glyph;
            if (taken && !strchr("#>o:", (char)glyph)) return false;
            *bars += taken;
        }
    return true;
}

/* Are the cycles of the axis as far apart as their columns say, to the last, which the edge might cut? */
static bool axis_is_whole(const ws_canvas *canvas) {
    axis a = axis_of(canvas);
    const char *text = row_of(canvas, a.y);
    for (int x = a.x; x < canvas->width; x++) {
        if (text[x] < '0' || text[x] > '9' || (x > 0 && text[x - 1] != ' ')) continue;
        if (strtoull(text + x, NULL, 10) != a.cycle + a.each * (uint64_t)(x - a.x)) return false;
    }
    return a.each > 0;
}

static int times(const ws_canvas *canvas, const char *text) {
    int count = 0;
    for (int y = 2; y < canvas->height; y++) count += strstr(row_of(canvas, y) + 9, text) != NULL;
    return count;
}

static void words_among_bars(int width, int height) {
    static ws_spacetime diagram;
    ws_error error = {0};
    bool whole = true;
    int delivered = 0, notes = 0, worms = 0, bars = 0, cut = 0;
    ws_session *s = ws_session_open("cube/mesh-8x8", &(ws_options){.keyframe_bytes = 1 << 20}, &error);
    ws_stage *stage = ws_stage_new(s, ws_glyphs_find("ascii"), width, height);
    ws_session_apply(s, "set load 0.16", &error);
    for (uint64_t at = 200; at < 800; at += 60) {
        ws_stage_run(stage, at);
        ws_stage_draw(stage);
        const ws_frame *f = stage->frame;
        uint32_t packet = f->blocked_worms ? f->worm[f->blocked[0]].packet : f->worm[0].packet;
        ws_spacetime_worm worm = ws_spacetime_worm_of(ws_session_net(s), packet);
        ws_stage_run(stage, at + 50);
        ws_frame_free(diagram_make(s, 0, &worm, worm.entered - 2, at + 50, &diagram));
        stage->view.overlay.shown = WS_OVERLAY_SPACETIME;
        stage->view.spacetime = &diagram;
        const ws_canvas *canvas = ws_stage_draw(stage);
        delivered += times(canvas, "delivered: ");
        notes += times(canvas, "< ");
        whole &= bars_are_whole(canvas, &diagram, &bars);
        cut += !axis_is_whole(canvas);
        worms++;
        stage->view.overlay.shown = WS_OVERLAY_NONE;
    }
    ok(whole && bars > 1000 && delivered > 4 && notes > 2, "%dx%d: words of %d worms cover none of %d bars (%d deliveries, %d notes)", width,
       height, worms, bars, delivered, notes);
    ok(cut == 0, "no cycle of an axis is cut (%d)", cut);
    ws_stage_free(stage);
    ws_session_close(s);
}

static void terminal(void) {
    static const char *const mesh[] = {"cube/mesh-8x8", "--paused", "--set", "load=0.4", NULL};
    desk d;
    desk_open(&d, 100, 30, mesh, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 200\r");
    must_show(&d, "t=200");
    type(&d, "wD");
    ok(wait_text(&d, "follow the slant"), "D shows the diagram of the worm");
    ok(shows(&d, "cycle"), "with its axis");
    type(&d, ".");
    ok(wait_text(&d, "t=201") && shows(&d, "follow the slant"), "it stays while one steps on");
    type(&d, ",,,");
    ok(wait_text(&d, "t=198") && shows(&d, "follow the slant"), "and back");
    type(&d, "D");
    ok(wait_text(&d, "waits for"), "D again shows the chain for which it waits");
    ok(wait_text(&d, "links of the chain"), "and says how it stands");
    type(&d, "zzzz");
    ok(wait_text(&d, "190"), "z makes a column fewer cycles");
    type(&d, "hhhhhhhhhhhhhh");
    ok(wait_text(&d, " 50 "), "h, or an arrow, goes back in time");
    type(&d, "D");
    ok(wait_text(&d, "numbers"), "where there is no ring, D then closes it");
    type(&d, ":spacetime ring\r");
    ok(wait_text(&d, "this worm has no ring now"), "a ring that is not there is answered");
    type(&d, ":spacetime sideways\r");
    ok(wait_text(&d, "expected on, off"), "a wrong word is answered");
    type(&d, "\033");
    must_show(&d, "numbers");
    type(&d, "'");
    ok(wait_text(&d, "Backspace goes back"), "' goes to the last of a chain");
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
}

/* Another network begins a diagram of its own: links and worms of the one before are not looked for in it. */
static void another_network(void) {
    static const char *const ring[] = {"teach/ring-deadlock", "--paused", NULL};
    desk d;
    desk_open(&d, 100, 30, ring, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 30\r");
    must_show(&d, "t=30");
    type(&d, ":spacetime path\r");
    ok(wait_text(&d, "follow the slant"), "the diagram of a worm of the ring");
    type(&d, ":rebuild topology=mesh 2 1\r");
    must_show(&d, "a new network");
    type(&d, ":step 12\r");
    ok(wait_text(&d, "t=42 "), "it ends with the network");
    type(&d, ":seek 20\r");
    must_show(&d, "t=20 ");
    type(&d, ":spacetime ring\r");
    quiet(&d);
    type(&d, ":seek 42\r");
    ok(wait_text(&d, "t=42 "), "rows of the ring of before are not those of now");
    type(&d, ":seek 29\r");
    must_show(&d, "t=29 ");
    for (int i = 0; i < 3; i++) type(&d, ".");
    ok(wait_text(&d, "t=32 "), "one may step over the change, too");
    type(&d, ":seek 25\r");
    must_show(&d, "t=25 ");
    type(&d, ":fork\r:split main\r:spacetime chain\r");
    quiet(&d);
    for (int i = 0; i < 3; i++) type(&d, "....");
    ok(wait_text(&d, "t=37 "), "and beside the branch with the change stay on one without");
    type(&d, ":split swap\r:seek 20\r:speed max\r");
    quiet(&d);
    type(&d, " ");
    ok(wait_text(&d, "t=2"), "from either side");
    type(&d, ":step 30\r");
    quiet(&d);
    ok(shows(&d, "A ") && shows(&d, "B "), "and as fast as can be");
    type(&d, "\033\033:split\r");
    quiet(&d);
    type(&d, "\003\003");
    must_end(&d);
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    picture("spacetime-100x30", &crossed, "braille", 100, 30);
    picture("spacetime-80x24-ascii", &crossed, "ascii", 80, 24);
    picture("spacetime-ab-100x30", &pipeline, "braille", 100, 30);
    picture("spacetime-held-80x24", &held, "braille", 80, 24);
    picture("spacetime-held-gone-100x30", &held_and_gone, "braille", 100, 30);
    picture("spacetime-held-stored-80x24-ascii", &held_or_stored, "ascii", 80, 24);
    picture("spacetime-held-stored-120x40", &held_or_stored, "braille", 120, 40);
    picture("spacetime-held-stored-200x60", &held_or_stored, "block", 200, 60);
    picture("spacetime-held-through-100x30", &held_or_cut_through, "braille", 100, 30);
    words_among_bars(80, 24);
    for (int width = 92; width <= 100; width++) words_among_bars(width, 30);
    terminal();
    another_network();
    desk_end();
    return done();
}
