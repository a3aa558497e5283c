/* halting.c - a library that is loaded before the C library: the program as on a machine with much else to do. A
 * picture reaches the terminal in pieces with a pause between them; the event loop comes late, now and then by
 * more than a picture's time. The pauses follow from a count of calls and the number of the process. `make check-halting`
 * runs the tests of the terminal and of sockets with it: what they wait for must be a text or a state,
 * never a time. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PIECE = 700, SHORT_MS = 15, LONG_MS = 160, LATE_ONE_IN = 8, MS = 1000000 };

static unsigned calls;

/* Mixed, so that neighbours in the count have nothing in common. */
static unsigned mixed(unsigned count) {
    unsigned x = count * 2654435761u + (unsigned)getpid() * 40503u;
    x ^= x >> 15;
    return x * 2246822519u >> 8;
}

static void halt(void) {
    int saved = errno;
    unsigned lot = mixed(++calls);
    struct timespec pause = {0, (lot % LATE_ONE_IN == 0 ? LONG_MS : (int)(lot % SHORT_MS)) * MS};
    nanosleep(&pause, NULL);
    errno = saved;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    const char *at = bytes;
    size_t left = length;
    if (length <= PIECE || !isatty(fd))
        return syscall(SYS_write, fd, bytes, length);
    while (left > 0) {
        ssize_t n = syscall(SYS_write, fd, at, left < PIECE ? left : PIECE);
        if (n < 0)
            return left < length ? (ssize_t)(length - left) : n;
        at += n;
        left -= (size_t)n;
        halt();
    }
    return (ssize_t)length;
}

int epoll_pwait(int fd, struct epoll_event *events, int most, int ms, const sigset_t *mask) {
    int n = (int)syscall(SYS_epoll_pwait, fd, events, most, ms, mask, _NSIG / 8);
    halt();
    return n;
}

int epoll_wait(int fd, struct epoll_event *events, int most, int ms) {
    return epoll_pwait(fd, events, most, ms, NULL);
}
