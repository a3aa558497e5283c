/* check.h - is a lesson right? Its truths are computed for many draws: what is called right must be
 * right, what is called wrong wrong, and the network before its repair must fail. */
#ifndef WS_LESSON_CHECK_H
#define WS_LESSON_CHECK_H

#include "lesson/lesson.h"

/* What a screen of 80 columns and 24 rows leaves for words below the picture. */
#define WS_LESSON_COLUMNS 78
#define WS_LESSON_ROWS    6

/* Rows that a text takes at a width, broken between words. */
int ws_lesson_rows(const char *text, int width);
/* Do all texts fit? False with an error at the place of the first that does not. */
bool ws_lesson_fits(const ws_lesson *lesson, ws_error *error);
/* Can a screen show the line of a `show` now? False with an error if it names what there is not. */
typedef bool ws_lesson_show(ws_session *session, const char *line, ws_error *error);

/* Plays the lesson for one draw, every question answered from the truth, and asks about each line
 * of a `show`; `show` may be NULL. False with an error at the place of the first thing that is
 * wrong. */
bool ws_lesson_check(const ws_lesson *lesson, uint64_t draw, ws_lesson_show *show, ws_error *error);

#endif
