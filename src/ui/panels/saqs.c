/* saqs.c - set-aside queues: those of the port, or the switch, that is looked at, else those of the whole network, the fullest first: the
 * port and the way from there to the congested output, packets against the marks Xon and Xoff, what it was told (x: blocked by Xoff from
 * downstream) and has told (X), age. "S1<S0" is a port at an input, "S1>S2" one at an output. Below, the latest births (+) and deaths (-), with cause. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/panel.h"

enum { PORT_X = 1, PATH_X = 13, BAR_X = 22, FLAGS_X = 29, AGE_X = 46, BAR = 6, LOG_ROWS = 6, LISTED = 64 };

/* "S1.0<S0.2": the switch, and where its port comes from. */
static void port_draw(const ws_view *v, const ws_pen *pen, int x, int y, uint32_t link, ws_role role) {
    const ws_frame_link *l = &v->frame->link[link];
    ws_pen_print(pen, x, y, role, "%s<%s", ws_node_name(v->frame, l->to), ws_node_name(v->frame, l->from));
}

/* "S1.0>S0.2": an output port. */
static void output_draw(const ws_view *v, const ws_pen *pen, int x, int y, uint32_t link) {
    const ws_frame_link *l = &v->frame->link[link];
    ws_pen_print(pen, x, y, WS_ROLE_TEXT, "%s>%s", ws_node_name(v->frame, l->from),
                 ws_node_name(v->frame, l->to));
}

/* The switch in which it is. */
static uint32_t switch_of(const ws_view *v, const ws_saq *saq) {
    const ws_frame_link *l = &v->frame->link[saq->link];
    return saq->output ? l->from : l->to;
}

/* Is it of interest? */
static bool is_shown(const ws_view *v, const ws_saq *saq) {
    const ws_view_selection *chosen = &v->selection;
    if (chosen->node != WS_NIL && chosen->node < v->frame->switches)
        return switch_of(v, saq) == chosen->node;
    if (chosen->link != WS_NIL)
        return saq->link == chosen->link;
    if (chosen->queue != WS_NIL)
        return saq->link == v->frame->queue[chosen->queue].link;
    return true;
}

/* Of those shown, the fullest, ties by number. Writes their places and returns how many of all there are. */
static size_t saqs_choose(const ws_view *v, uint32_t *place, size_t room, size_t *shown) {
    const ws_frame *f = v->frame;
    size_t count = 0;
    *shown = 0;
    for (uint32_t i = 0; i < f->saqs; i++) {
        if (!is_shown(v, &f->saq[i])) continue;
        ++*shown;
        size_t at = count < room ? count++ : room;
        for (; at > 0 && f->saq[place[at - 1]].packets < f->saq[i].packets; at--)
            if (at < room) place[at] = place[at - 1];
        if (at < room) place[at] = i;
    }
    return count;
}

/* Packets, up to a third beyond Xoff; the marks are dots where it is empty. */
static void bar_draw(const ws_view *v, const ws_pen *pen, int y, const ws_saq *saq) {
    int64_t xoff = v->frame->def.saq_xoff, xon = v->frame->def.saq_xon, full = xoff + (xoff + 2) / 3;
    for (int i = 0; i < BAR; i++) {
        bool filled = (int64_t)saq->packets * BAR > i * full;
        bool mark = i == (int)(xoff * BAR / full) || i == (int)(xon * BAR / full);
        ws_role role = (int64_t)saq->packets >= xoff ? WS_ROLE_STOP : WS_ROLE_BUFFER;
        if (filled) ws_pen_glyph(pen, BAR_X + i, y, ws_glyph_level(v->glyphs, 1, 1), role, 0);
        else ws_pen_glyph(pen, BAR_X + i, y, mark ? '|' : '.', WS_ROLE_FAINT, 0);
    }
}

static void saq_draw(const ws_view *v, const ws_pen *pen, int y, const ws_saq *saq) {
    char path[32], root[64];
    const ws_frame *f = v->frame;
    ws_saq_path(saq->path, saq->hops, path, sizeof path);
    if (saq->output)
        output_draw(v, pen, PORT_X, y, saq->link);
    else
        port_draw(v, pen, PORT_X, y, saq->link, WS_ROLE_TEXT);
    ws_pen_text(pen, PATH_X, y, WS_ROLE_STRONG, path);
    bar_draw(v, pen, y, saq);
    ws_pen_text(pen, FLAGS_X, y, saq->blocked ? WS_ROLE_BLOCKED : WS_ROLE_FAINT, saq->blocked ? "x" : saq->idle ? "i" : ".");
    ws_pen_text(pen, FLAGS_X + 1, y, saq->xoff_sent ? WS_ROLE_STOP : WS_ROLE_FAINT, saq->xoff_sent ? "X" : saq->pending ? "r" : ".");
    if (pen->clip.w < 40) return;
    snprintf(root, sizeof root, "%s", ws_node_name(f, f->link[saq->root].to));
    ws_pen_text(pen, FLAGS_X + 3, y, WS_ROLE_TEXT, root);
    if (pen->clip.w >= AGE_X) ws_pen_print_right(pen, AGE_X - 1, y, WS_ROLE_FAINT, "%" PRIu64, f->cycle - saq->born);
}

static void event_draw(const ws_view *v, const ws_pen *pen, int y, const ws_saq_event *e) {
    char path[32];
    ws_saq_path(e->path, e->hops, path, sizeof path);
    ws_pen_text(pen, 0, y, e->freed ? WS_ROLE_FAINT : WS_ROLE_STRONG, e->freed ? "-" : "+");
    port_draw(v, pen, PORT_X, y, e->link, WS_ROLE_TEXT);
    ws_pen_text(pen, PATH_X, y, WS_ROLE_TEXT, path);
    ws_pen_print(pen, BAR_X, y, WS_ROLE_FAINT, "%" PRIu64, e->cycle);
    if (pen->clip.w < 40) return;
    if (e->freed) ws_pen_print(pen, FLAGS_X + 3, y, WS_ROLE_FAINT, "freed after %" PRIu64, e->cycle - e->born);
    else ws_pen_text(pen, FLAGS_X + 3, y, WS_ROLE_FAINT, ws_saq_causes[e->cause]);
}

void ws_saq_log_draw(const ws_view *v, const ws_pen *pen, int y, int end) {
    const ws_saq_log *log = &v->frame->saq_log;
    for (uint64_t i = 0; i < log->count && i < WS_SAQ_LOG && y < end; i++)
        event_draw(v, pen, y++, &log->event[(log->count - 1 - i) % WS_SAQ_LOG]);
}

void ws_saqs_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    uint32_t place[LISTED];
    size_t shown, log = f->saq_log.count < LOG_ROWS ? (size_t)f->saq_log.count : LOG_ROWS;
    int y = 0, bottom = pen->clip.h - (int)log;
    if (bottom < 4) log = 0, bottom = pen->clip.h;
    const ws_saq_census *census = &f->saq_census;
    int x = 1;
    x += ws_pen_print(pen, x, y, WS_ROLE_TEXT, "%" PRIu32 " in use", census->active);
    if (census->outputs)
        x += ws_pen_print(pen, x, y, WS_ROLE_TEXT, ", %" PRIu32 " at outputs", census->outputs);
    ws_pen_print(pen, x, y++, WS_ROLE_TEXT, ", at most %" PRIu32 " per port", census->most);
    if (pen->clip.h > 8)
        ws_pen_print(pen, 1, y++, WS_ROLE_FAINT, "%" PRIu64 " allocated, %" PRIu64 " refused", f->saqs_born, f->saqs_failed);
    if (pen->clip.h > 9)
        ws_pen_print(pen, 1, y++, WS_ROLE_FAINT, "told %" PRIu64 " Xoff, %" PRIu64 " Xon", f->xoffs, f->xons);
    int rows = ws_clamp(bottom - y, 0, LISTED);
    size_t count = saqs_choose(v, place, (size_t)rows, &shown);
    for (size_t i = 0; i < count; i++) {
        if (i + 1 == (size_t)rows && shown > count) ws_pen_print(pen, PORT_X, y++, WS_ROLE_FAINT, "and %zu more", shown - i);
        else saq_draw(v, pen, y++, &f->saq[place[i]]);
    }
    ws_saq_log_draw(v, pen, bottom, bottom + (int)log);
}

int ws_saqs_rows(const ws_view *v) { return v->frame->has_saqs ? 6 + ws_min((int)v->frame->saqs, 10) + LOG_ROWS : 0; }
