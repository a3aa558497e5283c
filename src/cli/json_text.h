/* json_text.h - JSON as text: how the program writes values, and which strings it puts into
 * them. */
#ifndef WS_JSON_TEXT_H
#define WS_JSON_TEXT_H

#include <jansson.h>
#include <stdio.h>

/* One line, as many digits as mean something. */
#define WS_JSON_STYLE (JSON_COMPACT | JSON_REAL_PRECISION(10))
/* Writes `value` without the end of the line; escapes what a terminal would obey. Returns 0, or
 * -1 if there is no value. */
int ws_json_dump(const json_t *value, FILE *out);
/* Returns `text` as a string; if it is no UTF-8, cleaned (tell.h). Owned by the caller. */
json_t *ws_json_text(const char *text);

#endif
