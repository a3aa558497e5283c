/* shows.c - a branch of a student's own, asked for and shown. */
#include "class/guest.h"

#include "session/language/text.h"

void ws_room_show(ws_room *room, ws_guest *guest) {
    ws_class_line line = {.kind = WS_CLASS_SHOW};
    line.number = ++room->shows;
    for (size_t i = 0; i < room->count; i++)
        room->guest[i]->show = 0;
    free(guest->mine);
    guest->mine = ws_alloc(1, sizeof *guest->mine);
    guest->show = line.number;
    guest_answer(guest, &line);
}

void ws_room_on_show(ws_room *room, ws_room_shown *shown, void *context) {
    room->shown = shown;
    room->shown_context = context;
}

static void tell(ws_guest *guest, const ws_mine *mine, const char *why) {
    const ws_room *room = guest->room;
    guest->show = 0;
    if (room->shown)
        room->shown(room->shown_context, guest, mine, why);
}

void shows_hear(ws_guest *guest, const ws_class_line *line) {
    ws_error error;
    if (!guest->show || line->number != guest->show) {
        ws_guest_refuse(guest, "nobody has asked for your branch");
        return;
    }
    ws_mine *mine = guest->mine;
    if (!ws_mine_hear(mine, line->text, line->length, &error)) {
        ws_guest_refuse(guest, error.text);
        tell(guest, NULL, error.text);
        return;
    }
    if (mine->refused)
        tell(guest, NULL, "nothing is shown");
    if (mine->whole)
        tell(guest, mine, "");
}
