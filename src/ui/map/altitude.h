/* altitude.h - how closely the map is seen: the table of altitudes, from far to near.
 *
 * The nearest that fits into the room is shown, unless one is asked for. A row is a file of
 * src/ui/map; zoom, the key bar and the legend read the table. */
#ifndef WS_ALTITUDE_H
#define WS_ALTITUDE_H

#include "ui/view.h"

typedef struct ws_altitude {
    const char *name;
    /* Lays the network out in the area of the plan: boxes, paths, width and height. False: this
     * altitude cannot show it, or, unless it was asked for, it does not fit. */
    bool (*lay)(ws_map_plan *plan, const ws_frame *frame, bool asked);
    void (*draw)(const ws_view *view, const ws_pen *pen);
    /* Its signs under the present lens, one a row, drawn as the map draws them; returns how many
     * rows they take. pen NULL: only counts. */
    int (*signs)(const ws_view *view, const ws_pen *pen);
    /* What is at a cell of the panel, WS_NIL: nothing. NULL: found by boxes and paths. */
    uint32_t (*pick_node)(const ws_view *view, int x, int row);
    uint32_t (*pick_link)(const ws_view *view, int x, int row);
} ws_altitude;

extern const ws_altitude ws_altitudes[WS_ALTITUDES];

/* Lays the plan out at the altitude of its zoom, or at the nearest that fits. */
void ws_altitude_lay(ws_map_plan *plan, const ws_frame *frame);
/* The altitude that a name or number stands for, counted from 1; 0: none. */
int ws_altitude_find(const char *text);
/* The next altitude nearer (by +1) or farther (-1) that can show this network; the same at the
 * end. */
int ws_altitude_step(const ws_view *view, int by);
/* Moves what is seen so that a switch stands in the middle; WS_NIL: that which is looked at, or
 * else that which stands there now. To be called with the plan laid out. */
void ws_map_centre(ws_view *view, uint32_t node);
uint32_t ws_map_focus(const ws_view *view);

bool ws_terrain_lay(ws_map_plan *plan, const ws_frame *frame, bool asked);
void ws_terrain_draw(const ws_view *view, const ws_pen *pen);
int ws_terrain_signs(const ws_view *view, const ws_pen *pen);
uint32_t ws_terrain_pick(const ws_view *view, int x, int row);

bool ws_streets_lay(ws_map_plan *plan, const ws_frame *frame, bool asked);
void ws_streets_draw(const ws_view *view, const ws_pen *pen);
int ws_streets_signs(const ws_view *view, const ws_pen *pen);

bool ws_worms_lay(ws_map_plan *plan, const ws_frame *frame, bool asked);
void ws_worms_draw(const ws_view *view, const ws_pen *pen);
int ws_worms_signs(const ws_view *view, const ws_pen *pen);

/* A row of the legend: what a sign says, dimmed while the map does not show it. */
void ws_sign_words(const ws_view *view, const ws_pen *pen, int row, unsigned sign,
                   const char *words);
/* The painter notes each sign that it draws; `sign` is a number below 32 of the altitude. */
static inline void ws_sign_note(const ws_view *view, unsigned sign) {
    view->map.plan->drawn |= 1u << sign;
}
/* The steps of the ramp of waiting, over the width of the pen, with what they stand for below. */
int ws_sign_ramp(const ws_view *view, const ws_pen *pen, int row, const char *title,
                 const char *const *label);

#endif
