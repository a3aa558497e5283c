/* private_socket.c - see private_socket.h. */
#include "net/private_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "session/language/text.h"

enum { BACKLOG = 1024 };

static bool address_of(struct sockaddr_un *address, const char *path, ws_error *error) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    size_t size = strlen(path);
    if (size >= sizeof address->sun_path)
        return fail_with(error, "%.200s: the path is too long for a socket", path);
    memcpy(address->sun_path, path, size + 1);
    return true;
}

static bool fail_errno(ws_error *error, const char *path) {
    return fail_with(error, "%.200s: %s", path, strerror(errno));
}

/* Does anybody listen there? */
static bool is_listened(const char *path) {
    struct sockaddr_un address;
    ws_error ignored;
    if (!address_of(&address, path, &ignored))
        return false;
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int code = connect(probe, (struct sockaddr *)&address, sizeof address);
    bool listened = code == 0 || errno == EAGAIN || errno == EINPROGRESS;
    close(probe);
    return listened;
}

static bool is_free(const char *path, ws_error *error) {
    struct stat status;
    struct sockaddr_un address;
    if (!address_of(&address, path, error))
        return false;
    if (lstat(path, &status) != 0)
        return errno == ENOENT || fail_errno(error, path);
    if (!S_ISSOCK(status.st_mode) || status.st_uid != geteuid())
        return fail_with(error, "%.200s: exists, and is not a socket of yours; name another path",
                         path);
    if (is_listened(path))
        return fail_with(error, "%.200s: a class is being held there; name another path", path);
    return true;
}

static bool bind_in(int file, const char *inner, mode_t mode, gid_t group, ws_error *error) {
    struct sockaddr_un address;
    if (!address_of(&address, inner, error))
        return false;
    if (bind(file, (struct sockaddr *)&address, sizeof address) != 0)
        return fail_errno(error, inner);
    if (group != (gid_t)-1 && chown(inner, (uid_t)-1, group) != 0)
        return fail_errno(error, inner);
    if (chmod(inner, mode) != 0 || listen(file, BACKLOG) != 0)
        return fail_errno(error, inner);
    return true;
}

static bool bind_private(int file, const char *path, mode_t mode, gid_t group, ws_error *error) {
    char folder[160];
    char inner[200];
    const char *slash = strrchr(path, '/');
    int size = slash ? (int)(slash - path) + 1 : 0;
    snprintf(folder, sizeof folder, "%.*s.wsXXXXXX", size, path);
    if (!mkdtemp(folder)) /* mode 0700 */
        return fail_errno(error, path);
    snprintf(inner, sizeof inner, "%s/s", folder);
    bool good = bind_in(file, inner, mode, group, error);
    if (good && rename(inner, path) != 0)
        good = fail_errno(error, path);
    unlink(inner);
    rmdir(folder);
    return good;
}

int ws_private_socket(const char *path, mode_t mode, gid_t group, ws_error *error) {
    if (!is_free(path, error))
        return -1;
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) {
        fail_errno(error, path);
        return -1;
    }
    if (bind_private(file, path, mode, group, error))
        return file;
    close(file);
    return -1;
}

bool ws_private_directory(char path[80], ws_error *error) {
    struct stat status;
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    bool has = runtime && *runtime == '/' && strlen(runtime) < 60;
    if (has)
        snprintf(path, 80, "%.60s/wormscope", runtime);
    else
        snprintf(path, 80, "/tmp/wormscope-%u", (unsigned)geteuid());
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return fail_errno(error, path);
    if (lstat(path, &status) != 0)
        return fail_errno(error, path);
    bool own = S_ISDIR(status.st_mode) && status.st_uid == geteuid();
    return (own && (status.st_mode & 077) == 0) ||
           fail_with(error, "%s: is not a directory of yours alone; name a path with --listen",
                     path);
}
