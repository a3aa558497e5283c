/* keys.c - `wormscope keys` prints the table of keys in force in the form in which it is read. */
#include <stdlib.h>
#include <string.h>

#include "cli/subcommands.h"
#include "session/language/fields.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "tui/user_keys.h"

static void binding_print(const ws_binding *binding) {
    bool plain = !strpbrk(binding->name, "\"\\#");
    char *name = plain ? text_copy(binding->name) : ws_quoted_text(binding->name);
    char *help = ws_quoted_text(binding->help);
    ws_tell(stdout, "bind %-*s %s %s", plain ? 9 : 0, name, help, binding->command);
    free(name);
    free(help);
}

static int run_keys(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    while (ws_args_next(&args) >= 0)
        continue;
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (args.operand_count > 1)
        ws_args_wrong(&args, "one file at most");
    ws_error error;
    ws_keys keys;
    char text[1024];
    bool good = !args.failed;
    if (good && args.operand_count)
        good = ws_user_keys_read_file(&keys, args.operands[0], &error);
    else if (good)
        good = ws_user_keys_read(&keys, &error);
    if (!good && !args.failed)
        ws_args_wrong(&args, "%s", error.text);
    if (args.failed)
        return WS_EXIT_USAGE;
    for (size_t i = 0; i < keys.count; i++)
        binding_print(&keys.binding[i]);
    if (*ws_user_keys_tell(&keys, text, sizeof text))
        ws_tell(stderr, "wormscope keys: %s", text);
    return WS_EXIT_OK;
}

const ws_subcommand ws_subcommand_keys = {
    .name = "keys",
    .operands = "[FILE]",
    .doc = "Print the keys in force as a table of keys, or check a key file of your own",
    .run = run_keys};
