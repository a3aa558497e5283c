/* minimap.c - the whole of a map that does not fit, in a corner of its panel: a cell stands for a piece of it and shows how many
 * of the switches there have blocked heads. Thick pieces of the frame show which part is seen. */
#include "ui/panel.h"
#include "wormscope/memory.h"

#include <stdlib.h>

#define WIDTH_MOST  24
#define HEIGHT_MOST 10
#define AREA_LEAST  30 /* columns of a panel that has room for it */
#define ROWS_LEAST  9

/* Where it stands in the panel, and the size of a cell in cells of the map. */
typedef struct minimap {
    ws_rect inside;
    double cell_w, cell_h;
} minimap;

static bool minimap_place(const ws_view *v, minimap *m) {
    const ws_map_plan *p = v->map.plan;
    bool fits = p->width <= p->area_w && p->height <= p->area_h;
    if (fits || p->area_w < AREA_LEAST || p->area_h < ROWS_LEAST) return false;
    int most_w = ws_min(WIDTH_MOST, p->area_w / 3), most_h = ws_min(HEIGHT_MOST, p->area_h / 3);
    double scale =
        (double)p->width / most_w > (double)p->height / most_h ? (double)p->width / most_w : (double)p->height / most_h;
    int w = ws_clamp((int)(p->width / scale + 0.5), 2, most_w), h = ws_clamp((int)(p->height / scale + 0.5), 2, most_h);
    m->inside = (ws_rect){p->area_w - w - 1, p->area_h - h - 1, w, h};
    m->cell_w = (double)p->width / w;
    m->cell_h = (double)p->height / h;
    return true;
}

/* Which cells of one axis show the part that is seen: from *first to before *end. */
static void seen(int area, int size, int pan, double cell, int cells, int *first, int *end) {
    int begin = -ws_map_origin(area, size, pan);
    *first = size <= area ? 0 : ws_clamp((int)(begin / cell + 0.5), 0, cells - 1);
    *end = size <= area ? cells : ws_clamp((int)((begin + area) / cell + 0.5), *first + 1, cells);
}

static void frame_draw(const ws_view *v, const ws_pen *pen, const minimap *m) {
    const ws_map_plan *p = v->map.plan;
    const uint32_t *code = v->glyphs->code;
    const ws_rect r = m->inside;
    int x0, x1, y0, y1;
    seen(p->area_w, p->width, v->map.pan_x, m->cell_w, r.w, &x0, &x1);
    seen(p->area_h, p->height, v->map.pan_y, m->cell_h, r.h, &y0, &y1);
    ws_pen_fill(pen, (ws_rect){r.x - 1, r.y - 1, r.w + 2, r.h + 2}, ' ', WS_ROLE_TEXT);
    for (int x = 0; x < r.w; x++) {
        bool in = x >= x0 && x < x1;
        for (int side = 0; side < 2; side++)
            ws_pen_glyph(pen, r.x + x, side ? r.y + r.h : r.y - 1, code[in ? WS_GLYPH_FLITS_H : WS_GLYPH_IDLE_H],
                         in ? WS_ROLE_PLACE : WS_ROLE_FAINT, 0);
    }
    for (int y = 0; y < r.h; y++) {
        bool in = y >= y0 && y < y1;
        for (int side = 0; side < 2; side++)
            ws_pen_glyph(pen, side ? r.x + r.w : r.x - 1, r.y + y, code[in ? WS_GLYPH_FLITS_V : WS_GLYPH_IDLE_V],
                         in ? WS_ROLE_PLACE : WS_ROLE_FAINT, 0);
    }
}

/* The switches of a cell, and how many of them have blocked heads. */
typedef struct tally {
    uint32_t switches, blocked;
} tally;

static void cells_draw(const ws_view *v, const ws_pen *pen, const minimap *m) {
    const ws_rect inside = m->inside;
    tally *cell = calloc((size_t)(inside.w * inside.h), sizeof *cell);
    if (!cell) ws_no_memory(0);
    for (uint32_t sw = 0; sw < v->frame->switches; sw++) {
        const ws_rect *box = &v->map.plan->box[sw];
        int x = ws_clamp((int)((box->x + box->w / 2) / m->cell_w), 0, inside.w - 1);
        int y = ws_clamp((int)((box->y + box->h / 2) / m->cell_h), 0, inside.h - 1);
        cell[y * inside.w + x].switches++;
        cell[y * inside.w + x].blocked += ws_heads_lit(v, sw) > 0;
    }
    for (int i = 0; i < inside.w * inside.h; i++) {
        const tally *t = &cell[i];
        if (t->switches == 0) continue;
        uint32_t glyph = t->blocked ? ws_glyph_level(v->glyphs, t->blocked, t->switches) : v->glyphs->code[WS_GLYPH_IDLE_H];
        ws_pen_glyph(pen, inside.x + i % inside.w, inside.y + i / inside.w, glyph, t->blocked ? WS_ROLE_BLOCKED : WS_ROLE_HOST, 0);
    }
    free(cell);
}

void ws_minimap_draw(const ws_view *v, const ws_pen *pen) {
    minimap m;
    if (!minimap_place(v, &m)) return;
    frame_draw(v, pen, &m);
    cells_draw(v, pen, &m);
}

bool ws_minimap_pick(const ws_view *v, int x, int y, int *pan_x, int *pan_y) {
    minimap m;
    const ws_map_plan *p = v->map.plan;
    if (!minimap_place(v, &m)) return false;
    const ws_rect r = m.inside;
    if (x < r.x || x >= r.x + r.w || y < r.y || y >= r.y + r.h) return false;
    *pan_x = ws_clamp((int)((x - r.x + 0.5) * m.cell_w) - p->area_w / 2, 0, ws_max(p->width - p->area_w, 0));
    *pan_y = ws_clamp((int)((y - r.y + 0.5) * m.cell_h) - p->area_h / 2, 0, ws_max(p->height - p->area_h, 0));
    return true;
}
