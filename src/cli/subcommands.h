/* subcommands.h - the rows of ws_subcommands; each at the end of the file that does the work. */
#ifndef WS_SUBCOMMANDS_H
#define WS_SUBCOMMANDS_H

#include "cli/cli.h"
#include "session/language/params.h"
#include "terminal/program.h"

/* Which tree the program is built from, for `wormscope version`: a commit, with "-dirty" if it was
 * changed since. `main` sets it. */
extern const char *ws_revision;

extern const ws_subcommand *const ws_subcommands[]; /* in the order of the help; ends with NULL */
/* The command of that name; NULL if there is none. */
const ws_subcommand *ws_subcommand_find(const char *name);
/* Help for the program: every command that is not hidden. */
void ws_usage(FILE *out);

/* Every command, in the order of the help: ws_subcommand_NAME is its row. */
/* clang-format off */
#define WS_SUBCOMMANDS(ROW) \
    ROW(screen) ROW(run) ROW(sweep) ROW(reproduce) ROW(merge) ROW(summary) ROW(plot) ROW(paper) \
    ROW(render) ROW(cast) ROW(export) ROW(series) ROW(saqs) ROW(replay) ROW(learn) ROW(prove) \
    ROW(lesson) ROW(handout) ROW(issue) ROW(solve) ROW(mark) ROW(diff) ROW(host) ROW(join) \
    ROW(list) ROW(params) ROW(themes) ROW(keys) ROW(completion) ROW(help) ROW(version) \
    ROW(manual) ROW(complete) ROW(worker_run) ROW(worker_mark)
/* clang-format on */
#define DECLARED(name) extern const ws_subcommand ws_subcommand_##name;
WS_SUBCOMMANDS(DECLARED)
#undef DECLARED

/* The exit code of the program with a screen (screen.c). */
ws_exit ws_screen_exit(ws_tui_end end, ws_fault fault);

/* ---- manual ---- */

/* `wormscope manual PAGE`: prints a manual page with its tables filled in, for the build. */

/* Runs `command` on the command line, with `subcommands` (ends with NULL) as the table of the
 * commands. Returns an exit code. */
int ws_manual(const ws_subcommand *command, const ws_subcommand *const *subcommands, int argc,
              char **argv);

/* ---- completion ---- */

/* What a shell may offer when its user presses Tab. */

/* `argv` is "complete" and the words of a command line behind the program's name, of which the last
 * is being typed. Prints a line for each word that may stand in its place: the word, two blanks,
 * what it is. A line `:files` says that names of files may too. It reads no options of its own,
 * since all words belong to another command. `commands` ends with NULL; the first is the one
 * that needs no name. `command`: the one that the words begin with; NULL: none, or still being
 * typed. Returns the exit code. */
int ws_complete(const ws_subcommand *const *commands, const ws_subcommand *command, int argc,
                char **argv);

/* ---- param text ---- */

/* The rows of the table of parameters in words, for `wormscope params` and the manual. */

/* "0 to 64", "0 to 1", "off, on", "by kind" */
void ws_param_range_text(const ws_param *param, char *text, size_t room);
/* How the value number `index` of names[] is written, with what must follow it: "torus R C",
 * "fixed N", "round-robin". */
void ws_param_value_text(const ws_param *param, size_t index, char *text, size_t room);
void ws_param_default_text(const ws_param *param, char *text, size_t room);

#endif
