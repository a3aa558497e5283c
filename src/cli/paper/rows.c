/* rows.c - see paper.h. A row is written by one call at the end of the file, so that two programs
 * may share it. */
#include "cli/paper/paper.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/language/text.h"

/* What is no object has never been a whole row. */
static void line_take(ws_paper_rows *rows, const char *line, size_t length, size_t number) {
    if (length == 0 || line[length - 1] != '\n')
        return;
    json_t *row = json_loadb(line, length - 1, 0, NULL);
    const char *key = json_string_value(json_object_get(row, "key"));
    ws_seal seal = ws_row_seal_of(true, row, line, length - 1);
    if (json_is_object(row))
        ws_seal_count_add(&rows->left_out, seal, number);
    if (key && seal == WS_SEAL_RIGHT)
        json_object_set(rows->by_key, key, row);
    json_decref(row);
}

bool ws_paper_rows_read(ws_paper_rows *rows, const char *path, ws_error *error) {
    *rows = (ws_paper_rows){.fd = -1, .by_key = json_object()};
    if (!path)
        return true;
    rows->path = text_copy(path);
    FILE *in = fopen(path, "re");
    if (!in && errno == ENOENT)
        return true;
    if (!in)
        return fail_with(error, "%.400s: %s", path, strerror(errno));
    char *line = NULL;
    size_t room = 0;
    size_t number = 0;
    for (ssize_t got; (got = getline(&line, &room, in)) > 0;)
        line_take(rows, line, (size_t)got, ++number);
    free(line);
    bool good = feof(in); /* without memory a line ends before the file does */
    fclose(in);
    return good || fail_with(error, "%.400s: %s", path, strerror(errno));
}

void ws_paper_rows_free(ws_paper_rows *rows) {
    if (rows->fd >= 0)
        close(rows->fd);
    json_decref(rows->by_key);
    free(rows->path);
    *rows = (ws_paper_rows){.fd = -1};
}

const json_t *ws_paper_rows_find(const ws_paper_rows *rows, const char *key) {
    return json_object_get(rows->by_key, key);
}

/* Ends a line that a program which was killed has left. */
static bool line_end(int fd) {
    char last = '\n';
    off_t end = lseek(fd, 0, SEEK_END);
    if (end > 0 && pread(fd, &last, 1, end - 1) != 1)
        return false;
    return last == '\n' || write(fd, "\n", 1) == 1;
}

static bool rows_open(ws_paper_rows *rows) {
    if (rows->fd >= 0)
        return true;
    rows->fd = open(rows->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return rows->fd >= 0 && line_end(rows->fd);
}

static bool text_write(int fd, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

bool ws_paper_rows_add(ws_paper_rows *rows, const char *key, json_t *row, ws_error *error) {
    json_object_set_new(row, "key", json_string(key));
    json_object_set_new(rows->by_key, key, row);
    if (!rows->path)
        return true;
    size_t length;
    char *text = ws_row_seal_json(row, &length);
    bool good = rows_open(rows) && text_write(rows->fd, text, length);
    free(text);
    return good || fail_with(error, "%.400s: %s", rows->path, strerror(errno));
}
