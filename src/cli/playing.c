/* playing.c - see playing.h. */
#include "cli/playing.h"
#include "session/language/tell.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

ws_session *ws_playing_open(const ws_subcommand *command, const char *file,
                            const ws_options *options, ws_recorded *recorded, ws_exit *code) {
    ws_error error;
    ws_fault fault = WS_FAULT_IO;
    ws_session *session = NULL;
    /* a name of a scenario will not do */
    bool there = strcmp(file, "-") == 0 || access(file, F_OK) == 0;
    if (there)
        session = ws_session_open_why(file, options, &fault, &error);
    else
        snprintf(error.text, sizeof error.text, "%.300s: %s", file, strerror(errno));
    if (session && !ws_session_recorded(session, recorded)) {
        ws_session_close(session);
        session = NULL;
        fault = WS_FAULT_DAMAGED;
        snprintf(error.text, sizeof error.text, "%.300s: line 1, byte 0: this is not a recording",
                 file);
    }
    *code = ws_exit_of(fault);
    if (!session)
        ws_tell(stderr, "wormscope %s: %s%s", command->name, error.text,
                ws_any_size_cure(&options->bound));
    else if (recorded->cut)
        ws_tell(stderr, "wormscope %s: %s: %s; played as far as it goes", command->name, file,
                recorded->cut);
    return session;
}
