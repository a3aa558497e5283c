/* live.h - the program itself as one page: its module, its files, and what it begins with. */
#ifndef WS_LIVE_H
#define WS_LIVE_H

#include <stddef.h>
#include <stdio.h>

#include "ui/theme.h"

/* A file that the program in the page has, by the path by which it looks for it. */
typedef struct ws_live_file {
    const char *path;
    const char *text; /* UTF-8, ends in NUL */
} ws_live_file;

typedef struct ws_live {
    const char *title;
    const ws_theme *theme;       /* of what is around the picture */
    const char *start;           /* a path, or a name; "": the start screen */
    const unsigned char *module; /* packed by gzip */
    size_t module_size;
    const ws_live_file *file;
    size_t files;
} ws_live;

/* Same input, same bytes. */
void ws_live_write(const ws_live *live, FILE *out);

#endif
