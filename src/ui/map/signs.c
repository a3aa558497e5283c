/* signs.c - the legend of the map: signs with their words, one after the other. See altitude.h. */
#include "ui/map/altitude.h"

#include <stdio.h>
#include <string.h>

#include "ui/ink.h"
#include "ui/map/jam.h"
#include "ui/map/lens.h"
#include "ui/map/why.h"

/* "heads|heads that wait here": a word, or all of them. */
static void words_choose(bool brief, const char *words, char *chosen, size_t room) {
    const char *bar = strchr(words, '|');
    int length = bar ? (int)(bar - words) : (int)strlen(words);
    if (bar && !brief)
        snprintf(chosen, room, "%s", bar + 1);
    else
        snprintf(chosen, room, "%.*s", length, words);
}

uint32_t ws_sign_full(const ws_view *view) {
    enum { SEVEN_EIGHTHS = 0x2587 }; /* which among worms' colours no filling is */
    bool white = ws_ink_rich(view) && view->glyphs->braille;
    return white ? SEVEN_EIGHTHS : view->glyphs->code[WS_GLYPH_STOP];
}

/* Room that does not hang on the number, so that the legend stands still. */
enum { NUMBER = 4 };

/* All that are full in the network; where some have no place on the map, how many have one. */
static void number_draw(const ws_sign_flow *flow, const ws_pen *at, int x) {
    enum { DRAWN = 10 };
    const ws_view *view = flow->view;
    unsigned drawn = view->map.plan->full;
    unsigned known = ws_lens_full_count(view->frame);
    unsigned all = known > drawn ? known : drawn;
    if (view->other) /* of two maps */
        return;
    if (all == 0) {
        ws_pen_text(at, x, 0, WS_ROLE_STRONG, ": no");
        return;
    }
    int end = x + ws_pen_print(at, x, 0, WS_ROLE_STRONG, ": %u", all);
    bool wide = at->clip.w - (at->x - at->clip.x) > end + DRAWN;
    if (known == 0 && wide) /* of a frame that knows but what is seen */
        ws_pen_text(at, end, 0, WS_ROLE_DIM, " here");
    if (drawn < all && wide && flow->x == 0)
        ws_pen_print(at, end, 0, WS_ROLE_DIM, ", %u drawn", drawn);
}

bool ws_sign_next(ws_sign_flow *flow, int cells, const char *all, unsigned sign, ws_pen *at) {
    enum { TAB = 15, TAB_SHORT = 5, GAP = 2 };
    char words[48];
    ws_map_plan *plan = flow->view->map.plan;
    bool shown = plan->drawn >> sign & 1;
    bool brief = plan->legend != WS_LEGEND_WHOLE;
    bool counted = sign + 1 == flow->full;
    bool told = counted || sign == WS_SIGN_CALM || sign == WS_SIGN_REFUSED;
    bool alone = flow->view->selection.worm != WS_NIL; /* what is not there is not looked for */
    if (plan->legend == WS_LEGEND_SEEN && !shown && (!told || alone))
        return false;
    words_choose(brief, all, words, sizeof words);
    int tab = brief ? TAB_SHORT : TAB;
    int columns = cells + 1 + ws_text_columns(words) + (counted ? NUMBER : 0);
    int x = flow->x ? (flow->x + GAP + tab - 2) / tab * tab + 1 : 1;
    if (x > 1 && x + columns > flow->width) {
        x = 1;
        flow->row++;
    }
    flow->x = x + columns;
    if (!flow->pen)
        return false;
    if (flow->row < flow->pen->clip.h)
        plan->listed |= 1u << sign;
    ws_role role = shown ? WS_ROLE_DIM : WS_ROLE_FAINT;
    if (told)
        role = WS_ROLE_TEXT;
    *at = ws_pen_shift(flow->pen, x, flow->row);
    int end = cells + 1 + ws_pen_text(at, cells + 1, 0, role, words);
    if (counted)
        number_draw(flow, at, end);
    return true;
}

void ws_sign_list(ws_sign_flow *flow, const ws_sign_table *table) {
    const ws_view *view = flow->view;
    const ws_sign_row *end = table->row + table->rows;
    for (const ws_sign_row *row = table->row; row < end; row++) {
        ws_pen at;
        bool is_seen = row->lenses >> view->overlay.layer & 1;
        bool listed = is_seen && table->is_listed(view, row);
        if (is_seen && !listed && row->sign + 1 == flow->root)
            ws_sign_calm(flow);
        if (!listed)
            continue;
        if (ws_sign_next(flow, table->cells_of(row->sign), row->words, row->sign, &at))
            table->sample_draw(view, &at, row->sign);
    }
}

void ws_sign_ramp(ws_sign_flow *flow, const char *end, unsigned sign, const char *const *label) {
    enum { ROOT = 5, STEP = 3, NARROW = 2, LAST = 3 };
    ws_pen at;
    int first = ws_jam_root(flow->view) == WS_NIL; /* what is not there is not looked for */
    int root = first ? 0 : ROOT;
    int all = root + (WS_HOT_STEPS - 2) * STEP + LAST;
    char words[32];
    int narrow = root + (WS_HOT_STEPS - 2) * NARROW + LAST;
    words_choose(flow->view->map.plan->legend != WS_LEGEND_WHOLE, end, words, sizeof words);
    if (1 + narrow + 1 + ws_text_columns(words) > flow->width)
        words_choose(true, end, words, sizeof words);
    bool fits = 1 + all + 1 + ws_text_columns(words) <= flow->width;
    int step = fits ? STEP : NARROW;
    if (!ws_sign_next(flow, root + (WS_HOT_STEPS - 2) * step + LAST, words, sign, &at))
        return;
    for (int i = first, x = 0; i < WS_HOT_STEPS; i++) {
        ws_role role = ws_hot_role((uint32_t)i);
        uint32_t colour = ws_ink_role(flow->view, role);
        const char *text = i > 0 ? label[i] : " root";
        int cells = i + 1 < WS_HOT_STEPS ? step : LAST;
        for (int next = x + (i > 0 ? cells : ROOT); x < next; x++) {
            uint32_t glyph = *text ? ws_text_next(&text) : ' ';
            ws_pen_ink(&at, x, 0, glyph, role, ws_ink_on(colour), colour);
        }
    }
}

void ws_sign_calm(ws_sign_flow *flow) {
    const ws_view *view = flow->view;
    enum { NO = 8 }; /* letters before the answer */
    bool asked = view->overlay.layer == WS_LAYER_WORMS || view->overlay.layer == WS_LAYER_TREES;
    ws_pen at;
    bool ring = view->frame->deadlock; /* whose worms wait for one another */
    const char *words = ring ? "jam root: ring" : "jam root: no";
    bool calm = ws_jam_root(view) == WS_NIL;
    if (asked && calm && ws_sign_next(flow, -1, words, WS_SIGN_CALM, &at))
        ws_pen_text(&at, NO, 0, WS_ROLE_STRONG, words + NO);
}

void ws_sign_refused(ws_sign_flow *flow) {
    char words[48];
    const ws_frame *frame = flow->view->frame;
    uint32_t refused = 0;
    bool asked = frame->pool > 0 && flow->view->overlay.layer == WS_LAYER_WORMS;
    if (!asked || flow->view->other)
        return;
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        bool by_rule = worm->reason == WS_WAIT_LIMIT || worm->reason == WS_WAIT_RULE;
        by_rule |= worm->reason == WS_WAIT_MESSAGE || worm->reason == WS_WAIT_DEST;
        refused += worm->blocked && by_rule;
    }
    bool brief = flow->view->map.plan->legend != WS_LEGEND_WHOLE;
    const char *by = brief ? "" : " by a rule";
    snprintf(words, sizeof words, "refused%s: %u", by, (unsigned)refused);
    ws_pen at;
    (void)ws_sign_next(flow, -1, words, WS_SIGN_REFUSED, &at);
}

static void cuts_sign(ws_sign_flow *flow) {
    ws_pen at;
    if (flow->view->frame->cut_links == 0)
        return;
    if (ws_sign_next(flow, 1, "cut|cable that is cut", WS_SIGN_CUT, &at))
        ws_pen_glyph(&at, 0, 0, '/', WS_ROLE_BLOCKED, 0);
}

static void ghosts_sign(ws_sign_flow *flow) {
    enum { CELLS = 4 };
    ws_pen at;
    if (flow->view->map.ghost.count == 0)
        return;
    if (!ws_sign_next(flow, CELLS, "ring|ring that can close", WS_SIGN_GHOST_RING, &at))
        return;
    for (int x = 0; x < CELLS - 1; x += 2)
        ws_ghost_put(flow->view, &at, x, 0, WS_GLYPH_GHOST);
    ws_ghost_put(flow->view, &at, CELLS - 1, 0, WS_GLYPH_HEAD_E);
}

int ws_sign_rows(ws_sign_flow *flow) {
    cuts_sign(flow);
    ghosts_sign(flow);
    return flow->row + (flow->x > 0);
}
