/* stage_show.h - stage lines shown on a screen without a terminal: lens, colour, zoom, what is
 * looked at, which worms are of interest, figures and panels. */
#ifndef WS_STAGE_SHOW_H
#define WS_STAGE_SHOW_H

#include "ui/stage.h"

/* Shows a stage line on the next picture of the stage. A line that this screen has no view for
 * (pace, split, ...) changes nothing. False with an error if it names what there is not. */
bool ws_stage_show(ws_stage *stage, const char *line, ws_error *error);
/* Runs the session like ws_stage_run, and shows its stage lines each at its cycle; those that name
 * what there is not are passed over. */
bool ws_stage_play(ws_stage *stage, uint64_t cycle);

#endif
