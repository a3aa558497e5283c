/* pool.c - see pool.h.
 *
 * A cell is filled as far as the packet is there. A line says who sends it to whom, how many links it still has to go, and what it waits
 * for; at its destination that is the port to its host. */
#include "ui/pool.h"

#include <inttypes.h>

#define CELLS_X 7  /* the first cell */
#define ENDS_X  6  /* from whom to whom */
#define TO_GO_X 18 /* where the number of links to go ends */
#define WIDE    30 /* columns from which on reasons fit */

static const ws_buffer *pool_of(const ws_view *v) { return v->frame->buffer + (size_t)v->node * v->frame->pool; }

static bool waits(const ws_frame_queue *q) { return q->wait.order >= 1 && q->wait.order != WS_ORDER_NONE; }

static void packet_draw(const ws_view *v, const ws_pen *pen, int y, const ws_buffer *b, int number) {
    const ws_frame *f = v->frame;
    const ws_frame_worm *w = ws_frame_worm_of(f, b->packet);
    const ws_frame_queue *q = &f->queue[b->queue];
    if (!w) return;
    ws_role role = ws_worm_words(v, w, waits(q) ? WS_ROLE_BLOCKED : WS_ROLE_MOVING);
    ws_pen_print_right(pen, 2, y, WS_ROLE_FAINT, "%d", number);
    ws_pen_glyph(pen, 4, y, v->glyphs->code[waits(q) ? WS_GLYPH_BLOCKED : WS_GLYPH_BULLET], ws_worm_role(v, w), 0);
    ws_pen_print(pen, ENDS_X, y, ws_worm_words(v, w, WS_ROLE_TEXT), "%s%s%s", ws_node_name(f, f->switches + w->source),
                 v->glyphs->ascii ? ">" : "→", ws_node_name(f, f->switches + w->dest));
    if (b->to_go > 0) ws_pen_print_right(pen, TO_GO_X, y, WS_ROLE_FAINT, "+%d", b->to_go);
    else ws_pen_print_right(pen, TO_GO_X, y, WS_ROLE_FAINT, "here");
    if (pen->clip.w >= WIDE)
        ws_pen_print_right(pen, pen->clip.w - 1, y, role, "%s", b->leaving ? "leaving" : ws_wait_reason_names[q->wait.reason]);
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
        uint32_t sign = free ? v->glyphs->code[WS_GLYPH_IDLE_H] : ws_glyph_level(v->glyphs, q->level, q->capacity);
        ws_pen_glyph(pen, CELLS_X + (int)i, y, sign, w ? ws_worm_role(v, w) : WS_ROLE_FAINT, 0);
        used += !free;
        here += !free && pool[i].to_go == 0;
    }
    ws_pen_print(pen, CELLS_X + (int)f->pool + 2, y++, WS_ROLE_FAINT, "%" PRIu32 "/%" PRIu32 ", %" PRIu32 " here", used, f->pool,
                 here);
    for (uint32_t i = 0; i < f->pool && y < pen->clip.h; i++)
        if (pool[i].packet != WS_NIL) packet_draw(v, pen, y++, &pool[i], (int)i + 1);
}

int ws_pool_rows(const ws_view *v) {
    int rows = v->frame->pool > 0;
    for (uint32_t i = 0; i < v->frame->pool; i++) rows += pool_of(v)[i].packet != WS_NIL;
    return rows;
}
