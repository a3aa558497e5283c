/* why.h - the chain of the selected worm: who waits for whom, down to the root or round a ring. */
#ifndef WS_WHY_H
#define WS_WHY_H

#include "ui/panel.h"

typedef struct ws_why {
    size_t count; /* worms, the selected one first; 0: none is selected */
    uint32_t packet[WS_CHAIN_MAX];
    uint8_t reason[WS_CHAIN_MAX];  /* ws_wait_reason */
    uint32_t wanted[WS_CHAIN_MAX]; /* virtual channel that each waits for; WS_NIL: none */
    bool ring;                     /* the last waits for the one at `back` */
    size_t back;
} ws_why;

/* The chain of the worm that is selected in a view. */
ws_why ws_why_of(const ws_view *view);
/* The place of a worm in it, -1: it is not there. */
int ws_why_place(const ws_why *why, uint32_t packet);
/* Steps from the root, which has 0: the colour of a worm on the ramp of waiting. */
uint32_t ws_why_depth(const ws_why *why, size_t place);
/* Its colour: by depth on the ramp of waiting; in a deadlock, that of deadlocks. */
ws_role ws_why_role(const ws_view *view, const ws_why *why, size_t place);
uint32_t ws_why_ink(const ws_view *view, const ws_why *why, size_t place);
/* A chain of one worm is not lit: nothing is paler for it. */
static inline bool ws_why_is_lit(const ws_why *why) {
    return why->count > 1;
}
/* The switch or host in which the worm at a place waits; WS_NIL: it moves, or is in no queue. */
uint32_t ws_why_node(const ws_view *view, const ws_why *why, size_t place);
/* Percent of the paper in what is beside a chain that is lit, and in what is full there, which is
 * told all the same; worms that have a number. */
enum { WS_WHY_BESIDE = 60, WS_WHY_FULL = 45, WS_WHY_BADGES = 9 };
/* Writes the number of a place at a cell, on a colour. */
void ws_why_badge(const ws_view *view, const ws_pen *pen, int x, int row, size_t place,
                  uint32_t colour);
/* Three of them for the legend, so many cells apart. */
void ws_why_sample(const ws_view *view, const ws_pen *pen, int apart);
/* The colour of what is full: white, beside a chain that is lit greyer. */
uint32_t ws_why_full_ink(const ws_view *view, const ws_why *why);
/* What the waiting has cost so far: cycles waited times links held, of all its worms. */
uint64_t ws_why_lost(const ws_view *view, const ws_why *why);

/* Says it in a sentence: who waits where, for which link, held by whom. Rows that it takes in so
 * many columns, of which it has `most`; 0: there is nothing to say. */
int ws_why_rows(const ws_view *view, int width, int most);
/* In a panel of its own; and, while that has no room, over the map, in rows that hide no number of
 * the chain. */
void ws_why_panel_draw(const ws_view *view, const ws_pen *pen);
void ws_why_draw(const ws_view *view, const ws_pen *pen);

/* ---- the roots of the congestion trees on the map, and which of them is the main one: jam.c ---- */

/* The link that is the root of the largest tree, or of the one that is chosen; WS_NIL: none. */
uint32_t ws_jam_root(const ws_view *view);
/* Does that link leave this switch? Does that of any tree? */
bool ws_jam_is_main(const ws_view *view, uint32_t sw);
bool ws_jam_has_root(const ws_view *view, uint32_t sw);

/* Says in a row below the map, if one is free, where the jam has its root and how large it is, or
 * else in a free row of the legend; and in free cells of the map what there is nothing of. */
void ws_jam_draw(const ws_view *view, const ws_pen *pen);
void ws_jam_list(const ws_view *view, const ws_pen *pen, int row);

#endif
