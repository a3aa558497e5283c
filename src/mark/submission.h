/* submission.h - a recording that a student hands in: the answers in it, and the lines that were
 * typed. It is data from a stranger: read, bounded and never opened as it stands. */
#ifndef WS_SUBMISSION_H
#define WS_SUBMISSION_H

#include "mark/course.h"
#include "session/recording/recording.h"

#define WS_SUBMISSION_MAX  (16u << 20) /* bytes */
#define WS_SUBMISSION_MOST 1000        /* answers, and lines of one's own */

/* An answer: `commit STEP VALUE`. */
typedef struct ws_commit {
    char *step, *value; /* owned */
    uint64_t cycle;
    size_t branch;
    uint64_t furthest; /* how far this course of the network had been seen before the answer */
    uint64_t beside;   /* and one with other lines, beyond the answer; 0: none */
} ws_commit;

typedef struct ws_submission {
    ws_recording *recording;
    char student[WS_ID_MAX + 1]; /* "" if no line says whose it is */
    uint64_t draw, digest;
    uint64_t rules; /* by which it was made (play.h); 1 if no line says so */
    ws_commit *commit;
    size_t commits;
} ws_submission;

/* A file that was handed in. */
typedef struct ws_handed_in {
    const char *name; /* for messages */
    const char *text;
    size_t length;
} ws_handed_in;

/* Reads one. False with an error. Free with ws_submission_free in any case. */
bool ws_submission_read(ws_submission *submission, const ws_handed_in *file, ws_error *error);
void ws_submission_free(ws_submission *submission);

/* Who is told of lines. */
typedef struct ws_line_ear {
    void (*hear)(void *context, const char *text);
    void *context;
} ws_line_ear;
/* Tells the lines that the student typed beside the lesson, in their order: those of branches other
 * than `home` and its parents. */
void ws_submission_own_lines(const ws_submission *submission, size_t home, const ws_line_ear *ear);

#endif
