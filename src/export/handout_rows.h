/* handout_rows.h - words of a handout in rows. */
#ifndef WS_HANDOUT_ROWS_H
#define WS_HANDOUT_ROWS_H

#include <stddef.h>

#define WS_HANDOUT_ROW 512 /* bytes of a row, at most */

/* Bytes of the next row of at most so many columns; a longer word has a row of its own. */
size_t ws_handout_row(const char *text, int columns);

#endif
