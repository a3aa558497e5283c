/* seats.c - each student is a host of the network. */
#include "class/guest.h"
#include "class/seat_line.h"

#include "session/language/text.h"

static void tell_seat(ws_guest *guest) {
    const ws_room *room = guest->room;
    ws_class_line line = {.kind = WS_CLASS_SEATED};
    if (guest->seat != SEAT_NONE)
        snprintf(line.word, sizeof line.word, "%s", room->seat[guest->seat].host);
    guest_answer(guest, &line);
}

/* The seat that the guest had before, or one that nobody ever had, or one whose owner is gone. */
static size_t seat_find(const ws_room *room, const ws_guest *guest) {
    size_t unused = SEAT_NONE;
    size_t left = SEAT_NONE;
    for (size_t i = room->seats; i-- > 0;) {
        const seat *s = &room->seat[i];
        if (s->guest)
            continue;
        if (text_is(s->key, guest_key(guest)))
            return i;
        if (*s->key)
            left = i;
        else
            unused = i;
    }
    return unused != SEAT_NONE ? unused : left;
}

void seats_join(ws_guest *guest) {
    ws_room *room = guest->room;
    guest->seat = SEAT_NONE;
    if (!room->seat)
        return;
    guest->seat = seat_find(room, guest);
    if (guest->seat != SEAT_NONE) {
        seat *own = &room->seat[guest->seat];
        own->guest = guest;
        own->line[0] = '\0';
        snprintf(own->key, sizeof own->key, "%s", guest_key(guest));
    }
    tell_seat(guest);
}

void seats_leave(ws_guest *guest) {
    ws_room *room = guest->room;
    if (!room->seat || guest->seat == SEAT_NONE)
        return;
    seat *left = &room->seat[guest->seat];
    left->guest = NULL;
    left->line[0] = '\0';
}

void seats_hear(ws_guest *guest, const char *text, size_t length) {
    ws_room *room = guest->room;
    ws_error error;
    char line[WS_CLASS_LINE];
    if (!room->seat || guest->seat == SEAT_NONE) {
        ws_guest_refuse(guest, "you have no seat");
        return;
    }
    seat *of = &room->seat[guest->seat];
    if (!ws_seat_line(text, length, of->host, line, &error)) {
        ws_guest_refuse(guest, error.text);
        return;
    }
    memcpy(of->line, line, sizeof line);
    of->told = false;
}

void ws_room_seats(ws_room *room, const char *const *hosts, size_t count) {
    bool had = room->seat != NULL;
    free(room->seat);
    room->seat = hosts ? ws_alloc(count, sizeof *room->seat) : NULL;
    room->seats = hosts ? count : 0;
    room->next_seat = 0;
    for (size_t i = 0; i < room->seats; i++)
        snprintf(room->seat[i].host, sizeof room->seat[i].host, "%s", hosts[i]);
    for (size_t i = 0; i < room->count; i++) {
        ws_guest *guest = room->guest[i];
        guest->seat = SEAT_NONE;
        if (guest->state != GUEST_HEARS)
            continue;
        if (room->seat)
            seats_join(guest);
        else if (had)
            tell_seat(guest);
    }
}

bool ws_room_has_seats(const ws_room *room) {
    return room->seat != NULL;
}

static bool is_due(const seat *s, uint64_t now_ms) {
    return s->guest && *s->line && (!s->given || now_ms - s->given_ms >= WS_SEAT_MS);
}

static void tell_waits(seat *s) {
    if (!s->told)
        guest_answer_text(s->guest, WS_CLASS_WAIT,
                          "your line waits until the lecture is live; the newest one counts");
    s->told = true;
}

bool ws_room_seat_line(ws_room *room, bool open, uint64_t now_ms, char line[WS_CLASS_LINE],
                       ws_guest **guest) {
    for (size_t i = 0; i < room->seats; i++) {
        size_t place = (room->next_seat + i) % room->seats;
        seat *s = &room->seat[place];
        if (!is_due(s, now_ms))
            continue;
        if (!open) {
            tell_waits(s);
            continue;
        }
        memcpy(line, s->line, WS_CLASS_LINE);
        s->line[0] = '\0';
        s->given = true;
        s->given_ms = now_ms;
        *guest = s->guest;
        room->next_seat = (place + 1) % room->seats;
        return true;
    }
    return false;
}
