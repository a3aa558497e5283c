/* wired.h - networks drawn cable by cable: stages as columns, irregular networks, cubes and
 * dragonflies as graphs, rings and lines with every flit.
 *
 * Every directed link has a path: the points from its sender to its receiver, in braille dots
 * (2 x 4 a cell) or, where `pixels`, in half blocks (1 x 2 a cell). Geometry only: it depends on the
 * topology and the room, and is made anew when the room changes. */
#ifndef WS_WIRED_H
#define WS_WIRED_H

#include "observe/frame.h"
#include "ui/canvas.h"
#include "ui/map/places.h"
#include "ui/map/signs.h"

#include "ui/panel.h"

/* How much of a switch and its hosts there is room for, from rich to poor. */
typedef enum ws_wired_form {
    WS_FORM_HOSTS,
    WS_FORM_NAME,
    WS_FORM_SHORT,
    WS_FORM_POINT
} ws_wired_form;

typedef struct ws_wired {
    const ws_places *places; /* not owned */
    int width;               /* of the room it was made for, in cells; -1: none yet */
    int height;
    bool fits; /* there is room for it */
    bool pixels;
    ws_wired_form form;
    bool dots;       /* asked for: cables of a ring may be dots */
    bool crowded;    /* of stages: no room for heads that move */
    bool dense;      /* of graphs: cables lie so close that each is one dot wide */
    int tracks;      /* of a ring or line: worms side by side in either direction */
    ws_rect middle;  /* of a ring: cells that are free for words; w 0: none */
    ws_rect *box;    /* by switch, in cells; of the form POINT y and h are in half rows */
    ws_rect *host;   /* by host, where its name or sign stands; w 0: nowhere */
    uint32_t *path0; /* by link: its first point; links + 1 of them */
    ws_spot *point;
    uint32_t points;
} ws_wired;

/* For the network of a frame, whose places must outlive it. Aborts when memory is short. */
ws_wired *ws_wired_new(const ws_frame *frame, const ws_places *places);
void ws_wired_free(ws_wired *wired);
/* Lays it out for a room, a ring or line as a graph if its cables may be dots; does nothing if it was
 * made for the same room. False: it does not fit, or its family is drawn otherwise. */
bool ws_wired_fit(ws_wired *wired, const ws_frame *frame, int width, int height, bool dots);

/* Draws the map of the view's plan; the pen's origin is the map's corner. */
void ws_wired_draw(const ws_view *view, const ws_pen *pen);
/* A sign of its legend: see ws_altitude.sample. */
int ws_wired_sample(const ws_view *view, const ws_pen *at, ws_sign sign);
/* What is drawn at a cell of the map. */
ws_map_thing ws_wired_pick(const ws_view *view, int x, int row);

#endif
