/* words.c - how names, counts and figures are written, and words that fill several rows. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/view.h"

#define TRUSTED_WIDTH 0.10

void ws_title_draw(const ws_view *view, const ws_pen *pen, int y, const char *title) {
    uint32_t line = view->glyphs->code[WS_GLYPH_LINE_H];
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

const char *ws_figure_text(double value, char *text, size_t room) {
    double size = fabs(value);
    if (isnan(value))
        snprintf(text, room, "-");
    else if (size < 10)
        snprintf(text, room, "%.3f", value);
    else if (size < 100)
        snprintf(text, room, "%.1f", value);
    else if (size < 1e4)
        snprintf(text, room, "%.0f", value);
    else if (size < 1e6)
        snprintf(text, room, "%.1fk", value / 1e3);
    else if (size < 1e9)
        snprintf(text, room, "%.1fM", value / 1e6);
    else
        snprintf(text, room, "%.0fG", value / 1e9);
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
