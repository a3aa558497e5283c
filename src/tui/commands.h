/* commands.h - the lines that keys and the command line give. */
#ifndef WS_TUI_COMMANDS_H
#define WS_TUI_COMMANDS_H

#include "session/session.h"

struct ws_line;
typedef struct ws_tui ws_tui;

/* One of the screen's own commands. Tables of them end with a nameless row. */
typedef struct ws_screen_command {
    const char *name;
    void (*run)(ws_tui *tui, const char *argument);
    /* as the help and the manual show it; words separated by `|` are offered, and NODE, THEME ...
     * stand for what complete.c knows of them */
    const char *argument;
    const char *doc;
} ws_screen_command;

/* ---- commands/: the rows of each file ---- */
extern const ws_screen_command ws_run_commands[], ws_see_commands[], ws_select_commands[],
    ws_study_commands[], ws_next_commands[], ws_record_commands[], ws_class_commands[],
    ws_lesson_commands[];

/* ---- commands/table.c ---- */
/* The tables of all files in commands/; NULL behind the last. Who works for a row finds them in
 * ws_tui. */
extern const ws_screen_command *const ws_command_tables[];
/* All rows, one after the other; NULL behind the last. */
const ws_screen_command *ws_tui_command_at(size_t index);
/* Is there such a command? For key tables. */
bool ws_tui_command_check(const struct ws_line *line, size_t word, ws_error *error);

/* ---- command_find.c ---- */
#define WS_COMMANDS_MAX 96
/* The row that the first `length` bytes of a text name, in tables like the one above; NULL. */
const ws_screen_command *ws_screen_command_find(const ws_screen_command *const *tables,
                                                const char *name, size_t length);
/* The names of all that can be typed: of the rows of these tables, and of the lines of the language
 * that a network takes while it runs. Returns how many. */
size_t ws_screen_command_names(const ws_screen_command *const *tables,
                               const char *names[WS_COMMANDS_MAX]);

/* ---- commands.c ---- */
/* A number of cycles from an argument, 1 if there is none; false after saying what is wrong. */
bool ws_tui_cycles(ws_tui *tui, const char *argument, uint64_t *cycles);
/* A line: one of the screen's own commands, or one of the command language. Says what it has
 * done, or why not. */
void ws_tui_command(ws_tui *tui, const char *line);

#endif
