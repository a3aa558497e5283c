/* control.c - the calendar of what travels back with an argument: a wheel of lists. Single credits and marks have a wheel of bits
 * (step.c), which is cheaper.
 *
 * The table of notices is bounded. Whoever sends reserves rows first (notice_reserve) and gives them back when the notice has been
 * taken (rows_return), so a send never finds the table full. Notices of one cycle are taken in the order in which they were sent. */
#include "verbs.h"

bool notice_reserve(ws_net *n, u32 rows) {
    if (n->notice_reserved[0] + rows > n->size.notices) return false;
    n->notice_reserved[0] += rows;
    return true;
}

void rows_return(ws_net *n, u32 rows) {
    assert(n->notice_reserved[0] >= rows);
    n->notice_reserved[0] -= rows;
}

void notice_send(ws_net *n, ws_notice what) {
    u32 row = n->notice_free[0];
    if (row) n->notice_free[0] = n->notice[row - 1].next;
    else row = ++n->notice_used[0];
    assert(row <= n->size.notices && what.due > n->now[0]);
    u32 slot = (u32)what.due & (n->size.notice_slots - 1);
    what.next = 0;
    n->notice[row - 1] = what;
    if (n->notice_last[slot]) n->notice[n->notice_last[slot] - 1].next = row;
    else n->notice_first[slot] = row;
    n->notice_last[slot] = row;
}

/* Takes the notices that are due, in the order in which they were sent; those of a later lap go back in the same order. */
void run_notices(ws_net *n) {
    u32 slot = (u32)n->now[0] & (n->size.notice_slots - 1), row = n->notice_first[slot];
    n->notice_first[slot] = n->notice_last[slot] = 0;
    while (row) {
        ws_notice what = n->notice[row - 1];
        n->notice[row - 1] = (ws_notice){.next = n->notice_free[0]};
        n->notice_free[0] = row;
        row = what.next;
        if (what.due > n->now[0]) notice_send(n, what);
        else if (what.kind < NOTICE_SWITCH) n->recovery->control(n, &what);
        else n->model->control(n, &what);
    }
}
