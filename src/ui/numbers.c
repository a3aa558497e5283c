/* numbers.c - the honest figures: load and throughput, latency by class with its interval of confidence, order of blocking.
 *
 * A figure is dimmed as long as it is not to be trusted: before the warm-up is over, and while the interval is wider than a
 * tenth of the mean. Where less is accepted than offered the network is saturated, and the latencies grow without limit. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ui/view.h"

#define TRUSTED_WIDTH 0.10
#define SATURATED 0.95 /* accepted over offered */

static bool is_warm(const ws_view *v) { return v->frame->cycle > v->warmup; }

static bool is_trusted(const ws_view *v, const ws_summary *s) {
    return is_warm(v) && s->count > 0 && !isnan(s->ci95) && s->ci95 <= TRUSTED_WIDTH * s->mean;
}

static void load_draw(const ws_view *v, const ws_pen *pen, int y) {
    char offered[16], accepted[16];
    const ws_frame *f = v->frame;
    ws_role role = is_warm(v) ? WS_ROLE_STRONG : WS_ROLE_FAINT;
    int x = ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "offered ");
    x += 1 + ws_pen_text(pen, x + 1, y, role, ws_figure_text(f->offered, offered, sizeof offered));
    x += 2 + ws_pen_text(pen, x + 2, y, WS_ROLE_FAINT, "accepted ");
    bool saturated = is_warm(v) && f->offered > 0 && f->accepted < SATURATED * f->offered;
    ws_pen_text(pen, x + 1, y, saturated ? WS_ROLE_BLOCKED : role, ws_figure_text(f->accepted, accepted, sizeof accepted));
}

static void class_draw(const ws_view *v, const ws_pen *pen, int y, const ws_class_report *c) {
    char mean[16], ci[16], p95[16];
    const ws_summary *s = &c->latency[WS_LATENCY_MESSAGE];
    ws_role role = is_trusted(v, s) ? WS_ROLE_STRONG : WS_ROLE_FAINT;
    ws_pen_text(pen, 1, y, WS_ROLE_TEXT, c->name);
    double mean_value = s->count ? s->mean : NAN, p95_value = s->count ? s->p95 : NAN;
    ws_pen_print_right(pen, 14, y, role, "%s", ws_figure_text(mean_value, mean, sizeof mean));
    ws_pen_print(pen, 14, y, WS_ROLE_FAINT, "±%s", isnan(s->ci95) ? "-" : ws_figure_text(s->ci95, ci, sizeof ci));
    ws_pen_print_right(pen, 28, y, role, "%s", ws_figure_text(p95_value, p95, sizeof p95));
}

static void orders_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    static const char *const name[] = {"1st", "2nd", "3rd", "4+"};
    int x = ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "order");
    for (int i = 0; i < 4; i++) {
        x += 1 + ws_pen_print(pen, x + 1, y, WS_ROLE_FAINT, "%s", name[i]);
        x += ws_pen_print(pen, x, y, f->by_order[i] ? WS_ROLE_BLOCKED : WS_ROLE_FAINT, ":%" PRIu32, f->by_order[i]);
    }
}

static void worms_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    int x = 1 + ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "worms ");
    x += ws_pen_print(pen, x, y, WS_ROLE_MOVING, "%" PRIu32 " move", f->moving);
    x += 2 + ws_pen_print(pen, x + 2, y, f->stopped ? WS_ROLE_BLOCKED : WS_ROLE_FAINT, "%" PRIu32 " blocked", f->stopped);
    uint32_t dead = f->by_order[WS_FRAME_ORDERS - 1];
    if (dead) ws_pen_print(pen, x + 1, y, WS_ROLE_DEADLOCK, "%" PRIu32 " DEAD", dead);
}

static void state_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    char count[32];
    if (!is_warm(v))
        ws_pen_print(pen, 1, y, WS_ROLE_FAINT, "warming up to %s", ws_count_text(v->warmup, count, sizeof count));
    else if (f->offered > 0 && f->accepted < SATURATED * f->offered)
        ws_pen_text(pen, 1, y, WS_ROLE_BLOCKED, "saturated: queues grow");
    else
        ws_pen_print(pen, 1, y, WS_ROLE_FAINT, "%s messages", ws_count_text(f->total_delivered, count, sizeof count));
}

void ws_numbers_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    int y = 0;
    load_draw(v, pen, y++);
    ws_pen_text(pen, 1, y, WS_ROLE_FAINT, "latency");
    ws_pen_print_right(pen, 14, y, WS_ROLE_FAINT, "mean");
    ws_pen_print_right(pen, 28, y++, WS_ROLE_FAINT, "95 of 100");
    for (size_t i = 0; i < f->classes; i++) class_draw(v, pen, y++, &f->class_report[i]);
    worms_draw(v, pen, y++);
    orders_draw(v, pen, y++);
    state_draw(v, pen, y++);
}

int ws_numbers_rows(const ws_view *v) { return 6 + (int)v->frame->classes; }
