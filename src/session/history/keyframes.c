/* keyframes.c - see keyframes.h. */
#include "session/history/keyframes.h"

#include "session/memory.h"

#include <assert.h>
#include <time.h>
#include <zstd.h>

/* Zeros and small numbers: the lowest level takes a thirtieth, and higher ones hardly less. */
enum { LEVEL = 1 };

struct ws_keyframes {
    ws_keyframe *frame; /* in the order in which they were laid, as far as they are left */
    size_t count;
    size_t bytes;
    size_t budget;
    uint64_t step_ns;  /* of the grid */
    uint64_t least_ns; /* between frames, whatever it costs; 0: as usual */
    uint64_t lay_ns;   /* time of laying the latest */
    ZSTD_CCtx *packer;
    ZSTD_DCtx *unpacker;
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
    k->packer = ws_must(ZSTD_createCCtx());
    k->unpacker = ws_must(ZSTD_createDCtx());
    return k;
}

void ws_keyframes_free(ws_keyframes *k) {
    if (!k)
        return;
    for (size_t i = 0; i < k->count; i++)
        free(k->frame[i].bytes);
    ZSTD_freeCCtx(k->packer);
    ZSTD_freeDCtx(k->unpacker);
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
        k->packed = ws_alloc(ZSTD_compressBound(k->room_size), 1);
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

/* Of the frames that are off the grid, only the latest stay. */
static void near_trim(ws_keyframes *k, size_t most) {
    for (size_t i = k->count, seen = 0; i-- > 1;)
        if (!k->frame[i].grid && ++seen > most)
            frame_drop(k, i);
}

/* Does another frame of the same owner lie on the grid before this one, an odd number of places
 * away from its first? */
static bool is_odd(const ws_keyframes *k, const ws_keyframe *frame) {
    size_t before = 0;
    for (size_t i = 0; i < k->count; i++)
        before += k->frame[i].grid && k->frame[i].owner == frame->owner &&
                  k->frame[i].cycle < frame->cycle;
    return before % 2 == 1;
}

static void grid_widen(ws_keyframes *k) {
    bool *odd = ws_alloc(k->count, sizeof *odd);
    for (size_t i = 1; i < k->count; i++)
        odd[i] = k->frame[i].grid && is_odd(k, &k->frame[i]);
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

/* A grid that is down to one frame a branch has nothing more to give but those; then they go
 * with the oldest first. */
static void budget_keep(ws_keyframes *k) {
    for (size_t left = SIZE_MAX, grid; k->bytes > k->budget && (grid = grid_count(k)) < left;
         left = grid)
        grid_widen(k);
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
                               ws_keyframe_fits *fits, const void *context) {
    const ws_keyframe *best = NULL;
    for (size_t i = 0; i < k->count; i++) {
        const ws_keyframe *frame = &k->frame[i];
        bool worse = best && frame->cycle <= best->cycle;
        if (frame->cycle > cycle || worse)
            continue;
        if (grid && !frame->grid)
            continue;
        if (fits(context, frame->owner, frame->cycle))
            best = frame;
    }
    return best;
}

void ws_keyframes_add(ws_keyframes *k, size_t owner, size_t build, uint64_t cycle, uint64_t cost_ns,
                      ws_keyframe_fits *fits, const void *context) {
    uint64_t begin = ws_keyframes_clock();
    const ws_keyframe *before = find(k, cycle, true, fits, context);
    size_t size = ZSTD_compressCCtx(k->packer, k->packed, ZSTD_compressBound(k->room_size), k->room,
                                    k->used, LEVEL);
    if (ZSTD_isError(size))
        ws_no_memory(0); /* nothing else can be wrong with it */
    ws_keyframe frame = {
        .cycle = cycle, .cost_ns = cost_ns, .owner = owner, .build = build, .size = size};
    frame.grid = !before || cost_ns >= before->cost_ns + k->step_ns;
    frame.bytes = ws_alloc(size, 1);
    memcpy(frame.bytes, k->packed, size);
    WS_GROW(k->frame, k->count);
    k->frame[k->count++] = frame;
    k->bytes += size;
    near_trim(k, WS_KEYFRAMES_NEAR);
    budget_keep(k);
    k->lay_ns = ws_keyframes_clock() - begin;
}

void ws_keyframes_copy(ws_keyframes *k, const ws_keyframe *frame, size_t owner, size_t build) {
    ws_keyframe copy = *frame;
    copy.owner = owner;
    copy.build = build;
    copy.grid = false;
    copy.bytes = ws_alloc(frame->size, 1);
    memcpy(copy.bytes, frame->bytes, frame->size);
    WS_GROW(k->frame, k->count);
    k->frame[k->count++] = copy;
    k->bytes += copy.size;
    near_trim(k, WS_KEYFRAMES_NEAR);
    budget_keep(k);
}

const ws_keyframe *ws_keyframes_find(const ws_keyframes *k, uint64_t cycle, ws_keyframe_fits *fits,
                                     const void *context) {
    return find(k, cycle, false, fits, context);
}

unsigned char *ws_keyframes_open(ws_keyframes *k, const ws_keyframe *frame) {
    size_t size = (size_t)ZSTD_getFrameContentSize(frame->bytes, frame->size);
    unsigned char *room = ws_keyframes_room(k, size);
    size_t got = ZSTD_decompressDCtx(k->unpacker, room, size, frame->bytes, frame->size);
    assert(got == size);
    (void)got;
    return room;
}

const ws_keyframe *ws_keyframes_all(const ws_keyframes *k, size_t *count, size_t *bytes) {
    *count = k->count;
    if (bytes)
        *bytes = k->bytes;
    return k->frame;
}
