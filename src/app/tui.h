/* tui.h - the program with a screen. */
#ifndef WS_TUI_H
#define WS_TUI_H

#include "app/cli.h"

/* Opens the screen and returns when the user quits; the value is the exit code. argv as main has it: argv[0] is the program,
 * then options and at most one scenario. */
int ws_tui_main(int argc, char **argv);

/* Its options, as a row, for the help and the manual. Not among ws_subcommands: it is what no subcommand is. */
extern const ws_subcommand ws_subcommand_screen;

#endif
