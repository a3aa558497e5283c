/* marks.h - what mark.c, belongs.c and replay.c share. */
#ifndef WS_MARKS_H
#define WS_MARKS_H

#include "mark/issued.h"
#include "mark/mark.h"

/* The latest verdict counts. */
void marks_say(ws_marks *marks, ws_verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A line that the student typed. */
void marks_line(ws_marks *marks, const char *text);

/* belongs.c: whose submission is it? Sets the id of `marks`. If it is nobody's of this course, not
 * that of whom the file is named after, or of another model, `marks` says so. */
bool mark_student(const ws_mark_work *work, const ws_submission *submission, ws_marks *marks);
/* Is it a submission of that student to this lesson? If not, `marks` says what it is. */
bool mark_belongs(const ws_mark_work *work, const ws_submission *submission,
                  const ws_issued *issued, ws_marks *marks);

/* replay.c: gives the answers to the teacher's lesson. */
typedef struct ws_mark_replay {
    const ws_course *course;
    const ws_issued *issued;
    const ws_submission *submission;
} ws_mark_replay;
void mark_replay(const ws_mark_replay *replay, ws_marks *marks);

#endif
