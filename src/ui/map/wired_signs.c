/* wired_signs.c - the legend of a wired map: each sign is painted by the same strokes and in the
 * same colours as on the map. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/jam.h"
#include "ui/map/painter.h"
#include "ui/map/walk.h"
#include "ui/map/why.h"
#include "ui/map/wirer.h"

enum { SAMPLE_CELLS = 5 };

/* A straight path over the first cells of a row. */
static void path_make(ws_spot *point) {
    for (int i = 0; i < SAMPLE_CELLS * WS_DOTS_X; i++)
        point[i] = (ws_spot){i, 1};
}

static void stroke_cells(const ws_view *view, const ws_pen *pen, ws_stroke stroke, int cells) {
    ws_spot point[SAMPLE_CELLS * WS_DOTS_X];
    ws_raster raster = {0};
    stroke.ground = ws_ink_ground(view, WS_ROLE_TEXT);
    stroke.rich = ws_ink_rich(view);
    stroke.rank = 1;
    path_make(point);
    ws_raster_begin(&raster, cells, 1);
    ws_stroke_paint(&raster, point, 0, (uint32_t)cells * WS_DOTS_X, &stroke);
    ws_raster_flush(&raster, pen, view->glyphs, WS_ROLE_TEXT, stroke.ground);
    ws_raster_free(&raster);
}

static void stroke_sample(const ws_view *view, const ws_pen *pen, ws_stroke stroke) {
    stroke_cells(view, pen, stroke, SAMPLE_CELLS);
}

/* Flits of a ring, and a head in front of them. */
static void flits_sample(const ws_view *view, const ws_pen *pen, ws_worm_state state) {
    ws_raster raster = {0};
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t ink = ws_ink_role(view, WS_ROLE_HUE0);
    ws_raster_begin(&raster, SAMPLE_CELLS, 1);
    for (int x = 0; x < SAMPLE_CELLS - 2; x += 3)
        for (int i = 0; i < 2; i++) {
            ws_raster_half_row(&raster, x + i, 0, ink, 1);
            ws_raster_half_row(&raster, x + i, 1, ink, 1);
        }
    ws_raster_flush(&raster, pen, view->glyphs, WS_ROLE_TEXT, paper);
    ws_raster_free(&raster);
    uint32_t code = view->glyphs->code[ws_worm_state_glyph(state, WS_EAST)];
    if (state == WS_WORM_WAITS)
        ws_pen_glyph(pen, SAMPLE_CELLS - 2, 0, code, WS_ROLE_DEADLOCK, 0);
    else
        ws_pen_ink(pen, SAMPLE_CELLS - 2, 0, code, WS_ROLE_STRONG, ink, WS_COLOUR_NONE);
}

static void held_sample(const ws_view *view, const ws_pen *pen) {
    ws_raster raster = {0};
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t ink = ws_ink_mix(ws_ink_role(view, WS_ROLE_HUE0), paper, WS_HELD_DIM);
    ws_raster_begin(&raster, SAMPLE_CELLS, 1);
    for (int x = 0; x < SAMPLE_CELLS; x++)
        ws_raster_half_row(&raster, x, 1, ink, 1);
    ws_raster_flush(&raster, pen, view->glyphs, WS_ROLE_TEXT, paper);
    ws_raster_free(&raster);
}

/* A filling: one colour of the ramp, or from little to much. */
static void level_sample(const ws_view *view, const ws_pen *pen) {
    ws_stroke stroke = {.kind = WS_STROKE_LINE, .thick = 1};
    stroke.ink = ws_ink_calm(view, 700, 1000);
    if (ws_ink_rich(view)) {
        stroke_sample(view, pen, stroke);
        return;
    }
    ws_pen at = *pen;
    for (uint32_t step = 1; step < WS_CALM_STEPS; step += 2) {
        ws_stroke_level(&stroke, step);
        stroke_cells(view, &at, stroke, 2);
        at.x += 2;
    }
}

static void head_sample(const ws_view *view, const ws_pen *pen, ws_worm_state state) {
    uint32_t code = view->glyphs->code[ws_worm_state_glyph(state, WS_EAST)];
    uint32_t ink = ws_ink_role(view, WS_ROLE_HUE0);
    uint32_t strong = ws_ink_role(view, WS_ROLE_STRONG);
    int x = SAMPLE_CELLS;
    if (state != WS_WORM_MOVES)
        ws_pen_glyph(pen, x, 0, code, WS_ROLE_BLOCKED, 0);
    else
        ws_pen_ink(pen, x, 0, code, WS_ROLE_HUE0, ws_ink_mix(ink, strong, 35), WS_COLOUR_NONE);
}

static void worm_sample(const ws_view *view, const ws_pen *pen, ws_worm_state state) {
    bool waits = state != WS_WORM_MOVES;
    if (view->map.plan->wired->pixels) {
        flits_sample(view, pen, state);
        return;
    }
    const ws_wired *wired = view->map.plan->wired;
    bool staged = wired->places->family == WS_FAMILY_STAGES;
    bool narrow = wired->crowded || wired->dense;
    ws_stroke stroke = {.kind = waits ? WS_STROKE_STAND : WS_STROKE_MARCH,
                        .ink = ws_ink_role(view, WS_ROLE_HUE0)};
    if (ws_painter_is_traffic(view))
        stroke.ink = ws_painter_traffic(view, waits, 2);
    stroke.thick = staged || wired->dense ? 1 : 4;
    stroke_sample(view, pen, stroke);
    bool points = wired->form == WS_FORM_POINT;
    if (!narrow || (waits && !points))
        head_sample(view, pen, state);
    else if (!points)
        ws_painter_arrow(view, pen, SAMPLE_CELLS / 2, 0, WS_EAST);
}

static void line_sample(const ws_view *view, const ws_pen *pen, uint32_t ink, int thick,
                        ws_stroke_kind kind) {
    stroke_sample(view, pen, (ws_stroke){.kind = kind, .ink = ink, .thick = thick});
}

static void box_sample(const ws_view *view, const ws_pen *pen, uint32_t ground, ws_role role,
                       const char *text) {
    ws_painter painter = {.view = view, .pen = pen};
    bool rich = ws_ink_rich(view);
    uint32_t ink = rich ? ws_ink_on(ground) : WS_COLOUR_NONE;
    ws_rect at = {0, 0, SAMPLE_CELLS, 1};
    ws_painter_text(&painter, at, role, ink, rich ? ground : WS_COLOUR_NONE, text);
}

/* What moves, where worms are not seen. */
static void way_sample(const ws_view *view, const ws_pen *pen) {
    bool tree = view->overlay.layer == WS_LAYER_TREES && ws_ink_rich(view);
    bool staged = view->map.plan->wired->places->family == WS_FAMILY_STAGES;
    uint32_t ink = tree && staged ? ws_painter_way_ink(view) : ws_ink_role(view, WS_ROLE_IDLE);
    line_sample(view, pen, ink, 1, WS_STROKE_DOTTED);
    ws_painter_arrow(view, pen, SAMPLE_CELLS / 2, 0, WS_EAST);
}

/* A plug at the end of a worm that waits, or of a cable. */
static void full_sample(const ws_view *view, const ws_pen *pen) {
    bool worms = view->overlay.layer == WS_LAYER_WORMS;
    uint32_t ink = ws_ink_role(view, WS_ROLE_IDLE);
    if (view->overlay.layer == WS_LAYER_TREES)
        ink = ws_ink_hot(view, 2);
    if (worms)
        worm_sample(view, pen, true);
    else
        line_sample(view, pen, ink, 1, WS_STROKE_LINE);
    ws_painter painter = {.view = view, .pen = pen, .rich = ws_ink_rich(view)};
    if (worms)
        painter.why = ws_why_of(view);
    ws_painter_plug(&painter, SAMPLE_CELLS - 1, 0);
}

/* ---- rows ---- */

static void sample_draw(const ws_view *view, const ws_pen *pen, unsigned sign) {
    uint32_t idle = ws_ink_role(view, WS_ROLE_IDLE);
    uint32_t dark = ws_ink_ground(view, WS_ROLE_SWITCH);
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    bool staged = view->map.plan->wired->places->family == WS_FAMILY_STAGES;
    switch (sign) {
    case WS_SIGN_MOVES:
        if (view->overlay.layer == WS_LAYER_WORMS)
            worm_sample(view, pen, WS_WORM_MOVES);
        else
            way_sample(view, pen);
        break;
    case WS_SIGN_WAITS: worm_sample(view, pen, WS_WORM_WAITS); break;
    case WS_SIGN_BEHIND: worm_sample(view, pen, WS_WORM_BEHIND); break;
    case WS_SIGN_FULL: full_sample(view, pen); break;
    case WS_SIGN_CHAIN: ws_why_sample(view, pen, 2); break;
    case WS_SIGN_HELD: held_sample(view, pen); break;
    case WS_SIGN_FREE:
        if (staged && view->overlay.layer != WS_LAYER_TREES)
            idle = ws_ink_mix(ws_ink_calm(view, 500, 1000), paper, WS_CALM_DIM);
        line_sample(view, pen, idle, 1,
                    view->map.plan->wired->dense ||
                            (staged && view->overlay.layer == WS_LAYER_TREES)
                        ? WS_STROKE_SPARSE
                        : WS_STROKE_DOTTED);
        break;
    case WS_SIGN_SWITCH: box_sample(view, pen, dark, WS_ROLE_SWITCH, " "); break;
    case WS_SIGN_DIM:
        line_sample(view, pen, ws_ink_role(view, WS_ROLE_FAINT), 1, WS_STROKE_DOTTED);
        break;
    case WS_SIGN_LEVEL: level_sample(view, pen); break;
    case WS_SIGN_MEMBER:
        line_sample(view, pen, ws_ink_hot(view, 2), 2, WS_STROKE_LINE);
        break;
    case WS_SIGN_SAQ_CABLE: line_sample(view, pen, ws_ink_hot(view, 4), 1, WS_STROKE_LINE); break;
    case WS_SIGN_ROOT:
        box_sample(view, pen, ws_ink_hot(view, 0), WS_ROLE_SELECTED, " S0");
        if (view->map.plan->wired->form != WS_FORM_SHORT)
            ws_painter_root(view, pen, (ws_rect){0, 0, SAMPLE_CELLS, 1});
        break;
    case WS_SIGN_HEADS:
        if (view->map.plan->wired->form == WS_FORM_SHORT) /* no room for more */
            box_sample(view, pen, ws_ink_role(view, WS_ROLE_CROWD), WS_ROLE_SWITCH_BLOCKED, " S0");
        else
            box_sample(view, pen, ws_ink_role(view, WS_ROLE_CROWD), WS_ROLE_SWITCH_BLOCKED,
                       view->glyphs->ascii ? " S0X3" : " S0✖3");
        break;
    case WS_SIGN_SAQS:
        box_sample(view, pen, ws_ink_mix(ws_ink_hot(view, 1), paper, 62), WS_ROLE_SWITCH_BLOCKED,
                   ws_ink_rich(view) ? " S0" : " S0 2");
        for (int x = 3; ws_ink_rich(view) && x < SAMPLE_CELLS; x++)
            ws_pen_ink(pen, x, 0, view->glyphs->code[WS_GLYPH_SAQ], WS_ROLE_SWITCH_BLOCKED,
                       ws_ink_hot(view, 1), ws_ink_mix(ws_ink_hot(view, 1), paper, 62));
        break;
    case WS_SIGN_HOSTS:
        box_sample(view, pen, dark, WS_ROLE_SWITCH, view->glyphs->ascii ? " *..." : " ▪▪▪▪");
        for (int x = 1; ws_ink_rich(view) && x < SAMPLE_CELLS; x++) {
            uint32_t idle_ink = ws_ink_mix(ws_ink_role(view, WS_ROLE_STRONG), dark, WS_IDLE_DIM);
            ws_pen_ink(pen, x, 0, view->glyphs->code[WS_GLYPH_HOST_SENDS], WS_ROLE_SWITCH,
                       x == 1 ? ws_ink_role(view, WS_ROLE_HUE1) : idle_ink, dark);
        }
        break;
    default: break;
    }
}

typedef struct sign_row {
    unsigned sign;
    uint32_t layers;   /* bits: under which lenses */
    uint32_t families; /* bits */
    const char *words;
} sign_row;

#define ANY_LAYER    (WS_LENS(WORMS) | WS_LENS(TREES) | WS_LENS(PORTS))
#define NO_WORMS     (WS_ANY_LENS & ~WS_LENS(WORMS))
#define TREE_LAYERS  (WS_LENS(TREES) | WS_LENS(PORTS))
#define LEVEL_LAYERS (WS_LENS(USE) | WS_LENS(BUFFERS))
#define STAGES       (1u << WS_FAMILY_STAGES)
#define RINGS        (1u << WS_FAMILY_RING | 1u << WS_FAMILY_LINE)
#define ANY_FAMILY   (~0u)
#define GRAPHS       (ANY_FAMILY & ~STAGES & ~RINGS)

static const sign_row rows[] = {
    {WS_SIGN_MOVES, WS_LENS(WORMS), ANY_FAMILY, "moves"},
    {WS_SIGN_MOVES, NO_WORMS, GRAPHS | STAGES, "moves"},
    {WS_SIGN_WAITS, WS_LENS(WORMS), ANY_FAMILY, "waits"},
    {WS_SIGN_BEHIND, WS_LENS(WORMS), RINGS, "behind|waits behind another"},
    {WS_SIGN_FULL, WS_ANY_LENS, ANY_FAMILY, "full"},
    {WS_SIGN_ROOT, WS_LENS(TREES), ANY_FAMILY, "tree root|root of the tree"},
    {WS_SIGN_ROOT, WS_LENS(WORMS), GRAPHS | STAGES, "jam root|root of the jam"},
    {WS_SIGN_CHAIN, WS_LENS(WORMS), ANY_FAMILY, "chain|number in the chain"},
    {WS_SIGN_HELD, WS_LENS(WORMS), RINGS, "held|held, no flit here"},
    {WS_SIGN_MEMBER, WS_LENS(TREES), ANY_FAMILY, "waits|waits, in the tree"},
    {WS_SIGN_SAQ_CABLE, WS_LENS(PORTS), ANY_FAMILY, "port|port with SAQs"},
    {WS_SIGN_LEVEL, WS_LENS(USE) | WS_LENS(BUFFERS), ANY_FAMILY, "level|use, filling"},
    {WS_SIGN_FREE, LEVEL_LAYERS, ANY_FAMILY, "none|cable, none of it"},
    {WS_SIGN_FREE, WS_LENS(TREES), STAGES, "free|cable, nothing moves"},
    {WS_SIGN_FREE, WS_LENS(WORMS) | WS_LENS(PORTS), STAGES, "others|other cables: use"},
    {WS_SIGN_FREE, ANY_LAYER, GRAPHS | RINGS, "free|cable, free"},
    {WS_SIGN_HEADS, WS_LENS(WORMS), ANY_FAMILY, "heads|heads waiting here"},
    {WS_SIGN_HOSTS, ANY_LAYER | LEVEL_LAYERS, GRAPHS, "hosts|hosts: send, idle"},
    {WS_SIGN_SAQS, TREE_LAYERS, GRAPHS | STAGES, "SAQs|SAQs in use"},
    {WS_SIGN_SWITCH, ANY_LAYER | LEVEL_LAYERS, ANY_FAMILY, "switch"},
    {WS_SIGN_DIM, WS_LENS(WORMS), ANY_FAMILY, "dimmed|of no interest now"},
};

static bool some_behind(const ws_frame *frame) {
    for (uint32_t i = 0; i < frame->worms; i++)
        if (ws_worm_state_of(&frame->worm[i]) == WS_WORM_BEHIND)
            return true;
    return false;
}

static bool is_listed(const ws_view *view, const sign_row *row) {
    const ws_wired *wired = view->map.plan->wired;
    if (!(row->layers >> view->overlay.layer & 1) || !(row->families >> wired->places->family & 1))
        return false;
    if (row->sign == WS_SIGN_SAQS || row->sign == WS_SIGN_SAQ_CABLE)
        return view->frame->has_saqs;
    if (row->sign == WS_SIGN_SWITCH)
        return wired->form == WS_FORM_POINT;
    if (row->sign == WS_SIGN_DIM)
        return view->selection.filter.count > 0;
    if (row->sign == WS_SIGN_CHAIN)
        return ws_why_of(view).count > 1;
    if (row->sign == WS_SIGN_ROOT)
        return ws_jam_root(view) != WS_NIL;
    if (row->sign == WS_SIGN_BEHIND)
        return some_behind(view->frame);
    if (row->sign == WS_SIGN_HEADS)
        return ws_why_of(view).count < 2;
    return row->sign != WS_SIGN_HOSTS || wired->form == WS_FORM_HOSTS;
}

int ws_wired_signs(const ws_view *view, const ws_pen *pen, int width) {
    static const char *const depths[] = {" 0", " 1", " 2", " 3", " 4", " 5", " 6", " 7+"};
    ws_sign_flow flow = {.view = view, .pen = pen, .width = width, .full = WS_SIGN_FULL + 1};
    ws_pen at;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool listed = is_listed(view, &rows[i]);
        bool asked = rows[i].layers >> view->overlay.layer & 1;
        if (!listed && asked && rows[i].sign == WS_SIGN_ROOT)
            ws_sign_calm(&flow);
        if (!listed)
            continue;
        bool headless = rows[i].sign == WS_SIGN_FULL && view->overlay.layer != WS_LAYER_WORMS;
        int cells = SAMPLE_CELLS + !headless;
        if (ws_sign_next(&flow, cells, rows[i].words, rows[i].sign, &at))
            sample_draw(view, &at, rows[i].sign);
    }
    if (ws_ink_rich(view) && view->overlay.layer == WS_LAYER_TREES)
        ws_sign_ramp(&flow, WS_SIGN_DEEP, WS_SIGN_MEMBER, depths);
    bool traffic = ws_ink_rich(view) && ws_painter_is_traffic(view);
    if (traffic && view->overlay.layer == WS_LAYER_WORMS)
        ws_sign_ramp(&flow, WS_SIGN_AHEAD, WS_SIGN_WAITS, depths);
    return ws_sign_rows(&flow);
}
