/* signs.h - the signs of the map, and their legend: one table for all altitudes, signs.def. */
#ifndef WS_SIGNS_H
#define WS_SIGNS_H

#include "ui/panel.h"

#define SIGN(id, words, where, listed, sample) WS_SIGN_##id,
typedef enum ws_sign {
#include "ui/map/signs.def"
    WS_SIGNS
} ws_sign;
#undef SIGN

/* Signs as bits: of a cell, of a picture. */
#define WS_SIGN_BIT(id) ((uint64_t)1 << WS_SIGN_##id)

/* What draws a map: an altitude, and the family of its network. */
typedef enum ws_map_style {
    WS_STYLE_TERRAIN,
    WS_STYLE_STREETS,
    WS_STYLE_TRACKS,
    WS_STYLE_GRAPH,
    WS_STYLE_STAGES,
    WS_STYLE_RINGS,
    WS_STYLE_INSIDE,
    WS_STYLE_POOLS,
    WS_STYLES
} ws_map_style;
ws_map_style ws_map_style_of(const ws_view *view);

/* "RING": its name in signs.def. */
const char *ws_sign_name(unsigned sign);

/* The legend: signs with their words, one after the other, as many in a row as there is room for. */
typedef struct ws_sign_flow {
    const ws_view *view;
    const ws_pen *pen; /* NULL: only counts rows */
    int width;
    int x;
    int row;
} ws_sign_flow;

/* Lists the signs that the map can have under the present lens, in a panel of this width; returns
 * how many rows they take. pen NULL: only counts. */
int ws_sign_legend(const ws_view *view, const ws_pen *pen, int width);

/* What a full buffer looks like in a cell of its own: the same at all altitudes, in white where there
 * are colours. Two, one over the other, can be told apart. */
uint32_t ws_sign_full(const ws_view *view);

#endif
