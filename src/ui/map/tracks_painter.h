/* tracks_painter.h - what the files that draw tracks share. */
#ifndef WS_TRACKS_PAINTER_H
#define WS_TRACKS_PAINTER_H

#include "ui/map/lens.h"
#include "ui/map/sheet.h"
#include "ui/map/signs.h"
#include "ui/map/tracks.h"
#include "ui/map/why.h"

/* What is seen where several things meet, from below. */
enum {
    WS_RANK_FREE = 2,
    WS_RANK_HOST,
    WS_RANK_DIMMED,
    WS_RANK_MOVES,
    WS_RANK_WAITS,
    WS_RANK_BUFFER, /* and eight more by how full it is */
    WS_RANK_RING = WS_RANK_BUFFER + 9,
    WS_RANK_GHOST,
    WS_RANK_CHAIN,
    WS_RANK_FULL,
    WS_RANK_HEAD,
    WS_RANK_NAME,
    WS_RANK_CHAIN_HEAD,
    WS_RANK_BADGE
};

/* How a worm looks. */
typedef struct ws_track_look {
    ws_role role;
    uint32_t colour;
    uint8_t rank;
    bool waits;
    bool dimmed; /* not of the chain that is looked at */
    bool unlit;  /* of no interest, by the filter */
    bool ring;   /* of a deadlock */
    bool behind; /* such a ring */
    int place;   /* in the chain, -1 */
    uint32_t packet;
} ws_track_look;

typedef struct ws_track_painter {
    const ws_view *view;
    const ws_frame *frame;
    const ws_map_plan *plan;
    const uint32_t *code; /* glyphs */
    ws_why why;
    ws_sheet sheet;
    struct ws_slot *slot; /* scratch: places of one wire */
    uint8_t *seen;                /* by node: is it in the window? NULL in the legend */
    bool rich;                    /* colours tell */
} ws_track_painter;

ws_track_look ws_track_look_of(const ws_track_painter *p, const ws_frame_worm *worm);
/* The same where it waits, though it moves elsewhere. */
ws_track_look ws_track_look_halted(const ws_track_painter *p, const ws_frame_worm *worm);
/* A flit, by its number counted from the head; `fades`: half gone. */
void ws_track_body(const ws_track_painter *p, ws_map_cell at, const ws_track_look *look,
                   uint32_t number, bool fades);
/* The head: an arrow, or a cross where it waits; on a worm that stands a thin arrow. `within`: its
 * place of several that share the cell. */
void ws_track_head(const ws_track_painter *p, ws_map_cell at, const ws_track_look *look, bool waits,
                   uint32_t within);
/* What of a buffer is full, in the colour of a worm, or, of NULL, of none. */
void ws_track_buffer(const ws_track_painter *p, ws_map_cell at, const ws_track_look *look,
                     uint32_t level, uint32_t capacity);
/* A buffer that is full; paler by so many percent. */
void ws_track_full(const ws_track_painter *p, ws_map_cell at, uint32_t link, int paler);
/* Under a lens that shows no worms: an arrow on a link that moves. */
void ws_track_way(const ws_track_painter *p, ws_map_cell at, uint32_t link);
void ws_track_free(const ws_track_painter *p, ws_map_cell at, int track, uint32_t link, bool fades);
void ws_track_ghost(const ws_track_painter *p, ws_map_cell at, uint32_t depth, uint32_t link);
/* Under a lens that shows no worms: a cell of a link. */
void ws_track_value(const ws_track_painter *p, ws_map_cell at, ws_lens_value value, uint32_t link,
                    bool last);
/* The number of a worm in the chain, centred on a cell, as it has room. */
void ws_track_badge(const ws_track_painter *p, int x, int row, size_t place, uint32_t colour,
                    bool narrow);
/* An empty mark: no packet, no link, the ground behind it. */
ws_mark ws_track_mark(ws_role role, uint8_t rank);
uint32_t ws_track_ground(const ws_track_painter *p, int x, int row);
/* Of the box of a switch: that of the root is the brightest. */
uint32_t ws_track_box_ground(const ws_track_painter *p, uint32_t sw);
/* Percent of the ground that is mixed into what is not looked at. */
enum { WS_TRACK_DIMMED = 40, WS_TRACK_BEHIND = 45 };

/* Names of switches, hosts, and where links go on that leave the picture. */
void ws_track_names(const ws_track_painter *p);
void ws_track_hosts_paint(const ws_track_painter *p);
void ws_track_labels(const ws_track_painter *p);
/* Where a row goes on that leaves the picture at its right, or left; returns its columns. */
int ws_track_wrap_label(const ws_track_painter *p, int x, int row, const char *name, bool east);

/* Without a network: what the legend is drawn with. */
ws_track_painter ws_track_painter_begin(const ws_view *view, ws_rect window);
void ws_track_painter_end(ws_track_painter *p);

static inline bool ws_track_is_level(int direction) {
    return direction == WS_EAST || direction == WS_WEST;
}

/* A link that closes a ring fades where it leaves the picture. */
static inline bool ws_track_fades(const ws_track_painter *p, const ws_frame_link *link,
                                  ws_map_cell cell) {
    const ws_map_plan *plan = p->plan;
    bool at_border = cell.x <= 0 || cell.x >= plan->width - 1;
    at_border |= cell.y <= 0 || cell.y >= plan->height - 1;
    return link->wraps && at_border;
}

#endif
