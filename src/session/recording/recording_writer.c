/* recording_writer.c - see recording_writer.h. */
#include "session/recording/recording_writer.h"

#include "session/language/text.h"
#include "session/library/whole_file.h"
#include "session/recording/line_checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PIPE_TRIES = 50, PIPE_TRY_NS = 20000000 }; /* a second */

struct ws_writer {
    int file; /* -1: in memory, or not made yet */
    bool in_memory;
    bool is_plain; /* a file of its own, not a device or pipe */
    bool stopped;
    bool has_part; /* the part is there, and whole lines in it */
    char *path;
    char *part;
    char *fresh; /* the part until its head is whole */
    char *text;  /* lines not yet written; of a writer in memory all */
    size_t length;
    size_t room;
    uint64_t written;
    uint32_t chain;
    ws_error trouble;
    ws_listener listener; /* .hear NULL: nobody shares it */
    size_t shared;        /* bytes of `text` that have been handed over */
};

/* ---------------------------------------------------------------------------------- lines ---- */

static void put(ws_writer *t, const char *text, size_t length) {
    if (t->length + length + 1 > t->room) {
        t->room = 2 * (t->length + length + 1);
        t->text = ws_must(realloc(t->text, t->room));
    }
    if (length)
        memcpy(t->text + t->length, text, length);
    t->length += length;
    t->text[t->length] = '\0';
}

static void checksum_from(ws_writer *t, size_t begin) {
    char checksum[WS_LINE_CHECKSUM_SIZE];
    ws_line_checksum_write(&t->chain, t->text + begin, t->length - begin, checksum);
    put(t, checksum, sizeof checksum);
    put(t, "\n", 1);
}

void ws_writer_text(ws_writer *t, const char *first, const char *text, size_t length) {
    if (t->stopped && !t->listener.hear)
        return;
    size_t begin = t->length;
    put(t, first, strlen(first));
    put(t, text, length);
    checksum_from(t, begin);
}

void ws_writer_line(ws_writer *t, const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ws_writer_text(t, "", text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* ------------------------------------------------------------------------------- the file ---- */

static const char *why_stopped(int code) {
    return code == EEXIST ? "another program is making it" : strerror(code);
}

/* Stops the writer for good. */
static bool stop(ws_writer *t, int code) {
    t->stopped = true;
    const char *left = "nothing was written";
    if (t->written || t->has_part)
        left = t->is_plain ? t->part : "what was written before is good";
    snprintf(t->trouble.text, sizeof t->trouble.text,
             "%.200s: %s; the recording has stopped (%s%.200s)", t->path, why_stopped(code),
             t->has_part ? "what was written before is in " : "", left);
    if (t->file >= 0)
        close(t->file);
    t->file = -1;
    return false;
}

static bool write_all(int file, const char *text, size_t length) {
    while (length) {
        ssize_t got = ws_write_quietly(file, text, length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        text += got;
        length -= (size_t)got;
    }
    return true;
}

/* Opens the file that will be the part. Its name is this program's alone, so what has that name is
 * left over, or a link that somebody has laid: it goes. False with errno. */
static bool fresh_open(ws_writer *t) {
    const int new_file = O_WRONLY | O_CREAT | O_EXCL;
    unlink(t->fresh);
    t->file = open(t->fresh, new_file | O_CLOEXEC, 0666);
    if (t->file < 0)
        return false;
    flock(t->file, LOCK_EX | LOCK_NB); /* where there are no locks it goes on without */
    return true;
}

/* Gives the fresh file the name of the part. Of two programs that begin together one finds the name
 * taken, where the disk knows links. False with errno. */
static bool part_claim(ws_writer *t) {
    if (t->has_part)
        return rename(t->fresh, t->part) == 0;
    if (link(t->fresh, t->part) == 0) {
        unlink(t->fresh);
        return true;
    }
    return errno != EEXIST && rename(t->fresh, t->part) == 0;
}

/* Writes the head to a file of another name first, so that a file without a whole head never bears
 * its own name, even if the power fails. */
static bool file_begin(ws_writer *t) {
    if (!fresh_open(t))
        return stop(t, errno);
    bool good = write_all(t->file, t->text, t->length) && ws_file_sync(t->file);
    good = good && part_claim(t);
    int code = good ? 0 : errno;
    t->has_part |= code == 0;
    if (code == 0)
        return ws_folder_sync(t->part) || stop(t, errno);
    unlink(t->fresh);
    return stop(t, code);
}

static bool file_append(ws_writer *t) {
    if (write_all(t->file, t->text, t->length))
        return true;
    int code = errno;
    /* a reader recognizes half a line at the end */
    if (t->is_plain && ftruncate(t->file, (off_t)t->written) != 0)
        code = errno;
    return stop(t, code);
}

bool ws_writer_restart(ws_writer *t) {
    if (t->stopped || (t->written && !t->is_plain))
        return false;
    if (t->file >= 0 && t->is_plain) {
        close(t->file);
        t->file = -1;
    }
    t->length = 0;
    t->written = 0;
    t->chain = 0;
    return true;
}

void ws_writer_share(ws_writer *t, ws_listener listener) {
    t->listener = listener;
}

static void listener_feed(ws_writer *t) {
    const ws_listener *listener = &t->listener;
    size_t fresh = t->length - t->shared;
    if (listener->hear && t->length > t->shared)
        listener->hear(listener->context, t->text + t->shared, fresh);
    t->shared = t->in_memory ? t->length : 0;
}

bool ws_writer_commit(ws_writer *t) {
    listener_feed(t);
    if (t->stopped)
        t->length = 0;
    if (t->in_memory || t->stopped)
        return !t->stopped;
    if (t->length == 0)
        return true;
    if (!(t->file < 0 ? file_begin : file_append)(t))
        return false;
    t->written += t->length;
    t->length = 0;
    return true;
}

static bool file_finish(ws_writer *t) {
    if (t->file < 0 || !t->is_plain)
        return true;
    if (!ws_file_sync(t->file) || rename(t->part, t->path) != 0 || !ws_folder_sync(t->path))
        return stop(t, errno);
    return true;
}

/* -------------------------------------------------------------------- opening and closing ---- */

ws_writer *ws_writer_memory(void) {
    ws_writer *t = ws_alloc(1, sizeof *t);
    *t = (ws_writer){.file = -1, .in_memory = true};
    return t;
}

static char *joined(const char *path, const char *ending) {
    size_t size = strlen(path) + strlen(ending) + 1;
    char *text = ws_alloc(size, 1);
    snprintf(text, size, "%s%s", path, ending);
    return text;
}

/* Beside the part, by the number of this program. */
static char *fresh_path(const char *path) {
    char ending[48];
    snprintf(ending, sizeof ending, ".part.%d.new", (int)getpid());
    return joined(path, ending);
}

static bool is_replaceable(const char *path, ws_may_replace *may_replace) {
    char text[64];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t got = fread(text, 1, sizeof text, file);
    fclose(file);
    return got == 0 || may_replace(text, got);
}

static bool refuse(ws_error *error, const char *path, const char *why) {
    return fail_with(error, "%.300s: %s", path, why);
}

/* Opens a device or pipe. A named pipe needs a reader; a reader that is starting is waited for, but
 * not for ever. */
static int open_device(const char *path) {
    for (int tries = 0;; tries++) {
        int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        if (file >= 0)
            fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
        if (file >= 0 || errno != ENXIO || tries == PIPE_TRIES)
            return file;
        nanosleep(&(struct timespec){0, PIPE_TRY_NS}, NULL);
    }
}

static bool open_target(ws_writer *t, ws_may_replace *may_replace, ws_error *error) {
    struct stat status;
    bool there = stat(t->path, &status) == 0;
    if (there && S_ISDIR(status.st_mode))
        return refuse(error, t->path, "is a directory; name a file in it");
    t->is_plain = !there || S_ISREG(status.st_mode);
    if (!t->is_plain) {
        t->file = open_device(t->path);
        return t->file >= 0 ||
               refuse(error, t->path,
                      errno == ENXIO ? "is a pipe that nobody reads" : strerror(errno));
    }
    if (there && !is_replaceable(t->path, may_replace))
        return refuse(error, t->path, "exists, and is not a recording; name another file");
    if (stat(t->part, &status) == 0)
        return refuse(error, t->part,
                      "is there: a recording that is being made, or was cut off; move it, or name "
                      "another file");
    return true;
}

static void writer_free(ws_writer *t) {
    if (t->file >= 0)
        close(t->file);
    free(t->path);
    free(t->part);
    free(t->fresh);
    free(t->text);
    free(t);
}

ws_writer *ws_writer_open(const char *path, ws_may_replace *may_replace, ws_error *error) {
    ws_writer *t = ws_alloc(1, sizeof *t);
    *t = (ws_writer){.file = -1,
                     .path = joined(path, ""),
                     .part = joined(path, ".part"),
                     .fresh = fresh_path(path)};
    if (open_target(t, may_replace, error))
        return t;
    writer_free(t);
    return NULL;
}

/* Opens the part and cuts off the bytes behind its whole lines. */
static bool part_open(ws_writer *t, uint64_t length) {
    t->file = open(t->part, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (t->file < 0)
        return false;
    if (flock(t->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    off_t end = (off_t)length;
    if (ftruncate(t->file, end) != 0)
        return false;
    return lseek(t->file, end, SEEK_SET) == end;
}

ws_writer *ws_writer_resume(const char *path, uint64_t length, uint32_t chain, ws_error *error) {
    ws_writer *t = ws_alloc(1, sizeof *t);
    *t = (ws_writer){.file = -1,
                     .is_plain = true,
                     .has_part = true,
                     .written = length,
                     .chain = chain,
                     .path = joined(path, ""),
                     .part = joined(path, ".part"),
                     .fresh = fresh_path(path)};
    if (part_open(t, length))
        return t;
    bool busy = errno == EWOULDBLOCK;
    refuse(error, t->part, busy ? "is being written by another program" : strerror(errno));
    writer_free(t);
    return NULL;
}

bool ws_writer_close(ws_writer *t, ws_error *error) {
    if (ws_writer_commit(t))
        file_finish(t);
    bool good = !t->stopped;
    if (!good)
        *error = t->trouble;
    writer_free(t);
    return good;
}

void ws_writer_drop(ws_writer *t) {
    if (t->has_part && t->is_plain)
        unlink(t->part);
    writer_free(t);
}

char *ws_writer_release(ws_writer *t, size_t *length) {
    char *text = t->text ? t->text : ws_copy_text("", 0);
    *length = t->length;
    t->text = NULL;
    writer_free(t);
    return text;
}

const char *ws_writer_trouble(const ws_writer *t) {
    return t->stopped ? t->trouble.text : NULL;
}
const char *ws_writer_path(const ws_writer *t) {
    return t->path;
}
uint64_t ws_writer_bytes(const ws_writer *t) {
    return t->written;
}
