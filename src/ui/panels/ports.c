/* ports.c - the set-aside queues of a port, as its CAM sees them, and the latest births and deaths of the network.
 *
 * A line takes two rows: its path (output ports from here to the congested link) with a bar of the packets in it, on which the marks of Xon
 * and Xoff stand as long as it is not as full, and three signs: may not send, has told Xoff, ready to be entered directly; below, the
 * congested link, its age and what it was born of. Under the lines, the other ports of the switch that have some. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/map/lens.h"
#include "ui/panel.h"

enum { PATH_X = 3, PATH_ROOM = 24, BAR_NARROW = 8, BAR_WIDE = 14, WIDE = 38, LOG_LEAST = 3 };

static const ws_cam_line *lines_of(const ws_frame *f, uint32_t port) { return f->cam + (size_t)port * f->cam_lines; }

static const char *arrow(const ws_view *v) { return v->glyphs->ascii ? ">" : "→"; }

static int link_draw(const ws_view *v, const ws_pen *pen, int x, int y, ws_role role, uint32_t link) {
    char name[64];
    return ws_pen_text(pen, x, y, role, ws_link_name(v, link, name, sizeof name));
}

/* `marks` are numbers of packets; a bar is one and a half times as long as the highest. */
static void bar_draw(const ws_view *v, const ws_pen *pen, int x, int y, int cells, uint32_t packets, uint32_t low,
                     uint32_t high) {
    uint32_t whole = ws_max(high + high / 2, 2), each = 8; /* eighths of a cell */
    uint32_t filled = packets >= whole ? (uint32_t)cells * each : packets * (uint32_t)cells * each / whole;
    for (int i = 0; i < cells; i++) {
        uint32_t from = (uint32_t)i * each, here = filled <= from ? 0 : filled - from;
        bool mark = (int)(low * (uint32_t)cells / whole) == i || (int)(high * (uint32_t)cells / whole) == i;
        ws_role role = packets >= high ? WS_ROLE_STOP : WS_ROLE_BUFFER;
        uint32_t glyph = here ? ws_glyph_level(v->glyphs, here > each ? each : here, each) : v->glyphs->code[WS_GLYPH_IDLE_H];
        if (mark && here == 0) glyph = v->glyphs->code[WS_GLYPH_LINE_V];
        ws_pen_glyph(pen, x + i, y, glyph, here ? role : WS_ROLE_FAINT, 0);
    }
}

static int bar_cells(const ws_pen *pen) { return pen->clip.w >= WIDE ? BAR_WIDE : BAR_NARROW; }

static void signs_draw(const ws_view *v, const ws_pen *pen, int y, const ws_cam_line *saq) {
    const uint32_t *code = v->glyphs->code;
    int x = pen->clip.w - 4;
    ws_pen_glyph(pen, x, y, saq->blocked ? code[WS_GLYPH_BLOCKED] : code[WS_GLYPH_IDLE_H],
                 saq->blocked ? WS_ROLE_BLOCKED : WS_ROLE_IDLE, 0);
    ws_pen_glyph(pen, x + 1, y, saq->xoff_sent ? code[WS_GLYPH_STOP] : code[WS_GLYPH_IDLE_H], saq->xoff_sent ? WS_ROLE_STOP : WS_ROLE_IDLE,
                 0);
    ws_pen_glyph(pen, x + 2, y, saq->pending == 0 ? 'r' : code[WS_GLYPH_IDLE_H],
                 saq->pending == 0 ? WS_ROLE_MOVING : WS_ROLE_IDLE, 0);
}

/* Returns the row below. */
static int line_draw(const ws_view *v, const ws_pen *pen, int y, uint32_t number, const ws_cam_line *saq) {
    const ws_frame *f = v->frame;
    char path[PATH_ROOM], age[32];
    ws_saq_path(saq->path, saq->hops, path, sizeof path);
    int cells = bar_cells(pen), w = pen->clip.w;
    ws_pen_print_right(pen, PATH_X - 1, y, WS_ROLE_FAINT, "%" PRIu32, number);
    ws_pen_text(pen, PATH_X, y, WS_ROLE_STRONG, path);
    bar_draw(v, pen, w - 9 - cells, y, cells, saq->packets, (uint32_t)f->def.saq_xon, (uint32_t)f->def.saq_xoff);
    ws_pen_print_right(pen, w - 5, y, WS_ROLE_TEXT, "%" PRIu32, saq->packets);
    signs_draw(v, pen, y++, saq);
    int x = PATH_X + link_draw(v, pen, PATH_X, y, WS_ROLE_FAINT, saq->root);
    ws_pen_print_right(pen, w - 1, y, WS_ROLE_FAINT, "%s %s", ws_count_text(f->cycle - saq->born, age, sizeof age),
                       x + 20 < w ? ws_saq_causes[saq->cause] : "");
    return y + 1;
}

/* The port, its memory, and its cold queue: what most of it wants, on the way to detection. */
static int port_draw(const ws_view *v, const ws_pen *pen, int y, uint32_t port) {
    const ws_frame *f = v->frame;
    const ws_port *p = &f->port[port];
    int cells = bar_cells(pen), w = pen->clip.w;
    link_draw(v, pen, 1, y, WS_ROLE_SELECTED, p->link);
    ws_pen_glyph(pen, w - 8, y, ws_glyph_level(v->glyphs, p->packets, p->room), WS_ROLE_BUFFER, 0);
    ws_pen_print_right(pen, w - 1, y++, WS_ROLE_FAINT, "%" PRIu32 "/%" PRIu32, p->packets, p->room);
    int x = 1 + ws_pen_print(pen, 1, y, WS_ROLE_TEXT, "cold %" PRIu32, p->cold_packets);
    if (p->requested != WS_NIL) ws_pen_print(pen, x + 1, y, WS_ROLE_FAINT, "%s%s", arrow(v), ws_node_name(f, f->link[p->requested].to));
    bar_draw(v, pen, w - 9 - cells, y, cells, p->requesting, (uint32_t)f->def.saq_detect, (uint32_t)f->def.saq_detect);
    ws_pen_print_right(pen, w - 5, y++, WS_ROLE_TEXT, "%" PRIu32, p->requesting);
    for (uint32_t i = 0; i < f->cam_lines && y < pen->clip.h; i++)
        if (lines_of(f, port)[i].valid) y = line_draw(v, pen, y, i, &lines_of(f, port)[i]);
    int free = (int)f->def.saqs - (int)p->used; /* of those that may be used */
    if (free > 0) ws_pen_print(pen, PATH_X, y++, WS_ROLE_FAINT, "%d lines free", free);
    return y;
}

/* The other ports of the switch, one row each. */
static int others_draw(const ws_view *v, const ws_pen *pen, int y, uint32_t chosen) {
    const ws_frame *f = v->frame;
    for (uint32_t p = 0; p < f->ports && y + LOG_LEAST < pen->clip.h; p++) {
        if (p == chosen || f->port[p].node != f->port[chosen].node || f->port[p].packets == 0) continue;
        link_draw(v, pen, 1, y, WS_ROLE_TEXT, f->port[p].link);
        ws_pen_print_right(pen, pen->clip.w - 10, y, f->port[p].used ? WS_ROLE_STRONG : WS_ROLE_FAINT, "%" PRIu32,
                           f->port[p].used);
        ws_pen_glyph(pen, pen->clip.w - 8, y, ws_glyph_level(v->glyphs, f->port[p].packets, f->port[p].room), WS_ROLE_BUFFER, 0);
        ws_pen_print_right(pen, pen->clip.w - 1, y++, WS_ROLE_FAINT, "%" PRIu32 "/%" PRIu32, f->port[p].packets, f->port[p].room);
    }
    return y;
}

void ws_ports_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    uint32_t port = ws_port_chosen(v);
    if (port == WS_NIL) return;
    int x = 1 + ws_pen_print(pen, 1, 0, WS_ROLE_TEXT, "%" PRIu32 " in use", f->saq_census.active);
    x += 1 + ws_pen_print(pen, x + 1, 0, f->saq_census.blocked ? WS_ROLE_BLOCKED : WS_ROLE_FAINT, "%" PRIu32 " blocked",
                          f->saq_census.blocked);
    ws_pen_print(pen, x + 1, 0, WS_ROLE_FAINT, "%" PRIu64 " refused", f->saqs_failed);
    int y = port_draw(v, pen, 1, port);
    y = others_draw(v, pen, y, port);
    if (y + 1 < pen->clip.h) ws_saq_log_draw(v, pen, y, pen->clip.h);
}

/* Are set-aside queues looked at, and nothing else? */
static bool ports_seen(const ws_view *view) {
    const ws_view_selection *chosen = &view->selection;
    const ws_frame *frame = view->frame;
    bool is_host = chosen->node != WS_NIL && chosen->node >= frame->switches;
    if (!ws_view_shows(view, WS_SHOWS_PORTS) || frame->cam_lines == 0)
        return false;
    if (chosen->link != WS_NIL || chosen->queue != WS_NIL || is_host)
        return false;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, chosen->worm);
    return !worm || !ws_worm_selected(view, worm);
}

int ws_ports_rows(const ws_view *v) { return ports_seen(v) ? 8 + 2 * (int)v->frame->cam_lines + WS_SAQ_LOG : 0; }
