/* manual.h - `wormscope manual PAGE`: prints a manual page with its tables filled in, for the
 * build. */
#ifndef WS_MANUAL_H
#define WS_MANUAL_H

#include "cli/cli.h"

/* Runs `command` on the command line, with `subcommands` (ends with NULL) as the table of the
 * commands. Returns an exit code. */
int ws_manual(const ws_subcommand *command, const ws_subcommand *const *subcommands, int argc,
              char **argv);

#endif
