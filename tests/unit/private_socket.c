/* private_socket.c - the socket of a class is closed to others at every moment: the system calls that make it are stood in for, and around each of
 * them somebody else looks whether it can be entered. And the directory of one's own. */
#include "net/private_socket.h"
#include "tap.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OTHER = 65534 }; /* a user who is nobody here */

static char place[64], public_path[96];
static char inner[128]; /* where the socket is while it is made */
static unsigned looked, entered, open_early, wide;
static mode_t wished;
static bool watching;

/* ---- somebody else ---- */

static int try_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int code = connect(file, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
    close(file);
    return code;
}

/* As another user if this one may become it, with the group `group`: 0 if it came in, else why not. */
static int try_as_other(const char *path, gid_t group) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool other = setgroups(0, NULL) == 0 && setgid(group) == 0 && setuid(OTHER) == 0;
        _exit(other ? try_connect(path) : 255);
    }
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

static bool is_privileged(void) { return geteuid() == 0; }

/* Between two system calls: is there a way in? */
static void look_around(void) {
    struct stat status;
    char folder[128];
    if (!watching) return;
    looked++;
    open_early += lstat(public_path, &status) == 0;
    if (!*inner) return;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(inner, '/') - inner), inner);
    wide += stat(folder, &status) != 0 || (status.st_mode & 0777) != 0700;
    if (is_privileged()) entered += try_as_other(inner, OTHER) == 0;
}

/* ---- the system calls behind bind ---- */

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

int chown(const char *path, uid_t owner, gid_t group) {
    int (*next)(const char *, uid_t, gid_t);
    *(void **)&next = real("chown");
    snprintf(inner, sizeof inner, "%s", path);
    look_around();
    int code = next(path, owner, group);
    look_around();
    return code;
}

int chmod(const char *path, mode_t mode) {
    int (*next)(const char *, mode_t);
    *(void **)&next = real("chmod");
    snprintf(inner, sizeof inner, "%s", path);
    look_around();
    int code = next(path, mode);
    look_around();
    return code;
}

int listen(int file, int backlog) {
    int (*next)(int, int);
    *(void **)&next = real("listen");
    look_around();
    int code = next(file, backlog);
    look_around();
    return code;
}

/* With this it takes its name: whoever comes from now on finds the mode that was wished. */
int rename(const char *from, const char *to) {
    int (*next)(const char *, const char *);
    struct stat status;
    *(void **)&next = real("rename");
    look_around();
    if (watching) wide += stat(from, &status) != 0 || (status.st_mode & 0777) != wished;
    watching = false;
    return next(from, to);
}

/* ---- tests ---- */

static unsigned count_in(const char *folder) {
    char command[160];
    unsigned count = 0;
    snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
    FILE *list = popen(command, "r");
    if (!list || fscanf(list, "%u", &count) != 1) count = 999;
    if (list) pclose(list);
    return count;
}

static void test_race(mode_t mode, gid_t group, const char *what) {
    ws_error error = {0};
    struct stat status;
    looked = entered = open_early = wide = 0;
    inner[0] = '\0';
    wished = mode;
    watching = true;
    mode_t mask = umask(0); /* as careless as can be */
    int file = ws_private_socket(public_path, mode, group, &error);
    umask(mask);
    watching = false;
    ok(file >= 0 && looked >= 5, "%s: a socket is made, and looked at %u times meanwhile %s", what, looked, error.text);
    ok(open_early == 0, "it has no name before it is ready");
    ok(wide == 0, "the directory in which it is made is closed, and it takes its name with its mode");
    if (is_privileged()) ok(entered == 0, "another user tries to enter around each system call, and cannot");
    else ok(true, "# SKIP only root can try as another user");
    bool as_wished = stat(public_path, &status) == 0 && (status.st_mode & 0777) == mode;
    ok(as_wished && (group == (gid_t)-1 || status.st_gid == group), "then it has mode %o and its group", (unsigned)mode);
    ok(count_in(place) == 1, "nothing else is left");
    if (is_privileged()) {
        bool group_in = try_as_other(public_path, group == (gid_t)-1 ? OTHER : group) == 0;
        bool other_in = try_as_other(public_path, OTHER) == 0;
        ok(group_in == ((mode & 020) && group != (gid_t)-1) && !other_in, "a member of the group %s, nobody else does", group_in ? "comes in" : "does not come in");
    }
    ok(try_connect(public_path) == 0, "its owner comes in");
    close(file);
    file = ws_private_socket(public_path, 0600, (gid_t)-1, &error);
    ok(file >= 0, "where nobody listens any more it is replaced %s", error.text);
    int second = ws_private_socket(public_path, 0600, (gid_t)-1, &error);
    ok(second < 0 && strstr(error.text, "a class is being held there"), "%s", error.text);
    close(file);
    unlink(public_path);
}

/* Something that somebody else has put there. */
static void test_squatter(void) {
    ws_error error = {0};
    char other[96];
    snprintf(other, sizeof other, "%s/other", place);
    int file = ws_private_socket(other, 0600, (gid_t)-1, &error);
    ok(file >= 0 && symlink(other, public_path) == 0, "a link to a socket stands in the way");
    close(file);
    ok(ws_private_socket(public_path, 0600, (gid_t)-1, &error) < 0 && strstr(error.text, "not a socket of yours"), "%s", error.text);
    unlink(public_path);
    if (is_privileged()) {
        bool given = chown(other, OTHER, OTHER) == 0;
        ok(given && ws_private_socket(other, 0600, (gid_t)-1, &error) < 0 && strstr(error.text, "not a socket of yours"), "somebody else's socket: %s",
           error.text);
    }
    unlink(other);
    char longer[200];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    ok(ws_private_socket(longer, 0600, (gid_t)-1, &error) < 0, "%.60s...", error.text);
    snprintf(other, sizeof other, "%s/none/s", place);
    ok(ws_private_socket(other, 0600, (gid_t)-1, &error) < 0 && strstr(error.text, "No such file"), "%s", error.text);
}

static bool refuses(const char *what) {
    ws_error error = {0};
    char path[80];
    bool refused = !ws_private_directory(path, &error);
    return ok(refused && strstr(error.text, "not a directory of yours alone"), "%s: %s", what, error.text);
}

static void test_directory(void) {
    ws_error error = {0};
    char path[80], own[80];
    struct stat status;
    setenv("XDG_RUNTIME_DIR", place, 1);
    snprintf(own, sizeof own, "%s/wormscope", place);
    mode_t mask = umask(0);
    bool made = ws_private_directory(path, &error);
    umask(mask);
    ok(made && strcmp(path, own) == 0 && stat(path, &status) == 0 && (status.st_mode & 0777) == 0700, "a directory of one's own, mode 0700: %s", error.text);
    ok(ws_private_directory(path, &error), "the next class is held there, too");
    chmod(own, 0750);
    refuses("open to a group");
    rmdir(own);
    ok(mkdir(own, 0700) == 0 && is_privileged() ? chown(own, OTHER, OTHER) == 0 && refuses("somebody else's") : true, "nobody can have it beforehand");
    rmdir(own);
    ok(symlink("/tmp", own) == 0, "a link in its place");
    refuses("a link");
    unlink(own);
    close(open(own, O_CREAT | O_WRONLY, 0700));
    refuses("a file");
    unlink(own);
}

int main(void) {
    snprintf(place, sizeof place, "%s/wsXXXXXX", P_tmpdir);
    if (!mkdtemp(place) || chmod(place, 0755) != 0) return 1;
    snprintf(public_path, sizeof public_path, "%s/s", place);
    test_race(0600, (gid_t)-1, "of this user alone");
    test_race(0660, is_privileged() ? 1 : getegid(), "with a group");
    test_squatter();
    test_directory();
    ok(rmdir(place) == 0, "nothing is left behind");
    return done();
}
