/* area.h - filled curves and their intervals, where the terminal has colours: half cells, each in
 * the colour of its height. Curves that are not filled lie over them as dots. */
#ifndef WS_AREA_H
#define WS_AREA_H

#include "ui/panel.h"
#include "ui/raster.h"

/* A chart that is being painted, `top` being the value at its upper edge and 0 its lower one. */
typedef struct ws_area {
    const ws_view *view;
    ws_raster raster; /* owned */
    double top;
} ws_area;

/* The curve in one column of cells: its mean, and the ends of the interval in which that is; NAN:
 * nothing was measured, or no interval can be told. */
typedef struct ws_area_value {
    double low;
    double mean;
    double high;
    bool warming; /* in the warm-up: paler */
} ws_area_value;

void ws_area_begin(ws_area *area, const ws_view *view, int width, int height);
/* Draws what was painted. */
void ws_area_end(ws_area *area, const ws_pen *pen);

/* Fills a column: full up to the lower end of the interval, paler up to the mean, pale up to the
 * upper end. WS_ROLE_GRAPH0 takes the colours of the graph, any other role shades of its own. */
void ws_area_fill(ws_area *area, int column, const ws_area_value *value, ws_role role);
/* The interval alone, as a pale band. Where two bands lie over one another, the mean of both. */
void ws_area_band(ws_area *area, int column, const ws_area_value *value, ws_role role);
/* A point of a curve in column i of braille dots; `before`, NAN if none, stands on its left. */
void ws_area_point(ws_area *area, int i, double before, double value, ws_role role);

#endif
