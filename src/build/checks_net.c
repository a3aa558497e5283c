/* checks_net.c - contradictions between a definition and the wiring it was given: asked at the
 * build and at every live change. */
#include "build.h"

/* The marks must stop a sender in time: after STOP is decided, flight + signal - 1 more flits
 * can arrive. */
static bool marks_check(const ws_net *n, const ws_def *def, ws_error *error) {
    if (def->flow_control != WS_FLOW_STOP_GO)
        return true;
    i64 stop;
    i64 go;
    ws_def_marks(def, n->wire.longest_signal, &stop, &go);
    if (go >= stop)
        return fail_with(error, "go-mark %lld must be below stop-mark %lld", (long long)go,
                         (long long)stop);
    i64 flight = n->wire.longest_flight;
    i64 coming = flight + n->wire.longest_signal - 1;
    if (stop + coming <= def->buffer)
        return true;
    if (def->buffer <= coming)
        return fail_with(
            error,
            "stop-mark %lld with buffer %lld could overflow: %lld flits still arrive after "
            "STOP; the buffer must be at least %lld",
            (long long)stop, (long long)def->buffer, (long long)coming, (long long)(stop + coming));
    return fail_with(
        error,
        "stop-mark %lld with buffer %lld could overflow: %lld flits still arrive after "
        "STOP; the mark may be at most "
        "%lld, or the buffer at least %lld",
        (long long)stop, (long long)def->buffer, (long long)coming,
        (long long)(def->buffer - coming), (long long)(stop + coming));
}

bool net_check(const ws_net *n, const ws_def *def, ws_error *error) {
    const ws_switch *model = n->model;
    if (!marks_check(n, def, error))
        return false;
    return !model->check_wiring || model->check_wiring(n, def, error);
}
