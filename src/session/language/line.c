/* line.c - from bytes to words with columns. See line.h for the rules. */
#include "session/language/line.h"
#include "session/language/text.h"

#include "session/language/suggest.h"
#include "session/language/tell.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --------------------------------------------------------------------------------- errors ---- */

static void print_place(ws_error *error, ws_place place) {
    error->text[0] = '\0';
    if (!place.source)
        return;
    const char *name = place.source->name;
    size_t size = strlen(name);
    size_t most = sizeof error->text / 3; /* of a very long path the end says most */
    if (place.line == 0)
        fail_with(error, "%.*s: ", (int)most, name);
    else
        fail_with(error, "%s%s:%u:%u: ", size > most ? "..." : "",
                  size > most ? name + size - most : name, place.line, place.column);
}

__attribute__((format(printf, 3, 0))) static bool fail_args(ws_error *error, ws_place place,
                                                            const char *format, va_list args) {
    print_place(error, place);
    size_t used = strlen(error->text);
    vsnprintf(error->text + used, sizeof error->text - used, format, args);
    return false;
}

bool ws_fail_at(ws_error *error, ws_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_args(error, place, format, args);
    va_end(args);
    return false;
}

static ws_place place_of(const ws_line *line, size_t word) {
    ws_place place = line->place;
    place.column = word < line->count ? line->word[word].column : line->end;
    return place;
}

bool ws_fail(ws_error *error, const ws_line *line, size_t word, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_args(error, place_of(line, word), format, args);
    va_end(args);
    return false;
}

bool ws_fail_name(ws_error *error, const ws_line *line, size_t word, const char *kind,
                  const char *const *names, size_t count, size_t stride) {
    const char *text = word < line->count ? line->word[word].text : "";
    if (*text)
        ws_fail(error, line, word, "there is no %s \"%.64s\"", kind, text);
    else
        ws_fail(error, line, word, "the %s is missing", kind);
    ws_suggest_append(error->text, sizeof error->text, text, names, count, stride);
    return false;
}

bool ws_fail_place(ws_error *error, ws_place place) {
    ws_error bare = *error;
    return ws_fail_at(error, place, "%s", bare.text);
}

/* ------------------------------------------------------------------------ lines and words ---- */

bool ws_reader_next(ws_reader *reader, const char **text, size_t *length) {
    const ws_source *source = reader->source;
    if (reader->at == 0 && source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0)
        reader->at = 3;
    if (reader->at >= source->length)
        return false;
    const char *begin = source->text + reader->at;
    const char *end = memchr(begin, '\n', source->length - reader->at);
    *length = end ? (size_t)(end - begin) : source->length - reader->at;
    *text = begin;
    reader->at += *length + (end != NULL);
    reader->line++;
    if (*length && begin[*length - 1] == '\r')
        --*length;
    return true;
}

/* Every byte is looked at before any word is cut, so that the cutting need not care. */
static bool check_bytes(ws_place place, const char *text, size_t length, ws_error *error) {
    if (length > WS_LINE_MAX)
        return ws_fail_at(error, place, "the line has %zu bytes; a line has at most %d", length,
                          WS_LINE_MAX);
    for (size_t i = 0, size; i < length; i += size, place.column++) {
        uint32_t code;
        size = ws_character(text + i, length - i, &code);
        if (size == 0)
            return ws_fail_at(error, place, "byte 0x%02x is not UTF-8; save the file as UTF-8",
                              (unsigned char)text[i]);
        bool control = code < 0xa0 && code != '\t' && ws_is_obeyed(code);
        if (control)
            return ws_fail_at(error, place, "control character 0x%02x; a line is plain text",
                              (unsigned)code);
    }
    return true;
}

/* The state of the cutting: where we read, which column that is, where the word is written. */
typedef struct cutter {
    const char *at, *end;
    char *out;
    unsigned column;
} cutter;

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Copies one byte; the first byte of a character moves the column. */
static void cut_byte(cutter *c) {
    *c->out++ = *c->at++;
    if (c->at == c->end || ((unsigned char)*c->at & 0xc0) != 0x80)
        c->column++;
}

static void skip_blanks(cutter *c) {
    while (c->at < c->end && is_blank(*c->at))
        c->at++, c->column++;
}

static bool cut_escape(cutter *c, const ws_line *line, ws_error *error) {
    static const char letters[] = "\"\\nt";
    static const char meaning[] = "\"\\\n\t";
    const char *found = c->at + 1 < c->end ? memchr(letters, c->at[1], sizeof letters - 1) : NULL;
    ws_place place = {line->place.source, line->place.line, c->column};
    if (!found)
        return ws_fail_at(error, place,
                          "unknown escape; a backslash in quotes stands before one of \" \\ n t");
    *c->out++ = meaning[found - letters];
    c->at += 2, c->column += 2;
    return true;
}

static bool cut_quoted(cutter *c, const ws_line *line, ws_error *error) {
    ws_place open = {line->place.source, line->place.line, c->column};
    c->at++, c->column++;
    while (c->at < c->end && *c->at != '"') {
        if (*c->at != '\\')
            cut_byte(c);
        else if (!cut_escape(c, line, error))
            return false;
    }
    if (c->at == c->end)
        return ws_fail_at(error, open, "the quote is not closed; write \" at the end of the text");
    c->at++, c->column++;
    ws_place behind = {line->place.source, line->place.line, c->column};
    if (c->at < c->end && !is_blank(*c->at))
        return ws_fail_at(error, behind, "text behind the quote; put a blank between the words");
    return true;
}

static bool cut_bare(cutter *c, const ws_line *line, ws_error *error) {
    while (c->at < c->end && !is_blank(*c->at)) {
        ws_place place = {line->place.source, line->place.line, c->column};
        if (*c->at == '"')
            return ws_fail_at(error, place, "a quote within a word; quote the whole word");
        cut_byte(c);
    }
    return true;
}

static bool cut_word(cutter *c, ws_line *line, ws_error *error) {
    ws_place place = {line->place.source, line->place.line, c->column};
    if (line->count == WS_WORDS_MAX)
        return ws_fail_at(error, place, "more than %d words; no line needs as many", WS_WORDS_MAX);
    ws_word *word = &line->word[line->count];
    *word = (ws_word){.text = c->out, .column = c->column, .quoted = *c->at == '"'};
    if (!(word->quoted ? cut_quoted(c, line, error) : cut_bare(c, line, error)))
        return false;
    *c->out++ = '\0';
    line->count++;
    line->end = c->column;
    line->length = (size_t)(c->at - line->text);
    return true;
}

bool ws_line_split(ws_line *line, ws_place place, const char *text, size_t length,
                   ws_error *error) {
    line->place = place;
    line->count = line->length = 0;
    line->end = place.column;
    line->text = text;
    if (!check_bytes(place, text, length, error))
        return false;
    cutter c = {text, text + length, line->store, place.column};
    for (skip_blanks(&c); c.at < c.end && *c.at != '#'; skip_blanks(&c)) {
        if (line->count == 0)
            line->text = c.at;
        if (!cut_word(&c, line, error))
            return false;
    }
    return true;
}

bool ws_word_number(const ws_line *line, size_t word, const char *what, int64_t min, int64_t max,
                    int64_t *value, ws_error *error) {
    if (word >= line->count)
        return ws_fail(error, line, word,
                       "%s is missing; write a whole number from %" PRId64 " to %" PRId64, what,
                       min, max);
    const char *text = line->word[word].text;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits])
        return ws_fail(error, line, word,
                       "\"%.64s\" is no whole number; %s is from %" PRId64 " to %" PRId64, text,
                       what, min, max);
    int64_t number = 0;
    bool huge = false;
    for (size_t i = 0; i < digits && !huge; i++)
        huge = __builtin_mul_overflow(number, 10, &number) ||
               __builtin_add_overflow(number, text[i] - '0', &number);
    if (huge || number < min || number > max)
        return ws_fail(error, line, word,
                       "%.64s is out of range; %s is from %" PRId64 " to %" PRId64, text, what, min,
                       max);
    *value = number;
    return true;
}

bool ws_decimal_parse(const char *text, int64_t max, int64_t *millionths) {
    int64_t whole = 0;
    int64_t part = 0;
    int64_t unit = WS_MILLION;
    size_t digits = strspn(text, "0123456789");
    const char *end = text + digits;
    for (size_t i = 0; i < digits; i++) {
        whole = whole * 10 + (text[i] - '0');
        if (whole > max / WS_MILLION)
            return false;
    }
    if (*end == '.') {
        size_t places = strspn(++end, "0123456789");
        if (places == 0)
            return false;
        for (; places; places--, end++) {
            if (unit == 1 && *end != '0')
                return false;
            if (unit > 1)
                unit /= 10, part += unit * (*end - '0');
        }
    } else if (digits == 0)
        return false;
    *millionths = whole * WS_MILLION + part;
    return *end == '\0' && *millionths <= max;
}

bool ws_word_decimal(const ws_line *line, size_t word, const char *what, int64_t max,
                     int64_t *millionths, ws_error *error) {
    long long most = (long long)(max / WS_MILLION);
    if (word >= line->count)
        return ws_fail(error, line, word, "%s is missing; write a number from 0 to %lld", what,
                       most);
    if (ws_decimal_parse(line->word[word].text, max, millionths))
        return true;
    return ws_fail(
        error, line, word,
        "\"%.64s\" is no value for %s; write a number from 0 to %lld with at most 6 decimals",
        line->word[word].text, what, most);
}
