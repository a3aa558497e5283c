/* unlike.h - A/B: in what two views were made to differ, as each half says it of itself: settings, cables that are cut, and acts. */
#ifndef WS_UI_UNLIKE_H
#define WS_UI_UNLIKE_H

#include "ui/view.h"

/* Writes what `view` has otherwise than `other`: "routing dor, saqs 4". As many items as fit into so many columns, then how many
 * more there are. If they have been made alike it says so, with the routing of both. Returns text. */
const char *ws_unlike_text(const ws_view *view, const ws_view *other, int columns, char *text, size_t room);

#endif
