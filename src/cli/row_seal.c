/* row_seal.c - see row_seal.h. */
#include "cli/row_seal.h"

#include <stdio.h>
#include <string.h>

#include "session/memory.h"
#include "session/recording/line_checksum.h"

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
