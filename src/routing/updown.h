/* updown.h - the table of path lengths and path counts that updown.c makes, for the routings
 * that read it. */
#ifndef WS_UPDOWN_H
#define WS_UPDOWN_H

#include "routing.h"

enum { FAR = UINT16_MAX };

/* By phase, switch and destination. */
typedef struct path_table {
    u32 switches;
    /* by switch: in the spanning tree; NULL: all links are legal, and there is one phase */
    u16 *depth;
    u16 *length; /* links of a shortest legal path, FAR if there is none */
    u64 *paths;  /* how many there are of this length */
} path_table;

static inline size_t cell_of(const path_table *table, u32 phase, u32 s, u32 t) {
    size_t row = (size_t)phase * table->switches + s;
    return row * table->switches + t;
}
static inline u32 path_length(const path_table *table, u32 phase, u32 s, u32 t) {
    return table->length[cell_of(table, phase, s, t)];
}
static inline u64 path_count(const path_table *table, u32 phase, u32 s, u32 t) {
    return table->paths[cell_of(table, phase, s, t)];
}

/* Does link l go up the tree? */
static inline bool goes_up(const path_table *table, const ws_net *n, u32 l) {
    u32 from = n->wire.link_from[l];
    u32 to = n->wire.link_to[l];
    if (table->depth[to] == table->depth[from])
        return to < from;
    return table->depth[to] < table->depth[from];
}

/* The phase after link l taken in `phase`; NIL if the link is not legal there. */
static inline u32 phase_after(const path_table *table, const ws_net *n, u32 l, u32 phase) {
    if (!table->depth)
        return 0; /* all links legal */
    if (!goes_up(table, n, l))
        return 1;
    return phase == 0 ? 0 : NIL;
}

/* Links of the path to switch t from the far end of link l on, which is taken in `phase`; FAR if
 * that is not legal. */
static inline u32 length_behind(const path_table *table, const ws_net *n, u32 l, u32 phase, u32 t) {
    u32 next = phase_after(table, n, l, phase);
    return next == NIL ? FAR : path_length(table, next, n->wire.link_to[l], t);
}

/* Is link l, taken in `phase`, on a shortest legal path from its switch to switch t? */
static inline bool is_step(const path_table *table, const ws_net *n, u32 l, u32 phase, u32 t) {
    if (is_sink(n, l))
        return false;
    u32 length = path_length(table, phase, n->wire.link_from[l], t);
    return length_behind(table, n, l, phase, t) + 1 == length;
}

/* Makes n->wire.route_table of both phases of up/down; wire.dist = its lengths. */
bool updown_prepare(ws_net *n, ws_error *error);

#endif
