/* pace.h - how many cycles of a network are watched in a second. */
#ifndef WS_SESSION_PACE_H
#define WS_SESSION_PACE_H

#include <stdbool.h>
#include <stdint.h>

/* The network's own: a wire of so many cycles is crossed in about a third of a second. At least 4
 * cycles a second. */
double ws_pace_natural(uint32_t wire);
/* A speed from text: a number of cycles a second, or `max`, which is INFINITY. */
bool ws_pace_parse(const char *text, double *speed);

#endif
