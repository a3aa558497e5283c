/* palette.h - the nearest that a terminal has to a colour.
 *
 * With 24 bits a colour's number is the colour. In 256 colours the neighbour is taken that keeps
 * the hue wherever the colour has one, from the cube and the greys, never one of the first 16,
 * which are the user's own. In 16 and 8 colours the steps of the theme's ramps have numbers of
 * their own, and a mixture of one of them with the ground is that number, plain instead of
 * bright. */
#ifndef WS_PALETTE_H
#define WS_PALETTE_H

#include "ui/theme.h"

/* The terminal's number for a colour that belongs to no ramp: -1 for its own. */
int ws_colour_map(uint32_t rgb, ws_colour_depth depth);

#define WS_PALETTE_CACHE 1024

/* Colours mapped for a theme; what has been found is kept, in a bounded place. */
typedef struct ws_palette {
    ws_theme theme;
    ws_colour_depth depth;
    struct {
        uint32_t rgb;
        int32_t number;
    } known[WS_PALETTE_CACHE];
} ws_palette;

/* Sets it up for a theme and a terminal; it keeps a copy of the theme. */
void ws_palette_begin(ws_palette *palette, const ws_theme *theme, ws_colour_depth depth);
/* The terminal's number for any colour of a cell; -1 for its own. */
int ws_palette_map(ws_palette *palette, uint32_t rgb);

#endif
