/* user_keys.c - see user_keys.h; and `wormscope keys`, which prints the table in force in the form in which it is read. */
#include "app/user_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/subcommands.h"
#include "app/tui_state.h"
#include "session/library/find.h"
#include "session/language/line.h"
#include "session/memory.h"
#include "session/language/tell.h"

bool ws_user_keys_read_file(ws_keys *keys, const char *path, ws_error *error) {
    *keys = ws_keys_default();
    ws_source *source = ws_source_read(path, false, error);
    bool good = source && ws_keys_parse(keys, path, source->text, source->length, ws_tui_command_check, error);
    ws_source_free(source);
    return good;
}

bool ws_user_keys_read(ws_keys *keys, ws_error *error) {
    char *path = ws_user_path(WS_CONFIG_DIR, "keys");
    *keys = ws_keys_default();
    bool good = !path || access(path, F_OK) != 0 || ws_user_keys_read_file(keys, path, error);
    free(path);
    return good;
}

/* ------------------------------------------------------------------------------------------------ conflicts ---- */

typedef struct words {
    char *text;
    size_t room, used, count;
} words;

static void words_add(words *w, const char *first, const char *next, const char *key, const char *what) {
    if (w->used + 1 >= w->room) return;
    int n = snprintf(w->text + w->used, w->room - w->used, "%s%s (%s)", w->count++ ? next : first, key, what);
    w->used += n > 0 ? (size_t)n : 0;
}

static bool has_key(const ws_keys *keys, const char *command) {
    for (size_t i = 0; i < keys->count; i++)
        if (strcmp(keys->binding[i].command, command) == 0) return true;
    return false;
}

const char *ws_user_keys_tell(const ws_keys *keys, char *text, size_t room) {
    ws_keys built_in = ws_keys_default();
    words w = {.text = text, .room = room};
    *text = '\0';
    for (size_t i = 0; i < built_in.count; i++) {
        const ws_binding *was = &built_in.binding[i], *is = ws_keys_find(keys, was->key);
        if (strcmp(was->command, is->command) != 0)
            words_add(&w, "built-in keys that are yours now: ", ", ", was->name, was->command);
    }
    w.count = 0;
    for (size_t i = 0; i < built_in.count; i++) {
        const ws_binding *was = &built_in.binding[i];
        if (!has_key(keys, was->command)) words_add(&w, "; what no key does any more: ", ", ", was->command, was->name);
    }
    return text;
}

/* ----------------------------------------------------------------------------------------------- the command ---- */

/* As a word in quotes. Owned by the caller. */
static char *quoted(const char *text) {
    char *word = ws_alloc(2 * strlen(text) + 3, 1), *out = word;
    *out++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') *out++ = '\\';
        *out++ = *text;
    }
    *out = '"';
    return word;
}

static void binding_print(const ws_binding *b) {
    bool plain = !strpbrk(b->name, "\"\\#");
    char *name = plain ? ws_copy_text(b->name, strlen(b->name)) : quoted(b->name), *help = quoted(b->help);
    ws_tell(stdout, "bind %-*s %s %s", plain ? 9 : 0, name, help, b->command);
    free(name);
    free(help);
}

static int run_keys(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    while (ws_args_next(&args) >= 0) continue;
    if (args.failed || args.helped) return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (args.operand_count > 1) ws_args_wrong(&args, "one file at most");
    ws_error error;
    ws_keys keys;
    char text[1024];
    bool good = args.failed          ? false
                : args.operand_count ? ws_user_keys_read_file(&keys, args.operands[0], &error)
                                     : ws_user_keys_read(&keys, &error);
    if (!good && !args.failed) ws_args_wrong(&args, "%s", error.text);
    if (args.failed) return WS_EXIT_USAGE;
    for (size_t i = 0; i < keys.count; i++) binding_print(&keys.binding[i]);
    if (*ws_user_keys_tell(&keys, text, sizeof text)) ws_tell(stderr, "wormscope keys: %s", text);
    return WS_EXIT_OK;
}

const ws_subcommand ws_subcommand_keys = {.name = "keys",
                                          .operands = "[FILE]",
                                          .doc = "Print the keys in force as a table of keys, or check such a file of one's own",
                                          .run = run_keys};
