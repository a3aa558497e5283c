/* paper.c - `wormscope paper`: the figures of the papers, run, drawn, and judged claim by claim. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <uv.h>

#include "cli/paper/paper.h"
#include "cli/plot.h"
#include "cli/subcommands.h"
#include "session/language/suggest.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/find.h"
#include "session/library/whole_file.h"

enum {
    FLAG_ALL,
    FLAG_QUICK,
    FLAG_READINGS,
    FLAG_JSON,
    FLAG_TAP,
    FLAG_OUTPUT,
    FLAG_JOBS,
    FLAG_SEED,
    FLAG_SEEDS
};
static const ws_flag flags[] = {
    {"all", 'a', NULL, "run all figures and write a report of them, one page of HTML"},
    {"quick", 'q', NULL, "the short form: fewer points, cycles and seeds"},
    {"readings", 0, NULL,
     "run the figures of a paper under each of its readings, and print who holds"},
    {"json", 0, NULL, "print one JSON object a claim"},
    {"tap", 0, NULL, "print a line of TAP a claim: not ok if its verdict is worse than expected"},
    {"output", 'o', "DIR", "keep rows in DIR, and write a picture and CSV of each figure there"},
    {"jobs", 'j', "N", "run N points at a time (as many as there are processors)"},
    {"seed", 'r', "N", "seed of the first run of each point (1)"},
    {"seeds", 0, "N", "run each point with N seeds at least"},
    {0},
};

enum { JOBS_MAX = 256, SEEDS_MAX = 1000, PATH_ROOM = 4096 };

typedef enum form { FORM_TEXT, FORM_JSON, FORM_TAP } form;

typedef struct paper {
    const char *name; /* what was asked for; NULL: nothing */
    const char *output;
    bool all;
    bool readings;
    form form;
    uint64_t jobs;
    ws_chosen chosen;
    ws_papers papers;
} paper;

/* ---- choosing ---- */

static bool is_path(const char *name) {
    size_t length = strlen(name);
    return length > 4 && text_is(name + length - 4, ".fig");
}

static bool figures_choose(paper *p, const ws_paper *of, const char *number, ws_error *error) {
    size_t before = p->chosen.figures;
    for (size_t i = 0; i < of->figures; i++) {
        char *own = ws_figure_number(of->path[i]);
        bool wanted = !number || text_is(own, number);
        free(own);
        if (wanted && !ws_chosen_add(&p->chosen, of->path[i], error))
            return false;
    }
    if (p->chosen.figures > before || !number)
        return true;
    return fail_with(error, "%s has no figure `%.60s`; `wormscope paper` lists them", of->name,
                     number);
}

static ws_names paper_names(const ws_papers *papers) {
    const char *const *first = (const char *const *)&papers->paper->name;
    return (ws_names){first, papers->count, sizeof *papers->paper};
}

static bool fail_paper(const paper *p, const char *name, ws_error *error) {
    fail_with(error, "unknown paper `%.60s`", name);
    if (p->papers.count > 0)
        ws_suggest_append(error, name, paper_names(&p->papers));
    return false;
}

/* "kwan", "kwan/8", a file, or everything. */
static bool choose(paper *p, ws_error *error) {
    const char *name = p->name ? p->name : "";
    if (is_path(name))
        return ws_chosen_add(&p->chosen, name, error);
    size_t length = strcspn(name, "/");
    bool found = false;
    for (size_t i = 0; i < p->papers.count; i++) {
        const ws_paper *of = &p->papers.paper[i];
        bool same = strlen(of->name) == length && strncmp(of->name, name, length) == 0;
        if (length > 0 && !same)
            continue;
        found = true;
        if (!figures_choose(p, of, name[length] ? name + length + 1 : NULL, error))
            return false;
    }
    return found || fail_paper(p, name, error);
}

/* ---- files ---- */

static bool folder_make(const char *path, ws_error *error) {
    char *parts = text_copy(path);
    for (char *at = parts + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        (void)mkdir(parts, 0777); /* what cannot be made is told below */
        *at = '/';
    }
    bool good = mkdir(parts, 0777) == 0 || errno == EEXIST;
    if (!good)
        fail_with(error, "%.400s: %s", path, strerror(errno));
    free(parts);
    return good;
}

/* DIR/NAME-FIGURE.ENDING */
static void path_of(const paper *p, const char *name, const char *ending, char *path) {
    snprintf(path, PATH_ROOM, "%s/%s%s", p->output, name, ending);
    for (char *at = path + strlen(p->output) + 1; *at; at++)
        if (*at == '/')
            *at = '-';
}

static bool fail_file(const char *path) {
    ws_tell(stderr, "wormscope paper: %s: %s", path, strerror(errno));
    return false;
}

static bool files_write(const paper *p, const ws_paper_shown *shown, const ws_plot *plot) {
    char path[PATH_ROOM];
    if (!p->output)
        return true;
    ws_whole_file file;
    path_of(p, shown->figure->name, ".svg", path);
    if (!ws_whole_open(&file, path))
        return fail_file(path);
    ws_plot_svg(plot, NULL, file.out);
    if (!ws_whole_close(&file))
        return fail_file(path);
    path_of(p, shown->figure->name, ".csv", path);
    if (!ws_whole_open(&file, path))
        return fail_file(path);
    ws_paper_csv(shown->points, file.out);
    return ws_whole_close(&file) || fail_file(path);
}

/* ---- showing ---- */

static void figure_print(const ws_paper_shown *shown, const ws_plot *plot) {
    const ws_figure *figure = shown->figure;
    ws_tell(stdout, "%s  %s (%s)", figure->name, figure->title, figure->where);
    if (figure->note)
        ws_tell(stdout, "  %s", figure->note);
    ws_plot_show(plot, NULL, 0, 0);
    ws_paper_claims_print(shown, stdout);
    putchar('\n');
}

/* Shows one figure; `number` is the latest line of TAP. */
static bool figure_show(const paper *p, const ws_paper_shown *shown, size_t *number, FILE *page) {
    ws_plot plot = ws_paper_plot(shown->points);
    bool good = files_write(p, shown, &plot);
    if (p->form == FORM_JSON)
        ws_paper_claims_json(shown, stdout);
    if (p->form == FORM_TAP)
        *number = ws_paper_claims_tap(shown, *number, stdout);
    if (p->form == FORM_TEXT && !page)
        figure_print(shown, &plot);
    if (page)
        ws_page_figure(shown, page);
    ws_plot_free(&plot);
    return good;
}

static const char *title_of(const paper *p, const char *name) {
    for (size_t i = 0; i < p->papers.count; i++)
        if (text_is(p->papers.paper[i].name, name))
            return p->papers.paper[i].title;
    return name;
}

static void figure_count(const paper *p, size_t figure, ws_page_count *counts) {
    size_t verdict[WS_PAPER_VERDICTS];
    size_t shelf = p->chosen.figure[figure].shelf;
    ws_page_count *count = &counts[shelf];
    ws_points points = ws_chosen_points(&p->chosen, figure);
    const ws_paper_shown shown = ws_paper_judge(&points, p->chosen.wish.quick);
    count->paper = p->chosen.shelf[shelf].paper;
    WS_GROW(count->figure, count->figures);
    count->figure[count->figures++] = shown.figure->name;
    ws_paper_count(&shown, verdict);
    for (size_t v = 0; v < WS_PAPER_VERDICTS; v++)
        count->verdict[v] += verdict[v];
    ws_points_free(&points);
}

/* The title of a paper stands before the first of its figures. */
static void paper_begin(const paper *p, size_t figure, FILE *page) {
    const ws_chosen_figure *chosen = p->chosen.figure;
    size_t shelf = chosen[figure].shelf;
    const char *name = p->chosen.shelf[shelf].paper;
    if (figure == 0 || chosen[figure - 1].shelf != shelf)
        ws_page_paper(name, title_of(p, name), page);
}

static bool figures_show(const paper *p, FILE *page) {
    bool good = true;
    size_t number = 0;
    for (size_t i = 0; i < p->chosen.figures && good; i++) {
        ws_points points = ws_chosen_points(&p->chosen, i);
        const ws_paper_shown shown = ws_paper_judge(&points, p->chosen.wish.quick);
        if (page)
            paper_begin(p, i, page);
        good = figure_show(p, &shown, &number, page);
        ws_points_free(&points);
    }
    if (p->form == FORM_TAP)
        printf("1..%zu\n", number);
    return good;
}

static void counts_print(const paper *p, const ws_page_count *counts) {
    for (size_t i = 0; i < p->chosen.shelves; i++)
        printf("%-10s %2zu figures: %zu claims hold, %zu partly, %zu differ\n", counts[i].paper,
               counts[i].figures, counts[i].verdict[WS_HOLDS], counts[i].verdict[WS_PARTLY],
               counts[i].verdict[WS_DIFFERS]);
}

static int page_show(const paper *p, const ws_page_count *counts) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/report.html", p->output ? p->output : p->chosen.folder);
    ws_whole_file page;
    if (!ws_whole_open(&page, path)) {
        fail_file(path);
        return WS_EXIT_FAILED;
    }
    ws_page_begin(p->chosen.wish.quick, page.out);
    ws_page_counts(counts, p->chosen.shelves, page.out);
    bool good = figures_show(p, page.out);
    ws_page_end(page.out);
    good &= ws_whole_close(&page) || fail_file(path);
    if (p->form == FORM_TEXT) {
        counts_print(p, counts);
        ws_tell(stdout, "%s", path);
    }
    return good ? WS_EXIT_OK : WS_EXIT_FAILED;
}

static int report_show(const paper *p) {
    ws_page_count *counts = ws_alloc(p->chosen.shelves, sizeof *counts);
    for (size_t i = 0; i < p->chosen.figures; i++)
        figure_count(p, i, counts);
    int code = page_show(p, counts);
    for (size_t i = 0; i < p->chosen.shelves; i++)
        free(counts[i].figure);
    free(counts);
    return code;
}

static int chosen_show(const paper *p) {
    if (p->all)
        return report_show(p);
    return figures_show(p, NULL) ? WS_EXIT_OK : WS_EXIT_FAILED;
}

/* ---- listing ---- */

static void known_text(const ws_paper_shown *shown, char *text, size_t room) {
    size_t count[WS_PAPER_VERDICTS];
    text_out out = text_begin(text, room);
    ws_paper_count(shown, count);
    for (size_t v = 0; v < WS_PAPER_VERDICTS; v++)
        if (count[v] > 0)
            text_add(&out, "%s%zu %s", out.used > 0 ? ", " : "", count[v], ws_paper_verdicts[v]);
    text_add(&out, "%s", shown->quick ? " (quick)" : "");
}

/* Is all of it known? Then what came of its claims. */
static bool figure_known(const ws_chosen *chosen, char *text, size_t room) {
    if (!ws_chosen_is_whole(chosen, 0))
        return false;
    ws_points points = ws_chosen_points(chosen, 0);
    const ws_paper_shown shown = ws_paper_judge(&points, chosen->wish.quick);
    known_text(&shown, text, room);
    ws_points_free(&points);
    return true;
}

static bool figure_list(const paper *p, const char *path, ws_error *error) {
    char known[120] = "not run";
    for (int quick = 0; quick < 2; quick++) {
        ws_chosen one = {.folder = p->chosen.folder, .wish = p->chosen.wish};
        one.wish.quick = quick;
        bool good = ws_chosen_add(&one, path, error);
        bool done = good && figure_known(&one, known, sizeof known);
        if (good && (done || quick))
            ws_tell(stdout, "  %-22s %-30s %s", one.figure[0].figure->name, known,
                    one.figure[0].figure->title);
        ws_chosen_free(&one);
        if (!good)
            return false;
        if (done)
            return true;
    }
    return true;
}

static bool papers_list(const paper *p, ws_error *error) {
    for (size_t i = 0; i < p->papers.count; i++) {
        const ws_paper *of = &p->papers.paper[i];
        ws_tell(stdout, "%s  %s", of->name, of->title);
        for (size_t k = 0; k < of->figures; k++)
            if (!figure_list(p, of->path[k], error))
                return false;
    }
    return true;
}

/* ---- all ---- */

static int fail(const ws_error *error, int code) {
    ws_tell(stderr, "wormscope paper: %s", error->text);
    return code;
}

/* ---- readings ---- */

/* One figure under one reading, into its column. That it cannot be built so is a result, too. */
static int figure_go(paper *p, ws_matrix *matrix, size_t figure, size_t reading, size_t *next) {
    ws_error error;
    int code = ws_chosen_run_figure(&p->chosen, figure, p->jobs);
    bool refused = code == WS_EXIT_USAGE && !ws_chosen_can_build(&p->chosen, figure, &error);
    if (code != WS_EXIT_OK && !refused)
        return code;
    ws_points points = ws_chosen_points(&p->chosen, figure);
    ws_paper_shown shown = ws_paper_judge(&points, p->chosen.wish.quick);
    shown.reading = matrix->readings->reading[reading].name;
    shown.error = refused ? error.text : NULL;
    ws_matrix_add(matrix, &shown, reading, next);
    if (refused)
        ws_tell(stderr, "wormscope paper: %s is not run under the reading %s", shown.figure->name,
                shown.reading);
    if (p->form == FORM_JSON)
        ws_paper_claims_json(&shown, stdout);
    ws_points_free(&points);
    return WS_EXIT_OK;
}

/* The figures under one reading, into its column. */
static int reading_go(paper *p, ws_matrix *matrix, size_t reading) {
    ws_error error;
    size_t next = 0;
    const ws_figure_sets *sets = &matrix->readings->reading[reading].sets;
    p->chosen.wish.set = sets->set;
    p->chosen.wish.sets = sets->count;
    if (!choose(p, &error))
        return fail(&error, WS_EXIT_USAGE);
    int code = WS_EXIT_OK;
    for (size_t i = 0; i < p->chosen.figures && code == WS_EXIT_OK; i++)
        code = figure_go(p, matrix, i, reading, &next);
    return code;
}

/* The matrix holds on to the claims of the first reading's figures. */
static int matrix_go(paper *p, const ws_readings *readings) {
    ws_chosen done[WS_READINGS_MAX] = {0};
    const ws_chosen begin = p->chosen;
    ws_matrix matrix = {.readings = readings};
    int code = WS_EXIT_OK;
    for (size_t k = 0; k < readings->count && code == WS_EXIT_OK; k++) {
        p->chosen = begin;
        code = reading_go(p, &matrix, k);
        done[k] = p->chosen;
    }
    if (code == WS_EXIT_OK && p->form == FORM_TEXT)
        ws_matrix_print(&matrix, stdout);
    for (size_t k = 0; k < readings->count; k++)
        ws_chosen_free(&done[k]);
    ws_matrix_free(&matrix);
    p->chosen = begin;
    return code;
}

static bool readings_find(const paper *p, ws_readings *readings, ws_error *error) {
    if (is_path(p->name))
        return ws_readings_beside(readings, p->name, error);
    char *name = ws_copy_text(p->name, strcspn(p->name, "/"));
    bool good = ws_readings_read(readings, name, error);
    free(name);
    return good;
}

static int readings_go(paper *p) {
    ws_error error;
    ws_readings readings;
    int code = WS_EXIT_USAGE;
    if (readings_find(p, &readings, &error))
        code = matrix_go(p, &readings);
    else
        fail(&error, code);
    ws_readings_free(&readings);
    return code;
}

static int paper_go(paper *p) {
    ws_error error;
    if (!ws_papers_list(&p->papers, &error))
        return fail(&error, WS_EXIT_FAILED);
    if (!p->name && !p->all)
        return papers_list(p, &error) ? WS_EXIT_OK : fail(&error, WS_EXIT_FAILED);
    if (p->all && !p->chosen.folder)
        return fail_with(&error, "the report needs a place: -o DIR"), fail(&error, WS_EXIT_USAGE);
    if (p->chosen.folder && !folder_make(p->chosen.folder, &error))
        return fail(&error, WS_EXIT_FAILED);
    if (p->readings)
        return readings_go(p);
    if (!choose(p, &error))
        return fail(&error, WS_EXIT_USAGE);
    int code = ws_chosen_run(&p->chosen, p->jobs);
    if (code == WS_EXIT_OK)
        return chosen_show(p);
    return code == WS_EXIT_INTERRUPTED ? code : WS_EXIT_FAILED;
}

static void flag_parse(paper *p, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_ALL: p->all = true; break;
    case FLAG_QUICK: p->chosen.wish.quick = true; break;
    case FLAG_READINGS: p->readings = true; break;
    case FLAG_JSON: p->form = FORM_JSON; break;
    case FLAG_TAP: p->form = FORM_TAP; break;
    case FLAG_OUTPUT: p->output = args->value; break;
    case FLAG_JOBS: ws_args_number(args, 1, JOBS_MAX, &p->jobs); break;
    case FLAG_SEED: ws_args_number(args, 0, INT64_MAX, &p->chosen.wish.seed); break;
    case FLAG_SEEDS: ws_args_number(args, 1, SEEDS_MAX, &p->chosen.wish.seeds); break;
    default: break;
    }
}

static bool operands_take(paper *p, ws_args *args) {
    if (args->failed || args->helped)
        return false;
    if (args->operand_count > 1)
        return ws_args_wrong(args, "`%s` is too much; name one paper or figure", args->operands[1]);
    if (args->operand_count == 1)
        p->name = args->operands[0];
    if (p->readings && !p->name)
        return ws_args_wrong(args, "--readings needs the name of a paper or figure");
    if (p->readings && (p->all || p->form == FORM_TAP))
        return ws_args_wrong(args, "--readings goes with neither --all nor --tap");
    return true;
}

static int run_paper(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    paper p = {.jobs = uv_available_parallelism(), .chosen.wish.seed = 1};
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        flag_parse(&p, &args, flag);
    int code = args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (!operands_take(&p, &args))
        return code;
    char *cache = ws_user_path(WS_CACHE_DIR, "papers");
    p.chosen.folder = p.output ? p.output : cache;
    code = paper_go(&p);
    ws_chosen_free(&p.chosen);
    ws_papers_free(&p.papers);
    free(cache);
    return code;
}

const ws_subcommand ws_subcommand_paper = {
    .name = "paper",
    .operands = "[NAME[/FIGURE]] [OPTION]...",
    .doc = "Run figures of the papers, draw them, and judge what the papers claim; without NAME "
           "list them",
    .flags = flags,
    .run = run_paper};
