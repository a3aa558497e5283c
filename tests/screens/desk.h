/* desk.h - the real program on a pseudo terminal, seen by libvterm: what the tests of the terminal program share. Header only.
 *
 * Between the test and the program stands a shell of the smallest kind: it gives the program a process group of its own, so that
 * ^Z works as at home, and tells by a pipe what has become of it. Nothing sleeps: the test waits for text, for quiet, or for the
 * end of a process; and since a slow machine is quiet, too, it looks whether the program has read all keys and waits for more.
 * What the program remembers of its user it finds in a folder of its own (desk_home). */
#ifndef DESK_H
#define DESK_H

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

#include "feed.h"
#include "tap.h"

#define DESK __attribute__((unused)) static
#define ASKED __attribute__((warn_unused_result)) /* a wait whose answer nobody asks for is a must_... */

#define PATIENCE_MS 60000  /* for what must come: a slow machine may need it */
#define QUIET_MS    120    /* without a picture: more than the time between two */
#define PICTURE_US  100000 /* of its own time: more than it needs to draw one */
#define LONG_MS     8000   /* for quiet, where the program never rests */
#define NEVER_RESTS 30     /* pictures one behind the other: the network runs */

DESK char program[512];
DESK char desk_home[64]; /* a new folder, in place of the user's own */

typedef struct desk {
    int master, commands, reports; /* the terminal; to and from the little shell */
    pid_t shell, child;
    VTerm *vt;
    VTermScreen *screen;
    int width, height;
    bool alt, mouse; /* modes the program has asked for */
    bool deaf;       /* the terminal answers nothing it is asked */
    int asked;       /* how often it was */
    size_t bytes;    /* that have come from the program */
    int drawn;       /* pictures since `quiet`, each behind a rest */
} desk;

typedef struct report {
    char kind; /* 'P' started, 'S' stopped, 'E' exited, 'K' killed */
    int value;
} report;

/* --------------------------------------------------------------------------------------- the little shell ---- */

DESK void shell_tell(int fd, char kind, int value) {
    report r = {kind, value};
    ssize_t ignored = write(fd, &r, sizeof r);
    (void)ignored;
}

DESK rlim_t desk_files; /* file descriptors that the program may have; 0: as many as there are */

/* What a shell does not hear: ^C, too, belongs to the program, also when it comes after the program has stopped. */
DESK const int shell_deaf[] = {SIGHUP, SIGTTOU, SIGINT, SIGQUIT};

DESK pid_t shell_start(char **argv) {
    pid_t child = fork();
    if (child == 0) {
        struct rlimit files = {desk_files, desk_files};
        if (desk_files) setrlimit(RLIMIT_NOFILE, &files);
        setpgid(0, 0);
        tcsetpgrp(0, getpid());
        for (size_t i = 0; i < sizeof shell_deaf / sizeof *shell_deaf; i++) signal(shell_deaf[i], SIG_DFL);
        execv(argv[0], argv);
        _exit(127);
    }
    setpgid(child, child);
    tcsetpgrp(0, child);
    return child;
}

/* Waits for the child; when it stops, waits for a byte before it goes on. */
DESK void shell_main(char **argv, int commands, int reports) {
    char byte;
    for (size_t i = 0; i < sizeof shell_deaf / sizeof *shell_deaf; i++) signal(shell_deaf[i], SIG_IGN);
    pid_t child = shell_start(argv);
    shell_tell(reports, 'P', child);
    for (int status; waitpid(child, &status, WUNTRACED) == child;) {
        if (WIFEXITED(status)) shell_tell(reports, 'E', WEXITSTATUS(status)), _exit(0);
        if (WIFSIGNALED(status)) shell_tell(reports, 'K', WTERMSIG(status)), _exit(0);
        tcsetpgrp(0, getpid());
        shell_tell(reports, 'S', 0);
        if (read(commands, &byte, 1) != 1) _exit(0);
        tcsetpgrp(0, child);
        kill(-child, SIGCONT);
    }
    _exit(0);
}

/* ---------------------------------------------------------------------------------------------- terminal ---- */

DESK int on_prop(VTermProp prop, VTermValue *value, void *user) {
    desk *d = user;
    if (prop == VTERM_PROP_ALTSCREEN) d->alt = value->boolean;
    if (prop == VTERM_PROP_MOUSE) d->mouse = value->number != VTERM_PROP_MOUSE_NONE;
    return 1;
}
DESK const VTermScreenCallbacks callbacks = {.settermprop = on_prop};

DESK void to_program(const char *bytes, size_t length, void *user) {
    desk *d = user;
    d->asked++;
    if (d->deaf) return;
    ssize_t ignored = write(d->master, bytes, length);
    (void)ignored;
}

DESK ASKED report report_wait(desk *d, int ms);

DESK bool desk_open(desk *d, int width, int height, const char *const *arguments, const char *const *settings) {
    char *argv[16] = {program};
    for (int i = 0; arguments[i] && i < 14; i++) argv[i + 1] = (char *)arguments[i];
    struct winsize size = {.ws_row = (unsigned short)height, .ws_col = (unsigned short)width};
    int down[2], up[2];
    *d = (desk){.width = width, .height = height};
    if (pipe2(down, O_CLOEXEC) || pipe2(up, O_CLOEXEC)) return false;
    d->shell = forkpty(&d->master, NULL, NULL, &size);
    if (d->shell == 0) {
        setenv("TERM", "xterm-256color", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        unsetenv("NO_COLOR");
        setenv("XDG_STATE_HOME", desk_home, 1);
        setenv("XDG_CONFIG_HOME", desk_home, 1);
        setenv("XDG_CACHE_HOME", desk_home, 1);
        for (int i = 0; settings && settings[i]; i += 2) setenv(settings[i], settings[i + 1], 1);
        shell_main(argv, down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    d->commands = down[1];
    d->reports = up[0];
    fcntl(d->master, F_SETFD, FD_CLOEXEC);
    d->vt = vterm_new(height, width);
    vterm_set_utf8(d->vt, 1);
    vterm_output_set_callback(d->vt, to_program, d);
    d->screen = vterm_obtain_screen(d->vt);
    vterm_screen_enable_altscreen(d->screen, 1);
    vterm_screen_set_callbacks(d->screen, &callbacks, d);
    vterm_screen_reset(d->screen, 1);
    d->child = report_wait(d, PATIENCE_MS).value;
    return true;
}

DESK int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Feeds what the program writes within `ms` to the terminal; false if there was nothing. */
DESK bool pump(desk *d, int ms) {
    char bytes[8192];
    struct pollfd fd = {.fd = d->master, .events = POLLIN};
    if (d->master < 0 || poll(&fd, 1, ms) <= 0 || !(fd.revents & POLLIN)) return false;
    ssize_t n = read(d->master, bytes, sizeof bytes);
    if (n <= 0) return false;
    d->bytes += (size_t)n;
    feed(d->vt, bytes, (size_t)n);
    vterm_screen_flush_damage(d->screen);
    return true;
}

/* What the program is doing, as the system tells it. */
typedef struct doing {
    bool waits; /* for keys or for time, and has read all keys */
    int64_t us; /* it has run so far */
} doing;

/* Keys that have been typed and not been read. */
DESK int keys_left(desk *d) {
    char name[64];
    int left = 0, slave = ptsname_r(d->master, name, sizeof name) == 0 ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
    if (slave < 0) return 0;
    if (ioctl(slave, FIONREAD, &left) != 0) left = 0;
    close(slave);
    return left;
}

/* The first word of a file about the program; "" if the system does not tell. */
DESK char *proc_word(desk *d, const char *file, char word[32]) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", d->child, file);
    FILE *in = fopen(path, "r");
    if (!in || fscanf(in, "%31s", word) != 1) word[0] = '\0';
    if (in) fclose(in);
    return word;
}

/* Where the system does not tell, it waits, and has never run. */
DESK doing doing_now(desk *d) {
    char call[32], ns[32];
    int number = isdigit((unsigned char)proc_word(d, "syscall", call)[0]) ? atoi(call) : -1;
    bool in_wait = number == SYS_epoll_pwait || number == SYS_epoll_wait || number == SYS_read;
    return (doing){.waits = !call[0] || (in_wait && keys_left(d) == 0), .us = atoll(proc_word(d, "schedstat", ns)) / 1000};
}

/* Does the program rest: no picture for some time in which it has not run, and no key left to read? */
DESK bool rests(desk *d) {
    doing before = doing_now(d);
    if (pump(d, QUIET_MS)) {
        d->drawn += before.waits;
        return false;
    }
    doing after = doing_now(d);
    return after.waits && after.us == before.us;
}

DESK void quiet(desk *d) {
    d->drawn = 0;
    for (int64_t end = now_ms() + LONG_MS; !rests(d) && d->drawn < NEVER_RESTS && now_ms() < end;) continue;
}

DESK char *row_text(desk *d, int row, char *text) {
    VTermRect rect = {row, row + 1, 0, d->width};
    size_t n = vterm_screen_get_text(d->screen, text, 4095, rect);
    text[n] = '\0';
    return text;
}

DESK bool shows(desk *d, const char *wanted) {
    char text[4096];
    for (int y = 0; y < d->height; y++)
        if (strstr(row_text(d, y, text), wanted)) return true;
    return false;
}

/* Reads the rest of a picture of which a part has come: until the program waits, or has run for longer than a picture takes. */
DESK void rest_of_picture(desk *d) {
    int64_t end = now_ms() + PATIENCE_MS, begun = doing_now(d).us;
    while (now_ms() < end) {
        if (pump(d, 5)) continue;
        doing now = doing_now(d);
        if (now.waits || now.us - begun > PICTURE_US) return;
    }
}

/* Waits until the screen shows a text, for so long; false if it does not come. */
DESK ASKED bool wait_text_for(desk *d, const char *wanted, int ms) {
    for (int64_t end = now_ms() + ms; now_ms() < end;) {
        if (shows(d, wanted)) {
            rest_of_picture(d);
            return true;
        }
        pump(d, 20);
    }
    return false;
}

/* Waits for one text or the other, and shows the screen if neither comes. */
DESK ASKED bool wait_either(desk *d, const char *wanted, const char *other) {
    for (int64_t end = now_ms() + PATIENCE_MS; now_ms() < end;)
        if (wait_text_for(d, wanted, 20) || wait_text_for(d, other, 20)) return true;
    char text[4096];
    for (int y = 0; y < d->height; y++) note("|%s", row_text(d, y, text));
    return false;
}

DESK ASKED bool wait_text(desk *d, const char *wanted) {
    return wait_either(d, wanted, wanted);
}

/* Waits until no row shows a text any more: what replaces it may be drawn first, and in another write. */
DESK ASKED bool gone(desk *d, const char *unwanted) {
    for (int64_t end = now_ms() + PATIENCE_MS; now_ms() < end; pump(d, 20))
        if (!shows(d, unwanted)) return true;
    return false;
}

/* What the rest of a test stands on: it is a failed check if it does not come. */
DESK void must_show(desk *d, const char *wanted) {
    if (!wait_text(d, wanted)) ok(false, "the screen comes to show: %s", wanted);
}

DESK void must_go(desk *d, const char *unwanted) {
    if (!gone(d, unwanted)) ok(false, "the screen shows no more: %s", unwanted);
}

DESK void type(desk *d, const char *keys);

/* Types a command that looks for something until it has found it: a search takes half a second at most, and then says that nothing has
 * happened. */
DESK ASKED bool search_finds(desk *d, const char *command, const char *wanted) {
    static const char nothing[] = "nothing has happened";
    for (;;) {
        type(d, command);
        if (!wait_either(d, wanted, nothing)) return false;
        if (shows(d, wanted)) return true;
        type(d, ":");
        must_go(d, nothing);
        type(d, "\033");
    }
}

DESK report report_wait(desk *d, int ms) {
    report r = {0, 0};
    for (int64_t end = now_ms() + ms; now_ms() < end;) {
        struct pollfd fd = {.fd = d->reports, .events = POLLIN};
        if (poll(&fd, 1, 10) > 0 && read(d->reports, &r, sizeof r) == sizeof r) {
            while (pump(d, 0)) continue;
            return r;
        }
        pump(d, 0);
    }
    return r;
}

/* The program ends by itself, and well. */
DESK void must_end(desk *d) {
    report r = report_wait(d, PATIENCE_MS);
    if (r.kind != 'E' || r.value != 0) ok(false, "the program ends with 0: %c %d", r.kind ? r.kind : '-', r.value);
}

DESK void type(desk *d, const char *keys) {
    ssize_t ignored = write(d->master, keys, strlen(keys));
    (void)ignored;
}

DESK void resize(desk *d, int width, int height) {
    struct winsize size = {.ws_row = (unsigned short)height, .ws_col = (unsigned short)width};
    d->width = width;
    d->height = height;
    vterm_set_size(d->vt, height, width);
    ioctl(d->master, TIOCSWINSZ, &size);
}

DESK bool terminal_is_sane(desk *d) {
    struct termios t;
    if (tcgetattr(d->master, &t) != 0) return false;
    return (t.c_lflag & (ICANON | ECHO | ISIG)) == (ICANON | ECHO | ISIG) && !d->alt && !d->mouse;
}

DESK void desk_close(desk *d) {
    if (d->master >= 0) close(d->master);
    if (d->child > 0) kill(d->child, SIGKILL);
    close(d->commands);
    close(d->reports);
    kill(d->shell, SIGKILL);
    waitpid(d->shell, NULL, 0);
    vterm_free(d->vt);
}

/* User and system time of a process, in ticks. */
DESK long cpu_ticks(pid_t pid) {
    char path[64], text[1024], *at;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *in = fopen(path, "r");
    long user = -1, system = 0;
    if (!in) return -1;
    if (fgets(text, sizeof text, in) && (at = strrchr(text, ')')))
        sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system);
    fclose(in);
    return user + system;
}

/* The LAN of nine switches, paused at its start, on 120x40. */
DESK void desk_open_lan(desk *d) {
    const char *const arguments[] = {"kwan/torus-3x3", "--paused", NULL};
    desk_open(d, 120, 40, arguments, NULL);
    must_show(d, "paused");
}

/* Finds the program of the same build, and makes its home; false if that cannot be. */
DESK bool desk_begin(const char *test) {
    signal(SIGPIPE, SIG_IGN);
    char *path = realpath(test, NULL);
    if (!path || strlen(path) + sizeof "/wormscope" > sizeof program) return false;
    strcpy(program, path);
    free(path);
    char *end = strstr(program, "/tests/screens/");
    if (!end) end = strrchr(program, '/');
    strcpy(end, "/wormscope");
    snprintf(desk_home, sizeof desk_home, "/tmp/desk-XXXXXX");
    return mkdtemp(desk_home) != NULL;
}

/* Folders in each other in desk_home, until a path is as long as few are; that of a file in the last; false if they cannot be made. */
#define LONG_PATH 800
DESK bool long_path_make(char path[LONG_PATH], const char *file) {
    int used = snprintf(path, LONG_PATH, "%s", desk_home);
    while (used < 600) {
        used += snprintf(path + used, (size_t)(LONG_PATH - used), "/%0100d", 7);
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
    }
    return snprintf(path + used, (size_t)(LONG_PATH - used), "/%s", file) < LONG_PATH - used;
}

DESK void desk_end(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", desk_home);
    if (system(command) != 0) note("%s is left behind", desk_home);
}

#endif
