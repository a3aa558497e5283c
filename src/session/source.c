/* source.c - a file read whole, within bounds. */
#include "session/line.h"
#include "session/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(ws_error *error, const char *path, const char *why) {
    snprintf(error->text, sizeof error->text, "%.300s: %s", path, why);
    return false;
}

/* Is it a thing that we read? Devices have no end, and a named pipe can make us wait for ever. */
static bool kind_is_good(int file, const char *path, bool any_kind, ws_error *error) {
    struct stat status;
    if (fstat(file, &status) != 0) return fail(error, path, strerror(errno));
    if (S_ISDIR(status.st_mode)) return fail(error, path, "is a directory; name a file in it");
    if (S_ISREG(status.st_mode) || (any_kind && S_ISFIFO(status.st_mode)) || (any_kind && file == STDIN_FILENO)) return true;
    return fail(error, path, "is not a file");
}

static bool fail_size(ws_error *error, const char *path, size_t most) {
    snprintf(error->text, sizeof error->text, "%.300s: is longer than %zu MiB; no %s is", path, most >> 20,
             most > WS_SOURCE_MAX ? "recording" : "scenario");
    return false;
}

static bool read_all(int file, ws_source *source, const char *path, size_t most, ws_error *error) {
    size_t room = 1 << 16;
    source->text = ws_alloc(room, 1);
    for (;;) {
        ssize_t got = read(file, source->text + source->length, room - 1 - source->length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail(error, path, strerror(errno));
        if (got == 0) break;
        source->length += (size_t)got;
        if (source->length > most) return fail_size(error, path, most);
        if (source->length + 1 == room) source->text = ws_must(realloc(source->text, room *= 2));
    }
    source->text = ws_must(realloc(source->text, source->length + 1));
    source->text[source->length] = '\0';
    return true;
}

static ws_source *source_new(const char *name, const char *directory, size_t directory_length) {
    ws_source *source = ws_alloc(1, sizeof *source);
    source->name = ws_copy_text(name, strlen(name));
    source->directory = ws_copy_text(directory, directory_length);
    return source;
}

ws_source *ws_source_read(const char *path, bool any_kind, ws_error *error) {
    return ws_source_read_up_to(path, any_kind, WS_SOURCE_MAX, error);
}

ws_source *ws_source_read_up_to(const char *path, bool any_kind, size_t most, ws_error *error) {
    bool standard = strcmp(path, "-") == 0;
    int file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (any_kind ? 0 : O_NONBLOCK));
    if (file < 0) return fail(error, path, strerror(errno)), NULL;
    const char *slash = strrchr(path, '/');
    ws_source *source = source_new(standard ? "stdin" : path, path, slash ? (size_t)(slash - path) + (slash == path) : 0);
    bool good = kind_is_good(file, path, any_kind, error) && read_all(file, source, path, most, error);
    if (!standard) close(file);
    if (good) return source;
    ws_source_free(source);
    return NULL;
}

ws_source *ws_source_text(const char *name, const char *directory, const char *text, size_t length, ws_error *error) {
    if (length > WS_SOURCE_MAX) return fail_size(error, name, WS_SOURCE_MAX), NULL;
    ws_source *source = source_new(name, directory ? directory : "", directory ? strlen(directory) : 0);
    source->text = ws_copy_text(text, length);
    source->length = length;
    return source;
}

void ws_source_free(ws_source *source) {
    if (!source) return;
    free(source->name);
    free(source->directory);
    free(source->text);
    free(source);
}
