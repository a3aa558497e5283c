/* marks.h - which lines of a journal deserve a mark where time is drawn: changes of parameters,
 * and notes. Other lines (checks, the end) say nothing about what is seen. */
#ifndef WS_MARKS_H
#define WS_MARKS_H

#include <stddef.h>

typedef enum ws_mark { WS_MARK_NONE, WS_MARK_CHANGE, WS_MARK_NOTE } ws_mark;

/* Returns the mark that a line (without its @cycle) deserves. */
ws_mark ws_mark_of(const char *line);
/* Writes the words beside the mark of a line: those of a note, else the line itself. Cut to the
 * room; returns text. */
const char *ws_mark_label(const char *line, char *text, size_t room);

#endif
