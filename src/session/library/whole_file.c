/* whole_file.c - see whole_file.h. */
#include "session/library/whole_file.h"

#include "wormscope/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_TRIES = 100 };

static ws_whole_file *first; /* that is open */

static void enter(ws_whole_file *file) {
    file->next = first;
    first = file;
}

static void leave(const ws_whole_file *file) {
    ws_whole_file **at = &first;
    while (*at != file)
        at = &(*at)->next;
    *at = file->next;
}

void ws_whole_abandon(void) {
    for (const ws_whole_file *file = first; file; file = file->next)
        if (file->fresh)
            unlink(file->fresh);
}

/* The name behind symbolic links; the name itself if nothing is there. Owned by the caller. */
static char *real_path(const char *path) {
    char *real = realpath(path, NULL);
    return real ? real : ws_copy_text(path, strlen(path));
}

/* The open file as a stream; without memory it goes. */
static FILE *stream_of(int file, const char *name) {
    FILE *out = fdopen(file, "w");
    if (out)
        return out;
    int code = errno;
    close(file);
    unlink(name);
    errno = code;
    return NULL;
}

/* Opens a file that was not there, beside `path`, and names it. NULL with errno. */
static FILE *fresh_open(const char *path, char *name, size_t room) {
    const int new_file = O_WRONLY | O_CREAT | O_EXCL;
    int file = -1;
    for (int i = 0; i < NAME_TRIES && file < 0; i++) {
        snprintf(name, room, "%s.%d-%d", path, (int)getpid(), i);
        file = open(name, new_file | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            return NULL;
    }
    return file < 0 ? NULL : stream_of(file, name);
}

/* Opens the file that is written in place of `path`, with the rights of what is there. */
static void beside_open(ws_whole_file *file, const struct stat *there) {
    size_t room = strlen(file->path) + 32;
    file->fresh = ws_alloc(room, 1);
    file->out = fresh_open(file->path, file->fresh, room);
    if (file->out && there)
        (void)!fchmod(fileno(file->out), there->st_mode & 0777); /* some disks know no rights */
}

static bool is_folder_closed(int code) {
    return code == EACCES || code == EPERM || code == EROFS;
}

static void place_open(ws_whole_file *file) {
    free(file->fresh);
    file->fresh = NULL;
    file->out = fopen(file->path, "we");
}

static void names_free(ws_whole_file *file) {
    free(file->path);
    free(file->fresh);
    *file = (ws_whole_file){.out = NULL};
}

bool ws_whole_open(ws_whole_file *file, const char *path) {
    struct stat status;
    *file = (ws_whole_file){.path = real_path(path)};
    bool there = stat(file->path, &status) == 0;
    bool in_place = there && !S_ISREG(status.st_mode);
    if (in_place)
        place_open(file);
    else
        beside_open(file, there ? &status : NULL);
    if (!file->out && there && !in_place && is_folder_closed(errno))
        place_open(file);
    if (file->out) {
        enter(file);
        return true;
    }
    int code = errno;
    names_free(file);
    errno = code;
    return false;
}

bool ws_file_sync(int file) {
    if (fsync(file) == 0)
        return true;
    return errno == EINVAL || errno == EROFS || errno == EBADF;
}

/* All that was written is on the disk. A stream remembers that a write failed, but not why: one
 * byte more, which nobody will see, says it again. */
static bool is_written(FILE *out) {
    if (ferror(out))
        fputc('\n', out);
    if (fflush(out) != 0 || ferror(out))
        return false;
    return ws_file_sync(fileno(out));
}

bool ws_folder_sync(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    char *folder = slash ? ws_copy_text(path, length) : ws_copy_text(".", 1);
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (file < 0)
        return errno == EACCES; /* a folder that may be written to, but not read */
    bool good = ws_file_sync(file);
    int code = errno;
    close(file);
    errno = code;
    return good;
}

bool ws_whole_close(ws_whole_file *file) {
    errno = 0;
    bool good = is_written(file->out);
    int code = errno;
    if (fclose(file->out) != 0 && good) {
        good = false;
        code = errno;
    }
    if (good && file->fresh && rename(file->fresh, file->path) != 0) {
        good = false;
        code = errno;
    }
    if (!good && file->fresh)
        unlink(file->fresh);
    if (good && file->fresh && !ws_folder_sync(file->path)) {
        good = false;
        code = errno;
    }
    leave(file);
    names_free(file);
    errno = code ? code : EIO;
    return good;
}

bool ws_whole_write(const char *path, const char *text, size_t length) {
    ws_whole_file file;
    if (!ws_whole_open(&file, path))
        return false;
    fwrite(text, 1, length, file.out);
    return ws_whole_close(&file);
}
