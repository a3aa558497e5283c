/* series.c - `wormscope series`: what was measured over time, window by window over the whole
 * run, with a mark wherever a line changed something. Nothing is left out for the warm-up; a
 * window of the end may be shorter. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report.h"
#include "cli/cli.h"
#include "cli/plot.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "session/history/history.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/memory.h"
#include "session/text_stream.h"

#define SERIES_SCHEMA   1
#define DEFAULT_WINDOWS 500 /* at most, if no length is asked for */

enum {
    FLAG_CSV = WS_SCENARIO_FLAG_COUNT,
    FLAG_JSON,
    FLAG_WINDOW,
    FLAG_HISTOGRAMS,
    FLAG_OUTPUT,
    FLAG_Y,
    FLAG_THEME,
    FLAG_FORCE
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    {"csv", 0, NULL, "print comma-separated values (the default)"},
    {"json", 0, NULL, "print JSON, one object a line"},
    {"window", 'n', "N", "cycles a row (default: a round number that gives at most 500 rows)"},
    {"histograms", 0, NULL,
     "print latencies by window, class and kind as histograms; samples count from the warm-up on"},
    {"output", 'o', "FILE",
     "draw it as curves over the cycle, with a mark at each change: FILE.svg, .gp or .vl.json"},
    {"y", 'y', "PATH[,PATH]...", "what to draw: columns of the rows (default " WS_FACT_SERIES ")"},
    {"theme", 't', "NAME", "colours of the picture (default: black on white)"},
    WS_EXPORT_FORCE,
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    bool json;
    bool csv;
    bool histograms;
    uint64_t window;
    const char *output; /* NULL: rows are printed */
    const char *figure;
    bool has_theme;
    ws_theme theme;
} wishes;

/* A run that is being read out. */
typedef struct reading {
    ws_session *session;
    ws_frame *frame; /* at the end of the window */
    ws_observer *observer;
    uint64_t networks; /* of the session, when these were made */
    ws_window window;
    uint64_t kills;                 /* before it */
    uint64_t allocated;             /* the same of set-aside queues */
    size_t marked;                  /* journal entries that are in a row */
    ws_distributions distributions; /* before it */
    ws_row_list rows;               /* to be drawn */
} reading;

/* ---- rows ---- */

/* A line acts on the cycle after its own, so one at the end of a window belongs to the next; but
 * there is none after the last. */
static json_t *marks_json(reading *r) {
    json_t *marks = json_array();
    size_t count;
    const ws_journal_entry *entry = ws_session_journal(r->session, &count);
    for (; r->marked < count; r->marked++) {
        const ws_journal_entry *line = &entry[r->marked];
        if (line->cycle >= r->window.end && !ws_session_ended(r->session))
            break;
        if (ws_mark_of(line->text) != WS_MARK_NONE)
            json_array_append_new(marks, json_pack("{s:I, s:s}", "cycle", (json_int_t)line->cycle,
                                                   "line", line->text));
    }
    return marks;
}

static json_t *row_json(reading *r) {
    json_t *row = json_pack("{s:i}", "schema", SERIES_SCHEMA);
    json_object_update_new(row, ws_window_json(&r->window));
    json_object_set_new(row, "marks", marks_json(r));
    return row;
}

/* ---- comma-separated values: the same objects, flat ---- */

/* "@1500 set segment 33; @1500 note ..." */
static void marks_text(const json_t *marks, FILE *out) {
    size_t i;
    json_t *mark;
    json_array_foreach((json_t *)marks, i, mark)
        fprintf(out, "%s@%" JSON_INTEGER_FORMAT " %s", i ? "; " : "",
                json_integer_value(json_object_get(mark, "cycle")),
                json_string_value(json_object_get(mark, "line")));
}

static void cell_put(const json_t *value, FILE *out) {
    char *text = NULL;
    size_t length = 0;
    if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (json_is_real(value))
        fprintf(out, "%.10g", json_real_value(value));
    if (json_is_boolean(value))
        fputs(json_is_true(value) ? "yes" : "no", out);
    if (!json_is_array(value))
        return;
    FILE *memory = ws_text_stream(&text, &length);
    marks_text(value, memory);
    fclose(memory);
    ws_csv_text(text, out);
    free(text);
}

/* The names of the cells of an object, or the cells; members of members are called PART.PART. */
static void cells_put(const json_t *object, const char *before, bool names, FILE *out) {
    const char *key;
    json_t *value;
    bool first = !*before;
    json_object_foreach((json_t *)object, key, value) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", before, key);
        if (!first && !json_is_object(value))
            putc(',', out);
        first = false;
        if (json_is_object(value)) {
            strcat(name, ".");
            cells_put(value, name, names, out);
        } else if (names)
            fputs(name, out);
        else
            cell_put(value, out);
    }
}

static void line_put(const json_t *row, bool names) {
    cells_put(row, "", names, stdout);
    putchar('\n');
}

/* ---- the run ---- */

/* The smallest of 1, 2, 5 times a power of ten that gives no more rows than are good. */
static uint64_t window_for(uint64_t cycles) {
    static const uint64_t factor[] = {2, 5, 10};
    uint64_t power = 1;
    uint64_t window = 1;
    for (size_t i = 0; (cycles + window - 1) / window > DEFAULT_WINDOWS; i++) {
        window = factor[i % 3] * power;
        if (i % 3 == 2)
            power *= 10;
    }
    return window;
}

/* Runs through the next window. False if the session is at its end, or has failed before that of
 * the window. */
static bool window_read(reading *r, uint64_t cycles) {
    if (ws_session_run(r->session, cycles) == 0)
        return false;
    const ws_net *net = ws_session_net(r->session);
    if (r->networks != ws_session_networks(r->session)) { /* rebuilt */
        ws_observer_free(r->observer);
        ws_frame_free(r->frame);
        r->observer = ws_observer_new(net);
        r->frame = ws_frame_new(net);
        r->networks = ws_session_networks(r->session);
    }
    ws_frame_update(r->frame, net, NULL, r->observer);
    uint64_t kills = ws_net_total(net, WS_TOTAL_KILLS);
    uint64_t allocated = ws_net_total(net, WS_TOTAL_SAQS_ALLOCATED);
    r->window = (ws_window){.begin = r->window.end,
                            .end = ws_net_cycle(net),
                            .frame = r->frame,
                            .point = ws_metrics_point(ws_session_metrics(r->session), net),
                            .saqs = ws_saqs_count(net),
                            .kills = kills - r->kills,
                            .allocated = allocated - r->allocated};
    r->kills = kills;
    r->allocated = allocated;
    return true;
}

/* The histograms of the window: rows of their own. */
static void histograms_put(reading *r) {
    char prefix[64];
    if (r->window.begin == 0)
        puts("cycle,cycles," WS_DISTRIBUTION_CELLS);
    snprintf(prefix, sizeof prefix, "%" PRIu64 ",%" PRIu64 ",", r->window.end,
             r->window.end - r->window.begin);
    ws_distributions_csv(&r->distributions, r->session, prefix, stdout);
}

static void row_keep(reading *r) {
    WS_GROW(r->rows.row, r->rows.count);
    r->rows.row[r->rows.count++] = (ws_row){.value = ws_must(row_json(r))};
}

static void row_put(const wishes *w, reading *r) {
    if (w->output) {
        row_keep(r);
        return;
    }
    if (w->histograms && !w->json) {
        histograms_put(r);
        return;
    }
    json_t *row = ws_must(row_json(r));
    if (w->histograms)
        json_object_set_new(row, "histograms",
                            ws_distributions_json(&r->distributions, r->session));
    if (!w->json && r->window.begin == 0)
        line_put(row, true);
    if (!w->json) {
        line_put(row, false);
    } else {
        ws_json_dump(row, stdout);
        putchar('\n');
    }
    json_decref(row);
}

/* ---- as a picture ---- */

static int picture_write(const wishes *w, const ws_plot *plot) {
    if (ws_plot_file(plot, w->has_theme ? &w->theme : NULL, w->output))
        return WS_EXIT_OK;
    ws_tell(stderr, "wormscope series: %s: %s", w->output, strerror(errno));
    return WS_EXIT_IO;
}

static int rows_draw(const wishes *w, const reading *r) {
    ws_error error;
    ws_plot plot = {0};
    const ws_plot_wish wish = {.figure = w->figure};
    int code = WS_EXIT_USAGE;
    if (ws_plot_make(&plot, &r->rows, &wish, &error)) {
        free(plot.title);
        plot.title = text_copy(ws_session_name(r->session));
        code = picture_write(w, &plot);
    } else
        ws_tell(stderr, "wormscope series: %s", error.text);
    ws_plot_free(&plot);
    return code;
}

static int session_read(const wishes *w, ws_args *args, ws_session *session) {
    uint64_t end;
    if (!ws_export_end(args, session, false, "cycles", &end))
        return WS_EXIT_USAGE;
    reading r = {.session = session,
                 .frame = ws_frame_new(ws_session_net(session)),
                 .observer = ws_observer_new(ws_session_net(session)),
                 .networks = ws_session_networks(session)};
    uint64_t window = w->window ? w->window : window_for(end);
    while (r.window.end < end && !ferror(stdout) &&
           window_read(&r, end - r.window.end < window ? end - r.window.end : window))
        row_put(w, &r);
    int code = ws_export_done(args, session, end);
    if (w->output && code == WS_EXIT_OK)
        code = rows_draw(w, &r);
    ws_row_list_free(&r.rows);
    ws_distributions_free(&r.distributions);
    ws_observer_free(r.observer);
    ws_frame_free(r.frame);
    return ferror(stdout) ? WS_EXIT_IO : code;
}

static void theme_take(wishes *w, ws_args *args) {
    ws_error error;
    w->has_theme = ws_theme_open(&w->theme, args->value, &error);
    if (!w->has_theme)
        ws_args_wrong(args, "%s", error.text);
}

static void flag_take(wishes *w, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_CSV: w->csv = true; break;
    case FLAG_JSON: w->json = true; break;
    case FLAG_HISTOGRAMS: w->histograms = true; break;
    case FLAG_FORCE: w->scenario.options.any_model = true; break;
    case FLAG_WINDOW: ws_args_number(args, 1, INT64_MAX, &w->window); break;
    case FLAG_OUTPUT: w->output = args->value; break;
    case FLAG_Y: w->figure = args->value; break;
    case FLAG_THEME: theme_take(w, args); break;
    default: break;
    }
}

static void wishes_check(const wishes *w, ws_args *args) {
    bool printed = w->csv || w->json || w->histograms;
    if (w->csv && w->json)
        ws_args_wrong(args, "either --csv or --json, not both");
    if (w->output && printed)
        ws_args_wrong(args, "-o draws a picture: expected it without --csv and --json");
    if (w->output && !ws_plot_file_named(w->output))
        ws_args_wrong(args, "-o `%s`: expected a name that ends in " WS_PLOT_ENDINGS, w->output);
    if (w->figure && !w->output)
        ws_args_wrong(args, "--y is for a picture: give -o FILE as well");
}

static int run_series(const ws_subcommand *command, int argc, char **argv) {
    wishes w = {.json = false};
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_parse(&w.scenario, &args, flag))
            flag_take(&w, &args, flag);
    wishes_check(&w, &args);
    int code;
    ws_session *session = ws_export_open(&args, &w.scenario.options, &code);
    if (session)
        code = session_read(&w, &args, session);
    ws_session_close(session);
    ws_scenario_args_free(&w.scenario);
    return code;
}

const ws_subcommand ws_subcommand_series = {
    .name = "series",
    .operands = "FILE [OPTION]...",
    .doc = "Print what was measured over time in a scenario or recording, or draw it",
    .flags = flags,
    .run = run_series};
