/* worker_run.c - `run` as a job of a pool: it lives as long as the process that has started it.
 *
 * Its standard input is a pipe to which nobody writes and whose other end only the pool holds:
 * when that reads as ended the pool is gone, however it went. What a terminal sends to all
 * processes (^C, a hang-up) is the pool's to answer: it ends its jobs by SIGTERM. */
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "cli/subcommands.h"
#include "cli/sweep.h"
#include "session/language/tell.h"

static void parent_await(void *unused) {
    char byte;
    (void)unused;
    for (ssize_t got = 1; got > 0 || (got < 0 && errno == EINTR);)
        got = read(STDIN_FILENO, &byte, 1);
    _exit(WS_EXIT_INTERRUPTED);
}

int ws_worker_tie(const char *command) {
    struct stat input;
    uv_thread_t thread;
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (fstat(STDIN_FILENO, &input) != 0 || !S_ISFIFO(input.st_mode)) {
        ws_tell(stderr, "wormscope %s: is started by other commands only", command);
        return WS_EXIT_USAGE;
    }
    int failed = uv_thread_create(&thread, parent_await, NULL);
    if (failed) {
        ws_tell(stderr, "wormscope: cannot start a thread: %s", uv_strerror(failed));
        return WS_EXIT_IO;
    }
    return WS_EXIT_OK;
}

static int run_tied(const ws_subcommand *command, int argc, char **argv) {
    int code = ws_worker_tie(command->name);
    if (code != WS_EXIT_OK)
        return code;
    return ws_subcommand_run.run(&ws_subcommand_run, argc, argv);
}

const ws_subcommand ws_subcommand_worker_run = {
    .name = WS_WORKER_RUN,
    .operands = "SCENARIO [OPTION]...",
    .doc = "The same as `run`, as long as the process that has started it lives",
    .run = run_tied,
    .hidden = true};
