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
    size_t most = sizeof error->text / 3; /* the end of a very long path says most */
    if (place.line == 0) {
        fail_with(error, "%.*s: ", (int)most, name);
        return;
    }
    bool is_long = size > most;
    const char *dots = is_long ? "..." : "";
    const char *shown = is_long ? name + size - most : name;
    fail_with(error, "%s%s:%u:%u: ", dots, shown, place.line, place.column);
}

/* A word in quotes may hold the end of a line: what is said is one line. */
__attribute__((format(printf, 3, 0))) static bool fail_args(ws_error *error, ws_place place,
                                                            const char *format, va_list args) {
    print_place(error, place);
    size_t used = strlen(error->text);
    vsnprintf(error->text + used, sizeof error->text - used, format, args);
    ws_clean(error->text);
    error->reason = (uint16_t)strlen(error->text);
    error->remedies = 0;
    return false;
}

bool ws_fail_at(ws_error *error, ws_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_args(error, place, format, args);
    va_end(args);
    return false;
}

ws_place ws_word_place(const ws_line *line, size_t word) {
    ws_place place = line->place;
    place.column = word < line->count ? line->word[word].column : line->end;
    return place;
}

bool ws_fail(ws_error *error, const ws_line *line, size_t word, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_args(error, ws_word_place(line, word), format, args);
    va_end(args);
    return false;
}

bool ws_refuse(const ws_line *line, size_t word, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_args(line->error, ws_word_place(line, word), format, args);
    va_end(args);
    return false;
}

bool ws_fail_name(ws_error *error, const ws_line *line, size_t word, const char *kind,
                  ws_names names) {
    const char *text = word_at(line, word);
    if (*text)
        ws_fail(error, line, word, "unknown %s \"%.64s\"", kind, text);
    else
        ws_fail(error, line, word, "the %s is missing", kind);
    ws_suggest_append(error, text, names);
    return false;
}

bool ws_refuse_name(const ws_line *line, size_t word, const char *kind, ws_names names) {
    return ws_fail_name(line->error, line, word, kind, names);
}

bool ws_fail_place(ws_error *error, ws_place place) {
    const ws_error bare = *error;
    ws_fail_at(error, place, "%s", bare.text);
    size_t advice = strlen(bare.text + bare.reason);
    if (advice < error->reason)
        error->reason -= (uint16_t)advice;
    error->remedies = bare.remedies;
    memcpy(error->remedy, bare.remedy, sizeof bare.remedy);
    return false;
}

/* ------------------------------------------------------------------------ lines and words ---- */

enum { MARK_BYTES = 3 };

/* Does the text begin with a byte-order mark? */
static bool has_mark(const ws_source *source) {
    static const char mark[] = "\xef\xbb\xbf";
    return source->length >= MARK_BYTES && memcmp(source->text, mark, MARK_BYTES) == 0;
}

bool ws_reader_next(ws_reader *reader, const char **text, size_t *length) {
    const ws_source *source = reader->source;
    if (reader->at == 0 && has_mark(source))
        reader->at = MARK_BYTES;
    if (reader->at >= source->length)
        return false;
    const char *begin = source->text + reader->at;
    size_t left = source->length - reader->at;
    const char *end = memchr(begin, '\n', left);
    *length = end ? (size_t)(end - begin) : left;
    *text = begin;
    reader->at += *length + (end != NULL);
    reader->line++;
    if (*length && begin[*length - 1] == '\r')
        --*length;
    return true;
}

static bool is_control(uint32_t code) {
    return code < 0xa0 && code != '\t' && ws_is_obeyed(code);
}

/* Checks every byte before words are cut. */
static bool check_bytes(const ws_line *line, size_t length) {
    ws_error *error = line->error;
    ws_place place = line->place;
    if (length > WS_LINE_MAX)
        return ws_fail_at(error, place, "the line has %zu bytes; a line has at most %d", length,
                          WS_LINE_MAX);
    const char *end = line->text + length;
    for (const char *at = line->text; at < end; place.column++) {
        uint32_t code;
        size_t size = ws_character(at, (size_t)(end - at), &code);
        if (size == 0)
            return ws_fail_at(error, place, "byte 0x%02x is not UTF-8; save the file as UTF-8",
                              (unsigned char)*at);
        if (is_control(code))
            return ws_fail_at(error, place, "control character 0x%02x; a line is plain text",
                              (unsigned)code);
        at += size;
    }
    return true;
}

/* The state of cutting: the next byte, its column, and where the word is written. */
typedef struct cutter {
    ws_line *line;
    const char *at;
    const char *end;
    char *out;
    unsigned column;
} cutter;

/* The place at which the cutter reads. */
static ws_place place_now(const cutter *c) {
    ws_place place = c->line->place;
    place.column = c->column;
    return place;
}

/* Writes an error at the place at which the cutter reads. */
static bool fail_cut(const cutter *c, const char *what) {
    return ws_fail_at(c->line->error, place_now(c), "%s", what);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Copies one byte; the first byte of a character moves the column. */
static void cut_byte(cutter *c) {
    *c->out++ = *c->at++;
    if (c->at == c->end || ((unsigned char)*c->at & 0xc0) != 0x80)
        c->column++;
}

static bool at_end(const cutter *c) {
    return c->at == c->end;
}

static bool at_blank(const cutter *c) {
    return is_blank(*c->at);
}

/* Passes one character of one byte. */
static void cut_skip(cutter *c) {
    c->at++;
    c->column++;
}

static void skip_blanks(cutter *c) {
    while (!at_end(c) && at_blank(c))
        cut_skip(c);
}

static bool cut_escape(cutter *c) {
    static const char letters[] = "\"\\nt";
    static const char meaning[] = "\"\\\n\t";
    const char *letter = c->at + 1;
    const char *found = letter < c->end ? memchr(letters, *letter, sizeof letters - 1) : NULL;
    if (!found)
        return fail_cut(c, "unknown escape; a backslash in quotes stands before one of \" \\ n t");
    *c->out++ = meaning[found - letters];
    cut_skip(c);
    cut_skip(c);
    return true;
}

static bool cut_quoted(cutter *c) {
    ws_place open = place_now(c);
    cut_skip(c);
    while (!at_end(c) && *c->at != '"') {
        if (*c->at != '\\')
            cut_byte(c);
        else if (!cut_escape(c))
            return false;
    }
    if (at_end(c))
        return ws_fail_at(c->line->error, open,
                          "the quote is not closed; write \" at the end of the text");
    cut_skip(c);
    if (!at_end(c) && !at_blank(c))
        return fail_cut(c, "text behind the quote; put a blank between the words");
    return true;
}

static bool cut_bare(cutter *c) {
    for (; !at_end(c) && !at_blank(c); cut_byte(c))
        if (*c->at == '"')
            return fail_cut(c, "a quote within a word; quote the whole word");
    return true;
}

static bool cut_word(cutter *c) {
    ws_line *line = c->line;
    if (line->count == WS_WORDS_MAX)
        return ws_fail_at(line->error, place_now(c), "more than %d words; no line needs as many",
                          WS_WORDS_MAX);
    ws_word *word = &line->word[line->count];
    word->text = c->out;
    word->column = c->column;
    word->quoted = *c->at == '"';
    if (!(word->quoted ? cut_quoted(c) : cut_bare(c)))
        return false;
    *c->out++ = '\0';
    line->count++;
    line->end = c->column;
    line->length = (size_t)(c->at - line->text);
    return true;
}

bool ws_line_split(ws_line *line, ws_place place, const char *text, size_t length,
                   ws_error *error) {
    line->error = error;
    line->place = place;
    line->count = line->length = 0;
    line->end = place.column;
    line->text = text;
    if (!check_bytes(line, length))
        return false;
    cutter c = {line, text, text + length, line->store, place.column};
    skip_blanks(&c);
    line->text = c.at;
    while (!at_end(&c) && *c.at != '#') {
        if (!cut_word(&c))
            return false;
        skip_blanks(&c);
    }
    return true;
}

/* Reads decimal digits; false where they say more than an int64_t holds. */
static bool digits_read(const char *text, int64_t *number) {
    *number = 0;
    for (; *text; text++) {
        int digit = *text - '0';
        if (__builtin_mul_overflow(*number, 10, number))
            return false;
        if (__builtin_add_overflow(*number, digit, number))
            return false;
    }
    return true;
}

bool ws_word_number(const ws_line *line, size_t word, const ws_range *range, int64_t *value) {
    const char *what = range->what;
    int64_t min = range->min;
    int64_t max = range->max;
    if (word >= line->count)
        return ws_refuse(line, word,
                         "%s is missing; write a whole number from %" PRId64 " to %" PRId64, what,
                         min, max);
    const char *text = word_at(line, word);
    if (*text == '\0' || text[strspn(text, "0123456789")])
        return ws_refuse(line, word,
                         "invalid number \"%.64s\": %s is a whole number from %" PRId64
                         " to %" PRId64,
                         text, what, min, max);
    int64_t number;
    if (!digits_read(text, &number) || number < min || number > max)
        return ws_refuse(line, word, "%.64s is out of range; %s is from %" PRId64 " to %" PRId64,
                         text, what, min, max);
    *value = number;
    return true;
}

/* Reads the digits behind a decimal point, in millionths. *end is behind them. False without
 * digits, and where more than six of them say something. */
static bool decimals_parse(const char *text, int64_t *part, const char **end) {
    int64_t unit = WS_MILLION;
    const char *at = text;
    *part = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        int digit = *at - '0';
        if (unit == 1 && digit)
            return false;
        if (unit == 1)
            continue;
        unit /= 10;
        *part += unit * digit;
    }
    *end = at;
    return at > text;
}

bool ws_decimal_parse(const char *text, int64_t max, int64_t *millionths) {
    int64_t whole = 0;
    int64_t part = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        whole = whole * 10 + (*at - '0');
        if (whole > max / WS_MILLION)
            return false;
    }
    bool has_point = *at == '.';
    if (at == text && !has_point)
        return false;
    if (has_point && !decimals_parse(at + 1, &part, &at))
        return false;
    *millionths = whole * WS_MILLION + part;
    return *at == '\0' && *millionths <= max;
}

bool ws_word_decimal(const ws_line *line, size_t word, const char *what, int64_t max,
                     int64_t *millionths) {
    long long most = (long long)(max / WS_MILLION);
    if (word >= line->count)
        return ws_refuse(line, word, "%s is missing; write a number from 0 to %lld", what, most);
    const char *text = word_at(line, word);
    if (ws_decimal_parse(text, max, millionths))
        return true;
    return ws_refuse(
        line, word,
        "invalid value \"%.64s\" for %s: expected a number from 0 to %lld with at most 6 decimals",
        text, what, most);
}

/* Is a byte of the line inside a character? */
static bool is_inside(const ws_line *line, size_t byte) {
    const char *text = line->text;
    if (byte >= line->length)
        return false;
    unsigned char at = (unsigned char)text[byte];
    return (at & 0xc0) == 0x80;
}

/* The byte at which a column of the line begins; the line begins at the column of its place. */
static size_t byte_of(const ws_line *line, unsigned column) {
    size_t byte = 0;
    unsigned at = line->word[0].column;
    for (; at < column; at++) {
        byte++;
        while (is_inside(line, byte))
            byte++;
    }
    return byte;
}

const char *ws_line_raw(const ws_line *line, size_t first, size_t end, size_t *length) {
    const ws_word *begin = &line->word[first];
    const ws_word *behind = &line->word[end];
    size_t from = byte_of(line, begin->column);
    size_t to = line->length;
    if (end < line->count)
        to = byte_of(line, behind->column);
    while (to > from && strchr(" \t", line->text[to - 1]))
        to--;
    *length = to - from;
    const char *text = line->text;
    return text + from;
}
