/* trim.h - a picture of a map without the empty rows around it. */
#ifndef WS_TRIM_H
#define WS_TRIM_H

#include "ui/canvas.h"

/* A copy without the rows on top that hold nothing, and with one of those between the map and what
 * stands below it. Free with ws_canvas_free. */
ws_canvas ws_trimmed(const ws_canvas *canvas);

#endif
