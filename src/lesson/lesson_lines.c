/* lesson_lines.c - one line of a lesson: a line of a step by a table of fields, which also writes
 * what students get; a line that stands by itself by a function. */
#include "lesson/lesson.h"

#include "session/language/commands.h"
#include "session/language/params.h"
#include "session/language/stage_lines.h"
#include "session/language/text.h"

#include <inttypes.h>

enum { STEPS_MOST = 40, ITEMS_MOST = 40, NUMBER_MOST = 1000, MARKS_MOST = 100, TRIES_MOST = 99 };

/* The step at hand; NULL before the first. */
static ws_step *latest_step(const ws_lesson *lesson) {
    return lesson->steps ? &lesson->step[lesson->steps - 1] : NULL;
}

static ws_item *latest_item(const ws_lesson *lesson) {
    const ws_step *step = latest_step(lesson);
    return step && step->items ? &step->item[step->items - 1] : NULL;
}

/* ---- what fields of a step do not say ---- */

static bool stage_lines_check(ws_fields *in, void *object) {
    const ws_field_lines *lines = &((const ws_item *)object)->lines;
    for (size_t i = 0; i < lines->count; i++) {
        ws_line line;
        ws_error why;
        const char *text = lines->line[i];
        if (!ws_line_typed(&line, text, &why) || !ws_stage_line_check(&line, &why))
            return ws_fail_at(in->line.error, lines->place[i], "show %.80s: %.200s", text,
                              why.text);
    }
    return true;
}

static bool branch_check(ws_fields *in, void *object) {
    const char *name = ((const ws_item *)object)->text;
    if (*name && !strpbrk(name, " \t;#"))
        return true;
    return ws_refuse(&in->line, 1, "invalid branch name \"%.40s\": expected one word", name);
}

static bool until_done(ws_fields *in, void *object) {
    ws_item *item = object;
    (void)in;
    if (item->budget == 0)
        item->budget = WS_LESSON_BUDGET;
    return true;
}

/* "text", or "*text" if it is right. */
static bool answer_read(ws_fields *in, ws_item *item) {
    const char *text;
    if (item->choices == WS_LESSON_CHOICES)
        return ws_refuse_now(in, "at most 6 answers");
    if (!ws_quoted_read(in, &text, "an answer in quotes"))
        return false;
    ws_choice *choice = &item->choice[item->choices++];
    choice->right = *text == '*';
    choice->text = text + choice->right;
    return true;
}

static bool answers_read(ws_fields *in, void *object) {
    while (quoted_now(in))
        if (!answer_read(in, object))
            return false;
    return !now_is(in, "|") || ws_refuse_now(in, "the next answer in quotes, without | before it");
}

/* A condition cannot hold for longer than the cycles that it has. */
static bool hold_check(const ws_fields *in, const ws_item *item) {
    size_t at = 1;
    if (item->hold <= item->budget)
        return true;
    while (at < in->line.count && !word_is(&in->line, at, "for"))
        at++;
    return ws_refuse(&in->line, at + 1,
                     "the condition must hold for %" PRIu64 " cycles, and has %" PRIu64
                     " in all; expected within %" PRIu64 " or more",
                     item->hold, item->budget, item->hold);
}

/* A lesson that has been issued says not what is right. */
static bool item_is_whole(const ws_fields *in, const ws_item *item) {
    ws_lesson *lesson = in->whole;
    switch (item->kind) {
    case WS_ITEM_RUN: return hold_check(in, item);
    case WS_ITEM_TEST: return item->truth || ws_refuse_now(in, "is EXPRESSION");
    case WS_ITEM_PICK:
    case WS_ITEM_PREDICT:
        if (!item->truth)
            return lesson->issued || ws_refuse_now(in, "is EXPRESSION");
        return item->kind == WS_ITEM_PREDICT || item->truth->targets ||
               ws_fail_at(in->line.error, item->truth->place,
                          "this is a number; expected a worm, link or node, such as "
                          "chain(longest).root");
    case WS_ITEM_DO:
        if (!item->truth)
            return ws_refuse_now(in, "until EXPRESSION");
        lesson->has_repair = true;
        return hold_check(in, item) &&
               (item->allow.count > 0 || ws_refuse_now(in, "allow NAME..."));
    default: return true;
    }
}

/* ---- the fields of a step ---- */

#define OF(kind)  (1u << WS_ITEM_##kind)
#define UNTIL     (1u << 30) /* `run until` */
#define OFF       (1u << 31) /* `beside off` */
#define ASKED     (OF(PICK) | OF(CHOOSE) | OF(PREDICT) | OF(TEST))
#define QUESTIONS (OF(PICK) | OF(CHOOSE) | OF(PREDICT) | OF(DO))
#define LATER     (OF(PREDICT) | OF(CHOOSE) | OF(TEST))

#define FIELD(...) WS_FIELD(ws_item, __VA_ARGS__)
static const ws_line_field item_fields[] = {
    FIELD(NULL, WORD, OF(PICK), what, .open = 1, .words = "worm link node",
          .what = "worm, link or node"),
    FIELD(NULL, WORD, OF(PREDICT), what, .open = 1, .words = "number",
          .what = "the word number and a question, such as predict number \"How many?\""),
    FIELD(NULL, WORD, OFF, what, .open = 1, .words = "off"),
    FIELD(NULL, QUOTED, OF(SAY) | OF(EXPLAIN) | ASKED, text, .open = 2, .what = "a text in quotes"),
    FIELD(NULL, QUOTED, OF(DO), text, .open = 2, .may = true),
    FIELD(NULL, QUOTED, OF(BESIDE), text, .open = 2, .done = branch_check,
          .what = "the name of the other branch in quotes, or off"),
    FIELD(NULL, NONE, OF(CHOOSE), choice, .done = answers_read),
    FIELD(NULL, LINES, OF(SHOW), lines, .open = 3, .done = stage_lines_check),
    FIELD(NULL, LINES, OF(TYPE), lines, .open = 3),
    FIELD(NULL, LINES, OF(BESIDE), lines, .open = 3, .may = true),
    FIELD(NULL, CYCLES, OF(RUN), cycles, .open = 3, .always = true),
    FIELD("is", EXPR, OF(PICK) | OF(PREDICT) | OF(TEST), truth, .open = 0),
    FIELD("at", AHEAD, LATER, cycles, .open = 4),
    FIELD("after", SCRIPT, LATER, lines, .open = 5),
    FIELD("within", SHARE, OF(PREDICT), within, .open = 0),
    FIELD("within", CYCLES, UNTIL | OF(DO), budget, .open = 9),
    FIELD("until", EXPR, UNTIL | OF(DO), truth, .open = 7, .done = until_done),
    FIELD("for", CYCLES, UNTIL | OF(DO), hold, .open = 8),
    FIELD("every", POWER, UNTIL, every, .open = 10, .most = 1024),
    FIELD("mark", INT, QUESTIONS | OF(TEST), marks, .open = 13, .most = MARKS_MOST, .always = true),
    FIELD("tries", INT, QUESTIONS & ~OF(DO), tries, .open = 0, .most = TRIES_MOST),
    FIELD("tries", INT, OF(DO), tries, .open = 12, .most = TRIES_MOST, .always = true),
    FIELD("allow", LIST, OF(DO), allow, .open = 6),
    FIELD("limit", EXPR, OF(DO), limit, .open = 11),
};
#undef FIELD
static const ws_form item_form = WS_FORM(item_fields, .kind = "clause");

bool ws_item_is_question(const ws_item *item) {
    return QUESTIONS >> item->kind & 1;
}

static bool item_read(ws_fields *in, const char *name, ws_item_kind kind) {
    ws_lesson *lesson = in->whole;
    ws_step *step = latest_step(lesson);
    ws_item item = {.kind = kind, .place = ws_word_place(&in->line, 0), .tries = 1};
    uint32_t bit = 1u << kind;
    item.marks = bit & (QUESTIONS | OF(TEST)) ? 1 : 0;
    item.within = kind == WS_ITEM_PREDICT ? 0.1 : 0;
    if (!step)
        return ws_refuse(&in->line, 0, "%s stands before the first step", name);
    if (step->items == ITEMS_MOST)
        return ws_refuse(&in->line, 0, "a step has at most %d lines", ITEMS_MOST);
    if (kind == WS_ITEM_RUN && now_is(in, "until"))
        bit = UNTIL;
    if (kind == WS_ITEM_BESIDE && now_is(in, "off"))
        bit = OFF;
    if (!ws_fields_read(in, &item_form, bit, &item) || !item_is_whole(in, &item))
        return false;
    WS_GROW(step->item, step->items);
    step->item[step->items++] = item;
    lesson->marks += item.marks;
    return true;
}

/* ---- the head of a lesson and of a step ---- */

#define FIELD(...) WS_FIELD(ws_lesson, __VA_ARGS__)
static const ws_line_field head_fields[] = {
    FIELD(NULL, QUOTED, 1, title, .what = "the title in quotes"),
    FIELD("issued", FLAG, 1, issued, .open = 0),
    FIELD("minutes", INT, 1, minutes, .most = NUMBER_MOST),
    FIELD("order", INT, 1, order, .most = NUMBER_MOST),
    FIELD("seed", INT, 1, seed, .most = NUMBER_MOST),
};
#undef FIELD
static const ws_form head_form = WS_FORM(head_fields, .what = "minutes N, order N or seed N");

static bool lesson_line(ws_fields *in) {
    ws_lesson *lesson = in->whole;
    lesson->head = in->line.place;
    return ws_fields_read(in, &head_form, 1, lesson);
}

static bool uses_line(ws_fields *in) {
    ws_lesson *lesson = in->whole;
    if (!ws_name_read(in, &lesson->uses, "the name of a scenario"))
        return false;
    while (more(in)) {
        if (!strchr(text_now(in), '='))
            return ws_refuse_now(in, "NAME=VALUE");
        if (!ws_word_keep(in, &lesson->sets))
            return false;
    }
    return true;
}

/* The goal or the note for the teacher: each stands once in a lesson. */
static bool text_line(ws_fields *in) {
    ws_lesson *lesson = in->whole;
    bool is_goal = word_is(&in->line, 0, "goal");
    const char **text = is_goal ? &lesson->goal : &lesson->teacher;
    if (*text)
        return ws_refuse(&in->line, 0, "this lesson has a %s already; put both in one text",
                         is_goal ? "goal" : "note for the teacher");
    return ws_quoted_read(in, text, "a text in quotes");
}

static bool step_line(ws_fields *in) {
    ws_lesson *lesson = in->whole;
    ws_step step = {.place = in->line.place};
    if (lesson->steps == STEPS_MOST)
        return ws_refuse_now(in, "at most 40 steps");
    if (!ws_name_read(in, &step.name, "the name of the step"))
        return false;
    for (size_t i = 0; i < lesson->steps; i++)
        if (text_is(lesson->step[i].name, step.name))
            return ws_refuse(&in->line, 1, "there is a step \"%.64s\" already", step.name);
    if (!ws_quoted_read(in, &step.title, "the title of the step in quotes"))
        return false;
    step.hidden = consumed(in, "hidden");
    WS_GROW(lesson->step, lesson->steps);
    lesson->step[lesson->steps++] = step;
    return true;
}

/* ---- parameters that are drawn ---- */

/* Numbers alone can be drawn. */
static bool drawn_param_read(ws_fields *in, const ws_param **param, const char **kept) {
    const char *name = text_now(in);
    const ws_names names = WS_ROW_NAMES(ws_params, ws_param_count);
    *param = ws_param_find(name);
    if (*param && ((*param)->type == WS_PARAM_INT || (*param)->type == WS_PARAM_SHARE))
        return ws_name_read(in, kept, "the name of a parameter");
    if (!*param && ws_suggest(name, names))
        return ws_refuse_name(&in->line, in->word, "parameter", names);
    return ws_refuse_now(in, "a parameter that is a number, such as load or length-unit");
}

/* Can the parameter be each of the numbers, and are there two? */
static bool draw_check(const ws_fields *in, const ws_param *param, const ws_draw *draw) {
    bool is_whole = param->type == WS_PARAM_INT;
    int64_t unit = is_whole ? WS_MILLION : 1;
    if (is_whole && draw->low % WS_MILLION + draw->step % WS_MILLION > 0)
        return ws_refuse(&in->line, in->word, "%s is a whole number", param->name);
    if (draw->low / unit < param->min || draw->high / unit > param->max) {
        double shown = is_whole ? 1 : WS_MILLION;
        return ws_refuse(&in->line, in->word, "%s is from %.10g to %.10g", param->name,
                         (double)param->min / shown, (double)param->max / shown);
    }
    return draw->high - draw->low >= draw->step ||
           ws_refuse(&in->line, in->word,
                     "all students would have the same number; expected two or more");
}

static bool draw_line(ws_fields *in) {
    ws_lesson *lesson = in->whole;
    ws_draw *draw = &lesson->draw[lesson->draws];
    const ws_param *param;
    if (lesson->draws == WS_LESSON_LINES)
        return ws_refuse_now(in, "at most 8 draws");
    lesson->draws++;
    draw->place = ws_word_place(&in->line, in->word);
    if (!drawn_param_read(in, &param, &draw->name))
        return false;
    const char *text = text_now(in);
    bool good = ws_millionths_read(&text, &draw->low) && ws_millionths_read(&text, &draw->high) &&
                ws_millionths_read(&text, &draw->step);
    if (!good || draw->step == 0)
        return ws_refuse_now(in, "LOW:HIGH:STEP, such as 0.3:0.6:0.05");
    if (!draw_check(in, param, draw))
        return false;
    in->word++;
    return true;
}

/* ---- behind a question ---- */

/* The item of that kind to which a solution or a further answer belongs. */
static ws_item *item_before(const ws_fields *in, ws_item_kind kind, const char *name) {
    ws_item *item = latest_item(in->whole);
    if (item && item->kind == kind)
        return item;
    ws_refuse(&in->line, 0, "%s must follow the question to which it belongs", name);
    return NULL;
}

/* A hint belongs to a question, or to words. */
static bool hint_line(ws_fields *in) {
    ws_item *item = latest_item(in->whole);
    if (!item || !ws_item_is_question(item))
        item = item_before(in, WS_ITEM_SAY, "a hint");
    if (!item)
        return false;
    return quoted_now(in) ? ws_word_keep(in, &item->hints) : ws_refuse_now(in, "a text in quotes");
}

static bool choice_line(ws_fields *in) {
    ws_item *item = item_before(in, WS_ITEM_CHOOSE, "a choice");
    if (!item || !answer_read(in, item))
        return false;
    return !consumed(in, "is") ||
           ws_expr_read(in, NULL, NULL, &item->choice[item->choices - 1].holds);
}

static bool solution_line(ws_fields *in) {
    ws_item *item = item_before(in, WS_ITEM_DO, "a solution");
    return item && ws_lines_read(in, &item->solution);
}

/* ---- for the reader's test ---- */

static bool admits_line(ws_fields *in) {
    ws_item *item = latest_item(in->whole);
    if (!item || (item->kind != WS_ITEM_PICK && item->kind != WS_ITEM_PREDICT))
        return ws_refuse(&in->line, 0, "admits must follow a pick or a predict");
    if (item->admitted == WS_LESSON_LINES)
        return ws_refuse_now(in, "at most 8 of them");
    return ws_expr_read(in, NULL, NULL, &item->admits[item->admitted++]);
}

static bool law_line(ws_fields *in) {
    static const ws_line_field over = {.key = "over"};
    static const ws_form stop = {&over, 1, NULL, NULL};
    ws_item *item = item_before(in, WS_ITEM_DO, "a law");
    const ws_param *param;
    if (!item)
        return false;
    if (item->laws == WS_LESSON_LAWS)
        return ws_refuse_now(in, "at most 2 of them");
    ws_repair_law *law = &item->law[item->laws++];
    law->place = in->line.place;
    if (!ws_expr_read(in, &stop, NULL, &law->holds))
        return false;
    if (!consumed(in, over.key))
        return ws_refuse_now(in, "over NAME LOW:HIGH");
    if (!drawn_param_read(in, &param, &law->name))
        return false;
    ws_expr_means_param(law->holds, param);
    const char *text = text_now(in);
    bool good = ws_millionths_read(&text, &law->low) && ws_millionths_read(&text, &law->high);
    law->low /= WS_MILLION;
    law->high /= WS_MILLION;
    if (!good || law->low >= law->high)
        return ws_refuse_now(in, "LOW:HIGH, such as 1:1000");
    in->word++;
    return true;
}

/* ---- all lines ---- */

static const struct keyword {
    const char *name;
    bool (*read)(ws_fields *in); /* NULL: a line of a step */
    ws_item_kind kind;
} keywords[] = {
    /* clang-format off */
    {"lesson", lesson_line, 0},
    {"uses", uses_line, 0},
    {"draw", draw_line, 0},
    {"goal", text_line, 0},
    {"step", step_line, 0},
    {"hint", hint_line, 0},
    {"choice", choice_line, 0},
    {"teacher", text_line, 0},
    {"solution", solution_line, 0},
    {"admits", admits_line, 0},
    {"law", law_line, 0},
    {"say", NULL, WS_ITEM_SAY},
    {"show", NULL, WS_ITEM_SHOW},
    {"type", NULL, WS_ITEM_TYPE},
    {"beside", NULL, WS_ITEM_BESIDE},
    {"run", NULL, WS_ITEM_RUN},
    {"pick", NULL, WS_ITEM_PICK},
    {"choose", NULL, WS_ITEM_CHOOSE},
    {"predict", NULL, WS_ITEM_PREDICT},
    {"reveal", NULL, WS_ITEM_REVEAL},
    {"explain", NULL, WS_ITEM_EXPLAIN},
    {"do", NULL, WS_ITEM_DO},
    {"test", NULL, WS_ITEM_TEST},
    /* clang-format on */
};
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

/* Says that the first word is no keyword of a lesson; a command stands in a network line. */
static bool fail_keyword(const ws_fields *in) {
    const char *word = word_at(&in->line, 0);
    for (size_t i = 0; i < ws_command_count; i++)
        if (text_is(ws_commands[i].name, word))
            return ws_refuse(&in->line, 0,
                             "%s is a command; expected | before a line of the network, or type "
                             "before a line in a step",
                             word);
    if (ws_stage_line_of(&in->line))
        return ws_refuse(&in->line, 0, "%s is a stage line; expected show before it", word);
    return ws_refuse_name(&in->line, 0, "keyword", WS_ROW_NAMES(keywords, KEYWORDS));
}

bool ws_lesson_line(ws_fields *in) {
    for (size_t i = 0; i < KEYWORDS; i++) {
        const struct keyword *found = &keywords[i];
        if (!word_is(&in->line, 0, found->name))
            continue;
        if (found->read)
            return found->read(in) && ws_fields_end(in);
        return item_read(in, found->name, found->kind);
    }
    return fail_keyword(in);
}

/* ---- what students get ---- */

/* The choices follow in lines of their own: none says whether it is right. */
static void open_item_write(FILE *out, const ws_item *item) {
    const struct keyword *row = keywords;
    uint32_t kind = 1u << item->kind;
    if (item->kind == WS_ITEM_EXPLAIN || item->kind == WS_ITEM_TEST)
        return;
    while (row->read || row->kind != item->kind)
        row++;
    if (item->kind == WS_ITEM_RUN && item->truth)
        kind = UNTIL;
    if (item->kind == WS_ITEM_BESIDE && !item->text)
        kind = OFF;
    fputs(row->name, out);
    ws_fields_write(out, &item_form, kind, item);
    for (size_t i = 0; i < item->choices; i++) {
        fputs("\nchoice ", out);
        ws_quoted(out, item->choice[i].text);
    }
    for (size_t i = 0; i < item->hints.count; i++) {
        fputs("\nhint ", out);
        ws_quoted(out, item->hints.line[i]);
    }
    putc('\n', out);
}

void ws_lesson_write_open(FILE *out, const ws_lesson *lesson) {
    fputs("lesson ", out);
    ws_quoted(out, lesson->title);
    fprintf(out, " minutes %d issued\n", lesson->minutes);
    if (lesson->goal) {
        fputs("goal ", out);
        ws_quoted(out, lesson->goal);
        putc('\n', out);
    }
    for (const ws_step *step = lesson->step; step < lesson->step + lesson->steps; step++) {
        if (step->hidden)
            continue;
        fprintf(out, "step %s ", step->name);
        ws_quoted(out, step->title);
        putc('\n', out);
        for (size_t i = 0; i < step->items; i++)
            open_item_write(out, &step->item[i]);
    }
}
