/* preview.c - see preview.h. A canvas knows roles only; whose colours they get is the back end's affair. */
#include "ui/panels/preview.h"

#include "ui/panel.h"
#include "ui/theme.h"

#define COLUMNS    5
#define CELL       (WS_PREVIEW_WIDTH / COLUMNS)
#define SCENE_ROWS 6
#define ROLE_ROWS  ((WS_ROLE_COUNT + COLUMNS - 1) / COLUMNS)

int ws_preview_rows(void) { return SCENE_ROWS + ROLE_ROWS; }

/* Two switches, with worms on the links between them: one that moves, one that is blocked. */
static void scene_draw(const ws_pen *pen, const ws_glyphs *g, int y) {
    const uint32_t *code = g->code;
    int x = 2 + ws_pen_text(pen, 2, y, WS_ROLE_SWITCH, "[ S0 ]");
    ws_pen_glyph(pen, x++, y, code[WS_GLYPH_TAIL_E], WS_ROLE_HUE0, 0);
    ws_pen_fill(pen, (ws_rect){x, y, 9, 1}, code[WS_GLYPH_FLITS_H], WS_ROLE_HUE0);
    ws_pen_glyph(pen, x += 9, y, code[WS_GLYPH_HEAD_E], WS_ROLE_HUE0, 0);
    ws_pen_fill(pen, (ws_rect){++x, y, 4, 1}, code[WS_GLYPH_IDLE_H], WS_ROLE_IDLE);
    x += 4 + ws_pen_text(pen, x + 4, y, WS_ROLE_SWITCH, "[ S1 ]");
    ws_pen_fill(pen, (ws_rect){x, y, 6, 1}, code[WS_GLYPH_STILL_H], WS_ROLE_HUE1);
    ws_pen_glyph(pen, x += 6, y, code[WS_GLYPH_BLOCKED], WS_ROLE_BLOCKED, 0);
    ws_pen_glyph(pen, x + 1, y, g->level[7], WS_ROLE_STOP, 0);
    x += 2 + ws_pen_text(pen, x + 2, y, WS_ROLE_SWITCH_BLOCKED, "[ x1 ]");
    for (int i = 0; i < WS_HUE_STEPS; i++)
        ws_pen_fill(pen, (ws_rect){x + 2 + 2 * i, y, 2, 1}, code[WS_GLYPH_FLITS_H], (ws_role)(WS_ROLE_HUE0 + i));
    for (int i = 0; i < WS_HEAT_STEPS; i++)
        ws_pen_glyph(pen, x + 20 + i, y, g->level[2 * i < 8 ? 2 * i : 8], (ws_role)(WS_ROLE_HEAT0 + i), 0);
}

static void bars_draw(const ws_pen *pen, const char *name, const char *title) {
    ws_pen_fill(pen, (ws_rect){0, 0, WS_PREVIEW_WIDTH, 1}, ' ', WS_ROLE_STATUS);
    int x = ws_pen_print(pen, 0, 0, WS_ROLE_STATUS_NAME, " %s ", name);
    ws_pen_text(pen, x + 1, 0, WS_ROLE_STATUS, title);
    ws_pen_fill(pen, (ws_rect){0, 4, WS_PREVIEW_WIDTH, 1}, ' ', WS_ROLE_KEY_LABEL);
    x = ws_pen_text(pen, 0, 4, WS_ROLE_KEY, " space ");
    ws_pen_text(pen, x, 4, WS_ROLE_KEY_LABEL, "run ");
    x = 4 + ws_pen_text(pen, 2, 3, WS_ROLE_ECHO, "segment 250 > 200 flits");
    ws_pen_text(pen, x, 3, WS_ROLE_ERROR, "unknown parameter `laod`");
}

void ws_preview_draw(const ws_pen *pen, const ws_glyphs *g, const char *name, const char *title) {
    bars_draw(pen, name, title);
    scene_draw(pen, g, 2);
    for (int r = 0; r < WS_ROLE_COUNT; r++)
        ws_pen_text(pen, 1 + r % COLUMNS * CELL, SCENE_ROWS + r / COLUMNS, (ws_role)r, ws_role_names[r]);
}
