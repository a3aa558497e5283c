/* chosen.c - see paper.h. The runs of all figures go through one pool. */
#include "cli/paper/paper.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/print.h"
#include "cli/report.h"
#include "cli/sweep.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/session.h"

/* ---- shelves ---- */

static char *joined(const char *folder, const char *name, const char *ending) {
    size_t room = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path = ws_alloc(room, 1);
    snprintf(path, room, "%s/%s%s", folder, name, ending);
    return path;
}

static bool shelf_find(ws_chosen *chosen, const char *figure, size_t *found, ws_error *error) {
    char *paper = ws_copy_text(figure, strcspn(figure, "/"));
    for (*found = 0; *found < chosen->shelves; ++*found) {
        if (!text_is(chosen->shelf[*found].paper, paper))
            continue;
        free(paper);
        return true;
    }
    WS_GROW(chosen->shelf, chosen->shelves);
    ws_paper_shelf *shelf = &chosen->shelf[chosen->shelves++];
    *shelf = (ws_paper_shelf){.paper = paper};
    char *path = chosen->folder ? joined(chosen->folder, paper, ".rows") : NULL;
    bool good = ws_paper_rows_read(&shelf->rows, path, error);
    free(path);
    return good;
}

bool ws_chosen_add(ws_chosen *chosen, const char *path, ws_error *error) {
    ws_figure *figure = ws_figure_read(path, error);
    if (!figure)
        return false;
    ws_figure_seeds(figure, chosen->wish.seeds);
    WS_GROW(chosen->figure, chosen->figures);
    ws_chosen_figure *added = &chosen->figure[chosen->figures++];
    *added = (ws_chosen_figure){.figure = figure};
    return shelf_find(chosen, figure->name, &added->shelf, error) &&
           ws_paper_plan_make(&added->plan, figure, &chosen->wish, error);
}

void ws_chosen_free(ws_chosen *chosen) {
    for (size_t i = 0; i < chosen->figures; i++) {
        ws_paper_plan_free(&chosen->figure[i].plan);
        ws_figure_free(chosen->figure[i].figure);
    }
    for (size_t i = 0; i < chosen->shelves; i++) {
        ws_paper_rows_free(&chosen->shelf[i].rows);
        free(chosen->shelf[i].paper);
    }
    free(chosen->figure);
    free(chosen->shelf);
    *chosen = (ws_chosen){0};
}

/* ---- the pool ---- */

typedef struct task {
    const ws_paper_job *job;
    ws_paper_rows *rows;
} task;

typedef struct pool {
    task *task; /* owned */
    size_t tasks;
    size_t first; /* of the figures, and behind the last */
    size_t end;
    bool bar;
    char seed[24];
} pool;

static bool is_listed(const pool *p, const task *one) {
    for (size_t i = 0; i < p->tasks; i++)
        if (p->task[i].rows == one->rows && text_is(p->task[i].job->key, one->job->key))
            return true;
    return false;
}

static void tasks_add(pool *p, const ws_chosen *chosen, const ws_chosen_figure *figure) {
    ws_paper_rows *rows = &chosen->shelf[figure->shelf].rows;
    bool *missing = ws_paper_plan_missing(&figure->plan, rows);
    for (size_t i = 0; i < figure->plan.jobs; i++) {
        const task next = {&figure->plan.job[i], rows};
        if (!missing[i] || is_listed(p, &next))
            continue;
        WS_GROW(p->task, p->tasks);
        p->task[p->tasks++] = next;
    }
    free(missing);
}

/* What can be run now; where runs lead to a limit, what comes next depends on what they show. */
static bool tasks_find(pool *p, const ws_chosen *chosen) {
    p->tasks = 0;
    for (size_t i = p->first; i < p->end; i++)
        tasks_add(p, chosen, &chosen->figure[i]);
    return p->tasks > 0;
}

static size_t task_arguments(void *context, size_t index, const char **argument, size_t room) {
    pool *p = context;
    const ws_paper_job *job = p->task[index].job;
    snprintf(p->seed, sizeof p->seed, "%" PRIu64, job->seed);
    const char *const fixed[] = {WS_WORKER_RUN, job->scenario, "--json", "--seed", p->seed};
    size_t count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        argument[count++] = fixed[i];
    if (job->effort->cycles) {
        argument[count++] = "--cycles";
        argument[count++] = job->effort->cycles;
    }
    if (job->effort->warmup) {
        argument[count++] = "--warmup";
        argument[count++] = job->effort->warmup;
    }
    if (job->histograms)
        argument[count++] = "--histograms";
    for (size_t i = 0; i < job->sets && count + 2 <= room; i++) {
        argument[count++] = "--set";
        argument[count++] = job->set[i];
    }
    return count;
}

/* What depends on the machine, or is of no use here. */
static void row_trim(json_t *row, bool hosts) {
    ws_report_untimed(row);
    if (!hosts)
        json_object_del(row, WS_FACT_HOSTS);
}

static int task_done(void *context, size_t index, const char *output, size_t length) {
    pool *p = context;
    json_error_t trouble;
    ws_error error;
    const task *done = &p->task[index];
    json_t *row = json_loadb(output ? output : "", length, 0, &trouble);
    if (!row) {
        ws_tell(stderr, "wormscope paper: a run of %s gave no result: %s", done->job->scenario,
                trouble.text);
        return WS_EXIT_FAILED;
    }
    row_trim(row, done->job->hosts);
    if (ws_paper_rows_add(done->rows, done->job->key, row, &error))
        return WS_EXIT_OK;
    if (p->bar)
        ws_bar_clear();
    ws_tell(stderr, "wormscope paper: %s", error.text);
    return WS_EXIT_IO;
}

static void task_progress(void *context, size_t ended) {
    const pool *p = context;
    if (p->bar)
        ws_bar_draw(ended, p->tasks);
}

/* Once of each file. */
static void unsealed_tell(ws_chosen *chosen) {
    for (size_t i = 0; i < chosen->shelves; i++) {
        ws_paper_rows *rows = &chosen->shelf[i].rows;
        ws_seal_count_tell(&rows->left_out, "paper", rows->path, " (they are run again)");
        rows->left_out = (ws_seal_count){0};
    }
}

static int pool_run(pool *p, ws_chosen *chosen, size_t parallel) {
    unsealed_tell(chosen);
    const ws_job job = {
        .arguments = task_arguments, .done = task_done, .progress = task_progress, .context = p};
    int code = WS_EXIT_OK;
    p->bar = ws_bar_wanted();
    while (code == WS_EXIT_OK && tasks_find(p, chosen)) {
        code = ws_workers_run(&job, p->tasks, parallel);
        if (p->bar)
            ws_bar_clear();
    }
    free(p->task);
    return code;
}

int ws_chosen_run(ws_chosen *chosen, size_t parallel) {
    pool all = {.end = chosen->figures};
    return pool_run(&all, chosen, parallel);
}

int ws_chosen_run_figure(ws_chosen *chosen, size_t figure, size_t parallel) {
    pool one = {.first = figure, .end = figure + 1};
    return pool_run(&one, chosen, parallel);
}

/* ---- asking ---- */

static const ws_paper_rows *rows_of(const ws_chosen *chosen, size_t figure) {
    return &chosen->shelf[chosen->figure[figure].shelf].rows;
}

bool ws_chosen_is_whole(const ws_chosen *chosen, size_t figure) {
    const ws_paper_plan *plan = &chosen->figure[figure].plan;
    bool *missing = ws_paper_plan_missing(plan, rows_of(chosen, figure));
    bool whole = !memchr(missing, 1, plan->jobs);
    free(missing);
    return whole;
}

static bool job_can_build(const ws_paper_job *job, ws_error *error) {
    const ws_options options = {.sets = job->set, .set_count = job->sets};
    ws_session *session = ws_session_open(job->scenario, &options, error);
    if (session)
        ws_session_close(session);
    return session;
}

bool ws_chosen_can_build(const ws_chosen *chosen, size_t figure, ws_error *error) {
    const ws_paper_plan *plan = &chosen->figure[figure].plan;
    bool *missing = ws_paper_plan_missing(plan, rows_of(chosen, figure));
    bool good = true;
    for (size_t i = 0; i < plan->jobs && good; i++)
        good = !missing[i] || job_can_build(&plan->job[i], error);
    free(missing);
    return good;
}

ws_points ws_chosen_points(const ws_chosen *chosen, size_t figure) {
    return ws_paper_plan_points(&chosen->figure[figure].plan, rows_of(chosen, figure));
}
