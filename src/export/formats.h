/* formats.h - a canvas as a file: which form it takes is said by the end of the file's name. */
#ifndef WS_FORMATS_H
#define WS_FORMATS_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

typedef struct ws_format {
    const char *suffix;
    bool coloured; /* draws the canvas for the colours of a theme */
    void (*write)(FILE *out, const ws_canvas *canvas, const ws_theme *theme, const char *title);
} ws_format;

/* By the end of a path; NULL if there is none such. */
const ws_format *ws_format_find(const char *path);
/* All suffixes, as a sentence names them: ".svg, .html or .txt". */
#define WS_FORMAT_SUFFIXES ".svg, .html or .txt"

#endif
