/* closing.h - in which cycle the ring of a deadlock closed, for the files of the session alone.
 *
 * As long as nothing but time acts on a network, a deadlock never dissolves. So the cycle in
 * which one closed lies between a look that found none and a look that found one, and bisection
 * finds it. For that a state is kept and stepped again: that of a look which found none, not of
 * every such look, since a copy of the state costs more than looking. Lines may dissolve a
 * deadlock: the session looks before the lines of a cycle and after them. What is found is kept
 * in keyframes. */
#ifndef WS_CLOSING_H
#define WS_CLOSING_H

#include "observe/waits.h"

/* A part of keyframes: without padding. */
typedef struct ws_closing_found {
    uint64_t dead;    /* 1: the network is deadlocked */
    uint64_t cycle;   /* since when */
    uint64_t ever;    /* 1: the network has been deadlocked on this way */
    uint64_t first;   /* the cycle in which the first deadlock closed */
    uint64_t queues;  /* queues of the first deadlock */
    uint64_t victims; /* queues behind it */
} ws_closing_found;

/* A saved state. */
typedef struct ws_saved {
    uint8_t *bytes;
    size_t size;
} ws_saved;

typedef struct ws_closing {
    ws_closing_found found;
    uint64_t networks; /* of the session, for which the rest was made */
    ws_waits *waits;
    bool has_open;
    uint64_t clear_cycle; /* of the latest look that found no deadlock, if has_open */
    uint64_t open_cycle;  /* at most clear_cycle, with nothing but time between them */
    uint64_t open_flits;  /* that had moved by then */
    ws_saved open;        /* the state of open_cycle; not copied yet if that is fresh */
    bool is_fresh;        /* open_cycle is 0, before any line: the state that the build makes */
} ws_closing;

struct ws_session;
/* to be called at cycle 0, before its lines, and when a keyframe has been restored */
void session_closing_begin(struct ws_session *s);
void session_closing_check(struct ws_session *s);   /* brings `found` up to date */
void session_closing_changed(struct ws_session *s); /* the same after lines have acted */
void session_closing_free(struct ws_session *s);

#endif
