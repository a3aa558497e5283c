/* on_screen.c - see paper.h. Nothing is run here: `wormscope paper` does that, and the long form goes before the short one. */
#include "cli/paper/paper.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report.h"
#include "observe/metrics.h"
#include "session/language/text.h"
#include "session/library/find.h"

struct ws_paper_opened {
    ws_chosen chosen; /* this figure alone */
    ws_points points;
    ws_plot plot;
    ws_view_paper view;
    char verdicts[200];
    char now[200];
};

/* ---- opening ---- */

static void opened_close(ws_paper_opened *opened) {
    if (!opened)
        return;
    ws_plot_free(&opened->plot);
    ws_points_free(&opened->points);
    ws_chosen_free(&opened->chosen);
    free(opened);
}

static void verdicts_tell(ws_paper_opened *opened, bool quick) {
    size_t count[WS_PAPER_VERDICTS];
    const ws_paper_shown judged = ws_paper_judge(&opened->points, quick);
    ws_paper_count(&judged, count);
    snprintf(opened->verdicts, sizeof opened->verdicts,
             "claims: %zu hold, %zu partly, %zu differ%s; more: wormscope paper %.60s",
             count[WS_HOLDS], count[WS_PARTLY], count[WS_DIFFERS], quick ? " (short form)" : "",
             judged.figure->name);
}

/* The figure of a file in one of its forms; NULL if that has not been run as a whole. */
static ws_paper_opened *form_open(const char *path, bool quick) {
    ws_error error;
    char *folder = ws_user_path(WS_CACHE_DIR, "papers");
    ws_paper_opened *opened = ws_alloc(1, sizeof *opened);
    *opened = (ws_paper_opened){.chosen = {.folder = folder, .wish = {.quick = quick, .seed = 1}}};
    bool good = folder && ws_chosen_add(&opened->chosen, path, &error);
    good = good && ws_chosen_is_whole(&opened->chosen, 0);
    free(folder);
    opened->chosen.folder = NULL;
    if (!good) {
        opened_close(opened);
        return NULL;
    }
    const ws_figure *figure = opened->chosen.figure[0].figure;
    opened->points = ws_chosen_points(&opened->chosen, 0);
    opened->plot = ws_paper_plot(&opened->points);
    verdicts_tell(opened, quick);
    opened->view = (ws_view_paper){.name = figure->name,
                                   .title = figure->title,
                                   .where = figure->where,
                                   .plot = &opened->plot,
                                   .verdicts = opened->verdicts,
                                   .now = opened->now};
    return opened;
}

static ws_paper_opened *figure_open(const char *path) {
    ws_paper_opened *opened = form_open(path, false);
    return opened ? opened : form_open(path, true);
}

/* ---- finding ---- */

/* What is asked for, and what has been found on the way. */
typedef struct search {
    const char *name;     /* "": any of */
    const char *scenario; /* this scenario */
    const char *after;    /* behind the figure of this name; "": from the first on */
    bool begun;           /* that one has been passed */
    char fits[64];        /* the first figure that fits, run or not; "": none */
} search;

static bool is_of(const ws_figure *figure, const char *scenario) {
    bool found = text_is(figure->scenario, scenario);
    for (size_t i = 0; i < figure->curves && !found; i++)
        found = figure->curve[i].scenario && text_is(figure->curve[i].scenario, scenario);
    return found;
}

static bool fits(search *s, const ws_figure *figure) {
    if (*s->name)
        return text_is(figure->name, s->name);
    bool begun = s->begun;
    s->begun |= text_is(figure->name, s->after);
    return begun && is_of(figure, s->scenario);
}

static ws_paper_opened *file_try(search *s, const char *path) {
    ws_error error;
    ws_figure *figure = ws_figure_read(path, &error);
    bool wanted = figure && fits(s, figure);
    if (wanted && !*s->fits)
        snprintf(s->fits, sizeof s->fits, "%s", figure->name);
    ws_figure_free(figure);
    return wanted ? figure_open(path) : NULL;
}

static ws_paper_opened *papers_search(search *s, const ws_papers *papers) {
    ws_paper_opened *found = NULL;
    for (size_t i = 0; i < papers->count && !found; i++)
        for (size_t k = 0; k < papers->paper[i].figures && !found; k++)
            found = file_try(s, papers->paper[i].path[k]);
    return found;
}

static bool fail_search(const search *s, ws_error *error) {
    error->text[0] = '\0';
    if (*s->fits)
        return fail_with(error, "%s has not been run yet: `wormscope paper %s` does that", s->fits,
                         s->fits);
    if (*s->name)
        return fail_with(error, "unknown figure `%.60s`; `wormscope paper` lists them", s->name);
    return *s->after || fail_with(error, "no figure of a paper is of %.100s", s->scenario);
}

static ws_paper_opened *search_open(ws_session *session, const char *name, const char *after,
                                    ws_error *error) {
    ws_papers papers;
    ws_paper_opened *found = NULL;
    search s = {.name = name, .scenario = ws_session_name(session), .after = after};
    s.begun = !*after;
    bool listed = ws_papers_list(&papers, error);
    if (listed)
        found = papers_search(&s, &papers);
    if (listed && !found)
        (void)fail_search(&s, error);
    ws_papers_free(&papers);
    return found;
}

/* ---- now ---- */

/* Where the parameter of the axis has its value along x; NAN if it is nowhere. */
static double parameter_along(const ws_figure_axis *axis, ws_session *session, char *text,
                              size_t room) {
    const ws_param *param = ws_param_find(axis->parameter);
    *text = '\0';
    if (!param)
        return NAN;
    ws_param_print(param, ws_net_def(ws_session_net(session)), text, room);
    for (size_t i = 0; i < axis->all.count; i++)
        if (text_is(axis->all.at[i].text, text))
            return axis->all.at[i].x;
    char *end;
    double value = strtod(text, &end);
    return *end || end == text ? NAN : value;
}

static bool is_same_value(const char *one, const char *other) {
    char *end;
    char *other_end;
    double number = strtod(one, &end);
    double other_number = strtod(other, &other_end);
    bool numbers = end != one && other_end != other && !*end && !*other_end;
    return numbers ? number == other_number : text_is(one, other);
}

/* What the figure has set, and the network has otherwise. */
static void settings_tell(text_out *out, const ws_figure *figure, ws_session *session) {
    char name[80];
    char value[400];
    const char *before = "; the figure has ";
    for (size_t i = 0; i < figure->sets.count; i++) {
        const char *setting = figure->sets.set[i];
        size_t length = strcspn(setting, "=");
        snprintf(name, sizeof name, "%.*s", (int)length, setting);
        const ws_param *param = ws_param_find(name);
        if (!param)
            continue;
        ws_param_print(param, ws_net_def(ws_session_net(session)), value, sizeof value);
        if (is_same_value(value, setting + length + 1))
            continue;
        text_add(out, "%s%s", before, setting);
        before = ", ";
    }
}

/* A mean of few cycles lies far from the curve that it belongs to. */
static uint64_t cycles_measured(ws_session *session) {
    uint64_t since = ws_metrics_since(ws_session_metrics(session));
    uint64_t now = ws_net_cycle(ws_session_net(session));
    return now > since ? now - since : 0;
}

static void point_tell(ws_paper_opened *opened, ws_session *session, const char *value) {
    const ws_figure *figure = opened->points.figure;
    const ws_plot *plot = &opened->plot;
    text_out out = text_begin(opened->now, sizeof opened->now);
    text_add(&out, "now %.4g at ", plot->now_y);
    if (figure->along > 0)
        text_add(&out, "%.4g", plot->now_x);
    else
        text_add(&out, "%s %s", figure->axis.parameter, value);
    text_add(&out, ", measured for %" PRIu64 " cycles", cycles_measured(session));
    settings_tell(&out, figure, session);
}

static void now_tell(ws_paper_opened *opened, ws_session *session, const char *value) {
    const ws_figure *figure = opened->points.figure;
    const ws_plot *plot = &opened->plot;
    size_t room = sizeof opened->now;
    uint64_t since = ws_metrics_since(ws_session_metrics(session));
    bool measured = !isnan(plot->now_x) && !isnan(plot->now_y);
    if (isnan(plot->now_x) && figure->along == 0)
        snprintf(opened->now, room, "the network is not a point of this figure");
    else if (!measured && ws_net_cycle(ws_session_net(session)) < since)
        snprintf(opened->now, room, "nothing is measured before cycle %" PRIu64, since);
    else if (!measured)
        snprintf(opened->now, room, "nothing has been measured yet");
    else
        point_tell(opened, session, value);
}

static const ws_view_paper *now_measure(ws_paper_opened *opened, ws_session *session) {
    char value[400] = "";
    const ws_figure *figure = opened->points.figure;
    const ws_run run = {.session = session};
    ws_plot *plot = &opened->plot;
    json_t *row = ws_report_json(&run);
    if (figure->along > 0)
        plot->now_x = ws_paper_measured(&figure->measure[figure->along - 1], row);
    else
        plot->now_x = parameter_along(&figure->axis, session, value, sizeof value);
    plot->now_y = ws_paper_measured(&figure->measure[0], row);
    json_decref(row);
    now_tell(opened, session, value);
    plot->now_x = figure->log_x ? log10(plot->now_x) : plot->now_x;
    plot->now_y = figure->log_y ? log10(plot->now_y) : plot->now_y;
    plot->has_now = isfinite(plot->now_x) && isfinite(plot->now_y);
    return &opened->view;
}

const ws_paper_source ws_papers_on_screen = {search_open, now_measure, opened_close};
