/* sweep_file.h - where the rows of a sweep go: standard output, a device or pipe, or a file that
 * can be continued.
 *
 * A regular file holds whole rows, each with its seal, and is one sweep's at a time: it is
 * locked while one writes it, and the lock goes with the process. What is found in it is kept if
 * it is a row of this sweep and its seal is right; a row that was altered, or torn, is taken
 * out, so that its point runs again. In the end its rows stand in the order of their points. A
 * file that holds anything else is refused and left as it was. Anything that is no regular file
 * is written to and never read. */
#ifndef WS_SWEEP_FILE_H
#define WS_SWEEP_FILE_H

#include "cli/sweep_rows.h"

typedef struct ws_sweep_file ws_sweep_file;

/* Why a file could not be opened. */
typedef enum ws_sweep_fault {
    WS_SWEEP_IO,      /* it cannot be read or written, or another sweep writes it */
    WS_SWEEP_FOREIGN, /* it holds something else than this sweep */
} ws_sweep_fault;

/* Opens a place for the rows of `points` points; path "-" or NULL: standard output. The rows
 * must live as long. NULL with an error. */
ws_sweep_file *ws_sweep_file_open(const ws_rows *rows, const char *path, size_t points,
                                  ws_sweep_fault *fault, ws_error *error);
bool ws_sweep_file_can_go_on(const ws_sweep_file *file); /* a regular file that was named */
/* Is the row of a point there already? */
bool ws_sweep_file_has(const ws_sweep_file *file, size_t point);
size_t ws_sweep_file_altered(const ws_sweep_file *file); /* lines that were taken out */
/* Writes a row, whole or not at all (a pipe may take a part); false with an error. */
bool ws_sweep_file_write(ws_sweep_file *file, size_t point, json_t *run, ws_error *error);
/* Puts the rows in order, if they are not, and closes; frees the file. False with an error. */
bool ws_sweep_file_close(ws_sweep_file *file, ws_error *error);

#endif
