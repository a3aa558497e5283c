/* stage_track.c - see history.h. */
#include "session/history/history.h"

#include "session/memory.h"

void ws_stage_track_add(ws_stage_track *track, ws_stage_entry entry) {
    WS_GROW(track->entries, track->count);
    track->entries[track->count++] = entry;
}

void ws_stage_track_free(ws_stage_track *track) {
    free(track->entries);
    *track = (ws_stage_track){0};
}
