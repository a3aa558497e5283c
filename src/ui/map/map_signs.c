/* map_signs.c - the legend of a map of boxes. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/map_plan.h"

typedef struct sign_row {
    ws_box_sign sign;
    uint32_t layers; /* bits: under which lenses */
    ws_glyph glyph;
    ws_role role;
    const char *words;
} sign_row;

#define LEVELS (WS_LENS(USE) | WS_LENS(BUFFERS))
/* What has no glyph of its own: a digit, or a level. */
#define DIGIT WS_GLYPH_COUNT

static const sign_row rows[] = {
    {WS_BOX_MOVES, WS_LENS(WORMS) | WS_LENS(PORTS), WS_GLYPH_FLITS_H, WS_ROLE_HUE0, "moves"},
    {WS_BOX_WAITS, WS_LENS(WORMS) | WS_LENS(PORTS), WS_GLYPH_STILL_H, WS_ROLE_HUE0, "waits"},
    {WS_BOX_HEAD, WS_LENS(WORMS) | WS_LENS(PORTS), WS_GLYPH_BLOCKED, WS_ROLE_BLOCKED,
     "head|head that waits"},
    {WS_BOX_BUFFER, WS_LENS(WORMS) | WS_LENS(PORTS), DIGIT, WS_ROLE_BUFFER,
     "buffer|buffer, how full"},
    {WS_BOX_USE, WS_LENS(WORMS) | WS_LENS(PORTS), DIGIT, WS_ROLE_HEAT3, "use|use of a link"},
    {WS_BOX_LEVEL, LEVELS, DIGIT, WS_ROLE_CALM4, "level|use, filling"},
    {WS_BOX_HEADS, WS_ANY_LENS, WS_GLYPH_BLOCKED, WS_ROLE_SWITCH_BLOCKED,
     "heads|heads that wait here"},
    {WS_BOX_BACKLOG, WS_ANY_LENS, DIGIT, WS_ROLE_BACKLOG, "queued|messages wait at a host"},
    {WS_BOX_MEMBER, WS_LENS(TREES), WS_GLYPH_STILL_H, WS_ROLE_HEAT4, "tree|of the tree, its depth"},
    {WS_BOX_ROOT, WS_LENS(TREES) | WS_LENS(PORTS), WS_GLYPH_ROOT, WS_ROLE_BLOCKED,
     "root|root of the jam"},
    {WS_BOX_VICTIM, WS_LENS(TREES), WS_GLYPH_VICTIM, WS_ROLE_STRONG, "victim"},
    {WS_BOX_COLD, WS_LENS(TREES), WS_GLYPH_VICTIM_COLD, WS_ROLE_STRONG, "cold|cold victim"},
    {WS_BOX_SAQS, WS_LENS(PORTS), DIGIT, WS_ROLE_STRONG, "SAQs|set-aside queues"},
    {WS_BOX_WAY, WS_LENS(PORTS), WS_GLYPH_STILL_H, WS_ROLE_HEAT4, "way|way to the jam"},
    {WS_BOX_FREE, WS_ANY_LENS, WS_GLYPH_IDLE_H, WS_ROLE_IDLE, "free"},
    {WS_BOX_DIM, WS_LENS(WORMS), WS_GLYPH_IDLE_H, WS_ROLE_FAINT, "dimmed|of no interest now"},
};

static bool is_listed(const ws_view *view, const sign_row *row) {
    if (row->sign == WS_BOX_DIM && view->selection.filter.count == 0)
        return false;
    return row->layers >> view->overlay.layer & 1;
}

static void sample_draw(const ws_view *view, const ws_pen *at, const sign_row *row) {
    for (int i = 0; i < 3; i++) {
        uint32_t glyph = ws_glyph_level(view->glyphs, (uint32_t)(2 + 3 * i), 8);
        ws_role role = row->role;
        if (row->sign == WS_BOX_BACKLOG || row->sign == WS_BOX_SAQS)
            glyph = i == 1 ? '2' : ' ';
        if (row->glyph != DIGIT)
            glyph = view->glyphs->code[row->glyph];
        if (row->sign == WS_BOX_MOVES && i == 2)
            glyph = view->glyphs->code[WS_GLYPH_HEAD_E];
        if (row->sign == WS_BOX_MEMBER && i == 2)
            glyph = '2';
        ws_pen_glyph(at, i, 0, glyph, role, 0);
        if (row->glyph == WS_GLYPH_BLOCKED)
            break;
    }
}

int ws_boxes_signs(const ws_view *view, const ws_pen *pen, int width) {
    ws_sign_flow flow = {.view = view, .pen = pen, .width = width};
    ws_pen at;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!is_listed(view, &rows[i]))
            continue;
        if (ws_sign_next(&flow, 3, rows[i].words, rows[i].sign, &at))
            sample_draw(view, &at, &rows[i]);
    }
    return ws_sign_rows(&flow);
}
