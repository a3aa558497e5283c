/* stage_track.h - the stage lines that were given in a session, beside its branches.
 *
 * They stand in the order in which they were given, each with the branch and the cycle at which it
 * was. None of them is a line of a branch: a track never makes a branch, and its cycles may fall
 * from one line to the next. */
#ifndef WS_STAGE_TRACK_H
#define WS_STAGE_TRACK_H

#include <stddef.h>
#include <stdint.h>

typedef struct ws_stage_entry {
    uint64_t cycle;
    size_t branch;
    const char *text; /* owned by somebody else */
    /* of a recording: how far a branch with the same lines had been, by the lines above it */
    uint64_t furthest;
    uint64_t beside; /* and one with other lines, that had left by this cycle; 0: none beyond it */
} ws_stage_entry;

typedef struct ws_stage_track {
    ws_stage_entry *entries;
    size_t count;
} ws_stage_track;

/* Adds a line at the end. */
void ws_stage_track_add(ws_stage_track *track, ws_stage_entry entry);
void ws_stage_track_free(ws_stage_track *track);

#endif
