/* row_seal.h - the seal of a row: eight hexadecimal digits as an ordinary last field or column,
 * those of a checksum over what stands before them. */
#ifndef WS_ROW_SEAL_H
#define WS_ROW_SEAL_H

#include <stdbool.h>
#include <stddef.h>

/* Ends a row in JSON (an object without blanks) or CSV with its seal and the end of the line. Takes
 * over the text; the new one is owned by the caller. */
char *ws_row_seal(bool is_json, char *text, size_t *length);
/* The length of what the seal of a line covers; 0 if it ends in nothing like a seal. The line comes
 * without its end. */
size_t ws_row_sealed(bool is_json, const char *line, size_t length);
/* Is the seal behind the first `sealed` bytes right? */
bool ws_row_seal_fits(bool is_json, const char *line, size_t sealed);

#endif
