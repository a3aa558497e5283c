/* lens.h - what the map says of a link and of a switch: one value for each, found once a picture.
 *
 * All altitudes ask the same lens, so that a street, a worm's wire and a point of the terrain never
 * say different things of the same link. */
#ifndef WS_LENS_H
#define WS_LENS_H

#include "ui/panel.h"

/* In the order of how much it tells: of several the last is shown. */
typedef enum ws_seen {
    WS_SEEN_FREE,   /* nothing is there */
    WS_SEEN_DIM,    /* of no interest */
    WS_SEEN_LEVEL,  /* a filling, or a use: step 0 to WS_CALM_STEPS - 1 */
    WS_SEEN_MOVES,  /* worms, and all of them move */
    WS_SEEN_WAITS,  /* worms that wait; step: the lowest order */
    WS_SEEN_SAQS,   /* set-aside queues; step: how many */
    WS_SEEN_MEMBER, /* of the tree that is looked at; step: depth */
    WS_SEEN_RING,   /* worms of a proved deadlock */
    WS_SEEN_ROOT,   /* of a congestion tree; step: 0, or 1 if another one is the main tree */
} ws_seen;

typedef struct ws_lens_value {
    uint16_t seen; /* ws_seen */
    uint16_t step;
} ws_lens_value;

typedef struct ws_lens {
    const ws_view *view;
    ws_lens_value *node; /* by switch */
    ws_lens_value *in;   /* by switch: the links from its hosts, and */
    ws_lens_value *out;  /* to them */
    ws_lens_value *link; /* by link; NULL: not asked for */
    uint8_t *seen;       /* by node: does the map show it? With links, which have values where one
                          * of their ends is seen */
    uint32_t *shown;     /* those links, by number */
    uint32_t shown_links;
} ws_lens;

/* Looks at the frame of a view. Without links, every switch has a value, which may be a level.
 * Free with ws_lens_end. Aborts when memory is short. */
ws_lens ws_lens_begin(const ws_view *view, bool links);
void ws_lens_end(ws_lens *lens);

/* Is one of the ends of a link seen? */
static inline bool ws_lens_shows(const ws_lens *lens, uint32_t link) {
    const ws_frame_link *ends = &lens->view->frame->link[link];
    return lens->seen[ends->from] || lens->seen[ends->to];
}

/* Is what is at the end of a link full: the buffer of one of its channels, the memory of its port,
 * or the pool of the switch? */
bool ws_lens_is_full(const ws_frame *frame, uint32_t link);
/* Full buffers in all of the network: queues of inputs, ports that share a memory, or pools; 0 of a
 * network so large that frames may know only a part. */
uint32_t ws_lens_full_count(const ws_frame *frame);
/* Seven eighths of a buffer: there what has no more than room for flits on the way is full. One
 * whose sender has been told to stop may be half empty again. */
static inline bool ws_lens_is_nearly_full(uint32_t flits, uint32_t capacity) {
    return capacity > 0 && 8ull * flits >= 7ull * capacity;
}
/* The same of one queue. */
static inline bool ws_lens_queue_is_full(const ws_frame_queue *queue) {
    bool all = queue->capacity > 0 && queue->flits >= queue->capacity;
    return all || (queue->stop_sent && ws_lens_is_nearly_full(queue->flits, queue->capacity));
}
/* Do worms hold it, and do all of them move? Under every lens. */
bool ws_lens_moves(const ws_lens *lens, uint32_t link);
/* What stands at one place on a wire. */
ws_lens_value ws_lens_flit(const ws_view *view, const ws_frame_flit *flit);

/* Which switches and hosts the map shows now (window.c). */
typedef struct ws_map_window {
    const ws_map_plan *plan;
    const ws_frame *frame;
    bool all;      /* every node */
    uint32_t node; /* the only switch; WS_NIL: all whose boxes lie in `cells` */
    ws_rect cells; /* of the map */
} ws_map_window;

ws_map_window ws_map_window_of(const ws_view *view);
/* By node: is it? To be freed by the caller. Aborts when memory is short. */
uint8_t *ws_map_window_nodes(const ws_map_window *window);

/* ---- the table ---- */

/* What a lens shows: by this, and by the values, whatever draws the map knows it. */
typedef enum ws_shows {
    WS_SHOWS_WORMS, /* worms one by one: all maps draw them themselves */
    WS_SHOWS_TREE,  /* the tree that is looked at */
    WS_SHOWS_PORTS, /* set-aside queues */
    WS_SHOWS_LEVELS, /* how full, or how much used: a part of 1 */
    WS_SHOWS
} ws_shows;

typedef struct ws_lens_row {
    const char *name, *doc;
    const char *legend; /* "word|all words" of its levels, or of its steps of waiting */
    ws_shows shows;
    uint8_t far;                             /* ws_frame_far: what it needs of switches out of sight */
    const char *(*absent)(const ws_frame *); /* NULL, or why this network has none, in words */
    /* Of levels: the part of a link, and of a switch, which may be NAN; NULL: the mean of the links
     * that leave it. */
    double (*part)(const ws_view *, uint32_t link);
    double (*node)(const ws_view *, uint32_t sw);
    /* Of all else: what a link says, and what is found in other ways; each may be NULL. */
    ws_lens_value (*link)(const ws_view *, uint32_t link);
    void (*look)(ws_lens *);
} ws_lens_row;

extern const ws_lens_row ws_lenses[];
extern const unsigned ws_lens_count;
extern const ws_lens_row ws_lens_filling; /* what points say where a lens has no level of its own */

static inline const ws_lens_row *ws_lens_of(const ws_view *view) {
    return &ws_lenses[view->overlay.layer];
}
static inline bool ws_view_shows(const ws_view *view, ws_shows shows) {
    return ws_lens_of(view)->shows == shows;
}
/* Finds a lens by its name; false: says which there are. */
bool ws_lens_find(const char *name, unsigned *lens, ws_error *error);
/* "worms, trees, ports, use or buffers". */
const char *ws_lens_names(char *text, size_t room);

#endif
