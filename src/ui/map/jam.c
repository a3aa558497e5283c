/* jam.c - see why.h. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/why.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

/* Before a tree has stood long enough to be one, set-aside queues name its root: the output that
 * most of them are for. */
static uint32_t root_of_saqs(const ws_frame *frame) {
    enum { FEW = 4 };
    uint32_t *count = ws_alloc(frame->links, sizeof *count);
    uint32_t best = WS_NIL;
    for (uint32_t i = 0; i < frame->saqs; i++)
        count[frame->saq[i].root]++;
    for (uint32_t l = 0; l < frame->links; l++)
        if (count[l] >= FEW && (best == WS_NIL || count[l] > count[best]))
            best = l;
    free(count);
    return best;
}

uint32_t ws_jam_root(const ws_view *view) {
    if (view->lesson.veils)
        return WS_NIL;
    if (ws_view_shows(view, WS_SHOWS_TREE))
        return ws_tree_chosen(view);
    if (view->frame->trees)
        return ws_tree_main(view->frame);
    return view->frame->saqs ? root_of_saqs(view->frame) : WS_NIL;
}

bool ws_jam_is_main(const ws_view *view, uint32_t sw) {
    uint32_t root = ws_jam_root(view);
    return root != WS_NIL && view->frame->link[root].from == sw;
}

bool ws_jam_has_root(const ws_view *view, uint32_t sw) {
    const ws_frame *frame = view->frame;
    for (size_t i = 0; i < frame->trees; i++)
        if (frame->link[frame->tree[i].root].from == sw)
            return true;
    return false;
}

/* Is there a row below the map in which nothing stands? */
static bool is_row_free(const ws_view *view) {
    const ws_map_plan *plan = view->map.plan;
    int top = ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    bool wired = plan->altitude == WS_ALTITUDE_WORMS && plan->is_wired;
    return !wired && plan->altitude != WS_ALTITUDE_SWITCH && top >= 0 &&
           top + plan->height < plan->area_h;
}

typedef struct sentence {
    char name[96]; /* of the root */
    char tree[64];
    char others[64];
} sentence;

/* False: there is no jam, or something else is told. */
static bool sentence_make(const ws_view *view, sentence *s) {
    const ws_frame *frame = view->frame;
    const ws_tree *tree = ws_frame_tree_of(frame, ws_jam_root(view));
    bool is_jam = tree && tree->members > 0;
    if (!is_jam || frame->deadlock || ws_why_of(view).count > 0)
        return false;
    const ws_frame_link *link = &frame->link[tree->root];
    const char *arrow = view->glyphs->ascii ? ">" : "→";
    const char *things = frame->pool > 0 ? "held packet" : "queue"; /* that press on a sender */
    size_t others = frame->trees - 1;
    snprintf(s->name, sizeof s->name, "%s%s%s", ws_node_name(frame, link->from), arrow,
             ws_node_name(frame, link->to));
    snprintf(s->tree, sizeof s->tree, ": %" PRIu32 " %s%s, %d deep", tree->members, things,
             tree->members == 1 ? "" : "s", tree->depth);
    s->others[0] = '\0';
    if (others > 0)
        snprintf(s->others, sizeof s->others, "; %zu other root%s", others, others == 1 ? "" : "s");
    return true;
}

/* Of the one tree, and of the others where there is room for that. */
static void sentence_draw(const sentence *s, const ws_pen *pen, int row) {
    static const char before[] = "root of the jam ";
    int columns = ws_text_columns(s->name) + ws_text_columns(s->tree);
    int x = 1;
    if (x + ws_text_columns(before) + columns <= pen->clip.w)
        x += ws_pen_text(pen, x, row, WS_ROLE_TEXT, before);
    x += ws_pen_text(pen, x, row, WS_ROLE_HOT0, s->name);
    x += ws_pen_text(pen, x, row, WS_ROLE_TEXT, s->tree);
    if (x + ws_text_columns(s->others) <= pen->clip.w)
        ws_pen_text(pen, x, row, WS_ROLE_TEXT, s->others);
}

/* What there is nothing of, in words: NULL where there is something of both. */
static const char *calm_words(const ws_view *view) {
    const ws_frame *frame = view->frame;
    if (frame->switches >= WS_PART_LEAST) /* a frame of a part does not know all that is full */
        return NULL;
    if (ws_lens_full_count(frame) == 0)
        return "no buffer is full";
    bool calm = ws_jam_root(view) == WS_NIL && !frame->deadlock && !view->lesson.veils;
    return calm ? "no jam root" : NULL;
}

/* Are so many cells free, and those beside them? */
static bool is_free(const ws_pen *pen, int x, int row, int columns) {
    for (int i = -1; i <= columns; i++) {
        const ws_cell *cell = ws_pen_cell(pen, x + i, row);
        if (!cell || cell->glyph != ' ' || ws_pen_signs_at(pen, x + i, row) != 0)
            return false;
    }
    return true;
}

/* In the lowest row that has room for it. */
static void calm_draw(const ws_view *view, const ws_pen *pen) {
    const char *words = calm_words(view);
    bool worms = ws_view_shows(view, WS_SHOWS_WORMS) && ws_why_of(view).count == 0;
    ws_altitude_id altitude = view->map.plan->altitude;
    bool shown = altitude == WS_ALTITUDE_STREETS || altitude == WS_ALTITUDE_WORMS;
    if (!words || !worms || !shown || view->other)
        return;
    int columns = ws_text_columns(words);
    for (int row = pen->clip.h; row-- > 0;)
        for (int x = 1; x + columns < pen->clip.w; x++) {
            if (!is_free(pen, x, row, columns))
                continue;
            ws_pen_text(pen, x, row, WS_ROLE_STRONG, words);
            return;
        }
}

void ws_jam_draw(const ws_view *view, const ws_pen *pen) {
    sentence s;
    if (is_row_free(view) && sentence_make(view, &s))
        sentence_draw(&s, pen, pen->clip.h - 1);
    calm_draw(view, pen);
}

void ws_jam_list(const ws_view *view, const ws_pen *pen, int row) {
    sentence s;
    bool worms = ws_view_shows(view, WS_SHOWS_WORMS); /* trees have a list of their own */
    if (row < pen->clip.h && worms && !is_row_free(view) && sentence_make(view, &s))
        sentence_draw(&s, pen, row);
}
