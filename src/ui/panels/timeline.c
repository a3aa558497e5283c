/* timeline.c - the session as one line: what lies behind and ahead, the share of blocked
 * worms as a sparkline, keyframes as ticks, notes, changes of parameters, branches.
 *
 * The line ends where the run does; a run without a known end gets a round number of cycles, so that the place does not always
 * stand at the right. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "session/history/history.h"
#include "ui/panel.h"

/* ---- branches ---- */

/* The list of branches: where each left another, how far it goes; one can be chosen to go there.
 * */

static void branch_draw(const ws_view *v, const ws_pen *pen, int y, size_t i) {
    char forked[32], reached[32];
    const ws_branch_info *b = &v->session.branch[i];
    bool chosen = i == v->overlay.branch_chosen;
    if (chosen) ws_pen_glyph(pen, 1, y, v->glyphs->code[WS_GLYPH_RUN], WS_ROLE_STRONG, 0);
    ws_pen_text(pen, 3, y, chosen ? WS_ROLE_SELECTED : WS_ROLE_STRONG, b->name);
    ws_pen_print(pen, 16, y, WS_ROLE_TEXT, "to %s, %zu line%s", ws_count_text(b->reached, reached, sizeof reached), b->lines,
                 b->lines == 1 ? "" : "s");
    int x = 42;
    if (i)
        x += ws_pen_print(pen, x, y, WS_ROLE_FAINT, "left %s at %s",
                          v->session.branch[b->parent].name,
                          ws_count_text(b->forked, forked, sizeof forked));
    if (b->present) ws_pen_text(pen, i ? x + 2 : x, y, WS_ROLE_PAST, "you are here");
}

void ws_branches_draw(const ws_view *v, const ws_pen *pen) {
    int room = ws_max(pen->clip.h - 8, 1),
        first = ws_max((int)v->overlay.branch_chosen - room + 1, 0), y = 1;
    for (int i = first; i < (int)v->session.branch_count && i < first + room; i++)
        branch_draw(v, pen, y++, (size_t)i);
    y++;
    if (*v->overlay.difference)
        y = 1 + ws_words_draw(pen, 1, y, WS_ROLE_TEXT, v->overlay.difference);
    if (v->session.branch_count == 1)
        y = 1 + ws_words_draw(pen, 1, y, WS_ROLE_TEXT,
                              "There is one branch. Go back and change something: a new one begins there, and this one is kept.");
    ws_words_draw(pen, 1, y, WS_ROLE_TEXT,
                  "Up and down choose, Enter goes there, A puts it beside the present one, d tells where they differ, :save FILE keeps it.");
}

/* ---- breaks ---- */

/* The list of breakpoints with what their quantities are now, and where they have stopped the
 * run. */

#define VALUE_X 32
#define DOC_X   56

static void break_draw(const ws_view *v, const ws_pen *pen, int y, const ws_break *b) {
    char value[16];
    ws_pen_print_right(pen, 4, y, WS_ROLE_KEY, " %u ", b->number);
    ws_pen_text(pen, 6, y, WS_ROLE_STRONG, b->text);
    int x = VALUE_X + ws_pen_print(pen, VALUE_X, y, WS_ROLE_FAINT, "now ");
    double now = b->quantity ? b->quantity->of(v->frame) : b->before;
    const char *unit = b->quantity ? b->quantity->unit : b->unit;
    x += ws_pen_text(pen, x, y, WS_ROLE_TEXT, ws_figure_text(now, value, sizeof value));
    ws_pen_print(pen, x + 1, y, WS_ROLE_FAINT, "%s", unit);
    if (b->quantity && pen->clip.w >= 2 * DOC_X)
        ws_pen_text(pen, DOC_X, y, WS_ROLE_FAINT, b->quantity->doc);
}

static int breaks_draw(const ws_view *v, const ws_pen *pen, int y) {
    char count[32];
    for (size_t i = v->session.stop_count; i-- > 0 && y < pen->clip.h - 4;) {
        const ws_stop *stop = &v->session.stops[i];
        ws_pen_glyph(pen, 1, y, v->glyphs->code[WS_GLYPH_BREAK], WS_ROLE_MARK, 0);
        int x = 3 + ws_pen_text(pen, 3, y, WS_ROLE_TEXT, ws_count_text(stop->cycle, count, sizeof count));
        x += ws_pen_text(pen, x + 2, y, WS_ROLE_FAINT, stop->text) + 2;
        if (stop->branch != v->session.branch_now)
            ws_pen_print(pen, x, y, WS_ROLE_FAINT, ", on %s", v->session.branch[stop->branch].name);
        y++;
    }
    return y;
}

void ws_breaks_draw(const ws_view *v, const ws_pen *pen) {
    int y = 1;
    for (size_t i = 0; i < v->session.break_count; i++)
        break_draw(v, pen, y++, &v->session.breaks[i]);
    if (v->session.break_count == 0)
        ws_pen_text(pen, 1, y++, WS_ROLE_TEXT, "No breakpoints. The run pauses when a condition becomes true.");
    y++;
    if (v->session.stop_count)
        y = breaks_draw(v, pen, y) + 1;
    y = ws_words_draw(
        pen, 1, y, WS_ROLE_TEXT,
        ":break waiting>20% sets one; also order>3, high.head>500, cycle=3500, deadlock (Tab offers them); :unbreak 1 or :unbreak "
        "all takes them away. S closes this list.");
    ws_pen_print(pen, 1, y, WS_ROLE_FAINT, "Checked every %d cycles (cycle=N: in that one): a run stops at the same one.",
                 WS_WATCH_CYCLES);
}

/* ---- timeline ---- */

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
