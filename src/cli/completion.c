/* completion.c - `wormscope completion SHELL` prints a script for a shell. When its user presses
 * Tab, it asks `wormscope complete WORD...`, which reads the same rows as parser and help: the
 * scripts know nothing of commands and options. */
#include "cli/subcommands.h"

#include <stdlib.h>
#include <string.h>

#include "lesson/lesson.h"
#include "paper/papers.h"
#include "session/language/params.h"
#include "session/language/tell.h"
#include "session/library/scenarios.h"

/* ---- what may follow: a line each, the word, two blanks, what it is ---- */

/* What is being completed: candidates begin with `lead` and `typed`. */
typedef struct asked {
    const char *lead;  /* stands before the value in the same word, such as "--theme=" */
    size_t lead_bytes; /* of `lead` */
    const char *typed; /* of the value so far */
    bool files;        /* the shell offers file names besides */
    const ws_subcommand *const *commands;
} asked;

static void offer(const asked *a, const char *word, const char *doc) {
    if (strncmp(word, a->typed, strlen(a->typed)) != 0)
        return;
    int lead = (int)a->lead_bytes;
    ws_tell(stdout, "%.*s%s  %s", lead, a->lead, word, doc);
}

/* The shell knows files better. */
static void offer_files(asked *a) {
    a->files = true;
}

static void offer_scenarios(asked *a) {
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    for (size_t i = 0; i < count; i++)
        offer(a, rows[i].name, rows[i].title);
    ws_scenarios_free(rows, count);
    offer_files(a);
}

static void offer_lessons(asked *a) {
    char **paths;
    ws_error error;
    size_t count = ws_lessons_list(&paths);
    for (size_t i = 0; i < count; i++) {
        ws_lesson *lesson = ws_lesson_read(paths[i], &error);
        if (lesson)
            offer(a, lesson->name, lesson->title);
        ws_lesson_free(lesson);
        free(paths[i]);
    }
    free(paths);
    offer_files(a);
}

static void offer_papers(asked *a) {
    ws_papers papers;
    ws_error error;
    bool read = ws_papers_list(&papers, &error);
    for (size_t i = 0; read && i < papers.count; i++)
        offer(a, papers.paper[i].name, papers.paper[i].title);
    ws_papers_free(&papers);
}

static void offer_commands(asked *a) {
    for (const ws_subcommand *const *at = a->commands; *at; at++)
        if (!(*at)->hidden)
            offer(a, (*at)->name, (*at)->doc);
}

static void offer_themes(asked *a) {
    for (size_t i = 0; ws_theme_names[i]; i++)
        offer(a, ws_theme_names[i], "theme");
    offer_files(a);
}

static void offer_glyphs(asked *a) {
    for (unsigned i = 0; i < ws_glyph_set_count; i++)
        offer(a, ws_glyph_sets[i].name, ws_glyph_sets[i].doc);
}

static void offer_params(asked *a) {
    for (size_t i = 0; i < ws_param_count; i++)
        offer(a, ws_params[i].name, ws_params[i].doc);
}

/* The values of a parameter that has names for them, behind "NAME=". */
static void offer_values(const asked *a, const char *equals) {
    size_t length = (size_t)(equals - a->typed);
    asked value = {.lead = a->typed - a->lead_bytes,
                   .lead_bytes = a->lead_bytes + length + 1,
                   .typed = equals + 1};
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        bool same = strlen(param->name) == length && strncmp(param->name, a->typed, length) == 0;
        for (size_t k = 0; same && k < param->name_count; k++)
            offer(&value, param->names[k], param->docs[k]);
    }
}

static void offer_settings(asked *a) {
    const char *equals = strchr(a->typed, '=');
    if (equals) {
        offer_values(a, equals);
        return;
    }
    size_t length = strlen(a->typed);
    for (size_t i = 0; i < ws_param_count; i++)
        if (strncmp(ws_params[i].name, a->typed, length) == 0)
            ws_tell(stdout, "%.*s%s=  %s", (int)a->lead_bytes, a->lead, ws_params[i].name,
                    ws_params[i].doc);
}

/* ---- what stands for what: placeholders of operands and of values of options ---- */

static const struct {
    const char *placeholder;
    const char *of; /* the command or the option; NULL: any */
    void (*offer)(asked *a);
} meanings[] = {
    {"SCENARIO", NULL, offer_scenarios},
    {"LESSON", NULL, offer_lessons},
    {"COMMAND", NULL, offer_commands},
    {"NAME", "params", offer_params},
    {"NAME", "themes", offer_themes},
    {"NAME", "paper", offer_papers},
    {"NAME", "theme", offer_themes},
    {"NAME", "x", offer_params},
    {"NAME", "by", offer_params},
    {"NAME=VALUE", NULL, offer_settings},
    {"NAME=LIST", NULL, offer_settings},
    {"SET", NULL, offer_glyphs},
    {"SHELL", NULL, NULL},
    {"FILE", NULL, offer_files},
    {"FILE.html", NULL, offer_files},
    {"FILE.svg", NULL, offer_files},
    {"FILE.ws", NULL, offer_files},
    {"RECORDING", NULL, offer_files},
    {"DIR", NULL, offer_files},
};

static const char *const shells[] = {"bash", "zsh", "fish"};
enum { SHELLS = sizeof shells / sizeof *shells };

static void offer_shells(asked *a) {
    for (size_t i = 0; i < SHELLS; i++)
        offer(a, shells[i], "shell");
}

/* One placeholder of `length` bytes, of a command or an option. */
static void offer_meaning(asked *a, const char *placeholder, size_t length, const char *of) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        const char *name = meanings[i].placeholder;
        bool same = strlen(name) == length && strncmp(name, placeholder, length) == 0;
        if (!same || (meanings[i].of && strcmp(meanings[i].of, of) != 0))
            continue;
        if (meanings[i].offer)
            meanings[i].offer(a);
        else
            offer_shells(a);
        return;
    }
}

/* ---- where in the command line we are ---- */

static void offer_flags(asked *a, const ws_subcommand *command) {
    char word[64];
    for (const ws_flag *flag = command->flags; flag && flag->name; flag++) {
        snprintf(word, sizeof word, "--%s", flag->name);
        offer(a, word, flag->doc);
    }
    offer(a, "--help", "tell what the command does");
}

/* The option that this word names; NULL if it names none, or none that takes a value. */
static const ws_flag *flag_with_value(const ws_subcommand *command, const char *word,
                                      size_t length) {
    for (const ws_flag *flag = command->flags; flag && flag->name; flag++) {
        bool is_letter = length == 2 && word[0] == '-' && word[1] == flag->letter;
        bool is_long = length > 2 && strlen(flag->name) == length - 2 &&
                       strncmp(word, "--", 2) == 0 &&
                       strncmp(word + 2, flag->name, length - 2) == 0;
        if (flag->value && (is_letter || is_long))
            return flag;
    }
    return NULL;
}

/* The words of `operands` that stand for something: "[SCENARIO|RECORDING]" has two. */
static void offer_operands(asked *a, const ws_subcommand *command) {
    const char *place = command->operands;
    while (*place) {
        size_t length = strcspn(place, " |[]/");
        if (length > 0 && *place != '-')
            offer_meaning(a, place, length - (place[length - 1] == '.' ? 3 : 0), command->name);
        place += length;
        place += strspn(place, " |[]/");
    }
}

/* What may stand in the place of `a->typed`, a whole word; `before` is the word before it, NULL if
 * there is none. */
static void offer_word(asked *a, const ws_subcommand *command, const char *before) {
    const char *word = a->typed;
    const char *equals = strchr(word, '=');
    const ws_flag *waiting = before ? flag_with_value(command, before, strlen(before)) : NULL;
    const ws_flag *named = equals ? flag_with_value(command, word, (size_t)(equals - word)) : NULL;
    const ws_flag *flag = waiting ? waiting : named;
    if (!waiting && named) {
        a->lead = word;
        a->lead_bytes = (size_t)(equals + 1 - word);
        a->typed = equals + 1;
    }
    if (flag)
        offer_meaning(a, flag->value, strlen(flag->value), flag->name);
    else if (*word == '-')
        offer_flags(a, command);
    else
        offer_operands(a, command);
}

int ws_complete(const ws_subcommand *const *commands, const ws_subcommand *command, int argc,
                char **argv) {
    if (argc < 2)
        return WS_EXIT_USAGE;
    asked a = {.lead = "", .typed = argv[argc - 1], .commands = commands};
    if (argc == 2 && *a.typed != '-')
        offer_commands(&a);
    /* A line that begins with no command is one of the first, that of the screen. */
    offer_word(&a, command ? command : *commands, argc > 2 ? argv[argc - 2] : NULL);
    if (a.files)
        puts(":files");
    return WS_EXIT_OK;
}

/* ---- the scripts ---- */

static const char *const bash_lines[] = {
#include "cli/completion/bash.inc"
};
static const char *const zsh_lines[] = {
#include "cli/completion/zsh.inc"
};
static const char *const fish_lines[] = {
#include "cli/completion/fish.inc"
};
#define SCRIPT(lines)                                                                              \
    { lines, sizeof(lines) / sizeof *(lines) }
static const struct {
    const char *const *line;
    size_t count;
} scripts[SHELLS] = {SCRIPT(bash_lines), SCRIPT(zsh_lines), SCRIPT(fish_lines)};

static int run_completion(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    while (ws_args_next(&args) >= 0)
        continue;
    if (!ws_args_one_operand(&args, "shell"))
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    for (size_t i = 0; i < SHELLS; i++) {
        if (strcmp(shells[i], args.operands[0]) != 0)
            continue;
        for (size_t k = 0; k < scripts[i].count; k++)
            fputs(scripts[i].line[k], stdout);
        return WS_EXIT_OK;
    }
    ws_args_wrong(&args, "no completion for `%s`: expected bash, zsh or fish", args.operands[0]);
    return WS_EXIT_USAGE;
}

const ws_subcommand ws_subcommand_completion = {
    .name = "completion",
    .operands = "SHELL",
    .doc = "Print a script that completes words by Tab, for bash, zsh or fish",
    .run = run_completion};
