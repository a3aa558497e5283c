/* recording.h - the text form of a session: everything that is needed to do it again, digit by
 * digit.
 *
 * Lines, each with a checksum (line_checksum.h) at its end:
 *
 *   wormscope-recording 1              the format: 2 where a stage line is in it, else 1
 *   model N                            of the program that made it
 *   program "VERSION"
 *   scenario "NAME"                    as it was asked for
 *   option set "NAME=VALUE"            what the command line said: also seed N, cycles N, warmup N
 *   file "NAME"                        each file of the scenario, whole, in the order of asking:
 *   | TEXT                             its lines
 *   columns NAME,NAME.FIELD,...        what the sums of a check are of; may go on in further lines
 *   begin                              the head ends here; from now on lines are added as they come
 *   @CYCLE COMMAND                     a line that was typed, acting before the next cycle
 *   ~CYCLE COMMAND                     a stage line (stage.h): it acts on no state, and its cycle
 *                                      may lie before those above it
 *   check CYCLE DIGEST [SUMS]          the state when all lines above of this branch have acted
 *   fork CYCLE NAME PARENT LINES       a new branch leaves PARENT after the first LINES of its
 *   lines;
 *                                      what follows is of it
 *   switch NAME                        what follows is of this branch again
 *   end                                it was closed in order; without this line its end is missing
 *
 * Lines of the scenario itself are not repeated. Within a branch cycles never decrease, and none
 * is above WS_RECORDING_CYCLES; there are at most WS_BRANCHES_MAX branches, which share at most
 * WS_RECORDING_SHARED lines and checks with their parents. What is behind the last whole line (a
 * program that was killed while writing) is left out, and said. Anything else that is wrong is
 * damage, and refused. */
#ifndef WS_RECORDING_H
#define WS_RECORDING_H

#include "session/history/history.h"
#include "session/load.h"

#define WS_RECORDING_PLAIN  1             /* the form without stage lines */
#define WS_RECORDING_STAGED 2             /* the newest form that is read */
#define WS_RECORDING_MAX    (1u << 30)    /* bytes */
#define WS_RECORDING_CYCLES 1000000000000 /* weeks of computing */
#define WS_RECORDING_SHARED (1u << 23)
#define WS_CHECK_CYCLES     65536 /* cycles between checks, if no second has passed before */
#define WS_RECORDING_FIRST  "wormscope-recording "

typedef struct ws_recording {
    uint64_t format; /* WS_RECORDING_* */
    int64_t model;
    char *program;
    char *scenario;
    ws_options options; /* sets and the strings in it owned */
    ws_source **files;
    size_t file_count;
    char **columns; /* names of the sums */
    size_t column_count;
    ws_branches branches;
    size_t branch; /* to which the latest line was added */
    uint64_t end;  /* the furthest cycle of that branch */
    size_t lines;  /* in the file */
    size_t checks;
    size_t branch_count;
    bool complete; /* the recording was closed in order */
    /* "" or where and why its end was left out: "cut at line 12, byte 3456" */
    char cut[128];
    uint64_t whole; /* bytes of its whole lines, without `end` */
    uint32_t chain; /* checksum of the last of them */
} ws_recording;

/* Is the text a recording? The first word decides. */
bool ws_recording_is(const char *text, size_t length);
/* Reads a recording. NULL with "NAME: line N, byte B: what is wrong" in error, and the cause in
 * fault. Free with ws_recording_free. */
ws_recording *ws_recording_parse(const char *name, const char *text, size_t length, ws_fault *fault,
                                 ws_error *error);
/* Reads a recording from a file as ws_recording_parse does. */
ws_recording *ws_recording_read(const char *path, ws_fault *fault, ws_error *error);
void ws_recording_free(ws_recording *recording);

/* A recording that is read while it is being made, line by line. */
typedef struct ws_recording_lines ws_recording_lines;
ws_recording_lines *ws_recording_lines_new(const char *name);
void ws_recording_lines_free(ws_recording_lines *lines);
/* Adds the next line, with its checksum, without its end. False with an error: no other line can
 * follow then. */
bool ws_recording_lines_add(ws_recording_lines *lines, const char *line, size_t length,
                            ws_error *error);
/* Returns the checksum of the latest line; 0 before the first. */
uint32_t ws_recording_lines_chain(const ws_recording_lines *lines);
/* Is the head whole? Then the session can be opened. */
bool ws_recording_lines_begun(const ws_recording_lines *lines);
/* Hands over the recording as far as it goes. The caller keeps it as long as lines are added. */
ws_recording *ws_recording_lines_release(ws_recording_lines *lines);
/* Makes further lines go to these branches, which began as those of the recording. */
void ws_recording_lines_into(ws_recording_lines *lines, ws_branches *branches);
/* Returns the branch of `branches` to which the latest line belongs. */
size_t ws_recording_lines_branch(const ws_recording_lines *lines);

/* Copies options with strings of their own. */
void ws_options_copy(ws_options *to, const ws_options *from);
void ws_options_free(ws_options *options);

#endif
