/* tell.h - text that leaves for a terminal.
 *
 * Names come from arguments, files and recordings, and may hold what a terminal obeys: control
 * characters (an escape sequence can rewrite what stands above, or answer in the user's name)
 * and bidirectional ones (which show another order than that of the bytes). Whatever prints
 * words for people goes through here; the screen has its own way, the canvas (ui/canvas.h). */
#ifndef WS_TELL_H
#define WS_TELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Returns the bytes of the character at the beginning of a text, and its code point; 0 if it is no
 * UTF-8 (overlong forms, surrogates and numbers past U+10FFFF are no UTF-8). */
size_t ws_character(const char *text, size_t left, uint32_t *code);

/* Writes the character of a code point, terminated; returns its bytes, 1 to 4. */
#define WS_CHARACTER_ROOM 5
size_t ws_character_put(uint32_t code, char bytes[WS_CHARACTER_ROOM]);

/* Does a terminal obey this character instead of showing it? Control characters, U+061C,
 * U+200E-F, U+202A-E, U+2066-9. */
bool ws_is_obeyed(uint32_t code);

/* Replaces each character that a terminal obeys, and each byte that is no UTF-8, by `?`, and a tab
 * by a blank. Returns the text, which does not grow. */
char *ws_clean(char *text);

/* Prints one line, cleaned; the end of the line is added. */
void ws_tell(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes JSON with the characters that a terminal obeys escaped, so that its values stay the
 * same. */
void ws_tell_json(FILE *out, const char *json);

#endif
