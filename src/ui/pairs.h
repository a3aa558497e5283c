/* pairs.h - the colour pairs of a terminal, of which there are few, for pictures of many colours.
 *
 * A pair is a number from 1 on that stands for a foreground and a background. Within a picture a
 * pair keeps its meaning; what a picture does not use may be given away. A picture is taken in
 * two goes: first every cell asks for the pair that it may have had before, then those that have
 * none get one. */
#ifndef WS_PAIRS_H
#define WS_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ws_pairs ws_pairs;

/* A cache of at most `most` pairs, 1 to 16383. Aborts when memory is short. */
ws_pairs *ws_pairs_new(int most);
void ws_pairs_free(ws_pairs *pairs);
/* Forgets all pairs. */
void ws_pairs_clear(ws_pairs *pairs);
/* A picture begins: no pair is in use. */
void ws_pairs_begin(ws_pairs *pairs);
/* The pair of two colours, which is in use from now on; 0: they have none. */
int ws_pairs_find(ws_pairs *pairs, int fg, int bg);
/* The same, giving them one if they have none: *fresh says so. 0: all pairs are in use. */
int ws_pairs_take(ws_pairs *pairs, int fg, int bg, bool *fresh);
/* The greatest number given away so far. */
int ws_pairs_used(const ws_pairs *pairs);

#endif
