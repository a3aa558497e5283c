/* phases.c - what was measured in each stretch between changes: the present one in a row under the
 * latencies of the whole run, once something has changed; and all of them in a table where the
 * numbers are expanded. */
#include "observe/phases.h"

#include <inttypes.h>
#include <math.h>

#include "ui/focus.h"
#include "ui/panel.h"

static bool is_table(const ws_view *view) {
    return ws_view_expands(view, WS_PANEL_NUMBERS);
}

int ws_phases_rows(const ws_view *view) {
    int phases = (int)view->session.phases;
    if (is_table(view) && phases > 0)
        return 2 + phases + view->session.phase->warmup_short;
    return phases > 1;
}

static const ws_summary *latency_of(const ws_view *view, const ws_phase *phase) {
    return &phase->class[0].latency[view->measure];
}

/* "since 20 000: 31.5 ±0.500", the latency that is shown, of all messages. */
static void present_draw(const ws_view *view, const ws_pen *pen, int row) {
    char text[32];
    const ws_phase *phase = &view->session.phase[view->session.phases - 1];
    const ws_summary *latency = latency_of(view, phase);
    ws_role role = ws_is_trusted(latency) ? WS_ROLE_STRONG : WS_ROLE_FAINT;
    ws_count_text(phase->since, text, sizeof text);
    int x = 1 + ws_pen_print(pen, 1, row, WS_ROLE_FAINT, "since %s: ", text);
    x += ws_pen_text(pen, x, row, role, ws_figure_text(latency->mean, text, sizeof text));
    if (!isnan(latency->ci95))
        ws_pen_print(pen, x, row, WS_ROLE_FAINT, " ±%s",
                     ws_figure_text(latency->ci95, text, sizeof text));
}

/* ---- the table ---- */

/* A column ends before its place. */
enum {
    SINCE = 10,
    OFFERED = 18,
    ACCEPTED = 27,
    LATENCY = 35,
    HALF = 42,
    SATURATED = 53,
    UNFINISHED = 64,
    CHANGE = 66, /* begins there */
};

static void heads_draw(const ws_pen *pen, int row) {
    static const struct {
        int end;
        const char *text;
    } head[] = {
        {SINCE, "since"}, {OFFERED, "offered"},     {ACCEPTED, "accepted"},    {LATENCY, "latency"},
        {HALF, "±95%"},   {SATURATED, "saturated"}, {UNFINISHED, "under way"},
    };
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        ws_pen_print_right(pen, head[i].end, row, WS_ROLE_FAINT, "%s", head[i].text);
    ws_pen_text(pen, CHANGE, row, WS_ROLE_FAINT, "begins with");
}

static void figure_draw(const ws_pen *pen, int end, int row, ws_role role, double value) {
    char text[32];
    ws_pen_print_right(pen, end, row, role, "%s", ws_figure_text(value, text, sizeof text));
}

static void changes_draw(const ws_pen *pen, int row, const ws_phase *phase) {
    int x = CHANGE;
    for (size_t i = 0; i < phase->changes; i++)
        x += ws_pen_print(pen, x, row, WS_ROLE_TEXT, "%s%s", i ? "; " : "", phase->change[i]);
}

static void phase_draw(const ws_view *view, const ws_pen *pen, int row, const ws_phase *phase) {
    char text[32];
    const ws_summary *latency = latency_of(view, phase);
    bool full = phase->saturation == WS_SATURATION_YES;
    const char *verdict = ws_saturation_names[phase->saturation];
    ws_count_text(phase->since, text, sizeof text);
    ws_pen_print_right(pen, SINCE, row, WS_ROLE_TEXT, "%s", text);
    figure_draw(pen, OFFERED, row, WS_ROLE_TEXT, phase->offered);
    figure_draw(pen, ACCEPTED, row, full ? WS_ROLE_BLOCKED : WS_ROLE_TEXT, phase->accepted);
    figure_draw(pen, LATENCY, row, WS_ROLE_STRONG, latency->mean);
    figure_draw(pen, HALF, row, WS_ROLE_FAINT, latency->ci95);
    ws_pen_print_right(pen, SATURATED, row, full ? WS_ROLE_BLOCKED : WS_ROLE_TEXT, "%s", verdict);
    ws_pen_print_right(pen, UNFINISHED, row, WS_ROLE_TEXT, "%" PRIu64, phase->unfinished);
    changes_draw(pen, row, phase);
}

static void warmup_draw(const ws_pen *pen, int row, const ws_phase *first) {
    char text[32];
    ws_count_text(first->settled, text, sizeof text);
    ws_pen_print(pen, 1, row, WS_ROLE_BLOCKED, "the warm-up is too short: latency settles at %s",
                 text);
}

static void table_draw(const ws_view *view, const ws_pen *pen, int row) {
    heads_draw(pen, ++row);
    for (size_t i = 0; i < view->session.phases; i++)
        phase_draw(view, pen, ++row, &view->session.phase[i]);
    if (view->session.phase->warmup_short)
        warmup_draw(pen, ++row, view->session.phase);
}

int ws_phases_draw(const ws_view *view, const ws_pen *pen, int row) {
    int rows = ws_phases_rows(view);
    if (is_table(view) && rows)
        table_draw(view, pen, row);
    else if (rows)
        present_draw(view, pen, row);
    return row + rows;
}
