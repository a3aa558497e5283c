/* course.c - see course.h. */
#include "session/history/course.h"

ws_course ws_course_of(const ws_timed_lines *scenario, size_t timed, const ws_journal *branch,
                       size_t typed) {
    ws_course course;
    course.timed = scenario->line;
    course.timed_end = scenario->line + timed;
    course.typed = branch->entries;
    course.typed_end = branch->entries + typed;
    return course;
}

bool ws_course_next(ws_course *course, ws_timeline_mark *line) {
    const ws_timed *timed = course->timed;
    const ws_journal_entry *typed = course->typed;
    bool has_timed = timed < course->timed_end;
    bool has_typed = typed < course->typed_end;
    if (!has_timed && !has_typed)
        return false;
    if (has_timed && has_typed)
        has_timed = timed->cycle <= typed->cycle;
    if (has_timed) {
        *line = (ws_timeline_mark){timed->cycle, timed->text, false};
        course->timed++;
        return true;
    }
    *line = (ws_timeline_mark){typed->cycle, typed->text, true};
    course->typed++;
    return true;
}
