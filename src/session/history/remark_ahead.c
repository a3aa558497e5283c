/* remark_ahead.c - the next remark ahead of a session. */
#include "session/history/history.h"
#include "session/session_state.h"

static bool is_remark(const char *text, uint64_t cycle, uint64_t now) {
    return cycle > now && ws_mark_of(text) == WS_MARK_NOTE;
}

/* Returns the cycle of the next remark of the scenario; UINT64_MAX: none. */
static uint64_t timed_ahead(const ws_session *s, uint64_t now) {
    const ws_timed_lines *timed = &s->script.timed;
    for (size_t i = s->next_timed; i < timed->count; i++) {
        const ws_timed *line = &timed->line[i];
        if (is_remark(line->text, line->cycle, now))
            return line->cycle;
    }
    return UINT64_MAX;
}

/* Returns the cycle of the next remark of the branch; UINT64_MAX: none. */
static uint64_t typed_ahead(const ws_session *s, uint64_t now) {
    const ws_journal *typed = &session_branch(s)->typed;
    for (size_t i = s->next_typed; i < typed->count; i++) {
        const ws_journal_entry *line = &typed->entries[i];
        if (is_remark(line->text, line->cycle, now))
            return line->cycle;
    }
    return UINT64_MAX;
}

uint64_t ws_session_remark_ahead(const ws_session *s) {
    uint64_t now = session_now(s);
    return session_sooner(timed_ahead(s, now), typed_ahead(s, now));
}
