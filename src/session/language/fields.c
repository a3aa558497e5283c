/* fields.c - see fields.h. */
#include "session/language/fields.h"

#include "session/language/text.h"
#include "session/text_stream.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

void ws_kept_free(ws_kept *kept) {
    for (size_t i = 0; i < kept->exprs; i++)
        free(kept->expr[i]);
    free(kept->expr);
    ws_texts_free(&kept->texts);
}

bool ws_refuse_now(const ws_fields *in, const char *expected) {
    if (!more(in))
        return ws_refuse(&in->line, in->word, "something is missing; expected %s", expected);
    return ws_refuse(&in->line, in->word, "\"%.64s\" is wrong here; expected %s", text_now(in),
                     expected);
}

bool ws_fields_end(const ws_fields *in) {
    return !more(in) || ws_refuse(&in->line, in->word, "\"%.64s\" is too much here", text_now(in));
}

/* ---- words and numbers ---- */

const char *ws_keep(ws_fields *in, const char *text) {
    return ws_texts_add(&in->kept->texts, text, strlen(text));
}

bool ws_quoted_read(ws_fields *in, const char **text, const char *expected) {
    if (!quoted_now(in))
        return ws_refuse_now(in, expected);
    *text = ws_keep(in, text_now(in));
    in->word++;
    return true;
}

bool ws_name_read(ws_fields *in, const char **name, const char *expected) {
    if (!more(in) || quoted_now(in))
        return ws_refuse_now(in, expected);
    *name = ws_keep(in, text_now(in));
    in->word++;
    return true;
}

static bool listed_word_read(ws_fields *in, const ws_line_field *field, const char **word) {
    const char *text = text_now(in);
    size_t length = strlen(text);
    for (const char *at = field->words; *at; at += strcspn(at, " "), at += *at == ' ')
        if (length && strcspn(at, " ") == length && strncmp(at, text, length) == 0)
            return ws_name_read(in, word, field->what);
    return ws_refuse_now(in, field->what);
}

static bool field_number_read(ws_fields *in, int64_t most, int64_t *number) {
    const ws_range range = {"a number", 0, most};
    bool good = ws_word_number(&in->line, in->word, &range, number);
    in->word += good;
    return good;
}

bool ws_int_read(ws_fields *in, int most, int *number) {
    int64_t value;
    bool good = field_number_read(in, most, &value);
    if (good)
        *number = (int)value;
    return good;
}

static bool field_cycles_read(ws_fields *in, uint64_t *cycles) {
    int64_t number;
    bool good = field_number_read(in, WS_CYCLES_MOST, &number);
    if (good)
        *cycles = (uint64_t)number;
    return good;
}

static bool ahead_read(ws_fields *in, uint64_t *cycles) {
    const char *word = text_now(in);
    size_t digits = *word == '+' ? strspn(word + 1, "0123456789") : 0;
    if (digits == 0 || word[1 + digits])
        return ws_refuse_now(in, "+CYCLES, such as +20000");
    *cycles = strtoull(word + 1, NULL, 10);
    if (*cycles > WS_CYCLES_MOST)
        return ws_refuse(&in->line, in->word, "%.64s is out of range; cycles ahead are at most %d",
                         word, WS_CYCLES_MOST);
    in->word++;
    return true;
}

static bool power_read(ws_fields *in, int most, uint64_t *step) {
    char *end;
    char expected[40];
    const char *word = text_now(in);
    snprintf(expected, sizeof expected, "a power of two from 1 to %d", most);
    if (!more(in))
        return ws_refuse_now(in, expected);
    bool is_number = *word >= '0' && *word <= '9';
    *step = strtoull(word, &end, 10);
    bool is_power = *step && (*step & (*step - 1)) == 0;
    if (!is_number || *end || !is_power || *step > (uint64_t)most)
        return ws_refuse(&in->line, in->word, "invalid step `%.64s`: expected %s", word, expected);
    in->word++;
    return true;
}

const char *ws_real_parse(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end;
}

static bool share_read(ws_fields *in, double *share) {
    const char *word = text_now(in);
    const char *end = ws_real_parse(word, share);
    *share /= 100;
    if (end == word || !text_is(end, "%"))
        return ws_refuse_now(in, "a share, such as 15%");
    in->word++;
    return true;
}

bool ws_real_is(const char *text, double *number) {
    const char *end = ws_real_parse(text, number);
    return end > text && *end == '\0';
}

const char *ws_whole_parse(const char *text, int base, uint64_t *number) {
    char *end;
    *number = strtoull(text, &end, base);
    return end;
}

bool ws_real_read(ws_fields *in, double *number) {
    if (!ws_real_is(text_now(in), number) || !isfinite(*number) || quoted_now(in))
        return ws_refuse_now(in, "a number");
    in->word++;
    return true;
}

bool ws_millionths_read(const char **text, int64_t *value) {
    char number[32];
    size_t length = strcspn(*text, ":");
    if (length >= sizeof number)
        return false;
    memcpy(number, *text, length);
    number[length] = '\0';
    *text += length;
    *text += **text == ':';
    return ws_decimal_parse(number, INT64_MAX / WS_MILLION, value);
}

/* ---- parts of a line ---- */

/* The number of the next word that is a key of the form, or the end. In parentheses, as of
 * worms(from = H2 and at = SB), none is. */
static size_t stop_of(const ws_fields *in, const ws_form *form) {
    int inside = 0;
    size_t at = in->word;
    for (; at < in->line.count; at++) {
        const ws_word *word = &in->line.word[at];
        for (size_t i = 0; form && i < form->count; i++) {
            const char *key = form->field[i].key;
            if (inside == 0 && !word->quoted && key && text_is(word->text, key))
                return at;
        }
        for (const char *letter = word->text; *letter; letter++)
            inside += (*letter == '(') - (*letter == ')');
    }
    return at;
}

bool ws_expr_read(ws_fields *in, const ws_form *stops, const ws_expr_scope *scope, ws_expr **expr) {
    ws_kept *kept = in->kept;
    const ws_place place = ws_word_place(&in->line, in->word);
    assert(in->word <= in->line.count);
    size_t end = stop_of(in, stops);
    size_t length;
    if (end == in->word)
        return ws_refuse_now(in, scope ? "an expression" : "an expression, such as order>=2");
    const char *text = ws_line_raw(&in->line, in->word, end, &length);
    *expr = ws_alloc(1, sizeof **expr);
    WS_GROW(kept->expr, kept->exprs);
    kept->expr[kept->exprs++] = *expr;
    in->word = end;
    return ws_expr_parse_in(*expr, scope, place, text, length, in->line.error);
}

/* Keeps a part of the line at hand; or one that was in quotes, whose place is that of its word. */
static bool field_line_keep(ws_fields *in, ws_field_lines *lines, const char *text, size_t length) {
    const char *at = in->line.text;
    bool is_inside = text >= at && text <= at + in->line.length;
    ws_place place = ws_word_place(&in->line, is_inside ? 0 : in->word);
    if (lines->count == WS_LINES_MOST)
        return ws_refuse_now(in, "at most 8 of them");
    for (; is_inside && at < text; at++)
        place.column += ((unsigned char)*at & 0xc0) != 0x80;
    lines->place[lines->count] = place;
    lines->line[lines->count++] = ws_texts_add(&in->kept->texts, text, length);
    return true;
}

bool ws_word_keep(ws_fields *in, ws_field_lines *lines) {
    const char *word = text_now(in);
    bool good = field_line_keep(in, lines, word, strlen(word));
    in->word += good;
    return good;
}

/* Keeps what lies between semicolons, without the blanks before it. */
static bool parts_keep(ws_fields *in, ws_field_lines *lines, const char *text, size_t length) {
    const char *end = text + length;
    while (text < end) {
        const char *semicolon = memchr(text, ';', (size_t)(end - text));
        const char *stop = semicolon ? semicolon : end;
        while (text < stop && *text == ' ')
            text++;
        if (!field_line_keep(in, lines, text, (size_t)(stop - text)))
            return false;
        text = semicolon ? stop + 1 : end;
    }
    return true;
}

bool ws_lines_read(ws_fields *in, ws_field_lines *lines) {
    size_t length;
    if (!more(in))
        return ws_refuse_now(in, "a line");
    const char *text = ws_line_raw(&in->line, in->word, in->line.count, &length);
    bool good = parts_keep(in, lines, text, length);
    in->word = in->line.count;
    return good;
}

static bool script_read(ws_fields *in, ws_field_lines *lines) {
    const char *text = "";
    return ws_quoted_read(in, &text, "lines in quotes, such as \"set segment 250; measure\"") &&
           parts_keep(in, lines, text, strlen(text));
}

static bool field_list_read(ws_fields *in, const ws_form *stops, ws_field_lines *list) {
    size_t end = stop_of(in, stops);
    while (in->word < end)
        if (!ws_word_keep(in, list))
            return false;
    return list->count > 0 || ws_refuse_now(in, "a name");
}

/* ---- whole lines ---- */

static bool field_value_read(ws_fields *in, const ws_form *form, const ws_line_field *field,
                             void *value) {
    switch (field->type) {
    case WS_FIELD_NONE: return true;
    case WS_FIELD_NAME: return ws_name_read(in, value, field->what);
    case WS_FIELD_WORD: return listed_word_read(in, field, value);
    case WS_FIELD_QUOTED: return ws_quoted_read(in, value, field->what);
    case WS_FIELD_FLAG: return *(bool *)value = true;
    case WS_FIELD_INT: return ws_int_read(in, field->most, value);
    case WS_FIELD_CYCLES: return field_cycles_read(in, value);
    case WS_FIELD_AHEAD: return ahead_read(in, value);
    case WS_FIELD_POWER: return power_read(in, field->most, value);
    case WS_FIELD_SHARE: return share_read(in, value);
    case WS_FIELD_EXPR: return ws_expr_read(in, form, NULL, value);
    case WS_FIELD_LIST: return field_list_read(in, form, value);
    case WS_FIELD_LINES: return ws_lines_read(in, value);
    case WS_FIELD_SCRIPT: return script_read(in, value);
    }
    return false;
}

static bool field_read(ws_fields *in, const ws_form *form, const ws_line_field *field,
                       void *object) {
    return field_value_read(in, form, field, (char *)object + field->at) &&
           (!field->done || field->done(in, object));
}

static bool field_key_read(ws_fields *in, const ws_form *form, uint32_t kind, void *object) {
    const char *names[WS_WORDS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < form->count; i++) {
        const ws_line_field *field = &form->field[i];
        if (!field->key || !(field->kinds & kind))
            continue;
        if (consumed(in, field->key))
            return field_read(in, form, field, object);
        names[count++] = field->key;
    }
    if (count == 0)
        return ws_fields_end(in);
    if (form->what)
        return ws_refuse_now(in, form->what);
    return ws_refuse_name(&in->line, in->word, form->kind, WS_NAMES(names, count));
}

bool ws_fields_read(ws_fields *in, const ws_form *form, uint32_t kind, void *object) {
    assert(kind && !(kind & (kind - 1)));
    for (size_t i = 0; i < form->count; i++) {
        const ws_line_field *field = &form->field[i];
        if (field->key || !(field->kinds & kind))
            continue;
        bool is_text = field->type == WS_FIELD_QUOTED;
        if (field->may && !(is_text ? quoted_now(in) : more(in)))
            continue;
        if (!field_read(in, form, field, object))
            return false;
    }
    while (more(in))
        if (!field_key_read(in, form, kind, object))
            return false;
    return true;
}

bool ws_fields_lines(ws_fields *in, const ws_source *source, bool (*read)(ws_fields *in),
                     ws_error *error) {
    ws_reader lines = {.source = source};
    const char *text;
    size_t length;
    while (ws_reader_next(&lines, &text, &length)) {
        const ws_place place = {source, lines.line, 1};
        if (!ws_line_split(&in->line, place, text, length, error))
            return false;
        in->word = 1;
        if (in->line.count > 0 && !read(in))
            return false;
    }
    return true;
}

/* ---- writing ---- */

static void escaped_write(FILE *out, const char *text) {
    for (; *text; text++) {
        if (strchr("\"\\\n\t", *text))
            putc('\\', out);
        putc(*text == '\n' ? 'n' : *text == '\t' ? 't' : *text, out);
    }
}

void ws_quoted(FILE *out, const char *text) {
    putc('"', out);
    escaped_write(out, text);
    putc('"', out);
}

char *ws_quoted_text(const char *text) {
    char *word = NULL;
    size_t length;
    FILE *out = ws_text_stream(&word, &length);
    ws_quoted(out, text);
    fclose(out);
    return word;
}

static void field_lines_write(FILE *out, const ws_field_lines *lines, const char *between) {
    for (size_t i = 0; i < lines->count; i++)
        fprintf(out, "%s%s", i ? between : "", lines->line[i]);
}

static void script_write(FILE *out, const ws_field_lines *lines) {
    putc('"', out);
    for (size_t i = 0; i < lines->count; i++) {
        fputs(i ? "; " : "", out);
        escaped_write(out, lines->line[i]);
    }
    putc('"', out);
}

static bool is_said(const ws_line_field *field, const void *value) {
    switch (field->type) {
    case WS_FIELD_NONE: return false;
    case WS_FIELD_FLAG: return *(const bool *)value;
    case WS_FIELD_INT: return *(const int *)value || field->always;
    case WS_FIELD_CYCLES:
    case WS_FIELD_AHEAD:
    case WS_FIELD_POWER: return *(const uint64_t *)value || field->always;
    case WS_FIELD_SHARE: return true;
    case WS_FIELD_LIST:
    case WS_FIELD_LINES:
    case WS_FIELD_SCRIPT: return ((const ws_field_lines *)value)->count > 0;
    default: return *(const char *const *)value != NULL;
    }
}

static void field_value_write(FILE *out, const ws_line_field *field, const void *value) {
    switch (field->type) {
    case WS_FIELD_NONE:
    case WS_FIELD_FLAG: break;
    case WS_FIELD_NAME:
    case WS_FIELD_WORD: fputs(*(const char *const *)value, out); break;
    case WS_FIELD_QUOTED: ws_quoted(out, *(const char *const *)value); break;
    case WS_FIELD_INT: fprintf(out, "%d", *(const int *)value); break;
    case WS_FIELD_AHEAD: fprintf(out, "+%" PRIu64, *(const uint64_t *)value); break;
    case WS_FIELD_CYCLES:
    case WS_FIELD_POWER: fprintf(out, "%" PRIu64, *(const uint64_t *)value); break;
    case WS_FIELD_SHARE: fprintf(out, "%.15g%%", 100 * *(const double *)value); break;
    case WS_FIELD_EXPR: fputs((*(const ws_expr *const *)value)->text, out); break;
    case WS_FIELD_LIST: field_lines_write(out, value, " "); break;
    case WS_FIELD_LINES: field_lines_write(out, value, "; "); break;
    case WS_FIELD_SCRIPT: script_write(out, value); break;
    }
}

void ws_fields_write(FILE *out, const ws_form *form, uint32_t kind, const void *object) {
    assert(kind && !(kind & (kind - 1)));
    for (size_t place = 1; place <= form->count; place++)
        for (size_t i = 0; i < form->count; i++) {
            const ws_line_field *field = &form->field[i];
            const char *value = (const char *)object + field->at;
            if (field->open != place || !(field->kinds & kind) || !is_said(field, value))
                continue;
            if (field->key)
                fprintf(out, " %s", field->key);
            fputs(field->type == WS_FIELD_FLAG ? "" : " ", out);
            field_value_write(out, field, value);
        }
}
