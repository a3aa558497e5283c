/* export.c - see cli.h. */
#include "cli/cli.h"
#include "session/language/tell.h"

#include <inttypes.h>

ws_session *ws_export_open(ws_args *args, const ws_options *options, int *code) {
    ws_error error = {0};
    ws_fault fault;
    *code = args->helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (!ws_args_one_operand(args, "scenario or recording"))
        return NULL;
    ws_session *session = ws_session_open_why(args->operands[0], options, &fault, &error);
    if (session)
        return session;
    ws_tell(stderr, "%s%s", error.text, ws_any_size_cure(&options->bound));
    *code = ws_exit_of(fault);
    return NULL;
}

/* A recording goes on live where it ends, which nobody recorded. */
static uint64_t end_of(const ws_session *session) {
    ws_recorded recorded;
    uint64_t end = ws_session_end(session);
    return ws_session_recorded(session, &recorded) && recorded.end < end ? recorded.end : end;
}

bool ws_export_end(ws_args *args, const ws_session *session, bool given, const char *flag,
                   uint64_t *cycle) {
    uint64_t end = end_of(session);
    if (!given)
        *cycle = end;
    if (*cycle > end)
        return ws_args_wrong(args, "cycle %" PRIu64 " lies behind the end of the run, %" PRIu64,
                             *cycle, end);
    if (*cycle != UINT64_MAX)
        return true;
    return ws_args_wrong(args, "%s has no end: give the last cycle with --%s",
                         ws_session_name(session), flag);
}

int ws_export_done(ws_args *args, ws_session *session, uint64_t cycle) {
    ws_error error;
    ws_divergence divergence;
    uint64_t now = ws_net_cycle(ws_session_net(session));
    if (ws_session_failed(session, &error)) {
        ws_tell(stderr, "%s", error.text);
        return WS_EXIT_FAILED;
    }
    if (ws_session_diverged(session, &divergence)) {
        ws_args_wrong(args,
                      "this is not what was recorded: it differs from cycle %" PRIu64
                      " on; see wormscope replay --verify",
                      divergence.after);
        return WS_EXIT_FAILED;
    }
    if (now >= cycle)
        return WS_EXIT_OK;
    ws_args_wrong(args, "the run ends at %" PRIu64 ", before cycle %" PRIu64, now, cycle);
    return WS_EXIT_USAGE;
}
