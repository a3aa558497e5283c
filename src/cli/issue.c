/* issue.c - `wormscope issue`: a lesson for each student of a course, each with its own numbers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/course_args.h"
#include "cli/subcommands.h"
#include "mark/issued.h"
#include "session/language/tell.h"
#include "session/library/whole_file.h"

enum { FLAG_ROSTER, FLAG_KEY, FLAG_OUT };
static const ws_flag flags[] = {
    {"roster", 0, "FILE.csv", "the students: columns `id` and `name`, a line each (required)"},
    {"key", 'k', "FILE", "the key of the course; created if missing (required)"},
    {"output", 'o', "DIR", "write DIR/ID.wsl for each student (required)"},
    {0},
};

typedef struct wishes {
    const char *roster, *key, *directory;
    ws_args *args;
} wishes;

static void flag_take(wishes *w, int flag) {
    const char **places[] = {
        [FLAG_ROSTER] = &w->roster, [FLAG_KEY] = &w->key, [FLAG_OUT] = &w->directory};
    *places[flag] = w->args->value;
}

static bool has_all(const wishes *w) {
    if (!w->roster)
        return ws_args_wrong(w->args, "--roster FILE.csv is required");
    return w->directory || ws_args_wrong(w->args, "-o DIR is required");
}

static bool fail_file(const wishes *w, const char *path) {
    return ws_args_wrong(w->args, "%s: %s", path, strerror(errno));
}

static void path_of(const wishes *w, const ws_pupil *pupil, char *path, size_t room) {
    snprintf(path, room, "%s/%s.wsl", w->directory, pupil->id);
}

/* Nothing but an issued file is replaced. */
static bool may_replace(const wishes *w, const char *path) {
    char first[sizeof WS_ISSUED_FIRST] = "";
    FILE *file = fopen(path, "rbe");
    if (!file)
        return errno == ENOENT || fail_file(w, path);
    size_t length = fread(first, 1, sizeof first - 1, file);
    fclose(file);
    return ws_issued_is(first, length) ||
           ws_args_wrong(w->args, "%s: not a file of this command; nothing was written", path);
}

/* Before anything is written. */
static bool places_check(const wishes *w, const ws_enrolled *enrolled) {
    char path[4096];
    if (mkdir(w->directory, 0777) != 0 && errno != EEXIST)
        return fail_file(w, w->directory);
    for (size_t i = 0; i < enrolled->count; i++) {
        path_of(w, &enrolled->pupil[i], path, sizeof path);
        if (!may_replace(w, path))
            return false;
    }
    return true;
}

static bool text_write(const wishes *w, const char *path, const char *text, size_t length) {
    return ws_whole_write(path, text, length) || fail_file(w, path);
}

static bool pupil_issue(const wishes *w, const ws_course *course, const ws_pupil *pupil) {
    char path[4096];
    ws_issued issued;
    ws_error error;
    size_t length;
    bool good = ws_issued_make(&issued, course, pupil, &error);
    if (!good)
        ws_args_wrong(w->args, "%s: %s", pupil->id, error.text);
    if (good) {
        char *text = ws_issued_write(&issued, &length);
        path_of(w, pupil, path, sizeof path);
        good = text_write(w, path, text, length);
        free(text);
    }
    ws_issued_free(&issued);
    return good;
}

static bool all_issue(const wishes *w, const ws_course *course, const ws_enrolled *enrolled) {
    if (!places_check(w, enrolled))
        return false;
    for (size_t i = 0; i < enrolled->count; i++)
        if (!pupil_issue(w, course, &enrolled->pupil[i]))
            return false;
    ws_tell(stdout, "%s: %zu files in %s, %d marks each", course->lesson->name, enrolled->count,
            w->directory, course->lesson->marks);
    return true;
}

static ws_exit lesson_issue(const wishes *w, const char *lesson) {
    ws_course_key key;
    ws_opened_course opened = {0};
    ws_enrolled enrolled = {0};
    bool good = has_all(w) && ws_roster_open(w->args, w->roster, &enrolled) &&
                ws_key_make(w->args, w->key, &key) &&
                ws_course_open(w->args, lesson, &key, &opened);
    ws_exit code = good ? WS_EXIT_OK : ws_args_exit(w->args);
    if (good && !all_issue(w, &opened.course, &enrolled))
        code = WS_EXIT_IO;
    ws_enrolled_free(&enrolled);
    ws_course_close(&opened);
    return code;
}

static int run_issue(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    wishes w = {.args = &args};
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        flag_take(&w, flag);
    if (args.failed || !ws_args_one_operand(&args, "lesson"))
        return ws_args_exit(&args);
    return lesson_issue(&w, args.operands[0]);
}

const ws_subcommand ws_subcommand_issue = {
    .name = "issue",
    .operands = "LESSON --roster FILE.csv --key FILE -o DIR",
    .doc = "Write a lesson for each student, with numbers of its own and without the answers",
    .flags = flags,
    .run = run_issue};
