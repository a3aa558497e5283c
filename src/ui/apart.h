/* apart.h - A against B: the same worm in two frames of one cycle, and what differs.
 *
 * A worm is known by its source and the cycles in which its message came into being and it entered:
 * they are the same on all branches that have it. Its packet number may be another. */
#ifndef WS_APART_H
#define WS_APART_H

#include "observe/frame.h"
#include "ui/hues.h"

/* Of each worm of a frame, by place: the same worm in the other frame. */
typedef struct ws_same {
    uint32_t *place; /* in the other frame's worm[]; WS_NIL: it is not there. Owned */
    uint32_t room;
} ws_same;

/* Finds the worms of `of` in `in`. Aborts when memory is short. */
void ws_same_find(ws_same *same, const ws_frame *of, const ws_frame *in);
void ws_same_free(ws_same *same);

/* Is the worm number `place` of `of` elsewhere in `in`, in another state, or not there at all? */
bool ws_same_differs(const ws_same *same, const ws_frame *of, uint32_t place, const ws_frame *in);

/* Links on which other flits lie, or which another worm holds. 0 of networks of other shapes. */
uint32_t ws_links_apart(const ws_same *same, const ws_frame *of, const ws_frame *in);

/* Gives worms of `of` that are in `in` too the colours that they have there. */
void ws_hues_share(ws_hues *hues, const ws_same *same, const ws_hues *from);

/* The first thing that differs, in words: "H30->H28 waits in A, moves in B". The place is a node,
 * WS_NIL if there is none. */
typedef struct ws_apart {
    uint32_t node;
    char text[160];
} ws_apart;
ws_apart ws_apart_tell(const ws_frame *before, const ws_frame *after);

#endif
