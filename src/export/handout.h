/* handout.h - a lesson on paper: what it says and asks, with a picture of each moment in which
 * something is asked.
 *
 * The handout of a student holds no solution, no right choice, no explanation, no hint and no note
 * of the teacher. Under each picture of the map stand the figures that the screen shows beside it,
 * but for those that answer an earlier prediction.
 * There is no picture behind the first repair: it would show what was repaired. That of the teacher
 * has all of it. */
#ifndef WS_HANDOUT_H
#define WS_HANDOUT_H

#include "export/handout_form.h"
#include "lesson/lesson.h"
#include "ui/glyphs.h"

typedef struct ws_handout {
    const ws_lesson *lesson;
    uint64_t draw; /* of its numbers and of the order of choices */
    bool teacher;
    const ws_handout_form *form;
    const ws_theme *theme;
    const ws_glyphs *glyphs;
    int width, height; /* of a picture */
} ws_handout;

/* Plays the lesson and writes it. False with an error if the lesson cannot be played. */
bool ws_handout_write(const ws_handout *handout, FILE *out, ws_error *error);

#endif
