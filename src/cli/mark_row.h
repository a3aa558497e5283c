/* mark_row.h - the marks of a student as JSON, from which all forms are made. */
#ifndef WS_MARK_ROW_JSON_H
#define WS_MARK_ROW_JSON_H

#include <jansson.h>

#include "mark/mark.h"

/* Where nobody knows whose row it is, the id is `? FILE`, by the name of the file.
 * {"id", "name", "marks", "of", "steps": {STEP: marks}, "verdict", "reason", "note", "detail": [a
 * step: {"step", "title", "hidden", "marks", "of", "questions": [{"kind", "marks", "of", "tries",
 * "cycle", "flagged", "why"}]}], "lines": [...]}. Owned by the caller. */
json_t *ws_marks_json(const ws_marks *marks, const char *file, const char *name);

#endif
