/* class_ends.h - both ends of the class protocol, without a socket: each hears a text in pieces, and must stay in order whatever it
 * says. Used by fuzz_class.c, and by formats.h for a fuzzer that makes the texts. */
#ifndef CLASS_ENDS_H
#define CLASS_ENDS_H

#include <string.h>

#include "class/follower.h"
#include "class/room.h"
#include "core/base.h"

static size_t piece_of(size_t left, u64 *rng) {
    size_t piece = 1 + rng_below(rng, 3000);
    return piece < left ? piece : left;
}

/* A student: what cannot be is refused in words, and what has become a session keeps its laws. */
static bool student_stays(const char *bytes, size_t length, u64 *rng, unsigned long *sessions) {
    const ws_options options = {.keyframe_bytes = 1 << 20, .bound = {.nodes = 300}};
    ws_follower *follower = ws_follower_new("fuzz", NULL, &options);
    char out[WS_CLASS_LINE];
    ws_error error = {0};
    ws_follower_connected(follower);
    for (size_t at = 0, piece; at < length; at += piece) {
        piece = piece_of(length - at, rng);
        if (!ws_follower_hear(follower, bytes + at, piece)) break;
        while (ws_follower_say(follower, out, sizeof out)) continue;
        if (rng_below(rng, 4) == 0) ws_follower_work(follower, 1000000);
    }
    ws_follower_work(follower, 5000000);
    ws_follower_status status = ws_follower_tell(follower);
    bool good = *status.why || !(status.broken || status.denied);
    ws_session *s = ws_follower_session(follower);
    *sessions += s != NULL;
    if (s && !ws_net_check(ws_session_net(s), &error)) good = false;
    ws_follower_free(follower);
    return good;
}

static bool host_stays(const char *bytes, size_t length, u64 *rng) {
    static const char *const hosts[] = {"H0", "H1"};
    ws_roster roster = {.open = true};
    ws_room *room = ws_room_new("fuzz", &roster);
    static char out[1 << 16];
    uint64_t now = 1000;
    char line[WS_CLASS_LINE];
    ws_guest *said, *guest = ws_room_enter(room, "a", NULL, now);
    ws_room_journal(room, "a line #01234567\nanother #89abcdef\n", 34, now);
    ws_room_pulse(room, &(ws_pulse){.branch = "main", .cycle = 5, .speed = 1, .has_digest = true});
    if (rng_below(rng, 2)) ws_room_seats(room, hosts, 2);
    static const char *const questions[] = {"choice \"Who?\" \"H1\" \"H2\"", "number \"How many?\"", "worm \"Which?\"", "lines \"How?\""};
    ws_poll_question question;
    ws_error error;
    if (rng_below(rng, 2) && ws_poll_read(&question, questions[rng_below(rng, 4)], &error)) ws_room_ask(room, &question);
    bool good = true;
    for (size_t at = 0, piece; at < length; at += piece) {
        piece = piece_of(length - at, rng);
        ws_room_hear(room, guest, bytes + at, piece, now);
        now += rng_below(rng, 300);
        while (ws_room_seat_line(room, rng_below(rng, 2), now, line, &said)) good &= strncmp(line, "host H", 6) == 0 && strlen(line) < 200;
        if (rng_below(rng, 20) == 0) ws_room_reveal(room, "so it is");
        if (rng_below(rng, 50) == 0) ws_room_unask(room);
        ws_poll_tally tally;
        ws_poll_count(ws_room_polled(room).poll, &tally);
        good &= tally.count <= WS_POLL_BARS;
        size_t size;
        while ((size = ws_room_say(room, guest, out, sizeof out, now))) good &= out[size - 1] == '\n';
    }
    ws_room_tick(room, now + WS_ROOM_SILENT_MS * 2);
    ws_guest_info info = ws_guest_tell(guest, now);
    for (const char *c = info.name; *c; c++) good &= (unsigned char)*c >= 32;
    ws_room_leave(room, guest);
    ws_room_free(room);
    return good;
}

#endif
