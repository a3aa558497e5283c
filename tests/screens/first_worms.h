/* first_worms.h - a scenario on the stage, at the first cycle of a walk at which it has worms. Header only. */
#ifndef FIRST_WORMS_H
#define FIRST_WORMS_H

#include "ui/stage.h"

/* After so many cycles most scenarios have worms; the others are asked again every so often, not beyond the latest. */
enum { WORMS_FIRST = 600, WORMS_AGAIN = 100, WORMS_LATEST = 40000 };

static void first_worms(ws_stage *stage) {
    for (uint64_t cycle = WORMS_FIRST; cycle <= WORMS_LATEST && stage->frame->worms == 0; cycle += WORMS_AGAIN) {
        ws_stage_run(stage, cycle);
        ws_stage_draw(stage);
    }
}

#endif
