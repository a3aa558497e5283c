/* stroke.h - how a path is drawn on a raster: thin or thick, free, marching or standing. */
#ifndef WS_STROKE_H
#define WS_STROKE_H

#include "ui/map/places.h"
#include "ui/raster.h"

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
