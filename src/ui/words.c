/* words.c - how names, counts and figures are written, and words that fill several rows. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"

#define TRUSTED_WIDTH 0.10

void ws_title_draw(const ws_view *view, const ws_pen *pen, int y, const char *title) {
    uint32_t line = view->glyphs->code[WS_GLYPH_LINE_H];
    ws_pen_fill(pen, (ws_rect){0, y, pen->clip.w, 1}, ' ', WS_ROLE_TEXT);
    ws_pen_glyph(pen, 0, y, line, WS_ROLE_RULE, 0);
    int x = 2 + ws_pen_text(pen, 2, y, WS_ROLE_TITLE, title) + 1;
    ws_pen_fill(pen, (ws_rect){x, y, ws_max(pen->clip.w - x, 0), 1}, line, WS_ROLE_RULE);
}

/* Words that do not fit go into the next row. */
int ws_words_draw(const ws_pen *pen, int left, int y, ws_role role, const char *text) {
    int x = left;
    for (char word[64]; *text;) {
        size_t length = 0;
        while (text[length] && text[length] != ' ')
            length++;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (x > left && x + ws_text_columns(word) >= pen->clip.w)
            x = left, y++;
        x += ws_pen_text(pen, x, y, role, word) + 1;
        text += length + (text[length] == ' ');
    }
    return y + 1;
}

/* Bytes of the longest beginning of a text that has so many columns at most: whole words, or whole
 * parts of a list with dots between them; of a text whose first is longer, some of that. */
static size_t cut_at(const char *text, int columns) {
    const char *gap = strstr(text, " · ") ? " · " : " ";
    const char *place = text;
    size_t whole = 0;
    for (int x = 0; *place && x < columns; x++) {
        ws_text_next(&place);
        if (strncmp(place, gap, strlen(gap)) == 0)
            whole = (size_t)(place - text);
    }
    return whole > 0 ? whole : (size_t)(place - text);
}

int ws_cut_draw(const ws_view *view, const ws_pen *pen, int x, int row, int columns, ws_role role,
                const char *text) {
    if (ws_text_columns(text) <= columns)
        return x + ws_pen_text(pen, x, row, role, text);
    if (columns < 1)
        return x;
    x += ws_pen_print(pen, x, row, role, "%.*s", (int)cut_at(text, columns - 1), text);
    ws_pen_glyph(pen, x, row, view->glyphs->code[WS_GLYPH_MORE], WS_ROLE_KEY, 0);
    return x + 1;
}

const char *ws_count_text(uint64_t value, char *text, size_t room) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < room; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[used++] = ' ';
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

bool ws_is_trusted(const ws_summary *summary) {
    return summary->independent && summary->ci95 <= TRUSTED_WIDTH * summary->mean;
}

/* Three digits or more in five columns at most; the bounds are those of what is rounded. */
static const struct {
    double below, unit;
    const char *form;
} figures[] = {{9.9995, 1, "%.3f"},     {99.95, 1, "%.1f"},      {9999.5, 1, "%.0f"},
               {99.95e3, 1e3, "%.1fk"}, {999.5e3, 1e3, "%.0fk"}, {9.995e6, 1e6, "%.2fM"},
               {99.95e6, 1e6, "%.1fM"}, {999.5e6, 1e6, "%.0fM"}, {9.995e9, 1e9, "%.2fG"},
               {99.95e9, 1e9, "%.1fG"}, {INFINITY, 1e9, "%.0fG"}};

const char *ws_figure_text(double value, char *text, size_t room) {
    size_t i = 0;
    if (isnan(value))
        return snprintf(text, room, "-"), text;
    while (fabs(value) >= figures[i].below && !isinf(figures[i].below))
        i++;
    snprintf(text, room, figures[i].form, value / figures[i].unit);
    return text;
}

const char *ws_class_text(const ws_frame *f, uint32_t traffic_class, char *text, size_t room) {
    size_t used = 0;
    *text = '\0';
    for (size_t c = 0; c < f->class_count && used < room; c++)
        if (ws_class_has(&f->class_of[c], traffic_class))
            used += (size_t)snprintf(text + used, room - used, "%s%s", used ? " " : "",
                                     f->class_of[c].name);
    return text;
}

const char *ws_node_name(const ws_frame *frame, uint32_t node) {
    return node < frame->switches + frame->hosts ? frame->graph.node[node].name : "?";
}
