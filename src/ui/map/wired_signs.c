/* wired_signs.c - the legend of a wired map: each sign is painted by the same strokes and in the
 * same colours as on the map. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/painter.h"
#include "ui/map/walk.h"
#include "ui/map/why.h"
#include "ui/map/wirer.h"
#include "ui/panel.h"

enum { SAMPLE_CELLS = 5 };

/* A straight cable over the first cells of a row; where colours are few at this step of levels. */
static void cable_sample(const ws_view *view, const ws_pen *pen, ws_stroke stroke, int cells) {
    ws_spot point[SAMPLE_CELLS * WS_DOTS_X];
    ws_raster raster = {0};
    for (int i = 0; i < cells * WS_DOTS_X; i++)
        point[i] = (ws_spot){i, 1};
    stroke.ground = ws_ink_ground(view, WS_ROLE_TEXT);
    stroke.rich = ws_ink_rich(view);
    stroke.rank = 1;
    ws_raster_begin(&raster, cells, 1);
    ws_stroke_paint(&raster, point, 0, (uint32_t)cells * WS_DOTS_X, &stroke);
    ws_raster_flush(&raster, pen, view->glyphs, WS_ROLE_TEXT, stroke.ground);
    ws_raster_free(&raster);
}

/* Of a ring: flits in halves of cells, and a head in front of them; or what is held without one. */
static void flits_sample(const ws_view *view, const ws_pen *pen, ws_worm_state state, bool held) {
    ws_raster raster = {0};
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t ink = ws_ink_role(view, WS_ROLE_HUE0);
    uint32_t code = view->glyphs->code[ws_worm_state_glyph(state, WS_EAST)];
    ws_raster_begin(&raster, SAMPLE_CELLS, 1);
    for (int x = 0; x < SAMPLE_CELLS; x++) {
        if (held)
            ws_raster_half_row(&raster, x, 1, ws_ink_mix(ink, paper, WS_HELD_DIM), 1);
        for (int half = 0; !held && x < 2 && half < 2; half++)
            ws_raster_half_row(&raster, x, half, ink, 1);
    }
    ws_raster_flush(&raster, pen, view->glyphs, WS_ROLE_TEXT, paper);
    ws_raster_free(&raster);
    if (!held && state == WS_WORM_WAITS)
        ws_pen_glyph(pen, SAMPLE_CELLS - 2, 0, code, WS_ROLE_DEADLOCK, 0);
    else if (!held)
        ws_pen_ink(pen, SAMPLE_CELLS - 2, 0, code, WS_ROLE_STRONG, ink, WS_COLOUR_NONE);
}

static void worm_sample(const ws_view *view, const ws_pen *pen, ws_worm_state state) {
    const ws_wired *wired = view->map.plan->wired;
    bool waits = state != WS_WORM_MOVES;
    bool staged = wired->places->family == WS_FAMILY_STAGES;
    bool narrow = wired->crowded || wired->dense;
    bool points = wired->form == WS_FORM_POINT;
    uint32_t ink = ws_ink_role(view, WS_ROLE_HUE0);
    uint32_t code = view->glyphs->code[ws_worm_state_glyph(state, WS_EAST)];
    uint32_t head = ws_ink_mix(ink, ws_ink_role(view, WS_ROLE_STRONG), 35);
    ws_stroke stroke = {.kind = waits ? WS_STROKE_STAND : WS_STROKE_MARCH, .ink = ink};
    stroke.thick = staged || wired->dense ? 1 : 4;
    if (wired->pixels) {
        flits_sample(view, pen, state, false);
        return;
    }
    if (ws_painter_is_traffic(view))
        stroke.ink = ws_painter_traffic(view, waits, 2);
    cable_sample(view, pen, stroke, SAMPLE_CELLS);
    if (waits && !(narrow && points))
        ws_pen_glyph(pen, SAMPLE_CELLS, 0, code, WS_ROLE_BLOCKED, 0);
    else if (!narrow)
        ws_pen_ink(pen, SAMPLE_CELLS, 0, code, WS_ROLE_HUE0, head, WS_COLOUR_NONE);
    else if (!points)
        ws_painter_arrow(view, pen, SAMPLE_CELLS / 2, 0, WS_EAST);
}

static void box_sample(const ws_view *view, const ws_pen *pen, ws_sign sign) {
    const ws_wired *wired = view->map.plan->wired;
    ws_painter painter = {.view = view, .pen = pen};
    bool rich = ws_ink_rich(view);
    bool ascii = view->glyphs->ascii;
    bool narrow = wired->form == WS_FORM_SHORT; /* no room for more than the name */
    uint32_t dark = ws_ink_ground(view, WS_ROLE_SWITCH);
    uint32_t saqs = ws_ink_mix(ws_ink_hot(view, 1), ws_ink_ground(view, WS_ROLE_TEXT), 62);
    uint32_t idle = ws_ink_mix(ws_ink_role(view, WS_ROLE_STRONG), dark, WS_IDLE_DIM);
    ws_role role = WS_ROLE_SWITCH_BLOCKED;
    uint32_t ground = dark;
    const char *text = " ";
    switch (sign) {
    case WS_SIGN_ROOT:
        role = WS_ROLE_SELECTED, ground = ws_ink_hot(view, 0), text = " S0";
        break;
    case WS_SIGN_HEADS:
        ground = ws_ink_role(view, WS_ROLE_CROWD);
        text = narrow ? " S0" : ascii ? " S0X3" : " S0✖3";
        break;
    case WS_SIGN_SAQS: ground = saqs, text = rich ? " S0" : " S0 2"; break;
    case WS_SIGN_HOSTS: role = WS_ROLE_SWITCH, text = ascii ? " *..." : " ▪▪▪▪"; break;
    default: role = WS_ROLE_SWITCH; break;
    }
    ws_painter_text(&painter, (ws_rect){0, 0, SAMPLE_CELLS, 1}, role,
                    rich ? ws_ink_on(ground) : WS_COLOUR_NONE, rich ? ground : WS_COLOUR_NONE,
                    text);
    if (sign == WS_SIGN_ROOT && !narrow)
        ws_painter_root(view, pen, (ws_rect){0, 0, SAMPLE_CELLS, 1});
    for (int x = 3; rich && sign == WS_SIGN_SAQS && x < SAMPLE_CELLS; x++)
        ws_pen_ink(pen, x, 0, view->glyphs->code[WS_GLYPH_SAQ], role, ws_ink_hot(view, 1), saqs);
    for (int x = 1; rich && sign == WS_SIGN_HOSTS && x < SAMPLE_CELLS; x++)
        ws_pen_ink(pen, x, 0, view->glyphs->code[WS_GLYPH_HOST_SENDS], role,
                   x == 1 ? ws_ink_role(view, WS_ROLE_HUE1) : idle, dark);
}

/* A cable without worms, as it is under the present lens. */
static void line_sample(const ws_view *view, const ws_pen *pen, ws_sign sign) {
    const ws_wired *wired = view->map.plan->wired;
    bool staged = wired->places->family == WS_FAMILY_STAGES;
    bool tree = ws_view_shows(view, WS_SHOWS_TREE);
    bool rich = ws_ink_rich(view);
    ws_stroke stroke = {.kind = WS_STROKE_LINE, .thick = 1};
    stroke.ink = ws_ink_role(view, sign == WS_SIGN_DIM ? WS_ROLE_FAINT : WS_ROLE_IDLE);
    if (sign == WS_SIGN_MOVES || sign == WS_SIGN_DIM || sign == WS_SIGN_FREE ||
        sign == WS_SIGN_OTHERS)
        stroke.kind = WS_STROKE_DOTTED;
    if (sign == WS_SIGN_FREE && (wired->dense || (staged && tree)))
        stroke.kind = WS_STROKE_SPARSE;
    if (staged && !tree && (sign == WS_SIGN_FREE || sign == WS_SIGN_OTHERS))
        stroke.ink = ws_ink_mix(ws_ink_calm(view, 500, 1000), ws_ink_ground(view, WS_ROLE_TEXT),
                                WS_CALM_DIM);
    if (sign == WS_SIGN_MOVES && tree && staged && rich)
        stroke.ink = ws_painter_way_ink(view);
    if (sign == WS_SIGN_MEMBER || sign == WS_SIGN_PORT || (sign == WS_SIGN_FULL && tree))
        stroke.ink = ws_ink_hot(view, sign == WS_SIGN_PORT ? 4 : 2);
    if (sign == WS_SIGN_MEMBER)
        stroke.thick = 2;
    if (sign == WS_SIGN_LEVEL)
        stroke.ink = ws_ink_calm(view, 700, 1000);
    if (sign != WS_SIGN_LEVEL || rich)
        cable_sample(view, pen, stroke, SAMPLE_CELLS);
    ws_pen at = *pen;
    for (uint32_t step = 1; sign == WS_SIGN_LEVEL && !rich && step < WS_CALM_STEPS; step += 2) {
        ws_stroke_level(&stroke, step);
        cable_sample(view, &at, stroke, 2);
        at.x += 2;
    }
    if (sign == WS_SIGN_MOVES)
        ws_painter_arrow(view, pen, SAMPLE_CELLS / 2, 0, WS_EAST);
}

static void sign_sample(const ws_view *view, const ws_pen *pen, ws_sign sign) {
    bool worms = ws_view_shows(view, WS_SHOWS_WORMS);
    ws_painter painter = {.view = view, .pen = pen, .rich = ws_ink_rich(view)};
    switch (sign) {
    case WS_SIGN_ROOT:
    case WS_SIGN_HEADS:
    case WS_SIGN_SAQS:
    case WS_SIGN_HOSTS:
    case WS_SIGN_SWITCH: box_sample(view, pen, sign); return;
    case WS_SIGN_HELD: flits_sample(view, pen, WS_WORM_WAITS, true); return;
    case WS_SIGN_BEHIND: worm_sample(view, pen, WS_WORM_BEHIND); return;
    case WS_SIGN_WAITS: worm_sample(view, pen, WS_WORM_WAITS); return;
    default: break;
    }
    if (worms && (sign == WS_SIGN_MOVES || sign == WS_SIGN_FULL))
        worm_sample(view, pen, sign == WS_SIGN_MOVES ? WS_WORM_MOVES : WS_WORM_WAITS);
    else
        line_sample(view, pen, sign);
    if (sign != WS_SIGN_FULL)
        return;
    if (worms)
        painter.why = ws_why_of(view);
    ws_painter_plug(&painter, SAMPLE_CELLS - 1, 0);
}

int ws_wired_sample(const ws_view *view, const ws_pen *at, ws_sign sign) {
    bool headless = sign == WS_SIGN_FULL && !ws_view_shows(view, WS_SHOWS_WORMS);
    if (sign == WS_SIGN_RAMP)
        return 0;
    if (at)
        sign_sample(view, at, sign);
    return SAMPLE_CELLS + !headless;
}
