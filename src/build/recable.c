/* recable.c - a cable is cut, or repaired, while the network runs: another network with the same
 * columns, whose routes are others. The whole state goes on, but for the packets that are lost:
 * salvage.c. */
#include "build.h"

#include <string.h>

/* Takes the columns over. Both networks were built alike: the columns are as large, and no row of
 * the new one has been in use. */
static void columns_carry(ws_net *n, const ws_net *before) {
    *n->used = *before->used;
    for (EACH(i, WS_COLUMN_COUNT)) {
        const ws_column *column = &n->columns[i];
        const ws_column *known = &before->columns[i];
        size_t bytes = ws_net_column_used(before, known) * column->size;
        u8 *to = n->block + column->offset;
        const u8 *from = before->block + known->offset;
        assert(column->count == known->count);
        if (strcmp("cuts", column->key) != 0)
            memcpy(to, from, bytes);
    }
}

ws_net *ws_net_recable(const ws_net *before, const ws_def *built, const ws_graph *graph,
                       ws_error *error) {
    ws_net *n = ws_net_rebuild(before, built, graph, before->host, error);
    if (!n)
        return NULL;
    if (!ws_net_change(n, before->def, error)) {
        ws_net_free(n);
        return NULL;
    }
    columns_carry(n, before);
    if (!net_salvage(n, before)) {
        fail_memory(error, graph);
        ws_net_free(n);
        return NULL;
    }
    return n;
}
