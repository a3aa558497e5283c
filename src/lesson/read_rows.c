/* read_rows.c - the lines of a lesson that stand by themselves: its head, the heads of its
 * steps, and what belongs to a question and may stand in a line behind it. Each keyword is a row
 * of lesson_rows.def with a function of its name here. See reader.h. */
#include "lesson/reader.h"

#include "session/language/params.h"
#include "session/language/text.h"

enum { LESSON_MAX_STEPS = 40, NUMBER_MOST = 1000 };

/* ---- the head ---- */

static int *number_now(reader *r) {
    ws_lesson *lesson = r->lesson;
    if (consumed(r, "minutes"))
        return &lesson->minutes;
    if (consumed(r, "order"))
        return &lesson->order;
    if (consumed(r, "seed"))
        return &lesson->seed;
    return NULL;
}

static bool lesson_line(reader *r) {
    r->lesson->head = r->line.place;
    if (!quoted_read(r, &r->lesson->title, "the title in quotes"))
        return false;
    while (more(r)) {
        if (consumed(r, "issued")) {
            r->lesson->issued = true;
            continue;
        }
        int *number = number_now(r);
        if (!number)
            return fail_word(r, "minutes N, order N or seed N");
        if (!int_read(r, NUMBER_MOST, number))
            return false;
    }
    return true;
}

static bool uses_line(reader *r) {
    ws_lesson *lesson = r->lesson;
    if (!name_read(r, &lesson->uses, "the name of a scenario"))
        return false;
    while (more(r)) {
        if (!strchr(text_now(r), '='))
            return fail_word(r, "NAME=VALUE");
        if (!word_keep(r, &lesson->sets))
            return false;
    }
    return true;
}

/* Reads a text that stands once in a lesson. */
static bool only_text(reader *r, const char **text, const char *name) {
    if (*text != NULL)
        return ws_refuse(&r->line, 0, "this lesson has a %s already; put both in one text", name);
    return quoted_read(r, text, "a text in quotes");
}

static bool goal_line(reader *r) {
    return only_text(r, &r->lesson->goal, "goal");
}

static bool teacher_line(reader *r) {
    return only_text(r, &r->lesson->teacher, "note for the teacher");
}

/* Reads a number in front of a colon, or of the end, and goes on behind it. */
static bool millionths_read(const char **text, int64_t *value) {
    char number[32];
    size_t length = strcspn(*text, ":");
    if (length >= sizeof number)
        return false;
    text_out out = text_begin(number, sizeof number);
    text_add(&out, "%.*s", (int)length, *text);
    *text += length;
    *text += **text == ':';
    return ws_decimal_parse(number, INT64_MAX / WS_MILLION, value);
}

static bool draw_numbers_read(const char *text, ws_draw *draw) {
    int64_t *numbers[] = {&draw->low, &draw->high, &draw->step};
    for (size_t i = 0; i < 3; i++)
        if (!millionths_read(&text, numbers[i]))
            return false;
    return draw->step > 0;
}

/* Numbers alone can be drawn. */
static bool can_be_drawn(const ws_param *param) {
    if (!param)
        return false;
    ws_param_type type = param->type;
    return type == WS_PARAM_INT || type == WS_PARAM_SHARE;
}

static bool drawn_param_read(reader *r, const ws_param **param) {
    const char *name = text_now(r);
    const ws_names names = WS_ROW_NAMES(ws_params, ws_param_count);
    *param = ws_param_find(name);
    if (can_be_drawn(*param))
        return true;
    if (!*param && ws_suggest(name, names))
        return ws_refuse_name(&r->line, r->word, "parameter", names);
    return fail_word(r, "a parameter that is a number, such as load or length-unit");
}

static bool fail_range(const reader *r, const ws_param *param, double unit) {
    double min = (double)param->min;
    double max = (double)param->max;
    const char *name = param->name;
    return ws_refuse(&r->line, r->word, "%s is from %.10g to %.10g", name, min / unit, max / unit);
}

/* Of a parameter that is a whole number. */
static bool whole_draw_check(const reader *r, const ws_param *param, const ws_draw *draw) {
    int64_t fraction = draw->low % WS_MILLION;
    int64_t least = draw->low / WS_MILLION;
    int64_t most = draw->high / WS_MILLION;
    fraction += draw->step % WS_MILLION;
    if (fraction > 0)
        return ws_refuse(&r->line, r->word, "%s is a whole number", param->name);
    if (least < param->min)
        return fail_range(r, param, 1);
    return most <= param->max || fail_range(r, param, 1);
}

/* Of one that is kept in millionths. */
static bool share_draw_check(const reader *r, const ws_param *param, const ws_draw *draw) {
    if (draw->low < param->min)
        return fail_range(r, param, WS_MILLION);
    return draw->high <= param->max || fail_range(r, param, WS_MILLION);
}

/* Can the parameter be each of the numbers, and are there two? */
static bool draw_check(const reader *r, const ws_param *param, const ws_draw *draw) {
    bool is_whole = param->type == WS_PARAM_INT;
    bool good = is_whole ? whole_draw_check(r, param, draw) : share_draw_check(r, param, draw);
    if (!good)
        return false;
    int64_t room = draw->high - draw->low;
    if (room >= draw->step)
        return true;
    return ws_refuse(&r->line, r->word,
                     "all students would have the same number; expected two or more");
}

static bool draw_line(reader *r) {
    ws_lesson *lesson = r->lesson;
    ws_draw *draw = &lesson->draw[lesson->draws];
    const ws_param *param;
    if (lesson->draws == WS_LESSON_LINES)
        return fail_word(r, "at most 8 draws");
    lesson->draws++;
    draw->place = ws_word_place(&r->line, r->word);
    if (!drawn_param_read(r, &param))
        return false;
    if (!name_read(r, &draw->name, "the name of a parameter"))
        return false;
    if (!draw_numbers_read(text_now(r), draw))
        return fail_word(r, "LOW:HIGH:STEP, such as 0.3:0.6:0.05");
    if (!draw_check(r, param, draw))
        return false;
    r->word++;
    return true;
}

/* ---- steps ---- */

static bool has_step(const ws_lesson *lesson, const char *name) {
    for (size_t i = 0; i < lesson->steps; i++)
        if (text_is(lesson->step[i].name, name))
            return true;
    return false;
}

static bool step_line(reader *r) {
    ws_lesson *lesson = r->lesson;
    ws_step step = {.place = r->line.place};
    if (lesson->steps == LESSON_MAX_STEPS)
        return fail_word(r, "at most 40 steps");
    if (!name_read(r, &step.name, "the name of the step"))
        return false;
    if (has_step(lesson, step.name))
        return ws_refuse(&r->line, 1, "there is a step \"%.64s\" already", step.name);
    if (!quoted_read(r, &step.title, "the title of the step in quotes"))
        return false;
    step.hidden = consumed(r, "hidden");
    WS_GROW(lesson->step, lesson->steps);
    lesson->step[lesson->steps] = step;
    lesson->steps++;
    return true;
}

/* ---- behind a question ---- */

static ws_item *latest_item(const ws_lesson *lesson) {
    const ws_step *step = latest_step(lesson);
    if (!step || step->items == 0)
        return NULL;
    return &step->item[step->items - 1];
}

static ws_item *fail_item(const reader *r, const char *name) {
    ws_refuse(&r->line, 0, "%s must follow the question to which it belongs", name);
    return NULL;
}

/* The item of that kind to which a solution or a further answer belongs. */
static ws_item *item_before(const reader *r, ws_item_kind kind, const char *name) {
    ws_item *item = latest_item(r->lesson);
    if (item && item->kind == kind)
        return item;
    return fail_item(r, name);
}

/* The item to which a hint belongs: a question, or words. */
static ws_item *hinted_item(const reader *r) {
    ws_item *item = latest_item(r->lesson);
    if (item && ws_item_is_question(item))
        return item;
    return item_before(r, WS_ITEM_SAY, "a hint");
}

static bool hint_line(reader *r) {
    ws_item *item = hinted_item(r);
    if (!item)
        return false;
    if (!quoted_now(r))
        return fail_word(r, "a text in quotes");
    return word_keep(r, &item->hints);
}

static bool choice_line(reader *r) {
    static stop_words none[] = {NULL};
    ws_item *item = item_before(r, WS_ITEM_CHOOSE, "a choice");
    if (!item || !choice_read(r, item))
        return false;
    if (!consumed(r, "is"))
        return true;
    ws_choice *choice = &item->choice[item->choices - 1];
    return expr_read(r, none, &choice->holds);
}

static bool solution_line(reader *r) {
    ws_item *item = item_before(r, WS_ITEM_DO, "a solution");
    return item && lines_read(r, &item->solution);
}

/* ---- for the reader's test ---- */

static bool admits_line(reader *r) {
    static stop_words none[] = {NULL};
    ws_item *item = latest_item(r->lesson);
    bool asks = item && (item->kind == WS_ITEM_PICK || item->kind == WS_ITEM_PREDICT);
    if (!asks)
        return ws_refuse(&r->line, 0, "admits must follow a pick or a predict");
    if (item->admitted == WS_LESSON_LINES)
        return fail_word(r, "at most 8 of them");
    return expr_read(r, none, &item->admits[item->admitted++]);
}

/* LOW:HIGH, whole numbers. */
static bool bounds_read(reader *r, ws_repair_law *law) {
    const char *text = text_now(r);
    int64_t low = 0;
    int64_t high = 0;
    bool good = millionths_read(&text, &low) && millionths_read(&text, &high);
    law->low = low / WS_MILLION;
    law->high = high / WS_MILLION;
    if (!good || law->low >= law->high)
        return fail_word(r, "LOW:HIGH, such as 1:1000");
    r->word++;
    return true;
}

static bool law_line(reader *r) {
    static stop_words over[] = {"over", NULL};
    ws_item *item = item_before(r, WS_ITEM_DO, "a law");
    const ws_param *param;
    if (!item)
        return false;
    if (item->laws == WS_LESSON_LAWS)
        return fail_word(r, "at most 2 of them");
    ws_repair_law *law = &item->law[item->laws++];
    law->place = r->line.place;
    if (!expr_read(r, over, &law->holds))
        return false;
    if (!consumed(r, "over"))
        return fail_word(r, "over NAME LOW:HIGH");
    if (!drawn_param_read(r, &param) || !name_read(r, &law->name, "the name of a parameter"))
        return false;
    ws_expr_means_param(law->holds, param);
    return bounds_read(r, law);
}

/* ---- the table ---- */

typedef struct row {
    const char *name;
    bool (*read)(reader *r);
} row;
static const row rows[] = {
#define CLAUSE(word, places)
#define ITEM(word, kind)
#define ROW(word) {#word, word##_line},
#include "lesson/lesson_rows.def"
#undef CLAUSE
#undef ITEM
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool row_read(reader *r, const row *of) {
    if (!of->read(r))
        return false;
    return !more(r) || fail_too_much(r);
}

bool row_line_read(reader *r, bool *known) {
    for (size_t i = 0; i < ROWS; i++) {
        *known = word_is(&r->line, 0, rows[i].name);
        if (*known)
            return row_read(r, &rows[i]);
    }
    return false;
}

void row_names_add(keyword_names *names) {
    for (size_t i = 0; i < ROWS; i++)
        names->name[names->count++] = rows[i].name;
}
