/* trace.c - what changed in the thing that is looked at: its panel is compared with the one before, word by word. So whatever a
 * panel shows, the change stands out, and the panel need not know. See thing.h. */
#include <stdlib.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/thing.h"
#include "wormscope/memory.h"

static uint32_t glyph_at(const ws_pen *pen, int x, int y) {
    return ws_canvas_at(pen->canvas, pen->clip.x + x, pen->clip.y + y)->glyph;
}

static void trace_resize(ws_trace *t, int width, int height) {
    size_t cells = (size_t)ws_max(width, 0) * (size_t)ws_max(height, 0) + 1;
    t->now = realloc(t->now, cells * sizeof *t->now);
    t->before = realloc(t->before, cells * sizeof *t->before);
    if (!t->now || !t->before) ws_no_memory(0);
    t->width = width;
    t->height = height;
}

static void picture_copy(ws_trace *t, const ws_pen *pen) {
    for (int y = 0; y < t->height; y++)
        for (int x = 0; x < t->width; x++) t->now[y * t->width + x] = glyph_at(pen, x, y);
}

static void word_mark(const ws_pen *pen, int from, int to, int y) {
    for (int x = from; x < to; x++) {
        ws_cell *cell = ws_canvas_at(pen->canvas, pen->clip.x + x, pen->clip.y + y);
        cell->role = WS_ROLE_CHANGED;
        cell->fg = cell->bg = WS_COLOUR_NONE;
    }
}

/* A word has changed if a cell of it has; also if what stood there was longer. */
static void row_mark(const ws_trace *t, const ws_pen *pen, int y) {
    const uint32_t *now = t->now + y * t->width, *before = t->before + y * t->width;
    for (int x = 0, end; x < t->width; x = end + 1) {
        bool changed = false;
        for (end = x; end < t->width && now[end] != ' '; end++) changed |= now[end] != before[end];
        if (end > x && end < t->width && before[end] != ' ') changed = true;
        if (changed) word_mark(pen, x, end, y);
    }
}

void ws_trace_take(ws_trace *t, ws_thing thing, uint64_t cycle, const ws_pen *pen, bool mark) {
    bool same = ws_thing_same(t->thing, thing) && t->width == pen->clip.w && t->height == pen->clip.h && t->now;
    if (!same) {
        trace_resize(t, pen->clip.w, pen->clip.h);
        t->has_before = false;
    } else if (t->cycle != cycle) {
        uint32_t *swap = t->before;
        t->before = t->now;
        t->now = swap;
        t->has_before = true;
    }
    t->thing = thing;
    t->cycle = cycle;
    picture_copy(t, pen);
    for (int y = 0; mark && t->has_before && y < t->height; y++) row_mark(t, pen, y);
}

void ws_trace_free(ws_trace *t) {
    free(t->now);
    free(t->before);
    *t = (ws_trace){0};
}
