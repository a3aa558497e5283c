/* control.c - the calendar of what travels back with an argument: a wheel of lists. Single credits
 * and marks have a wheel of bits (step.c), which is cheaper.
 *
 * The table of notices is bounded. Whoever sends reserves rows first (control_reserve) and gives
 * them back when the notice has been taken (control_unreserve), so a send never finds the table
 * full. Notices of one cycle are taken in the order in which they were sent. */
#include "verbs.h"

bool control_reserve(ws_net *n, u32 rows) {
    if (n->control.reserved[0] + rows > n->size.controls)
        return false;
    n->control.reserved[0] += rows;
    return true;
}

void control_unreserve(ws_net *n, u32 rows) {
    assert(n->control.reserved[0] >= rows);
    n->control.reserved[0] -= rows;
}

void control_send(ws_net *n, ws_control what) {
    u32 row = n->control.free[0];
    if (row)
        n->control.free[0] = n->control.row[row - 1].next;
    else
        row = ++n->control.used[0];
    assert(row <= n->size.controls && what.due > n->cycle[0]);
    u32 slot = (u32)what.due & (n->size.control_slots - 1);
    what.next = 0;
    n->control.row[row - 1] = what;
    if (n->control.last[slot])
        n->control.row[n->control.last[slot] - 1].next = row;
    else
        n->control.first[slot] = row;
    n->control.last[slot] = row;
}

/* Takes the notices that are due, in the order in which they were sent; those of a later lap go
 * back in the same order. */
void run_control(ws_net *n) {
    u32 slot = (u32)n->cycle[0] & (n->size.control_slots - 1);
    u32 row = n->control.first[slot];
    n->control.first[slot] = n->control.last[slot] = 0;
    while (row) {
        ws_control what = n->control.row[row - 1];
        n->control.row[row - 1] = (ws_control){.next = n->control.free[0]};
        n->control.free[0] = row;
        row = what.next;
        if (what.due > n->cycle[0])
            control_send(n, what);
        else if (what.kind < CONTROL_SWITCH)
            n->recovery->control(n, &what);
        else
            n->model->control(n, &what);
    }
}
