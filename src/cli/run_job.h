/* run_job.h - the command line by which a pool (workers.h) runs a scenario, of what a command was
 * given. */
#ifndef WS_RUN_JOB_H
#define WS_RUN_JOB_H

#include <stddef.h>
#include <stdint.h>

#include "cli/cli.h"

enum { WS_RUN_JOB_NUMBER = 24 };

typedef struct ws_run_job {
    const char *scenario;
    const ws_scenario_args *given; /* whose numbers stand below as text */
    char seed[WS_RUN_JOB_NUMBER];
    char cycles[WS_RUN_JOB_NUMBER];
    char warmup[WS_RUN_JOB_NUMBER]; /* or "auto" */
} ws_run_job;

/* Both stay the caller's, for as long as the job. */
void ws_run_job_begin(ws_run_job *job, const char *scenario, const ws_scenario_args *given);
/* The arguments of a run with this seed, as ws_job asks for them. */
size_t ws_run_job_arguments(ws_run_job *job, uint64_t seed, const char **arguments, size_t room);
/* One more setting behind `count` arguments, if there is room; returns the number of arguments. */
size_t ws_run_job_set(const char **arguments, size_t count, size_t room, const char *setting);

#endif
