/* marks.c - see history.h. */
#include "session/history/history.h"

#include <stdio.h>
#include <string.h>

#include "session/language/commands.h"

ws_mark ws_mark_of(const char *line) {
    size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < ws_command_count; i++) {
        const ws_command *command = &ws_commands[i];
        bool same_length = strlen(command->name) == length;
        if (!same_length || strncmp(command->name, line, length) != 0)
            continue;
        if (command->where & WS_COMMAND_CHANGES)
            return WS_MARK_CHANGE;
        if (command->where & WS_COMMAND_REMARKS)
            return WS_MARK_NOTE;
        return WS_MARK_NONE;
    }
    return WS_MARK_NONE;
}

const char *ws_mark_label(const char *line, char *text, size_t room) {
    ws_line words;
    ws_error error;
    bool is_note = ws_mark_of(line) == WS_MARK_NOTE;
    is_note = is_note && ws_line_typed(&words, line, &error);
    if (is_note && words.count > 1)
        snprintf(text, room, "%s", words.word[1].text);
    else
        snprintf(text, room, "%s", line);
    return text;
}
