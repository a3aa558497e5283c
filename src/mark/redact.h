/* redact.h - a lesson without what is right: as its students get it. */
#ifndef WS_REDACT_H
#define WS_REDACT_H

#include <stdio.h>

#include "lesson/lesson.h"

/* Writes the lesson as text (wormscope-lesson(5)), marked as `issued`: what is said, shown, run and
 * asked. No solution, no right choice, no expression of a truth, no explanation, no note of the
 * teacher, no hidden step, and not its network. Everything that is written is written here by
 * name: what a lesson learns to hold in future stays out until it is added. */
void ws_redact(FILE *out, const ws_lesson *lesson);

/* A text in quotes, as the language reads it. */
void ws_quoted(FILE *out, const char *text);

#endif
