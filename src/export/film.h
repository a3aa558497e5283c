/* film.h - pictures of one size, kept as what changes from one to the next.
 *
 * A kind is a sign with its colours and attributes; cells are numbers of kinds. A picture is a
 * string of numbers in base 32 (A-Z a-z 0-9 + - stand for 0 to 63; a digit above 31 says that
 * another follows, the lowest comes first): how many cells to pass over, then 2n and n kinds, or
 * 2n+1 and one kind for n cells, and so on. Cells behind the last stay as they are; the first
 * picture changes an empty one, all of kind 0. Frequent kinds have short numbers. */
#ifndef WS_FILM_H
#define WS_FILM_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

typedef struct ws_film ws_film;

/* For pictures of so many cells; the theme must outlive it. */
ws_film *ws_film_new(int width, int height, const ws_theme *theme);
void ws_film_free(ws_film *film);
/* Another picture, of the size of the film. */
void ws_film_add(ws_film *film, const ws_canvas *canvas);

/* Members of a JSON object, with a comma behind each: "width", "height", "styles" (a list of
 * [foreground, background, 1 bold + 2 underlined]), "kinds" (code point, style, code point, ...),
 * "shapes" (by code point the outline in a cell of 16 x 32) and "pictures". */
void ws_film_write(const ws_film *film, FILE *out);

#endif
