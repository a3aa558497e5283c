/* stage.h - the screen without a terminal: a session, and the picture of it at any cycle on a
 * canvas.
 *
 * The picture at a cycle depends on session, cycle and look alone, never on the pictures taken
 * before it. */
#ifndef WS_STAGE_H
#define WS_STAGE_H

#include "ui/figures.h"
#include "ui/view.h"

typedef struct ws_stage {
    ws_session *session; /* not owned */
    ws_frame *frame;
    ws_keys keys;
    ws_view view; /* may be changed between pictures: speed, selection, help ... */
    ws_canvas canvas;
    ws_figures figures; /* of the latest stage line `figures` */
} ws_stage;

/* For a session at cycle 0. */
ws_stage *ws_stage_new(ws_session *session, const ws_glyphs *glyphs, int width, int height);
void ws_stage_free(ws_stage *stage);
/* From now on its pictures are for a screen of this depth, in the colours of a theme, which is
 * not owned; without, shape alone carries the meaning. */
void ws_stage_colour(ws_stage *stage, const ws_theme *theme, ws_colour_depth depth);

/* Runs the session up to a cycle that has not been passed. False if it ends or fails before. Stage
 * lines on the way are not shown. */
bool ws_stage_run(ws_stage *stage, uint64_t cycle);
/* Looks at the worm that has been blocked longest in the latest picture, if there is one. */
void ws_stage_select_blocked(ws_stage *stage);
/* The picture of the session as it is; the canvas is the stage's own, and is drawn anew next
 * time. */
const ws_canvas *ws_stage_draw(ws_stage *stage);
/* The map of it alone, with its signs below. */
const ws_canvas *ws_stage_draw_map(ws_stage *stage);

/* ---- stage show ---- */

/* Stage lines shown on a screen without a terminal: lens, colour, zoom, what is looked at, which
 * worms are of interest, figures and panels. */

/* Shows a stage line on the next picture of the stage. A line that this screen has no view for
 * (pace, split, ...) changes nothing. False with an error if it names what there is not. */
bool ws_stage_show(ws_stage *stage, const char *line, ws_error *error);
/* Runs the session like ws_stage_run, and shows its stage lines each at its cycle; those that name
 * what there is not are passed over. */
bool ws_stage_play(ws_stage *stage, uint64_t cycle);

#endif
