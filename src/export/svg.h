/* svg.h - a canvas as SVG: true colours, signs as outlines that join, text that can be selected. */
#ifndef WS_SVG_H
#define WS_SVG_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

/* A picture on its own; `title` is what it is called. The same canvas, theme and title give the
 * same bytes. */
void ws_svg_write(FILE *out, const ws_canvas *canvas, const ws_theme *theme, const char *title);
/* What a page needs in its style for ws_svg_element: blanks in a row count. */
#define WS_SVG_STYLE "text{white-space:pre}"

/* The same as an element of a page. */
void ws_svg_element(FILE *out, const ws_canvas *canvas, const ws_theme *theme, const char *title);

#endif
