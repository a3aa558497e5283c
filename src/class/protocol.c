/* protocol.c - see protocol.h: one walk over the pattern of a line reads it, another writes it. */
#include "class/protocol.h"

#include <inttypes.h>
#include <math.h>

#include "session/language/fields.h"
#include "session/language/tell.h"
#include "session/language/text.h"

typedef struct kind {
    const char *pattern;
    bool host;
} kind;

#define WS_CLASS_ROW(id, from_host, pattern) {pattern, from_host},
static const kind kinds[WS_CLASS_KINDS] = {WS_CLASS_LINES(WS_CLASS_ROW)};
#undef WS_CLASS_ROW

#define SPEED_MOST 1e9

/* ---- names ---- */

/* Takes blanks off both ends. */
static void trim(char *name) {
    size_t begin = strspn(name, " ");
    size_t length = strlen(name);
    while (length > begin && name[length - 1] == ' ')
        length--;
    memmove(name, name + begin, length - begin);
    name[length - begin] = '\0';
}

size_t ws_class_fitting(const char *text, size_t room) {
    size_t used = 0;
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code;
        size_t size = ws_character(text + used, left, &code);
        if (used + size >= room)
            break;
        used += size;
        left -= size;
    }
    return used;
}

void ws_class_name(char name[WS_CLASS_NAME], const char *text, size_t length) {
    char *copy = ws_copy_text(text, length);
    for (size_t i = 0; i < length; i++)
        if (copy[i] == '\0' || copy[i] == '"')
            copy[i] = '\'';
    ws_clean(copy);
    snprintf(name, WS_CLASS_NAME, "%.*s", (int)ws_class_fitting(copy, WS_CLASS_NAME), copy);
    free(copy);
    trim(name);
    if (!*name)
        snprintf(name, WS_CLASS_NAME, "?");
}

/* ---- reading ---- */

typedef struct scan {
    const char *at, *end;
    ws_class_line *line;
} scan;

static bool digits_read(scan *s, unsigned base, size_t exactly, uint64_t *value) {
    const char *begin = s->at;
    *value = 0;
    for (; s->at < s->end; s->at++) {
        static const char digits[] = "0123456789abcdef";
        const char *found = *s->at ? memchr(digits, *s->at, base) : NULL;
        if (!found)
            break;
        uint64_t digit = (uint64_t)(found - digits);
        if (__builtin_mul_overflow(*value, base, value))
            return false;
        if (__builtin_add_overflow(*value, digit, value))
            return false;
    }
    size_t size = (size_t)(s->at - begin);
    return exactly ? size == exactly : size > 0;
}

static bool checksum_read(scan *s) {
    uint64_t value;
    bool good = digits_read(s, 16, 8, &value);
    s->line->checksum = (uint32_t)value;
    return good;
}

static size_t word_size(const scan *s) {
    size_t size = 0;
    while (s->at + size < s->end && s->at[size] > ' ' && s->at[size] < 127)
        size++;
    return size;
}

static bool word_read(scan *s, char *word, size_t room) {
    size_t size = word_size(s);
    if (size == 0 || size >= room)
        return false;
    memcpy(word, s->at, size);
    word[size] = '\0';
    s->at += size;
    return true;
}

static bool speed_read(scan *s) {
    char word[32];
    if (!word_read(s, word, sizeof word))
        return false;
    s->line->speed = text_is(word, "max") ? INFINITY : 0;
    if (isinf(s->line->speed))
        return true;
    if (strspn(word, "0123456789.e+-") != strlen(word))
        return false;
    return ws_real_is(word, &s->line->speed) && s->line->speed >= 0 && s->line->speed <= SPEED_MOST;
}

static bool flag_read(scan *s) {
    if (s->at == s->end || (*s->at != '0' && *s->at != '1'))
        return false;
    s->line->running = *s->at++ == '1';
    return true;
}

static bool name_read(scan *s) {
    if (s->at == s->end || *s->at != '"')
        return false;
    const char *begin = s->at + 1;
    const char *end = memchr(begin, '"', (size_t)(s->end - begin));
    if (!end)
        return false;
    ws_class_name(s->line->name, begin, (size_t)(end - begin));
    s->at = end + 1;
    return true;
}

static bool rest_read(scan *s) {
    s->line->text = s->at;
    s->line->length = (size_t)(s->end - s->at);
    s->at = s->end;
    return s->line->length > 0;
}

static bool field_read(scan *s, char field) {
    ws_class_line *line = s->line;
    switch (field) {
    case 'v': return digits_read(s, 10, 0, &line->version);
    case 'm': return digits_read(s, 10, 0, &line->model);
    case 'n': return digits_read(s, 10, 0, &line->number);
    case 'c': return digits_read(s, 10, 0, &line->cycle);
    case 'd': return digits_read(s, 16, 16, &line->digest);
    case 'k': return checksum_read(s);
    case 'f': return speed_read(s);
    case 'r': return flag_read(s);
    case 'w': return word_read(s, line->word, sizeof line->word);
    case 'q': return name_read(s);
    default: return rest_read(s);
    }
}

static bool pattern_read(scan *s, const char *pattern) {
    for (; *pattern; pattern++) {
        if (*pattern == '%') {
            if (!field_read(s, *++pattern))
                return false;
            continue;
        }
        if (s->at == s->end || *s->at++ != *pattern)
            return false;
    }
    return s->at == s->end;
}

/* The kind that the first word names. */
static ws_class_kind kind_of(bool host, const char *text, size_t length) {
    ws_class_kind i = 0;
    for (; i < WS_CLASS_KINDS; i++) {
        size_t size = strcspn(kinds[i].pattern, " ") + 1;
        bool fits = kinds[i].host == host && length >= size;
        if (fits && memcmp(kinds[i].pattern, text, size) == 0)
            break;
    }
    return i;
}

bool ws_class_read(ws_class_line *line, bool host, const char *text, size_t length,
                   ws_error *error) {
    *line = (ws_class_line){.kind = kind_of(host, text, length)};
    if (line->kind == WS_CLASS_KINDS)
        return fail_with(error, "this is not a line of the class protocol");
    scan s = {text, text + length, line};
    return pattern_read(&s, kinds[line->kind].pattern) ||
           fail_with(error, "a line of the class protocol that is damaged; expected %s",
                     kinds[line->kind].pattern);
}

/* ---- writing ---- */

static void speed_write(text_out *out, double speed) {
    if (isinf(speed))
        text_add(out, "max");
    else
        text_add(out, "%.6g", speed);
}

static void rest_write(text_out *out, const ws_class_line *line) {
    text_add(out, "%.*s", (int)line->length, line->text);
}

static void name_write(text_out *out, const ws_class_line *line) {
    char name[WS_CLASS_NAME];
    ws_class_name(name, line->name, strlen(line->name));
    text_add(out, "\"%s\"", name);
}

static void field_write(text_out *out, const ws_class_line *line, char field) {
    switch (field) {
    case 'v': text_add(out, "%" PRIu64, line->version); break;
    case 'm': text_add(out, "%" PRIu64, line->model); break;
    case 'n': text_add(out, "%" PRIu64, line->number); break;
    case 'c': text_add(out, "%" PRIu64, line->cycle); break;
    case 'd': text_add(out, "%016" PRIx64, line->digest); break;
    case 'k': text_add(out, "%08" PRIx32, line->checksum); break;
    case 'f': speed_write(out, line->speed); break;
    case 'r': text_add(out, "%d", line->running); break;
    case 'w': text_add(out, "%s", *line->word ? line->word : "-"); break;
    case 'q': name_write(out, line); break;
    default: rest_write(out, line); break;
    }
}

size_t ws_class_write(const ws_class_line *line, char *text) {
    text_out out = text_begin(text, WS_CLASS_LINE);
    for (const char *c = kinds[line->kind].pattern; *c; c++) {
        if (*c == '%')
            field_write(&out, line, *++c);
        else
            text_add(&out, "%c", *c);
    }
    if (out.used + 1 >= WS_CLASS_LINE)
        return 0;
    text_add(&out, "\n");
    return out.used;
}

/* ---- lines from bytes ---- */

size_t ws_class_consume(ws_class_input *input, const char *bytes, size_t length, bool *good) {
    const char *end = memchr(bytes, '\n', length);
    size_t size = end ? (size_t)(end - bytes) : length;
    if (input->whole)
        input->length = 0;
    input->whole = end != NULL;
    *good = input->length + size < WS_CLASS_LINE;
    if (!*good)
        return length;
    memcpy(input->text + input->length, bytes, size);
    input->length += size;
    return size + input->whole;
}
