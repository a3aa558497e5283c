/* numbers.c - the honest figures: load and throughput, latency by class with its interval of confidence, order of blocking.
 *
 * A figure is dimmed as long as it is not to be trusted: before the warm-up is over, and while samples depend on each other or the
 * interval is wider than a tenth of the mean. Where the backlog grows the network is saturated, and the latencies grow without limit. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "ui/focus.h"
#include "ui/panel.h"

#define WIDE          40   /* columns from which on there is room for more percentiles */
#define NAME_LONG     8    /* columns of a class name, where there is little room */
#define FIGURES_END   28   /* columns of the narrowest panel up to its last figure */

static bool is_warm(const ws_view *v) {
    return v->frame->cycle > v->session.warmup;
}

static bool is_trusted(const ws_view *v, const ws_summary *s) { return is_warm(v) && ws_is_trusted(s); }

/* Before the warm-up is over nothing has been measured: the means of the windows so far, each by its length in cycles, tell at
 * least the size, and are dimmed. */
static double so_far(const ws_frame *f, double (*value)(const ws_point *, size_t), size_t which) {
    double sum = 0, cycles = 0;
    for (size_t i = 0; i < f->points; i++) {
        double v = value(&f->point[i], which), length = (double)(f->point[i].cycle - (i ? f->point[i - 1].cycle : 0));
        if (!isnan(v)) sum += v * length, cycles += length;
    }
    return cycles > 0 ? sum / cycles : NAN;
}
/* Of all, or of a class. */
static double point_latency(const ws_point *p, ws_latency_kind kind, size_t i) {
    return i == 0 ? p->latency[kind] : p->class_latency[kind][i - 1];
}
static double point_message(const ws_point *point, size_t i) {
    return point_latency(point, WS_LATENCY_MESSAGE, i);
}
static double point_network(const ws_point *point, size_t i) {
    return point_latency(point, WS_LATENCY_NETWORK, i);
}
static double point_head(const ws_point *point, size_t i) {
    return point_latency(point, WS_LATENCY_HEAD, i);
}
static double point_packet(const ws_point *point, size_t i) {
    return point_latency(point, WS_LATENCY_PACKET, i);
}
static double point_flits(const ws_point *p, size_t i) { return p->class_flits[i - 1]; }

/* What windows know of the latency that is shown. */
static double latency_so_far(const ws_view *v, size_t i) {
    static double (*const values[])(const ws_point *, size_t) = {point_message, point_network,
                                                                 point_head, point_packet};
    return so_far(v->frame, values[v->measure], i);
}
static double point_load(const ws_point *p, size_t i) { return i == 0 ? p->offered : p->accepted; }

static void load_draw(const ws_view *v, const ws_pen *pen, int y) {
    char text[16];
    const ws_frame *f = v->frame;
    bool warm = is_warm(v), saturated = warm && f->saturation == WS_SATURATION_YES;
    ws_role role = warm ? WS_ROLE_STRONG : WS_ROLE_FAINT;
    double offered = warm ? f->offered : so_far(f, point_load, 0), accepted = warm ? f->accepted : so_far(f, point_load, 1);
    int x = 1 + ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "offered ");
    x += ws_pen_text(pen, x, y, role, ws_figure_text(offered, text, sizeof text));
    x += ws_pen_text(pen, x, y, WS_ROLE_FAINT, "  accepted ");
    x += ws_pen_text(pen, x, y, saturated ? WS_ROLE_BLOCKED : role, ws_figure_text(accepted, text, sizeof text));
    static const char *const units[] = {" flits/host/cycle", " flits/cycle"}; /* the longest that fits */
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (x + ws_text_columns(units[i]) > pen->clip.w) continue;
        ws_pen_text(pen, x, y, WS_ROLE_FAINT, units[i]);
        return;
    }
}

/* How much further to the right the figures stand than in the narrowest panel: as far as the names need and the panel has room. */
static int figures_shift(const ws_view *v, const ws_pen *pen) {
    int longest = NAME_LONG;
    for (size_t i = 0; i < v->frame->classes; i++) longest = ws_max(longest, ws_text_columns(v->frame->class_report[i].name));
    return ws_max(ws_min(longest - NAME_LONG, pen->clip.w - 1 - FIGURES_END), 0);
}

/* Where they end: of a narrow panel, and of one that has room for all. */
static const struct {
    const char *name;
    size_t offset;
    int narrow, wide; /* 0: not there */
} percentiles[] = {{"p50", offsetof(ws_summary, p50), 0, 27},
                   {"p95", offsetof(ws_summary, p95), 28, 33},
                   {"p99", offsetof(ws_summary, p99), 0, 39}};
#define PERCENTILES (sizeof percentiles / sizeof *percentiles)

static bool is_wide(const ws_pen *pen, int dx) { return pen->clip.w >= WIDE + dx; }

/* 0: no room for it. dx: columns by which all figures stand farther right. */
static int percentile_x(const ws_pen *pen, size_t p, int dx) {
    int x = is_wide(pen, dx) ? percentiles[p].wide : percentiles[p].narrow;
    return x ? x + dx : 0;
}

static void class_draw(const ws_view *v, const ws_pen *pen, int y, size_t i) {
    char mean[16], ci[16], figure[16];
    const ws_class_report *c = &v->frame->class_report[i];
    const ws_summary *s = &c->latency[v->measure];
    ws_role role = is_trusted(v, s) ? WS_ROLE_STRONG : WS_ROLE_FAINT;
    int dx = figures_shift(v, pen);
    double mean_value = !is_warm(v) ? latency_so_far(v, i) : s->count ? s->mean : NAN;
    ws_figure_text(mean_value, mean, sizeof mean);
    ws_role named = i ? (ws_role)(WS_ROLE_SERIES1 + (i - 1) % WS_CLASSES_MAX) : WS_ROLE_TEXT;
    ws_cut_draw(v, pen, 1, y, 15 + dx - 2 - ws_text_columns(mean), named, c->name);
    ws_pen_print_right(pen, 15 + dx, y, role, "%s", mean);
    int end = 15 + dx;
    if (s->count && !isnan(s->ci95))
        end = 16 + dx + ws_pen_print(pen, 16 + dx, y, WS_ROLE_FAINT, "±%s", ws_figure_text(s->ci95, ci, sizeof ci));
    for (size_t p = 0; p < PERCENTILES && s->count; p++) {
        double value = *(const double *)((const char *)s + percentiles[p].offset);
        int x = percentile_x(pen, p, dx);
        ws_figure_text(value, figure, sizeof figure);
        if (x - ws_text_columns(figure) <= end) continue; /* figures never touch */
        ws_pen_print_right(pen, x, y, role, "%s", figure);
        end = x;
    }
}

static bool has_classes(const ws_frame *f) { return f->classes > 2; }

/* What is delivered of each class, in all: "high 0.912 : low 0.088 flits/cycle". What does not fit
 * whole is left out, as is the unit; the last column stays free. */
static void throughput_draw(const ws_view *v, const ws_pen *pen, int y) {
    static const char between[] = " : ", unit[] = " flits/cycle";
    char text[16];
    const ws_frame *f = v->frame;
    int x = 1;
    for (size_t i = 1; i < f->classes; i++) {
        const ws_class_report *c = &f->class_report[i];
        const char *before = i > 1 ? between : "";
        double flits = is_warm(v) ? c->accepted * f->hosts : so_far(f, point_flits, i);
        const char *figure = ws_figure_text(flits, text, sizeof text);
        int room = ws_text_columns(before) + ws_text_columns(c->name) + 1 + ws_text_columns(figure);
        if (x + room >= pen->clip.w) return;
        x += ws_pen_print(pen, x, y, WS_ROLE_FAINT, "%s%s ", before, c->name);
        x += ws_pen_text(pen, x, y, is_warm(v) ? WS_ROLE_STRONG : WS_ROLE_FAINT, figure);
    }
    if (x + ws_text_columns(unit) < pen->clip.w) ws_pen_text(pen, x, y, WS_ROLE_FAINT, unit);
}

/* Names of the orders, and the shorter ones where there is many a worm. */
static const char *const order_names[][5] = {{"order", "1st", "2nd", "3rd", "4+"},
                                             {"order", "1", "2", "3", "4+"},
                                             {"", "1", "2", "3", "4+"}};

static int orders_width(const uint32_t *count, const char *const *name) {
    int width = ws_text_columns(name[0]);
    for (int i = 0; i < 4; i++) width += 2 + snprintf(NULL, 0, "%s%" PRIu32, name[i + 1], count[i]);
    return width;
}

static void orders_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    size_t form = 0, forms = sizeof order_names / sizeof *order_names;
    int most = pen->clip.w - 1;
    while (form + 1 < forms && orders_width(f->by_order, order_names[form]) >= most) form++;
    const char *const *name = order_names[form];
    int x = (form + 1 < forms) + ws_pen_text(pen, 1, y, WS_ROLE_FAINT, name[0]);
    for (int i = 0; i < 4; i++) {
        ws_role role = f->by_order[i] ? WS_ROLE_BLOCKED : WS_ROLE_FAINT;
        x += 1 + ws_pen_print(pen, x + 1, y, role, "%s:%" PRIu32, name[i + 1], f->by_order[i]);
    }
}

static void worms_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    int room = 1 + snprintf(NULL, 0, "worms %" PRIu32 " moving  %" PRIu32 " waiting", f->moving, f->stopped);
    int x = 1 + (room < pen->clip.w ? ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "worms ") : 0);
    x += ws_pen_print(pen, x, y, WS_ROLE_MOVING, "%" PRIu32 " moving", f->moving);
    ws_pen_print(pen, x + 2, y, f->stopped ? WS_ROLE_BLOCKED : WS_ROLE_FAINT, "%" PRIu32 " waiting", f->stopped);
}

/* How many of those that wait are in a proved deadlock. */
static void ring_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    int x = 1 + ws_pen_print(pen, 1, y, WS_ROLE_DEADLOCK, " %" PRIu32 " in the ring ", f->deadlock_worms);
    uint32_t behind = ws_frame_behind_ring(f);
    bool room = x + 1 + snprintf(NULL, 0, "%" PRIu32 " behind the ring", behind) <= pen->clip.w;
    ws_pen_print(pen, x + 1, y, WS_ROLE_BLOCKED, room ? "%" PRIu32 " behind the ring" : "%" PRIu32 " behind it", behind);
}

/* Have timeouts anything to say? */
static bool are_timed(const ws_frame *f) { return f->def.timeout_policy != WS_TIMEOUT_POLICY_NONE || f->timeouts.kills > 0; }

/* Kills for one packet delivered; shares of the links' time wasted in waiting, and in worms that were killed. Before the warm-up
 * is over, all kills so far. */
static void timeouts_draw(const ws_view *v, const ws_pen *pen, int y) {
    char text[32];
    const ws_timeout_report *t = &v->frame->timeouts;
    int x = 1 + ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "kills ");
    if (!is_warm(v) || isnan(t->kills_per_delivered)) {
        ws_pen_text(pen, x, y, WS_ROLE_FAINT, ws_count_text(t->kills, text, sizeof text));
        return;
    }
    x += ws_pen_text(pen, x, y, WS_ROLE_STRONG, ws_figure_text(t->kills_per_delivered, text, sizeof text));
    x += ws_pen_text(pen, x, y, WS_ROLE_FAINT, "/pkt");
    int room = snprintf(text, sizeof text, "  waste %.0f+%.0f%%", 100 * t->waste_wait, 100 * t->waste_kill);
    if (x + room <= pen->clip.w) ws_pen_text(pen, x, y, WS_ROLE_FAINT, text);
}

/* How sure the mean latency of all messages is, in shares of itself: "settled" where it is to be trusted. */
static void settled_draw(const ws_view *v, const ws_pen *pen, int y) {
    char count[32];
    const ws_summary *s = &v->frame->class_report[0].latency[v->measure];
    bool trusted = is_trusted(v, s), known = s->count && !isnan(s->ci95) && s->mean > 0;
    int x = 1 + ws_pen_text(pen, 1, y, trusted ? WS_ROLE_MOVING : WS_ROLE_FAINT, trusted ? "settled" : "settling");
    if (known) x += ws_pen_print(pen, x, y, WS_ROLE_FAINT, " ±%.0f%%", ceil(100 * s->ci95 / s->mean));
    x += ws_pen_print(pen, x, y, WS_ROLE_FAINT, ", %s", ws_count_text(s->count, count, sizeof count));
    if (x + ws_text_columns(" messages") < pen->clip.w) ws_pen_text(pen, x, y, WS_ROLE_FAINT, " messages");
}

static void state_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    char count[32];
    if (!is_warm(v))
        ws_pen_print(pen, 1, y, WS_ROLE_FAINT, "warming up to %s",
                     ws_count_text(v->session.warmup, count, sizeof count));
    else if (f->saturation == WS_SATURATION_YES)
        ws_pen_text(pen, 1, y, WS_ROLE_BLOCKED, "saturated: queues grow");
    else settled_draw(v, pen, y);
}

/* What moves and what waits; returns the row behind. */
static int standing_draw(const ws_view *view, const ws_pen *pen, int row) {
    worms_draw(view, pen, row++);
    if (view->frame->deadlock) ring_draw(view, pen, row++);
    else orders_draw(view, pen, row++);
    if (are_timed(view->frame)) timeouts_draw(view, pen, row++);
    return row;
}

static int latencies_draw(const ws_view *view, const ws_pen *pen, int row) {
    static const char *const kinds[WS_LATENCY_COUNT] = {"latency", "network", "head", "packet"};
    ws_pen_text(pen, 1, row, WS_ROLE_FAINT, kinds[view->measure]);
    int dx = figures_shift(view, pen);
    ws_pen_print_right(pen, 15 + dx, row, WS_ROLE_FAINT, "mean");
    if (!is_wide(pen, dx)) ws_pen_text(pen, 17 + dx, row, WS_ROLE_FAINT, "cycles");
    for (size_t p = 0; p < PERCENTILES; p++)
        if (percentile_x(pen, p, dx))
            ws_pen_print_right(pen, percentile_x(pen, p, dx), row, WS_ROLE_FAINT, "%s", percentiles[p].name);
    row++;
    for (size_t i = 0; i < view->frame->classes; i++) class_draw(view, pen, row++, i);
    return row;
}

/* Where there is no room for all, a deadlock stands first. */
void ws_numbers_draw(const ws_view *view, const ws_pen *pen) {
    bool ring_first = view->frame->deadlock && ws_numbers_rows(view) - 1 > pen->clip.h;
    bool table = ws_view_expands(view, WS_PANEL_NUMBERS);
    int y = ring_first ? standing_draw(view, pen, 0) : 0;
    load_draw(view, pen, y++);
    y = latencies_draw(view, pen, y);
    if (!table) y = ws_phases_draw(view, pen, y);
    if (has_classes(view->frame)) throughput_draw(view, pen, y++);
    if (!ring_first) y = standing_draw(view, pen, y);
    state_draw(view, pen, y++);
    if (table) ws_phases_draw(view, pen, y);
}

int ws_numbers_rows(const ws_view *v) {
    return 6 + (int)v->frame->classes + has_classes(v->frame) + are_timed(v->frame) + ws_phases_rows(v);
}
