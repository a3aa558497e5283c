/* march.h - flits that move: the shades of a worm.
 *
 * A flit has one of four shades by its number, the lightest being that of the head. So the pattern
 * of a worm moves by exactly the flits that pass, and a step back plays it backwards: it depends on
 * the frame alone. A worm that waits is chequered, and stands. With 16 colours there are two shades;
 * where there are none, every other flit is bold. */
#ifndef WS_MARCH_H
#define WS_MARCH_H

#include "ui/view.h"

/* How a cell is drawn. */
typedef struct ws_shade {
    ws_role role;
    uint32_t fg; /* 0xRRGGBB; WS_COLOUR_NONE: that of the role */
    uint32_t bg;
    unsigned attr; /* added to those of the role */
} ws_shade;

/* Of flit `number` of a worm, the head being 0, which passes or `waits`. */
ws_shade ws_march(const ws_view *view, const ws_frame_worm *worm, uint32_t number, bool waits);

/* A flit of a worm in another colour than its own; ink WS_COLOUR_NONE: in its own. */
typedef struct ws_marcher {
    const ws_frame_worm *worm;
    uint32_t number;
    bool waits;
    uint32_t ink;
} ws_marcher;

/* The same; the ink is that of a worm which is neither selected nor dimmed nor in a deadlock. */
ws_shade ws_march_in(const ws_view *view, const ws_marcher *flit);

/* The number of the flit that shows at a place so many flits behind the sender of a virtual
 * channel: for a drawing in which every cell is a flit. */
static inline uint32_t ws_march_number(uint32_t passed, uint32_t place) {
    return passed - 1 - place; /* of places ahead of the head too: the pattern has no end */
}

void ws_shade_put(const ws_pen *pen, int x, int y, uint32_t glyph, ws_shade shade);

#endif
