/* walk.h - paths of a plan, which are walked cell by cell; and the directions of travel. */
#ifndef WS_WALK_H
#define WS_WALK_H

#include "ui/map/map_plan.h"

/* Whoever walks puts a cell for each step. */
typedef struct ws_walker {
    ws_map_plan *plan;
    uint32_t count; /* cells put so far: the place of the next */
    int x;          /* the next cell */
    int row;
} ws_walker;

/* Puts so many cells in a direction, from the walker's cell on; the walker stands behind them. */
void ws_walk(ws_walker *walker, int direction, int cells);
/* Moves the walker in one of the four directions without putting cells. */
void ws_walk_past(ws_walker *walker, int direction, int cells);

static inline bool ws_is_level(int direction) {
    return direction == WS_EAST || direction == WS_WEST;
}

/* Of the four directions. */
static inline int ws_opposite(int direction) {
    return (direction + 2) % 4;
}

/* One step along an axis of so many places, which may close a ring: -1, 0 or 1; 2 if it is
 * farther. */
int ws_axis_step(int from, int to, int places, bool wraps);

/* The place of a host among those of its switch, and how many these are. */
typedef struct ws_host_place {
    int place;
    int hosts;
} ws_host_place;

/* By host. Owned by the caller. */
ws_host_place *ws_host_places(const ws_frame *frame);

#endif
