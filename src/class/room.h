/* room.h - the host's side of a class, without sockets: guests, what each has had and is to get,
 * and their seats. Times are milliseconds of a clock that only goes forward, given by the caller.
 *
 * The journal is kept once, as lines that are ready to be sent; a guest is a place in it. So a slow
 * guest costs nothing and holds up nobody: pulses and digests are told only to guests who have all
 * lines before them, and only the newest.
 *
 * Limits: a guest says a right token within ROOM_JOIN_MS or is sent away; a line is at most
 * WS_CLASS_LINE bytes; lines come no faster than ROOM_LINES a second; who says nothing for
 * ROOM_SILENT_MS is dead. Wrong tokens are counted by address: beyond ROOM_WRONG a minute a further
 * wrong one is turned away without a word. A right one is always let in. */
#ifndef WS_CLASS_ROOM_H
#define WS_CLASS_ROOM_H

#include "class/mine.h"
#include "class/poll.h"
#include "class/protocol.h"
#include "class/roster.h"

#define WS_ROOM_JOIN_MS   5000
#define WS_ROOM_SILENT_MS 30000
#define WS_ROOM_LINES     40  /* a second */
#define WS_ROOM_WRONG     20  /* a minute and address */
#define WS_ROOM_STRANGERS 256 /* who have not yet said a token; the oldest goes */
#define WS_ROOM_GUESTS    1000
#define WS_SEAT_MS        500 /* between two lines of a seat */

typedef struct ws_room ws_room;
typedef struct ws_guest ws_guest;

/* The roster is the caller's, and stays. */
ws_room *ws_room_new(const char *name, ws_roster *roster);
void ws_room_free(ws_room *room);

/* ---- what there is to tell ---- */
/* Bytes of whole lines of the recording. */
void ws_room_journal(ws_room *room, const char *text, size_t length, uint64_t now_ms);
uint64_t ws_room_lines(const ws_room *room);
typedef struct ws_pulse {
    const char *branch;
    uint64_t cycle;
    double speed;
    bool running;
    bool has_digest;
    uint64_t digest;
} ws_pulse;
void ws_room_pulse(ws_room *room, const ws_pulse *pulse);
/* The lecture is over: whoever has all is told so. */
void ws_room_bye(ws_room *room, const char *why);

/* ---- guests ---- */
/* Somebody comes from an address. `owner` is the caller's, see ws_guest_owner. NULL: the room is
 * full. */
ws_guest *ws_room_enter(ws_room *room, const char *address, void *owner, uint64_t now_ms);
void *ws_guest_owner(const ws_guest *guest);
void ws_room_leave(ws_room *room, ws_guest *guest);
void ws_room_hear(ws_room *room, ws_guest *guest, const char *bytes, size_t length,
                  uint64_t now_ms);
/* Fills in what the guest is to get next, whole lines; `space` is at least two. 0: nothing. */
size_t ws_room_say(ws_room *room, ws_guest *guest, char *bytes, size_t space, uint64_t now_ms);
/* Once all that was to be said is sent, the connection is to be closed. */
bool ws_guest_is_over(const ws_guest *guest);
/* To be called about ten times a second: who is silent for too long is over. */
void ws_room_tick(ws_room *room, uint64_t now_ms);
size_t ws_room_count(const ws_room *room);
ws_guest *ws_room_guest(const ws_room *room, size_t index);

typedef struct ws_guest_info {
    const char *name, *id; /* id "": nobody has checked the name */
    const char *seat;      /* the host that the guest is, "" */
    bool joined;
    uint64_t lines, cycle; /* what the guest had and where it was, when last heard of */
    uint64_t bytes;        /* sent */
    uint64_t delay_ms;     /* worst, from a line at the host to the answer of the guest */
    uint64_t silent_ms;
    bool differs; /* its digest was another once */
} ws_guest_info;
ws_guest_info ws_guest_tell(const ws_guest *guest, uint64_t now_ms);

typedef struct ws_room_totals {
    size_t joined, most;      /* here now, and at once at most */
    uint64_t bytes, delay_ms; /* sent to all that ever were here; worst delay of them */
    uint64_t wrong, refused;  /* tokens that were wrong; guests who were sent away */
    uint64_t differed;
} ws_room_totals;
ws_room_totals ws_room_tell(const ws_room *room);

/* ---- seats ---- */
/* Deals these hosts to all who are here and will come, in the order of coming; those before are
 * no more. Copied. NULL: nobody has one. */
void ws_room_seats(ws_room *room, const char *const *hosts, size_t count);
bool ws_room_has_seats(const ws_room *room);
/* The next line that a seat may give now, as a line of the command language; false: none. `open`:
 * whether lines can act now; if not, who has given one is told that it waits. */
bool ws_room_seat_line(ws_room *room, bool open, uint64_t now_ms, char line[WS_CLASS_LINE],
                       ws_guest **guest);
/* Tells one guest why its line was refused. */
void ws_guest_refuse(ws_guest *guest, const char *why);

/* ---- the board ---- */
/* Words of the lecture, "" for none: told to all who are here and will come. */
void ws_room_words(ws_room *room, const char *words);
/* Asks all; the question before is taken away. The first answer of each student counts. */
void ws_room_ask(ws_room *room, const ws_poll_question *question);
/* The next question has the number behind this one. */
void ws_room_ask_after(ws_room *room, uint64_t number);
/* Is an answer right? Each that differs is asked about once. */
typedef bool ws_room_judge_answer(void *context, const char *value);
void ws_room_judge(ws_room *room, ws_room_judge_answer *judge, void *context);
/* No more answers; everybody is told how all have answered, and the truth in words, "" for none. */
void ws_room_reveal(ws_room *room, const char *truth);
/* Takes the question off the board. */
void ws_room_unask(ws_room *room);
typedef struct ws_room_poll {
    uint64_t number; /* 0: no question stands on the board */
    const ws_poll *poll;
    bool revealed;
    const char *truth;
} ws_room_poll;
ws_room_poll ws_room_polled(const ws_room *room);
bool ws_guest_answered(const ws_guest *guest);
/* Told of each answer. */
typedef void ws_room_answered(void *context, const ws_guest_info *guest,
                              const ws_poll_answer *answer);
void ws_room_on_answer(ws_room *room, ws_room_answered *answered, void *context);

/* ---- what students have done by themselves ---- */
/* Asks a guest to show it; whoever has been asked before need not. */
void ws_room_show(ws_room *room, ws_guest *guest);
/* Told of what a guest shows; NULL: nothing, for this reason. */
typedef void ws_room_shown(void *context, const ws_guest *guest, const ws_mine *mine,
                           const char *why);
void ws_room_on_show(ws_room *room, ws_room_shown *shown, void *context);

/* Told of each guest who joins, and of each who is seated. */
typedef void ws_room_watch(void *context, const ws_guest_info *guest);
void ws_room_on_join(ws_room *room, ws_room_watch *watch, void *context);

#endif
