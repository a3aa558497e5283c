/* tracks_signs.c - the legend of tracks, drawn with what draws the map. */
#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/jam.h"
#include "ui/map/tracks_painter.h"

enum { SAMPLE_W = 6, SAMPLE_X = 0 };

static const ws_sign_row rows[] = {
    {WS_TRACK_SIGN_MOVES, WS_ANY_LENS, "moves"},
    {WS_TRACK_SIGN_WAITS, WS_LENS(WORMS), "waits"},
    {WS_TRACK_SIGN_FULL, WS_ANY_LENS, "full"},
    {WS_TRACK_SIGN_ROOT, WS_ANY_LENS, "jam root|root of the jam"},
    {WS_TRACK_SIGN_ROOTS, WS_ANY_LENS, "roots|other roots"},
    {WS_TRACK_SIGN_RING, WS_LENS(WORMS), "ring|in the ring of a deadlock"},
    {WS_SIGN_CHAIN, WS_LENS(WORMS), "chain|number in the chain"},
    {WS_TRACK_SIGN_GHOST, WS_LENS(WORMS), "wants|output it wants"},
    {WS_TRACK_SIGN_BUFFER, WS_LENS(WORMS), "buffer|buffer, how full"},
    {WS_TRACK_SIGN_HEADS, WS_ANY_LENS, "heads|heads that wait here"},
    {WS_TRACK_SIGN_POOL, WS_ANY_LENS, "pool|packets in its pool"},
    {WS_TRACK_SIGN_BACKLOG, WS_ANY_LENS, "queued|messages wait at a host"},
    {WS_TRACK_SIGN_HOST, WS_ANY_LENS, "host|host: free, messages wait"},
    {WS_TRACK_SIGN_LEVEL, WS_LENS(USE) | WS_LENS(BUFFERS), "level|use, filling"},
    {WS_TRACK_SIGN_MEMBER, WS_LENS(TREES), "tree|of the tree, by depth"},
    {WS_TRACK_SIGN_SAQS, WS_LENS(PORTS), "SAQs|set-aside queues"},
    {WS_TRACK_SIGN_FREE, WS_ANY_LENS, "free|free tracks, by channel"},
    {WS_TRACK_SIGN_WRAP, WS_ANY_LENS, "wraps|wraps to the other side"},
    {WS_TRACK_SIGN_DIMMED, WS_LENS(WORMS), "dimmed|of no interest now"},
};

static bool has_rings(const ws_frame *frame) {
    for (uint32_t l = 0; l < frame->links; l++)
        if (frame->link[l].wraps)
            return true;
    return false;
}

/* What cannot be there takes no row. */
static bool is_listed(const ws_view *view, const ws_sign_row *row) {
    const ws_tracks *t = &view->map.plan->tracks;
    bool chained = view->selection.worm != WS_NIL;
    switch (row->sign) {
    case WS_TRACK_SIGN_RING: return view->frame->deadlock;
    case WS_SIGN_CHAIN:
    case WS_TRACK_SIGN_GHOST: return chained;
    case WS_TRACK_SIGN_DIMMED: return chained || view->selection.filter.count > 0;
    case WS_TRACK_SIGN_ROOT: return ws_jam_root(view) != WS_NIL;
    case WS_TRACK_SIGN_ROOTS: return !chained && (view->frame->trees > 1 || !view->frame->deadlock);
    case WS_TRACK_SIGN_POOL: return view->frame->pool > 0;
    case WS_TRACK_SIGN_BACKLOG: return t->hosts != WS_TRACK_DOTS;
    case WS_TRACK_SIGN_HOST: return t->hosts == WS_TRACK_DOTS;
    case WS_TRACK_SIGN_WRAP: return has_rings(view->frame);
    default: return true;
    }
}

/* ------------------------------------------------------------------------------- samples ---- */

static ws_track_look look_of(const ws_track_painter *p, ws_track_sign sign) {
    ws_track_look look = {.role = WS_ROLE_HUE0, .rank = WS_RANK_MOVES, .place = -1};
    look.packet = WS_NIL;
    look.waits = sign == WS_TRACK_SIGN_WAITS || sign == WS_TRACK_SIGN_RING;
    look.ring = sign == WS_TRACK_SIGN_RING;
    look.dimmed = sign == WS_TRACK_SIGN_DIMMED && p->view->selection.worm != WS_NIL;
    look.unlit = sign == WS_TRACK_SIGN_DIMMED && !look.dimmed;
    if (look.ring)
        look.role = WS_ROLE_DEADLOCK;
    if (look.unlit)
        look.role = WS_ROLE_FAINT;
    look.colour = ws_ink_role(p->view, look.role);
    if (look.ring)
        look.colour = ws_ink_ground(p->view, WS_ROLE_DEADLOCK);
    return look;
}

static ws_map_cell cell_at(int i, int row) {
    return (ws_map_cell){(int16_t)(SAMPLE_X + i), (int16_t)row, WS_EAST};
}

static void sample_worm(const ws_track_painter *p, int row, ws_track_sign sign) {
    ws_track_look look = look_of(p, sign);
    for (int i = 0; i < SAMPLE_W - 1; i++)
        ws_track_body(p, cell_at(i, row), &look, (uint32_t)(SAMPLE_W - 1 - i), false);
    if (sign == WS_TRACK_SIGN_MOVES || sign == WS_TRACK_SIGN_RING)
        ws_track_head(p, cell_at(SAMPLE_W / 2 - 1, row), &look, false, 1);
    ws_track_head(p, cell_at(SAMPLE_W - 1, row), &look, look.waits, 0);
}

static void sample_buffer(const ws_track_painter *p, int row) {
    static const uint32_t level[] = {1, 3, 5, 7};
    ws_track_look look = look_of(p, WS_TRACK_SIGN_BUFFER);
    for (int i = 0; i < 4; i++)
        ws_track_buffer(p, cell_at(i, row), &look, level[i], 8);
}

static void sample_heads(const ws_track_painter *p, int row) {
    uint32_t ground = ws_ink_ground(p->view, WS_ROLE_SWITCH);
    ws_sheet_box(&p->sheet, (ws_rect){SAMPLE_X, row, 4, 1}, WS_ROLE_SWITCH, ground, WS_NIL);
    ws_mark mark = ws_track_mark(WS_ROLE_BLOCKED, WS_RANK_NAME);
    mark.fg = ws_ink_alarm(p->view, ground);
    mark.glyph = p->code[WS_GLYPH_BLOCKED];
    ws_sheet_put(&p->sheet, SAMPLE_X + 1, row, &mark);
    ws_sheet_text(&p->sheet, SAMPLE_X + 2, row, &mark, "2");
}

static void sample_pool(const ws_track_painter *p, int row) {
    uint32_t ground = ws_ink_ground(p->view, WS_ROLE_SWITCH);
    ws_sheet_box(&p->sheet, (ws_rect){SAMPLE_X, row, 4, 1}, WS_ROLE_SWITCH, ground, WS_NIL);
    ws_mark mark = ws_track_mark(WS_ROLE_BUFFER, WS_RANK_NAME);
    mark.fg = ws_ink_readable(ws_ink_role(p->view, WS_ROLE_BUFFER), ground);
    ws_sheet_text(&p->sheet, SAMPLE_X + 3, row, &mark, "4");
}

static void sample_hosts(const ws_track_painter *p, int row, ws_track_sign sign) {
    ws_mark mark = ws_track_mark(WS_ROLE_BACKLOG, WS_RANK_HOST);
    mark.fg = ws_ink_role(p->view, WS_ROLE_BACKLOG);
    if (sign == WS_TRACK_SIGN_BACKLOG) {
        ws_sheet_text(&p->sheet, SAMPLE_X, row, &mark, "3");
        return;
    }
    uint32_t ground = ws_ink_ground(p->view, WS_ROLE_SWITCH);
    ws_sheet_box(&p->sheet, (ws_rect){SAMPLE_X, row, 4, 1}, WS_ROLE_SWITCH, ground, WS_NIL);
    mark.glyph = p->code[WS_GLYPH_HOST_ONE];
    ws_sheet_put(&p->sheet, SAMPLE_X + 2, row, &mark);
    mark.role = WS_ROLE_HOST;
    mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_HOST), ground, 60);
    ws_sheet_put(&p->sheet, SAMPLE_X + 1, row, &mark);
}

static void sample_value(const ws_track_painter *p, int row, ws_seen seen) {
    for (int i = 0; i < SAMPLE_W; i++) {
        ws_lens_value value = {(uint16_t)seen, (uint16_t)(i + 1)};
        if (seen == WS_SEEN_ROOT || seen == WS_SEEN_SAQS)
            value.step = 2;
        ws_track_value(p, cell_at(i, row), value, WS_NIL, i + 1 == SAMPLE_W);
    }
}

static void sample_root(const ws_track_painter *p, int row, bool main) {
    uint32_t box = ws_ink_ground(p->view, WS_ROLE_SWITCH);
    uint32_t ground = main ? ws_ink_hot(p->view, 0) : box;
    ws_mark mark = ws_track_mark(WS_ROLE_SWITCH, WS_RANK_NAME);
    ws_sheet_box(&p->sheet, (ws_rect){SAMPLE_X, row, 4, 1}, WS_ROLE_SWITCH, ground, WS_NIL);
    mark.attr = main && !p->rich ? WS_REVERSE : 0;
    mark.fg = main ? ws_ink_on(ground) : ws_ink_role(p->view, WS_ROLE_SWITCH);
    mark.glyph = p->code[main ? WS_GLYPH_ROOT : WS_GLYPH_ROOT_OTHER];
    ws_sheet_put(&p->sheet, SAMPLE_X, row, &mark);
    ws_sheet_text(&p->sheet, SAMPLE_X + 1, row, &mark, "S0");
}

/* At the end of a worm that waits. */
static void sample_full(const ws_track_painter *p, int row) {
    ws_track_look look = look_of(p, WS_TRACK_SIGN_WAITS);
    uint32_t shown = p->view->map.plan->full;
    bool worms = p->view->overlay.layer == WS_LAYER_WORMS;
    bool chained = worms && ws_why_of(p->view).count > 0;
    for (int i = 0; i < 3; i++)
        ws_track_body(p, cell_at(i, row), &look, (uint32_t)(3 - i), false);
    ws_track_full(p, cell_at(3, row), WS_NIL, chained ? WS_TRACK_BEHIND : 0);
    p->view->map.plan->full = shown; /* this one is not of the map */
}

/* What moves, where worms are not seen. */
static void sample_way(const ws_track_painter *p, int row) {
    for (int i = 0; i < SAMPLE_W; i++)
        ws_track_free(p, cell_at(i, row), 0, WS_NIL, false);
    ws_track_way(p, cell_at(SAMPLE_W / 2, row), WS_NIL);
}

static void sample_free(const ws_track_painter *p, int row) {
    int tracks = p->plan->tracks.lanes;
    for (int i = 0; i < SAMPLE_W; i++)
        ws_track_free(p, cell_at(i, row), i * tracks / SAMPLE_W, WS_NIL, false);
}

static void sample_paint(const ws_track_painter *p, int row, unsigned sign) {
    switch (sign) {
    case WS_SIGN_CHAIN:
        for (size_t i = 0; i < 3; i++)
            ws_track_badge(p, SAMPLE_X + 2 * (int)i, row, i, ws_ink_hot(p->view, 3u - i), true);
        break;
    case WS_TRACK_SIGN_GHOST:
        for (int i = 0; i < SAMPLE_W; i++)
            ws_track_ghost(p, cell_at(i, row), 3, WS_NIL);
        break;
    case WS_TRACK_SIGN_BUFFER: sample_buffer(p, row); break;
    case WS_TRACK_SIGN_HEADS: sample_heads(p, row); break;
    case WS_TRACK_SIGN_POOL: sample_pool(p, row); break;
    case WS_TRACK_SIGN_BACKLOG:
    case WS_TRACK_SIGN_HOST: sample_hosts(p, row, (ws_track_sign)sign); break;
    case WS_TRACK_SIGN_LEVEL: sample_value(p, row, WS_SEEN_LEVEL); break;
    case WS_TRACK_SIGN_MEMBER: sample_value(p, row, WS_SEEN_MEMBER); break;
    case WS_TRACK_SIGN_SAQS: sample_value(p, row, WS_SEEN_SAQS); break;
    case WS_TRACK_SIGN_ROOT:
    case WS_TRACK_SIGN_ROOTS: sample_root(p, row, sign == WS_TRACK_SIGN_ROOT); break;
    case WS_TRACK_SIGN_FULL: sample_full(p, row); break;
    case WS_TRACK_SIGN_FREE: sample_free(p, row); break;
    case WS_TRACK_SIGN_WRAP: ws_track_wrap_label(p, SAMPLE_X, row, "S0", true); break;
    case WS_TRACK_SIGN_MOVES:
        if (p->view->overlay.layer != WS_LAYER_WORMS) {
            sample_way(p, row);
            break;
        }
        /* fall through */
    default: sample_worm(p, row, (ws_track_sign)sign); break;
    }
}

static int cells_of(unsigned sign) {
    switch (sign) {
    case WS_TRACK_SIGN_BUFFER:
    case WS_TRACK_SIGN_FULL:
    case WS_TRACK_SIGN_ROOT:
    case WS_TRACK_SIGN_ROOTS:
    case WS_TRACK_SIGN_HEADS:
    case WS_TRACK_SIGN_POOL:
    case WS_TRACK_SIGN_HOST: return 4;
    case WS_TRACK_SIGN_BACKLOG: return 1;
    case WS_TRACK_SIGN_WRAP: return 3;
    default: return SAMPLE_W;
    }
}

static void sample_draw(const ws_view *view, const ws_pen *pen, unsigned sign) {
    ws_track_painter p = ws_track_painter_begin(view, (ws_rect){0, 0, SAMPLE_W, 1});
    sample_paint(&p, 0, sign);
    ws_sheet_flush(&p.sheet, pen);
    ws_track_painter_end(&p);
}

int ws_tracks_signs(const ws_view *view, const ws_pen *pen, int width) {
    static const ws_sign_table table = {
        .row = rows,
        .rows = sizeof rows / sizeof *rows,
        .is_listed = is_listed,
        .cells_of = cells_of,
        .sample_draw = sample_draw,
    };
    ws_sign_flow flow = {.view = view, .pen = pen, .width = width, .full = WS_TRACK_SIGN_FULL + 1};
    flow.root = WS_TRACK_SIGN_ROOT + 1;
    ws_sign_list(&flow, &table);
    ws_sign_refused(&flow);
    return ws_sign_rows(&flow);
}
