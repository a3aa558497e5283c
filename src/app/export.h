/* export.h - what the commands share that turn a scenario or a recording into something to keep: render, cast, series. */
#ifndef WS_EXPORT_H
#define WS_EXPORT_H

#include "app/cli.h"

/* Opens what the only operand names. NULL with the exit code; what is wrong has been said. */
ws_session *ws_export_open(ws_args *args, const ws_options *options, int *code);
/* Up to which cycle: the one asked for, or that of the end if `given` is false. False, and said, if there is none such. */
bool ws_export_end(ws_args *args, const ws_session *session, bool given, const char *flag, uint64_t *cycle);
/* The session did not get to `cycle`: says why. The exit code. */
int ws_export_short(ws_args *args, ws_session *session, uint64_t cycle);

#endif
