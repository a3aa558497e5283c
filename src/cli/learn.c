/* learn.c - `wormscope learn`: the course on the screen, or, without a terminal, in words: Enter
 * goes on, and a question is answered by a line. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/paper/paper.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "lesson/check.h"
#include "lesson/play.h"
#include "lesson/probe.h"
#include "lesson/progress.h"
#include "mark/attempt.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/memory.h"
#include "terminal/program.h"
#include "ui/text.h"

/* ---- learn page ---- */

/* A lesson in words, line by line. */

typedef struct learn_page {
    ws_play *play;
    const ws_lesson *lesson;
    const char *asked; /* what the lesson was called by who asked for it */
    int width;
    ws_expr figure[8]; /* told with each step */
    char name[8][64];
    size_t figures;
    const char *say; /* what is said, "" */
} learn_page;

/* ---- words ---- */

/* Columns of a word. */
static int columns_of(const char *text, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

static void put_row(const char *text, size_t length, const char *begin) {
    char row[512];
    snprintf(row, sizeof row, "%s%.*s", begin, (int)length, text);
    ws_tell(stdout, "%s", row);
}

/* Words, broken to the width of the page, each row behind `begin`. */
static void page_words(const learn_page *page, const char *begin, const char *text) {
    char blank[16] = "";
    int width = page->width - 2 - (int)strlen(begin);
    snprintf(blank, sizeof blank, "%*s", (int)strlen(begin), "");
    while (*text) {
        size_t end = 0;
        size_t at = 0;
        while (text[at]) {
            at += strcspn(text + at, " ");
            if (end && columns_of(text, at) > width)
                break;
            end = at;
            at += text[at] == ' ';
        }
        put_row(text, end, begin);
        text += end;
        text += strspn(text, " ");
        begin = blank;
    }
}

/* ---- step and question ---- */

static void figure_text(const learn_page *page, size_t i, char *text, size_t room) {
    const ws_expr *expr = &page->figure[i];
    ws_probe_value value;
    ws_error error;
    *text = '\0';
    if (!ws_probe_now(ws_play_session(page->play), expr, &value, &error))
        return;
    if (isnan(value.number))
        snprintf(text, room, "%s -", page->name[i]);
    else
        snprintf(text, room, "%s %.3g", page->name[i], value.number);
    ws_probe_free(&value);
}

/* The row above the words: the step, and the figures that the lesson names. */
static void title_draw(const learn_page *page) {
    char row[400];
    const ws_step *step = ws_play_step(page->play);
    size_t used = 0;
    if (!step)
        return;
    used += (size_t)snprintf(row, sizeof row, "── %zu of %zu: %s", ws_play_step_number(page->play),
                             ws_play_step_count(page->play), step->title);
    for (size_t i = 0; i < page->figures && used < sizeof row; i++) {
        char figure[WS_EXPR_TEXT + 32];
        figure_text(page, i, figure, sizeof figure);
        used += (size_t)snprintf(row + used, sizeof row - used, "  %s", figure);
    }
    ws_tell(stdout, "%s", row);
}

static void question_draw(const learn_page *page) {
    const ws_item *item = ws_play_item(page->play);
    if (!item || !ws_item_is_question(item))
        return;
    if (item->text)
        page_words(page, "", item->text);
    for (size_t i = 0; i < item->choices; i++) {
        char letter[8];
        size_t choice = ws_play_choice(page->play, i);
        snprintf(letter, sizeof letter, "%c) ", (int)('a' + i));
        page_words(page, letter, item->choice[choice].text);
    }
}

/* Prints step and figures, what is said, and the question if one is at hand. */
static void page_draw(const learn_page *page) {
    title_draw(page);
    if (*page->say)
        page_words(page, "", page->say);
    question_draw(page);
    fflush(stdout);
}

/* Each word is an expression; one that is none is left out. */
static void figures(learn_page *page, const char *argument) {
    ws_error error;
    page->figures = 0;
    while (*argument && page->figures < 8) {
        size_t length = strcspn(argument, " ");
        size_t i = page->figures;
        ws_expr *expr = &page->figure[i];
        page->figures +=
            ws_figure_parse(expr, page->name[i], sizeof page->name[i], argument, length, &error);
        argument += length;
        argument += strspn(argument, " ");
    }
}

/* Takes a stage line: figures; others are for a screen. */
static void page_show(learn_page *page, const char *line) {
    static const char name[] = "figures ";
    if (strncmp(line, name, sizeof name - 1) == 0)
        figures(page, line + sizeof name - 1);
}

/* ---- learn ---- */

enum {
    FLAG_LIST = WS_LOOK_FLAG_END,
    FLAG_JSON,
    FLAG_AGAIN,
    FLAG_NO_SCREEN,
    FLAG_LECTURE,
    FLAG_COLOURS,
    FLAG_NO_MOUSE
};
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"list", 'l', NULL, "list the lessons, and how far you are"},
    {"json", 0, NULL, "with --list: one JSON object a line"},
    {"again", 0, NULL, "begin the lesson anew"},
    {"no-screen", 0, NULL, "text only, line by line (the default without a terminal)"},
    {"lecture", 0, NULL, "for a room: the projector theme"},
    WS_COLOURS_FLAG,
    {"no-mouse", 'M', NULL, "leave the mouse to the terminal"},
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    ws_look look;
    const char *colours;
    bool list, json, again, no_screen, lecture, no_mouse;
} wishes;

/* ---- the list ---- */

static void row_json(const ws_lesson *lesson) {
    size_t steps = ws_lesson_shown_steps(lesson, lesson->steps);
    json_t *object =
        json_pack("{s:o, s:o, s:i, s:i, s:i, s:i}", "name", ws_json_text(lesson->name), "title",
                  ws_json_text(lesson->title), "minutes", lesson->minutes, "order", lesson->order,
                  "steps", (int)steps, "marks", ws_lesson_shown_marks(lesson));
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
}

static void row_text(const ws_lesson *lesson) {
    ws_progress progress;
    char state[64] = "";
    ws_progress_read(lesson, &progress);
    if (progress.done)
        snprintf(state, sizeof state, "done, %d of %d marks", progress.marks, progress.of);
    else if (progress.count)
        snprintf(state, sizeof state, "begun");
    ws_tell(stdout, "%3d  %-16s %-44s %2d min  %s", lesson->order, lesson->name, lesson->title,
            lesson->minutes, state);
    ws_progress_free(&progress);
}

static int lessons_list(bool as_json) {
    char **paths;
    ws_error error;
    size_t count = ws_lessons_list(&paths);
    for (size_t i = 0; i < count; i++) {
        ws_lesson *lesson = ws_lesson_read(paths[i], &error);
        if (!lesson)
            ws_tell(stderr, "%s", error.text);
        else if (as_json)
            row_json(lesson);
        else
            row_text(lesson);
        ws_lesson_free(lesson);
        free(paths[i]);
    }
    free(paths);
    return count ? WS_EXIT_OK : WS_EXIT_IO;
}

/* ---- a lesson ---- */

static bool line_read(char *line, size_t room, const char *prompt) {
    printf("%s", prompt);
    fflush(stdout);
    if (!fgets(line, (int)room, stdin))
        return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

/* Of a repair that failed it is told how far it has come; of other answers that would tell the
 * right one. */
static void again_tell(const learn_page *page, const ws_judgement *verdict) {
    int left = ws_play_tries_left(page->play);
    const char *tries = left == 1 ? "try" : "tries";
    char text[WS_PLAY_TEXT + 64];
    text_out out = text_begin(text, sizeof text);
    if (ws_play_item(page->play)->kind == WS_ITEM_DO)
        text_add(&out, "no; %s.", verdict->truth);
    else
        text_add(&out, "no.");
    text_add(&out, " %d more %s; ? gives a hint.", left, tries);
    page_words(page, "", text);
}

/* Tells what has become of an answer; true when the question is done with. */
static bool verdict_tell(const learn_page *page, const ws_judgement *verdict) {
    if (verdict->kept)
        ws_tell(stdout, "kept: it is marked when you have handed it in");
    else if (verdict->right)
        page_words(page, "right: ", verdict->truth);
    else if (verdict->last)
        page_words(page, "no; ", verdict->truth);
    else
        again_tell(page, verdict);
    return verdict->last;
}

static bool answer_give(learn_page *page, const char *line) {
    ws_judgement verdict;
    ws_error error;
    bool good = ws_play_typed(page->play, line, &error);
    if (!good || !ws_play_answer(page->play, line, &verdict, &error)) {
        page_words(page, "", error.text);
        return false;
    }
    if (!page->lesson->issued)
        ws_progress_answer(page->lesson, line);
    return verdict_tell(page, &verdict);
}

static void hint_give(learn_page *page) {
    const char *hint = ws_play_hint(page->play);
    page_words(page, "", hint ? hint : "no further hint");
}

static const char *pick_prompt(const char *what) {
    if (strcmp(what, "link") == 0)
        return "its ends (such as S0 S1), ? for a hint: ";
    if (strcmp(what, "node") == 0)
        return "its name (such as S3), ? for a hint: ";
    return "from where to where (such as H1 H3), ? for a hint: ";
}

static const char *prompt_of(const ws_item *item) {
    switch (item->kind) {
    case WS_ITEM_PICK: return pick_prompt(item->what);
    case WS_ITEM_CHOOSE: return "a letter, ? for a hint: ";
    case WS_ITEM_PREDICT: return "a number, ? for a hint: ";
    case WS_ITEM_DO: return "lines with ; between them, ? for a hint: ";
    default: return "Enter: on, q: quit ";
    }
}

/* What a repair may change. */
static void allowed_tell(const learn_page *page, const ws_item *item) {
    char text[256];
    text_out out = text_begin(text, sizeof text);
    for (size_t i = 0; i < item->allow.count; i++)
        text_add(&out, i ? ", %s" : "%s", item->allow.line[i]);
    if (item->allow.count > 0)
        page_words(page, "you may change: ", text);
}

/* False to quit. */
static bool question_ask(learn_page *page) {
    char line[1024];
    const ws_item *item = ws_play_item(page->play);
    bool done = false;
    page->say = "";
    page_draw(page);
    allowed_tell(page, item);
    if (item->kind == WS_ITEM_PREDICT && !page->lesson->issued)
        ws_tell(stdout, "right within %.3g%%", 100 * item->within);
    while (!done) {
        if (!line_read(line, sizeof line, prompt_of(item)) || strcmp(line, "q") == 0)
            return false;
        if (strcmp(line, "?") == 0)
            hint_give(page);
        else if (*line)
            done = answer_give(page, line);
        else
            ws_tell(stdout, "An answer is missing; q quits.");
    }
    return true;
}

static bool words_say(learn_page *page, const ws_item *item) {
    char line[256];
    page->say = item->text;
    page_draw(page);
    if (!line_read(line, sizeof line, prompt_of(item)) || strcmp(line, "q") == 0)
        return false;
    return true;
}

static void lines_show(learn_page *page, const ws_item *item) {
    for (size_t i = 0; i < item->lines.count; i++)
        page_show(page, item->lines.line[i]);
}

/* One item, as far as it is for the reader. False to quit. */
static bool item_play(learn_page *page) {
    const ws_item *item = ws_play_item(page->play);
    switch (item->kind) {
    case WS_ITEM_SAY:
    case WS_ITEM_EXPLAIN: return words_say(page, item);
    case WS_ITEM_SHOW: lines_show(page, item); return true;
    case WS_ITEM_TYPE:
    case WS_ITEM_BESIDE:
    case WS_ITEM_RUN:
    case WS_ITEM_REVEAL:
    case WS_ITEM_TEST: return true;
    default: return question_ask(page);
    }
}

/* The answers that were given before, up to the place where they end. */
static void catch_up(learn_page *page) {
    ws_progress progress;
    ws_progress_read(page->lesson, &progress);
    ws_going_on goes_on = ws_progress_catch_up(&progress, page->play);
    if (goes_on)
        ws_tell(stdout, "%s", ws_progress_words(goes_on));
    ws_progress_free(&progress);
}

static void next_tell(const ws_lesson *lesson) {
    ws_error error;
    char *path = ws_lesson_following(lesson);
    ws_lesson *next = path ? ws_lesson_read(path, &error) : NULL;
    if (next)
        ws_tell(stdout, "Next: %s (wormscope learn %s)", next->title, next->name);
    ws_lesson_free(next);
    free(path);
}

static void end_tell(const learn_page *page) {
    const ws_lesson *lesson = page->lesson;
    int marks = ws_play_marks(page->play);
    int of = ws_lesson_shown_marks(lesson);
    ws_progress_done(lesson, marks);
    ws_tell(stdout, "The lesson is over: %d of %d marks.", marks, of);
    next_tell(lesson);
}

static int lesson_play(learn_page *page) {
    ws_error error = {0};
    bool on = true;
    if (!page->lesson->issued)
        catch_up(page);
    while (on && ws_play_item(page->play)) {
        on = item_play(page);
        if (on && !ws_play_go(page->play, &error))
            break;
    }
    if (*error.text)
        ws_tell(stderr, "wormscope learn: %s", error.text);
    if (page->lesson->issued)
        return *error.text ? WS_EXIT_FAILED : WS_EXIT_OK;
    if (!ws_play_item(page->play))
        end_tell(page);
    else if (!*error.text)
        ws_tell(stdout, "`wormscope learn %s` continues from here.", page->asked);
    return *error.text ? WS_EXIT_FAILED : WS_EXIT_OK;
}

static int width_of_terminal(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

static void progress_begin(const ws_lesson *lesson, bool again) {
    ws_progress past;
    ws_progress_read(lesson, &past);
    if (again || past.done)
        ws_progress_clear(lesson);
    ws_progress_free(&past);
}

static void head_tell(const ws_lesson *lesson) {
    ws_tell(stdout, "%s: %d minutes. %s", lesson->title, lesson->minutes,
            lesson->goal ? lesson->goal : "");
}

/* What was issued: the submission grows with each answer. */
static int issued_open(const char *path, const wishes *w) {
    ws_error error;
    ws_attempt attempt;
    learn_page page = {.width = width_of_terminal(), .say = ""};
    if (!ws_attempt_open(&attempt, path, w->again, &error)) {
        ws_tell(stderr, "wormscope learn: %s", error.text);
        return WS_EXIT_USAGE;
    }
    page.lesson = attempt.lesson;
    page.play = attempt.play;
    head_tell(attempt.lesson);
    if (attempt.goes_on)
        ws_tell(stdout, "%s", ws_progress_words(WS_GOING_ON));
    int code = lesson_play(&page);
    const char *left = ws_play_item(attempt.play) ? "it goes on from here; " : "";
    char *submission = ws_copy_text(attempt.submission, strlen(attempt.submission));
    bool good = ws_attempt_close(&attempt, &error);
    if (good)
        ws_tell(stdout, "%syour answers are in %s: hand it in", left, submission);
    else
        ws_tell(stderr, "wormscope learn: %s", error.text);
    free(submission);
    return good ? code : WS_EXIT_IO;
}

static int words_open(const char *path, const char *asked, const wishes *w) {
    ws_error error;
    learn_page page = {.width = width_of_terminal(), .say = ""};
    ws_lesson *lesson = ws_lesson_read(path, &error);
    if (lesson)
        progress_begin(lesson, w->again);
    page.lesson = lesson;
    if (lesson)
        page.asked = asked ? asked : lesson->name;
    page.play = lesson ? ws_play_begin(lesson, w->scenario.options.seed, &error) : NULL;
    if (!page.play) {
        ws_tell(stderr, "wormscope learn: %s", error.text);
        ws_lesson_free(lesson);
        return WS_EXIT_USAGE;
    }
    head_tell(lesson);
    int code = lesson_play(&page);
    ws_play_end(page.play);
    ws_lesson_free(lesson);
    return code;
}

static int screen_open(const char *path, const wishes *w) {
    const ws_options options = {0};
    ws_fault fault = WS_FAULT_NONE;
    const ws_tui_wishes asked = {.options = &options,
                                 .lesson = path,
                                 .draw = w->scenario.options.seed,
                                 .again = w->again,
                                 .theme = w->look.theme_name,
                                 .glyphs = w->look.glyphs,
                                 .colours = w->colours,
                                 .lecture = w->lecture,
                                 .no_mouse = w->no_mouse,
                                 .papers = &ws_papers_on_screen};
    ws_tui_end end = ws_tui_main(&asked, &fault);
    return ws_screen_exit(end, fault);
}

static int lesson_open(const char *name, const wishes *w) {
    ws_error error;
    char *path = name ? ws_lesson_find(name, &error) : ws_progress_next();
    bool screen = !w->no_screen && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!path) {
        ws_tell(stderr, "wormscope learn: %s", name ? error.text : "no lessons were found");
        return WS_EXIT_USAGE;
    }
    int code;
    if (screen)
        code = screen_open(path, w);
    else if (ws_attempt_is_at(path))
        code = issued_open(path, w);
    else
        code = words_open(path, name, w);
    free(path);
    return code;
}

static int run_learn(const ws_subcommand *command, int argc, char **argv) {
    wishes w = {.look = {.theme = ws_theme_default()}};
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        if (ws_scenario_args_parse(&w.scenario, &args, flag))
            continue;
        if (ws_look_parse(&w.look, &args, flag))
            continue;
        if (flag == FLAG_COLOURS)
            w.colours = ws_colours_parse(&args);
        w.list |= flag == FLAG_LIST;
        w.json |= flag == FLAG_JSON;
        w.again |= flag == FLAG_AGAIN;
        w.no_screen |= flag == FLAG_NO_SCREEN;
        w.lecture |= flag == FLAG_LECTURE;
        w.no_mouse |= flag == FLAG_NO_MOUSE;
    }
    const ws_options *options = &w.scenario.options;
    if (options->set_count || options->has_cycles || options->has_warmup)
        ws_args_wrong(&args, "a lesson has its own settings; --seed N draws other numbers");
    if (args.operand_count > 1)
        ws_args_wrong(&args, "unexpected argument `%s`", args.operands[1]);
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (w.list)
        return lessons_list(w.json);
    return lesson_open(args.operand_count ? args.operands[0] : NULL, &w);
}

const ws_subcommand ws_subcommand_learn = {.name = "learn",
                                           .operands = "[LESSON] [OPTION]...",
                                           .doc = "Take a lesson, or the next one of the course",
                                           .flags = flags,
                                           .run = run_learn};
