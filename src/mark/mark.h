/* mark.h - a submission is marked: the answers in it are given to the teacher's lesson, in the
 * network of the student's draw.
 *
 * From a submission only typed lines and answers are taken. Scenario, files, options, seed and
 * model come from the lesson and the key; where the submission has others it is `not this lesson`.
 * Allow lists, tries, limits and budgets hold again. What a stranger may ask for is bounded: bytes
 * of the file (submission.h), cycles by the budgets of the lesson, and the size of a network that a
 * repair rebuilds, before it is built. */
#ifndef WS_MARK_H
#define WS_MARK_H

#include "mark/enrolled.h"
#include "mark/submission.h"

typedef enum ws_verdict {
    WS_VERDICT_OK,         /* replayed to its end */
    WS_VERDICT_INCOMPLETE, /* replayed as far as it goes */
    WS_VERDICT_DIVERGED,   /* it is not what the lesson does; marked up to there */
    WS_VERDICT_NOT_STUDENT,
    WS_VERDICT_NOT_LESSON,
    WS_VERDICT_OTHER_MODEL,
    WS_VERDICT_DAMAGED,
    WS_VERDICT_NOT_MARKED, /* the lesson's network cannot be made here */
    WS_VERDICTS
} ws_verdict;
/* "ok", "not this lesson", ... */
const char *ws_verdict_name(ws_verdict verdict);

#define WS_MARK_WHY 480

/* What became of a question, or of a hidden test. */
typedef struct ws_mark_row {
    const ws_step *step;
    const ws_item *item;
    bool reached; /* the replay came so far */
    bool flagged; /* for a human to look at: why says it */
    uint64_t cycle;
    int marks, tries;
    char why[WS_MARK_WHY];
} ws_mark_row;

typedef struct ws_marks {
    char id[WS_ID_MAX + 1]; /* of the student whose row it is; "": nobody knows */
    ws_verdict verdict;
    char reason[WS_MARK_WHY];
    int marks, of;
    ws_mark_row *row; /* in the order of the lesson */
    size_t rows;
    char **line; /* repairs and what was typed beside the lesson, in order */
    size_t lines;
    char note[WS_MARK_WHY]; /* what else a human should know; "" */
} ws_marks;

typedef struct ws_mark_work {
    const ws_course *course;
    const ws_enrolled *enrolled; /* NULL: nobody says who takes part */
    const char *id;              /* whom the name of its file means; NULL: it says nothing */
    const char *name;            /* of the file, for messages */
    const char *text;            /* of the submission */
    size_t length;
} ws_mark_work;

/* Marks it as the submission of the student whom it names itself, whose draw only that student has.
 * One who hands in what another has made gets nothing for it. Free with ws_marks_free. */
void ws_mark_give(const ws_mark_work *work, ws_marks *marks);
/* The marks of a student who has handed in nothing. */
void ws_mark_nothing(const ws_course *course, const char *id, ws_marks *marks);
/* The marks of what could not be read, of the student whom its name means, or of nobody: NULL. */
void ws_mark_unread(const ws_course *course, const char *id, const char *why, ws_marks *marks);
void ws_marks_free(ws_marks *marks);

#endif
