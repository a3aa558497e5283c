/* handout.c - `wormscope handout`: a lesson on paper. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/subcommands.h"
#include "export/handout.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"
#include "session/memory.h"
#include "session/text_stream.h"

enum { FLAG_OUT, FLAG_TEACHER, FLAG_SEED, FLAG_SIZE, FLAG_THEME, FLAG_GLYPHS };
static const ws_flag flags[] = {
    {"output", 'o', "FILE",
     "write to FILE: .html, .md or .txt; text to standard output without it"},
    {"teacher", 0, NULL, "with answers, explanations, hints and the note of the teacher"},
    {"seed", 'r', "N", "draw other numbers, and another order of choices"},
    {"size", 0, "COLSxROWS", "size of a picture (default 80x24)"},
    {"theme", 't', "NAME", "colours of the pictures and the page (default light)"},
    {"glyphs", 'g', "SET", "signs: braille, block or ascii"},
    {0},
};

typedef struct wishes {
    const char *path;
    ws_theme theme;
    bool has_theme; /* that was asked for */
    ws_handout handout;
} wishes;

static const struct {
    const char *suffix;
    const ws_handout_form *form;
} forms[] = {
    {".html", &ws_handout_html},
    {".md", &ws_handout_text},
    {".txt", &ws_handout_text},
};

static void path_take(wishes *w, ws_args *args) {
    w->path = args->value;
    w->handout.form = NULL;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (text_ends(w->path, forms[i].suffix))
            w->handout.form = forms[i].form;
    if (!w->handout.form)
        ws_args_wrong(args, "-o `%s`: expected a name that ends in .html, .md or .txt",
                      w->path);
}

static void theme_take(wishes *w, ws_args *args) {
    ws_error error;
    w->has_theme = ws_theme_open(&w->theme, args->value, &error);
    if (!w->has_theme)
        ws_args_wrong(args, "%s", error.text);
}

static void glyphs_take(wishes *w, ws_args *args) {
    w->handout.glyphs = ws_glyphs_find(args->value);
    if (!w->handout.glyphs)
        ws_args_wrong(args, "unknown glyphs `%s`: expected braille, block or ascii", args->value);
}

static void flag_take(wishes *w, ws_args *args, int flag) {
    ws_handout *handout = &w->handout;
    switch (flag) {
    case FLAG_OUT: path_take(w, args); break;
    case FLAG_TEACHER: handout->teacher = true; break;
    case FLAG_SEED: ws_args_number(args, 1, INT64_MAX, &handout->draw); break;
    case FLAG_SIZE: ws_args_size(args, &handout->width, &handout->height); break;
    case FLAG_THEME: theme_take(w, args); break;
    default: glyphs_take(w, args); break;
    }
}

/* The whole text, so that nothing is written of a lesson that cannot be played. NULL, and said. */
static char *text_make(const wishes *w, ws_args *args) {
    ws_error error;
    char *text = NULL;
    size_t length;
    FILE *memory = ws_text_stream(&text, &length);
    bool good = ws_handout_write(&w->handout, memory, &error);
    fclose(memory);
    if (good)
        return text;
    ws_args_wrong(args, "%s", error.text);
    free(text);
    return NULL;
}

static ws_exit text_write(const wishes *w, ws_args *args, const char *text) {
    if (!w->path) {
        fputs(text, stdout);
        return WS_EXIT_OK;
    }
    if (ws_whole_write(w->path, text, strlen(text)))
        return WS_EXIT_OK;
    ws_args_wrong(args, "%s: %s", w->path, strerror(errno));
    return WS_EXIT_IO;
}

static ws_exit lesson_write(wishes *w, ws_args *args, const char *name) {
    ws_error error;
    ws_exit code = WS_EXIT_FAILED;
    char *path = ws_lesson_find(name, &error);
    ws_lesson *lesson = path ? ws_lesson_read(path, &error) : NULL;
    free(path);
    if (!lesson) {
        ws_tell(stderr, "wormscope handout: %s", error.text);
        return WS_EXIT_USAGE;
    }
    w->handout.lesson = lesson;
    char *text = text_make(w, args);
    if (text)
        code = text_write(w, args, text);
    free(text);
    ws_lesson_free(lesson);
    return code;
}

static int run_handout(const ws_subcommand *command, int argc, char **argv) {
    ws_error error;
    wishes w = {.theme = ws_theme_default()};
    w.handout.form = &ws_handout_text;
    w.handout.glyphs = ws_glyphs_find("braille");
    w.handout.width = 80;
    w.handout.height = 24;
    w.handout.theme = &w.theme;
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        flag_take(&w, &args, flag);
    if (args.failed || !ws_args_one_operand(&args, "lesson"))
        return args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (!w.has_theme && !ws_theme_open(&w.theme, "light", &error)) {
        ws_tell(stderr, "wormscope handout: %s", error.text);
        return WS_EXIT_IO;
    }
    return lesson_write(&w, &args, args.operands[0]);
}

const ws_subcommand ws_subcommand_handout = {
    .name = "handout",
    .operands = "LESSON [-o FILE] [OPTION]...",
    .doc = "Write a lesson for paper: what it asks, with pictures, without the answers",
    .flags = flags,
    .run = run_handout};
