/* plot_data.c - see plot.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plot.h"
#include "observe/quantities.h"
#include "observe/statistics/interval.h"
#include "session/history/history.h"
#include "session/language/text.h"

/* ---- plot marks ---- */

/* The marks of a time series, as they stand in its rows: as objects in JSON, as "@1500 set load
 * 0.3; @1500 note ..." in CSV. */

enum { LABEL = 120 };

/* What happens in one cycle is one mark. */
static void mark_add(ws_plot *plot, double x, const char *line) {
    char label[LABEL];
    char words[2 * LABEL + 4];
    ws_mark_label(line, label, sizeof label);
    ws_plot_mark *last = plot->marks > 0 ? &plot->mark[plot->marks - 1] : NULL;
    if (last && last->x == x) {
        snprintf(words, sizeof words, "%.*s; %s", LABEL, last->words, label);
        free(last->words);
        last->words = text_copy(words);
        return;
    }
    WS_GROW(plot->mark, plot->marks);
    plot->mark[plot->marks++] = (ws_plot_mark){.x = x, .words = text_copy(label)};
}

static void objects_take(ws_plot *plot, const json_t *marks) {
    size_t i;
    json_t *mark;
    json_array_foreach((json_t *)marks, i, mark) {
        double x = ws_row_number(json_object_get(mark, "cycle"));
        const char *line = json_string_value(json_object_get(mark, "line"));
        if (line && isfinite(x))
            mark_add(plot, x, line);
    }
}

/* Where the next mark of a cell begins: "@", a number and a blank; at the end if there is none. */
static const char *mark_begin(const char *at) {
    for (; *at; at++) {
        size_t digits = *at == '@' ? strspn(at + 1, "0123456789") : 0;
        if (digits > 0 && at[1 + digits] == ' ')
            return at;
    }
    return at;
}

/* A mark begins with the cell, or behind "; ". */
static const char *mark_end(const char *begin) {
    const char *end = begin;
    do
        end = mark_begin(end + 1);
    while (*end && strncmp(end - 2, "; ", 2) != 0);
    return end;
}

static void text_take(ws_plot *plot, const char *cell) {
    const char *end;
    for (const char *at = mark_begin(cell); *at; at = end) {
        char *words;
        end = mark_end(at);
        uint64_t cycle = strtoull(at + 1, &words, 10);
        size_t length = (size_t)(end - words);
        size_t blanks = *end ? 2 : 0;
        char *line = ws_copy_text(words + 1, length - 1 - blanks);
        mark_add(plot, (double)cycle, line);
        free(line);
    }
}

/* Adds what the rows of a time series have marked. */
static void plot_marks_take(ws_plot *plot, const ws_row_list *rows) {
    for (size_t i = 0; i < rows->count; i++) {
        const json_t *marks = json_object_get(rows->row[i].value, "marks");
        if (json_is_array(marks))
            objects_take(plot, marks);
        else if (json_is_string(marks))
            text_take(plot, json_string_value(marks));
    }
}

/* ---- plot data ---- */

/* One row's contribution: a point before replicas are averaged. */
typedef struct sample {
    size_t curve;
    size_t order; /* among all */
    double x;
    double figure;
    double half; /* half-width of its own interval */
    const json_t *row;
    const char *name; /* of the figure */
} sample;

typedef struct samples {
    sample *sample;
    size_t count;
} samples;

/* What is drawn, when that has been chosen. */
typedef struct choice {
    const char *x;
    const char *by; /* NULL: all that varies but x */
    char *names;    /* of the figures, each with its end; owned */
    size_t figures;
} choice;

/* ---- choosing ---- */

static bool is_number(const json_t *value) {
    return !isnan(ws_row_number(value));
}

/* The first parameter that varies, is a number in all rows, and has two values. */
static const char *x_choose(const ws_row_list *rows) {
    const char *name;
    json_t *value;
    json_t *vary = json_object_get(rows->row[0].value, "vary");
    json_object_foreach(vary, name, value) {
        bool numbers = true;
        bool differs = false;
        for (size_t i = 0; i < rows->count; i++) {
            const json_t *mine = ws_row_find(rows->row[i].value, name);
            numbers &= is_number(mine);
            differs |= ws_row_number(mine) != ws_row_number(value);
        }
        if (numbers && differs)
            return name;
    }
    return NULL;
}

static void part_add(text_out *out, const char *name, const json_t *value) {
    char *text = NULL;
    if (json_is_string(value))
        text = text_copy(json_string_value(value));
    else
        text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6)) : NULL;
    text_add(out, "%s%s=%s", out->used > 0 ? " " : "", name, text ? text : "-");
    free(text);
}

/* Which curve a row belongs to: by the name that was asked for, or by all that varies but x; of
 * several figures each has its own. */
static char *curve_of(const json_t *row, const choice *drawn, const char *figure) {
    char text[400];
    const char *name;
    json_t *value;
    text_out out = text_begin(text, sizeof text);
    if (drawn->figures > 1)
        text_add(&out, "%s", figure);
    if (drawn->by) {
        part_add(&out, drawn->by, ws_row_find(row, drawn->by));
        return text_copy(text);
    }
    json_object_foreach(json_object_get(row, "vary"), name, value) {
        if (!text_is(name, drawn->x))
            part_add(&out, name, value);
    }
    return text_copy(text);
}

/* ci95 of "....mean" stands beside it; that of "accepted" is "accepted_ci95". */
static double own_half(const json_t *row, const char *figure) {
    char path[200];
    const char *dot = strrchr(figure, '.');
    if (dot && text_is(dot, ".mean"))
        snprintf(path, sizeof path, "%.*s.ci95", (int)(dot - figure), figure);
    else
        snprintf(path, sizeof path, "%.180s_ci95", figure);
    return ws_row_number(ws_row_find(row, path));
}

/* The place of a curve of that name; a new one comes last. */
static size_t curve_find(ws_plot *plot, const char *name) {
    for (size_t i = 0; i < plot->curves; i++)
        if (text_is(plot->curve[i].name, name))
            return i;
    WS_GROW(plot->curve, plot->curves);
    plot->curve[plot->curves] = (ws_curve){.name = text_copy(name)};
    return plot->curves++;
}

static void sample_take(samples *all, ws_plot *plot, const choice *drawn, const json_t *row,
                        const char *figure) {
    double at = ws_row_number(ws_row_find(row, drawn->x));
    double value = ws_row_number(ws_row_find(row, figure));
    if (isnan(at) || isnan(value))
        return;
    char *name = curve_of(row, drawn, figure);
    sample *next = &all->sample[all->count];
    *next = (sample){.order = all->count++, .x = at, .figure = value};
    next->curve = curve_find(plot, name);
    next->half = own_half(row, figure);
    next->row = row;
    next->name = figure;
    free(name);
}

static samples samples_take(ws_plot *plot, const ws_row_list *rows, const choice *drawn) {
    samples all = {.sample = ws_alloc(rows->count * drawn->figures, sizeof *all.sample)};
    for (size_t i = 0; i < rows->count; i++) {
        const char *figure = drawn->names;
        for (size_t k = 0; k < drawn->figures; k++) {
            sample_take(&all, plot, drawn, rows->row[i].value, figure);
            figure += strlen(figure) + 1;
        }
    }
    return all;
}

/* ---- averaging ---- */

static int sample_order(const void *one, const void *other) {
    const sample *mine = one;
    const sample *theirs = other;
    if (mine->curve != theirs->curve)
        return mine->curve < theirs->curve ? -1 : 1;
    if (mine->x != theirs->x)
        return mine->x < theirs->x ? -1 : 1;
    return mine->order < theirs->order ? -1 : 1;
}

/* Samples of one curve at one x. */
static ws_plot_point point_of(const sample *first, size_t count) {
    double *value = ws_alloc(count, sizeof *value);
    for (size_t i = 0; i < count; i++)
        value[i] = first[i].figure;
    ws_estimate mean = ws_replicas_mean(value, count);
    free(value);
    if (count == 1) {
        mean.low = first->figure - first->half;
        mean.high = first->figure + first->half;
    }
    for (size_t i = 0; i < count; i++)
        ws_row_interval(first[i].row, first[i].name, &mean.low, &mean.high);
    return (ws_plot_point){.x = first->x, .figure = mean.value, .low = mean.low, .high = mean.high};
}

static void curves_make(ws_plot *plot, const samples *all) {
    size_t next;
    qsort(all->sample, all->count, sizeof *all->sample, sample_order);
    for (size_t i = 0; i < all->count; i = next) {
        const sample *first = &all->sample[i];
        ws_curve *curve = &plot->curve[first->curve];
        next = i + 1;
        while (next < all->count && all->sample[next].curve == first->curve &&
               all->sample[next].x == first->x)
            next++;
        WS_GROW(curve->point, curve->count);
        curve->point[curve->count++] = point_of(first, next - i);
    }
}

/* ---- plot ---- */

static void title_copy(ws_plot *plot, const ws_row_list *rows) {
    const json_t *first = json_object_get(rows->row[0].value, "scenario");
    bool same = json_is_string(first);
    for (size_t i = 1; i < rows->count && same; i++)
        same = json_equal(first, json_object_get(rows->row[i].value, "scenario"));
    plot->title = text_copy(same ? json_string_value(first) : "");
}

static choice choose(const ws_row_list *rows, const ws_plot_wish *wish) {
    bool series = ws_row_is_series(rows->row[0].value);
    const char *figure = series ? WS_FACT_SERIES : WS_FACT_LATENCY;
    const char *x = wish->x;
    if (wish->figure)
        figure = wish->figure;
    if (!x)
        x = series ? "cycle" : x_choose(rows);
    choice drawn = {.x = x, .by = wish->by, .figures = 1};
    drawn.names = text_copy(figure);
    for (char *at = drawn.names; (at = strchr(at, ',')) != NULL; drawn.figures++)
        *at++ = '\0';
    return drawn;
}

/* "offered, accepted" */
static char *figures_join(const choice *drawn) {
    char text[400];
    const char *figure = drawn->names;
    text_out out = text_begin(text, sizeof text);
    for (size_t i = 0; i < drawn->figures; i++) {
        text_add(&out, "%s%s", i > 0 ? ", " : "", figure);
        figure += strlen(figure) + 1;
    }
    return text_copy(text);
}

static bool is_in_rows(const ws_row_list *rows, const char *name) {
    for (size_t i = 0; i < rows->count; i++)
        if (ws_row_find(rows->row[i].value, name))
            return true;
    return false;
}

static bool curves_take(ws_plot *plot, const ws_row_list *rows, const choice *drawn,
                        ws_error *error) {
    if (!drawn->x)
        return fail_with(error, "nothing that varies is a number; name what lies along x with -x");
    if (drawn->by && !is_in_rows(rows, drawn->by))
        return fail_with(error, "no row has `%.150s`, for which each value should be a curve",
                         drawn->by);
    samples all = samples_take(plot, rows, drawn);
    curves_make(plot, &all);
    free(all.sample);
    if (plot->curves == 0)
        return fail_with(error, "no row has both `%.150s` and `%.150s` as numbers", drawn->x,
                         plot->y_name);
    return true;
}

bool ws_plot_make(ws_plot *plot, const ws_row_list *rows, const ws_plot_wish *wish,
                  ws_error *error) {
    if (rows->count == 0)
        return fail_with(error, "no rows were found");
    choice drawn = choose(rows, wish);
    plot->x_name = text_copy(drawn.x ? drawn.x : "");
    plot->y_name = figures_join(&drawn);
    title_copy(plot, rows);
    bool good = curves_take(plot, rows, &drawn, error);
    free(drawn.names);
    if (!good)
        return false;
    if (text_is(plot->x_name, "cycle"))
        plot_marks_take(plot, rows);
    ws_plot_ranges(plot);
    return true;
}
