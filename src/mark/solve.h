/* solve.h - the lesson's own solution as a submission: for tests, and for teachers who want to see
 * what full marks look like. */
#ifndef WS_SOLVE_H
#define WS_SOLVE_H

#include "mark/issued.h"

/* Plays what was issued, answers each question from the truth of the teacher's lesson, and writes
 * the submission, whole or not at all. False with an error; `lost` says whether the file, not the
 * lesson, is what is wrong. */
bool ws_solve(const ws_course *course, const ws_issued *issued, const char *path, bool *lost,
              ws_error *error);

#endif
