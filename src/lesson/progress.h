/* progress.h - how far somebody has come in the course: the answers given to each lesson, in
 * a file of the user's own. */
#ifndef WS_LESSON_PROGRESS_H
#define WS_LESSON_PROGRESS_H

#include "lesson/play.h"

typedef struct ws_progress {
    char **answer; /* in the order in which they were given */
    size_t count;
    bool changed; /* they were given to another text of the lesson */
    bool done;
    int marks, of;
} ws_progress;

/* Does somebody go on in a lesson? */
typedef enum ws_going_on {
    WS_GOING_NOT,    /* it begins */
    WS_GOING_ON,     /* behind the last answer */
    WS_GOING_CHANGED /* the same, but the answers were given to another text of it */
} ws_going_on;

/* Of a lesson; empty if it has not been begun. */
void ws_progress_read(const ws_lesson *lesson, ws_progress *progress);
/* Begins it anew. */
void ws_progress_clear(const ws_lesson *lesson);
void ws_progress_answer(const ws_lesson *lesson, const char *answer);
/* It is over, with so many of the marks that are shown. */
void ws_progress_done(const ws_lesson *lesson, int marks);
/* Gives these answers to a play that has just begun, and goes on behind the last of them; those
 * that the lesson no longer understands end it. */
ws_going_on ws_progress_catch_up(const ws_progress *progress, ws_play *play);
/* A sentence for who goes on. */
const char *ws_progress_words(ws_going_on goes_on);
/* The path of the first lesson of the course that is not done, or of the first if all are; NULL if
 * there is none. Owned by the caller. */
char *ws_progress_next(void);
void ws_progress_free(ws_progress *progress);

#endif
