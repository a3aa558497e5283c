/* learn.c - `wormscope learn`: the course, a page at a time. Enter goes on; a question is answered
 * by a line. */
#include <jansson.h>
#include <langinfo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/json_text.h"
#include "cli/learn_page.h"
#include "cli/subcommands.h"
#include "lesson/check.h"
#include "lesson/progress.h"
#include "session/language/tell.h"

#define FRAME_MS     60
#define PATIENCE_MS  6000 /* a run that is longer than this is shown faster and faster */
#define WORDS_HEIGHT 8

enum { FLAG_LIST = WS_LOOK_FLAG_END, FLAG_JSON, FLAG_AGAIN, FLAG_TEXT };
static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"list", 'l', NULL, "list the lessons, and how far you are"},
    {"json", 0, NULL, "with --list: one JSON object a line"},
    {"again", 0, NULL, "begin the lesson anew"},
    {"text", 0, NULL, "print words alone, without the picture"},
    {0},
};

typedef struct wishes {
    ws_scenario_args scenario;
    ws_look look;
    bool list, json, again, text;
} wishes;

/* ---- the list ---- */

static void row_json(const ws_lesson *lesson) {
    json_t *object =
        json_pack("{s:o, s:o, s:i, s:i, s:i, s:i}", "name", ws_json_text(lesson->name), "title",
                  ws_json_text(lesson->title), "minutes", lesson->minutes, "order", lesson->order,
                  "steps", (int)lesson->steps, "marks", lesson->marks);
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
}

static void row_text(const ws_lesson *lesson) {
    ws_progress progress;
    char state[64] = "";
    ws_progress_read(lesson->name, &progress);
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

/* The first that is not done; all are done: the first. NULL if there is none. */
static char *next_lesson(void) {
    char **paths;
    char *found = NULL;
    ws_error error;
    size_t count = ws_lessons_list(&paths);
    for (size_t i = 0; i < count; i++) {
        ws_progress progress = {0};
        ws_lesson *lesson = found ? NULL : ws_lesson_read(paths[i], &error);
        if (lesson)
            ws_progress_read(lesson->name, &progress);
        if (lesson && !progress.done)
            found = strdup(paths[i]);
        ws_progress_free(&progress);
        ws_lesson_free(lesson);
    }
    if (!found && count)
        found = strdup(paths[0]);
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
    return found;
}

/* ---- a lesson ---- */

static uint64_t clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Has somebody pressed Enter? Waits that long for it. */
static bool is_hurried(int wait_ms) {
    char line[256];
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&input, 1, wait_ms) <= 0)
        return false;
    return fgets(line, sizeof line, stdin) != NULL;
}

/* A run is shown at the pace of the lesson, and ends at once when Enter is pressed. */
static bool run_show(ws_page *page, ws_error *error) {
    bool done = false;
    bool shown = page->screen && page->pace > 0;
    uint64_t begin = clock_ms();
    double owed = 0;
    while (!done && shown) {
        uint64_t spent = clock_ms() - begin;
        double faster = spent > PATIENCE_MS ? (double)(spent - PATIENCE_MS) / 100 : 1;
        owed += page->pace * faster * FRAME_MS / 1000;
        uint64_t cycles = (uint64_t)owed;
        owed -= (double)cycles;
        if (cycles && !ws_play_run(page->play, cycles, &done, error))
            return false;
        ws_page_draw(page);
        shown = !is_hurried(FRAME_MS);
    }
    return true;
}

static bool line_read(char *line, size_t room, const char *prompt) {
    printf("%s", prompt);
    fflush(stdout);
    if (!fgets(line, (int)room, stdin))
        return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

/* Tells what has become of an answer; true when the question is done with. */
static bool verdict_tell(const ws_page *page, const ws_verdict *verdict) {
    if (verdict->right)
        ws_page_words(page, "right: ", verdict->truth);
    else if (verdict->last)
        ws_page_words(page, "no. ", verdict->truth);
    else
        ws_tell(stdout, "no. Try again; ? gives a hint.");
    return verdict->last;
}

static bool answer_give(ws_page *page, const char *line, bool quiet) {
    ws_verdict verdict;
    ws_error error;
    if (!ws_play_answer(page->play, line, &verdict, &error)) {
        ws_page_words(page, "", error.text);
        return false;
    }
    if (quiet)
        return verdict.last;
    ws_progress_answer(page->lesson->name, line);
    return verdict_tell(page, &verdict);
}

static void hint_give(ws_page *page) {
    const char *hint = ws_play_hint(page->play);
    ws_page_words(page, "", hint ? hint : "there is no further hint");
}

static const char *prompt_of(const ws_item *item) {
    switch (item->kind) {
    case WS_ITEM_PICK: return "point at it (such as H1 H3), ? for a hint: ";
    case WS_ITEM_CHOOSE: return "a letter, ? for a hint: ";
    case WS_ITEM_PREDICT: return "a number, ? for a hint: ";
    case WS_ITEM_DO: return "lines with ; between them, ? for a hint: ";
    default: return "Enter: on, q: quit ";
    }
}

/* False to quit. */
static bool question_ask(ws_page *page) {
    char line[1024];
    const ws_item *item = ws_play_item(page->play);
    bool done = false;
    page->say = "";
    ws_page_draw(page);
    while (!done) {
        if (!line_read(line, sizeof line, prompt_of(item)) || strcmp(line, "q") == 0)
            return false;
        if (strcmp(line, "?") == 0)
            hint_give(page);
        else if (*line)
            done = answer_give(page, line, false);
    }
    return true;
}

static bool words_say(ws_page *page, const ws_item *item) {
    char line[256];
    page->say = item->text;
    ws_page_draw(page);
    if (!line_read(line, sizeof line, prompt_of(item)) || strcmp(line, "q") == 0)
        return false;
    return true;
}

static void lines_show(ws_page *page, const ws_item *item) {
    for (size_t i = 0; i < item->lines.count; i++)
        ws_page_show(page, item->lines.line[i]);
}

/* One item, as far as it is for the reader. *on: the lesson goes on. False with an error. */
static bool item_play(ws_page *page, bool *on, ws_error *error) {
    const ws_item *item = ws_play_item(page->play);
    switch (item->kind) {
    case WS_ITEM_SAY:
    case WS_ITEM_EXPLAIN: *on = words_say(page, item); return true;
    case WS_ITEM_SHOW: lines_show(page, item); return true;
    case WS_ITEM_TYPE: return true;
    case WS_ITEM_RUN:
    case WS_ITEM_REVEAL: return run_show(page, error);
    default: *on = question_ask(page); return true;
    }
}

/* The answers that were given before, up to the place where they end. */
static void catch_up(ws_page *page) {
    ws_progress progress;
    ws_error error;
    size_t given = 0;
    ws_progress_read(page->lesson->name, &progress);
    while (given < progress.count && ws_play_item(page->play)) {
        const ws_item *item = ws_play_item(page->play);
        if (item->kind == WS_ITEM_SHOW)
            lines_show(page, item);
        bool asks = ws_item_is_question(item);
        if (asks && !answer_give(page, progress.answer[given++], true))
            continue;
        if (!ws_play_go(page->play, &error))
            break;
    }
    if (given)
        ws_tell(stdout, "You go on where you left the lesson. --again begins it anew.");
    ws_progress_free(&progress);
}

static void end_tell(const ws_page *page) {
    const ws_lesson *lesson = page->lesson;
    int marks = ws_play_marks(page->play);
    ws_progress_done(lesson->name, marks, lesson->marks);
    ws_tell(stdout, "The lesson is over: %d of %d marks.", marks, lesson->marks);
    char *next = next_lesson();
    ws_error error;
    ws_lesson *following = next ? ws_lesson_read(next, &error) : NULL;
    if (following && following->order > lesson->order)
        ws_tell(stdout, "Next: %s (wormscope learn %s)", following->title, following->name);
    ws_lesson_free(following);
    free(next);
}

static int lesson_play(ws_page *page) {
    ws_error error = {""};
    bool on = true;
    catch_up(page);
    while (on && ws_play_item(page->play)) {
        if (!item_play(page, &on, &error))
            break;
        if (on && !ws_play_go(page->play, &error))
            break;
    }
    if (*error.text)
        ws_tell(stderr, "wormscope learn: %s", error.text);
    if (!ws_play_item(page->play))
        end_tell(page);
    else if (!*error.text)
        ws_tell(stdout, "`wormscope learn %s` goes on from here.", page->lesson->name);
    return *error.text ? WS_EXIT_FAILED : WS_EXIT_OK;
}

static void size_measure(ws_page *page) {
    struct winsize size;
    page->width = 80;
    page->height = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return;
    page->width = size.ws_col;
    page->height = size.ws_row;
}

static ws_colour_depth depth_of(void) {
    const char *term = getenv("COLORTERM");
    bool direct = term && (strstr(term, "truecolor") || strstr(term, "24bit"));
    return direct ? WS_DEPTH_DIRECT : WS_DEPTH_256;
}

static void page_begin(ws_page *page, const wishes *w) {
    const char *no_color = getenv("NO_COLOR");
    size_measure(page);
    page->say = "";
    setvbuf(stdout, NULL, _IOFBF, 1 << 16); /* a page goes out whole */
    page->look = w->look;
    page->screen = !w->text && isatty(STDOUT_FILENO);
    page->colour = !(no_color && *no_color);
    const ws_glyphs *glyphs = w->look.glyphs;
    if (!glyphs)
        glyphs = ws_glyphs_for(nl_langinfo(CODESET), getenv("TERM"));
    int height = page->height - WORDS_HEIGHT + 1;
    page->stage = ws_stage_new(ws_play_session(page->play), glyphs, page->width, height);
    page->stage->view.session.name = page->lesson->title;
    if (page->colour)
        ws_stage_colour(page->stage, &page->look.theme, depth_of());
}

static int lesson_open(const char *name, const wishes *w) {
    ws_error error;
    ws_page page = {0};
    char *path = name ? ws_lesson_find(name, &error) : next_lesson();
    ws_lesson *lesson = path ? ws_lesson_read(path, &error) : NULL;
    free(path);
    if (lesson && w->again)
        ws_progress_clear(lesson->name);
    ws_progress past = {0};
    if (lesson)
        ws_progress_read(lesson->name, &past);
    if (lesson && past.done)
        ws_progress_clear(lesson->name);
    ws_progress_free(&past);
    page.lesson = lesson;
    page.play = lesson ? ws_play_begin(lesson, w->scenario.options.seed, &error) : NULL;
    if (!page.play) {
        ws_tell(stderr, "wormscope learn: %s", error.text);
        ws_lesson_free(lesson);
        return WS_EXIT_USAGE;
    }
    page_begin(&page, w);
    ws_tell(stdout, "%s: %d minutes. %s", lesson->title, lesson->minutes,
            lesson->goal ? lesson->goal : "");
    int code = lesson_play(&page);
    ws_stage_free(page.stage);
    ws_play_end(page.play);
    ws_lesson_free(lesson);
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
        w.list |= flag == FLAG_LIST;
        w.json |= flag == FLAG_JSON;
        w.again |= flag == FLAG_AGAIN;
        w.text |= flag == FLAG_TEXT;
    }
    const ws_options *options = &w.scenario.options;
    if (options->set_count || options->has_cycles || options->has_warmup)
        ws_args_wrong(&args, "a lesson has its own settings; --seed N draws other numbers");
    if (args.operand_count > 1)
        ws_args_wrong(&args, "`%s` is one word too many", args.operands[1]);
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
