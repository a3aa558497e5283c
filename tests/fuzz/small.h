/* small.h - a scenario of any text as a session, if its network is small: fuzz tests run thousands of them. */
#ifndef SMALL_H
#define SMALL_H

#include "session/load.h"
#include "session/session.h"

static bool is_small(const ws_script *s) {
    const ws_def *d = &s->draft.def;
    return s->graph.switches <= 100 && s->graph.hosts <= 200 && s->graph.edges <= 1000 && d->message_capacity <= 65536;
}

/* NULL if the text is not understood, with an error, or if its network is not small, without one (`error` begins empty). */
static ws_session *small_open(const char *text, size_t length, const char *directory, ws_error *error) {
    ws_script script;
    ws_source *source = ws_source_text("fuzz.ws", directory, text, length, error);
    if (!source) return NULL;
    bool good = ws_script_read(&script, source, NULL, error) && ws_script_resolve(&script, NULL, error);
    bool open = good && is_small(&script);
    ws_script_free(&script);
    return open ? ws_session_open_text("fuzz.ws", text, length, directory, NULL, error) : NULL;
}

#endif
