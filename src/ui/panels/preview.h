/* preview.h - a theme at a glance: every role by its name, and a piece of a screen. */
#ifndef WS_PREVIEW_H
#define WS_PREVIEW_H

#include "ui/canvas.h"
#include "ui/glyphs.h"

#define WS_PREVIEW_WIDTH 80
/* Rows that it takes. */
int ws_preview_rows(void);
/* From the upper left corner of the pen. */
void ws_preview_draw(const ws_pen *pen, const ws_glyphs *glyphs, const char *name, const char *title);

#endif
