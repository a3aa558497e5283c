/* progress.h - how far somebody has come in the course: the answers given to each lesson, in
 * a file of the user's own. */
#ifndef WS_LESSON_PROGRESS_H
#define WS_LESSON_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

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
void ws_progress_free(ws_progress *progress);

#endif
