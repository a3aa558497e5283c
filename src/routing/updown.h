/* updown.h - the table of path lengths and path counts that updown.c makes, for the routings
 * that read it. */
#ifndef WS_UPDOWN_H
#define WS_UPDOWN_H

#include "routing.h"

enum { FAR = UINT16_MAX };

typedef struct table {
    u32 switches;
    /* by switch: in the spanning tree; NULL: all links are legal, and there is one phase */
    u16 *depth;
    u16 *togo; /* (phase * switches + s) * switches + t */
    u64 *ways;
} table;

static inline size_t at(const table *r, u32 phase, u32 s, u32 t) {
    return ((size_t)phase * r->switches + s) * r->switches + t;
}

static inline bool goes_up(const table *r, u32 from, u32 to) {
    return r->depth[to] != r->depth[from] ? r->depth[to] < r->depth[from] : to < from;
}

/* The phase after link l taken in `phase`; NIL if the link is not legal there. */
static inline u32 phase_after(const table *r, const ws_net *n, u32 l, u32 phase) {
    if (!r->depth)
        return 0; /* all links legal */
    if (!goes_up(r, n->wire.link_from[l], n->wire.link_to[l]))
        return 1;
    return phase == 0 ? 0 : NIL;
}

/* Makes n->wire.route_table of both phases of up/down; wire.dist = its distances. */
bool updown_prepare(ws_net *n, ws_error *error);

#endif
