/* trees.c - the list of congestion trees: those that hold up most worms without need come first.
 * Under the chosen one, who feeds it; below, trees that have lately become branches of others. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/view.h"

enum { DEPTH_X = 14, QUEUES_X = 19, FLITS_X = 25, VICTIMS_X = 30 }; /* ends of columns */

static const char *link_name(const ws_view *v, uint32_t link, char *text, size_t room) {
    const ws_frame_link *l = &v->frame->link[link];
    snprintf(text, room, "%s%s%s", ws_node_name(v->frame, l->from), v->glyphs->ascii ? ">" : "→", ws_node_name(v->frame, l->to));
    return text;
}

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
    ws_pen_text(pen, 1, y, chosen ? WS_ROLE_SELECTED : WS_ROLE_TEXT, link_name(v, t->root, name, sizeof name));
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
        ws_pen_print(pen, 2, y++, WS_ROLE_TEXT, "%s in %s, %s", link_name(v, m->from, from, sizeof from),
                     link_name(v, m->into, into, sizeof into), ws_count_text(m->cycle, count, sizeof count));
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
    if (v->overlay.layer != WS_LAYER_TREES)
        return 0;
    if (chosen)
        rows += details_rows(chosen);
    if (frame->merges)
        rows += 2 + (int)frame->merges;
    return rows;
}
