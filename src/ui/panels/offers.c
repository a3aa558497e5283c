/* offers.c - what may stand in the command line where one is typing: a few rows above it, with a word on each, or names side by
 * side where there is nothing to say about them. */
#include "ui/panel.h"

#define ROWS_MOST 8
#define GAP       2
#define DOC_X     24 /* where words stand, at least */
#define WORDS_LOST 12 /* columns of a row that words broken over rows may leave empty */

static bool is_open(const ws_view *v) {
    return v->line.prompt_open && v->line.completions && v->line.completions->count > 0;
}

/* Is there something to say about most of them? */
static bool has_words(const ws_completions *c) {
    size_t with = 0;
    for (size_t i = 0; i < c->count; i++) with += *c->item[i].doc != '\0';
    return 2 * with >= c->count;
}

/* The offer whose words are read: the chosen one, else the first. */
static const ws_completion *read_now(const ws_view *v) {
    const ws_completions *c = v->line.completions;
    return &c->item[v->line.completion_chosen < c->count ? v->line.completion_chosen : 0];
}

/* Where words stand: behind the longest name, which is never cut. */
static int doc_column(const ws_completions *c) {
    int columns = DOC_X - GAP - 2;
    for (size_t i = 0; i < c->count; i++)
        columns = ws_max(columns, ws_text_columns(c->item[i].text));
    return 2 + columns + GAP;
}

/* Rows below the list for the words of the offer that is read, where its own row is too short. */
static int words_rows(const ws_view *v, int width) {
    const char *doc = read_now(v)->doc;
    int columns = ws_text_columns(doc);
    if (doc_column(v->line.completions) + columns < width)
        return 0;
    return 1 + columns / ws_max(width - WORDS_LOST, 1);
}

int ws_offers_height(const ws_view *v, int width) {
    if (!is_open(v))
        return 0;
    if (!has_words(v->line.completions))
        return 1;
    return ws_min((int)v->line.completions->count, ROWS_MOST) + words_rows(v, width);
}

int ws_offers_rows(const ws_view *v) {
    return is_open(v) ? 1 : 0;
}

static ws_role name_role(const ws_view *v, size_t i) {
    return i == v->line.completion_chosen ? WS_ROLE_SELECTED : WS_ROLE_STATUS_NAME;
}

/* An offer and its words, which end at column `end`. */
static void row_draw(const ws_view *v, const ws_pen *pen, int y, size_t i, int end) {
    const ws_completions *c = v->line.completions;
    int words = doc_column(c);
    ws_pen_text(pen, 2, y, name_role(v, i), c->item[i].text);
    if (words + ws_pen_text(pen, words, y, WS_ROLE_STATUS, c->item[i].doc) > end)
        ws_pen_glyph(pen, end - 1, y, v->glyphs->code[WS_GLYPH_MORE], WS_ROLE_STATUS_NAME, 0);
}

static void rows_draw(const ws_view *v, const ws_pen *pen, size_t first) {
    const ws_completions *c = v->line.completions;
    char more[48] = "";
    int last = pen->clip.h - 1;
    size_t shown = first + (size_t)pen->clip.h;
    if (shown < c->total)
        snprintf(more, sizeof more, " and %zu more: tab ", c->total - shown);
    int end = pen->clip.w - ws_text_columns(more);
    for (int y = 0; y <= last && first + (size_t)y < c->count; y++)
        row_draw(v, pen, y, first + (size_t)y, y < last ? pen->clip.w : end);
    ws_pen_fill(pen, (ws_rect){end, last, pen->clip.w - end, 1}, ' ', WS_ROLE_STATUS);
    ws_pen_text(pen, end, last, WS_ROLE_STATUS, more);
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
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, pen->clip.h}, ' ', WS_ROLE_STATUS);
    if (!has_words(v->line.completions)) {
        names_draw(v, pen, chosen);
        return;
    }
    int below = ws_min(words_rows(v, pen->clip.w), pen->clip.h - 1);
    size_t rows = (size_t)ws_max(pen->clip.h - below, 1);
    ws_pen list = ws_pen_sub(pen, (ws_rect){0, 0, pen->clip.w, (int)rows});
    rows_draw(v, &list, chosen < rows ? 0 : chosen - rows + 1);
    if (below > 0)
        ws_words_draw(pen, 2, (int)rows, WS_ROLE_STATUS_NAME, read_now(v)->doc);
}
