/* table.c - the screen's own commands: one table from the rows of all files. Nothing here is
 * called by those files. */
#include <string.h>

#include "session/language/line.h"
#include "session/language/params.h"
#include "tui/commands.h"

const ws_screen_command *const ws_command_tables[] = {
    ws_run_commands,   ws_see_commands,    ws_select_commands,
    ws_study_commands, ws_next_commands,   ws_record_commands,
    ws_class_commands, ws_lesson_commands, NULL,
};
enum { TABLES = sizeof ws_command_tables / sizeof *ws_command_tables - 1 };

const ws_screen_command *ws_tui_command_at(size_t index) {
    for (size_t i = 0; i < TABLES; i++)
        for (const ws_screen_command *c = ws_command_tables[i]; c->name; c++)
            if (index-- == 0)
                return c;
    return NULL;
}

/* Of a `set` also that its parameter can be set. What stands behind is told when the key is
 * pressed. */
bool ws_tui_command_check(const ws_line *line, size_t word, ws_error *error) {
    const char *names[WS_COMMANDS_MAX], *name = line->word[word].text;
    size_t count = ws_screen_command_names(ws_command_tables, names), i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    if (i == count)
        return ws_fail_name(error, line, word, "command", WS_NAMES(names, count));
    if (strcmp(name, "set") != 0)
        return true;
    const ws_param *param =
        word + 1 < line->count ? ws_param_find(line->word[word + 1].text) : NULL;
    if (!param)
        return ws_fail_name(error, line, word + 1, "parameter",
                            WS_ROW_NAMES(ws_params, ws_param_count));
    return param->live || ws_fail(error, line, word + 1,
                                  "%s cannot be changed while the network runs", param->name);
}
