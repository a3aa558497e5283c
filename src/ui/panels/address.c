/* address.c - where a class is held, in letters that the last row of a room can read. */
#include <string.h>

#include "ui/big.h"
#include "ui/view.h"

#define TOP 3 /* row of the first letter */

typedef struct plan {
    ws_big_size size;
    int width;
    int high; /* rows of a line of letters, with the gap below */
} plan;

/* Signs of a text that stand in one line. */
static size_t line_length(const char *text, const plan *p) {
    size_t length = 0;
    int columns = 0;
    while (text[length]) {
        columns += ws_big_columns(text[length], p->size);
        if (columns > p->width && length)
            break;
        length++;
    }
    return length;
}

static int rows_of(const char *text, const plan *p) {
    int rows = 0;
    while (*text) {
        text += line_length(text, p);
        rows += p->high;
    }
    return rows;
}

/* The largest letters with which all of it fits. Without blocks there are only very large ones. */
static plan plan_of(const ws_view *view, const ws_pen *pen) {
    plan p = {.size = WS_BIG_WHOLE, .width = pen->clip.w - 2};
    p.high = ws_big_rows(p.size) + 1;
    while (p.size > WS_BIG_PLAIN && TOP + rows_of(view->class.address, &p) > pen->clip.h) {
        p.size--;
        if (view->glyphs->ascii)
            p.size = WS_BIG_PLAIN;
        p.high = ws_big_rows(p.size) + 1;
    }
    return p;
}

static void line_draw(const ws_view *view, const ws_pen *pen, const plan *p, const char *text) {
    int x = 1;
    size_t length = line_length(text, p);
    for (size_t i = 0; i < length; i++) {
        const char sign[2] = {text[i], '\0'};
        ws_big_draw(pen, x, 0, p->size, WS_ROLE_STRONG, view->glyphs->ascii, sign);
        x += ws_big_columns(text[i], p->size);
    }
}

void ws_address_draw(const ws_view *view, const ws_pen *pen) {
    plan p = plan_of(view, pen);
    const char *text = view->class.address;
    int row = TOP;
    ws_pen_text(pen, 1, 1, WS_ROLE_TEXT, "wormscope join");
    while (*text && row < pen->clip.h) {
        ws_rect rest = {0, row, pen->clip.w, pen->clip.h - row};
        ws_pen line = ws_pen_sub(pen, rest);
        line_draw(view, &line, &p, text);
        text += line_length(text, &p);
        row += p.high;
    }
}
