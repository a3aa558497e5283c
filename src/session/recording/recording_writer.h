/* recording_writer.h - a text that only grows, line by sealed line (line_checksum.h), in a file or in memory.
 *
 * A file is FILE.part until it is closed in order, and then takes its name; it never holds half
 * a line that a later one follows, and its head is whole from the first moment it is there.
 * Devices and pipes are written to as they are. When a file cannot be written any more the tape
 * stops, for good: what was written before stays, cut at the last whole line, and `trouble` says
 * why. Nobody else needs to care: further lines are taken and forgotten. */
#ifndef WS_TAPE_H
#define WS_TAPE_H

#include "wormscope/wormscope.h"

typedef struct ws_tape ws_tape;

/* A tape in memory. */
ws_tape *ws_tape_memory(void);
/* A tape for a file, which is made with the first commit. A file of that name is replaced, at
 * the end, only if `may_replace` says so of its beginning. NULL with an error if it would be
 * somebody else's, or an unfinished tape is in the way. */
ws_tape *ws_tape_open(const char *path, bool (*may_replace)(const char *text, size_t length),
                      ws_error *error);

/* Adds a line (without its end). Nothing is written before ws_tape_commit. */
void ws_tape_line(ws_tape *tape, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of three parts, the last of any length. */
void ws_tape_text(ws_tape *tape, const char *begin, const char *text, size_t length);
/* Writes the lines added. False once there is trouble. */
bool ws_tape_commit(ws_tape *tape);
/* Commits, gives the file its name, and frees the tape. False with an error if there was trouble
 * at any time. */
bool ws_tape_close(ws_tape *tape, ws_error *error);
/* Frees a tape in memory; the text is the caller's. */
char *ws_tape_take(ws_tape *tape, size_t *length);

const char *ws_tape_trouble(const ws_tape *tape); /* NULL while there is none */
const char *ws_tape_path(const ws_tape *tape);
uint64_t ws_tape_bytes(const ws_tape *tape); /* written */

#endif
