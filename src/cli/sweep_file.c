/* sweep_file.c - see sweep.h. */
#include "cli/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/library/whole_file.h"
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

static bool fail(const ws_sweep_file *file, ws_error *error, int code) {
    snprintf(error->text, sizeof error->text, "%s: %s", file->path, strerror(code));
    return false;
}

/* All of it, or as much as can be: how much. If that is less, errno tells why. */
static size_t write_all(int fd, const char *text, size_t length) {
    size_t done = 0;
    while (done < length) {
        ssize_t written = write(fd, text + done, length - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            break;
        done += (size_t)written;
    }
    return done;
}

/* Takes back the last bytes that were written to a regular file, whoever has opened it. */
static void write_undo(const ws_sweep_file *file, size_t bytes) {
    off_t here = lseek(file->fd, 0, SEEK_CUR);
    if (!file->is_regular || here < (off_t)bytes || ftruncate(file->fd, here - (off_t)bytes) != 0)
        return;
    (void)lseek(file->fd, here - (off_t)bytes, SEEK_SET);
}

/* By its beginning the file is known again: that is on the disk before anything follows it. */
static bool beginning_sync(const ws_sweep_file *file) {
    return !file->real || (ws_file_sync(file->fd) && ws_folder_sync(file->real));
}

/* At the end, whole or not at all. */
static bool append(ws_sweep_file *file, const char *text, size_t length, ws_error *error) {
    if (file->real && lseek(file->fd, file->end, SEEK_SET) < 0)
        return fail(file, error, errno);
    bool is_first = file->end == 0 && length > 0;
    size_t done = write_all(file->fd, text, length);
    if (done == length) {
        file->end += (off_t)length;
        return !is_first || beginning_sync(file) || fail(file, error, errno);
    }
    int code = errno;
    write_undo(file, done);
    return fail(file, error, code);
}

/* ---- what is in it ---- */

static void row_found(ws_sweep_file *file, size_t point, off_t begin, size_t length) {
    if (file->row[point].length) { /* a second one */
        file->altered++;
        file->in_order = false;
        return;
    }
    file->in_order &= point + 1 > file->last;
    file->row[point] = (place){begin, length};
    file->last = point + 1;
}

/* One line, with its end if it has one. False: it is nothing of ours. */
static bool line_take(ws_sweep_file *file, const char *line, size_t length, off_t begin) {
    size_t point;
    bool is_whole = line[length - 1] == '\n',
         is_head = begin == 0 && file->rows->format == WS_ROWS_CSV;
    if (is_head) {
        bool ours = ws_rows_is_head(file->rows, line, length);
        if (ours && is_whole)
            file->end = (off_t)length;
        return ours;
    }
    switch (ws_rows_judge(file->rows, line, length, &point)) {
    case WS_ROW_TORN: return true;
    case WS_ROW_FOREIGN: return false;
    case WS_ROW_GOOD:
        if (point >= file->points)
            return false;
        row_found(file, point, begin, length);
        break;
    case WS_ROW_ALTERED:
        file->altered++;
        file->in_order = false;
        break;
    }
    file->end = begin + (off_t)length;
    return true;
}

/* False: it holds something else, in the line whose number is told. */
static bool lines_read(ws_sweep_file *file, FILE *in, size_t *number) {
    char *line = NULL;
    size_t room = 0;
    bool ours = true;
    off_t begin = 0;
    for (ssize_t got; ours && (got = getline(&line, &room, in)) > 0; begin += got) {
        ++*number;
        ours = line_take(file, line, (size_t)got, begin);
    }
    free(line);
    return ours;
}

static bool foreign(const ws_sweep_file *file, size_t line, ws_sweep_fault *fault,
                    ws_error *error) {
    *fault = WS_SWEEP_FOREIGN;
    snprintf(error->text, sizeof error->text,
             "%s:%zu: something else than this sweep; name another file, or remove it", file->path,
             line);
    return false;
}

/* Does it begin as such files do? So that nothing else of any size is read. */
static bool begins_right(const ws_sweep_file *file) {
    char begin[32];
    const char *expected = file->rows->format == WS_ROWS_CSV ? "sweep,point," : "{\"sweep\":\"";
    ssize_t got = pread(file->fd, begin, strlen(expected), 0);
    return got <= 0 || memcmp(begin, expected, (size_t)got) == 0;
}

static bool contents_read(ws_sweep_file *file, ws_sweep_fault *fault, ws_error *error) {
    size_t number = 0;
    struct stat status;
    if (file->rows->is_long && fstat(file->fd, &status) == 0 && status.st_size > 0) {
        *fault = WS_SWEEP_FOREIGN;
        snprintf(error->text, sizeof error->text,
                 "%s: --long does not go on with a file; name a new one", file->path);
        return false;
    }
    if (!begins_right(file))
        return foreign(file, 1, fault, error);
    int copy = fcntl(file->fd, F_DUPFD_CLOEXEC, 0);
    FILE *in = copy < 0 ? NULL : fdopen(copy, "r");
    if (!in) {
        int code = errno;
        if (copy >= 0)
            close(copy);
        return fail(file, error, code);
    }
    bool ours = lines_read(file, in, &number);
    bool read = !ours || feof(in); /* without memory a line ends before the file does */
    int code = errno;
    fclose(in);
    if (!read)
        return fail(file, error, code);
    return ours || foreign(file, number, fault, error);
}

/* ---- putting it in order ---- */

static bool row_copy(const ws_sweep_file *file, place from, int to) {
    char *text = ws_alloc(from.length, 1);
    bool good = pread(file->fd, text, from.length, from.begin) == (ssize_t)from.length &&
                write_all(to, text, from.length) == from.length;
    free(text);
    return good;
}

/* The head and all rows in the order of their points, into another file. */
static bool rows_copy(ws_sweep_file *file, place *row, int to, off_t *end) {
    size_t length;
    char *head = ws_rows_head(file->rows, &length);
    bool good = write_all(to, head, length) == length;
    free(head);
    *end = (off_t)length;
    for (size_t p = 0; good && p < file->points; p++) {
        row[p] = (place){*end, file->row[p].length};
        *end += (off_t)row[p].length;
        if (row[p].length)
            good = row_copy(file, file->row[p], to);
    }
    return good;
}

/* A new file takes the place of the old one, at once or not at all; the new one is locked before
 * it can be seen. */
static bool file_tidy(ws_sweep_file *file, ws_error *error) {
    struct stat status;
    char *name = ws_alloc(strlen(file->real) + 8, 1);
    place *row = ws_alloc(file->points, sizeof *row);
    off_t end = 0;
    sprintf(name, "%s.XXXXXX", file->real);
    int to = mkostemp(name, O_CLOEXEC);
    bool made = to >= 0,
         good = made && fstat(file->fd, &status) == 0 && fchmod(to, status.st_mode & 07777) == 0;
    /* where there are no locks, the old one has none either */
    if (good)
        flock(to, LOCK_EX | LOCK_NB);
    good = good && rows_copy(file, row, to, &end) && ws_file_sync(to) &&
           rename(name, file->real) == 0 && ws_folder_sync(file->real);
    if (good) {
        close(file->fd);
        free(file->row);
        file->fd = to;
        file->row = row;
        file->end = end;
        file->in_order = true;
        for (size_t p = 0; p < file->points; p++)
            if (row[p].length)
                file->last = p + 1;
    } else {
        fail(file, error, errno);
        if (made)
            unlink(name), close(to);
        free(row);
    }
    free(name);
    return good;
}

/* ---- opening ---- */

/* Is the name still that of the file that we have locked? Another sweep may have put a new one
 * in its place. */
static bool is_still(const ws_sweep_file *file) {
    struct stat named;
    struct stat held;
    return stat(file->path, &named) == 0 && fstat(file->fd, &held) == 0 &&
           named.st_dev == held.st_dev && named.st_ino == held.st_ino;
}

/* One sweep at a time. Where the file system knows no locks, we go on without. */
static bool file_lock(ws_sweep_file *file, ws_error *error) {
    bool refused = flock(file->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!refused && is_still(file))
        return true;
    snprintf(error->text, sizeof error->text,
             "%s: another sweep is writing it; wait until it has ended, or name another file",
             file->path);
    return false;
}

static bool regular_begin(ws_sweep_file *file, ws_sweep_fault *fault, ws_error *error) {
    file->real = realpath(file->path, NULL);
    if (!file->real)
        return fail(file, error, errno);
    file->row = ws_alloc(file->points, sizeof *file->row);
    file->in_order = true;
    if (!file_lock(file, error) || !contents_read(file, fault, error))
        return false;
    if (!file->in_order)
        return file_tidy(file, error);
    return ftruncate(file->fd, file->end) == 0 || fail(file, error, errno);
}

/* A file that is none yet is made; what is no regular file is only written to. */
static int path_open(const char *path) {
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (there && !S_ISREG(status.st_mode))
        return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
}

static bool file_begin(ws_sweep_file *file, ws_sweep_fault *fault, ws_error *error) {
    struct stat status;
    if (file->fd < 0 || fstat(file->fd, &status) != 0)
        return fail(file, error, errno);
    file->is_regular = S_ISREG(status.st_mode);
    if (file->is_regular && file->fd != STDOUT_FILENO && !regular_begin(file, fault, error))
        return false;
    if (file->end > 0)
        return true;
    size_t length;
    char *head = ws_rows_head(file->rows, &length);
    bool good = append(file, head, length, error);
    free(head);
    return good;
}

static void file_free(ws_sweep_file *file) {
    if (file->fd > STDERR_FILENO)
        close(file->fd);
    free(file->path);
    free(file->real);
    free(file->row);
    free(file);
}

ws_sweep_file *ws_sweep_file_open(const ws_rows *rows, const char *path, size_t points,
                                  ws_sweep_fault *fault, ws_error *error) {
    bool is_standard = !path || strcmp(path, "-") == 0;
    const char *name = is_standard ? "standard output" : path;
    ws_sweep_file *file = ws_alloc(1, sizeof *file);
    *file =
        (ws_sweep_file){.rows = rows, .points = points, .path = ws_copy_text(name, strlen(name))};
    *fault = WS_SWEEP_IO;
    file->fd = is_standard ? STDOUT_FILENO : path_open(path);
    if (file_begin(file, fault, error))
        return file;
    file_free(file);
    return NULL;
}

/* ---- at work ---- */

bool ws_sweep_file_can_go_on(const ws_sweep_file *file) {
    return file->real != NULL;
}

bool ws_sweep_file_has(const ws_sweep_file *file, size_t point) {
    return file->row && file->row[point].length > 0;
}

size_t ws_sweep_file_altered(const ws_sweep_file *file) {
    return file->altered;
}

bool ws_sweep_file_write(ws_sweep_file *file, size_t point, json_t *run, ws_error *error) {
    size_t length;
    char *text = ws_rows_row(file->rows, point, run, &length);
    off_t begin = file->end;
    bool good = append(file, text, length, error);
    free(text);
    if (good && file->row)
        row_found(file, point, begin, length);
    return good;
}

bool ws_sweep_file_close(ws_sweep_file *file, ws_error *error) {
    bool good = !file->real || file->in_order || file_tidy(file, error);
    if (good && file->real && !ws_file_sync(file->fd))
        good = fail(file, error, errno);
    if (file->fd > STDERR_FILENO) {
        if (close(file->fd) != 0 && good)
            good = fail(file, error, errno);
        file->fd = -1;
    }
    file_free(file);
    return good;
}
