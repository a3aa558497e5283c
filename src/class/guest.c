/* guest.c - what a guest is told before everything else. */
#include "class/guest.h"

#include "session/language/text.h"

void guest_answer(ws_guest *guest, const ws_class_line *line) {
    char text[WS_CLASS_LINE];
    size_t size = ws_class_write(line, text);
    if (guest->answers_length + size > ANSWERS) {
        guest->state = GUEST_OVER;
        return;
    }
    memcpy(guest->answers + guest->answers_length, text, size);
    guest->answers_length += size;
}

void guest_answer_text(ws_guest *guest, ws_class_kind kind, const char *text) {
    ws_class_line line = {.kind = kind, .text = text, .length = strlen(text)};
    guest_answer(guest, &line);
}

const char *guest_key(const ws_guest *guest) {
    return guest->student ? guest->student->id : guest->name;
}

void *ws_guest_owner(const ws_guest *guest) {
    return guest->owner;
}

bool ws_guest_is_over(const ws_guest *guest) {
    return guest->state == GUEST_OVER && guest->answers_length == 0;
}

void ws_guest_refuse(ws_guest *guest, const char *why) {
    guest_answer_text(guest, WS_CLASS_NO, why);
}

ws_guest_info ws_guest_tell(const ws_guest *guest, uint64_t now_ms) {
    const ws_room *room = guest->room;
    const char *seat_name = "";
    if (room->seat && guest->seat != SEAT_NONE)
        seat_name = room->seat[guest->seat].host;
    return (ws_guest_info){.name = guest->name,
                           .id = guest->student ? guest->student->id : "",
                           .seat = seat_name,
                           .joined = guest->state == GUEST_HEARS,
                           .lines = guest->lines,
                           .cycle = guest->cycle,
                           .bytes = guest->bytes,
                           .delay_ms = guest->delay_ms,
                           .silent_ms = now_ms - guest->heard_ms,
                           .differs = guest->differs};
}
