/* spacetime_sheet.h - what the files that draw the space-time diagram share: where it is drawn, and
 * which cycles are on which columns. */
#ifndef WS_SPACETIME_SHEET_H
#define WS_SPACETIME_SHEET_H

#include "ui/panel.h"
#include "ui/panels/spacetime_story.h"

typedef struct ws_spacetime_sheet {
    const ws_view *view;
    const ws_spacetime *diagram;
    const ws_pen *pen;
    int label; /* columns before the first cycle */
    int line;  /* the first of its rows */
    int pitch; /* rows of the screen a link */
    int columns;
    int gap;        /* rows between A and B */
    int rows_most;  /* of the screen, for links */
    uint32_t rows;  /* for which there is room */
    uint64_t first; /* cycle of the first column */
    uint64_t each;  /* cycles a column */
    ws_spacetime_story told;
} ws_spacetime_sheet;

enum { WS_SPACETIME_NAME = 2 * WS_NAME_MAX + 8 };

/* The two ends of a link, or of a worm, in `text` of WS_SPACETIME_NAME. */
const char *ws_spacetime_link_name(const ws_spacetime_sheet *sheet, uint32_t row, char *text);
/* The colour of a worm, WS_COLOUR_NONE. */
uint32_t ws_spacetime_ink(const ws_view *view, const ws_spacetime_worm *worm);

/* Whose diagram it is, and in which mode its packets go on; `letter`: which half of A/B, or "". */
void ws_spacetime_title_draw(const ws_spacetime_sheet *sheet, const char *letter, int line);
/* Beside the rows, where cells are free: who was in the way, what stood, when it was delivered. To
 * be drawn after the rows. */
void ws_spacetime_notes_draw(const ws_spacetime_sheet *sheet);
/* At the end of a line, if it is free there: how many cycles a column is. True if it is said, or
 * need not be. */
bool ws_spacetime_scale_draw(const ws_spacetime_sheet *sheet, int line);
/* In a line: why the worm stood, or how its chain or ring stands. */
void ws_spacetime_reason_draw(const ws_spacetime_sheet *sheet, int line);
/* In a line: how long it took in A and in B. */
void ws_spacetime_sides_draw(const ws_spacetime_sheet *one, const ws_spacetime_sheet *other,
                             int line);

#endif
