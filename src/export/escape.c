/* escape.c - see escape.h. */
#include "export/escape.h"

#include "export/table.h"

#include "session/language/tell.h"
#include "session/language/text.h"
#include "ui/canvas.h"

/* One character as UTF-8. */
static void utf8_write(FILE *out, uint32_t code) {
    char bytes[WS_CHARACTER_ROOM];
    size_t size = ws_character_put(code, bytes);
    fwrite(bytes, 1, size, out);
}

/* What no XML may hold, though it is UTF-8. */
static bool is_forbidden(uint32_t code) {
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    bool no_character = (code & 0xfffe) == 0xfffe;
    return code < 0x20 || surrogate || no_character;
}

static const struct {
    uint32_t code;
    const char *name;
} entities[] = {
#include "export/entities.def"
};

void ws_markup_character(FILE *out, uint32_t code) {
    if (is_forbidden(code))
        code = '?';
    for (size_t i = 0; i < WS_ROWS(entities); i++) {
        if (entities[i].code != code)
            continue;
        fputs(entities[i].name, out);
        return;
    }
    utf8_write(out, code);
}

void ws_markup_text(FILE *out, const char *text) {
    char *clean = ws_clean(text_copy(text));
    for (const char *at = clean; *at;)
        ws_markup_character(out, ws_text_next(&at));
    free(clean);
}

static void unit_write(FILE *out, uint32_t unit) {
    fprintf(out, "\\u%04x", (unsigned)unit);
}

/* Plain ASCII stays; all else is escaped, beyond the first plane as two halves. */
static void string_character(FILE *out, uint32_t code) {
    static const char marks[] = "\"\\<>&'";
    bool is_plain = code >= 0x20 && code < 0x7f;
    if (is_plain && !strchr(marks, (int)code)) {
        putc((int)code, out);
        return;
    }
    if (code < 0x10000) {
        unit_write(out, code);
        return;
    }
    unit_write(out, 0xd7c0 + (code >> 10));
    unit_write(out, 0xdc00 | (code & 0x3ff));
}

void ws_script_text(FILE *out, const char *text) {
    putc('"', out);
    while (*text)
        string_character(out, ws_text_next(&text));
    putc('"', out);
}

void ws_script_string(FILE *out, const char *text) {
    char *clean = ws_clean(text_copy(text));
    ws_script_text(out, clean);
    free(clean);
}
