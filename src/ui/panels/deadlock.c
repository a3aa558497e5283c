/* deadlock.c - a proved deadlock: the worms of the ring in the order in which they wait for each other, then those that are knotted
 * up with it. Those behind the ring are counted. */
#include "ui/view.h"

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
