/* map_plan.h - where switches, hosts and links lie on the map: geometry only, no state of the network.
 *
 * Every directed link has a path: the cells it runs over, from its sender to its receiver, each with a direction of travel. A
 * link that closes a ring has a path in two pieces, a stub at either border. Cables between switches take two rows (or columns),
 * one a direction, traffic keeping right. So the painter needs to know nothing but paths, whatever the topology.
 *
 * The two directions of a cable that is used in turns share their cells: what carries now is painted over what does not. A cable to a neighbour
 * across a corner goes down the gap in steps.
 *
 * A network of stages (map_stages.c) is columns with the hosts at the left. The cables between two columns cross everywhere, so a path is
 * what is seen of it at either end; that of what is selected is drawn over the gap (map_threads.c).
 *
 * Styles of worms, where a network has neither tracks nor wires: BOXES (hosts as stubs above and below a switch) and MINI (one glyph a
 * link). BOXES are taken if they fit; if they are asked for and do not fit, the map is panned. */
#ifndef WS_MAP_PLAN_H
#define WS_MAP_PLAN_H

#include "observe/frame.h"
#include "ui/canvas.h"

/* How closely the map is seen, from far to near: see altitude.h. */
typedef enum ws_altitude_id {
    WS_ALTITUDE_TERRAIN, /* a switch is a point */
    WS_ALTITUDE_STREETS, /* every link both ways, no names */
    WS_ALTITUDE_WORMS,   /* worms from head to tail */
    WS_ALTITUDE_SWITCH,  /* one switch: queues, crossbar, outputs */
    WS_ALTITUDES
} ws_altitude_id;

typedef enum ws_map_style { WS_MAP_BOXES, WS_MAP_MINI } ws_map_style;
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
    ws_map_style style; /* of worms */
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
    uint32_t drawn;  /* signs that the latest picture has: bits, by numbers of the altitude */
    uint32_t listed; /* those that its legend has */
    uint32_t full;   /* full buffers that it shows */
    struct ws_tags *tags; /* words beside its signs: map_tags.h; owned */
    bool said;       /* the sentence of a chain stands in a panel of its own */
    ws_legend legend;  /* what it has room for */
    int width, height; /* of the map, which may be larger than the area */
    ws_tracks tracks;  /* of worms of a grid */
    bool staged;       /* columns of stages: the cables between two of them are not drawn, but for their ends */
    ws_rect *box;      /* by switch */
    ws_map_host *host; /* by host */
    uint32_t *path0;   /* by link: first cell; links + 1 of them */
    ws_map_cell *cell;
    uint32_t cell_room;
    struct ws_wired *wired; /* the network cable by cable: wired.h; owned */
    bool is_wired;          /* worms are drawn so, not with boxes, paths and cells */
} ws_map_plan;

/* Signs of a map of boxes, by number: what links, switches and hosts show. */
typedef enum ws_box_sign {
    WS_BOX_MOVES,
    WS_BOX_WAITS,
    WS_BOX_HEAD,
    WS_BOX_FREE,
    WS_BOX_DIM,
    WS_BOX_BUFFER,
    WS_BOX_USE,
    WS_BOX_LEVEL,
    WS_BOX_HEADS,
    WS_BOX_BACKLOG,
    WS_BOX_MEMBER,
    WS_BOX_ROOT,
    WS_BOX_VICTIM,
    WS_BOX_COLD,
    WS_BOX_SAQS,
    WS_BOX_WAY,
    WS_BOX_SIGNS
} ws_box_sign;

/* Plans are made from a frame of the network they will be used for. Aborts when memory is short. */
ws_map_plan *ws_map_plan_new(const ws_frame *frame);
void ws_map_plan_free(ws_map_plan *plan);
/* Lays the map out for an area; does nothing if it was made for the same area and zoom. zoom: as in ws_view. */
void ws_map_plan_fit(ws_map_plan *plan, const ws_frame *frame, int area_w, int area_h, int zoom);
/* The parts of it that worms are drawn with; false: does not fit, and was not asked for. */
bool ws_map_plan_worms(ws_map_plan *plan, const ws_frame *frame, bool asked);
/* Puts a cell into the table of cells, which grows. Aborts when memory is short. */
void ws_map_plan_put(ws_map_plan *plan, uint32_t place, ws_map_cell cell);
/* Is it a network of stages, every cable leading from one to the next? */
bool ws_map_is_staged(const ws_frame *frame);
/* Lays one out, in the style of the zoom, or the richest that fits. */
void ws_map_stages_fit(ws_map_plan *plan, const ws_frame *frame);
/* The place of a map's corner in an area, along one axis, in cells. */
int ws_map_origin(int area, int size, int pan);

#endif
