/* redact.c - see redact.h. */
#include "mark/redact.h"

#include "session/memory.h"

#include <inttypes.h>
#include <string.h>

void ws_quoted(FILE *out, const char *text) {
    putc('"', out);
    for (; *text; text++) {
        char letter = *text;
        if (strchr("\"\\\n\t", letter))
            putc('\\', out);
        if (letter == '\n')
            letter = 'n';
        if (letter == '\t')
            letter = 't';
        putc(letter, out);
    }
    putc('"', out);
}

/* ---- pieces ---- */

static void word_quoted(FILE *out, const char *word, const char *text) {
    fprintf(out, "%s ", word);
    ws_quoted(out, text ? text : "");
}

static void lines_write(FILE *out, const ws_item_lines *lines, const char *between) {
    for (size_t i = 0; i < lines->count; i++)
        fprintf(out, "%s%s", i ? between : "", lines->line[i]);
}

/* ` NAME NUMBER`, unless the number is 0. */
static void number_clause(FILE *out, const char *name, uint64_t number) {
    if (number)
        fprintf(out, " %s %" PRIu64, name, number);
}

static void ahead_clause(FILE *out, const ws_item *item) {
    if (item->cycles)
        fprintf(out, " at +%" PRIu64, item->cycles);
    if (item->lines.count == 0)
        return;
    char text[WS_LINE_MAX + 1] = "";
    FILE *memory = ws_must(fmemopen(text, sizeof text, "w"));
    lines_write(memory, &item->lines, "; ");
    fclose(memory);
    fputs(" after ", out);
    ws_quoted(out, text);
}

static void until_clause(FILE *out, const ws_item *item) {
    fprintf(out, " until %s", item->truth->text);
    number_clause(out, "for", item->hold);
    number_clause(out, "within", item->budget);
    number_clause(out, "every", item->every);
}

static void marks_clause(FILE *out, const ws_item *item) {
    fprintf(out, " mark %d", item->marks);
}

/* ---- items ---- */

static void say_write(FILE *out, const ws_item *item) {
    word_quoted(out, "say", item->text);
}

static void show_write(FILE *out, const ws_item *item) {
    fputs("show ", out);
    lines_write(out, &item->lines, "; ");
}

static void type_write(FILE *out, const ws_item *item) {
    fputs("type ", out);
    lines_write(out, &item->lines, "; ");
}

static void beside_write(FILE *out, const ws_item *item) {
    if (!item->text) {
        fputs("beside off", out);
        return;
    }
    word_quoted(out, "beside", item->text);
    if (item->lines.count)
        putc(' ', out);
    lines_write(out, &item->lines, "; ");
}

static void run_write(FILE *out, const ws_item *item) {
    fputs("run", out);
    if (item->truth)
        until_clause(out, item);
    else
        fprintf(out, " %" PRIu64, item->cycles);
}

static void pick_write(FILE *out, const ws_item *item) {
    fprintf(out, "pick %s", item->what);
    word_quoted(out, "", item->text);
    marks_clause(out, item);
}

/* The choices follow in lines of their own: none says whether it is right. */
static void choose_write(FILE *out, const ws_item *item) {
    word_quoted(out, "choose", item->text);
    ahead_clause(out, item);
    marks_clause(out, item);
    for (size_t i = 0; i < item->choices; i++) {
        putc('\n', out);
        word_quoted(out, "choice", item->choice[i].text);
    }
}

static void predict_write(FILE *out, const ws_item *item) {
    word_quoted(out, "predict number", item->text);
    ahead_clause(out, item);
    marks_clause(out, item);
}

static void reveal_write(FILE *out, const ws_item *item) {
    (void)item;
    fputs("reveal", out);
}

/* The goal is what the student works towards: it is no secret. */
static void do_write(FILE *out, const ws_item *item) {
    fputs("do", out);
    if (item->text)
        word_quoted(out, "", item->text);
    fputs(" allow ", out);
    lines_write(out, &item->allow, " ");
    until_clause(out, item);
    if (item->limit)
        fprintf(out, " limit %s", item->limit->text);
    fprintf(out, " tries %d", item->tries);
    marks_clause(out, item);
}

/* By kind; NULL: it is kept back. */
static void (*const writers[])(FILE *out, const ws_item *item) = {
    [WS_ITEM_SAY] = say_write,       [WS_ITEM_SHOW] = show_write,
    [WS_ITEM_TYPE] = type_write,     [WS_ITEM_BESIDE] = beside_write,
    [WS_ITEM_RUN] = run_write,       [WS_ITEM_PICK] = pick_write,
    [WS_ITEM_CHOOSE] = choose_write, [WS_ITEM_PREDICT] = predict_write,
    [WS_ITEM_REVEAL] = reveal_write, [WS_ITEM_DO] = do_write,
    [WS_ITEM_EXPLAIN] = NULL,        [WS_ITEM_TEST] = NULL,
};

static void item_write(FILE *out, const ws_item *item) {
    if (!writers[item->kind])
        return;
    writers[item->kind](out, item);
    putc('\n', out);
    for (size_t i = 0; i < item->hints.count; i++) {
        word_quoted(out, "hint", item->hints.line[i]);
        putc('\n', out);
    }
}

void ws_redact(FILE *out, const ws_lesson *lesson) {
    word_quoted(out, "lesson", lesson->title);
    fprintf(out, " minutes %d issued\n", lesson->minutes);
    if (lesson->goal) {
        word_quoted(out, "goal", lesson->goal);
        putc('\n', out);
    }
    for (size_t s = 0; s < lesson->steps; s++) {
        const ws_step *step = &lesson->step[s];
        if (step->hidden)
            continue;
        fprintf(out, "step %s", step->name);
        word_quoted(out, "", step->title);
        putc('\n', out);
        for (size_t i = 0; i < step->items; i++)
            item_write(out, &step->item[i]);
    }
}
