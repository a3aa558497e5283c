/* timeline.c - the session as one line: what lies behind and ahead, the share of blocked
 * worms as a sparkline, keyframes as ticks, notes, changes of parameters, branches.
 *
 * The line ends where the run does; a run without a known end gets a round number of cycles, so that the place does not always
 * stand at the right. */
#include <inttypes.h>
#include <stdio.h>

#include "session/history/marks.h"
#include "ui/view.h"

#define LABEL_MAX   14
#define SPAN_LEAST  1000
#define TICKS_APART 2 /* closer ones would hide the line */

typedef struct track {
    int x, w;
    uint64_t span; /* cycles from its first to its last cell */
    char label[32];
} track;

/* 1, 2 or 5 times a power of ten. */
static uint64_t round_up(uint64_t cycles) {
    for (uint64_t unit = SPAN_LEAST; unit < UINT64_MAX / 100; unit *= 10) {
        if (cycles <= unit) return unit;
        if (cycles <= 2 * unit) return 2 * unit;
        if (cycles <= 5 * unit) return 5 * unit;
    }
    return cycles;
}

static track track_make(const ws_view *v, int width) {
    const ws_timeline *t = v->session.timeline;
    uint64_t span = round_up(t->reached);
    track k = {.span = t->end < span ? t->end : span};
    if (k.span == 0) k.span = 1;
    ws_count_text(k.span, k.label, sizeof k.label);
    int left =
        2 + ws_min(ws_text_columns(v->session.branch[v->session.branch_now].name), LABEL_MAX);
    k.x = left;
    k.w = ws_max(width - left - ws_text_columns(k.label) - 2, 1);
    return k;
}

static int column_of(const track *k, uint64_t cycle) {
    if (cycle >= k->span) return k->w - 1;
    return (int)((double)cycle / (double)k->span * (k->w - 1));
}

static void line_draw(const ws_view *v, const ws_pen *pen, const track *k) {
    const uint32_t *code = v->glyphs->code;
    int now = column_of(k, v->session.timeline->now),
        reached = column_of(k, v->session.timeline->reached);
    ws_pen_fill(pen, (ws_rect){0, 0, k->w, 1}, code[WS_GLYPH_IDLE_H], WS_ROLE_IDLE);
    ws_pen_fill(pen, (ws_rect){0, 0, reached + 1, 1}, code[WS_GLYPH_LINE_H], WS_ROLE_FAINT);
    ws_pen_fill(pen, (ws_rect){0, 0, now + 1, 1}, code[WS_GLYPH_FLITS_H], WS_ROLE_PAST);
}

/* The largest share of blocked worms in the windows that touch a column; 0 where nothing was measured. `point` is the first window
 * that does, and goes along. */
static double column_share(const ws_frame *f, const track *k, int x, size_t *point) {
    double most = 0, begin = (double)x / ws_max(k->w - 1, 1) * (double)k->span,
           end = (double)(x + 1) / ws_max(k->w - 1, 1) * (double)k->span;
    while (*point < f->points && (double)f->point[*point].cycle <= begin) (*point)++;
    for (size_t i = *point; i < f->points; i++) {
        if (f->point[i].blocked > most) most = f->point[i].blocked;
        if ((double)f->point[i].cycle >= end) break;
    }
    return most;
}

/* How much stood still, over the part that lies behind. */
static void spark_draw(const ws_view *v, const ws_pen *pen, const track *k) {
    size_t point = 0;
    int now = column_of(k, v->session.timeline->now);
    for (int x = 0; x <= now; x++) {
        uint32_t thousandths = (uint32_t)(1000 * column_share(v->frame, k, x, &point) + 0.5);
        if (thousandths) ws_pen_glyph(pen, x, 0, ws_glyph_level(v->glyphs, thousandths, 1000), WS_ROLE_PAST, 0);
    }
}

static void ticks_draw(const ws_view *v, const ws_pen *pen, const track *k) {
    int now = column_of(k, v->session.timeline->now);
    for (size_t i = 0, next = 0; i < v->session.timeline->keyframe_count; i++) {
        int x = column_of(k, v->session.timeline->keyframes[i]);
        if (x < (int)next) continue;
        ws_pen_glyph(pen, x, 0, v->glyphs->code[WS_GLYPH_TICK], x <= now ? WS_ROLE_PAST : WS_ROLE_FAINT, 0);
        next = (size_t)x + TICKS_APART;
    }
}

/* Where the present branch began, and where others leave it. */
static void forks_draw(const ws_view *v, const ws_pen *pen, const track *k) {
    for (size_t i = 1; i < v->session.branch_count; i++)
        if (i == v->session.branch_now || v->session.branch[i].parent == v->session.branch_now)
            ws_pen_glyph(pen, column_of(k, v->session.branch[i].forked), 0,
                         v->glyphs->code[WS_GLYPH_FORK], WS_ROLE_TITLE, 0);
}

static void marks_draw(const ws_view *v, const ws_pen *pen, const track *k) {
    static const ws_glyph glyph[] = {[WS_MARK_CHANGE] = WS_GLYPH_CHANGE, [WS_MARK_NOTE] = WS_GLYPH_NOTE};
    for (size_t i = 0; i < v->session.timeline->mark_count; i++) {
        ws_mark mark = ws_mark_of(v->session.timeline->marks[i].text);
        if (mark == WS_MARK_NONE) continue;
        ws_pen_glyph(pen, column_of(k, v->session.timeline->marks[i].cycle), 0,
                     v->glyphs->code[glyph[mark]], WS_ROLE_MARK, 0);
    }
}

static void stops_draw(const ws_view *v, const ws_pen *pen, const track *k) {
    for (size_t i = 0; i < v->session.stop_count; i++)
        if (v->session.stops[i].branch == v->session.branch_now)
            ws_pen_glyph(pen, column_of(k, v->session.stops[i].cycle), 0,
                         v->glyphs->code[WS_GLYPH_BREAK], WS_ROLE_MARK, 0);
}

/* The range that is brushed. */
static void brush_draw(const ws_view *v, const ws_pen *pen, const track *k) {
    const ws_view_brush *brush = &v->brush;
    if (!brush->shown)
        return;
    int last = column_of(k, brush->to);
    for (int column = column_of(k, brush->from); column <= last; column++) {
        ws_cell *cell = ws_pen_cell(pen, column, 0);
        if (cell)
            cell->role = WS_ROLE_SELECTED;
    }
}

void ws_timeline_draw(const ws_view *v, const ws_pen *pen) {
    if (!v->session.timeline)
        return;
    track k = track_make(v, pen->clip.w);
    ws_pen name = ws_pen_sub(pen, (ws_rect){1, 0, LABEL_MAX, 1});
    ws_pen_text(&name, 0, 0, WS_ROLE_TITLE, v->session.branch[v->session.branch_now].name);
    ws_pen line = ws_pen_sub(pen, (ws_rect){k.x, 0, k.w, 1});
    line_draw(v, &line, &k);
    spark_draw(v, &line, &k);
    ticks_draw(v, &line, &k);
    forks_draw(v, &line, &k);
    marks_draw(v, &line, &k);
    stops_draw(v, &line, &k);
    brush_draw(v, &line, &k);
    ws_pen_glyph(&line, column_of(&k, v->session.timeline->now), 0, v->glyphs->code[WS_GLYPH_PLACE],
                 WS_ROLE_PLACE, 0);
    ws_pen_text(pen, k.x + k.w + 1, 0, WS_ROLE_FAINT, k.label);
}

uint64_t ws_timeline_pick(const ws_view *v, int width, int x) {
    track k = track_make(v, width);
    int at = ws_clamp(x - k.x, 0, k.w - 1);
    uint64_t cycle = k.w > 1 ? (uint64_t)((double)at / (k.w - 1) * (double)k.span) : 0;
    return cycle < v->session.timeline->reached ? cycle : v->session.timeline->reached;
}
