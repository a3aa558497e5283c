/* offers.c - what may stand in the command line where one is typing: a few rows above it, with a word on each, or names side by
 * side where there is nothing to say about them. */
#include "ui/view.h"

#define ROWS_MOST 8
#define GAP       2
#define DOC_X     24 /* where words stand */

static bool is_open(const ws_view *v) {
    return v->line.prompt_open && v->line.completions && v->line.completions->count > 0;
}

/* Is there something to say about most of them? */
static bool has_words(const ws_completions *c) {
    size_t with = 0;
    for (size_t i = 0; i < c->count; i++) with += *c->item[i].doc != '\0';
    return 2 * with >= c->count;
}

int ws_offers_rows(const ws_view *v) {
    if (!is_open(v)) return 0;
    return has_words(v->line.completions) ? ws_min((int)v->line.completions->count, ROWS_MOST) : 1;
}

static ws_role name_role(const ws_view *v, size_t i) {
    return i == v->line.completion_chosen ? WS_ROLE_SELECTED : WS_ROLE_STATUS_NAME;
}

static void rows_draw(const ws_view *v, const ws_pen *pen, size_t first) {
    const ws_completions *c = v->line.completions;
    int rows = pen->clip.h;
    for (int y = 0; y < rows && first + (size_t)y < c->count; y++) {
        size_t i = first + (size_t)y;
        ws_pen_text(pen, 2, y, name_role(v, i), c->item[i].text);
        if (DOC_X + ws_pen_text(pen, DOC_X, y, WS_ROLE_STATUS, c->item[i].doc) > pen->clip.w)
            ws_pen_glyph(pen, pen->clip.w - 1, y, v->glyphs->code[WS_GLYPH_MORE], WS_ROLE_STATUS_NAME, 0);
    }
    size_t shown = first + (size_t)rows;
    if (shown < c->total) ws_pen_print_right(pen, pen->clip.w - 1, rows - 1, WS_ROLE_STATUS, " and %zu more ", c->total - shown);
}

static void names_draw(const ws_view *v, const ws_pen *pen, size_t first) {
    const ws_completions *c = v->line.completions;
    int x = 2;
    for (size_t i = first; i < c->count && x < pen->clip.w; i++)
        x += GAP + ws_pen_text(pen, x, 0, name_role(v, i), c->item[i].text);
}

void ws_offers_draw(const ws_view *v, const ws_pen *pen) {
    if (!is_open(v)) return;
    size_t chosen =
        v->line.completion_chosen < v->line.completions->count ? v->line.completion_chosen : 0;
    size_t rows = (size_t)ws_max(pen->clip.h, 1);
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, pen->clip.h}, ' ', WS_ROLE_STATUS);
    if (has_words(v->line.completions))
        rows_draw(v, pen, chosen < rows ? 0 : chosen - rows + 1);
    else names_draw(v, pen, chosen);
}
