/* row_seal.h - the seal of a row: eight hexadecimal digits as an ordinary last field or column,
 * those of a checksum over what stands before them. It finds accidents and edits, not forgers. */
#ifndef WS_ROW_SEAL_H
#define WS_ROW_SEAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Ends a row in JSON (an object without blanks) or CSV with its seal and the end of the line. Takes
 * over the text; the new one is owned by the caller. */
char *ws_row_seal(bool is_json, char *text, size_t *length);
/* The same of an object, which has no member `seal`. */
char *ws_row_seal_json(const json_t *row, size_t *length);
/* The length of what the seal of a line covers; 0 if it ends in nothing like a seal. The line comes
 * without its end. */
size_t ws_row_sealed(bool is_json, const char *line, size_t length);
/* Is the seal behind the first `sealed` bytes right? */
bool ws_row_seal_fits(bool is_json, const char *line, size_t sealed);

typedef enum ws_seal {
    WS_SEAL_RIGHT,
    WS_SEAL_FREE,  /* none is due: a row of a time series, or a table of others */
    WS_SEAL_NONE,  /* no member or cell `seal`, or an empty one */
    WS_SEAL_WRONG, /* the row was altered, or its text was written anew */
} ws_seal;

/* That of a row that is due one, given as it was parsed and as the text of its line. */
ws_seal ws_row_seal_of(bool is_json, const json_t *row, const char *line, size_t length);

/* Rows without a right seal, of which those of time series and tables of others are none. */
typedef struct ws_seal_count {
    size_t none;
    size_t wrong;
    size_t first; /* the line of the first, from 1 */
} ws_seal_count;

void ws_seal_count_add(ws_seal_count *count, ws_seal seal, size_t line);
enum { WS_SEAL_TEXT = 96 };
/* "2 rows without a seal, 1 altered"; "" if all have theirs. */
void ws_seal_count_text(const ws_seal_count *count, char text[WS_SEAL_TEXT]);
/* Says on standard error that they are left out, if there are any; `hint` follows. */
void ws_seal_count_tell(const ws_seal_count *count, const char *command, const char *path,
                        const char *hint);

#endif
