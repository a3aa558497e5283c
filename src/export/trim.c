/* trim.c - see trim.h. */
#include "export/trim.h"

#include <string.h>

static bool is_empty(const ws_canvas *canvas, int row) {
    const ws_cell *cell = ws_canvas_at(canvas, 0, row);
    for (int x = 0; x < canvas->width; x++, cell++)
        if (cell->glyph != ' ' || cell->role != WS_ROLE_TEXT || cell->bg != WS_COLOUR_NONE)
            return false;
    return true;
}

/* From `row` on by steps of `step`: the first row that is empty, or that is not. */
static int row_find(const ws_canvas *canvas, int row, int step, bool empty) {
    while (row >= 0 && row < canvas->height && is_empty(canvas, row) != empty)
        row += step;
    return row;
}

/* Rows `from` to `to` of a picture become those of another from `at` on. */
static void rows_copy(const ws_canvas *picture, int from, int to, ws_canvas *other, int at) {
    if (to < from)
        return;
    size_t cells = (size_t)picture->width * (size_t)(to - from + 1);
    memcpy(ws_canvas_at(other, 0, at), ws_canvas_at(picture, 0, from), cells * sizeof(ws_cell));
}

ws_canvas ws_trimmed(const ws_canvas *canvas) {
    ws_canvas trimmed = {0};
    int first = row_find(canvas, 0, 1, false);
    int last = row_find(canvas, canvas->height - 1, -1, false);
    int gap = row_find(canvas, last, -1, true); /* the lowest empty row between them */
    int map = row_find(canvas, gap, -1, false); /* the last row above it */
    if (gap < first)
        gap = map = first - 1;
    int above = map - first + 1;
    int begin = gap < first ? above : above + 1;
    ws_canvas_resize(&trimmed, canvas->width, begin + last - gap);
    trimmed.ascii = canvas->ascii;
    rows_copy(canvas, first, map, &trimmed, 0);
    rows_copy(canvas, gap + 1, last, &trimmed, begin);
    return trimmed;
}
