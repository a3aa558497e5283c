/* sheet.c - see sheet.h. */
#include "ui/map/sheet.h"

#include "ui/panel.h"
#include "wormscope/memory.h"
#include "wormscope/wormscope.h"

ws_sheet ws_sheet_new(ws_rect window, uint32_t paper) {
    window.w = ws_max(window.w, 0);
    window.h = ws_max(window.h, 0);
    size_t count = (size_t)window.w * (size_t)window.h;
    ws_sheet sheet = {.window = window, .cell = ws_alloc(count, sizeof *sheet.cell)};
    for (size_t i = 0; i < count; i++) {
        ws_sheet_cell *cell = &sheet.cell[i];
        cell->ground = paper;
        cell->sign = WS_SIGN_NONE;
        cell->packet = WS_NIL;
        cell->link = WS_NIL;
        cell->node = WS_NIL;
    }
    return sheet;
}

void ws_sheet_free(ws_sheet *sheet) {
    free(sheet->cell);
    sheet->cell = NULL;
}

ws_sheet_cell *ws_sheet_at(const ws_sheet *sheet, int x, int row) {
    x -= sheet->window.x;
    row -= sheet->window.y;
    if (x < 0 || row < 0 || x >= sheet->window.w || row >= sheet->window.h)
        return NULL;
    return &sheet->cell[row * sheet->window.w + x];
}

void ws_sheet_put(const ws_sheet *sheet, int x, int row, const ws_mark *mark) {
    ws_sheet_cell *cell = ws_sheet_at(sheet, x, row);
    if (!cell || cell->rank > mark->rank)
        return;
    cell->glyph = mark->glyph;
    cell->role = (uint16_t)mark->role;
    cell->attr = (uint16_t)mark->attr;
    cell->fg = mark->fg;
    cell->bg = mark->bg == WS_COLOUR_NONE ? cell->ground : mark->bg;
    cell->rank = mark->rank;
    cell->sign = mark->sign;
    cell->packet = mark->packet;
    if (mark->link != WS_NIL)
        cell->link = mark->link;
}

void ws_sheet_box(const ws_sheet *sheet, ws_rect box, ws_role role, uint32_t ground,
                  uint32_t node) {
    for (int i = 0; i < box.w * box.h; i++) {
        ws_sheet_cell *cell = ws_sheet_at(sheet, box.x + i % box.w, box.y + i / box.w);
        if (!cell)
            continue;
        cell->ground = ground;
        cell->bg = ground;
        cell->fg = WS_COLOUR_NONE;
        cell->glyph = ' ';
        cell->role = (uint16_t)role;
        cell->rank = 1;
        cell->sign = WS_SIGN_NONE;
        cell->boxed = true;
        cell->node = node;
    }
}

int ws_sheet_text(const ws_sheet *sheet, int x, int row, const ws_mark *mark, const char *text) {
    ws_mark sign = *mark;
    int columns = 0;
    while (*text) {
        sign.glyph = ws_text_next(&text);
        ws_sheet_put(sheet, x + columns++, row, &sign);
    }
    return columns;
}

void ws_sheet_flush(const ws_sheet *sheet, const ws_pen *pen) {
    for (int i = 0; i < sheet->window.w * sheet->window.h; i++) {
        const ws_sheet_cell *from = &sheet->cell[i];
        int x = sheet->window.x + i % sheet->window.w;
        int row = sheet->window.y + i / sheet->window.w;
        if (from->rank == 0)
            continue;
        ws_pen_ink(pen, x, row, from->glyph, (ws_role)from->role, from->fg, from->bg);
        if (from->sign != WS_SIGN_NONE)
            ws_pen_sign(pen, x, row, from->sign);
        ws_cell *cell = ws_pen_cell(pen, x, row);
        if (cell)
            cell->attr |= from->attr;
    }
}
