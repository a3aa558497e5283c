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
    /* Its signs under the present lens in a panel of this width, drawn as the map draws them;
     * returns how many rows they would take. pen NULL: only counts. */
    int (*signs)(const ws_view *view, const ws_pen *pen, int width);
    /* What is at a cell of the map. NULL: found by boxes and paths. */
    ws_map_thing (*pick)(const ws_view *view, int x, int row);
} ws_altitude;

extern const ws_altitude ws_altitudes[WS_ALTITUDES];

/* The altitude that a name or number stands for, counted from 1; 0: none. */
int ws_altitude_find(const char *text);
/* The next altitude nearer (by +1) or farther (-1) that can show this network; the same at the
 * end. */
int ws_altitude_step(const ws_view *view, int by);
/* Moves what is seen so that a switch stands in the middle; WS_NIL: that which is looked at, or
 * else that which stands there now. To be called with the plan laid out. */
void ws_map_centre(ws_view *view, uint32_t node);
uint32_t ws_map_focus(const ws_view *view);
/* Moves what is seen if the switch that is looked at, or at which the worm's head stands, is not
 * all in sight. */
void ws_map_reveal(ws_view *view);

bool ws_terrain_lay(ws_map_plan *plan, const ws_frame *frame, bool asked);
void ws_terrain_draw(const ws_view *view, const ws_pen *pen);
int ws_terrain_signs(const ws_view *view, const ws_pen *pen, int width);

bool ws_streets_lay(ws_map_plan *plan, const ws_frame *frame, bool asked);
void ws_streets_draw(const ws_view *view, const ws_pen *pen);
int ws_streets_signs(const ws_view *view, const ws_pen *pen, int width);


bool ws_router_lay(ws_map_plan *plan, const ws_frame *frame, bool asked);
void ws_router_draw(const ws_view *view, const ws_pen *pen);
int ws_router_signs(const ws_view *view, const ws_pen *pen, int width);
ws_map_thing ws_router_pick(const ws_view *view, int x, int row);

/* The legend: signs with their words, one after the other, as many in a row as there is room
 * for. */
typedef struct ws_sign_flow {
    const ws_view *view;
    const ws_pen *pen; /* NULL: only counts rows */
    int width;
    int x;
    int row;
    unsigned full; /* the sign of a full buffer + 1, which has their number beside it; 0: none */
    unsigned root; /* that of the root of the jam + 1: without one its place says that */
} ws_sign_flow;

/* Cables that are cut, which every altitude shows: on the map, from its corner on; in the legend. */
enum { WS_SIGN_CUT = 31 };
void ws_cuts_draw(const ws_view *view, const ws_pen *pen);
/* The same of links that are pointed out (ws_view_ghost); one sign of them at a cell. */
enum { WS_SIGN_GHOST_RING = 30 };
void ws_ghosts_draw(const ws_view *view, const ws_pen *pen);
void ws_ghost_put(const ws_view *view, const ws_pen *pen, int x, int row, ws_glyph sign);

/* What a full buffer looks like in a cell of its own: the same at all altitudes, in white where there
 * are colours. Two, one over the other, can be told apart. */
uint32_t ws_sign_full(const ws_view *view);
/* The number of a worm in the chain that is lit; and what no sign says: that no jam has a root, how
 * many wait because a switch with room does not take them. */
enum { WS_SIGN_CHAIN = 29, WS_SIGN_CALM = 28, WS_SIGN_REFUSED = 27 };

/* The next sign: `cells` wide, with its words, which are dimmed while the map does not show it.
 * False: nothing is drawn; else *at is a pen whose origin is the place of the sign. Words may be
 * "WORD|WORDS": where the panel is too small for all words (ws_legend), each sign has one. */
bool ws_sign_next(ws_sign_flow *flow, int cells, const char *words, unsigned sign, ws_pen *at);
/* A sign of a legend, and the lenses under which the map can have it. */
typedef struct ws_sign_row {
    unsigned sign;
    uint32_t lenses; /* bits: WS_LENS(WORMS) | ... */
    const char *words;
} ws_sign_row;

#define WS_LENS(id) (1u << WS_LAYER_##id)
#define WS_ANY_LENS ((1u << WS_LAYERS) - 1)

typedef struct ws_sign_table {
    const ws_sign_row *row;
    size_t rows;
    /* Can this map have the sign? One that cannot be there takes no room; one that comes and goes
     * keeps its place, so that the legend stands still. */
    bool (*is_listed)(const ws_view *view, const ws_sign_row *row);
    int (*cells_of)(unsigned sign);
    void (*sample_draw)(const ws_view *view, const ws_pen *at, unsigned sign);
} ws_sign_table;

/* Lists the signs of a table that the present lens can show. */
void ws_sign_list(ws_sign_flow *flow, const ws_sign_table *table);
/* Says that no jam has a root, or that it is a ring: in the place of its sign in ws_sign_list. */
void ws_sign_calm(ws_sign_flow *flow);
/* Says how many wait by a rule, where switches have pools. */
void ws_sign_refused(ws_sign_flow *flow);
/* Lists what every altitude can have besides; returns the rows of all. */
int ws_sign_rows(ws_sign_flow *flow);
/* The steps of the ramp of waiting, from the root on, each with what it stands for in it, and what
 * is counted: how many worms are ahead of one in its chain, or how deep it is in a tree. */
#define WS_SIGN_AHEAD "ahead|worms ahead"
#define WS_SIGN_DEEP  "from root"
void ws_sign_ramp(ws_sign_flow *flow, const char *end, unsigned sign, const char *const *label);

#endif
