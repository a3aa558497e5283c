/* parting.c - see history.h. */
#include "session/history/history.h"

#include <string.h>

#include "session/language/text.h"

/* The columns that are traffic, by key. */
static const char *const traffic[] = {
    "link_flits", "flight",  "vlane",     "queue",      "since",      "ring",       "source_count",
    "ms_source",  "ms_dest", "ms_length", "ms_created", "pk_message", "pk_entered",
};

static bool is_traffic(const char *key) {
    for (size_t i = 0; i < sizeof traffic / sizeof *traffic; i++)
        if (text_is(traffic[i], key))
            return true;
    return false;
}

static bool column_differs(const ws_net *one, const ws_net *other, const ws_column *column) {
    const unsigned char *mine = ws_net_state(one);
    const unsigned char *theirs = ws_net_state(other);
    size_t bytes = column->size * column->count;
    return memcmp(mine + column->offset, theirs + column->offset, bytes) != 0;
}

bool ws_traffic_differs(const ws_net *one, const ws_net *other) {
    size_t count;
    size_t other_count;
    const ws_column *columns = ws_net_columns(one, &count);
    const ws_column *others = ws_net_columns(other, &other_count);
    for (size_t i = 0; i < count && i < other_count; i++) {
        const ws_column *column = &columns[i];
        if (column->offset != others[i].offset || column->count != others[i].count)
            return true;
        if (is_traffic(column->key) && column_differs(one, other, column))
            return true;
    }
    return count != other_count;
}

static bool step(ws_session *s) {
    return ws_shadow_go_on(s) && ws_session_run(s, 1) == 1;
}

bool ws_sessions_part(ws_session *one, ws_session *other, uint64_t until) {
    for (;;) {
        const ws_net *net = ws_session_net(one);
        if (ws_traffic_differs(net, ws_session_net(other)))
            return true;
        if (ws_net_cycle(net) >= until)
            return false;
        bool both = step(one);
        both &= step(other);
        if (!both)
            return false;
    }
}
