/* class_look.c - what the view shows of a class. */
#include "session/memory.h"
#include "tui/class.h"
#include "tui/state.h"

static void host_look(ws_tui *t) {
    ws_view_class *view = &t->view.class;
    ws_room *room = ws_hosting_room(t->class.hosting);
    size_t count = ws_room_count(room);
    uint64_t now = ws_hosting_now(t->class.hosting);
    uint64_t cycle = ws_tui_cycle(t);
    free(t->class.row);
    t->class.row = ws_alloc(count, sizeof *t->class.row);
    view->row = t->class.row;
    view->count = 0;
    for (size_t i = 0; i < count; i++) {
        const ws_guest *who = ws_room_guest(room, i);
        ws_guest_info guest = ws_guest_tell(who, now);
        if (!guest.joined)
            continue;
        t->class.row[view->count++] =
            (ws_class_row){.name = guest.name,
                           .id = guest.id,
                           .seat = guest.seat,
                           .behind = cycle > guest.cycle ? cycle - guest.cycle : 0,
                           .delay_ms = guest.delay_ms,
                           .silent_ms = guest.silent_ms,
                           .differs = guest.differs,
                           .answered = ws_guest_answered(who)};
    }
    ws_room_totals totals = ws_room_tell(room);
    view->kind = WS_CLASS_LECTURER;
    view->address = ws_hosting_address(t->class.hosting);
    view->hint = ws_hosting_hint(t->class.hosting);
    view->wrong = totals.wrong;
    view->seats = ws_room_has_seats(room);
    ws_room_poll asked = ws_room_polled(room);
    view->asked = asked.number > 0;
    view->answers = asked.poll->count;
    view->names = t->class.board.names;
    view->checked = ws_hosting_has_roster(t->class.hosting);
    view->address_large = t->class.board.address;
}

static void student_look(ws_tui *t) {
    ws_view_class *view = &t->view.class;
    ws_follower_status status = ws_follower_tell(t->class.follower);
    view->kind = WS_CLASS_STUDENT;
    view->behind = status.behind;
    view->roaming = status.roaming;
    view->arrived = status.arrived;
    view->over = status.over;
    view->lost = !ws_client_tell(t->class.client).connected;
    view->differs = status.differs;
    view->seat = status.seat;
    if (!status.roaming) {
        t->view.session.running = status.running;
        t->view.session.speed = status.speed;
        t->view.session.ended = status.over;
    }
}

void ws_tui_class_look(ws_tui *t) {
    if (t->class.hosting)
        host_look(t);
    else if (t->class.follower)
        student_look(t);
}
