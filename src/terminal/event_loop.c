/* event_loop.c - see event_loop.h. */
#include "terminal/event_loop.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* What a loop holds, and a little for the first handles. Where it lacks them libuv ends the program
 * instead of returning an error, so this is asked before. */
enum { LOOP_DESCRIPTORS = 8 };

/* Can so many more be opened now, in this process? */
static bool descriptors_free(int wanted) {
    if (wanted == 0)
        return true;
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool all = descriptors_free(wanted - 1);
    close(fd);
    return all;
}

int ws_uv_open(uv_loop_t *loop) {
    return descriptors_free(LOOP_DESCRIPTORS) ? uv_loop_init(loop) : UV_EMFILE;
}

int ws_uv_signal(uv_loop_t *loop, uv_signal_t *handle, uv_signal_cb told, int number) {
    int failed = uv_signal_init(loop, handle);
    return failed ? failed : uv_signal_start(handle, told, number);
}

int ws_uv_open_until(uv_loop_t *loop, uv_signal_t *interrupt, uv_signal_t *terminate,
                     uv_signal_cb told) {
    int failed = ws_uv_open(loop);
    if (failed)
        return failed;
    failed = ws_uv_signal(loop, interrupt, told, SIGINT);
    if (!failed)
        failed = ws_uv_signal(loop, terminate, told, SIGTERM);
    if (failed)
        ws_uv_close(loop);
    return failed;
}

static void handle_close(uv_handle_t *handle, void *unused) {
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void ws_uv_close(uv_loop_t *loop) {
    uv_walk(loop, handle_close, NULL);
    while (uv_run(loop, UV_RUN_DEFAULT) != 0)
        continue; /* once more after uv_stop */
    if (uv_loop_close(loop) != 0)
        abort(); /* a handle that we forgot */
}
