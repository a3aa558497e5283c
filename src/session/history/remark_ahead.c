/* remark_ahead.c - what lies ahead of where a session is. */
#include "session/history/marks.h"
#include "session/session_state.h"

static bool is_remark(const char *text, uint64_t cycle, uint64_t now) {
    return cycle > now && ws_mark_of(text) == WS_MARK_NOTE;
}

uint64_t ws_session_remark_ahead(const ws_session *s) {
    const ws_timed *timed = s->script.timed;
    const ws_journal *typed = &s->branches.branch[s->branch].typed;
    uint64_t now = ws_net_cycle(s->net);
    uint64_t ahead = UINT64_MAX;
    size_t a = s->next_timed;
    size_t b = s->next_typed;
    while (a < s->script.timed_count && !is_remark(timed[a].text, timed[a].cycle, now))
        a++;
    while (b < typed->count && !is_remark(typed->entries[b].text, typed->entries[b].cycle, now))
        b++;
    if (a < s->script.timed_count)
        ahead = timed[a].cycle;
    if (b < typed->count && typed->entries[b].cycle < ahead)
        ahead = typed->entries[b].cycle;
    return ahead;
}
