/* tracks.h - worms of a grid: every virtual channel has a track of its own.
 *
 * Switches are boxes on a pitch that fills the room. A side of a box has tracks for the channels of
 * both directions; traffic keeps to the right: rows go west above and east below, columns south at
 * the left and north at the right. A worm runs through the box, so that its corners are seen. A
 * link that closes a ring leaves the picture at one border and comes back at the other.
 *
 * The layout fills box, host, path0 and cell of the plan: the path of a link is that of its first
 * track; those of the others lie beside it, a row or a column on. */
#ifndef WS_TRACKS_H
#define WS_TRACKS_H

#include "ui/map/signs.h"
#include "ui/panel.h"

/* Lays the network of a plan out in its area. False: it is no grid, or, unless it was asked for,
 * does not fit. */
bool ws_tracks_lay(ws_map_plan *plan, const ws_frame *frame, bool asked);

/* The cell of a path on another track of its link. */
static inline ws_map_cell ws_track_cell(ws_map_cell cell, int track) {
    bool level = cell.direction == WS_EAST || cell.direction == WS_WEST;
    cell.x = (int16_t)(cell.x + (level ? 0 : track));
    cell.y = (int16_t)(cell.y + (level ? track : 0));
    return cell;
}

/* Draws the map of a plan that is laid out so, from the pen's origin on. */
void ws_tracks_draw(const ws_view *view, const ws_pen *pen);

/* What is drawn at a cell of the map. */
ws_map_thing ws_tracks_pick(const ws_view *view, int x, int row);

/* Its legend, as of an altitude (altitude.h). */
int ws_tracks_sample(const ws_view *view, const ws_pen *at, ws_sign sign);

#endif
