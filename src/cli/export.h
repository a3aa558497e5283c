/* export.h - what the commands share that turn a scenario or a recording into something to keep:
 * render, cast, series. */
#ifndef WS_EXPORT_H
#define WS_EXPORT_H

#include "cli/cli.h"

#define WS_EXPORT_FORCE                                                                            \
    { "force", 0, NULL, "play a recording of another model too" }

/* Opens what the only operand names. NULL with the exit code; what is wrong has been said. */
ws_session *ws_export_open(ws_args *args, const ws_options *options, int *code);
/* Up to which cycle: the one asked for, or that of the end if `given` is false. False, and said,
 * if there is none such. */
bool ws_export_end(ws_args *args, const ws_session *session, bool given, const char *flag,
                   uint64_t *cycle);
/* Returns the exit code of a session that was run to `cycle`; prints the reason if it stopped
 * earlier. */
int ws_export_done(ws_args *args, ws_session *session, uint64_t cycle);

#endif
