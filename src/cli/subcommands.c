/* subcommands.c - the list of commands, in the order of the help, and the commands that read this list: help, version, manual and
 * complete. No other command knows it. */
#include "cli/subcommands.h"

#include <string.h>

const ws_subcommand *ws_subcommand_find(const char *name) {
    for (size_t i = 0; ws_subcommands[i]; i++)
        if (strcmp(ws_subcommands[i]->name, name) == 0)
            return ws_subcommands[i];
    return NULL;
}

void ws_usage(FILE *out) {
    fprintf(out, "wormscope - watch wormhole-routed networks at work, and measure them\n\n"
                 "usage: wormscope [SCENARIO]     short for `wormscope screen`\n"
                 "       wormscope COMMAND ...\n\n");
    for (size_t i = 0; ws_subcommands[i]; i++)
        if (!ws_subcommands[i]->hidden)
            fprintf(out, "  %-10s %s\n", ws_subcommands[i]->name, ws_subcommands[i]->doc);
    fprintf(
        out,
        "\nA scenario is a file, `-` for standard input, or a name that `wormscope list` shows.\n"
        "`wormscope help COMMAND` tells more of a command; wormscope(1) tells all.\n");
}

static int run_help(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    while (ws_args_next(&args) >= 0)
        continue;
    if (args.failed)
        return WS_EXIT_USAGE;
    if (args.helped)
        return WS_EXIT_OK;
    if (args.operand_count > 1) {
        ws_args_wrong(&args, "one command is enough: unexpected `%s`", args.operands[1]);
        return WS_EXIT_USAGE;
    }
    if (args.operand_count == 0) {
        ws_usage(stdout);
        return WS_EXIT_OK;
    }
    const ws_subcommand *about = ws_subcommand_find(args.operands[0]);
    if (!about) {
        ws_args_wrong(&args, "unknown command `%s`; `wormscope help` lists them", args.operands[0]);
        return WS_EXIT_USAGE;
    }
    ws_subcommand_usage(about, stdout);
    return WS_EXIT_OK;
}

const char *ws_revision = "unknown";

static int run_version(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    while (ws_args_next(&args) >= 0)
        continue;
    if (args.operand_count > 0)
        ws_args_wrong(&args, "unexpected argument `%s`", args.operands[0]);
    if (args.failed)
        return WS_EXIT_USAGE;
    if (!args.helped)
        printf("wormscope %s (%s), model %d\n", WS_VERSION, ws_revision, WS_MODEL);
    return WS_EXIT_OK;
}

static int run_manual(const ws_subcommand *command, int argc, char **argv) {
    return ws_manual(command, ws_subcommands, argc, argv);
}

static int run_complete(const ws_subcommand *command, int argc, char **argv) {
    (void)command;
    const ws_subcommand *begun = argc > 2 ? ws_subcommand_find(argv[1]) : NULL;
    return ws_complete(ws_subcommands, begun, argc, argv);
}

const ws_subcommand ws_subcommand_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .doc = "Tell what the commands do, or one of them with its options",
    .run = run_help};

const ws_subcommand ws_subcommand_version = {
    .name = "version",
    .operands = "",
    .doc = "Print the version of the program, and of the model: results are comparable digit by "
           "digit within one model",
    .run = run_version};

const ws_subcommand ws_subcommand_manual = {.name = "manual",
                                            .operands = "PAGE",
                                            .doc = "Fill in the tables of a manual page",
                                            .run = run_manual,
                                            .hidden = true};

const ws_subcommand ws_subcommand_complete = {.name = "complete",
                                              .operands = "WORD...",
                                              .doc = "List what may follow on a command line",
                                              .run = run_complete,
                                              .hidden = true};

#define ROW(name) &ws_subcommand_##name,
const ws_subcommand *const ws_subcommands[] = {WS_SUBCOMMANDS(ROW) NULL};
