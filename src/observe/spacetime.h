/* spacetime.h - who held which link in which cycle: the space-time diagram of one worm.
 *
 * The rows are links, in the order in which the worm takes them. A diagram is made by two passes
 * over the same cycles: the first finds the links, the second sees who holds them. Whoever makes it
 * runs a network of its own for that; nothing is kept while a session runs. Read-only. */
#ifndef WS_SPACETIME_H
#define WS_SPACETIME_H

#include "wormscope/wormscope.h"

/* What the rows are: the way of one worm; the links of a chain of worms, or of a ring
 * (spacetime_rows.h). */
typedef enum ws_spacetime_kind {
    WS_SPACETIME_PATH,
    WS_SPACETIME_CHAIN,
    WS_SPACETIME_RING
} ws_spacetime_kind;

enum { WS_SPACETIME_MEMBERS = 16 };
enum { WS_SPACETIME_ROWS = 32, WS_SPACETIME_WORMS = 255, WS_SPACETIME_CYCLES = 2048 };

/* A packet, whichever number it has. */
typedef struct ws_spacetime_worm {
    uint64_t created; /* cycle in which its message came into being */
    uint64_t entered; /* cycle in which its first flit left the host; UINT64_MAX: not yet */
    /* hosts */
    uint32_t source;
    uint32_t dest;
    uint32_t length; /* flits */
    uint8_t traffic_class;
} ws_spacetime_worm;

/* A link in one cycle. */
typedef struct ws_spacetime_cell {
    uint8_t holder; /* place in worm[] + 1; 0: nobody held it */
    uint8_t moved;  /* a flit of the holder went onto it: `number`, the head being 0 */
    uint8_t tail;   /* that was the last */
    uint32_t number;
} ws_spacetime_cell;

typedef struct ws_spacetime {
    ws_spacetime_worm subject; /* whose diagram it is */
    ws_spacetime_kind kind;
    /* of a chain or a ring: worms that go before others on a link, the subject among them */
    uint32_t members;
    ws_spacetime_worm member[WS_SPACETIME_MEMBERS];
    uint32_t rows;
    uint32_t link[WS_SPACETIME_ROWS];
    /* nodes at the ends of each link */
    uint32_t from[WS_SPACETIME_ROWS];
    uint32_t to[WS_SPACETIME_ROWS];
    uint32_t flight[WS_SPACETIME_ROWS]; /* cycles from the sender to the far end */
    /* cycles that have been seen: begin .. end - 1, at most WS_SPACETIME_CYCLES */
    uint64_t begin;
    uint64_t end;
    uint64_t delivered; /* cycle in which its tail arrived; UINT64_MAX: not seen */
    uint32_t worms;
    ws_spacetime_worm worm[WS_SPACETIME_WORMS];
    /* row by row, cycle modulo WS_SPACETIME_CYCLES */
    ws_spacetime_cell cell[WS_SPACETIME_ROWS][WS_SPACETIME_CYCLES];
} ws_spacetime;

/* A packet of the network as a worm of diagrams. */
ws_spacetime_worm ws_spacetime_worm_of(const ws_net *net, uint32_t packet);

/* Begins a diagram without rows. */
void ws_spacetime_begin(ws_spacetime *diagram, const ws_spacetime_worm *subject);
/* Is it the worm of a diagram, or one of its members? */
bool ws_spacetime_has(const ws_spacetime *diagram, const ws_spacetime_worm *worm);
/* First pass: adds the links that the subject holds now, and those that it will still take, as far
 * as they are fixed. */
void ws_spacetime_find(ws_spacetime *diagram, const ws_net *net);
/* Adds a row by hand, unless it is there; false if there is no room. */
bool ws_spacetime_add(ws_spacetime *diagram, const ws_net *net, uint32_t link);
/* Second pass: the next cycle to be seen is `cycle`; what was seen is forgotten. */
void ws_spacetime_rewind(ws_spacetime *diagram, uint64_t cycle);
/* Sees the cycle that the network has just run: diagram->end, so its clock shows one more. */
void ws_spacetime_see(ws_spacetime *diagram, const ws_net *net);

/* The cell of a row at a cycle that has been seen; NULL outside. */
const ws_spacetime_cell *ws_spacetime_at(const ws_spacetime *diagram, uint32_t row, uint64_t cycle);

#endif
