/* roster.c - see roster.h. */
#include "class/roster.h"

#include "session/language/text.h"

enum { COLUMNS_MAX = 32 };

void ws_token_text(char token[WS_CLASS_WORD], const unsigned char bytes[WS_TOKEN_BYTES]) {
    text_out out = text_begin(token, WS_CLASS_WORD);
    for (size_t i = 0; i < WS_TOKEN_BYTES; i++)
        text_add(&out, "%02x", bytes[i]);
}

bool ws_token_good(const char *token, ws_error *error) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    size_t length = strlen(token);
    if (strspn(token, letters) != length)
        return fail_with(error, "a token has letters, digits, `-`, `_` and `.` only");
    return (length >= WS_TOKEN_LEAST && length <= WS_TOKEN_MOST) ||
           fail_with(error, "the token has %zu characters: expected %d to %d", length,
                     WS_TOKEN_LEAST, WS_TOKEN_MOST);
}

/* Both are looked at to the end of the room for one. */
bool ws_token_same(const char *one, const char *other) {
    char first[WS_CLASS_WORD] = "";
    char second[WS_CLASS_WORD] = "";
    volatile unsigned char differs = 0;
    snprintf(first, sizeof first, "%s", one);
    snprintf(second, sizeof second, "%s", other);
    for (size_t i = 0; i < sizeof first; i++)
        differs |= (unsigned char)(first[i] ^ second[i]);
    return differs == 0;
}

bool ws_roster_admits(const ws_roster *roster, const char *token, ws_student **student) {
    bool admitted = roster->open;
    *student = NULL;
    if (*roster->room && ws_token_same(roster->room, token))
        admitted = true;
    for (size_t i = 0; i < roster->count; i++)
        if (ws_token_same(roster->student[i].token, token))
            *student = &roster->student[i];
    return admitted || *student;
}

/* ---- CSV ---- */

typedef struct fields {
    char text[COLUMNS_MAX][WS_CLASS_NAME + WS_CLASS_WORD];
    size_t count;
} fields;

/* One field, from `at` on; returns where the next begins. */
static const char *field_read(const char *at, const char *end, char separator, char *field,
                              size_t room) {
    size_t used = 0;
    bool quoted = at < end && *at == '"';
    for (at += quoted; at < end; at++) {
        bool is_quote = *at == '"';
        bool is_double = quoted && is_quote && at + 1 < end && at[1] == '"';
        if (is_double)
            at++;
        else if (quoted && is_quote)
            quoted = false;
        else if (!quoted && *at == separator)
            break;
        bool is_shown = is_double || !is_quote;
        if (is_shown && used + 1 < room)
            field[used++] = *at;
    }
    field[used] = '\0';
    return at < end ? at + 1 : NULL;
}

static void row_read(fields *row, const char *line, size_t length, char separator) {
    const char *end = line + length;
    row->count = 0;
    while (line && row->count < COLUMNS_MAX) {
        char *field = row->text[row->count++];
        line = field_read(line, end, separator, field, sizeof row->text[0]);
    }
}

static size_t column_find(const fields *head, const char *name) {
    size_t i = 0;
    while (i < head->count && !text_is(head->text[i], name))
        i++;
    return i;
}

static void cell_name(const fields *row, size_t column, char *text) {
    const char *cell = column < row->count ? row->text[column] : "";
    ws_class_name(text, cell, strlen(cell));
}

/* A student of a line. */
static bool student_add(ws_roster *roster, const fields *head, const fields *row, unsigned line,
                        ws_error *error) {
    ws_student student = {.here = false};
    size_t token = column_find(head, "token");
    cell_name(row, column_find(head, "id"), student.id);
    cell_name(row, column_find(head, "name"), student.name);
    if (token < row->count)
        snprintf(student.token, sizeof student.token, "%.79s", row->text[token]);
    if (text_is(student.id, "?"))
        return fail_with(error, "line %u has no id", line);
    if (*student.token && !ws_token_good(student.token, error))
        return false;
    for (size_t i = 0; i < roster->count; i++) {
        const ws_student *other = &roster->student[i];
        if (text_is(other->id, student.id))
            return fail_with(error, "line %u: the id %s is there twice", line, student.id);
        if (*student.token && text_is(other->token, student.token))
            return fail_with(error, "line %u: the token of %s again", line, other->id);
    }
    if (roster->count == WS_ROSTER_MAX)
        return fail_with(error, "more than %d students", WS_ROSTER_MAX);
    size_t count = roster->count++;
    WS_GROW(roster->student, count);
    roster->student[count] = student;
    return true;
}

/* Without the byte order mark that a spreadsheet may have put before it. */
static const char *text_begin_of(const char *text, const char *end) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t size = strlen(mark);
    size_t length = (size_t)(end - text);
    if (length < size)
        return text;
    bool has = memcmp(text, mark, size) == 0;
    return has ? text + size : text;
}

/* A comma, or a semicolon where spreadsheets take that: as the first line has it. */
static char separator_of(const char *text, const char *end) {
    for (; text < end; text++) {
        if (*text == ';')
            return ';';
        if (*text == ',' || *text == '\n')
            break;
    }
    return ',';
}

bool ws_roster_read(ws_roster *roster, const char *text, size_t length, ws_error *error) {
    fields head = {.count = 0};
    const char *end = text + length;
    unsigned line = 0;
    text = text_begin_of(text, end);
    const char separator = separator_of(text, end);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t size = stop ? (size_t)(stop - text) : (size_t)(end - text);
        size_t shown = size && text[size - 1] == '\r' ? size - 1 : size;
        fields row;
        row_read(&row, text, shown, separator);
        text += size + 1;
        if (line++ == 0)
            head = row;
        else if (shown && !student_add(roster, &head, &row, line, error))
            return false;
    }
    bool named = column_find(&head, "id") < head.count && column_find(&head, "name") < head.count;
    if (!named)
        return fail_with(error, "the first line names no columns `id` and `name`");
    return roster->count > 0 || fail_with(error, "expected one student at least");
}

void ws_roster_free(ws_roster *roster) {
    free(roster->student);
    *roster = (ws_roster){.count = 0};
}
