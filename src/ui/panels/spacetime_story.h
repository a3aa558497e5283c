/* spacetime_story.h - what a space-time diagram tells of its worms, read from its cells alone: how
 * long they stood, and who held the link that they wanted. */
#ifndef WS_SPACETIME_STORY_H
#define WS_SPACETIME_STORY_H

#include "observe/spacetime.h"

/* Of the way of one worm. */
typedef struct ws_spacetime_story {
    uint64_t stood;  /* cycles in which it held links and moved on none */
    uint64_t waited; /* cycles in which it was ready for a link that another worm held */
    /* who held the link that it waited for longest; NULL: nobody kept it out */
    const ws_spacetime_worm *holder;
    uint32_t row;   /* of that link */
    uint64_t came;  /* cycle in which it was where the link begins */
    uint64_t until; /* cycle in which the holder was seen there last before the worm */
    uint32_t held;  /* most links that it held in that wait while no flit of it moved */
} ws_spacetime_story;

/* `whole`: a packet goes on when all of it has arrived (store-and-forward). It is ready so many
 * cycles after its arrival as it took at the switch that it left soonest. */
ws_spacetime_story ws_spacetime_tell(const ws_spacetime *diagram, bool whole);

/* Of a chain or a ring: how many of its links are held by its worms now, and in which cycle a flit
 * of theirs moved last; UINT64_MAX: not while the diagram was seen. */
typedef struct ws_spacetime_standing {
    uint32_t held;
    uint64_t moved;
} ws_spacetime_standing;

ws_spacetime_standing ws_spacetime_stand(const ws_spacetime *diagram);

/* The worm of a cell; NULL: none. */
static inline const ws_spacetime_worm *ws_spacetime_holder(const ws_spacetime *diagram,
                                                           const ws_spacetime_cell *cell) {
    if (!cell || cell->holder == 0)
        return NULL;
    return &diagram->worm[cell->holder - 1];
}

#endif
