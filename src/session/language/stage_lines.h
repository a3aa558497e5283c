/* stage_lines.h - stage lines, which choose what is seen: their names and usage. */
#ifndef WS_STAGE_LINES_H
#define WS_STAGE_LINES_H

#include "session/language/line.h"

typedef struct ws_stage_line {
    const char *name;
    const char *usage;
    const char *doc;
    size_t least; /* words behind the name */
    size_t most;
} ws_stage_line;

extern const ws_stage_line ws_stage_lines[];
extern const size_t ws_stage_line_count;

/* Returns the row whose name is the first `length` bytes of a text; NULL if there is none. */
const ws_stage_line *ws_stage_line_find(const char *name, size_t length);
/* Returns the row of a line; NULL if the line is no stage line. */
const ws_stage_line *ws_stage_line_of(const ws_line *line);
/* Checks that a stage line is written as its row says. False with an error. */
bool ws_stage_line_check(const ws_line *line, ws_error *error);

#endif
