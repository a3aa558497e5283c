/* ink.h - colours of cells: from the roles of the theme, mixed with the ground, stepped along a
 * ramp.
 *
 * A theme without colours has no inks: all functions then give WS_COLOUR_NONE, and shape says it
 * all. Whoever draws with inks asks ws_ink_rich first whether colour can carry a meaning here. */
#ifndef WS_INK_H
#define WS_INK_H

#include "ui/panel.h"

/* Does the screen show so many colours that a ramp can be told apart? If not: signs and digits. */
bool ws_ink_rich(const ws_view *view);
/* The foreground of a role, and its ground. */
uint32_t ws_ink_role(const ws_view *view, ws_role role);
uint32_t ws_ink_ground(const ws_view *view, ws_role role);
/* `percent` of the ground in a colour, 0 to 100; of none, none. */
uint32_t ws_ink_mix(uint32_t colour, uint32_t ground, int percent);
/* The contrast of two colours in hundredths: 100 to 2100, nearly as WCAG 2 reckons it. */
uint32_t ws_ink_contrast(uint32_t one, uint32_t other);
/* The colour, or as much of black or white in it as a contrast of 3:1 to the ground takes. */
uint32_t ws_ink_readable(uint32_t colour, uint32_t ground);
/* Black or white, whichever is read on a ground. */
uint32_t ws_ink_on(uint32_t ground);

/* The colour of the sign of heads that wait, on a ground; where colours are few, black or white. */
uint32_t ws_ink_alarm(const ws_view *view, uint32_t ground);

/* Order of waiting, or depth in a tree: 0 is the root; what is deeper than the ramp is its last
 * step. */
ws_role ws_hot_role(uint32_t depth);
uint32_t ws_ink_hot(const ws_view *view, uint32_t depth);
/* A filling of `part` out of `whole`. */
ws_role ws_calm_role(uint32_t part, uint32_t whole);
uint32_t ws_ink_calm(const ws_view *view, uint32_t part, uint32_t whole);
/* Marching: four shades of a colour, by the number of the flit counted from the head. */
uint32_t ws_ink_march(uint32_t colour, uint32_t ground, uint64_t flit);
/* Standing: the colour, and a darker one of the same hue, in turns. */
uint32_t ws_ink_stand(uint32_t colour, uint32_t ground, uint64_t flit);

#endif
