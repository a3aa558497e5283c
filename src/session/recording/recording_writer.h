/* recording_writer.h - a text that only grows, line by line with its checksum (line_checksum.h), in
 * a file or in memory.
 *
 * A file is FILE.part until it is closed in order, and then takes its name; it never holds half
 * a line that a later one follows, and its head is whole from the first moment it is there.
 * Devices and pipes are written to as they are. When a file cannot be written any more the writer
 * stops, for good: what was written before stays, cut at the last whole line, and `trouble` says
 * why. Nobody else needs to care: further lines are taken and forgotten. */
#ifndef WS_RECORDING_WRITER_H
#define WS_RECORDING_WRITER_H

#include "session/session.h"

typedef struct ws_writer ws_writer;

/* Makes a writer in memory. */
ws_writer *ws_writer_memory(void);
/* Makes a writer for a file, which is created by the first commit. A file of that name is replaced
 * at the end, only if `may_replace` allows it by its beginning. NULL with an error if the file is
 * no recording, or an unfinished writer is in the way. */
typedef bool ws_may_replace(const char *text, size_t length);
ws_writer *ws_writer_open(const char *path, ws_may_replace *may_replace, ws_error *error);

/* Adds a line (without its end). Nothing is written before ws_writer_commit. */
void ws_writer_line(ws_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a line of two parts, the last of any length. */
void ws_writer_text(ws_writer *writer, const char *begin, const char *text, size_t length);
/* Forgets all lines: what is added now begins the text anew, and takes the place of the old one
 * with the next commit, whole. False, and nothing has changed, where that cannot be (a device or
 * a pipe that has been written to). */
bool ws_writer_restart(ws_writer *writer);
/* Writes the lines added. False once there is trouble. */
bool ws_writer_commit(ws_writer *writer);
/* The listener hears the lines of every commit from now on, as bytes, with checksums and ends; also
 * those of a writer that has stopped. To be called before the first commit. */
void ws_writer_share(ws_writer *writer, ws_listener listener);
/* Makes a writer that continues the file PATH.part. Its first `length` bytes stay: whole lines, the
 * last of which has the checksum `chain`. NULL with an error. */
ws_writer *ws_writer_resume(const char *path, uint64_t length, uint32_t chain, ws_error *error);
/* Commits, gives the file its name, and frees the writer. False with an error if there was trouble
 * at any time. */
bool ws_writer_close(ws_writer *writer, ws_error *error);
/* Frees the writer, and its file goes; what had its name before stays. */
void ws_writer_drop(ws_writer *writer);
/* Frees a writer in memory and returns its text, owned by the caller. */
char *ws_writer_release(ws_writer *writer, size_t *length);

const char *ws_writer_trouble(const ws_writer *writer); /* NULL while there is none */
const char *ws_writer_path(const ws_writer *writer);
uint64_t ws_writer_bytes(const ws_writer *writer); /* written */

/* As write, without the signal of a broken pipe: a pipe that nobody reads is an ordinary error. */
ssize_t ws_write_quietly(int file, const char *text, size_t length);

#endif
