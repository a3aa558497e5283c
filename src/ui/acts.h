/* acts.h - what can be done to the thing that is selected: send a worm, make a hot spot, cut a
 * cable, repair it. Each act is a line of the command language, or two. */
#ifndef WS_ACTS_H
#define WS_ACTS_H

#include "ui/view.h"

#define WS_ACTS_MAX 16

typedef struct ws_act {
    char label[56];
    char line[80]; /* "": it cannot be done, and the label says why */
    char then[80]; /* a second line, "": none */
    bool asks;     /* the line is incomplete: the command line opens with it */
} ws_act;

/* The acts for what is selected, in the order of the menu; returns how many. */
size_t ws_acts_list(const ws_view *view, ws_act act[WS_ACTS_MAX]);
/* Columns and rows of the menu with its title. */
int ws_acts_width(const ws_view *view);
int ws_acts_height(const ws_view *view);

#endif
