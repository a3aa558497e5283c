/* subcommands.h - the rows of ws_subcommands; each at the end of the file that does the work. */
#ifndef WS_SUBCOMMANDS_H
#define WS_SUBCOMMANDS_H

#include "cli/cli.h"
#include "tui/tui.h"

extern const ws_subcommand *const ws_subcommands[]; /* in the order of the help; ends with NULL */
/* The command of that name; NULL if there is none. */
const ws_subcommand *ws_subcommand_find(const char *name);
/* Help for the program: every command that is not hidden. */
void ws_usage(FILE *out);

extern const ws_subcommand ws_subcommand_screen, ws_subcommand_run, ws_subcommand_sweep,
    ws_subcommand_reproduce, ws_subcommand_merge, ws_subcommand_summary,
    ws_subcommand_plot, ws_subcommand_paper,
    ws_subcommand_render, ws_subcommand_cast, ws_subcommand_series, ws_subcommand_saqs,
    ws_subcommand_replay, ws_subcommand_prove, ws_subcommand_lesson, ws_subcommand_learn, ws_subcommand_diff, ws_subcommand_host, ws_subcommand_join, ws_subcommand_list, ws_subcommand_params,
    ws_subcommand_themes, ws_subcommand_keys, ws_subcommand_help, ws_subcommand_version,
    ws_subcommand_worker_run;

extern const ws_subcommand ws_subcommand_export, ws_subcommand_handout, ws_subcommand_completion,
    ws_subcommand_issue, ws_subcommand_solve, ws_subcommand_mark, ws_subcommand_worker_mark;

/* The exit code of the program with a screen (screen.c). */
ws_exit ws_screen_exit(ws_tui_end end, ws_fault fault);

#endif
