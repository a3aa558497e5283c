/* distribution.c - how a latency is distributed: a histogram for each class, over one axis in equal steps of the logarithm, each
 * scaled to its fullest bin. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "observe/histogram.h"
#include "ui/panel.h"

#define BINS_MAX    512
#define CLASS_LEAST 4  /* rows of a class, its words included */
#define TICKS       12 /* columns between figures of the axis */

typedef struct scale {
    double low; /* logarithms of the ends */
    double high;
    int bins;
} scale;

/* The latency in the words of the screen: "head latency". */
static const char *kind_text(ws_latency_kind kind) {
    static const char *const texts[WS_LATENCY_COUNT] = {
        [WS_LATENCY_MESSAGE] = "message latency",
        [WS_LATENCY_NETWORK] = "network latency",
        [WS_LATENCY_HEAD] = "head latency",
        [WS_LATENCY_PACKET] = "packet latency",
    };
    return texts[kind];
}

/* Classes that have samples; all messages together only where there are no classes. */
static size_t classes_find(const ws_view *view, size_t found[WS_HISTOGRAMS_MAX]) {
    size_t count = 0;
    for (size_t i = view->session.histograms > 1; i < view->session.histograms; i++)
        if (view->session.histogram[i]->count > 0)
            found[count++] = i;
    return count;
}

static void axis_extend(scale *axis, const ws_histogram *histogram) {
    for (uint32_t i = 0; i < ws_histogram_buckets(histogram); i++) {
        ws_bucket bucket = ws_histogram_bucket(histogram, i);
        if (bucket.count == 0)
            continue;
        axis->low = fmin(axis->low, log((double)bucket.low + 1));
        axis->high = fmax(axis->high, log((double)(bucket.low + bucket.width) + 1));
    }
}

static int bin_of(const scale *axis, double value) {
    double part = (log(value + 1) - axis->low) / (axis->high - axis->low);
    return ws_clamp((int)(part * axis->bins), 0, axis->bins - 1);
}

static double bins_fill(const scale *axis, const ws_histogram *histogram, double bins[BINS_MAX]) {
    double most = 0;
    memset(bins, 0, (size_t)axis->bins * sizeof *bins);
    for (uint32_t i = 0; i < ws_histogram_buckets(histogram); i++) {
        ws_bucket bucket = ws_histogram_bucket(histogram, i);
        if (bucket.count == 0)
            continue;
        double middle = (double)bucket.low + ((double)bucket.width - 1) / 2;
        double *bin = &bins[bin_of(axis, middle)];
        *bin += (double)bucket.count;
        most = fmax(most, *bin);
    }
    return most;
}

static void words_draw(const ws_view *view, const ws_pen *pen, size_t which, ws_role role) {
    char figure[4][16];
    char count[32];
    const ws_histogram *histogram = view->session.histogram[which];
    const char *name = view->frame->class_report[which].name;
    int column = 1 + ws_pen_print(pen, 1, 0, role, "%s ", name);
    ws_figure_text(ws_histogram_mean(histogram), figure[0], sizeof figure[0]);
    ws_figure_text(ws_histogram_sd(histogram), figure[1], sizeof figure[1]);
    ws_figure_text(ws_histogram_quantile(histogram, 0.5), figure[2], sizeof figure[2]);
    ws_figure_text(ws_histogram_quantile(histogram, 0.99), figure[3], sizeof figure[3]);
    ws_count_text(histogram->count, count, sizeof count);
    ws_pen_print(pen, column + 1, 0, WS_ROLE_TEXT,
                 "mean %s  deviation %s  median %s  p99 %s cycles, %s samples", figure[0],
                 figure[1], figure[2], figure[3], count);
}

static void bars_draw(const ws_view *view, const ws_pen *pen, const scale *axis, size_t which,
                      ws_role role) {
    double bins[BINS_MAX];
    double most = bins_fill(axis, view->session.histogram[which], bins);
    for (int bin = 0; bin < axis->bins; bin++) {
        int eighths = (int)ceil(bins[bin] / most * 8 * pen->clip.h);
        for (int row = pen->clip.h - 1; row >= 0 && eighths > 0; row--, eighths -= 8)
            ws_pen_glyph(pen, bin, row, view->glyphs->level[ws_min(eighths, 8)], role, 0);
    }
}

static void axis_draw(const ws_pen *pen, const scale *axis) {
    char figure[16];
    for (int bin = 0; bin + TICKS <= axis->bins; bin += TICKS) {
        double part = (double)bin / axis->bins;
        double value = exp(axis->low + part * (axis->high - axis->low)) - 1;
        ws_pen_print(pen, bin, 0, WS_ROLE_FAINT, "|%s",
                     ws_figure_text(value, figure, sizeof figure));
    }
    ws_pen_print_right(pen, pen->clip.w, 0, WS_ROLE_FAINT, " cycles");
}

void ws_distribution_draw(const ws_view *view, const ws_pen *pen) {
    size_t found[WS_HISTOGRAMS_MAX];
    size_t count = classes_find(view, found);
    ws_pen_print(pen, 1, 0, WS_ROLE_STRONG, "%s since the warm-up", kind_text(view->measure));
    ws_pen_print_right(pen, pen->clip.w, 0, WS_ROLE_FAINT, "U: another latency ");
    if (count == 0) {
        ws_pen_text(pen, 1, 2, WS_ROLE_FAINT,
                    "nothing has been measured yet: it begins with the warm-up over");
        return;
    }
    scale axis = {INFINITY, 0, ws_min(pen->clip.w, BINS_MAX)};
    for (size_t i = 0; i < count; i++)
        axis_extend(&axis, view->session.histogram[found[i]]);
    int room = pen->clip.h - 2;
    int each = ws_max(room / (int)count, CLASS_LEAST);
    for (size_t i = 0; i < count && (int)(i + 1) * each <= room; i++) {
        int top = 1 + (int)i * each;
        ws_role role =
            (ws_role)(WS_ROLE_SERIES1 + (found[i] + WS_CLASSES_MAX - 1) % WS_CLASSES_MAX);
        ws_pen words = ws_pen_sub(pen, (ws_rect){0, top, pen->clip.w, 1});
        ws_pen bars = ws_pen_sub(pen, (ws_rect){0, top + 1, pen->clip.w, each - 1});
        words_draw(view, &words, found[i], role);
        bars_draw(view, &bars, &axis, found[i], role);
    }
    ws_pen foot = ws_pen_sub(pen, (ws_rect){0, pen->clip.h - 1, pen->clip.w, 1});
    axis_draw(&foot, &axis);
}
