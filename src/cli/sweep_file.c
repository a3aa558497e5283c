/* sweep_file.c - see sweep_file.h. */
#include "cli/sweep_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/memory.h"

typedef struct place {
    off_t begin;
    size_t length; /* 0: no row */
} place;

struct ws_sweep_file {
    const ws_rows *rows;
    size_t points;
    int fd;
    char *path;  /* as it was named */
    char *real;  /* the file itself, whatever links lead to it; NULL if it is no regular file */
    place *row;  /* by point; of a regular file */
    off_t end;   /* behind the last whole line */
    size_t last; /* one more than the point of the last row; 0: none */
    size_t altered;
    bool is_regular; /* standard output may be so too, but is not read */
    bool in_order;   /* rows stand in the order of their points, and nothing else in between */
};

static bool fail(const ws_sweep_file *f, ws_error *error, int code) {
    snprintf(error->text, sizeof error->text, "%s: %s", f->path, strerror(code));
    return false;
}

/* All of it, or as much as can be: how much. If that is less, errno tells why. */
static size_t write_all(int fd, const char *text, size_t length) {
    size_t done = 0;
    while (done < length) {
        ssize_t written = write(fd, text + done, length - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) break;
        done += (size_t)written;
    }
    return done;
}

/* Takes back the last bytes that were written to a regular file, whoever has opened it. */
static void write_undo(const ws_sweep_file *f, size_t bytes) {
    off_t here = lseek(f->fd, 0, SEEK_CUR);
    if (!f->is_regular || here < (off_t)bytes || ftruncate(f->fd, here - (off_t)bytes) != 0) return;
    (void)lseek(f->fd, here - (off_t)bytes, SEEK_SET);
}

/* At the end, whole or not at all. */
static bool append(ws_sweep_file *f, const char *text, size_t length, ws_error *error) {
    if (f->real && lseek(f->fd, f->end, SEEK_SET) < 0) return fail(f, error, errno);
    size_t done = write_all(f->fd, text, length);
    if (done == length) {
        f->end += (off_t)length;
        return true;
    }
    int code = errno;
    write_undo(f, done);
    return fail(f, error, code);
}

/* ---- what is in it ---- */

static void row_found(ws_sweep_file *f, size_t point, off_t begin, size_t length) {
    if (f->row[point].length) { /* a second one */
        f->altered++;
        f->in_order = false;
        return;
    }
    f->in_order &= point + 1 > f->last;
    f->row[point] = (place){begin, length};
    f->last = point + 1;
}

/* One line, with its end if it has one. False: it is nothing of ours. */
static bool line_take(ws_sweep_file *f, const char *line, size_t length, off_t begin) {
    size_t point;
    bool is_whole = line[length - 1] == '\n', is_head = begin == 0 && f->rows->format == WS_ROWS_CSV;
    if (is_head) {
        bool ours = ws_rows_is_head(f->rows, line, length);
        if (ours && is_whole) f->end = (off_t)length;
        return ours;
    }
    switch (ws_rows_judge(f->rows, line, length, &point)) {
    case WS_ROW_TORN: return true;
    case WS_ROW_FOREIGN: return false;
    case WS_ROW_GOOD:
        if (point >= f->points) return false;
        row_found(f, point, begin, length);
        break;
    case WS_ROW_ALTERED:
        f->altered++;
        f->in_order = false;
        break;
    }
    f->end = begin + (off_t)length;
    return true;
}

/* False: it holds something else, in the line whose number is told. */
static bool lines_read(ws_sweep_file *f, FILE *in, size_t *number) {
    char *line = NULL;
    size_t room = 0;
    bool ours = true;
    off_t begin = 0;
    for (ssize_t got; ours && (got = getline(&line, &room, in)) > 0; begin += got) {
        ++*number;
        ours = line_take(f, line, (size_t)got, begin);
    }
    free(line);
    return ours;
}

static bool foreign(const ws_sweep_file *f, size_t line, ws_sweep_fault *fault, ws_error *error) {
    *fault = WS_SWEEP_FOREIGN;
    snprintf(error->text, sizeof error->text, "%s:%zu: something else than this sweep; name another file, or remove it", f->path,
             line);
    return false;
}

/* Does it begin as such files do? So that nothing else of any size is read. */
static bool begins_right(const ws_sweep_file *f) {
    char begin[32];
    const char *expected = f->rows->format == WS_ROWS_CSV ? "sweep,point," : "{\"sweep\":\"";
    ssize_t got = pread(f->fd, begin, strlen(expected), 0);
    return got <= 0 || memcmp(begin, expected, (size_t)got) == 0;
}

static bool contents_read(ws_sweep_file *f, ws_sweep_fault *fault, ws_error *error) {
    size_t number = 0;
    struct stat status;
    if (f->rows->is_long && fstat(f->fd, &status) == 0 && status.st_size > 0) {
        *fault = WS_SWEEP_FOREIGN;
        snprintf(error->text, sizeof error->text, "%s: --long does not go on with a file; name a new one", f->path);
        return false;
    }
    if (!begins_right(f)) return foreign(f, 1, fault, error);
    int copy = fcntl(f->fd, F_DUPFD_CLOEXEC, 0);
    FILE *in = copy < 0 ? NULL : fdopen(copy, "r");
    if (!in) {
        int code = errno;
        if (copy >= 0) close(copy);
        return fail(f, error, code);
    }
    bool ours = lines_read(f, in, &number), read = !ferror(in);
    int code = errno;
    fclose(in);
    if (!read) return fail(f, error, code);
    return ours || foreign(f, number, fault, error);
}

/* ---- putting it in order ---- */

static bool row_copy(const ws_sweep_file *f, place from, int to) {
    char *text = ws_alloc(from.length, 1);
    bool good =
        pread(f->fd, text, from.length, from.begin) == (ssize_t)from.length && write_all(to, text, from.length) == from.length;
    free(text);
    return good;
}

/* The head and all rows in the order of their points, into another file. */
static bool rows_copy(ws_sweep_file *f, place *row, int to, off_t *end) {
    size_t length;
    char *head = ws_rows_head(f->rows, &length);
    bool good = write_all(to, head, length) == length;
    free(head);
    *end = (off_t)length;
    for (size_t p = 0; good && p < f->points; p++) {
        row[p] = (place){*end, f->row[p].length};
        *end += (off_t)row[p].length;
        if (row[p].length) good = row_copy(f, f->row[p], to);
    }
    return good;
}

/* A new file takes the place of the old one, at once or not at all; the new one is locked before it can be seen. */
static bool file_tidy(ws_sweep_file *f, ws_error *error) {
    struct stat status;
    char *name = ws_alloc(strlen(f->real) + 8, 1);
    place *row = ws_alloc(f->points, sizeof *row);
    off_t end = 0;
    sprintf(name, "%s.XXXXXX", f->real);
    int to = mkostemp(name, O_CLOEXEC);
    bool made = to >= 0, good = made && fstat(f->fd, &status) == 0 && fchmod(to, status.st_mode & 07777) == 0;
    if (good) flock(to, LOCK_EX | LOCK_NB); /* where there are no locks, the old one has none either */
    good = good && rows_copy(f, row, to, &end) && fsync(to) == 0 && rename(name, f->real) == 0;
    if (good) {
        close(f->fd);
        free(f->row);
        f->fd = to;
        f->row = row;
        f->end = end;
        f->in_order = true;
    } else {
        fail(f, error, errno);
        if (made) unlink(name), close(to);
        free(row);
    }
    free(name);
    return good;
}

/* ---- opening ---- */

/* Is the name still that of the file that we have locked? Another sweep may have put a new one in its place. */
static bool is_still(const ws_sweep_file *f) {
    struct stat named, held;
    return stat(f->path, &named) == 0 && fstat(f->fd, &held) == 0 && named.st_dev == held.st_dev && named.st_ino == held.st_ino;
}

/* One sweep at a time. Where the file system knows no locks, we go on without. */
static bool file_lock(ws_sweep_file *f, ws_error *error) {
    bool refused = flock(f->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!refused && is_still(f)) return true;
    snprintf(error->text, sizeof error->text, "%s: another sweep is writing it; wait until it has ended, or name another file",
             f->path);
    return false;
}

static bool regular_begin(ws_sweep_file *f, ws_sweep_fault *fault, ws_error *error) {
    f->real = realpath(f->path, NULL);
    if (!f->real) return fail(f, error, errno);
    f->row = ws_alloc(f->points, sizeof *f->row);
    f->in_order = true;
    if (!file_lock(f, error) || !contents_read(f, fault, error)) return false;
    if (!f->in_order) return file_tidy(f, error);
    return ftruncate(f->fd, f->end) == 0 || fail(f, error, errno);
}

/* A file that is none yet is made; what is no regular file is only written to. */
static int path_open(const char *path) {
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (there && !S_ISREG(status.st_mode)) return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
}

static bool file_begin(ws_sweep_file *f, ws_sweep_fault *fault, ws_error *error) {
    struct stat status;
    if (f->fd < 0 || fstat(f->fd, &status) != 0) return fail(f, error, errno);
    f->is_regular = S_ISREG(status.st_mode);
    if (f->is_regular && f->fd != STDOUT_FILENO && !regular_begin(f, fault, error)) return false;
    if (f->end > 0) return true;
    size_t length;
    char *head = ws_rows_head(f->rows, &length);
    bool good = append(f, head, length, error);
    free(head);
    return good;
}

static void file_free(ws_sweep_file *f) {
    if (f->fd > STDERR_FILENO) close(f->fd);
    free(f->path);
    free(f->real);
    free(f->row);
    free(f);
}

ws_sweep_file *ws_sweep_file_open(const ws_rows *rows, const char *path, size_t points, ws_sweep_fault *fault, ws_error *error) {
    bool is_standard = !path || strcmp(path, "-") == 0;
    const char *name = is_standard ? "standard output" : path;
    ws_sweep_file *f = ws_alloc(1, sizeof *f);
    *f = (ws_sweep_file){.rows = rows, .points = points, .path = ws_copy_text(name, strlen(name))};
    *fault = WS_SWEEP_IO;
    f->fd = is_standard ? STDOUT_FILENO : path_open(path);
    if (file_begin(f, fault, error)) return f;
    file_free(f);
    return NULL;
}

/* ---- at work ---- */

bool ws_sweep_file_can_go_on(const ws_sweep_file *f) { return f->real != NULL; }

bool ws_sweep_file_has(const ws_sweep_file *f, size_t point) { return f->row && f->row[point].length > 0; }

size_t ws_sweep_file_altered(const ws_sweep_file *f) { return f->altered; }

bool ws_sweep_file_write(ws_sweep_file *f, size_t point, json_t *run, ws_error *error) {
    size_t length;
    char *text = ws_rows_row(f->rows, point, run, &length);
    off_t begin = f->end;
    bool good = append(f, text, length, error);
    free(text);
    if (good && f->row) row_found(f, point, begin, length);
    return good;
}

bool ws_sweep_file_close(ws_sweep_file *f, ws_error *error) {
    bool good = !f->real || f->in_order || file_tidy(f, error);
    if (f->fd > STDERR_FILENO) {
        if (close(f->fd) != 0 && good) good = fail(f, error, errno);
        f->fd = -1;
    }
    file_free(f);
    return good;
}
