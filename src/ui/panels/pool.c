/* pool.c - see panel.h.
 *
 * A cell is filled as far as the packet is there. A line says who sends it to whom, how many links it still has to go, and what it waits
 * for; at its destination that is the port to its host. Where there is room, also where that is, and how long ago it entered the
 * network. Below, how often the cables of the switch were turned, and all refusals in the network by their rule. */
#include "ui/panel.h"

#include <inttypes.h>
#include <stdio.h>

#define CELLS_X   7  /* the first cell */
#define ENDS_X    6  /* from whom to whom */
#define TOTALS    3  /* rows of totals, at most */
#define TO_GO_X   18 /* where the number of links to go ends */
#define WIDE      30 /* columns from which on reasons fit, */
#define ROOMY     38 /* and where that is, */
#define VERY_WIDE 46 /* and how old the packet is */

static const ws_buffer *pool_of(const ws_view *v) {
    return v->frame->buffer + (size_t)v->selection.node * v->frame->pool;
}

static bool waits(const ws_frame_queue *q) { return q->wait.order >= 1 && q->wait.order != WS_ORDER_NONE; }

/* Why it waits, in which switch that is, and its age. */
static void reason_draw(const ws_view *v, const ws_pen *pen, int y, const ws_frame_queue *q, const ws_frame_worm *w,
                        ws_role role) {
    const ws_frame *f = v->frame;
    char age[16] = "", where[WS_NAME_MAX + 2] = "";
    uint32_t at = q->wait.blocker == WS_NIL ? WS_NIL : f->queue[q->wait.blocker].node;
    if (waits(q) && at != WS_NIL && at != v->selection.node && pen->clip.w >= ROOMY)
        snprintf(where, sizeof where, " %s", ws_node_name(f, at));
    if (pen->clip.w >= VERY_WIDE) snprintf(age, sizeof age, " %" PRIu64, f->cycle - w->entered);
    ws_pen_print_right(pen, pen->clip.w - 1, y, role, "%s%s%s", ws_wait_reason_names[q->wait.reason], where, age);
}

static void packet_draw(const ws_view *v, const ws_pen *pen, int y, const ws_buffer *b, int number) {
    const ws_frame *f = v->frame;
    const ws_frame_worm *w = ws_frame_worm_of(f, b->packet);
    const ws_frame_queue *q = &f->queue[b->queue];
    if (!w) return;
    ws_role role = ws_worm_words(v, w, waits(q) ? WS_ROLE_BLOCKED : WS_ROLE_MOVING);
    ws_pen_print_right(pen, 2, y, WS_ROLE_FAINT, "%d", number);
    ws_glyph sign = waits(q) ? WS_GLYPH_BLOCKED : WS_GLYPH_BULLET;
    ws_worm_sign(v, pen, 4, y, v->glyphs->code[sign], w);
    ws_pen_print(pen, ENDS_X, y, ws_worm_words(v, w, WS_ROLE_TEXT), "%s%s%s", ws_node_name(f, f->switches + w->source),
                 v->glyphs->ascii ? ">" : "→", ws_node_name(f, f->switches + w->dest));
    if (b->to_go > 0) ws_pen_print_right(pen, TO_GO_X, y, WS_ROLE_FAINT, "+%d", b->to_go);
    else ws_pen_print_right(pen, TO_GO_X, y, WS_ROLE_FAINT, "here");
    if (b->leaving && pen->clip.w >= WIDE) ws_pen_print_right(pen, pen->clip.w - 1, y, role, "leaving");
    else if (pen->clip.w >= WIDE) reason_draw(v, pen, y, q, w, role);
}

/* "refused 812: full 12, rule 0, ...": as many as there is room for. */
static void totals_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    const ws_pool_report *r = &f->pool_report;
    uint64_t turns = 0;
    int end = y + TOTALS;
    char count[32];
    for (uint32_t l = 0; l < f->links; l++)
        if (f->link[l].from == v->selection.node || f->link[l].to == v->selection.node)
            turns += f->link[l].turns;
    ws_pen_print(pen, 1, y++, WS_ROLE_FAINT, "its cables: %s turns", ws_count_text(turns, count, sizeof count));
    int x = 1 + ws_pen_print(pen, 1, y, WS_ROLE_FAINT, "refusals: %s", ws_count_text(r->refusals, count, sizeof count));
    for (int i = 0; i < WS_REFUSALS; i++) {
        if (r->refused[i] == 0) continue;
        char text[48];
        int columns = snprintf(text, sizeof text, " %s %s", ws_refusal_names[i],
                               ws_figure_text((double)r->refused[i], count, sizeof count));
        if (x + columns >= pen->clip.w) x = 2, y++;
        if (y >= end) return;
        x += ws_pen_text(pen, x, y, WS_ROLE_FAINT, text);
    }
}

void ws_pool_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    if (f->pool == 0) return;
    const ws_buffer *pool = pool_of(v);
    uint32_t used = 0, here = 0;
    ws_pen_text(pen, 1, y, WS_ROLE_TEXT, "pool");
    for (uint32_t i = 0; i < f->pool; i++) {
        const ws_frame_queue *q = &f->queue[pool[i].queue];
        bool free = pool[i].packet == WS_NIL;
        const ws_frame_worm *w = free ? NULL : ws_frame_worm_of(f, pool[i].packet);
        uint32_t sign = free ? v->glyphs->code[WS_GLYPH_IDLE_H] : ws_glyph_level(v->glyphs, q->flits, q->capacity);
        if (w)
            ws_worm_sign(v, pen, CELLS_X + (int)i, y, sign, w);
        else
            ws_pen_glyph(pen, CELLS_X + (int)i, y, sign, WS_ROLE_FAINT, 0);
        used += !free;
        here += !free && pool[i].to_go == 0;
    }
    ws_pen_print(pen, CELLS_X + (int)f->pool + 2, y++, WS_ROLE_FAINT, "%" PRIu32 "/%" PRIu32 ", %" PRIu32 " here", used, f->pool,
                 here);
    for (uint32_t i = 0; i < f->pool && y < pen->clip.h; i++)
        if (pool[i].packet != WS_NIL) packet_draw(v, pen, y++, &pool[i], (int)i + 1);
    totals_draw(v, pen, y);
}

int ws_pool_rows(const ws_view *v) {
    int rows = v->frame->pool > 0 ? 1 + TOTALS : 0;
    for (uint32_t i = 0; i < v->frame->pool; i++) rows += pool_of(v)[i].packet != WS_NIL;
    return rows;
}
