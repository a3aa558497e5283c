/* map_plan.h - where switches, hosts and links lie on the map: geometry only, no state of the network.
 *
 * Every directed link has a path: the cells it runs over, from its sender to its receiver, each with a direction of travel. A
 * link that closes a ring has a path in two pieces, a stub at either border. The two directions of a cable that is used in turns share
 * their cells. Wired maps have paths of their own (wired.h). */
#ifndef WS_MAP_PLAN_H
#define WS_MAP_PLAN_H

#include "observe/frame.h"
#include "ui/canvas.h"

/* How closely the map is seen, from far to near: see altitude.h. */
typedef enum ws_altitude_id {
#define ALTITUDE(id, name, style, lay, draw, sample, ...) WS_ALTITUDE_##id,
#include "ui/map/altitudes.def"
    WS_ALTITUDES
} ws_altitude_id;

enum { WS_EAST, WS_SOUTH, WS_WEST, WS_NORTH, WS_SOUTHEAST, WS_SOUTHWEST, WS_NORTHWEST, WS_NORTHEAST };

typedef struct ws_map_cell {
    int16_t x, y;
    uint8_t direction;
} ws_map_cell;

typedef struct ws_map_host {
    int label_x, label_y; /* of its name; name_width 0: not shown */
    int name_width;
    bool left; /* the name ends at the stub */
} ws_map_host;

/* How hosts are drawn beside tracks, from rich to poor. */
typedef enum ws_track_hosts {
    WS_TRACK_NAMES, /* a cable of their own, and their name */
    WS_TRACK_STUBS, /* a cable */
    WS_TRACK_DOTS   /* a dot in the box of their switch */
} ws_track_hosts;

/* Of a plan in which every virtual channel has a track: tracks.h. */
typedef struct ws_tracks {
    bool laid; /* the plan is one */
    bool half; /* both directions of a cable share their tracks */
    ws_track_hosts hosts;
    int lanes;    /* tracks a direction */
    int margin;   /* columns of a box before its first track down */
    int middle_x; /* columns before its middle, where names stand, and of the middle */
    int middle_w;
    int slot; /* columns of a host */
    int stub; /* cells of the cable of a host */
    int edge_x; /* cells between boxes and borders */
    int edge_y;
} ws_tracks;

/* How much a legend tells: all signs that the map can have, in full words or in short ones; or,
 * where these have no room either, the signs that it has now. */
typedef enum ws_legend { WS_LEGEND_WHOLE, WS_LEGEND_SHORT, WS_LEGEND_SEEN } ws_legend;

typedef struct ws_map_plan {
    int area_w, area_h, zoom; /* what it was made for */
    ws_altitude_id altitude;
    uint32_t near; /* switch that was in the middle when one came nearer */
    struct ws_places *places; /* of switches, in lattice points: places.h; owned */
    int pitch_x; /* of grids: cells from a switch to its neighbour; down, of terrain: half */
    int pitch_y; /* rows */
    int left; /* cells before the first switch; above it (of terrain: half rows) */
    int top;
    bool labelled; /* rows and columns have numbers */
    /* what the layout of the screen has found for a size: see layout.c */
    struct {
        int width;
        int height;
        int choice;
        int altitude; /* of the map then */
    } fold[2]; /* without and with something that is looked at */
    uint64_t drawn;  /* signs that the latest picture has: bits */
    uint64_t listed; /* those that its legend has */
    uint32_t full;   /* full buffers that it shows */
    struct ws_tags *tags; /* words beside its signs: map_tags.h; owned */
    bool said;       /* the sentence of a chain stands in a panel of its own */
    ws_legend legend;  /* what it has room for */
    int width, height; /* of the map, which may be larger than the area */
    ws_tracks tracks;  /* of worms of a grid */
    ws_rect *box;      /* by switch */
    ws_map_host *host; /* by host */
    uint32_t *path0;   /* by link: first cell; links + 1 of them */
    ws_map_cell *cell;
    uint32_t cell_room;
    struct ws_wired *wired; /* the network cable by cable: wired.h; owned */
    bool is_wired;          /* worms are drawn so, not on tracks */
} ws_map_plan;

/* Plans are made from a frame of the network they will be used for. Aborts when memory is short. */
ws_map_plan *ws_map_plan_new(const ws_frame *frame);
void ws_map_plan_free(ws_map_plan *plan);
/* Lays the map out for an area; does nothing if it was made for the same area and zoom. zoom: as in ws_view. */
void ws_map_plan_fit(ws_map_plan *plan, const ws_frame *frame, int area_w, int area_h, int zoom);
/* Puts a cell into the table of cells, which grows. Aborts when memory is short. */
void ws_map_plan_put(ws_map_plan *plan, uint32_t place, ws_map_cell cell);
/* The place of a map's corner in an area, along one axis, in cells. */
int ws_map_origin(int area, int size, int pan);

#endif
