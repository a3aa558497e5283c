/* wires.c - wired maps made and freed, and their paths, which grow point by point. */
#include <stdlib.h>
#include <string.h>

#include "ui/map/wirer.h"
#include "wormscope/memory.h"

ws_wired *ws_wired_new(const ws_frame *frame, const ws_places *places) {
    ws_wired *wired = ws_alloc(1, sizeof *wired);
    wired->places = places;
    wired->box = ws_alloc(frame->switches, sizeof *wired->box);
    wired->host = ws_alloc(frame->hosts, sizeof *wired->host);
    wired->path0 = ws_alloc((size_t)frame->links + 1, sizeof *wired->path0);
    wired->width = -1;
    return wired;
}

void ws_wired_free(ws_wired *wired) {
    if (!wired)
        return;
    free(wired->box);
    free(wired->host);
    free(wired->path0);
    free(wired->point);
    free(wired);
}

static void point_put(ws_wired *wired, ws_spot at) {
    WS_GROW(wired->point, wired->points);
    wired->point[wired->points] = at;
    wired->points++;
}

void ws_wire_to(ws_wirer *wirer, int x, int row) {
    ws_wired *wired = wirer->wired;
    x = ws_clamp(x, 0, wired->width * (wired->pixels ? 1 : WS_DOTS_X) - 1);
    row = ws_clamp(row, 0, wired->height * (wired->pixels ? 2 : WS_DOTS_Y) - 1);
    if (!wirer->begun) {
        point_put(wired, (ws_spot){x, row});
        wirer->begun = true;
        return;
    }
    ws_spot from = wired->point[wired->points - 1];
    int across = x - from.x;
    int down = row - from.y;
    int steps = ws_max(abs(across), abs(down));
    for (int i = 1; i <= steps; i++) {
        int half_x = across < 0 ? -steps : steps;
        int half_y = down < 0 ? -steps : steps;
        ws_spot at = {from.x + (2 * across * i + half_x) / (2 * steps),
                      from.y + (2 * down * i + half_y) / (2 * steps)};
        point_put(wired, at);
    }
}

void ws_wire_cut(ws_wirer *wirer, uint32_t first, ws_rect from, ws_rect to) {
    ws_wired *wired = wirer->wired;
    uint32_t begin = first;
    uint32_t end = first;
    for (uint32_t i = first; i < wired->points; i++)
        if (ws_rect_has(from, wired->point[i].x, wired->point[i].y))
            begin = i + 1;
    for (end = begin; end < wired->points; end++)
        if (ws_rect_has(to, wired->point[end].x, wired->point[end].y))
            break;
    memmove(wired->point + first, wired->point + begin, (end - begin) * sizeof *wired->point);
    wired->points = first + end - begin;
}
