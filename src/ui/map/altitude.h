/* altitude.h - how closely the map is seen: the table of altitudes, from far to near.
 *
 * The nearest that fits into the room is shown, unless one is asked for. A row is a file of
 * src/ui/map; zoom, the key bar and the legend read the table, altitudes.def. */
#ifndef WS_ALTITUDE_H
#define WS_ALTITUDE_H

#include "ui/map/signs.h"
#include "ui/panel.h"

typedef struct ws_altitude {
    const char *name;
    /* Lays the network out in the area of the plan: boxes, paths, width and height. False: this
     * altitude cannot show it, or, unless it was asked for, it does not fit. */
    bool (*lay)(ws_map_plan *plan, const ws_frame *frame, bool asked);
    void (*draw)(const ws_view *view, const ws_pen *pen);
    /* Draws a sign of the legend as the map draws it, and returns how many cells it takes; 0: not
     * here (signs.def has its cells). at NULL: only counts. */
    int (*sample)(const ws_view *view, const ws_pen *at, ws_sign sign);
    /* NULL, or what its legend counts: as a histogram on top of the signs, or as rows below. */
    void (*tally)(ws_sign_flow *flow, bool tall);
    const char *const *steps; /* of its ramp of waiting; NULL: 0, 1, 2 ... */
    /* What is at a cell of the map. NULL: found by boxes and paths. */
    ws_map_thing (*pick)(const ws_view *view, int x, int row);
} ws_altitude;

extern const ws_altitude ws_altitudes[WS_ALTITUDES];

/* The altitude that a name or number stands for, counted from 1; 0: none. */
int ws_altitude_find(const char *text);
/* The next altitude nearer (by +1) or farther (-1) that can show this network; the same at the
 * end. */
int ws_altitude_step(const ws_view *view, int by);
/* Moves what is seen so that a switch stands in the middle; WS_NIL: that which is looked at, or
 * else that which stands there now. To be called with the plan laid out. */
void ws_map_centre(ws_view *view, uint32_t node);
uint32_t ws_map_focus(const ws_view *view);
/* Moves what is seen if the switch that is looked at, or at which the worm's head stands, is not
 * all in sight. */
void ws_map_reveal(ws_view *view);

#define ALTITUDE(id, name, style, lay, draw, sample, ...)                                          \
    bool lay(ws_map_plan *plan, const ws_frame *frame, bool asked);                                \
    void draw(const ws_view *view, const ws_pen *pen);                                             \
    int sample(const ws_view *view, const ws_pen *at, ws_sign sign);
#include "ui/map/altitudes.def"
void ws_terrain_tally(ws_sign_flow *flow, bool tall);
extern const char *const ws_terrain_steps[];
ws_map_thing ws_worms_pick(const ws_view *view, int x, int row);
ws_map_thing ws_router_pick(const ws_view *view, int x, int row);

/* Cables that are cut, which every altitude shows: on the map, from its corner on. */
void ws_cuts_draw(const ws_view *view, const ws_pen *pen);
/* The same of links that are pointed out (ws_view_ghost); one sign of them at a cell. */
void ws_ghosts_draw(const ws_view *view, const ws_pen *pen);
void ws_ghost_put(const ws_view *view, const ws_pen *pen, int x, int row, ws_glyph sign);

#endif
