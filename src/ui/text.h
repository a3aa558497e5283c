/* text.h - a canvas as text: plain (golden screens, documents) or with colours (ANSI), without
 * any terminal. */
#ifndef WS_UI_TEXT_H
#define WS_UI_TEXT_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

/* One line a row, blanks at the ends cut off, UTF-8. */
void ws_text_write(FILE *out, const ws_canvas *canvas);
/* With attributes and as many colours as the terminal has; every row ends as plain text. */
void ws_ansi_write(FILE *out, const ws_canvas *canvas, const ws_theme *theme, ws_colour_depth depth);

#endif
