/* keyframes.c - see history.h. */
#include "session/history/history.h"

#include "session/history/compress.h"
#include "session/memory.h"

#include <time.h>

struct ws_keyframes {
    ws_keyframe *frame; /* in the order in which they were laid, as far as they are left */
    size_t count;
    size_t bytes;
    size_t budget;
    uint64_t step_ns;  /* of the grid */
    uint64_t least_ns; /* between frames, whatever it costs; 0: as usual */
    uint64_t lay_ns;   /* time of laying the latest */
    ws_compressor *compressor;
    unsigned char *room;
    unsigned char *packed;
    size_t room_size;
    size_t used;
};

uint64_t ws_keyframes_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

ws_keyframes *ws_keyframes_new(size_t budget, uint64_t step_ns) {
    ws_keyframes *k = ws_alloc(1, sizeof *k);
    k->budget = budget;
    k->step_ns = step_ns ? step_ns : WS_KEYFRAME_STEP;
    k->least_ns = step_ns;
    k->compressor = ws_compressor_new();
    return k;
}

void ws_keyframes_free(ws_keyframes *k) {
    if (!k)
        return;
    for (size_t i = 0; i < k->count; i++)
        free(k->frame[i].bytes);
    ws_compressor_free(k->compressor);
    free(k->frame);
    free(k->room);
    free(k->packed);
    free(k);
}

unsigned char *ws_keyframes_room(ws_keyframes *k, size_t size) {
    if (size > k->room_size) {
        free(k->room);
        free(k->packed);
        k->room_size = size + size / 4; /* what is measured grows as a run goes on */
        k->room = ws_alloc(k->room_size, 1);
        k->packed = ws_alloc(ws_compress_bound(k->room_size), 1);
    }
    k->used = size;
    return k->room;
}

static void frame_drop(ws_keyframes *k, size_t i) {
    ws_keyframe *frame = &k->frame[i];
    size_t behind = --k->count - i;
    k->bytes -= frame->size;
    free(frame->bytes);
    memmove(frame, frame + 1, behind * sizeof *frame);
}

void ws_keyframes_forget(ws_keyframes *k, uint64_t cycle) {
    for (size_t i = k->count; i-- > 1;)
        if (k->frame[i].cycle > cycle)
            frame_drop(k, i);
}

/* Drops the frames off the grid, except for the latest. */
static void near_trim(ws_keyframes *k, size_t most) {
    for (size_t i = k->count, seen = 0; i-- > 1;)
        if (!k->frame[i].grid && ++seen > most)
            frame_drop(k, i);
}

/* Does another frame of the same owner lie on the grid before this one, an odd number of places
 * away from its first? */
static bool is_odd(const ws_keyframes *k, const ws_keyframe *frame) {
    size_t before = 0;
    for (size_t i = 0; i < k->count; i++) {
        const ws_keyframe *other = &k->frame[i];
        bool same_owner = other->owner == frame->owner;
        if (other->grid && same_owner && other->cycle < frame->cycle)
            before++;
    }
    return before % 2 == 1;
}

static void grid_widen(ws_keyframes *k) {
    bool *odd = ws_alloc(k->count, sizeof *odd);
    for (size_t i = 1; i < k->count; i++) {
        const ws_keyframe *frame = &k->frame[i];
        odd[i] = frame->grid && is_odd(k, frame);
    }
    for (size_t i = k->count; i-- > 1;)
        if (odd[i])
            frame_drop(k, i);
    free(odd);
    k->step_ns *= 2;
}

static size_t grid_count(const ws_keyframes *k) {
    size_t count = 0;
    for (size_t i = 1; i < k->count; i++)
        count += k->frame[i].grid;
    return count;
}

/* Widens the grid until the frames fit the budget. A grid that is down to one frame a branch
 * cannot be widened: then the oldest frames are dropped. */
static void budget_keep(ws_keyframes *k) {
    size_t before = SIZE_MAX;
    size_t grid = grid_count(k);
    while (k->bytes > k->budget && grid < before) {
        grid_widen(k);
        before = grid;
        grid = grid_count(k);
    }
    while (k->bytes > k->budget && k->count > 1)
        frame_drop(k, 1);
}

bool ws_keyframes_due(const ws_keyframes *k, uint64_t cost_since_ns) {
    uint64_t least = k->lay_ns * WS_KEYFRAME_SHARE;
    if (k->least_ns)
        return cost_since_ns >= k->least_ns;
    return cost_since_ns >= (least > WS_KEYFRAME_STEP ? least : WS_KEYFRAME_STEP);
}

static const ws_keyframe *find(const ws_keyframes *k, uint64_t cycle, bool grid,
                               const ws_keyframe_path *path) {
    const ws_keyframe *best = NULL;
    for (size_t i = 0; i < k->count; i++) {
        const ws_keyframe *frame = &k->frame[i];
        bool worse = best && frame->cycle <= best->cycle;
        if (frame->cycle > cycle || worse)
            continue;
        if (grid && !frame->grid)
            continue;
        if (path->has(path->context, frame->owner, frame->cycle))
            best = frame;
    }
    return best;
}

/* Keeps a frame, with a copy of its bytes. */
static void frame_keep(ws_keyframes *k, ws_keyframe frame) {
    const unsigned char *bytes = frame.bytes;
    frame.bytes = ws_alloc(frame.size, 1);
    memcpy(frame.bytes, bytes, frame.size);
    WS_GROW(k->frame, k->count);
    k->frame[k->count++] = frame;
    k->bytes += frame.size;
    near_trim(k, WS_KEYFRAMES_NEAR);
    budget_keep(k);
}

void ws_keyframes_add(ws_keyframes *k, ws_keyframe frame, const ws_keyframe_path *path) {
    const ws_keyframe *before = find(k, frame.cycle, true, path);
    frame.grid = !before || frame.cost_ns >= before->cost_ns + k->step_ns;
    frame.size = ws_compress(k->compressor, k->packed, k->room, k->used);
    frame.bytes = k->packed;
    frame_keep(k, frame);
}

void ws_keyframes_laid_in(ws_keyframes *k, uint64_t lay_ns) {
    k->lay_ns = lay_ns;
}

void ws_keyframes_copy(ws_keyframes *k, ws_keyframe frame) {
    frame.grid = false;
    frame_keep(k, frame);
}

const ws_keyframe *ws_keyframes_find(const ws_keyframes *k, uint64_t cycle,
                                     const ws_keyframe_path *path) {
    return find(k, cycle, false, path);
}

unsigned char *ws_keyframes_open(ws_keyframes *k, const ws_keyframe *frame) {
    unsigned char *room = ws_keyframes_room(k, ws_decompressed_size(frame->bytes, frame->size));
    ws_decompress(k->compressor, room, frame->bytes, frame->size);
    return room;
}

const ws_keyframe *ws_keyframes_all(const ws_keyframes *k, size_t *count, size_t *bytes) {
    *count = k->count;
    if (bytes)
        *bytes = k->bytes;
    return k->frame;
}
