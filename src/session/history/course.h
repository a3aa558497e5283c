/* course.h - lines of a scenario and of a branch as one row, in the order in which they act: by
 * cycle, and at one cycle those of the scenario first. */
#ifndef WS_COURSE_H
#define WS_COURSE_H

#include "session/history/journal.h"
#include "session/load.h"

/* The lines that are still to come. */
typedef struct ws_course {
    const ws_timed *timed;
    size_t timed_left;
    const ws_journal_entry *typed;
    size_t typed_left;
} ws_course;

/* The first `timed` lines of the scenario, and the first `typed` lines of the branch. */
ws_course ws_course_of(const ws_timed_lines *scenario, size_t timed, const ws_journal *branch,
                       size_t typed);

/* The next line, which the course then is past; false at its end. `typed` says whether it is of
 * the branch. */
bool ws_course_next(ws_course *course, ws_timeline_mark *line);

#endif
