/* examine.h - the reader's test: may a careful reader answer otherwise than the key? What the words
 * of a question admit must be judged right, what they do not wrong; and a repair exactly where its
 * law holds. */
#ifndef WS_LESSON_EXAMINE_H
#define WS_LESSON_EXAMINE_H

#include "lesson/lesson.h"

typedef struct ws_examiner {
    void *context;
    /* The screen has shown a line of `show`. */
    void (*show)(void *context, const char *line);
    /* Is the name on the map, at this size? */
    bool (*names)(void *context, ws_session *session, const char *name, int width, int height);
    /* Does the map of a screen of that size show the worm of a packet? NULL: not asked. */
    bool (*shows)(void *context, ws_session *session, uint32_t packet, int width, int height);
    /* A line of the report, of each question; NULL: none is wanted. */
    void (*tell)(void *context, const char *line);
    /* Counts questions for which nothing but the key says what is right; NULL: not wanted. */
    size_t *untested;
    bool all; /* every number of a law; else those near its changes, and 64 of the rest */
} ws_examiner;

/* Examines each question of a lesson for one draw. False with an error that names question, answer
 * and verdict. */
bool ws_lesson_examine(const ws_lesson *lesson, uint64_t draw, const ws_examiner *examiner,
                       ws_error *error);

#endif
