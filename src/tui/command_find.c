/* command_find.c - the row of a command, in the tables of all files. */
#include <string.h>

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
