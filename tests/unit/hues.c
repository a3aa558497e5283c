/* hues.c - the colours of worms: one for all that a key calls one, in whatever network; unlike for those that wait for one another;
 * and always to be read on the ground of the theme. */
#include <math.h>

#include "fixture.h"
#include "session/library/scenarios.h"
#include "ui/ink.h"
#include "ui/stage.h"
#include "ui/stage.h"

/* ---- contrast, by the formula of WCAG 2.1 ---- */

static double linear(uint32_t channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(uint32_t rgb) {
    return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
}

static double contrast(uint32_t one, uint32_t other) {
    double a = luminance(one) + 0.05, b = luminance(other) + 0.05;
    return a > b ? a / b : b / a;
}

static void themes(void) {
    for (size_t i = 0; ws_theme_names[i]; i++) {
        ws_error error = {0};
        ws_theme theme;
        if (!ws_theme_open(&theme, ws_theme_names[i], &error)) fixture_stop(ws_theme_names[i], &error);
        const ws_view view = {.theme = &theme, .depth = WS_DEPTH_DIRECT};
        uint32_t ground = theme.style[WS_ROLE_TEXT].bg;
        double least = 100;
        int alike = 0;
        for (uint32_t n = 0; n < 24 && ground != WS_COLOUR_NONE; n++) {
            uint32_t colour = ws_hue_ink(&view, n);
            least = fmin(least, contrast(colour, ground));
            for (uint32_t other = 0; other < n; other++) alike += ws_hue_ink(&view, other) == colour;
        }
        ok(least >= 3, "%s: every hue has a contrast of 3:1 (%.2f)", ws_theme_names[i], least);
        ok(alike == 0, "%s: 24 colours, no two alike (%d)", ws_theme_names[i], alike);
    }
    ok(contrast(ws_ink_readable(0x101010, 0x000000), 0x000000) >= 3, "black on black is made to be read");
    ok(contrast(ws_ink_readable(0xfefefe, 0xffffff), 0xffffff) >= 3, "so is white on white");
}

/* ---- worms ---- */

static ws_session *s;
static ws_frame *f;

static void opened(const char *name, uint64_t cycle) {
    ws_error error = {0};
    s = ws_session_open(name, NULL, &error);
    if (!s) fixture_stop(name, &error);
    ws_session_observe(s);
    ws_session_run(s, cycle);
    f = ws_frame_new(ws_session_net(s));
    ws_frame_update(f, ws_session_net(s), NULL, ws_session_observer(s));
}

static void closed(void) {
    ws_frame_free(f);
    ws_session_close(s);
}

static bool same(ws_hue a, ws_hue b) { return a.role == b.role && a.tone == b.tone; }

/* Pairs of worms of which one waits for the other; those that look alike. */
static int alike_pairs(ws_hues *hues, int *pairs) {
    int alike = 0;
    for (uint32_t i = 0; i < f->worms; i++) {
        const ws_frame_worm *w = &f->worm[i];
        if (!w->blocked || w->waits_for == WS_NIL || f->worm_of[w->waits_for] == WS_NIL) continue;
        ++*pairs;
        alike += same(hues->hue[i], hues->hue[f->worm_of[w->waits_for]]);
    }
    return alike;
}

static void unlike(const char *name, uint64_t cycle) {
    ws_hues hues = {0};
    int alike = 0, pairs = 0;
    opened(name, cycle);
    for (hues.key = 0; hues.key < WS_COLOUR_COUNT; hues.key++) {
        ws_hues_find(&hues, f);
        alike += alike_pairs(&hues, &pairs);
    }
    ok(alike == 0 && pairs > 0, "%s: who waits for another has another colour (%d of %d alike)", name, alike, pairs);
    ws_hues_free(&hues);
    closed();
}

/* The four worms of the ring, and so of every ring of sources in a row. */
static void ring(void) {
    bool apart = true;
    opened("teach/ring-deadlock", 30);
    for (uint32_t i = 0; i < f->worms; i++)
        for (uint32_t k = 0; k < i; k++)
            apart &= !same(ws_hue_of(WS_COLOUR_MESSAGE, f, &f->worm[i]), ws_hue_of(WS_COLOUR_MESSAGE, f, &f->worm[k]));
    ok(apart && f->worms >= 4, "worms of the same cycle and of neighbouring hosts have colours of their own (%u)", f->worms);
    closed();
}

/* Every packet of a message, and the same message in a run that has gone another way since. */
static void branches(void) {
    enum { MOST = 4096 };
    static struct {
        uint64_t created;
        uint32_t source, dest;
        ws_hue hue;
    } seen[MOST];
    ws_error error = {0};
    opened("kwan/torus-3x3", 9000);
    size_t count = 0;
    for (uint32_t i = 0; i < f->worms && count < MOST; i++) {
        const ws_frame_worm *w = &f->worm[i];
        seen[count].created = w->created, seen[count].source = w->source, seen[count].dest = w->dest;
        seen[count++].hue = ws_hue_of(WS_COLOUR_MESSAGE, f, w);
    }
    closed();
    opened("kwan/torus-3x3", 6000);
    if (!ws_session_apply(s, "set segment 50", &error)) fixture_stop("a fork", &error);
    int both = 0, other = 0, segments = 0;
    for (uint64_t cycle = 6000; cycle < 14000; cycle += 50) {
        ws_session_run(s, 50);
        ws_frame_update(f, ws_session_net(s), NULL, ws_session_observer(s));
        for (uint32_t i = 0; i < f->worms; i++)
            for (size_t k = 0; k < count; k++) {
                const ws_frame_worm *w = &f->worm[i];
                if (w->created != seen[k].created || w->source != seen[k].source || w->dest != seen[k].dest) continue;
                both++;
                segments += w->entered > 9000;
                other += !same(ws_hue_of(WS_COLOUR_MESSAGE, f, w), seen[k].hue);
            }
    }
    ok(other == 0 && both > 50 && segments > 10, "a message has one colour in A and B, and in every segment (%d of %d differ, %d)", other,
       both, segments);
    closed();
}

static void ages(void) {
    opened("kwan/torus-3x3", 9000);
    int steps = 0, bad = 0;
    uint8_t last = 0;
    ws_frame_worm worm = f->worm[0];
    for (uint64_t age = 0; age < 4000; age++) {
        worm.entered = f->cycle - age;
        uint8_t role = ws_hue_of(WS_COLOUR_AGE, f, &worm).role;
        steps += role != last, bad += role < last, last = role;
    }
    ok(steps == WS_GRAPH_STEPS && bad == 0, "age: six steps, the older the higher (%d)", steps);
    closed();
}

/* A worm has its own colour unless its role says more: looked at, dim beside one that is, or in a deadlock. */
static void roles(const char *name, uint64_t cycle, unsigned expected) {
    ws_error error = {0};
    ws_session *session = ws_session_open(name, NULL, &error);
    if (!session) fixture_stop(name, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    ws_theme theme = ws_theme_default();
    ws_stage_colour(stage, &theme, WS_DEPTH_DIRECT); /* in mono nothing has a colour of its own */
    ws_stage_run(stage, cycle);
    int wrong = 0;
    unsigned seen = 0; /* a bit a role, 1: its own */
    for (int looks = 0; looks < 2; looks++) {
        if (looks) ws_stage_select_blocked(stage), ws_stage_show(stage, "filter blocked", &error);
        ws_stage_draw(stage);
        const ws_view *view = &stage->view;
        for (uint32_t i = 0; i < stage->frame->worms; i++) {
            const ws_frame_worm *worm = &stage->frame->worm[i];
            bool chosen = ws_worm_selected(view, worm), lit = ws_worm_lit(view, worm);
            ws_role role = chosen ? WS_ROLE_SELECTED : !lit ? WS_ROLE_FAINT : worm->in_deadlock ? WS_ROLE_DEADLOCK : (ws_role)ws_worm_hue(view, worm).role;
            seen |= chosen ? 8u : !lit ? 4u : worm->in_deadlock ? 2u : 1u;
            bool own = !chosen && lit && !worm->in_deadlock;
            wrong += ws_worm_role(view, worm) != role;
            wrong += ws_worm_colour(view, worm) != (own ? ws_worm_ink(view, worm) : WS_COLOUR_NONE);
        }
    }
    ok(wrong == 0 && seen == expected, "%s: a worm has its own colour unless its role says more (%d wrong, cases %x)", name, wrong, seen);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    themes();
    roles("cube/mesh-8x8", 3000, 0xd);
    roles("teach/ring-deadlock", 400, 0xa);
    unlike("kwan/torus-3x3", 9000);
    unlike("cube/mesh-8x8", 3000);
    unlike("recn/hotspot-64", 21500);
    unlike("timeouts/deadlock", 4000);
    unlike("teach/ring-deadlock", 60);
    unlike("teach/congestion-tree", 3500);
    ring();
    branches();
    ages();
    return done();
}
