/* stage_lines.c - see stage_lines.h. */
#include "session/language/stage_lines.h"

#include <string.h>

const ws_stage_line ws_stage_lines[] = {
#define STAGE(word, fewest, many, words, line)                                                     \
    {.name = word, .usage = words, .doc = line, .least = fewest, .most = many},
#include "session/language/stage_lines.def"
#undef STAGE
};
const size_t ws_stage_line_count = sizeof ws_stage_lines / sizeof *ws_stage_lines;

const ws_stage_line *ws_stage_line_find(const char *name, size_t length) {
    for (size_t i = 0; i < ws_stage_line_count; i++) {
        const ws_stage_line *row = &ws_stage_lines[i];
        if (strlen(row->name) == length && strncmp(row->name, name, length) == 0)
            return row;
    }
    return NULL;
}

const ws_stage_line *ws_stage_line_of(const ws_line *line) {
    if (line->count == 0 || line->word[0].quoted)
        return NULL;
    const char *name = word_at(line, 0);
    return ws_stage_line_find(name, strlen(name));
}

bool ws_stage_line_check(const ws_line *line, ws_error *error) {
    const ws_stage_line *row = ws_stage_line_of(line);
    if (!row)
        return ws_fail(error, line, 0, "expected a stage line");
    size_t words = line->count - 1;
    const char *name = row->name;
    const char *usage = row->usage;
    size_t first_extra = row->most + 1;
    if (words > row->most)
        return ws_fail(error, line, first_extra, "\"%.64s\" is too much; write %s %s",
                       word_at(line, first_extra), name, usage);
    if (words < row->least)
        return ws_fail(error, line, line->count, "%s is missing; write %s %s", usage, name, usage);
    return true;
}
