/* seat_line.h - what a student may say about its host. */
#ifndef WS_CLASS_SEAT_LINE_H
#define WS_CLASS_SEAT_LINE_H

#include "class/protocol.h"

/* Writes the line `host SELF ...` with the name of the host in the place of SELF. Only pairs of
 * `load`, `send-to`, `class` and a word of letters, digits, `.`, `-`, `_`, `+` pass; all else
 * is refused with an error. */
bool ws_seat_line(const char *text, size_t length, const char *host, char line[WS_CLASS_LINE],
                  ws_error *error);

#endif
