/* chains.c - the waiting worms that have waited longest; under the first its chain: for whom it waits, why, and so on to
 * the root, which moves, or to the ring of a deadlock. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/ink.h"
#include "ui/map/lens.h"
#include "ui/map/why.h"
#include "ui/panel.h"
#include "ui/worm_state.h"

/* ---- deadlock ---- */

/* A proved deadlock: the worms of the ring in the order in which they wait for each other, then
 * those that are knotted up with it. Those behind the ring are counted. */

static int ring_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    for (uint32_t i = 0; i < f->deadlock_ring; i++) {
        const ws_frame_worm *w = ws_frame_worm_of(f, f->deadlock_packet[i]);
        int x = 0;
        if (i) {
            ws_pen_glyph(pen, 1, y, v->glyphs->code[WS_GLYPH_CHAIN], WS_ROLE_FAINT, 0);
            const ws_frame_worm *waiter = ws_frame_worm_of(f, f->deadlock_packet[i - 1]);
            x = 3 + ws_pen_text(pen, 2, y, WS_ROLE_FAINT, waiter->behind ? "behind" : ws_wait_reason_names[waiter->reason]);
        }
        ws_worm_line(v, pen, x, y++, w);
    }
    static const char whole[] = "which waits for worm 1: the ring is closed";
    const char *closed = pen->clip.w > (int)sizeof whole ? whole : "waits for worm 1: ring closed";
    if (f->deadlock_ring) ws_pen_text(pen, 1, y++, WS_ROLE_FAINT, closed);
    return y;
}

void ws_deadlock_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    int y = ring_draw(v, pen, 0);
    for (uint32_t i = f->deadlock_ring; i < f->deadlock_worms && y < pen->clip.h; i++)
        ws_worm_line(v, pen, 0, y++, ws_frame_worm_of(f, f->deadlock_packet[i]));
    uint32_t behind = ws_frame_behind_ring(f);
    if (behind) ws_pen_print(pen, 1, y, WS_ROLE_FAINT, "%u more behind the ring", behind);
}

int ws_deadlock_rows(const ws_view *v) { return v->frame->deadlock ? 3 + (int)v->frame->deadlock_worms : 0; }

/* ---- trees ---- */

/* The list of congestion trees: those that hold up most worms without need come first. Under the
 * chosen one, who feeds it; below, trees that have lately become branches of others. */

enum { DEPTH_X = 14, QUEUES_X = 19, FLITS_X = 25, VICTIMS_X = 30 }; /* ends of columns */

static void heading_draw(const ws_pen *pen) {
    ws_pen_text(pen, 1, 0, WS_ROLE_FAINT, "root");
    ws_pen_print_right(pen, DEPTH_X, 0, WS_ROLE_FAINT, "deep");
    ws_pen_print_right(pen, QUEUES_X, 0, WS_ROLE_FAINT, "size");
    ws_pen_print_right(pen, FLITS_X, 0, WS_ROLE_FAINT, "flits");
    ws_pen_print_right(pen, VICTIMS_X, 0, WS_ROLE_FAINT, "vict");
}

static void tree_draw(const ws_view *v, const ws_pen *pen, int y, const ws_tree *t) {
    char name[64];
    bool chosen = t->root == ws_tree_chosen(v);
    ws_pen_text(pen, 1, y, chosen ? WS_ROLE_SELECTED : WS_ROLE_TEXT, ws_link_name(v, t->root, name, sizeof name));
    ws_pen_print_right(pen, DEPTH_X, y, WS_ROLE_TEXT, "%u", t->depth);
    ws_pen_print_right(pen, QUEUES_X, y, WS_ROLE_TEXT, "%" PRIu32, t->members);
    ws_pen_print_right(pen, FLITS_X, y, WS_ROLE_TEXT, "%" PRIu32, t->flits);
    ws_pen_print_right(pen, VICTIMS_X, y, t->victims ? WS_ROLE_BLOCKED : WS_ROLE_FAINT, "%" PRIu32, t->victims);
}

/* The last words go where there is no room for them. */
static void worms_draw(const ws_pen *pen, int row, const ws_tree *tree) {
    char text[64];
    int columns = snprintf(text, sizeof text, "%" PRIu32 " worms of %u hosts", tree->contributors,
                           tree->hosts);
    const char *more = columns + 11 <= pen->clip.w ? " go there" : "";
    ws_pen_print(pen, 2, row, WS_ROLE_FAINT, "%s%s", text, more);
}

/* The chosen one in more words; returns the row below. */
static int details_draw(const ws_view *v, const ws_pen *pen, int y, const ws_tree *t) {
    char count[32];
    ws_pen_print(pen, 2, y++, WS_ROLE_FAINT, "%" PRIu32 " wait at the root, %" PRIu32 " leaves", t->waiting, t->leaves);
    worms_draw(pen, y++, t);
    int x = 2;
    for (int i = 0; i < WS_TREE_HOSTS && t->host[i] != WS_NIL; i++) {
        char host[64];
        const char *name = ws_node_name(v->frame, v->frame->switches + t->host[i]);
        snprintf(host, sizeof host, "%s:%" PRIu32, name, t->host_packets[i]);
        if (x + 1 + ws_text_columns(host) > pen->clip.w)
            break;
        x += 1 + ws_pen_text(pen, x + 1, y, WS_ROLE_TEXT, host);
    }
    y += x > 2;
    if (t->victims) ws_pen_print(pen, 2, y++, WS_ROLE_FAINT, "cold victims: %" PRIu32, t->cold);
    ws_pen_print(pen, 2, y++, WS_ROLE_FAINT, "since cycle %s", ws_count_text(t->since, count, sizeof count));
    return y;
}

static int merges_draw(const ws_view *v, const ws_pen *pen, int y) {
    char from[64], into[64], count[32];
    for (size_t i = 0; i < v->frame->merges && y + 1 < pen->clip.h; i++) {
        const ws_tree_merge *m = &v->frame->merge[i];
        if (i == 0) ws_pen_text(pen, 1, y++, WS_ROLE_FAINT, "grown into others");
        ws_pen_print(pen, 2, y++, WS_ROLE_TEXT, "%s in %s, %s", ws_link_name(v, m->from, from, sizeof from),
                     ws_link_name(v, m->into, into, sizeof into), ws_count_text(m->cycle, count, sizeof count));
    }
    return y;
}

static void signs_draw(const ws_view *v, const ws_pen *pen) {
    static const struct {
        ws_glyph glyph;
        const char *what;
    } signs[] = {{WS_GLYPH_ROOT, "root"}, {WS_GLYPH_VICTIM, "victim"}, {WS_GLYPH_VICTIM_COLD, "cold"}};
    int x = 1, y = pen->clip.h - 1;
    x += 1 + ws_pen_text(pen, x, y, WS_ROLE_FAINT, "1-9 depth");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        ws_pen_glyph(pen, x, y, v->glyphs->code[signs[i].glyph], i ? WS_ROLE_STRONG : WS_ROLE_BLOCKED, 0);
        x += 2 + ws_pen_text(pen, x + 1, y, WS_ROLE_FAINT, signs[i].what);
    }
}

void ws_trees_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    int y = 0;
    if (v->lesson.veils) ws_pen_text(pen, 1, y++, WS_ROLE_FAINT, "covered until you answer");
    else if (f->trees == 0) ws_pen_text(pen, 1, y++, WS_ROLE_FAINT, "no congestion tree");
    else heading_draw(pen), y++;
    for (size_t i = 0; i < f->trees && y + 1 < pen->clip.h; i++) {
        tree_draw(v, pen, y++, &f->tree[i]);
        if (f->tree[i].root == ws_tree_chosen(v)) y = details_draw(v, pen, y, &f->tree[i]);
    }
    /* with signs of its own */
    bool coloured = v->map.plan->is_wired || v->map.plan->altitude != WS_ALTITUDE_WORMS;
    if (merges_draw(v, pen, y + 1) + 1 < pen->clip.h && !coloured)
        signs_draw(v, pen);
}

/* Of the chosen one: what waits, who feeds it, its victims, since when. */
static int details_rows(const ws_tree *tree) {
    bool is_fed = tree->host[0] != WS_NIL;
    return 3 + is_fed + (tree->victims > 0);
}

/* With its title; a tree that has grown into another has a row below a blank and a heading. */
int ws_trees_rows(const ws_view *v) {
    const ws_frame *frame = v->frame;
    const ws_tree *chosen = ws_frame_tree_of(frame, ws_tree_chosen(v));
    int rows = 2 + (int)frame->trees;
    if (!ws_view_shows(v, WS_SHOWS_TREE))
        return 0;
    if (chosen)
        rows += details_rows(chosen);
    if (frame->merges)
        rows += 2 + (int)frame->merges;
    return rows;
}

/* ---- chains ---- */

enum { ROOMY = 36 }; /* columns from which on more is said of a worm */

/* In a proved deadlock. */
static const char *ring_words(const ws_frame_worm *w, bool roomy) {
    static const char *const words[2][2] = {{"behind ring", "behind the ring"}, {"ring", "in the ring"}};
    return words[w->in_deadlock != 0][roomy];
}

/* A worm of the chain that the map shows has its number there in place of a bullet. */
static void number_draw(const ws_view *v, const ws_pen *pen, int x, int y, uint32_t packet) {
    ws_why why = ws_why_of(v);
    int place = ws_why_place(&why, packet);
    if (place < 0 || place >= WS_WHY_BADGES || !ws_why_is_lit(&why))
        return;
    ws_why_badge(v, pen, x, y, (size_t)place, ws_why_ink(v, &why, (size_t)place));
}

void ws_worm_line(const ws_view *v, const ws_pen *pen, int x, int y, const ws_frame_worm *w) {
    char ends[64], cycles[32];
    ws_role role = ws_worm_role(v, w);
    ws_glyph sign = ws_worm_lit(v, w) ? WS_GLYPH_BULLET : WS_GLYPH_IDLE_H;
    ws_worm_sign(v, pen, x, y, v->glyphs->code[sign], w);
    number_draw(v, pen, x, y, w->packet);
    x += 2 + ws_pen_text(pen, x + 2, y, ws_worm_selected(v, w) ? role : ws_worm_words(v, w, WS_ROLE_TEXT),
                         ws_thing_name(v, ws_thing_of_worm(w), ends, sizeof ends));
    int right = pen->clip.w - 1;
    ws_role state_role = WS_ROLE_BLOCKED;
    const char *state = ws_worm_state_word(ws_worm_state_of(w));
    if (w->order == WS_ORDER_DEADLOCK) state = ring_words(w, right >= ROOMY), state_role = WS_ROLE_DEADLOCK;
    else if (ws_worm_state_of(w) == WS_WORM_MOVES) state_role = WS_ROLE_MOVING;
    else if (w->since != UINT64_MAX) state = ws_count_text(v->frame->cycle - w->since, cycles, sizeof cycles);
    int left = right - ws_text_columns(state);
    if (x + 1 > left) return;
    ws_pen_print_right(pen, right, y, ws_worm_words(v, w, state_role), "%s", state);
    snprintf(cycles, sizeof cycles, "%" PRIu32, w->length);
    if (right >= ROOMY && x + 1 + ws_text_columns(cycles) < left) ws_pen_text(pen, x + 1, y, WS_ROLE_FAINT, cycles);
}

int ws_chain_draw(const ws_view *v, const ws_pen *pen, int y, uint32_t packet) {
    uint32_t packets[WS_CHAIN_MAX];
    uint8_t reasons[WS_CHAIN_MAX];
    size_t count = ws_frame_chain(v->frame, packet, packets, reasons, WS_CHAIN_MAX);
    int bottom = pen->clip.y + pen->clip.h - pen->y; /* of a pen that may be scrolled */
    if (y + (int)count - 1 > bottom) ws_pen_glyph(pen, 0, bottom - 1, v->glyphs->code[WS_GLYPH_MORE], WS_ROLE_KEY, 0);
    for (size_t i = 1; i < count && y < bottom; i++) {
        const ws_frame_worm *w = ws_frame_worm_of(v->frame, packets[i]), *waiter = ws_frame_worm_of(v->frame, packets[i - 1]);
        int x = 1 + ws_min((int)i - 1, 3);
        ws_pen_glyph(pen, x, y, v->glyphs->code[WS_GLYPH_CHAIN], WS_ROLE_FAINT, 0);
        x += 1 +
             ws_pen_print(pen, x + 1, y, WS_ROLE_FAINT, "%s ", waiter->behind ? "behind" : ws_wait_reason_names[reasons[i - 1]]);
        ws_worm_line(v, pen, x, y++, w);
    }
    return y;
}

/* Those of interest first, and under the first of them its chain; returns the row behind. */
static int list_draw(const ws_view *v, const ws_pen *pen, int y, bool lit) {
    const ws_frame *f = v->frame;
    for (uint32_t i = 0; i < f->blocked_worms && y < pen->clip.h; i++) {
        const ws_frame_worm *w = &f->worm[f->blocked[i]];
        if (ws_worm_lit(v, w) != lit) continue;
        bool first = y == 0;
        ws_worm_line(v, pen, 0, y++, w);
        if (first) y = ws_chain_draw(v, pen, y, w->packet);
    }
    return y;
}

void ws_chains_draw(const ws_view *v, const ws_pen *pen) {
    int y = list_draw(v, pen, 0, true);
    y = list_draw(v, pen, y, false);
    if (y == 0) ws_pen_text(pen, 1, 0, WS_ROLE_FAINT, "no worm is waiting");
}
