/* keyframes.h - states on the path, kept in compressed form, so that going back does not mean going
 * from 0.
 *
 * A cache: nothing depends on which frames there are, only how long it takes to get somewhere.
 * Frames are laid by the time that it takes to compute the path between them (its cost), not by
 * cycles, so that one rule fits small networks and large ones.
 *
 * Two kinds. Those on the grid lie WS_KEYFRAME_STEP apart at first; when the bytes exceed the
 * budget every other one goes, and the distance doubles. The latest WS_KEYFRAMES_NEAR of the
 * others stay where the session just was, so that a step back is short however wide the grid has
 * become. The first frame never goes. */
#ifndef WS_KEYFRAMES_H
#define WS_KEYFRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WS_KEYFRAME_STEP                                                                           \
    40000000                 /* nanoseconds: a step back costs this and the time of one frame */
#define WS_KEYFRAME_SHARE 40 /* the time of laying frames is at most one part in so many */
#define WS_KEYFRAMES_NEAR 2

/* Returns the CPU time of this thread in nanoseconds, by which costs are measured, so that a busy
 * machine does not spread frames. */
uint64_t ws_keyframes_clock(void);

typedef struct ws_keyframes ws_keyframes;

/* A frame belongs to a course of the session (`owner`) at a cycle. */
typedef struct ws_keyframe {
    uint64_t cycle;
    uint64_t cost_ns; /* of the path from cycle 0 to here */
    size_t owner;
    size_t build; /* number of the network of which it is a state */
    bool grid;
    size_t size;          /* bytes, compressed */
    unsigned char *bytes; /* owned by the store */
} ws_keyframe;

/* A path through the branches: does a frame of this owner and cycle lie on it? */
typedef struct ws_keyframe_path {
    bool (*has)(const void *context, size_t owner, uint64_t cycle);
    const void *context;
} ws_keyframe_path;

/* The budget is for the frames in their compressed form. step_ns: the distance of the grid at
 * first; 0 = WS_KEYFRAME_STEP, and more where laying a frame takes long. */
ws_keyframes *ws_keyframes_new(size_t budget, uint64_t step_ns);
void ws_keyframes_free(ws_keyframes *keyframes);

/* Returns room for a state of `size` bytes, to be filled before ws_keyframes_add; valid until the
 * next call of either function or of ws_keyframes_open. */
unsigned char *ws_keyframes_room(ws_keyframes *keyframes, size_t size);
/* Keeps the state in the room as a frame on the path, with cycle, cost_ns, owner and build of
 * `frame`. */
void ws_keyframes_add(ws_keyframes *keyframes, ws_keyframe frame, const ws_keyframe_path *path);

/* Keeps a frame of another store with a copy of its bytes; owner and build are those that it has
 * here. */
void ws_keyframes_copy(ws_keyframes *keyframes, ws_keyframe frame);

/* Drops the frames of cycles after this one, except for the first frame. */
void ws_keyframes_forget(ws_keyframes *keyframes, uint64_t cycle);

/* The latest frame was laid in so many nanoseconds, with all that was done for it. */
void ws_keyframes_laid_in(ws_keyframes *keyframes, uint64_t lay_ns);

/* Is a frame due, so long after the latest? */
bool ws_keyframes_due(const ws_keyframes *keyframes, uint64_t cost_since_ns);

/* Returns the last frame on the path at or before a cycle; NULL if there is none. Valid until the
 * next ws_keyframes_add. */
const ws_keyframe *ws_keyframes_find(const ws_keyframes *keyframes, uint64_t cycle,
                                     const ws_keyframe_path *path);
/* Unpacks the state of a frame; valid until the next call of ws_keyframes_room or _open. */
unsigned char *ws_keyframes_open(ws_keyframes *keyframes, const ws_keyframe *frame);

/* Returns all frames, in no order, and the bytes they take. */
const ws_keyframe *ws_keyframes_all(const ws_keyframes *keyframes, size_t *count, size_t *bytes);

#endif
