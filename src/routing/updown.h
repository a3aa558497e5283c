/* updown.h - the table of path lengths and path counts that updown.c makes, for the routings
 * that read it. */
#ifndef WS_UPDOWN_H
#define WS_UPDOWN_H

#include "routing.h"

enum { FAR = UINT16_MAX };

/* By phase, switch and destination. */
typedef struct path_table {
    u32 phases;
    /* by switch: in the spanning tree; NULL: all links are legal, and there is one phase */
    u16 *depth;
    u16 *length; /* links of a shortest legal path, FAR if there is none */
    u64 *paths;  /* how many there are of this length */
} path_table;

static inline const path_table *path_table_of(const ws_net *n) {
    return n->wire.route_table;
}

/* A packet at switch s, in this phase, on its way to switch t. */
typedef struct leg {
    u32 phase;
    u32 s;
    u32 t;
} leg;

static inline size_t cell_of(const ws_net *n, leg at) {
    u32 switches = n->size.switches;
    size_t row = (size_t)at.phase * switches + at.s;
    return row * switches + at.t;
}
static inline u32 path_length(const ws_net *n, leg at) {
    const path_table *table = path_table_of(n);
    size_t cell = cell_of(n, at);
    return table->length[cell];
}
static inline u64 path_count(const ws_net *n, leg at) {
    const path_table *table = path_table_of(n);
    size_t cell = cell_of(n, at);
    return table->paths[cell];
}

/* Does link l go up the tree? */
static inline bool goes_up(const ws_net *n, u32 l) {
    const u16 *depth = path_table_of(n)->depth;
    u32 from = node_from(n, l);
    u32 to = node_to(n, l);
    if (depth[to] == depth[from])
        return to < from;
    return depth[to] < depth[from];
}

/* The phase after link l taken in `phase`; NIL if the link is not legal there. */
static inline u32 phase_after(const ws_net *n, u32 l, u32 phase) {
    const path_table *table = path_table_of(n);
    if (n->wire.link_cut[l])
        return NIL;
    if (!table->depth)
        return 0; /* all links legal */
    if (!goes_up(n, l))
        return 1;
    return phase == 0 ? 0 : NIL;
}

/* Behind link l; in phase NIL if the link is not legal. */
static inline leg leg_behind(const ws_net *n, leg at, u32 l) {
    leg next = at;
    next.phase = phase_after(n, l, at.phase);
    next.s = node_to(n, l);
    return next;
}

/* Links of the path from the far end of link l on; FAR if that is not legal. */
static inline u32 length_behind(const ws_net *n, leg at, u32 l) {
    leg next = leg_behind(n, at, l);
    if (next.phase == NIL)
        return FAR;
    return path_length(n, next);
}

/* Is link l on a shortest legal path? */
static inline bool is_step(const ws_net *n, leg at, u32 l) {
    if (is_sink(n, l))
        return false;
    u32 length = length_behind(n, at, l);
    return length + 1 == path_length(n, at);
}

bool updown_stranded(const ws_net *n, u32 x, u32 v, u32 k);

/* Makes n->wire.route_table of both phases of up/down; wire.dist = its lengths. */
bool updown_prepare(ws_net *n, ws_error *error);

#endif
