/* progress.h - how far somebody has come in the course: the answers given to each lesson, in
 * a file of the user's own. */
#ifndef WS_LESSON_PROGRESS_H
#define WS_LESSON_PROGRESS_H

#include "lesson/play.h"

typedef struct ws_progress {
    char **answer; /* in the order in which they were given */
    size_t count;
    bool done;
    int marks, of;
} ws_progress;

/* Of a lesson; empty if it has not been begun. */
void ws_progress_read(const char *lesson, ws_progress *progress);
/* Begins it anew. */
void ws_progress_clear(const char *lesson);
void ws_progress_answer(const char *lesson, const char *answer);
void ws_progress_done(const char *lesson, int marks, int of);
/* Gives these answers to a play that has just begun, and goes on behind the last of them. Returns
 * how many have been taken: those that the lesson no longer understands end it. */
size_t ws_progress_catch_up(const ws_progress *progress, ws_play *play);
/* The path of the first lesson of the course that is not done, or of the first if all are; NULL if
 * there is none. Owned by the caller. */
char *ws_progress_next(void);
void ws_progress_free(ws_progress *progress);

#endif
