/* line_checksum.h - a checksum at the end of each line of a recording: ` #xxxxxxxx`, a comment to
 * the grammar of our texts.
 *
 * XXH32 of the line's text, seeded with the checksum of the line before it (0 at first): a byte
 * that changed, a line that is gone, came in or changed its place is found at that line. What
 * the chain cannot tell is that lines at the end are missing; the last line of the format is for
 * that. */
#ifndef WS_LINE_CHECKSUM_H
#define WS_LINE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WS_LINE_CHECKSUM_SIZE 10 /* bytes */

/* Writes the checksum of a text (no terminator), and makes it the chain's latest. */
void ws_line_checksum_write(uint32_t *chain, const char *text, size_t length,
                            char checksum[WS_LINE_CHECKSUM_SIZE]);

/* Is the line, without its end, followed by the right checksum? If so, *length becomes that of its
 * text, and the checksum the chain's latest. */
bool ws_line_checksum_check(uint32_t *chain, const char *line, size_t *length);

#endif
