/* refers.c - what the rows of the panel of a thing refer to. See thing.h. */
#include "ui/view.h"

#define ROWS_MAX 128

ws_thing ws_view_refers(const ws_view *v, int row) {
    ws_detail fields[WS_DETAILS_MAX];
    const ws_thing nothing = {.kind = WS_THING_NONE};
    ws_thing_kind kind = ws_view_thing(v).kind;
    if (row < 0)
        return nothing;
    if (kind == WS_THING_WORM)
        return ws_worm_refers(v, row);
    if (kind == WS_THING_NODE)
        return ws_node_refers(v, row);
    size_t count = kind == WS_THING_LINK    ? ws_link_details(v, fields)
                   : kind == WS_THING_QUEUE ? ws_queue_details(v, fields)
                                            : 0;
    return (size_t)row < count ? fields[row].refers : nothing;
}

int ws_view_next_field(const ws_view *v, int row, int by) {
    for (int at = row + by; at >= 0 && at < ROWS_MAX; at += by)
        if (ws_view_refers(v, at).kind != WS_THING_NONE)
            return at;
    return row;
}
