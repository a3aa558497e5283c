/* fields.c - what a table of fields writes is read again as it was: lessons for students, made at random. */
#include "lesson/lesson.h"
#include "session/language/stage_lines.h"
#include "session/text_stream.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 2000 };
static uint64_t state = 20261128;

static unsigned below(unsigned count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % count;
}

/* Letters of which some mean something to the language. */
static const char *text_any(ws_lesson *lesson) {
    static const char *const letters[] = {"a", "B", "7", " ", "\"", "\\", "\n", "\t",
                                          "#", ";", "|", "*", "é",  "→",  "(",  "is"};
    char text[200] = "x";
    for (unsigned i = below(20); i > 0; i--)
        strcat(text, letters[below(sizeof letters / sizeof *letters)]);
    return ws_texts_add(&lesson->kept.texts, text, strlen(text));
}

static const char *pick_of(const char *const *words, size_t count) {
    return words[below((unsigned)count)];
}
#define PICK(...)                                                                                  \
    pick_of((const char *const[]){__VA_ARGS__},                                                    \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static const char *line_any(ws_item_kind kind) {
    if (kind == WS_ITEM_SHOW) {
        const ws_stage_line *row = &ws_stage_lines[below((unsigned)ws_stage_line_count)];
        while (row->least > 0)
            row = &ws_stage_lines[below((unsigned)ws_stage_line_count)];
        return row->name;
    }
    return PICK("set load 0.5", "host H0 send-to H1", "measure", "cut S0 S1", "set buffer 4");
}

static void lines_fill(ws_field_lines *lines, ws_item_kind kind) {
    lines->count = 1 + below(WS_LINES_MOST);
    for (size_t i = 0; i < lines->count; i++)
        lines->line[i] = kind == WS_ITEM_DO ? PICK("set", "load", "vcs", "host") : line_any(kind);
}

static ws_expr *expr_any(void) {
    static ws_expr pool[4];
    static const char *const texts[] = {"order>=2", "worms(from = H2 and waiting) > 3",
                                        "not deadlock", "load*2<1 or vcs=4"};
    unsigned i = below(4);
    ws_error error;
    if (!*pool[i].text &&
        !ws_expr_parse(&pool[i], (ws_place){0}, texts[i], strlen(texts[i]), &error))
        abort();
    return &pool[i];
}

static void until_fill(ws_item *item) {
    item->truth = expr_any();
    item->budget = 1 + below(WS_CYCLES_MOST);
    item->hold = below((unsigned)item->budget + 1);
}

static ws_item item_any(ws_lesson *lesson) {
    static const ws_item_kind kinds[] = {WS_ITEM_SAY,    WS_ITEM_SHOW,    WS_ITEM_TYPE,
                                         WS_ITEM_BESIDE, WS_ITEM_RUN,     WS_ITEM_PICK,
                                         WS_ITEM_CHOOSE, WS_ITEM_PREDICT, WS_ITEM_DO};
    ws_item item = {.kind = kinds[below(9)],
                    .text = text_any(lesson),
                    .marks = (int)below(101),
                    .tries = (int)below(100)};
    bool later = item.kind == WS_ITEM_CHOOSE || item.kind == WS_ITEM_PREDICT;
    switch (item.kind) {
    case WS_ITEM_SHOW:
    case WS_ITEM_TYPE:
        item.text = NULL;
        lines_fill(&item.lines, item.kind);
        break;
    case WS_ITEM_BESIDE:
        item.text = below(3) ? PICK("other", "b-2") : NULL;
        if (!item.text)
            item.what = "off";
        else if (below(2))
            lines_fill(&item.lines, item.kind);
        break;
    case WS_ITEM_RUN:
        item.text = NULL;
        if (below(2))
            until_fill(&item), item.every = below(2) ? 1u << below(11) : 0;
        else
            item.cycles = below(WS_CYCLES_MOST + 1);
        break;
    case WS_ITEM_PICK: item.what = PICK("worm", "link", "node"); break;
    case WS_ITEM_PREDICT: item.what = "number"; break;
    case WS_ITEM_DO:
        if (below(2))
            item.text = NULL;
        if (below(2))
            item.limit = expr_any();
        until_fill(&item), lines_fill(&item.allow, WS_ITEM_DO);
        break;
    default: break;
    }
    if (later && below(2))
        item.cycles = below(WS_CYCLES_MOST + 1);
    if (later && below(2))
        lines_fill(&item.lines, item.kind);
    item.choices = item.kind == WS_ITEM_CHOOSE ? 2 + below(WS_LESSON_CHOICES - 1) : 0;
    for (size_t i = 0; i < item.choices; i++)
        item.choice[i].text = text_any(lesson);
    item.hints.count =
        ws_item_is_question(&item) || item.kind == WS_ITEM_SAY ? below(WS_LINES_MOST + 1) : 0;
    for (size_t i = 0; i < item.hints.count; i++)
        item.hints.line[i] = text_any(lesson);
    return item;
}

static void step_fill(ws_lesson *lesson, ws_step *step) {
    static char names[4][8] = {"one", "two", "three", "four"};
    step->name = names[step - lesson->step];
    step->title = text_any(lesson);
    step->item = calloc(40, sizeof *step->item);
    for (unsigned left = 1 + below(12); left > 0; left--) {
        ws_item *item = &step->item[step->items++];
        *item = item_any(lesson);
        if (item->kind == WS_ITEM_PREDICT)
            step->item[step->items++].kind =
                item->cycles || item->lines.count ? WS_ITEM_REVEAL : WS_ITEM_TYPE;
        item = &step->item[step->items - 1];
        if (item->kind == WS_ITEM_TYPE && item->lines.count == 0)
            lines_fill(&item->lines, item->kind);
    }
}

static bool same_text(const char *one, const char *other) {
    return one == other || (one && other && strcmp(one, other) == 0);
}

static bool same_lines(const ws_field_lines *one, const ws_field_lines *other) {
    bool same = one->count == other->count;
    for (size_t i = 0; same && i < one->count; i++)
        same = same_text(one->line[i], other->line[i]);
    return same;
}

static bool same_expr(const ws_expr *one, const ws_expr *other) {
    return same_text(one ? one->text : NULL, other ? other->text : NULL);
}

static bool same_item(const ws_item *one, const ws_item *other) {
    bool asks = ws_item_is_question(one);
    bool same = one->kind == other->kind && same_text(one->text, other->text) &&
                same_lines(&one->lines, &other->lines);
    same &= one->cycles == other->cycles && one->hold == other->hold &&
            one->budget == other->budget && one->every == other->every;
    same &= !asks || one->marks == other->marks;
    same &= one->kind != WS_ITEM_DO || one->tries == other->tries;
    same &= one->kind != WS_ITEM_PICK || same_text(one->what, other->what);
    same &= same_expr(one->truth, other->truth) && same_expr(one->limit, other->limit);
    same &= same_lines(&one->allow, &other->allow) && same_lines(&one->hints, &other->hints) &&
            one->choices == other->choices;
    for (size_t i = 0; same && i < one->choices; i++)
        same = same_text(one->choice[i].text, other->choice[i].text);
    return same;
}

static bool same_lesson(const ws_lesson *one, const ws_lesson *other) {
    bool same = same_text(one->title, other->title) && same_text(one->goal, other->goal) &&
                one->minutes == other->minutes;
    same &= one->steps == other->steps && other->issued;
    for (size_t s = 0; same && s < one->steps; s++) {
        const ws_step *step = &one->step[s], *again = &other->step[s];
        same = same_text(step->name, again->name) && same_text(step->title, again->title) &&
               step->items == again->items;
        for (size_t i = 0; same && i < step->items; i++)
            same = same_item(&step->item[i], &again->item[i]);
    }
    return same;
}

static bool lesson_again(void) {
    ws_error error = {0};
    char *text;
    size_t length;
    ws_lesson lesson = {.minutes = 1 + (int)below(1000), .steps = 1 + below(4)};
    lesson.title = text_any(&lesson);
    lesson.goal = below(2) ? text_any(&lesson) : NULL;
    lesson.step = calloc(lesson.steps, sizeof *lesson.step);
    for (size_t s = 0; s < lesson.steps; s++)
        step_fill(&lesson, &lesson.step[s]);
    FILE *out = ws_text_stream(&text, &length);
    ws_lesson_write_open(out, &lesson);
    fclose(out);
    ws_lesson *again = ws_lesson_read_text("again.lesson", NULL, text, length, &error);
    bool same = again && same_lesson(&lesson, again);
    if (!same)
        note("%s\n%s", error.text, text);
    ws_lesson_free(again);
    for (size_t s = 0; s < lesson.steps; s++)
        free(lesson.step[s].item);
    free(lesson.step), free(text), ws_kept_free(&lesson.kept);
    return same;
}

int main(void) {
    unsigned good = 0;
    for (unsigned i = 0; i < ROUNDS && good == i; i++)
        good += lesson_again();
    ok(good == ROUNDS, "%u lessons made at random are read as they were written for students",
       good);
    return done();
}
