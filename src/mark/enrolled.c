/* enrolled.c - see enrolled.h. */
#include "mark/enrolled.h"

#include "session/language/tell.h"
#include "session/language/text.h"

#include <stdlib.h>

enum { CELLS_MAX = 64, CELL_ROOM = 256, NO_COLUMN = CELLS_MAX };

/* The row at hand, cut into cells; what a cell has no room for is cut off. */
typedef struct row {
    char cell[CELLS_MAX][CELL_ROOM];
    size_t count;
    unsigned line;
} row;

typedef struct reading {
    const ws_source *source;
    const char *at;
    unsigned line;
    bool is_open;   /* the file ended within a quote */
    char separator; /* comma, or semicolon where spreadsheets take that */
    size_t id_column, name_column;
    row *row;
    ws_error *error;
} reading;

/* A cell in quotes may have ends of lines: what is said is one line. */
static bool refuse(const reading *r, const char *what, const char *value) {
    const char *file = r->source->name;
    unsigned line = r->row->line;
    char begin[81];
    snprintf(begin, sizeof begin, "%s", value);
    return fail_with(r->error, "%.200s:%u: %s `%s`", file, line, what, ws_clean(begin));
}

/* ---- cells ---- */

static bool is_over(const reading *r) {
    const char *at = r->at;
    at += *at == '\r';
    return *at == '\n' || *r->at == '\0';
}

static void letter_add(char *cell, size_t *used, char letter) {
    if (*used + 1 < CELL_ROOM)
        cell[(*used)++] = letter;
    cell[*used] = '\0';
}

/* Behind the quote that opens: up to the one that closes; two of them are one. */
static void quoted_read(reading *r, char *cell, size_t *used) {
    for (; *r->at; r->at++) {
        bool is_quote = *r->at == '"';
        if (is_quote && r->at[1] != '"')
            break;
        r->at += is_quote;
        r->line += *r->at == '\n';
        letter_add(cell, used, *r->at);
    }
    r->is_open = *r->at != '"';
    r->at += *r->at == '"';
}

static void cell_read(reading *r, char *cell) {
    size_t used = 0;
    cell[0] = '\0';
    if (*r->at == '"') {
        r->at++;
        quoted_read(r, cell, &used);
    }
    for (; !is_over(r) && *r->at != r->separator; r->at++)
        letter_add(cell, &used, *r->at);
}

/* The next row; false at the end of the file. */
static bool row_read(reading *r) {
    row *to = r->row;
    to->count = 0;
    to->line = ++r->line;
    if (*r->at == '\0')
        return false;
    for (;;) {
        char spare[CELL_ROOM];
        bool has_room = to->count < CELLS_MAX;
        cell_read(r, has_room ? to->cell[to->count] : spare);
        to->count += has_room;
        if (*r->at != r->separator)
            break;
        r->at++;
    }
    r->at += *r->at == '\r';
    r->at += *r->at == '\n';
    return true;
}

static bool is_empty(const row *of) {
    return of->count == 1 && of->cell[0][0] == '\0';
}

/* ---- rows ---- */

static size_t column_of(const row *head, const char *name) {
    for (size_t i = 0; i < head->count; i++)
        if (text_is(head->cell[i], name))
            return i;
    return NO_COLUMN;
}

static bool head_read(reading *r) {
    if (strncmp(r->at, "\xef\xbb\xbf", 3) == 0)
        r->at += 3;
    size_t head = strcspn(r->at, "\n");
    r->separator = memchr(r->at, ',', head) ? ',' : ';';
    bool there = row_read(r);
    r->id_column = column_of(r->row, "id");
    r->name_column = column_of(r->row, "name");
    if (there && r->id_column < NO_COLUMN && r->name_column < NO_COLUMN)
        return true;
    return fail_with(r->error,
                     "%.200s:1: expected a head with the columns id and name, such as "
                     "`id,name`",
                     r->source->name);
}

static const char *cell_of(const row *of, size_t column) {
    return column < of->count ? of->cell[column] : "";
}

static bool id_check(const reading *r, const ws_enrolled *enrolled, const char *id) {
    if (!ws_id_is_good(id))
        return refuse(r,
                      "an id has 1 to 64 letters, digits, `.`, `_` and `-`, and begins with "
                      "neither dot nor dash; this is none:",
                      id);
    for (size_t i = 0; i < enrolled->count; i++)
        if (ws_id_same(enrolled->pupil[i].id, id))
            return refuse(r, "there is a student of this id already:", id);
    return enrolled->count < WS_ENROLLED_MAX || refuse(r, "more than 10,000 students, at", id);
}

static bool pupil_add(const reading *r, ws_enrolled *enrolled) {
    const char *id = cell_of(r->row, r->id_column);
    char *name = r->row->cell[r->name_column];
    if (r->name_column >= r->row->count)
        return refuse(r, "a name is missing behind", id);
    if (!id_check(r, enrolled, id))
        return false;
    WS_GROW(enrolled->pupil, enrolled->count);
    ws_pupil *pupil = &enrolled->pupil[enrolled->count];
    enrolled->count++;
    snprintf(pupil->id, sizeof pupil->id, "%s", id);
    snprintf(pupil->name, sizeof pupil->name, "%.*s", WS_NAME_MOST, name);
    ws_clean(pupil->name);
    return true;
}

static bool rows_read(reading *r, ws_enrolled *enrolled) {
    if (!head_read(r))
        return false;
    while (row_read(r)) {
        if (r->is_open)
            return refuse(r, "a quote is not closed behind", r->row->cell[0]);
        if (is_empty(r->row))
            continue;
        if (!pupil_add(r, enrolled))
            return false;
    }
    return enrolled->count > 0 ||
           fail_with(r->error, "%.200s: expected one student at least", r->source->name);
}

bool ws_enrolled_read(ws_enrolled *enrolled, const ws_source *source, ws_error *error) {
    reading r = {0};
    *enrolled = (ws_enrolled){0};
    r.source = source;
    r.at = source->text;
    r.error = error;
    r.row = ws_alloc(1, sizeof *r.row);
    bool good = rows_read(&r, enrolled);
    free(r.row);
    if (!good)
        ws_enrolled_free(enrolled);
    return good;
}

void ws_enrolled_free(ws_enrolled *enrolled) {
    free(enrolled->pupil);
    *enrolled = (ws_enrolled){0};
}

const ws_pupil *ws_enrolled_find(const ws_enrolled *enrolled, const char *id) {
    const ws_pupil *pupil = enrolled->pupil;
    for (size_t i = 0; i < enrolled->count; i++) {
        if (text_is(pupil->id, id))
            return pupil;
        pupil++;
    }
    return NULL;
}
