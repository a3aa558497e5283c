/* walk.h - paths of a plan, which are walked cell by cell; and the directions of travel. */
#ifndef WS_WALK_H
#define WS_WALK_H

#include "ui/map/map_plan.h"
#include "ui/map/places.h"
#include "ui/raster.h"

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

/* ---- stroke ---- */

/* How a path is drawn on a raster: thin or thick, free, marching or standing. */

typedef enum ws_stroke_kind {
    WS_STROKE_LINE,   /* every dot */
    WS_STROKE_DOTTED, /* every second one */
    WS_STROKE_SPARSE, /* every fourth */
    WS_STROKE_MARCH,  /* flits that move: four shades; without colours, a gap that moves */
    WS_STROKE_STAND   /* flits that wait: two dots and a gap of two */
} ws_stroke_kind;

typedef struct ws_stroke {
    ws_stroke_kind kind;
    uint32_t ink;
    uint32_t ground; /* what shades are mixed with */
    uint16_t rank;
    int thick;      /* dots: 1, 2, or 4 for a square */
    uint64_t phase; /* number of the flit that is nearest to the sender, see ws_frame_vc.passed */
    bool rich;      /* shades can be told apart */
} ws_stroke;

enum { WS_DOTS_FLIT = 3 }; /* dots of a path that a flit takes */

/* Where colours cannot tell: the line of a filling, or a use, of so many steps of WS_CALM_STEPS. */
void ws_stroke_level(ws_stroke *stroke, uint32_t step);

/* Paints the points first .. end - 1 of a path. */
void ws_stroke_paint(ws_raster *raster, const ws_spot *point, uint32_t first, uint32_t end,
                     const ws_stroke *stroke);

#endif
