/* reader.c - see reader.h. */
#include "lesson/reader.h"

#include "session/language/text.h"

#include <stdlib.h>

enum { CYCLES_MOST = 10000000 }; /* a minute of a large network: nobody waits longer */

/* ---- the word at hand ---- */

bool quoted_now(const reader *r) {
    return more(r) && word_now(r)->quoted;
}

static bool bare_now(const reader *r) {
    return more(r) && !word_now(r)->quoted;
}

bool now_is(const reader *r, const char *text) {
    return bare_now(r) && text_is(text_now(r), text);
}

bool consumed(reader *r, const char *text) {
    bool is_there = now_is(r, text);
    r->word += is_there;
    return is_there;
}

bool fail_word(const reader *r, const char *expected) {
    const ws_line *line = &r->line;
    const char *word = text_now(r);
    if (!more(r))
        return ws_refuse(line, r->word, "something is missing; expected %s", expected);
    return ws_refuse(line, r->word, "\"%.64s\" is wrong here; expected %s", word, expected);
}

bool fail_too_much(const reader *r) {
    const char *word = text_now(r);
    return ws_refuse(&r->line, r->word, "\"%.64s\" is too much here", word);
}

/* ---- words ---- */

static const char *keep(reader *r, part kept) {
    ws_texts *texts = &r->lesson->texts;
    return ws_texts_add(texts, kept.text, kept.length);
}

static part whole(const char *text) {
    return (part){text, strlen(text)};
}

static const char *word_consume(reader *r) {
    const char *word = text_now(r);
    r->word++;
    return keep(r, whole(word));
}

bool quoted_read(reader *r, const char **text, const char *expected) {
    if (!quoted_now(r))
        return fail_word(r, expected);
    *text = word_consume(r);
    return true;
}

bool name_read(reader *r, const char **name, const char *expected) {
    if (!bare_now(r))
        return fail_word(r, expected);
    *name = word_consume(r);
    return true;
}

bool number_read(reader *r, int64_t most, int64_t *number) {
    const ws_range range = {"a number", 0, most};
    bool good = ws_word_number(&r->line, r->word, &range, number);
    r->word += good;
    return good;
}

bool int_read(reader *r, int64_t most, int *number) {
    int64_t value;
    bool good = number_read(r, most, &value);
    if (good)
        *number = (int)value;
    return good;
}

bool cycles_read(reader *r, uint64_t *cycles) {
    int64_t number;
    bool good = number_read(r, CYCLES_MOST, &number);
    if (good)
        *cycles = (uint64_t)number;
    return good;
}

bool cycles_ahead_read(reader *r, uint64_t *cycles) {
    const char *word = text_now(r);
    size_t digits = *word == '+' ? strspn(word + 1, "0123456789") : 0;
    if (digits == 0 || word[1 + digits])
        return fail_word(r, "+CYCLES, such as +20000");
    *cycles = strtoull(word + 1, NULL, 10);
    if (*cycles > CYCLES_MOST)
        return ws_refuse(&r->line, r->word, "%.64s is out of range; cycles ahead are at most %d",
                         word, CYCLES_MOST);
    r->word++;
    return true;
}

/* ---- parts of the line ---- */

/* The words from the one at hand up to `end`, as they stand in the file. */
static part part_to(const reader *r, size_t end) {
    part words = {0};
    words.text = ws_line_raw(&r->line, r->word, end, &words.length);
    return words;
}

static bool is_one_of(const ws_word *word, stop_words *words) {
    if (word->quoted)
        return false;
    for (; *words; words++)
        if (text_is(word->text, *words))
            return true;
    return false;
}

/* Parentheses that a word opens, less those that it closes. */
static int opened_by(const char *word) {
    int opened = 0;
    for (; *word; word++) {
        if (*word == '(')
            opened++;
        if (*word == ')')
            opened--;
    }
    return opened;
}

/* The number of the next stop word, or the end. In parentheses, as of worms(from = H2 and at = SB),
 * none stops. */
static size_t stop_of(const reader *r, stop_words *stops) {
    const ws_line *line = &r->line;
    size_t at = r->word;
    int inside = 0;
    for (; at < line->count; at++) {
        const ws_word *word = &line->word[at];
        if (inside == 0 && is_one_of(word, stops))
            break;
        inside += opened_by(word->text);
    }
    return at;
}

/* ---- expressions, lines and lists ---- */

static ws_expr *expr_add(ws_lesson *lesson) {
    ws_expr *expr = ws_alloc(1, sizeof *expr);
    size_t count = lesson->expr_count;
    WS_GROW(lesson->exprs, count);
    lesson->exprs[count] = expr;
    lesson->expr_count++;
    return expr;
}

bool expr_read(reader *r, stop_words *stops, ws_expr **expr) {
    size_t end = stop_of(r, stops);
    if (end == r->word)
        return fail_word(r, "an expression, such as order>=2");
    part source = part_to(r, end);
    ws_place place = ws_word_place(&r->line, r->word);
    *expr = expr_add(r->lesson);
    r->word = end;
    return ws_expr_parse(*expr, place, source.text, source.length, r->error);
}

/* The place of a part of the line at hand; of a part that was in quotes, that of its word. */
static ws_place part_place(const reader *r, part kept) {
    const ws_line *line = &r->line;
    ws_place place = ws_word_place(line, 0);
    const char *at = line->text;
    bool is_inside = kept.text >= at && kept.text <= at + line->length;
    if (!is_inside)
        return ws_word_place(line, r->word);
    for (; at < kept.text; at++)
        place.column += ((unsigned char)*at & 0xc0) != 0x80;
    return place;
}

bool line_keep(reader *r, ws_item_lines *lines, part line) {
    if (lines->count == WS_LESSON_LINES)
        return fail_word(r, "at most 8 of them");
    size_t number = lines->count;
    lines->line[number] = keep(r, line);
    lines->place[number] = part_place(r, line);
    lines->count++;
    return true;
}

bool word_keep(reader *r, ws_item_lines *lines) {
    part word = whole(text_now(r));
    bool good = line_keep(r, lines, word);
    r->word += good;
    return good;
}

/* Takes the first line off `rest`, without the blanks before it and the `;` behind it. */
static part line_off(part *rest) {
    const char *text = rest->text;
    const char *last = text + rest->length;
    const char *semicolon = memchr(text, ';', rest->length);
    const char *stop = semicolon ? semicolon : last;
    while (text < stop && *text == ' ')
        text++;
    rest->text = semicolon ? stop + 1 : last;
    rest->length = (size_t)(last - rest->text);
    return (part){text, (size_t)(stop - text)};
}

static bool lines_keep(reader *r, ws_item_lines *lines, part rest) {
    while (rest.length > 0) {
        part line = line_off(&rest);
        if (!line_keep(r, lines, line))
            return false;
    }
    return true;
}

bool lines_read(reader *r, ws_item_lines *lines) {
    size_t end = r->line.count;
    if (!more(r))
        return fail_word(r, "a line");
    part all = part_to(r, end);
    bool good = lines_keep(r, lines, all);
    r->word = end;
    return good;
}

bool quoted_lines_read(reader *r, ws_item_lines *lines) {
    const char *text = "";
    if (!quoted_read(r, &text, "lines in quotes, such as \"set segment 250; measure\""))
        return false;
    return lines_keep(r, lines, whole(text));
}

bool list_read(reader *r, stop_words *stops, ws_item_lines *list) {
    size_t end = stop_of(r, stops);
    while (r->word < end)
        if (!word_keep(r, list))
            return false;
    return list->count > 0 || fail_word(r, "a name");
}
