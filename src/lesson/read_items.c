/* read_items.c - the lines of a step. Each keyword is a row of lesson_rows.def with a function
 * of its name here, and so is each clause that may follow an item. See reader.h. */
#include "lesson/reader.h"

#include "session/language/stage_lines.h"
#include "session/language/text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { STEP_MAX_ITEMS = 40, MARKS_MOST = 100, TRIES_MOST = 99 };

/* ---- clauses: what follows an item ---- */

static stop_words stops[] = {"at",    "within", "after", "for",   "mark",  "tries",
                             "until", "limit",  "is",    "allow", "every", NULL};

static bool at_read(reader *r, ws_item *item) {
    return cycles_ahead_read(r, &item->cycles);
}

/* A share behind a prediction, cycles behind `until`. */
static bool within_read(reader *r, ws_item *item) {
    char *end;
    const char *word = text_now(r);
    if (item->kind != WS_ITEM_PREDICT)
        return cycles_read(r, &item->budget);
    item->within = strtod(word, &end) / 100;
    if (end == word || !text_is(end, "%"))
        return fail_word(r, "a share, such as 15%");
    r->word++;
    return true;
}

static bool is_read(reader *r, ws_item *item) {
    return expr_read(r, stops, &item->truth);
}

static bool until_read(reader *r, ws_item *item) {
    if (item->budget == 0)
        item->budget = WS_LESSON_BUDGET;
    return expr_read(r, stops, &item->truth);
}

static bool after_read(reader *r, ws_item *item) {
    return quoted_lines_read(r, &item->lines);
}

static bool for_read(reader *r, ws_item *item) {
    return cycles_read(r, &item->hold);
}

/* A power of two: looks lie on the same cycles, whatever has run before. */
static bool every_read(reader *r, ws_item *item) {
    static const char expected[] = "a power of two from 1 to 1024";
    const char *word = text_now(r);
    char *end;
    uint64_t step = strtoull(word, &end, 10);
    bool is_number = *word >= '0' && *word <= '9';
    bool is_power = step && (step & (step - 1)) == 0;
    if (!more(r))
        return fail_word(r, expected);
    if (!is_number || *end || !is_power || step > 1024)
        return ws_refuse(&r->line, r->word, "invalid step `%.64s`: expected %s", word, expected);
    item->every = step;
    r->word++;
    return true;
}

static bool mark_read(reader *r, ws_item *item) {
    return int_read(r, MARKS_MOST, &item->marks);
}

static bool tries_read(reader *r, ws_item *item) {
    return int_read(r, TRIES_MOST, &item->tries);
}

static bool allow_read(reader *r, ws_item *item) {
    return list_read(r, stops, &item->allow);
}

static bool limit_read(reader *r, ws_item *item) {
    return expr_read(r, stops, &item->limit);
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

static bool may_follow(const clause *row, const ws_item *item) {
    return row->kinds >> item->kind & 1;
}

static bool fail_clause(const reader *r, const ws_item *item) {
    const char *names[CLAUSES];
    size_t count = 0;
    for (size_t i = 0; i < CLAUSES; i++)
        if (may_follow(&clauses[i], item))
            names[count++] = clauses[i].name;
    if (count == 0)
        return fail_too_much(r);
    return ws_refuse_name(&r->line, r->word, "clause", WS_NAMES(names, count));
}

/* The clause whose name is the word at hand; NULL if none of that name may follow the item. */
static const clause *clause_now(const reader *r, const ws_item *item) {
    for (size_t i = 0; i < CLAUSES; i++) {
        const clause *row = &clauses[i];
        if (may_follow(row, item) && now_is(r, row->name))
            return row;
    }
    return NULL;
}

static bool clauses_read(reader *r, ws_item *item) {
    while (more(r)) {
        const clause *row = clause_now(r, item);
        if (!row)
            return fail_clause(r, item);
        r->word++;
        if (!row->read(r, item))
            return false;
    }
    return true;
}

/* ---- items ---- */

static bool say_read(reader *r, ws_item *item) {
    return quoted_read(r, &item->text, "a text in quotes");
}

static bool explain_read(reader *r, ws_item *item) {
    return say_read(r, item);
}

static bool stage_line_check(const reader *r, const ws_item_lines *lines, size_t number) {
    ws_line line;
    ws_error why;
    const char *text = lines->line[number];
    const ws_place place = lines->place[number];
    bool good = ws_line_typed(&line, text, &why);
    good = good && ws_stage_line_check(&line, &why);
    if (good)
        return true;
    return ws_fail_at(r->error, place, "show %.80s: %.200s", text, why.text);
}

static bool show_read(reader *r, ws_item *item) {
    const ws_item_lines *lines = &item->lines;
    if (!lines_read(r, &item->lines))
        return false;
    for (size_t i = 0; i < lines->count; i++)
        if (!stage_line_check(r, lines, i))
            return false;
    return true;
}

static bool type_read(reader *r, ws_item *item) {
    return lines_read(r, &item->lines);
}

/* "NAME" LINES, or off. */
static bool beside_read(reader *r, ws_item *item) {
    if (consumed(r, "off"))
        return true;
    if (!quoted_read(r, &item->text, "the name of the other branch in quotes, or off"))
        return false;
    const char *name = item->text;
    if (!*name || strpbrk(name, " \t;#"))
        return ws_refuse(&r->line, 1, "invalid branch name \"%.40s\": expected one word", name);
    return !more(r) || type_read(r, item);
}

/* The number of the word behind a keyword of the line. */
static size_t word_behind(const reader *r, const char *keyword) {
    size_t at = 1;
    while (at < r->line.count && !word_is(&r->line, at, keyword))
        at++;
    return at + 1;
}

/* A condition cannot hold for longer than the cycles that it has. */
static bool until_check(const reader *r, const ws_item *item) {
    if (item->hold <= item->budget)
        return true;
    return ws_refuse(&r->line, word_behind(r, "for"),
                     "the condition must hold for %" PRIu64 " cycles, and has %" PRIu64
                     " in all; expected within %" PRIu64 " or more",
                     item->hold, item->budget, item->hold);
}

static bool run_read(reader *r, ws_item *item) {
    if (now_is(r, "until"))
        return clauses_read(r, item) && until_check(r, item);
    return cycles_read(r, &item->cycles);
}

/* What is picked: worm, link or node. */
static bool what_read(reader *r, ws_item *item) {
    static const char *const kinds[] = {"worm", "link", "node"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        item->what = kinds[i];
        if (consumed(r, item->what))
            return true;
    }
    return fail_word(r, "worm, link or node");
}

/* A lesson that has been issued says not what is right. */
static bool truth_misses(const reader *r) {
    return r->lesson->issued || fail_word(r, "is EXPRESSION");
}

static bool pick_read(reader *r, ws_item *item) {
    bool good = what_read(r, item) && say_read(r, item);
    if (!good || !clauses_read(r, item))
        return false;
    const ws_expr *truth = item->truth;
    if (!truth)
        return truth_misses(r);
    return truth->targets || ws_fail_at(r->error, truth->place,
                                        "this is a number; expected a worm, link or node, such as "
                                        "chain(longest).root");
}

/* "text", or "*text" if it is right. */
bool choice_read(reader *r, ws_item *item) {
    const char *text;
    if (item->choices == WS_LESSON_CHOICES)
        return fail_word(r, "at most 6 answers");
    if (!quoted_read(r, &text, "an answer in quotes"))
        return false;
    ws_choice *choice = &item->choice[item->choices];
    item->choices++;
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
    if (now_is(r, "|"))
        return fail_word(r, "the next answer in quotes, without | before it");
    return clauses_read(r, item);
}

static bool predict_read(reader *r, ws_item *item) {
    item->within = 0.1;
    if (!consumed(r, "number"))
        return fail_word(r, "the word number and a question, such as predict number \"How many?\"");
    if (!say_read(r, item) || !clauses_read(r, item))
        return false;
    return item->truth || truth_misses(r);
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
        return fail_word(r, "until EXPRESSION");
    if (!until_check(r, item))
        return false;
    r->lesson->has_repair = true;
    return item->allow.count > 0 || fail_word(r, "allow NAME...");
}

static bool test_read(reader *r, ws_item *item) {
    if (!say_read(r, item) || !clauses_read(r, item))
        return false;
    return item->truth || fail_word(r, "is EXPRESSION");
}

/* ---- the table ---- */

typedef struct item_row {
    const char *name;
    ws_item_kind kind;
    bool (*read)(reader *r, ws_item *item);
} item_row;
static const item_row rows[] = {
#define CLAUSE(word, places)
#define ITEM(word, kind) {#word, WS_ITEM_##kind, word##_read},
#define ROW(word)
#include "lesson/lesson_rows.def"
#undef CLAUSE
#undef ITEM
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

bool ws_item_is_question(const ws_item *item) {
    const unsigned questions = OF(PICK) | OF(CHOOSE) | OF(PREDICT) | OF(DO);
    return questions >> item->kind & 1;
}

static void item_add(ws_lesson *lesson, const ws_item *item) {
    ws_step *step = latest_step(lesson);
    WS_GROW(step->item, step->items);
    step->item[step->items] = *item;
    step->items++;
    lesson->marks += item->marks;
}

static bool item_read(reader *r, const item_row *row) {
    ws_item item = {.kind = row->kind};
    const ws_step *step = latest_step(r->lesson);
    item.place = ws_word_place(&r->line, 0);
    item.tries = 1;
    item.marks = ws_item_is_question(&item) || item.kind == WS_ITEM_TEST;
    if (!step)
        return ws_refuse(&r->line, 0, "%s stands before the first step", row->name);
    if (step->items == STEP_MAX_ITEMS)
        return ws_refuse(&r->line, 0, "a step has at most %d lines", STEP_MAX_ITEMS);
    if (!row->read(r, &item))
        return false;
    if (more(r))
        return fail_too_much(r);
    item_add(r->lesson, &item);
    return true;
}

bool item_line_read(reader *r, bool *known) {
    for (size_t i = 0; i < ROWS; i++) {
        *known = word_is(&r->line, 0, rows[i].name);
        if (*known)
            return item_read(r, &rows[i]);
    }
    return false;
}

void item_names_add(keyword_names *names) {
    for (size_t i = 0; i < ROWS; i++)
        names->name[names->count++] = rows[i].name;
}
