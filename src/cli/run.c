/* run.c - `wormscope run`: a scenario without a screen, and what it measured. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/report.h"
#include "cli/print.h"
#include "cli/row_list.h"
#include "cli/subcommands.h"
#include "cli/sweep.h"
#include "observe/confidence.h"
#include "session/language/tell.h"
#include "wormscope/memory.h"

#define LOOKS 64 /* times a run is searched for a deadlock */

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* One that drains goes on behind its end. */
static bool is_run(ws_session *session, uint64_t end) {
    bool drains = ws_metrics_until(ws_session_metrics(session)) != UINT64_MAX;
    if (drains)
        return ws_session_ended(session);
    return ws_net_cycle(ws_session_net(session)) >= end;
}

static void run_to_end(ws_run *run, ws_watch *watch) {
    ws_session *session = run->session;
    uint64_t end = ws_run_end(session);
    uint64_t stride = end / LOOKS + 1;
    while (!is_run(session, end)) {
        uint64_t now = ws_net_cycle(ws_session_net(session));
        uint64_t left = now < end ? end - now : stride;
        double before = cpu_seconds();
        uint64_t ran = ws_watch_run(watch, session, left < stride ? left : stride);
        run->cpu_seconds += cpu_seconds() - before;
        run->deadlock = ws_session_deadlock(session);
        run->stop = ws_watch_stopped(watch);
        if (ran == 0 || run->stop)
            break;
    }
}

static int print_histograms(ws_session *session) {
    ws_distributions none = {0};
    puts(WS_DISTRIBUTION_CELLS);
    ws_distributions_csv(&none, session, "", stdout);
    ws_distributions_free(&none);
    return ferror(stdout) ? WS_EXIT_IO : WS_EXIT_OK;
}

enum {
    FLAG_JSON = WS_SCENARIO_FLAG_COUNT,
    FLAG_FAIL_ON_DEADLOCK,
    FLAG_RECORD,
    FLAG_BREAK,
    FLAG_UNTIL,
    FLAG_DRAIN,
    FLAG_HISTOGRAMS,
    FLAG_CSV
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    {"json", 0, NULL, "print one JSON object on one line"},
    {"fail-on-deadlock", 0, NULL, "exit with code 4 if the network deadlocks"},
    {"record", 'R', "FILE", "record the run; FILE.part until it is over"},
    {"break", 'b', "CONDITION",
     "stop when this becomes true, e.g. blocked>20%, order>3, deadlock; may be repeated"},
    {"until", 'u', "EXPR", "stop as soon as this is true, e.g. 'order>=2 and worms>30'"},
    {"drain", 0, NULL,
     "measure to the end, then run on until every message that was measured has arrived"},
    {"histograms", 0, NULL, "with --json: all latencies of all classes as [from, width, count]"},
    {"csv", 0, NULL, "with --histograms: print these alone, as comma-separated values"},
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    bool json, fail_on_deadlock, histograms;
    bool csv;
    bool is_job; /* of a sweep, which has said what is to be known */
    const char *record;
    ws_watch *watch;
} wishes;

/* What a job prints becomes part of a row, which is sealed as a whole. */
static int print_json(const ws_run *run, bool is_job) {
    json_t *object = ws_must(ws_report_json(run));
    size_t length;
    char *text = NULL;
    if (is_job) {
        ws_json_dump(object, stdout);
        putchar('\n');
    } else {
        text = ws_row_seal_json(object, &length);
        fwrite(text, 1, length, stdout);
    }
    free(text);
    json_decref(object);
    return ferror(stdout) ? WS_EXIT_IO : WS_EXIT_OK;
}

static int print_run(const ws_run *run, const wishes *w) {
    if (w->csv)
        return print_histograms(run->session);
    if (w->json)
        return print_json(run, w->is_job);
    ws_report_print(run, stdout);
    return WS_EXIT_OK;
}

static void break_parse(ws_args *args, ws_watch *watch) {
    ws_error error;
    if (!ws_watch_add(watch, args->value, NULL, &error))
        ws_args_wrong(args, "%s", error.text);
}

static void until_parse(ws_args *args, ws_watch *watch) {
    ws_error error;
    if (!ws_watch_until(watch, args->value, 0, &error))
        ws_args_wrong(args, "--until: %s", error.text);
}

/* A recording that cannot be made is no reason not to run, but to say so: at once, and with the
 * exit code. */
static bool record_start(ws_session *session, const char *path) {
    ws_error error;
    if (!path || ws_session_record_start(session, path, &error))
        return true;
    ws_tell(stderr, "wormscope run: %s; running without a recording", error.text);
    return false;
}

static bool record_stop(ws_session *session) {
    ws_error error;
    if (ws_session_record_stop(session, &error))
        return true;
    ws_tell(stderr, "wormscope run: %s", error.text);
    return false;
}

/* The first that applies. */
static int code_of(const ws_run *run, bool fail_on_deadlock, bool recorded, int printed) {
    ws_error error;
    ws_divergence divergence;
    if (ws_session_failed(run->session, &error)) {
        ws_tell(stderr, "%s", error.text);
        return WS_EXIT_FAILED;
    }
    if (ws_session_diverged(run->session, &divergence)) {
        ws_tell(stderr,
                "wormscope run: the recording diverges before cycle %" PRIu64
                "; see wormscope replay --verify",
                divergence.cycle);
        return WS_EXIT_FAILED;
    }
    if (run->deadlock.ever && fail_on_deadlock)
        return WS_EXIT_DEADLOCK;
    return recorded ? printed : WS_EXIT_IO;
}

/* The cycle at which latency settles, found by a first run from cycle 0; that of the scenario if
 * it does not. */
static uint64_t settled_cycle(ws_session *session) {
    uint64_t end = ws_run_end(session);
    while (!ws_session_ended(session) && ws_net_cycle(ws_session_net(session)) < end)
        if (ws_session_run(session, end - ws_net_cycle(ws_session_net(session))) == 0)
            break;
    uint64_t settled = ws_settled_cycle(ws_session_metrics(session), ws_session_net(session));
    if (settled < UINT64_MAX)
        return settled;
    ws_tell(stderr,
            "wormscope run: latency has not settled: measured from cycle %" PRIu64
            ", the scenario's own warm-up",
            ws_session_warmup(session));
    return ws_session_warmup(session);
}

/* A run without an end has one if it is to drain. */
static ws_session *session_open(const char *name, const ws_scenario_args *given, ws_fault *fault,
                                ws_error *error) {
    ws_options options = given->options;
    options.phases = true;
    ws_session *session = ws_session_open_why(name, &options, fault, error);
    if (!session || !(given->warmup_auto || options.drain))
        return session;
    options.has_cycles = true;
    options.cycles = ws_run_end(session);
    if (given->warmup_auto) {
        options.has_warmup = true;
        options.warmup = settled_cycle(session);
    }
    ws_session_close(session);
    return ws_session_open_why(name, &options, fault, error);
}

/* WS_KERNEL of the environment: general, slices; else by what pays. For reports of faults. */
static bool kernel_choose(ws_net *net) {
    const char *asked = getenv("WS_KERNEL");
    bool sliced = asked && strcmp(asked, "slices") == 0;
    if (!asked || strcmp(asked, "auto") == 0)
        return true;
    if (!sliced && strcmp(asked, "general") != 0) {
        ws_tell(stderr, "wormscope run: WS_KERNEL: expected general, slices, or auto");
        return false;
    }
    const char *lack = ws_net_kernel(net, sliced ? WS_KERNEL_OTHER : WS_KERNEL_GENERAL);
    if (!sliced || !lack)
        return true;
    ws_tell(stderr, "wormscope run: this machine does not suit slices: %s", lack);
    return false;
}

static int run_scenario(ws_args *args, const wishes *w) {
    ws_error error = {0};
    ws_fault fault;
    ws_run run = {.session = session_open(args->operands[0], &w->scenario, &fault, &error)};
    if (!run.session) {
        ws_tell(stderr, "%s", error.text);
        return ws_exit_of(fault);
    }
    bool watched = ws_watch_check(w->watch, run.session, &error);
    if (!watched)
        ws_tell(stderr, "wormscope run: %s", error.text);
    if (!watched || !kernel_choose(ws_session_net(run.session))) {
        ws_session_close(run.session);
        return WS_EXIT_USAGE;
    }
    if (!w->is_job)
        ws_run_warn(args->command, run.session);
    ws_recorded told;
    if (ws_session_recorded(run.session, &told))
        run.recording = args->operands[0];
    run.histograms = w->histograms;
    bool recorded = record_start(run.session, w->record);
    run_to_end(&run, w->watch);
    recorded &= record_stop(run.session);
    int printed = print_run(&run, w);
    int code = code_of(&run, w->fail_on_deadlock, recorded, printed);
    ws_session_close(run.session);
    return code;
}

static int run_run(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    wishes w = {.watch = ws_watch_new(), .is_job = strcmp(argv[0], WS_WORKER_RUN) == 0};
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        if (ws_scenario_args_parse(&w.scenario, &args, flag))
            continue;
        if (flag == FLAG_JSON)
            w.json = true;
        if (flag == FLAG_FAIL_ON_DEADLOCK)
            w.fail_on_deadlock = true;
        if (flag == FLAG_RECORD)
            w.record = args.value;
        if (flag == FLAG_BREAK)
            break_parse(&args, w.watch);
        if (flag == FLAG_UNTIL)
            until_parse(&args, w.watch);
        if (flag == FLAG_HISTOGRAMS)
            w.histograms = true;
        if (flag == FLAG_CSV)
            w.csv = true;
        if (flag == FLAG_DRAIN)
            w.scenario.options.drain = true;
    }
    if (w.record && (w.scenario.options.drain || w.scenario.warmup_auto))
        ws_args_wrong(&args,
                      "a recording ends where the run ends, and has the warm-up of its scenario: "
                      "--record goes neither with --drain nor with --warmup auto");
    if (w.csv && (!w.histograms || w.json))
        ws_args_wrong(&args,
                      "--csv is for histograms: expected --histograms --csv, without --json");
    int code = args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (ws_args_one_operand(&args, "scenario"))
        code = run_scenario(&args, &w);
    ws_watch_free(w.watch);
    ws_scenario_args_free(&w.scenario);
    return code;
}

const ws_subcommand ws_subcommand_run = {
    .name = "run",
    .operands = "SCENARIO [OPTION]...",
    .doc = "Run a scenario without a screen and print what was measured",
    .flags = flags,
    .run = run_run};
