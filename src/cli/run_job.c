/* run_job.c - see run_job.h. */
#include "cli/run_job.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/workers.h"

void ws_run_job_begin(ws_run_job *job, const char *scenario, const ws_scenario_args *given) {
    const ws_options *o = &given->options;
    *job = (ws_run_job){.scenario = scenario, .given = given};
    snprintf(job->cycles, sizeof job->cycles, "%" PRIu64, o->cycles);
    snprintf(job->warmup, sizeof job->warmup, "%" PRIu64, o->warmup);
    if (given->warmup_auto)
        snprintf(job->warmup, sizeof job->warmup, "auto");
}

size_t ws_run_job_set(const char **arguments, size_t count, size_t room, const char *setting) {
    if (count + 2 > room)
        return count;
    arguments[count++] = "--set";
    arguments[count++] = setting;
    return count;
}

size_t ws_run_job_arguments(ws_run_job *job, uint64_t seed, const char **arguments, size_t room) {
    const ws_scenario_args *given = job->given;
    const ws_options *o = &given->options;
    snprintf(job->seed, sizeof job->seed, "%" PRIu64, seed);
    const char *pair[][2] = {
        {WS_WORKER_RUN, job->scenario},
        {"--seed", job->seed},
        {o->has_cycles ? "--cycles" : NULL, job->cycles},
        {o->has_warmup || given->warmup_auto ? "--warmup" : NULL, job->warmup},
        {given->until ? "--until" : NULL, given->until},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        if (!pair[i][0])
            continue;
        arguments[count++] = pair[i][0];
        arguments[count++] = pair[i][1];
    }
    arguments[count++] = "--json";
    if (o->drain)
        arguments[count++] = "--drain";
    for (size_t i = 0; i < o->set_count; i++)
        count = ws_run_job_set(arguments, count, room, o->sets[i]);
    return count;
}
