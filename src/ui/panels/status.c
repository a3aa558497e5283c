/* status.c - the first line: what runs, how far it is, how fast, and how much of it stands still. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ui/panel.h"

#define NAME_WIDTH 100 /* columns from which on there is room for our own name */
#define PACE_WIDTH 110 /* and for the pace, at the right end */

/* An item of the line, whole or not at all: a number is never cut. Returns where the next one is. */
static int item_draw(const ws_pen *pen, int x, const char *text) {
    if (x + ws_text_columns(text) > pen->clip.w)
        return x;
    return x + 2 + ws_pen_text(pen, x, 0, WS_ROLE_STATUS, text);
}

/* How fast flits go in the network's own time: links crossed in a second. */
static const char *hops_text(const ws_view *v, char *text, size_t room) {
    double hops = v->session.speed / v->frame->hop;
    snprintf(text, room, hops < 10 ? "%.1f hops/s" : "%.0f hops/s", hops);
    return text;
}

static bool has_pace(const ws_view *v) {
    return v->session.speed > 0 && !isinf(v->session.speed);
}

/* Behind all else: the pace of a narrow line, and what is reached of it. */
static int reach_draw(const ws_view *v, const ws_pen *pen, int x) {
    char text[64];
    char rate[32];
    if (!v->session.running || v->session.until > v->frame->cycle || isinf(v->session.speed))
        return x;
    if (v->session.rate > 0 && v->session.rate < 0.8 * v->session.speed) {
        snprintf(text, sizeof text, "reaches %s/s", ws_figure_text(v->session.rate, rate, sizeof rate));
        x = item_draw(pen, x, text);
    }
    if (pen->clip.w < PACE_WIDTH && has_pace(v))
        x = item_draw(pen, x, hops_text(v, text, sizeof text));
    return x;
}

/* At the right end of a wide line, also while it is paused: as much as there is room for. */
static void pace_draw(const ws_view *v, const ws_pen *pen, int x) {
    char hops[24];
    char pace[64];
    char colour[32];
    int right = pen->clip.w - 1;
    if (!has_pace(v) || pen->clip.w < PACE_WIDTH)
        return;
    hops_text(v, hops, sizeof hops);
    snprintf(pace, sizeof pace, "%s  %g cycles/s", hops, v->session.speed);
    snprintf(colour, sizeof colour, "   colour: %s", ws_colour_key_names[v->map.hues.key]);
    int columns = ws_text_columns(pace);
    if (x + columns + ws_text_columns(colour) < right) {
        ws_pen_print_right(pen, right, 0, WS_ROLE_STATUS, "%s", colour);
        right -= ws_text_columns(colour);
    }
    if (x + columns < right)
        ws_pen_print_right(pen, right, 0, WS_ROLE_STATUS, "%s", pace);
}

static int speed_draw(const ws_view *v, const ws_pen *pen, int x) {
    char rate[32];
    const uint32_t *code = v->glyphs->code;
    ws_role role = v->session.running ? WS_ROLE_STATUS_NAME : WS_ROLE_STATUS;
    ws_pen_glyph(pen, x, 0, v->session.running ? code[WS_GLYPH_RUN] : code[WS_GLYPH_PAUSE], role,
                 0);
    if (!v->session.running) {
        x += 2 + ws_pen_text(pen, x + 2, 0, WS_ROLE_STATUS, v->session.ended ? "ended" : "paused");
        return x + 1;
    }
    if (v->session.until > v->frame->cycle)
        return x + 3 + ws_pen_print(pen, x + 2, 0, WS_ROLE_STATUS, "to %s",
                                    ws_count_text(v->session.until, rate, sizeof rate));
    if (isinf(v->session.speed)) {
        x += 2 + ws_pen_text(pen, x + 2, 0, WS_ROLE_STATUS, "unlimited");
        if (v->session.rate > 0)
            x += ws_pen_print(pen, x, 0, WS_ROLE_STATUS, " %s/s",
                              ws_figure_text(v->session.rate, rate, sizeof rate));
    } else {
        x += 2 + ws_pen_print(pen, x + 2, 0, WS_ROLE_STATUS, "%g/s", v->session.speed);
    }
    return x + 1;
}

/* That the rest is dimmed, and how much is left. */
static int filter_draw(const ws_view *v, const ws_pen *pen, int x) {
    char text[64];
    x += ws_pen_print(pen, x, 0, WS_ROLE_KEY, " /%s ", v->selection.filter.text);
    snprintf(text, sizeof text, "%" PRIu32 " of %" PRIu32 ", waiting %" PRIu32, v->selection.light.worms,
             v->frame->worms, v->selection.light.blocked);
    return item_draw(pen, x + 1, text);
}

static int worms_draw(const ws_view *v, const ws_pen *pen, int x) {
    const ws_frame *f = v->frame;
    if (f->deadlock)
        x += 2 + ws_pen_text(pen, x, 0, WS_ROLE_DEADLOCK, " DEADLOCK ");
    if (v->selection.filter.count)
        return filter_draw(v, pen, x);
    char text[64];
    uint32_t worms = f->moving + f->stopped;
    uint32_t share = worms ? (100 * f->stopped + worms / 2) / worms : 0;
    snprintf(text, sizeof text, "%sworms %" PRIu32, v->other ? "B: " : "", worms);
    x = item_draw(pen, x, text);
    snprintf(text, sizeof text, "waiting %" PRIu32 " (%" PRIu32 "%%)", f->stopped, share);
    return item_draw(pen, x, text);
}

/* What the map shows while a range of cycles is brushed. */
static int range_draw(const ws_view *v, const ws_pen *pen, int x) {
    char from[32];
    char to[32];
    char text[96];
    const ws_view_brush *brush = &v->brush;
    ws_count_text(brush->from, from, sizeof from);
    ws_count_text(brush->to, to, sizeof to);
    snprintf(text, sizeof text, " use in cycles %s to %s ", from, to);
    if (!brush->shown || x + 1 + ws_text_columns(text) > pen->clip.w)
        return x;
    x += 1 + ws_pen_text(pen, x + 1, 0, WS_ROLE_KEY, text);
    if (brush->use || brush->done == 0)
        return x;
    snprintf(text, sizeof text, "at %s", ws_count_text(brush->done, from, sizeof from));
    return item_draw(pen, x + 1, text);
}

/* Nobody should have to wonder whether it is still being written. */
static int record_draw(const ws_view *v, const ws_pen *pen, int x) {
    if (!v->session.record.path)
        return x;
    if (v->session.record.trouble)
        return x + ws_pen_text(pen, x, 0, WS_ROLE_RECORD, " REC failed ");
    return x + ws_pen_text(pen, x, 0, WS_ROLE_RECORD, v->glyphs->ascii ? " *REC " : " ●REC ");
}

void ws_status_draw(const ws_view *v, const ws_pen *pen) {
    char count[32];
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, ' ', WS_ROLE_STATUS);
    int x = pen->clip.w >= NAME_WIDTH ? ws_pen_text(pen, 0, 0, WS_ROLE_STATUS, " wormscope ") : 0;
    x += ws_pen_print(pen, x, 0, WS_ROLE_STATUS_NAME, " %s ", v->session.name);
    x = record_draw(v, pen, x);
    x = ws_class_status_draw(v, pen, x);
    x += 1 + ws_pen_print(pen, x + 1, 0, WS_ROLE_STATUS, "t=%s ", ws_count_text(v->frame->cycle, count, sizeof count));
    x = speed_draw(v, pen, x + 1);
    x = worms_draw(v, pen, x + 1);
    x = range_draw(v, pen, x);
    x = reach_draw(v, pen, x);
    pace_draw(v, pen, x);
}
