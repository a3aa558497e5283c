/* attempt.h - a student's attempt at a lesson that was issued: ID.wsl, and the submission ID.wsr
 * beside it, which grows with every answer. */
#ifndef WS_ATTEMPT_H
#define WS_ATTEMPT_H

#include "mark/issued.h"

typedef struct ws_attempt {
    ws_lesson *lesson;
    ws_play *play;
    char *submission; /* its path */
    bool goes_on;     /* answers of an earlier submission have been given again */
    int lock;         /* of the file, which nobody else takes meanwhile; 0: none */
} ws_attempt;

/* Is this the file of a lesson that was issued, by its ending? */
bool ws_attempt_is_at(const char *path);
/* Opens it and begins the submission. Answers that are in one already are given again, unless the
 * student begins `again`; what was handed out is the same. False with an error. */
bool ws_attempt_open(ws_attempt *attempt, const char *path, bool again, ws_error *error);
/* Ends it; the submission is whole then. False with an error if it could not be written. */
bool ws_attempt_close(ws_attempt *attempt, ws_error *error);

#endif
