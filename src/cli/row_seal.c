/* row_seal.c - see row_list.h. */
#include "cli/row_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "session/language/tell.h"
#include "session/memory.h"
#include "session/recording/line_checksum.h"
#include "session/text_stream.h"

enum { SEAL_DIGITS = WS_LINE_CHECKSUM_SIZE - 2, SEAL_ROOM = 32 };

/* What stands around the digits at the end of a row. */
typedef struct seal_form {
    const char *before;
    const char *after;
} seal_form;

static seal_form form_of(bool is_json) {
    static const seal_form json = {",\"seal\":\"", "\"}"};
    static const seal_form csv = {",", ""};
    return is_json ? json : csv;
}

/* The digits: those of a line in a recording, but each row for itself, since rows come in any
 * order. */
static void digits_make(const char *text, size_t length, char digits[SEAL_DIGITS + 1]) {
    char seal[WS_LINE_CHECKSUM_SIZE];
    uint32_t chain = 0;
    ws_line_checksum_write(&chain, text, length, seal);
    memcpy(digits, seal + WS_LINE_CHECKSUM_SIZE - SEAL_DIGITS, SEAL_DIGITS);
    digits[SEAL_DIGITS] = '\0';
}

static bool are_digits(const char *text) {
    return strspn(text, "0123456789abcdef") >= SEAL_DIGITS;
}

size_t ws_row_sealed(bool is_json, const char *line, size_t length) {
    char digits[SEAL_DIGITS + 1] = "";
    seal_form form = form_of(is_json);
    size_t before = strlen(form.before);
    size_t after = strlen(form.after);
    size_t seal = before + SEAL_DIGITS + after;
    if (length <= seal)
        return 0;
    const char *begin = line + length - seal;
    memcpy(digits, begin + before, SEAL_DIGITS);
    if (memcmp(begin, form.before, before) != 0)
        return 0;
    if (memcmp(begin + before + SEAL_DIGITS, form.after, after) != 0)
        return 0;
    return are_digits(digits) ? length - seal : 0;
}

bool ws_row_seal_fits(bool is_json, const char *line, size_t sealed) {
    char digits[SEAL_DIGITS + 1];
    digits_make(line, sealed, digits);
    const char *found = line + sealed + strlen(form_of(is_json).before);
    return memcmp(found, digits, SEAL_DIGITS) == 0;
}

/* An object keeps its brace behind the seal. */
char *ws_row_seal(bool is_json, char *text, size_t *length) {
    char digits[SEAL_DIGITS + 1];
    seal_form form = form_of(is_json);
    size_t covered = is_json ? *length - 1 : *length;
    size_t room = *length + SEAL_ROOM;
    text = ws_must(realloc(text, room));
    digits_make(text, covered, digits);
    int more =
        snprintf(text + covered, room - covered, "%s%s%s\n", form.before, digits, form.after);
    *length = covered + (size_t)more;
    return text;
}

char *ws_row_seal_json(const json_t *row, size_t *length) {
    char *text = NULL;
    FILE *out = ws_text_stream(&text, length);
    ws_json_dump(row, out);
    fclose(out);
    return ws_row_seal(true, text, length);
}

ws_seal ws_row_seal_of(bool is_json, const json_t *row, const char *line, size_t length) {
    size_t sealed = ws_row_sealed(is_json, line, length);
    if (!json_object_get(row, "seal"))
        return WS_SEAL_NONE;
    bool fits = sealed > 0 && ws_row_seal_fits(is_json, line, sealed);
    return fits ? WS_SEAL_RIGHT : WS_SEAL_WRONG;
}

/* ---- rows without a right seal ---- */

void ws_seal_count_add(ws_seal_count *count, ws_seal seal, size_t line) {
    count->none += seal == WS_SEAL_NONE;
    count->wrong += seal == WS_SEAL_WRONG;
    if (count->first == 0 && count->none + count->wrong > 0)
        count->first = line;
}

static const char *rows_word(size_t count) {
    return count == 1 ? "row" : "rows";
}

void ws_seal_count_text(const ws_seal_count *count, char text[WS_SEAL_TEXT]) {
    size_t none = count->none;
    size_t wrong = count->wrong;
    text[0] = '\0';
    if (none > 0 && wrong > 0)
        snprintf(text, WS_SEAL_TEXT, "%zu %s without a seal, %zu altered", none, rows_word(none),
                 wrong);
    else if (none > 0)
        snprintf(text, WS_SEAL_TEXT, "%zu %s without a seal", none, rows_word(none));
    else if (wrong > 0)
        snprintf(text, WS_SEAL_TEXT, "%zu %s altered", wrong, rows_word(wrong));
}

void ws_seal_count_tell(const ws_seal_count *count, const char *command, const char *path,
                        const char *hint) {
    char text[WS_SEAL_TEXT];
    ws_seal_count_text(count, text);
    if (*text)
        ws_tell(stderr, "wormscope %s: %s: %s: left out%s; the first: line %zu", command, path,
                text, hint, count->first);
}
