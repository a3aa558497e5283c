/* lesson_show.h - can a screen show what a lesson wants to be shown? */
#ifndef WS_CLI_LESSON_SHOW_H
#define WS_CLI_LESSON_SHOW_H

#include "lesson/check.h"

/* Refuses `show` lines with names that there are not, and words that no screen understands. */
ws_lesson_show ws_lesson_show_check;

#endif
