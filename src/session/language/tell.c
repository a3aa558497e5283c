/* tell.c - see tell.h. */
#include "session/language/tell.h"

#include "session/memory.h"

#include <inttypes.h>
#include <stdarg.h>

/* Returns the number of bytes of a multibyte character by its first byte; 0: no character begins
 * so. */
static size_t size_by_lead(unsigned char lead) {
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    if (lead >= 0xf0)
        return 4;
    return lead >= 0xe0 ? 3 : 2;
}

static size_t size_of_code(uint32_t code) {
    if (code < 0x80)
        return 1;
    if (code < 0x800)
        return 2;
    return code < 0x10000 ? 3 : 4;
}

size_t ws_character_put(uint32_t code, char bytes[WS_CHARACTER_ROOM]) {
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t size = size_of_code(code);
    bytes[size] = '\0';
    for (size_t i = size - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)(lead[size] | code);
    return size;
}

size_t ws_character(const char *text, size_t left, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)text;
    *code = s[0];
    if (s[0] < 0x80)
        return 1;
    size_t size = size_by_lead(s[0]);
    if (size == 0 || size > left)
        return 0;
    *code = s[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (s[i] & 0x3fu);
    }
    bool surrogate = *code >= 0xd800 && *code <= 0xdfff;
    if (*code < least[size] || *code > 0x10ffff || surrogate)
        return 0;
    return size;
}

bool ws_is_obeyed(uint32_t code) {
    static const struct {
        uint32_t from;
        uint32_t to;
    } obeyed[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
                  {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}};
    for (size_t i = 0; i < sizeof obeyed / sizeof *obeyed; i++)
        if (code >= obeyed[i].from && code <= obeyed[i].to)
            return true;
    return false;
}

char *ws_clean(char *text) {
    const char *at = text;
    char *out = text;
    for (size_t left = strlen(text); left;) {
        uint32_t code;
        size_t size = ws_character(at, left, &code);
        size_t bytes = size ? size : 1;
        bool bad = size == 0 || ws_is_obeyed(code);
        if (bad)
            *out++ = *at == '\t' ? ' ' : '?';
        else
            memmove(out, at, size), out += size;
        at += bytes;
        left -= bytes;
    }
    *out = '\0';
    return text;
}

void ws_tell(FILE *out, const char *format, ...) {
    va_list args;
    char *text = NULL;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    ws_must(length < 0 ? NULL : text);
    fputs(ws_clean(text), out);
    putc('\n', out);
    free(text);
}

void ws_tell_json(FILE *out, const char *json) {
    for (size_t left = strlen(json); left;) {
        uint32_t code;
        size_t size = ws_character(json, left, &code);
        if (size && !ws_is_obeyed(code))
            fwrite(json, 1, size, out);
        else if (size)
            fprintf(out, "\\u%04" PRIx32, code); /* every code escaped here has four digits */
        else
            putc('?', out);
        json += size ? size : 1;
        left -= size ? size : 1;
    }
}
