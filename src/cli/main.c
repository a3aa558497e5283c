/* main.c - `wormscope COMMAND ...` goes to the command's row, everything else to that of `screen`. */
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "cli/cli.h"
#include "cli/subcommands.h"
#include "revision.h" /* of the tree this is built from: Makefile */
#include "session/language/params.h"
#include "session/language/tell.h"
#include "session/library/find.h"
#include "session/library/scenarios.h"

/* Data that could not be written must look neither like success nor like a verdict. */
static int finish(int code) {
    bool lost = ferror(stdout) | fflush(stdout);
    if (!lost)
        return code;
    ws_tell(stderr, "wormscope: standard output could not be written");
    return code == WS_EXIT_USAGE ? code : WS_EXIT_IO;
}

/* A word that is neither a command nor a scenario, and no path: says so. A name that is nearly that
 * of a scenario is left to what opens scenarios, which knows the nearest. */
static bool is_unknown(const char *word) {
    ws_error error;
    if (*word == '-' || strpbrk(word, "/."))
        return false;
    char *scenario = ws_find_scenario(word, &error);
    free(scenario);
    if (scenario || strstr(error.text, "did you mean"))
        return false;
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; ws_subcommands[i] && count < sizeof names / sizeof *names; i++)
        if (!ws_subcommands[i]->hidden)
            names[count++] = ws_subcommands[i]->name;
    const char *nearest = ws_suggest(word, WS_NAMES(names, count));
    if (nearest)
        ws_tell(stderr, "wormscope: no command or scenario `%s`; did you mean `%s`?", word,
                nearest);
    else
        ws_tell(stderr, "wormscope: no command or scenario `%s`; %s", word,
                "`wormscope help` and `wormscope list` show those that there are");
    return true;
}

/* Its data lie beside the program. Without /proc it is where it was called by its path. */
static void program_find(const char *called) {
    char path[PATH_MAX];
    size_t size = sizeof path;
    if (uv_exepath(path, &size) == 0 || (strchr(called, '/') && realpath(called, path)))
        ws_find_program(path);
}

int main(int argc, char **argv) {
    static const struct {
        const char *word;
        const ws_subcommand *command;
    } spellings[] = {{"--help", &ws_subcommand_help},
                     {"-h", &ws_subcommand_help},
                     {"--version", &ws_subcommand_version},
                     {"-V", &ws_subcommand_version}};
    setlocale(LC_CTYPE, "");
    ws_no_memory_prepare();
    program_find(argc > 0 ? argv[0] : "");
    ws_revision = WS_REVISION;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow further is an error in words */
    if (argc < 2)
        return finish(ws_subcommand_screen.run(&ws_subcommand_screen, argc, argv));
    const ws_subcommand *command = ws_subcommand_find(argv[1]);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strcmp(argv[1], spellings[i].word) == 0)
            command = spellings[i].command;
    if (!command && is_unknown(argv[1]))
        return WS_EXIT_USAGE;
    if (!command)
        return finish(ws_subcommand_screen.run(&ws_subcommand_screen, argc, argv));
    return finish(command->run(command, argc - 1, argv + 1));
}
