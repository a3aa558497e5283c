/* control.c - the calendar of what travels back with an argument: a wheel of lists. Single credits
 * and marks have a wheel of bits (step.c), which is cheaper.
 *
 * The table of control messages is bounded. Whoever sends reserves rows first (control_reserve)
 * and gives them back when the message has been received (control_unreserve), so a send never
 * finds the table full. Control messages of one cycle are received in the order in which they were
 * sent. A row is known by its number + 1; 0 = none. */
#include "verbs.h"

static ws_control *row_of(ws_net *n, u32 row) {
    assert(row >= 1 && row <= n->size.controls);
    return &n->control.row[row - 1];
}

bool control_reserve(ws_net *n, u32 rows) {
    u32 *reserved = &n->control.reserved[0];
    if (*reserved + rows > n->size.controls)
        return false;
    *reserved += rows;
    return true;
}

void control_unreserve(ws_net *n, u32 rows) {
    u32 *reserved = &n->control.reserved[0];
    assert(*reserved >= rows);
    *reserved -= rows;
}

/* Takes a free row into use and returns its number + 1. */
static u32 row_use(ws_net *n) {
    u32 row = n->control.free[0];
    if (row == 0)
        return ++n->control.used[0];
    const ws_control *unused = row_of(n, row);
    n->control.free[0] = unused->next;
    return row;
}

static void row_free(ws_net *n, u32 row) {
    u32 next = n->control.free[0];
    *row_of(n, row) = (ws_control){.next = next};
    n->control.free[0] = row;
}

void control_send(ws_net *n, ws_control what) {
    const ws_control_columns *control = &n->control;
    u32 slot = wheel_slot(what.due, n->size.control_slots);
    u32 last = control->last[slot];
    u32 row = row_use(n);
    assert(what.due > now(n));
    what.next = 0;
    *row_of(n, row) = what;
    if (last)
        row_of(n, last)->next = row;
    else
        control->first[slot] = row;
    control->last[slot] = row;
}

static bool speaks_of(const ws_control *what, u32 kind, u32 k) {
    return what->kind == kind && what->packet == k;
}

/* Takes back the control messages of one slot of the wheel. */
static u32 slot_recall(ws_net *n, u32 slot, u32 kind, u32 k) {
    u32 *place = &n->control.first[slot];
    u32 *last = &n->control.last[slot];
    u32 recalled = 0;
    *last = 0;
    while (*place) {
        u32 row = *place;
        ws_control *what = row_of(n, row);
        if (speaks_of(what, kind, k)) {
            *place = what->next;
            row_free(n, row);
            recalled++;
            continue;
        }
        *last = row;
        place = &what->next;
    }
    return recalled;
}

u32 control_recall(ws_net *n, u32 kind, u32 k) {
    u32 recalled = 0;
    for (EACH(slot, n->size.control_slots))
        recalled += slot_recall(n, slot, kind, k);
    return recalled;
}

/* Hands a control message that has arrived to the row that understands it. */
static void control_receive(ws_net *n, const ws_control *what) {
    if (what->kind < CONTROL_SWITCH)
        n->recovery->control(n, what);
    else
        n->model->control(n, what);
}

/* Receives the control messages that are due, in the order in which they were sent. Messages of a
 * later lap go back into the slot in the same order. */
void run_control(ws_net *n) {
    u32 slot = wheel_slot(now(n), n->size.control_slots);
    u32 row = n->control.first[slot];
    n->control.first[slot] = 0;
    n->control.last[slot] = 0;
    while (row) {
        ws_control what = *row_of(n, row);
        row_free(n, row);
        row = what.next;
        if (what.due > now(n))
            control_send(n, what);
        else
            control_receive(n, &what);
    }
}
