/* chains.c - the waiting worms that have waited longest; under the first its chain: for whom it waits, why, and so on to
 * the root, which moves, or to the ring of a deadlock. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/ink.h"
#include "ui/map/why.h"
#include "ui/view.h"
#include "ui/worm_state.h"

enum { ROOMY = 36 }; /* columns from which on more is said of a worm */

static const char *worm_ends(const ws_view *v, const ws_frame_worm *w, char *text, size_t room) {
    const ws_frame *f = v->frame;
    snprintf(text, room, "%s%s%s", ws_node_name(f, f->switches + w->source), v->glyphs->ascii ? ">" : "→",
             ws_node_name(f, f->switches + w->dest));
    return text;
}

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
                         worm_ends(v, w, ends, sizeof ends));
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
