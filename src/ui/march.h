/* march.h - flits that move: the shades of a worm.
 *
 * A flit has one of four shades by its number, the lightest being that of the head. So the pattern
 * of a worm moves by exactly the flits that pass, and a step back plays it backwards: it depends on
 * the frame alone. A worm that waits is chequered, and stands. With 16 colours there are two shades;
 * where there are none, every other flit is bold.
 *
 * A pattern that passes faster than the eye follows only flickers. So while a run goes on at more
 * than WS_MARCH_MOST cycles a second it moves by one for every two flits, or four, or more, and at
 * top speed not at all. */
#ifndef WS_MARCH_H
#define WS_MARCH_H

#include "ui/panel.h"

enum { WS_MARCH_MOST = 8 }; /* flits a second by which a pattern moves */

/* Halvings of the march at the present speed: 0 while nothing runs. */
unsigned ws_march_halvings(const ws_view *view);

/* The number whose shade a place has at which flit `number` is, or another by whole patterns.
 * Places are counted along the way: at the next one is the flit before. */
static inline uint64_t ws_march_seen(unsigned halvings, uint64_t number, uint64_t place) {
    const uint64_t patterns = (uint64_t)1 << 40; /* so that it is above 0 */
    return patterns + ((number + place) >> halvings) - place;
}

/* The same in a view. */
static inline uint32_t ws_march_at(const ws_view *view, uint32_t number, uint32_t place) {
    return (uint32_t)ws_march_seen(ws_march_halvings(view), number, place);
}

/* How a cell is drawn. */
typedef struct ws_shade {
    ws_role role;
    uint32_t fg; /* 0xRRGGBB; WS_COLOUR_NONE: that of the role */
    uint32_t bg;
    unsigned attr; /* added to those of the role */
} ws_shade;

/* A flit of a worm in another colour than its own; ink WS_COLOUR_NONE: in its own. */
typedef struct ws_marcher {
    const ws_frame_worm *worm;
    uint32_t number;
    bool waits;
    uint32_t ink;
} ws_marcher;

/* How a flit is drawn; the ink is that of a worm which is neither selected nor dimmed nor in a
 * deadlock. */
ws_shade ws_march_in(const ws_view *view, const ws_marcher *flit);

/* The number of the flit that shows at a place so many flits behind the sender of a virtual
 * channel: for a drawing in which every cell is a flit. */
static inline uint32_t ws_march_number(uint32_t passed, uint32_t place) {
    return passed - 1 - place; /* of places ahead of the head too: the pattern has no end */
}

void ws_shade_put(const ws_pen *pen, int x, int y, uint32_t glyph, ws_shade shade);

#endif
