/* room.c - see room.h. */
#include "class/guest.h"

#include "session/language/text.h"

#define MINUTE_MS 60000
#define PING_MS   1000

ws_room *ws_room_new(const char *name, ws_roster *roster) {
    ws_room *room = ws_alloc(1, sizeof *room);
    room->roster = roster;
    ws_class_name(room->name, name, strlen(name));
    return room;
}

void ws_room_free(ws_room *room) {
    if (!room)
        return;
    for (size_t i = 0; i < room->count; i++) {
        free(room->guest[i]->mine);
        free(room->guest[i]);
    }
    free(room->guest);
    free(room->journal);
    free(room->line);
    free(room->seat);
    polls_free(room);
    free(room);
}

/* ---- what there is to tell ---- */

static void journal_line(ws_room *room, const char *text, size_t length) {
    ws_class_line line = {.kind = WS_CLASS_JOURNAL, .text = text, .length = length};
    char said[WS_CLASS_LINE];
    line.number = room->lines + 1;
    size_t size = ws_class_write(&line, said);
    if (room->length + size > room->space) {
        room->space = 2 * (room->length + size);
        room->journal = ws_resize(room->journal, room->space, 1);
    }
    WS_GROW(room->line, room->lines);
    room->line[room->lines++] = room->length;
    memcpy(room->journal + room->length, said, size);
    room->length += size;
}

void ws_room_journal(ws_room *room, const char *text, size_t length, uint64_t now_ms) {
    const char *end = text + length;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop)
            break;
        journal_line(room, text, (size_t)(stop - text));
        text = stop + 1;
    }
    room->grown_ms = now_ms;
}

uint64_t ws_room_lines(const ws_room *room) {
    return room->lines;
}

void ws_room_pulse(ws_room *room, const ws_pulse *pulse) {
    ws_class_line line = {.kind = WS_CLASS_PULSE,
                          .number = room->lines,
                          .cycle = pulse->cycle,
                          .speed = pulse->speed,
                          .running = pulse->running};
    snprintf(line.word, sizeof line.word, "%s", pulse->branch);
    room->pulse_length = ws_class_write(&line, room->pulse);
    if (pulse->has_digest) {
        line.kind = WS_CLASS_DIGEST;
        line.digest = pulse->digest;
        room->pulse_length += ws_class_write(&line, room->pulse + room->pulse_length);
    }
    room->pulse_number++;
}

void ws_room_bye(ws_room *room, const char *why) {
    snprintf(room->bye, sizeof room->bye, "%s", why);
}

/* ---- coming and going ---- */

static size_t oldest_stranger(const ws_room *room, size_t *strangers) {
    size_t oldest = room->count;
    *strangers = 0;
    for (size_t i = room->count; i-- > 0;) {
        if (room->guest[i]->state != GUEST_STRANGER)
            continue;
        ++*strangers;
        oldest = i; /* they stand in the order of coming */
    }
    return oldest;
}

ws_guest *ws_room_enter(ws_room *room, const char *address, void *owner, uint64_t now_ms) {
    size_t strangers;
    size_t oldest = oldest_stranger(room, &strangers);
    if (strangers >= WS_ROOM_STRANGERS)
        room->guest[oldest]->state = GUEST_OVER;
    if (room->count >= WS_ROOM_GUESTS + WS_ROOM_STRANGERS)
        return NULL;
    ws_guest *guest = ws_alloc(1, sizeof *guest);
    *guest = (ws_guest){.room = room,
                        .owner = owner,
                        .entered_ms = now_ms,
                        .heard_ms = now_ms,
                        .filled_ms = now_ms,
                        .credit = WS_ROOM_LINES,
                        .seat = SEAT_NONE};
    snprintf(guest->address, sizeof guest->address, "%s", address);
    WS_GROW(room->guest, room->count);
    room->guest[room->count++] = guest;
    return guest;
}

static size_t joined_count(const ws_room *room) {
    size_t count = 0;
    for (size_t i = 0; i < room->count; i++)
        count += room->guest[i]->state == GUEST_HEARS;
    return count;
}

void ws_room_leave(ws_room *room, ws_guest *guest) {
    size_t place = 0;
    while (room->guest[place] != guest)
        place++;
    room->count--;
    ws_guest **rest = room->guest + place;
    size_t left = room->count - place;
    memmove(rest, rest + 1, left * sizeof *rest);
    seats_leave(guest);
    polls_leave(guest);
    if (guest->student)
        guest->student->here = false;
    free(guest->mine);
    free(guest);
}

/* ---- what guests say ---- */

static void deny(ws_guest *guest, const char *why) {
    guest->room->totals.refused++;
    guest_answer_text(guest, WS_CLASS_DENY, why);
    guest->state = GUEST_OVER;
}

static source *source_of(ws_room *room, const char *text, uint64_t now_ms) {
    for (size_t i = 0; i < ADDRESSES; i++) {
        source *found = &room->wrong[i];
        if (!text_is(found->text, text))
            continue;
        if (now_ms - found->since_ms > MINUTE_MS)
            *found = (source){.since_ms = now_ms};
        snprintf(found->text, sizeof found->text, "%s", text);
        return found;
    }
    source *fresh = &room->wrong[room->next_wrong++ % ADDRESSES];
    *fresh = (source){.since_ms = now_ms};
    snprintf(fresh->text, sizeof fresh->text, "%s", text);
    return fresh;
}

/* A wrong token is told so, but not for ever. */
static void wrong_token(ws_guest *guest, uint64_t now_ms) {
    ws_room *room = guest->room;
    source *from = source_of(room, guest->address, now_ms);
    room->totals.wrong++;
    if (++from->wrong <= WS_ROOM_WRONG) {
        deny(guest, "the token is not right: ask the lecturer for the address with its token");
        return;
    }
    room->totals.refused++;
    guest->state = GUEST_OVER;
}

static void hear_join(ws_guest *guest, const ws_class_line *line, uint64_t now_ms) {
    ws_room *room = guest->room;
    ws_student *student;
    if (guest->state != GUEST_STRANGER) {
        deny(guest, "you have joined already");
        return;
    }
    if (line->version != WS_CLASS_VERSION) {
        deny(guest, "this host speaks version 1 of the class protocol");
        return;
    }
    if (!ws_roster_admits(room->roster, line->word, &student)) {
        wrong_token(guest, now_ms);
        return;
    }
    if (student && student->here) {
        deny(guest, "this token is in use: one connection for each student");
        return;
    }
    if (joined_count(room) >= WS_ROOM_GUESTS) {
        deny(guest, "the room is full");
        return;
    }
    guest->student = student;
    guest->state = GUEST_JOINED;
    memcpy(guest->name, student ? student->name : line->name, sizeof guest->name);
    if (student)
        student->here = true;
    ws_class_line hello = {.kind = WS_CLASS_HELLO, .version = WS_CLASS_VERSION, .model = WS_MODEL};
    memcpy(hello.name, room->name, sizeof hello.name);
    guest_answer(guest, &hello);
}

/* Does the journal begin with what the guest has? The checksum of a line stands for all before. */
static bool is_begin(const ws_room *room, uint64_t lines, uint32_t checksum) {
    char text[16];
    if (lines == 0 || lines > room->lines)
        return lines == 0;
    size_t end = lines == room->lines ? room->length : room->line[lines];
    snprintf(text, sizeof text, "#%08x\n", (unsigned)checksum);
    size_t size = strlen(text);
    return end >= size && memcmp(room->journal + end - size, text, size) == 0;
}

static void hear_from(ws_guest *guest, const ws_class_line *line) {
    ws_room *room = guest->room;
    if (guest->state != GUEST_JOINED) {
        deny(guest, "FROM stands once, behind JOIN");
        return;
    }
    ws_class_line start = {.kind = WS_CLASS_START};
    if (is_begin(room, line->number, line->checksum))
        start.number = line->number;
    bool is_all = start.number == room->lines;
    guest->cursor = is_all ? room->length : room->line[start.number];
    guest->state = GUEST_HEARS;
    guest->lines = start.number;
    guest_answer(guest, &start);
    seats_join(guest);
    polls_join(guest);
    room->totals.joined = joined_count(room);
    if (room->totals.most < room->totals.joined)
        room->totals.most = room->totals.joined;
    ws_guest_info info = ws_guest_tell(guest, guest->heard_ms);
    if (room->watch)
        room->watch(room->context, &info);
}

static void hear_pong(ws_guest *guest, const ws_class_line *line, uint64_t now_ms) {
    ws_room *room = guest->room;
    guest->lines = line->version < room->lines ? line->version : room->lines;
    guest->cycle = line->cycle;
    guest->ping_open = false;
    uint64_t delay = now_ms - line->number;
    if (line->number > now_ms || delay < guest->delay_ms)
        return;
    guest->delay_ms = delay;
    if (room->totals.delay_ms < delay)
        room->totals.delay_ms = delay;
}

static void hear_line(ws_guest *guest, const ws_class_line *line, uint64_t now_ms) {
    bool joins = line->kind == WS_CLASS_JOIN;
    bool is_first = joins || line->kind == WS_CLASS_FROM;
    if (!is_first && guest->state != GUEST_HEARS) {
        deny(guest, "JOIN and FROM come first");
        return;
    }
    switch (line->kind) {
    case WS_CLASS_JOIN: hear_join(guest, line, now_ms); break;
    case WS_CLASS_FROM: hear_from(guest, line); break;
    case WS_CLASS_PONG: hear_pong(guest, line, now_ms); break;
    case WS_CLASS_ANSWER: polls_hear(guest, line); break;
    case WS_CLASS_MINE: shows_hear(guest, line); break;
    case WS_CLASS_SEAT: seats_hear(guest, line->text, line->length); break;
    case WS_CLASS_DIFFERS:
        guest->room->totals.differed += !guest->differs;
        guest->differs = true;
        break;
    default: break;
    }
}

/* So many lines may come now. */
static bool may_speak(ws_guest *guest, uint64_t now_ms) {
    guest->credit += (double)(now_ms - guest->filled_ms) * WS_ROOM_LINES / 1000;
    guest->filled_ms = now_ms;
    if (guest->credit > WS_ROOM_LINES)
        guest->credit = WS_ROOM_LINES;
    guest->credit -= 1;
    return guest->credit >= 0;
}

static void hear_text(ws_guest *guest, uint64_t now_ms) {
    ws_class_line line;
    ws_error error;
    guest->heard_ms = now_ms;
    if (!may_speak(guest, now_ms))
        deny(guest, "too many lines: at most 40 a second");
    else if (!ws_class_read(&line, false, guest->input.text, guest->input.length, &error))
        deny(guest, error.text);
    else
        hear_line(guest, &line, now_ms);
}

void ws_room_hear(ws_room *room, ws_guest *guest, const char *bytes, size_t length,
                  uint64_t now_ms) {
    (void)room;
    while (length && guest->state != GUEST_OVER) {
        bool good;
        size_t used = ws_class_consume(&guest->input, bytes, length, &good);
        bytes += used;
        length -= used;
        if (!good)
            deny(guest, "the line is too long: at most 4,096 bytes");
        else if (guest->input.whole)
            hear_text(guest, now_ms);
    }
}

/* ---- what guests are told ---- */

static size_t say_answers(ws_guest *guest, char *bytes, size_t space) {
    size_t size = guest->answers_length;
    if (size > space) { /* whole lines */
        const char *end = memrchr(guest->answers, '\n', space);
        size = end ? (size_t)(end - guest->answers) + 1 : 0;
    }
    memcpy(bytes, guest->answers, size);
    guest->answers_length -= size;
    memmove(guest->answers, guest->answers + size, guest->answers_length);
    return size;
}

static size_t say_journal(ws_guest *guest, char *bytes, size_t space) {
    const ws_room *room = guest->room;
    const char *from = room->journal + guest->cursor;
    size_t size = room->length - guest->cursor;
    if (size > space) {
        const char *end = memrchr(from, '\n', space);
        size = end ? (size_t)(end - from) + 1 : 0;
    }
    if (size > 0) /* a room that has said nothing has no journal */
        memcpy(bytes, from, size);
    guest->cursor += size;
    return size;
}

static size_t say_pulse(ws_guest *guest, char *bytes, size_t space) {
    const ws_room *room = guest->room;
    if (guest->pulse == room->pulse_number || room->pulse_length > space)
        return 0;
    memcpy(bytes, room->pulse, room->pulse_length);
    guest->pulse = room->pulse_number;
    return room->pulse_length;
}

/* Behind new lines, so that the answer tells how long they took; and every second. */
static size_t say_ping(ws_guest *guest, char *bytes, size_t space, uint64_t now_ms) {
    const ws_room *room = guest->room;
    bool is_new = guest->cursor > guest->pinged;
    if (!is_new && now_ms - guest->pinged_ms < PING_MS)
        return 0;
    if (guest->ping_open) /* who stands still must not wake up to a hundred of them */
        return 0;
    if (space < WS_CLASS_LINE)
        return 0;
    ws_class_line ping = {.kind = WS_CLASS_PING, .number = now_ms};
    bool was_waiting = is_new && guest->pinged && room->grown_ms > guest->pinged_ms;
    if (was_waiting)
        ping.number = room->grown_ms;
    guest->pinged = guest->cursor;
    guest->pinged_ms = now_ms;
    guest->ping_open = true;
    return ws_class_write(&ping, bytes);
}

static size_t say_bye(ws_guest *guest, char *bytes, size_t space) {
    const ws_room *room = guest->room;
    if (!*room->bye || guest->told_bye || space < WS_CLASS_LINE)
        return 0;
    ws_class_line bye = {.kind = WS_CLASS_BYE, .text = room->bye, .length = strlen(room->bye)};
    guest->told_bye = true;
    return ws_class_write(&bye, bytes);
}

size_t ws_room_say(ws_room *room, ws_guest *guest, char *bytes, size_t space, uint64_t now_ms) {
    size_t size = say_answers(guest, bytes, space);
    if (guest->state == GUEST_HEARS && guest->answers_length == 0) {
        size += say_journal(guest, bytes + size, space - size);
        if (guest->cursor == room->length) {
            size += polls_say(guest, bytes + size, space - size);
            size += say_pulse(guest, bytes + size, space - size);
            size += say_ping(guest, bytes + size, space - size, now_ms);
            size += say_bye(guest, bytes + size, space - size);
        }
    }
    guest->bytes += size;
    room->totals.bytes += size;
    return size;
}

void ws_room_tick(ws_room *room, uint64_t now_ms) {
    for (size_t i = 0; i < room->count; i++) {
        ws_guest *guest = room->guest[i];
        bool is_stranger = guest->state == GUEST_STRANGER;
        bool is_late = is_stranger || guest->state == GUEST_JOINED;
        uint64_t most = is_late ? WS_ROOM_JOIN_MS : WS_ROOM_SILENT_MS;
        uint64_t since = is_late ? guest->entered_ms : guest->heard_ms;
        if (now_ms - since <= most)
            continue;
        guest->state = GUEST_OVER;
        guest->answers_length = 0;
    }
}

size_t ws_room_count(const ws_room *room) {
    return room->count;
}
ws_guest *ws_room_guest(const ws_room *room, size_t index) {
    return room->guest[index];
}

ws_room_totals ws_room_tell(const ws_room *room) {
    ws_room_totals totals = room->totals;
    totals.joined = joined_count(room);
    return totals;
}

void ws_room_on_join(ws_room *room, ws_room_watch *watch, void *context) {
    room->watch = watch;
    room->context = context;
}
