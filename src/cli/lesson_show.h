/* lesson_show.h - can a screen show what a lesson wants to be shown? */
#ifndef WS_CLI_LESSON_SHOW_H
#define WS_CLI_LESSON_SHOW_H

#include "lesson/check.h"

/* Refuses `show` lines with names that there are not, and words that no screen understands. */
ws_lesson_show ws_lesson_show_check;

/* What a lesson has shown so far, for pictures of its question (examine.h). */
typedef struct ws_lesson_screen ws_lesson_screen;
ws_lesson_screen *ws_lesson_screen_new(void);
void ws_lesson_screen_free(ws_lesson_screen *screen);
void ws_lesson_screen_show(void *screen, const char *line);
bool ws_lesson_screen_names(void *screen, ws_session *session, const char *name, int width,
                            int height);
bool ws_lesson_screen_worm(void *screen, ws_session *session, uint32_t packet, int width,
                           int height);

#endif
