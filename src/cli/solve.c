/* solve.c - `wormscope solve`: the lesson's own solution as a submission. */
#include <stdlib.h>
#include <string.h>

#include "cli/course_args.h"
#include "cli/subcommands.h"
#include "mark/solve.h"
#include "session/language/tell.h"

enum { FLAG_KEY, FLAG_OUT, FLAG_LESSON };
static const ws_flag flags[] = {
    {"key", 'k', "FILE", "the key of the course (required)"},
    {"output", 'o', "SUBMISSION.wsr", "the submission (required)"},
    {"lesson", 'l', "LESSON", "the teacher's lesson, unless it is installed"},
    {0},
};

typedef struct wishes {
    const char *key, *path, *lesson;
    ws_args *args;
    bool lost; /* a file could not be read or written */
} wishes;

static void flag_take(wishes *w, int flag) {
    const char **places[] = {
        [FLAG_KEY] = &w->key, [FLAG_OUT] = &w->path, [FLAG_LESSON] = &w->lesson};
    *places[flag] = w->args->value;
}

/* Is it what this course issues to its student, byte by byte? Else it is a file of a stranger. */
static bool is_ours(const ws_source *source, const ws_issued *ours) {
    size_t length;
    char *text = ws_issued_write(ours, &length);
    bool same = length == source->length && memcmp(text, source->text, length) == 0;
    free(text);
    return same;
}

static bool course_solve(wishes *w, const ws_source *source, const ws_issued *issued,
                         const ws_course *course) {
    ws_issued ours;
    ws_error error;
    bool good = ws_issued_make(&ours, course, &issued->pupil, &error);
    if (!good)
        ws_args_wrong(w->args, "%s", error.text);
    if (good && !is_ours(source, &ours))
        good =
            ws_args_wrong(w->args, "%s: not as this lesson is issued with this key", source->name);
    if (good && !ws_solve(course, &ours, w->path, &w->lost, &error))
        good = ws_args_wrong(w->args, "%s", error.text);
    ws_issued_free(&ours);
    return good;
}

/* A lesson of one's own is not among those that are installed. */
static bool lesson_check(const wishes *w, const char *lesson) {
    ws_error error;
    char *path = ws_lesson_find(lesson, &error);
    bool found = path != NULL;
    free(path);
    return found || ws_args_wrong(w->args, "%s; the file of a lesson of your own is given with -l",
                                  error.text);
}

static bool issued_solve(wishes *w, const ws_source *source, const ws_course_key *key) {
    ws_issued issued;
    ws_opened_course opened = {0};
    ws_error error;
    if (!ws_issued_read(&issued, source, &error))
        return ws_args_wrong(w->args, "%s", error.text);
    const char *lesson = w->lesson ? w->lesson : issued.lesson;
    bool good = lesson_check(w, lesson) && ws_course_open(w->args, lesson, key, &opened) &&
                course_solve(w, source, &issued, &opened.course);
    ws_course_close(&opened);
    ws_issued_free(&issued);
    return good;
}

static int run_solve(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    wishes w = {.args = &args};
    ws_error error;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        flag_take(&w, flag);
    if (args.failed || !ws_args_one_operand(&args, "issued file"))
        return ws_args_exit(&args);
    if (!w.path) {
        ws_args_wrong(&args, "where to? write -o SUBMISSION.wsr");
        return WS_EXIT_USAGE;
    }
    ws_course_key key;
    if (!ws_key_open(&args, w.key, &key))
        return ws_args_exit(&args);
    ws_source *source = ws_source_read_up_to(args.operands[0], false, WS_ISSUED_MAX, &error);
    if (!source) {
        ws_args_wrong(&args, "%s", error.text);
        return WS_EXIT_IO;
    }
    bool good = issued_solve(&w, source, &key);
    ws_source_free(source);
    if (good)
        return WS_EXIT_OK;
    return w.lost || args.unread ? WS_EXIT_IO : WS_EXIT_FAILED;
}

const ws_subcommand ws_subcommand_solve = {
    .name = "solve",
    .operands = "FILE.wsl --key FILE -o SUBMISSION.wsr [-l LESSON]",
    .doc = "Play the solution of a lesson that was issued: what full marks look like",
    .flags = flags,
    .run = run_solve};
