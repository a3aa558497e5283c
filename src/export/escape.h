/* escape.h - text that becomes part of a page or a picture: whatever stands in a recording, a
 * scenario or a lesson stays text there.
 *
 * All functions take UTF-8. Control and bidirectional characters, and bytes that are no UTF-8,
 * become `?` (tell.h). */
#ifndef WS_ESCAPE_H
#define WS_ESCAPE_H

#include <stdint.h>
#include <stdio.h>

/* As character data, or between the quotes of an attribute, of HTML and of XML. */
void ws_markup_text(FILE *out, const char *text);
/* The same of one character. */
void ws_markup_character(FILE *out, uint32_t code);

/* A text as a string of JSON, quotes included, inside a script element of a page: nothing in it
 * ends the element, whatever the parser. */
void ws_script_string(FILE *out, const char *text);
/* The same of a text of several lines, as it is. */
void ws_script_text(FILE *out, const char *text);

#endif
