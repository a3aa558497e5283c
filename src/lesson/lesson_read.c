/* lesson_read.c - a lesson from its lines. Each keyword is a row; what may follow a question is
 * another table. */
#include "lesson/lesson.h"

#include "session/language/stage_lines.h"
#include "session/language/suggest.h"
#include "session/language/text.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MAX_STEPS = 40, STEP_MAX_ITEMS = 40 };

typedef struct reader {
    ws_lesson *lesson;
    ws_line line;
    size_t word; /* the one at hand */
    ws_error *error;
} reader;

/* ---- words ---- */

static bool more(const reader *r) {
    return r->word < r->line.count;
}

/* Is the word at hand a text? */
static bool quoted_now(const reader *r) {
    return more(r) && r->line.word[r->word].quoted;
}

static bool bare_now(const reader *r) {
    return more(r) && !r->line.word[r->word].quoted;
}

static const char *word_now(const reader *r) {
    return more(r) ? r->line.word[r->word].text : "";
}

static bool now_is(const reader *r, const char *text) {
    return bare_now(r) && text_is(word_now(r), text);
}

static bool fail(const reader *r, const char *expected) {
    if (more(r))
        return ws_refuse(&r->line, r->word, "\"%.64s\" is wrong here; expected %s", word_now(r),
                         expected);
    return ws_refuse(&r->line, r->word, "something is missing; expected %s", expected);
}

static const char *keep(reader *r, const char *text, size_t length) {
    return ws_texts_add(&r->lesson->texts, text, length);
}

static bool text_read(reader *r, const char **text, const char *expected) {
    if (!quoted_now(r))
        return fail(r, expected);
    const char *word = word_now(r);
    *text = keep(r, word, strlen(word));
    r->word++;
    return true;
}

static bool name_read(reader *r, const char **name, const char *expected) {
    if (!bare_now(r))
        return fail(r, expected);
    const char *word = word_now(r);
    *name = keep(r, word, strlen(word));
    r->word++;
    return true;
}

static bool number_read(reader *r, int64_t most, int64_t *number) {
    const ws_range range = {"a number", 0, most};
    if (!ws_word_number(&r->line, r->word, &range, number))
        return false;
    r->word++;
    return true;
}

static bool cycles_read(reader *r, uint64_t *cycles) {
    int64_t number;
    if (!number_read(r, 100000000, &number))
        return false;
    *cycles = (uint64_t)number;
    return true;
}

/* ---- raw text ---- */

static bool is_inside(const ws_line *line, size_t byte) {
    unsigned char at = byte < line->length ? (unsigned char)line->text[byte] : 0;
    return (at & 0xc0) == 0x80;
}

/* The byte at which a column of the line begins; the line begins at the column of its place. */
static size_t byte_of(const reader *r, unsigned column) {
    const ws_line *line = &r->line;
    size_t byte = 0;
    unsigned at = line->word[0].column;
    for (; at < column; at++) {
        byte++;
        while (is_inside(line, byte))
            byte++;
    }
    return byte;
}

/* The words from the one at hand up to `end`, as they stand in the file. */
static const char *raw_text(const reader *r, size_t end, size_t *length) {
    const ws_line *line = &r->line;
    size_t first = byte_of(r, line->word[r->word].column);
    size_t last = line->length;
    if (end < line->count)
        last = byte_of(r, line->word[end].column);
    while (last > first && strchr(" \t", line->text[last - 1]))
        last--;
    *length = last - first;
    return line->text + first;
}

static bool is_one_of(const ws_word *word, const char *const *words) {
    for (; *words; words++)
        if (!word->quoted && text_is(word->text, *words))
            return true;
    return false;
}

/* The next word that is one of these, or the end. */
static size_t next_of(const reader *r, const char *const *words) {
    size_t at = r->word;
    while (at < r->line.count && !is_one_of(&r->line.word[at], words))
        at++;
    return at;
    return at;
}

static bool expr_read(reader *r, const char *const *ends, ws_expr **expr) {
    ws_lesson *lesson = r->lesson;
    ws_place place = r->line.place;
    size_t length;
    if (!more(r))
        return fail(r, "an expression, such as order>=2");
    size_t end = next_of(r, ends);
    if (end == r->word)
        return fail(r, "an expression, such as order>=2");
    const char *text = raw_text(r, end, &length);
    place.column = r->line.word[r->word].column;
    lesson->exprs = ws_grow(lesson->exprs, lesson->expr_count, sizeof *lesson->exprs);
    *expr = ws_alloc(1, sizeof **expr);
    lesson->exprs[lesson->expr_count++] = *expr;
    r->word = end;
    return ws_expr_parse(*expr, place, text, length, r->error);
}

static bool line_keep(reader *r, ws_lines *lines, const char *text, size_t length) {
    if (lines->count == WS_LESSON_LINES)
        return fail(r, "at most 8 of them");
    const char *kept = keep(r, text, length);
    lines->line[lines->count++] = kept;
    return true;
}

/* Lines with `;` between them, up to `end`. */
static bool lines_read(reader *r, size_t end, ws_lines *lines) {
    size_t length;
    if (!more(r) || end == r->word)
        return fail(r, "a line");
    const char *text = raw_text(r, end, &length);
    const char *last = text + length;
    while (text < last) {
        const char *semicolon = memchr(text, ';', (size_t)(last - text));
        const char *stop = semicolon ? semicolon : last;
        while (text < stop && *text == ' ')
            text++;
        size_t size = (size_t)(stop - text);
        if (!line_keep(r, lines, text, size))
            return false;
        text = semicolon ? stop + 1 : last;
    }
    r->word = end;
    return true;
}

/* A text in quotes is one line: it may hold words that mean something here. */
static bool quoted_lines_read(reader *r, ws_lines *lines) {
    const char *text;
    if (!text_read(r, &text, "lines in quotes, such as \"set segment 250; measure\""))
        return false;
    while (*text) {
        size_t length = strcspn(text, ";");
        if (!line_keep(r, lines, text, length))
            return false;
        text += length + (text[length] == ';');
        text += strspn(text, " ");
    }
    return true;
}

static bool list_read(reader *r, const char *const *ends, ws_lines *list) {
    size_t end = next_of(r, ends);
    while (r->word < end) {
        const char *name = word_now(r);
        if (!line_keep(r, list, name, strlen(name)))
            return false;
        r->word++;
    }
    return list->count > 0 || fail(r, "a name");
}

/* ---- what follows an item ---- */

static const char *const ends[] = {"at",    "within", "after", "for",   "mark", "tries",
                                   "until", "limit",  "is",    "allow", NULL};

static bool at_read(reader *r, ws_item *item) {
    const char *word = word_now(r);
    if (*word != '+')
        return fail(r, "+CYCLES, such as +20000");
    char *end;
    item->cycles = strtoull(word + 1, &end, 10);
    if (*end || !word[1])
        return fail(r, "+CYCLES, such as +20000");
    r->word++;
    return true;
}

/* A share behind a prediction, cycles behind `until`. */
static bool within_read(reader *r, ws_item *item) {
    char *end;
    const char *word = word_now(r);
    if (item->kind != WS_ITEM_PREDICT)
        return cycles_read(r, &item->budget);
    item->within = strtod(word, &end) / 100;
    if (end == word || !text_is(end, "%"))
        return fail(r, "a share, such as 15%");
    r->word++;
    return true;
}

static bool is_read(reader *r, ws_item *item) {
    return expr_read(r, ends, &item->truth);
}

static bool until_read(reader *r, ws_item *item) {
    item->budget = item->budget ? item->budget : WS_LESSON_BUDGET;
    return expr_read(r, ends, &item->truth);
}

static bool after_read(reader *r, ws_item *item) {
    return quoted_lines_read(r, &item->lines);
}

static bool for_read(reader *r, ws_item *item) {
    return cycles_read(r, &item->hold);
}

static bool mark_read(reader *r, ws_item *item) {
    int64_t number;
    if (!number_read(r, 100, &number))
        return false;
    item->marks = (int)number;
    return true;
}

static bool tries_read(reader *r, ws_item *item) {
    int64_t number;
    if (!number_read(r, 99, &number))
        return false;
    item->tries = (int)number;
    return true;
}

static bool allow_read(reader *r, ws_item *item) {
    return list_read(r, ends, &item->allow);
}

static bool limit_read(reader *r, ws_item *item) {
    return expr_read(r, ends, &item->limit);
}

#define OF(kind) (1u << WS_ITEM_##kind)
typedef struct clause {
    const char *name;
    unsigned kinds; /* bit by kind of item */
    bool (*read)(reader *r, ws_item *item);
} clause;
static const clause clauses[] = {
#define CLAUSE(word, places) {#word, places, word##_read},
#define ITEM(word, kind)
#define ROW(word)
#include "lesson/lesson_rows.def"
#undef CLAUSE
#undef ITEM
#undef ROW
};
enum { CLAUSES = sizeof clauses / sizeof *clauses };

static bool fail_clause(const reader *r, const ws_item *item) {
    const char *names[CLAUSES];
    size_t count = 0;
    for (size_t i = 0; i < CLAUSES; i++)
        if (clauses[i].kinds >> item->kind & 1)
            names[count++] = clauses[i].name;
    if (count == 0)
        return ws_refuse(&r->line, r->word, "\"%.64s\" is too much here", word_now(r));
    return ws_refuse_name(&r->line, r->word, "clause", names, count, sizeof *names);
}

static bool clauses_read(reader *r, ws_item *item) {
    while (more(r)) {
        size_t i = 0;
        while (i < CLAUSES && !now_is(r, clauses[i].name))
            i++;
        bool fits = i < CLAUSES && (clauses[i].kinds >> item->kind & 1);
        if (!fits)
            return fail_clause(r, item);
        r->word++;
        if (!clauses[i].read(r, item))
            return false;
    }
    return true;
}

/* ---- items ---- */

static bool say_read(reader *r, ws_item *item) {
    return text_read(r, &item->text, "a text in quotes");
}

static bool explain_read(reader *r, ws_item *item) {
    return say_read(r, item);
}

static bool show_read(reader *r, ws_item *item) {
    ws_line line;
    const ws_place place = {NULL, 1, 1};
    ws_error why;
    if (!lines_read(r, r->line.count, &item->lines))
        return false;
    for (size_t i = 0; i < item->lines.count; i++) {
        const char *text = item->lines.line[i];
        bool good = ws_line_split(&line, place, text, strlen(text), &why);
        if (!good || !ws_stage_line_check(&line, &why))
            return ws_refuse(&r->line, 1, "show %.80s: %.200s", text, why.text);
    }
    return true;
}

static bool type_read(reader *r, ws_item *item) {
    return lines_read(r, r->line.count, &item->lines);
}

/* "NAME" LINES, or off. */
static bool beside_read(reader *r, ws_item *item) {
    if (now_is(r, "off")) {
        r->word++;
        return true;
    }
    if (!text_read(r, &item->text, "the name of the other branch in quotes, or off"))
        return false;
    if (!*item->text || strpbrk(item->text, " \t;#"))
        return ws_refuse(&r->line, 1, "\"%.40s\" is no name of a branch; expected one word",
                         item->text);
    return !more(r) || type_read(r, item);
}

static bool run_read(reader *r, ws_item *item) {
    if (now_is(r, "until"))
        return clauses_read(r, item);
    return cycles_read(r, &item->cycles);
}

static bool pick_read(reader *r, ws_item *item) {
    static const char *const kinds[] = {"worm", "link", "node"};
    size_t i = 0;
    while (i < 3 && !now_is(r, kinds[i]))
        i++;
    if (i == 3)
        return fail(r, "worm, link or node");
    item->what = kinds[i];
    r->word++;
    if (!say_read(r, item) || !clauses_read(r, item))
        return false;
    if (!item->truth)
        return fail(r, "is EXPRESSION");
    return item->truth->things || ws_fail_at(r->error, item->truth->place,
                                             "this is a number; expected a worm, link or node, "
                                             "such as chain(longest).root");
}

/* "text", or "*text" if it is right. */
static bool choice_read(reader *r, ws_item *item) {
    const char *text;
    if (item->choices == WS_LESSON_CHOICES)
        return fail(r, "at most 6 answers");
    if (!text_read(r, &text, "an answer in quotes"))
        return false;
    ws_choice *choice = &item->choice[item->choices++];
    choice->right = *text == '*';
    choice->text = text + choice->right;
    return true;
}

static bool choose_read(reader *r, ws_item *item) {
    if (!say_read(r, item))
        return false;
    while (quoted_now(r))
        if (!choice_read(r, item))
            return false;
    return clauses_read(r, item);
}

static bool predict_read(reader *r, ws_item *item) {
    item->within = 0.1;
    if (!now_is(r, "number"))
        return fail(r, "number");
    r->word++;
    if (!say_read(r, item) || !clauses_read(r, item))
        return false;
    return item->truth || fail(r, "is EXPRESSION");
}

static bool reveal_read(reader *r, ws_item *item) {
    (void)r;
    (void)item;
    return true;
}

static bool do_read(reader *r, ws_item *item) {
    if (quoted_now(r) && !say_read(r, item))
        return false;
    if (!clauses_read(r, item))
        return false;
    if (!item->truth)
        return fail(r, "until EXPRESSION");
    r->lesson->has_repair = true;
    return item->allow.count > 0 || fail(r, "allow NAME...");
}

typedef struct item_row {
    const char *name;
    ws_item_kind kind;
    bool (*read)(reader *r, ws_item *item);
} item_row;
static const item_row item_rows[] = {
#define CLAUSE(word, places)
#define ITEM(word, kind) {#word, WS_ITEM_##kind, word##_read},
#define ROW(word)
#include "lesson/lesson_rows.def"
#undef CLAUSE
#undef ITEM
#undef ROW
};
enum { ITEM_ROWS = sizeof item_rows / sizeof *item_rows };

static bool item_read(reader *r, const item_row *row) {
    ws_lesson *lesson = r->lesson;
    ws_item item = {.kind = row->kind};
    item.place = ws_word_place(&r->line, 0);
    item.tries = 1;
    if (lesson->steps == 0)
        return ws_refuse(&r->line, 0, "%s stands before the first step", row->name);
    ws_step *step = &lesson->step[lesson->steps - 1];
    if (step->items == STEP_MAX_ITEMS)
        return ws_refuse(&r->line, 0, "a step has at most %d lines", STEP_MAX_ITEMS);
    if (ws_item_is_question(&item))
        item.marks = 1;
    if (!row->read(r, &item))
        return false;
    if (more(r))
        return ws_refuse(&r->line, r->word, "\"%.64s\" is too much here", word_now(r));
    step->item = ws_grow(step->item, step->items, sizeof *step->item);
    step->item[step->items++] = item;
    lesson->marks += item.marks;
    return true;
}

bool ws_item_is_question(const ws_item *item) {
    const unsigned questions = OF(PICK) | OF(CHOOSE) | OF(PREDICT) | OF(DO);
    return questions >> item->kind & 1;
}

/* ---- the other rows ---- */

static bool lesson_line(reader *r) {
    int64_t number = 0;
    ws_lesson *lesson = r->lesson;
    if (!text_read(r, &lesson->title, "the title in quotes"))
        return false;
    const struct {
        const char *name;
        int *number;
    } numbers[] = {
        {"minutes", &lesson->minutes},
        {"order", &lesson->order},
        {"seed", &lesson->seed},
    };
    while (more(r)) {
        size_t i = 0;
        while (i < 3 && !now_is(r, numbers[i].name))
            i++;
        if (i == 3)
            return fail(r, "minutes N, order N or seed N");
        r->word++;
        if (!number_read(r, 1000, &number))
            return false;
        *numbers[i].number = (int)number;
    }
    return true;
}

static bool uses_line(reader *r) {
    ws_lesson *lesson = r->lesson;
    if (!name_read(r, &lesson->uses, "the name of a scenario"))
        return false;
    while (more(r)) {
        if (!strchr(word_now(r), '='))
            return fail(r, "NAME=VALUE");
        if (!line_keep(r, &lesson->sets, word_now(r), strlen(word_now(r))))
            return false;
        r->word++;
    }
    return true;
}

static bool millionths_read(const char **text, int64_t *value) {
    char number[32];
    size_t length = strcspn(*text, ":");
    if (length >= sizeof number)
        return false;
    memcpy(number, *text, length);
    number[length] = '\0';
    *text += length + ((*text)[length] == ':');
    return ws_decimal_parse(number, INT64_MAX / WS_MILLION, value);
}

static bool draw_line(reader *r) {
    ws_lesson *lesson = r->lesson;
    if (lesson->draws == WS_LESSON_LINES)
        return fail(r, "at most 8 draws");
    ws_draw *draw = &lesson->draw[lesson->draws++];
    if (!name_read(r, &draw->name, "the name of a parameter"))
        return false;
    const char *text = word_now(r);
    bool good = millionths_read(&text, &draw->low);
    good = good && millionths_read(&text, &draw->high);
    good = good && millionths_read(&text, &draw->step);
    good = good && draw->step > 0 && draw->high >= draw->low;
    if (!good)
        return fail(r, "LOW:HIGH:STEP, such as 0.3:0.6:0.05");
    r->word++;
    return true;
}

static bool goal_line(reader *r) {
    return text_read(r, &r->lesson->goal, "a text in quotes");
}

static bool teacher_line(reader *r) {
    return text_read(r, &r->lesson->teacher, "a text in quotes");
}

static bool step_line(reader *r) {
    ws_lesson *lesson = r->lesson;
    if (lesson->steps == FILE_MAX_STEPS)
        return fail(r, "at most 40 steps");
    lesson->step = ws_grow(lesson->step, lesson->steps, sizeof *lesson->step);
    ws_step *step = &lesson->step[lesson->steps];
    *step = (ws_step){.place = r->line.place};
    if (!name_read(r, &step->name, "the name of the step"))
        return false;
    for (size_t i = 0; i < lesson->steps; i++)
        if (text_is(lesson->step[i].name, step->name))
            return ws_refuse(&r->line, 1, "there is a step \"%.64s\" already", step->name);
    lesson->steps++;
    return text_read(r, &step->title, "the title of the step in quotes");
}

static ws_item *latest_item(const ws_lesson *lesson) {
    if (lesson->steps == 0)
        return NULL;
    const ws_step *step = &lesson->step[lesson->steps - 1];
    if (step->items == 0)
        return NULL;
    return &step->item[step->items - 1];
}

/* The item to which a hint, a solution or a further answer belongs. */
static ws_item *item_before(reader *r, ws_item_kind kind, const char *name) {
    ws_item *item = latest_item(r->lesson);
    if (item && item->kind == kind)
        return item;
    if (item && kind == WS_ITEM_SAY && ws_item_is_question(item))
        return item;
    ws_refuse(&r->line, 0, "%s stands behind the question to which it belongs", name);
    return NULL;
}

static bool hint_line(reader *r) {
    ws_item *item = item_before(r, WS_ITEM_SAY, "a hint");
    if (!item)
        return false;
    const char *text;
    if (!text_read(r, &text, "a text in quotes"))
        return false;
    return line_keep(r, &item->hints, text, strlen(text));
}

static bool choice_line(reader *r) {
    ws_item *item = item_before(r, WS_ITEM_CHOOSE, "a choice");
    static const char *const none[] = {NULL};
    if (!item || !choice_read(r, item))
        return false;
    if (!now_is(r, "is"))
        return true;
    r->word++;
    return expr_read(r, none, &item->choice[item->choices - 1].holds);
}

static bool solution_line(reader *r) {
    ws_item *item = item_before(r, WS_ITEM_DO, "a solution");
    return item && lines_read(r, r->line.count, &item->solution);
}

typedef struct other_row {
    const char *name;
    bool (*read)(reader *r);
} other_row;
static const other_row other_rows[] = {
#define CLAUSE(word, places)
#define ITEM(word, kind)
#define ROW(word) {#word, word##_line},
#include "lesson/lesson_rows.def"
#undef CLAUSE
#undef ITEM
#undef ROW
};
enum { OTHER_ROWS = sizeof other_rows / sizeof *other_rows };

static bool fail_keyword(reader *r) {
    const char *names[ITEM_ROWS + OTHER_ROWS];
    size_t count = 0;
    for (size_t i = 0; i < OTHER_ROWS; i++)
        names[count++] = other_rows[i].name;
    for (size_t i = 0; i < ITEM_ROWS; i++)
        names[count++] = item_rows[i].name;
    return ws_refuse_name(&r->line, 0, "keyword", names, count, sizeof *names);
}

static bool other_read(reader *r, const other_row *row) {
    if (!row->read(r))
        return false;
    if (!more(r))
        return true;
    return ws_refuse(&r->line, r->word, "\"%.64s\" is too much here", word_now(r));
}

static bool line_read(reader *r) {
    const char *name = r->line.word[0].text;
    r->word = 1;
    for (size_t i = 0; i < OTHER_ROWS; i++)
        if (text_is(other_rows[i].name, name))
            return other_read(r, &other_rows[i]);
    for (size_t i = 0; i < ITEM_ROWS; i++)
        if (text_is(item_rows[i].name, name))
            return item_read(r, &item_rows[i]);
    return fail_keyword(r);
}

/* ---- file ---- */

static void network_add(ws_lesson *lesson, const char *text, size_t length) {
    if (lesson->network_length + length + 2 > lesson->network_room) {
        lesson->network_room = 2 * (lesson->network_length + length + 2);
        lesson->network = ws_must(realloc(lesson->network, lesson->network_room));
    }
    if (length)
        memcpy(lesson->network + lesson->network_length, text, length);
    lesson->network_length += length;
    lesson->network[lesson->network_length++] = '\n';
    lesson->network[lesson->network_length] = '\0';
}

/* `| LINE` is a line of the network, in its own line and column: errors name the lesson's. */
static bool is_network_line(const char **text, size_t *length) {
    size_t blanks = 0;
    while (blanks < *length && strchr(" \t", (*text)[blanks]))
        blanks++;
    return blanks < *length && (*text)[blanks] == '|';
}

static void network_line(ws_lesson *lesson, const char *text, size_t length) {
    char *copy = ws_copy_text(text, length);
    char *bar = strchr(copy, '|');
    *bar = ' ';
    network_add(lesson, copy, length);
    free(copy);
}

static bool is_whole(const ws_lesson *lesson, ws_error *error) {
    const ws_place place = {lesson->source, 1, 1};
    bool has_network =
        strspn(lesson->network ? lesson->network : "", "\n") < lesson->network_length;
    if (!lesson->title)
        return ws_fail_at(error, place, "the title is missing; expected lesson \"TITLE\"");
    if (!lesson->uses && !has_network)
        return ws_fail_at(error, place, "the network is missing; expected uses NAME, or | lines");
    if (lesson->uses && has_network)
        return ws_fail_at(error, place, "two networks; expected uses NAME or | lines, not both");
    if (lesson->steps == 0)
        return ws_fail_at(error, place, "there is no step; expected step NAME \"TITLE\"");
    return true;
}

static bool question_check(const ws_item *item, ws_error *error) {
    size_t right = 0;
    bool repairs = item->kind == WS_ITEM_DO;
    for (size_t i = 0; i < item->choices; i++)
        right += item->choice[i].right;
    if (item->kind == WS_ITEM_CHOOSE && (item->choices < 2 || right != 1))
        return ws_fail_at(error, item->place,
                          "a question has 2 to 6 answers, of which one begins with *");
    if (repairs && item->solution.count == 0)
        return ws_fail_at(error, item->place,
                          "the solution is missing; expected solution LINE behind it");
    return true;
}

static bool questions_check(const ws_lesson *lesson, ws_error *error) {
    for (size_t s = 0; s < lesson->steps; s++) {
        const ws_step *step = &lesson->step[s];
        for (size_t i = 0; i < step->items; i++)
            if (!question_check(&step->item[i], error))
                return false;
    }
    return true;
}

static bool lesson_lines(ws_lesson *lesson, ws_error *error) {
    ws_reader lines = {.source = lesson->source};
    reader *r = ws_alloc(1, sizeof *r);
    const char *text;
    size_t length;
    bool good = true;
    r->lesson = lesson;
    r->error = error;
    while (good && ws_reader_next(&lines, &text, &length)) {
        if (is_network_line(&text, &length)) {
            network_line(lesson, text, length);
            continue;
        }
        const ws_place place = {lesson->source, lines.line, 1};
        network_add(lesson, "", 0);
        good = ws_line_split(&r->line, place, text, length, error);
        if (good && r->line.count)
            good = line_read(r);
    }
    free(r);
    return good && is_whole(lesson, error) && questions_check(lesson, error);
}

static ws_lesson *lesson_of(ws_source *source, ws_error *error) {
    if (!source)
        return NULL;
    ws_lesson *lesson = ws_alloc(1, sizeof *lesson);
    lesson->source = source;
    const char *slash = strrchr(source->name, '/');
    const char *name = slash ? slash + 1 : source->name;
    const char *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    lesson->name = ws_texts_add(&lesson->texts, name, length);
    if (lesson_lines(lesson, error))
        return lesson;
    ws_lesson_free(lesson);
    return NULL;
}

ws_lesson *ws_lesson_read(const char *path, ws_error *error) {
    return lesson_of(ws_source_read(path, false, error), error);
}

ws_lesson *ws_lesson_read_text(const char *name, const char *directory, const char *text,
                               size_t length, ws_error *error) {
    return lesson_of(ws_source_text(name, directory, text, length, error), error);
}

void ws_lesson_free(ws_lesson *lesson) {
    if (!lesson)
        return;
    for (size_t i = 0; i < lesson->steps; i++)
        free(lesson->step[i].item);
    for (size_t i = 0; i < lesson->expr_count; i++)
        free(lesson->exprs[i]);
    free(lesson->exprs);
    free(lesson->step);
    free(lesson->network);
    ws_texts_free(&lesson->texts);
    ws_source_free(lesson->source);
    free(lesson);
}
