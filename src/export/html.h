/* html.h - the frame of a page: a head that lets nothing in from outside, and its end.
 *
 * A page has one style and at most one script, both in it; their hashes stand in its
 * Content-Security-Policy, which allows nothing else and no network. */
#ifndef WS_HTML_H
#define WS_HTML_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

typedef struct ws_html_frame {
    const char *title;
    const ws_theme *theme;
    const char *const *style;  /* lines, NULL at the end */
    const char *const *script; /* the same; NULL: none */
    const char *const *body;   /* the same: what the page begins with; NULL: nothing */
    bool module;               /* the script may run a module of WebAssembly */
} ws_html_frame;

/* Up to the begin of the body, and its lines. */
void ws_html_begin(FILE *out, const ws_html_frame *page);
/* The script, and the end. */
void ws_html_end(FILE *out, const ws_html_frame *page);

/* The colours of a theme as properties of a style: "--text:#d8dee6;--text-ground:#0d1117;...". */
void ws_html_colours(FILE *out, const ws_theme *theme);

/* A page that shows one canvas. */
void ws_html_canvas(FILE *out, const ws_canvas *canvas, const ws_theme *theme, const char *title);

#endif
