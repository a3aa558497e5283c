/* lesson.c - `wormscope lesson check`: are the lessons right? */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/lesson_show.h"
#include "cli/subcommands.h"
#include "lesson/check.h"
#include "lesson/examine.h"
#include "session/language/tell.h"

enum { FLAG_DRAWS, FLAG_READER, FLAG_ALL, FLAG_REPORT };
static const ws_flag flags[] = {
    {"draws", 'n', "N", "play each lesson for N draws (default 20; as a reader 1)"},
    {"reader", 0, NULL, "try all that the words of a question admit"},
    {"all", 0, NULL, "as a reader: every number of a law"},
    {"report", 0, NULL, "as a reader: print question, key, and what is admitted"},
    {0},
};

static double cpu_seconds(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    double user = (double)use.ru_utime.tv_sec + 1e-6 * (double)use.ru_utime.tv_usec;
    return user + (double)use.ru_stime.tv_sec + 1e-6 * (double)use.ru_stime.tv_usec;
}

static size_t questions_of(const ws_lesson *lesson) {
    size_t count = 0;
    for (size_t s = 0; s < lesson->steps; s++)
        for (size_t i = 0; i < lesson->step[s].items; i++)
            count += ws_item_is_question(&lesson->step[s].item[i]);
    return count;
}

/* Where all draws have the same network, only the order of the answers would differ. */
static uint64_t draws_of(const ws_lesson *lesson, uint64_t draws) {
    bool is_same = lesson->seed && lesson->draws == 0;
    return is_same ? 1 : draws;
}

static bool draws_check(const ws_lesson *lesson, uint64_t draws) {
    ws_error error;
    if (!ws_lesson_fits(lesson, &error)) {
        ws_tell(stderr, "%s", error.text);
        return false;
    }
    for (uint64_t draw = 0; draw < draws; draw++) {
        ws_lesson_show *show = draw == 0 ? ws_lesson_show_check : NULL;
        if (ws_lesson_check(lesson, draw, show, &error))
            continue;
        ws_tell(stderr, "%s (draw %" PRIu64 ")", error.text, draw);
        return false;
    }
    return true;
}

/* ---- as a reader ---- */

typedef struct reading {
    bool reads, all, reports;
} reading;

static void line_tell(void *context, const char *line) {
    (void)context;
    ws_tell(stdout, "%s", line);
}

static bool reader_check(const ws_lesson *lesson, const reading *how, uint64_t draws,
                         size_t *untested) {
    ws_error error;
    ws_lesson_screen *screen = ws_lesson_screen_new();
    const ws_examiner examiner = {.context = screen,
                                  .show = ws_lesson_screen_show,
                                  .names = ws_lesson_screen_names,
                                  .shows = ws_lesson_screen_worm,
                                  .untested = untested,
                                  .tell = how->reports ? line_tell : NULL,
                                  .all = how->all};
    bool good = true;
    for (uint64_t draw = 0; good && draw < draws; draw++) {
        *untested = 0;
        good = ws_lesson_examine(lesson, draw, &examiner, &error);
        if (!good)
            ws_tell(stderr, "%s (draw %" PRIu64 ")", error.text, draw);
    }
    ws_lesson_screen_free(screen);
    return good;
}

static bool file_check(const char *path, const reading *how, uint64_t draws) {
    ws_error error;
    double begin = cpu_seconds();
    ws_lesson *lesson = ws_lesson_read(path, &error);
    if (!lesson) {
        ws_tell(stderr, "%s", error.text);
        return false;
    }
    draws = draws_of(lesson, draws);
    size_t untested = 0;
    bool good =
        how->reads ? reader_check(lesson, how, draws, &untested) : draws_check(lesson, draws);
    char left[64] = "";
    if (how->reads && good)
        snprintf(left, sizeof left, " (%zu not tested by a reader)", untested);
    ws_tell(stdout,
            "%s: %s, %zu questions%s, %d marks, %d minutes, %" PRIu64 " draws, %.1f CPU seconds",
            lesson->name, good ? "right" : "wrong", questions_of(lesson), left, lesson->marks,
            lesson->minutes, draws, cpu_seconds() - begin);
    fflush(stdout); /* whoever waits for the next knows of this one */
    ws_lesson_free(lesson);
    return good;
}

static bool all_check(const reading *how, uint64_t draws) {
    char **paths;
    size_t count = ws_lessons_list(&paths);
    bool good = count > 0;
    for (size_t i = 0; i < count; i++) {
        good &= file_check(paths[i], how, draws);
        free(paths[i]);
    }
    free(paths);
    return good;
}

static bool named_check(const char *name, const reading *how, uint64_t draws) {
    ws_error error;
    char *path = ws_lesson_find(name, &error);
    if (!path)
        ws_tell(stderr, "wormscope lesson: %s", error.text);
    bool good = path && file_check(path, how, draws);
    free(path);
    return good;
}

static int run_lesson(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    uint64_t draws = 0;
    reading how = {0};
    bool good = true;
    for (int flag; (flag = ws_args_next(&args)) >= 0;) {
        how.reads |= flag == FLAG_READER;
        how.all |= flag == FLAG_ALL;
        how.reports |= flag == FLAG_REPORT;
        if (flag == FLAG_DRAWS)
            ws_args_number(&args, 1, 1000000, &draws);
    }
    if (draws == 0)
        draws = how.reads ? 1 : 20;
    bool checks = args.operand_count > 0 && strcmp(args.operands[0], "check") == 0;
    if (!args.failed && !args.helped && !checks)
        ws_args_wrong(&args, "a subcommand is required; usage: wormscope lesson check [FILE]...");
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (args.operand_count == 1)
        good = all_check(&how, draws);
    for (int i = 1; i < (int)args.operand_count; i++)
        good &= named_check(args.operands[i], &how, draws);
    return good ? WS_EXIT_OK : WS_EXIT_FAILED;
}

const ws_subcommand ws_subcommand_lesson = {
    .name = "lesson",
    .operands = "check [FILE]... [-n N] [--reader]",
    .doc = "Check that lessons are right: every solution, every wrong answer, every text",
    .flags = flags,
    .run = run_lesson};
