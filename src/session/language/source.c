/* source.c - a file read whole, within bounds. */
#include "session/language/line.h"
#include "session/language/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(ws_error *error, const char *path, const char *why) {
    return fail_with(error, "%.300s: %s", path, why);
}

/* Reports the error of the system. */
static bool fail_errno(ws_error *error, const char *path) {
    return fail(error, path, strerror(errno));
}

/* Is the path a pipe that the shell has opened, such as `run <(generate)`? */
static bool is_handed_over(const char *path) {
    static const char *const places[] = {"/dev/fd/", "/proc/self/fd/", "/dev/stdin"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strncmp(path, places[i], strlen(places[i])) == 0)
            return true;
    return false;
}

/* Is the path a file? A device may have no end, or act when it is opened; opening a named pipe may
 * block. */
static bool kind_is_good(mode_t mode, const char *path, bool any_pipe, ws_error *error) {
    if (S_ISREG(mode) || (any_pipe && S_ISFIFO(mode)))
        return true;
    if (S_ISDIR(mode))
        return fail(error, path, "is a directory; name a file in it");
    if (S_ISFIFO(mode))
        return fail(error, path, "is a pipe; only files are read (`-` is standard input)");
    if (S_ISSOCK(mode))
        return fail(error, path, "is a socket; only files are read");
    return fail(error, path, "is a device; only files are read");
}

/* Opens a file; -1 with an error. Only files are opened. If the path becomes something else
 * meanwhile, opening does not block. */
static int file_open(const char *path, bool any_pipe, ws_error *error) {
    struct stat status;
    bool pipe = any_pipe && is_handed_over(path);
    if (stat(path, &status) != 0) {
        fail_errno(error, path);
        return -1;
    }
    if (!kind_is_good(status.st_mode, path, pipe, error))
        return -1;
    int no_wait = S_ISFIFO(status.st_mode) ? 0 : O_NONBLOCK;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | no_wait);
    if (file < 0) {
        fail_errno(error, path);
        return -1;
    }
    bool known = fstat(file, &status) == 0 || fail_errno(error, path);
    if (known && kind_is_good(status.st_mode, path, pipe, error))
        return file;
    close(file);
    return -1;
}

FILE *ws_file_open(const char *path, ws_error *error) {
    int file = file_open(path, false, error);
    if (file < 0)
        return NULL;
    FILE *stream = fdopen(file, "r");
    if (stream)
        return stream;
    fail_errno(error, path);
    close(file);
    return NULL;
}

static bool fail_size(ws_error *error, const char *path, size_t most) {
    if (most < 1 << 20)
        return fail_with(error, "%.300s: is longer than %zu bytes", path, most);
    return fail_with(error, "%.300s: is longer than %zu MiB; no %s is", path, most >> 20,
                     most > WS_SOURCE_MAX ? "recording" : "scenario");
}

static bool read_all(int file, ws_source *source, const char *path, size_t most, ws_error *error) {
    size_t room = 1 << 16;
    source->text = ws_alloc(room, 1);
    for (;;) {
        char *end = source->text + source->length;
        ssize_t got = read(file, end, room - 1 - source->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_errno(error, path);
        if (got == 0)
            break;
        source->length += (size_t)got;
        if (source->length > most)
            return fail_size(error, path, most);
        if (source->length + 1 == room)
            source->text = ws_must(realloc(source->text, room *= 2));
    }
    source->text = ws_must(realloc(source->text, source->length + 1));
    source->text[source->length] = '\0';
    return true;
}

static ws_source *source_new(const char *name, const char *directory, size_t directory_length) {
    ws_source *source = ws_alloc(1, sizeof *source);
    source->name = text_copy(name);
    source->directory = ws_copy_text(directory, directory_length);
    return source;
}

/* Returns the length of the directory of a path. */
static size_t directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return 0;
    return slash == path ? 1 : (size_t)(slash - path);
}

ws_source *ws_source_read(const char *path, bool any_pipe, ws_error *error) {
    return ws_source_read_up_to(path, any_pipe, WS_SOURCE_MAX, error);
}

ws_source *ws_source_read_up_to(const char *path, bool any_pipe, size_t most, ws_error *error) {
    bool standard = text_is(path, "-");
    int file = standard ? STDIN_FILENO : file_open(path, any_pipe, error);
    if (file < 0)
        return NULL;
    const char *name = standard ? "stdin" : path;
    ws_source *source = source_new(name, path, directory_length(path));
    bool good = read_all(file, source, source->name, most, error);
    if (!standard)
        close(file);
    if (good)
        return source;
    ws_source_free(source);
    return NULL;
}

ws_source *ws_source_text(const char *name, const char *directory, const char *text, size_t length,
                          ws_error *error) {
    if (length > WS_SOURCE_MAX)
        return fail_size(error, name, WS_SOURCE_MAX), NULL;
    const char *found_in = directory ? directory : "";
    ws_source *source = source_new(name, found_in, strlen(found_in));
    source->text = ws_copy_text(text, length);
    source->length = length;
    return source;
}

ws_source *ws_source_copy(const ws_source *from, ws_error *error) {
    return ws_source_text(from->name, from->directory, from->text, from->length, error);
}

void ws_source_free(ws_source *source) {
    if (!source)
        return;
    free(source->name);
    free(source->directory);
    free(source->text);
    free(source);
}
