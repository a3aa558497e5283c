/* plot_marks.c - the marks of a time series, as they stand in its rows: as objects in JSON, as
 * "@1500 set load 0.3; @1500 note ..." in CSV. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plot_data.h"
#include "session/history/marks.h"
#include "session/language/text.h"

enum { LABEL = 120 };

/* What happens in one cycle is one mark. */
static void mark_add(ws_plot *plot, double x, const char *line) {
    char label[LABEL];
    char words[2 * LABEL + 4];
    ws_mark_label(line, label, sizeof label);
    ws_plot_mark *last = plot->marks > 0 ? &plot->mark[plot->marks - 1] : NULL;
    if (last && last->x == x) {
        snprintf(words, sizeof words, "%.*s; %s", LABEL, last->words, label);
        free(last->words);
        last->words = text_copy(words);
        return;
    }
    WS_GROW(plot->mark, plot->marks);
    plot->mark[plot->marks++] = (ws_plot_mark){.x = x, .words = text_copy(label)};
}

static void objects_take(ws_plot *plot, const json_t *marks) {
    size_t i;
    json_t *mark;
    json_array_foreach((json_t *)marks, i, mark) {
        double x = ws_row_number(json_object_get(mark, "cycle"));
        const char *line = json_string_value(json_object_get(mark, "line"));
        if (line && isfinite(x))
            mark_add(plot, x, line);
    }
}

/* Where the next mark of a cell begins: "@", a number and a blank; at the end if there is none. */
static const char *mark_begin(const char *at) {
    for (; *at; at++) {
        size_t digits = *at == '@' ? strspn(at + 1, "0123456789") : 0;
        if (digits > 0 && at[1 + digits] == ' ')
            return at;
    }
    return at;
}

/* A mark begins with the cell, or behind "; ". */
static const char *mark_end(const char *begin) {
    const char *end = begin;
    do
        end = mark_begin(end + 1);
    while (*end && strncmp(end - 2, "; ", 2) != 0);
    return end;
}

static void text_take(ws_plot *plot, const char *cell) {
    const char *end;
    for (const char *at = mark_begin(cell); *at; at = end) {
        char *words;
        end = mark_end(at);
        uint64_t cycle = strtoull(at + 1, &words, 10);
        size_t length = (size_t)(end - words);
        size_t blanks = *end ? 2 : 0;
        char *line = ws_copy_text(words + 1, length - 1 - blanks);
        mark_add(plot, (double)cycle, line);
        free(line);
    }
}

void ws_plot_marks_take(ws_plot *plot, const ws_row_list *rows) {
    for (size_t i = 0; i < rows->count; i++) {
        const json_t *marks = json_object_get(rows->row[i].value, "marks");
        if (json_is_array(marks))
            objects_take(plot, marks);
        else if (json_is_string(marks))
            text_take(plot, json_string_value(marks));
    }
}
