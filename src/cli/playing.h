/* playing.h - opening a recording for the commands that take nothing else: replay, diff. */
#ifndef WS_PLAYING_H
#define WS_PLAYING_H

#include "cli/cli.h"

/* Opens a recording (a path, or "-" for standard input). NULL with the exit code; what is wrong
 * has been said, and how a network beyond options.bound is built. That its end is missing is said
 * too, and no failure. */
ws_session *ws_playing_open(const ws_subcommand *command, const char *file,
                            const ws_options *options, ws_recorded *recorded, ws_exit *code);

#endif
