/* jam.h - the roots of the congestion trees on the map, and which of them is the main one. */
#ifndef WS_JAM_H
#define WS_JAM_H

#include "ui/view.h"

/* The link that is the root of the largest tree, or of the one that is chosen; WS_NIL: none. */
uint32_t ws_jam_root(const ws_view *view);
/* Does that link leave this switch? Does that of any tree? */
bool ws_jam_is_main(const ws_view *view, uint32_t sw);
bool ws_jam_has_root(const ws_view *view, uint32_t sw);

/* Says in a row below the map, if one is free, where the jam has its root and how large it is, or
 * else in a free row of the legend; and in free cells of the map what there is nothing of. */
void ws_jam_draw(const ws_view *view, const ws_pen *pen);
void ws_jam_list(const ws_view *view, const ws_pen *pen, int row);

#endif
