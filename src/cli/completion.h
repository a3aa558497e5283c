/* completion.h - what a shell may offer when its user presses Tab. */
#ifndef WS_COMPLETION_H
#define WS_COMPLETION_H

#include "cli/cli.h"

/* `argv` is "complete" and the words of a command line behind the program's name, of which the last
 * is being typed. Prints a line for each word that may stand in its place: the word, two blanks,
 * what it is. A line `:files` says that names of files may too. It reads no options of its own,
 * since all words belong to another command. `commands` ends with NULL; the first is the one
 * that needs no name. `command`: the one that the words begin with; NULL: none, or still being
 * typed. Returns the exit code. */
int ws_complete(const ws_subcommand *const *commands, const ws_subcommand *command, int argc,
                char **argv);

#endif
