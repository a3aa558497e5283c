/* course.c - see history.h. */
#include "session/history/history.h"

ws_lines_ahead ws_lines_ahead_of(const ws_timed_lines *scenario, size_t timed,
                                 const ws_journal *branch, size_t typed) {
    return (ws_lines_ahead){scenario->line, timed, branch->entries, typed};
}

bool ws_lines_ahead_next(ws_lines_ahead *course, ws_timeline_mark *line) {
    const ws_timed *timed = course->timed;
    const ws_journal_entry *typed = course->typed;
    bool has_timed = course->timed_left > 0;
    bool has_typed = course->typed_left > 0;
    if (!has_timed && !has_typed)
        return false;
    if (has_timed && has_typed)
        has_timed = timed->cycle <= typed->cycle;
    if (has_timed) {
        *line = (ws_timeline_mark){timed->cycle, timed->text, false};
        course->timed++;
        course->timed_left--;
        return true;
    }
    *line = (ws_timeline_mark){typed->cycle, typed->text, true};
    course->typed++;
    course->typed_left--;
    return true;
}
