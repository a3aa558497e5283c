/* command_find.c - the row of a command, in the tables of all files. */
#include <string.h>

#include "session/language/commands.h"
#include "tui/commands.h"

static bool is_named(const ws_screen_command *row, const char *name, size_t length) {
    return strlen(row->name) == length && strncmp(row->name, name, length) == 0;
}

const ws_screen_command *ws_screen_command_find(const ws_screen_command *const *tables,
                                                const char *name, size_t length) {
    for (; *tables; tables++)
        for (const ws_screen_command *row = *tables; row->name; row++)
            if (is_named(row, name, length))
                return row;
    return NULL;
}

size_t ws_screen_command_names(const ws_screen_command *const *tables,
                               const char *names[WS_COMMANDS_MAX]) {
    size_t count = 0;
    for (; *tables; tables++)
        for (const ws_screen_command *row = *tables; row->name && count < WS_COMMANDS_MAX; row++)
            names[count++] = row->name;
    for (size_t i = 0; i < ws_command_count && count < WS_COMMANDS_MAX; i++)
        if (ws_commands[i].where & WS_COMMAND_LIVE)
            names[count++] = ws_commands[i].name;
    return count;
}
