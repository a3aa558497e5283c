/* places.h - where switches stand in a picture, from the topology alone.
 *
 * A place is a point on a lattice whose pitch is WS_PITCH: neighbours stand one pitch apart, gaps
 * between planes and groups add to it. Whoever draws scales places to cells (ws_place_scale). Two
 * switches never share a place. All arithmetic is in integers and the only random numbers come
 * from a fixed seed, so the same network has the same picture on every machine. */
#ifndef WS_PLACES_H
#define WS_PLACES_H

#include "wormscope/wormscope.h"

enum { WS_PITCH = 4 };

/* Families of networks, each with a file src/ui/map/places_*.c. */
typedef enum ws_family {
    WS_FAMILY_STAGES,    /* columns, cables only between neighbouring ones; hosts at the left */
    WS_FAMILY_GROUPS,    /* a dragonfly: blocks of switches with gaps between them */
    WS_FAMILY_PLANES,    /* a cube of more than two dimensions: planes with gaps between them */
    WS_FAMILY_RING,      /* up to WS_RING_MOST switches around a rectangle */
    WS_FAMILY_LINE,      /* up to WS_LINE_MOST switches in a row */
    WS_FAMILY_GRID,      /* a mesh, a torus, a wrapped hexagonal mesh, a long ring */
    WS_FAMILY_IRREGULAR, /* anything else: cables short and apart */
    WS_FAMILIES
} ws_family;

enum { WS_RING_MOST = 12, WS_LINE_MOST = 32 };

typedef struct ws_spot {
    int32_t x;
    int32_t y;
} ws_spot;

typedef struct ws_places {
    ws_family family;
    uint32_t switches;
    ws_spot *at;  /* by switch */
    int32_t width; /* the largest x and y; the least are 0 */
    int32_t height;
    uint32_t *order; /* of a ring or line: its switches one after the other; NULL of others */
} ws_places;

/* Finds the places of all switches. Owned by the caller; aborts when memory is short. */
ws_places *ws_places_new(const ws_def *def, const ws_graph *graph);
void ws_places_free(ws_places *places);

/* A coordinate of a place (0 .. extent) in `room` cells: 0 .. room - 1; the middle of no extent. */
int ws_place_scale(int32_t at, int32_t extent, int room);

/* How good a picture with straight cables would be. */
typedef struct ws_places_cost {
    uint64_t length;    /* of all cables between switches, in sixteenths of a pitch */
    uint32_t crossings; /* pairs of cables that cross */
    uint32_t passes;    /* cables that run over a switch that is not their end */
} ws_places_cost;

ws_places_cost ws_places_measure(const ws_graph *graph, const ws_spot *at);

#endif
